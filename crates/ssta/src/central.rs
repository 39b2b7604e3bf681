//! A time by its first three moments.

use zeroslack_timing::time_along;
use zeroslack_units::{TICKS_PER_PS, Ticks};

use crate::distribution::{Distribution, sigma_of};
use crate::shape::MOST_SKEWNESS;
use crate::variation::Moments;

/// The greatest skewness that a bend is found for ([`crate::clark`]); more is taken as this.
const MOST_BENT: f64 = 2.0;

/// Mean and central moments of a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Central {
    /// Ticks.
    pub(crate) mean: f64,
    /// Ticks².
    pub(crate) variance: f64,
    /// The third one, ticks³.
    pub(crate) third: f64,
}

impl Central {
    pub(crate) fn certain(time: Ticks) -> Self {
        Self { mean: time as f64, variance: 0.0, third: 0.0 }
    }

    /// After a delay that does not depend on it: each of the moments is the sum of both.
    pub(crate) fn plus(mut self, delay: &Moments) -> Self {
        let sigma = sigma_of(delay);
        let variance = sigma * sigma;
        self.mean += time_along(delay.mean) as f64;
        self.variance += variance;
        self.third += f64::from(delay.skewness.clamp(-MOST_SKEWNESS, MOST_SKEWNESS)) * variance * sigma;
        self
    }

    /// Before zero as far as this is after it.
    pub(crate) fn negated(self) -> Self {
        Self { mean: -self.mean, variance: self.variance, third: -self.third }
    }

    /// The third standardised moment; 0 of a time that does not vary.
    pub(crate) fn skewness(&self) -> f64 {
        let cube = self.variance * libm::sqrt(self.variance);
        if cube > 0.0 { self.third / cube } else { 0.0 }
    }

    /// Without a part of the variance that does not depend on the rest, and has as much of the third moment in proportion, as delays of one kind have. The rest is no more skewed than the whole or than
    /// a delay, and not more than [`MOST_BENT`].
    pub(crate) fn without(&self, variance: f64) -> Self {
        let left = (self.variance - variance).max(0.0);
        let share = if self.variance > 0.0 { left / self.variance } else { 0.0 };
        let skewness = self.skewness().abs().clamp(f64::from(MOST_SKEWNESS), MOST_BENT);
        let most = skewness * (left * libm::sqrt(left));
        Self { mean: self.mean, variance: left, third: (share * self.third).clamp(-most, most) }
    }

    /// The skew-normal distribution with these moments; one with less skewness where none has as much.
    pub(crate) fn distribution(&self, bins: usize) -> Distribution {
        let sigma = (libm::sqrt(self.variance) / TICKS_PER_PS) as f32;
        let around = Moments { mean: 0.0, sigma, skewness: self.skewness() as f32 };
        Distribution::certain_with(self.mean.round() as Ticks, &around, bins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_sums_and_their_distribution() {
        let delays = [(10.0f32, 2.0f32, 0.5f32), (3.5, 1.0, -0.8), (20.0, 1.5, 0.9)];
        let mut time = Central::certain(1_000);
        let mut expected = [1_000.0, 0.0, 0.0];
        for (mean, sigma, skewness) in delays {
            time = time.plus(&Moments { mean, sigma, skewness });
            let sigma = f64::from(sigma) * 1e4;
            let of_delay = [f64::from(mean) * 1e4, sigma * sigma, f64::from(skewness) * sigma.powi(3)];
            expected.iter_mut().zip(of_delay).for_each(|(sum, of_delay)| *sum += of_delay);
        }
        for (found, expected) in [time.mean, time.variance, time.third].into_iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-12, "{found} for {expected}");
        }
        let spread_out = time.distribution(128);
        assert!((spread_out.mean() - time.mean).abs() < 20.0);
        assert!((spread_out.sigma() / libm::sqrt(time.variance) - 1.0).abs() < 2e-3);
        assert!((spread_out.skewness() - time.skewness()).abs() < 0.02);
    }

    #[test]
    fn what_does_not_vary_is_one_bin() {
        let time = Central::certain(77).plus(&Moments { mean: 1.0, sigma: 0.0, skewness: 0.5 });
        assert_eq!(time.distribution(64), Distribution::certain(10_077));
        assert_eq!(time.skewness(), 0.0);
    }
}
