//! Building the graph: arcs over pins, levels, layout, then the constraints.

use rayon::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, ClockEdge, ClockId, Constraints};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, worst_arrivals};

use crate::arc::{ArcSource, Fanout, PackedKind};
use crate::edges::EdgeSet;
use crate::graph::{NO_TREE, Source, TimingGraph, Tree};
use crate::group::{Groups, add_up};
use crate::level::{Fanin, Layout, cut_loops, scatter};
use crate::model::Models;
use crate::raw::RawGraph;
use crate::sweep::sweep;

/// Nodes that one task takes.
const NODES: usize = 1 << 13;

impl TimingGraph {
    /// The graph of a netlist under constraints.
    ///
    /// A combinational loop is cut with a warning (`GRAPH-001`). More clocks than can be told apart (`GRAPH-002`) and more pins or arcs
    /// than ids (`GRAPH-003`) are errors, and the graph is then empty.
    pub fn new(netlist: &Netlist, constraints: &Constraints) -> (Self, Diagnostics) {
        Self::with_layout(netlist, constraints, |fanin| fanin.layout())
    }

    /// The same, with levels from another engine: `layout` does what [`Fanin::layout`] does, and the result must be the same. Where it
    /// gives none, loops are looked for, and cut, here.
    pub fn with_layout(
        netlist: &Netlist,
        constraints: &Constraints,
        layout: impl FnOnce(&Fanin<'_>) -> Option<Layout>,
    ) -> (Self, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        if constraints.clocks.len() > EdgeSet::MOST_CLOCKS {
            diagnostics.error("GRAPH-002", None, || {
                format!(
                    "{} clocks are more than the {} that can be told apart",
                    constraints.clocks.len(),
                    EdgeSet::MOST_CLOCKS
                )
            });
            return (Self::empty(), diagnostics);
        }
        let mut starts: Vec<PinId> =
            constraints.clocks.iter().flat_map(|clock| clock.sources.iter().copied()).collect();
        starts.sort_unstable();
        let mut models = Models::new(constraints.check_rule);
        let mut raw = RawGraph::new(netlist, &mut models, &starts);
        if netlist.pin_id_count() >= ArcSource::MOST_NODES as usize || raw.arcs.len() >= u32::MAX as usize / 2
        {
            diagnostics.error("GRAPH-003", None, || {
                format!(
                    "{} pins and {} arcs are more than the graph can number",
                    netlist.pin_id_count(),
                    raw.arcs.len()
                )
            });
            return (Self::empty(), diagnostics);
        }
        let found = layout(&Fanin(&raw));
        let (layout, cuts) = found.map_or_else(|| cut_loops(&mut raw), |layout| (layout, Vec::new()));
        for &(from, to) in &cuts {
            diagnostics.warning("GRAPH-001", None, || {
                let (from, to) = (netlist.pin_name(from), netlist.pin_name(to));
                format!("the combinational loop through '{from}' and '{to}' is cut between them")
            });
        }
        let mut graph =
            Self { cuts, arc_models: models.arcs, check_models: models.checks, ..Self::default() };
        graph.level_first = layout.level_first;
        graph.pin_node = layout.pin_node;
        graph.node_pin = layout.node_pin.into_iter().map(PinId).collect();
        graph.lay_out_arcs(&raw);
        graph.lay_out_trees(raw.trees, raw.wire_sink);
        graph.add_sources(netlist, constraints);
        let edges = graph.edge_sets(constraints);
        let edges = edges.as_flattened();
        graph.add_checks(&raw.checks, constraints, edges);
        graph.add_outputs(constraints, edges);
        graph.add_endpoints();
        (graph, diagnostics)
    }

    fn empty() -> Self {
        Self { level_first: vec![0], fanin_first: vec![0], fanout_first: vec![0], ..Self::default() }
    }

    /// Arcs by target, then fan-outs by source.
    fn lay_out_arcs(&mut self, raw: &RawGraph) {
        let nodes = self.node_count();
        let counts = self.node_pin.par_iter().map(|pin| raw.fanin(pin.0).len() as u32);
        self.fanin_first = counts.chain(rayon::iter::once(0)).collect();
        let arcs = add_up(&mut self.fanin_first, 0) as usize;
        self.arc_source = vec![ArcSource::default(); arcs];
        self.arc_kind = vec![PackedKind::default(); arcs];
        let Self { node_pin, pin_node, fanin_first, arc_source, arc_kind, .. } = self;
        let places = (&mut arc_source[..], &mut arc_kind[..]);
        let first = |node: usize| fanin_first[node] as usize;
        sweep(0..nodes, NODES, (), places, &first, &|nodes, (), (sources, kinds)| {
            let raw = node_pin[nodes].iter().flat_map(|pin| raw.fanin(pin.0));
            for ((arc, source), kind) in raw.zip(sources).zip(kinds) {
                *source = arc.source.with_node(pin_node[arc.source.node() as usize]);
                *kind = arc.kind;
            }
        });
        let fanout = fanouts(self);
        (self.fanout_first, self.fanout) = (fanout.first, fanout.values);
    }

    fn lay_out_trees(&mut self, trees: Vec<Tree>, wire_sink: Vec<PinId>) {
        let drivers = trees.par_iter().map(|tree| &self.pin_node[tree.driver.index()]);
        self.node_tree = scatter(self.node_count(), NO_TREE, drivers.zip(0..trees.len() as u32));
        (self.trees, self.wire_sink) = (trees, wire_sink);
    }

    /// Arrivals, slews and loads that constraints state.
    fn add_sources(&mut self, netlist: &Netlist, constraints: &Constraints) {
        let mut sources: Vec<Source> = Vec::new();
        for stated in &constraints.input_arrivals {
            let arrival = stated.arrival.map(|values| values.map(|value| value.unwrap_or(UNDEFINED)));
            sources.push(Source { node: self.pin_node[stated.port.index()], arrival });
        }
        for clock in &constraints.clocks {
            for &pin in &clock.sources {
                // An arrival stated at the port of a clock is the clock's.
                if !constraints.input_arrivals.iter().any(|stated| stated.port == pin) {
                    sources.push(Source { node: self.pin_node[pin.index()], arrival: edge_arrival(clock) });
                }
            }
        }
        sources.sort_by_key(|source| source.node);
        sources.dedup_by(|later, first| {
            let same = later.node == first.node;
            if same {
                first.arrival = worst_arrivals(&first.arrival, &later.arrival);
            }
            same
        });
        self.sources = sources;
        self.driver_slews = self.stated_slews(netlist, constraints);
        self.port_loads = constraints
            .loads
            .iter()
            .map(|load| (load.pin, load.values.map(|values| values.map(|value| value.unwrap_or(0.0)))))
            .collect();
        self.port_loads.sort_by_key(|&(pin, _)| pin);
    }

    /// Every input port and clock source has a slew: 0 unless stated.
    fn stated_slews(&self, netlist: &Netlist, constraints: &Constraints) -> Vec<(u32, Quad<f32>)> {
        let ports = netlist.pins().take(netlist.port_pin_count()).filter(|&pin| netlist.is_driver(pin));
        let clocks = constraints.clocks.iter().flat_map(|clock| clock.sources.iter().copied());
        let mut slews: Vec<(u32, Quad<f32>)> =
            ports.chain(clocks).map(|pin| (self.pin_node[pin.index()], quad(0.0))).collect();
        slews.sort_by_key(|&(node, _)| node);
        slews.dedup_by_key(|&mut (node, _)| node);
        for stated in &constraints.input_slews {
            let node = self.pin_node[stated.pin.index()];
            if let Ok(at) = slews.binary_search_by_key(&node, |&(node, _)| node) {
                slews[at].1 = stated.values.map(|values| values.map(|value| value.unwrap_or(0.0)));
            }
        }
        slews
    }

    /// The clock edges whose signals can reach each vertex. `[node][transition]`.
    fn edge_sets(&self, constraints: &Constraints) -> Vec<[EdgeSet; 2]> {
        let mut sets = vec![[EdgeSet::default(); 2]; self.node_count()];
        let mut add = |pin: PinId, transition: Transition, set: EdgeSet| {
            let place = &mut sets[self.node(pin)][transition as usize];
            *place = place.union(set);
        };
        let clock_pins = || constraints.clocks.iter().flat_map(|clock| &clock.sources);
        for stated in &constraints.input_arrivals {
            if stated.launch.is_none() && clock_pins().any(|&pin| pin == stated.port) {
                continue;
            }
            let set = stated.launch.map_or(EdgeSet::UNCLOCKED, EdgeSet::of);
            for transition in Transition::ALL {
                if Split::ALL
                    .iter()
                    .any(|&split| stated.arrival[split as usize][transition as usize].is_some())
                {
                    add(stated.port, transition, set);
                }
            }
        }
        for (index, clock) in constraints.clocks.iter().enumerate() {
            for &pin in &clock.sources {
                for edge in Transition::ALL {
                    add(pin, edge, EdgeSet::of(ClockEdge { clock: ClockId(index as u32), edge }));
                }
            }
        }
        self.spread_edges(&mut sets);
        sets
    }
}

/// The arcs out of nodes, in order.
fn fanouts(graph: &TimingGraph) -> Groups<Fanout> {
    let nodes = graph.node_count();
    Groups::new(nodes, nodes, |nodes| {
        nodes.flat_map(|node| {
            let fanout = move |arc: usize| Fanout { node: node as u32, arc: arc as u32 };
            graph.fanin(node).map(move |arc| (graph.arc_source[arc].node(), fanout(arc)))
        })
    })
}

/// When a clock's edges leave its source.
fn edge_arrival(clock: &Clock) -> Quad<Ticks> {
    [clock.edges; 2]
}
