//! A value of a table that a check finds to be wrong.

use crate::board::Board;
use std::fmt;
use thiserror::Error;

/// What a number of a table says of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The difference that the mover gets (kind shared).
    Difference,
    /// Seeds that the mover can force (kind forced).
    Mover,
    /// Seeds that the opponent can force (kind forced).
    Opponent,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantity::Difference => "the value",
            Quantity::Mover => "what the mover can force",
            Quantity::Opponent => "what the opponent can force",
        })
    }
}

/// How a check came to another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// By what the table says of the boards one move further.
    Successors,
    /// By solving the layer again.
    Proof,
}

impl fmt::Display for Road {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Road::Successors => "its moves make it",
            Road::Proof => "the proof makes it",
        })
    }
}

/// A number of a table that is not what a check makes it.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("board {board:?} (mover / opponent): {quantity} is {found} in the table, but {road} {expected}")]
pub struct Contradiction {
    /// The board.
    pub board: Board,
    /// Which number.
    pub quantity: Quantity,
    /// What the table says.
    pub found: i32,
    /// What the check makes it.
    pub expected: i32,
    /// Which check.
    pub road: Road,
}
