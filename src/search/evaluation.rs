//! What a board is worth to its mover by its looks.

use crate::board::Board;
use crate::rules::Rules;
use crate::rules::kalah::{Kalah, KalahStrict};
use crate::rules::oware::OwareRules;
use crate::score::Score;

/// A rule set whose boards can be judged.
pub trait Evaluate: Rules {
    /// An estimate of what the mover captures from here on minus what the opponent does.
    fn evaluate(board: Board) -> Score;
}

fn weigh(board: Board, tempo: i32, seed: i32, mobility: i32) -> Score {
    let seeds = board.mover.seeds() as i32 - board.opponent.seeds() as i32;
    let moves = board.mover.occupied().len() as i32 - board.opponent.occupied().len() as i32;
    Score::from_hundredths((tempo + seed * seeds + mobility * moves) as i16)
}

impl<T: OwareRules> Evaluate for T {
    #[inline]
    fn evaluate(board: Board) -> Score {
        weigh(board, 0, 10, 20)
    }
}

impl Evaluate for Kalah {
    #[inline]
    fn evaluate(board: Board) -> Score {
        weigh(board, 100, 40, 20)
    }
}

impl Evaluate for KalahStrict {
    #[inline]
    fn evaluate(board: Board) -> Score {
        weigh(board, 100, 40, 20)
    }
}
