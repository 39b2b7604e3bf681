//! The constraints as SDC commands.

use std::io::{self, Write};

use super::{names, text::Text};
use crate::design::Design;
use crate::period::{CLOCK_SLEW, INPUT_SLEW, PORT_LOAD};

impl Design {
    /// Writes the constraints (SDC): clocks, delays, slews and loads at ports. Units are those of the libraries: ps, fF.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_sdc(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        for (clock, &period) in names::clocks(self).zip(self.periods()) {
            text.text("create_clock -period ").integer(u64::from(period)).text(" -name ");
            names::port(&mut text, self, clock);
            text.text(" ");
            self.get_port(&mut text, clock)?;
            self.port_value(&mut text, "set_input_transition", CLOCK_SLEW, clock)?;
        }
        text.line("set_propagated_clock [all_clocks]")?;
        let [early, late] = self.constraints.input_arrival();
        for &port in self.input_ports() {
            self.port_value(&mut text, "set_input_delay -clock clk0 -min", early, port)?;
            self.port_value(&mut text, "set_input_delay -clock clk0 -max", late, port)?;
            self.port_value(&mut text, "set_input_transition", INPUT_SLEW, port)?;
        }
        let [early, late] = self.constraints.output_required();
        let late = f64::from(self.periods()[0]) - late;
        for &port in self.output_ports() {
            self.port_value(&mut text, "set_output_delay -clock clk0 -min", -early, port)?;
            self.port_value(&mut text, "set_output_delay -clock clk0 -max", late, port)?;
            self.port_value(&mut text, "set_load -pin_load", PORT_LOAD, port)?;
        }
        text.finish()
    }

    fn port_value(
        &self,
        text: &mut Text<'_, impl Write>,
        command: &str,
        value: f64,
        port: u32,
    ) -> io::Result<()> {
        text.text(command).text(" ").decimal(value).text(" ");
        self.get_port(text, port)
    }

    fn get_port(&self, text: &mut Text<'_, impl Write>, port: u32) -> io::Result<()> {
        text.text("[get_ports ");
        names::port(text, self, port);
        text.line("]")
    }
}
