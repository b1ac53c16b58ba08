//! A board with its value.

use oware::board::{Board, PITS};
use std::io::{Read, Write};

#[derive(Clone, Copy)]
pub struct Example {
    /// Seeds of each pit, the mover's first.
    pub pits: [u8; PITS],
    /// What the mover captures from here on minus what the opponent does, in hundredths of a seed.
    pub value: i16,
}

impl Example {
    pub fn new(board: Board, value: f32) -> Self {
        let mut pits = [0; PITS];
        pits[..6].copy_from_slice(&board.mover.pits());
        pits[6..].copy_from_slice(&board.opponent.pits());
        Example { pits, value: (value * 100.0) as i16 }
    }

    pub fn seeds(&self) -> u32 {
        self.pits.iter().map(|&pit| u32::from(pit)).sum()
    }

    pub fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        out.write_all(&self.pits)?;
        out.write_all(&self.value.to_le_bytes())
    }

    pub fn read_all(mut input: impl Read) -> std::io::Result<Vec<Self>> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        Ok(bytes
            .chunks_exact(PITS + 2)
            .map(|chunk| Example {
                pits: chunk[..PITS].try_into().expect("twelve"),
                value: i16::from_le_bytes([chunk[PITS], chunk[PITS + 1]]),
            })
            .collect())
    }
}
