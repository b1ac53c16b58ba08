//! Checking a layer by another road: every value must be what its board's moves make of the values of their successors.
//!
//! This plays moves forwards only and shares no code with the unmoves. It does not prove a value that is carried round a cycle: if all
//! boards of a cycle were wrong in step, each would still follow from the others.

use crate::board::Board;
use crate::index::{boards_from, layer_size, rank};
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use rayon::prelude::*;
use thiserror::Error;

/// A value that does not follow from those of the board's successors.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("board {board:?} (mover / opponent) has value {found}, but its moves make {expected}")]
pub struct Contradiction {
    /// The board.
    pub board: Board,
    /// What the table says.
    pub found: Value,
    /// What its successors' values make it.
    pub expected: i32,
}

const CHUNK: u64 = 1 << 16;

/// Checks every board of the layer of `seeds`. `layers[m]` must hold the layer of m seeds, one signed byte a board, for all m up to and with `seeds`.
///
/// # Errors
/// The contradiction of the lowest rank.
///
/// # Panics
/// If a layer is missing or too short.
pub fn follows<R: Rules>(seeds: u32, layers: &[&[u8]]) -> Result<(), Contradiction> {
    let chunks = layer_size(seeds).div_ceil(CHUNK);
    let contradiction = (0..chunks as usize).into_par_iter().find_map_first(|chunk| {
        let first = chunk as u64 * CHUNK;
        let values = layers[seeds as usize][first as usize..].iter().take(CHUNK as usize);
        boards_from(seeds, first).zip(values).find_map(|(board, &byte)| {
            let (found, expected) = (byte as Value, from_successors::<R>(board, seeds, layers));
            (i32::from(found) != expected).then_some(Contradiction { board, found, expected })
        })
    });
    contradiction.map_or(Ok(()), Err)
}

/// The best of a board's moves, by the values of the boards that they lead to.
fn from_successors<R: Rules>(board: Board, seeds: u32, layers: &[&[u8]]) -> i32 {
    let worth = |mv| {
        let played = R::play(board, mv);
        let gain = i32::from(played.gain);
        let rest = i32::from(layers[(seeds - u32::from(played.gain)) as usize][rank(played.board) as usize] as Value);
        if played.again { gain + rest } else { gain - rest }
    };
    R::moves(board).map(worth).max().unwrap_or_else(|| swept_difference(board))
}
