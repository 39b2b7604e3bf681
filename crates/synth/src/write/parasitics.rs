//! The wires.

use std::io::{self, Write};

use super::{names, text::Text};
use crate::design::Design;
use crate::library::{INPUT, OUTPUT};
use crate::wire::Wire;

const HEADER: [&str; 12] = [
    "*VENDOR \"zeroslack\"",
    "*PROGRAM \"zeroslack-synth\"",
    "*VERSION \"1\"",
    "*DESIGN_FLOW \"NETLIST_TYPE_VERILOG\"",
    "*DIVIDER /",
    "*DELIMITER :",
    "*BUS_DELIMITER [ ]",
    "*T_UNIT 1 PS",
    "*C_UNIT 1 FF",
    "*R_UNIT 1 KOHM",
    "*L_UNIT 1 UH",
    "",
];

impl Design {
    /// Writes the RC trees of all nets (SPEF).
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_spef(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        text.line("*SPEF \"IEEE 1481-1998\"")?;
        text.text("*DESIGN \"").text(&self.options().name).line("\"")?;
        // The same bytes on any day.
        text.line("*DATE \"Thu Jan 1 00:00:00 1970\"")?;
        for line in HEADER {
            text.line(line)?;
        }
        let mut wire = Wire::default();
        for driver in self.drivers().filter(|&driver| !self.sinks(driver).is_empty()) {
            wire.draw(self, driver);
            self.write_net(&mut text, driver, &wire)?;
        }
        text.finish()
    }

    fn write_net(&self, text: &mut Text<'_, impl Write>, driver: u32, wire: &Wire) -> io::Result<()> {
        text.text("*D_NET ");
        names::net(text, self, driver);
        let total = wire.nodes.iter().map(|node| u64::from(node.capacitance)).sum();
        text.text(" ").fixed(total).end()?;
        text.line("*CONN")?;
        if self.kind_id(driver) == INPUT {
            text.text("*P ");
            names::driver(text, self, driver);
            text.line(" I")?;
        } else {
            text.text("*I ");
            names::driver(text, self, driver);
            text.line(" O")?;
        }
        for &slot in self.sinks(driver) {
            let is_port = self.kind_id(self.slot_node(slot)) == OUTPUT;
            text.text(if is_port { "*P " } else { "*I " });
            names::sink(text, self, slot);
            text.line(if is_port { " O" } else { " I" })?;
        }
        text.line("*CAP")?;
        for (at, node) in wire.nodes.iter().enumerate() {
            text.integer(at as u64 + 1).text(" ");
            self.node_name(text, driver, wire, at);
            text.text(" ").fixed(u64::from(node.capacitance)).end()?;
        }
        text.line("*RES")?;
        for (at, node) in wire.nodes.iter().enumerate().skip(1) {
            text.integer(at as u64).text(" ");
            self.node_name(text, driver, wire, node.parent as usize);
            text.text(" ");
            self.node_name(text, driver, wire, at);
            text.text(" ").fixed(u64::from(node.resistance)).end()?;
        }
        text.line("*END")?;
        text.end()
    }

    fn node_name(&self, text: &mut Text<'_, impl Write>, driver: u32, wire: &Wire, at: usize) {
        match wire.nodes[at].slot {
            _ if at == 0 => names::driver(text, self, driver),
            Some(slot) => names::sink(text, self, slot),
            None => {
                names::net(text, self, driver);
                text.text(":").integer(at as u64);
            }
        }
    }
}
