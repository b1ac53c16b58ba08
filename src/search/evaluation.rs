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

/// Weights of the features in hundredths of a seed: the least-squares fit to the values of all 2,496,144 boards of 13 seeds of a rule set, rounded
/// (`tools/fit-evaluation.rs` does it again). They explain 22 % of the variance for the oware family and 40–44 % for kalah.
///
/// The constant of the fit, 1.3 to 1.9 seeds for having the move, is left out: scores of an even and of an odd number of moves would not compare, but
/// reductions, extensions and stored results mix them. With it, 10,000 nodes lost 0.41 seeds a move in 3,000 `abapa` endings of known value, without it 0.31.
struct Weights {
    /// For each seed more in the own row.
    seed: i32,
    /// For each pit more that can be sown.
    pit: i32,
}

impl Weights {
    #[inline]
    fn apply(&self, board: Board) -> Score {
        let seeds = board.mover.seeds() as i32 - board.opponent.seeds() as i32;
        let pits = board.mover.occupied().len() as i32 - board.opponent.occupied().len() as i32;
        Score::from_hundredths((self.seed * seeds + self.pit * pits) as i16)
    }
}

impl<T: OwareRules> Evaluate for T {
    #[inline]
    fn evaluate(board: Board) -> Score {
        Weights { seed: 11, pit: 102 }.apply(board)
    }
}

impl Evaluate for Kalah {
    #[inline]
    fn evaluate(board: Board) -> Score {
        Weights { seed: 21, pit: 158 }.apply(board)
    }
}

impl Evaluate for KalahStrict {
    #[inline]
    fn evaluate(board: Board) -> Score {
        Weights { seed: 12, pit: 171 }.apply(board)
    }
}
