//! Values go backwards inside a layer, level by level.

use super::edges::Edges;
use super::frontier::Frontier;
use super::slabs::{Group, Slabs};
use super::states::States;
use super::{Interrupted, Monitor};
use crate::index::Rows;
use crate::score::Value;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A layer in work, without its states.
pub struct Levels<'a> {
    seeds: u32,
    edges: &'a Edges,
    slabs: &'a Slabs,
    /// By seeds, the number of the first row.
    first_rows: Vec<usize>,
    /// Boards that got lost at this level, and whose predecessors do not know yet.
    lost: Frontier,
    /// Boards that got won.
    won: Frontier,
    /// By group, the slabs to look at in this step as bits.
    active: Vec<AtomicU64>,
}

impl<'a> Levels<'a> {
    /// For the layer of `seeds`.
    pub fn new(seeds: u32, rows: &Rows, edges: &'a Edges, slabs: &'a Slabs) -> Self {
        let frontier = || Frontier::new(seeds, rows.all().len());
        let active = slabs.groups().iter().map(|_| AtomicU64::new(0)).collect();
        let first_rows = (0..=seeds).map(|k| rows.first(k)).collect();
        Levels { seeds, edges, slabs, first_rows, lost: frontier(), won: frontier(), active }
    }

    /// Determines what has the value `level` or −`level`. `won` and `lost` hold a state a board: of the same bytes (then `lost` is none) or, for kind forced,
    /// of what the mover and what the opponent can force.
    pub fn determine(&self, level: Value, won: &mut [u8], lost: Option<&mut [u8]>, monitor: &impl Monitor) -> Result<(), Interrupted> {
        let mut won = self.slabs.cut(won);
        let mut lost = lost.map(|lost| self.slabs.cut(lost));
        let states = States::new(self.seeds);
        // Rules (a) and (c).
        self.collect(&won, states.value(level), &self.won);
        self.collect(lost.as_ref().unwrap_or(&won), states.value(-level), &self.lost);
        let level = level as u8;
        loop {
            if monitor.stopped() {
                return Err(Interrupted);
            }
            // Rule (b).
            self.step(&self.lost, &self.won, &mut won, |state| states.win(state, level));
            // Rule (d).
            if !self.step(&self.won, &self.lost, lost.as_mut().unwrap_or(&mut won), |state| states.close(state, level)) {
                return Ok(());
            }
        }
    }

    /// Adds all boards in this state.
    fn collect(&self, states: &[&mut [u8]], wanted: u8, to: &Frontier) {
        self.slabs.groups().par_iter().zip(states).for_each(|(group, states)| {
            let mut found = Vec::new();
            for (i, slab) in states.chunks_exact(group.boards).enumerate() {
                for (j, block) in slab.chunks(128).enumerate() {
                    // Without branches, so that the compiler compares many at once.
                    if block.iter().fold(false, |any, &state| any | (state == wanted)) {
                        found.extend((0..).zip(block).filter(|&(_, &state)| state == wanted).map(|(k, _)| j as u32 * 128 + k));
                    }
                }
                self.add(to, group, i, &mut found);
            }
        });
    }

    /// Tells the predecessors of the boards in `from`, and adds those that `tell` says are determined by that to `to`. Whether there are any.
    fn step(&self, from: &Frontier, to: &Frontier, states: &mut [&mut [u8]], tell: impl Fn(&mut u8) -> bool + Sync) -> bool {
        self.activate(from);
        let work = self.slabs.groups().par_iter().zip(states).zip(&self.active);
        let any = work
            .map(|((group, states), active)| {
                let (mut active, mut any) = (active.swap(0, Relaxed), false);
                let mut told = Vec::new();
                while active != 0 {
                    let i = active.trailing_zeros() as usize;
                    active &= active - 1;
                    self.slab(group, i, from, &mut states[i * group.boards..][..group.boards], &tell, &mut told);
                    any |= !told.is_empty();
                    self.add(to, group, i, &mut told);
                }
                any
            })
            .reduce(|| false, |a, b| a | b);
        self.clear(from);
        any
    }

    /// Marks the slabs that have moves to boards of a frontier.
    fn activate(&self, from: &Frontier) {
        for bin in from.occupied() {
            for &slab in self.edges.targets(bin) {
                self.active[slab as usize / 64].fetch_or(1 << (slab % 64), Relaxed);
            }
        }
    }

    /// Tells the boards of one slab.
    #[inline]
    fn slab(&self, group: &Group, i: usize, from: &Frontier, states: &mut [u8], tell: &impl Fn(&mut u8) -> bool, told: &mut Vec<u32>) {
        let opponent_seeds = self.seeds - group.k;
        for source in self.edges.sources(self.first_rows[opponent_seeds as usize] + group.first + i) {
            let mover_seeds = opponent_seeds + source.fall().seeds();
            if from.is_occupied(self.first_rows[mover_seeds as usize] + source.rank()) {
                self.edges.before(group.k, source.fall(), from.bin(mover_seeds, source.rank()), |row| {
                    if tell(&mut states[row as usize]) {
                        told.push(row);
                    }
                });
            }
        }
    }

    fn add(&self, to: &Frontier, group: &Group, i: usize, found: &mut Vec<u32>) {
        to.add(group.k, self.first_rows[group.k as usize], found, group.first + i);
        found.clear();
    }

    fn clear(&self, frontier: &Frontier) {
        for bin in frontier.occupied() {
            let k = self.first_rows.partition_point(|&first| first <= bin) - 1;
            frontier.clear(bin, k as u32, bin - self.first_rows[k]);
        }
    }
}
