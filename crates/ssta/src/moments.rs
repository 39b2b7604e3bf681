//! Arrivals by their moments: the cheap form of statistical timing.
//!
//! An arrival is its mean, its variance and its third central moment, with the same sensitivities as in the other form. Along an arc moments are added; where arcs meet, those of the worse come from closed forms
//! ([`crate::clark`]). Distributions are made of what is kept only, at the end.

use rayon::prelude::*;
use zeroslack_graph::NodeId;
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Split, Ticks};

use crate::arrival::{Arrivals, Carried, Resolution, arrivals_at, sweep};
use crate::central::Central;
use crate::clark::{Worse, sure, worse};
use crate::correlated::Correlated;
use crate::sensitivity::{Sensitivities, Variable};
use crate::variation::{Moments, Variation};

/// What an arrival is carried as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A distribution on a grid.
    #[default]
    Bins,
    /// Mean, standard deviation and skewness.
    Moments,
    /// Mean and standard deviation: all that meets is taken to be normal, as Clark has it.
    Normal,
}

/// An arrival by its moments, as engines hand it over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MomentsRecord<'a> {
    /// Ticks.
    pub mean: f64,
    /// Ticks².
    pub variance: f64,
    /// The third central moment, ticks³.
    pub third: f64,
    /// What it depends on, by component, ticks.
    pub components: &'a [f32],
}

/// Finds arrivals in one of the forms, of which those of some nodes are kept. The result does not depend on the number of threads.
pub fn arrivals_in(
    form: Form,
    graph: &TimedGraph<'_>,
    variation: &Variation,
    resolution: Resolution,
    is_kept: impl Fn(NodeId) -> bool,
) -> Arrivals {
    let bins = resolution.bins;
    match form {
        Form::Bins => arrivals_at(graph, variation, resolution, is_kept),
        Form::Moments => of_times(sweep::<Followed<true>>(graph, variation, resolution, is_kept), bins),
        Form::Normal => of_times(sweep::<Followed<false>>(graph, variation, resolution, is_kept), bins),
    }
}

impl Arrivals {
    /// Of what an engine found: for each node its arrivals by their moments, unless they were not kept. Their distributions have at most so many bins.
    pub fn of_moments<'r>(
        nodes: usize,
        bins: usize,
        record: impl Fn(NodeId) -> Option<Quad<Option<MomentsRecord<'r>>>> + Sync,
    ) -> Self {
        let correlated = |found: MomentsRecord<'r>| {
            let MomentsRecord { mean, variance, third, components } = found;
            Correlated::of_moments(&Central { mean, variance, third }, Sensitivities::of(components), bins)
        };
        let nodes = (0..nodes).into_par_iter();
        let of_node = nodes.map(|node| record(NodeId(node as u32)));
        Self::packed(
            of_node
                .map(|quad| quad.map(|quad| quad.map(|found| found.map(|found| found.map(correlated)))))
                .collect(),
        )
    }
}

/// What is kept, as distributions.
fn of_times<const SKEWED: bool>(found: Vec<Option<Quad<Option<Followed<SKEWED>>>>>, bins: usize) -> Arrivals {
    let correlated = |found: Followed<SKEWED>| Correlated::of_moments(&found.time, found.sensitivities, bins);
    let of_node = found.into_par_iter();
    Arrivals::packed(
        of_node
            .map(|quad| quad.map(|quad| quad.map(|found| found.map(|found| found.map(correlated)))))
            .collect(),
    )
}

/// A time by its moments; the third is only followed if asked for.
#[derive(Clone, Debug)]
struct Followed<const SKEWED: bool> {
    time: Central,
    sensitivities: Sensitivities,
}

impl<const SKEWED: bool> Followed<SKEWED> {
    fn set(&mut self, time: Central) {
        self.time = Central { third: if SKEWED { time.third } else { 0.0 }, ..time };
    }
}

impl<const SKEWED: bool> Carried for Followed<SKEWED> {
    fn certain(time: Ticks, components: usize) -> Self {
        Self { time: Central::certain(time), sensitivities: Sensitivities::none(components) }
    }

    fn plus(mut self, delay: &Moments, variable: Variable, _: usize) -> Self {
        self.set(self.time.plus(delay));
        self.sensitivities.add(variable, crate::distribution::sigma_of(delay), self.time.variance);
        self
    }

    fn worse(mut self, other: Self, split: Split, rest: Variable, _: usize) -> Self {
        let found = sure(&self.time, &other.time, split).unwrap_or_else(|| {
            let variances = [self.time.variance, other.time.variance];
            let covariance = self.sensitivities.covariance_by_difference(&other.sensitivities, variances);
            worse(&self.time, &other.time, covariance, split)
        });
        match found {
            Worse::First => self,
            Worse::Second => other,
            Worse::Either(time, share) => {
                self.set(time);
                self.sensitivities.blend(&other.sensitivities, share, rest, self.time.variance);
                self
            }
        }
    }
}
