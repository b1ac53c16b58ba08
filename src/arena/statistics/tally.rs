//! Games won, drawn and lost.

use super::elo::Elo;
use super::sample::Sample;
use crate::board::Side;
use crate::ogn::Outcome;

/// What a player gets for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Points {
    /// 0.
    Loss,
    /// ½.
    Draw,
    /// 1.
    Win,
}

impl Points {
    /// What this side gets for a game; `None` if it is unfinished.
    #[must_use]
    pub fn of(outcome: Outcome, side: Side) -> Option<Self> {
        match outcome {
            Outcome::Unfinished => None,
            Outcome::Draw => Some(Points::Draw),
            won if won == Outcome::win_of(side) => Some(Points::Win),
            _ => Some(Points::Loss),
        }
    }

    /// What the other player gets.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

/// Games won, drawn and lost by one of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1; `None` without a game.
    #[must_use]
    pub fn score(self) -> Option<f64> {
        self.sample().mean()
    }

    /// The Elo difference with its 95 % interval, each game a trial.
    #[must_use]
    pub fn elo(self) -> Elo {
        self.sample().elo()
    }

    /// How likely it is that this player is the stronger one: see [`Sample::superiority`].
    #[must_use]
    pub fn superiority(self) -> f64 {
        self.sample().superiority()
    }

    /// The games as trials.
    #[must_use]
    pub fn sample(self) -> Sample {
        Sample::new(&[self.losses, self.draws, self.wins])
    }
}
