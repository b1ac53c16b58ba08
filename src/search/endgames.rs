//! What the search asks of endgame tables.

use crate::board::Board;
use crate::score::{Forced, Value};

/// Knows small boards.
pub trait Endgames: Sync {
    /// The value of a board with `seeds` seeds: what its mover captures from here on minus what the opponent does, if play that
    /// never ends is worth 0 and nothing was played before. `None` if it is not known.
    fn value(&self, board: Board, seeds: u32) -> Option<Value>;

    /// What each player can force on a board with `seeds` seeds, if nothing was played before. `None` if it is not known.
    fn forced(&self, board: Board, seeds: u32) -> Option<Forced>;

    /// No board with more seeds is known.
    fn most_seeds(&self) -> u32;
}
