//! What has come of a match so far, from the point of view of its first player.

use super::contest::Game;
use super::duel::{Effort, Termination};
use super::player::Role;
use super::statistics::{Elo, LEAST_TRIALS, Pairs, Points, Sprt, Tally, Verdict};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What one player did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// What it has spent.
    pub effort: Effort,
    /// The games that it forfeited, by the name of the fault.
    pub faults: BTreeMap<&'static str, u64>,
}

/// The results so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    tally: Tally,
    pairs: Pairs,
    /// What the first player got for a game whose pair is not complete.
    halves: BTreeMap<usize, Points>,
    /// Games played, by a hash of who was South and of the moves.
    known: HashSet<u64>,
    repeats: u64,
    terminations: BTreeMap<&'static str, u64>,
    plies: u64,
    accounts: [Account; 2],
}

impl Standings {
    /// Nothing was played yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        let points = match game.finished.outcome.winner() {
            None => Points::Draw,
            Some(winner) if winner == game.side(Role::First) => Points::Win,
            Some(_) => Points::Loss,
        };
        self.tally.add(points);
        let mut hasher = DefaultHasher::new();
        (game.south as usize, &game.finished.letters).hash(&mut hasher);
        self.repeats += u64::from(!self.known.insert(hasher.finish()));
        match self.halves.remove(&game.pair) {
            Some(half) => self.pairs.add([half, points]),
            None => {
                self.halves.insert(game.pair, points);
            }
        }
        *self.terminations.entry(game.finished.termination.name()).or_default() += 1;
        self.plies += game.finished.moves.len() as u64;
        for role in Role::BOTH {
            let side = game.side(role);
            let account = &mut self.accounts[role as usize];
            account.effort.join(&game.finished.efforts[side as usize]);
            if let Termination::Fault(by, fault) = &game.finished.termination
                && *by == side
            {
                *account.faults.entry(fault.name()).or_default() += 1;
            }
        }
    }

    /// Games won, drawn and lost by the first player.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Complete pairs of games.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// How often each reason ended a game, by its name.
    #[must_use]
    pub fn terminations(&self) -> &BTreeMap<&'static str, u64> {
        &self.terminations
    }

    /// Moves of a game on average, those of its opening included.
    #[must_use]
    pub fn mean_plies(&self) -> Option<f64> {
        (self.tally.games() > 0).then(|| self.plies as f64 / self.tally.games() as f64)
    }

    /// What a player did.
    #[must_use]
    pub fn account(&self, role: Role) -> &Account {
        &self.accounts[role as usize]
    }

    /// Games whose pair is not complete; they count in the tally alone.
    #[must_use]
    pub fn unpaired(&self) -> u64 {
        self.halves.len() as u64
    }

    /// Games that another game of the match repeats move by move with the same colours: no evidence of their own.
    #[must_use]
    pub fn repeats(&self) -> u64 {
        self.repeats
    }

    /// The Elo difference of the first player to the second by the complete pairs.
    #[must_use]
    pub fn elo(&self) -> Elo {
        self.pairs.elo()
    }

    /// How likely it is that the first player is the stronger one, by the complete pairs; `None` if they are too few to tell.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        (self.pairs.pairs() >= LEAST_TRIALS).then(|| self.pairs.superiority())
    }

    /// What a test says of the complete pairs, and the logarithm of the ratio of likelihoods that it rests on.
    #[must_use]
    pub fn verdict(&self, test: &Sprt) -> (Verdict, f64) {
        let sample = self.pairs.sample();
        (test.verdict(&sample), test.log_likelihood_ratio(&sample))
    }
}
