//! Random edits of gates.

use zeroslack::netlist::{CellId, EditError, Editor as NetlistEditor, MasterId, NetId, PinId};
use zeroslack::{ModeId, Session};

use super::random::{Editor, ends};

/// Moves pins to a net.
pub fn move_pins(netlist: &mut NetlistEditor<'_>, pins: &[PinId], net: NetId) -> Result<(), EditError> {
    for &pin in pins {
        if netlist.pin_net(pin).is_some() {
            netlist.disconnect(pin)?;
        }
        netlist.connect(pin, net)?;
    }
    Ok(())
}

/// A repeater from a net to a new one.
fn repeat(
    netlist: &mut NetlistEditor<'_>,
    [cell, net]: [&str; 2],
    master: MasterId,
    from: NetId,
) -> Result<NetId, EditError> {
    let cell = netlist.insert_cell(cell, master)?;
    let net = netlist.insert_net(net)?;
    let [input, output] = ends(netlist, cell).unwrap();
    netlist.connect(input, from)?;
    netlist.connect(output, net)?;
    Ok(net)
}

impl Editor {
    /// Exchanges a cell for one of another size.
    pub fn repower(&mut self, session: &mut Session) {
        let Some(cell) = self.cell(session.netlist()) else { return };
        let master = *self.dice.pick(&self.alike[session.netlist().cell_master(cell).index()]);
        session.edit(|netlist| netlist.set_master(cell, master)).unwrap();
    }

    /// Any library cell with one input and one output, if there is one.
    fn repeater(&mut self) -> Option<MasterId> {
        (!self.repeaters.is_empty()).then(|| *self.dice.pick(&self.repeaters))
    }

    /// A repeater takes over some sinks of a net.
    pub fn insert_repeater_before_sinks(&mut self, session: &mut Session, net: NetId) {
        let sinks = self.some_sinks(session.netlist(), net);
        let names = [self.name(), self.name()];
        let Some(master) = self.repeater() else { return };
        let edits = |netlist: &mut NetlistEditor<'_>| {
            let new = repeat(netlist, names.each_ref().map(String::as_str), master, net)?;
            move_pins(netlist, &sinks, new)
        };
        session.edit(edits).unwrap();
    }

    /// A repeater takes over all sinks of a net.
    pub fn insert_repeater_after_driver(&mut self, session: &mut Session, net: NetId) {
        let netlist = session.netlist();
        let Some(&driver) = netlist.net_pins(net).iter().find(|&&pin| netlist.is_driver(pin)) else {
            return;
        };
        let names = [self.name(), self.name()];
        let Some(master) = self.repeater() else { return };
        let edits = |netlist: &mut NetlistEditor<'_>| {
            let cell = netlist.insert_cell(&names[0], master)?;
            let new = netlist.insert_net(&names[1])?;
            move_pins(netlist, &[driver], new)?;
            let [input, output] = ends(netlist, cell).unwrap();
            netlist.connect(input, new)?;
            netlist.connect(output, net)
        };
        session.edit(edits).unwrap();
    }

    /// Two repeaters in a row.
    pub fn insert_inverter_pair(&mut self, session: &mut Session, net: NetId) {
        let sinks = self.some_sinks(session.netlist(), net);
        let names = [self.name(), self.name(), self.name(), self.name()];
        let [a, b, c, d] = names.each_ref().map(String::as_str);
        let Some(master) = self.repeater() else { return };
        let edits = |netlist: &mut NetlistEditor<'_>| {
            let middle = repeat(netlist, [a, b], master, net)?;
            let end = repeat(netlist, [c, d], master, middle)?;
            move_pins(netlist, &sinks, end)
        };
        session.edit(edits).unwrap();
    }

    /// A net of a clock's network, or one behind it, if there are clocks.
    pub fn net_of_clock(&mut self, session: &Session) -> Option<NetId> {
        let (netlist, clocks) = (session.netlist(), &session.constraints(ModeId::FIRST).clocks);
        let sources: Vec<PinId> = clocks.iter().flat_map(|(_, clock)| clock.sources.clone()).collect();
        let is_there = |pin: &PinId| netlist.has_pin(*pin);
        let sources: Vec<PinId> = sources.into_iter().filter(is_there).collect();
        let mut net = if sources.is_empty() { None } else { netlist.pin_net(*self.dice.pick(&sources)) }?;
        while self.dice.chance(60) {
            let sinks = self.some_sinks(netlist, net);
            let Some(cell) = sinks.first().and_then(|&pin| netlist.pin_cell(pin)) else { break };
            let Some([_, output]) = ends(netlist, cell) else { break };
            let Some(behind) = netlist.pin_net(output) else { break };
            net = behind;
        }
        Some(net)
    }

    /// An edit of a clock's network, or two: a repeater or two come or go, a clock buffer becomes another, or sinks are connected elsewhere.
    pub fn edit_clock_network(&mut self, session: &mut Session) {
        let Some(net) = self.net_of_clock(session) else { return };
        if self.dice.chance(30) {
            self.repower_clock_buffer(session);
        }
        match self.dice.below(10) {
            0..3 => self.insert_repeater_before_sinks(session, net),
            3 => self.insert_repeater_after_driver(session, net),
            4 => self.insert_inverter_pair(session, net),
            5..7 => self.remove_repeater(session, net),
            7 => {
                let other = self.net_of_clock(session).unwrap_or(net);
                self.swap_sinks(session, [net, other]);
            }
            8 => {
                let (other, sinks) = (self.net_of_clock(session), self.some_sinks(session.netlist(), net));
                let Some(other) = other.filter(|_| sinks.len() < 4) else { return };
                session.edit(|netlist| move_pins(netlist, &sinks, other)).unwrap();
            }
            _ => self.repower_clock_buffer(session),
        }
    }

    /// A cell of a clock's network becomes another one.
    fn repower_clock_buffer(&mut self, session: &mut Session) {
        let netlist = session.netlist();
        let drivers = self.net_of_clock(session).map_or(&[][..], |net| netlist.net_pins(net));
        let Some(cell) = drivers.iter().find_map(|&pin| netlist.pin_cell(pin)) else { return };
        let master = *self.dice.pick(&self.alike[netlist.cell_master(cell).index()]);
        session.edit(|netlist| netlist.set_master(cell, master)).unwrap();
    }

    /// Takes out a repeater behind a net: what it drives, the net drives then.
    fn remove_repeater(&mut self, session: &mut Session, net: NetId) {
        let netlist = session.netlist();
        let cells = netlist.net_pins(net).iter().filter_map(|&pin| netlist.pin_cell(pin));
        let found = cells.filter_map(|cell| {
            let [input, output] = ends(netlist, cell)?;
            (netlist.pin_net(input) == Some(net)).then_some((cell, netlist.pin_net(output)?))
        });
        let found: Vec<(CellId, NetId)> = found.filter(|&(_, behind)| behind != net).collect();
        if !found.is_empty() {
            let (cell, behind) = *self.dice.pick(&found);
            session.edit(|netlist| remove_joining(netlist, cell, Some((net, behind)))).unwrap();
        }
    }

    /// Any library cell, its inputs on any nets, its outputs on new nets, on nets of others, or open.
    pub fn insert_gate(&mut self, session: &mut Session) {
        let master = MasterId::new(self.dice.below(session.netlist().library().masters().len()));
        let name = self.name();
        let cell = session.edit(|netlist| netlist.insert_cell(&name, master)).unwrap();
        for pin in session.netlist().cell_pins(cell) {
            let is_output = session.netlist().is_driver(pin);
            let net = match self.dice.below(10) {
                0 => continue,
                1..8 if is_output => {
                    let name = self.name();
                    session.edit(|netlist| netlist.insert_net(&name)).unwrap()
                }
                _ => self.net(session.netlist()),
            };
            session.edit(|netlist| netlist.connect(pin, net)).unwrap();
        }
    }

    /// Two inputs of a cell come to each other's nets.
    pub fn swap_pins(&mut self, session: &mut Session) {
        let netlist = session.netlist();
        let Some(cell) = self.cell(netlist) else { return };
        let inputs = netlist.cell_pins(cell).filter(|&pin| !netlist.is_driver(pin));
        let mut inputs: Vec<(PinId, NetId)> =
            inputs.filter_map(|pin| Some((pin, netlist.pin_net(pin)?))).collect();
        self.dice.shuffle(&mut inputs);
        let &[(a, to_b), (b, to_a), ..] = &inputs[..] else { return };
        let edits = |netlist: &mut NetlistEditor<'_>| {
            move_pins(netlist, &[a], to_a)?;
            move_pins(netlist, &[b], to_b)
        };
        session.edit(edits).unwrap();
    }

    /// Sinks of two nets come to each other's nets.
    pub fn swap_sinks(&mut self, session: &mut Session, nets: [NetId; 2]) {
        let netlist = session.netlist();
        let [a, b] = nets.map(|net| self.some_sinks(netlist, net).first().copied());
        let (Some(a), Some(b)) = (a, b) else { return };
        let edits = |netlist: &mut NetlistEditor<'_>| {
            move_pins(netlist, &[a], nets[1])?;
            move_pins(netlist, &[b], nets[0])
        };
        session.edit(edits).unwrap();
    }

    /// Takes out a cell that was not there at first: of a repeater the two nets become one.
    pub fn remove_new_cell(&mut self, session: &mut Session) {
        let netlist = session.netlist();
        let new: Vec<CellId> =
            netlist.cells().filter(|&cell| !self.original.has_cell(netlist.cell_name(cell))).collect();
        if new.is_empty() {
            return;
        }
        let cell = *self.dice.pick(&new);
        let joined = ends(netlist, cell).and_then(|pins| {
            let [input, output] = pins.map(|pin| netlist.pin_net(pin));
            Some((input?, output?)).filter(|(input, output)| input != output)
        });
        let outputs: Vec<NetId> = netlist.cell_pins(cell).filter_map(|pin| netlist.pin_net(pin)).collect();
        session.edit(|netlist| remove_joining(netlist, cell, joined)).unwrap();
        for net in outputs {
            let netlist = session.netlist();
            // The same net may be there twice.
            let is_there = netlist.nets().any(|other| other == net);
            if is_there && netlist.net_pins(net).is_empty() && !self.original.has_net(netlist.net_name(net)) {
                session.edit(|netlist| netlist.remove_net(net)).unwrap();
            }
        }
    }

    /// Removes any cell, its pins disconnected first.
    pub fn remove_cell(&mut self, session: &mut Session) {
        let Some(cell) = self.cell(session.netlist()) else { return };
        session.edit(|netlist| netlist.remove_cell(cell)).unwrap();
    }

    /// A cell goes, and comes again under the same name as something of the same pins.
    pub fn replace_cell(&mut self, session: &mut Session) {
        let Some(cell) = self.cell(session.netlist()) else { return };
        let netlist = session.netlist();
        let name = netlist.cell_name(cell).to_string();
        let master = *self.dice.pick(&self.alike[netlist.cell_master(cell).index()]);
        let nets: Vec<Option<NetId>> = netlist.cell_pins(cell).map(|pin| netlist.pin_net(pin)).collect();
        session.edit(|netlist| replace(netlist, cell, (&name, master), &nets)).unwrap();
    }
}

/// Removes a cell, and inserts another one, its pins on these nets.
pub fn replace(
    netlist: &mut NetlistEditor<'_>,
    cell: CellId,
    (name, master): (&str, MasterId),
    nets: &[Option<NetId>],
) -> Result<(), EditError> {
    netlist.remove_cell(cell)?;
    let cell = netlist.insert_cell(name, master)?;
    for (pin, net) in netlist.cell_pins(cell).zip(nets) {
        net.map_or(Ok(()), |net| netlist.connect(pin, net))?;
    }
    Ok(())
}

/// Removes a cell; what its output net reaches goes to its input net.
fn remove_joining(
    netlist: &mut NetlistEditor<'_>,
    cell: CellId,
    joined: Option<(NetId, NetId)>,
) -> Result<(), EditError> {
    netlist.remove_cell(cell)?;
    let Some((input, output)) = joined else { return Ok(()) };
    let pins = netlist.net_pins(output).to_vec();
    move_pins(netlist, &pins, input)
}
