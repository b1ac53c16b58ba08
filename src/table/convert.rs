//! From one format to the other, in place.

use super::error::TableError;
use super::file::Table;
use super::format::Format;
use super::lock::FolderLock;
use super::mmap::Bytes;
use super::packed;
use super::writer::write_bytes;
use crate::board::Board;
use crate::score::Value;
use std::path::Path;

/// Writes a table in this format into the locked folder, in place of any file of its name. The new file is read again and compared before it takes
/// that place. `lower` gives the values of boards of lower layers ([`Table::unpacked`]).
///
/// # Errors
/// [`TableError`]; then the folder is as it was.
///
/// # Panics
/// If the lock is another rule set's.
pub fn convert(
    lock: &FolderLock,
    table: &Table<Bytes>,
    format: Format,
    lower: &(impl Fn(Board) -> Option<Value> + Sync),
) -> Result<Table<Bytes>, TableError> {
    let id = table.id();
    let unpacked = (table.format() == Format::Packed).then(|| table.unpacked(lower)).transpose()?;
    let raw = unpacked.as_ref().unwrap_or(table);
    let values = raw.values();
    let packed = (format == Format::Packed).then(|| packed::encode(id, |rank| values[rank as usize] as Value));
    let bytes = packed.as_deref().unwrap_or_else(|| raw.bytes());
    let path = write_bytes(lock, id, bytes, |path| {
        let written = open(path, raw)?;
        written.verify()?;
        let same = if written.format() == Format::Raw { written.values() == values } else { written.unpacked(lower)?.values() == values };
        if same { Ok(()) } else { Err(TableError::Lossy { table: id }) }
    })?;
    open(&path, table)
}

/// Opens a file of the same table.
fn open(path: &Path, table: &Table<Bytes>) -> Result<Table<Bytes>, TableError> {
    let bytes = Bytes::map(path).map_err(|cause| TableError::Io { action: "read", path: path.to_owned(), cause })?;
    Table::open(bytes, table.id(), table.origin().clone())
}
