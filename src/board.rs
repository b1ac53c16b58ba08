//! The packed board: twelve pits in two machine words, always seen from the player to move.
//!
//! One byte holds one pit, six bytes one row, one [`Row`] one 64-bit word:
//!
//! ```text
//!  bit   63    56 55    48 47    40 39    32 31    24 23    16 15     8 7      0
//!       +--------+--------+--------+--------+--------+--------+--------+--------+
//!  row  |   0    |   0    | pit 5  | pit 4  | pit 3  | pit 2  | pit 1  | pit 0  |
//!       +--------+--------+--------+--------+--------+--------+--------+--------+
//!          turn    store      the player's own pits, sowing runs to the left
//! ```
//!
//! In a [`Board`] the two upper bytes are zero. A [`crate::position::Position`] keeps the store of the row's owner
//! in byte 6 and the turn in byte 7, so that a board becomes a position by two `or`s.
//! Byte 6 is also where kalah's sowing drops the seed for the store: one addition sows row and store together.
//!
//! A pit holds 0 to 72 seeds, a board at most [`MAX_SEEDS`] = 72 in all. Bit 7 of each byte is therefore free, and a sum
//! or comparison over all six pits at once never carries from one pit into the next. That is what sowing by one
//! addition of a precomputed mask and captures without a loop rest on (`benches/board` compares this packing with
//! one word of 128 bits, seven bits a pit, and plain arrays; this one won).

use std::fmt;

/// Pits of one player.
pub const PITS_PER_ROW: usize = 6;
/// Pits of the board.
pub const PITS: usize = 2 * PITS_PER_ROW;
/// Most seeds that a board may hold (kalah with six in each pit); the oware family plays with at most 48.
pub const MAX_SEEDS: u32 = 72;

/// Bit 0 of each of the six pits.
pub(crate) const ONES: u64 = 0x0000_0101_0101_0101;
/// Bit 7 of each of the six pits, which no count of seeds reaches.
pub(crate) const TOPS: u64 = ONES << 7;
/// All bits of the six pits.
pub(crate) const ROW_MASK: u64 = 0x0000_FFFF_FFFF_FFFF;

/// The player who sits at the lower row and moves first, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Owns pits 0–5, written `A`–`F`.
    South,
    /// Owns pits 6–11, written `a`–`f`.
    North,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::South => "South",
            Side::North => "North",
        })
    }
}

/// Six pits of one player, a byte each, pit 0 lowest.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Row(pub(crate) u64);

impl Row {
    /// No seed at all.
    pub const EMPTY: Row = Row(0);

    /// The row with these seeds, the owner's first pit first. Each count must be at most 72.
    #[must_use]
    pub const fn from_pits(pits: [u8; PITS_PER_ROW]) -> Self {
        let mut bits = 0;
        let mut pit = 0;
        while pit < PITS_PER_ROW {
            debug_assert!(pits[pit] as u32 <= MAX_SEEDS);
            bits |= (pits[pit] as u64) << (8 * pit);
            pit += 1;
        }
        Row(bits)
    }

    /// The seeds of each pit, the owner's first pit first.
    #[must_use]
    pub const fn pits(self) -> [u8; PITS_PER_ROW] {
        let b = self.0.to_le_bytes();
        [b[0], b[1], b[2], b[3], b[4], b[5]]
    }

    /// Seeds in pit 0–5.
    #[must_use]
    #[inline]
    pub const fn pit(self, pit: usize) -> u32 {
        debug_assert!(pit < PITS_PER_ROW);
        (self.0 >> (8 * pit)) as u8 as u32
    }

    /// Seeds in the whole row, 0–72.
    #[must_use]
    #[inline]
    pub const fn seeds(self) -> u32 {
        (self.0.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether no pit holds a seed.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pits that hold a seed, as moves.
    #[must_use]
    #[inline]
    pub const fn occupied(self) -> Moves {
        Moves((self.0 + (TOPS - ONES)) & TOPS)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.pits())
    }
}

/// The twelve pits, seen from the player to move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// Pits 0–5, the player to move.
    pub mover: Row,
    /// Pits 6–11, the opponent.
    pub opponent: Row,
}

impl Board {
    /// No seed at all: the one board of layer 0.
    pub const EMPTY: Board = Board { mover: Row::EMPTY, opponent: Row::EMPTY };

    /// The board with these pits, the mover's first. `None` if they hold more than [`MAX_SEEDS`] together.
    #[must_use]
    pub fn from_pits(pits: [u8; PITS]) -> Option<Self> {
        let seeds: u32 = pits.iter().map(|&p| u32::from(p)).sum();
        if seeds > MAX_SEEDS {
            return None;
        }
        let [a, b, c, d, e, f, g, h, i, j, k, l] = pits;
        Some(Board { mover: Row::from_pits([a, b, c, d, e, f]), opponent: Row::from_pits([g, h, i, j, k, l]) })
    }

    /// The seeds of each pit, the mover's first.
    #[must_use]
    pub fn pits(self) -> [u8; PITS] {
        let mut pits = [0; PITS];
        pits[..PITS_PER_ROW].copy_from_slice(&self.mover.pits());
        pits[PITS_PER_ROW..].copy_from_slice(&self.opponent.pits());
        pits
    }

    /// The same board seen from the other player.
    #[must_use]
    #[inline]
    pub const fn swapped(self) -> Self {
        Board { mover: self.opponent, opponent: self.mover }
    }

    /// Seeds in all pits: the number of the layer that the board belongs to.
    #[must_use]
    #[inline]
    pub const fn seeds(self) -> u32 {
        self.mover.seeds() + self.opponent.seeds()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} / {:?}", self.mover.pits(), self.opponent.pits())
    }
}

/// A move: one of the mover's pits 0–5, or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// The forced move of a player without seeds, in the rule sets that let the turn pass.
    pub const PASS: Move = Move(6);

    /// The move that sows pit 0–5.
    ///
    /// # Panics
    /// If `pit` is above 5.
    #[must_use]
    #[inline]
    pub const fn from_pit(pit: usize) -> Self {
        assert!(pit < PITS_PER_ROW);
        Move(pit as u8)
    }

    /// The move with this number: 0–5 a pit, 6 the pass; `None` above.
    #[must_use]
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index <= 6 { Some(Move(index)) } else { None }
    }

    /// 0–5 for a pit, 6 for the pass.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the pass.
    #[must_use]
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 6
    }
}

/// A set of moves, one bit each: bit 8·i + 7 stands for the move with index i. Iterates from the lowest index up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub(crate) u64);

impl Moves {
    /// No move.
    pub const NONE: Moves = Moves(0);
    /// The pass alone.
    pub const PASS: Moves = Moves(1 << 55);

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        // Faster than counting bits where the processor may not have an instruction for it.
        ((self.0 >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether this move is among them.
    #[must_use]
    #[inline]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 >> (8 * mv.index() + 7) & 1 == 1
    }

    /// The same set with this move.
    #[must_use]
    #[inline]
    pub const fn with(self, mv: Move) -> Self {
        Moves(self.0 | 1 << (8 * mv.index() + 7))
    }

    /// The same set without this move.
    #[must_use]
    #[inline]
    pub const fn without(self, mv: Move) -> Self {
        Moves(self.0 & !(1 << (8 * mv.index() + 7)))
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let mv = Move((self.0.trailing_zeros() >> 3) as u8);
        self.0 &= self.0 - 1;
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pits_survive_packing_up_to_72_in_one_pit() {
        for pit in 0..PITS {
            let mut pits = [0; PITS];
            pits[pit] = 72;
            let board = Board::from_pits(pits).unwrap();
            assert_eq!(board.pits(), pits);
            assert_eq!(board.seeds(), 72);
            assert_eq!(board.mover.occupied().len() + board.opponent.occupied().len(), 1);
        }
        assert_eq!(Board::from_pits([7; PITS]), None);
        assert_eq!(Board::from_pits([6; PITS]).unwrap().seeds(), 72);
    }

    #[test]
    fn occupied_pits_are_the_nonzero_ones_in_order() {
        let row = Row::from_pits([0, 1, 0, 72, 0, 2]);
        let pits: Vec<usize> = row.occupied().map(Move::index).collect();
        assert_eq!(pits, [1, 3, 5]);
        assert_eq!(row.occupied().without(Move::from_pit(3)).len(), 2);
        assert!(row.occupied().contains(Move::from_pit(1)) && !row.occupied().contains(Move::from_pit(0)));
        assert_eq!(Moves::PASS.collect::<Vec<_>>(), [Move::PASS]);
    }
}
