//! How a review goes on: a bar on a terminal.

use crate::cli::output::draws_progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// Between two drawings of the bar.
const TICK: Duration = Duration::from_millis(200);

/// The progress of a review.
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// No move of these was reviewed yet.
    pub fn new(moves: usize) -> Self {
        let bar = draws_progress().then(|| {
            let style = ProgressStyle::with_template("{pos} of {len} moves, from the last back {bar:20} {eta} left");
            let bar = ProgressBar::new(moves as u64).with_style(style.expect("the template is fixed"));
            bar.enable_steady_tick(TICK);
            bar
        });
        Progress { bar }
    }

    /// So many moves are reviewed.
    pub fn show(&self, done: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
        }
    }

    /// There is nothing more to come.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
