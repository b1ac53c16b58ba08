//! Pairs of games with swapped colours.

use super::elo::Elo;
use super::sample::Sample;
use super::tally::Points;

/// Pairs of games from the same opening, each player once South: how many gave one of two players 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// By half points.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by what the player got for its two games.
    pub fn add(&mut self, games: [Points; 2]) {
        self.counts[games[0] as usize + games[1] as usize] += 1;
    }

    /// How many pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of the points, 0 to 1; `None` without a pair.
    #[must_use]
    pub fn score(self) -> Option<f64> {
        self.sample().mean()
    }

    /// The Elo difference with its 95 % interval, each pair a trial.
    #[must_use]
    pub fn elo(self) -> Elo {
        self.sample().elo()
    }

    /// How likely it is that this player is the stronger one: see [`Sample::superiority`].
    #[must_use]
    pub fn superiority(self) -> f64 {
        self.sample().superiority()
    }

    /// The pairs as trials.
    #[must_use]
    pub fn sample(self) -> Sample {
        Sample::new(&self.counts)
    }
}
