//! A position: the board, both stores and the turn, in two machine words.
//!
//! South's word holds South's row in bytes 0–5 and South's store in byte 6, North's word likewise; bit 56 of South's word is set when
//! North is to move (see the diagram in [`crate::board`]).

use crate::board::{Board, MAX_SEEDS, Move, ROW_MASK, Row, Side};
use crate::rules::{Played, Rules};
use thiserror::Error;

const STORE_SHIFT: u32 = 48;
const NORTH_TO_MOVE: u64 = 1 << 56;

/// Board, stores and turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    south: u64,
    north: u64,
}

/// A move that the position does not allow.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("not a legal move")]
pub struct IllegalMove;

impl Position {
    /// A position from the rows and stores of both players. `None` if there are more than 72 seeds in all.
    #[must_use]
    pub fn new(south: Row, north: Row, stores: [u8; 2], to_move: Side) -> Option<Self> {
        let [south_store, north_store] = stores;
        let seeds = south.seeds() + north.seeds() + u32::from(south_store) + u32::from(north_store);
        if seeds > MAX_SEEDS {
            return None;
        }
        let turn = if to_move == Side::North { NORTH_TO_MOVE } else { 0 };
        Some(Position {
            south: south.0 | u64::from(south_store) << STORE_SHIFT | turn,
            north: north.0 | u64::from(north_store) << STORE_SHIFT,
        })
    }

    /// A board with empty stores, South to move.
    #[must_use]
    pub const fn of(board: Board) -> Self {
        Position { south: board.mover.0, north: board.opponent.0 }
    }

    /// The start position with so many seeds in each pit, 0 to 6.
    #[must_use]
    pub fn start(seeds_per_pit: u8) -> Option<Self> {
        if seeds_per_pit > 6 {
            return None;
        }
        let row = Row::from_pits([seeds_per_pit; 6]);
        Self::new(row, row, [0, 0], Side::South)
    }

    /// Whose turn it is.
    #[must_use]
    #[inline]
    pub const fn to_move(self) -> Side {
        if self.south & NORTH_TO_MOVE == 0 { Side::South } else { Side::North }
    }

    /// A player's pits.
    #[must_use]
    pub const fn row(self, side: Side) -> Row {
        Row(self.word(side) & ROW_MASK)
    }

    /// Seeds in a player's store.
    #[must_use]
    pub const fn store(self, side: Side) -> u32 {
        (self.word(side) >> STORE_SHIFT) as u8 as u32
    }

    const fn word(self, side: Side) -> u64 {
        match side {
            Side::South => self.south,
            Side::North => self.north,
        }
    }

    /// The pits as the player to move sees them.
    #[must_use]
    pub const fn board(self) -> Board {
        let mover = self.to_move();
        Board { mover: self.row(mover), opponent: self.row(mover.other()) }
    }

    /// Seeds in pits and stores together.
    #[must_use]
    pub const fn seeds(self) -> u32 {
        self.board().seeds() + self.store(Side::South) + self.store(Side::North)
    }

    /// Seeds in the mover's store minus those in the opponent's.
    #[must_use]
    pub const fn store_difference(self) -> i32 {
        let mover = self.to_move();
        self.store(mover) as i32 - self.store(mover.other()) as i32
    }

    /// The player who has more than half of all seeds in the store.
    #[must_use]
    pub fn majority(self) -> Option<Side> {
        [Side::South, Side::North].into_iter().find(|&side| 2 * self.store(side) > self.seeds())
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`], and the position is as before.
    pub fn play<R: Rules>(self, mv: Move) -> Result<Self, IllegalMove> {
        if R::moves(self.board()).contains(mv) { Ok(self.play_unchecked::<R>(mv)) } else { Err(IllegalMove) }
    }

    /// Plays a legal move. What an illegal one does is not defined (but it does not panic).
    #[must_use]
    pub fn play_unchecked<R: Rules>(self, mv: Move) -> Self {
        self.after(R::play(self.board(), mv))
    }

    /// The position after a move of this one did `played`.
    #[must_use]
    pub fn after(self, played: Played) -> Self {
        let mover = self.to_move();
        let next = if played.again { mover } else { mover.other() };
        let row = |side| if side == next { played.board.mover } else { played.board.opponent };
        let store = |side| self.store(side) as u8 + if side == mover { played.gain } else { 0 };
        let (south, north) = (Side::South, Side::North);
        Self::new(row(south), row(north), [store(south), store(north)], next).expect("a move adds no seeds")
    }

    /// The position in which each player has taken the seeds of the own row.
    #[must_use]
    pub fn swept(self) -> Self {
        let store = |side| (self.store(side) + self.row(side).seeds()) as u8;
        Self::new(Row::EMPTY, Row::EMPTY, [store(Side::South), store(Side::North)], self.to_move()).expect("a sweep adds no seeds")
    }
}
