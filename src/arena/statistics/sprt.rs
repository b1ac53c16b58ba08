//! The sequential probability ratio test: when a match has shown enough.
//!
//! Which of two Elo differences do the results fit better, H0 or H1? The logarithm of the ratio of their likelihoods wanders with each
//! trial; when it leaves the bounds ln(β/(1 − α)) and ln((1 − β)/α) the question is settled, with error rates of about
//! α (H1 accepted though H0 holds) and β (H0 accepted though H1 holds) (A. Wald, *Sequential Tests of Statistical
//! Hypotheses*, 1945).
//!
//! An Elo difference fixes the expected score but not how often the players draw, so each hypothesis is given the likeliest distribution
//! that has its score: the *generalised* test (X. Li, J. Liu and Z. Ying, *Generalized Sequential Probability Ratio Test for Separate
//! Families of Hypotheses*, 2014), as Fishtest uses it (M. Van den Bergh, *A practical introduction to the GSPRT*). That distribution is
//! pᵢ = fᵢ/(1 + x·(aᵢ − s)) for the shares aᵢ that came up with frequency fᵢ and the expected score s, where x is the root of
//! Σ fᵢ·(aᵢ − s)/(1 + x·(aᵢ − s)), which falls steadily between its poles (A. Owen, *Empirical Likelihood*, 2001).
//! An outcome that has not come up counts as a thousandth of one, as in Fishtest: without it, no distribution would have the score.

use super::elo::score_of_elo;
use super::sample::Sample;
use std::fmt;
use thiserror::Error;

/// What stands for the count of an outcome that has not come up.
const UNSEEN: f64 = 1e-3;

/// The hypotheses of a test and its error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum UnfitTest {
    /// Hypotheses that no test can tell apart.
    #[error("expected two Elo differences from -1000 to 1000, the first below the second")]
    Hypotheses,
    /// Error rates that make it none.
    #[error("expected error rates above 0 and below 0.5")]
    ErrorRates,
}

/// What the results say so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The lower Elo difference fits.
    AcceptH0,
    /// The upper Elo difference fits.
    AcceptH1,
    /// More games are needed.
    Continue,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
            Verdict::Continue => "undecided",
        })
    }
}

impl Sprt {
    /// The usual error rate of both kinds.
    pub const ERROR_RATE: f64 = 0.05;

    /// A test of the Elo difference `elo0` against `elo1` with error rates of 5 %.
    ///
    /// # Errors
    /// [`UnfitTest::Hypotheses`] unless −1000 ≤ `elo0` < `elo1` ≤ 1000.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, UnfitTest> {
        Self::with_error_rates(elo0, elo1, Self::ERROR_RATE, Self::ERROR_RATE)
    }

    /// A test with other error rates: `alpha` that `elo1` is accepted though `elo0` holds, `beta` the other way round.
    ///
    /// # Errors
    /// [`UnfitTest`] unless −1000 ≤ `elo0` < `elo1` ≤ 1000 and both rates are between 0 and ½.
    pub fn with_error_rates(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, UnfitTest> {
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(-1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0) {
            return Err(UnfitTest::Hypotheses);
        }
        if !(rate(alpha) && rate(beta)) {
            return Err(UnfitTest::ErrorRates);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The Elo differences of H0 and H1.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Below the first, H0 is accepted, above the second, H1.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the results are under H1 than under H0; 0 without results.
    #[must_use]
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        if sample.trials() == 0.0 {
            return 0.0;
        }
        let outcomes: Vec<(f64, f64)> = sample.outcomes().map(|(share, count)| (share, count.max(UNSEEN))).collect();
        let trials: f64 = outcomes.iter().map(|&(_, count)| count).sum();
        let (score0, score1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let (x0, x1) = (multiplier(&outcomes, trials, score0), multiplier(&outcomes, trials, score1));
        let divisor = |x: f64, share: f64, score: f64| (1.0 + x * (share - score)).max(f64::MIN_POSITIVE);
        outcomes.iter().map(|&(share, count)| count * (divisor(x0, share, score0).ln() - divisor(x1, share, score1).ln())).sum()
    }

    /// What the results say.
    #[must_use]
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(sample) {
            ratio if ratio <= low => Verdict::AcceptH0,
            ratio if ratio >= high => Verdict::AcceptH1,
            _ => Verdict::Continue,
        }
    }
}

/// The x of the likeliest distribution with this expected score, by halving. It lies between the poles −1/(1 − s) and 1/s, where the
/// probability of the best and of the worst outcome would be infinite.
fn multiplier(outcomes: &[(f64, f64)], trials: f64, score: f64) -> f64 {
    let slope =
        |x: f64| -> f64 { outcomes.iter().map(|&(share, count)| count / trials * (share - score) / (1.0 + x * (share - score))).sum() };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Tally};
    use super::*;

    fn ratio(elo0: f64, elo1: f64, sample: &Sample) -> f64 {
        Sprt::new(elo0, elo1).unwrap().log_likelihood_ratio(sample)
    }

    fn games(wins: u64, draws: u64, losses: u64) -> Sample {
        Tally { wins, draws, losses }.sample()
    }

    fn pairs(counts: [u64; 5]) -> Sample {
        Pairs { counts }.sample()
    }

    #[test]
    fn the_bounds_are_walds() {
        // ±ln 19.
        let (low, high) = Sprt::new(0.0, 5.0).unwrap().bounds();
        assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
        // ln(0.1/0.99), ln(0.9/0.01).
        let (low, high) = Sprt::with_error_rates(0.0, 5.0, 0.01, 0.1).unwrap().bounds();
        assert!((low + 2.292_534_757).abs() < 1e-9 && (high - 4.499_809_670).abs() < 1e-9);
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, f64::INFINITY)] {
            assert!(Sprt::new(elo0, elo1).is_err());
        }
        assert!(Sprt::with_error_rates(0.0, 5.0, 0.0, 0.05).is_err() && Sprt::with_error_rates(0.0, 5.0, 0.05, 0.5).is_err());
    }

    #[test]
    fn a_published_match_has_its_published_ratio() {
        // Montytest (an instance of Fishtest), 128 pairs: logistic (exact) -0.53772 for H1 at 2.716 Elo, itself rounded.
        assert!((ratio(0.0, 2.716, &pairs([13, 37, 50, 25, 3])) + 0.537_72).abs() < 1e-4);
    }

    /// For games the numbers come from a script that maximises both likelihoods over the share of draws; for pairs from Newton's method.
    #[test]
    fn ratios_are_those_of_the_maximised_likelihoods() {
        let expected = [
            (ratio(0.0, 10.0, &games(40, 60, 20)), 1.056_586_306),
            (ratio(0.0, 10.0, &games(330, 400, 300)), 0.714_451_532),
            (ratio(0.0, 2.716, &pairs([13, 37, 50, 25, 3])), -0.537_766_778),
            (ratio(-5.0, 5.0, &pairs([2, 10, 30, 18, 4])), 0.830_003_803),
            (ratio(0.0, 5.0, &games(20, 0, 10)), 0.140_809_696),
            (ratio(0.0, 5.0, &games(30, 0, 0)), 0.428_628_023),
            (ratio(0.0, 10.0, &games(0, 50, 0)), -1.452_273_832),
            (ratio(0.0, 10.0, &pairs([0, 0, 100, 0, 0])), -2.911_175_148),
        ];
        for (i, (found, expected)) in expected.into_iter().enumerate() {
            assert!((found - expected).abs() < 1e-7, "{i}: {found} for {expected}");
        }
    }

    #[test]
    fn swapping_players_and_hypotheses_changes_the_sign() {
        let sample = [pairs([3, 9, 20, 14, 6]), pairs([6, 14, 20, 9, 3])];
        assert!((ratio(1.0, 7.0, &sample[0]) + ratio(-7.0, -1.0, &sample[1])).abs() < 1e-9);
    }

    #[test]
    fn verdicts_wait_for_the_bounds() {
        let verdict = |sample: &Sample| Sprt::new(0.0, 10.0).unwrap().verdict(sample);
        assert_eq!(verdict(&games(0, 0, 0)), Verdict::Continue);
        assert_eq!(verdict(&games(40, 60, 20)), Verdict::Continue);
        assert_eq!(verdict(&games(400, 600, 200)), Verdict::AcceptH1);
        assert_eq!(verdict(&games(200, 600, 400)), Verdict::AcceptH0);
        assert_eq!(verdict(&games(1_000, 0, 0)), Verdict::AcceptH1);
        assert_eq!(verdict(&games(0, 1_000, 0)), Verdict::AcceptH0);
        assert_eq!(ratio(0.0, 10.0, &games(0, 0, 0)), 0.0);
    }

    #[test]
    fn no_result_gives_a_ratio_that_is_no_number() {
        let many = 1_000_000_000_000;
        for counts in [[1, 0, 0, 0, 0], [0, 0, 0, 0, many], [many, 0, 0, 0, 0], [0, 0, many, 0, 0], [many, 0, 0, 0, many], [0, 1, 0, 0, 0]]
        {
            for (elo0, elo1) in [(0.0, 5.0), (-1000.0, 1000.0), (-0.5, 0.5), (999.0, 1000.0)] {
                assert!(!ratio(elo0, elo1, &pairs(counts)).is_nan(), "{counts:?}");
            }
        }
    }
}
