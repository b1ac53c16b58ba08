//! Counting: how many move sequences of exactly so many moves a board has. A pass is a move; a sequence that ends the game
//! earlier does not count; stores, majority and repetition are ignored.

use crate::board::{Board, Move};
use crate::rules::Rules;
use std::hint::black_box;

/// Move sequences of exactly `depth` moves. Each of the last moves is played too, not only counted, so that the
/// speed is that of playing moves.
#[must_use]
pub fn perft<R: Rules>(board: Board, depth: u32) -> u64 {
    let moves = R::moves(board);
    match depth {
        0 => 1,
        1 => {
            let mut count = 0;
            for mv in moves {
                black_box(R::play(board, mv));
                count += 1;
            }
            count
        }
        _ => moves.map(|mv| perft::<R>(R::play(board, mv).board, depth - 1)).sum(),
    }
}

/// The counts by first move, in the order of the pits. Empty for depth 0.
#[must_use]
pub fn divide<R: Rules>(board: Board, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    R::moves(board).map(|mv| (mv, perft::<R>(R::play(board, mv).board, rest))).collect()
}
