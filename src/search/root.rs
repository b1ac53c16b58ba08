//! Where a search starts: the board, and what was played before it as far as that matters.

use crate::board::Board;
use crate::game::{Game, Repetition};
use crate::rules::Rules;
use crate::score::Value;
use crate::search::endgames::Endgames;
use crate::search::transposition::{Marks, TranspositionTable};

/// The root of a search.
#[derive(Clone, Debug)]
pub struct Root {
    /// The board, seen from the mover.
    pub board: Board,
    /// Its seeds.
    pub seeds: u32,
    /// The rule for positions that come back.
    pub repetition: Repetition,
    /// The boards since the last capture with the same player to move as at the root, the root's own among them, and with the other one.
    /// Empty if no position can come back.
    pub(super) history: [Vec<Board>; 2],
    pub(super) marks: Marks,
}

impl Root {
    /// The root at the current position of a game. Takes marks from the table if positions can come back.
    #[must_use]
    pub fn new<R: Rules>(game: &Game<R>, table: &mut TranspositionTable) -> Self {
        let board = game.position().board();
        let mut history = [Vec::new(), Vec::new()];
        if R::CAN_REPEAT {
            for (distance, &earlier) in game.history().iter().rev().enumerate() {
                history[distance & 1].push(earlier);
            }
        }
        let marks = if history.iter().all(Vec::is_empty) { Marks::NONE } else { table.new_marks() };
        Root { board, seeds: board.seeds(), repetition: game.repetition(), history, marks }
    }

    /// Whether nothing was played before the root since the last capture: its worth is what a table says, but that of a board after it need not be.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.history.iter().map(Vec::len).sum::<usize>() <= 1
    }

    /// The root's value by a table, if it is exact: nothing was played before, and a repetition is worth 0.
    #[must_use]
    pub fn exact_value<R: Rules>(&self, endgames: &impl Endgames) -> Option<Value> {
        let exact = !R::CAN_REPEAT || self.is_fresh() && self.repetition == Repetition::Split;
        exact.then(|| endgames.value(self.board, self.seeds)).flatten()
    }
}
