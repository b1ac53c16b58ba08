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

/// What was learned of each family of rule sets by `tools/train-evaluation`.
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

#[cfg(test)]
mod tests {
    use super::network::{ONE, STAGES, UNITS};
    use super::*;
    use crate::index::{layer_size, unrank};

    const NETWORKS: [&Network; 2] = [&OWARE, &KALAH];

    #[test]
    fn the_networks_are_their_files() {
        assert_eq!(OWARE.to_bytes(), include_bytes!("evaluation/oware.net"));
        assert_eq!(KALAH.to_bytes(), include_bytes!("evaluation/kalah.net"));
    }

    #[test]
    fn no_sum_overflows_whatever_the_board() {
        for network in NETWORKS {
            for unit in 0..UNITS {
                let largest = network.pits.iter().map(|levels| levels.iter().map(|units| i32::from(units[unit]).abs()).max().unwrap());
                assert!(i32::from(network.bias[unit]).abs() + largest.sum::<i32>() <= i32::from(i16::MAX), "unit {unit}");
            }
            for stage in 0..STAGES {
                let weights: i64 = network.output[stage].iter().map(|&weight| i64::from(weight).abs()).sum();
                let largest = weights * i64::from(ONE).pow(2) + (i64::from(network.constant[stage]).abs() << 15);
                assert!(largest <= i64::from(i32::MAX), "stage {stage}");
            }
        }
    }

    /// Boards of all sizes, evenly spread over their layers.
    fn boards() -> impl Iterator<Item = Board> {
        (1..=72).flat_map(|seeds| (0..50).map(move |i| unrank(seeds, layer_size(seeds) / 50 * i)))
    }

    #[test]
    fn vectors_of_any_width_say_the_same() {
        for board in boards() {
            for network in NETWORKS {
                assert_eq!(network.evaluate(board), network.evaluate_here(board), "{board:?}");
            }
        }
    }

    #[test]
    fn no_board_is_worth_more_than_its_seeds() {
        for board in boards() {
            let most = Score::from_seeds(board.seeds() as i32);
            for score in NETWORKS.map(|network| network.evaluate(board)) {
                assert!(-most <= score && score <= most, "{board:?}: {score:?}");
            }
        }
    }
}
