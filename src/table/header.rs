//! The first 64 bytes of a table file: the one place that knows bincode.
//!
//! A raw header is whatever 64 bytes say. What comes out of [`decode`] is a [`TableId`], which by its type is a table that can exist, and of a
//! packed file the lengths of its parts; every other field has one permitted value in its format version and is gone after the check.

use super::error::Fault;
use super::id::{Kind, TableId};
use super::tiles::AREA;
use crate::variant::Variant;
use bincode::{Decode, Encode, config};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of the header.
pub(super) const HEADER_LEN: usize = 64;
/// Values of one block, i.e. under one checksum.
pub(super) const BLOCK: usize = 65_536;

const MAGIC: [u8; 8] = *b"\x89OWT\r\n\x1a\n";
/// The version of raw files.
const RAW: u16 = 1;
/// The version of packed files.
const PACKED: u16 = 2;
const SIGNED_BYTES: u8 = 1;
const PREDICTED: u8 = 2;
const XXH3_64: u8 = 1;
/// Where the mark is that the file is finished.
const FINISHED_AT: usize = 15;
/// Bytes under the header's checksum: all before it.
const CHECKED_LEN: usize = HEADER_LEN - 8;

/// The fields in file order; [`super`] says what each means.
#[derive(Encode, Decode)]
struct RawHeader {
    magic: [u8; 8],
    version: u16,
    rules: u8,
    kind: u8,
    layer: u8,
    encoding: u8,
    checksum_kind: u8,
    finished: u8,
    boards: u64,
    block: u32,
    gaps: u8,
    zero: [u8; 3],
    model: u32,
    length: u64,
    more_zeros: [u8; 12],
    checksum: u64,
}

/// What the header of a packed file says beyond which table it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedHeader {
    /// Bytes of the model.
    pub model: u32,
    /// Bytes of the file.
    pub length: u64,
    /// Whether boards without a gap in the opponent's row are left out.
    pub gaps: bool,
}

/// What a header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub id: TableId,
    /// `None` if the file is raw.
    pub packed: Option<PackedHeader>,
}

const fn bincode_config() -> impl config::Config {
    config::standard().with_little_endian().with_fixed_int_encoding()
}

/// Where the checksums begin and how long the whole file is, in bytes. At most 1.4e13 for layer 72, so nothing overflows 64 bits.
pub(super) fn layout(id: TableId) -> (u64, u64) {
    let checksums = HEADER_LEN as u64 + id.values();
    (checksums, checksums + 8 * id.values().div_ceil(BLOCK as u64))
}

/// Bytes of the raw file of a table.
#[must_use]
pub fn raw_bytes(id: TableId) -> u64 {
    layout(id).1
}

/// The header of a raw file, as it is while the file is being written or when it is whole.
pub(super) fn encode(id: TableId, finished: bool) -> [u8; HEADER_LEN] {
    encode_fields(id, finished, None)
}

/// The header of a packed file.
pub(super) fn encode_packed(id: TableId, finished: bool, packed: &PackedHeader) -> [u8; HEADER_LEN] {
    encode_fields(id, finished, Some(packed))
}

fn encode_fields(id: TableId, finished: bool, packed: Option<&PackedHeader>) -> [u8; HEADER_LEN] {
    let raw = RawHeader {
        magic: MAGIC,
        version: if packed.is_some() { PACKED } else { RAW },
        rules: id.variant().id(),
        kind: id.kind().id(),
        layer: id.seeds() as u8,
        encoding: if packed.is_some() { PREDICTED } else { SIGNED_BYTES },
        checksum_kind: XXH3_64,
        finished: finished.into(),
        boards: id.boards(),
        block: if packed.is_some() { AREA as u32 } else { BLOCK as u32 },
        gaps: packed.is_some_and(|packed| packed.gaps).into(),
        zero: [0; 3],
        model: packed.map_or(0, |packed| packed.model),
        length: packed.map_or(0, |packed| packed.length),
        more_zeros: [0; 12],
        checksum: 0,
    };
    let mut bytes = [0; HEADER_LEN];
    let length = bincode::encode_into_slice(raw, &mut bytes, bincode_config()).expect("the fields take 64 bytes");
    debug_assert_eq!(length, HEADER_LEN);
    seal(&mut bytes);
    bytes
}

/// The same header with the mark that the file is not finished.
pub(super) fn unfinished(header: &[u8; HEADER_LEN]) -> [u8; HEADER_LEN] {
    let mut bytes = *header;
    bytes[FINISHED_AT] = 0;
    seal(&mut bytes);
    bytes
}

/// Puts the checksum of the other fields into the header.
pub(super) fn seal(header: &mut [u8; HEADER_LEN]) {
    let checksum = xxh3_64(&header[..CHECKED_LEN]);
    header[CHECKED_LEN..].copy_from_slice(&checksum.to_le_bytes());
}

/// What is wrong with a file too short for a header, unless it may be the beginning of a table.
pub(super) fn foreign(bytes: &[u8]) -> Option<Fault> {
    let length = bytes.len().min(MAGIC.len());
    let mut found = [0; MAGIC.len()];
    found[..length].copy_from_slice(&bytes[..length]);
    (found[..length] != MAGIC[..length]).then_some(Fault::Foreign { expected: MAGIC, found })
}

/// Which finished table the header belongs to, and how it is written.
///
/// Magic and version come first, since in a file of another version nothing else need be where it is here.
pub(super) fn decode(bytes: &[u8; HEADER_LEN]) -> Result<Header, Fault> {
    let (raw, _): (RawHeader, usize) =
        bincode::decode_from_slice(bytes, bincode_config()).expect("any 64 bytes are numbers of these widths");
    if raw.magic != MAGIC {
        return Err(Fault::Foreign { expected: MAGIC, found: raw.magic });
    }
    if !(RAW..=PACKED).contains(&raw.version) {
        return Err(Fault::Version { newest: PACKED, found: raw.version });
    }
    let checksum = xxh3_64(&bytes[..CHECKED_LEN]);
    if raw.checksum != checksum {
        return Err(Fault::HeaderChecksum { expected: raw.checksum, found: checksum });
    }
    let field = |field, expected, found: u64| Fault::Field { field, expected, found };
    match raw.finished {
        1 => {}
        0 => return Err(Fault::Unfinished),
        other => return Err(field("finished", "0 or 1", other.into())),
    }
    let packed = raw.version == PACKED;
    let (encoding, expected) = if packed { (PREDICTED, "2 (packed)") } else { (SIGNED_BYTES, "1 (signed bytes)") };
    if raw.encoding != encoding {
        return Err(field("value encoding", expected, raw.encoding.into()));
    }
    if raw.checksum_kind != XXH3_64 {
        return Err(field("checksum kind", "1 (xxh3-64)", raw.checksum_kind.into()));
    }
    let (block, expected) = if packed { (AREA, "1024") } else { (BLOCK, "65536") };
    if raw.block != block as u32 {
        return Err(field("block size", expected, raw.block.into()));
    }
    if packed && raw.gaps > 1 {
        return Err(field("left-out boards", "0 (none) or 1 (no gap in the opponent's row)", raw.gaps.into()));
    }
    let only_packed = [raw.gaps.into(), raw.model.into(), raw.length];
    let zeros = raw.zero.iter().chain(&raw.more_zeros).map(|&byte| byte.into()).chain(only_packed.into_iter().filter(|_| !packed));
    if let Some(found) = zeros.into_iter().find(|&found: &u64| found != 0) {
        return Err(field("reserved byte", "0", found));
    }
    let variant = Variant::from_id(raw.rules).ok_or_else(|| field("rules", "the number of a rule set", raw.rules.into()))?;
    let kind = Kind::from_id(raw.kind).ok_or_else(|| field("kind", "1 (shared) or 2 (forced)", raw.kind.into()))?;
    let id = TableId::new(variant, kind, raw.layer.into()).map_err(Fault::Impossible)?;
    if raw.boards != id.boards() {
        return Err(Fault::Boards { expected: id.boards(), found: raw.boards });
    }
    let packed = packed.then_some(PackedHeader { model: raw.model, length: raw.length, gaps: raw.gaps == 1 });
    Ok(Header { id, packed })
}

#[cfg(test)]
mod tests {
    use super::super::id::NoSuchTable;
    use super::*;

    fn id() -> TableId {
        TableId::new(Variant::Abapa, Kind::Shared, 9).unwrap()
    }

    /// The header with one byte replaced and a checksum that agrees: what a faulty writer would make.
    fn forged(at: usize, byte: u8) -> Result<TableId, Fault> {
        forged_from(encode(id(), true), at, byte)
    }

    fn forged_from(mut bytes: [u8; HEADER_LEN], at: usize, byte: u8) -> Result<TableId, Fault> {
        bytes[at] = byte;
        seal(&mut bytes);
        decode(&bytes).map(|header| header.id)
    }

    const PACKED_HEADER: PackedHeader = PackedHeader { model: 0x0102_0304, length: 0x1112_1314_1516_1718, gaps: true };

    #[test]
    fn the_bytes_are_those_of_the_format_comment() {
        let bytes = encode(id(), true);
        assert_eq!(bytes[..28], *b"\x89OWT\r\n\x1a\n\x01\x00\x01\x01\x09\x01\x01\x01\x18\x90\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00");
        assert_eq!(bytes[28..56], [0; 28]);
        assert_eq!(layout(id()), (64 + 167_960, 64 + 167_960 + 3 * 8));
    }

    #[test]
    fn the_bytes_of_a_packed_files_header_are_those_of_the_format_comment() {
        let bytes = encode_packed(id(), true, &PACKED_HEADER);
        assert_eq!(bytes[..28], *b"\x89OWT\r\n\x1a\n\x02\x00\x01\x01\x09\x02\x01\x01\x18\x90\x02\x00\x00\x00\x00\x00\x00\x04\x00\x00");
        assert_eq!(bytes[28..44], *b"\x01\x00\x00\x00\x04\x03\x02\x01\x18\x17\x16\x15\x14\x13\x12\x11");
        assert_eq!(bytes[44..56], [0; 12]);
    }

    #[test]
    fn numbers_without_a_meaning_are_refused_in_a_packed_files_header() {
        let forged = |at, byte| match forged_from(encode_packed(id(), true, &PACKED_HEADER), at, byte) {
            Err(Fault::Field { field, found, .. }) => (field, found),
            other => panic!("byte {at}: {other:?}"),
        };
        assert_eq!(forged(8, 1), ("value encoding", 2));
        assert_eq!(forged(13, 1), ("value encoding", 1));
        assert_eq!(forged(24, 1), ("block size", 1_025));
        assert_eq!(forged(28, 2), ("left-out boards", 2));
        assert_eq!(forged(29, 1), ("reserved byte", 1));
        assert_eq!(forged(55, 3), ("reserved byte", 3));
    }

    #[test]
    fn every_table_that_can_exist_comes_back() {
        for variant in Variant::ALL {
            for id in Kind::ALL.into_iter().flat_map(|kind| TableId::all(variant, kind)) {
                assert_eq!(decode(&encode(id, true)), Ok(Header { id, packed: None }));
                assert_eq!(decode(&encode(id, false)), Err(Fault::Unfinished));
                assert_eq!(unfinished(&encode(id, true)), encode(id, false));
                assert_eq!(decode(&encode_packed(id, true, &PACKED_HEADER)), Ok(Header { id, packed: Some(PACKED_HEADER) }));
                assert_eq!(decode(&encode_packed(id, false, &PACKED_HEADER)), Err(Fault::Unfinished));
            }
        }
    }

    #[test]
    fn every_flipped_byte_is_refused() {
        for at in 0..HEADER_LEN {
            for flip in 1..=255 {
                let mut bytes = encode(id(), true);
                bytes[at] ^= flip;
                let fault = decode(&bytes).unwrap_err();
                match at {
                    0..8 => assert!(matches!(fault, Fault::Foreign { .. }), "byte {at}: {fault}"),
                    8..10 if bytes[8..10] != [2, 0] => assert!(matches!(fault, Fault::Version { newest: 2, .. }), "byte {at}: {fault}"),
                    _ => assert!(matches!(fault, Fault::HeaderChecksum { .. }), "byte {at}: {fault}"),
                }
            }
        }
    }

    #[test]
    fn numbers_without_a_meaning_are_refused_under_a_right_checksum_too() {
        let field = |at, byte| match forged(at, byte) {
            Err(Fault::Field { field, found, .. }) => (field, found),
            other => panic!("byte {at}: {other:?}"),
        };
        assert_eq!(field(10, 99), ("rules", 99));
        assert_eq!(field(11, 3), ("kind", 3));
        assert_eq!(field(13, 2), ("value encoding", 2));
        assert_eq!(field(14, 0), ("checksum kind", 0));
        assert_eq!(field(15, 2), ("finished", 2));
        assert_eq!(field(24, 1), ("block size", 65_537));
        assert_eq!(field(40, 7), ("reserved byte", 7 << 32));
        assert_eq!(forged(12, 49), Err(Fault::Impossible(NoSuchTable::Layer { variant: Variant::Abapa, seeds: 49 })));
        assert_eq!(forged(12, 10), Err(Fault::Boards { expected: 352_716, found: 167_960 }));
        assert_eq!(forged(16, 0), Err(Fault::Boards { expected: 167_960, found: 167_936 }));
    }
}
