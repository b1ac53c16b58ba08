//! What the threads of one search tell each other, beside the transposition table.
//!
//! * *Which boards are being searched right now*, so that they share a tree: a thread that meets a move on which another one works tries its other moves
//!   first, and finds the result in the transposition table when it comes back. This is the simplified ABDADA of Tom Kerrigan (2017), after Weill (1996).
//!   A lost or mixed mark costs some work twice, or some order, and nothing else.
//! * *Which iteration is finished*, and what it found: who is still at it, or at one before it, stops and takes that.

use crate::search::findings::Line;
use crate::search::transposition::Key;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Places for marks: many more than boards under work.
const PLACES: usize = 1 << 14;

/// The threads of a search.
#[derive(Debug)]
pub struct Crew {
    /// Marks of boards that are being searched.
    marks: Box<[AtomicU64]>,
    /// The deepest iteration that a thread has finished.
    finished: AtomicU32,
    /// What it found, and its depth.
    found: Mutex<(Vec<Line>, u32)>,
}

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

impl Crew {
    /// Nothing is being searched, and nothing is found.
    #[must_use]
    pub fn new() -> Self {
        Crew { marks: (0..PLACES).map(|_| AtomicU64::new(0)).collect(), finished: AtomicU32::new(0), found: Mutex::new((Vec::new(), 0)) }
    }

    fn place(&self, work: Work) -> &AtomicU64 {
        &self.marks[(work.0 >> 32) as usize % PLACES]
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

    /// Whether the iteration of this depth is finished, or a deeper one.
    pub(super) fn has_finished(&self, depth: u32) -> bool {
        self.finished.load(Relaxed) >= depth
    }

    /// An iteration is finished.
    pub(super) fn finish(&self, lines: &[Line], depth: u32) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > found.1 {
            *found = (lines.to_vec(), depth);
            self.finished.store(depth, Relaxed);
        }
    }

    /// What the deepest finished iteration found, and its depth; 0 before the first.
    pub(super) fn found(&self) -> (Vec<Line>, u32) {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Default for Crew {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::unrank;
    use crate::score::Score;
    use crate::search::transposition::Marks;

    #[test]
    fn a_board_is_busy_from_begin_to_end_at_its_depth_alone() {
        let crew = Crew::new();
        let work = |rank, depth| Work::new(Marks::NONE.key(unrank(20, rank), 0), depth);
        crew.begin(work(7, 5));
        assert!(crew.is_at(work(7, 5)));
        assert!(!crew.is_at(work(7, 6)) && !crew.is_at(work(8, 5)));
        crew.end(work(7, 5));
        assert!(!crew.is_at(work(7, 5)));
    }

    #[test]
    fn the_deepest_iteration_counts() {
        let crew = Crew::new();
        let lines = |hundredths| vec![Line { moves: Vec::new(), score: Score::from_hundredths(hundredths), exact: false }];
        assert!(!crew.has_finished(1) && crew.found() == (Vec::new(), 0));
        crew.finish(&lines(30), 3);
        crew.finish(&lines(20), 2);
        crew.finish(&lines(31), 3);
        assert_eq!(crew.found(), (lines(30), 3));
        assert!(crew.has_finished(2) && crew.has_finished(3) && !crew.has_finished(4));
    }
}
