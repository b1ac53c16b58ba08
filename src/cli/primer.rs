//! The rules of each rule set in a few sentences, for a player.

use oware::game::Repetition;
use oware::variant::Variant;

/// What the oware family has in common.
const OWARE: &str = "Take all seeds of one of your pits and sow them one by one, counter-clockwise; the pit they came from stays empty. \
    If the last seed makes a pit of the other player 2 or 3, you capture it, and the pits before it as long as they lie in that row and hold 2 or 3. \
    If the other player has no seeds, you must make a move that gives some, if there is one. More than half of all seeds win.";

const KALAH: &str = "Take all seeds of one of your pits and sow them one by one, counter-clockwise, one into your store as you pass it and none into the other. \
    If the last seed falls into your store, you move again. If it falls into an empty pit of yours, it takes the seeds of the pit opposite and goes with them \
    into your store. When a row is empty, the other player takes the seeds of the other row. The larger store wins.";

/// The rules, a paragraph an entry.
pub fn summary(variant: Variant, repetition: Repetition) -> Vec<&'static str> {
    let (common, own) = match variant {
        Variant::Abapa => (
            OWARE,
            "A move that would take all seeds of the other player (a grand slam) is legal and takes nothing. Who has to move without seeds, or cannot feed, ends the game; each player takes the own row.",
        ),
        Variant::AbapaPlayOn => (
            OWARE,
            "A move that would take all seeds of the other player (a grand slam) is legal and takes nothing. Who has no seeds passes; the game goes on until the board is empty or a position comes back.",
        ),
        Variant::Wari => (
            OWARE,
            "A move that would take all seeds of the other player (a grand slam) is illegal while there is another. Who has to move without seeds, or cannot feed, ends the game; each player takes the own row.",
        ),
        Variant::Warri => (
            OWARE,
            "A move may take all seeds of the other player (a grand slam); that player passes, and you must feed or take your own row.",
        ),
        Variant::Kalah => (KALAH, "If the pit opposite is empty, the last seed goes into your store alone."),
        Variant::KalahStrict => (KALAH, "If the pit opposite is empty, nothing is taken."),
    };
    let repeats = match (variant, repetition) {
        (Variant::Kalah | Variant::KalahStrict, _) => None,
        (_, Repetition::Split) => {
            Some("A position that comes back with the same player to move ends the game; the seeds on the board count for nobody.")
        }
        (_, Repetition::OwnSide) => {
            Some("A position that comes back with the same player to move ends the game; each player takes the own row.")
        }
    };
    [Some(common), Some(own), repeats].into_iter().flatten().collect()
}
