//! How times depend on delays, in little memory.
//!
//! A time changes with each delay that it comes through, by a share: all of it on a path, some of it where it is only sometimes the worst that comes. The covariance of two times is the
//! sum, over delays, of both shares times the delay's variance. There are as many delays as arcs; so they are added up into a few components, each delay into one that its number says, with a sign
//! that its number says (M. Charikar, K. Chen, M. Farach-Colton, "Finding frequent items in data streams", ICALP 2002). What falls into one component by chance cancels out on average:
//! covariances are right on average, and the more components, the nearer.

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_units::{Split, Transition};

use crate::draw::{GOLDEN, mixed};
use crate::sums::sum;

/// Standard deviations in ticks, by component; the sum of their squares is the variance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sensitivities {
    components: Box<[f32]>,
}

/// What varies by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variable(u64);

impl Variable {
    /// The delay of an arc to a transition.
    pub(crate) fn of_arc(arc: ArcId, to: Transition) -> Self {
        Self(u64::from(arc.0) << 1 | to as u64)
    }

    /// What the worse of what meets at a vertex varies beside what it comes through.
    pub(crate) fn of_merge(vertex: VertexId, split: Split) -> Self {
        Self(1 << 62 | (vertex.index() as u64) << 1 | split as u64)
    }

    /// What the least of several slacks varies beside these: of an endpoint, or of all from one on.
    pub(crate) fn of_slack(number: usize, split: Split) -> Self {
        Self(1 << 63 | (number as u64) << 1 | split as u64)
    }

    /// Its number with all bits mixed.
    fn mixed(self) -> u64 {
        mixed(self.0.wrapping_add(GOLDEN))
    }
}

impl Sensitivities {
    /// Of what does not vary.
    pub(crate) fn none(components: usize) -> Self {
        Self { components: vec![0.0; components].into() }
    }

    pub(crate) fn of(components: &[f32]) -> Self {
        Self { components: components.into() }
    }

    /// What they make the variance, ticks².
    fn variance(&self) -> f64 {
        self.covariance(self)
    }

    /// Ticks².
    pub(crate) fn covariance(&self, other: &Self) -> f64 {
        let both = |i: usize| f64::from(self.components[i]) * f64::from(other.components[i]);
        sum(self.components.len(), both)
    }

    /// The covariance of two whose variances are known, ticks², by the variance of their difference: what they share cancels out in it, and with it what falls together by chance. 0 without components.
    pub(crate) fn covariance_by_difference(&self, other: &Self, variances: [f64; 2]) -> f64 {
        if self.components.is_empty() {
            return 0.0;
        }
        let apart = |i: usize| f64::from(self.components[i] - other.components[i]);
        let apart = sum(self.components.len(), |i| apart(i) * apart(i));
        0.5 * (variances[0] + variances[1] - apart)
    }

    /// Adds a variable of some standard deviation, ticks. `variance` is what there is with it.
    pub(crate) fn add(&mut self, variable: Variable, sigma: f64, variance: f64) {
        self.put(variable, sigma);
        self.scale_to(variance);
    }

    fn put(&mut self, variable: Variable, sigma: f64) {
        let mixed = variable.mixed();
        let count = self.components.len() as u64;
        if count > 0 {
            let sign = if mixed >> 63 == 0 { 1.0 } else { -1.0 };
            self.components[(mixed % count) as usize] += (sign * sigma) as f32;
        }
    }

    /// Makes them what there is of a time that is one of two by shares. What the worse of two varies beside that, up to its variance, is a variable of its own.
    pub(crate) fn blend(&mut self, other: &Self, share: f64, rest: Variable, variance: f64) {
        let share = share as f32;
        for (of_self, &of_other) in self.components.iter_mut().zip(&other.components) {
            *of_self = share * *of_self + (1.0 - share) * of_other;
        }
        let missing = variance - self.variance();
        if missing > 0.0 {
            self.put(rest, libm::sqrt(missing));
        }
        self.scale_to(variance);
    }

    /// Those of the difference to another, which has some variance.
    pub(crate) fn less(&mut self, other: &Self, variance: f64) {
        for (of_self, &of_other) in self.components.iter_mut().zip(&other.components) {
            *of_self -= of_other;
        }
        self.scale_to(variance);
    }

    /// By how many ticks the time is off its mean where the components are so many standard deviations off. Sums of eight are made side by side, then added up in their order.
    pub(crate) fn along(&self, components: &[f32]) -> f64 {
        let mut sums = [0.0f32; 8];
        for (own, given) in self.components.chunks(8).zip(components.chunks(8)) {
            for ((sum, own), given) in sums.iter_mut().zip(own).zip(given) {
                *sum += own * given;
            }
        }
        sums.into_iter().map(f64::from).sum()
    }

    pub(crate) fn negate(&mut self) {
        self.components.iter_mut().for_each(|component| *component = -*component);
    }

    fn scale_to(&mut self, variance: f64) {
        let all = self.variance();
        if all > 0.0 {
            let factor = libm::sqrt(variance.max(0.0) / all) as f32;
            self.components.iter_mut().for_each(|component| *component *= factor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two times that share some of their delays, of unit standard deviation: covariances over many numberings of the delays.
    #[test]
    fn covariances_are_right_on_average() {
        let mut errors = Vec::new();
        for numbering in 0..400 {
            let time = |delays: std::ops::Range<u64>| {
                let mut time = Sensitivities::none(64);
                for (count, delay) in delays.enumerate() {
                    time.add(Variable(numbering * 1000 + delay), 1.0, count as f64 + 1.0);
                }
                time
            };
            let (a, b) = (time(0..30), time(10..40));
            assert!((a.variance() - 30.0).abs() < 1e-3);
            errors.push(a.covariance(&b) - 20.0);
        }
        let count = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / count;
        let spread = libm::sqrt(errors.iter().map(|error| error * error).sum::<f64>() / count);
        // One of 30 and 30 with 64 components: about (1 − 4/9) · 30 / 8.
        assert!(mean.abs() < 0.6 && spread < 3.0, "{mean}, {spread}");
    }

    #[test]
    fn what_is_not_varied_stays() {
        let mut none = Sensitivities::none(8);
        none.blend(&Sensitivities::none(8), 0.3, Variable(1), 0.0);
        assert_eq!(none, Sensitivities::none(8));
        let mut without = Sensitivities::none(0);
        without.add(Variable(3), 2.0, 4.0);
        assert_eq!(without.covariance(&without), 0.0);
    }
}
