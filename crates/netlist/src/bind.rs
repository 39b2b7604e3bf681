//! From a SPEF file's nets to the netlist's: names become ids, nodes get their defined order.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_spef::{Name, Net, NetKind, Nets, Node, Spef, unescape};

use crate::id::NONE;
use crate::names::hash;
use crate::parasitics::Bound;
use crate::rc::Network;
use crate::{CellId, NetId, Netlist, Parasitics, PinId};

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
    /// What is read later replaces what is there, net by net. So of a net that crosses the boundary of a block, and is
    /// described in parts in the files of several instances, only the part in the last of them counts.
    pub fn read(
        &mut self,
        netlist: &Netlist,
        spef: &Spef<'_>,
        path: Option<&str>,
        text: &str,
    ) -> Diagnostics {
        let binder = Binder::new(netlist, spef, path, text);
        let bound: Vec<(Bound, Diagnostics)> =
            spef.pieces.par_iter().map(|piece| binder.bind(piece)).collect();
        self.put_all(bound, u32::MAX as usize)
    }

    /// Puts the pieces of a file in place, up to `most` nodes and resistors.
    fn put_all(&mut self, bound: Vec<(Bound, Diagnostics)>, most: usize) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let mut pieces = Vec::with_capacity(bound.len());
        for (piece, said) in bound {
            diagnostics.append(said);
            pieces.push(piece);
        }
        for &(net, _, _) in pieces.iter().flat_map(|piece| &piece.nets) {
            self.record(net);
        }
        if !self.put(pieces, most) {
            diagnostics.error("NET-026", None, || format!("there are more than {most} nodes or resistors"));
        }
        self.tidy();
        diagnostics
    }
}

/// What a name stands for, [`NONE`] where there is no such thing.
#[derive(Clone, Copy)]
struct Known {
    net: u32,
    cell: u32,
    port: u32,
}

struct Binder<'n, 't> {
    netlist: &'n Netlist,
    spef: &'n Spef<'t>,
    prefix: String,
    text: &'n str,
    /// Of each name in the name map.
    known: Vec<Known>,
}

impl<'n, 't> Binder<'n, 't> {
    fn new(netlist: &'n Netlist, spef: &'n Spef<'t>, path: Option<&str>, text: &'n str) -> Self {
        let prefix = path.map_or(String::new(), |path| format!("{path}/"));
        let mut binder = Self { netlist, spef, prefix, text, known: Vec::new() };
        binder.known = spef.names.entries.par_iter().map(|(_, name)| binder.look_up(name)).collect();
        binder
    }

    /// A name as the netlist has it: no escapes, `/` between levels, after the path.
    fn path<'a>(&self, name: &'a str) -> Cow<'a, str> {
        let divider = self.spef.header.divider;
        let mut name = if divider == '/' { unescape(name) } else { divided(name, divider) };
        if !self.prefix.is_empty() {
            name.to_mut().insert_str(0, &self.prefix);
        }
        name
    }

    fn look_up(&self, name: &str) -> Known {
        let name = self.path(name);
        let hash = hash(&name);
        let (net, port) = self.netlist.find_net_and_port(&name, hash);
        // A file for an instance calls that instance's pins ports; they are no pins of the flat netlist.
        let port = port.filter(|_| self.prefix.is_empty());
        Known {
            net: net.map_or(NONE, |net| net.0),
            cell: self.netlist.find_cell_hashed(&name, hash).map_or(NONE, |cell| cell.0),
            port: port.map_or(NONE, |pin| pin.0),
        }
    }

    #[inline]
    fn known(&self, name: Name<'t>) -> Known {
        match name {
            Name::Mapped(place) => self.known[place as usize],
            Name::Text(name) => self.look_up(name),
        }
    }

    fn bind(&self, piece: &Nets<'t>) -> (Bound, Diagnostics) {
        let mut bound = Bound::default();
        let mut diagnostics = Diagnostics::new();
        let mut network = Network::default();
        for net in &piece.nets {
            let id = self.known(net.name).net;
            if id == NONE {
                diagnostics.warning("NET-023", Some((self.text, self.span(net))), || {
                    let name = self.path(self.spef.name(net.name));
                    format!("net '{name}' is not in the netlist; its parasitics are not used")
                });
                continue;
            }
            let nodes = &piece.nodes[net.nodes.start as usize..net.nodes.end as usize];
            network.clear();
            for node in nodes {
                let is_own = self.is_own(net, node);
                let pin = if is_own { NONE } else { self.pin(NetId(id), net, node, &mut diagnostics) };
                let number = node.tail.filter(|_| is_own).and_then(|tail| tail.parse().ok());
                network.add_node(pin, number.unwrap_or(u64::MAX), node.capacitance);
            }
            network.sort(|a, b| self.by_name(&nodes[a as usize], &nodes[b as usize]));
            if !self.prefix.is_empty() {
                // Those that the file does not name may be outside of its instance.
                network.complete(self.netlist.net_pins(NetId(id)));
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
            network.finish(net.total_capacitance);
            self.warn_of_left_out(NetId(id), net, &network, &mut diagnostics);
            network.put(NetId(id), &mut bound);
        }
        (bound, diagnostics)
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

    /// The pin at a node, or [`NONE`].
    fn pin(&self, id: NetId, net: &Net<'t>, node: &Node<'t>, diagnostics: &mut Diagnostics) -> u32 {
        let known = self.known(node.name);
        let found = match node.tail {
            None if !self.prefix.is_empty() => return NONE,
            None => known.port,
            Some(_) if known.cell == NONE && node.connection.is_none() => return NONE,
            Some(_) if known.cell == NONE => NONE,
            Some(tail) => {
                let pin = self.netlist.find_cell_pin(CellId(known.cell), &unescape(tail));
                pin.map_or(NONE, |pin| pin.0)
            }
        };
        if found == NONE {
            diagnostics.warning("NET-024", Some((self.text, self.span(net))), || {
                let tail =
                    node.tail.map_or(String::new(), |tail| format!("{}{tail}", self.spef.header.delimiter));
                format!("pin '{}{tail}' is not in the netlist", self.path(self.spef.name(node.name)))
            });
            return NONE;
        }
        if self.netlist.pin_net(PinId(found)) != Some(id) {
            diagnostics.warning("NET-025", Some((self.text, self.span(net))), || {
                let pin = self.netlist.pin_name(PinId(found));
                format!("pin '{pin}' is not on net '{}' in the netlist", self.netlist.net_name(id))
            });
            return NONE;
        }
        found
    }

    #[cold]
    fn by_name(&self, a: &Node<'t>, b: &Node<'t>) -> Ordering {
        let names = self.spef.name(a.name).cmp(self.spef.name(b.name));
        names.then_with(|| a.tail.cmp(&b.tail))
    }
}

/// A name without escapes, with `/` for each divider that is not escaped.
fn divided(name: &str, divider: char) -> Cow<'_, str> {
    if !name.contains(['\\', divider]) {
        return Cow::Borrowed(name);
    }
    let mut plain = String::with_capacity(name.len());
    let mut characters = name.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => plain.extend(characters.next()),
            character if character == divider => plain.push('/'),
            character => plain.push(character),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network of a few nodes for net 2.
    fn bound(nodes: u32) -> Vec<(Bound, Diagnostics)> {
        let bound = Bound {
            nets: vec![(NetId(2), nodes, 0)],
            node_pin: vec![NONE; nodes as usize],
            node_capacitance: vec![1.0; nodes as usize],
            resistors: Vec::new(),
        };
        vec![(bound, Diagnostics::new())]
    }

    #[test]
    fn too_many_nodes_are_an_error_once_what_was_replaced_is_gone() {
        let mut parasitics = Parasitics::default();
        assert!(parasitics.put_all(bound(3), 5).is_empty());
        let said = parasitics.put_all(bound(3), 5);
        expect_test::expect!["error[NET-026]: there are more than 5 nodes or resistors\n"]
            .assert_eq(&said.to_string());
        assert_eq!(parasitics.node_count(), 3);
        assert!(parasitics.put_all(bound(2), 5).is_empty());
        assert!(parasitics.put_all(bound(3), 5).is_empty());
        assert!(parasitics.put_all(bound(2), 5).is_empty());
        assert_eq!(parasitics.node_count(), 2);
    }
}
