//! What a player can do wrong. It loses the game by it.

use std::time::Duration;
use thiserror::Error;

/// Why a player forfeits a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be started, or does not take what it is told at the start.
    #[error("it cannot be started: {0}")]
    NoStart(String),
    /// It does not have an option that it must have.
    #[error("it has no option `{name}`; it lists: {listed}")]
    NoOption {
        /// The option.
        name: String,
        /// Those that it has.
        listed: String,
    },
    /// It ended by itself.
    #[error("it ended by itself{}", after(.0))]
    Crash(String),
    /// It does not answer.
    #[error("no answer to `{question}` within {} ms", .waited.as_millis())]
    NoAnswer {
        /// What it was asked.
        question: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// What it answers is no move.
    #[error("the answer is `{0}`; expected bestmove and a letter")]
    Nonsense(String),
    /// The move is not legal.
    #[error("`{0}`: {1}")]
    IllegalMove(char, String),
    /// It took too long.
    #[error("{} ms used of {} ms", .used.as_millis(), .allowed.as_millis())]
    TimeLoss {
        /// The time it took.
        used: Duration,
        /// The time it had, the margin not counted.
        allowed: Duration,
    },
}

pub(super) fn after(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("; its last words: {words}") }
}

impl Fault {
    /// The names of all kinds.
    pub const NAMES: [&str; 7] = ["no-start", "no-option", "crash", "no-answer", "nonsense", "illegal-move", "time-loss"];

    /// The name of its kind: a reason for the end of a game.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Fault::NoStart(_) => "no-start",
            Fault::NoOption { .. } => "no-option",
            Fault::Crash(_) => "crash",
            Fault::NoAnswer { .. } => "no-answer",
            Fault::Nonsense(_) => "nonsense",
            Fault::IllegalMove(..) => "illegal-move",
            Fault::TimeLoss { .. } => "time-loss",
        }
    }

    /// Whether the player may be used again as it is.
    #[must_use]
    pub const fn is_harmless(&self) -> bool {
        matches!(self, Fault::TimeLoss { .. })
    }
}
