//! Which boards are news to which processes, and how they are told.
//!
//! A message is a slab and boards of it: the seeds of its opponents' row's board's mover and the row's rank in one word, the number of boards, and the ranks of their movers' rows.

use super::exchange::{Exchange, Lost, Post};
use std::ops::Range;

/// Ranks of rows with up to 48 seeds take 22 bits, numbers of seeds 6.
const RANK_BITS: u32 = 26;
/// Movers' rows that are looked up together.
const BLOCK: usize = 64;

/// By bin, the other processes that have slabs with moves to it.
pub struct Readers {
    /// By seeds in the mover's row, and by its rank in blocks; empty if there are no others.
    blocks: Vec<Vec<Vec<u16>>>,
}

impl Readers {
    /// Tells the others which bins are news to this process, and hears from them. `reach` are, by seeds in the mover's row, the ranks of its rows.
    pub fn gather(reach: &[Range<usize>], exchange: &mut impl Exchange) -> Result<Self, Lost> {
        let own = exchange.share();
        let mut blocks: Vec<Vec<Vec<u16>>> = vec![Vec::new(); if own.ranks > 1 { reach.len() } else { 0 }];
        let work = |post: &Post| {
            for to in (0..own.ranks).filter(|&to| to != own.rank) {
                for (k, run) in reach.iter().enumerate().filter(|(_, run)| !run.is_empty()) {
                    post.write(to, |words| words.extend([own.rank as u32, k as u32, run.start as u32, run.end as u32]));
                }
            }
        };
        exchange.round(work, |words| {
            for message in words.chunks_exact(4) {
                let [rank, k, start, end] = message else { continue };
                let blocks = &mut blocks[*k as usize];
                let run = *start as usize / BLOCK..(*end as usize).div_ceil(BLOCK);
                blocks.resize(blocks.len().max(run.end), Vec::new());
                blocks[run].iter_mut().for_each(|readers| readers.push(*rank as u16));
            }
        })?;
        Ok(Readers { blocks })
    }

    fn of(&self, k: u32, mover: u32) -> &[u16] {
        self.blocks[k as usize].get(mover as usize / BLOCK).map_or(&[], Vec::as_slice)
    }

    /// Tells those to whom it is news of boards of a slab: their movers' rows have these ranks among the rows with `k` seeds, the opponent's row has the rank `opponent`.
    pub fn tell(&self, k: u32, opponent: usize, movers: &[u32], post: &Post) {
        if self.blocks.is_empty() || movers.is_empty() {
            return;
        }
        let mut readers: Vec<u16> = Vec::new();
        for &mover in movers {
            for reader in self.of(k, mover) {
                if !readers.contains(reader) {
                    readers.push(*reader);
                }
            }
        }
        for reader in readers {
            post.write(usize::from(reader), |words| {
                let start = words.len();
                words.extend([k << RANK_BITS | opponent as u32, 0]);
                words.extend(movers.iter().filter(|&&mover| self.of(k, mover).contains(&reader)));
                words[start + 1] = (words.len() - start - 2) as u32;
            });
        }
    }
}

/// Visits the messages of a letter: seeds in the mover's row, the rank of the opponent's row, ranks of movers' rows.
pub fn each(mut words: &[u32], mut visit: impl FnMut(u32, usize, &[u32])) {
    while let [slab, count, rest @ ..] = words {
        let (movers, others) = rest.split_at(*count as usize);
        visit(slab >> RANK_BITS, (slab & ((1 << RANK_BITS) - 1)) as usize, movers);
        words = others;
    }
}
