//! What forced tables prove where a repetition gives each player the own row: bounds of a score.
//!
//! All seeds on the board go to somebody then, so a player who can force t of n seeds gets a difference of at least 2t − n. When that holds, and why,
//! stands at the top of the [module above](super).

use crate::board::Board;
use crate::score::{Forced, Score};
use crate::search::endgames::Endgames;
use crate::search::window::Window;

/// The least and the most that a score can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub least: Score,
    /// At most this.
    pub most: Score,
}

impl Bounds {
    /// The bounds of a board with so many seeds, if they all go to somebody.
    #[must_use]
    #[inline]
    pub fn of(forced: Forced, seeds: u32) -> Self {
        let surplus = |number: u8| Score::from_seeds(2 * i32::from(number) - seeds as i32);
        Bounds { least: surplus(forced.mover), most: -surplus(forced.opponent) }
    }

    /// The bounds of the best of some moves; `None` without any.
    pub fn of_best(moves: impl Iterator<Item = Self>) -> Option<Self> {
        moves.reduce(|a, b| Bounds { least: a.least.max(b.least), most: a.most.max(b.most) })
    }

    /// The score, if only one is possible.
    #[must_use]
    #[inline]
    pub fn exact(self) -> Option<Score> {
        (self.least == self.most).then_some(self.least)
    }

    /// What the bounds alone say about a window: a score that is proven for it.
    #[must_use]
    #[inline]
    pub fn settle(self, window: Window) -> Option<Score> {
        if self.least >= window.beta {
            return Some(self.least);
        }
        if self.most <= window.alpha {
            return Some(self.most);
        }
        self.exact()
    }

    /// The part of a window that the bounds leave open. They must not settle it.
    #[must_use]
    #[inline]
    pub fn narrow(self, window: Window) -> Window {
        Window { alpha: window.alpha.max(self.least), beta: window.beta.min(self.most) }
    }

    /// The possible score that is next to this one.
    #[must_use]
    #[inline]
    pub fn nearest(self, score: Score) -> Score {
        score.clamp(self.least, self.most)
    }
}

/// Most seeds on a board, and 0.
const NUMBERS: usize = 73;

/// Which numbers of a forced table hold on boards of the root's layer, where earlier positions end the game: for each player, and for each number, the
/// largest up to it that does.
#[derive(Clone, Debug)]
pub struct Targets([[u8; NUMBERS]; 2]);

impl Targets {
    /// `earlier` are the boards with the same player to move as at the root and those with the other one.
    #[must_use]
    pub fn new<'a>(earlier: [impl Iterator<Item = &'a Board>; 2], seeds: u32, endgames: &impl Endgames) -> Self {
        // Whether a player who is after so many seeds may be led to a board that gives fewer.
        let mut spoiled = [[false; NUMBERS]; 2];
        for (side, boards) in earlier.into_iter().enumerate() {
            for &board in boards {
                let unknown = Forced { mover: seeds as u8, opponent: seeds as u8 };
                let forced = endgames.forced(board, seeds).unwrap_or(unknown);
                for (player, number, row) in [(side, forced.mover, board.mover), (1 - side, forced.opponent, board.opponent)] {
                    for target in row.seeds() + 1..=u32::from(number) {
                        spoiled[player][target as usize] = true;
                    }
                }
            }
        }
        Targets(spoiled.map(|spoiled| {
            let mut holds = [0; NUMBERS];
            for number in 1..NUMBERS {
                holds[number] = if spoiled[number] { holds[number - 1] } else { number as u8 };
            }
            holds
        }))
    }

    /// What remains of the numbers of a board at an even or odd distance from the root.
    #[must_use]
    #[inline]
    pub fn held(&self, forced: Forced, ply: usize) -> Forced {
        Forced { mover: self.0[ply & 1][usize::from(forced.mover)], opponent: self.0[1 - (ply & 1)][usize::from(forced.opponent)] }
    }
}
