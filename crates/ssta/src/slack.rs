//! Slacks as random variables.

use rayon::prelude::*;
use zeroslack_graph::{EndpointId, Requirement, TimingGraph, VertexId};
use zeroslack_timing::{EndpointSlack, Timing, slacks_of, value_at};
use zeroslack_units::{Split, Ticks};

use crate::arrival::{Arrivals, Resolution};
use crate::correlated::Correlated;
use crate::distribution::Distribution;
use crate::margin::Margin;
use crate::sensitivity::Variable;
use crate::variation::MarginVariation;

/// What is required of one split at an endpoint.
#[derive(Clone, Debug)]
pub struct End {
    /// The endpoint.
    pub endpoint: EndpointId,
    /// Late for setup, early for hold.
    pub split: Split,
    /// At least one; the least of their slacks is the endpoint's.
    pub(crate) terms: Vec<Term>,
}

/// A slack by a check or an output.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What requires it.
    pub by: Requirement,
    /// Where data arrives.
    pub data: VertexId,
    /// The clock's vertex at the check.
    pub capture: Option<VertexId>,
    /// The required time, less the capturing clock's arrival where there is one.
    pub offset: Ticks,
    /// By how much the setup or hold time varies.
    pub margin: Margin,
}

impl Term {
    fn new(graph: &TimingGraph, timing: &Timing, margins: &MarginVariation, slack: &EndpointSlack) -> Self {
        let capture = match slack.by {
            Requirement::Check(id) => Some(graph.check(id).clock),
            Requirement::Output(_) => None,
        };
        let split = slack.kind.split().opposite();
        let clock = capture.map_or(0, |clock| value_at(timing.arrivals(), clock, split));
        let (margin, data) = (Margin::new(graph, margins, slack), slack.vertex(graph));
        let offset = slack.required - graph.launch_time(data) - clock;
        Self { by: slack.by, data, capture, offset, margin }
    }

    /// In a sample, by the seed and its number, with these arrivals.
    pub(crate) fn in_sample(
        &self,
        split: Split,
        (seed, sample): (u64, u32),
        arrival: &impl Fn(VertexId, Split) -> Ticks,
    ) -> Ticks {
        let capture = self.capture.map_or(0, |clock| arrival(clock, split.opposite()));
        let late = capture + self.offset - arrival(self.data, split) - self.margin.in_sample(seed, sample);
        if split == Split::Late { late } else { -late }
    }

    pub(crate) fn slack(&self, split: Split, arrivals: &Arrivals, bins: usize) -> Option<Correlated> {
        let data = arrivals.arrival(self.data, split)?.clone();
        let after = match self.capture {
            Some(clock) => data.minus(arrivals.arrival(clock, split.opposite())?, bins),
            None => data,
        };
        let after = after.shifted(-self.offset);
        let after = match self.margin.moments() {
            Some(moments) => after.plus(&moments, self.margin.variable(split), bins),
            None => after,
        };
        Some(if split == Split::Late { after.negated() } else { after })
    }
}

impl End {
    /// Every endpoint with each split that something is required of, in the order of endpoints, late first. Required times have the credit of CPPR where timing has it.
    /// Setup and hold times do not vary.
    pub fn all(graph: &TimingGraph, timing: &Timing) -> Vec<Self> {
        Self::all_with_margins(graph, timing, &MarginVariation::default())
    }

    /// The same where setup and hold times vary.
    pub fn all_with_margins(graph: &TimingGraph, timing: &Timing, margins: &MarginVariation) -> Vec<Self> {
        let endpoints = EndpointId::all(0..graph.endpoints().len());
        let of_endpoint = |endpoint| {
            let slacks: Vec<EndpointSlack> = slacks_of(graph, timing, endpoint).collect();
            [Split::Late, Split::Early].into_iter().filter_map(move |split| {
                let of_split = slacks.iter().filter(|slack| slack.kind.split() == split);
                let terms: Vec<Term> =
                    of_split.map(|slack| Term::new(graph, timing, margins, slack)).collect();
                (!terms.is_empty()).then_some(Self { endpoint, split, terms })
            })
        };
        endpoints.flat_map(of_endpoint).collect()
    }

    /// What is required of it; the least slack is that of the endpoint.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// By how much the setup or hold time varies that ends a path; not at all where the path leads elsewhere.
    pub(crate) fn margin(&self, by: Requirement, data: VertexId) -> Margin {
        let term = self.terms.iter().find(|term| (term.by, term.data) == (by, data));
        term.map_or(Margin::NONE, |term| term.margin)
    }

    /// For each node whether slacks of some ends need its arrivals.
    pub fn needed(ends: &[Self], nodes: usize) -> Vec<bool> {
        let mut is_needed = vec![false; nodes];
        for term in ends.iter().flat_map(Self::terms) {
            is_needed[term.data.node().index()] = true;
            if let Some(capture) = term.capture {
                is_needed[capture.node().index()] = true;
            }
        }
        is_needed
    }

    /// Its slack in a sample, by the seed and its number, with these arrivals.
    pub(crate) fn in_sample(&self, of: (u64, u32), arrival: impl Fn(VertexId, Split) -> Ticks) -> Ticks {
        let slacks = self.terms.iter().map(|term| term.in_sample(self.split, of, &arrival));
        slacks.min().unwrap_or(Ticks::MAX)
    }

    fn slack(&self, arrivals: &Arrivals, bins: usize) -> Option<Correlated> {
        let slacks = self.terms.iter().filter_map(|term| term.slack(self.split, arrivals, bins));
        self.least(slacks, bins)
    }

    /// The least of some of its terms' slacks.
    pub(crate) fn least(
        &self,
        slacks: impl IntoIterator<Item = Correlated>,
        bins: usize,
    ) -> Option<Correlated> {
        let rest = Variable::of_slack(self.endpoint.index(), self.split);
        slacks.into_iter().reduce(|a, b| a.worse(b, Split::Early, rest, bins))
    }
}

/// Slacks of endpoints as distributions.
#[derive(Debug)]
pub struct Slacks {
    /// In the order of ends.
    of: Vec<Option<Correlated>>,
    worst: [Option<Distribution>; 2],
}

impl Slacks {
    /// Of ends whose arrivals are known, with the same resolution.
    ///
    /// What launch and capture have in common of the clock's network varies once, as far as components tell.
    pub fn new(ends: &[End], arrivals: &Arrivals, resolution: Resolution) -> Self {
        let of: Vec<Option<Correlated>> =
            ends.par_iter().map(|end| end.slack(arrivals, resolution.bins)).collect();
        let worst = Split::ALL.map(|split| {
            let slacks = ends.iter().zip(&of).filter(|(end, _)| end.split == split);
            let slacks = slacks.filter_map(|(_, slack)| slack.clone()).collect();
            least(slacks, split, resolution.bins).map(|worst| worst.time)
        });
        Self { of, worst }
    }

    /// The slack of an end, by its place among all ends; none where no signal comes.
    pub fn of(&self, end: usize) -> Option<&Distribution> {
        self.of[end].as_ref().map(|slack| &slack.time)
    }

    /// The least of a design's slacks of one split (its worst slack, whatever the sign); none without any.
    pub fn worst(&self, split: Split) -> Option<&Distribution> {
        self.worst[split as usize].as_ref()
    }

    /// The timing yield: the probability that no slack of a split is below zero when all gain so many ticks, as they do by a longer period where each is checked over one.
    pub fn timing_yield(&self, split: Split, gain: Ticks) -> f64 {
        self.worst(split).map_or(1.0, |worst| (1.0 - worst.probability_until(-gain as f64)).clamp(0.0, 1.0))
    }
}

/// The least of some slacks: the worst two by their means first, then with the next.
pub(crate) fn least(mut slacks: Vec<Correlated>, split: Split, bins: usize) -> Option<Correlated> {
    slacks.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    let numbered = slacks.into_iter().enumerate();
    let least = numbered.reduce(|(_, least), (number, slack)| {
        let rest = Variable::of_slack(1 << 40 | number, split);
        (number, least.worse(slack, Split::Early, rest, bins))
    });
    least.map(|(_, least)| least)
}
