//! Parasitics of the nets: RC networks as flat arrays, in an order that depends on names and ids alone.

use std::cmp::Ordering;
use std::ops::Range;

use crate::id::NONE;
use crate::{NetId, PinId};

/// A resistor between two nodes of a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeResistor {
    /// The lower end, as an index into the net's nodes.
    pub low: u32,
    /// The higher end.
    pub high: u32,
    /// kΩ.
    pub resistance: f32,
}

impl NodeResistor {
    /// The order of a net's resistors: by their ends, then by resistance.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let ends = (self.low, self.high).cmp(&(other.low, other.high));
        ends.then(self.resistance.total_cmp(&other.resistance))
    }
}

/// The RC networks of all nets.
///
/// A net's nodes are its pins in the order of their ids, then its internal nodes in the order of their
/// names; its resistors are in the order of their ends. So float sums over them do not depend on the order of any file.
#[derive(Clone, Debug, Default)]
pub struct Parasitics {
    /// `[net]`
    spans: Vec<Span>,
    /// The pin at each node; [`NONE`] at an internal one.
    node_pin: Vec<u32>,
    /// fF to ground.
    node_capacitance: Vec<f32>,
    resistors: Vec<NodeResistor>,
    /// Nodes and resistors that no net has any more: those of networks that were replaced.
    unused: usize,
}

/// Where a net's nodes and resistors are. No nodes means no parasitics.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    node: u32,
    nodes: u32,
    resistor: u32,
    resistors: u32,
}

impl Span {
    fn node_range(self) -> Range<usize> {
        self.node as usize..self.node as usize + self.nodes as usize
    }

    fn resistor_range(self) -> Range<usize> {
        self.resistor as usize..self.resistor as usize + self.resistors as usize
    }

    fn size(self) -> usize {
        self.nodes as usize + self.resistors as usize
    }
}

/// The RC network of one net.
#[derive(Clone, Copy, Debug)]
pub struct RcNet<'n> {
    pins: &'n [u32],
    /// fF to ground, by node.
    pub capacitance: &'n [f32],
    /// Resistors in the order of their ends.
    pub resistors: &'n [NodeResistor],
}

impl RcNet<'_> {
    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.pins.len()
    }

    /// The pin at a node; none at an internal one.
    pub fn pin(&self, node: usize) -> Option<PinId> {
        let pin = self.pins[node];
        (pin != NONE).then_some(PinId(pin))
    }

    /// The node of a pin. Pins come first, in the order of their ids.
    pub fn node_of(&self, pin: PinId) -> Option<usize> {
        // NONE sorts behind every pin.
        self.pins.binary_search(&pin.0).ok()
    }

    /// Whether any node is a pin.
    pub(crate) fn has_pins(&self) -> bool {
        self.has_pins_at_least(1)
    }

    /// Whether so many nodes, one or more, are pins.
    pub(crate) fn has_pins_at_least(&self, count: usize) -> bool {
        // Pins come first.
        self.pins.get(count - 1).is_some_and(|&pin| pin != NONE)
    }

    /// Number of nodes that are pins.
    pub fn pin_node_count(&self) -> usize {
        self.pins.partition_point(|&pin| pin != NONE)
    }
}

/// A copy of one net's RC network.
#[derive(Clone, Debug, PartialEq)]
pub struct RcNetwork {
    pub(crate) node_pin: Vec<u32>,
    pub(crate) node_capacitance: Vec<f32>,
    pub(crate) resistors: Vec<NodeResistor>,
}

/// RC networks of some nets, to be put in place: one piece of a file.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    /// Net, number of nodes, number of resistors.
    pub(crate) nets: Vec<(NetId, u32, u32)>,
    pub(crate) node_pin: Vec<u32>,
    pub(crate) node_capacitance: Vec<f32>,
    pub(crate) resistors: Vec<NodeResistor>,
}

impl Bound {
    /// The network of one net.
    pub(crate) fn one(net: NetId, network: RcNetwork) -> Self {
        let RcNetwork { node_pin, node_capacitance, resistors } = network;
        let nets = vec![(net, node_pin.len() as u32, resistors.len() as u32)];
        Self { nets, node_pin, node_capacitance, resistors }
    }
}

impl Parasitics {
    pub(crate) fn empty(nets: usize) -> Self {
        Self { spans: vec![Span::default(); nets], ..Self::default() }
    }

    /// The RC network of a net; none where there is none.
    pub fn net(&self, net: NetId) -> Option<RcNet<'_>> {
        let span = self.spans[net.index()];
        (span.nodes > 0).then(|| RcNet {
            pins: &self.node_pin[span.node_range()],
            capacitance: &self.node_capacitance[span.node_range()],
            resistors: &self.resistors[span.resistor_range()],
        })
    }

    /// Where a net's nodes and resistors are in [`Parasitics::arrays`]; both empty where it has no parasitics.
    pub fn places(&self, net: NetId) -> [Range<u32>; 2] {
        let Span { node, nodes, resistor, resistors } = self.spans[net.index()];
        [node..node + nodes, resistor..resistor + resistors]
    }

    /// All networks as they lie, for an engine on another device: the pin of each node (`u32::MAX` at internal ones), its capacitance, fF,
    /// and the resistors, whose ends are counted from their net's first node. Some may belong to no net any more.
    pub fn arrays(&self) -> (&[u32], &[f32], &[NodeResistor]) {
        (&self.node_pin, &self.node_capacitance, &self.resistors)
    }

    /// Number of nets with parasitics.
    pub fn net_count(&self) -> usize {
        self.spans.iter().filter(|span| span.nodes > 0).count()
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.spans.iter().map(|span| span.nodes as usize).sum()
    }

    /// Puts networks in place of what their nets had. False, and nothing changed for anyone to see, if there would be
    /// more than `most` nodes or resistors.
    pub(crate) fn put(&mut self, bound: &Bound, most: usize) -> bool {
        let fits = |parasitics: &Self| {
            let nodes = parasitics.node_pin.len() + bound.node_pin.len();
            let resistors = parasitics.resistors.len() + bound.resistors.len();
            nodes.max(resistors) <= most
        };
        if !fits(self) {
            self.compact();
            if !fits(self) {
                return false;
            }
        }
        let (mut node, mut resistor) = (self.node_pin.len() as u32, self.resistors.len() as u32);
        for &(net, nodes, resistors) in &bound.nets {
            let span = &mut self.spans[net.index()];
            self.unused += span.size();
            *span = Span { node, nodes, resistor, resistors };
            node += nodes;
            resistor += resistors;
        }
        self.node_pin.extend_from_slice(&bound.node_pin);
        self.node_capacitance.extend_from_slice(&bound.node_capacitance);
        self.resistors.extend_from_slice(&bound.resistors);
        true
    }

    /// A copy of a net's network, to be put back with [`Parasitics::restore`].
    pub(crate) fn network(&self, net: NetId) -> Option<Box<RcNetwork>> {
        let span = self.spans[net.index()];
        (span.nodes > 0).then(|| {
            Box::new(RcNetwork {
                node_pin: self.node_pin[span.node_range()].to_vec(),
                node_capacitance: self.node_capacitance[span.node_range()].to_vec(),
                resistors: self.resistors[span.resistor_range()].to_vec(),
            })
        })
    }

    /// Puts back what a net had.
    pub(crate) fn restore(&mut self, net: NetId, network: Option<Box<RcNetwork>>) {
        self.unused += self.spans[net.index()].size();
        self.spans[net.index()] = Span::default();
        let Some(network) = network else { return self.tidy() };
        // It had room before.
        self.put(&Bound::one(net, *network), u32::MAX as usize);
        self.tidy();
    }

    /// Makes the node of a pin that leaves its net the first of the internal ones. False if the pin has none.
    pub(crate) fn detach(&mut self, net: NetId, pin: PinId) -> bool {
        let Some(rc) = self.net(net) else { return false };
        let Some(node) = rc.node_of(pin) else { return false };
        let last = rc.pin_node_count() - 1;
        self.move_node(net, node, last);
        self.node_pin[self.spans[net.index()].node as usize + last] = NONE;
        true
    }

    /// Takes that back.
    pub(crate) fn attach(&mut self, net: NetId, pin: PinId) {
        let span = self.spans[net.index()];
        let pins = &mut self.node_pin[span.node_range()];
        let node = pins.partition_point(|&other| other != NONE);
        let place = pins.partition_point(|&other| other < pin.0);
        pins[node] = pin.0;
        self.move_node(net, node, place);
    }

    /// Moves a node of a net to another place; those between make room.
    fn move_node(&mut self, net: NetId, from: usize, to: usize) {
        let span = self.spans[net.index()];
        let between = span.node as usize + from.min(to)..=span.node as usize + from.max(to);
        let (pins, capacitances) = (&mut self.node_pin[between.clone()], &mut self.node_capacitance[between]);
        if from < to {
            pins.rotate_left(1);
            capacitances.rotate_left(1);
        } else {
            pins.rotate_right(1);
            capacitances.rotate_right(1);
        }
        let (from, to) = (from as u32, to as u32);
        let moved = |node: u32| match node {
            node if node == from => to,
            node if from < node && node <= to => node - 1,
            node if to <= node && node < from => node + 1,
            node => node,
        };
        let resistors = &mut self.resistors[span.resistor_range()];
        for resistor in &mut *resistors {
            let [a, b] = [resistor.low, resistor.high].map(moved);
            (resistor.low, resistor.high) = (a.min(b), a.max(b));
        }
        resistors.sort_unstable_by(NodeResistor::order);
    }

    /// A net comes, without parasitics.
    pub(crate) fn push_net(&mut self) {
        self.spans.push(Span::default());
    }

    /// The last net goes.
    pub(crate) fn pop_net(&mut self) {
        self.unused += self.spans.pop().map_or(0, Span::size);
    }

    /// Makes room for networks that will be put.
    pub(crate) fn reserve<'b>(&mut self, bound: impl Iterator<Item = &'b Bound>) {
        let (nodes, resistors) = bound.fold((0, 0), |(nodes, resistors), bound| {
            (nodes + bound.node_pin.len(), resistors + bound.resistors.len())
        });
        self.node_pin.reserve(nodes);
        self.node_capacitance.reserve(nodes);
        self.resistors.reserve(resistors);
    }

    /// Drops what no net uses any more, once that is more than half.
    pub(crate) fn tidy(&mut self) {
        if 2 * self.unused > self.node_pin.len() + self.resistors.len() {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let mut compact = Self { spans: std::mem::take(&mut self.spans), ..Self::default() };
        for span in &mut compact.spans {
            let old = *span;
            (span.node, span.resistor) = (compact.node_pin.len() as u32, compact.resistors.len() as u32);
            compact.node_pin.extend_from_slice(&self.node_pin[old.node_range()]);
            compact.node_capacitance.extend_from_slice(&self.node_capacitance[old.node_range()]);
            compact.resistors.extend_from_slice(&self.resistors[old.resistor_range()]);
        }
        *self = compact;
    }
}
