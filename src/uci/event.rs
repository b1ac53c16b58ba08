//! What a session hears of.

use crate::engine::Engine;
use std::time::Instant;

/// A thing that happened.
pub(super) enum Event {
    /// A line came in, and when.
    Line(String, Instant),
    /// A line came in that is too long to be one.
    TooLong,
    /// No further line will.
    End,
    /// The search has something to say.
    Info(String),
    /// The search has ended.
    Done(Box<Finished>),
    /// The thread that searches is no more.
    Lost,
}

/// What a search leaves.
pub(super) struct Finished {
    /// The engine, for the next one.
    pub engine: Engine,
    /// What was found.
    pub info: String,
    /// The answer.
    pub best_move: String,
}
