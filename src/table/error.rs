//! What can be wrong with a table file or its folder. Each message names the file, what was found, what was expected and the remedy.

use super::id::{Kind, NoSuchTable, TableId};
use super::source::Source;
use crate::variant::Variant;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is wrong inside a table file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// Too short.
    #[error("truncated: {found} bytes, expected {expected}")]
    Truncated {
        /// Bytes that the layer takes.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// Too long.
    #[error("too long: {found} bytes, expected {expected}")]
    TooLong {
        /// Bytes that the layer takes.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// Not one of our files.
    #[error("not a table file: it begins with {found:02x?}, expected {expected:02x?}")]
    Foreign {
        /// The magic.
        expected: [u8; 8],
        /// The bytes in its place.
        found: [u8; 8],
    },
    /// A format that this program does not read.
    #[error("format version {found}, expected 1 to {newest} (another release of this program wrote it)")]
    Version {
        /// The newest version that this program reads.
        newest: u16,
        /// The file's.
        found: u16,
    },
    /// A header that is not as it was written.
    #[error("damaged header: its checksum is {found:016x}, expected {expected:016x}")]
    HeaderChecksum {
        /// The checksum in the header.
        expected: u64,
        /// The checksum of the header.
        found: u64,
    },
    /// A build that was cut short.
    #[error("unfinished: its build was interrupted; expected a finished file")]
    Unfinished,
    /// A field of the header that holds a number without a meaning.
    #[error("the header says {field} {found}, expected {expected}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What may stand there.
        expected: &'static str,
        /// What does.
        found: u64,
    },
    /// A header that names a table that cannot exist.
    #[error("the header names an impossible table: {0}")]
    Impossible(NoSuchTable),
    /// A count of boards that is not the layer's.
    #[error("the header says {found} boards, expected {expected}")]
    Boards {
        /// Boards of the layer.
        expected: u64,
        /// The header's number.
        found: u64,
    },
    /// Another rule set's file.
    #[error("the file of another rule set: {found}, expected {expected}")]
    Rules {
        /// The rule set asked for.
        expected: Variant,
        /// The file's.
        found: Variant,
    },
    /// Another kind's file.
    #[error("the file of another kind: {found}, expected {expected}")]
    Kind {
        /// The kind asked for.
        expected: Kind,
        /// The file's.
        found: Kind,
    },
    /// Another layer's file.
    #[error("the file of another layer: {found} seeds, expected {expected}")]
    Layer {
        /// The layer asked for.
        expected: u32,
        /// The file's.
        found: u32,
    },
    /// Values that are not as they were written.
    #[error("damaged: block {block} (boards {first} to {last}) has the checksum {found:016x}, expected {expected:016x}")]
    Block {
        /// Which block, from 0.
        block: u64,
        /// The rank of its first board.
        first: u64,
        /// The rank of its last board.
        last: u64,
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the block's values.
        found: u64,
    },
    /// A part of a packed file that is not as it was written.
    #[error("damaged: the {part} has the checksum {found:016x}, expected {expected:016x}")]
    Part {
        /// Which part.
        part: &'static str,
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the part.
        found: u64,
    },
    /// A model that makes no sense.
    #[error("wrong: the model of the values {0}")]
    Model(&'static str),
    /// A block of a packed file that begins where none can.
    #[error("wrong: block {block} begins at byte {offset}, expected {least} to {most}")]
    Offset {
        /// Which block, from 0; their number stands for the end of the last.
        block: u64,
        /// Where the index says that it begins.
        offset: u64,
        /// The least that could be.
        least: u64,
        /// The most that could be.
        most: u64,
    },
    /// A block of a packed file that is not as it was written.
    #[error("damaged: block {block} has the checksum {found:016x}, expected {expected:016x}")]
    PackedBlock {
        /// Which block, from 0.
        block: u64,
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the block.
        found: u64,
    },
    /// A block whose code does not end where its last value does.
    #[error("wrong: block {block} has a right checksum and no right code")]
    Undecodable {
        /// Which block, from 0.
        block: u64,
    },
    /// More seeds won or lost than lie on the board.
    #[error("wrong: board {rank} has the value {found}, expected −{seeds} to {seeds}")]
    Value {
        /// The board's rank.
        rank: u64,
        /// Its value.
        found: i8,
        /// The layer.
        seeds: u32,
    },
}

/// Why a table or a folder of tables cannot be used.
#[derive(Debug, Error)]
pub enum TableError {
    /// A table that is there and not as it must be.
    #[error("{}: {fault}; {}", source_name(.table, .origin), remedy(.table, .origin))]
    Broken {
        /// Which table was asked for.
        table: TableId,
        /// Where it lies.
        origin: Source,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A packed table leaves out boards whose values follow from those of other boards, and one of these is not there.
    #[error("{table}: the values that its packed file leaves out cannot be filled in: a lower layer is missing or damaged; run `{}`", .table.build_command(folder_of(.origin)))]
    Gap {
        /// Which table.
        table: TableId,
        /// Where it lies.
        origin: Source,
    },
    /// A packed file that does not give back what was packed.
    #[error(
        "{table}: a packed file would not give all values back, since some do not follow from those of lower layers; run `oware db verify --full`"
    )]
    Lossy {
        /// Which table.
        table: TableId,
    },
    /// The system refused.
    #[error("cannot {action} {}: {cause}; {}", .path.display(), io_remedy(.cause))]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// The system's answer.
        cause: io::Error,
    },
    /// A folder of tables that is not there.
    #[error("{} is no folder; expected an existing folder of tables: create it, or name another with `--db DIR`", .0.display())]
    NoFolder(PathBuf),
    /// Somebody else holds the folder's lock.
    #[error("another build is running in {}; wait until it ends, or name another folder with `--db DIR`", .0.display())]
    Busy(PathBuf),
    /// No folder was named and the system knows none.
    #[error("no folder to build tables in: ./databases does not exist and the user's data folder is unknown; name one with `--db DIR`")]
    NoBuildFolder,
}

fn source_name(table: &TableId, origin: &Source) -> String {
    match origin {
        Source::Folder(folder) => table.path(folder).display().to_string(),
        Source::BuiltIn => format!("built-in table {table}"),
    }
}

fn folder_of(origin: &Source) -> Option<&Path> {
    match origin {
        Source::Folder(folder) => Some(folder),
        Source::BuiltIn => None,
    }
}

fn remedy(table: &TableId, origin: &Source) -> String {
    match origin {
        Source::Folder(folder) => format!("delete it and run `{}`", table.build_command(Some(folder))),
        Source::BuiltIn => format!("reinstall the program, or run `{}`", table.build_command(None)),
    }
}

fn io_remedy(cause: &io::Error) -> &'static str {
    use io::ErrorKind as K;
    match cause.kind() {
        K::StorageFull | K::QuotaExceeded => "the disk is full: free some space, or name a folder on another with `--db DIR`",
        K::FileTooLarge => {
            "the system allows no file of this size: raise the limit (`ulimit -f`), or name a folder on another disk with `--db DIR`"
        }
        K::PermissionDenied | K::ReadOnlyFilesystem => {
            "permission is missing: allow this user to read and write there, or name another folder with `--db DIR`"
        }
        K::NotFound => "the folder is missing: create it, or name another with `--db DIR`",
        K::NotADirectory | K::IsADirectory | K::AlreadyExists => {
            "a file stands where a folder is expected or the reverse: move it away, or name another folder with `--db DIR`"
        }
        _ => "check the path and the disk, or name another folder with `--db DIR`",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_file_is_named_with_the_command_that_rebuilds_it() {
        let table = TableId::new(Variant::Wari, Kind::Shared, 9).unwrap();
        let broken = |origin| TableError::Broken { table, origin, fault: Fault::Truncated { expected: 100, found: 7 } }.to_string();
        assert_eq!(
            broken(Source::Folder(PathBuf::from("my tables"))),
            "my tables/wari/shared-09.owt: truncated: 7 bytes, expected 100; \
             delete it and run `oware db build --rules wari --seeds 9 --db 'my tables'`"
        );
        assert_eq!(
            broken(Source::BuiltIn),
            "built-in table wari shared layer 9: truncated: 7 bytes, expected 100; \
             reinstall the program, or run `oware db build --rules wari --seeds 9`"
        );
    }

    #[test]
    fn what_the_system_refuses_has_a_remedy() {
        let refused = |kind: io::ErrorKind| TableError::Io { action: "write", path: PathBuf::from("x"), cause: kind.into() }.to_string();
        assert!(refused(io::ErrorKind::StorageFull).contains("free some space"));
        assert!(refused(io::ErrorKind::PermissionDenied).contains("allow this user"));
        assert!(refused(io::ErrorKind::ReadOnlyFilesystem).contains("allow this user"));
        assert!(refused(io::ErrorKind::NotFound).contains("create it"));
        assert!(refused(io::ErrorKind::NotADirectory).contains("move it away"));
        assert!(refused(io::ErrorKind::Other).starts_with("cannot write x: "));
    }
}
