//! Times that depend on each other.

use zeroslack_timing::time_along;
use zeroslack_units::{Split, Ticks};

use crate::arrival::Carried;
use crate::central::Central;
use crate::distribution::{Distribution, sigma_of};
use crate::pair::Pair;
use crate::sensitivity::{Sensitivities, Variable};
use crate::variation::Moments;

/// A time as a random variable that others depend on, too.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Correlated {
    pub(crate) time: Distribution,
    pub(crate) sensitivities: Sensitivities,
    /// Ticks.
    pub(crate) mean: f64,
    /// Ticks².
    variance: f64,
}

/// An arrival as engines hand it over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record<'a> {
    /// The time of the first bin over the step, 2 to the `scale` ticks.
    pub first: i64,
    /// By how many ticks all bins are later.
    pub shift: Ticks,
    /// The step is 2 to this, in ticks.
    pub scale: u32,
    /// What the variance of the masses is too large by, ticks².
    pub excess: f64,
    /// Ticks.
    pub mean: f64,
    /// Ticks².
    pub variance: f64,
    /// By bin, 1 altogether.
    pub mass: &'a [f32],
    /// What it depends on, by component, ticks.
    pub components: &'a [f32],
}

impl Correlated {
    pub(crate) fn of_record(record: &Record<'_>) -> Self {
        Self {
            time: Distribution::of_record(record),
            sensitivities: Sensitivities::of(record.components),
            mean: record.mean,
            variance: record.variance,
        }
    }

    /// With the skew-normal distribution that some moments have.
    pub(crate) fn of_moments(time: &Central, sensitivities: Sensitivities, bins: usize) -> Self {
        let Central { mean, variance, .. } = *time;
        Self { time: time.distribution(bins), sensitivities, mean, variance }
    }

    pub(crate) fn certain(time: Ticks, components: usize) -> Self {
        Self {
            time: Distribution::certain(time),
            sensitivities: Sensitivities::none(components),
            mean: time as f64,
            variance: 0.0,
        }
    }

    /// After a delay.
    pub(crate) fn plus(mut self, delay: &Moments, variable: Variable, bins: usize) -> Self {
        let sigma = sigma_of(delay);
        self.time = self.time.plus(delay, bins);
        self.mean += time_along(delay.mean) as f64;
        self.variance += sigma * sigma;
        self.sensitivities.add(variable, sigma, self.variance);
        self
    }

    /// The worse of two.
    pub(crate) fn worse(mut self, other: Self, split: Split, rest: Variable, bins: usize) -> Self {
        if let Some(sure) = self.time.sure_to_be_worse(&other.time, split) {
            return if sure { self } else { other };
        }
        let variances = [self.variance, other.variance];
        let covariance = self.sensitivities.covariance_by_difference(&other.sensitivities, variances);
        let pair = Pair::new([self.mean, other.mean], variances, covariance);
        let (time, spread) = self.time.worse(other.time, split, &pair, bins);
        (self.mean, self.variance) = (spread.mean, time.variance_by(&spread));
        self.time = time;
        self.sensitivities.blend(&other.sensitivities, pair.share(split), rest, self.variance);
        self
    }

    /// The standard deviation of the difference to another time, ticks.
    pub(crate) fn sigma_of_difference(&self, other: &Self) -> f64 {
        let variances = [self.variance, other.variance];
        let covariance = self.sensitivities.covariance_by_difference(&other.sensitivities, variances);
        libm::sqrt((variances[0] + variances[1] - 2.0 * covariance).max(0.0))
    }

    /// How much later this is than another time, of which only mean and variance count beside its shape: the variance of the difference is right, common delays varying once, and its shape
    /// is this time's, made wider by a normal time or narrower.
    pub(crate) fn minus(mut self, other: &Self, bins: usize) -> Self {
        let variances = [self.variance, other.variance];
        let covariance = self.sensitivities.covariance_by_difference(&other.sensitivities, variances);
        let variance = (variances[0] + variances[1] - 2.0 * covariance).max(0.0);
        self.time = self.time.shifted(-other.mean).with_variance(variance, bins);
        self.mean -= other.mean;
        self.variance = variance;
        self.sensitivities.less(&other.sensitivities, variance);
        self
    }

    /// So much later.
    pub(crate) fn shifted(mut self, ticks: Ticks) -> Self {
        self.time = self.time.shifted(ticks as f64);
        self.mean += ticks as f64;
        self
    }

    /// Before zero as far as this is after it.
    pub(crate) fn negated(mut self) -> Self {
        self.time = self.time.negated();
        self.mean = -self.mean;
        self.sensitivities.negate();
        self
    }
}

impl Carried for Correlated {
    fn certain(time: Ticks, components: usize) -> Self {
        Self::certain(time, components)
    }

    fn plus(self, delay: &Moments, variable: Variable, bins: usize) -> Self {
        self.plus(delay, variable, bins)
    }

    fn worse(self, other: Self, split: Split, rest: Variable, bins: usize) -> Self {
        self.worse(other, split, rest, bins)
    }
}
