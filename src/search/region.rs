//! The region of a root inside table range: the boards of its layer that can be reached from it without a capture, solved with the game's
//! history.
//!
//! A table values a board as if nothing had been played before. In a game, a position that comes back ends it (see case 3 of the
//! [module above](super)), so a board's table value may rest on a line that history cuts short. Under `split` such an end is worth 0. Then the boards of
//! the history are ends of the game like any other, and what remains is a layer in small: the same levels and counters as in
//! the solver (`src/solve.rs`), on the boards of the region alone, whose captures are valued by the tables below. That play which
//! repeats a position *after* the root is worth 0 too is what the solver assumes of endless play.
//!
//! So each move of the root gets its exact value, and the order in which boards get determined shows the way: a won board has a
//! successor that was determined before it.

use crate::board::{Board, Move, Moves};
use crate::game::Repetition;
use crate::rules::{Rules, swept_difference};
use crate::score::{Score, Value};
use crate::search::endgames::Endgames;
use crate::search::findings::{Line, MAX_LINE};
use crate::search::limits::Budget;
use crate::search::reach::{Reached, explore, predecessors};
use crate::search::root::Root;

/// A board of the region.
struct Node {
    board: Board,
    /// The best of what leaves the layer or ends the game; below every value if nothing does.
    best: Value,
    /// Moves that stay in the layer, minus those whose successor is determined as won for the opponent.
    open: u8,
    /// The value, once it is determined, and how many were determined before.
    determined: Option<(Value, u32)>,
    /// Where the moves that stay lead.
    successors: Vec<u32>,
    /// Whether the game is over there.
    is_end: bool,
}

impl Node {
    fn value(&self) -> Value {
        self.determined.map_or(0, |(value, _)| value)
    }
}

/// The region of a root; the root is its first node.
struct Region {
    nodes: Vec<Node>,
    predecessors: Vec<Vec<u32>>,
}

/// The value of each of the root's moves, the best first, with the play that follows in the layer. `None` if the region is too large, its part of the budget
/// went into it, a table is missing, or the repetition rule makes worth depend on more than boards.
pub(super) fn solve<R: Rules>(root: &Root, endgames: &impl Endgames, budget: &Budget<'_>) -> Option<Vec<Line>> {
    if !R::CAN_REPEAT || root.repetition != Repetition::Split {
        return None;
    }
    endgames.value(root.board, root.seeds)?;
    let mut region = Region::explore::<R>(root, endgames, budget)?;
    region.determine(root.seeds as Value, budget)?;
    Some(region.lines::<R>(root, endgames))
}

impl Region {
    /// Finds the boards of the region.
    fn explore<R: Rules>(root: &Root, endgames: &impl Endgames, budget: &Budget<'_>) -> Option<Self> {
        let mut best: Vec<Value> = Vec::new();
        let reached = explore::<R>(root, budget, |i, played| {
            best.resize(best.len().max(i + 1), Value::MIN);
            best[i] = best[i].max(leaving_value(root, endgames, played.board, played.gain)?);
            Some(())
        })?;
        best.resize(reached.len(), Value::MIN);
        let predecessors = predecessors(&reached);
        let nodes = reached.into_iter().zip(best).map(|(Reached { board, is_end, successors }, best)| {
            // A position that came back is worth nothing.
            let over = if R::moves(board).is_empty() { swept_difference(board) as Value } else { 0 };
            let best = if is_end { over } else { best };
            Node { board, best, open: successors.len() as u8, determined: None, successors, is_end }
        });
        Some(Region { nodes: nodes.collect(), predecessors })
    }

    /// Determines the value of every board that is not 0, level by level as the solver does. `None` if the budget runs out.
    fn determine(&mut self, seeds: Value, budget: &Budget<'_>) -> Option<()> {
        let mut count = 0;
        for level in (1..=seeds).rev() {
            if budget.is_over() {
                return None;
            }
            let settled = |node: &Node| node.best == level || (node.best == -level && node.open == 0);
            let mut queue: Vec<u32> = Vec::new();
            for i in 0..self.nodes.len() {
                if self.nodes[i].determined.is_none() && settled(&self.nodes[i]) {
                    self.nodes[i].determined = Some((self.nodes[i].best, count));
                    count += 1;
                    queue.push(i as u32);
                }
            }
            // First in, first out: what is determined later is farther from its end.
            let mut next = 0;
            while let Some(&i) = queue.get(next) {
                next += 1;
                let lost = self.nodes[i as usize].value() < 0;
                for p in 0..self.predecessors[i as usize].len() {
                    let before = self.predecessors[i as usize][p];
                    let node = &mut self.nodes[before as usize];
                    if node.determined.is_some() {
                        continue;
                    }
                    node.open -= u8::from(!lost);
                    if lost || (node.open == 0 && node.best <= -level) {
                        node.determined = Some((if lost { level } else { -level }, count));
                        count += 1;
                        queue.push(before);
                    }
                }
            }
        }
        Some(())
    }

    /// The root's moves with their values and lines, the best first; of equals, what captures most, then what wins sooner or loses later.
    fn lines<R: Rules>(&self, root: &Root, endgames: &impl Endgames) -> Vec<Line> {
        let mut lines: Vec<((Value, u8, i64), Line)> = self
            .steps::<R>(root, endgames, 0)
            .into_iter()
            .map(|step| {
                let mut moves = vec![step.mv];
                let mut at = step.successor;
                while let Some(best) = at.filter(|_| moves.len() < MAX_LINE).and_then(|at| self.best_step::<R>(root, endgames, at)) {
                    moves.push(best.mv);
                    at = best.successor;
                }
                let line = Line { moves, score: Score::from_seeds(i32::from(step.value)), exact: true };
                (step.preference(), line)
            })
            .collect();
        lines.sort_by_key(|&(preference, _)| std::cmp::Reverse(preference));
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// What each move of a board does. None if the game is over there.
    fn steps<R: Rules>(&self, root: &Root, endgames: &impl Endgames, at: u32) -> Vec<Step> {
        let node = &self.nodes[at as usize];
        let mut successors = node.successors.iter();
        let moves = if node.is_end { Moves::NONE } else { R::moves(node.board) };
        moves
            .map(|mv| {
                let played = R::play(node.board, mv);
                if played.gain > 0 {
                    let value = leaving_value(root, endgames, played.board, played.gain).expect("the table was asked before");
                    return Step { mv, value, gain: played.gain, order: 0, successor: None };
                }
                let successor = *successors.next().expect("a successor for each move that stays");
                let after = &self.nodes[successor as usize];
                let order = after.determined.map_or(0, |(_, order)| i64::from(order));
                Step { mv, value: -after.value(), gain: 0, order, successor: Some(successor) }
            })
            .collect()
    }

    fn best_step<R: Rules>(&self, root: &Root, endgames: &impl Endgames, at: u32) -> Option<Step> {
        self.steps::<R>(root, endgames, at).into_iter().max_by_key(Step::preference)
    }
}

/// What a move out of the layer is worth.
fn leaving_value(root: &Root, endgames: &impl Endgames, after: Board, gain: u8) -> Option<Value> {
    // Positions come back only in rule sets without extra turns.
    Some(gain as Value - endgames.value(after, root.seeds - u32::from(gain))?)
}

/// A move inside the region.
struct Step {
    mv: Move,
    value: Value,
    gain: u8,
    /// How many boards were determined before the one that it leads to.
    order: i64,
    successor: Option<u32>,
}

impl Step {
    fn preference(&self) -> (Value, u8, i64) {
        (self.value, self.gain, if self.value > 0 { -self.order } else { self.order })
    }
}
