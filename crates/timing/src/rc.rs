//! One driver's RC tree in parent order, from the network of its net.

use zeroslack_netlist::RcNet;

use crate::net_loads::own_load;
use crate::networks::RcNetworks;
use crate::pin_loads::PinLoads;

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

/// Flattens one tree after another.
pub(crate) struct Flattener<'n> {
    networks: &'n RcNetworks<'n>,
    pub(crate) nodes: Vec<RcNode>,
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
    pub(crate) fn new(networks: &'n RcNetworks<'n>) -> Self {
        Self {
            networks,
            nodes: Vec::new(),
            first: Vec::new(),
            neighbours: Vec::new(),
            place: Vec::new(),
            reached: Vec::new(),
        }
    }

    /// Appends a driver's tree. Returns whether a loop was opened.
    pub(crate) fn flatten(&mut self, number: usize) -> bool {
        let RcNetworks { netlist, parasitics, graph, loads: PinLoads { of_pin: load_of, of_nets, .. } } =
            self.networks;
        let (tree, sinks) = (graph.pins().trees()[number], graph.pins().tree_sinks(number));
        let base = self.nodes.len();
        let stated = of_nets.of(number);
        let load = stated.unwrap_or_else(|| own_load(netlist, &tree, load_of));
        self.nodes.push(RcNode { parent: 0, resistance: 0.0, capacitance: 0.0, load, wire: NO_WIRE });
        let mut opened = false;
        let rc = if stated.is_some() { None } else { parasitics.net(tree.net) };
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
            let (wire, load) = (wire as u32, load_of[sink.index()]);
            if node != NOT_REACHED {
                let node = &mut self.nodes[base + node as usize];
                (node.wire, node.load) = (wire, load);
            } else {
                // A sink without parasitics sits at the driver.
                self.nodes.push(RcNode { parent: 0, resistance: 0.0, capacitance: 0.0, load, wire });
            }
        }
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
