//! The skew-normal distributions that Liberty's variation format describes, by mean, standard deviation and skewness.
//!
//! A. Azzalini, "A class of distributions which includes the normal ones", Scandinavian Journal of Statistics 12, 1985: with δ = α / √(1 + α²) it is that of
//! δ·|U| + √(1 − δ²)·V for independent standard normal U and V. Here it is shifted and scaled to mean 0 and standard deviation 1.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, PI};
use std::sync::OnceLock;

/// The greatest skewness of a skew-normal distribution is 0.9953; what is said to have more has this one.
pub const MOST_SKEWNESS: f32 = 0.99;

/// The mean of |U|.
const MEAN_OF_HALF: f64 = 0.797_884_560_802_865_4;

/// δ of a skewness within [`MOST_SKEWNESS`].
pub(crate) fn delta(skewness: f64) -> f64 {
    let third = libm::cbrt(2.0 * skewness.abs() / (4.0 - PI));
    let square = third * third;
    // The mean's square over the variance is this.
    let ratio = square / (1.0 + square);
    libm::sqrt(ratio / FRAC_2_PI).min(1.0) * skewness.signum()
}

/// The skewness of a δ.
pub(crate) fn skewness_of(delta: f64) -> f64 {
    let mean = MEAN_OF_HALF * delta;
    let variance = 1.0 - mean * mean;
    0.5 * (4.0 - PI) * mean * mean * mean / (variance * libm::sqrt(variance))
}

/// One standardised distribution, with skewness from a table.
#[derive(Debug)]
pub(crate) struct Shape {
    /// For each point of the grid: density, distribution function, and its integral from the left.
    points: Vec<[f64; 3]>,
}

/// Points lie this far apart, from `-REACH` to `REACH`.
const PITCH: f64 = 1.0 / 32.0;
const REACH: f64 = 9.0;

/// Distances between the skewnesses in the table.
const SKEWNESS_PITCH: f64 = 0.0495;

/// How many there are, from the least to the greatest.
pub(crate) const SHAPES: usize = 41;

impl Shape {
    fn new(skewness: f64) -> Self {
        let delta = delta(skewness);
        let (mean, sigma) = (MEAN_OF_HALF * delta, libm::sqrt(1.0 - FRAC_2_PI * delta * delta));
        let alpha = delta / libm::sqrt(1.0 - delta * delta);
        let density = |x: f64| {
            let z = mean + sigma * x;
            let normal = libm::exp(-0.5 * z * z) / libm::sqrt(2.0 * PI);
            sigma * normal * libm::erfc(-alpha * z * FRAC_1_SQRT_2)
        };
        let count = (2.0 * REACH / PITCH) as usize + 1;
        let mut points = Vec::with_capacity(count);
        let [mut function, mut integral] = [0.0; 2];
        for i in 0..count {
            let x = -REACH + i as f64 * PITCH;
            let at = [density(x), density(x + 0.5 * PITCH), density(x + PITCH)];
            points.push([at[0], function, integral]);
            // Simpson's rule, and the same for the integral of the function.
            integral += PITCH * (function + PITCH * (at[0] + 2.0 * at[1]) / 6.0);
            function += PITCH * (at[0] + 4.0 * at[1] + at[2]) / 6.0;
        }
        // What rounding left to be less or more than 1 in the end.
        let all = function;
        for point in &mut points {
            *point = point.map(|value| value / all);
        }
        Self { points }
    }

    /// For each point of the grid: density, distribution function, and its integral from the left.
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.points.iter().flatten().copied()
    }

    /// All, by skewness.
    pub(crate) fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Shape>> = OnceLock::new();
        let skewness = |i: usize| (i as f64 - (SHAPES / 2) as f64) * SKEWNESS_PITCH;
        ALL.get_or_init(|| (0..SHAPES).map(|i| Self::new(skewness(i))).collect())
    }

    /// The number that is not exceeded with a probability, of up to a half.
    pub(crate) fn quantile(&self, probability: f64) -> f64 {
        let place =
            self.points.partition_point(|point| point[1] < probability).clamp(1, self.points.len() - 1) - 1;
        let [density, function, _] = self.points[place];
        let slope = (self.points[place + 1][0] - density) / PITCH;
        let until = |after: f64| function + after * (density + 0.5 * after * slope);
        let [mut low, mut high] = [0.0, PITCH];
        for _ in 0..48 {
            let middle = 0.5 * (low + high);
            if until(middle) < probability { low = middle } else { high = middle }
        }
        -REACH + place as f64 * PITCH + 0.5 * (low + high)
    }

    /// The integral of the distribution function up to `x`.
    fn integral(&self, x: f64) -> f64 {
        if x <= -REACH {
            return 0.0;
        }
        let last = self.points.len() - 1;
        let place = ((x + REACH) / PITCH) as usize;
        if place >= last {
            return self.points[last][2] + (x - REACH);
        }
        let [density, function, integral] = self.points[place];
        let after = x - (-REACH + place as f64 * PITCH);
        let slope = (self.points[place + 1][0] - density) / PITCH;
        integral + after * (function + after * (0.5 * density + after * slope / 6.0))
    }
}

/// Density and distribution function of the normal distribution to 10⁻⁹: Taylor's series from the nearest point of the table. Far out it is taken where the table ends.
pub(crate) fn normal_at(x: f64) -> [f64; 2] {
    let x = x.clamp(-REACH, REACH);
    let place = ((x + REACH) / PITCH + 0.5) as usize;
    let [density, function, _] = Shape::all()[SHAPES / 2].points[place];
    let at = -REACH + place as f64 * PITCH;
    let after = x - at;
    // Hermite polynomials over factorials.
    let square = at * at;
    let second = 0.5 * (square - 1.0);
    let third = at * (square - 3.0) / 6.0;
    let fourth = (square * (square - 6.0) + 3.0) / 24.0;
    let of_density = 1.0 - after * (at - after * (second - after * (third - after * fourth)));
    let of_function = 1.0 - after * (0.5 * at - after * (second / 3.0 - after * (0.25 * third)));
    [density * of_density, function + density * after * of_function]
}

/// `[skewness][point]`, three values each: density, distribution function and its integral of the standardised skew-normal distributions.
pub fn shape_table() -> Vec<f64> {
    Shape::all().iter().flat_map(Shape::values).collect()
}

/// Between which two skewnesses of the table one is.
pub(crate) struct Lookup {
    /// The number of the lower one.
    pub(crate) low: usize,
    /// How far it is from that to the next.
    pub(crate) share: f64,
}

impl Lookup {
    /// Of a skewness; those beyond [`MOST_SKEWNESS`] are taken as that.
    pub(crate) fn of(skewness: f32) -> Self {
        let middle = (SHAPES / 2) as f64;
        let place = f64::from(skewness.clamp(-MOST_SKEWNESS, MOST_SKEWNESS)) / SKEWNESS_PITCH + middle;
        let low = (place as usize).min(SHAPES - 2);
        Self { low, share: place - low as f64 }
    }
}

/// The integral of the distribution function of a standardised skew-normal distribution, from the left up to `x`.
pub(crate) struct Integral {
    below: &'static Shape,
    above: &'static Shape,
    share: f64,
}

impl Integral {
    /// Of a skewness; those beyond [`MOST_SKEWNESS`] are taken as that.
    pub(crate) fn of(skewness: f32) -> Self {
        let Lookup { low, share } = Lookup::of(skewness);
        let shapes = Shape::all();
        Self { below: &shapes[low], above: &shapes[low + 1], share }
    }

    pub(crate) fn at(&self, x: f64) -> f64 {
        let below = self.below.integral(x);
        below + self.share * (self.above.integral(x) - below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_asked_for() {
        for i in -20..=20 {
            let skewness = f64::from(i) * SKEWNESS_PITCH;
            let shape = Shape::new(skewness);
            let moment = |power: i32| -> f64 {
                let terms = shape.points.iter().enumerate().map(|(i, [density, ..])| {
                    let x = -REACH + i as f64 * PITCH;
                    density * x.powi(power) * PITCH
                });
                terms.sum()
            };
            let found = [0, 1, 2, 3].map(moment);
            for (found, expected) in found.into_iter().zip([1.0, 0.0, 1.0, skewness]) {
                // The density of the most skewed ones has a corner nearly, which sums of points see coarsely.
                assert!((found - expected).abs() < 2e-3, "{skewness}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn skewness_there_and_back() {
        for skewness in [-0.99, -0.5, 0.0, 0.1, 0.7, 0.99] {
            let found = skewness_of(delta(skewness));
            assert!((found - skewness).abs() < 1e-9, "{found} for {skewness}");
        }
    }

    #[test]
    fn the_normal_distribution() {
        for i in -900..=900 {
            let x = f64::from(i) * 0.01;
            let [density, function] = normal_at(x);
            let expected =
                [libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI), 0.5 * libm::erfc(-x * FRAC_1_SQRT_2)];
            assert!((density - expected[0]).abs() < 1e-9 && (function - expected[1]).abs() < 1e-9, "{x}");
        }
        assert_eq!(normal_at(20.0), normal_at(REACH));
    }

    #[test]
    fn the_integral_of_the_normal_distribution() {
        let integral = Integral::of(0.0);
        for x in [-10.0, -4.0, -1.234, 0.0, 0.77, 3.0, 8.5, 12.0] {
            let normal = 0.5 * libm::erfc(-x * FRAC_1_SQRT_2);
            let expected = x * normal + libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI);
            assert!((integral.at(x) - expected).abs() < 1e-8, "{x}: {} for {expected}", integral.at(x));
        }
    }
}
