//! Seed differences, always seen from the player to move.
//!
//! Two units exist. A [`Value`] counts whole seeds and is what tables hold; a [`Score`] counts hundredths of a seed and is
//! what the search compares, since an evaluation is finer than a seed. [`Score::from_seeds`] is the one place that converts.

use std::ops::{Add, Neg, Sub};

/// An exact difference in seeds, −72 to 72: what the mover will capture from here on minus what the opponent will.
pub type Value = i8;

/// What each player can force to capture from a board on, in seeds, by play that ends, whatever a position that comes back is worth.
/// Together no more than the seeds on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Forced {
    /// The player to move.
    pub mover: u8,
    /// The other one.
    pub opponent: u8,
}

impl Forced {
    /// Whether the two numbers leave none of so many seeds open, so that they are the result under every repetition rule.
    #[must_use]
    pub const fn is_decided(self, seeds: u32) -> bool {
        self.mover as u32 + self.opponent as u32 == seeds
    }
}

/// A difference in hundredths of a seed, seen from the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// Even.
    pub const ZERO: Score = Score(0);
    /// Above every score that a board can have (72 seeds).
    pub const INFINITE: Score = Score(10_000);
    /// The least difference between two scores.
    pub const STEP: Score = Score(1);

    /// A whole number of seeds, −144 to 144 (stores of both players included).
    #[must_use]
    #[inline]
    pub const fn from_seeds(seeds: i32) -> Self {
        debug_assert!(seeds.abs() <= 2 * 72);
        Score((seeds * 100) as i16)
    }

    /// From hundredths of a seed.
    #[must_use]
    #[inline]
    pub const fn from_hundredths(hundredths: i16) -> Self {
        Score(hundredths)
    }

    /// In hundredths of a seed.
    #[must_use]
    #[inline]
    pub const fn hundredths(self) -> i16 {
        self.0
    }

    /// In seeds.
    #[must_use]
    pub fn seeds(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}
