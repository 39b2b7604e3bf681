//! The slack of a single path as a random variable: a sum over its own arcs.

use std::collections::BTreeMap;

use zeroslack_graph::{ArcId, EndpointId, Requirement, VertexId};
use zeroslack_timing::{TimedGraph, has_signal, time_along};
use zeroslack_units::{Split, TICKS_PER_PS, Ticks, Transition};

use crate::distribution::{Distribution, sigma_of};
use crate::shape::{MOST_SKEWNESS, delta, skewness_of};
use crate::slack::End;
use crate::variation::{Moments, Variation};

/// An arc, and the transition at its target.
pub type PathStep = (ArcId, Transition);

/// A path by its arcs, each with the transition at its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathArcs {
    /// Where it ends.
    pub endpoint: EndpointId,
    /// Late for setup, early for hold.
    pub split: Split,
    /// What requires the data to be there in time.
    pub by: Requirement,
    /// Where the data arrives.
    pub target: VertexId,
    /// From the start of the launching clock's path, or of the data's where no clock launches it, to the endpoint.
    pub data: Vec<PathStep>,
    /// From the start of the capturing clock's path to the clock pin that captures; none at an output.
    pub capture: Vec<PathStep>,
    /// The slack without variation; with the credit of CPPR, where timing has it.
    pub slack: Ticks,
}

/// The slack of a path as a random variable.
#[derive(Clone, Debug, PartialEq)]
pub struct PathSlack {
    /// Ticks.
    pub mean: f64,
    /// Standard deviation, ticks.
    pub sigma: f64,
    /// The third standardised moment; 0 where nothing varies.
    pub skewness: f64,
    /// All of it.
    pub distribution: Distribution,
}

/// What a delay adds to a slack: a certain time, and a·|U| + b·V less its mean, with independent standard normal U and V. All ticks. See [`crate::shape`].
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    mean: f64,
    a: f64,
    b: f64,
}

impl Part {
    /// Of a delay that counts with a sign, and is `nominal` without variation.
    fn new(delay: &Moments, sign: f64, nominal: Ticks) -> Self {
        let delta = delta(f64::from(delay.skewness.clamp(-MOST_SKEWNESS, MOST_SKEWNESS)));
        let scale = sign * sigma_of(delay) / libm::sqrt(1.0 - std::f64::consts::FRAC_2_PI * delta * delta);
        let mean = sign * (time_along(delay.mean) - nominal) as f64;
        Self { mean, a: scale * delta, b: scale * libm::sqrt(1.0 - delta * delta) }
    }

    /// With another one that has the same U and V.
    fn with(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, a: self.a + other.a, b: self.b + other.b }
    }

    /// Variance, ticks², and skewness.
    fn moments(self) -> (f64, f64) {
        let length = self.a * self.a + self.b * self.b;
        if length == 0.0 {
            return (0.0, 0.0);
        }
        let delta = self.a / libm::sqrt(length);
        (length * (1.0 - std::f64::consts::FRAC_2_PI * delta * delta), skewness_of(delta))
    }
}

impl PathArcs {
    /// The delay of an arc without variation; 0 where no signal comes.
    pub(crate) fn nominal(graph: &TimedGraph<'_>, arc: ArcId, to: Transition, split: Split) -> Ticks {
        let delay = graph.delay(arc, split, to);
        if has_signal(delay) { time_along(delay) } else { 0 }
    }

    /// Its slack, in at most so many bins, with the setup or hold time as it varies at its end. Moments are exact sums; an arc that launch and capture both use has one draw, of which only the difference of
    /// early and late counts.
    pub fn slack(&self, graph: &TimedGraph<'_>, variation: &Variation, end: &End, bins: usize) -> PathSlack {
        let mut distribution = Distribution::certain(self.slack);
        let [mut mean, mut variance, mut third] = [self.slack as f64, 0.0, 0.0];
        let margin = end.margin(self.by, self.target).moments();
        // A longer setup or hold time is that much less slack.
        let margin = margin.map(|moments| Part::new(&moments, -1.0, 0));
        for part in self.parts(graph, variation).chain(margin) {
            let (of_part, skewness) = part.moments();
            let sigma = libm::sqrt(of_part);
            mean += part.mean;
            variance += of_part;
            third += skewness * of_part * sigma;
            let [mean, sigma] = [part.mean, sigma].map(|ticks| (ticks / TICKS_PER_PS) as f32);
            distribution = distribution.plus(&Moments { mean, sigma, skewness: skewness as f32 }, bins);
        }
        let sigma = libm::sqrt(variance);
        let skewness = if sigma > 0.0 { third / (variance * sigma) } else { 0.0 };
        PathSlack { mean, sigma, skewness, distribution }
    }

    /// What each arc and transition adds, in the order of arcs.
    fn parts(&self, graph: &TimedGraph<'_>, variation: &Variation) -> impl Iterator<Item = Part> + use<> {
        let mut parts: BTreeMap<PathStep, Part> = BTreeMap::new();
        for (arcs, split, sign) in self.sides() {
            for &(arc, to) in arcs {
                let Some(delay) = variation.of_arc(arc, split, to) else { continue };
                let part = Part::new(&delay, sign, Self::nominal(graph, arc, to, split));
                let all = parts.entry((arc, to)).or_default();
                *all = all.with(part);
            }
        }
        parts.into_values()
    }

    /// Data and capture, each with its split and the sign with which its delays count in the slack.
    fn sides(&self) -> [(&[PathStep], Split, f64); 2] {
        let sign = if self.split == Split::Late { -1.0 } else { 1.0 };
        [(&self.data, self.split, sign), (&self.capture, self.split.opposite(), -sign)]
    }

    /// The slack with flat on-chip variation in place of random delays: late delays times 1 + `derate`, early ones times 1 − `derate`. Where common path pessimism is removed (`has_cppr`) what launch
    /// and capture both use is not derated, as what it would cost is credited.
    pub fn with_flat_ocv(&self, graph: &TimedGraph<'_>, derate: f64, has_cppr: bool) -> Ticks {
        let is_common = |at: &PathStep, others: &[PathStep]| others.contains(at);
        let mut lost = 0.0;
        for (arcs, others, split) in
            [(&self.data, &self.capture, self.split), (&self.capture, &self.data, self.split.opposite())]
        {
            for at in arcs.iter().filter(|at| !has_cppr || !is_common(at, others)) {
                lost += derate * Self::nominal(graph, at.0, at.1, split) as f64;
            }
        }
        self.slack - lost.round() as Ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::normal;

    /// An early and a late delay of one arc, with the same draw, less each other: moments are those of samples.
    #[test]
    fn the_difference_of_delays_with_one_draw() {
        let delay = |sigma: f32, skewness: f32| Moments { mean: 50.0, sigma, skewness };
        for (late, early) in [
            (delay(3.0, 0.6), delay(2.0, 0.6)),
            (delay(3.0, 0.7), delay(2.5, -0.4)),
            (delay(1.0, 0.0), delay(2.0, 0.5)),
        ] {
            let part = Part::new(&early, 1.0, 480_000).with(Part::new(&late, -1.0, 500_000));
            assert_eq!(part.mean, 20_000.0);
            let count = 200_000;
            let off = |number: u32| {
                let [u, v] = [0, 1].map(|place| f64::from(normal(5, place, number)));
                part.a * (u.abs() - libm::sqrt(std::f64::consts::FRAC_2_PI)) + part.b * v
            };
            let moment = |power: i32| (0..count).map(|i| off(i).powi(power)).sum::<f64>() / f64::from(count);
            let [mean, variance, third] = [1, 2, 3].map(moment);
            let (expected, skewness) = part.moments();
            assert!(mean.abs() < 0.01 * expected.sqrt(), "{mean}");
            assert!((variance / expected - 1.0).abs() < 0.02, "{variance} for {expected}");
            assert!((third / variance.powf(1.5) - skewness).abs() < 0.03, "{third} for {skewness}");
        }
        // The same delay twice cancels out.
        let same = Part::new(&delay(3.0, 0.6), 1.0, 0).with(Part::new(&delay(3.0, 0.6), -1.0, 0));
        assert_eq!((same.mean, same.moments()), (0.0, (0.0, 0.0)));
    }
}
