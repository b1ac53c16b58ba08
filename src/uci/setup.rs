//! The position that is asked about: where it starts and what was played from there, checked under a rule set.

use crate::board::Side;
use crate::game::{Game, Repetition, ReplayError};
use crate::notation::{Letters, PositionError, parse_move, parse_position};
use crate::ogn::Record;
use crate::position::Position;
use crate::rules::{Ending, Rules};
use crate::variant::Variant;
use crate::with_rules;
use thiserror::Error;

/// A legal game so far. Its moves can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    variant: Variant,
    start: Position,
    moves: String,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Why it is over, if it is, a majority included.
    pub ending: Option<Ending>,
    /// Who is to move.
    pub to_move: Side,
    /// How many legal moves there are.
    pub choices: u32,
}

/// Why a text is no position of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetupError {
    /// Neither of the two forms.
    #[error("position: found `{0}`; expected `startpos` or `fen TEXT`, then `moves LIST` if there are any")]
    Form(String),
    /// No position text.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// Moves that cannot be played.
    #[error("{0}")]
    Moves(#[from] ReplayError),
}

impl Setup {
    /// The start of a game.
    #[must_use]
    pub fn start(variant: Variant) -> Self {
        let start = Position::start(4).expect("48 seeds fit");
        Setup { variant, start, moves: String::new() }
    }

    /// Reads `startpos [moves LIST]` or `fen TEXT [moves LIST]`, and plays the moves. Upper-case letters are South's moves, lower-case ones North's.
    ///
    /// # Errors
    /// A [`SetupError`] that names what is wrong with the text or the moves.
    pub fn parse(text: &str, variant: Variant) -> Result<Self, SetupError> {
        let mut words = text.split_whitespace();
        let form = || SetupError::Form(text.to_owned());
        let start = match words.next() {
            Some("startpos") => Self::start(variant).start,
            Some("fen") => parse_position(words.next().ok_or_else(form)?, variant.max_seeds())?,
            _ => return Err(form()),
        };
        let moves = match words.next() {
            Some("moves") => words.collect(),
            Some(_) => return Err(form()),
            None => String::new(),
        };
        let setup = Setup { variant, start, moves };
        with_rules!(variant, R => setup.replayed::<R>(Repetition::default()).map(|_| ()))?;
        Ok(setup)
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The game, under the rule set that it was checked with.
    #[must_use]
    pub fn game<R: Rules>(&self, repetition: Repetition) -> Game<R> {
        debug_assert_eq!(self.variant.name(), <R as Rules>::NAME);
        self.replayed(repetition).expect("what can be played does not depend on what a repetition is worth")
    }

    fn replayed<R: Rules>(&self, repetition: Repetition) -> Result<Game<R>, ReplayError> {
        let mut game = Game::new(self.start, repetition);
        game.replay(&self.moves, Letters::Exact)?;
        Ok(game)
    }

    /// The game as a file has it.
    #[must_use]
    pub fn record(&self, repetition: Repetition) -> Record {
        with_rules!(self.variant, R => {
            let mut position = self.start;
            let moves = self.moves.chars().filter_map(|letter| {
                let mv = parse_move(letter, position.to_move(), Letters::Exact)?;
                position = position.play_unchecked::<R>(mv);
                Some(mv)
            });
            Record::of_game::<R>(self.start, repetition, moves.collect(), None).expect("the moves have been played")
        })
    }

    /// Where it stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        with_rules!(self.variant, R => {
            let game = self.game::<R>(Repetition::default());
            Standing { ending: game.ending(), to_move: game.position().to_move(), choices: game.moves().len() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(text: &str) -> Standing {
        Setup::parse(text, Variant::Abapa).unwrap().standing()
    }

    fn error(text: &str) -> String {
        Setup::parse(text, Variant::Abapa).unwrap_err().to_string()
    }

    #[test]
    fn both_forms_and_both_kinds_of_lists_are_read() {
        let north = Standing { ending: None, to_move: Side::North, choices: 6 };
        for text in ["startpos moves F", "  startpos  moves  FfB ", "startpos moves F f B", "startpos moves Ff B"] {
            assert_eq!(standing(text).to_move, Side::North, "{text}");
        }
        assert_eq!(standing("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N"), north);
        assert_eq!(standing("startpos moves"), standing("startpos"));
    }

    #[test]
    fn passes_are_moves() {
        let passed = Setup::parse("fen 0-0-0-0-0-0-2-1-0-0-0-0-22-23-S moves -b", Variant::AbapaPlayOn).unwrap();
        assert_eq!(passed.standing().to_move, Side::South);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for text in ["", "start", "fen", "startpos F", "startpos F moves", "fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S F", "moves F"] {
            assert!(error(text).starts_with("position: found `"), "{text}: {}", error(text));
        }
        assert!(error("fen 4-4").contains("2 fields"));
        assert!(error("fen moves F").contains("fields"));
        assert!(error("startpos moves f").contains("move 1 of `f`, `f`: not a move of South"));
        assert!(error("startpos moves FB").contains("move 2 of `FB`, `B`: not a move of North"));
        assert!(error("startpos moves FfF").contains("the pit is empty"));
        assert!(error("startpos moves F-").contains("passing"));
        assert!(error("fen 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S moves FfAcBdCeDaEbF").contains("the game is over (repetition)"));
    }

    #[test]
    fn the_game_may_be_over() {
        let ending = |text: &str| standing(text).ending;
        assert_eq!(ending("fen 1-0-0-0-0-0-0-0-0-0-0-1-25-21-S"), Some(Ending::Majority));
        assert_eq!(ending("fen 0-0-0-0-0-1-0-0-1-0-0-1-0-0-S moves FfAcBdCeDaEb"), Some(Ending::Repetition));
        assert_eq!(ending("fen 0-0-0-0-0-0-1-0-0-1-0-1-22-23-S"), Some(Ending::NoMove));
        assert_eq!(ending("startpos"), None);
    }
}
