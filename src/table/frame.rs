//! A tile with what is needed to walk over its values: for each board, where the values of its neighbours stand that come before it.
//!
//! A neighbour differs by one seed in a near later pit of the same row, so its row has a lower rank and it comes earlier. Three are
//! neighbours in the opponent's row and five in the mover's. Values are symbols here: the value plus the seeds of the layer; one symbol more
//! stands for a neighbour that is not there or not in the tile.
//!
//! A walk goes over the upper and the lower half of the rows at once, a lane each, and a board has no neighbours in the other half: so what is
//! known of the one need not wait for what is decoded of the other.

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
    above: Vec<Option<Above>>,
}

/// The rows of the neighbours above, those that are there and in the tile.
type Above = [Option<u16>; ABOVE.len()];

/// What makes a new state of a neighbour's symbol and the state before, at `[symbol][state]`.
pub(super) type Level = Vec<[u8; 256]>;

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
        let half = lower_half(ranks(&tile.opponents) as usize);
        let mut above: Vec<Option<Above>> = Vec::with_capacity(ranks(&tile.opponents) as usize);
        for (row, place) in along(id.seeds() - tile.mover_seeds, &tile.opponents).zip(0..ranks(&tile.opponents)) {
            let neighbour = |(from, to)| {
                let place = place.checked_sub(row_distance(row, from, to)?)? as u16;
                (usize::from(place) >= half || above.len() < half).then_some(())?;
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

    /// Visits the boards with their lane and the state that their neighbours make, and puts the symbol there that the visit gives; the visit
    /// is also given the one that is there. The order is that of the columns, in a row of either half by turns.
    ///
    /// The first state is the number of seeds in the mover's row, the planes apart. Each level makes a new state of it and a neighbour.
    #[inline]
    pub fn walk(&self, symbols: &mut Symbols, levels: &[Level; NEIGHBOURS], mut visit: impl FnMut(usize, u8, u8) -> u8) {
        let (above_levels, beside_levels) = levels.split_at(ABOVE.len());
        let beside_levels: &[Level; BESIDE.len()] = beside_levels.try_into().expect("the levels below the first ones");
        let stride = symbols.stride;
        let half = lower_half(self.above.len());
        let (upper, lower) = symbols.symbols.split_at_mut(half * stride);
        let kept = |rows: std::ops::Range<usize>| rows.filter_map(|row| self.above[row].as_ref().map(|above| (row, above)));
        let (mut uppers, mut lowers) = (kept(0..half), kept(half..self.above.len()));
        let mut states = [[0; AREA]; 2];
        let [upper_states, lower_states] = states.each_mut().map(|states| &mut states[..self.beside.len()]);
        loop {
            let upper_row = uppers.next().map(|(row, above)| self.start_row(upper, 0, row, above, above_levels, upper_states));
            let lower_row = lowers.next().map(|(row, above)| self.start_row(lower, half, row, above, above_levels, lower_states));
            match (upper_row, lower_row) {
                (Some(upper), Some(lower)) => {
                    for (column, beside) in self.beside.iter().enumerate() {
                        let state = state_beside(upper, beside, beside_levels, upper_states[column]);
                        let symbol = visit(0, state, upper[column + 1]);
                        upper[column + 1] = symbol;
                        let state = state_beside(lower, beside, beside_levels, lower_states[column]);
                        let symbol = visit(1, state, lower[column + 1]);
                        lower[column + 1] = symbol;
                    }
                }
                (None, None) => break,
                (Some(row), None) => walk_row(row, 0, &self.beside, beside_levels, upper_states, &mut visit),
                (None, Some(row)) => walk_row(row, 1, &self.beside, beside_levels, lower_states, &mut visit),
            }
        }
    }

    /// The symbols of a row, for each of whose boards the neighbours above have been taken into the state. `first` is the first row of the half.
    fn start_row<'a>(
        &self,
        half: &'a mut [u8],
        first: usize,
        row: usize,
        above: &Above,
        levels: &[Level],
        states: &mut [u8],
    ) -> &'a mut [u8] {
        let stride = states.len() + 1;
        let (before, rest) = half.split_at_mut((row - first) * stride);
        states.fill(self.first_state());
        for (level, above) in levels.iter().zip(above) {
            if let Some(above) = above {
                let neighbours = &before[(usize::from(*above) - first) * stride + 1..][..states.len()];
                for (state, &symbol) in states.iter_mut().zip(neighbours) {
                    *state = level[usize::from(symbol)][usize::from(*state)];
                }
            } else {
                let level = &level[usize::from(self.unknown())];
                states.iter_mut().for_each(|state| *state = level[usize::from(*state)]);
            }
        }
        &mut rest[..stride]
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

/// The first row of the lower half of so many.
const fn lower_half(rows: usize) -> usize {
    rows.div_ceil(2)
}

/// Takes the neighbours beside into the state.
#[inline]
fn state_beside(row: &[u8], beside: &[u16; BESIDE.len()], levels: &[Level; BESIDE.len()], mut state: u8) -> u8 {
    for (level, &neighbour) in levels.iter().zip(beside) {
        state = level[usize::from(row[usize::from(neighbour)])][usize::from(state)];
    }
    state
}

/// The walk over a row whose half has one more than the other.
fn walk_row(
    row: &mut [u8],
    lane: usize,
    beside: &[[u16; BESIDE.len()]],
    levels: &[Level; BESIDE.len()],
    states: &[u8],
    visit: &mut impl FnMut(usize, u8, u8) -> u8,
) {
    for (column, (beside, &state)) in beside.iter().zip(states).enumerate() {
        let state = state_beside(row, beside, levels, state);
        let symbol = visit(lane, state, row[column + 1]);
        row[column + 1] = symbol;
    }
}
