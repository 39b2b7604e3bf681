//! The parasitics back to SPEF.

use std::borrow::Cow;
use std::io;

use rustc_hash::FxHashMap;
use zeroslack_liberty::Direction;
use zeroslack_spef::{Header, Name, NameMap, Net, NetKind, Nets, Node, Port, PortDirection, Resistor, Spef};

use crate::id::NONE;
use crate::written::WrittenNames;
use crate::{NetId, Netlist, Parasitics, PinId, RcNet};

impl Parasitics {
    /// Writes all parasitics of a netlist, in ps, fF and kΩ. Reading them back, to this netlist or to what
    /// [`Netlist::write_verilog`] writes, gives the same networks, bit for bit.
    ///
    /// Internal nodes are called after their net and numbered in their order. Many small writes: `out` should be buffered.
    ///
    /// # Errors
    /// Those of `out`, and [`io::ErrorKind::InvalidInput`] for a name with a blank or a control character in it, for which
    /// SPEF has no words.
    pub fn write_spef(&self, netlist: &Netlist, out: &mut impl io::Write) -> io::Result<()> {
        let names = WrittenNames::new(netlist);
        let texts = Texts::new(netlist, self, &names)?;
        let (names, texts, nets) = (&names, &texts, Nets::default());
        let writer = Writer { netlist, parasitics: self, names, texts, nets };
        zeroslack_spef::write(&writer.spef(), out)
    }
}

/// All names as they are written. Built before anything points into it.
struct Texts<'n> {
    /// Of nets with parasitics, and of the cells and ports in them.
    map: Vec<Cow<'n, str>>,
    /// `[net]`, `[cell]`, `[port pin]`: place in `map`, [`NONE`] for what is not in it.
    nets: Vec<u32>,
    cells: Vec<u32>,
    /// By pins.
    ports: FxHashMap<PinId, u32>,
    /// `[master][pin]`
    pins: Vec<Vec<Cow<'n, str>>>,
    /// Numbers of internal nodes, from 1.
    numbers: Vec<String>,
}

impl<'n> Texts<'n> {
    fn new(netlist: &'n Netlist, parasitics: &Parasitics, names: &'n WrittenNames<'n>) -> io::Result<Self> {
        let masters = netlist.library().masters();
        let pins = masters.iter().map(|master| master.pins.iter().map(|pin| escaped(&pin.name)).collect());
        let mut texts = Self {
            map: Vec::new(),
            nets: vec![NONE; netlist.net_id_count()],
            cells: vec![NONE; netlist.cell_master.len()],
            ports: FxHashMap::default(),
            pins: pins.collect(),
            numbers: Vec::new(),
        };
        let mut most_nodes = 0;
        for net in netlist.nets() {
            let Some(rc) = parasitics.net(net) else { continue };
            let name = names.name(net);
            texts.nets[net.index()] = texts.add(Cow::Borrowed(name))?;
            texts.add_pins(netlist, net, &rc)?;
            // Numbers that could be mistaken for pins of a cell of that name are left out.
            let cell = netlist.find_cell(name);
            let left_out = cell.map_or(0, |cell| netlist.cell_pins(cell).len());
            most_nodes = most_nodes.max(rc.node_count() + left_out);
        }
        texts.numbers = (1..=most_nodes).map(|number| number.to_string()).collect();
        Ok(texts)
    }

    fn add(&mut self, name: Cow<'n, str>) -> io::Result<u32> {
        check(&name)?;
        self.map.push(match name {
            Cow::Borrowed(name) => escaped(name),
            Cow::Owned(name) => Cow::Owned(escaped(&name).into_owned()),
        });
        Ok(self.map.len() as u32 - 1)
    }

    fn add_pins(&mut self, netlist: &'n Netlist, net: NetId, rc: &RcNet<'_>) -> io::Result<()> {
        for pin in (0..rc.pin_node_count()).filter_map(|node| pin_on(netlist, net, rc, node)) {
            match netlist.pin_cell(pin) {
                Some(cell) => {
                    netlist.master_pin(pin).map_or(Ok(()), |pin| check(&pin.name))?;
                    if self.cells[cell.index()] == NONE {
                        self.cells[cell.index()] = self.add(Cow::Borrowed(netlist.cell_name(cell)))?;
                    }
                }
                None if netlist.net_port(net) == Some(pin) => {
                    self.ports.insert(pin, self.nets[net.index()]);
                }
                None => {
                    let text = self.add(Cow::Owned(netlist.pin_name(pin)))?;
                    self.ports.insert(pin, text);
                }
            }
        }
        Ok(())
    }
}

/// The pin at a node, if it is still on the net.
fn pin_on(netlist: &Netlist, net: NetId, rc: &RcNet<'_>, node: usize) -> Option<PinId> {
    rc.pin(node).filter(|&pin| netlist.pin_net(pin) == Some(net))
}

/// Whether SPEF has words for a name.
fn check(name: &str) -> io::Result<()> {
    if name.is_empty() || name.bytes().any(|byte| byte <= b' ') {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("'{name}' is no name in SPEF")));
    }
    Ok(())
}

struct Writer<'a> {
    netlist: &'a Netlist,
    parasitics: &'a Parasitics,
    names: &'a WrittenNames<'a>,
    texts: &'a Texts<'a>,
    nets: Nets<'a>,
}

impl<'a> Writer<'a> {
    fn spef(mut self) -> Spef<'a> {
        let entries = (1..).zip(self.texts.map.iter().map(|name| &**name)).collect();
        for net in self.netlist.nets() {
            if let Some(rc) = self.parasitics.net(net) {
                self.net(net, &rc);
            }
        }
        let ports = self.netlist.port_pins();
        let ports = ports.filter(|pin| self.texts.ports.contains_key(pin)).map(|pin| {
            let (name, _, direction) = self.pin(pin);
            Port { name, direction: direction.unwrap_or(PortDirection::Bidirectional) }
        });
        let ports = ports.collect();
        Spef {
            header: Header { design: self.netlist.name(), ..Header::default() },
            names: NameMap { entries },
            ports,
            pieces: vec![self.nets],
        }
    }

    fn net(&mut self, net: NetId, rc: &RcNet<'_>) {
        let (first_node, first_resistor) = (self.nets.nodes.len() as u32, self.nets.resistors.len() as u32);
        let name = Name::Mapped(self.texts.nets[net.index()]);
        let (netlist, texts) = (self.netlist, self.texts);
        let namesake = netlist.find_cell(self.names.name(net));
        let is_pin = |name: &str| namesake.is_some_and(|cell| netlist.find_cell_pin(cell, name).is_some());
        let mut numbers = texts.numbers.iter().filter(|number| !is_pin(number));
        for (node, &capacitance) in rc.capacitance.iter().enumerate() {
            let (name, tail, connection) = match pin_on(netlist, net, rc, node) {
                Some(pin) => self.pin(pin),
                None => (name, numbers.next().map(String::as_str), None),
            };
            self.nets.nodes.push(Node { name, tail, connection, capacitance });
        }
        let resistors = rc.resistors.iter();
        let resistors =
            resistors.map(|each| Resistor { ends: [each.low, each.high], resistance: each.resistance });
        self.nets.resistors.extend(resistors);
        let total: f64 = rc.capacitance.iter().map(|&capacitance| f64::from(capacitance)).sum();
        self.nets.nets.push(Net {
            name,
            kind: NetKind::Detailed,
            total_capacitance: (total as f32).min(f32::MAX),
            nodes: first_node..self.nets.nodes.len() as u32,
            resistors: first_resistor..self.nets.resistors.len() as u32,
            reduced: 0..0,
            offset: 0,
        });
    }

    fn pin(&self, pin: PinId) -> (Name<'a>, Option<&'a str>, Option<PortDirection>) {
        let Some((cell, index)) = self.netlist.pin_cell(pin).zip(self.netlist.pin_index(pin)) else {
            let direction = self.netlist.port_of(pin).map(|(port, _)| match port.direction {
                crate::PortDirection::Input => PortDirection::Input,
                crate::PortDirection::Output => PortDirection::Output,
                crate::PortDirection::Inout => PortDirection::Bidirectional,
            });
            return (Name::Mapped(self.texts.ports[&pin]), None, direction);
        };
        let master = self.netlist.cell_master(cell);
        let direction = match self.netlist.library().master(master).pins[index].direction {
            Direction::Input => PortDirection::Input,
            Direction::Output => PortDirection::Output,
            Direction::Inout | Direction::Internal => PortDirection::Bidirectional,
        };
        let tail = &self.texts.pins[master.index()][index];
        (Name::Mapped(self.texts.cells[cell.index()]), Some(tail), Some(direction))
    }
}

/// A name with a backslash before every character that could mean something in SPEF: all punctuation but
/// the divider `/`, underscores, and the brackets of a bus.
fn escaped(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| !byte.is_ascii_punctuation() || matches!(byte, b'_' | b'[' | b']' | b'/');
    // What begins with two slashes would be a comment.
    let starts_plain = !name.starts_with('/');
    if starts_plain && name.bytes().all(is_plain) {
        return Cow::Borrowed(name);
    }
    let mut text = String::with_capacity(name.len() + 8);
    for (at, character) in name.char_indices() {
        let is_plain = !character.is_ascii() || is_plain(character as u8);
        if !is_plain || at == 0 && !starts_plain {
            text.push('\\');
        }
        text.push(character);
    }
    Cow::Owned(text)
}
