//! Values go backwards inside a layer, level by level.

use super::edges::{Before, Edges, MOST, NO_ROW};
use super::exchange::{Exchange, Lost, Post};
use super::frontier::{Frontier, each_bit, set};
use super::readers::{self, Readers};
use super::slabs::{Group, Slabs};
use super::states::{Changes, States};
use super::{Interrupted, Monitor};
use crate::index::first_number;
use crate::score::Value;
use memchr::memchr_iter;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A share of a layer in work, without its states.
pub struct Levels<'a> {
    seeds: u32,
    edges: &'a Edges,
    slabs: &'a Slabs,
    /// Boards that got lost at this level, and whose predecessors do not know yet.
    lost: Frontier,
    /// Boards that got won.
    won: Frontier,
    /// By group, the slabs to look at in this step as bits.
    active: Vec<AtomicU64>,
    readers: Readers,
}

impl<'a> Levels<'a> {
    /// For the layer of `seeds`; asks the other processes which boards are news to them.
    pub fn new(seeds: u32, edges: &'a Edges, slabs: &'a Slabs, exchange: &mut impl Exchange) -> Result<Self, Lost> {
        let active = slabs.groups().iter().map(|_| AtomicU64::new(0)).collect();
        let reach = edges.reach(seeds);
        let readers = Readers::gather(&reach, exchange)?;
        Ok(Levels { seeds, edges, slabs, lost: Frontier::new(seeds, &reach), won: Frontier::new(seeds, &reach), active, readers })
    }

    /// Determines what has the value `level` or −`level`. `won` and `lost` hold a state a board: of the same bytes (then `lost` is none) or, for kind forced,
    /// of what the mover and what the opponent can force.
    pub fn determine<E: From<Interrupted> + From<Lost>>(
        &self,
        level: Value,
        won: &mut [u8],
        lost: Option<&mut [u8]>,
        exchange: &mut impl Exchange,
        monitor: &impl Monitor,
    ) -> Result<(), E> {
        let mut won = self.slabs.cut(won);
        let mut lost = lost.map(|lost| self.slabs.cut(lost));
        let states = States::new(self.seeds);
        // Rules (a) and (c).
        exchange.round(|post| self.collect(&won, states.value(level), &self.won, post), |words| self.hear(words, &self.won))?;
        let closed = lost.as_ref().unwrap_or(&won);
        exchange.round(|post| self.collect(closed, states.value(-level), &self.lost, post), |words| self.hear(words, &self.lost))?;
        let (wins, closes) = (states.wins(level), states.closes(level));
        loop {
            if exchange.any(monitor.stopped())? {
                return Err(Interrupted.into());
            }
            // Rule (b).
            exchange.round(|post| self.step(&self.lost, &self.won, &mut won, &wins, post), |words| self.hear(words, &self.won))?;
            // Rule (d).
            let closed = lost.as_mut().unwrap_or(&mut won);
            let any =
                exchange.round(|post| self.step(&self.won, &self.lost, closed, &closes, post), |words| self.hear(words, &self.lost))?;
            if !exchange.any(any)? {
                return Ok(());
            }
        }
    }

    /// Adds the boards of which another process tells.
    fn hear(&self, words: &[u32], to: &Frontier) {
        readers::each(words, |k, opponent, movers| to.add(k, movers, opponent));
    }

    /// Adds all boards in this state.
    fn collect(&self, states: &[&mut [u8]], wanted: u8, to: &Frontier, post: &Post) {
        let work = self.slabs.groups().par_iter().zip(states);
        work.for_each_init(Vec::new, |found, (group, states)| {
            for (i, slab) in states.chunks_exact(group.boards).enumerate() {
                found.clear();
                found.extend(memchr_iter(wanted, slab).map(|row| row as u32));
                to.add(group.k, found, group.first + i);
                self.readers.tell(group.k, group.first + i, found, post);
            }
        });
    }

    /// Tells the boards before those in `from`, and adds those for which that is news to `to`. Whether there are any. Empties `from`.
    fn step(&self, from: &Frontier, to: &Frontier, states: &mut [&mut [u8]], changes: &Changes, post: &Post) -> bool {
        from.each_bin(|bin| {
            for &slab in self.edges.targets(bin) {
                set(&self.active[slab as usize / 64], 1 << (slab % 64));
            }
        });
        let work = self.slabs.groups().par_iter().zip(states).zip(&self.active);
        let any = work.map_init(Told::new, |told, ((group, states), active)| {
            let mut any = false;
            each_bit(active.swap(0, Relaxed), |i| {
                self.tell(group, i, from, &mut states[i * group.boards..][..group.boards], changes, told);
                to.add(group.k, &told.news, group.first + i);
                self.readers.tell(group.k, group.first + i, &told.news, post);
                any |= !told.news.is_empty();
            });
            any
        });
        let any = any.reduce(|| false, |a, b| a | b);
        from.clear();
        any
    }

    /// Tells the boards of one slab; `news` then holds the ranks of the movers' rows of those to which that is news.
    fn tell(&self, group: &Group, i: usize, from: &Frontier, states: &mut [u8], changes: &Changes, told: &mut Told) {
        told.news.clear();
        let opponent_seeds = self.seeds - group.k;
        for source in self.edges.sources(first_number(opponent_seeds) + group.first + i) {
            let mover_seeds = opponent_seeds + source.fall().seeds();
            match self.edges.before(group.k, source.fall()) {
                Before::One(before) => from.each(mover_seeds, source.rank(), |after| {
                    told.make_room(states, changes);
                    told.rows[told.count] = before[after];
                    told.count += usize::from(before[after] != NO_ROW);
                }),
                Before::Many { ends, rows } => from.each(mover_seeds, source.rank(), |after| {
                    let (start, end) = (ends[after] as usize, ends[after + 1] as usize);
                    debug_assert!(end - start <= MOST);
                    told.make_room(states, changes);
                    // All that there may be, whatever there is: the same work each time.
                    told.rows[told.count..told.count + MOST].copy_from_slice(&rows[start..start + MOST]);
                    told.count += end - start;
                }),
            }
        }
        told.flush(states, changes);
    }
}

/// Boards of one slab, by the ranks of their movers' rows, that have a move to a board of the frontier.
///
/// To find them takes branches that the processor guesses wrong; to tell them takes waiting for memory. Done by turns the waits overlap.
struct Told {
    rows: [u32; Self::ROOM],
    count: usize,
    news: Vec<u32>,
}

impl Told {
    const ROOM: usize = 512;

    fn new() -> Self {
        Told { rows: [0; Self::ROOM], count: 0, news: Vec::new() }
    }

    /// Sees to it that [`MOST`] more find room.
    #[inline]
    fn make_room(&mut self, states: &mut [u8], changes: &Changes) {
        if self.count > Self::ROOM - MOST {
            self.flush(states, changes);
        }
    }

    /// Tells those that wait.
    fn flush(&mut self, states: &mut [u8], changes: &Changes) {
        let start = self.news.len();
        // One more than there can be: what is no news is overwritten.
        self.news.resize(start + self.count + 1, 0);
        let mut end = start;
        for &row in &self.rows[..self.count] {
            self.news[end] = row;
            end += usize::from(changes.apply(&mut states[row as usize]));
        }
        self.news.truncate(end);
        self.count = 0;
    }
}
