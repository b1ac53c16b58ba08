//! A plain array of twelve bytes, sown seed by seed.

use super::Packing;
use oware::board::{PITS, PITS_PER_ROW};

#[derive(Clone, Copy)]
pub struct Array([u8; PITS]);

/// The pits from `pit` on that hold at least what is asked of them.
pub struct Legal {
    board: Array,
    feed: bool,
    pit: usize,
}

impl Iterator for Legal {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.pit < PITS_PER_ROW {
            let pit = self.pit;
            self.pit += 1;
            let least = if self.feed { PITS_PER_ROW - pit } else { 1 };
            if usize::from(self.board.0[pit]) >= least {
                return Some(pit);
            }
        }
        None
    }
}

impl Packing for Array {
    type Moves = Legal;

    fn pack(pits: [u8; PITS]) -> Self {
        Array(pits)
    }

    fn pits(self) -> [u8; PITS] {
        self.0
    }

    #[inline]
    fn moves(self) -> Legal {
        Legal { board: self, feed: self.0[PITS_PER_ROW..] == [0; PITS_PER_ROW], pit: 0 }
    }

    #[inline]
    fn play(self, pit: usize) -> (Self, u8) {
        let mut pits = self.0;
        let mut seeds = std::mem::take(&mut pits[pit]);
        let mut at = pit;
        while seeds > 0 {
            at = if at + 1 == PITS { 0 } else { at + 1 };
            if at != pit {
                pits[at] += 1;
                seeds -= 1;
            }
        }
        let mut after = [0; PITS];
        after[..PITS_PER_ROW].copy_from_slice(&pits[PITS_PER_ROW..]);
        after[PITS_PER_ROW..].copy_from_slice(&pits[..PITS_PER_ROW]);
        let sown = after;
        let mut gain = 0;
        if at >= PITS_PER_ROW {
            for captured in after[..=at - PITS_PER_ROW].iter_mut().rev() {
                if !matches!(*captured, 2 | 3) {
                    break;
                }
                gain += std::mem::take(captured);
            }
        }
        if gain > 0 && after[..PITS_PER_ROW] == [0; PITS_PER_ROW] {
            return (Array(sown), 0);
        }
        (Array(after), gain)
    }
}
