//! The beta distribution, and Student's t distribution by it.

use std::f64::consts::PI;

/// Steps of a continued fraction or of a search by halves; both end long before.
const STEPS: u32 = 100_000;

/// The quantile of 97.5 % of the standard normal distribution.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// The probability that a variable of the beta distribution with parameters `a` and `b` above 0 is below `x`: the regularised incomplete
/// beta function.
///
/// By the continued fraction DLMF 8.17.22, computed as W. Lentz does, on the side of the mean where it converges fast.
pub(super) fn below(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return (1.0 - lower(b, a, 1.0 - x)).clamp(0.0, 1.0);
    }
    lower(a, b, x).clamp(0.0, 1.0)
}

fn lower(a: f64, b: f64, x: f64) -> f64 {
    let scale = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let nonzero = |number: f64| if number.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { number };
    let (mut c, mut d) = (1.0, 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-14 {
            break;
        }
    }
    scale * fraction
}

/// Below this a variable of the beta distribution is with probability `p`.
pub(super) fn quantile(a: f64, b: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high || high - low < 1e-15 {
            return middle;
        }
        if below(a, b, middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The quantile of 97.5 % of Student's t distribution.
pub(super) fn t_quantile(degrees: f64) -> f64 {
    if degrees > 1e6 {
        return NORMAL_QUANTILE;
    }
    // ν/(ν + t²) has the beta distribution with parameters ν/2 and ½; |t| is above the quantile with 5 %.
    let share = quantile(degrees / 2.0, 0.5, 0.05);
    (degrees * (1.0 - share) / share).sqrt()
}

/// By how much an interval of 95 % is wider for a variance that was estimated from so many degrees of freedom, squared.
pub(super) fn widening(degrees: f64) -> f64 {
    (t_quantile(degrees) / NORMAL_QUANTILE).powi(2)
}

/// The logarithm of the gamma function of a number above 0: Stirling's series (DLMF 5.11.1), which is good to 10⁻¹⁴ from 10 on.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0);
    while x < 10.0 {
        product *= x;
        x += 1.0;
    }
    let square = x * x;
    let series = (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square) / square) / square) / x;
    (x - 0.5) * x.ln() - x + (2.0 * PI).ln() / 2.0 + series - f64::ln(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_of_gamma_is_that_of_factorials_and_roots() {
        // ln √π, 0, ln(¾·√π), ln 9!.
        for (x, expected) in [(0.5, 0.572_364_942_925), (1.0, 0.0), (2.5, 0.284_682_870_473), (10.0, 12.801_827_480_081)] {
            assert!((ln_gamma(x) - expected).abs() < 1e-11, "{x}: {}", ln_gamma(x));
        }
    }

    #[test]
    fn the_beta_distribution_is_that_of_binomial_sums() {
        // 1 − 5/16, arcsin ½ · 2/π, 0.9¹⁰.
        for (a, b, x, expected) in [(2.0, 3.0, 0.5, 0.6875), (0.5, 0.5, 0.25, 1.0 / 3.0), (10.0, 1.0, 0.9, 0.348_678_440_1)] {
            assert!((below(a, b, x) - expected).abs() < 1e-12, "{a} {b} {x}: {}", below(a, b, x));
            assert!((quantile(a, b, expected) - x).abs() < 1e-12);
            assert!((below(b, a, 1.0 - x) - (1.0 - expected)).abs() < 1e-12);
        }
        assert_eq!((below(3.0, 4.0, 0.0), below(3.0, 4.0, 1.0)), (0.0, 1.0));
        // Many trials: the normal distribution, one standard deviation above the mean.
        assert!((below(1e8, 1e8, 0.5 + 0.5 / 2e8_f64.sqrt()) - 0.841_344_7).abs() < 1e-5);
    }

    #[test]
    fn the_t_distribution_is_as_tabled() {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.10.
        for (degrees, t) in [(1.0, 12.706), (2.0, 4.303), (5.0, 2.571), (10.0, 2.228), (29.0, 2.045), (1e9, 1.960)] {
            assert!((t_quantile(degrees) - t).abs() < 6e-4, "{degrees}: {}", t_quantile(degrees));
        }
    }
}
