//! The constraints as the TAU contests' assertions.

use std::io::{self, Write};

use super::{names, text::Text};
use crate::design::Design;

impl Design {
    /// Writes the constraints as the `.timing` file of the TAU contests, in ps and fF. They know one clock only: of a design with
    /// more, the first is written.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_timing(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        let ports = self.library().ports;
        let half = f64::from(self.periods()[0]) / 2.0;
        for clock in names::clocks(self).take(1) {
            text.text("clock ");
            names::port(&mut text, self, clock);
            text.text(" ").integer(u64::from(self.periods()[0])).text(" ").decimal(half).end()?;
            self.assertion(&mut text, "at", clock, [0.0, half, 0.0, half])?;
            self.assertion(&mut text, "slew", clock, [ports.clock_slew; 4])?;
        }
        let [early, late] = self.constraints.input_arrival(&ports);
        for &port in self.input_ports() {
            self.assertion(&mut text, "at", port, [early, early, late, late])?;
            self.assertion(&mut text, "slew", port, [ports.input_slew; 4])?;
        }
        let [early, late] = self.constraints.output_required(&ports);
        for &port in self.output_ports() {
            self.assertion(&mut text, "rat", port, [early, early, late, late])?;
            text.text("load ");
            names::port(&mut text, self, port);
            text.text(" ").decimal(ports.load).end()?;
        }
        text.finish()
    }

    fn assertion(
        &self,
        text: &mut Text<'_, impl Write>,
        word: &str,
        port: u32,
        values: [f64; 4],
    ) -> io::Result<()> {
        text.text(word).text(" ");
        names::port(text, self, port);
        for value in values {
            text.text(" ").decimal(value);
        }
        text.end()
    }
}
