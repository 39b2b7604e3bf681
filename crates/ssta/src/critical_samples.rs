//! Criticality by Monte Carlo: in each sample the worst path is traced back, and counted.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Split, Ticks, UNDEFINED};

use crate::criticality::Criticalities;
use crate::monte_carlo::{Arrived, BATCH, Draws, MonteCarlo, Times};
use crate::path::{PathArcs, PathStep};
use crate::slack::End;
use crate::variation::Variation;

/// Samples whose worst paths are in memory at a time.
const SAMPLES: u32 = 4096;

/// The worst path of a split in a sample: to the worst endpoint, by the worst arrivals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WorstPath {
    /// The place of its end among all ends.
    pub end: usize,
    /// The vertex of the data at the endpoint.
    pub target: VertexId,
    /// From the start of the launching clock's path, or of the data's, to the endpoint: each arc with the transition at its target.
    pub arcs: Vec<PathStep>,
    /// Its slack.
    pub slack: Ticks,
}

impl MonteCarlo {
    /// How often each end has the worst slack of its split, and each vertex is on the worst path, as shares of all samples.
    pub fn criticalities(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        ends: &[End],
    ) -> Criticalities {
        let mut counted = Criticalities::none(self.samples, ends.len(), graph.node_count());
        for first in (0..self.samples).step_by(SAMPLES as usize) {
            let numbers = first..self.samples.min(first.saturating_add(SAMPLES));
            for path in self.traced(graph, variation, ends, numbers).into_iter().flatten().flatten() {
                let split = ends[path.end].split;
                counted.count_end(path.end, 1);
                counted.count_vertex((path.target, split), 1);
                for &(arc, to) in &path.arcs {
                    counted.count_arc((split, arc, to), 1);
                    counted.count_vertex((graph.arc_source(arc).vertex(to), split), 1);
                }
            }
        }
        counted
    }

    /// The worst path of each sample, early and late (`[sample][split]`), in the order of samples; none in a split that nothing is required of.
    pub fn worst_paths(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        ends: &[End],
    ) -> Vec<[Option<WorstPath>; 2]> {
        self.traced(graph, variation, ends, 0..self.samples)
    }

    fn traced(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        ends: &[End],
        numbers: std::ops::Range<u32>,
    ) -> Vec<[Option<WorstPath>; 2]> {
        let draws = Draws::new(variation);
        let trace = |times: &mut Vec<Quad<Times>>, first: usize| {
            let first = first as u32;
            self.batch(graph, &draws, first, times);
            let of_batch = (first..numbers.end.min(first + BATCH as u32)).map(|number| {
                let arrived = Arrived(times);
                let sample = Sample { of: self, first, number, graph, draws: &draws, arrived };
                Split::ALL.map(|split| sample.worst_path(ends, split))
            });
            of_batch.collect::<Vec<_>>()
        };
        let batches = (numbers.start as usize..numbers.end as usize).into_par_iter().step_by(BATCH);
        let found: Vec<Vec<[Option<WorstPath>; 2]>> = batches.map_init(Vec::new, trace).collect();
        found.into_iter().flatten().collect()
    }

    /// The slack of a path to an end in each sample, ticks, in the order of samples.
    pub fn path_slacks(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        path: &PathArcs,
        end: &End,
    ) -> Vec<Ticks> {
        let draws = Draws::new(variation);
        let margin = end.margin(path.by, path.target);
        let slack = |number: u32| {
            let change = |arcs: &[PathStep], split: Split| -> Ticks {
                let each = arcs.iter().map(|&(arc, to)| {
                    let drawn = draws.delay(self.seed, number, (arc, to), split);
                    drawn.map_or(0, |drawn| drawn - PathArcs::nominal(graph, arc, to, split))
                });
                each.sum()
            };
            let data = change(&path.data, path.split);
            let later =
                change(&path.capture, path.split.opposite()) - data - margin.in_sample(self.seed, number);
            path.slack + if path.split == Split::Late { later } else { -later }
        };
        (0..self.samples).into_par_iter().map(slack).collect()
    }
}

/// A sample whose arrivals are known.
struct Sample<'a> {
    of: &'a MonteCarlo,
    /// The first of its batch.
    first: u32,
    number: u32,
    graph: &'a TimedGraph<'a>,
    draws: &'a Draws,
    arrived: Arrived<'a>,
}

impl Sample<'_> {
    /// Of equally bad ends, terms and arcs the first counts.
    fn worst_path(&self, ends: &[End], split: Split) -> Option<WorstPath> {
        let arrival = |vertex: VertexId, split: Split| self.time(vertex, split);
        let of_split = ends.iter().enumerate().filter(|(_, end)| end.split == split);
        let terms = of_split.flat_map(|(place, end)| end.terms.iter().map(move |term| (place, term)));
        let timed = terms.filter(|(_, term)| arrival(term.data, split) != UNDEFINED);
        let of = (self.of.seed, self.number);
        let slacks = timed.map(|(place, term)| (term.in_sample(split, of, &arrival), place, term.data));
        let (slack, end, target) = slacks.min_by_key(|&(slack, ..)| slack)?;
        let mut arcs = Vec::new();
        let mut vertex = target;
        while let Some(arc) = self.fanin(vertex, split) {
            arcs.push((arc, vertex.transition()));
            vertex = self.graph.arc_source(arc).vertex(vertex.transition());
        }
        arcs.reverse();
        Some(WorstPath { end, target, arcs, slack })
    }

    fn time(&self, vertex: VertexId, split: Split) -> Ticks {
        self.arrived.at(vertex, split)[(self.number - self.first) as usize]
    }

    /// The arc by which the worst arrival came; none where it starts.
    fn fanin(&self, vertex: VertexId, split: Split) -> Option<ArcId> {
        let to = vertex.transition();
        let time = self.time(vertex, split);
        self.graph.fanin(vertex.node()).find(|&arc| {
            let source = self.graph.arc_source(arc);
            let start = if source.has(to) { self.time(source.vertex(to), split) } else { UNDEFINED };
            let delay = || self.draws.delay(self.of.seed, self.number, (arc, to), split);
            start != UNDEFINED && delay().is_some_and(|delay| start + delay == time)
        })
    }
}
