//! Building the cone of a inside, level by level.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{ArcId, ArcSource, NodeId, Source, TimingGraph};
use zeroslack_timing::{Timing, has_signal, time_along};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, worst_arrivals};

use crate::cone::{Arcs, Cone, Nodes};
use crate::inside::Inside;
use crate::passing::Passing;

/// Nodes that one task takes.
const NODES: usize = if cfg!(debug_assertions) { 4 } else { 1024 };

/// What a cone is made of.
#[derive(Clone, Copy)]
struct Plan<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    passing: &'a Passing,
    /// Clock pins where paths start, in order, with their copies.
    starts: &'a [(NodeId, Range<usize>)],
}

/// What is made so far.
#[derive(Clone, Copy)]
struct Below<'a> {
    cone: &'a Cone,
    inside: &'a Inside,
}

/// Some nodes of a level in the stages in which paths come there, with their fan-in.
#[derive(Debug, Default)]
struct Chunk {
    nodes: Nodes,
    arcs: Arcs,
    sources: Vec<Source>,
}

impl Cone {
    /// The cone of a inside that was filled for the same paths, in this one's memory, on rayon's current threads.
    pub(crate) fn again(
        mut self,
        graph: &TimingGraph,
        timing: &Timing,
        passing: &Passing,
        inside: &mut Inside,
    ) -> Self {
        self.clear();
        let plan = Plan { graph, timing, passing, starts: &[] };
        let mut chunk = Chunk::default();
        let starts = plan.add_starts(&launching(graph, inside), &mut chunk);
        self.append(inside, &[&chunk]);
        self.starts = self.node_count();
        self.add_levels(&Plan { starts: &starts, ..plan }, inside, chunk);
        self.level_first.push(self.node_count() as u32);
        self.nodes.fanin_first.push(self.arcs.of.len() as u32);
        self
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.arcs.clear();
        self.sources.clear();
        self.level_first.clear();
        self.level_first.push(0);
        self.starts = 0;
    }

    /// Adds the nodes of the inside in the stages in which paths come there. The chunk is room for those of a level.
    fn add_levels(&mut self, plan: &Plan<'_>, inside: &mut Inside, mut chunk: Chunk) {
        let mut first = 0;
        for level in 0..inside.level_ends().len() {
            let nodes = &inside.nodes()[first..inside.level_ends()[level]];
            let below = Below { cone: self, inside };
            first += nodes.len();
            let count = self.node_count() as u32;
            if nodes.len() <= NODES {
                plan.fill(below, nodes, &mut chunk);
                self.append(inside, &[&chunk]);
            } else {
                let fill = |nodes: &[NodeId]| {
                    let mut chunk = Chunk::default();
                    plan.fill(below, nodes, &mut chunk);
                    chunk
                };
                let chunks: Vec<Chunk> = nodes.par_chunks(NODES).map(fill).collect();
                self.append(inside, &chunks.iter().collect::<Vec<_>>());
            }
            if self.level_first.last() != Some(&count) {
                self.level_first.push(count);
            }
        }
    }

    /// Adds nodes and their arcs after all others.
    fn append(&mut self, inside: &mut Inside, chunks: &[&Chunk]) {
        let Self { nodes, arcs, sources, .. } = self;
        let mut first_arc = arcs.of.len() as u32;
        let mut add_nodes = || {
            for chunk in chunks {
                let first = nodes.of.len() as u32;
                // The first copy of a node is the last to set its place.
                for (index, &node) in chunk.nodes.of.iter().enumerate().rev() {
                    inside.set_place(node, first + index as u32);
                }
                nodes.append(&chunk.nodes, first_arc);
                first_arc += chunk.arcs.of.len() as u32;
                sources.extend(
                    chunk
                        .sources
                        .iter()
                        .map(|source| Source { node: NodeId(first + source.node.0), ..*source }),
                );
            }
        };
        let mut add_arcs = || chunks.iter().for_each(|chunk| arcs.append(&chunk.arcs));
        if chunks.len() == 1 {
            add_nodes();
            add_arcs();
        } else {
            rayon::join(add_nodes, add_arcs);
        }
    }
}

impl Plan<'_> {
    /// Adds clock pins where paths start. Gives them with their copies.
    fn add_starts(&self, clocks: &[NodeId], chunk: &mut Chunk) -> Vec<(NodeId, Range<usize>)> {
        let copies = clocks.iter().map(|&node| {
            let first = chunk.nodes.of.len();
            for stage in 0..=self.passing.stages().min(1) {
                let arrival = self.starting(node, stage, &self.timing.arrivals()[node.index()]);
                if is_reached(&arrival) {
                    chunk.add(self.graph, node, stage, arrival, 0);
                }
            }
            (node, first..chunk.nodes.of.len())
        });
        copies.collect()
    }

    /// What of some arrivals at a node counts for paths that start there, in a stage.
    fn starting(&self, node: NodeId, stage: u32, arrivals: &Quad<Ticks>) -> Quad<Ticks> {
        let counts = node
            .vertices()
            .map(|vertex| self.passing.starts_at(vertex) && self.passing.stage_after(0, vertex) == stage);
        arrivals.map(|arrivals| [0, 1].map(|index| if counts[index] { arrivals[index] } else { UNDEFINED }))
    }

    /// Makes a chunk of some nodes of a level.
    fn fill(&self, below: Below<'_>, nodes: &[NodeId], chunk: &mut Chunk) {
        chunk.clear();
        let sources = self.timing.sources(self.graph);
        let mut stated = &sources[sources.partition_point(|source| source.node < nodes[0])..];
        for &node in nodes {
            let stated = Source::next_at(&mut stated, node);
            for stage in 0..=self.passing.stages() {
                self.add_copy(below, (node, stage), stated, chunk);
            }
        }
    }

    /// Adds a node in a stage with its fan-in, if paths come there.
    #[inline]
    fn add_copy(&self, below: Below<'_>, at: (NodeId, u32), stated: Option<&Source>, chunk: &mut Chunk) {
        let (node, stage) = at;
        let mut arrival = quad(UNDEFINED);
        let first_arc = chunk.arcs.of.len();
        for arc in self.graph.fanin(node) {
            for copy in self.copies(below, self.graph.arc_source(arc).node(), self.graph.is_launch(arc)) {
                self.add_arc(below.cone, (arc, copy), at, &mut arrival, &mut chunk.arcs);
            }
        }
        let stated = stated.map(|stated| self.starting(node, stage, &stated.arrival));
        if let Some(stated) = stated.filter(is_reached) {
            arrival = worst_arrivals(&arrival, &stated);
            chunk.sources.push(Source { node: NodeId::at(chunk.nodes.of.len()), arrival: stated });
        }
        // Where no signal comes no arc was added.
        if is_reached(&arrival) {
            chunk.add(self.graph, node, stage, arrival, first_arc);
        }
    }

    /// The copies of an arc's source.
    #[inline]
    fn copies(&self, below: Below<'_>, source: NodeId, is_launch: bool) -> Range<usize> {
        if !is_launch {
            return below.cone.copies(below.inside, source);
        }
        match self.starts.binary_search_by_key(&source, |start| start.0) {
            Ok(found) => self.starts[found].1.clone(),
            Err(_) => 0..0,
        }
    }

    /// Adds an arc from a copy of its source, if a signal comes by it in the stage.
    #[inline]
    fn add_arc(
        &self,
        cone: &Cone,
        (arc, copy): (ArcId, usize),
        (node, stage): (NodeId, u32),
        arrival: &mut Quad<Ticks>,
        arcs: &mut Arcs,
    ) {
        let source = self.graph.arc_source(arc);
        let before = cone.nodes.stage[copy];
        let has = Transition::ALL
            .map(|to| source.has(to) && self.passing.stage_after(before, node.vertex(to)) == stage);
        let source = ArcSource::new(NodeId::at(copy), source.is_negative(), has);
        let delay = self.timing.delays()[arc.index()];
        let through = through(source, &cone.nodes.arrival[copy], &delay);
        if is_reached(&through) {
            *arrival = worst_arrivals(arrival, &through);
            arcs.of.push(arc);
            arcs.source.push(source);
            arcs.kind.push(self.graph.arc_kinds()[arc.index()]);
            arcs.delay.push(delay);
        }
    }
}

impl Chunk {
    fn clear(&mut self) {
        self.nodes.clear();
        self.arcs.clear();
        self.sources.clear();
    }

    /// Adds a node after all arcs added so far, which are its fan-in from `first_arc` on.
    fn add(&mut self, graph: &TimingGraph, node: NodeId, stage: u32, arrival: Quad<Ticks>, first_arc: usize) {
        self.nodes.of.push(node);
        self.nodes.stage.push(stage);
        self.nodes.pin.push(graph.pin(node));
        self.nodes.arrival.push(arrival);
        self.nodes.fanin_first.push(first_arc as u32);
    }
}

/// The clock pins that launch into a inside, in order.
fn launching(graph: &TimingGraph, inside: &Inside) -> Vec<NodeId> {
    let of = |nodes: &[NodeId]| {
        let arcs = nodes.iter().flat_map(|&node| graph.fanin(node));
        let launches = arcs.filter(|&arc| graph.is_launch(arc));
        launches.map(|arc| graph.arc_source(arc).node()).collect()
    };
    let chunks: Vec<Vec<NodeId>> = inside.nodes().par_chunks(NODES).map(of).collect();
    let mut clocks = chunks.concat();
    clocks.par_sort_unstable();
    clocks.dedup();
    clocks
}

#[inline]
fn is_reached(arrival: &Quad<Ticks>) -> bool {
    arrival.as_flattened().iter().any(|&arrival| arrival != UNDEFINED)
}

/// When signals come through an arc.
#[inline]
fn through(source: ArcSource, from: &Quad<Ticks>, delay: &Quad<f32>) -> Quad<Ticks> {
    Split::ALL.map(|split| {
        Transition::ALL.map(|to| {
            let start = from[split as usize][source.from(to) as usize];
            let delay = delay[split as usize][to as usize];
            if source.has(to) && start != UNDEFINED && has_signal(delay) {
                start + time_along(delay)
            } else {
                UNDEFINED
            }
        })
    })
}
