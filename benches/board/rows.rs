//! The library's packing: two rows of six bytes. And the same with one addition less a move.

use super::Packing;
use oware::board::{Board, Move, Moves, PITS, PITS_PER_ROW};
use oware::rules::Rules;
use oware::rules::oware::Abapa;

/// The library itself.
#[derive(Clone, Copy)]
pub struct Rows(Board);

/// The library's moves as pit numbers.
pub struct Pits(Moves);

impl Iterator for Pits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.next().map(Move::index)
    }
}

impl Packing for Rows {
    type Moves = Pits;

    fn pack(pits: [u8; PITS]) -> Self {
        Rows(Board::from_pits(pits).unwrap())
    }

    fn pits(self) -> [u8; PITS] {
        self.0.pits()
    }

    #[inline]
    fn moves(self) -> Pits {
        Pits(Abapa::moves(self.0))
    }

    #[inline]
    fn play(self, pit: usize) -> (Self, u8) {
        let played = Abapa::play(self.0, Move::from_pit(pit));
        (Rows(played.board), played.gain)
    }
}

/// Two rows of six bytes; the table holds the whole change of the mover's row, so the pit need not be emptied by hand.
#[derive(Clone, Copy)]
pub struct Deltas {
    mover: u64,
    opponent: u64,
}

const ONES: u64 = 0x0101_0101_0101;
const TOPS: u64 = ONES << 7;
const ROW_MASK: u64 = ONES * 0xFF;

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
        let (mut mover, mut opponent, mut at) = (0u64, 0, pit);
        while seeds <= 72 {
            at = (at + 1) % PITS;
            if at == pit {
                at += 1;
            }
            let mut reach = 0;
            if at < PITS_PER_ROW {
                mover += 1 << (8 * at);
            } else {
                opponent += 1 << (8 * (at - PITS_PER_ROW));
                reach = ROW_MASK >> (8 * (PITS - 1 - at));
            }
            table[pit << 7 | seeds] = Sowing { mover: mover.wrapping_sub((seeds as u64) << (8 * pit)), opponent, reach };
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

impl Packing for Deltas {
    type Moves = Tops;

    fn pack(pits: [u8; PITS]) -> Self {
        let row = |at: usize| (0..PITS_PER_ROW).map(|i| u64::from(pits[at + i]) << (8 * i)).sum();
        Deltas { mover: row(0), opponent: row(PITS_PER_ROW) }
    }

    fn pits(self) -> [u8; PITS] {
        std::array::from_fn(|i| if i < 6 { self.mover >> (8 * i) } else { self.opponent >> (8 * (i - 6)) } as u8)
    }

    #[inline]
    fn moves(self) -> Tops {
        let least = if self.opponent == 0 { 0x0102_0304_0506 } else { ONES };
        Tops((self.mover + (TOPS - least)) & TOPS)
    }

    #[inline]
    fn play(self, pit: usize) -> (Self, u8) {
        let seeds = (self.mover >> (8 * pit)) as usize & 127;
        let sowing = &SOWINGS[(pit << 7 | seeds) & 1023];
        let mover = self.mover.wrapping_add(sowing.mover);
        let opponent = self.opponent + sowing.opponent;
        let others = ((opponent ^ (ONES << 1)) & (TOPS - (ONES << 1))) + (TOPS - ONES);
        let gap = others & TOPS & sowing.reach;
        let mut captured = sowing.reach & (!0 << (64 - gap.leading_zeros()));
        if opponent & !captured == 0 {
            captured = 0; // a grand slam, or nothing there
        }
        let gain = ((opponent & captured).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8;
        (Deltas { mover: opponent & !captured, opponent: mover }, gain)
    }
}
