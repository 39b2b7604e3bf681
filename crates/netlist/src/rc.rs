//! One net's RC network while its nodes get their defined order.

use std::cmp::Ordering;

use zeroslack_spef::{Reduced, Resistor};
use zeroslack_units::LARGEST_RESISTANCE;

use crate::id::NONE;
use crate::parasitics::{Bound, NodeResistor, RcNetwork};
use crate::part::{Joint, Part};
use crate::{NetId, PinId};

/// A node with its pin known.
#[derive(Clone, Copy, Debug)]
struct Placed {
    /// [`NONE`] at an internal node.
    pin: u32,
    /// Its index in the file's net.
    index: u32,
    /// Of an internal node called after its net; the greatest for any other.
    number: u64,
    capacitance: f32,
}

/// A network that is being put in order. It is emptied and used again for every net.
#[derive(Debug, Default)]
pub(crate) struct Network {
    nodes: Vec<Placed>,
    /// From a node's index in the file to its place.
    place: Vec<u32>,
    resistors: Vec<NodeResistor>,
}

impl Network {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.resistors.clear();
    }

    /// Adds the file's next node.
    #[inline]
    pub(crate) fn add_node(&mut self, pin: u32, number: u64, capacitance: f32) {
        let index = self.nodes.len() as u32;
        self.nodes.push(Placed { pin, index, number, capacitance });
    }

    /// Puts the nodes in order: pins by id, then internal nodes by number, then by name, as `by_name` compares two of the
    /// file's nodes.
    pub(crate) fn sort(&mut self, by_name: impl Fn(u32, u32) -> Ordering) {
        self.nodes.sort_unstable_by(|a, b| {
            (a.pin, a.number).cmp(&(b.pin, b.number)).then_with(|| by_name(a.index, b.index))
        });
        self.drop_repeated_pins();
        self.number();
    }

    fn number(&mut self) {
        self.place.clear();
        self.place.resize(self.nodes.len(), 0);
        for (place, node) in self.nodes.iter().enumerate() {
            self.place[node.index as usize] = place as u32;
        }
    }

    /// Two names in the file for one pin (of an aliased port, say): the second is an internal node.
    fn drop_repeated_pins(&mut self) {
        let mut pin = NONE;
        let mut repeated = false;
        for node in &mut self.nodes {
            if node.pin != NONE && node.pin == pin {
                node.pin = NONE;
                repeated = true;
            } else {
                pin = node.pin;
            }
        }
        if repeated {
            // Stable, so that internal nodes keep their order.
            self.nodes.sort_by_key(|node| node.pin);
        }
    }

    pub(crate) fn add_resistors(&mut self, resistors: &[Resistor]) {
        for &Resistor { ends: [a, b], resistance } in resistors {
            self.add_resistor_between(a as usize, b as usize, resistance);
        }
    }

    /// Adds a resistor between two nodes, as indices in the order in which they were added.
    pub(crate) fn add_resistor_between(&mut self, a: usize, b: usize, resistance: f32) {
        self.add_resistor(self.place[a], self.place[b], resistance);
    }

    fn add_resistor(&mut self, a: u32, b: u32, resistance: f32) {
        if a != b {
            self.resistors.push(NodeResistor { low: a.min(b), high: a.max(b), resistance });
        }
    }

    /// Makes a reduced net a star that keeps its load and its delays: each sink at the end of a resistor of its own, with an
    /// equal share of the capacitance, so that its Elmore delay is the file's and its response a single pole. Of several
    /// drivers the first in the nodes' order counts.
    pub(crate) fn add_reduced(&mut self, drivers: &[Reduced<'_>]) {
        let Some(driver) = drivers.iter().min_by_key(|driver| self.place[driver.driver as usize]) else {
            return;
        };
        let total = (driver.pi.0 + driver.pi.2).min(f32::MAX);
        let share = total / driver.loads.len().max(1) as f32;
        for node in &mut self.nodes {
            node.capacitance = 0.0;
        }
        let root = self.place[driver.driver as usize];
        if driver.loads.is_empty() {
            self.nodes[root as usize].capacitance = total;
        }
        for &(sink, delay) in &driver.loads {
            let sink = self.place[sink as usize];
            self.nodes[sink as usize].capacitance += share;
            if share > 0.0 {
                self.add_resistor(root, sink, (delay.max(0.0) / share).min(LARGEST_RESISTANCE));
            }
        }
    }

    /// The pins that have nodes, in order.
    pub(crate) fn pins(&self) -> impl Iterator<Item = PinId> + '_ {
        self.nodes.iter().map(|node| node.pin).take_while(|&pin| pin != NONE).map(PinId)
    }

    /// Gives nodes to all of some pins if any of them has one. Before resistors are added.
    pub(crate) fn complete(&mut self, pins: &[PinId]) {
        let named = self.pins().count();
        if named == 0 || named == pins.len() {
            return;
        }
        for &pin in pins {
            if self.nodes[..named].binary_search_by_key(&pin.0, |node| node.pin).is_err() {
                self.add_node(pin.0, u64::MAX, 0.0);
            }
        }
        // Stable, so that internal nodes keep their order.
        self.nodes.sort_by_key(|node| node.pin);
        self.number();
    }

    /// The sums of what there is: capacitances in fF, resistances in kΩ.
    pub(crate) fn totals(&self) -> (f64, f64) {
        let capacitances = self.nodes.iter().map(|node| f64::from(node.capacitance));
        let resistances = self.resistors.iter().map(|resistor| f64::from(resistor.resistance));
        (capacitances.sum(), resistances.sum())
    }

    /// Puts resistors in order, and a lone node in place of all where the file says no more of the net than its total capacitance.
    pub(crate) fn finish(&mut self, total_capacitance: f32) {
        let says_nothing = self.resistors.is_empty() && self.nodes.iter().all(|node| node.capacitance == 0.0);
        if self.nodes.is_empty() || says_nothing && total_capacitance > 0.0 {
            self.nodes.clear();
            self.nodes.push(Placed { pin: NONE, index: 0, number: 0, capacitance: total_capacitance });
        }
        self.resistors.sort_unstable_by(NodeResistor::order);
    }

    /// What there is as a part of a net that is called `name` there. `joints` has the nodes that are hierarchical pins, as indices in the file.
    pub(crate) fn part(&mut self, name: u32, joints: &[Joint], total_capacitance: f32) -> Part {
        let says_nothing = self.resistors.is_empty() && self.nodes.iter().all(|node| node.capacitance == 0.0);
        let names_nothing = joints.is_empty() && self.pins().next().is_none();
        if says_nothing || names_nothing {
            let known: f32 = self.nodes.iter().map(|node| node.capacitance).sum();
            let lumped = if says_nothing { total_capacitance } else { known };
            return Part { name, lumped: Some(lumped.min(f32::MAX)), ..Part::default() };
        }
        self.resistors.sort_unstable_by(NodeResistor::order);
        let network = RcNetwork {
            node_pin: self.nodes.iter().map(|node| node.pin).collect(),
            node_capacitance: self.nodes.iter().map(|node| node.capacitance).collect(),
            resistors: self.resistors.clone(),
        };
        let placed = joints.iter().map(|joint| Joint { node: self.place[joint.node as usize], ..*joint });
        let mut joints: Vec<Joint> = placed.collect();
        joints.sort_unstable_by_key(|joint| joint.node);
        Part { name, network, joints, lumped: None }
    }

    /// Appends the network.
    pub(crate) fn put(&self, net: NetId, bound: &mut Bound) {
        bound.nets.push((net, self.nodes.len() as u32, self.resistors.len() as u32));
        bound.node_pin.extend(self.nodes.iter().map(|node| node.pin));
        bound.node_capacitance.extend(self.nodes.iter().map(|node| node.capacitance));
        bound.resistors.extend_from_slice(&self.resistors);
    }
}
