//! What can be wrong with the text of a book.

use thiserror::Error;

/// What helps against a book that cannot be used.
const REMEDY: &str = "build the book again with `build-book`";

/// Why a text is no book. Lines are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BookError {
    /// A line of the head is missing or another one.
    #[error("line {line}: found `{found}`; expected {expected}; {REMEDY}")]
    Head {
        /// Its number.
        line: usize,
        /// What stands there.
        found: String,
        /// What belongs there.
        expected: String,
    },
    /// A position that is none.
    #[error("line {line}: found `{found}`; expected twelve numbers of seeds joined by `-`, at most {max} seeds in all; {REMEDY}")]
    Board {
        /// The line's number.
        line: usize,
        /// What stands there.
        found: String,
        /// Most seeds that the rule set plays with.
        max: u32,
    },
    /// A move that is none.
    #[error(
        "line {line}: found `{found}`; expected a move A to F or `-` and a score in hundredths of a seed with its sign, such as F-15; {REMEDY}"
    )]
    Move {
        /// The line's number.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// Not the legal moves, each once.
    #[error("line {line}: the moves are `{found}`; expected each legal move once, `{expected}`; {REMEDY}")]
    Moves {
        /// The line's number.
        line: usize,
        /// The letters of those that stand there.
        found: String,
        /// The letters of those that are legal.
        expected: String,
    },
    /// A position stands twice.
    #[error("line {line}: the position of line {first} again; expected each position once; {REMEDY}")]
    Twice {
        /// The second line's number.
        line: usize,
        /// The first line's number.
        first: usize,
    },
    /// Moves out of order.
    #[error("line {line}: the moves are out of order; expected the highest score first; {REMEDY}")]
    Order {
        /// The line's number.
        line: usize,
    },
    /// A score that does not follow from those of the position after the move.
    #[error("line {line}: {letter} has the score {found}; expected {expected}, by the best move of line {after}; {REMEDY}")]
    Score {
        /// The line's number.
        line: usize,
        /// The move's letter.
        letter: char,
        /// Its score, in hundredths of a seed.
        found: i16,
        /// The score that follows.
        expected: i16,
        /// The line of the position after the move.
        after: usize,
    },
    /// Lines are missing, or too many.
    #[error("{found} positions; expected {expected}, as the head says; {REMEDY}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}
