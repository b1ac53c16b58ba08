//! What the threads of one proof tell each other, beside the table.
//!
//! They all start from the root, and part where a move is about as near to its proof as the one on which another thread is already (virtual proof numbers,
//! Kaneko 2010). Who settles a claim on which others are too tells them, so that they leave it.

use super::numbers::Verdict;
use crate::search::buckets::{SPREAD, mixed};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Places for marks: many more than claims on the lines of all threads. A mixed mark changes who looks where and nothing else.
const PLACES: usize = 1 << 14;

/// The threads of a proof.
pub(super) struct Team {
    threads: usize,
    marks: Box<[AtomicU16]>,
    /// How often something was settled that concerns others.
    news: AtomicU32,
    /// How the claim stands that was asked, when one of them knows.
    answer: Mutex<Option<Verdict>>,
}

impl Team {
    /// A team of so many threads, 1 to 65,535.
    pub fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Team { threads, marks: (0..places).map(|_| AtomicU16::new(0)).collect(), news: AtomicU32::new(0), answer: Mutex::new(None) }
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Where it is noted how many are on a claim, if there are several threads.
    #[inline]
    fn mark(&self, key: u64, target: i32) -> Option<&AtomicU16> {
        if self.marks.is_empty() {
            return None;
        }
        let hash = mixed((key ^ (target as u64) << 48).wrapping_mul(SPREAD));
        Some(&self.marks[(hash >> 32) as usize % PLACES])
    }

    /// A thread goes to work on the claim with this key and target.
    #[inline]
    pub fn begin(&self, key: u64, target: i32) {
        if let Some(mark) = self.mark(key, target) {
            mark.fetch_add(1, Relaxed);
        }
    }

    /// A thread leaves a claim. How many are still on it.
    #[inline]
    pub fn end(&self, key: u64, target: i32) -> u16 {
        self.mark(key, target).map_or(0, |mark| mark.fetch_sub(1, Relaxed) - 1)
    }

    /// How many are on a claim.
    #[inline]
    pub fn count(&self, key: u64, target: i32) -> u16 {
        self.mark(key, target).map_or(0, |mark| mark.load(Relaxed))
    }

    /// Something was settled on which others are.
    pub fn tell_news(&self) {
        self.news.fetch_add(1, Relaxed);
    }

    /// Changes with the news.
    #[inline]
    pub fn news(&self) -> u32 {
        self.news.load(Relaxed)
    }

    /// A new question begins.
    pub fn ask(&self) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The question is answered, if it was not before.
    pub fn has_answer(&self, verdict: Verdict) {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(verdict);
        self.tell_news();
    }

    /// The answer to the question.
    pub fn answer(&self) -> Option<Verdict> {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_on_a_claim_is_counted_and_the_first_answer_stands() {
        let team = Team::new(3);
        team.begin(7, -2);
        team.begin(7, -2);
        assert_eq!((team.count(7, -2), team.count(7, -1), team.count(8, -2)), (2, 0, 0));
        assert_eq!([team.end(7, -2), team.end(7, -2), team.count(7, -2)], [1, 0, 0]);
        let before = team.news();
        team.ask();
        team.has_answer(Verdict::certain(true));
        team.has_answer(Verdict::certain(false));
        assert_eq!(team.answer(), Some(Verdict::certain(true)));
        assert_ne!(team.news(), before);
        team.ask();
        assert_eq!(team.answer(), None);
    }

    #[test]
    fn one_thread_marks_nothing() {
        let team = Team::new(1);
        team.begin(7, -2);
        assert_eq!((team.count(7, -2), team.end(7, -2)), (0, 0));
    }
}
