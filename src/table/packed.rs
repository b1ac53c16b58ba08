//! The body of a packed file: the model, the index and the blocks.

use super::cache::CACHE;
use super::error::Fault;
use super::frame::{Frame, Symbols};
use super::header::{self, HEADER_LEN, PackedHeader};
use super::id::{Kind, TableId};
use super::model::Model;
use super::rans::{Decoder, Encoder};
use super::tiles::{AREA, Tiles, has_no_gap};
use super::training;
use crate::index::row_unrank;
use crate::rules::Rules;
use crate::score::Value;
use crate::with_rules;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64;

/// Stands for the value of a board that has no place in the file. No board has so many seeds.
pub(super) const LEFT_OUT: Value = Value::MIN;
/// Bytes of a checksum or an offset.
const WORD: usize = 8;
/// Bits of a key of the cache for the block; those above are the table's.
const BLOCK_BITS: u32 = 40;

/// The number of the next table, so that each has its own keys in the cache.
static NEXT_TABLE: AtomicU64 = AtomicU64::new(1);

/// What is known of a packed file once it is open: everything but the blocks.
#[derive(Debug)]
pub(super) struct Packed {
    id: TableId,
    tiles: Tiles,
    model: Model,
    /// Whether boards that no game reaches are left out.
    gaps: bool,
    /// Where the offsets of the blocks begin.
    index: usize,
    /// The keys of its blocks in the cache are this plus the block.
    key: u64,
}

/// Whether a packed file of this table leaves boards out. Of what the sides can force, all are kept: the rule for the value of a board by its
/// successors is that of [`Kind::Shared`].
fn leaves_out(id: TableId) -> bool {
    id.kind() == Kind::Shared && with_rules!(id.variant(), R => <R as Rules>::LEAVES_A_GAP)
}

/// The bytes before `at + length` of a part that ends in a checksum, and where the next part begins.
fn part<'a>(bytes: &'a [u8], at: usize, length: u64, part: &'static str) -> Result<(&'a [u8], usize), Fault> {
    let found = bytes.len() as u64;
    let end = (at as u64).checked_add(length).and_then(|end| end.checked_add(WORD as u64)).filter(|&end| end <= found);
    let end = end.ok_or(Fault::Truncated { expected: (at as u64).saturating_add(length).saturating_add(WORD as u64), found })?;
    let sealed = &bytes[at..end as usize];
    let (content, sum) = sealed.split_at(sealed.len() - WORD);
    let (expected, found) = (word(sum), xxh3_64(content));
    if found == expected { Ok((content, end as usize)) } else { Err(Fault::Part { part, expected, found }) }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// A block with its values decoded.
struct Block {
    frame: Frame,
    symbols: Symbols,
}

impl Packed {
    /// Reads and checks what is before the blocks, and that the file is as long as it says.
    pub fn open(bytes: &[u8], id: TableId, header: PackedHeader) -> Result<Self, Fault> {
        let (expected, found) = (header.length, bytes.len() as u64);
        if found != expected {
            return Err(if found < expected { Fault::Truncated { expected, found } } else { Fault::TooLong { expected, found } });
        }
        let (model, index) = part(bytes, HEADER_LEN, u64::from(header.model), "model")?;
        let model = Model::decode(id, model).map_err(Fault::Model)?;
        let tiles = Tiles::new(id);
        let (offsets, first) = part(bytes, index, (tiles.blocks() + 1) * WORD as u64, "index")?;
        let mut last = first as u64;
        for (block, offset) in offsets.as_chunks::<WORD>().0.iter().enumerate() {
            let offset = u64::from_le_bytes(*offset);
            let in_order = if block == 0 { offset == last } else { offset >= last && offset <= found };
            if !in_order {
                return Err(Fault::Offset { block: block as u64, offset, least: last, most: found });
            }
            last = offset;
        }
        if last != found {
            return Err(Fault::Offset { block: tiles.blocks(), offset: last, least: found, most: found });
        }
        let key = NEXT_TABLE.fetch_add(1, Relaxed) << BLOCK_BITS;
        Ok(Packed { id, tiles, model, gaps: header.gaps, index, key })
    }

    pub fn blocks(&self) -> u64 {
        self.tiles.blocks()
    }

    /// The block with the value of this rank, and its cell there.
    #[inline]
    pub fn locate(&self, rank: u64) -> (u64, usize) {
        self.tiles.locate(rank)
    }

    /// A value of a block that is in the cache.
    #[inline]
    pub fn cached(&self, block: u64, cell: usize) -> Option<Value> {
        CACHE.get(self.key | block, cell).map(|byte| byte as Value)
    }

    /// Decodes a block, keeps it in the cache, and gives one value; [`LEFT_OUT`] for a board that is left out.
    pub fn fetch(&self, bytes: &[u8], block: u64, cell: usize) -> Result<Value, Fault> {
        let decoded = self.decode(bytes, block)?;
        let mut cells = [LEFT_OUT as u8; AREA];
        let width = self.tiles.width(decoded.frame.tile.mover_seeds);
        for (cells, row) in cells.chunks_mut(width).zip(decoded.frame.values(&decoded.symbols)) {
            for (cell, value) in cells.iter_mut().zip(row.into_iter().flatten()) {
                *cell = value as u8;
            }
        }
        CACHE.put(self.key | block, &cells);
        Ok(cells[cell] as Value)
    }

    /// What is wrong with a block.
    pub fn check(&self, bytes: &[u8], block: u64) -> Option<Fault> {
        self.decode(bytes, block).err()
    }

    fn decode(&self, bytes: &[u8], block: u64) -> Result<Block, Fault> {
        let frame = Frame::new(self.id, self.tiles.tile(block), self.gaps);
        let mut symbols = frame.symbols();
        let code = self.code(bytes, block, frame.boards() == 0)?;
        let mut decoder = Decoder::new(code);
        frame.walk(&mut symbols, &self.model.levels, |lane, state, _| decoder.take(lane, &self.model.codings[usize::from(state)]));
        // A right checksum over a wrong code: a faulty writer.
        let finished = frame.boards() == 0 || decoder.is_finished();
        if finished { Ok(Block { frame, symbols }) } else { Err(Fault::Undecodable { block }) }
    }

    /// The code of a block, by its checksum the one that was written. The index was right when the file was opened, but it may be a file that
    /// another program writes to.
    fn code<'a>(&self, bytes: &'a [u8], block: u64, empty: bool) -> Result<&'a [u8], Fault> {
        let at = self.index + block as usize * WORD;
        let (start, end) = (word(&bytes[at..at + WORD]), word(&bytes[at + WORD..at + 2 * WORD]));
        if empty && start == end {
            return Ok(&[]);
        }
        let sealed = usize::try_from(start).ok().zip(usize::try_from(end).ok()).and_then(|(start, end)| bytes.get(start..end));
        let Some((code, sum)) = sealed.and_then(|sealed| sealed.split_at_checked(sealed.len().checked_sub(WORD)?)) else {
            return Err(Fault::Offset { block, offset: start, least: at as u64, most: bytes.len() as u64 });
        };
        let (expected, found) = (word(sum), xxh3_64(code));
        if found == expected { Ok(code) } else { Err(Fault::PackedBlock { block, expected, found }) }
    }

    /// Decodes all values into a slice with room for them in the order of a raw file, [`LEFT_OUT`] for those of boards that are left out.
    pub fn unpack(&self, bytes: &[u8], out: &mut [u8]) -> Result<(), Fault> {
        let mut rest = out;
        let mut bands = Vec::new();
        for band in self.tiles.bands() {
            bands.push((band.blocks, rest.split_off_mut(..band.values).expect("as many values as the table has")));
        }
        bands.into_par_iter().try_for_each(|(blocks, values)| self.unpack_band(bytes, blocks, values))
    }

    fn unpack_band(&self, bytes: &[u8], blocks: Range<u64>, out: &mut [u8]) -> Result<(), Fault> {
        let start = |block| {
            let tile = self.tiles.tile(block);
            self.tiles.raw_start(&tile, tile.opponents.start)
        };
        let first = start(blocks.start);
        for block in blocks {
            let decoded = self.decode(bytes, block)?;
            let tile = &decoded.frame.tile;
            let width = (tile.movers.end - tile.movers.start) as usize;
            for (opponent, row) in tile.opponents.clone().zip(decoded.frame.values(&decoded.symbols)) {
                let out = &mut out[(self.tiles.raw_start(tile, opponent) - first) as usize..][..width];
                match row {
                    Some(values) => out.iter_mut().zip(values).for_each(|(out, value)| *out = value as u8),
                    None => out.fill(LEFT_OUT as u8),
                }
            }
        }
        Ok(())
    }

    /// The runs of boards side by side that are left out: the rank of the first, and how many.
    pub fn left_out(&self) -> impl Iterator<Item = Range<u64>> {
        let gaps = self.gaps;
        let seeds = self.id.seeds();
        (0..=if gaps { seeds } else { 0 }).flat_map(move |mover_seeds| {
            let movers = crate::index::rows(mover_seeds);
            let first = crate::index::first_rank(seeds, mover_seeds);
            let opponents =
                (0..crate::index::rows(seeds - mover_seeds)).filter(move |&rank| gaps && has_no_gap(row_unrank(seeds - mover_seeds, rank)));
            opponents.map(move |rank| first + rank * movers..first + (rank + 1) * movers)
        })
    }

    /// Whether a board with this opponent's row is left out.
    pub fn leaves_out(&self, opponent: crate::board::Row) -> bool {
        self.gaps && has_no_gap(opponent)
    }
}

/// The whole packed file of a table, its values given by rank.
pub(super) fn encode(id: TableId, value: impl Fn(u64) -> Value + Sync) -> Vec<u8> {
    let gaps = leaves_out(id);
    let tiles = Tiles::new(id);
    let model = training::train(&tiles, id, gaps, &value);
    let blocks: Vec<Vec<u8>> =
        (0..tiles.blocks()).into_par_iter().map(|block| encode_block(id, &tiles, &model, gaps, block, &value)).collect();

    let encoded = model.encode(id);
    let mut bytes = vec![0; HEADER_LEN];
    seal(&mut bytes, &encoded);
    let mut offset = (bytes.len() + (blocks.len() + 1) * WORD + WORD) as u64;
    let mut index = offset.to_le_bytes().to_vec();
    for block in &blocks {
        offset += if block.is_empty() { 0 } else { (block.len() + WORD) as u64 };
        index.extend(offset.to_le_bytes());
    }
    seal(&mut bytes, &index);
    bytes.reserve_exact(offset as usize - bytes.len());
    blocks.iter().filter(|block| !block.is_empty()).for_each(|block| seal(&mut bytes, block));
    debug_assert_eq!(bytes.len() as u64, offset);
    let header = PackedHeader { model: encoded.len() as u32, length: offset, gaps };
    bytes[..HEADER_LEN].copy_from_slice(&header::encode_packed(id, true, &header));
    bytes
}

/// Adds a part and its checksum.
fn seal(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend(part);
    bytes.extend(xxh3_64(part).to_le_bytes());
}

/// The code of a block; empty if no board of it has a place.
fn encode_block(id: TableId, tiles: &Tiles, model: &Model, gaps: bool, block: u64, value: &impl Fn(u64) -> Value) -> Vec<u8> {
    let frame = Frame::new(id, tiles.tile(block), gaps);
    let mut coded = Vec::with_capacity(frame.boards());
    frame.walk(&mut frame.symbols_of(tiles, value), &model.levels, |lane, state, symbol| {
        coded.push((lane, state, symbol));
        symbol
    });
    if coded.is_empty() {
        return Vec::new();
    }
    let mut encoder = Encoder::new();
    coded.iter().rev().for_each(|&(lane, state, symbol)| encoder.put(lane, &model.codings[usize::from(state)], symbol));
    encoder.finish()
}
