//! One table: opening it is cheap, a value is one look-up in a block that was checked once, and verifying it reads everything.

use super::builtin;
use super::error::{Fault, TableError};
use super::format::Format;
use super::header::{self, BLOCK, HEADER_LEN};
use super::id::TableId;
use super::mmap::{Bytes, Scratch};
use super::packed::{LEFT_OUT, Packed};
use super::source::Source;
use super::successors::from_successors;
use crate::board::{Board, Row};
use crate::index::{boards_from, rank};
use crate::score::Value;
use rayon::prelude::*;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use xxhash_rust::xxh3::xxh3_64;

/// A table whose header and length are right, over bytes of any kind that stay as they are.
#[derive(Debug)]
pub struct Table<B> {
    bytes: B,
    id: TableId,
    body: Body,
    origin: Source,
    /// What is known of each block.
    blocks: Vec<AtomicU8>,
}

/// What comes after the header.
#[derive(Debug)]
enum Body {
    /// The values as they are, and their checksums, which begin here.
    Raw {
        checksums: usize,
    },
    Packed(Box<Packed>),
}

/// From how many bytes on an unpacked table is a file.
const LARGE: u64 = 1 << 20;

// States of a block.
const UNCHECKED: u8 = 0;
const GOOD: u8 = 1;
const BAD: u8 = 2;

impl<B: AsRef<[u8]> + Sync> Table<B> {
    /// Takes these bytes for the table `id`. `origin` is for messages.
    ///
    /// Checks the header and the length, and of a packed file all that is before the blocks, and reads no value.
    ///
    /// # Errors
    /// [`TableError::Broken`] if the bytes are not the whole, finished file of exactly this table.
    pub fn open(bytes: B, id: TableId, origin: Source) -> Result<Self, TableError> {
        match check(bytes.as_ref(), id) {
            Ok(body) => {
                let blocks = match &body {
                    Body::Raw { .. } => (id.values() as usize).div_ceil(BLOCK),
                    Body::Packed(packed) => packed.blocks() as usize,
                };
                Ok(Table { bytes, id, body, origin, blocks: (0..blocks).map(|_| AtomicU8::new(UNCHECKED)).collect() })
            }
            Err(fault) => Err(TableError::Broken { table: id, origin, fault }),
        }
    }

    /// Which table it is.
    #[must_use]
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// Where it comes from.
    #[must_use]
    pub const fn origin(&self) -> &Source {
        &self.origin
    }

    /// How its values are written.
    #[must_use]
    pub const fn format(&self) -> Format {
        match self.body {
            Body::Raw { .. } => Format::Raw,
            Body::Packed(_) => Format::Packed,
        }
    }

    /// The whole file.
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Bytes of the whole file.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.as_ref().len() as u64
    }

    /// The value of the board with this rank ([`crate::index::rank`]), in seeds; `None` if its block is damaged, or if the file leaves the board out
    /// ([`Self::leaves_out`]). The first probe of a block of a raw file
    /// checks the whole block (64 KiB), later ones trust that; a block of a packed file is checked and decoded, and then kept in memory while it is of use.
    /// In a table of kind forced the layer's size + rank is the place of what the opponent can force.
    ///
    /// # Panics
    /// May panic if `rank` is not below [`TableId::values`]; in a build without debug assertions the answer may be nonsense instead.
    #[must_use]
    #[inline]
    pub fn value(&self, rank: u64) -> Option<Value> {
        debug_assert!(rank < self.id.values(), "rank {rank} in {}", self.id);
        match &self.body {
            Body::Raw { .. } => {
                let block = rank as usize / BLOCK;
                let good = self.blocks[block].load(Relaxed) == GOOD || self.check_block(block);
                good.then(|| self.bytes.as_ref()[HEADER_LEN + rank as usize] as Value)
            }
            Body::Packed(packed) => {
                let (block, cell) = packed.locate(rank);
                let value = packed.cached(block, cell).or_else(|| self.fetch(packed, block, cell))?;
                (value != LEFT_OUT).then_some(value)
            }
        }
    }

    /// Whether the file has no value of a board with this opponent's row, since no game reaches it. No move leads to such a board, so its own
    /// value follows from those of boards that are not left out.
    #[must_use]
    #[inline]
    pub fn leaves_out(&self, opponent: Row) -> bool {
        match &self.body {
            Body::Raw { .. } => false,
            Body::Packed(packed) => packed.leaves_out(opponent),
        }
    }

    /// A value of a packed block that is not in memory.
    #[cold]
    fn fetch(&self, packed: &Packed, block: u64, cell: usize) -> Option<Value> {
        let state = &self.blocks[block as usize];
        if state.load(Relaxed) == BAD {
            return None;
        }
        let value = packed.fetch(self.bytes.as_ref(), block, cell).ok();
        state.store(if value.is_some() { GOOD } else { BAD }, Relaxed);
        value
    }

    /// Checks a block that was not found good yet, and remembers the result.
    #[cold]
    fn check_block(&self, block: usize) -> bool {
        let good = self.blocks[block].load(Relaxed) != BAD && self.block_fault(block).is_none();
        self.blocks[block].store(if good { GOOD } else { BAD }, Relaxed);
        good
    }

    /// What was wrong with the first damaged block that [`Self::value`] met.
    #[must_use]
    pub fn damage(&self) -> Option<TableError> {
        let block = self.blocks.iter().position(|block| block.load(Relaxed) == BAD)?;
        self.block_fault(block).map(|fault| self.broken(fault))
    }

    /// The values of all boards of a raw file by rank, [`TableId::values`] in number; each byte `as i8` is a [`Value`].
    ///
    /// # Panics
    /// If the file is packed; then [`Self::unpacked`] makes a raw one in memory.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        match self.body {
            Body::Raw { checksums } => &self.bytes.as_ref()[HEADER_LEN..checksums],
            Body::Packed(_) => panic!("the packed file of {} has no values side by side", self.id),
        }
    }

    /// Reads the whole table and checks every block against its checksum, and that no value is beyond the seeds on the board.
    ///
    /// # Errors
    /// [`TableError::Broken`] for the first block or value that is wrong.
    pub fn verify(&self) -> Result<(), TableError> {
        let fault = (0..self.blocks.len()).into_par_iter().find_map_first(|block| self.block_fault(block));
        fault.map_or(Ok(()), |fault| Err(self.broken(fault)))
    }

    /// What is wrong with a block: its checksum, or a value beyond the seeds on the board, which the code of a packed block has no way to say.
    fn block_fault(&self, block: usize) -> Option<Fault> {
        let checksums = match &self.body {
            Body::Raw { checksums } => *checksums,
            Body::Packed(packed) => return packed.check(self.bytes.as_ref(), block as u64),
        };
        let seeds = self.id.seeds();
        let sums = self.bytes.as_ref()[checksums..].as_chunks::<8>().0;
        let values = self.values().chunks(BLOCK).nth(block)?;
        let first = (block * BLOCK) as u64;
        let (expected, found) = (u64::from_le_bytes(sums[block]), xxh3_64(values));
        if found != expected {
            let last = first + values.len() as u64 - 1;
            return Some(Fault::Block { block: block as u64, first, last, expected, found });
        }
        let beyond = values.iter().position(|&byte| u32::from((byte as Value).unsigned_abs()) > seeds)?;
        Some(Fault::Value { rank: first + beyond as u64, found: values[beyond] as Value, seeds })
    }

    fn broken(&self, fault: Fault) -> TableError {
        TableError::Broken { table: self.id, origin: self.origin.clone(), fault }
    }

    /// The same table as a raw file: in memory, or if it is large in a nameless file of the system's beside this one.
    /// `lower` gives the values of boards of lower layers, on which those rest that a packed file leaves out.
    ///
    /// # Errors
    /// [`TableError::Broken`], [`TableError::Gap`] if `lower` does not know a value, [`TableError::Io`] if there is no room for the file.
    pub fn unpacked(&self, lower: &(impl Fn(Board) -> Option<Value> + Sync)) -> Result<Table<Bytes>, TableError> {
        let (checksums, length) = header::layout(self.id);
        let folder = match &self.origin {
            Source::Folder(folder) => Some(folder.join(self.id.variant().name())),
            Source::BuiltIn => None,
        };
        let failed = |cause| TableError::Io { action: "unpack", path: folder.clone().unwrap_or_default(), cause };
        let mut room = match &folder {
            // Reading must not need the right to write beside the tables.
            Some(folder) if length >= LARGE => Scratch::on_disk(folder, length)
                .or_else(|_| Scratch::on_disk(&std::env::temp_dir(), length))
                .or_else(|_| Scratch::in_memory(length)),
            _ => Scratch::in_memory(length),
        }
        .map_err(failed)?;
        let (head, rest) = room.as_mut().split_at_mut(HEADER_LEN);
        let (values, sums) = rest.split_at_mut(checksums as usize - HEADER_LEN);
        head.copy_from_slice(&header::encode(self.id, true));
        match &self.body {
            Body::Raw { .. } => values.copy_from_slice(self.values()),
            Body::Packed(packed) => {
                packed.unpack(self.bytes.as_ref(), values).map_err(|fault| self.broken(fault))?;
                self.fill_gaps(packed, values, lower)?;
            }
        }
        for (sum, values) in sums.chunks_mut(8).zip(values.chunks(BLOCK)) {
            sum.copy_from_slice(&xxh3_64(values).to_le_bytes());
        }
        Table::open(room.finish().map_err(failed)?, self.id, self.origin.clone())
    }

    /// Puts the values in that the file leaves out.
    fn fill_gaps(&self, packed: &Packed, values: &mut [u8], lower: &(impl Fn(Board) -> Option<Value> + Sync)) -> Result<(), TableError> {
        let seeds = self.id.seeds();
        let known: &[u8] = values;
        let value = |board: Board| {
            if board.seeds() < seeds { lower(board) } else { known.get(rank(board) as usize).map(|&byte| byte as Value) }
        };
        let runs: Vec<_> = packed.left_out().collect();
        let fill = |run: &std::ops::Range<u64>| -> Option<Vec<u8>> {
            let boards = boards_from(seeds, run.start).take((run.end - run.start) as usize);
            boards.map(|board| from_successors(self.id.variant(), board, value).map(|value| value as u8)).collect()
        };
        let filled: Option<Vec<Vec<u8>>> = runs.par_iter().map(fill).collect();
        let filled = filled.ok_or_else(|| TableError::Gap { table: self.id, origin: self.origin.clone() })?;
        for (run, filled) in runs.iter().zip(filled) {
            values[run.start as usize..run.end as usize].copy_from_slice(&filled);
        }
        Ok(())
    }
}

impl Table<Bytes> {
    /// Opens the table's file in a folder of tables; `None` if there is none.
    ///
    /// # Errors
    /// [`TableError`] if there is a file and it is not right or cannot be read.
    pub fn open_in(folder: &Path, id: TableId) -> Result<Option<Self>, TableError> {
        let path = id.path(folder);
        match Bytes::map(&path) {
            Ok(bytes) => Self::open(bytes, id, Source::Folder(folder.to_owned())).map(Some),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(TableError::Io { action: "read", path, cause }),
        }
    }

    /// Opens the table that is part of the program; `None` if it is not.
    ///
    /// # Errors
    /// [`TableError::Broken`] if the program was built with a wrong file.
    pub fn built_in(id: TableId) -> Result<Option<Self>, TableError> {
        builtin::built_in(id).map(|bytes| Self::open(Bytes::BuiltIn(bytes), id, Source::BuiltIn)).transpose()
    }

    /// The table itself if it is raw, else [`Self::unpacked`].
    ///
    /// # Errors
    /// As [`Self::unpacked`].
    pub fn into_raw(self, lower: &(impl Fn(Board) -> Option<Value> + Sync)) -> Result<Self, TableError> {
        if self.format() == Format::Raw { Ok(self) } else { self.unpacked(lower) }
    }
}

/// Whether the bytes are, as far as header and length say, the file of this table; if so, what is in it.
fn check(bytes: &[u8], id: TableId) -> Result<Body, Fault> {
    let (checksums, expected) = header::layout(id);
    let found = bytes.len() as u64;
    let truncated = Fault::Truncated { expected, found };
    let header = match bytes.first_chunk() {
        Some(header) => header::decode(header)?,
        None => return Err(header::foreign(bytes).unwrap_or(truncated)),
    };
    if header.id.variant() != id.variant() {
        return Err(Fault::Rules { expected: id.variant(), found: header.id.variant() });
    }
    if header.id.kind() != id.kind() {
        return Err(Fault::Kind { expected: id.kind(), found: header.id.kind() });
    }
    if header.id.seeds() != id.seeds() {
        return Err(Fault::Layer { expected: id.seeds(), found: header.id.seeds() });
    }
    if let Some(packed) = header.packed {
        return Packed::open(bytes, id, packed).map(|packed| Body::Packed(Box::new(packed)));
    }
    if found > expected {
        return Err(Fault::TooLong { expected, found });
    }
    // Bytes of this length are in our address space, so an offset within them fits `usize`.
    let checksums = usize::try_from(checksums).ok().filter(|_| found == expected).ok_or(truncated)?;
    Ok(Body::Raw { checksums })
}

#[cfg(test)]
mod tests {
    use super::super::id::Kind;
    use super::super::writer::encode;
    use super::*;
    use crate::variant::Variant;

    fn id(variant: Variant, seeds: u32) -> TableId {
        TableId::new(variant, Kind::Shared, seeds).unwrap()
    }

    /// Made-up values from −n to n that differ between neighbours and blocks.
    fn values(id: TableId) -> Vec<Value> {
        let n = i64::from(id.seeds());
        (0..id.values() as i64).map(|rank| ((rank * 7 + rank / 1000) % (2 * n + 1) - n) as Value).collect()
    }

    fn open(bytes: &[u8], id: TableId) -> Result<Table<&[u8]>, TableError> {
        Table::open(bytes, id, Source::Folder("databases".into()))
    }

    fn fault(result: Result<impl Sized, TableError>) -> Fault {
        match result {
            Err(TableError::Broken { fault, .. }) => fault,
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("accepted"),
        }
    }

    #[test]
    fn small_layers_come_back() {
        for variant in Variant::ALL {
            for id in Kind::ALL.into_iter().flat_map(|kind| TableId::all(variant, kind).take(10)) {
                let expected = values(id);
                let bytes = encode(id, &expected);
                let table = open(&bytes, id).unwrap();
                table.verify().unwrap();
                assert_eq!(table.id(), id);
                assert!(expected.iter().enumerate().all(|(rank, &value)| table.value(rank as u64) == Some(value)));
                assert!(table.values().iter().map(|&byte| byte as Value).eq(expected));
            }
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let id = id(Variant::Abapa, 3);
        let bytes = encode(id, &values(id));
        let expected = bytes.len() as u64;
        assert_eq!(expected, 64 + 364 + 8);
        for found in 0..expected {
            assert_eq!(fault(open(&bytes[..found as usize], id)), Fault::Truncated { expected, found });
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert_eq!(fault(open(&longer, id)), Fault::TooLong { expected, found: expected + 1 });
    }

    #[test]
    fn another_tables_file_is_refused() {
        let bytes = |id| encode(id, &values(id));
        let expected = id(Variant::Abapa, 4);
        assert_eq!(fault(open(&bytes(id(Variant::Wari, 4)), expected)), Fault::Rules { expected: Variant::Abapa, found: Variant::Wari });
        assert_eq!(fault(open(&bytes(id(Variant::Abapa, 5)), expected)), Fault::Layer { expected: 4, found: 5 });
        let forced = TableId::new(Variant::Abapa, Kind::Forced, 4).unwrap();
        assert_eq!(fault(open(&bytes(forced), expected)), Fault::Kind { expected: Kind::Shared, found: Kind::Forced });
        let mut unfinished = bytes(expected);
        unfinished[..HEADER_LEN].copy_from_slice(&header::encode(expected, false));
        assert_eq!(fault(open(&unfinished, expected)), Fault::Unfinished);
    }

    #[test]
    fn verify_finds_every_flipped_byte_of_a_small_file() {
        let id = id(Variant::Kalah, 2);
        let good = encode(id, &values(id));
        for at in HEADER_LEN..good.len() {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << (at % 8);
            let fault = fault(open(&bytes, id).unwrap().verify());
            assert!(matches!(fault, Fault::Block { block: 0, first: 0, last: 77, .. }), "byte {at}: {fault}");
        }
    }

    #[test]
    fn verify_names_the_first_damaged_block() {
        let id = id(Variant::Warri, 9);
        let good = encode(id, &values(id));
        for (at, expected) in [(0, (0, 0, 65_535)), (65_536, (1, 65_536, 131_071)), (167_959, (2, 131_072, 167_959))] {
            let mut bytes = good.clone();
            bytes[HEADER_LEN + at] ^= 0x80;
            bytes[HEADER_LEN + 167_958] ^= 0x80;
            let Fault::Block { block, first, last, .. } = fault(open(&bytes, id).unwrap().verify()) else { panic!("no block") };
            assert_eq!((block, first, last), expected);
        }
    }

    #[test]
    fn verify_finds_a_value_beyond_the_seeds_under_a_right_checksum() {
        let id = id(Variant::Wari, 9);
        let mut bytes = encode(id, &values(id));
        bytes[HEADER_LEN + 70_000] = -10_i8 as u8;
        let sum = xxh3_64(&bytes[HEADER_LEN + BLOCK..HEADER_LEN + 2 * BLOCK]);
        let at = HEADER_LEN + 167_960 + 8;
        bytes[at..at + 8].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(fault(open(&bytes, id).unwrap().verify()), Fault::Value { rank: 70_000, found: -10, seeds: 9 });
    }
}
