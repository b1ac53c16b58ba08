//! A board with what it is worth.

use anyhow::{Context, Result, ensure};
use oware::board::{Board, PITS, PITS_PER_ROW};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Bytes of an example in a file: its pits, and its value with the lower byte first.
const BYTES: usize = PITS + 2;

/// A board with what the mover captures from there on minus what the opponent does.
#[derive(Clone, Copy)]
pub struct Example {
    /// Seeds of each pit, the mover's first.
    pub pits: [u8; PITS],
    /// In hundredths of a seed.
    hundredths: i16,
}

impl Example {
    pub fn new(board: Board, hundredths: i16) -> Self {
        let mut pits = [0; PITS];
        pits[..PITS_PER_ROW].copy_from_slice(&board.mover.pits());
        pits[PITS_PER_ROW..].copy_from_slice(&board.opponent.pits());
        Example { pits, hundredths }
    }

    pub fn board(&self) -> Board {
        Board::from_pits(self.pits).expect("an example is made of a board")
    }

    /// Seeds on the board.
    pub fn seeds(&self) -> u32 {
        self.pits.iter().map(|&pit| u32::from(pit)).sum()
    }

    /// The value in seeds.
    pub fn seeds_ahead(&self) -> f32 {
        f32::from(self.hundredths) / 100.0
    }

    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.pits)?;
        out.write_all(&self.hundredths.to_le_bytes())
    }

    /// All examples of a file.
    pub fn read_all(path: &Path) -> Result<Vec<Self>> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (chunks, rest) = bytes.as_chunks::<BYTES>();
        ensure!(rest.is_empty(), "{} is no file of examples: its {} bytes are not a multiple of {BYTES}", path.display(), bytes.len());
        let example = |chunk: &[u8; BYTES]| {
            let (pits, value) = chunk.split_first_chunk::<PITS>().expect("shorter");
            let example = Example { pits: *pits, hundredths: i16::from_le_bytes([value[0], value[1]]) };
            Board::from_pits(*pits).map(|_| example).with_context(|| format!("{}: {pits:?} is no board", path.display()))
        };
        chunks.iter().map(example).collect()
    }
}
