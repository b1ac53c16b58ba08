//! Endgame tables on disk, in memory and built into the program: the value of every board of a layer, looked up by its rank.
//!
//! # The file format, version 1
//!
//! One file holds one kind of table for one layer of one rule set: `databases/RULES/KIND-NN.owt`, e.g. `databases/abapa/shared-09.owt`.
//! NN is the layer (seeds on the board) with at least two digits. All numbers are little-endian and of fixed width, nothing is padded.
//!
//! ```text
//! offset        bytes  what
//! 0                 8  magic: 89 4F 57 54 0D 0A 1A 0A (as in PNG: a transfer that alters line ends or bit 7 breaks it)
//! 8                 2  format version: 1
//! 10                1  rules: `Rules::ID`
//! 11                1  kind: 1 shared, 2 forced
//! 12                1  layer: 0 to 72 seeds
//! 13                1  value encoding: 1 = one signed byte a board, in seeds
//! 14                1  checksum kind: 1 = xxh3-64, seed 0
//! 15                1  finished: 1; 0 while the file is being written
//! 16                8  number of boards B: C(layer + 11, 11)
//! 24                4  block size: 65,536 values; the last block may be shorter
//! 28               28  zero
//! 56                8  checksum of the bytes 0 to 55
//! 64                V  the values, in the order of `index::rank` (the format version names the order)
//! 64 + V            8  checksum of each block of values, ⌈V / 65,536⌉ times
//! ```
//!
//! A `shared` table has V = B values, one a board. A `forced` one has V = 2B: what the mover can force, of all boards, then what the opponent can.
//! Nothing else is in the file, so its bytes follow from rule set, kind, layer and values alone: no date, no host, no thread count.
//! A file appears under its name only when it is whole ([`write()`]). Opening one ([`Table::open`]) checks the header and the
//! length and touches no value; [`Table::verify`] checks every value.
//!
//! | version | since | what changed |
//! |---|---|---|
//! | 1 | 0.1.0 | the first; boards in the row-factored order that [`crate::index`] describes |

mod builtin;
mod cache;
mod convert;
mod error;
mod file;
mod folders;
mod format;
mod frame;
mod header;
mod id;
mod lock;
mod mmap;
mod model;
mod packed;
mod rans;
mod source;
mod successors;
mod tablebase;
mod tiles;
mod training;
mod writer;

pub use builtin::LARGEST_BUILT_IN;
pub use convert::convert;
pub use error::{Fault, TableError};
pub use file::Table;
pub use folders::{build_folder, found_folders};
pub use format::{Format, UnknownFormat};
pub use id::{Kind, NoSuchTable, TableId, UnknownKind};
pub use lock::FolderLock;
pub use mmap::Bytes;
pub use source::Source;
pub use tablebase::{Sources, Tablebase};
pub use writer::{encode, encode_packed, write, write_packed};

#[cfg(not(target_endian = "little"))]
compile_error!("the table files are little-endian and were never tested on a big-endian host");
