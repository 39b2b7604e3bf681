//! Clocks on their way to registers.

use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use zeroslack_graph::{ArcId, NodeId, TimingGraph, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockId;
use zeroslack_timing::{Timing, worst_fanin};
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::{Analysis, Names};
use crate::json::time;
use crate::setup::is_between_data;

/// The network of a clock as a tree: each driver below the one from which the clock comes there latest. Of an ideal clock these are the latencies that it would have if it were
/// propagated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockTree {
    /// The clock.
    pub clock: ClockId,
    /// Its drivers, those that are nearer to where it starts first: a driver comes after its parent.
    pub nodes: Vec<ClockTreeNode>,
    /// How many drivers there are beside these.
    pub left_out: usize,
}

/// A driver in the network of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTreeNode {
    /// The pin: a port or the output of a cell.
    pub pin: PinId,
    /// The place of its parent among the nodes; none where the clock starts.
    pub parent: Option<usize>,
    /// How much later than its own edges the clock is here: early, late.
    pub latency: [Ticks; 2],
    /// Clock pins of registers and clock gates that it drives itself.
    pub clock_pins: usize,
    /// How much later than its own edges the clock is at these: the earliest early, the latest late.
    pub clock_pin_latency: Option<[Ticks; 2]>,
    /// Clock pins below it, its own among them.
    pub all_clock_pins: usize,
    /// Drivers below it that are left out.
    pub left_out: usize,
}

/// A node of the timing graph that a clock passes.
struct Passed {
    node: NodeId,
    /// The nearest driver before it, among those that are passed.
    driver: Option<usize>,
    latency: [Ticks; 2],
    is_driver: bool,
    is_clock_pin: bool,
}

impl ClockTree {
    /// Of all clocks that come to any pin, in their order, with so many drivers of all of them together at the most.
    pub fn of_all(analysis: &Analysis<'_>, most: usize) -> Vec<Self> {
        let passed = passed(analysis);
        let clocks = analysis.names.constraints.clocks.iter();
        let mut rest = most;
        let trees = clocks.filter_map(|(clock, _)| {
            let tree = Self::new(clock, analysis.graph, passed.get(&clock)?, rest);
            rest -= tree.nodes.len();
            Some(tree)
        });
        trees.collect()
    }

    fn new(clock: ClockId, graph: &TimingGraph, passed: &[Passed], most: usize) -> Self {
        let mut tree: Vec<ClockTreeNode> = Vec::new();
        // From what is passed to drivers.
        let mut places: FxHashMap<usize, usize> = FxHashMap::default();
        for (number, one) in passed.iter().enumerate() {
            let parent = one.driver.map(|driver| places[&driver]);
            if one.is_driver {
                places.insert(number, tree.len());
                tree.push(ClockTreeNode {
                    pin: graph.pin(one.node),
                    parent,
                    latency: one.latency,
                    clock_pins: 0,
                    clock_pin_latency: None,
                    all_clock_pins: 0,
                    left_out: 0,
                });
            }
            if let Some(parent) = parent.filter(|_| one.is_clock_pin) {
                let driver = &mut tree[parent];
                driver.clock_pins += 1;
                driver.all_clock_pins += 1;
                let [early, late] = driver.clock_pin_latency.unwrap_or(one.latency);
                driver.clock_pin_latency = Some([early.min(one.latency[0]), late.max(one.latency[1])]);
            }
        }
        for place in (0..tree.len()).rev() {
            if let Some(parent) = tree[place].parent {
                tree[parent].all_clock_pins += tree[place].all_clock_pins;
            }
        }
        Self::cut(clock, tree, most)
    }

    /// Keeps so many drivers: level by level from where the clock starts, of a level those before most clock pins.
    fn cut(clock: ClockId, tree: Vec<ClockTreeNode>, most: usize) -> Self {
        let mut depth = vec![0_u32; tree.len()];
        for place in 0..tree.len() {
            depth[place] = tree[place].parent.map_or(0, |parent| depth[parent] + 1);
        }
        let mut order: Vec<usize> = (0..tree.len()).collect();
        order.sort_by_key(|&place| (depth[place], std::cmp::Reverse(tree[place].all_clock_pins), place));
        let left_out = order.split_off(order.len().min(most));
        let mut place_of: FxHashMap<usize, usize> = FxHashMap::default();
        let mut nodes: Vec<ClockTreeNode> = Vec::with_capacity(order.len());
        for old in order {
            place_of.insert(old, nodes.len());
            let parent = tree[old].parent.map(|parent| place_of[&parent]);
            nodes.push(ClockTreeNode { parent, ..tree[old] });
        }
        for &old in &left_out {
            let mut up = tree[old].parent;
            while let Some(place) = up {
                match place_of.get(&place) {
                    Some(&kept) => {
                        nodes[kept].left_out += 1;
                        break;
                    }
                    None => up = tree[place].parent,
                }
            }
        }
        Self { clock, nodes, left_out: left_out.len() }
    }

    /// As an object: `clock`, `clock_pins`, `latency` (the earliest early and the latest late at clock pins, ps), `left_out`, and `nodes`, each `pin`, `cell`, `parent`,
    /// `latency`, `clock_pins`, `clock_pin_latency`, `all_clock_pins`, `left_out`.
    pub(crate) fn json(&self, names: Names<'_>) -> Value {
        let pair = |latency: [Ticks; 2]| latency.map(time);
        let node = |node: &ClockTreeNode| {
            let cell = names.netlist.pin_cell(node.pin).map(|cell| &*names.netlist.master(cell).name);
            json!({
                "pin": names.netlist.pin_name(node.pin),
                "cell": cell,
                "parent": node.parent,
                "latency": pair(node.latency),
                "clock_pins": node.clock_pins,
                "clock_pin_latency": node.clock_pin_latency.map(pair),
                "all_clock_pins": node.all_clock_pins,
                "left_out": node.left_out,
            })
        };
        let starts = self.nodes.iter().filter(|node| node.parent.is_none());
        let clock_pins: usize = starts.map(|node| node.all_clock_pins).sum();
        let ends = self.nodes.iter().filter_map(|node| node.clock_pin_latency);
        let latency = ends.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        json!({
            "clock": &*names.constraints.clocks[self.clock].name,
            "clock_pins": clock_pins,
            "latency": latency.map(pair),
            "left_out": self.left_out,
            "nodes": self.nodes.iter().map(node).collect::<Value>(),
        })
    }
}

/// The nodes that each clock passes, level by level.
fn passed(analysis: &Analysis<'_>) -> FxHashMap<ClockId, Vec<Passed>> {
    let (graph, timing) = (analysis.graph, analysis.timing);
    let is_clock_pin = clock_pins(graph, analysis.names.netlist.pin_id_count());
    let mut passed: FxHashMap<ClockId, Vec<Passed>> = FxHashMap::default();
    let mut numbers: FxHashMap<(ClockId, NodeId), usize> = FxHashMap::default();
    for node in NodeId::all(0..graph.structure().node_count()).filter(|&node| !graph.is_ideal(node)) {
        for (clock, vertex) in clocks_at(graph, node) {
            let of_clock = passed.entry(clock).or_default();
            let Some(latency) = latency(analysis, clock, node) else { continue };
            let before = worst_fanin(graph, timing, vertex, Split::Late)
                .and_then(|arc| numbers.get(&(clock, graph.arc_source(arc).node())));
            let driver = before.and_then(|&number| {
                let before = &of_clock[number];
                if before.is_driver { Some(number) } else { before.driver }
            });
            let pin_node = graph.pin_graph_node(node);
            numbers.insert((clock, node), of_clock.len());
            of_clock.push(Passed {
                node,
                driver,
                latency,
                is_driver: graph.pins().tree_of(pin_node).is_some(),
                is_clock_pin: is_clock_pin[graph.pin(node).index()],
            });
        }
    }
    passed
}

/// The clocks at a node, with the vertex at which each comes by its rising edge, or by its falling edge if it comes by no other.
fn clocks_at(graph: &TimingGraph, node: NodeId) -> Vec<(ClockId, VertexId)> {
    let mut found: Vec<(ClockId, VertexId)> = Vec::new();
    for vertex in node.vertices() {
        let tag = graph.vertex_tag(vertex).filter(|tag| tag.clocks());
        let Some(edge) = tag.and_then(|tag| tag.launch) else { continue };
        match found.iter_mut().find(|(clock, _)| *clock == edge.clock) {
            Some((_, known)) if edge.edge == Transition::Rise => *known = vertex,
            Some(_) => {}
            None => found.push((edge.clock, vertex)),
        }
    }
    found
}

/// How much later than its own edges a clock is at a node: the earliest early, the latest late.
fn latency(analysis: &Analysis<'_>, clock: ClockId, node: NodeId) -> Option<[Ticks; 2]> {
    let (graph, timing): (&TimingGraph, &Timing) = (analysis.graph, analysis.timing);
    let at = |split| {
        let of_vertex = |vertex: VertexId| {
            graph.launch_edge(vertex).filter(|edge| edge.clock == clock)?;
            timing.arrival(node, split, vertex.transition())
        };
        let latencies = node.vertices().into_iter().filter_map(of_vertex);
        if split == Split::Early { latencies.min() } else { latencies.max() }
    };
    Some([at(Split::Early)?, at(Split::Late)?])
}

/// Whether cells launch data or check it at a pin. `[pin]`
fn clock_pins(graph: &TimingGraph, pin_count: usize) -> Vec<bool> {
    let (pins, structure) = (graph.pins(), graph.pins().structure());
    let launches = ArcId::all(0..structure.arc_count()).filter(|&arc| pins.is_launch(arc));
    let launching = launches.map(|arc| structure.arc_source(arc).node());
    let mut is_clock_pin = vec![false; pin_count];
    let checks = pins.checks().iter().filter(|check| !is_between_data(graph, check));
    for node in launching.chain(checks.map(|check| check.clock.node())) {
        is_clock_pin[structure.pin(node).index()] = true;
    }
    is_clock_pin
}
