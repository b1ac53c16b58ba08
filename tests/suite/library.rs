//! The library in the terms of the naive referee, so that both can be held against the same data.

use crate::naive::{Outcome, Pits, RuleSet};
use oware::board::{Board, Move};
use oware::perft;
use oware::rules::Rules;
use oware::variant::Variant;
use oware::with_rules;

pub fn board(pits: &Pits) -> Board {
    Board::from_pits(*pits).expect("at most 72 seeds")
}

pub fn variant(rules: RuleSet) -> Variant {
    rules.name().parse().expect("the library has all six rule sets")
}

/// Each legal move by number, 6 the pass, and what it does.
pub fn outcomes(rules: RuleSet, pits: &Pits) -> Vec<(usize, Outcome)> {
    fn of<R: Rules>(board: Board) -> Vec<(usize, Outcome)> {
        let outcome = |mv: Move| {
            let played = R::play(board, mv);
            (mv.index(), Outcome { gain: played.gain, after: played.board.pits(), same_player: played.again })
        };
        R::moves(board).map(outcome).collect()
    }
    with_rules!(variant(rules), R => of::<R>(board(pits)))
}

pub fn perft(rules: RuleSet, pits: &Pits, depth: u32) -> u64 {
    with_rules!(variant(rules), R => perft::perft::<R>(board(pits), depth))
}
