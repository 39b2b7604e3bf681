//! Criticality from distributions: the worst path is followed backward in draws of the components that arrivals depend on.
//!
//! C. Visweswariah et al., "First-order incremental block-based statistical timing analysis", DAC 2004, share the criticality of a vertex among the arcs that come in by the probability that each brings
//! the worst arrival. That leaves out that the worst path goes through the vertex, which tells something of the delays before it (J. Xiong et al., "Criticality computation in parameterized statistical
//! timing", DAC 2006). Here components are drawn once: slacks of all ends follow from a draw, and so does which arc is the worst at each vertex on the way back, so that all shares of a draw are of the same
//! delays. Only what is on the worst path of a draw is looked at, whatever the size of the design.

use std::collections::BTreeMap;

use rayon::prelude::*;
use zeroslack_graph::{ArcId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Split, Ticks};

use crate::arrival::{Arrivals, Resolution};
use crate::component_draws::{ComponentDraws, Scored};
use crate::correlated::Correlated;
use crate::criticality::Criticalities;
use crate::path::PathArcs;
use crate::sensitivity::Variable;
use crate::slack::End;
use crate::variation::Variation;

/// A slack is left out that is more than the one with the least mean by so many standard deviations of their difference: it is the lesser one of the two in less than half a draw of all.
const REACH: f64 = 4.0;

/// The most numbers that are drawn, 256 MB.
const MOST_NUMBERS: usize = 1 << 26;

/// What criticalities follow from.
#[derive(Clone, Copy, Debug)]
pub struct CriticalSweep<'a> {
    /// The graph.
    pub graph: &'a TimedGraph<'a>,
    /// How its delays vary.
    pub variation: &'a Variation,
    /// The arrivals that follow from both.
    pub arrivals: &'a Arrivals,
    /// What these were found with.
    pub resolution: Resolution,
}

/// By the place of an end and a vertex of its data the draws in which the slack there is the worst of its split.
type WorstIn = BTreeMap<(usize, VertexId), Vec<u32>>;

/// Criticalities, and the draws that they come from: those of paths are found on demand.
#[derive(Debug)]
pub struct Critical {
    /// Of endpoints, vertices and arcs.
    pub criticalities: Criticalities,
    draws: ComponentDraws,
    count: u32,
    worst: WorstIn,
    /// The worst slack of each split in each draw, sorted.
    least: [Vec<f64>; 2],
}

impl Critical {
    /// The timing yield by draws: the share of them in which no slack of a split is below zero when all gain so many ticks.
    pub fn timing_yield(&self, split: Split, gain: Ticks) -> f64 {
        let least = &self.least[split as usize];
        let failing = least.partition_point(|&slack| slack + (gain as f64) < 0.0);
        1.0 - failing as f64 / least.len().max(1) as f64
    }
}

impl CriticalSweep<'_> {
    /// Draws that are counted, unless others are asked for: a probability of a half is then found with a standard deviation of 0.4%.
    pub const DRAWS: u32 = 16_384;

    /// Criticalities by so many draws, or fewer where there are so many components that numbers would take more than 256 MB (16,384 draws of 4,096 components do). The result does not depend on the number
    /// of threads.
    pub fn find(&self, ends: &[End], count: u32) -> Critical {
        let most = MOST_NUMBERS / self.resolution.components.max(1);
        let count = count.min(most.max(1) as u32);
        let draws = ComponentDraws::new(count, self.resolution.components);
        let mut criticalities = Criticalities::none(count, ends.len(), self.graph.node_count());
        let mut worst = WorstIn::new();
        let mut least = [Vec::new(), Vec::new()];
        for split in Split::ALL {
            let (of_split, of_draws) = self.worst_ends(ends, split, (&draws, count));
            least[split as usize] = of_draws;
            let mut fronts: BTreeMap<VertexId, Vec<u32>> = BTreeMap::new();
            for ((end, vertex), of_end) in of_split {
                criticalities.count_end(end, of_end.len());
                fronts.entry(vertex).or_default().extend_from_slice(&of_end);
                worst.insert((end, vertex), of_end);
            }
            self.follow(fronts, split, &draws, &mut criticalities);
        }
        Critical { criticalities, draws, count, worst, least }
    }

    /// For each end and vertex of its data the draws in which the slack there is the worst; and the worst slacks of all draws, sorted.
    fn worst_ends(
        &self,
        ends: &[End],
        split: Split,
        (draws, count): (&ComponentDraws, u32),
    ) -> (WorstIn, Vec<f64>) {
        let of_split = ends.par_iter().enumerate().filter(|(_, end)| end.split == split);
        let terms = of_split.flat_map_iter(|(place, end)| end.terms.iter().map(move |term| (place, term)));
        let slacks: Vec<((usize, VertexId), Correlated)> = terms
            .filter_map(|(place, term)| {
                Some(((place, term.data), term.slack(split, self.arrivals, self.resolution.bins)?))
            })
            .collect();
        let (places, slacks) = contenders(slacks);
        let winner = |draw: u32| draws.earliest(draw, &slacks);
        let winners: Vec<Option<(usize, f64)>> = (0..count).into_par_iter().map(winner).collect();
        let mut worst = WorstIn::new();
        for (draw, winner) in (0..).zip(&winners) {
            if let Some((winner, _)) = winner {
                worst.entry(places[*winner]).or_default().push(draw);
            }
        }
        let mut least: Vec<f64> = winners.into_iter().flatten().map(|(_, slack)| slack).collect();
        least.sort_by(f64::total_cmp);
        (worst, least)
    }

    /// Follows the worst path of each draw backward from the vertex where it ends: nodes are in the order of levels, so the last ones go first.
    fn follow(
        &self,
        mut fronts: BTreeMap<VertexId, Vec<u32>>,
        split: Split,
        draws: &ComponentDraws,
        criticalities: &mut Criticalities,
    ) {
        for level in self.graph.as_levels().level_first.windows(2).rev() {
            let Some(first) = level_start(self.graph, level[0]) else { continue };
            let here: Vec<(VertexId, Vec<u32>)> = fronts.split_off(&first).into_iter().collect();
            let parts: Vec<Vec<(ArcId, Vec<u32>)>> = here
                .par_iter()
                .map(|(vertex, of_vertex)| self.split_up(*vertex, split, draws, of_vertex))
                .collect();
            for ((vertex, of_vertex), parts) in here.iter().zip(parts) {
                criticalities.count_vertex((*vertex, split), of_vertex.len());
                for (arc, of_arc) in parts {
                    criticalities.count_arc((split, arc, vertex.transition()), of_arc.len());
                    let source = self.graph.arc_source(arc).vertex(vertex.transition());
                    fronts.entry(source).or_default().extend(of_arc);
                }
            }
        }
    }

    /// The draws of a vertex by the arc that brings the worst arrival there; without those in which it starts there.
    fn split_up(
        &self,
        vertex: VertexId,
        split: Split,
        draws: &ComponentDraws,
        of_vertex: &[u32],
    ) -> Vec<(ArcId, Vec<u32>)> {
        let (arcs, times) = self.coming(vertex, split);
        let mut parts: Vec<(Option<ArcId>, Vec<u32>)> =
            arcs.into_iter().map(|arc| (arc, Vec::new())).collect();
        for &draw in of_vertex {
            let worst = match split {
                Split::Late => draws.latest(draw, &times),
                Split::Early if times.len() == 1 => Some(0),
                Split::Early => draws.earliest(draw, &times).map(|(worst, _)| worst),
            };
            if let Some(worst) = worst {
                parts[worst].1.push(draw);
            }
        }
        let by_arc = parts.into_iter().filter_map(|(arc, of_arc)| Some((arc?, of_arc)));
        by_arc.filter(|(_, of_arc)| !of_arc.is_empty()).collect()
    }

    /// What comes to a vertex, each with its arc; without one what starts there.
    fn coming(&self, vertex: VertexId, split: Split) -> (Vec<Option<ArcId>>, Vec<Scored>) {
        let start = self
            .graph
            .stated(vertex, split)
            .map(|time| (None, Correlated::certain(time, self.resolution.components)));
        let fanin = self.graph.fanin(vertex.node());
        let coming = fanin.filter_map(|arc| Some((Some(arc), self.along(arc, split, vertex)?)));
        let scored = |(arc, time): (Option<ArcId>, Correlated)| {
            let key = arc.map_or(u64::MAX, |arc| u64::from(arc.0)) << 1 | vertex.transition() as u64;
            (arc, Scored::new(&time, key))
        };
        coming.chain(start).map(scored).unzip()
    }

    /// What comes by an arc.
    fn along(&self, arc: ArcId, split: Split, target: VertexId) -> Option<Correlated> {
        let (source, to) = (self.graph.arc_source(arc), target.transition());
        let from = source.has(to).then(|| source.vertex(to))?;
        let start = self.arrivals.arrival(from, split)?;
        let delay = self.variation.of_arc(arc, split, to)?;
        Some(start.clone().plus(&delay, Variable::of_arc(arc, to), self.resolution.bins))
    }

    /// The criticality of a path: in how many of the draws in which its end is the worst each of its arcs is the one that brings the worst arrival. `end` is the place of its end among all ends.
    pub fn of_path(&self, critical: &Critical, path: &PathArcs, end: usize) -> f64 {
        let Some(worst) = critical.worst.get(&(end, path.target)) else { return 0.0 };
        let (mut vertex, mut left) = (path.target, worst.clone());
        for &(arc, to) in path.data.iter().rev() {
            let parts = self.split_up(vertex, path.split, &critical.draws, &left);
            let Some((_, of_arc)) = parts.into_iter().find(|&(by, _)| by == arc) else { return 0.0 };
            (vertex, left) = (self.graph.arc_source(arc).vertex(to), of_arc);
        }
        left.len() as f64 / f64::from(critical.count.max(1))
    }
}

/// The first vertex of a level that starts with a node; none of a level without nodes at the end.
fn level_start(graph: &TimedGraph<'_>, node: u32) -> Option<VertexId> {
    let node = zeroslack_graph::NodeId(node);
    (node.index() < graph.node_count()).then(|| node.vertices()[0])
}

/// Slacks that can be the worst: not much more, by standard deviations of the difference, than the one with the least mean.
fn contenders<T>(slacks: Vec<(T, Correlated)>) -> (Vec<T>, Vec<Scored>) {
    let mean = |(_, slack): &&(T, Correlated)| slack.time.mean();
    let Some((_, least)) = slacks.iter().min_by(|a, b| mean(a).total_cmp(&mean(b))) else {
        return (Vec::new(), Vec::new());
    };
    let least = least.clone();
    let is_contender = |slack: &Correlated| {
        let later = slack.time.mean() - least.time.mean();
        later <= REACH * slack.sigma_of_difference(&least)
    };
    let numbered = slacks.into_iter().filter(|(_, slack)| is_contender(slack)).enumerate();
    numbered.map(|(key, (at, slack))| (at, Scored::new(&slack, 1 << 40 | key as u64))).unzip()
}
