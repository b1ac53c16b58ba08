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
    /// The limits by name, as a player is asked for: each with its name and value, such as `nodes` and `1000` or `clock` and `10s+100ms`.
    #[must_use]
    pub fn named(self) -> Vec<(&'static str, String)> {
        let time = |time: Duration| match (time.subsec_nanos(), time.as_nanos()) {
            (0, _) => format!("{}s", time.as_secs()),
            (_, nanos) if nanos.is_multiple_of(1_000_000) => format!("{}ms", time.as_millis()),
            (_, nanos) => format!("{}us", nanos as f64 / 1e3),
        };
        match self {
            Pace::Move { depth, nodes, time: of_move } => {
                let limits = [
                    ("depth", depth.map(|depth| depth.to_string())),
                    ("nodes", nodes.map(|nodes| nodes.to_string())),
                    ("time", of_move.map(time)),
                ];
                limits.into_iter().filter_map(|(name, limit)| Some((name, limit?))).collect()
            }
            Pace::Clock { base, increment } => vec![("clock", format!("{}+{}", time(base), time(increment)))],
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_as_they_are_asked_for() {
        let text = |pace: Pace| pace.named().iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",");
        let ms = Duration::from_millis;
        assert_eq!(text(Pace::Move { depth: Some(5), nodes: Some(1000), time: Some(ms(50)) }), "depth=5,nodes=1000,time=50ms");
        assert_eq!(text(Pace::Move { depth: None, nodes: None, time: Some(Duration::from_micros(1500)) }), "time=1500us");
        assert_eq!(text(Pace::Clock { base: ms(10_000), increment: ms(100) }), "clock=10s+100ms");
        assert_eq!(text(Pace::Clock { base: ms(1500), increment: ms(0) }), "clock=1500ms+0s");
    }
}
