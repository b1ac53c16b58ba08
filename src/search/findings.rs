//! What a search finds.

use crate::board::Move;
use crate::score::Score;
use std::time::Duration;

/// Longest line that is told, in moves.
pub const MAX_LINE: usize = 40;

/// A move of the root and what was found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The move and the best play that follows, as far as it is known.
    pub moves: Vec<Move>,
    /// What the mover captures from here on minus what the opponent does.
    pub score: Score,
    /// Whether the score is the value for certain.
    pub exact: bool,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The best line alone, or one for each move, the best first. Empty if there is no legal move.
    pub lines: Vec<Line>,
    /// The deepest iteration that was finished.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}
