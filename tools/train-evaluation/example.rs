//! A board with what it is worth.

use anyhow::{Context, Result, ensure};
use oware::board::{Board, PITS};
use oware::score::Score;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Bytes of an example in a file: its pits, and its value with the lower byte first.
const BYTES: usize = PITS + 2;

/// A board with what the mover captures from there on minus what the opponent does.
#[derive(Clone, Copy)]
pub struct Example {
    pub board: Board,
    pub value: Score,
}

impl Example {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.board.pits())?;
        out.write_all(&self.value.hundredths().to_le_bytes())
    }

    /// All examples of a file.
    pub fn read_all(path: &Path) -> Result<Vec<Self>> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (chunks, rest) = bytes.as_chunks::<BYTES>();
        ensure!(rest.is_empty(), "{} is no file of examples: its {} bytes are not a multiple of {BYTES}", path.display(), bytes.len());
        let example = |chunk: &[u8; BYTES]| {
            let (pits, value) = chunk.split_first_chunk::<PITS>().expect("shorter");
            let board = Board::from_pits(*pits).with_context(|| format!("{}: {pits:?} is no board", path.display()))?;
            Ok(Example { board, value: Score::from_hundredths(i16::from_le_bytes([value[0], value[1]])) })
        };
        chunks.iter().map(example).collect()
    }
}
