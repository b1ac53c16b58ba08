//! Ctrl-C asks running work to stop; where nothing runs, and when pressed again, it ends the process.

use super::output::note;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static STOP: AtomicBool = AtomicBool::new(false);
static IDLE: AtomicBool = AtomicBool::new(false);

/// A flag that becomes true when the user presses Ctrl-C.
pub fn stop_flag() -> &'static AtomicBool {
    let handler = || {
        if IDLE.load(Relaxed) {
            std::process::exit(0);
        }
        if STOP.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        note(format_args!("warning: Ctrl-C will end this at once: {error}"));
    }
    &STOP
}

/// Waits for something with nothing to lose: Ctrl-C meanwhile ends the process with success.
pub fn idly<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Relaxed);
    let result = wait();
    IDLE.store(false, Relaxed);
    result
}
