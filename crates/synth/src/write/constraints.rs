//! The constraints as SDC commands.

use std::io::{self, Write};

use super::{names, text::Text};
use crate::design::Design;
use crate::library::Library;

impl Design {
    /// Writes the constraints (SDC): clocks, delays, slews and loads at ports. Units are those of the library.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_sdc(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        let Library { ports, units, .. } = self.library();
        let time = |ps: f64| ps / units.time;
        for (clock, &period) in names::clocks(self).zip(self.periods()) {
            text.text("create_clock -period ");
            if units.time == 1.0 {
                text.integer(u64::from(period));
            } else {
                text.decimal(time(f64::from(period)));
            }
            text.text(" -name ");
            names::port(&mut text, self, clock);
            text.text(" ");
            self.get_port(&mut text, clock)?;
            self.port_value(&mut text, "set_input_transition", time(ports.clock_slew), clock)?;
        }
        text.line("set_propagated_clock [all_clocks]")?;
        let [early, late] = self.constraints.input_arrival(ports).map(time);
        for &port in self.input_ports() {
            self.port_value(&mut text, "set_input_delay -clock clk0 -min", early, port)?;
            self.port_value(&mut text, "set_input_delay -clock clk0 -max", late, port)?;
            self.port_value(&mut text, "set_input_transition", time(ports.input_slew), port)?;
        }
        let [early, late] = self.constraints.output_required(ports);
        let late = f64::from(self.periods()[0]) - late;
        for &port in self.output_ports() {
            self.port_value(&mut text, "set_output_delay -clock clk0 -min", time(-early), port)?;
            self.port_value(&mut text, "set_output_delay -clock clk0 -max", time(late), port)?;
            self.port_value(&mut text, "set_load -pin_load", ports.load / units.capacitance, port)?;
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
