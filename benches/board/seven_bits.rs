//! Two rows of six pits of seven bits: 42 bits a row. Without a free bit a pit, comparisons take the top bit apart first.

use super::Packing;
use oware::board::{PITS, PITS_PER_ROW};

#[derive(Clone, Copy)]
pub struct SevenBits {
    mover: u64,
    opponent: u64,
}

const BITS: usize = 7;
const ONES: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35;
const TOPS: u64 = ONES << 6;
/// Bits 0–5 of each pit.
const LOWS: u64 = TOPS - ONES;
const ROW_MASK: u64 = ONES * 127;
/// 6 − p for pit p.
const REACHES: u64 = 6 | 5 << 7 | 4 << 14 | 3 << 21 | 2 << 28 | 1 << 35;

#[derive(Clone, Copy)]
struct Sowing {
    mover: u64,
    opponent: u64,
    reach: u64,
}

static SOWINGS: [Sowing; 1 << 10] = {
    let mut table = [Sowing { mover: 0, opponent: 0, reach: 0 }; 1 << 10];
    let mut pit = 0;
    while pit < PITS_PER_ROW {
        let mut seeds = 1;
        let (mut mover, mut opponent, mut at) = (0, 0, pit);
        while seeds <= 72 {
            at = (at + 1) % PITS;
            if at == pit {
                at += 1;
            }
            let mut reach = 0;
            if at < PITS_PER_ROW {
                mover += 1 << (BITS * at);
            } else {
                opponent += 1 << (BITS * (at - PITS_PER_ROW));
                reach = ROW_MASK >> (BITS * (PITS - 1 - at));
            }
            table[pit << 7 | seeds] = Sowing { mover, opponent, reach };
            seeds += 1;
        }
        pit += 1;
    }
    table
};

/// Bits 6 of the pits that may be sown.
pub struct Tops(u64);

impl Iterator for Tops {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        // The seventh part of 6, 13, 20, 27, 34, 41.
        let pit = ((self.0.trailing_zeros() * 37) >> 8) as usize;
        self.0 &= self.0 - 1;
        Some(pit)
    }
}

impl Packing for SevenBits {
    type Moves = Tops;

    fn pack(pits: [u8; PITS]) -> Self {
        let row = |at: usize| (0..PITS_PER_ROW).map(|i| u64::from(pits[at + i]) << (BITS * i)).sum();
        SevenBits { mover: row(0), opponent: row(PITS_PER_ROW) }
    }

    fn pits(self) -> [u8; PITS] {
        std::array::from_fn(|i| if i < 6 { self.mover >> (BITS * i) } else { self.opponent >> (BITS * (i - 6)) } as u8 & 127)
    }

    #[inline]
    fn moves(self) -> Tops {
        let least = if self.opponent == 0 { REACHES } else { ONES };
        Tops((((self.mover & LOWS) + (TOPS - least)) | self.mover) & TOPS)
    }

    #[inline]
    fn play(self, pit: usize) -> (Self, u8) {
        let seeds = self.mover >> (BITS * pit) & 127;
        let sowing = &SOWINGS[(pit << 7 | seeds as usize) & 1023];
        let mover = self.mover - (seeds << (BITS * pit)) + sowing.mover;
        let opponent = self.opponent + sowing.opponent;
        let others = (((opponent ^ (ONES << 1)) & (LOWS - ONES)) + (LOWS - ONES)) | opponent;
        let gap = others & TOPS & sowing.reach;
        let mut captured = sowing.reach & (!0 << (64 - gap.leading_zeros()));
        if opponent & !captured == 0 {
            captured = 0;
        }
        let gain = ((opponent & captured).wrapping_mul(ONES) >> 35) as u8 & 127;
        (SevenBits { mover: opponent & !captured, opponent: mover }, gain)
    }
}
