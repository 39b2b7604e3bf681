//! The part of a timed graph that constrained paths can take, as a graph of its own.
//!
//! How many of the sets on its way a path has passed, each at a vertex of its own and as early as it can, is its *stage*. A node of the
//! cone is a node of the graph in a stage, so that every constrained path is one path of the cone, and whatever searches graphs
//! searches cones. Arrivals in it are the worst over the paths that count. (Guo and others, TCAD 2023, section V, label copies of the graph;
//! a cone holds only what lies between the sets.)

use std::ops::Range;

use zeroslack_graph::{ArcSource, PackedKind, Source, TimingGraph};
use zeroslack_netlist::PinId;
use zeroslack_timing::{TimedGraph, Timing};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, ticks, worse_arrival};

use crate::passing::Passing;
use crate::region::Region;

/// A graph by fan-ins, with delays and arrivals. Nodes are in level order, clock pins where paths start before all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cone {
    /// The graph's node of each of ours. `[node]`.
    node_of: Vec<u32>,
    /// How many sets are passed behind it. `[node]`.
    stage: Vec<u32>,
    /// The graph's arc of each of ours. `[arc]`.
    arc_of: Vec<u32>,
    level_first: Vec<u32>,
    fanin_first: Vec<u32>,
    arc_source: Vec<ArcSource>,
    arc_kind: Vec<PackedKind>,
    node_pin: Vec<PinId>,
    sources: Vec<Source>,
    delay: Vec<Quad<f32>>,
    arrival: Vec<Quad<Ticks>>,
}

impl Cone {
    /// The cone of a region that was filled for the same paths.
    pub(crate) fn new(graph: &TimingGraph, timing: &Timing, passing: &Passing, region: &mut Region) -> Self {
        let mut builder =
            Builder { graph, timing, passing, region, starts: Vec::new(), cone: Self::default() };
        builder.add_starts();
        builder.add_nodes();
        builder.cone
    }

    /// As search sees it.
    pub(crate) fn timed<'a>(&'a self, graph: &'a TimingGraph) -> TimedGraph<'a> {
        TimedGraph {
            level_first: &self.level_first,
            fanin_first: &self.fanin_first,
            arc_sources: &self.arc_source,
            arc_kinds: &self.arc_kind,
            arc_models: graph.arc_models(),
            node_pins: &self.node_pin,
            sources: &self.sources,
            arrivals: &self.arrival,
            delays: &self.delay,
            design_nodes: Some(&self.node_of),
        }
    }

    /// The graph's arc of one of ours.
    pub(crate) fn design_arc(&self, arc: u32) -> u32 {
        self.arc_of[arc as usize]
    }

    /// The graph's vertex of one of ours.
    pub(crate) fn design_vertex(&self, vertex: u32) -> u32 {
        2 * self.node_of[vertex as usize / 2] + vertex % 2
    }

    pub(crate) fn node_count(&self) -> usize {
        self.node_of.len()
    }

    /// The copies of a node inside of the region.
    fn copies(&self, region: &Region, node: u32) -> Range<usize> {
        if !region.holds(node) {
            return 0..0;
        }
        let first = region.place(node) as usize;
        let count = self.node_of[first..].iter().take_while(|&&other| other == node).count();
        first..first + count
    }

    /// The node of a vertex of the graph in a stage.
    pub(crate) fn find(&self, region: &Region, node: u32, stage: u32) -> Option<u32> {
        self.copies(region, node).find(|&copy| self.stage[copy] == stage).map(|copy| copy as u32)
    }

    /// Adds a node behind all arcs added so far, which are its fan-in from `first_arc` on.
    fn add(&mut self, graph: &TimingGraph, node: u32, stage: u32, arrival: Quad<Ticks>, first_arc: usize) {
        self.node_of.push(node);
        self.stage.push(stage);
        self.node_pin.push(graph.node_pins()[node as usize]);
        self.arrival.push(arrival);
        self.fanin_first.push(first_arc as u32);
    }

    fn truncate_arcs(&mut self, count: usize) {
        self.arc_of.truncate(count);
        self.arc_source.truncate(count);
        self.arc_kind.truncate(count);
        self.delay.truncate(count);
    }
}

struct Builder<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    passing: &'a Passing,
    region: &'a mut Region,
    /// Clock pins where paths start, in order, with their copies.
    starts: Vec<(u32, Range<usize>)>,
    cone: Cone,
}

impl Builder<'_> {
    /// The clock pins that launch into the region.
    fn add_starts(&mut self) {
        let graph = self.graph;
        let arcs = self.region.nodes().iter().flat_map(|&node| graph.fanin(node as usize));
        let launches = arcs.filter(|&arc| graph.is_launch(arc));
        let mut clocks: Vec<u32> = launches.map(|arc| graph.arc_sources()[arc].node()).collect();
        clocks.sort_unstable();
        clocks.dedup();
        for node in clocks {
            let first = self.cone.node_count();
            for stage in 0..=self.passing.stages().min(1) {
                let arrival = self.starting(node, stage, &self.timing.arrivals()[node as usize]);
                if is_reached(&arrival) {
                    self.cone.add(graph, node, stage, arrival, 0);
                }
            }
            self.starts.push((node, first..self.cone.node_count()));
        }
    }

    /// What of some arrivals at a node counts for paths that start there, in a stage.
    fn starting(&self, node: u32, stage: u32, arrivals: &Quad<Ticks>) -> Quad<Ticks> {
        let counts = [2 * node, 2 * node + 1]
            .map(|vertex| self.passing.starts_at(vertex) && self.passing.behind(0, vertex) == stage);
        arrivals.map(|arrivals| [0, 1].map(|index| if counts[index] { arrivals[index] } else { UNDEFINED }))
    }

    fn add_nodes(&mut self) {
        let mut level = 0;
        self.cone.level_first.push(0);
        for index in 0..self.region.nodes().len() {
            let node = self.region.nodes()[index];
            let first = self.cone.node_count() as u32;
            while node as usize >= self.graph.level(level).end {
                level += 1;
                if self.cone.level_first.last() != Some(&first) {
                    self.cone.level_first.push(first);
                }
            }
            self.region.set_place(node, first);
            for stage in 0..=self.passing.stages() {
                self.add_copy(node, stage);
            }
        }
        let count = self.cone.node_count() as u32;
        self.cone.level_first.push(count);
        self.cone.fanin_first.push(self.cone.arc_of.len() as u32);
    }

    /// Adds a node in a stage with its fan-in, if paths come there.
    fn add_copy(&mut self, node: u32, stage: u32) {
        let mut arrival = quad(UNDEFINED);
        let first_arc = self.cone.arc_of.len();
        for arc in self.graph.fanin(node as usize) {
            let source = self.graph.arc_sources()[arc].node();
            for copy in self.copies(source, self.graph.is_launch(arc)) {
                self.add_arc(arc, copy, (node, stage), &mut arrival);
            }
        }
        let stated = self.stated(node).map(|stated| self.starting(node, stage, stated));
        if let Some(stated) = stated.filter(is_reached) {
            merge(&mut arrival, &stated);
            self.cone.sources.push(Source { node: self.cone.node_count() as u32, arrival: stated });
        }
        if is_reached(&arrival) {
            self.cone.add(self.graph, node, stage, arrival, first_arc);
        } else {
            self.cone.truncate_arcs(first_arc);
        }
    }

    /// The copies of an arc's source.
    fn copies(&self, source: u32, is_launch: bool) -> Range<usize> {
        if !is_launch {
            return self.cone.copies(self.region, source);
        }
        match self.starts.binary_search_by_key(&source, |start| start.0) {
            Ok(found) => self.starts[found].1.clone(),
            Err(_) => 0..0,
        }
    }

    /// Adds an arc from a copy of its source, if a signal comes by it in the stage.
    fn add_arc(&mut self, arc: usize, copy: usize, (node, stage): (u32, u32), arrival: &mut Quad<Ticks>) {
        let source = self.graph.arc_sources()[arc];
        let before = self.cone.stage[copy];
        let has = Transition::ALL
            .map(|to| source.has(to) && self.passing.behind(before, 2 * node + to as u32) == stage);
        let source = ArcSource::new(copy as u32, source.is_negative(), has);
        let delay = self.timing.delays()[arc];
        let through = through(source, &self.cone.arrival[copy], &delay);
        if is_reached(&through) {
            merge(arrival, &through);
            self.cone.arc_of.push(arc as u32);
            self.cone.arc_source.push(source);
            self.cone.arc_kind.push(self.graph.arc_kinds()[arc]);
            self.cone.delay.push(delay);
        }
    }

    /// The arrivals that a constraint states at a node.
    fn stated(&self, node: u32) -> Option<&Quad<Ticks>> {
        let sources = self.graph.sources();
        let at = sources.binary_search_by_key(&node, |source| source.node).ok()?;
        Some(&sources[at].arrival)
    }
}

fn is_reached(arrival: &Quad<Ticks>) -> bool {
    arrival.as_flattened().iter().any(|&arrival| arrival != UNDEFINED)
}

/// When signals come through an arc.
fn through(source: ArcSource, from: &Quad<Ticks>, delay: &Quad<f32>) -> Quad<Ticks> {
    Split::ALL.map(|split| {
        Transition::ALL.map(|to| {
            let start = from[split as usize][source.from(to) as usize];
            let delay = delay[split as usize][to as usize];
            if source.has(to) && start != UNDEFINED && !delay.is_nan() {
                start + ticks(delay)
            } else {
                UNDEFINED
            }
        })
    })
}

fn merge(arrival: &mut Quad<Ticks>, other: &Quad<Ticks>) {
    for split in Split::ALL {
        for (worst, &other) in arrival[split as usize].iter_mut().zip(&other[split as usize]) {
            *worst = worse_arrival(split, *worst, other);
        }
    }
}
