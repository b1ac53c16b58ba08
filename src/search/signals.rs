//! What reaches a running search from outside.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Flags that another thread may set while a search runs.
#[derive(Debug, Default)]
pub struct Signals {
    /// The search shall end soon, with its best so far.
    pub stop: AtomicBool,
    /// The opponent is still thinking: time limits do not count. Once this is false, they count from the start of the search on.
    pub pondering: AtomicBool,
}

impl Signals {
    /// Neither.
    #[must_use]
    pub const fn new() -> Self {
        Signals { stop: AtomicBool::new(false), pondering: AtomicBool::new(false) }
    }

    /// Whether the search was told to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}
