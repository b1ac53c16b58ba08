//! A tile with what is needed to walk over its values: for each board, where the values of its neighbours stand that come before it.
//!
//! A neighbour differs by one seed in a near later pit of the same row, so its row has a lower rank and it comes earlier. Three are
//! neighbours in the opponent's row and five in the mover's. Values are symbols here: the value plus the seeds of the layer; one symbol more
//! stands for a neighbour that is not there or not in the tile.

use super::id::TableId;
use super::tiles::{AREA, Tile, Tiles, has_no_gap};
use crate::index::{row_distance, row_next, row_unrank};
use std::iter::successors;
use std::ops::Range;

/// A seed of the first pit in the second one instead, in the opponent's row.
const ABOVE: [(usize, usize); 3] = [(0, 1), (1, 2), (2, 3)];
/// The same in the mover's row, the farthest first: what was decoded just before is needed last.
const BESIDE: [(usize, usize); 5] = [(3, 4), (2, 3), (0, 2), (1, 2), (0, 1)];
/// Neighbours of a board.
pub(super) const NEIGHBOURS: usize = ABOVE.len() + BESIDE.len();

/// A tile, its columns and its rows.
pub(super) struct Frame {
    pub tile: Tile,
    /// Seeds of the layer.
    seeds: u32,
    /// For each column, the columns of its neighbours beside; column 0 stands before the first and is always unknown.
    beside: Vec<[u16; BESIDE.len()]>,
    /// For each row, the rows of its neighbours above; `None` for a row that is left out.
    above: Vec<Option<[Option<u16>; ABOVE.len()]>>,
}

/// The symbols of a frame.
pub(super) struct Symbols {
    symbols: Vec<u8>,
    /// From one row to the next: the columns and the one before them.
    stride: usize,
}

impl Frame {
    /// For this tile of the table. `gaps`: whether boards without a gap in the opponent's row are left out.
    pub fn new(id: TableId, tile: Tile, gaps: bool) -> Self {
        let ranks = |range: &Range<u64>| range.end - range.start;
        let along = |seeds: u32, range: &Range<u64>| successors(Some(row_unrank(seeds, range.start)), |&row| row_next(row));
        let mut beside = Vec::with_capacity(ranks(&tile.movers) as usize);
        for (row, place) in along(tile.mover_seeds, &tile.movers).zip(1..=ranks(&tile.movers)) {
            // Column 0 if the neighbour is left of the tile.
            beside.push(BESIDE.map(|(from, to)| row_distance(row, from, to).map_or(0, |distance| place.saturating_sub(distance) as u16)));
        }
        let mut above: Vec<Option<[Option<u16>; ABOVE.len()]>> = Vec::with_capacity(ranks(&tile.opponents) as usize);
        for (row, place) in along(id.seeds() - tile.mover_seeds, &tile.opponents).zip(0..ranks(&tile.opponents)) {
            let neighbour = |(from, to)| {
                let place = place.checked_sub(row_distance(row, from, to)?)? as u16;
                above[usize::from(place)].is_some().then_some(place)
            };
            let neighbours = (!gaps || !has_no_gap(row)).then(|| ABOVE.map(neighbour));
            above.push(neighbours);
        }
        Frame { tile, seeds: id.seeds(), beside, above }
    }

    /// The symbol for a neighbour that is not there.
    pub const fn unknown(&self) -> u8 {
        2 * self.seeds as u8 + 1
    }

    /// Boards that have a place.
    pub fn boards(&self) -> usize {
        self.beside.len() * self.above.iter().flatten().count()
    }

    /// Room for the symbols, all unknown.
    pub fn symbols(&self) -> Symbols {
        let stride = self.beside.len() + 1;
        Symbols { symbols: vec![self.unknown(); stride * self.above.len()], stride }
    }

    /// The symbols of the values that this function gives for the ranks of a raw file.
    pub fn symbols_of(&self, tiles: &Tiles, value: impl Fn(u64) -> i8) -> Symbols {
        let mut symbols = self.symbols();
        for (row, opponent) in symbols.symbols.chunks_mut(symbols.stride).zip(self.tile.opponents.clone()) {
            let start = tiles.raw_start(&self.tile, opponent);
            for (symbol, rank) in row[1..].iter_mut().zip(start..) {
                *symbol = value(rank).wrapping_add(self.seeds as i8) as u8;
            }
        }
        symbols
    }

    /// The rows of values: each `None` if it is left out.
    pub fn values<'a>(&'a self, symbols: &'a Symbols) -> impl Iterator<Item = Option<impl Iterator<Item = i8> + 'a>> + 'a {
        let rows = symbols.symbols.chunks(symbols.stride).zip(&self.above);
        rows.map(|(row, above)| above.is_some().then(|| row[1..].iter().map(|&symbol| (symbol as i8).wrapping_sub(self.seeds as i8))))
    }

    /// Visits the boards in order with the state that their neighbours make, and puts the symbol there that the visit gives; the visit is also
    /// given the one that is there.
    ///
    /// The first state is the number of seeds in the mover's row, the planes apart. Each level makes a new state of a neighbour's
    /// symbol and the state before, at `level[symbol][state]`.
    #[inline]
    pub fn walk(
        &self,
        symbols: &mut Symbols,
        levels: &[Vec<[u8; 256]>; NEIGHBOURS],
        mut visit: impl FnMut(u8, u8) -> Option<u8>,
    ) -> Option<()> {
        let first = self.first_state();
        let (above_levels, beside_levels) = levels.split_at(ABOVE.len());
        let beside_levels: &[Vec<[u8; 256]>; BESIDE.len()] = beside_levels.try_into().expect("the levels below the first ones");
        let stride = symbols.stride;
        let mut states = [0; AREA];
        let states = &mut states[..self.beside.len()];
        for (place, above) in self.above.iter().enumerate() {
            let Some(above) = above else { continue };
            let (before, row) = symbols.symbols.split_at_mut(place * stride);
            let row = &mut row[..stride];
            states.fill(first);
            for (level, above) in above_levels.iter().zip(above) {
                if let Some(above) = above {
                    let neighbours = &before[usize::from(*above) * stride + 1..][..states.len()];
                    for (state, &symbol) in states.iter_mut().zip(neighbours) {
                        *state = level[usize::from(symbol)][usize::from(*state)];
                    }
                } else {
                    let level = &level[usize::from(self.unknown())];
                    states.iter_mut().for_each(|state| *state = level[usize::from(*state)]);
                }
            }
            for (column, (&state, beside)) in states.iter().zip(&self.beside).enumerate() {
                let mut state = state;
                for (level, &neighbour) in beside_levels.iter().zip(beside) {
                    state = level[usize::from(row[usize::from(neighbour)])][usize::from(state)];
                }
                row[column + 1] = visit(state, row[column + 1])?;
            }
        }
        Some(())
    }

    /// The state before any neighbour is looked at.
    pub fn first_state(&self) -> u8 {
        (self.tile.plane as u32 * (self.seeds + 1) + self.tile.mover_seeds) as u8
    }

    /// The symbols of each board's neighbours in the order of the levels, and its own.
    pub fn neighbourhoods(&self, symbols: &Symbols) -> Vec<([u8; NEIGHBOURS], u8)> {
        let mut all = Vec::with_capacity(self.boards());
        let row = |place: usize| &symbols.symbols[place * symbols.stride..][..symbols.stride];
        for (place, above) in self.above.iter().enumerate() {
            let Some(above) = above else { continue };
            for (column, beside) in self.beside.iter().enumerate() {
                let above = above.map(|above| above.map_or(self.unknown(), |above| row(usize::from(above))[column + 1]));
                let beside = beside.map(|neighbour| row(place)[usize::from(neighbour)]);
                let mut neighbours = [0; NEIGHBOURS];
                neighbours[..ABOVE.len()].copy_from_slice(&above);
                neighbours[ABOVE.len()..].copy_from_slice(&beside);
                all.push((neighbours, row(place)[column + 1]));
            }
        }
        all
    }
}
