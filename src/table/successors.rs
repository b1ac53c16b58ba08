//! The value of a board that a packed file leaves out: what its moves make of the boards that they lead to, which no file leaves out.

use crate::board::Board;
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use crate::variant::Variant;
use crate::with_rules;

/// The best of a board's moves; `None` if the value of a board that one leads to is unknown.
pub(super) fn from_successors(variant: Variant, board: Board, value: impl Fn(Board) -> Option<Value>) -> Option<Value> {
    with_rules!(variant, R => best::<R>(board, value))
}

fn best<R: Rules>(board: Board, value: impl Fn(Board) -> Option<Value>) -> Option<Value> {
    let mut best = None;
    for mv in R::moves(board) {
        let played = R::play(board, mv);
        best = best.max(Some(played.value(value(played.board)?)));
    }
    Some(best.unwrap_or_else(|| swept_difference(board) as Value))
}

#[cfg(test)]
mod tests {
    use super::super::tiles::has_no_gap;
    use super::*;
    use crate::index::boards_from;

    #[test]
    fn no_move_leads_to_a_board_without_a_gap_where_the_rules_say_so() {
        fn check<R: Rules>() {
            for board in (0..=9).flat_map(|seeds| boards_from(seeds, 0)) {
                for mv in R::moves(board) {
                    assert!(!has_no_gap(R::play(board, mv).board.opponent), "{} {board:?} {mv:?}", R::NAME);
                }
            }
            // Sowings of more than a lap.
            for board in boards_from(26, 0).step_by(9_973) {
                for mv in R::moves(board) {
                    assert!(!has_no_gap(R::play(board, mv).board.opponent), "{} {board:?} {mv:?}", R::NAME);
                }
            }
        }
        for variant in Variant::ALL {
            with_rules!(variant, R => if <R as Rules>::LEAVES_A_GAP { check::<R>() });
        }
    }
}
