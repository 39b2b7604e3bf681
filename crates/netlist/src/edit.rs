//! Edits: each is checked before it changes anything, and is recorded with what undoes it.

use crate::id::NONE;
use crate::journal::Journal;
use crate::names::hash;
use crate::port::{Port, PortDirection};
use crate::{CellId, MasterId, NetId, Netlist, PinId};

/// The most bits of a port that is inserted.
const WIDEST_PORT: usize = 1 << 20;

/// Why an edit cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// A new cell, net or port needs a name of its own.
    #[error("there is already a {kind} '{name}'")]
    Exists {
        /// `cell`, `net` or `port`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// What is named is not in the netlist.
    #[error("there is no {kind} '{name}'")]
    Missing {
        /// `cell`, `net`, `port`, `pin` or `library cell`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A cell can be exchanged only for one with the same pins in the same order.
    #[error("cell '{cell}' cannot become a '{to}': its pins ({pins}) are not those of a '{from}' ({needed})")]
    PinsDiffer {
        /// The cell.
        cell: String,
        /// Its library cell.
        from: String,
        /// What it should become.
        to: String,
        /// Pins of `to`.
        pins: String,
        /// Pins of `from`.
        needed: String,
    },
    /// A pin is on one net at a time.
    #[error("pin '{pin}' is on net '{net}'; it must be disconnected first")]
    Connected {
        /// The pin.
        pin: String,
        /// Its net.
        net: String,
    },
    /// The pin is on no net.
    #[error("pin '{pin}' is not connected")]
    NotConnected {
        /// The pin.
        pin: String,
    },
    /// A name must have words in a file: something in it, and no blanks or control characters.
    #[error("'{name}' cannot name a {kind}: a name is one or more visible characters")]
    Name {
        /// `cell`, `net` or `port`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// The constants are part of every netlist.
    #[error("net '{net}' is a constant and cannot be removed")]
    Constant {
        /// The net.
        net: String,
    },
    /// A bus is as wide as memory has room for its bits.
    #[error("port '{name}' would have {bits} bits; expected at most {WIDEST_PORT}")]
    Wide {
        /// The name.
        name: String,
        /// How many bits.
        bits: usize,
    },
    /// Ids or room for names ran out.
    #[error("the netlist is too large for more")]
    Full,
}

/// One recorded change of a netlist.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A cell came.
    CellInserted(CellId),
    /// A cell went; its pins were disconnected before.
    CellRemoved(CellId),
    /// A cell became another library cell; this is what it was.
    MasterChanged(CellId, MasterId),
    /// A net came.
    NetInserted(NetId),
    /// A net went; its pins were disconnected before.
    NetRemoved(NetId),
    /// A port came; this is its first pin.
    PortInserted(PinId),
    /// A port went; its pins were disconnected before.
    PortRemoved(Box<Port>),
    /// A pin came to a net.
    Connected(PinId, NetId),
    /// A pin left a net.
    Disconnected(PinId, NetId),
}

/// What a change of a netlist is about, be it made or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// Which library cell a cell is.
    Master(CellId),
    /// Whether a cell is there.
    Cell(CellId),
    /// Whether a net is there, and its pins.
    Net(NetId),
    /// What ports there are.
    Ports,
}

impl Touched {
    fn by(change: &Change) -> Self {
        match *change {
            Change::MasterChanged(cell, _) => Self::Master(cell),
            Change::CellInserted(cell) | Change::CellRemoved(cell) => Self::Cell(cell),
            Change::NetInserted(net)
            | Change::NetRemoved(net)
            | Change::Connected(_, net)
            | Change::Disconnected(_, net) => Self::Net(net),
            Change::PortInserted(_) | Change::PortRemoved(_) => Self::Ports,
        }
    }
}

/// Changes since someone asked for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// Nothing is recorded before the first mark: nothing before it can be asked for.
    is_kept: bool,
    changes: Vec<Change>,
    /// How many were forgotten before the first in `changes`.
    forgotten: usize,
    /// All changes that were ever made or taken back.
    touched: Journal<Touched>,
    /// Nets that took the name of a removed one, and that one, oldest first.
    taken_names: Vec<(NetId, u32)>,
}

/// A point in the history of a netlist, to which edits can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

impl Netlist {
    /// Adds a cell, its pins not connected.
    ///
    /// # Errors
    /// If there is a cell of that name, no such library cell, or ids run out.
    pub fn insert_cell(&mut self, name: &str, master: MasterId) -> Result<CellId, EditError> {
        check_name("cell", name)?;
        self.check_master(master)?;
        if self.find_cell(name).is_some() {
            return Err(EditError::Exists { kind: "cell", name: name.to_string() });
        }
        let pins = self.library().master(master).pins.len();
        let (cell, first) = (self.cell_master.len(), self.pin_net.len());
        if cell.max(first + pins) >= NONE as usize {
            return Err(EditError::Full);
        }
        let name = self.cell_names.push(&[name]).ok_or(EditError::Full)?;
        self.cell_table.insert(&self.cell_names, name, cell as u32);
        self.cell_master.push(master);
        self.cell_first_pin.push(PinId::new(first));
        self.pin_cell.resize(first + pins, cell as u32);
        self.pin_net.resize(first + pins, NONE);
        self.record(Change::CellInserted(CellId::new(cell)));
        Ok(CellId::new(cell))
    }

    /// Takes a cell away, after disconnecting its pins.
    ///
    /// # Errors
    /// If it is not there.
    pub fn remove_cell(&mut self, cell: CellId) -> Result<(), EditError> {
        self.check_cell(cell)?;
        for pin in self.cell_pins(cell) {
            if self.pin_net(pin).is_some() {
                self.disconnect(pin)?;
            }
        }
        self.cell_table.remove(&self.cell_names, cell.0);
        self.removed_cells.insert(cell.0);
        self.record(Change::CellRemoved(cell));
        Ok(())
    }

    /// Exchanges a cell's library cell for another with the same pins.
    ///
    /// # Errors
    /// If one of them is not there, or the pins are others or in another order.
    pub fn set_master(&mut self, cell: CellId, master: MasterId) -> Result<(), EditError> {
        self.check_cell(cell)?;
        self.check_master(master)?;
        let old = self.cell_master(cell);
        let [from, to] = [old, master].map(|id| self.library().master(id));
        let same =
            from.pins.len() == to.pins.len() && from.pins.iter().zip(&to.pins).all(|(a, b)| a.name == b.name);
        if !same {
            let pins = |master: &crate::Master| {
                master.pins.iter().map(|pin| &*pin.name).collect::<Vec<_>>().join(" ")
            };
            return Err(EditError::PinsDiffer {
                cell: self.cell_name(cell).to_string(),
                from: from.name.to_string(),
                to: to.name.to_string(),
                pins: pins(to),
                needed: pins(from),
            });
        }
        self.cell_master[cell.index()] = master;
        self.record(Change::MasterChanged(cell, old));
        Ok(())
    }

    /// Adds a net without pins.
    ///
    /// # Errors
    /// If there is a net of that name, or ids run out.
    pub fn insert_net(&mut self, name: &str) -> Result<NetId, EditError> {
        check_name("net", name)?;
        let known = self.net_table.entry(&self.net_names, name, hash(name));
        if known.is_some_and(|(_, net)| !self.removed_nets.contains(&net)) {
            return Err(EditError::Exists { kind: "net", name: name.to_string() });
        }
        if self.net_name.len() >= NONE as usize {
            return Err(EditError::Full);
        }
        let net = NetId::new(self.net_name.len());
        let name = match known {
            // A removed net had the name, and a port may be found by it still.
            Some((name, removed)) => {
                self.net_table.set(&self.net_names, name, net.0);
                self.history.taken_names.push((net, removed));
                name
            }
            None => {
                let name = self.net_names.push(&[name]).ok_or(EditError::Full)?;
                self.net_table.insert(&self.net_names, name, net.0);
                name
            }
        };
        self.net_name.push(name);
        self.net_pins.push();
        self.record(Change::NetInserted(net));
        Ok(net)
    }

    /// Takes a net away, after disconnecting its pins.
    ///
    /// # Errors
    /// If it is a constant or not there.
    pub fn remove_net(&mut self, net: NetId) -> Result<(), EditError> {
        self.check_net(net)?;
        if Self::CONSTANTS.contains(&net) {
            return Err(EditError::Constant { net: self.net_name(net).to_string() });
        }
        for pin in self.net_pins(net).to_vec() {
            self.disconnect(pin)?;
        }
        self.removed_nets.insert(net.0);
        // A port is found by the name of its net, which it keeps.
        let name = self.net_name[net.index()];
        if self.port_named(name).is_none() {
            self.net_table.remove(&self.net_names, name);
        }
        self.record(Change::NetRemoved(net));
        Ok(())
    }

    /// Adds a port, its bits not connected. Its pins come after all others.
    ///
    /// # Errors
    /// If there is a port of that name or of one of the names of its bits, it is too wide, or ids run out.
    pub fn insert_port(
        &mut self,
        name: &str,
        direction: PortDirection,
        range: Option<(i32, i32)>,
    ) -> Result<PinId, EditError> {
        check_name("port", name)?;
        let first_pin = PinId::new(self.pin_net.len());
        let port = Port { name: name.into(), direction, range, first_pin };
        let bits = port.width();
        if bits > WIDEST_PORT {
            return Err(EditError::Wide { name: name.to_string(), bits });
        }
        let end = self.pin_net.len() + bits;
        if end >= NONE as usize {
            return Err(EditError::Full);
        }
        let names: Vec<Box<str>> = port.bits().map(|pin| port.bit_name(pin).into()).collect();
        let taken =
            names.iter().map(|bit| &**bit).chain([name]).find(|&name| !self.find_ports(name).is_empty());
        if let Some(name) = taken {
            return Err(EditError::Exists { kind: "port", name: name.to_string() });
        }
        self.pin_cell.resize(end, NONE);
        self.pin_net.resize(end, NONE);
        self.add_port(self.ports.len(), port);
        self.record(Change::PortInserted(first_pin));
        Ok(first_pin)
    }

    /// Takes a port away, all its bits, after disconnecting them.
    ///
    /// # Errors
    /// If the pin is not one of a port.
    pub fn remove_port(&mut self, bit: PinId) -> Result<(), EditError> {
        if !self.is_port(bit) {
            return Err(EditError::Missing { kind: "port", name: self.name_or_number(bit) });
        }
        for pin in self.ports[self.port_number(bit)].bits() {
            if self.pin_net(pin).is_some() {
                self.disconnect(pin)?;
            }
        }
        let port = self.take_port(self.port_number(bit));
        self.removed_port_pins.extend(port.bits().map(|pin| (pin, port.bit_name(pin).into())));
        self.record(Change::PortRemoved(Box::new(port)));
        Ok(())
    }

    /// Puts a port whose pins are there among the others.
    fn add_port(&mut self, place: usize, port: Port) {
        self.port_pins += port.width() as u32;
        if port.first_pin.0 >= self.linked_port_pins {
            self.later_port_bits.extend(port.bits().map(|pin| (port.bit_name(pin).into(), pin)));
        }
        self.port_first_pin.insert(port.name.clone(), port.first_pin);
        self.ports.insert(place, port);
    }

    fn take_port(&mut self, place: usize) -> Port {
        let port = self.ports.remove(place);
        self.port_first_pin.remove(&port.name);
        for pin in port.bits().filter(|pin| pin.0 >= self.linked_port_pins) {
            self.later_port_bits.remove(&*port.bit_name(pin));
        }
        self.port_pins -= port.width() as u32;
        port
    }

    /// Puts a pin on a net.
    ///
    /// # Errors
    /// If it is on one already, one of the two is not there, or ids run out.
    pub fn connect(&mut self, pin: PinId, net: NetId) -> Result<(), EditError> {
        self.check_pin(pin)?;
        self.check_net(net)?;
        if let Some(net) = self.pin_net(pin) {
            let (pin, net) = (self.pin_name(pin), self.net_name(net).to_string());
            return Err(EditError::Connected { pin, net });
        }
        self.pin_net[pin.index()] = net.0;
        self.net_pins.insert(net.0, pin);
        self.record(Change::Connected(pin, net));
        Ok(())
    }

    /// Takes a pin off its net.
    ///
    /// # Errors
    /// If it is on none, or not there.
    pub fn disconnect(&mut self, pin: PinId) -> Result<(), EditError> {
        self.check_pin(pin)?;
        let Some(net) = self.pin_net(pin) else {
            return Err(EditError::NotConnected { pin: self.pin_name(pin) });
        };
        self.pin_net[pin.index()] = NONE;
        self.net_pins.remove(net.0, pin);
        self.record(Change::Disconnected(pin, net));
        Ok(())
    }

    fn check_cell(&self, cell: CellId) -> Result<(), EditError> {
        let name = match self.cell_master.get(cell.index()) {
            Some(_) if !self.removed_cells.contains(&cell.0) => return Ok(()),
            Some(_) => self.cell_name(cell).to_string(),
            None => number(cell.0),
        };
        Err(EditError::Missing { kind: "cell", name })
    }

    fn check_net(&self, net: NetId) -> Result<(), EditError> {
        if self.has_net(net) {
            return Ok(());
        }
        let is_removed = net.index() < self.net_id_count();
        let name = if is_removed { self.net_name(net).to_string() } else { number(net.0) };
        Err(EditError::Missing { kind: "net", name })
    }

    fn check_pin(&self, pin: PinId) -> Result<(), EditError> {
        if self.has_pin(pin) {
            return Ok(());
        }
        Err(EditError::Missing { kind: "pin", name: self.name_or_number(pin) })
    }

    /// What to call a pin that is not there by.
    fn name_or_number(&self, pin: PinId) -> String {
        if pin.index() < self.pin_id_count() { self.pin_name(pin) } else { number(pin.0) }
    }

    fn check_master(&self, master: MasterId) -> Result<(), EditError> {
        if master.index() < self.library().masters().len() {
            return Ok(());
        }
        Err(EditError::Missing { kind: "library cell", name: number(master.0) })
    }

    fn record(&mut self, change: Change) {
        self.history.touched.push(Touched::by(&change));
        if self.history.is_kept {
            self.history.changes.push(change);
        }
    }

    /// The present point in the history. From the first mark on the history is kept.
    pub fn mark(&mut self) -> Mark {
        self.history.is_kept = true;
        Mark(self.history.forgotten + self.history.changes.len())
    }

    /// What changed since a mark, in order: what incremental work has to look at. Of a history that was
    /// forgotten, what is left.
    pub fn changes_since(&self, mark: Mark) -> &[Change] {
        let changes = &self.history.changes;
        &changes[mark.0.saturating_sub(self.history.forgotten).min(changes.len())..]
    }

    /// Takes back every edit since a mark, the last one first. Ids, names and arrays are as they were.
    pub fn undo(&mut self, mark: Mark) {
        while self.history.forgotten + self.history.changes.len() > mark.0
            && let Some(change) = self.history.changes.pop()
        {
            self.history.touched.push(Touched::by(&change));
            self.take_back(change);
        }
    }

    /// A number that is another one after every change, be it made or taken back.
    pub fn revision(&self) -> u64 {
        self.history.touched.revision()
    }

    /// What the changes since a revision were about, in order; none if there were so many that some are no longer known.
    pub fn touched_since(&self, revision: u64) -> Option<impl Iterator<Item = Touched> + '_> {
        self.history.touched.since(revision)
    }

    /// Forgets the history: earlier edits can no longer be undone, and their memory is free.
    pub fn forget_history(&mut self) {
        self.history.forgotten += self.history.changes.len();
        self.history.changes = Vec::new();
    }

    fn take_back(&mut self, change: Change) {
        match change {
            Change::CellInserted(cell) => {
                self.cell_table.remove(&self.cell_names, cell.0);
                self.cell_names.pop();
                self.cell_master.pop();
                if let Some(first) = self.cell_first_pin.pop() {
                    self.pin_cell.truncate(first.index());
                    self.pin_net.truncate(first.index());
                }
            }
            Change::CellRemoved(cell) => {
                self.removed_cells.remove(&cell.0);
                self.cell_table.insert(&self.cell_names, cell.0, cell.0);
            }
            Change::MasterChanged(cell, master) => self.cell_master[cell.index()] = master,
            Change::NetInserted(net) => {
                let name = self.net_name[net.index()];
                match self.history.taken_names.pop_if(|(taker, _)| *taker == net) {
                    Some((_, removed)) => self.net_table.set(&self.net_names, name, removed),
                    None => {
                        self.net_table.remove(&self.net_names, name);
                        self.net_names.pop();
                    }
                }
                self.net_name.pop();
                self.net_pins.pop();
            }
            Change::NetRemoved(net) => {
                self.removed_nets.remove(&net.0);
                self.net_table.insert(&self.net_names, self.net_name[net.index()], net.0);
            }
            Change::PortInserted(first) => {
                self.take_port(self.port_number(first));
                self.pin_cell.truncate(first.index());
                self.pin_net.truncate(first.index());
            }
            Change::PortRemoved(port) => {
                for pin in port.bits() {
                    self.removed_port_pins.remove(&pin);
                }
                let place = self.ports.partition_point(|other| other.first_pin < port.first_pin);
                self.add_port(place, *port);
            }
            Change::Connected(pin, net) => {
                self.pin_net[pin.index()] = NONE;
                self.net_pins.remove(net.0, pin);
            }
            Change::Disconnected(pin, net) => {
                self.pin_net[pin.index()] = net.0;
                self.net_pins.insert(net.0, pin);
            }
        }
    }
}

fn check_name(kind: &'static str, name: &str) -> Result<(), EditError> {
    if name.is_empty() || name.chars().any(|character| character.is_whitespace() || character.is_control()) {
        return Err(EditError::Name { kind, name: name.to_string() });
    }
    Ok(())
}

/// What to call something that is not there by.
fn number(id: u32) -> String {
    format!("#{id}")
}
