//! The thread that searches.

use crate::engine::Engine;
use crate::engine::level::Level;
use crate::game::Repetition;
use crate::search::evaluation::Evaluate;
use crate::search::limits::Limits;
use crate::search::signals::Signals;
use crate::uci::answer;
use crate::uci::event::{Event, Finished};
use crate::uci::setup::Setup;
use crate::with_rules;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

/// A search to do.
pub(super) struct Job {
    pub engine: Engine,
    pub setup: Setup,
    pub repetition: Repetition,
    pub level: Level,
    /// Times in it count from `asked`.
    pub limits: Limits,
    /// When it was asked for.
    pub asked: Instant,
    pub signals: Arc<Signals>,
}

/// Stack of the thread, which may search itself: see `search/iteration.rs`.
const STACK_SIZE: usize = 16 << 20;

/// Starts the thread. It does what it is given, tells of it, and ends when nobody gives it anything any more.
pub(super) fn start(events: Sender<Event>) -> io::Result<Sender<Job>> {
    let (jobs, given) = channel();
    thread::Builder::new().name("search".to_owned()).stack_size(STACK_SIZE).spawn(move || work(&given, events))?;
    Ok(jobs)
}

fn work(jobs: &Receiver<Job>, events: Sender<Event>) {
    // Also if a search should panic: whoever waits for its end must not wait forever.
    let last_words = LastWords(events);
    let events = &last_words.0;
    for job in jobs {
        let done = with_rules!(job.setup.variant(), R => answer::<R>(job, events));
        if events.send(Event::Done(Box::new(done))).is_err() {
            return;
        }
    }
}

struct LastWords(Sender<Event>);

impl Drop for LastWords {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Lost);
    }
}

fn answer<R: Evaluate>(job: Job, events: &Sender<Event>) -> Finished {
    let Job { mut engine, setup, repetition, level, mut limits, asked, signals } = job;
    let game = setup.game::<R>(repetition);
    // If nobody listens any more, the search is told to stop as well.
    let mut tell = |analysis: &_| drop(events.send(Event::Info(answer::info(&game, analysis))));
    for limit in [&mut limits.time, &mut limits.enough] {
        *limit = limit.map(|limit| limit.saturating_sub(asked.elapsed()));
    }
    let analysis = engine.play(&game, level, limits, &signals, &mut tell);
    Finished { info: answer::info(&game, &analysis), best_move: answer::best_move(&game, &analysis), engine }
}
