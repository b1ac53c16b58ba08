//! How a layer is cut into pieces of work, groups of slabs, and these are shared out among processes that build it together.
//!
//! # Shares
//!
//! For each number of seeds in the mover's row, a process has a run of groups, all of about the same length. A row's rank tells first of all the seeds in
//! its last pit, and most falls end before that pit: so the bins that a share has moves to are, for each number of seeds, a run of ranks not much longer than the share itself
//! (see [`Reach`]), and what gets known of a board is news to one process or two.

use crate::index::{first_rank, rows};
use crate::variant::Variant;
use std::ops::Range;

/// Which part of a layer a process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the process, from 0.
    pub rank: usize,
    /// How many there are.
    pub ranks: usize,
}

impl Share {
    /// All of it.
    pub const ALL: Share = Share { rank: 0, ranks: 1 };

    /// Its run of so many groups of boards with `k` seeds in the mover's row. Where there are fewer groups than processes, they go round with `k`.
    fn of(self, groups: usize, k: u32) -> Range<usize> {
        let start = |rank: usize| (groups * rank + k as usize % self.ranks) / self.ranks;
        start(self.rank)..start(self.rank + 1)
    }

    /// Where nothing is carried from one number of seeds in the mover's row to another but to the rest (kalah): which of the smaller numbers of both it has. The largest
    /// piece first, each goes to the process that has least.
    pub fn pieces(self, seeds: u32) -> Vec<u32> {
        let mut loads = vec![0; self.ranks];
        let mut own = Vec::new();
        for k in (0..=seeds / 2).rev() {
            let least = (0..self.ranks).min_by_key(|&rank| loads[rank]).unwrap_or(0);
            loads[least] += rows(k) * rows(seeds - k);
            if least == self.rank {
                own.push(k);
            }
        }
        own.reverse();
        own
    }

    /// The boards of a layer that it has, as runs of ranks from the lowest up.
    pub fn runs(self, variant: Variant, seeds: u32) -> Vec<Range<u64>> {
        let is_cyclic = !matches!(variant, Variant::Kalah | Variant::KalahStrict);
        let pieces = if is_cyclic { Vec::new() } else { self.pieces(seeds) };
        let run = |k: u32| {
            let (first, boards, slabs) = (first_rank(seeds, k), rows(k), rows(seeds - k));
            let own = if is_cyclic {
                let groups = self.of(slabs.div_ceil(64) as usize, k);
                groups.start as u64 * 64..slabs.min(groups.end as u64 * 64)
            } else {
                0..if pieces.contains(&k.min(seeds - k)) { slabs } else { 0 }
            };
            first + own.start * boards..first + own.end.max(own.start) * boards
        };
        (0..=seeds).map(run).filter(|run| !run.is_empty()).collect()
    }

    /// How many boards of a layer it has.
    #[must_use]
    pub fn boards(self, variant: Variant, seeds: u32) -> u64 {
        self.runs(variant, seeds).iter().map(|run| run.end - run.start).sum()
    }
}

/// Up to 64 slabs that follow each other: boards whose movers' rows have `k` seeds, and whose opponents' rows have ranks from `first` on.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Seeds in the mover's row.
    pub k: u32,
    /// The rank of the first slab's opponent's row, a multiple of 64.
    pub first: usize,
    /// Slabs in the group.
    pub slabs: usize,
    /// Boards of a slab.
    pub boards: usize,
}

/// The groups of a share of a layer, in the order of the boards' ranks. A group's boards are one run of ranks, slab after slab.
pub struct Slabs {
    groups: Vec<Group>,
    /// By seeds in the mover's row, the first group, and the rank of its first slab.
    starts: Vec<(usize, usize)>,
}

impl Slabs {
    /// Of a share of the layer of `seeds`.
    pub fn new(seeds: u32, share: Share) -> Self {
        let mut slabs = Slabs { groups: Vec::new(), starts: Vec::new() };
        for k in 0..=seeds {
            let (boards, count) = (rows(k) as usize, rows(seeds - k) as usize);
            let own = share.of(count.div_ceil(64), k);
            slabs.starts.push((slabs.groups.len(), own.start * 64));
            slabs.groups.extend(own.map(|group| group * 64).map(|first| Group { k, first, slabs: (count - first).min(64), boards }));
        }
        slabs
    }

    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The ranks of the opponents' rows of the slabs whose boards have `k` seeds in the mover's row.
    pub fn own(&self, k: u32) -> Range<usize> {
        let (first_group, first) = self.starts[k as usize];
        let groups = &self.groups[first_group..];
        let groups = &groups[..groups.partition_point(|group| group.k == k)];
        first..groups.last().map_or(first, |group| group.first + group.slabs)
    }

    /// The number of a slab of the share: 64 times its group's, plus its place there.
    pub fn number(&self, k: u32, rank: usize) -> u32 {
        let (group, first) = self.starts[k as usize];
        (group * 64 + rank - first) as u32
    }

    /// Boards of the share.
    pub fn boards(&self) -> u64 {
        self.groups.iter().map(|group| (group.slabs * group.boards) as u64).sum()
    }

    /// One byte a board of the share, cut into those of the groups.
    pub fn cut<'a>(&self, mut layer: &'a mut [u8]) -> Vec<&'a mut [u8]> {
        let mut pieces = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            let (piece, rest) = layer.split_at_mut(group.slabs * group.boards);
            pieces.push(piece);
            layer = rest;
        }
        pieces
    }
}
