//! The engines of the server: a few of them, for any number of questions at a time.
//!
//! Each worker thread has an engine of each rule set that it was asked about. Whoever has been served least comes next, and of these who asks for least: so a short
//! question does not wait for a long one. A search that has had its turn while others wait is interrupted, and goes on later with what its engine remembers; turns
//! grow with what a question has had, so that little of them is lost on starting again.

use super::answer::Outbox;
use super::refusal::Refusal;
use crate::cli::arguments::equip;
use crate::cli::exit::Failure;
use oware::engine::Engine;
use oware::engine::equipment::Equipment;
use oware::search::signals::Signals;
use oware::variant::Variant;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Most questions that wait; who comes then is told to come again.
const MOST_WAITING: usize = 256;
/// How often it is looked whether a search has had its turn, while others wait.
const TICK: Duration = Duration::from_millis(20);
/// A turn at the least and at the most.
const TURNS: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// What an engine is asked.
pub trait Work: Send {
    /// The rule set of the engine.
    fn variant(&self) -> Variant;
    /// The most time that it asks for.
    fn budget(&self) -> Duration;
    /// Whether it can be interrupted and go on later.
    fn gives_way(&self) -> bool;
    /// Works until it is done or interrupted. Whether it is done.
    fn go_on(&mut self, engine: &mut Engine, signals: &Signals) -> bool;
    /// Where its answers go.
    fn outbox(&self) -> &Outbox;
}

struct Waiting {
    id: u64,
    had: Duration,
    work: Box<dyn Work>,
}

impl Waiting {
    fn precedence(&self) -> (Duration, Duration, u64) {
        (self.had, self.work.budget(), self.id)
    }
}

struct Running {
    id: u64,
    gives_way: bool,
    had: Duration,
    since: Instant,
    signals: Arc<Signals>,
}

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    running: Vec<Running>,
    next_id: u64,
    closed: bool,
}

impl State {
    /// Takes out the one that comes next.
    fn next(&mut self) -> Option<Waiting> {
        let next = (0..self.waiting.len()).min_by_key(|&i| self.waiting[i].precedence())?;
        Some(self.waiting.swap_remove(next))
    }

    /// Interrupts searches that have had their turn, no more than others wait.
    fn interrupt(&self, now: Instant) {
        let mut waiting: Vec<Duration> = self.waiting.iter().map(|waiting| waiting.had).collect();
        waiting.sort_unstable();
        let stopped = self.running.iter().filter(|running| running.signals.is_stopped()).count();
        let mut running: Vec<&Running> = self.running.iter().filter(|running| running.gives_way && !running.signals.is_stopped()).collect();
        running.sort_by_key(|running| std::cmp::Reverse(running.had + (now - running.since)));
        for (&had, running) in waiting.iter().skip(stopped).zip(running) {
            let turn = now - running.since;
            let [least, most] = TURNS;
            let whole = if had.is_zero() { least } else { running.had.clamp(least, most) };
            if turn >= whole && had < running.had + turn {
                running.signals.stop.store(true, Relaxed);
            }
        }
    }
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    equipment: Equipment,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No lock is held where something could panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question that was taken on. Dropping it withdraws it.
pub struct Ticket {
    shared: Arc<Shared>,
    id: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.waiting.retain(|waiting| waiting.id != self.id);
        if let Some(running) = state.running.iter().find(|running| running.id == self.id) {
            running.signals.stop.store(true, Relaxed);
        }
    }
}

/// Engines at work.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    /// So many engines, each of this equipment but for the rules, which the questions bring.
    pub fn start(engines: usize, equipment: Equipment) -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), equipment });
        let workers = (0..engines).map(|_| {
            let shared = shared.clone();
            std::thread::spawn(move || work(&shared))
        });
        let mut threads: Vec<_> = workers.collect();
        let watched = shared.clone();
        threads.push(std::thread::spawn(move || watch(&watched)));
        Pool { shared, threads: Mutex::new(threads) }
    }

    /// Takes a question on.
    pub fn submit(&self, work: Box<dyn Work>) -> Result<Ticket, Refusal> {
        let mut state = self.shared.lock();
        if state.closed {
            return Err(Refusal::closing());
        }
        if state.waiting.len() >= MOST_WAITING {
            return Err(Refusal::busy());
        }
        let id = state.next_id;
        state.next_id += 1;
        let ahead = state.waiting.len();
        if ahead > 0 {
            work.outbox().queued(ahead);
        }
        state.waiting.push(Waiting { id, had: Duration::ZERO, work });
        drop(state);
        self.shared.changed.notify_all();
        Ok(Ticket { shared: self.shared.clone(), id })
    }

    /// Ends all work, tells those who wait, and returns when the engines rest.
    pub fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        for running in &state.running {
            running.signals.stop.store(true, Relaxed);
        }
        for waiting in state.waiting.drain(..) {
            waiting.work.outbox().closing();
        }
        drop(state);
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        // One that panicked has told so itself.
        threads.into_iter().for_each(|thread| drop(thread.join()));
    }
}

/// What a worker does.
fn work(shared: &Shared) {
    let mut engines: HashMap<Variant, Engine> = HashMap::new();
    loop {
        let mut state = shared.lock();
        let mut next = loop {
            if state.closed {
                return;
            }
            match state.next() {
                Some(next) => break next,
                None => state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let signals = Arc::new(Signals::new());
        let since = Instant::now();
        state.running.push(Running { id: next.id, gives_way: next.work.gives_way(), had: next.had, since, signals: signals.clone() });
        drop(state);
        let is_done = match engine(&mut engines, shared, next.work.variant()) {
            Ok(engine) => next.work.go_on(engine, &signals),
            Err(error) => {
                next.work.outbox().fail(error);
                true
            }
        };
        next.had += since.elapsed();
        let mut state = shared.lock();
        state.running.retain(|running| running.id != next.id);
        if state.closed && !is_done {
            next.work.outbox().closing();
        } else if !is_done && next.work.outbox().is_heard() {
            state.waiting.push(next);
        }
    }
}

/// The engine for a rule set. It has the tables for either repetition rule.
fn engine<'a>(engines: &'a mut HashMap<Variant, Engine>, shared: &Shared, variant: Variant) -> Result<&'a mut Engine, Failure> {
    match engines.entry(variant) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(place) => {
            let equipment = Equipment { variant, ..shared.equipment.clone() };
            let tables = equip(&equipment)?;
            Ok(place.insert(equipment.engine(tables)))
        }
    }
}

/// Interrupts those that have had their turn, as long as the pool is open.
fn watch(shared: &Shared) {
    let mut state = shared.lock();
    while !state.closed {
        state = if state.waiting.is_empty() {
            shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
        } else {
            state.interrupt(Instant::now());
            shared.changed.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0
        };
    }
}
