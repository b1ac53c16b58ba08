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

/// An Elo difference and its 95 % interval. No number is a NaN; each may be infinite.
///
/// As text: `+12.3 [-4.0, +28.9]`, `above +190.8` after wins only, `+12.3, too few games for an interval`, `unknown` without a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate; `None` without a game.
    pub value: Option<f64>,
    /// The ends of the interval; `None` if there are too few games.
    pub interval: Option<(f64, f64)>,
}

impl Elo {
    /// The estimate as text, `–` where there is none or it is infinite.
    #[must_use]
    pub fn estimate(&self) -> String {
        self.value.filter(|value| value.is_finite()).map_or_else(|| "–".to_owned(), text)
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.interval) {
            (None, _) => f.write_str("unknown"),
            (Some(value), None) if value.is_finite() => write!(f, "{}, too few games for an interval", text(value)),
            (Some(_), None) => f.write_str("too few games for an interval"),
            (Some(value), Some((low, high))) => match (low.is_finite(), high.is_finite()) {
                (true, true) => write!(f, "{} [{}, {}]", text(value), text(low), text(high)),
                (true, false) => write!(f, "above {}", text(low)),
                (false, true) => write!(f, "below {}", text(high)),
                (false, false) => f.write_str("unknown"),
            },
        }
    }
}

fn text(elo: f64) -> String {
    // No sign before a zero, from which side it may have been rounded.
    let rounded = (elo * 10.0).round() / 10.0;
    if rounded == 0.0 { "0.0".to_owned() } else { format!("{rounded:+.1}") }
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
        let elo = |value, low, high| Elo { value: Some(value), interval: Some((low, high)) }.to_string();
        assert_eq!(elo(12.34, -4.0, 28.91), "+12.3 [-4.0, +28.9]");
        assert_eq!(elo(-0.01, -4.0, 0.04), "0.0 [-4.0, 0.0]");
        assert_eq!(elo(f64::INFINITY, 190.85, f64::INFINITY), "above +190.9");
        assert_eq!(elo(f64::NEG_INFINITY, f64::NEG_INFINITY, -190.85), "below -190.9");
        assert_eq!(Elo { value: Some(5.0), interval: None }.to_string(), "+5.0, too few games for an interval");
        assert_eq!(Elo { value: None, interval: None }.to_string(), "unknown");
    }
}
