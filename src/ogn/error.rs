//! Why a text is no game file.

use crate::game::PlayError;
use crate::notation::PositionError;
use thiserror::Error;

/// What is wrong with a game file, and on which line (from 1).
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OgnError {
    /// Something that belongs to no game file, or not there.
    #[error("line {line}: {found}; expected {expected}")]
    Syntax {
        /// The line.
        line: usize,
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A tag whose value means nothing.
    #[error("line {line}: the tag {tag} is `{value}`; expected {expected}")]
    Value {
        /// The line.
        line: usize,
        /// The tag's name.
        tag: &'static str,
        /// Its value.
        value: String,
        /// What it could be.
        expected: &'static str,
    },
    /// A start that is no position of the rule set.
    #[error("line {line}: the tag FEN: {reason}")]
    Start {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: PositionError,
    },
    /// A move that cannot be played.
    #[error("line {line}: move {ply}, `{letter}`: {reason}")]
    Move {
        /// The line.
        line: usize,
        /// The number of the move in its game, from 1; a pass and each sowing of a kalah turn counts.
        ply: usize,
        /// Its letter.
        letter: char,
        /// What is wrong with it.
        reason: PlayError,
    },
}

impl OgnError {
    /// The line of the fault, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        match self {
            OgnError::Syntax { line, .. } | OgnError::Value { line, .. } | OgnError::Start { line, .. } | OgnError::Move { line, .. } => {
                *line
            }
        }
    }
}
