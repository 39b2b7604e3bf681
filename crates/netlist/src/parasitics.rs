//! Parasitics of the nets: RC networks as flat arrays, in an order that depends on names and ids alone.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_parallel::append;

use crate::edit::Change;
use crate::id::NONE;
use crate::journal::Journal;
use crate::part::{Part, Parts};
use crate::{NetId, Netlist, PinId};

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

/// The RC networks of all nets of a netlist, as one corner has them.
///
/// They are kept beside the netlist and follow its edits where those are made by an [`crate::Editor`]. A net's nodes are its pins in the order of their ids, then its internal nodes in the order of their
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
    /// Of nets that cross the boundary of a block, and are described part by part: what their networks were stitched from.
    parts: FxHashMap<NetId, Parts>,
    /// What nets had before each change, once someone has asked for a mark.
    history: Option<Vec<Replaced>>,
    /// How many changes were forgotten before the first in `history`.
    forgotten: usize,
    /// The net of every change that was ever made or taken back.
    touched: Journal<NetId>,
}

/// A net, and the network that it had before a change, with the parts that it was stitched from.
type Replaced = (NetId, Option<Box<RcNetwork>>, Option<Parts>);

/// A point in the history of some parasitics, to which changes can be undone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParasiticsMark(usize);

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
        // NONE sorts after every pin.
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
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Parts of nets that are described in several.
    pub(crate) parts: Vec<(NetId, Part)>,
}

impl Bound {
    /// The network of one net.
    pub(crate) fn one(net: NetId, network: RcNetwork) -> Self {
        let RcNetwork { node_pin, node_capacitance, resistors } = network;
        let nets = vec![(net, node_pin.len() as u32, resistors.len() as u32)];
        Self { nets, node_pin, node_capacitance, resistors, parts: Vec::new() }
    }
}

impl Parasitics {
    fn span(&self, net: NetId) -> Span {
        self.spans.get(net.index()).copied().unwrap_or_default()
    }

    /// Makes room for the spans of nets up to one of them.
    fn make_room(&mut self, last: Option<NetId>) {
        let room = last.map_or(0, |net| net.index() + 1).saturating_sub(self.spans.len());
        self.spans.par_extend(rayon::iter::repeat_n(Span::default(), room));
    }

    /// Gives a net a place, perhaps an empty one, instead of the one that it had.
    fn set_span(&mut self, net: NetId, span: Span) {
        self.unused += self.spans[net.index()].size();
        self.spans[net.index()] = span;
    }

    /// The RC network of a net; none where there is none.
    pub fn net(&self, net: NetId) -> Option<RcNet<'_>> {
        let span = self.span(net);
        (span.nodes > 0).then(|| RcNet {
            pins: &self.node_pin[span.node_range()],
            capacitance: &self.node_capacitance[span.node_range()],
            resistors: &self.resistors[span.resistor_range()],
        })
    }

    /// Where a net's nodes and resistors are in [`Parasitics::arrays`]; both empty where it has no parasitics.
    pub fn places(&self, net: NetId) -> [Range<u32>; 2] {
        let Span { node, nodes, resistor, resistors } = self.span(net);
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

    /// Puts networks in place of what their nets had; of several for one net the last. False, and nothing changed for anyone to see, if
    /// there would be more than `most` nodes or resistors.
    pub(crate) fn put(&mut self, pieces: Vec<Bound>, most: usize) -> bool {
        self.put_noting(pieces, most, |_, _| ())
    }

    /// The same, and calls `note` with every net that has a network already, and with whether that is one of these.
    pub(crate) fn put_noting(
        &mut self,
        pieces: Vec<Bound>,
        most: usize,
        mut note: impl FnMut(NetId, bool),
    ) -> bool {
        let more = pieces.iter().fold((0, 0), |(nodes, resistors), piece| {
            (nodes + piece.node_pin.len(), resistors + piece.resistors.len())
        });
        let fits = |parasitics: &Self| {
            (parasitics.node_pin.len() + more.0).max(parasitics.resistors.len() + more.1) <= most
        };
        if !fits(self) {
            self.compact();
            if !fits(self) {
                return false;
            }
        }
        let nets = pieces.par_iter().filter_map(|piece| piece.nets.iter().map(|&(net, _, _)| net).max());
        self.make_room(nets.max());
        let (mut node, mut resistor) = (self.node_pin.len() as u32, self.resistors.len() as u32);
        let first = node;
        for &(net, nodes, resistors) in pieces.iter().flat_map(|piece| &piece.nets) {
            let before = self.spans[net.index()];
            if before.nodes > 0 {
                note(net, before.node >= first);
            }
            self.set_span(net, Span { node, nodes, resistor, resistors });
            node += nodes;
            resistor += resistors;
        }
        let (mut pins, mut capacitances, mut resistors) = (Vec::new(), Vec::new(), Vec::new());
        for piece in pieces {
            pins.push(piece.node_pin);
            capacitances.push(piece.node_capacitance);
            resistors.push(piece.resistors);
        }
        append(&mut self.node_pin, pins, |_, pin| pin);
        append(&mut self.node_capacitance, capacitances, |_, capacitance| capacitance);
        append(&mut self.resistors, resistors, |_, resistor| resistor);
        true
    }

    /// A copy of a net's network.
    pub(crate) fn network(&self, net: NetId) -> Option<Box<RcNetwork>> {
        let span = self.span(net);
        (span.nodes > 0).then(|| {
            Box::new(RcNetwork {
                node_pin: self.node_pin[span.node_range()].to_vec(),
                node_capacitance: self.node_capacitance[span.node_range()].to_vec(),
                resistors: self.resistors[span.resistor_range()].to_vec(),
            })
        })
    }

    /// Gives a net another network, or none, and drops what no net uses any more. False, and nothing changed for anyone to see, if there
    /// would be more than `most` nodes or resistors.
    pub(crate) fn replace(&mut self, net: NetId, network: Option<RcNetwork>, most: usize) -> bool {
        let fits = match network {
            Some(network) => self.put(vec![Bound::one(net, network)], most),
            None => {
                self.make_room(Some(net));
                self.set_span(net, Span::default());
                true
            }
        };
        self.tidy();
        fits
    }

    /// Remembers what a net has that is about to change.
    pub(crate) fn record(&mut self, net: NetId) {
        self.touched.push(net);
        if self.history.is_some() {
            let (network, parts) = (self.network(net), self.parts.get(&net).cloned());
            self.history.get_or_insert_default().push((net, network, parts));
        }
    }

    /// Whether any net is described part by part.
    pub(crate) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// What a net's network was stitched from; none where it is of one piece.
    pub(crate) fn parts(&self, net: NetId) -> Option<&Parts> {
        self.parts.get(&net)
    }

    /// Notes what a net's network is stitched from, or that it is of one piece.
    pub(crate) fn set_parts(&mut self, net: NetId, parts: Option<Parts>) {
        match parts {
            Some(parts) => self.parts.insert(net, parts),
            None => self.parts.remove(&net),
        };
    }

    /// Follows changes of the netlist, in order. False if there would be more than `most` nodes or resistors; the rest is not followed then.
    ///
    /// The node of a pin that leaves its net becomes the first of the net's internal ones. A pin that comes gets a node without capacitance or
    /// resistors if other pins have nodes: its own capacitance loads the net's driver. A net that goes loses its network.
    pub(crate) fn follow(&mut self, changes: &[Change], most: usize) -> bool {
        // First, so that the pins of a net that goes do not leave it one by one.
        for change in changes {
            if let Change::NetRemoved(net) = *change
                && self.net(net).is_some()
            {
                self.record(net);
                self.set_parts(net, None);
                self.replace(net, None, most);
            }
        }
        changes.iter().all(|change| match *change {
            Change::Connected(pin, net) => self.change(net, most, |network| network.insert_pin(pin)),
            Change::Disconnected(pin, net) => self.change(net, most, |network| network.detach_pin(pin)),
            Change::CellInserted(_)
            | Change::CellRemoved(_)
            | Change::MasterChanged(..)
            | Change::NetInserted(_)
            | Change::NetRemoved(_)
            | Change::PortInserted(_)
            | Change::PortRemoved(_) => true,
        })
    }

    /// Changes a net's network, if there is one and `change` says that it did. False, and nothing changed, if there would be more than `most`
    /// nodes or resistors.
    fn change(&mut self, net: NetId, most: usize, change: impl FnOnce(&mut RcNetwork) -> bool) -> bool {
        let Some(mut network) = self.network(net) else { return true };
        if !change(&mut network) {
            return true;
        }
        self.record(net);
        let fits = self.replace(net, Some(*network), most);
        if !fits {
            self.forget_last();
        }
        fits
    }

    /// Forgets a record of a change that was not made.
    pub(crate) fn forget_last(&mut self) {
        if let Some(history) = &mut self.history {
            history.pop();
        }
    }

    /// The present point in the history. From the first mark on the history is kept.
    pub fn mark(&mut self) -> ParasiticsMark {
        ParasiticsMark(self.forgotten + self.history.get_or_insert_default().len())
    }

    /// Takes back every change since a mark, the last one first. The netlist has to be taken back to the same moment.
    pub fn undo(&mut self, mark: ParasiticsMark) {
        while let Some(history) = &mut self.history
            && self.forgotten + history.len() > mark.0
            && let Some((net, network, parts)) = history.pop()
        {
            self.touched.push(net);
            self.set_parts(net, parts);
            // It had room before.
            self.replace(net, network.map(|network| *network), u32::MAX as usize);
        }
    }

    /// Forgets the history: earlier changes can no longer be undone, and their memory is free.
    pub fn forget_history(&mut self) {
        self.forgotten += self.history.as_mut().map_or(0, |history| std::mem::take(history).len());
    }

    /// A number that is another one after every change, be it made or taken back.
    pub fn revision(&self) -> u64 {
        self.touched.revision()
    }

    /// The nets whose networks were changed since a revision, in order; none if there were so many that some are no longer known.
    pub fn touched_since(&self, revision: u64) -> Option<impl Iterator<Item = NetId> + '_> {
        self.touched.since(revision)
    }

    /// The pins of a net that its parasitics leave out: other pins have nodes in its network, these have none. Their capacitance loads
    /// nothing.
    ///
    /// A network without any pin, which says no more of a net than its capacitance, leaves none out.
    pub fn left_out_pins<'a>(&'a self, netlist: &'a Netlist, net: NetId) -> impl Iterator<Item = PinId> + 'a {
        let pins = netlist.net_pins(net);
        let rc = self.net(net).filter(|rc| rc.has_pins() && !rc.has_pins_at_least(pins.len()));
        rc.into_iter().flat_map(|rc| pins.iter().copied().filter(move |&pin| rc.node_of(pin).is_none()))
    }

    /// Drops what no net uses any more, once that is more than half.
    pub(crate) fn tidy(&mut self) {
        if 2 * self.unused > self.node_pin.len() + self.resistors.len() {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let mut compact = Self {
            spans: std::mem::take(&mut self.spans),
            history: self.history.take(),
            parts: std::mem::take(&mut self.parts),
            forgotten: self.forgotten,
            touched: std::mem::take(&mut self.touched),
            ..Self::default()
        };
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

impl RcNetwork {
    fn first_internal(&self) -> usize {
        self.node_pin.partition_point(|&pin| pin != NONE)
    }

    /// Gives a pin a node without capacitance, if other pins have one and it has none. Returns whether it did.
    fn insert_pin(&mut self, pin: PinId) -> bool {
        let place = self.node_pin.partition_point(|&other| other < pin.0);
        if self.first_internal() == 0 || self.node_pin.get(place) == Some(&pin.0) {
            return false;
        }
        self.node_pin.insert(place, pin.0);
        self.node_capacitance.insert(place, 0.0);
        let place = place as u32;
        self.renumber(|node| if node < place { node } else { node + 1 });
        true
    }

    /// Makes the node of a pin the first of the internal ones. False if it has none.
    fn detach_pin(&mut self, pin: PinId) -> bool {
        let Ok(place) = self.node_pin.binary_search(&pin.0) else { return false };
        let last = self.first_internal() - 1;
        self.node_pin[place..=last].rotate_left(1);
        self.node_pin[last] = NONE;
        self.node_capacitance[place..=last].rotate_left(1);
        let (place, last) = (place as u32, last as u32);
        self.renumber(|node| match node {
            node if node == place => last,
            node if place < node && node <= last => node - 1,
            node => node,
        });
        true
    }

    /// Gives the ends of resistors other numbers, and puts resistors in order again.
    fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        for resistor in &mut self.resistors {
            let [a, b] = [resistor.low, resistor.high].map(&number);
            (resistor.low, resistor.high) = (a.min(b), a.max(b));
        }
        self.resistors.sort_unstable_by(NodeResistor::order);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_without_room_for_its_node_changes_nothing() {
        let mut parasitics = Parasitics::default();
        let network = Bound {
            nets: vec![(NetId(0), 2, 0)],
            node_pin: vec![7, NONE],
            node_capacitance: vec![1.0, 2.0],
            ..Bound::default()
        };
        assert!(parasitics.put(vec![network], 2));
        let (before, mark) = (parasitics.network(NetId(0)), parasitics.mark());
        let comes = Change::Connected(PinId(3), NetId(0));
        assert!(!parasitics.follow(std::slice::from_ref(&comes), 4));
        assert_eq!(parasitics.network(NetId(0)), before);
        assert!(parasitics.follow(&[comes], 5));
        assert_eq!(parasitics.net(NetId(0)).unwrap().capacitance, [0.0, 1.0, 2.0]);
        parasitics.undo(mark);
        assert_eq!(parasitics.network(NetId(0)), before);
    }
}
