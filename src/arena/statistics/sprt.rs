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

/// Hypotheses that no test can tell apart, or error rates that make it none.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("expected two Elo differences from -1000 to 1000, the first below the second, and error rates above 0 and below 0.5")]
pub struct SprtRange;

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
    /// [`SprtRange`] unless −1000 ≤ `elo0` < `elo1` ≤ 1000.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtRange> {
        Self::with_error_rates(elo0, elo1, Self::ERROR_RATE, Self::ERROR_RATE)
    }

    /// A test with other error rates: `alpha` that `elo1` is accepted though `elo0` holds, `beta` the other way round.
    ///
    /// # Errors
    /// [`SprtRange`] unless −1000 ≤ `elo0` < `elo1` ≤ 1000 and both rates are between 0 and ½.
    pub fn with_error_rates(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtRange> {
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let fits = -1000.0 <= elo0 && elo0 < elo1 && elo1 <= 1000.0 && rate(alpha) && rate(beta);
        if fits { Ok(Sprt { elo0, elo1, alpha, beta }) } else { Err(SprtRange) }
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
