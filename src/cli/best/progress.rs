//! How a proof goes on: a line on a terminal, a plain one now and then where standard error goes to a file.

use crate::cli::output::{count, draws_progress, duration, note, signed};
use indicatif::{ProgressBar, ProgressStyle};
use oware::search::proof::progress::Progress as Stand;
use std::time::Duration;

/// Between two lines at least.
const PAUSE: Duration = Duration::from_secs(30);
/// Between two drawings of the line on a terminal.
const TICK: Duration = Duration::from_millis(200);

/// The progress of a proof.
pub struct Progress {
    line: Option<ProgressBar>,
    last: Duration,
}

impl Progress {
    /// Nothing is proven yet.
    pub fn new() -> Self {
        let line = draws_progress().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is fixed");
            ProgressBar::new_spinner().with_style(style)
        });
        Progress { line, last: Duration::ZERO }
    }

    /// So it stands now.
    pub fn show(&mut self, stand: Stand) {
        let pause = if self.line.is_some() { TICK } else { PAUSE };
        if stand.time < self.last + pause {
            return;
        }
        self.last = stand.time;
        match &self.line {
            Some(line) => {
                line.set_message(text(stand));
                line.tick();
            }
            None => note(text(stand)),
        }
    }

    /// There is nothing more to come.
    pub fn finish(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

fn text(stand: Stand) -> String {
    let Stand { least, most, target, nodes, time } = stand;
    let time = duration(time.as_secs());
    format!("between {} and {}, is it {} or more?  {} in {time}", signed(least), signed(most), signed(target), count(nodes, "node"))
}
