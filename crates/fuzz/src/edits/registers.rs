//! Random edits of registers.

use zeroslack::Session;
use zeroslack::netlist::{CellId, EditError, Editor as NetlistEditor, NetId, PinId};

use super::gates::{move_pins, replace};
use super::random::{Editor, ends};

impl Editor {
    /// An edit of a register, or of something else that a clock comes to: it comes, goes, or its data comes from elsewhere.
    pub fn edit_registers(&mut self, session: &mut Session) {
        match self.dice.below(12) {
            0..4 => self.copy_register(session),
            4..6 => self.remove_register(session),
            6..8 => self.remove_new_cell(session),
            8 => self.move_register(session),
            9 | 10 => self.move_data(session),
            _ => self.edit_clock_network(session),
        }
    }

    /// A cell that a clock comes to.
    fn register(&mut self, session: &Session) -> Option<CellId> {
        let net = self.net_of_clock(session)?;
        let netlist = session.netlist();
        let cells = netlist.net_pins(net).iter().filter_map(|&pin| netlist.pin_cell(pin));
        let found: Vec<CellId> = cells.filter(|&cell| ends(netlist, cell).is_none()).collect();
        (!found.is_empty()).then(|| *self.dice.pick(&found))
    }

    /// A second one of a register, which drives some of what the first one drove.
    fn copy_register(&mut self, session: &mut Session) {
        let Some(cell) = self.register(session) else { return };
        let netlist = session.netlist();
        let alike = &self.alike[netlist.cell_master(cell).index()];
        let (master, name) = (*self.dice.pick(alike), self.name());
        let pins: Vec<(Option<NetId>, bool)> =
            netlist.cell_pins(cell).map(|pin| (netlist.pin_net(pin), netlist.is_driver(pin))).collect();
        let mut of_pins = Vec::new();
        for (net, drives) in pins {
            let Some(net) = net else {
                of_pins.push(None);
                continue;
            };
            let sinks = if drives { self.some_sinks(session.netlist(), net) } else { Vec::new() };
            let name = drives.then(|| self.name());
            let other = self.net(session.netlist());
            let net = if !drives && self.dice.chance(15) { other } else { net };
            of_pins.push(Some((net, name, sinks)));
        }
        let edits = |netlist: &mut NetlistEditor<'_>| {
            let cell = netlist.insert_cell(&name, master)?;
            for (pin, of_pin) in netlist.cell_pins(cell).zip(of_pins) {
                match of_pin {
                    Some((_, Some(name), sinks)) => {
                        let new = netlist.insert_net(&name)?;
                        netlist.connect(pin, new)?;
                        move_pins(netlist, &sinks, new)?;
                    }
                    Some((net, None, _)) => netlist.connect(pin, net)?,
                    None => {}
                }
            }
            Ok(())
        };
        session.edit(edits).unwrap();
    }

    /// A register goes; now and then what it drove is driven by what came to one of its inputs.
    fn remove_register(&mut self, session: &mut Session) {
        let Some(cell) = self.register(session) else { return };
        let netlist = session.netlist();
        let nets = |drives: bool| {
            let pins = netlist.cell_pins(cell).filter(move |&pin| netlist.is_driver(pin) == drives);
            pins.filter_map(|pin| netlist.pin_net(pin)).collect::<Vec<NetId>>()
        };
        let (inputs, outputs) = (nets(false), nets(true));
        let input = if inputs.is_empty() { None } else { Some(*self.dice.pick(&inputs)) };
        let (input, is_led_past) = (input, self.dice.chance(60));
        let edits = |netlist: &mut NetlistEditor<'_>| -> Result<(), EditError> {
            netlist.remove_cell(cell)?;
            for net in outputs.iter().copied().filter(|_| is_led_past) {
                let sinks: Vec<PinId> =
                    netlist.net_pins(net).iter().copied().filter(|&pin| !netlist.is_driver(pin)).collect();
                input.map_or(Ok(()), |input| move_pins(netlist, &sinks, input))?;
            }
            Ok(())
        };
        session.edit(edits).unwrap();
    }

    /// A register goes, and comes again elsewhere or where it was.
    fn move_register(&mut self, session: &mut Session) {
        let Some(cell) = self.register(session) else { return };
        let netlist = session.netlist();
        let (name, master) = (netlist.cell_name(cell).to_string(), netlist.cell_master(cell));
        let mut nets: Vec<Option<NetId>> = netlist.cell_pins(cell).map(|pin| netlist.pin_net(pin)).collect();
        if self.dice.chance(30) {
            nets.reverse();
        }
        session.edit(|netlist| replace(netlist, cell, (&name, master), &nets)).unwrap();
    }

    /// An input of a register is connected to any net, or to none.
    fn move_data(&mut self, session: &mut Session) {
        let Some(cell) = self.register(session) else { return };
        let netlist = session.netlist();
        let inputs: Vec<PinId> = netlist.cell_pins(cell).filter(|&pin| !netlist.is_driver(pin)).collect();
        let (pin, net, is_left) = (*self.dice.pick(&inputs), self.net(netlist), self.dice.chance(20));
        let edits = |netlist: &mut NetlistEditor<'_>| {
            if is_left && netlist.pin_net(pin).is_some() {
                return netlist.disconnect(pin);
            }
            move_pins(netlist, &[pin], net)
        };
        session.edit(edits).unwrap();
    }
}
