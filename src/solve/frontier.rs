//! A set of boards of a layer, one bit a board, in the order that their predecessors want: all boards, or those of the bins that a share of the layer has moves to.

use crate::index::{first_number, layers_rows, rows};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// A set of boards, by the mover's row (a *bin*) and then by the opponent's. In the layer's own order the opponent's row comes first: so the boards before
/// those of a bin lie in a few slabs, those whose opponent's row is the bin's row or that row before a fall.
///
/// A word holds boards of 64 opponent's rows that follow each other. Several threads may add boards at once if each word is one thread's.
pub struct Frontier {
    words: Vec<AtomicU64>,
    /// By bin, which parts of it have boards: a part is as many words as it takes to have at most 32 of them.
    parts: Vec<AtomicU32>,
    /// By bin, one bit each, whether it has boards.
    bins: Vec<AtomicU64>,
    /// By seeds in the mover's row.
    shapes: Vec<Shape>,
}

/// The bins of all rows with the same number of seeds.
#[derive(Clone, Copy)]
struct Shape {
    /// The number of the first.
    first_bin: usize,
    /// Ranks of the rows that have words.
    rows: (usize, usize),
    /// Where these begin.
    first_word: usize,
    /// Words of a bin.
    width: usize,
    /// A word's part is its place in the bin, shifted by this.
    part_shift: u32,
}

/// Words of a bin with this many seeds in the opponent's row.
fn width(opponent_seeds: u32) -> usize {
    rows(opponent_seeds).div_ceil(64) as usize
}

/// Bytes that a frontier of the layer of `seeds` takes.
pub fn memory(seeds: u32) -> u64 {
    (0..=seeds).map(|k| rows(k) * (4 + 8 * width(seeds - k) as u64)).sum()
}

/// Sets bits in a word that other threads may set bits in.
#[inline]
pub fn set(word: &AtomicU64, bits: u64) {
    // Mostly they are set already, and reading costs little.
    if word.load(Relaxed) & bits != bits {
        word.fetch_or(bits, Relaxed);
    }
}

/// Visits the numbers of the bits of a word.
#[inline]
pub fn each_bit(mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

impl Frontier {
    /// Without a board, of the layer of `seeds`. `reach` are, by seeds in the mover's row, the ranks of the rows whose bins it is for.
    pub fn new(seeds: u32, reach: &[Range<usize>]) -> Self {
        let (mut shapes, mut words) = (Vec::new(), 0);
        for (k, reach) in (0..=seeds).zip(reach) {
            let width = width(seeds - k);
            shapes.push(Shape {
                first_bin: first_number(k),
                rows: (reach.start, reach.end),
                first_word: words,
                width,
                part_shift: width.div_ceil(32).next_power_of_two().trailing_zeros(),
            });
            words += reach.len() * width;
        }
        let bins = layers_rows(seeds) as usize;
        let zeros = |count| std::iter::repeat_with(|| AtomicU64::new(0)).take(count).collect();
        Frontier {
            words: zeros(words),
            parts: std::iter::repeat_with(|| AtomicU32::new(0)).take(bins).collect(),
            bins: zeros(bins.div_ceil(64)),
            shapes,
        }
    }

    /// Adds boards to the set, those of other bins left aside: their movers' rows have these ranks among the rows with `k` seeds, the opponent's row has the
    /// rank `opponent`.
    pub fn add(&self, k: u32, movers: &[u32], opponent: usize) {
        let Shape { first_bin, rows: (start, end), first_word, width, part_shift } = self.shapes[k as usize];
        let (place, bit) = (opponent / 64, 1 << (opponent % 64));
        let part = 1 << (place >> part_shift);
        for &mover in movers {
            let mover = mover as usize;
            if !(start..end).contains(&mover) {
                continue;
            }
            // Not one step: this word is ours alone.
            let word = &self.words[first_word + (mover - start) * width + place];
            let others = word.load(Relaxed);
            word.store(others | bit, Relaxed);
            if others == 0 {
                let bin = first_bin + mover;
                self.parts[bin].fetch_or(part, Relaxed);
                set(&self.bins[bin / 64], 1 << (bin % 64));
            }
        }
    }

    /// Visits the opponent's rows, by rank, of the boards whose mover's row has this rank among those with `k` seeds.
    #[inline]
    pub fn each(&self, k: u32, mover: usize, mut visit: impl FnMut(usize)) {
        let Shape { first_bin, rows: (start, _), first_word, width, part_shift } = self.shapes[k as usize];
        let words = &self.words[first_word + (mover - start) * width..][..width];
        each_bit(self.parts[first_bin + mover].load(Relaxed).into(), |part| {
            let start = part << part_shift;
            for (i, word) in words.iter().enumerate().skip(start).take(1 << part_shift) {
                each_bit(word.load(Relaxed), |bit| visit(i * 64 + bit));
            }
        });
    }

    /// Visits the numbers of the bins with boards, on all threads.
    pub fn each_bin(&self, visit: impl Fn(usize) + Sync) {
        self.bins.par_iter().with_min_len(64).enumerate().for_each(|(i, word)| each_bit(word.load(Relaxed), |bit| visit(i * 64 + bit)));
    }

    /// Takes all boards out.
    pub fn clear(&self) {
        self.each_bin(|bin| {
            let k = self.shapes.partition_point(|shape| shape.first_bin <= bin) - 1;
            let Shape { first_bin, rows: (start, _), first_word, width, part_shift } = self.shapes[k];
            let words = &self.words[first_word + (bin - first_bin - start) * width..][..width];
            each_bit(self.parts[bin].swap(0, Relaxed).into(), |part| {
                words.iter().skip(part << part_shift).take(1 << part_shift).for_each(|word| word.store(0, Relaxed));
            });
        });
        self.bins.par_iter().with_min_len(64).for_each(|word| word.store(0, Relaxed));
    }
}
