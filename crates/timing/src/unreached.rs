//! Parasitics that do not join a driver to all of its net: what is wrong with them, counted over the design.
//!
//! What the driver's resistors do not reach is taken to be at the driver: the capacitance of nodes there, and loads, whose wires have no delay. A network without any
//! resistor says no more than capacitances, and is left alone.

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_netlist::{NetId, Netlist, Parasitics, PinId, RcNet};

use crate::networks::PIECE;
use crate::rc::{NO_WIRE, RcNode};

/// Trees that one task looks at.
const BLOCK: usize = 4096;

/// What is wrong with the networks of some trees.
#[derive(Debug, Default)]
struct Unreached {
    loads: FirstFew<PinId>,
    drivers: FirstFew<PinId>,
    /// Nets in several pieces.
    nets: FirstFew<NetId>,
}

impl Unreached {
    fn append(mut self, later: Self) -> Self {
        self.loads.append(later.loads);
        self.drivers.append(later.drivers);
        self.nets.append(later.nets);
        self
    }

    fn report(&self, netlist: &Netlist) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let Self { loads, drivers, nets } = self;
        let pin = |&pin: &PinId| netlist.pin_name(pin);
        if loads.count() > 0 {
            diagnostics.warning("TIM-003", None, || {
                let what = counted(loads.count(), "load is", "loads are");
                let names = loads.names(pin);
                format!(
                    "{what} reached by no resistor from the driver, and taken to be at the driver: {names}"
                )
            });
        }
        if drivers.count() > 0 {
            diagnostics.warning("TIM-004", None, || {
                let what = counted(drivers.count(), "driver is", "drivers are");
                let names = drivers.names(pin);
                format!("{what} not in the parasitics of the net, of which only the capacitance counts then: {names}")
            });
        }
        if nets.count() > 0 {
            diagnostics.warning("TIM-005", None, || {
                let what = counted(nets.count(), "net has", "nets have");
                let names = nets.names(|&net| netlist.net_name(net).to_string());
                format!("{what} parasitics in several pieces; the capacitance of those that no resistor joins to the driver is taken to be at the driver: {names}")
            });
        }
        diagnostics
    }
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Loads that no resistor reaches (`TIM-003`), drivers that are not in the network of their net (`TIM-004`), networks in several pieces (`TIM-005`). `tree` gives the nodes
/// of a driver's tree.
pub(crate) fn unreached<'t>(
    netlist: &Netlist,
    parasitics: &Parasitics,
    graph: &TimingGraph,
    tree: impl Fn(usize) -> &'t [RcNode] + Sync,
) -> Diagnostics {
    let trees = graph.pins().trees();
    let blocks = (0..trees.len().div_ceil(BLOCK)).into_par_iter().map(|block| {
        let mut found = Unreached::default();
        for number in block * BLOCK..trees.len().min((block + 1) * BLOCK) {
            look_at_tree(parasitics, graph, (number, tree(number)), &mut found);
        }
        found
    });
    let found = blocks.collect::<Vec<_>>().into_iter().fold(Unreached::default(), Unreached::append);
    found.report(netlist)
}

/// The same of some trees.
pub(crate) fn unreached_in<'t>(
    netlist: &Netlist,
    parasitics: &Parasitics,
    graph: &TimingGraph,
    trees: &[u32],
    tree: impl Fn(usize) -> &'t [RcNode] + Sync,
) -> Diagnostics {
    let look_at = |trees: &[u32]| {
        let mut found = Unreached::default();
        for number in trees.iter().map(|&number| number as usize) {
            look_at_tree(parasitics, graph, (number, tree(number)), &mut found);
        }
        found
    };
    let found = if trees.len() < 2 * PIECE {
        look_at(trees)
    } else {
        let pieces: Vec<Unreached> = trees.par_chunks(PIECE).map(look_at).collect();
        pieces.into_iter().fold(Unreached::default(), Unreached::append)
    };
    found.report(netlist)
}

fn look_at_tree(
    parasitics: &Parasitics,
    graph: &TimingGraph,
    (number, tree): (usize, &[RcNode]),
    found: &mut Unreached,
) {
    let trees = graph.pins().trees();
    let of = &trees[number];
    // Where constraints state the load of the net, its network does not count.
    let rc = parasitics.net(of.net).filter(|rc| {
        !rc.resistors.is_empty() && rc.pin_node_count() > 0 && !graph.pins().has_net_load(of.net)
    });
    let Some(rc) = rc else { return };
    let Some(driver) = rc.node_of(of.driver) else {
        found.drivers.note(of.driver);
        return;
    };
    if !is_all_reached(tree, &rc) {
        // A net has as many trees as drivers, next to each other.
        let is_first = number == 0 || trees[number - 1].net != of.net;
        look_at(&rc, driver, graph.pins().tree_sinks(number), (of.net, is_first), found);
    }
}

/// Whether a tree has all nodes of its network, and no other, as far as that is seen at once. Sinks that were not reached come last and are at the root.
fn is_all_reached(tree: &[RcNode], rc: &RcNet<'_>) -> bool {
    let is_added = |node: &RcNode| {
        node.parent == 0 && node.resistance == 0.0 && node.capacitance == 0.0 && node.wire != NO_WIRE
    };
    tree.len() == rc.node_count() && (tree.len() == 1 || !tree.last().is_some_and(is_added))
}

fn look_at(
    rc: &RcNet<'_>,
    driver: usize,
    sinks: &[PinId],
    (net, is_first): (NetId, bool),
    found: &mut Unreached,
) {
    let mut pieces = Pieces::new(rc);
    let root = pieces.of(driver as u32);
    let mut is_load = vec![false; rc.node_count()];
    for &sink in sinks {
        if let Some(node) = rc.node_of(sink) {
            is_load[node] = true;
            if pieces.of(node as u32) != root {
                found.loads.note(sink);
            }
        }
    }
    let mut nodes = 0..rc.node_count() as u32;
    // A load that is joined to nothing is no piece.
    let is_piece =
        nodes.any(|node| pieces.of(node) != root && !(is_load[node as usize] && pieces.is_alone(node)));
    if is_first && is_piece {
        found.nets.note(net);
    }
}

/// Which nodes of a network resistors join.
struct Pieces {
    parent: Vec<u32>,
    /// Number of resistors at each node.
    resistors: Vec<u32>,
}

impl Pieces {
    fn new(rc: &RcNet<'_>) -> Self {
        let nodes = rc.node_count();
        let mut pieces = Self { parent: (0..nodes as u32).collect(), resistors: vec![0; nodes] };
        for resistor in rc.resistors {
            let [low, high] = [resistor.low, resistor.high].map(|node| {
                pieces.resistors[node as usize] += 1;
                pieces.of(node)
            });
            pieces.parent[low.max(high) as usize] = low.min(high);
        }
        pieces
    }

    /// The lowest node of a node's piece.
    fn of(&mut self, mut node: u32) -> u32 {
        while self.parent[node as usize] != node {
            let next = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = next;
            node = next;
        }
        node
    }

    fn is_alone(&self, node: u32) -> bool {
        self.resistors[node as usize] == 0
    }
}
