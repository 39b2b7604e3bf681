//! Monte Carlo: delays are drawn, and followed through the graph.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, NodeId, VertexId};
use zeroslack_timing::{TimedGraph, time_along, value_at};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, worse_arrival};

use crate::distribution::sigma_of;
use crate::shape::{MOST_SKEWNESS, delta};
use crate::slack::End;
use crate::variation::{Moments, Variation};

/// So many samples of all delays of a design: reproducible by seed and number of the sample.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    /// Other seeds, other draws.
    pub seed: u64,
    /// How many.
    pub samples: u32,
}

impl MonteCarlo {
    /// The arrivals at some vertices in each sample, ticks, in the order of samples; undefined where no signal comes. Early and late delays of an arc and a transition move together.
    pub fn arrivals(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        at: &[(VertexId, Split)],
    ) -> Vec<Vec<Ticks>> {
        self.each(graph, variation, |arrival| {
            at.iter().map(|&(vertex, split)| arrival(vertex, split)).collect()
        })
    }

    /// The slacks of some ends in each sample, ticks, in the order of samples.
    pub fn slacks(&self, graph: &TimedGraph<'_>, variation: &Variation, ends: &[End]) -> Vec<Vec<Ticks>> {
        self.each(graph, variation, |arrival| ends.iter().map(|end| end.in_sample(arrival)).collect())
    }

    /// What is made of the arrivals of each sample, in the order of samples.
    fn each<T: Send>(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        make: impl Fn(&dyn Fn(VertexId, Split) -> Ticks) -> T + Sync,
    ) -> Vec<T> {
        let sample = |times: &mut Vec<Quad<Ticks>>, number: u32| {
            self.sample(graph, variation, number, times);
            make(&|vertex, split| value_at(times, vertex, split))
        };
        (0..self.samples).into_par_iter().map_init(Vec::new, sample).collect()
    }

    /// Draws all delays of a sample, and finds its arrivals.
    pub(crate) fn sample(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        number: u32,
        times: &mut Vec<Quad<Ticks>>,
    ) {
        times.clear();
        for node in NodeId::all(0..graph.node_count()) {
            let stated = |split, to| graph.stated(node.vertex(to), split).unwrap_or(UNDEFINED);
            let mut here = Split::ALL.map(|split| Transition::ALL.map(|to| stated(split, to)));
            for arc in graph.fanin(node) {
                for to in Transition::ALL {
                    self.come(graph, variation, (number, arc, to), times, &mut here);
                }
            }
            times.push(here);
        }
    }

    /// Merges what comes by an arc to a transition of its target.
    fn come(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        (number, arc, to): (u32, ArcId, Transition),
        done: &[Quad<Ticks>],
        here: &mut Quad<Ticks>,
    ) {
        let source = graph.arc_source(arc);
        if !source.has(to) {
            return;
        }
        let from = source.vertex(to);
        let pair = self.draws(number, arc, to);
        for split in Split::ALL {
            let start = value_at(done, from, split);
            let Some(delay) = variation.of_arc(arc, split, to).filter(|_| start != UNDEFINED) else {
                continue;
            };
            let best = &mut here[split as usize][to as usize];
            *best = worse_arrival(split, *best, start + drawn(&delay, pair));
        }
    }

    /// The two standard normal numbers that an arc's delays to a transition have in a sample.
    fn draws(&self, number: u32, arc: ArcId, to: Transition) -> [f64; 2] {
        let mut draws = Draws::new(self.seed, number, arc.0 * 2 + to as u32);
        [draws.normal(), draws.normal()]
    }

    /// The delay of an arc to a transition in a sample.
    pub(crate) fn delay(
        &self,
        variation: &Variation,
        (number, arc, to): (u32, ArcId, Transition),
        split: Split,
    ) -> Option<Ticks> {
        variation.of_arc(arc, split, to).map(|delay| drawn(&delay, self.draws(number, arc, to)))
    }
}

/// A delay, by two standard normal numbers: see [`crate::shape`].
fn drawn(delay: &Moments, [u, v]: [f64; 2]) -> Ticks {
    let delta = delta(f64::from(delay.skewness.clamp(-MOST_SKEWNESS, MOST_SKEWNESS)));
    let mean = delta * libm::sqrt(std::f64::consts::FRAC_2_PI);
    let skewed = delta * u.abs() + libm::sqrt(1.0 - delta * delta) * v;
    let standard = (skewed - mean) / libm::sqrt(1.0 - mean * mean);
    time_along(delay.mean) + (sigma_of(delay) * standard).round() as Ticks
}

/// Random numbers by seed, sample and place (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn new(seed: u64, sample: u32, place: u32) -> Self {
        let mut draws = Self(seed);
        draws.0 = draws.bits() ^ (u64::from(sample) << 32 | u64::from(place));
        draws.0 = draws.bits();
        draws
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let value = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    }

    /// In (0, 1).
    fn uniform(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// Standard normal, by Box and Muller.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(self.uniform()));
        radius * libm::cos(std::f64::consts::TAU * self.uniform())
    }
}
