//! Ctrl-C (or what else asks a process to end: SIGTERM, SIGHUP) asks running work to stop; where nothing runs, and when pressed again, it ends the process.

use super::output::note;
use oware::search::signals::Signals;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static SIGNALS: Signals = Signals::new();
static IDLE: AtomicBool = AtomicBool::new(false);
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// Signals that tell to stop when the user presses Ctrl-C.
pub fn signals() -> &'static Signals {
    let handler = || {
        CAUGHT.store(true, Relaxed);
        if IDLE.load(Relaxed) {
            std::process::exit(0);
        }
        if SIGNALS.stop.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        note(format_args!("warning: Ctrl-C will end this at once: {error}"));
    }
    &SIGNALS
}

/// Whether the process was told to end since it asked for [`signals`]. On a terminal in raw mode Ctrl-C is a key and does not count.
pub fn is_caught() -> bool {
    CAUGHT.load(Relaxed)
}

/// Waits for something with nothing to lose: Ctrl-C meanwhile ends the process with success.
pub fn idly<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Relaxed);
    let result = wait();
    IDLE.store(false, Relaxed);
    result
}
