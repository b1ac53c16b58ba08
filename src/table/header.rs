//! The first 64 bytes of a table file: the one place that knows bincode.
//!
//! A raw header is whatever 64 bytes say. What comes out of [`decode`] is a [`TableId`], which by its type is a table that can exist;
//! every other field has one permitted value in format version 1 and is gone after the check.

use super::error::Fault;
use super::id::{Kind, TableId};
use crate::variant::Variant;
use bincode::{Decode, Encode, config};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of the header.
pub(super) const HEADER_LEN: usize = 64;
/// Values of one block, i.e. under one checksum.
pub(super) const BLOCK: usize = 65_536;

const MAGIC: [u8; 8] = *b"\x89OWT\r\n\x1a\n";
const VERSION: u16 = 1;
const SIGNED_BYTES: u8 = 1;
const XXH3_64: u8 = 1;
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
    zero: [u8; 28],
    checksum: u64,
}

const fn bincode_config() -> impl config::Config {
    config::standard().with_little_endian().with_fixed_int_encoding()
}

/// Where the checksums begin and how long the whole file is, in bytes. At most 1.4e13 for layer 72, so nothing overflows 64 bits.
pub(super) fn layout(id: TableId) -> (u64, u64) {
    let checksums = HEADER_LEN as u64 + id.values();
    (checksums, checksums + 8 * id.values().div_ceil(BLOCK as u64))
}

/// The header of a table, as it is while the file is being written or when it is whole.
pub(super) fn encode(id: TableId, finished: bool) -> [u8; HEADER_LEN] {
    let raw = RawHeader {
        magic: MAGIC,
        version: VERSION,
        rules: id.variant().id(),
        kind: id.kind().id(),
        layer: id.seeds() as u8,
        encoding: SIGNED_BYTES,
        checksum_kind: XXH3_64,
        finished: finished.into(),
        boards: id.boards(),
        block: BLOCK as u32,
        zero: [0; 28],
        checksum: 0,
    };
    let mut bytes = [0; HEADER_LEN];
    let length = bincode::encode_into_slice(raw, &mut bytes, bincode_config()).expect("the fields take 64 bytes");
    debug_assert_eq!(length, HEADER_LEN);
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

/// Which finished table the header belongs to.
///
/// Magic and version come first, since in a file of another version nothing else need be where it is here.
pub(super) fn decode(bytes: &[u8; HEADER_LEN]) -> Result<TableId, Fault> {
    let (raw, _): (RawHeader, usize) =
        bincode::decode_from_slice(bytes, bincode_config()).expect("any 64 bytes are numbers of these widths");
    if raw.magic != MAGIC {
        return Err(Fault::Foreign { expected: MAGIC, found: raw.magic });
    }
    if raw.version != VERSION {
        return Err(Fault::Version { expected: VERSION, found: raw.version });
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
    if raw.encoding != SIGNED_BYTES {
        return Err(field("value encoding", "1 (signed bytes)", raw.encoding.into()));
    }
    if raw.checksum_kind != XXH3_64 {
        return Err(field("checksum kind", "1 (xxh3-64)", raw.checksum_kind.into()));
    }
    if raw.block != BLOCK as u32 {
        return Err(field("block size", "65536", raw.block.into()));
    }
    if let Some(&byte) = raw.zero.iter().find(|&&byte| byte != 0) {
        return Err(field("reserved byte", "0", byte.into()));
    }
    let variant = Variant::from_id(raw.rules).ok_or_else(|| field("rules", "the number of a rule set", raw.rules.into()))?;
    let kind = Kind::from_id(raw.kind).ok_or_else(|| field("kind", "1 (shared) or 2 (forced)", raw.kind.into()))?;
    let id = TableId::new(variant, kind, raw.layer.into()).map_err(Fault::Impossible)?;
    if raw.boards != id.boards() {
        return Err(Fault::Boards { expected: id.boards(), found: raw.boards });
    }
    Ok(id)
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
        let mut bytes = encode(id(), true);
        bytes[at] = byte;
        seal(&mut bytes);
        decode(&bytes)
    }

    #[test]
    fn the_bytes_are_those_of_the_format_comment() {
        let bytes = encode(id(), true);
        assert_eq!(bytes[..28], *b"\x89OWT\r\n\x1a\n\x01\x00\x01\x01\x09\x01\x01\x01\x18\x90\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00");
        assert_eq!(bytes[28..56], [0; 28]);
        assert_eq!(layout(id()), (64 + 167_960, 64 + 167_960 + 3 * 8));
    }

    #[test]
    fn every_table_that_can_exist_comes_back() {
        for variant in Variant::ALL {
            for id in Kind::ALL.into_iter().flat_map(|kind| TableId::all(variant, kind)) {
                assert_eq!(decode(&encode(id, true)), Ok(id));
                assert_eq!(decode(&encode(id, false)), Err(Fault::Unfinished));
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
                    8..10 => assert!(matches!(fault, Fault::Version { expected: 1, .. }), "byte {at}: {fault}"),
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
        assert_eq!(field(40, 7), ("reserved byte", 7));
        assert_eq!(forged(12, 49), Err(Fault::Impossible(NoSuchTable::Layer { variant: Variant::Abapa, seeds: 49 })));
        assert_eq!(forged(12, 10), Err(Fault::Boards { expected: 352_716, found: 167_960 }));
        assert_eq!(forged(16, 0), Err(Fault::Boards { expected: 167_960, found: 167_936 }));
    }
}
