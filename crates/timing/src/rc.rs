//! Every driver's RC tree in parent order, made once for a netlist.

use rayon::prelude::*;
use zeroslack_graph::{TimingGraph, Tree};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{NetId, Netlist, Parasitics, PinId, RcNet};
use zeroslack_units::{Quad, quad};

use crate::library::LibraryData;
use crate::networks::{FlatTrees, RcNetworks};

/// A node of an RC tree. The root is the driver and comes first; a node comes after its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RcNode {
    /// Index in the tree of the next node towards the driver; 0 at the root itself.
    pub parent: u32,
    /// kΩ to the parent.
    pub resistance: f32,
    /// fF to ground, without the pin.
    pub capacitance: f32,
    /// The pin's capacitance, as an index into the pool that [`crate::DelayCalculator::tree`] is given; 0 is none.
    pub load: u32,
    /// The wire that ends here, as an index into the tree's own wires; [`NO_WIRE`] at other nodes.
    pub wire: u32,
}

/// Marks a node where no wire ends.
pub const NO_WIRE: u32 = u32::MAX;

/// Nets that a task looks at, at least.
const NETS: usize = 4096;

/// All RC trees.
#[derive(Debug, Default)]
pub(crate) struct RcTrees {
    /// `[tree + 1]`: where each tree's nodes start.
    pub(crate) first: Vec<u32>,
    pub(crate) nodes: Vec<RcNode>,
    /// Capacitances of pins, fF. The first is 0.
    pub(crate) loads: Vec<Quad<f32>>,
}

impl RcTrees {
    /// A loop of resistors is opened where a breadth-first walk from the driver meets itself, with a warning (`TIM-002`). `flatten` does
    /// what [`RcNetworks::flatten`] does.
    pub(crate) fn new(
        (netlist, parasitics): (&Netlist, &Parasitics),
        graph: &TimingGraph,
        library: &LibraryData,
        flatten: impl FnOnce(&RcNetworks<'_>) -> FlatTrees,
    ) -> (Self, Diagnostics) {
        let mut loads = vec![quad(0.0)];
        let load_of = gather_loads(&mut loads, (netlist, parasitics), graph, library);
        let FlatTrees { first, nodes, opened } = flatten(&RcNetworks { netlist, parasitics, graph, load_of });
        let mut diagnostics = Diagnostics::new();
        for tree in opened {
            diagnostics.warning("TIM-002", None, || {
                let net = netlist.net_name(graph.pins().trees()[tree as usize].net);
                format!("the parasitics of net '{net}' have a loop of resistors, which is opened")
            });
        }
        (Self { first, nodes, loads }, diagnostics)
    }

    /// The nodes of a tree.
    #[inline]
    pub(crate) fn tree(&self, tree: usize) -> &[RcNode] {
        &self.nodes[self.first[tree] as usize..self.first[tree + 1] as usize]
    }
}

/// Fills the pool of capacitances and returns each pin's place in it. `[pin]`.
fn gather_loads(
    loads: &mut Vec<Quad<f32>>,
    (netlist, parasitics): (&Netlist, &Parasitics),
    graph: &TimingGraph,
    library: &LibraryData,
) -> Vec<u32> {
    // The place of each library cell's pins in the pool; most library cells are not used.
    let mut places: Vec<Vec<u32>> = vec![Vec::new(); library.master_count()];
    let mut load_of = vec![0; netlist.pin_id_count()];
    for cell in netlist.cells() {
        let places = &mut places[netlist.cell_master(cell).index()];
        if places.is_empty() {
            let first = loads.len() as u32;
            loads.extend(netlist.cell_pins(cell).map(|pin| library.capacitance(netlist, pin)));
            places.extend(first..loads.len() as u32);
        }
        for (pin, &place) in netlist.cell_pins(cell).zip(&*places) {
            load_of[pin.index()] = place;
        }
    }
    for &(pin, load) in graph.pins().port_loads() {
        loads.push(load);
        load_of[pin.index()] = loads.len() as u32 - 1;
    }
    for pin in left_out_pins(netlist, parasitics) {
        load_of[pin.index()] = 0;
    }
    load_of
}

/// All pins that the parasitics of their nets leave out.
fn left_out_pins(netlist: &Netlist, parasitics: &Parasitics) -> Vec<PinId> {
    let nets = (0..netlist.net_id_count() as u32).into_par_iter().with_min_len(NETS);
    nets.flat_map_iter(|net| parasitics.left_out_pins(netlist, NetId(net))).collect()
}

/// Flattens one tree after another.
pub(crate) struct Flattener<'n> {
    netlist: &'n Netlist,
    parasitics: &'n Parasitics,
    load_of: &'n [u32],
    pub(crate) nodes: Vec<RcNode>,
    /// Where each tree ends in `nodes`.
    pub(crate) ends: Vec<u32>,
    /// Neighbours of each RC node: `first` says where they start; (node, kΩ).
    first: Vec<u32>,
    neighbours: Vec<(u32, f32)>,
    /// The tree node of each RC node.
    place: Vec<u32>,
    /// The RC nodes in the order they were reached.
    reached: Vec<u32>,
}

/// Marks an RC node that is not reached yet.
const NOT_REACHED: u32 = u32::MAX;

impl<'n> Flattener<'n> {
    pub(crate) fn new(netlist: &'n Netlist, parasitics: &'n Parasitics, load_of: &'n [u32]) -> Self {
        Self {
            netlist,
            parasitics,
            load_of,
            nodes: Vec::new(),
            ends: Vec::new(),
            first: Vec::new(),
            neighbours: Vec::new(),
            place: Vec::new(),
            reached: Vec::new(),
        }
    }

    /// Appends a driver's tree. Returns whether a loop was opened.
    pub(crate) fn flatten(&mut self, tree: &Tree, sinks: &[PinId]) -> bool {
        let base = self.nodes.len();
        // A driving port's stated load counts; a driving cell's own pin does not.
        let root_load =
            if self.netlist.pin_cell(tree.driver).is_none() { self.load_of[tree.driver.index()] } else { 0 };
        self.nodes.push(RcNode {
            parent: 0,
            resistance: 0.0,
            capacitance: 0.0,
            load: root_load,
            wire: NO_WIRE,
        });
        let mut opened = false;
        let rc = self.parasitics.net(tree.net);
        let mut on_tree = 0;
        if let Some(rc) = rc {
            match rc.node_of(tree.driver) {
                Some(root) => opened = self.walk(base, &rc, root),
                None => self.place.clear(),
            }
            self.place.resize(rc.node_count(), NOT_REACHED);
            on_tree = rc.pin_node_count();
            // What hangs in the air still loads the driver.
            let stray = (0..rc.node_count()).filter(|&node| self.place[node] == NOT_REACHED);
            self.nodes[base].capacitance += stray.map(|node| rc.capacitance[node]).sum::<f32>();
        }
        for (wire, &sink) in sinks.iter().enumerate() {
            let node = rc
                .filter(|_| on_tree > 0)
                .and_then(|rc| rc.node_of(sink))
                .map_or(NOT_REACHED, |node| self.place[node]);
            let (wire, load) = (wire as u32, self.load_of[sink.index()]);
            if node != NOT_REACHED {
                let node = &mut self.nodes[base + node as usize];
                (node.wire, node.load) = (wire, load);
            } else {
                // A sink without parasitics sits at the driver.
                self.nodes.push(RcNode { parent: 0, resistance: 0.0, capacitance: 0.0, load, wire });
            }
        }
        self.ends.push(self.nodes.len() as u32);
        opened
    }

    /// Walks an RC network breadth first from `root`, neighbours in the order of their nodes.
    fn walk(&mut self, base: usize, rc: &RcNet<'_>, root: usize) -> bool {
        self.gather_neighbours(rc);
        self.place.clear();
        self.place.resize(rc.node_count(), NOT_REACHED);
        self.place[root] = 0;
        self.reached.clear();
        self.reached.push(root as u32);
        self.nodes[base].capacitance = rc.capacitance[root];
        let mut opened = false;
        let mut next = 0;
        while next < self.reached.len() {
            let node = self.reached[next] as usize;
            let parent = self.nodes[base + next].parent;
            for &(neighbour, resistance) in
                &self.neighbours[self.first[node] as usize..self.first[node + 1] as usize]
            {
                let place = self.place[neighbour as usize];
                if place == NOT_REACHED {
                    self.place[neighbour as usize] = self.reached.len() as u32;
                    self.reached.push(neighbour);
                    let capacitance = rc.capacitance[neighbour as usize];
                    self.nodes.push(RcNode {
                        parent: next as u32,
                        resistance,
                        capacitance,
                        load: 0,
                        wire: NO_WIRE,
                    });
                } else if place as usize > next && self.nodes[base + place as usize].parent as usize == next {
                    // A second resistor beside the first.
                    let first = &mut self.nodes[base + place as usize].resistance;
                    *first = parallel(*first, resistance);
                } else {
                    opened |= next == 0 || place != parent;
                }
            }
            next += 1;
        }
        opened
    }

    /// Both ends of every resistor, grouped by node. Resistors are in order, so each node's neighbours are too.
    fn gather_neighbours(&mut self, rc: &RcNet<'_>) {
        self.first.clear();
        self.first.resize(rc.node_count() + 2, 0);
        for resistor in rc.resistors {
            self.first[resistor.low as usize + 2] += 1;
            self.first[resistor.high as usize + 2] += 1;
        }
        for node in 2..self.first.len() {
            self.first[node] += self.first[node - 1];
        }
        self.neighbours.clear();
        self.neighbours.resize(2 * rc.resistors.len(), (0, 0.0));
        for resistor in rc.resistors {
            for (from, to) in [(resistor.low, resistor.high), (resistor.high, resistor.low)] {
                let place = &mut self.first[from as usize + 1];
                self.neighbours[*place as usize] = (to, resistor.resistance);
                *place += 1;
            }
        }
    }
}

fn parallel(a: f32, b: f32) -> f32 {
    if a + b > 0.0 { a * b / (a + b) } else { 0.0 }
}
