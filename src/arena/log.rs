//! The log of a match: every line that is said between it and the external engines, with the time.
//!
//! A line of it: seconds since the match began, the player with the number of its process, `>` for what it was told, `<` for what it said and `!` for what it
//! said on standard error, and the line: `    1.204 first#2 < bestmove F`.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A log that many engines write to.
#[derive(Clone)]
pub struct Log(Arc<Shared>);

struct Shared {
    begun: Instant,
    engines: AtomicUsize,
    out: Mutex<Out>,
}

/// Where the log goes, and what went wrong first.
struct Out {
    to: Box<dyn Write + Send>,
    fault: Option<io::Error>,
}

/// The part of one process in a log.
#[derive(Clone, Debug)]
pub struct Channel {
    log: Log,
    name: String,
}

/// Which way a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the engine.
    Told,
    /// From its standard output.
    Said,
    /// From its standard error.
    Complained,
}

impl Log {
    /// A log that begins now.
    #[must_use]
    pub fn new(to: Box<dyn Write + Send>) -> Self {
        let out = Mutex::new(Out { to, fault: None });
        Log(Arc::new(Shared { begun: Instant::now(), engines: AtomicUsize::new(0), out }))
    }

    /// What one more process of a player writes to.
    #[must_use]
    pub fn channel(&self, player: &str) -> Channel {
        let number = self.0.engines.fetch_add(1, Relaxed) + 1;
        Channel { log: self.clone(), name: format!("{player}#{number}") }
    }

    /// What went wrong first, if anything: lines are missing from then on.
    #[must_use]
    pub fn fault(&self) -> Option<io::Error> {
        self.0.out.lock().unwrap_or_else(PoisonError::into_inner).fault.take()
    }
}

impl Channel {
    /// Writes a line down.
    pub fn add(&self, way: Way, line: &str) {
        let Out { to, fault } = &mut *self.log.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = self.log.0.begun.elapsed().as_secs_f64();
        let way = match way {
            Way::Told => '>',
            Way::Said => '<',
            Way::Complained => '!',
        };
        let line = format!("{seconds:9.3} {} {way} {}\n", self.name, line.trim_end());
        if let Err(error) = to.write_all(line.as_bytes()) {
            fault.get_or_insert(error);
        }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// Two are the same if they write to the same place.
impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Log {}
