//! What is to be proven of a board.

use crate::board::Board;
use crate::game::Repetition;
use crate::index;
use crate::rules::{Played, Rules, finished_difference};
use crate::score::Score;
use crate::search::bounds::Bounds;
use crate::search::endgames::Endgames;

/// Whose ability is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claimant {
    /// Play that never ends has a worth, so what one player cannot reach the other one can prevent: a claim holds or its opposite does.
    Either,
    /// The player to move forces it, by play that ends.
    Mover,
    /// It holds unless the opponent forces the contrary, by play that ends.
    Opponent,
}

impl Claimant {
    /// Seen from the other player.
    const fn other(self) -> Self {
        match self {
            Claimant::Either => Claimant::Either,
            Claimant::Mover => Claimant::Opponent,
            Claimant::Opponent => Claimant::Mover,
        }
    }

    /// The first number from this one on, upwards (1) or downwards (−1), that the difference on a board with so many seeds can be: if they all go to somebody,
    /// it is even or odd as their number is. Where endless play is worth nothing, they need not.
    #[inline]
    pub fn attainable<R: Rules>(self, value: i32, step: i32, seeds: u32) -> i32 {
        let any = R::CAN_REPEAT && self == Claimant::Either;
        if any || (value - seeds as i32) & 1 == 0 { value } else { value + step }
    }
}

/// The claim that the mover of a board gets at least `target` seeds more than the opponent from there on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub board: Board,
    /// Seeds on the board.
    pub seeds: u32,
    pub target: i32,
    pub claimant: Claimant,
}

impl Claim {
    /// The claim in its sharpest form.
    #[inline]
    pub fn new<R: Rules>(board: Board, seeds: u32, target: i32, claimant: Claimant) -> Self {
        Claim { board, seeds, target: claimant.attainable::<R>(target, 1, seeds), claimant }
    }

    /// The claim about the board after a move that decides about this one. If the same player moves again the move is right if it holds, else if it does not.
    #[inline]
    pub fn after<R: Rules>(&self, played: Played) -> Self {
        let (seeds, gain) = (self.seeds - u32::from(played.gain), i32::from(played.gain));
        if played.again {
            Claim::new::<R>(played.board, seeds, self.target - gain, self.claimant)
        } else {
            Claim::new::<R>(played.board, seeds, gain - self.target + 1, self.claimant.other())
        }
    }

    /// A number for all claims that differ only in their target: the board's among all boards, whose ability is claimed, and `side`.
    #[inline]
    pub fn key(&self, side: bool) -> u64 {
        let board = index::layers_size(self.seeds) - index::layer_size(self.seeds) + index::rank(self.board) + 1;
        // Of kalah, whose boards have up to 72 seeds and up to 47 bits, neither is asked.
        board | u64::from(self.claimant == Claimant::Opponent) << 46 | u64::from(side) << 47
    }

    /// Whether it holds if play never ends.
    #[inline]
    pub const fn if_endless(&self) -> bool {
        match self.claimant {
            Claimant::Either => self.target <= 0,
            Claimant::Mover => false,
            Claimant::Opponent => true,
        }
    }

    /// Whether it holds where the game ends because its board came before.
    pub fn if_over(&self, repetition: Repetition) -> bool {
        repetition.value(self.board) >= self.target
    }

    /// Whether it holds, if the number of seeds, the end of the game or a table says so. Only boards with at most `reach` seeds are looked for in tables.
    #[inline]
    pub fn settled<R: Rules>(&self, endgames: &impl Endgames, reach: u32) -> Option<bool> {
        let seeds = self.seeds as i32;
        if self.target <= -seeds || self.target > seeds {
            return Some(self.target <= -seeds);
        }
        if let Some(difference) = finished_difference::<R>(self.board) {
            return Some(difference >= self.target);
        }
        if self.seeds > reach {
            return None;
        }
        if self.claimant == Claimant::Either {
            return endgames.value(self.board, self.seeds).map(|value| i32::from(value) >= self.target);
        }
        let bounds = Bounds::of(endgames.forced(self.board, self.seeds)?, self.seeds);
        let bound = if self.claimant == Claimant::Mover { bounds.least } else { bounds.most };
        Some(bound >= Score::from_seeds(self.target))
    }
}
