//! Independent trials and what they are worth.

use super::elo::{Elo, elo_of_score};
use super::normal;

/// Half of the error that an interval of 95 % allows.
const TAIL: f64 = 0.025;

/// How often each share of the points was the result of a trial: outcome i of n + 1 stands for the share i/n.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    counts: Vec<f64>,
}

impl Sample {
    /// A sample with at least two possible outcomes, from the worst to the best.
    pub(super) fn new(counts: &[u64]) -> Self {
        Sample { counts: counts.iter().map(|&count| count as f64).collect() }
    }

    /// The shares of the points that a trial can give, each with how often it did.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let best = (self.counts.len() - 1) as f64;
        self.counts.iter().enumerate().map(move |(i, &count)| (i as f64 / best, count))
    }

    /// How many trials.
    #[must_use]
    pub fn trials(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score of a trial, 0 to 1; `None` without one.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let trials = self.trials();
        (trials > 0.0).then(|| self.outcomes().map(|(share, count)| share * count).sum::<f64>() / trials)
    }

    /// The variance of a trial's score about the mean; `None` without a trial.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.outcomes().map(|(share, count)| count * (share - mean).powi(2)).sum::<f64>() / self.trials())
    }

    /// A 95 % interval for the expected score, inside 0 to 1.
    ///
    /// The mean of n trials varies by the root of variance/n, and a normal distribution has 95 % within 1.96 of that. A variance of 0 (all
    /// trials ended alike) says nothing of this; then the interval is what an unseen outcome leaves possible: with probability
    /// 2.5 % at least, n trials miss all outcomes that have the share 1 − 0.025^(1/n) together (C. Clopper and E. Pearson, 1934).
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let (Some(mean), Some(variance)) = (self.mean(), self.variance()) else {
            return (0.0, 1.0);
        };
        if self.outcomes().filter(|&(_, count)| count > 0.0).count() == 1 {
            let unseen = 1.0 - TAIL.powf(1.0 / self.trials());
            return (mean * (1.0 - unseen), mean + (1.0 - mean) * unseen);
        }
        let margin = normal::QUANTILE_95 * (variance / self.trials()).sqrt();
        ((mean - margin).max(0.0), (mean + margin).min(1.0))
    }

    /// The Elo difference with its 95 % interval.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (low, high) = self.interval();
        Elo { value: self.mean().map(elo_of_score), low: elo_of_score(low), high: elo_of_score(high) }
    }

    /// The likelihood of superiority: the probability that equal players would have scored less, by the normal distribution. ½ if no trial
    /// favours anybody.
    ///
    /// The sum of share − ½ over all trials, divided by the root of the sum of its squares; for single games this is
    /// (wins − losses)/√(wins + losses) (R. Coulom's derivation for chess matches, where draws do not count).
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let sum: f64 = self.outcomes().map(|(share, count)| count * (share - 0.5)).sum();
        let squares: f64 = self.outcomes().map(|(share, count)| count * (share - 0.5).powi(2)).sum();
        if squares > 0.0 { normal::below(sum / squares.sqrt()) } else { 0.5 }
    }
}
