//! Constants, and what is not timed.

use std::io;

use zeroslack_sdc::LogicValue;

use super::{Writer, pattern, word};
use crate::commands::libraries;

impl Writer<'_> {
    pub(super) fn constants(&mut self) -> io::Result<()> {
        let constraints = self.constraints;
        for (&pin, value) in &constraints.logic_values {
            let command = match value {
                LogicValue::Zero => "set_logic_zero",
                LogicValue::One => "set_logic_one",
                LogicValue::DontCare => "set_logic_dc",
            };
            writeln!(self.out, "{command} {}", self.pin(pin))?;
        }
        for (&pin, value) in &constraints.case_values {
            writeln!(self.out, "set_case_analysis {} {}", value.name(), self.pin(pin))?;
        }
        Ok(())
    }

    pub(super) fn disables(&mut self) -> io::Result<()> {
        let netlist = self.netlist;
        let library = netlist.library();
        let disables = &self.constraints.disables;
        let of_master = |master, pin: u32| &*library.master(master).pins[pin as usize].name;
        for (&master, sets) in &disables.library_cells {
            let cell = self.library_cell(master);
            for ends in sets {
                let names = [ends.from, ends.to].map(|pin| pin.map(|pin| of_master(master, pin)));
                self.disable(names, &cell)?;
            }
        }
        for &(master, pin) in &disables.library_pins {
            let pin = pattern(&libraries::pin_name(netlist, master, pin));
            self.disable([None; 2], &format!("[get_lib_pins {pin}]"))?;
        }
        for &pin in &disables.pins {
            self.disable([None; 2], &self.pin(pin))?;
        }
        for (&cell, sets) in &disables.cells {
            let object = self.cell(cell);
            for ends in sets {
                let name = |pin| netlist.master_pin(pin).map(|pin| &*pin.name);
                self.disable([ends.from, ends.to].map(|pin| pin.and_then(name)), &object)?;
            }
        }
        Ok(())
    }

    fn disable(&mut self, names: [Option<&str>; 2], object: &str) -> io::Result<()> {
        write!(self.out, "set_disable_timing")?;
        for (option, name) in ["-from", "-to"].iter().zip(names) {
            if let Some(name) = name {
                write!(self.out, " {option} {}", word(name))?;
            }
        }
        writeln!(self.out, " {object}")
    }
}
