//! The moves inside a layer, backwards: from which boards does one get to a board?
//!
//! # Two halves
//!
//! A *slab* is all boards with the same opponent's row, a *bin* all with the same mover's row. A move with [`Fall`] f that captures nothing leads from
//! the board (mover m, opponent o) to (mover o + f, opponent m′), where m′ follows from m alone ([`half_moves`]) and whether it captures from o and f alone
//! ([`land`]). So the graph of a layer is a sum over falls of products: slab o is joined to bin o + f by f, and row m to row m′ by f, and there is an edge
//! for each pair. Both factors have one entry a row (593,775 rows up to 24 seeds) where the layer has a board for each pair of rows, so that
//! nothing is sown, unsown or ranked while values are carried back.
//!
//! Rows before a fall f that ends in the opponent's row: the pit sown is empty and all after it have seeds, so it is the last empty pit of m′ and there
//! is at most one such row. A move that ends in the own row may have come from several.

use super::slabs::Slabs;
use crate::board::Row;
use crate::index::{Rows, first_number, layers_rows, row_rank, rows};
use crate::rules::oware::{CannotFeed, Fall, Landing, NoSeeds, OwareRules, half_moves, land};
use std::ops::Range;

/// A number that stands for a row and a fall.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FallTo(u32);

impl FallTo {
    /// No move.
    pub const NONE: FallTo = FallTo(u32::MAX);
    /// Ranks of rows with up to 48 seeds take 22 bits.
    const RANK_BITS: u32 = 26;

    fn new(fall: Fall, rank: u64) -> Self {
        FallTo((fall.index() as u32) << Self::RANK_BITS | rank as u32)
    }

    /// The fall.
    #[inline]
    pub fn fall(self) -> Fall {
        Fall::from_index((self.0 >> Self::RANK_BITS) as usize)
    }

    /// The row's rank among those with as many seeds.
    #[inline]
    pub fn rank(self) -> usize {
        (self.0 & ((1 << Self::RANK_BITS) - 1)) as usize
    }
}

/// The own halves of the moves of every row: the fall, and the row after it.
pub struct HalfMoves {
    by_number: Vec<[FallTo; 6]>,
}

impl HalfMoves {
    /// Those of all `rows`.
    pub fn new<R: OwareRules>(rows: &Rows) -> Self {
        let by_number = rows.all().iter().map(|&row| {
            let mut moves = [FallTo::NONE; 6];
            moves.iter_mut().zip(halves::<R>(row)).for_each(|(slot, half)| *slot = half);
            moves
        });
        HalfMoves { by_number: by_number.collect() }
    }

    /// Those of the row with this number.
    #[inline]
    pub fn of(&self, number: usize) -> impl Iterator<Item = FallTo> {
        self.by_number[number].iter().copied().take_while(|&half| half != FallTo::NONE)
    }
}

/// The own halves of the moves of a row. An empty row that passes has one that changes nothing.
fn halves<R: OwareRules>(row: Row) -> impl Iterator<Item = FallTo> {
    let passes = row.is_empty() && R::NO_SEEDS == NoSeeds::Passes;
    let pass = passes.then(|| FallTo::new(Fall::NONE, 0));
    half_moves(row).map(|(fall, after)| FallTo::new(fall, row_rank(after))).chain(pass)
}

/// The falls that occur among these rows.
pub fn falls<R: OwareRules>(rows: &[Row]) -> Vec<Fall> {
    let falls = rows.iter().flat_map(|&row| halves::<R>(row)).fold(0_u64, |falls, half| falls | 1 << half.fall().index());
    (0..Fall::COUNT).filter(|index| falls >> index & 1 == 1).map(Fall::from_index).collect()
}

/// Bytes that the edges of the layer of `seeds` take: a line through what was counted in layers 8 to 24.
pub fn memory(seeds: u32) -> u64 {
    layers_rows(seeds) * (56 + 3 * u64::from(seeds)) / 2
}

/// Stands for [`Fall::NONE`] where it is legal only because nothing feeds: before the slab of the empty row.
const STARVING: Fall = Fall::from_index(0);

/// The predecessors of every board of a layer.
pub struct Edges {
    seeds: u32,
    /// By slab number: the bins that it has moves to are `sources[source_starts[s]..source_starts[s + 1]]`.
    sources: Vec<FallTo>,
    source_starts: Vec<u32>,
    /// By bin number: the slabs with moves to it, likewise, as numbers of [`Slabs`].
    targets: Vec<u32>,
    target_starts: Vec<u32>,
    /// Ranks of rows before a fall that ends in the opponent's row, or [`NO_ROW`]: by rank of the row after it, from `one_starts[k][fall]` on.
    one: Vec<u32>,
    one_starts: Vec<[u32; Fall::COUNT]>,
    /// Ranks of rows before a fall that ends in the own row: those before the row of rank r lie in `many` from `many_ends[many_starts[k][fall] + r]` on
    /// to the next entry.
    many: Vec<u32>,
    many_ends: Vec<u32>,
    many_starts: Vec<[u32; Fall::COUNT]>,
}

/// Stands for no row.
pub const NO_ROW: u32 = u32::MAX;
const ABSENT: u32 = u32::MAX;

impl Edges {
    /// The edges of the layer of `seeds` to the boards of a share. `falls` are, by seeds, those that occur among the rows.
    pub fn new<R: OwareRules>(seeds: u32, table: &Rows, falls: &[Vec<Fall>], slabs: &Slabs) -> Self {
        let mut edges = Edges {
            seeds,
            sources: Vec::new(),
            source_starts: Vec::new(),
            targets: Vec::new(),
            target_starts: Vec::new(),
            one: Vec::new(),
            one_starts: vec![[ABSENT; Fall::COUNT]; seeds as usize + 1],
            many: Vec::new(),
            many_ends: Vec::new(),
            many_starts: vec![[ABSENT; Fall::COUNT]; seeds as usize + 1],
        };
        // Room to the last entry, so that nothing is left free in between.
        let away = (0..=seeds)
            .zip(falls)
            .flat_map(|(k, falls)| falls.iter().filter(|fall| !fall.ends_at_home()).map(move |fall| k - fall.seeds()));
        edges.one.reserve_exact(away.map(|after| rows(after) as usize).sum());
        let home = table.all().iter().flat_map(|&row| halves::<R>(row)).filter(|half| half.fall().ends_at_home());
        edges.many.reserve_exact(home.count() + MOST);
        for (k, falls) in (0..=seeds).zip(falls) {
            edges.join_rows::<R>(k, table.with(k), falls);
        }
        if R::CANNOT_FEED == CannotFeed::PlaysOn {
            // Moves of rows that cannot feed.
            let starves = |row| halves::<R>(row).all(|half| half.fall() == Fall::NONE);
            let starving = table.with(seeds).iter().map(|&row| halves::<R>(row).filter(move |_| starves(row)));
            edges.many_starts[seeds as usize][STARVING.index()] = edges.join_many(table.with(seeds).len(), starving);
        }
        edges.join_slabs::<R>(table, falls, slabs);
        edges.invert_slabs(table, slabs);
        edges.many.resize(edges.many.len() + MOST, NO_ROW);
        edges.many.shrink_to_fit();
        edges.many_ends.shrink_to_fit();
        edges
    }

    /// The row factor, for movers' rows with `k` seeds.
    fn join_rows<R: OwareRules>(&mut self, k: u32, table: &[Row], falls: &[Fall]) {
        for &fall in falls {
            let after = rows(k - fall.seeds()) as usize;
            if fall.ends_at_home() {
                let halves = table.iter().map(|&row| halves::<R>(row).filter(move |half| half.fall() == fall));
                self.many_starts[k as usize][fall.index()] = self.join_many(after, halves);
            } else {
                self.one_starts[k as usize][fall.index()] = self.one.len() as u32;
                self.one.resize(self.one.len() + after, NO_ROW);
            }
        }
        for (rank, &row) in (0..).zip(table) {
            for half in halves::<R>(row).filter(|half| !half.fall().ends_at_home()) {
                let slot = &mut self.one[self.one_starts[k as usize][half.fall().index()] as usize + half.rank()];
                debug_assert_eq!(*slot, NO_ROW);
                *slot = rank;
            }
        }
    }

    /// Sorts half moves of rows by the row after them (of which there are `after`); where they begin in `many_ends`.
    fn join_many<I: Iterator<Item = FallTo>>(&mut self, after: usize, halves: impl Iterator<Item = I> + Clone) -> u32 {
        let start = self.many_ends.len();
        self.many_ends.resize(start + after + 1, 0);
        let ends = &mut self.many_ends[start..];
        halves.clone().flatten().for_each(|half| ends[half.rank() + 1] += 1);
        ends[0] = self.many.len() as u32;
        (1..ends.len()).for_each(|i| ends[i] += ends[i - 1]);
        self.many.resize(ends[after] as usize, NO_ROW);
        let mut next = ends.to_vec();
        for (rank, halves) in (0..).zip(halves) {
            for half in halves {
                self.many[next[half.rank()] as usize] = rank;
                next[half.rank()] += 1;
            }
        }
        start as u32
    }

    /// The slab factor, for the slabs of a share.
    fn join_slabs<R: OwareRules>(&mut self, table: &Rows, falls: &[Vec<Fall>], slabs: &Slabs) {
        let seeds = self.seeds;
        let sources = |opponent: Row| {
            let starving = (R::CANNOT_FEED == CannotFeed::PlaysOn && opponent.is_empty()).then(|| FallTo::new(STARVING, 0));
            let falls = &falls[(seeds - opponent.seeds()) as usize];
            starving.into_iter().chain(falls.iter().filter_map(move |&fall| source::<R>(opponent, fall)))
        };
        let own = |opponent: Row| slabs.own(seeds - opponent.seeds()).contains(&(row_rank(opponent) as usize));
        let mut starts = Vec::with_capacity(table.all().len() + 1);
        let mut end = 0;
        for &opponent in table.all() {
            starts.push(end);
            end += if own(opponent) { sources(opponent).count() as u32 } else { 0 };
        }
        starts.push(end);
        let mut all = Vec::with_capacity(end as usize);
        table.all().iter().filter(|&&opponent| own(opponent)).for_each(|&opponent| all.extend(sources(opponent)));
        (self.sources, self.source_starts) = (all, starts);
    }

    /// The slabs with moves to each bin.
    fn invert_slabs(&mut self, table: &Rows, slabs: &Slabs) {
        let mut starts = vec![0; table.all().len() + 1];
        self.each_join(table, |_, bin| starts[bin] += 1);
        // From how many to where they end; then each is put before those that are there.
        (1..starts.len()).for_each(|bin| starts[bin] += starts[bin - 1]);
        let mut targets = vec![0; self.sources.len()];
        self.each_join(table, |slab, bin| {
            starts[bin] -= 1;
            let opponent_seeds = table.all()[slab].seeds();
            targets[starts[bin] as usize] = slabs.number(self.seeds - opponent_seeds, slab - first_number(opponent_seeds));
        });
        (self.targets, self.target_starts) = (targets, starts);
    }

    /// Visits the numbers of all slabs and of the bins that they have moves to.
    fn each_join(&self, table: &Rows, mut visit: impl FnMut(usize, usize)) {
        for (slab, opponent) in table.all().iter().enumerate() {
            for source in self.sources(slab) {
                visit(slab, first_number(opponent.seeds() + source.fall().seeds()) + source.rank());
            }
        }
    }

    /// The bins that a slab of the share has moves to; the slab of the opponent's row with this number.
    #[inline]
    pub fn sources(&self, slab: usize) -> &[FallTo] {
        &self.sources[self.source_starts[slab] as usize..self.source_starts[slab + 1] as usize]
    }

    /// By seeds in a bin's row, the ranks of the rows from the first to the last bin that slabs of the share have moves to.
    pub fn reach(&self, seeds: u32) -> Vec<Range<usize>> {
        let bins = |k: u32| first_number(k)..first_number(k) + rows(k) as usize;
        let is_reached = |&bin: &usize| self.target_starts[bin] < self.target_starts[bin + 1];
        let run = |k: u32| {
            let first = first_number(k);
            bins(k).find(is_reached).map_or(0..0, |start| start - first..bins(k).rfind(is_reached).unwrap_or(start) + 1 - first)
        };
        (0..=seeds).map(run).collect()
    }

    /// The slabs of the share with moves to a bin, as numbers of [`Slabs`].
    #[inline]
    pub fn targets(&self, bin: usize) -> &[u32] {
        &self.targets[self.target_starts[bin] as usize..self.target_starts[bin + 1] as usize]
    }

    /// The rows with `k` seeds before a fall.
    #[inline]
    pub fn before(&self, k: u32, fall: Fall) -> Before<'_> {
        if fall.ends_at_home() || fall == STARVING {
            let start = self.many_starts[k as usize][fall.index()] as usize;
            Before::Many { ends: &self.many_ends[start..], rows: &self.many }
        } else {
            Before::One(&self.one[self.one_starts[k as usize][fall.index()] as usize..])
        }
    }
}

/// The bin that a fall leads to from the slab of an opponent's row; `None` if the move leaves the layer or is not legal.
fn source<R: OwareRules>(opponent: Row, fall: Fall) -> Option<FallTo> {
    if fall == Fall::NONE && opponent.is_empty() {
        return None;
    }
    match land::<R>(opponent, fall) {
        Landing::Stays(row) => Some(FallTo::new(fall, row_rank(row))),
        _ => None,
    }
}

/// From a row after a move, by rank, to the rows before it.
pub enum Before<'a> {
    /// At most one: its rank, or [`NO_ROW`].
    One(&'a [u32]),
    /// At most [`MOST`]: their ranks lie in `rows` from `ends[r]` to `ends[r + 1]`, and after the last there are as many more.
    Many { ends: &'a [u32], rows: &'a [u32] },
}

/// Rows before a fall that ends in the own row: 5, for the seeds of an empty first pit may lie in 1 to 5 of the others; or they come from
/// more pits, and then fewer from each. Rounded up to a width that is copied at once.
pub const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use super::super::slabs::Share;
    use super::*;
    use crate::rules::oware::{AbapaPlayOn, Wari};

    fn taken<R: OwareRules>(seeds: u32) -> u64 {
        let rows = Rows::new(seeds);
        let falls: Vec<Vec<Fall>> = (0..=seeds).map(|k| falls::<R>(rows.with(k))).collect();
        let edges = Edges::new::<R>(seeds, &rows, &falls, &Slabs::new(seeds, Share::ALL));
        let lists = [
            &edges.sources.iter().map(|to| to.0).collect::<Vec<_>>(),
            &edges.source_starts,
            &edges.targets,
            &edges.target_starts,
            &edges.one,
            &edges.many,
            &edges.many_ends,
        ];
        lists.iter().map(|list| 4 * list.capacity() as u64).sum()
    }

    #[test]
    fn the_memory_that_edges_take_is_foretold_within_a_fifth() {
        for seeds in [8, 10, 12, 14, 16] {
            for taken in [taken::<Wari>(seeds), taken::<AbapaPlayOn>(seeds)] {
                let foretold = memory(seeds);
                assert!(
                    taken <= foretold + 16_384 && foretold <= taken + taken / 5 + 16_384,
                    "layer {seeds}: {taken} bytes, foretold {foretold}"
                );
            }
        }
    }
}
