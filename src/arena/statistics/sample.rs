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

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Points, Tally};
    use super::*;
    use crate::board::Side;
    use crate::ogn::Outcome;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    fn close(found: Elo, value: f64, low: f64, high: f64) {
        let bounds = [(found.value.unwrap(), value), (found.low, low), (found.high, high)];
        assert!(bounds.iter().all(|(found, expected)| (found - expected).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let mut games = Tally::default();
        for outcome in [Outcome::SouthWins, Outcome::NorthWins, Outcome::Draw, Outcome::NorthWins] {
            games.add(Points::of(outcome, Side::North).unwrap());
        }
        assert_eq!((games, games.games(), games.score()), (tally(2, 1, 1), 4, Some(0.625)));
        assert_eq!(Points::of(Outcome::Unfinished, Side::South), None);
        let mut pairs = Pairs::default();
        pairs.add([Points::Win, Points::Draw]);
        pairs.add([Points::Loss, Points::Win]);
        pairs.add([Points::Loss, Points::Loss]);
        assert_eq!((pairs.counts, pairs.pairs(), pairs.score()), ([1, 0, 1, 1, 0], 3, Some(1.25 / 3.0)));
        assert_eq!(Points::Win.other(), Points::Loss);
    }

    /// The numbers come from a script of its own that follows the formulas named above.
    #[test]
    fn differences_have_their_error_bars() {
        close(tally(40, 60, 20).elo(), 58.451_214, 15.198_201, 103.587_380);
        close(tally(330, 400, 300).elo(), 10.122_346, -6.463_917, 26.754_898);
        assert!((tally(40, 60, 20).superiority() - 0.995_088_363).abs() < 1e-9);
        assert!((tally(330, 400, 300).superiority() - 0.884_001_138).abs() < 1e-9);
        // 128 pairs of a match on Montytest (an instance of Fishtest), which tells: score 0.4375, variance 0.05762, Elo -43.6578.
        let pairs = Pairs { counts: [13, 37, 50, 25, 3] };
        assert!((pairs.sample().variance().unwrap() - 0.057_617_187_5).abs() < 1e-12);
        close(pairs.elo(), -43.657_788, -73.397_216, -14.542_887);
        assert!((pairs.superiority() - 0.002_180_562).abs() < 1e-9);
    }

    #[test]
    fn nothing_and_one_sided_results_are_told_as_such() {
        assert_eq!((tally(0, 0, 0).score(), tally(0, 0, 0).superiority()), (None, 0.5));
        assert_eq!(tally(0, 0, 0).elo().to_string(), "unknown [-inf, inf]");
        assert_eq!(Pairs::default().elo().to_string(), "unknown [-inf, inf]");
        // 0.025^(1/30) = 0.884297.
        assert_eq!(tally(30, 0, 0).elo().to_string(), "inf [+353.3, inf]");
        assert_eq!(tally(0, 0, 30).elo().to_string(), "-inf [-inf, -353.3]");
        // ½ ± (1 − 0.025^(1/50))/2.
        assert_eq!(tally(0, 50, 0).elo().to_string(), "0.0 [-24.8, +24.8]");
        assert_eq!(Pairs { counts: [0, 0, 50, 0, 0] }.elo().to_string(), "0.0 [-24.8, +24.8]");
        assert_eq!(tally(0, 50, 0).superiority(), 0.5);
        assert_eq!(tally(1, 0, 1).elo().to_string(), "0.0 [-inf, inf]");
        assert!(tally(30, 0, 0).superiority() > 0.999_999 && tally(1_000_000, 0, 0).superiority() == 1.0);
        for (wins, draws, losses) in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (99, 1, 0), (u64::MAX / 4, 0, 1), (u64::MAX / 4, 1, u64::MAX / 4)] {
            let elo = tally(wins, draws, losses).elo();
            assert!(elo.low <= elo.value.unwrap() && elo.value.unwrap() <= elo.high && !elo.to_string().contains("NaN"), "{elo:?}");
        }
    }
}
