//! Slacks of pins by definition: the least of all paths that pass them, or whose launch or capture does.

use zeroslack::graph::{ArcId, NodeId, TimingGraph, VertexId};
use zeroslack::timing::Timing;
use zeroslack::units::{Split, Ticks, Transition, defined, ticks};

/// A path that was found by walking all.
pub struct Walked<'a> {
    pub slack: Ticks,
    pub split: Split,
    /// The launching clock's vertex, or where else it starts.
    pub start: VertexId,
    pub is_launched: bool,
    pub arcs: &'a [ArcId],
}

/// Slacks of vertices. `[vertex][split]`
pub struct PinSlacks<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    slacks: Vec<[Option<Ticks>; 2]>,
}

impl<'a> PinSlacks<'a> {
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing) -> Self {
        Self { graph, timing, slacks: vec![[None; 2]; 2 * graph.node_count()] }
    }

    fn take(&mut self, vertex: VertexId, split: Split, slack: Ticks) {
        let known = &mut self.slacks[vertex.index()][split as usize];
        *known = Some(known.map_or(slack, |known| known.min(slack)));
    }

    /// Adds a path.
    pub fn pass(&mut self, path: &Walked<'_>) {
        let Walked { slack, split, start, is_launched, arcs } = *path;
        if is_launched {
            self.climb(start, (split, split), slack);
        } else {
            self.take(start, split, slack);
        }
        let mut transition = start.transition();
        for &arc in arcs {
            let source = self.graph.arc_source(arc);
            let to = Transition::ALL.into_iter().find(|&to| source.has(to) && source.from(to) == transition);
            transition = to.unwrap();
            let target = NodeId::all(0..self.graph.node_count())
                .find(|&node| self.graph.fanin_range(node).contains(&arc.index()));
            self.take(target.unwrap().vertex(transition), split, slack);
        }
    }

    /// Adds the worst slack of the data of a split that a clock's vertex captures.
    pub fn capture(&mut self, clock: VertexId, split: Split, slack: Ticks) {
        self.climb(clock, (split, split.opposite()), slack);
    }

    /// Adds what a clock launches or captures to its vertices on all ways to it: what it would be if the clock came there. `split` is that of the data, then that of the clock.
    fn climb(&mut self, vertex: VertexId, (split, of_clock): (Split, Split), slack: Ticks) {
        self.take(vertex, split, slack);
        let arrival = |vertex: VertexId| {
            defined(
                self.timing.arrivals()[vertex.node().index()][of_clock as usize]
                    [vertex.transition() as usize],
            )
        };
        let to = vertex.transition();
        let mut above = Vec::new();
        for arc in self.graph.fanin(vertex.node()) {
            let source = self.graph.arc_source(arc);
            let delay = self.timing.delays()[arc.index()][of_clock as usize][to as usize];
            if !source.has(to) || self.graph.is_launch(arc) || delay.is_nan() {
                continue;
            }
            let Some(there) = arrival(source.vertex(to)) else { continue };
            let later = arrival(vertex).unwrap() - (there + ticks(delay));
            above.push((source.vertex(to), if of_clock == Split::Late { later } else { -later }));
        }
        for (vertex, more) in above {
            self.climb(vertex, (split, of_clock), slack + more);
        }
    }

    /// Holds the engine's slacks against these, asked for one by one and all at once.
    pub fn compare(&self, about: impl Fn(VertexId) -> String) {
        let mut found = Vec::new();
        for vertex in VertexId::all(0..self.slacks.len()) {
            let of = |split| self.timing.slack(self.graph, vertex.node(), split, vertex.transition());
            found.push(Split::ALL.map(of));
        }
        let all = self.timing.slacks(self.graph);
        for (vertex, (found, expected)) in VertexId::all(0..found.len()).zip(found.iter().zip(&self.slacks)) {
            assert_eq!(found, expected, "slacks of {}", about(vertex));
            let at_once =
                all[vertex.node().index()].slack.map(|of| defined(of[vertex.transition() as usize]));
            assert_eq!(at_once, *expected, "slacks of {} among all", about(vertex));
        }
    }
}
