//! How a packed file divides a layer into blocks, the tiles: boards whose rows are near each other in both players' order of rows, so that
//! most of a board's neighbours are in its own block.
//!
//! For each number of seeds in the mover's row, a layer is a rectangle: the opponent's rows by rank downwards, the mover's across. Tiles cut
//! it, band by band, and a tile's cells are counted like the rectangle's: along the mover's rows first.

use super::id::TableId;
use crate::board::Row;
use crate::index::{self, RowRanks, first_rank, rows};
use std::ops::Range;

/// Cells of the largest tile.
///
/// A larger one has more neighbours within it and packs better, a smaller one is decoded sooner when a single board is asked for: layer 20 of
/// `wari` takes 2.90 bits a board and a block 19 µs; with 4096 cells and 256 columns it would be 2.71 bits and 69 µs. A search meets
/// many blocks for the first time, so the time counts more.
pub(super) const AREA: usize = 1024;
/// Columns of a tile, unless there are too few rows of either player.
const WIDTH: u64 = 128;

/// The tiles of the boards with one number of seeds in the mover's row.
#[derive(Debug)]
struct Grid {
    /// The block of its first tile within the plane.
    first: u64,
    /// Opponent's and mover's rows in all.
    opponents: u64,
    movers: u64,
    /// Those of a tile, unless the rectangle ends before.
    height: u64,
    width: u64,
    /// Tiles side by side.
    across: u64,
}

/// The tiles of a table.
#[derive(Debug)]
pub(super) struct Tiles {
    id: TableId,
    grids: Vec<Grid>,
    /// Blocks of one plane.
    blocks: u64,
}

/// A rectangle of boards with the same number of seeds in the mover's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    /// Which of the planes of the table: [`super::Kind::planes`].
    pub plane: u64,
    pub mover_seeds: u32,
    /// The ranks of the opponent's rows.
    pub opponents: Range<u64>,
    /// The ranks of the mover's rows.
    pub movers: Range<u64>,
}

/// Tiles side by side over the whole width: their values lie side by side in a raw file.
pub(super) struct Band {
    pub blocks: Range<u64>,
    /// How many values they have.
    pub values: usize,
}

impl Tiles {
    /// The tiles of this table.
    pub fn new(id: TableId) -> Self {
        let mut grids = Vec::new();
        let mut blocks = 0;
        for mover_seeds in 0..=id.seeds() {
            let (opponents, movers) = (rows(id.seeds() - mover_seeds), rows(mover_seeds));
            let width = movers.min(WIDTH.max(AREA as u64 / opponents));
            let height = opponents.min(AREA as u64 / width);
            let across = movers.div_ceil(width);
            grids.push(Grid { first: blocks, opponents, movers, height, width, across });
            blocks += across * opponents.div_ceil(height);
        }
        Tiles { id, grids, blocks }
    }

    /// Blocks of the table.
    pub fn blocks(&self) -> u64 {
        self.id.kind().planes() * self.blocks
    }

    /// The block and the cell in it of the value with this rank, which must be below [`TableId::values`].
    #[inline]
    pub fn locate(&self, rank: u64) -> (u64, usize) {
        let boards = self.id.boards();
        let (plane, rank) = if rank < boards { (0, rank) } else { (1, rank - boards) };
        let RowRanks { mover_seeds, opponent, mover } = index::row_ranks(self.id.seeds(), rank);
        let grid = &self.grids[mover_seeds as usize];
        // A rank among rows is below 14 million; dividing 32 bits is faster than 64.
        let (opponent, mover, height, width) = (opponent as u32, mover as u32, grid.height as u32, grid.width as u32);
        let block = grid.first + u64::from(opponent / height) * grid.across + u64::from(mover / width);
        (plane * self.blocks + block, (opponent % height * width + mover % width) as usize)
    }

    /// The tile of a block, which must be below [`Self::blocks`].
    pub fn tile(&self, block: u64) -> Tile {
        let (plane, block) = (block / self.blocks, block % self.blocks);
        let mover_seeds = self.grids.partition_point(|grid| grid.first <= block) - 1;
        let grid = &self.grids[mover_seeds];
        let (down, across) = ((block - grid.first) / grid.across, (block - grid.first) % grid.across);
        let (top, left) = (down * grid.height, across * grid.width);
        Tile {
            plane,
            mover_seeds: mover_seeds as u32,
            opponents: top..(top + grid.height).min(grid.opponents),
            movers: left..(left + grid.width).min(grid.movers),
        }
    }

    /// How far apart the cells of one column lie in a block with so many seeds in the mover's row.
    pub fn width(&self, mover_seeds: u32) -> usize {
        self.grids[mover_seeds as usize].width as usize
    }

    /// All tiles, band by band, in the order of a raw file.
    pub fn bands(&self) -> impl Iterator<Item = Band> {
        (0..self.id.kind().planes()).flat_map(move |plane| {
            self.grids.iter().flat_map(move |grid| {
                (0..grid.opponents.div_ceil(grid.height)).map(move |down| {
                    let first = plane * self.blocks + grid.first + down * grid.across;
                    let height = grid.height.min(grid.opponents - down * grid.height);
                    Band { blocks: first..first + grid.across, values: (height * grid.movers) as usize }
                })
            })
        })
    }

    /// Where the values of a tile's boards with this opponent's row begin in a raw file; they lie side by side.
    pub fn raw_start(&self, tile: &Tile, opponent: u64) -> u64 {
        let base = tile.plane * self.id.boards() + first_rank(self.id.seeds(), tile.mover_seeds);
        base + opponent * rows(tile.mover_seeds) + tile.movers.start
    }
}

/// Whether a board with this opponent's row has no place in a file that leaves out what no game reaches ([`crate::rules::Rules::LEAVES_A_GAP`]).
#[inline]
pub(super) fn has_no_gap(opponent: Row) -> bool {
    opponent.occupied().len() == crate::board::PITS_PER_ROW as u32
}

#[cfg(test)]
mod tests {
    use super::super::id::Kind;
    use super::*;
    use crate::variant::Variant;

    fn tiles(kind: Kind, seeds: u32) -> Tiles {
        Tiles::new(TableId::new(Variant::Abapa, kind, seeds).unwrap())
    }

    #[test]
    fn every_value_has_a_cell_of_its_own_in_the_tile_that_its_block_is() {
        for (kind, seeds) in [(Kind::Shared, 0), (Kind::Shared, 1), (Kind::Forced, 5), (Kind::Shared, 9)] {
            let tiles = tiles(kind, seeds);
            let mut seen = vec![[false; AREA]; tiles.blocks() as usize];
            for rank in 0..tiles.id.values() {
                let (block, cell) = tiles.locate(rank);
                assert!(!std::mem::replace(&mut seen[block as usize][cell], true));
                let tile = tiles.tile(block);
                let width = tiles.width(tile.mover_seeds);
                let opponent = tile.opponents.start + (cell / width) as u64;
                assert!(tile.opponents.contains(&opponent));
                assert_eq!(tiles.raw_start(&tile, opponent) + (cell % width) as u64, rank);
            }
        }
    }

    #[test]
    fn the_bands_are_all_blocks_and_all_values() {
        for (kind, seeds) in [(Kind::Shared, 0), (Kind::Forced, 7), (Kind::Shared, 14), (Kind::Shared, 24), (Kind::Shared, 48)] {
            let tiles = tiles(kind, seeds);
            let (mut blocks, mut values) = (0, 0);
            for band in tiles.bands().take(100_000) {
                assert_eq!(band.blocks.start, blocks);
                let tile = tiles.tile(blocks);
                assert_eq!(tiles.raw_start(&tile, tile.opponents.start), values);
                blocks = band.blocks.end;
                values += band.values as u64;
            }
            assert!(seeds == 48 || (blocks, values) == (tiles.blocks(), tiles.id.values()));
        }
    }
}
