//! How long a search may go on.

use crate::search::signals::Signals;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Deepest iteration of a search, in moves of either player; a forced move does not count.
pub const MAX_DEPTH: u32 = 120;

/// What ends a search; the first limit reached does. Without any it ends at [`MAX_DEPTH`] or when the result is proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, 1 to [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Nodes of all threads together. With one thread the search visits no node more.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Wall-clock time after which no further iteration begins.
    pub enough: Option<Duration>,
}

impl Limits {
    /// One of so many equal parts of nodes and time.
    #[must_use]
    pub fn part(self, parts: u32) -> Self {
        Limits { nodes: self.nodes.map(|nodes| nodes / u64::from(parts)), time: self.time.map(|time| time / parts), ..self }
    }

    /// What is left when so many nodes and so much time are used up.
    #[must_use]
    pub fn after(self, nodes: u64, time: Duration) -> Self {
        Limits { nodes: self.nodes.map(|most| most.saturating_sub(nodes)), time: self.time.map(|most| most.saturating_sub(time)), ..self }
    }
}

/// The limits of a running search, shared by its threads.
#[derive(Debug)]
pub struct Budget<'a> {
    signals: &'a Signals,
    finished: AtomicBool,
    nodes: AtomicU64,
    max_nodes: u64,
    start: Instant,
    deadline: Option<Instant>,
    enough: Option<Duration>,
}

/// Nodes between two looks at the clock: well under a millisecond.
pub(super) const NODES_PER_LOOK: u64 = 1 << 11;

impl<'a> Budget<'a> {
    /// Starts the clock. The search also ends soon after it is told to stop.
    #[must_use]
    pub fn start(limits: Limits, signals: &'a Signals) -> Self {
        let start = Instant::now();
        Budget {
            signals,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            enough: limits.enough,
        }
    }

    /// Adds the nodes that a thread has visited since its last call, and says how many it may visit before the next; 0 means stop.
    pub(super) fn spend(&self, nodes: u64) -> u64 {
        let used = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if self.is_over() {
            return 0;
        }
        NODES_PER_LOOK.min(self.max_nodes.saturating_sub(used))
    }

    /// Whether the time is up or the search was told to stop.
    pub(super) fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline) && !self.signals.is_pondering();
        late || self.signals.is_stopped() || self.finished.load(Relaxed)
    }

    /// Takes so many nodes for what is done before a search, unless more than half of all nodes or a quarter of the time would be used then: what is made of
    /// them takes about as long again. Whether it did.
    pub(super) fn take_before_search(&self, nodes: u64) -> bool {
        let late = self.deadline.is_some_and(|deadline| self.start.elapsed() * 4 >= deadline.duration_since(self.start));
        let enough = !late && !self.signals.is_stopped() && self.nodes() + nodes <= self.max_nodes / 2;
        if enough {
            self.nodes.fetch_add(nodes, Relaxed);
        }
        enough
    }

    /// Whether another iteration may begin.
    pub(super) fn is_worth_another(&self) -> bool {
        self.enough.is_none_or(|enough| self.elapsed() < enough) || self.signals.is_pondering()
    }

    /// Ends the search of all threads.
    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Nodes of all threads, as far as they have told.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
