//! Ctrl-C asks running work to stop; a second one ends the process.

use super::output::note;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static STOP: AtomicBool = AtomicBool::new(false);

/// A flag that becomes true when the user presses Ctrl-C.
pub fn stop_flag() -> &'static AtomicBool {
    let handler = || {
        if STOP.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        note(format_args!("warning: Ctrl-C will end this at once: {error}"));
    }
    &STOP
}
