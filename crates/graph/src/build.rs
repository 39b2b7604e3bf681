//! Building the graph: arcs over pins, levels, layout, then the constraints.

use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, ClockEdge, ClockId, Constraints};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, worse_arrival};

use crate::arc::{ArcSource, Fanout};
use crate::edges::EdgeSet;
use crate::graph::{NO_TREE, Source, TimingGraph, Tree};
use crate::level::{Fanin, Layout, cut_loops};
use crate::model::Models;
use crate::raw::RawGraph;

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
        let mut raw = RawGraph::new(netlist, &mut models, |pin| starts.binary_search(&pin).is_ok());
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
        graph.lay_out_trees(&raw);
        graph.add_sources(netlist, constraints);
        let edges = graph.edge_sets(constraints);
        graph.add_checks(&raw.checks, constraints, &edges);
        graph.add_outputs(constraints, &edges);
        graph.add_endpoints();
        (graph, diagnostics)
    }

    fn empty() -> Self {
        Self { level_first: vec![0], fanin_first: vec![0], fanout_first: vec![0], ..Self::default() }
    }

    /// Arcs by target, then fan-outs by source.
    fn lay_out_arcs(&mut self, raw: &RawGraph) {
        let nodes = self.node_count();
        self.fanin_first = Vec::with_capacity(nodes + 1);
        self.arc_source = Vec::with_capacity(raw.arcs.len());
        self.arc_kind = Vec::with_capacity(raw.arcs.len());
        let mut fanouts = vec![0_u32; nodes + 1];
        for pin in &self.node_pin {
            self.fanin_first.push(self.arc_source.len() as u32);
            for arc in raw.fanin(pin.0) {
                let source = self.pin_node[arc.source.node() as usize];
                fanouts[source as usize + 1] += 1;
                self.arc_source.push(arc.source.with_node(source));
                self.arc_kind.push(arc.kind);
            }
        }
        self.fanin_first.push(self.arc_source.len() as u32);
        for node in 0..nodes {
            fanouts[node + 1] += fanouts[node];
        }
        let mut next = fanouts.clone();
        self.fanout_first = fanouts;
        self.fanout = vec![Fanout { node: 0, arc: 0 }; self.arc_source.len()];
        for node in 0..nodes {
            for arc in self.fanin_first[node]..self.fanin_first[node + 1] {
                let place = &mut next[self.arc_source[arc as usize].node() as usize];
                self.fanout[*place as usize] = Fanout { node: node as u32, arc };
                *place += 1;
            }
        }
    }

    fn lay_out_trees(&mut self, raw: &RawGraph) {
        self.node_tree = vec![NO_TREE; self.node_count()];
        self.trees = Vec::with_capacity(raw.trees.len());
        for (index, tree) in raw.trees.iter().enumerate() {
            self.node_tree[self.pin_node[tree.driver.index()] as usize] = index as u32;
            self.trees.push(Tree { net: tree.net, driver: tree.driver, first_wire: tree.first_wire });
        }
        self.wire_sink.clone_from(&raw.wire_sink);
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
                first.arrival = worst(first.arrival, later.arrival);
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

    /// The clock edges whose signals can reach each vertex. `[vertex]`.
    fn edge_sets(&self, constraints: &Constraints) -> Vec<EdgeSet> {
        let mut sets = vec![EdgeSet::default(); 2 * self.node_count()];
        let mut add = |pin: PinId, transition: Transition, set: EdgeSet| {
            let vertex = 2 * self.node(pin) + transition as usize;
            sets[vertex] = sets[vertex].union(set);
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
        for node in 0..self.node_count() {
            for arc in self.fanin(node) {
                let source = self.arc_source[arc];
                for to in Transition::ALL {
                    if source.has(to) {
                        let vertex = 2 * node + to as usize;
                        sets[vertex] = sets[vertex].union(sets[source.vertex(to) as usize]);
                    }
                }
            }
        }
        sets
    }
}

/// When a clock's edges leave its source.
fn edge_arrival(clock: &Clock) -> Quad<Ticks> {
    [clock.edges; 2]
}

fn worst(a: Quad<Ticks>, b: Quad<Ticks>) -> Quad<Ticks> {
    let mut worst = a;
    for split in Split::ALL {
        for (value, &other) in worst[split as usize].iter_mut().zip(&b[split as usize]) {
            *value = worse_arrival(split, *value, other);
        }
    }
    worst
}
