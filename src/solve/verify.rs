//! Checking a layer by another road: every value must be what its board's moves make of the values of their successors.
//!
//! This plays moves forwards only and shares no code with the solver. It does not prove a value that is carried round a cycle: if all
//! boards of a cycle were wrong in step, each would still follow from the others. [`super::prove`] does. Where no position can come back
//! (kalah) there are no cycles, and if all lower layers follow as well, each value is proven.

use super::contradiction::{Contradiction, Quantity, Road};
use crate::board::Board;
use crate::index::{boards_from, layer_size, rank};
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use crate::table::Kind;
use rayon::prelude::*;

const CHUNK: u64 = 1 << 16;

/// Checks every board of the layer of `seeds`. `layers[m]` must hold the layer of m seeds as a table of that kind has it
/// ([`crate::table::TableId::values`]), one signed byte a value, for all m up to and with `seeds`.
///
/// # Errors
/// The contradiction of the lowest rank.
///
/// # Panics
/// If a layer is missing or too short.
pub fn follows<R: Rules>(kind: Kind, seeds: u32, layers: &[&[u8]]) -> Result<(), Contradiction> {
    match kind {
        Kind::Shared => check::<1>(seeds, [Quantity::Difference], layers, |board| [difference::<R>(board, layers)]),
        Kind::Forced => check::<2>(seeds, [Quantity::Mover, Quantity::Opponent], layers, |board| forced::<R>(board, layers)),
    }
}

/// Holds the numbers of each board, one a plane of the table, against what they are expected to be.
fn check<const PLANES: usize>(
    seeds: u32,
    quantities: [Quantity; PLANES],
    layers: &[&[u8]],
    expected: impl Fn(Board) -> [i32; PLANES] + Sync,
) -> Result<(), Contradiction> {
    let chunks = layer_size(seeds).div_ceil(CHUNK);
    let contradiction = (0..chunks as usize).into_par_iter().find_map_first(|chunk| {
        let first = chunk as u64 * CHUNK;
        boards_from(seeds, first).take(CHUNK as usize).zip(first..).find_map(|(board, rank)| {
            let expected = expected(board);
            (0..PLANES).find_map(|plane| {
                let (found, expected) = (number(layers, seeds, plane, rank), expected[plane]);
                (found != expected).then_some(Contradiction { board, quantity: quantities[plane], found, expected, road: Road::Successors })
            })
        })
    });
    contradiction.map_or(Ok(()), Err)
}

/// What the tables say of the board of this rank, in this plane.
#[inline]
fn number(layers: &[&[u8]], seeds: u32, plane: usize, rank: u64) -> i32 {
    let first = if plane == 0 { 0 } else { layer_size(seeds) };
    i32::from(layers[seeds as usize][(first + rank) as usize] as Value)
}

/// The best of a board's moves, by the values of the boards that they lead to.
fn difference<R: Rules>(board: Board, layers: &[&[u8]]) -> i32 {
    let worth = |mv| {
        let played = R::play(board, mv);
        let gain = i32::from(played.gain);
        let rest = number(layers, played.board.seeds(), 0, rank(played.board));
        if played.again { gain + rest } else { gain - rest }
    };
    R::moves(board).map(worth).max().unwrap_or_else(|| swept_difference(board))
}

/// What the mover can force, by the best of the moves, and what the opponent can force, whatever the mover does.
fn forced<R: Rules>(board: Board, layers: &[&[u8]]) -> [i32; 2] {
    let worths = R::moves(board).map(|mv| {
        let played = R::play(board, mv);
        // The next to move is the opponent, whose own part is the mover's plane there; only kalah, which has no such tables, moves again.
        let [next, other] = [0, 1].map(|plane| number(layers, played.board.seeds(), plane, rank(played.board)));
        let gain = i32::from(played.gain);
        if played.again { [gain + next, other] } else { [gain + other, next] }
    });
    let best = worths.reduce(|[mover, opponent], [m, o]| [mover.max(m), opponent.min(o)]);
    best.unwrap_or_else(|| [board.mover, board.opponent].map(|row| row.seeds() as i32))
}
