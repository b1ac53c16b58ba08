//! Elo differences and scores.

use std::fmt;

/// The score that a player expects who is stronger by `elo`.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that makes a player expect this score: infinite for 0 and 1, and for what lies beyond.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// An Elo difference and its 95 % interval. No bound is a NaN; each may be infinite.
///
/// As text: `+12.3 [-4.0, +28.9]`, `inf [+190.8, inf]` after wins only, `unknown [-inf, inf]` without a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate; `None` without a game.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.map_or_else(|| "unknown".to_owned(), text);
        write!(f, "{value} [{}, {}]", text(self.low), text(self.high))
    }
}

fn text(elo: f64) -> String {
    // No sign before a zero, from which side it may have been rounded.
    let rounded = (elo * 10.0).round() / 10.0;
    if rounded == 0.0 {
        "0.0".to_owned()
    } else if rounded.is_infinite() {
        rounded.to_string()
    } else {
        format!("{rounded:+.1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_differences_are_inverse() {
        // 1/(1 + 10^−0.25), 1/(1 + 10^−1), −400·log₁₀(1/0.75 − 1).
        assert!((score_of_elo(100.0) - 0.640_065).abs() < 1e-6);
        assert!((score_of_elo(400.0) - 0.909_090_9).abs() < 1e-6);
        assert!((elo_of_score(0.75) - 190.848_502).abs() < 1e-6);
        assert_eq!(elo_of_score(0.5), 0.0);
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((elo_of_score(-0.1), elo_of_score(1.1)), (f64::NEG_INFINITY, f64::INFINITY));
        for elo in [-700.0, -3.5, 0.0, 12.0, 333.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn an_elo_difference_reads_well() {
        let elo = |value, low, high| Elo { value, low, high }.to_string();
        assert_eq!(elo(Some(12.34), -4.0, 28.91), "+12.3 [-4.0, +28.9]");
        assert_eq!(elo(Some(-0.01), -4.0, 0.04), "0.0 [-4.0, 0.0]");
        assert_eq!(elo(Some(f64::INFINITY), 190.85, f64::INFINITY), "inf [+190.9, inf]");
        assert_eq!(elo(None, f64::NEG_INFINITY, f64::INFINITY), "unknown [-inf, inf]");
    }
}
