//! Time management: from what the clocks say to how long a search may take.
//!
//! Nothing here looks at a clock; the same numbers always give the same answer. Two promises matter: the time that is given out is less than what is
//! left, by a reserve for what happens outside the search, and no number makes the sums overflow, however absurd.

use crate::board::Side;
use std::time::Duration;

/// What a player is told about time. All in milliseconds; any number is taken, one below zero counts as no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Exactly so much for this move.
    pub move_time: Option<i64>,
    /// What South and North have left for their moves.
    pub remaining: [Option<i64>; 2],
    /// What South and North are given for each move.
    pub increment: [Option<i64>; 2],
    /// Moves until more time is given; all of the game if there is none, or not one.
    pub moves_to_go: Option<i64>,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allotment {
    /// After so much it ends.
    pub time: Option<Duration>,
    /// After so much it begins no further iteration.
    pub enough: Option<Duration>,
}

/// Moves that a player reckons with where nothing is said. Long games have more, and each gets its part of what is left then.
const MOVES_TO_GO: u64 = 30;

/// No clock is believed to hold more than this: ten years, in milliseconds.
const LONGEST: u64 = 10 * 365 * 24 * 3_600_000;

/// The most that one move may take of what is left, in percent; more if it is the last one before more time is given.
const MOST_OF_REST: u64 = 50;
const MOST_OF_REST_FOR_LAST: u64 = 85;

/// Where no further iteration begins, in percent of a move's fair share: an iteration takes about as long as all before it.
const ENOUGH_OF_SHARE: u64 = 60;

/// How many times its fair share the last iteration may make of a move.
const SHARES: u64 = 3;

impl Clocks {
    /// Whether they say nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Clocks::default()
    }

    /// How long `side` may think, `overhead` milliseconds of each move being lost on the way to the search and back.
    ///
    /// Without an own clock the other player's is taken. A move always gets some time, if only for a look.
    #[must_use]
    pub fn allot(&self, side: Side, overhead: u32) -> Allotment {
        let overhead = u64::from(overhead) * 1000;
        let fixed = self.move_time.map(|time| rest(microseconds(time), overhead));
        let mut allotment = self.allot_of_rest(side, overhead);
        // Who names both wants both kept.
        if let Some(fixed) = fixed {
            let time = allotment.time.map_or(fixed, |time| time.min(fixed));
            allotment = Allotment { time: Some(time), enough: allotment.enough.map(|enough| enough.min(time)) };
        }
        allotment
    }

    /// The part of what is left.
    fn allot_of_rest(&self, side: Side, overhead: u64) -> Allotment {
        let own = |of: [Option<i64>; 2]| match side {
            Side::South => of[0].or(of[1]),
            Side::North => of[1].or(of[0]),
        };
        let (remaining, increment) = (own(self.remaining), own(self.increment));
        let increment = increment.map(microseconds);
        // An increment alone tells that there will be as much again.
        let Some(left) = remaining.map(microseconds).or(increment) else { return Allotment::default() };
        let left = rest(left, overhead).as_micros() as u64;
        let moves = self.moves_to_go.and_then(|moves| u64::try_from(moves).ok()).filter(|&moves| moves > 0);
        let most = left * if moves == Some(1) { MOST_OF_REST_FOR_LAST } else { MOST_OF_REST } / 100;
        let share = left / moves.unwrap_or(MOVES_TO_GO).min(MOVES_TO_GO) + increment.unwrap_or(0).saturating_sub(overhead) * 3 / 4;
        let time = (share * SHARES).min(most);
        let enough = (share * ENOUGH_OF_SHARE / 100).min(time);
        Allotment { time: Some(Duration::from_micros(time)), enough: Some(Duration::from_micros(enough)) }
    }
}

/// Milliseconds in microseconds, within reason.
fn microseconds(milliseconds: i64) -> u64 {
    u64::try_from(milliseconds).unwrap_or(0).min(LONGEST) * 1000
}

/// What the overhead leaves of a time, in microseconds; where it would take nearly all, a quarter.
fn rest(time: u64, overhead: u64) -> Duration {
    Duration::from_micros(time.saturating_sub(overhead).max(time / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: u32 = 3;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn fixed(time: i64) -> Duration {
        Clocks { move_time: Some(time), ..Clocks::default() }.allot(Side::South, OVERHEAD).time.unwrap()
    }

    fn clock(left: i64, increment: i64, moves: Option<i64>) -> Clocks {
        Clocks { remaining: [Some(left); 2], increment: [Some(increment); 2], moves_to_go: moves, ..Clocks::default() }
    }

    fn of(clocks: Clocks) -> (Duration, Duration) {
        let Allotment { time, enough } = clocks.allot(Side::South, OVERHEAD);
        (time.unwrap(), enough.unwrap())
    }

    #[test]
    fn nothing_said_is_no_limit() {
        assert_eq!(Clocks::default().allot(Side::South, OVERHEAD), Allotment::default());
        assert!(Clocks::default().is_empty() && !clock(0, 0, None).is_empty());
        let moves_alone = Clocks { moves_to_go: Some(5), ..Clocks::default() };
        assert_eq!(moves_alone.allot(Side::North, OVERHEAD), Allotment::default());
    }

    #[test]
    fn a_fixed_time_is_used_up_but_for_the_overhead() {
        assert_eq!((fixed(10), fixed(1000)), (millis(7), millis(997)));
        assert_eq!((fixed(4), fixed(3), fixed(0), fixed(-7)), (millis(1), Duration::from_micros(750), Duration::ZERO, Duration::ZERO));
        let plain = Clocks { move_time: Some(10), ..Clocks::default() };
        assert_eq!(plain.allot(Side::North, 0).time, Some(millis(10)));
        assert_eq!(plain.allot(Side::North, OVERHEAD).enough, None);
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let clocks = Clocks { remaining: [Some(60_000), Some(1_000)], ..Clocks::default() };
        let time = |side| clocks.allot(side, OVERHEAD).time.unwrap();
        assert!(time(Side::South) > 10 * time(Side::North));
        let one = Clocks { remaining: [Some(60_000), None], ..Clocks::default() };
        assert_eq!(one.allot(Side::North, OVERHEAD), one.allot(Side::South, OVERHEAD));
    }

    #[test]
    fn sudden_death_never_runs_out() {
        for start in [1, 10, 100, 1_000, 60_000, 3_600_000] {
            let mut left = start * 1000;
            for _ in 0..1_000 {
                let (time, enough) = of(clock(left / 1000, 0, None));
                assert!(enough <= time && time <= millis(left as u64 / 1000), "{left} left: {time:?}");
                left -= enough.as_micros() as i64;
            }
            assert!(left > 0);
        }
    }

    #[test]
    fn an_increment_is_used_but_not_before_it_is_given() {
        let (time, enough) = of(clock(60_000, 2_000, None));
        assert!(enough > millis(1_500) && time < millis(30_000));
        let (time, _) = of(clock(20, 2_000, None));
        assert!(time < millis(10), "{time:?}");
    }

    #[test]
    fn the_last_move_before_more_time_may_take_most_of_it() {
        let (time, enough) = of(clock(10_000, 0, Some(1)));
        assert!(time > millis(8_000) && time < millis(9_000) && enough > millis(5_000), "{time:?} {enough:?}");
        let (two, _) = of(clock(10_000, 0, Some(2)));
        assert!(two <= millis(5_000), "the next move needs something too: {two:?}");
        assert_eq!(of(clock(10_000, 0, Some(0))), of(clock(10_000, 0, None)));
        assert_eq!(of(clock(10_000, 0, Some(-3))), of(clock(10_000, 0, None)));
    }

    #[test]
    fn no_number_is_too_absurd() {
        let numbers = [i64::MIN, -1, 0, 1, 3, 10, 1 << 40, i64::MAX];
        for left in numbers {
            for increment in numbers {
                for moves in numbers {
                    for overhead in [0, OVERHEAD, u32::MAX] {
                        let allotment =
                            Clocks { move_time: Some(left), ..clock(left, increment, Some(moves)) }.allot(Side::North, overhead);
                        let (time, enough) = (allotment.time.unwrap(), allotment.enough.unwrap());
                        assert!(enough <= time, "{left} {increment} {moves}: {allotment:?}");
                        assert!(time <= millis(left.max(0) as u64), "{left} {increment} {moves}: {allotment:?}");
                    }
                }
            }
        }
    }
}
