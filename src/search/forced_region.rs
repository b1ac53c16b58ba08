//! What both sides can force after each move of a root inside the range of the forced tables, the game's history included.
//!
//! The numbers of a table are those of a board without history; `bounds.rs` says what is left of them in the root's layer. Where the boards that
//! can be reached there are few enough, the numbers themselves are found again with the positions of the history as ends of the game: the least
//! fixed point of the two equations, from 0 up, on these boards alone, whose captures are valued by the tables below.

use crate::board::Move;
use crate::rules::Rules;
use crate::score::Forced;
use crate::search::bounds::Bounds;
use crate::search::endgames::Endgames;
use crate::search::limits::Budget;
use crate::search::reach::{BOARDS_PER_LOOK, Reached, explore, predecessors};
use crate::search::root::Root;
use std::collections::VecDeque;

/// The bounds of each move of the root, for its mover. `None` if the boards are too many, its part of the budget went into it, or a table is missing.
pub(super) fn solve<R: Rules>(root: &Root, endgames: &impl Endgames, budget: &Budget<'_>) -> Option<Vec<(Move, Bounds)>> {
    if !root.is_bounded::<R>() {
        return None;
    }
    endgames.forced(root.board, root.seeds)?;
    // Of the moves that leave the layer, the most that the mover gets and the least that the opponent does.
    let mut leaving: Vec<Option<Forced>> = Vec::new();
    let after_capture = |played: crate::rules::Played| {
        let forced = endgames.forced(played.board, root.seeds - u32::from(played.gain))?;
        Some(Forced { mover: played.gain + forced.opponent, opponent: forced.mover })
    };
    let reached = explore::<R>(root, budget, |i, played| {
        leaving.resize(leaving.len().max(i + 1), None);
        leaving[i] = Some(better(leaving[i], after_capture(played)?));
        Some(())
    })?;
    leaving.resize(reached.len(), None);
    let found = least_fixed_point(&reached, &leaving, budget)?;
    let mut successors = reached[0].successors.iter();
    R::moves(root.board)
        .map(|mv| {
            let played = R::play(root.board, mv);
            let forced = if played.gain > 0 {
                after_capture(played)?
            } else {
                let after = found[*successors.next()? as usize];
                Forced { mover: after.opponent, opponent: after.mover }
            };
            Some((mv, Bounds::of(forced, root.seeds)))
        })
        .collect()
}

/// What a mover who has one choice more can force, and what the opponent still can.
fn better(before: Option<Forced>, choice: Forced) -> Forced {
    before.map_or(choice, |before| Forced { mover: before.mover.max(choice.mover), opponent: before.opponent.min(choice.opponent) })
}

/// `None` if the budget runs out.
fn least_fixed_point(reached: &[Reached], leaving: &[Option<Forced>], budget: &Budget<'_>) -> Option<Vec<Forced>> {
    let predecessors = predecessors(reached);
    let mut found = vec![Forced { mover: 0, opponent: 0 }; reached.len()];
    // What is farthest from the root is nearest to an end.
    let mut queue: VecDeque<u32> = (0..reached.len() as u32).rev().collect();
    let mut queued = vec![true; reached.len()];
    let mut done = 0_usize;
    while let Some(i) = queue.pop_front() {
        done += 1;
        if done.is_multiple_of(BOARDS_PER_LOOK) && budget.is_over() {
            return None;
        }
        let i = i as usize;
        queued[i] = false;
        let Reached { board, is_end, successors } = &reached[i];
        let numbers = if *is_end {
            Forced { mover: board.mover.seeds() as u8, opponent: board.opponent.seeds() as u8 }
        } else {
            let staying = successors.iter().map(|&next| {
                let after = found[next as usize];
                Forced { mover: after.opponent, opponent: after.mover }
            });
            staying.fold(leaving[i], |before, choice| Some(better(before, choice))).expect("a board that is no end has a move")
        };
        if numbers != found[i] {
            found[i] = numbers;
            for &before in &predecessors[i] {
                if !std::mem::replace(&mut queued[before as usize], true) {
                    queue.push_back(before);
                }
            }
        }
    }
    Some(found)
}
