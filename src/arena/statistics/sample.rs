//! Independent trials and what they are worth.

use super::beta;
use super::elo::{Elo, elo_of_score};

/// Half of the error that an interval of 95 % allows.
const TAIL: f64 = 0.025;
/// With fewer trials no interval is told: five that all end in the same player's favour have a probability of 2 · ½⁵ = 6 % between
/// equal players, so that no result is evidence at 95 %.
pub const LEAST_TRIALS: u64 = 6;
/// More trials than this are as good as this many, and no match has them.
const MOST_EFFECTIVE: f64 = 1e8;

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

    /// How many games, won or lost outright, would tell as much of the expected score as these trials do; at least as many as there are trials, since no trial tells less.
    ///
    /// That is n·m(1 − m)/s² for the mean m and the variance s², smaller by the square of the ratio of the t to the normal quantile
    /// since s² is an estimate (E. Korn and B. Graubard, *Confidence intervals for proportions with small expected number of positive counts
    /// estimated from survey data*, Survey Methodology 24, 1998). Of few trials the estimate may be far too small, so s² is taken as
    /// no less than an outcome makes it that was not seen: with probability 2.5 % n trials miss one of the share 1 − 0.025^(1/n).
    fn effective(&self, mean: f64) -> f64 {
        let trials = self.trials();
        let binomial = mean * (1.0 - mean);
        if trials < 2.0 || binomial <= 0.0 {
            return trials.min(MOST_EFFECTIVE);
        }
        let unseen = 1.0 - TAIL.powf(1.0 / trials);
        let variance = self.variance().unwrap_or_default() * trials / (trials - 1.0);
        let variance = variance.max(unseen * mean.max(1.0 - mean).powi(2));
        (trials * binomial / variance / beta::widening(trials - 1.0)).max(trials).min(MOST_EFFECTIVE)
    }

    /// A 95 % interval for the expected score, inside 0 to 1; `None` with fewer than [`LEAST_TRIALS`] trials.
    ///
    /// The interval of C. Clopper and E. Pearson (1934), for as many games as the trials are worth (E. Korn and B. Graubard, 1998): each end is the
    /// expected score under which a result at least as far off has a probability of 2.5 %. It contains the mean.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let mean = self.mean().filter(|_| self.trials() >= LEAST_TRIALS as f64)?;
        let effective = self.effective(mean);
        let (won, lost) = (effective * mean, effective * (1.0 - mean));
        let low = if won > 0.0 { beta::quantile(won, lost + 1.0, TAIL).min(mean) } else { 0.0 };
        let high = if lost > 0.0 { beta::quantile(won + 1.0, lost, 1.0 - TAIL).max(mean) } else { 1.0 };
        Some((low, high))
    }

    /// The Elo difference with its 95 % interval.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let interval = self.interval().map(|(low, high)| (elo_of_score(low), elo_of_score(high)));
        Elo { value: self.mean().map(elo_of_score), interval }
    }

    /// The likelihood of superiority: the probability that equal players would have scored less, by the distribution of [`Sample::interval`],
    /// so that it is above 97.5 % if and only if the interval lies above ½. ½ if no trial favours anybody.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let Some(mean) = self.mean() else { return 0.5 };
        let effective = self.effective(mean);
        let (won, lost) = (effective * mean, effective * (1.0 - mean));
        if mean > 0.5 {
            beta::below(lost + 1.0, won, 0.5).max(0.5)
        } else if mean < 0.5 {
            beta::below(lost, won + 1.0, 0.5).min(0.5)
        } else {
            0.5
        }
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
        let (found_low, found_high) = found.interval.unwrap();
        let bounds = [(found.value.unwrap(), value), (found_low, low), (found_high, high)];
        assert!(bounds.iter().all(|(found, expected)| (found - expected).abs() < 1e-6 + 1e-8 * expected.abs()), "{found:?}");
    }

    fn pairs(counts: [u64; 5]) -> Pairs {
        Pairs { counts }
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

    /// The numbers come from a script of its own that follows the formulas named above with 30 digits.
    #[test]
    fn differences_have_their_error_bars() {
        close(tally(40, 60, 20).elo(), 58.451_214, 12.634_582, 104.801_597);
        close(tally(330, 400, 300).elo(), 10.122_346, -6.703_887, 26.960_581);
        assert!((tally(40, 60, 20).superiority() - 0.994_171_845).abs() < 1e-9);
        assert!((tally(330, 400, 300).superiority() - 0.878_835_123).abs() < 1e-9);
        // 128 pairs of a match on Montytest (an instance of Fishtest), which tells: score 0.4375, variance 0.05762, Elo -43.6578. The
        // normal distribution gives [-73.4, -14.5].
        let montytest = pairs([13, 37, 50, 25, 3]);
        assert!((montytest.sample().variance().unwrap() - 0.057_617_187_5).abs() < 1e-12);
        close(montytest.elo(), -43.657_788, -74.164_357, -13.322_475);
        assert!((montytest.superiority() - 0.002_232_001).abs() < 1e-9);
        close(pairs([3, 10, 28, 12, 7]).elo(), 29.020_267, -18.122_602, 76.444_464);
        close(pairs([0, 1, 5, 3, 1]).elo(), 70.436_504, -120.222_421, 274.057_019);
        close(pairs([0, 0, 0, 1, 5]).elo(), 544.691_134, -7.722_327, 2_953.540_569);
        close(pairs([0, 0, 99, 1, 0]).elo(), 1.737_192, -11.578_266, 15.053_934);
        assert!((pairs([0, 0, 0, 1, 5]).superiority() - 0.971_669_706).abs() < 1e-9);
        assert!((pairs([0, 0, 0, 0, 6]).superiority() - 0.984_375).abs() < 1e-12);
    }

    #[test]
    fn nothing_and_one_sided_results_are_told_as_such() {
        assert_eq!((tally(0, 0, 0).score(), tally(0, 0, 0).superiority()), (None, 0.5));
        assert_eq!(Pairs::default().elo().to_string(), "unknown");
        // 0.025^(1/30) = 0.884297.
        assert_eq!(tally(30, 0, 0).elo().to_string(), "above +353.3");
        assert_eq!(tally(0, 0, 30).elo().to_string(), "below -353.3");
        assert_eq!(pairs([0, 0, 50, 0, 0]).elo().to_string(), "0.0 [-26.9, +26.9]");
        assert_eq!(tally(0, 50, 0).superiority(), 0.5);
        assert!(tally(30, 0, 0).superiority() > 0.999_999 && tally(1_000_000, 0, 0).superiority() == 1.0);
    }

    #[test]
    fn few_trials_have_no_interval() {
        assert_eq!(pairs([0, 0, 1, 2, 2]).elo().to_string(), "+240.8, too few games for an interval");
        assert_eq!(pairs([0, 0, 0, 0, 5]).elo().to_string(), "too few games for an interval");
        assert_eq!(pairs([0, 0, 0, 0, 6]).elo().to_string(), "above +28.4");
    }

    #[test]
    fn the_interval_and_the_likelihood_never_contradict_each_other() {
        let far = u64::MAX / 4;
        let huge = [[far, 0, 0, 0, 1], [far, 1, 0, 0, far], [0, 0, far, 0, 0], [0, 0, far, far, 0]];
        let small = (0..4_u64.pow(5)).map(|i| [i % 4, i / 4 % 4, i / 16 % 4, i / 64 % 4, i / 256].map(|count| count * count));
        for counts in small.chain(huge) {
            let (elo, superiority) = (pairs(counts).elo(), pairs(counts).superiority());
            let Some((low, high)) = elo.interval else {
                assert!(pairs(counts).pairs() < LEAST_TRIALS);
                continue;
            };
            let value = elo.value.unwrap();
            assert!(low <= value && value <= high, "{counts:?}: {elo:?}");
            assert_eq!((low > 0.0, high < 0.0), (superiority > 1.0 - TAIL, superiority < TAIL), "{counts:?}: {elo} {superiority}");
            let text = elo.to_string();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
