//! Monte Carlo: delays are drawn, and followed through the graph.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, NodeId, VertexId};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, worse_arrival};

use crate::draw::{Draw, Stream, score_table};
use crate::slack::End;
use crate::variation::Variation;

/// Samples that are followed through the graph together, so that it is walked once for all of them.
pub(crate) const BATCH: usize = 16;

/// What a time is in each of a batch of samples.
pub(crate) type Times = [Ticks; BATCH];

/// The arrivals of a batch of samples.
#[derive(Clone, Copy)]
pub(crate) struct Arrived<'a>(pub(crate) &'a [Quad<Times>]);

impl<'a> Arrived<'a> {
    pub(crate) fn at(self, vertex: VertexId, split: Split) -> &'a Times {
        &self.0[vertex.node().index()][split as usize][vertex.transition() as usize]
    }
}

/// So many samples of all delays of a design: reproducible by seed and number of the sample.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    /// Other seeds, other draws.
    pub seed: u64,
    /// How many.
    pub samples: u32,
}

/// How all delays of a graph are drawn: `[arc][split][transition]`.
#[derive(Clone, Debug)]
pub struct Draws {
    of: Vec<Quad<Draw>>,
}

impl Draws {
    /// Of delays that vary so.
    pub fn new(variation: &Variation) -> Self {
        Self {
            of: variation
                .all()
                .par_iter()
                .map(|delays| delays.map(|delays| delays.map(|delay| Draw::new(&delay))))
                .collect(),
        }
    }

    /// `[arc][split][transition]`.
    pub fn all(&self) -> &[Quad<Draw>] {
        &self.of
    }
}

impl MonteCarlo {
    /// The arrivals at some vertices, ticks: for each vertex those of all samples, in their order; undefined where no signal comes. Early and late delays of an arc and a transition move together.
    pub fn arrivals(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        at: &[(VertexId, Split)],
    ) -> Vec<Vec<Ticks>> {
        self.each(graph, variation, at.len(), |place, _, arrived| {
            let (vertex, split) = at[place];
            *arrived.at(vertex, split)
        })
    }

    /// The slacks of some ends, ticks: for each end those of all samples, in their order. Setup and hold times are drawn, too, where they vary.
    pub fn slacks(&self, graph: &TimedGraph<'_>, variation: &Variation, ends: &[End]) -> Vec<Vec<Ticks>> {
        self.each(graph, variation, ends.len(), |place, first, arrived| {
            std::array::from_fn(|sample| {
                let of = (self.seed, first.wrapping_add(sample as u32));
                ends[place].in_sample(of, |vertex, split| arrived.at(vertex, split)[sample])
            })
        })
    }

    /// For each of so many places what is made of the arrivals of each sample, in the order of samples. `make` is given the place, the number of a batch's first sample, and the batch's arrivals.
    fn each(
        &self,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        places: usize,
        make: impl Fn(usize, u32, Arrived<'_>) -> Times + Sync,
    ) -> Vec<Vec<Ticks>> {
        let draws = Draws::new(variation);
        let batch = |times: &mut Vec<Quad<Times>>, number: usize| {
            let first = (number * BATCH) as u32;
            self.batch(graph, &draws, first, times);
            (0..places).map(|place| make(place, first, Arrived(times))).collect::<Vec<Times>>()
        };
        let batches: Vec<Vec<Times>> =
            (0..(self.samples as usize).div_ceil(BATCH)).into_par_iter().map_init(Vec::new, batch).collect();
        let of_place = |place: usize| {
            let all = batches.iter().flat_map(|batch| batch[place]);
            all.take(self.samples as usize).collect()
        };
        (0..places).into_par_iter().map(of_place).collect()
    }

    /// The arrivals of all nodes in a batch of samples.
    pub(crate) fn batch(
        &self,
        graph: &TimedGraph<'_>,
        draws: &Draws,
        first: u32,
        times: &mut Vec<Quad<Times>>,
    ) {
        times.clear();
        times.reserve(graph.node_count());
        for node in NodeId::all(0..graph.node_count()) {
            let stated = |split, to| [graph.stated(node.vertex(to), split).unwrap_or(UNDEFINED); BATCH];
            let mut here = Split::ALL.map(|split| Transition::ALL.map(|to| stated(split, to)));
            for arc in graph.fanin(node) {
                for to in Transition::ALL {
                    self.come(graph, &draws.of[arc.index()], (first, arc, to), times, &mut here);
                }
            }
            times.push(here);
        }
    }

    /// Merges what comes by an arc to a transition of its target.
    fn come(
        &self,
        graph: &TimedGraph<'_>,
        draws: &Quad<Draw>,
        (first, arc, to): (u32, ArcId, Transition),
        done: &[Quad<Times>],
        here: &mut Quad<Times>,
    ) {
        let source = graph.arc_source(arc);
        if !source.has(to) {
            return;
        }
        let stream = Stream::new(self.seed, place_of(arc, to));
        let bits: [u64; BATCH] = std::array::from_fn(|sample| stream.bits(first.wrapping_add(sample as u32)));
        let from = &done[source.node().index()];
        for split in Split::ALL {
            let (draw, start) =
                (&draws[split as usize][to as usize], &from[split as usize][source.from(to) as usize]);
            // Where a signal comes in one sample, it comes in all.
            if draw.mean == UNDEFINED || start[0] == UNDEFINED {
                continue;
            }
            let best = &mut here[split as usize][to as usize];
            for sample in 0..BATCH {
                let time = start[sample] + draw.of(score_table(), bits[sample]);
                best[sample] = worse_arrival(split, best[sample], time);
            }
        }
    }
}

impl Draws {
    /// The delay of an arc to a transition in a sample; none where no signal comes.
    pub(crate) fn delay(
        &self,
        seed: u64,
        number: u32,
        (arc, to): (ArcId, Transition),
        split: Split,
    ) -> Option<Ticks> {
        let draw = &self.of[arc.index()][split as usize][to as usize];
        let bits = || Stream::new(seed, place_of(arc, to)).bits(number);
        (draw.mean != UNDEFINED).then(|| draw.of(score_table(), bits()))
    }
}

/// Where an arc's delay to a transition is drawn.
fn place_of(arc: ArcId, to: Transition) -> u64 {
    u64::from(arc.0) << 1 | to as u64
}
