//! The netlist.

use std::io::{self, Write};

use super::{names, text::Text};
use crate::design::Design;
use crate::library::{INPUT, OUTPUT};

impl Design {
    /// Writes the netlist: one module of library cells.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_verilog(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        text.text("module ").text(&self.options().name).line(" (")?;
        for (number, port) in names::ports(self).enumerate() {
            if number > 0 {
                text.line(",")?;
            }
            names::port(&mut text, self, port);
        }
        text.end()?;
        text.line(");")?;
        text.end()?;
        for port in names::ports(self) {
            text.text(if self.kind_id(port) == OUTPUT { "output " } else { "input " });
            names::port(&mut text, self, port);
            text.line(";")?;
        }
        text.end()?;
        for driver in
            self.drivers().filter(|&node| self.kind_id(node) != INPUT && self.output_net(node).is_none())
        {
            text.text("wire ");
            names::net(&mut text, self, driver);
            text.line(";")?;
        }
        text.end()?;
        for cell in self.cells() {
            self.write_cell(&mut text, cell)?;
        }
        text.end()?;
        text.line("endmodule")?;
        text.finish()
    }

    fn write_cell(&self, text: &mut Text<'_, impl Write>, cell: u32) -> io::Result<()> {
        let kind = self.kind(cell);
        names::master(text, self, cell);
        text.text(" ");
        names::cell(text, self, cell);
        text.text(" (");
        for (slot, pin) in self.slots(cell).zip(&kind.inputs) {
            text.text(" .").text(pin).text("(");
            names::net(text, self, self.driver(slot));
            text.text("),");
        }
        for (pin, level) in &kind.tied {
            text.text(" .").text(pin).text(if *level { "(1'b1)," } else { "(1'b0)," });
        }
        text.text(" .").text(&kind.output).text("(");
        names::net(text, self, cell);
        text.line(") );")
    }
}
