//! What a board is worth to its mover by its looks.

pub mod network;

use crate::board::Board;
use crate::rules::Rules;
use crate::rules::kalah::{Kalah, KalahStrict};
use crate::rules::oware::OwareRules;
use crate::score::Score;
use network::Network;

/// A rule set whose boards can be judged.
pub trait Evaluate: Rules {
    /// An estimate of what the mover captures from here on minus what the opponent does.
    fn evaluate(board: Board) -> Score;
}

/// What was learned of each family of rule sets by `tools/train-evaluation.sh`.
static OWARE: Network = Network::from_bytes(include_bytes!("evaluation/oware.net"));
static KALAH: Network = Network::from_bytes(include_bytes!("evaluation/kalah.net"));

impl<T: OwareRules> Evaluate for T {
    #[inline]
    fn evaluate(board: Board) -> Score {
        OWARE.evaluate(board)
    }
}

impl Evaluate for Kalah {
    #[inline]
    fn evaluate(board: Board) -> Score {
        KALAH.evaluate(board)
    }
}

impl Evaluate for KalahStrict {
    #[inline]
    fn evaluate(board: Board) -> Score {
        KALAH.evaluate(board)
    }
}
