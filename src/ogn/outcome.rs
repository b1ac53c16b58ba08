//! The result of a game, as its last word says it.

use crate::board::Side;
use crate::position::Position;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// South has more seeds, or North gave up.
    SouthWins,
    /// North has more seeds, or South gave up.
    NorthWins,
    /// Both have as many.
    Draw,
    /// The game is not over, or nobody knows.
    Unfinished,
}

impl Outcome {
    /// A game that this player wins.
    #[must_use]
    pub const fn win_of(side: Side) -> Self {
        match side {
            Side::South => Outcome::SouthWins,
            Side::North => Outcome::NorthWins,
        }
    }

    /// Who has more seeds in the store.
    #[must_use]
    pub fn by_stores(position: Position) -> Self {
        match position.store(Side::South).cmp(&position.store(Side::North)) {
            Ordering::Greater => Outcome::SouthWins,
            Ordering::Less => Outcome::NorthWins,
            Ordering::Equal => Outcome::Draw,
        }
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::SouthWins => Some(Side::South),
            Outcome::NorthWins => Some(Side::North),
            Outcome::Draw | Outcome::Unfinished => None,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2` or `*`, South's points first.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::SouthWins => "1-0",
            Outcome::NorthWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unfinished => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is no result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown result `{0}`; expected 1-0, 0-1, 1/2-1/2 or *")]
pub struct UnknownOutcome(String);

impl FromStr for Outcome {
    type Err = UnknownOutcome;

    fn from_str(text: &str) -> Result<Self, UnknownOutcome> {
        let all = [Outcome::SouthWins, Outcome::NorthWins, Outcome::Draw, Outcome::Unfinished];
        all.into_iter().find(|outcome| outcome.name() == text).ok_or_else(|| UnknownOutcome(text.to_owned()))
    }
}
