//! Endgame tables on disk, in memory and built into the program: the value of every board of a layer, looked up by its rank.
//!
//! # The file formats
//!
//! One file holds one kind of table for one layer of one rule set: `databases/RULES/KIND-NN.owt`, e.g. `databases/abapa/shared-09.owt`. NN is the layer
//! (seeds on the board) with at least two digits. All numbers are little-endian and of fixed width, nothing is padded. A file is raw (format version 1: a
//! byte a board) or packed (format version 2: about a third of that); its name does not say which, so a folder never has both of a layer.
//!
//! A `shared` table has V = B values, one a board. A `forced` one has V = 2B: what the mover can force, of all boards, then what the opponent can.
//! Nothing else is in the file, so its bytes follow from rule set, kind, layer, format and values alone: no date, no host, no thread count. A file
//! appears under its name only when it is whole ([`write()`], [`write_packed`], [`convert()`]). Opening one ([`Table::open`]) checks the header and the
//! length, of a packed file also model and index, and touches no value; [`Table::verify`] checks every value.
//!
//! ## Version 1, raw
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
//! ## Version 2, packed
//!
//! ```text
//! offset        bytes  what
//! 0                 8  magic, as in version 1
//! 8                 2  format version: 2
//! 10                3  rules, kind and layer, as in version 1
//! 13                1  value encoding: 2 = predicted from neighbours
//! 14                2  checksum kind and finished, as in version 1
//! 16                8  number of boards B
//! 24                4  cells of the largest tile: 1,024
//! 28                1  boards left out: 0 none, 1 those whose opponent's row has no empty pit
//! 29                3  zero
//! 32                4  bytes of the model M
//! 36                8  bytes of the whole file
//! 44               12  zero
//! 56                8  checksum of the bytes 0 to 55
//! 64                M  the model
//! 64 + M            8  checksum of the model
//! 72 + M     8(T + 1)  where each of the T blocks begins, in bytes from the file's first, and where the last one ends
//! …                 8  checksum of these offsets
//! …                 …  the blocks, one after the other: the code of a tile, then 8 bytes checksum of it
//! ```
//!
//! A block is a tile (`tiles`): boards of one plane with one number k of seeds in the mover's row, whose rows are close to each other by rank. With R =
//! C(k + 5, 5) rows of the mover and O of the opponent, a tile has min(R, max(128, ⌊1024 / O⌋)) columns, one a mover's row, and as many rows, one an
//! opponent's row, as make 1024 cells, or what is left of them; the blocks are in the order of planes, k, opponent's rows and mover's rows. A tile
//! without a board that has a place takes no bytes, not even a checksum.
//!
//! After any move of the oware family the pit of origin is empty, so no move leads to a board whose opponent's row has no empty pit. A `shared` table of
//! these rule sets leaves such boards out (5.3 % at 20 seeds, 8.3 % at 24); each has the value that its moves make of the boards that they lead to, and
//! [`Tablebase::value`] and [`Table::unpacked`] answer so.
//!
//! The code (`frame`, `model`, `rans`). A value v of layer n is the symbol v + n; 2n + 1 is the symbol of a neighbour that is not there. Each board has
//! eight neighbours, which differ by one seed that lies in a later pit: of the opponent's row pit 1 instead of 0, 2 instead of 1, 3 instead of 2; of the
//! mover's row pit 4 instead of 3, 3 instead of 2, 2 instead of 0, 2 instead of 1, 1 instead of 0. One is there if its row is in the tile, in the same
//! half of it (the upper ⌈r / 2⌉ of its r rows, or the lower ones), and not left out. The board's state is at first p(n + 1) + k, with p the plane (0 or
//! 1); the eight neighbours in this order then each replace it by what the model has for their symbol and the state. The last state names the
//! frequencies, out of 16,384, with which rANS codes the board's own symbol. The two halves of a tile are coded side by side with a number each: the
//! first row that is not left out of the one with that of the other, column by column and upper half first, and so on; the rows that one half has more
//! follow alone.
//!
//! In the code, words of 2 bytes, a state's symbols divide the range 0..16,384 in the order of falling frequency, then of the symbols. Each half has a
//! number, which begins as the first words of the code say: the lower half's high word and low word, then the upper half's. A symbol is taken off the
//! number x by the range s..s + f that x mod 16,384 is in: it becomes f · ⌊x / 16,384⌋ + x mod 16,384 − s, and if that is below 65,536, the next word is
//! put in below. Both numbers are 65,536 in the end, and no word is left.
//!
//! The model, S + 1 states (S its first byte). Eight levels: for each symbol from 0 to 2n + 1 the new states for all states before (of which the first
//! level has n + 1 for each plane), a byte each. Then for each state the number of its symbols, and each with its frequency: a byte and 2 bytes, by
//! symbol. How the writer finds the levels (`training`) is no part of the format, but it is fixed, so that the same values give the same bytes.
//!
//! ## History
//!
//! | version | since | what changed |
//! |---|---|---|
//! | 1 | 0.1.0 | the first; boards in the row-factored order that [`crate::index`] describes |
//! | 2 | 0.1.0 | packed files, beside the raw ones, which stay at version 1 |

mod builtin;
mod cache;
pub mod checkpoint;
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
pub use header::raw_bytes;
pub use id::{Kind, NoSuchTable, TableId, UnknownKind};
pub use lock::FolderLock;
pub use mmap::{Bytes, Scratch};
pub use source::Source;
pub use tablebase::{Sources, Tablebase};
pub use writer::{encode, encode_packed, write, write_packed};

#[cfg(not(target_endian = "little"))]
compile_error!("the table files are little-endian and were never tested on a big-endian host");
