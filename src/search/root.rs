//! Where a search starts: the board, and what was played before it as far as that matters.

use crate::board::Board;
use crate::game::{Game, Repetition};
use crate::rules::Rules;
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
    /// Earlier boards since the last capture with the same player to move as at the root, and with the other one.
    pub(super) history: [Vec<Board>; 2],
    pub(super) marks: Marks,
}

impl Root {
    /// The root at the current position of a game. Takes marks from the table if there is a history.
    #[must_use]
    pub fn new<R: Rules>(game: &Game<R>, table: &mut TranspositionTable) -> Self {
        let board = game.position().board();
        let mut history = [Vec::new(), Vec::new()];
        if R::CAN_REPEAT {
            for (distance, &earlier) in game.history().iter().rev().enumerate().skip(1) {
                history[distance & 1].push(earlier);
            }
        }
        let marks = if history.iter().all(Vec::is_empty) { Marks::NONE } else { table.new_marks() };
        Root { board, seeds: board.seeds(), repetition: game.repetition(), history, marks }
    }

    /// Whether boards of the root's layer are worth something else because of what was played before.
    pub(super) fn has_history(&self) -> bool {
        self.marks != Marks::NONE
    }
}
