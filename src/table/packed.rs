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
use crate::board::Row;
use crate::index::{first_rank, row_unrank, rows};
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

    /// The runs of boards side by side that are left out, by rank.
    pub fn left_out(&self) -> impl Iterator<Item = Range<u64>> {
        let seeds = if self.gaps { self.id.seeds() } else { 0 };
        (0..=seeds).flat_map(move |mover_seeds| {
            let opponents = (0..rows(seeds - mover_seeds)).filter(move |&rank| has_no_gap(row_unrank(seeds - mover_seeds, rank)));
            let start = move |rank| first_rank(seeds, mover_seeds) + rank * rows(mover_seeds);
            opponents.map(move |rank| start(rank)..start(rank + 1))
        })
    }

    /// Whether a board with this opponent's row is left out.
    pub fn leaves_out(&self, opponent: Row) -> bool {
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

#[cfg(test)]
mod tests {
    use super::super::file::Table;
    use super::super::source::Source;
    use super::super::writer::encode_packed;
    use super::*;
    use crate::board::Board;
    use crate::index::{rank, unrank};
    use crate::table::TableError;
    use crate::variant::Variant;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    fn id(variant: Variant, kind: Kind, seeds: u32) -> TableId {
        TableId::new(variant, kind, seeds).unwrap()
    }

    fn all(seeds: u32) -> impl Iterator<Item = TableId> {
        Variant::ALL
            .into_iter()
            .flat_map(move |variant| Kind::ALL.into_iter().flat_map(move |kind| TableId::new(variant, kind, seeds).ok()))
    }

    /// The values of a layer that is built in.
    fn real(variant: Variant, seeds: u32) -> Vec<Value> {
        let table = Table::built_in(id(variant, Kind::Shared, seeds)).unwrap().unwrap();
        table.values().iter().map(|&byte| byte as Value).collect()
    }

    /// Values without any sense, all that there can be.
    fn made_up(id: TableId) -> Vec<Value> {
        let most = i64::from(id.seeds());
        let least = if id.kind() == Kind::Forced { 0 } else { -most };
        (0..id.values() as i64).map(|rank| ((rank * rank / 7 + rank * 31 + rank / 1000) % (most - least + 1) + least) as Value).collect()
    }

    fn open(bytes: &[u8], id: TableId) -> Result<Table<&[u8]>, Fault> {
        Table::open(bytes, id, Source::BuiltIn).map_err(fault)
    }

    fn fault(error: TableError) -> Fault {
        match error {
            TableError::Broken { fault, .. } => fault,
            other => panic!("{other}"),
        }
    }

    /// Checks that each board that is not left out has its value, and says how many are.
    fn comes_back(id: TableId, values: &[Value]) -> u64 {
        let bytes = encode_packed(id, values);
        let table = open(&bytes, id).unwrap();
        table.verify().unwrap();
        let mut left_out = 0;
        for (rank, &value) in (0..).zip(values) {
            if table.leaves_out(unrank(id.seeds(), rank % id.boards()).opponent) {
                assert_eq!(table.value(rank), None);
                left_out += 1;
            } else {
                assert_eq!(table.value(rank), Some(value), "{id} rank {rank}");
            }
        }
        assert!(table.damage().is_none());
        left_out
    }

    #[test]
    fn made_up_values_come_back_for_each_rule_set_and_kind() {
        for seeds in 0..=9 {
            for id in all(seeds) {
                let left_out = comes_back(id, &made_up(id));
                // As many as boards with a seed less in each of the opponent's pits.
                let full = if leaves_out(id) && seeds >= 6 { crate::index::layer_size(seeds - 6) } else { 0 };
                assert_eq!(left_out, full, "{id}");
            }
        }
        let id = id(Variant::Wari, Kind::Shared, 4);
        comes_back(id, &vec![-3; id.values() as usize]);
    }

    #[test]
    fn real_values_come_back_with_those_that_are_left_out() {
        for variant in Variant::ALL {
            let layers: Vec<Vec<Value>> = (0..=8).map(|seeds| real(variant, seeds)).collect();
            for (values, seeds) in layers.iter().zip(0..) {
                let id = id(variant, Kind::Shared, seeds);
                comes_back(id, values);
                let bytes = encode_packed(id, values);
                let unpacked =
                    open(&bytes, id).unwrap().unpacked(&|board: Board| Some(layers[board.seeds() as usize][rank(board) as usize]));
                assert!(unpacked.unwrap().values().iter().map(|&byte| byte as Value).eq(values.iter().copied()), "{id}");
            }
        }
    }

    #[test]
    fn without_a_lower_layer_the_values_that_are_left_out_stay_unknown() {
        let id = id(Variant::Abapa, Kind::Shared, 8);
        let bytes = encode_packed(id, &real(Variant::Abapa, 8));
        let table = open(&bytes, id).unwrap();
        assert!(matches!(table.unpacked(&|_| None), Err(TableError::Gap { .. })));
    }

    #[test]
    fn the_bytes_are_pinned_and_do_not_depend_on_the_threads() {
        let sums = [
            (Variant::Abapa, 5, 0x766b_2a75_b9da_cd00),
            (Variant::Abapa, 8, 0xa933_5f73_73bf_c623),
            (Variant::AbapaPlayOn, 5, 0xc409_f607_21b2_b9fc),
            (Variant::AbapaPlayOn, 8, 0x1d0c_fc79_484f_d0df),
            (Variant::Wari, 5, 0xa9a8_bade_da45_a07c),
            (Variant::Wari, 8, 0x460c_b40b_74b5_5191),
            (Variant::Warri, 5, 0x75bb_1837_8ad2_e6ae),
            (Variant::Warri, 8, 0x14e8_d9e8_7b37_a345),
            (Variant::Kalah, 5, 0x46c6_abc9_fb7b_fdb9),
            (Variant::Kalah, 8, 0x2c54_76ee_c224_fa3d),
            (Variant::KalahStrict, 5, 0x1482_713f_2ccf_e372),
            (Variant::KalahStrict, 8, 0x2920_e4e6_277b_04bd),
        ];
        for (variant, seeds, expected) in sums {
            let values = real(variant, seeds);
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let bytes = pool.install(|| encode_packed(id(variant, Kind::Shared, seeds), &values));
                assert_eq!(xxh3_64(&bytes), expected, "{variant} layer {seeds}, {threads} threads: {:#018x}", xxh3_64(&bytes));
            }
        }
    }

    #[test]
    fn every_flipped_byte_is_found() {
        let id = id(Variant::Wari, Kind::Shared, 3);
        let good = encode_packed(id, &real(Variant::Wari, 3));
        let model = HEADER_LEN + 8 + open(&good, id).unwrap().model_bytes();
        let index = model + 8 + 8 * (open(&good, id).unwrap().blocks_in_all() + 1);
        for at in 0..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << (at % 8);
            let found = open(&bytes, id).and_then(|table| table.verify().map_err(fault)).unwrap_err();
            let right = match at {
                0..HEADER_LEN => true,
                _ if at < model => matches!(found, Fault::Part { part: "model", .. }),
                _ if at < index => matches!(found, Fault::Part { part: "index", .. }),
                _ => matches!(found, Fault::PackedBlock { .. }),
            };
            assert!(right, "byte {at}: {found}");
        }
    }

    #[test]
    fn a_file_cut_anywhere_or_too_long_is_refused() {
        let id = id(Variant::Abapa, Kind::Shared, 2);
        let good = encode_packed(id, &real(Variant::Abapa, 2));
        for length in 0..good.len() {
            assert!(matches!(open(&good[..length], id).unwrap_err(), Fault::Truncated { .. }), "{length}");
        }
        let longer = [good.as_slice(), &[0]].concat();
        assert!(matches!(open(&longer, id).unwrap_err(), Fault::TooLong { .. }));
    }

    #[test]
    fn a_damaged_block_has_no_values_and_is_told() {
        let id = id(Variant::Kalah, Kind::Shared, 8);
        let values = real(Variant::Kalah, 8);
        let mut bytes = encode_packed(id, &values);
        let last = bytes.len() - 20;
        bytes[last] ^= 1;
        let table = open(&bytes, id).unwrap();
        let unknown = (0..id.values()).filter(|&rank| table.value(rank).is_none()).count();
        assert!((1..=AREA).contains(&unknown), "{unknown}");
        let error = table.damage().unwrap();
        assert!(error.to_string().contains("damaged: block "), "{error}");
        assert_eq!(fault(error), fault(table.verify().unwrap_err()));
        assert!(matches!(table.unpacked(&|_| None).map(|_| ()).map_err(fault), Err(Fault::PackedBlock { .. })));
    }

    /// The parts of a file, apart.
    struct Parts {
        head: Vec<u8>,
        index: Vec<u8>,
        blocks: Vec<u8>,
    }

    impl Parts {
        fn of(bytes: &[u8], table: &Table<&[u8]>) -> Self {
            let index = HEADER_LEN + table.model_bytes() + WORD;
            let blocks = index + (table.blocks_in_all() + 2) * WORD;
            Parts { head: bytes[..index].to_vec(), index: bytes[index..blocks - WORD].to_vec(), blocks: bytes[blocks..].to_vec() }
        }

        /// The file, its index under a right checksum whatever it says.
        fn join(&self) -> Vec<u8> {
            let mut bytes = self.head.clone();
            seal(&mut bytes, &self.index);
            bytes.extend(&self.blocks);
            bytes
        }
    }

    #[test]
    fn offsets_that_cannot_be_are_refused_under_a_right_checksum() {
        let id = id(Variant::Abapa, Kind::Shared, 6);
        let good = encode_packed(id, &real(Variant::Abapa, 6));
        let table = open(&good, id).unwrap();
        let blocks = table.blocks_in_all();
        assert!(blocks > 4);
        assert_eq!(Parts::of(&good, &table).join(), good);
        for (block, offset) in
            [(0, 0), (0, 64), (1, 0), (2, u64::MAX), (3, good.len() as u64 + 1), (blocks, 0), (blocks, good.len() as u64 - 1)]
        {
            let mut parts = Parts::of(&good, &table);
            parts.index[block * WORD..][..WORD].copy_from_slice(&offset.to_le_bytes());
            let found = open(&parts.join(), id).map(|_| ()).unwrap_err();
            assert!(matches!(found, Fault::Offset { .. }), "{block} {offset}: {found}");
        }
        // In order, but in the middle of a block.
        let mut parts = Parts::of(&good, &table);
        let middle = word(&parts.index[WORD..2 * WORD]) - 3;
        parts.index[WORD..2 * WORD].copy_from_slice(&middle.to_le_bytes());
        assert!(matches!(fault(open(&parts.join(), id).unwrap().verify().unwrap_err()), Fault::PackedBlock { .. }));
    }

    proptest! {
        #[test]
        fn any_code_under_a_right_checksum_gives_values_within_the_seeds_or_none(code in prop::collection::vec(any::<u8>(), 0..200), block in 0_usize..40) {
            static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| encode_packed(id(Variant::Warri, Kind::Shared, 6), &real(Variant::Warri, 6)));
            let (id, good) = (id(Variant::Warri, Kind::Shared, 6), GOOD.as_slice());
            let table = open(good, id).unwrap();
            let block = block % table.blocks_in_all();
            let mut parts = Parts::of(good, &table);
            let offset = |parts: &Parts, block: usize| word(&parts.index[block * WORD..][..WORD]) as usize;
            let start = offset(&parts, 0);
            let (from, to) = (offset(&parts, block) - start, offset(&parts, block + 1) - start);
            let mut sealed = Vec::new();
            seal(&mut sealed, &code);
            let grown = sealed.len() as i64 - (to - from) as i64;
            parts.blocks.splice(from..to, sealed);
            for later in block + 1..=table.blocks_in_all() {
                let moved = (offset(&parts, later) as i64 + grown) as u64;
                parts.index[later * WORD..][..WORD].copy_from_slice(&moved.to_le_bytes());
            }
            let header = PackedHeader { model: table.model_bytes() as u32, length: (good.len() as i64 + grown) as u64, gaps: true };
            parts.head[..HEADER_LEN].copy_from_slice(&header::encode_packed(id, true, &header));
            let bytes = parts.join();
            let table = open(&bytes, id).unwrap();
            for rank in 0..id.values() {
                prop_assert!(table.value(rank).is_none_or(|value| value.unsigned_abs() <= 6));
            }
            if let Err(error) = table.verify() {
                prop_assert_eq!(fault(error), Fault::Undecodable { block: block as u64 });
            }
        }
    }

    impl Table<&[u8]> {
        fn model_bytes(&self) -> usize {
            header::decode(self.bytes().first_chunk().unwrap()).unwrap().packed.unwrap().model as usize
        }

        fn blocks_in_all(&self) -> usize {
            Tiles::new(self.id()).blocks() as usize
        }
    }
}
