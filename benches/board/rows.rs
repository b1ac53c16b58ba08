//! The library's packing: two rows of six bytes.

use super::Packing;
use oware::board::{Board, Move, Moves, PITS};
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
