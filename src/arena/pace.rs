//! How long a player may think.

use crate::board::Side;
use crate::search::clock::{Allotment, Clocks};
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

/// What each move of an engine of this program loses of its clock outside the search, in milliseconds.
const OVERHEAD: u32 = 5;

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

    /// The limits of a search by an engine of this program, with so much on the clock.
    #[must_use]
    pub fn limits(self, clock: Duration) -> Limits {
        match self {
            Pace::Move { depth, nodes, time } => Limits { depth, nodes, time, enough: None },
            Pace::Clock { increment, .. } => {
                let both = |time: Duration| [Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)); 2];
                let clocks = Clocks { remaining: both(clock), increment: both(increment), ..Clocks::default() };
                let Allotment { time, enough } = clocks.allot(Side::South, OVERHEAD);
                Limits { time, enough, ..Limits::default() }
            }
        }
    }
}
