//! Where a search starts: the board, and what was played before it as far as that matters.

use crate::board::Board;
use crate::game::{Game, Repetition};
use crate::rules::Rules;
use crate::score::{Score, Value};
use crate::search::bounds::{Bounds, Targets};
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
        let marks = if R::CAN_REPEAT { table.new_marks() } else { Marks::NONE };
        Self::of(game, marks)
    }

    /// The root at the current position of a game, with these marks.
    #[must_use]
    pub fn of<R: Rules>(game: &Game<R>, marks: Marks) -> Self {
        let board = game.position().board();
        let mut history = [Vec::new(), Vec::new()];
        if R::CAN_REPEAT {
            for (distance, &earlier) in game.history().iter().rev().enumerate() {
                history[distance & 1].push(earlier);
            }
        }
        Root { board, seeds: board.seeds(), repetition: game.repetition(), history, marks }
    }

    /// Whether nothing was played before the root since the last capture: its worth is what a table says, but that of a board after it need not be.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.history.iter().map(Vec::len).sum::<usize>() <= 1
    }

    /// Whether all seeds go to somebody though positions can come back, so that forced tables bound a score.
    #[must_use]
    #[inline]
    pub fn is_bounded<R: Rules>(&self) -> bool {
        R::CAN_REPEAT && self.repetition == Repetition::OwnSide
    }

    /// What forced tables prove of the root. It is no end itself, and play that comes nearer to its end never returns to it.
    #[must_use]
    pub fn bounds<R: Rules>(&self, endgames: &impl Endgames) -> Option<Bounds> {
        let forced = if self.is_bounded::<R>() { endgames.forced(self.board, self.seeds)? } else { return None };
        Some(Bounds::of(self.targets_after_move(endgames).held(forced, 0), self.seeds))
    }

    /// The numbers that hold where no way leads to the root itself.
    pub(super) fn targets_after_move(&self, endgames: &impl Endgames) -> Targets {
        let [same, other] = &self.history;
        // The root is the last of the game's boards, so the first here.
        Targets::new([same[1.min(same.len())..].iter(), other.iter()], self.seeds, endgames)
    }

    /// The numbers that hold anywhere in the root's layer.
    pub(super) fn targets(&self, endgames: &impl Endgames) -> Targets {
        Targets::new(self.history.each_ref().map(|boards| boards.iter()), self.seeds, endgames)
    }

    /// The root's score by tables, if it is exact: the value if nothing was played before and a repetition is worth 0, or bounds that meet.
    #[must_use]
    pub fn exact_score<R: Rules>(&self, endgames: &impl Endgames) -> Option<Score> {
        let value = self.exact_value::<R>(endgames).map(|value| Score::from_seeds(i32::from(value)));
        value.or_else(|| self.bounds::<R>(endgames)?.exact())
    }

    /// The root's value by a table, if it is exact: nothing was played before, and a repetition is worth 0.
    #[must_use]
    pub fn exact_value<R: Rules>(&self, endgames: &impl Endgames) -> Option<Value> {
        let exact = !R::CAN_REPEAT || self.is_fresh() && self.repetition == Repetition::Split;
        exact.then(|| endgames.value(self.board, self.seeds)).flatten()
    }
}
