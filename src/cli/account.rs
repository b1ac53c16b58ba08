//! What happens in a game, in words.

use oware::board::{Move, Side};
use oware::notation::move_letter;
use oware::ogn::{Outcome, Record};
use oware::position::Position;
use oware::rules::Rules;

/// What a legal move does: `South plays F and captures 5 seeds.` `R` is the rule set.
pub fn of_move<R: Rules>(position: Position, mv: Move) -> String {
    let (side, board) = (position.to_move(), position.board());
    if mv.is_pass() {
        return format!("{side} has no seeds and passes.");
    }
    let played = R::play(board, mv);
    let captures = match played.gain - R::dropped(board, mv) {
        0 => String::new(),
        1 => " and captures 1 seed".to_owned(),
        seeds => format!(" and captures {seeds} seeds"),
    };
    let again = if played.again { "; the same player moves again" } else { "" };
    format!("{side} plays {}{captures}{again}.", move_letter(mv, side))
}

/// How a game ended; `last` is the position at its end with all seeds where they belong, if the rules ended it.
pub fn of_end(record: &Record, last: Option<Position>) -> String {
    let who = match record.result() {
        Outcome::SouthWins => "South wins",
        Outcome::NorthWins => "North wins",
        Outcome::Draw => "a draw",
        Outcome::Unfinished => "no result",
    };
    let reason = record.termination().unwrap_or_default();
    let stores = last.map_or_else(String::new, |last| {
        let [south, north] = [Side::South, Side::North].map(|side| last.store(side));
        format!(" {} to {}", south.max(north), south.min(north))
    });
    format!("The game is over ({reason}): {who}{stores}.")
}
