//! The worse of two times by their moments.
//!
//! C. E. Clark, "The greatest of a finite set of random variables", Operations Research 9, 1961, gives the moments of the later of two normal times that depend on each other. Here times may be
//! skewed:
//!
//! 1. What both have in common, a part with their covariance as its variance, makes both later and does not tell which is the later one. It is taken off both, with a share of each third moment in proportion, and added to the
//!    later one again.
//! 2. The rest of each is a polynomial of a standard normal number z, mean + slope·z + bend·(z² − 1), with its first three moments, as in quadratic timing models (L. Zhang, W. Chen, Y. Hu,
//!    J. A. Gubner, C. C.-P. Chen, "Correlation-preserved non-Gaussian statistical timing analysis with quadratic timing model", DAC 2005).
//! 3. The first is taken to be the later one where the straight part of the difference, a normal number d, is above a threshold: that where the mean of the difference, d known, is 0.
//! 4. Moments above it have a closed form by Hermite's polynomials H: with a correlation ρ of z and d the mean of Hₙ(z), counted where d > t only, is ρⁿ·Hₙ₋₁(t)·φ(t).
//!
//! Without skewness all of it is Clark's, the third moment included; and where one is the later in any case, its moments stay as they are.
//!
//! The twin for kernels is `cuda/src/statistical/moments.h`.

use zeroslack_units::Split;

use crate::central::Central;
use crate::shape::normal_at;

/// A threshold beyond this makes one of two the worse in any case.
const REACH: f64 = 8.0;

/// Both are surely in their order where the square of the distance of their means is so many times the sum of their variances: then it is 8 times the standard deviation of any difference.
const SURE: f64 = 128.0;

/// Steps of Newton's method for bends, and for the threshold.
const BEND_STEPS: usize = 4;
const THRESHOLD_STEPS: usize = 2;

/// Which of two is the worse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Worse {
    First,
    Second,
    /// It varies: its moments, and the probability that it is the first.
    Either(Central, f64),
}

/// Which of two is the worse in any case, as far as that follows without their covariance.
pub(crate) fn sure(a: &Central, b: &Central, split: Split) -> Option<Worse> {
    let apart = a.mean - b.mean;
    let is_sure = apart * apart >= SURE * (a.variance + b.variance);
    is_sure.then(|| by_mean(apart, split))
}

/// The worse of two with a covariance, ticks².
pub(crate) fn worse(a: &Central, b: &Central, covariance: f64, split: Split) -> Worse {
    match split {
        Split::Late => later(a, b, covariance),
        Split::Early => match later(&a.negated(), &b.negated(), covariance) {
            Worse::Either(time, share) => Worse::Either(time.negated(), share),
            sure => sure,
        },
    }
}

fn by_mean(apart: f64, split: Split) -> Worse {
    if (apart >= 0.0) == (split == Split::Late) || apart == 0.0 { Worse::First } else { Worse::Second }
}

fn later(a: &Central, b: &Central, covariance: f64) -> Worse {
    let ahead = a.mean - b.mean;
    let common = common_variance([a.variance, b.variance], covariance);
    let own = [a, b].map(|time| time.without(common));
    let most = libm::sqrt(own[0].variance) * libm::sqrt(own[1].variance);
    let correlation = if most > 0.0 { ((covariance - common) / most).clamp(-1.0, 1.0) } else { 0.0 };
    let Some(rivals) = Rivals::of([Bent::of(&own[0]), Bent::of(&own[1])], ahead, correlation) else {
        return by_mean(ahead, Split::Late);
    };
    if rivals.threshold <= -REACH {
        return Worse::First;
    }
    if rivals.threshold >= REACH {
        return Worse::Second;
    }
    let (time, share) = rivals.moments();
    let rest = share * (a.third - own[0].third) + (1.0 - share) * (b.third - own[1].third);
    let variance = time.variance + common;
    Worse::Either(Central { mean: a.mean + time.mean, variance, third: time.third + rest }, share)
}

/// The variance of what both of two times are later by: their covariance, or, where that is more than the variance of one, as much as leaves the rest of both wholly dependent.
fn common_variance([a, b]: [f64; 2], covariance: f64) -> f64 {
    let difference = a + b - 2.0 * covariance;
    if covariance <= 0.0 || difference <= 0.0 {
        return 0.0;
    }
    covariance.min(((a * b - covariance * covariance) / difference).max(0.0))
}

/// A time as a polynomial of a standard normal number.
#[derive(Clone, Copy, Debug)]
struct Bent {
    slope: f64,
    bend: f64,
}

impl Bent {
    /// With the moments of a time: slope² + 2·bend² is its variance, 6·slope²·bend + 8·bend³ the third.
    fn of(time: &Central) -> Self {
        let sigma = libm::sqrt(time.variance);
        let skewness = time.skewness();
        let mut share = skewness / 6.0;
        for _ in 0..BEND_STEPS {
            let square = share * share;
            share -= ((6.0 - 4.0 * square) * share - skewness) / (6.0 - 12.0 * square);
        }
        Self { slope: sigma * libm::sqrt(1.0 - 2.0 * share * share), bend: sigma * share }
    }
}

/// Two times of which either can be the later.
struct Rivals {
    times: [Bent; 2],
    /// By how much the first's mean is later.
    ahead: f64,
    /// Of each number z with that of the difference, d.
    correlations: [f64; 2],
    /// The first is the later above this d.
    threshold: f64,
}

impl Rivals {
    /// None where the difference does not vary.
    fn of(times: [Bent; 2], ahead: f64, correlation: f64) -> Option<Self> {
        let [x, y] = times;
        let variance = x.slope * x.slope + y.slope * y.slope - 2.0 * correlation * (x.slope * y.slope);
        if variance <= 0.0 {
            return None;
        }
        let sigma = libm::sqrt(variance);
        let correlations = [x.slope - correlation * y.slope, correlation * x.slope - y.slope]
            .map(|along| (along / sigma).clamp(-1.0, 1.0));
        // The mean of the difference where d is known is ahead + sigma·d + bend·(d² − 1): it is 0 at the threshold.
        let bend =
            x.bend * (correlations[0] * correlations[0]) - y.bend * (correlations[1] * correlations[1]);
        let mut threshold = (-ahead / sigma).clamp(-REACH, REACH);
        for _ in 0..THRESHOLD_STEPS {
            let slope = (sigma + 2.0 * bend * threshold).max(0.5 * sigma);
            threshold -= (ahead + sigma * threshold + bend * (threshold * threshold - 1.0)) / slope;
        }
        Some(Self { times, ahead, correlations, threshold })
    }

    /// Moments of the later one, its mean from the first's mean on, and the probability that it is the first.
    fn moments(&self) -> (Central, f64) {
        let [x, y] = self.times;
        let [x, y] = [[0.0, x.slope, x.bend], [-self.ahead, y.slope, y.bend]];
        let [density, below] = normal_at(self.threshold);
        let share = 1.0 - below;
        let (mut of_x, mut of_y) = (Series::ONE, Series::ONE);
        let raw = [(); 3].map(|()| {
            (of_x, of_y) = (of_x.times(x), of_y.times(y));
            let edges = [
                of_x.edge(self.correlations[0], self.threshold),
                of_y.edge(self.correlations[1], self.threshold),
            ];
            share * of_x.0[0] + below * of_y.0[0] + density * (edges[0] - edges[1])
        });
        let [mean, second, third] = raw;
        let variance = (second - mean * mean).max(0.0);
        let third = third - 3.0 * mean * second + 2.0 * (mean * mean) * mean;
        (Central { mean, variance, third }, share)
    }
}

/// Coefficients of Hermite polynomials.
#[derive(Clone, Copy)]
struct Series([f64; 7]);

impl Series {
    const ONE: Self = Self([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

    /// Times another one, which has three.
    fn times(&self, by: [f64; 3]) -> Self {
        let at = |place: usize, back: usize| {
            if place < back { 0.0 } else { self.0.get(place - back).copied().unwrap_or(0.0) }
        };
        Self(std::array::from_fn(|place| {
            let n = place as f64;
            let first = at(place, 1) + (n + 1.0) * at(place + 1, 0);
            let second = at(place, 2) + 2.0 * n * at(place, 0) + (n + 2.0) * (n + 1.0) * at(place + 2, 0);
            by[0] * at(place, 0) + by[1] * first + by[2] * second
        }))
    }

    /// What a threshold for a number with a correlation to this one's adds to the mean above it, over the density there.
    fn edge(&self, correlation: f64, threshold: f64) -> f64 {
        let (mut sum, mut power) = (0.0, 1.0);
        let (mut before, mut polynomial) = (0.0, 1.0);
        for n in 1..self.0.len() {
            power *= correlation;
            sum += self.0[n] * power * polynomial;
            (before, polynomial) = (polynomial, threshold * polynomial - (n - 1) as f64 * before);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Draw, Stream, score_table};
    use crate::variation::Moments;

    fn time(mean: f64, sigma: f64, skewness: f64) -> Central {
        Central { mean, variance: sigma * sigma, third: skewness * sigma * sigma * sigma }
    }

    fn found(a: &Central, b: &Central, covariance: f64, split: Split) -> (Central, f64) {
        match worse(a, b, covariance, split) {
            Worse::First => (*a, 1.0),
            Worse::Second => (*b, 0.0),
            Worse::Either(time, share) => (time, share),
        }
    }

    /// Mean, standard deviation and skewness.
    fn told(time: &Central) -> [f64; 3] {
        [time.mean, libm::sqrt(time.variance), time.skewness()]
    }

    /// Of a function of two standard normal numbers that do not depend on each other, over a grid.
    fn integrated(function: impl Fn(f64, f64) -> f64) -> Central {
        const POINTS: i32 = 500;
        let step = 16.0 / f64::from(POINTS);
        let place = |i: i32| (f64::from(i) + 0.5) * step - 8.0;
        let mut raw = [0.0; 4];
        for (i, j) in (0..POINTS).flat_map(|i| (0..POINTS).map(move |j| (i, j))) {
            let (u, v) = (place(i), place(j));
            let value = function(u, v);
            let mut mass = libm::exp(-0.5 * (u * u + v * v)) * step * step / std::f64::consts::TAU;
            for sum in &mut raw {
                *sum += mass;
                mass *= value;
            }
        }
        central([raw[1], raw[2], raw[3]].map(|moment| moment / raw[0]))
    }

    fn central([mean, second, third]: [f64; 3]) -> Central {
        Central {
            mean,
            variance: second - mean * mean,
            third: third - 3.0 * mean * second + 2.0 * mean * mean * mean,
        }
    }

    /// Clark's moments, the third as well, of all correlations and distances.
    #[test]
    fn normal_times_are_those_of_an_integral() {
        for correlation in [-0.6f64, 0.0, 0.5, 0.9] {
            for (ahead, sigma) in [(0.0, 1.0), (0.7, 1.0), (-1.5, 0.3), (2.5, 2.0)] {
                let (a, b) = (time(ahead, 1.0, 0.0), time(0.0, sigma, 0.0));
                let rest = libm::sqrt(1.0 - correlation * correlation);
                for (split, sign) in [(Split::Late, 1.0), (Split::Early, -1.0)] {
                    let worst = |u: f64, v: f64| {
                        let (x, y) = (ahead + u, sigma * (correlation * u + rest * v));
                        sign * (sign * x).max(sign * y)
                    };
                    let (merged, _) = found(&a, &b, correlation * sigma, split);
                    for (found, expected) in told(&merged).into_iter().zip(told(&integrated(worst))) {
                        assert!(
                            (found - expected).abs() < 2e-3,
                            "{found} for {expected}: {correlation}, {ahead}, {sigma}"
                        );
                    }
                }
            }
        }
    }

    /// Two equal independent standard normal times: mean 1/√π, variance 1 − 1/π.
    #[test]
    fn the_later_of_two_equal_times() {
        let (merged, share) = found(&time(0.0, 1.0, 0.0), &time(0.0, 1.0, 0.0), 0.0, Split::Late);
        let pi = std::f64::consts::PI;
        assert!((share - 0.5).abs() < 1e-12);
        assert!((merged.mean - 1.0 / pi.sqrt()).abs() < 1e-9, "{}", merged.mean);
        assert!((merged.variance - (1.0 - 1.0 / pi)).abs() < 1e-9, "{}", merged.variance);
        assert!((merged.skewness() - 0.13695).abs() < 1e-4, "{}", merged.skewness());
    }

    #[test]
    fn bends_have_the_moments_that_are_asked_for() {
        for skewness in [-2.0, -0.99, -0.3, 0.0, 0.5, 1.2, 2.0] {
            let Bent { slope, bend } = Bent::of(&time(0.0, 3.0, skewness));
            let found =
                [slope * slope + 2.0 * bend * bend, 6.0 * slope * slope * bend + 8.0 * bend * bend * bend];
            assert!((found[0] - 9.0).abs() < 1e-9 && (found[1] - 27.0 * skewness).abs() < 1e-6, "{found:?}");
        }
    }

    #[test]
    fn who_is_sure_to_be_the_worse_stays_as_it_is() {
        let (a, b) = (time(0.0, 1.0, 0.4), time(30.0, 2.0, -0.7));
        assert_eq!(sure(&a, &b, Split::Late), Some(Worse::Second));
        assert_eq!(sure(&a, &b, Split::Early), Some(Worse::First));
        assert_eq!(sure(&a, &time(1.0, 2.0, 0.0), Split::Late), None);
        // As far apart as their common part varies, but not their difference.
        assert_eq!(worse(&time(0.0, 1.0, 0.4), &time(1.0, 1.0, 0.4), 0.9999, Split::Late), Worse::Second);
        let still = Central::certain(5);
        assert_eq!(sure(&still, &still, Split::Late), Some(Worse::First));
        assert_eq!(worse(&a, &a, 1.0, Split::Early), Worse::First);
        // Nothing changes suddenly where it becomes sure.
        let (merged, share) = found(&time(11.3, 1.0, 0.5), &time(0.0, 1.0, -0.5), 0.0, Split::Late);
        assert!((share - 1.0).abs() < 1e-9 && (merged.third - 0.5).abs() < 1e-5, "{merged:?}");
    }

    /// Sums of skew-normal delays, one of which both have: samples of the worse of two, what is found of it, and what Clark finds who takes them for normal.
    #[test]
    fn skewed_times_are_those_of_samples() {
        let mut errors = [[0.0f64; 3]; 2];
        for skewness in [-0.8f32, -0.4, 0.4, 0.8] {
            for ahead in [0.0f32, 0.5, 1.5] {
                for common in [0.0f32, 0.6, 0.9] {
                    for split in Split::ALL {
                        let errors_here = of_pair(skewness, ahead, common, split);
                        for (most, here) in
                            errors.as_flattened_mut().iter_mut().zip(errors_here.as_flattened())
                        {
                            *most = most.max(here.abs());
                        }
                    }
                }
            }
        }
        let [skewed, normal] = errors;
        // Mean and standard deviation in standard deviations of a delay; the skewness.
        assert!(skewed[0] < 0.009 && skewed[1] < 0.014 && skewed[2] < 0.04, "{skewed:?}");
        assert!(normal[0] > 0.012 && normal[1] > 0.1 && normal[2] > 0.6, "{normal:?}");
    }

    /// The errors of both for a common delay and one of each, which have a variance of 1 together.
    fn of_pair(skewness: f32, ahead: f32, common: f32, split: Split) -> [[f64; 3]; 2] {
        let delay = |mean: f32, sigma: f32, skewness: f32| Moments { mean, sigma, skewness };
        let own = (1.0 - common * common).sqrt();
        let delays =
            [delay(0.0, common, skewness), delay(ahead, own, skewness), delay(0.0, own, 0.5 * skewness)];
        let draws = delays.map(|delay| Draw::new(&delay));
        let sign = if split == Split::Late { 1 } else { -1 };
        let count = 200_000;
        let mut raw = [0.0; 3];
        for sample in 0..count {
            let of = |place: usize| draws[place].of(score_table(), Stream::new(3, place as u64).bits(sample));
            let own = sign * (sign * of(1)).max(sign * of(2));
            let value = (of(0) + own) as f64 / 1e4;
            raw[0] += value;
            raw[1] += value * value;
            raw[2] += value * value * value;
        }
        let expected = told(&central(raw.map(|sum| sum / f64::from(count))));
        let [a, b] = [1, 2].map(|own| Central::certain(0).plus(&delays[0]).plus(&delays[own]));
        let covariance = (f64::from(common) * 1e4).powi(2);
        let normal = |time: &Central| Central { third: 0.0, ..*time };
        let pairs = [(a, b), (normal(&a), normal(&b))];
        pairs.map(|(a, b)| {
            let [mean, sigma, skewness] = told(&found(&a, &b, covariance, split).0);
            [mean / 1e4 - expected[0], sigma / 1e4 - expected[1], skewness - expected[2]]
        })
    }
}
