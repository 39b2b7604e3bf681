//! Edits of a netlist that the parasitics of its nets follow.

use std::ops::Deref;

use crate::{CellId, EditError, MasterId, NetId, Netlist, Parasitics, PinId, PortDirection};

/// Edits a netlist and all its parasitics together. Reads as the netlist.
#[derive(Debug)]
pub struct Editor<'e> {
    netlist: &'e mut Netlist,
    parasitics: Vec<&'e mut Parasitics>,
}

impl Deref for Editor<'_> {
    type Target = Netlist;

    fn deref(&self) -> &Netlist {
        self.netlist
    }
}

impl<'e> Editor<'e> {
    /// Of a netlist and all parasitics that are kept for it.
    pub fn new(netlist: &'e mut Netlist, parasitics: impl IntoIterator<Item = &'e mut Parasitics>) -> Self {
        Self { netlist, parasitics: parasitics.into_iter().collect() }
    }

    /// As [`Netlist::insert_cell`].
    ///
    /// # Errors
    /// Those of the same.
    pub fn insert_cell(&mut self, name: &str, master: MasterId) -> Result<CellId, EditError> {
        self.apply(|netlist| netlist.insert_cell(name, master))
    }

    /// As [`Netlist::remove_cell`].
    ///
    /// # Errors
    /// Those of the same.
    pub fn remove_cell(&mut self, cell: CellId) -> Result<(), EditError> {
        self.apply(|netlist| netlist.remove_cell(cell))
    }

    /// As [`Netlist::set_master`].
    ///
    /// # Errors
    /// Those of the same.
    pub fn set_master(&mut self, cell: CellId, master: MasterId) -> Result<(), EditError> {
        self.apply(|netlist| netlist.set_master(cell, master))
    }

    /// As [`Netlist::insert_net`]; the net has no parasitics.
    ///
    /// # Errors
    /// Those of the same.
    pub fn insert_net(&mut self, name: &str) -> Result<NetId, EditError> {
        self.apply(|netlist| netlist.insert_net(name))
    }

    /// As [`Netlist::remove_net`]; its parasitics go too.
    ///
    /// # Errors
    /// Those of the same.
    pub fn remove_net(&mut self, net: NetId) -> Result<(), EditError> {
        self.apply(|netlist| netlist.remove_net(net))
    }

    /// As [`Netlist::insert_port`].
    ///
    /// # Errors
    /// Those of the same.
    pub fn insert_port(
        &mut self,
        name: &str,
        direction: PortDirection,
        range: Option<(i32, i32)>,
    ) -> Result<PinId, EditError> {
        self.apply(|netlist| netlist.insert_port(name, direction, range))
    }

    /// As [`Netlist::remove_port`].
    ///
    /// # Errors
    /// Those of the same.
    pub fn remove_port(&mut self, bit: PinId) -> Result<(), EditError> {
        self.apply(|netlist| netlist.remove_port(bit))
    }

    /// As [`Netlist::connect`]. If other pins have nodes in the net's parasitics, the pin gets one too, without capacitance or resistors: its
    /// own capacitance loads the net's driver.
    ///
    /// # Errors
    /// Those of the same.
    pub fn connect(&mut self, pin: PinId, net: NetId) -> Result<(), EditError> {
        self.apply(|netlist| netlist.connect(pin, net))
    }

    /// As [`Netlist::disconnect`]. The pin's node in the net's parasitics stays, as an internal one: a pin that comes back gets another.
    ///
    /// # Errors
    /// Those of the same.
    pub fn disconnect(&mut self, pin: PinId) -> Result<(), EditError> {
        self.apply(|netlist| netlist.disconnect(pin))
    }

    /// Makes an edit, which the parasitics follow; nothing is changed where it fails.
    fn apply<T>(&mut self, edit: impl FnOnce(&mut Netlist) -> Result<T, EditError>) -> Result<T, EditError> {
        let before = self.netlist.mark();
        let marks: Vec<_> = self.parasitics.iter_mut().map(|parasitics| parasitics.mark()).collect();
        let made = edit(self.netlist)?;
        let changes = self.netlist.changes_since(before);
        if self.parasitics.iter_mut().all(|parasitics| parasitics.follow(changes, u32::MAX as usize)) {
            return Ok(made);
        }
        for (parasitics, mark) in self.parasitics.iter_mut().zip(marks) {
            parasitics.undo(mark);
        }
        self.netlist.undo(before);
        Err(EditError::Full)
    }
}
