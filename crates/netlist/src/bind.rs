//! From a SPEF file's nets to the netlist's: names become ids, nodes get their defined order.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_spef::{Name, Net, NetKind, Nets, Node, Spef};
use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_RESISTANCE};

use crate::id::NONE;
use crate::names::hash;
use crate::parasitics::Bound;
use crate::part::Joint;
use crate::rc::Network;
use crate::spef_names::SpefNames;
use crate::{CellId, HierarchicalPinId, InstanceId, NetId, Netlist, Parasitics, ParasiticsReader, PinId};

impl Parasitics {
    /// Takes the parasitics of the nets of a netlist that are in a SPEF file; nets that are not in it keep what they have.
    ///
    /// `path` is the instance that the file describes, for example `core/alu`; none for the whole design.
    /// `text` is what the file was read from, for places in messages. Nets and pins that the netlist does not have are
    /// warnings (`NET-023`, `NET-024`), so is a pin on another net (`NET-025`).
    ///
    /// A pin of the netlist that the file leaves out of its net, while it names others, is a warning (`NET-028`) and loads nothing; see
    /// [`Parasitics::left_out_pins`]. In a file for an instance such a pin may be outside of it, and counts.
    ///
    /// What is read later replaces what is there, net by net. Of a net that crosses the boundary of a block a file describes a part, which
    /// replaces that part alone: all parts are stitched together, see [`ParasiticsReader`], which reads several files.
    pub fn read(
        &mut self,
        netlist: &Netlist,
        spef: &Spef<'_>,
        path: Option<&str>,
        text: &str,
    ) -> Diagnostics {
        let bound = Binder::new(netlist, spef, path, text).bind_all();
        let mut reader = ParasiticsReader::new(self, netlist);
        let mut said = reader.put(bound);
        said.append(reader.finish());
        said.place_in(text);
        said
    }
}

/// Nets of no more pins have their cells compared with a name before it is looked up among all: that costs a few cache lines less.
const FEW_PINS: usize = 16;

/// Binds the nets of a file to those of an instance.
pub(crate) struct Binder<'n, 't> {
    netlist: &'n Netlist,
    spef: &'n Spef<'t>,
    names: SpefNames,
    /// What the file describes, where the netlist has it.
    scope: Option<InstanceId>,
    text: &'n str,
}

impl<'n, 't> Binder<'n, 't> {
    /// `path` is that of the instance; none for the whole design.
    pub(crate) fn new(netlist: &'n Netlist, spef: &'n Spef<'t>, path: Option<&str>, text: &'n str) -> Self {
        let names = SpefNames::new(&spef.header, path);
        let scope = path.map_or(Some(InstanceId::TOP), |path| netlist.find_instance(path));
        Self { netlist, spef, names, scope, text }
    }

    /// The net of a name. `guess` is tried first: files mostly have nets in the netlist's order.
    fn net(&self, name: Name<'t>, guess: NetId) -> Option<NetId> {
        let (netlist, name) = (self.netlist, self.spef.name(name));
        // Of two nets with one name only the first is found by it.
        let is_sure = netlist.has_net(guess) && !netlist.hierarchy.has_hidden_names();
        if is_sure && self.names.is_called(netlist.net_name(guess), name) {
            return Some(guess);
        }
        self.names.find(name, |name| netlist.find_net(name))
    }

    /// The cell of a name, at first looked for at the pins of a net from number `next` on and around.
    fn cell(&self, name: Name<'t>, pins: &[PinId], next: &mut usize) -> Option<CellId> {
        let (netlist, name) = (self.netlist, self.spef.name(name));
        let near = if pins.len() <= FEW_PINS { pins } else { &[] };
        for place in (*next..near.len()).chain(0..near.len().min(*next)) {
            let cell = netlist.pin_cell(near[place]);
            if cell.is_some_and(|cell| self.names.is_called(netlist.cell_name(cell), name)) {
                *next = place + 1;
                return cell;
            }
        }
        self.names.find(name, |name| netlist.find_cell(name))
    }

    /// Binds all pieces of the file.
    pub(crate) fn bind_all(&self) -> Vec<(Bound, Diagnostics)> {
        self.spef.pieces.par_iter().map(|piece| self.bind(piece)).collect()
    }

    fn bind(&self, piece: &Nets<'t>) -> (Bound, Diagnostics) {
        let mut bound = Bound::default();
        let mut diagnostics = Diagnostics::unplaced();
        let mut network = Network::default();
        let mut joints: Vec<Joint> = Vec::new();
        let mut guess = NetId(0);
        for net in &piece.nets {
            let Some(id) = self.net(net.name, guess) else {
                diagnostics.warning("NET-023", Some((self.text, self.span(net))), || {
                    let name = self.names.path(self.spef.name(net.name));
                    format!("net '{name}' is not in the netlist; its parasitics are not used")
                });
                continue;
            };
            guess = NetId(id.0 + 1);
            let mut next = 0;
            let nodes = &piece.nodes[net.nodes.start as usize..net.nodes.end as usize];
            network.clear();
            joints.clear();
            for (node, index) in nodes.iter().zip(0..) {
                let is_own = self.is_own(net, node);
                let place = if is_own {
                    Place::Internal
                } else {
                    self.place(id, net, node, &mut next, &mut diagnostics)
                };
                let pin = match place {
                    Place::Internal => NONE,
                    Place::Pin(pin) => pin.0,
                    Place::Joint { pin, is_inside } => {
                        joints.push(Joint { node: index, pin, is_inside });
                        NONE
                    }
                };
                let number = node.tail.filter(|_| is_own).and_then(|tail| tail.parse().ok());
                network.add_node(pin, number.unwrap_or(u64::MAX), node.capacitance);
            }
            network.sort(|a, b| self.by_name(&nodes[a as usize], &nodes[b as usize]));
            let is_part = self.is_part(id, &joints, &network);
            if !self.names.are_whole() && !is_part {
                // Those that the file does not name may be outside of its instance.
                network.complete(self.netlist.net_pins(id));
            }
            match net.kind {
                NetKind::Detailed => {
                    let resistors =
                        &piece.resistors[net.resistors.start as usize..net.resistors.end as usize];
                    network.add_resistors(resistors);
                }
                NetKind::Reduced => {
                    network.add_reduced(&piece.reduced[net.reduced.start as usize..net.reduced.end as usize]);
                }
            }
            if self.is_beyond_bounds(net, &network, &mut diagnostics) {
                continue;
            }
            if is_part {
                let part = network.part(self.name_of(net), &joints, net.total_capacitance);
                bound.parts.push((id, part));
                continue;
            }
            network.finish(net.total_capacitance);
            self.warn_of_left_out(id, net, &network, &mut diagnostics);
            network.put(id, &mut bound);
        }
        (bound, diagnostics)
    }

    /// Whether there is more of a net than there can be, which is an error.
    fn is_beyond_bounds(&self, net: &Net<'t>, network: &Network, diagnostics: &mut Diagnostics) -> bool {
        let (capacitance, resistance) = network.totals();
        let is_within =
            capacitance <= f64::from(LARGEST_CAPACITANCE) && resistance <= f64::from(LARGEST_RESISTANCE);
        if !is_within {
            diagnostics.error("NET-050", Some((self.text, self.span(net))), || {
                let name = self.names.path(self.spef.name(net.name));
                format!(
                    "the parasitics of net '{name}' add up to {capacitance:e} fF and {resistance:e} kOHM; expected at most 100 nF and 1 GOHM"
                )
            });
        }
        !is_within
    }

    fn warn_of_left_out(&self, id: NetId, net: &Net<'t>, network: &Network, diagnostics: &mut Diagnostics) {
        let pins = self.netlist.net_pins(id);
        let mut named = network.pins().peekable();
        if named.peek().is_none() {
            return;
        }
        // Both are in order.
        for &pin in pins.iter().filter(|&&pin| named.next_if_eq(&pin).is_none()) {
            diagnostics.warning("NET-028", Some((self.text, self.span(net))), || {
                let (pin, net) = (self.netlist.pin_name(pin), self.netlist.net_name(id));
                format!(
                    "pin '{pin}' is not in the parasitics of its net '{net}'; its capacitance does not count"
                )
            });
        }
    }

    fn span(&self, net: &Net<'t>) -> Range<usize> {
        net.offset..net.offset + "*D_NET".len()
    }

    /// Whether a node is an internal one that is called after its net.
    #[inline]
    fn is_own(&self, net: &Net<'t>, node: &Node<'t>) -> bool {
        if node.connection.is_some() || node.tail.is_none() {
            return false;
        }
        match (node.name, net.name) {
            (Name::Mapped(a), Name::Mapped(b)) => a == b,
            (a, b) => self.spef.name(a) == self.spef.name(b),
        }
    }

    /// Whether what the file says of a net is a part of it: the net goes on beyond a hierarchical pin that is one of its nodes, or outside of the file's
    /// instance; or no pin is named, and the net crosses the boundary of a block.
    fn is_part(&self, id: NetId, joints: &[Joint], network: &Network) -> bool {
        let Some(scope) = self.scope.filter(|_| self.netlist.hierarchy.len() > 1) else { return false };
        !joints.is_empty()
            || scope != InstanceId::TOP && !self.netlist.is_net_within(id, scope)
            || network.pins().next().is_none() && self.netlist.crosses(id)
    }

    /// The name of a net in the file's instance, as an index into the netlist's names of nets. In a file for the whole design all names of a net are one.
    fn name_of(&self, net: &Net<'t>) -> u32 {
        let (table, names) = (&self.netlist.net_table, &self.netlist.net_names);
        let entry = self.names.find(self.spef.name(net.name), |name| table.entry(names, name, hash(name)));
        match entry {
            Some((_, net)) if self.names.are_whole() => self.netlist.net_name[net as usize],
            entry => entry.map_or(NONE, |(name, _)| name),
        }
    }

    /// What a node is that is not called after its net.
    fn place(
        &self,
        id: NetId,
        net: &Net<'t>,
        node: &Node<'t>,
        next: &mut usize,
        diagnostics: &mut Diagnostics,
    ) -> Place {
        let cell = node.tail.and_then(|_| self.cell(node.name, self.netlist.net_pins(id), next));
        let pin = match (node.tail, cell) {
            // A file for an instance calls that instance's pins ports; they are no pins of the flat netlist.
            (None, _) if !self.names.are_whole() => None,
            (None, _) => self.names.find(self.spef.name(node.name), |name| self.netlist.find_port(name)),
            (Some(tail), Some(cell)) => {
                self.names.find_pin(tail, |name| self.netlist.find_cell_pin(cell, name))
            }
            (Some(_), None) => None,
        };
        if let Some(pin) = pin {
            if self.netlist.pin_net(pin) == Some(id) {
                return Place::Pin(pin);
            }
            self.warn_of_other_net(id, net, &self.netlist.pin_name(pin), diagnostics);
            return Place::Internal;
        }
        let joint = if cell.is_none() { self.joint(node) } else { None };
        if let Some((pin, is_inside)) = joint {
            if self.netlist.hierarchical_pin_net(pin) == Some(id) {
                return Place::Joint { pin, is_inside };
            }
            self.warn_of_other_net(id, net, &self.netlist.hierarchical_pin_name(pin), diagnostics);
            return Place::Internal;
        }
        // A node without a connection may be called after another net. Of an instance that is not known no port is.
        let is_free = match node.tail {
            None => self.scope.is_none() || !self.names.are_whole() && node.connection.is_none(),
            Some(_) => cell.is_none() && node.connection.is_none(),
        };
        if !is_free {
            self.warn_of_unknown(net, node, diagnostics);
        }
        Place::Internal
    }

    /// The hierarchical pin at a node, if it is one, and whether the file describes the inside of its instance.
    fn joint(&self, node: &Node<'t>) -> Option<(HierarchicalPinId, bool)> {
        let netlist = self.netlist;
        let scope = self.scope.filter(|_| netlist.hierarchy.len() > 1)?;
        let own = self.spef.name(node.name);
        let (instance, name) = match node.tail {
            None => (scope, own),
            Some(tail) => (self.names.find(own, |name| netlist.find_instance(name))?, tail),
        };
        if instance == InstanceId::TOP {
            return None;
        }
        let pins = self.names.find_pin(name, |name| netlist.instance_pins_named(instance, name))?;
        (pins.len() == 1).then_some((HierarchicalPinId(pins.start), node.tail.is_none()))
    }

    #[cold]
    fn warn_of_unknown(&self, net: &Net<'t>, node: &Node<'t>, diagnostics: &mut Diagnostics) {
        diagnostics.warning("NET-024", Some((self.text, self.span(net))), || {
            let tail =
                node.tail.map_or(String::new(), |tail| format!("{}{tail}", self.spef.header.delimiter));
            format!("pin '{}{tail}' is not in the netlist", self.names.path(self.spef.name(node.name)))
        });
    }

    #[cold]
    fn warn_of_other_net(&self, id: NetId, net: &Net<'t>, pin: &str, diagnostics: &mut Diagnostics) {
        diagnostics.warning("NET-025", Some((self.text, self.span(net))), || {
            format!("pin '{pin}' is not on net '{}' in the netlist", self.netlist.net_name(id))
        });
    }

    #[cold]
    fn by_name(&self, a: &Node<'t>, b: &Node<'t>) -> Ordering {
        let names = self.spef.name(a.name).cmp(self.spef.name(b.name));
        names.then_with(|| a.tail.cmp(&b.tail))
    }
}

/// What a node of a file's net is.
enum Place {
    Internal,
    Pin(PinId),
    Joint { pin: HierarchicalPinId, is_inside: bool },
}
