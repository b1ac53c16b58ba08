//! How a match goes on: a bar on a terminal, a plain line now and then where standard error goes to a file.

use crate::cli::output::{count, draws_progress, duration, note, thousands};
use indicatif::{ProgressBar, ProgressStyle};
use oware::arena::standings::Standings;
use std::fmt::Display;
use std::time::{Duration, Instant};

/// Between two lines at least.
const PAUSE: Duration = Duration::from_secs(30);
/// Between two drawings of the bar.
const TICK: Duration = Duration::from_millis(200);

/// The progress of a match.
pub struct Progress {
    bar: Option<ProgressBar>,
    pulse: Pulse,
    begun: Instant,
}

impl Progress {
    /// No game of these was played yet.
    pub fn new(games: usize) -> Self {
        let bar = draws_progress().then(|| {
            let style = ProgressStyle::with_template("{pos} of {len} games {bar:20} {eta} left  {msg}").expect("the template is fixed");
            let bar = ProgressBar::new(games as u64).with_style(style);
            bar.enable_steady_tick(TICK);
            bar
        });
        Progress { bar, pulse: Pulse { games: games as u64, last: (Duration::ZERO, 0) }, begun: Instant::now() }
    }

    /// A game is over.
    pub fn add(&mut self, standings: &Standings) {
        let (tally, elapsed) = (standings.tally(), self.begun.elapsed());
        let results = || format!("+{} ={} -{}  Elo {}", tally.wins, tally.draws, tally.losses, standings.elo());
        match &self.bar {
            Some(bar) => {
                bar.set_position(tally.games());
                bar.set_message(results());
            }
            None if self.pulse.beats(elapsed, tally.games()) => note(self.pulse.line(elapsed, &results())),
            None => {}
        }
    }

    /// Says something between the bars.
    pub fn say(&self, text: impl Display) {
        match &self.bar {
            Some(bar) => bar.suspend(|| note(text)),
            None => note(text),
        }
    }

    /// There is nothing more to come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// When a line is due: half a minute and a tenth of the games after the one before.
struct Pulse {
    games: u64,
    /// When the last line was due, and the games by then.
    last: (Duration, u64),
}

impl Pulse {
    fn beats(&mut self, elapsed: Duration, games: u64) -> bool {
        let (then, before) = self.last;
        let is_due = elapsed.saturating_sub(then) >= PAUSE && 10 * games.saturating_sub(before) >= self.games && games < self.games;
        if is_due {
            self.last = (elapsed, games);
        }
        is_due
    }

    fn line(&self, elapsed: Duration, results: &str) -> String {
        let (_, games) = self.last;
        let share = 100 * games / self.games.max(1);
        let left = elapsed.as_secs_f64() / games.max(1) as f64 * self.games.saturating_sub(games) as f64;
        format!("{} of {} ({share} %), about {} left: {results}", thousands(games), count(self.games, "game"), duration(left as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_due_after_half_a_minute_and_a_tenth_of_the_games() {
        let mut pulse = Pulse { games: 1000, last: (Duration::ZERO, 0) };
        let mut beats = |seconds, games| pulse.beats(Duration::from_secs(seconds), games);
        assert_eq!([beats(5, 200), beats(29, 300), beats(30, 310), beats(40, 500), beats(61, 520)], [false, false, true, false, true]);
        assert_eq!([beats(200, 619), beats(201, 620), beats(300, 1000)], [false, true, false]);
        let line = pulse.line(Duration::from_secs(310), "+1 =2 -3");
        assert_eq!(line, "620 of 1,000 games (62 %), about 3 min left: +1 =2 -3");
    }
}
