//! One word of 128 bits: twelve bytes, the mover's pits lowest. Sowing is one addition of 128 bits, the swap a rotation of 96.

use super::Packing;
use oware::board::{PITS, PITS_PER_ROW};

#[derive(Clone, Copy)]
pub struct Word(u128);

const ROW_BITS: usize = 8 * PITS_PER_ROW;
const ONES: u64 = 0x0101_0101_0101;
const TOPS: u64 = ONES << 7;
const ROW_MASK: u64 = ONES * 0xFF;

#[derive(Clone, Copy)]
struct Sowing {
    /// The seeds sown, low and high half: a `u128` would pad the entry to 32 bytes.
    low: u64,
    high: u64,
    /// The opponent's pits that a capture may take, moved down to the low 48 bits.
    reach: u64,
}

static SOWINGS: [Sowing; 1 << 10] = {
    let mut table = [Sowing { low: 0, high: 0, reach: 0 }; 1 << 10];
    let mut pit = 0;
    while pit < PITS_PER_ROW {
        let mut seeds = 1;
        let (mut sown, mut at) = (0u128, pit);
        while seeds <= 72 {
            at = (at + 1) % PITS;
            if at == pit {
                at += 1;
            }
            sown += 1 << (8 * at);
            let reach = if at < PITS_PER_ROW { 0 } else { ROW_MASK >> (8 * (PITS - 1 - at)) };
            table[pit << 7 | seeds] = Sowing { low: sown as u64, high: (sown >> 64) as u64, reach };
            seeds += 1;
        }
        pit += 1;
    }
    table
};

/// Bits 7 of the pits that may be sown.
pub struct Tops(u64);

impl Iterator for Tops {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let pit = self.0.trailing_zeros() as usize >> 3;
        self.0 &= self.0 - 1;
        Some(pit)
    }
}

impl Packing for Word {
    type Moves = Tops;

    fn pack(pits: [u8; PITS]) -> Self {
        Word(pits.iter().rev().fold(0, |word, &pit| word << 8 | u128::from(pit)))
    }

    fn pits(self) -> [u8; PITS] {
        std::array::from_fn(|i| (self.0 >> (8 * i)) as u8)
    }

    #[inline]
    fn moves(self) -> Tops {
        let mover = self.0 as u64 & ROW_MASK;
        let least = if self.0 >> ROW_BITS == 0 { 0x0102_0304_0506 } else { ONES };
        Tops((mover + (TOPS - least)) & TOPS)
    }

    #[inline]
    fn play(self, pit: usize) -> (Self, u8) {
        // The mover's pits lie in the low half, so the pit is emptied without a carry into the high one.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let seeds = low >> (8 * pit) & 0xFF;
        let sowing = &SOWINGS[(pit << 7 | seeds as usize) & 1023];
        let emptied = u128::from(high) << 64 | u128::from(low - (seeds << (8 * pit)));
        let sown = emptied + (u128::from(sowing.high) << 64 | u128::from(sowing.low));
        // The capture concerns 48 bits only.
        let opponent = (sown >> ROW_BITS) as u64;
        let others = ((opponent ^ (ONES << 1)) & (TOPS - (ONES << 1))) + (TOPS - ONES);
        let gap = others & TOPS & sowing.reach;
        let mut captured = sowing.reach & (!0 << (64 - gap.leading_zeros()));
        if opponent & !captured == 0 {
            captured = 0;
        }
        let gain = ((opponent & captured).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
        let mover = sown as u64 & ROW_MASK;
        (Word(u128::from(mover) << ROW_BITS | u128::from(opponent & !captured)), gain)
    }
}
