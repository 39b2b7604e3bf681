//! Two times that depend on each other.

use zeroslack_units::Split;

use crate::normal::{Blend, Copula, cumulative};

/// Bins between two places where the dependence is looked up; between them it is taken to be straight.
const STRIDE: usize = 4;

/// Two times with normal dependence (a normal copula), whatever their own distributions.
///
/// Which of the two is the worse is C. E. Clark, "The greatest of a finite set of random variables", Operations Research 9, 1961.
pub(crate) struct Pair {
    mean: [f64; 2],
    variance: [f64; 2],
    sigma: [f64; 2],
    correlation: f64,
}

impl Pair {
    /// Of means, ticks, variances and a covariance, ticks²; what is more of that than there can be is taken as the most.
    pub(crate) fn new(mean: [f64; 2], variance: [f64; 2], covariance: f64) -> Self {
        let sigma = variance.map(libm::sqrt);
        let most = sigma[0] * sigma[1];
        let correlation = if most > 0.0 { (covariance / most).clamp(-1.0, 1.0) } else { 0.0 };
        Self { mean, variance, sigma, correlation }
    }

    /// Ticks².
    pub(crate) fn variances(&self) -> [f64; 2] {
        self.variance
    }

    /// The probability that the first is the worse.
    pub(crate) fn share(&self, split: Split) -> f64 {
        let [mean, sigma] = [self.mean, self.sigma];
        let covariance = self.correlation * sigma[0] * sigma[1];
        let variance = (self.variance[0] + self.variance[1] - 2.0 * covariance).max(0.0);
        let ahead = sign(split) * (mean[0] - mean[1]);
        if variance > 0.0 { cumulative(ahead / libm::sqrt(variance)) } else { 0.5 + 0.5 * unit(ahead) }
    }

    /// How far from independent they are (see [`Copula`]) at each of some places, from the better to the worse, whose times are given. Times that vary against each other are as far from
    /// that the other way, which is right where they hardly do; more than that only comes from what is not known of covariances.
    pub(crate) fn along(
        &self,
        split: Split,
        count: usize,
        time: impl Fn(i64) -> f64,
    ) -> impl Iterator<Item = f32> {
        let blend =
            (self.correlation != 0.0).then(|| Copula::of_root(libm::sqrt(1.0 - self.correlation.abs())));
        let direction = if self.correlation < 0.0 { -1.0 } else { 1.0 };
        let at = move |place: usize| {
            let score = |i: usize| sign(split) * (time(place as i64) - self.mean[i]) / self.sigma[i];
            blend.as_ref().map_or(0.0, |blend: &Blend| direction * blend.at([score(0), score(1)]))
        };
        let mut ends = [at(0), at(STRIDE)];
        (0..count).map(move |place| {
            let after = place % STRIDE;
            if place > 0 && after == 0 {
                ends = [ends[1], at(place + STRIDE)];
            }
            ends[0] + (after as f32 / STRIDE as f32) * (ends[1] - ends[0])
        })
    }
}

/// 1 where later is worse, -1 where earlier is.
fn sign(split: Split) -> f64 {
    if split == Split::Late { 1.0 } else { -1.0 }
}

/// The sign of a number, 0 of 0.
fn unit(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}
