//! The normal distribution function, and how two normal times that depend on each other are below a bound together; both from tables, so that every engine finds the same bits.
//!
//! The second is R. L. Plackett, "A reduction formula for normal multivariate integrals", Biometrika 41, 1954, in the form of Z. Drezner and G. O. Wesolowsky, Journal of Statistical
//! Computation and Simulation 35, 1990: the probability that both are below, less the product of the probabilities, is an integral over the correlation.

use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::sync::OnceLock;

/// Scores are taken within this from 0.
const MOST: f64 = 5.0;

/// Points of the distribution function are so far apart.
const FINE: f64 = 1.0 / 128.0;

/// Points of the scores' mean in the table of [`Copula`] are so far apart,
const MEAN_PITCH: f64 = 0.25;
const MEANS: usize = (2.0 * MOST / MEAN_PITCH) as usize + 1;
/// and those of their distance, over √(1 − r), so far, up to so much.
const DISTANCE_PITCH: f64 = 0.125;
const MOST_DISTANCE: f64 = 6.0;
const DISTANCES: usize = (MOST_DISTANCE / DISTANCE_PITCH) as usize + 1;
/// Points of √(1 − r).
const ROOTS: usize = 17;

/// The normal distribution function.
fn exact_cumulative(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// The normal distribution function to 2·10⁻⁶; 0 and 1 far out.
pub(crate) fn cumulative(x: f64) -> f64 {
    let points = normal_table();
    let count = points.len() - 1;
    if x <= -MOST {
        return 0.0;
    }
    if x >= MOST {
        return 1.0;
    }
    let place = (x + MOST) / FINE;
    let low = (place as usize).min(count - 1);
    points[low] + (place - low as f64) * (points[low + 1] - points[low])
}

/// The normal distribution function at points from -5 to 5.
pub fn normal_table() -> &'static [f64] {
    static POINTS: OnceLock<Vec<f64>> = OnceLock::new();
    let count = (2.0 * MOST / FINE) as usize;
    POINTS.get_or_init(|| (0..=count).map(|i| exact_cumulative(i as f64 * FINE - MOST)).collect())
}

/// The normal copula: `[correlation][mean of the scores][distance]`.
pub fn copula_table() -> Vec<f32> {
    Copula::tables().iter().flat_map(|copula| copula.at.iter().copied()).collect()
}

/// How far two normal times with a correlation are from independent ones at a place: 0 if they are, 1 if one follows from the other.
///
/// With u and v their distribution functions at a place, that of the later is u·v + this·(min(u, v) − u·v).
pub(crate) struct Copula {
    /// `[mean of the scores][distance]`, of one correlation.
    at: Vec<f32>,
}

impl Copula {
    /// Of a correlation r from 0 to 1, by √(1 − r).
    pub(crate) fn of_root(root: f64) -> Blend {
        let place = (1.0 - root).clamp(0.0, 1.0) * (ROOTS - 1) as f64;
        let low = (place as usize).min(ROOTS - 2);
        let tables = Self::tables();
        Blend { root, below: &tables[low], above: &tables[low + 1], share: (place - low as f64) as f32 }
    }

    fn tables() -> &'static [Self] {
        static TABLES: OnceLock<Vec<Copula>> = OnceLock::new();
        TABLES.get_or_init(|| (0..ROOTS).map(|i| Self::new(1.0 - i as f64 / (ROOTS - 1) as f64)).collect())
    }

    fn new(root: f64) -> Self {
        let value = |i: usize| {
            let mean = (i / DISTANCES) as f64 * MEAN_PITCH - MOST;
            let half = 0.5 * root * (i % DISTANCES) as f64 * DISTANCE_PITCH;
            exact_together(mean + half, mean - half, 1.0 - root * root)
        };
        let all = (0..MEANS * DISTANCES).map(value);
        Self { at: all.map(|value| value as f32).collect() }
    }

    fn value(&self, [x, y]: [(usize, f32); 2]) -> f32 {
        let row = |row: usize| {
            let first = row * DISTANCES + y.0;
            self.at[first] + y.1 * (self.at[first + 1] - self.at[first])
        };
        let low = row(x.0);
        low + x.1 * (row(x.0 + 1) - low)
    }
}

/// Between two correlations of the table.
pub(crate) struct Blend {
    root: f64,
    below: &'static Copula,
    above: &'static Copula,
    share: f32,
}

impl Blend {
    /// At a place, by how many standard deviations it is from each one's mean.
    pub(crate) fn at(&self, scores: [f64; 2]) -> f32 {
        let [x, y] = scores.map(|score| score.clamp(-MOST, MOST));
        let apart = (x - y).abs();
        let distance = if apart < MOST_DISTANCE * self.root { apart / self.root } else { MOST_DISTANCE };
        let split = |place: f64, points: usize| {
            let low = (place as usize).min(points - 2);
            (low, (place - low as f64) as f32)
        };
        let mean = split((0.5 * (x + y) + MOST) / MEAN_PITCH, MEANS);
        let places = [mean, split(distance / DISTANCE_PITCH, DISTANCES)];
        let below = self.below.value(places);
        below + self.share * (self.above.value(places) - below)
    }
}

/// [`Copula`] at a place, by the integral.
fn exact_together(x: f64, y: f64, correlation: f64) -> f64 {
    if correlation >= 1.0 {
        return 1.0;
    }
    /// Midpoints that the integral is summed over.
    const POINTS: usize = 256;
    let step = libm::asin(correlation) / POINTS as f64;
    let density = |i: usize| {
        let angle = (i as f64 + 0.5) * step;
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        libm::exp(-(x * x + y * y - 2.0 * x * y * sine) / (2.0 * cosine * cosine))
    };
    let beyond_product = (0..POINTS).map(density).sum::<f64>() * step / (2.0 * PI);
    (beyond_product / (exact_cumulative(x.min(y)) * exact_cumulative(-x.max(y)))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use zeroslack_testing::config;

    use super::*;

    #[test]
    fn the_distribution_function() {
        for x in [-9.0, -4.99, -1.003, 0.0, 0.5, 2.3456, 4.9, 7.0] {
            assert!((cumulative(x) - exact_cumulative(x)).abs() < 2e-6, "{x}");
        }
    }

    /// Where both means are, two normal times are below together with probability 1/4 + asin r / 2π.
    #[test]
    fn at_both_means() {
        for correlation in [0.0, 0.1, 0.5, 0.9, 0.99] {
            let expected = 2.0 * libm::asin(correlation) / PI;
            assert!((exact_together(0.0, 0.0, correlation) - expected).abs() < 1e-4, "{correlation}");
        }
    }

    /// The table against the integral over one of the two: P(A < x, B < y) = ∫ φ(a) Φ((y − r·a) / √(1 − r²)) da.
    fn check_near_the_integral(x: f64, y: f64, root: f64) {
        let correlation = 1.0 - root * root;
        let (u, v) = (exact_cumulative(x), exact_cumulative(y));
        let found = u * v + f64::from(Copula::of_root(root).at([x, y])) * (u.min(v) - u * v);
        let (start, count) = (-8.0, 4000);
        let step = (x - start) / f64::from(count);
        let density = |a: f64| {
            libm::exp(-0.5 * a * a) / libm::sqrt(2.0 * PI)
                * exact_cumulative((y - correlation * a) / libm::sqrt(1.0 - correlation * correlation))
        };
        let expected: f64 = (0..count).map(|i| density(start + (f64::from(i) + 0.5) * step) * step).sum();
        assert!((found - expected).abs() < 2e-3, "{found} for {expected}");
    }

    proptest! {
        #![proptest_config(config(256))]

        #[test]
        fn the_table_is_near_the_integral(x in -3.5..3.5, y in -3.5..3.5, root in 0.1..1.0f64) {
            check_near_the_integral(x, y, root);
        }
    }

    /// The table was too far off there once.
    #[test]
    fn the_table_is_near_an_integral_drawn_earlier() {
        check_near_the_integral(0.29727372890018455, 0.36039674910198294, 0.15);
    }
}
