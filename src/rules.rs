//! What a rule set is: a type that says which moves are legal and what a move does.
//!
//! Rule sets are types, so that the compiler builds one specialised search and one specialised solver for each; a name given
//! at run time becomes a type in one place, [`crate::variant`].
//!
//! Everything here works on a [`Board`], i.e. without stores: what has been captured does not change what can be captured,
//! and the value of a board is the difference captured *from here on*. Two facts hold for every rule set, and the solver
//! rests on them:
//!
//! 1. A move never adds seeds to the pits. It stays in the layer (`gain` 0) or leads to a lower one (`gain` > 0).
//! 2. A move that stays in the layer hands the turn to the opponent.

pub mod kalah;
pub mod oware;

use crate::board::{Board, Move, Moves};
use crate::score::{Score, Value};
use std::fmt;

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The board as the next player to move sees it.
    pub board: Board,
    /// Seeds that came into the mover's store.
    pub gain: u8,
    /// Whether the same player moves again (kalah).
    pub again: bool,
}

impl Played {
    /// What the move is worth to the player who makes it, in seeds, given what the board after it is worth to the player who moves there.
    #[must_use]
    #[inline]
    pub const fn value(self, after: Value) -> Value {
        if self.again { self.gain as Value + after } else { self.gain as Value - after }
    }

    /// The same of scores.
    #[must_use]
    #[inline]
    pub fn score(self, after: Score) -> Score {
        let gain = Score::from_seeds(i32::from(self.gain));
        if self.again { gain + after } else { gain - after }
    }
}

/// Why a game is over. When several reasons apply, the first in this order is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// A player has more than half of all seeds in the store.
    Majority,
    /// A forced grand slam took the whole board (`wari`).
    GrandSlam,
    /// The next player has no seed to move, or nobody has (oware family).
    NoMove,
    /// The next player must feed the opponent and cannot (oware family).
    CannotFeed,
    /// A row ran out (kalah).
    RowEmpty,
    /// The position came back with the same player to move.
    Repetition,
}

impl Ending {
    /// The reason's name in every output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Majority => "majority",
            Ending::GrandSlam => "grand-slam",
            Ending::NoMove => "no-move",
            Ending::CannotFeed => "cannot-feed",
            Ending::RowEmpty => "row-empty",
            Ending::Repetition => "repetition",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule set. Implemented by empty types; see the [module](self) for what must hold.
pub trait Rules: Copy + Send + Sync + 'static {
    /// The name on the command line and of the folder of its tables.
    const NAME: &'static str;
    /// The number in table files; never reused.
    const ID: u8;
    /// Most seeds that a position may hold, stores included.
    const MAX_SEEDS: u32;
    /// Whether a played game ends as soon as a player has more than half of all seeds in the store.
    const MAJORITY_ENDS: bool;
    /// Whether a position can come back. Where it cannot, table values hold whatever was played before.
    const CAN_REPEAT: bool;
    /// Whether every move leaves a board whose opponent's row, as the next player to move sees it, has an empty pit: so that no game reaches
    /// another after its first move.
    const LEAVES_A_GAP: bool;
    /// How many places a sowing goes round: the 12 pits, where it skips the one that it began in, or 13 with the mover's store after the own row, where it does not.
    const RING: usize;

    /// The legal moves; none if the game is over, and then each player takes the seeds of the own row.
    fn moves(board: Board) -> Moves;

    /// Plays a legal move. What an illegal one does is not defined (but it does not panic).
    fn play(board: Board, mv: Move) -> Played;

    /// Of the gain of a legal move, the seeds that the sowing itself drops into the mover's store (kalah); the others are captured.
    fn dropped(_board: Board, _mv: Move) -> u8 {
        0
    }

    /// Why a board without legal moves is the end of the game, when nothing is known of the move before.
    fn ending(board: Board) -> Ending;

    /// Why a board without legal moves that a move led to is the end of the game.
    fn ending_after(board: Board) -> Ending {
        Self::ending(board)
    }
}

/// What the mover gets beyond the opponent on a board without legal moves, in seeds; `None` if there is one.
#[must_use]
#[inline]
pub fn finished_difference<R: Rules>(board: Board) -> Option<i32> {
    // With seeds in both rows there is a move, whatever the rules.
    let over = (board.mover.is_empty() || board.opponent.is_empty()) && R::moves(board).is_empty();
    over.then(|| swept_difference(board))
}

/// Seeds that the mover gets beyond the opponent's when the game is over and each player takes the own row.
#[must_use]
#[inline]
pub const fn swept_difference(board: Board) -> i32 {
    board.mover.seeds() as i32 - board.opponent.seeds() as i32
}
