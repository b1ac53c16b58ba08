//! A move of a game and what is said about it.

use crate::board::{Move, Side};
use crate::position::Position;
use crate::review::grade::Grade;
use crate::review::worth::{Worth, for_south};
use crate::score::Score;

/// A move that was reviewed.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// The position before it.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// What the position was worth with best play.
    pub before: Worth,
    /// What the move left of it.
    pub after: Worth,
    /// The best move and the play expected after it: that played where it loses nothing. Empty in the rare case that what was played is proven to lose and no
    /// better move was found.
    pub best: Vec<Move>,
    /// Whether the best move is proven to keep the value.
    pub best_exact: bool,
    /// Whether no other move was legal.
    pub forced: bool,
}

impl Ply {
    /// Who made the move.
    #[must_use]
    pub fn mover(&self) -> Side {
        self.position.to_move()
    }

    /// What the move lost, in seeds; never negative.
    #[must_use]
    pub fn loss(&self) -> Score {
        for_south(self.before.score - self.after.score, self.mover())
    }

    /// Whether the loss is exact: both values are.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.before.exact && self.after.exact
    }

    /// How bad the move is.
    #[must_use]
    pub fn grade(&self) -> Grade {
        Grade::of(self.loss())
    }

    /// Whether the move changed who is ahead at the end.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        self.grade() != Grade::Good && self.before.leader() != self.after.leader()
    }
}
