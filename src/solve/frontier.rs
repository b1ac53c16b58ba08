//! A set of boards of a layer, one bit a board, in the order that their predecessors want.

use crate::index::rows;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A set of boards, by the mover's row (a *bin*) and then by the opponent's. In the layer's own order the opponent's row comes first: so the boards before
/// those of a bin lie in a few slabs, those whose opponent's row is the bin's row or that row before a fall.
///
/// A word holds boards of 64 opponent's rows that follow each other. Several threads may add boards at once if each word is one thread's.
pub struct Frontier {
    seeds: u32,
    words: Vec<AtomicU64>,
    /// By row number, whether the bin has any board.
    occupied: Vec<AtomicBool>,
    /// By seeds in the mover's row, the first word of the first bin.
    starts: Vec<usize>,
}

/// Words of a bin with this many seeds in the opponent's row.
fn width(opponent_seeds: u32) -> usize {
    rows(opponent_seeds).div_ceil(64) as usize
}

/// Words of a frontier of the layer of `seeds`.
pub fn words(seeds: u32) -> u64 {
    (0..=seeds).map(|k| rows(k) * width(seeds - k) as u64).sum()
}

impl Frontier {
    /// Without a board. `bins` is the number of rows of up to `seeds` seeds.
    pub fn new(seeds: u32, bins: usize) -> Self {
        let mut starts = vec![0];
        for k in 0..=seeds {
            starts.push(starts[k as usize] + rows(k) as usize * width(seeds - k));
        }
        let mut words = Vec::new();
        words.resize_with(starts[seeds as usize + 1], || AtomicU64::new(0));
        Frontier { seeds, words, occupied: (0..bins).map(|_| AtomicBool::new(false)).collect(), starts }
    }

    /// Whether a bin has any board.
    #[inline]
    pub fn is_occupied(&self, bin: usize) -> bool {
        self.occupied[bin].load(Relaxed)
    }

    /// The bins with boards.
    pub fn occupied(&self) -> impl Iterator<Item = usize> {
        self.occupied.iter().enumerate().filter(|(_, occupied)| occupied.load(Relaxed)).map(|(bin, _)| bin)
    }

    /// The words of the bin of the row with this rank among those with `k` seeds.
    #[inline]
    pub fn bin(&self, k: u32, rank: usize) -> &[AtomicU64] {
        let width = width(self.seeds - k);
        &self.words[self.starts[k as usize] + rank * width..][..width]
    }

    /// Adds boards to the set: their movers' rows are those of these ranks among the rows with `k` seeds, the first of which has the number `first`, and
    /// the opponent's row is the one of rank `opponent`.
    #[inline]
    pub fn add(&self, k: u32, first: usize, movers: &[u32], opponent: usize) {
        let width = width(self.seeds - k);
        let words = &self.words[self.starts[k as usize]..self.starts[k as usize + 1]];
        let bit = 1 << (opponent % 64);
        for &mover in movers {
            // Not one step: this word is ours alone.
            let word = &words[mover as usize * width + opponent / 64];
            word.store(word.load(Relaxed) | bit, Relaxed);
            self.occupied[first + mover as usize].store(true, Relaxed);
        }
    }

    /// Takes all boards out of a bin.
    pub fn clear(&self, bin: usize, k: u32, rank: usize) {
        self.bin(k, rank).iter().for_each(|word| word.store(0, Relaxed));
        self.occupied[bin].store(false, Relaxed);
    }
}
