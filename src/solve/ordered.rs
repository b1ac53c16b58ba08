//! Layers without cycles (kalah): every board after those that its moves lead to.
//!
//! A move that stays in the layer moves seeds of the own row towards its end, which makes the row's rank smaller, and leaves the opponent's row as it is. So
//! with a pair of rows a, b let X(a, b) be the board with mover a, opponent b, and Y(a, b) the one with mover b, opponent a. X(a, b) has moves to Y(a′, b) with
//! a′ < a, and Y(a, b) to X(a, b′) with b′ < b. All X and Y of row seeds k and n − k are one piece of work, in which pairs are taken up from small to large
//! ranks: nothing is looked at twice, and nothing is ever undone. Tiles of 64 × 64 pairs whose places have the same sum do not depend on each other.

use super::{Interrupted, Monitor};
use crate::board::Board;
use crate::index::{Rows, first_rank, rank, rows};
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Rows of a tile.
const TILE: usize = 64;

/// The bytes as atomics, for threads that write different ones.
fn shared(bytes: &mut [u8]) -> &[AtomicU8] {
    // SAFETY: `AtomicU8` has the size, alignment and valid patterns of `u8`, and the exclusive borrow lasts as long as the shared one.
    unsafe { &*(std::ptr::from_mut(bytes) as *const [AtomicU8]) }
}

/// All pairs of a row with `k` seeds and one with the rest, in the layer of `seeds`.
pub struct Pairs<'a> {
    pub seeds: u32,
    /// At most half of the seeds.
    pub k: u32,
    /// The layers below.
    pub lower: &'a [&'a [u8]],
    /// The rows of the layer.
    pub rows: &'a Rows,
}

impl Pairs<'_> {
    /// Boards with these rows.
    pub fn boards(&self) -> u64 {
        let other = self.seeds - self.k;
        // With equal halves X(a, b) and Y(b, a) are the same board: half of the pairs are all.
        rows(self.k) * rows(other) * if self.k == other { 1 } else { 2 }
    }

    /// Writes the values of all their boards: `x` are those with `k` seeds in the mover's row, `y` those with the rest, none if that is as many.
    pub fn solve<R: Rules>(&self, x: &mut [u8], y: &mut [u8], monitor: &impl Monitor) -> Result<(), Interrupted> {
        let (x, k) = (shared(x), self.k);
        let y = if 2 * k == self.seeds { x } else { shared(y) };
        let halves = 2 * k == self.seeds;
        let tiles = |k| self.rows.with(k).len().div_ceil(TILE);
        let (height, width) = (tiles(k), tiles(self.seeds - k));
        for sum in 0..height + width - 1 {
            let ups = (sum + 1).saturating_sub(width)..height.min(sum + 1);
            ups.into_par_iter().filter(|&up| !halves || up <= sum - up).try_for_each(|up| {
                if monitor.stopped() {
                    return Err(Interrupted);
                }
                monitor.advance(self.tile::<R>([x, y], up * TILE, (sum - up) * TILE, halves));
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The pairs of a tile; how many boards those are.
    fn tile<R: Rules>(&self, [values_x, values_y]: [&[AtomicU8]; 2], first_a: usize, first_b: usize, halves: bool) -> u64 {
        let k = self.k;
        let (rows_a, rows_b) = (self.rows.with(k), self.rows.with(self.seeds - k));
        let (base_x, base_y) = (first_rank(self.seeds, k) as usize, first_rank(self.seeds, self.seeds - k) as usize);
        let mut boards = 0;
        for (b, &row_b) in rows_b.iter().enumerate().skip(first_b).take(TILE) {
            for (a, &row_a) in rows_a.iter().enumerate().skip(first_a).take(TILE) {
                if halves && a > b {
                    break;
                }
                let x = self.value::<R>(values_y, base_y, Board { mover: row_a, opponent: row_b });
                values_x[b * rows_a.len() + a].store(x as u8, Relaxed);
                boards += 1;
                if !halves || a < b {
                    let y = self.value::<R>(values_x, base_x, Board { mover: row_b, opponent: row_a });
                    values_y[a * rows_b.len() + b].store(y as u8, Relaxed);
                    boards += 1;
                }
            }
        }
        boards
    }

    /// The best of a board's moves; the boards after them are all known, those of the layer from the rank `base` on in `after`.
    fn value<R: Rules>(&self, after: &[AtomicU8], base: usize, board: Board) -> Value {
        let worth = |mv| {
            let played = R::play(board, mv);
            let rank = rank(played.board) as usize;
            let rest = match played.gain {
                0 => after[rank - base].load(Relaxed),
                _ => self.lower[(self.seeds - u32::from(played.gain)) as usize][rank],
            } as Value;
            played.value(rest)
        };
        R::moves(board).map(worth).max().unwrap_or_else(|| swept_difference(board) as Value)
    }
}
