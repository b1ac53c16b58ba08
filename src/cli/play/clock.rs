//! The clock of a game: what each player has left for all moves.

use oware::board::Side;
use std::time::{Duration, Instant};

/// Both players' time, and whose is running.
#[derive(Clone, Debug)]
pub struct Clock {
    increment: Duration,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// A clock that shows so much for both and adds `increment` after each move. It does not run yet.
    pub fn new(base: Duration, increment: Duration) -> Self {
        Clock { increment, left: [base; 2], running: None }
    }

    /// The clock as it was when the turn began.
    pub fn at_turn(&self) -> Self {
        Clock { running: None, ..self.clone() }
    }

    /// Lets a player's time run from now on, and the other's no more.
    pub fn run(&mut self, side: Side, now: Instant) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Nobody's time runs.
    pub fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side as usize] = self.left(side, now);
            self.running = None;
        }
    }

    /// A player has made a move.
    pub fn press(&mut self, side: Side, now: Instant) {
        self.stop(now);
        self.left[side as usize] += self.increment;
    }

    /// What a player has left.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let used = self.running.filter(|&(running, _)| running == side).map_or(Duration::ZERO, |(_, since)| now.duration_since(since));
        self.left[side as usize].saturating_sub(used)
    }

    /// The player whose time has run out.
    pub fn loser(&self, now: Instant) -> Option<Side> {
        [Side::South, Side::North].into_iter().find(|&side| self.left(side, now).is_zero())
    }
}

/// `4:05`, `1:02:03`: seconds that have begun count; below ten seconds with tenths: `9.4`.
pub fn shown(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        return format!("{}.{}", left.as_secs(), left.subsec_millis() / 100);
    }
    let seconds = left.as_millis().div_ceil(1000);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Both players' time: `South 4:05, North 9.4`.
pub fn both([south, north]: [Duration; 2]) -> String {
    format!("South {}, North {}", shown(south), shown(north))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn each_move_takes_its_time_and_adds_the_increment() {
        let start = Instant::now();
        let mut clock = Clock::new(s(60), s(2));
        clock.run(Side::South, start);
        assert_eq!((clock.left(Side::South, start + s(10)), clock.left(Side::North, start + s(10))), (s(50), s(60)));
        clock.press(Side::South, start + s(10));
        clock.run(Side::North, start + s(10));
        assert_eq!((clock.left(Side::South, start + s(75)), clock.left(Side::North, start + s(65))), (s(52), s(5)));
        assert_eq!((clock.loser(start + s(65)), clock.loser(start + s(70))), (None, Some(Side::North)));
    }

    #[test]
    fn a_clock_that_stands_still_takes_nothing() {
        let start = Instant::now();
        let mut clock = Clock::new(s(60), s(0));
        clock.run(Side::North, start);
        clock.stop(start + s(5));
        assert_eq!((clock.left(Side::North, start + s(500)), clock.loser(start + s(500))), (s(55), None));
    }

    #[test]
    fn time_is_shown_as_on_a_clock() {
        let shown = |millis| shown(Duration::from_millis(millis));
        assert_eq!([shown(0), shown(9_450), shown(10_000), shown(244_100)], ["0.0", "9.4", "0:10", "4:05"]);
        assert_eq!(shown(3_723_000), "1:02:03");
    }
}
