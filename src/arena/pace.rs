//! How long a player may think.

use crate::search::limits::Limits;
use std::time::Duration;

/// What limits a player's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Limits of each move; at least one is set.
    Move {
        /// Deepest iteration.
        depth: Option<u32>,
        /// Nodes.
        nodes: Option<u64>,
        /// Wall-clock time.
        time: Option<Duration>,
    },
    /// Time for the whole game.
    Clock {
        /// What the clock shows at the beginning.
        base: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

/// Moves that a clock has to last for, as far as anybody can tell.
const MOVES_TO_GO: u32 = 25;
/// What is kept back of a clock, for the way to the player and back.
const RESERVE: Duration = Duration::from_millis(10);

impl Pace {
    /// What the clock shows at the beginning, if there is one.
    #[must_use]
    pub const fn base(self) -> Option<Duration> {
        match self {
            Pace::Clock { base, .. } => Some(base),
            Pace::Move { .. } => None,
        }
    }

    /// What each move adds to the clock.
    #[must_use]
    pub const fn increment(self) -> Duration {
        match self {
            Pace::Clock { increment, .. } => increment,
            Pace::Move { .. } => Duration::ZERO,
        }
    }

    /// The time that a move may take, with so much on the clock.
    #[must_use]
    pub fn allowance(self, clock: Duration) -> Option<Duration> {
        match self {
            Pace::Move { time, .. } => time,
            Pace::Clock { .. } => Some(clock),
        }
    }

    /// The limits of a search by an engine of this program, with so much on the clock: an even share of it and most of the increment.
    #[must_use]
    pub fn limits(self, clock: Duration) -> Limits {
        match self {
            Pace::Move { depth, nodes, time } => Limits { depth, nodes, time, enough: None },
            Pace::Clock { increment, .. } => {
                let most = clock.saturating_sub(RESERVE).max(clock / 10);
                let share = (clock / MOVES_TO_GO + increment * 3 / 4).min(most / 2);
                Limits { time: Some((share * 2).min(most)), enough: Some(share / 2), ..Limits::default() }
            }
        }
    }
}
