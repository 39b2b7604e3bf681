//! Edits back towards the design as it was at first, and groups of edits that must be refused.

use std::collections::HashMap;

use zeroslack::Session;
use zeroslack::netlist::{EditError, Editor as NetlistEditor, MasterId, Netlist, PinId};

use super::gates::move_pins;
use super::random::{Editor, names};
use super::state::State;

/// What a pin was connected to at first.
type Connection = (String, Option<String>);

/// The design at first, by names.
pub struct Original {
    cells: Vec<(String, MasterId, Vec<Connection>)>,
    /// Whether it is a cell, whether it is a net.
    known: HashMap<String, [bool; 2]>,
    ports: Vec<Connection>,
}

impl Original {
    /// What a design is now.
    pub fn new(netlist: &Netlist) -> Self {
        let connection = |pin: PinId| {
            let net = netlist.pin_net(pin).map(|net| netlist.net_name(net).to_string());
            (netlist.pin_name(pin), net)
        };
        let mut known: HashMap<String, [bool; 2]> = HashMap::new();
        for cell in netlist.cells() {
            known.entry(netlist.cell_name(cell).to_string()).or_default()[0] = true;
        }
        for net in netlist.nets() {
            known.entry(netlist.net_name(net).to_string()).or_default()[1] = true;
        }
        let cells = netlist.cells().map(|cell| {
            let pins = netlist.cell_pins(cell).map(connection).collect();
            (netlist.cell_name(cell).to_string(), netlist.cell_master(cell), pins)
        });
        Self { cells: cells.collect(), known, ports: netlist.port_pins().map(connection).collect() }
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Whether there was a cell of a name.
    pub fn has_cell(&self, name: &str) -> bool {
        self.known.get(name).is_some_and(|known| known[0])
    }

    /// Whether there was a net of a name.
    pub fn has_net(&self, name: &str) -> bool {
        self.known.get(name).is_some_and(|known| known[1])
    }
}

/// Connects a pin as it was.
fn restore(netlist: &mut NetlistEditor<'_>, (pin, net): &Connection) -> Result<(), EditError> {
    let pin = netlist.find_pin(pin, '/').unwrap();
    let Some(net) = net else {
        return if netlist.pin_net(pin).is_some() { netlist.disconnect(pin) } else { Ok(()) };
    };
    let net = match netlist.find_net(net) {
        Some(net) => net,
        None => netlist.insert_net(net)?,
    };
    if netlist.pin_net(pin) == Some(net) { Ok(()) } else { move_pins(netlist, &[pin], net) }
}

impl Editor {
    /// Makes some cells and ports what they were, now and then all of them.
    pub fn heal(&mut self, session: &mut Session) {
        let (cells, ports) = (self.original.cells.len(), self.original.ports.len());
        let (cells, ports): (Vec<usize>, Vec<usize>) = if self.dice.chance(3) {
            ((0..cells).collect(), (0..ports).collect())
        } else {
            ((0..4).map(|_| self.dice.below(cells)).collect(), vec![self.dice.below(ports)])
        };
        let original = &self.original;
        let edits = |netlist: &mut NetlistEditor<'_>| {
            for cell in cells {
                let (name, master, pins) = &original.cells[cell];
                if netlist.find_cell(name).is_none() {
                    netlist.insert_cell(name, *master)?;
                }
                pins.iter().try_for_each(|pin| restore(netlist, pin))?;
            }
            ports.iter().try_for_each(|&port| restore(netlist, &original.ports[port]))
        };
        session.edit(edits).unwrap();
    }

    /// Good edits, then one that cannot be made: nothing may remain of them.
    pub fn make_wrong_group(&mut self, session: &mut Session) {
        let before = self.dice.chance(20).then(|| State::new(session));
        let names = [self.name(), self.name()];
        let (Some(cell), net, pin) =
            (self.cell(session.netlist()), self.net(session.netlist()), self.pin(session.netlist()))
        else {
            return;
        };
        let (kind, other) = (self.dice.below(6), self.dice.below(self.alike.len()));
        let edits = |netlist: &mut NetlistEditor<'_>| {
            let new = netlist.insert_net(&names[0])?;
            netlist.insert_cell(&names[1], MasterId::new(other))?;
            move_pins(netlist, &[pin], new)?;
            if !Netlist::CONSTANTS.contains(&net) {
                netlist.remove_net(net)?;
            }
            match kind {
                0 => netlist.insert_net(&names[0]).map(drop),
                1 => netlist.insert_cell(&names[1], MasterId::new(0)).map(drop),
                2 => netlist.remove_net(Netlist::CONSTANTS[0]),
                3 => netlist.connect(pin, new),
                4 => netlist.disconnect(pin).and_then(|()| netlist.disconnect(pin)),
                _ => netlist.set_master(cell, unlike(netlist, cell)),
            }
        };
        session.edit(edits).unwrap_err();
        if let Some(before) = before {
            State::new(session).assert_same(&before, "after a group that was refused");
        }
    }
}

/// A library cell with other pins.
fn unlike(netlist: &Netlist, cell: zeroslack::netlist::CellId) -> MasterId {
    let masters = netlist.library().masters();
    let own = names(netlist.master(cell));
    MasterId::new(masters.iter().position(|master| names(master) != own).unwrap())
}
