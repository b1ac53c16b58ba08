//! Which boards are being searched right now, so that threads share a tree: a thread that meets a move on which another one works tries its
//! other moves first, and finds the result in the transposition table when it comes back.
//!
//! This is the simplified ABDADA of Tom Kerrigan (2017), after Weill (1996). A lost or mixed mark costs some work twice, or some order, and nothing else.

use crate::search::transposition::Key;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places for marks: many more than boards under work.
const PLACES: usize = 1 << 14;

/// Marks of boards that are being searched.
#[derive(Debug)]
pub struct Busy(Box<[AtomicU64]>);

/// The mark of a board searched to a depth.
#[derive(Clone, Copy)]
pub(super) struct Work(u64);

impl Work {
    #[inline]
    pub fn new(key: Key, depth: i32) -> Self {
        // Never 0, which marks nothing.
        Work(key.hash().rotate_left(depth as u32) | 1)
    }
}

impl Busy {
    /// Nothing is being searched.
    #[must_use]
    pub fn new() -> Self {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, work: Work) -> &AtomicU64 {
        &self.0[(work.0 >> 32) as usize % PLACES]
    }

    /// Whether a thread is at it.
    pub(super) fn is_at(&self, work: Work) -> bool {
        self.place(work).load(Relaxed) == work.0
    }

    /// A thread begins.
    pub(super) fn begin(&self, work: Work) {
        self.place(work).store(work.0, Relaxed);
    }

    /// A thread is done.
    pub(super) fn end(&self, work: Work) {
        self.place(work).store(0, Relaxed);
    }
}

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}
