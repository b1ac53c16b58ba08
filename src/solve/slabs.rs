//! How a layer is cut into pieces of work: groups of slabs.

use crate::index::rows;

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

/// The groups of a layer, in the order of the boards' ranks. A group's boards are one run of ranks, slab after slab.
pub struct Slabs {
    groups: Vec<Group>,
    /// By seeds in the mover's row, the first group.
    starts: Vec<usize>,
}

impl Slabs {
    /// Of the layer of `seeds`.
    pub fn new(seeds: u32) -> Self {
        let mut slabs = Slabs { groups: Vec::new(), starts: Vec::new() };
        for k in 0..=seeds {
            slabs.starts.push(slabs.groups.len());
            let (boards, count) = (rows(k) as usize, rows(seeds - k) as usize);
            slabs.groups.extend((0..count).step_by(64).map(|first| Group { k, first, slabs: (count - first).min(64), boards }));
        }
        slabs
    }

    /// The groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The number of a slab: 64 times its group's, plus its place there.
    pub fn number(&self, k: u32, rank: usize) -> u32 {
        (self.starts[k as usize] * 64 + rank) as u32
    }

    /// One byte a board of the layer, cut into those of the groups.
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
