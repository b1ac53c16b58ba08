//! How far a build is: a bar for the layer in work on a terminal, nothing elsewhere.

use crate::cli::output::{count, draws_progress, duration, is_verbose, note};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use oware::solve::{Monitor, Phase};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Watches a build.
pub struct Progress {
    bar: ProgressBar,
    stop: &'static AtomicBool,
    is_silent: bool,
}

impl Progress {
    /// A bar on standard error if that is a terminal; `stop` ends the build.
    pub fn new(stop: &'static AtomicBool) -> Self {
        let bar = if draws_progress() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:>5.1} M boards/s", state.per_sec() / 1e6);
        };
        let left = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{} left", duration(state.eta().as_secs()));
        };
        let style = ProgressStyle::with_template("{msg:<22} {bar:30} {percent:>3} %  {rate}  {left}");
        bar.set_style(style.expect("the template is fixed").with_key("rate", rate).with_key("left", left));
        Progress { bar, stop, is_silent: false }
    }

    /// Says and draws nothing: another process of the same build does.
    pub fn hidden(stop: &'static AtomicBool) -> Self {
        Progress { bar: ProgressBar::hidden(), stop, is_silent: true }
    }

    /// Prints a line above the bar.
    pub fn line(&self, text: &str) {
        if self.is_silent {
            return;
        }
        if self.bar.is_hidden() {
            note(text);
        } else {
            self.bar.println(text);
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Monitor for Progress {
    fn begin(&self, seeds: u32, phase: Phase, boards: u64) {
        let phase = match phase {
            Phase::Captures => "captures",
            Phase::Propagation => "propagation",
            Phase::Writing => "writing",
        };
        if is_verbose() {
            self.line(&format!("layer {seeds:>2}: {phase} of {}", count(boards, "board")));
        }
        self.bar.reset();
        self.bar.set_length(boards);
        self.bar.set_message(format!("layer {seeds:>2} {phase}"));
    }

    fn advance(&self, boards: u64) {
        self.bar.inc(boards);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
