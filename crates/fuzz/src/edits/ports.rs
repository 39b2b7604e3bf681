//! Random edits of ports.

use std::collections::{BTreeMap, HashMap};

use zeroslack::Session;
use zeroslack::netlist::{
    EditError, Editor as NetlistEditor, MasterId, NetId, NetParasitics, Netlist, Parasitics, PinId, Port,
    PortDirection,
};

use super::random::Editor;

impl Editor {
    /// A new port, now and then a bus, its bits on any nets or open.
    pub fn insert_port(&mut self, session: &mut Session) {
        let name = self.name();
        let direction = *self.dice.pick(&[PortDirection::Input, PortDirection::Output, PortDirection::Inout]);
        let range = *self.dice.pick(&[None, None, Some((1, 0)), Some((0, 2)), Some((7, 7))]);
        let first = session.edit(|netlist| netlist.insert_port(&name, direction, range)).unwrap();
        let bits: Vec<PinId> = session.netlist().port_of(first).unwrap().0.bits().collect();
        for bit in bits {
            if self.dice.chance(70) {
                let net = self.net(session.netlist());
                session.edit(|netlist| netlist.connect(bit, net)).unwrap();
            }
        }
        assert!(session.edit(|netlist| netlist.insert_port(&name, direction, None)).is_err());
    }

    /// Removes a port that was not there at first. Others stay: constraints name them.
    pub fn remove_port(&mut self, session: &mut Session) {
        let later = session.netlist().inserted_ports();
        if !later.is_empty() {
            let bits: Vec<PinId> = self.dice.pick(later).bits().collect();
            let bit = *self.dice.pick(&bits);
            session.edit(|netlist| netlist.remove_port(bit)).unwrap();
            assert!(session.edit(|netlist| netlist.remove_port(bit)).is_err());
        }
    }
}

/// A net's network as a program gives it.
pub fn given(netlist: &Netlist, parasitics: &Parasitics, net: NetId) -> Option<NetParasitics> {
    let rc = parasitics.net(net)?;
    let on_net = |pin: &PinId| netlist.pin_net(*pin) == Some(net);
    let nodes = (0..rc.node_count()).map(|node| (rc.pin(node).filter(on_net), rc.capacitance[node]));
    let resistors = rc.resistors.iter().map(|each| (each.low as usize, each.high as usize, each.resistance));
    Some(NetParasitics { nodes: nodes.collect(), resistors: resistors.collect() })
}

/// A cell or a port, with its pins.
enum Item {
    Cell(String, MasterId),
    Port(Port),
}

/// Numbers pins as a design does into which ports were inserted, another netlist of the same cells and ports: what came after the first of those ports
/// is made anew, in its order. All else stays what it is.
pub fn number_alike(edited: &Netlist, netlist: &mut Netlist, parasitics: &mut Parasitics) {
    let Some(first) = edited.inserted_ports().first().map(|port| port.first_pin) else { return };
    let cells = edited.cells().filter_map(|cell| {
        let item = Item::Cell(edited.cell_name(cell).to_string(), edited.cell_master(cell));
        Some((edited.cell_pins(cell).next()?, item))
    });
    let ports = edited.inserted_ports().iter().map(|port| (port.first_pin, Item::Port(port.clone())));
    let items: BTreeMap<PinId, Item> = cells.filter(|&(pin, _)| pin > first).chain(ports).collect();
    let mut networks: BTreeMap<NetId, Option<NetParasitics>> = BTreeMap::new();
    let mut moved: HashMap<PinId, PinId> = HashMap::new();
    for item in items.values() {
        let old: Vec<PinId> = match item {
            Item::Cell(name, _) => netlist.cell_pins(netlist.find_cell(name).unwrap()).collect(),
            Item::Port(port) => netlist.find_port_bits(&port.name).unwrap().collect(),
        };
        let nets: Vec<Option<NetId>> = old.iter().map(|&pin| netlist.pin_net(pin)).collect();
        for &net in nets.iter().flatten() {
            networks.entry(net).or_insert_with(|| given(netlist, parasitics, net));
        }
        let mut editor = NetlistEditor::new(netlist, [&mut *parasitics]);
        let first = make_again(&mut editor, item, old[0]).unwrap();
        for ((pin, old), net) in (first.0..).map(PinId).zip(old).zip(nets) {
            net.map_or(Ok(()), |net| editor.connect(pin, net)).unwrap();
            moved.insert(old, pin);
        }
    }
    for (net, network) in networks {
        let network = network.map(|mut network| {
            for (pin, _) in &mut network.nodes {
                *pin = pin.map(|pin| *moved.get(&pin).unwrap_or(&pin));
            }
            network
        });
        parasitics.set_net(netlist, net, network.as_ref()).unwrap();
    }
}

/// Removes what has a pin, and makes it again, with new pins, of which this gives the first.
fn make_again(netlist: &mut NetlistEditor<'_>, item: &Item, pin: PinId) -> Result<PinId, EditError> {
    match item {
        Item::Cell(name, master) => {
            netlist.remove_cell(netlist.pin_cell(pin).unwrap())?;
            let cell = netlist.insert_cell(name, *master)?;
            Ok(netlist.cell_pins(cell).next().unwrap())
        }
        Item::Port(port) => {
            netlist.remove_port(pin)?;
            netlist.insert_port(&port.name, port.direction, port.range)
        }
    }
}
