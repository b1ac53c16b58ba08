//! The normal distribution.

use std::f64::consts::PI;

/// The share of a standard normal distribution between its 2.5 % ends, in standard deviations.
pub(super) const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`.
///
/// Φ(x) = ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …), a series by repeated partial integration (G. Marsaglia, *Evaluating the
/// Normal Distribution*, Journal of Statistical Software 11(4), 2004). Beyond 8 standard deviations what is left is below 10⁻¹⁵.
pub(super) fn below(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 3.0);
    while term.abs() > sum.abs() * f64::EPSILON {
        term *= x * x / odd;
        sum += term;
        odd += 2.0;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_as_tabled() {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1.
        let table = [(0.0, 0.5), (1.0, 0.841_344_746_1), (2.0, 0.977_249_868_1), (3.0, 0.998_650_102_0), (0.5, 0.691_462_461_3)];
        for (x, p) in table {
            assert!((below(x) - p).abs() < 1e-10, "{x}");
            assert!((below(-x) - (1.0 - p)).abs() < 1e-10, "-{x}");
        }
        assert!((below(QUANTILE_95) - 0.975).abs() < 1e-12);
        assert_eq!((below(f64::INFINITY), below(f64::NEG_INFINITY)), (1.0, 0.0));
        assert!(below(7.9) <= 1.0 && below(-7.9) >= 0.0);
    }
}
