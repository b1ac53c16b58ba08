//! The boards of a root's layer that can be reached from it without a capture, whose turn it is included: the history is one of positions.

use crate::board::Board;
use crate::rules::{Played, Rules};
use crate::search::limits::Budget;
use crate::search::root::Root;
use std::collections::HashMap;

/// Most boards that are looked at; where there are more, all is left to the search. All boards of layer 8, for both players to move, fit in.
const MOST_BOARDS: usize = 1 << 18;

/// Boards between two looks at the budget.
pub(super) const BOARDS_PER_LOOK: usize = 512;

/// A board that can be reached.
pub(super) struct Reached {
    pub board: Board,
    /// Whether the game is over there: no move is left, or the position came before. The root as a start is no end, but coming back to it is one.
    pub is_end: bool,
    /// Where the moves that stay in the layer lead, in the order of the moves.
    pub successors: Vec<u32>,
}

/// Finds the boards, the root first, and calls `capture` for each move that leaves the layer with the number of its board.
/// `None` if there are too many, its part of the budget went into it, or `capture` says so.
pub(super) fn explore<R: Rules>(
    root: &Root,
    budget: &Budget<'_>,
    mut capture: impl FnMut(usize, Played) -> Option<()>,
) -> Option<Vec<Reached>> {
    let mut reached: Vec<Reached> = Vec::new();
    let mut found: HashMap<(Board, usize), u32> = HashMap::new();
    let mut places: Vec<(Board, usize)> = vec![(root.board, 0)];
    let mut next = 0;
    while next < places.len() {
        if next % BOARDS_PER_LOOK == 0 && (places.len() > MOST_BOARDS || !budget.take_before_search(BOARDS_PER_LOOK as u64)) {
            return None;
        }
        let (board, side) = places[next];
        let moves = R::moves(board);
        let is_end = moves.is_empty() || next > 0 && root.history[side].contains(&board);
        let mut successors = Vec::new();
        for mv in moves.filter(|_| !is_end) {
            let played = R::play(board, mv);
            if played.gain > 0 {
                capture(next, played)?;
                continue;
            }
            let place = (played.board, side ^ 1);
            successors.push(*found.entry(place).or_insert_with(|| {
                places.push(place);
                places.len() as u32 - 1
            }));
        }
        reached.push(Reached { board, is_end, successors });
        next += 1;
    }
    Some(reached)
}

/// For each board, from which a move leads there.
pub(super) fn predecessors(reached: &[Reached]) -> Vec<Vec<u32>> {
    let mut predecessors = vec![Vec::new(); reached.len()];
    for (i, from) in reached.iter().enumerate() {
        for &successor in &from.successors {
            predecessors[successor as usize].push(i as u32);
        }
    }
    predecessors
}
