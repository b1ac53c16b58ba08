//! The first pass over a layer: each board's moves that leave it, and the number of those that stay.
//!
//! The pieces of work are groups of 64 slabs. For one mover's row at a time, all 64 boards make the same half moves; what a fall does to an opponent's row is
//! found out once a group. Where it captures, the successors of a mover's row and neighbouring opponents' rows lie close together in the lower layer,
//! so that this pass reads each lower layer in few, short runs. No board is sown or ranked (but those of the few slabs in which
//! the two halves of a move do depend on each other).

use super::edges::HalfMoves;
use super::slabs::{Group, Slabs};
use super::states::{Firsts, NONE, States};
use super::{Interrupted, Monitor};
use crate::board::{Board, Row};
use crate::index::{Rows, first_number, first_rank, rank, row_rank, rows};
use crate::rules::oware::{Fall, Landing, OwareRules, land};
use crate::rules::{Rules, swept_difference};
use crate::score::Value;
use rayon::prelude::*;

/// What is known from the moves of a board that leave the layer: the most that one makes for the mover and, of kind forced alone, the least that one leaves the
/// opponent.
#[derive(Clone, Copy)]
struct Leaving {
    best: Value,
    worst: Value,
}

/// A slab whose row a fall takes seeds from, and where the boards after it lie.
struct Taking<'a> {
    /// Its place in the group.
    slab: usize,
    gain: u8,
    /// Values of the boards after it: that of mover's row r after the move at r · `stride`.
    after: &'a [u8],
    /// The other player's numbers, for kind forced.
    after_other: &'a [u8],
    stride: usize,
}

/// What is needed to find the first states.
pub struct Captures<'a> {
    /// The layer.
    pub seeds: u32,
    /// The layers below it, each one signed byte a value.
    pub lower: &'a [&'a [u8]],
    /// All rows of the layer.
    pub rows: &'a Rows,
    /// Their half moves.
    pub half_moves: HalfMoves,
    /// By seeds, the falls that occur among the rows.
    pub falls: &'a [Vec<Fall>],
    /// The pieces of work.
    pub slabs: &'a Slabs,
}

impl<'a> Captures<'a> {
    /// Writes the first state of every board into `won`, and for kind forced those that count for the opponent into `lost`.
    pub fn run<R: OwareRules>(&self, won: &mut [u8], lost: Option<&mut [u8]>, monitor: &impl Monitor) -> Result<(), Interrupted> {
        let won = self.slabs.cut(won);
        let lost: Vec<Option<&mut [u8]>> = match lost {
            Some(lost) => self.slabs.cut(lost).into_iter().map(Some).collect(),
            None => self.slabs.groups().iter().map(|_| None).collect(),
        };
        let firsts = States::new(self.seeds).firsts();
        let work = self.slabs.groups().par_iter().zip(won).zip(lost);
        work.try_for_each(|((group, won), lost)| {
            if monitor.stopped() {
                return Err(Interrupted);
            }
            monitor.advance(won.len() as u64);
            match lost {
                None => self.group::<R, false>(group, &firsts, won, &mut []),
                Some(lost) => self.group::<R, true>(group, &firsts, won, lost),
            }
            Ok(())
        })
    }

    fn group<R: OwareRules, const FORCED: bool>(&self, group: &Group, firsts: &Firsts, won: &mut [u8], lost: &mut [u8]) {
        let opponents = &self.rows.with(self.seeds - group.k)[group.first..][..group.slabs];
        let first = first_number(group.k);
        let mut stays = [[0_u8; 64]; Fall::COUNT];
        let mut takings: [Vec<Taking>; Fall::COUNT] = [const { Vec::new() }; _];
        // The rules for a row without seeds (which is alone in its group), and for grand slams that are legal only alone, look at both rows.
        let mut special = u64::from(opponents[0].is_empty());
        for &fall in &self.falls[group.k as usize] {
            for (slab, &opponent) in opponents.iter().enumerate() {
                match land::<R>(opponent, fall) {
                    Landing::Stays(_) => stays[fall.index()][slab] = 1,
                    Landing::Captures(gain, rest) => takings[fall.index()].push(self.taking::<FORCED>(slab, gain, rest)),
                    Landing::Forbidden => special |= 1 << slab,
                }
            }
        }
        for row in 0..group.boards {
            let mut best = [NONE; 64];
            let mut worst = [Value::MAX; 64];
            let mut open = [0_u8; 64];
            for half in self.half_moves.of(first + row) {
                let (fall, after) = (half.fall().index(), half.rank());
                for (open, stays) in open.iter_mut().zip(&stays[fall]) {
                    *open += stays;
                }
                for taking in &takings[fall] {
                    let rest = taking.after[after * taking.stride] as Value;
                    let slab = taking.slab;
                    if FORCED {
                        let other = taking.after_other[after * taking.stride] as Value;
                        best[slab] = best[slab].max(taking.gain as Value + other);
                        worst[slab] = worst[slab].min(rest);
                    } else {
                        best[slab] = best[slab].max(taking.gain as Value - rest);
                    }
                }
            }
            for slab in 0..group.slabs {
                let leaving = Leaving { best: best[slab], worst: worst[slab] };
                write::<FORCED>(firsts, leaving, open[slab], slab * group.boards + row, won, lost);
            }
        }
        for slab in (0..group.slabs).filter(|slab| special >> slab & 1 == 1) {
            for (row, &mover) in self.rows.with(group.k).iter().enumerate() {
                let (leaving, open) = self.moves_of::<R, FORCED>(Board { mover, opponent: opponents[slab] });
                write::<FORCED>(firsts, leaving, open, slab * group.boards + row, won, lost);
            }
        }
    }

    fn taking<const FORCED: bool>(&self, slab: usize, gain: u8, rest: Row) -> Taking<'a> {
        let seeds = self.seeds - u32::from(gain);
        let k = rest.seeds();
        let (first, layer) = ((first_rank(seeds, k) + row_rank(rest)) as usize, self.lower[seeds as usize]);
        let other = if FORCED { layer.len() / 2 } else { 0 };
        Taking { slab, gain, after: &layer[first..], after_other: &layer[other + first..], stride: rows(k) as usize }
    }

    /// The moves of a single board, by the rules as they are.
    fn moves_of<R: OwareRules, const FORCED: bool>(&self, board: Board) -> (Leaving, u8) {
        let mut leaving = Leaving { best: NONE, worst: Value::MAX };
        let mut open = 0;
        for mv in R::moves(board) {
            let played = R::play(board, mv);
            if played.gain == 0 {
                open += 1;
                continue;
            }
            let layer = self.lower[(self.seeds - u32::from(played.gain)) as usize];
            let (rank, gain) = (rank(played.board) as usize, played.gain as Value);
            let rest = layer[rank] as Value;
            let after = if FORCED { gain + layer[layer.len() / 2 + rank] as Value } else { gain - rest };
            leaving = Leaving { best: leaving.best.max(after), worst: leaving.worst.min(rest) };
        }
        if open == 0 && leaving.best == NONE {
            leaving = if FORCED {
                Leaving { best: board.mover.seeds() as Value, worst: board.opponent.seeds() as Value }
            } else {
                Leaving { best: swept_difference(board) as Value, ..leaving }
            };
        }
        (leaving, open)
    }
}

/// Writes the first state of a board.
#[inline]
fn write<const FORCED: bool>(firsts: &Firsts, leaving: Leaving, open: u8, at: usize, won: &mut [u8], lost: &mut [u8]) {
    if FORCED {
        // At least 0, and open to more whatever the moves are.
        won[at] = firsts.of(leaving.best.max(0), 1);
        lost[at] = firsts.of(if leaving.worst == Value::MAX { NONE } else { -leaving.worst }, open);
    } else {
        won[at] = firsts.of(leaving.best, open);
    }
}
