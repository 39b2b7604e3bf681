//! The libraries.

use std::io::{self, Write};

use super::text::Text;
use crate::design::Design;
use crate::library::built_in::{
    CLOCK_SLEWS, DFF, FUNCTIONS, Function, FunctionId, LOADS, MAX_CAPACITANCE, Margins, SLEWS, area, delay,
    pin_capacitance, slew,
};
use crate::library::{CLOCK_PIN, Sense, Split};

const HEADER: [&str; 30] = [
    "  delay_model : table_lookup;",
    "  time_unit : \"1ps\";",
    "  voltage_unit : \"1V\";",
    "  current_unit : \"1mA\";",
    "  capacitive_load_unit (1,ff);",
    "  pulling_resistance_unit : \"1kohm\";",
    "  leakage_power_unit : \"1uW\";",
    "  input_threshold_pct_rise : 50;",
    "  input_threshold_pct_fall : 50;",
    "  output_threshold_pct_rise : 50;",
    "  output_threshold_pct_fall : 50;",
    "  slew_upper_threshold_pct_rise : 90;",
    "  slew_lower_threshold_pct_rise : 10;",
    "  slew_upper_threshold_pct_fall : 90;",
    "  slew_lower_threshold_pct_fall : 10;",
    "  nom_process : 1.0;",
    "  nom_temperature : 25.0;",
    "  nom_voltage : 1.0;",
    "  lu_table_template (delay_7x8) {",
    "    variable_1 : input_net_transition;",
    "    variable_2 : total_output_net_capacitance;",
    "    index_1 (\"1, 2, 3, 4, 5, 6, 7\");",
    "    index_2 (\"1, 2, 3, 4, 5, 6, 7, 8\");",
    "  }",
    "  lu_table_template (constraint_7x8) {",
    "    variable_1 : constrained_pin_transition;",
    "    variable_2 : related_pin_transition;",
    "    index_1 (\"1, 2, 3, 4, 5, 6, 7\");",
    "    index_2 (\"1, 2, 3, 4, 5, 6, 7, 8\");",
    "  }",
];

impl Design {
    /// Writes the built-in cell library of one split. Both have the setup and hold times.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::Unsupported`] if the design is of another library, which is somewhere already.
    pub fn write_liberty(&self, split: Split, out: &mut impl Write) -> io::Result<()> {
        if !self.library().is_built_in {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "the design is of a given library"));
        }
        let mut text = Text::new(out);
        let suffix = if split == Split::Early { "early" } else { "late" };
        text.text("library (").text(&self.options().name).text("_").text(suffix).line(") {")?;
        for line in HEADER {
            text.line(line)?;
        }
        let margins = Margins { hold: self.constraints.hold };
        for (function, id) in FUNCTIONS.iter().zip(0..) {
            for strength in 0..=function.most {
                Cell { function, id, strength, split, margins }.write(&mut text)?;
            }
        }
        text.line("}")?;
        text.finish()
    }
}

struct Cell {
    function: &'static Function,
    id: FunctionId,
    strength: u8,
    split: Split,
    margins: Margins,
}

/// Rise and fall.
const EDGES: [&str; 2] = ["rise", "fall"];

impl Cell {
    fn scale(&self) -> f64 {
        f64::from(1_u32 << self.strength)
    }

    fn write(&self, text: &mut Text<'_, impl Write>) -> io::Result<()> {
        text.text("  cell (").text(self.function.name).text("_X").integer(1 << self.strength).line(") {")?;
        text.text("    area : ").decimal(area(self.id, self.strength)).line(";")?;
        if self.id == DFF {
            text.line("    ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; }")?;
        }
        for (pin, name) in self.function.inputs.iter().enumerate() {
            text.text("    pin (").text(name).line(") {")?;
            text.line("      direction : input;")?;
            let capacitance = pin_capacitance(self.id, self.strength, pin);
            text.text("      capacitance : ").decimal(capacitance).line(";")?;
            if self.id == DFF && pin == CLOCK_PIN {
                text.line("      clock : true;")?;
            } else if self.id == DFF {
                self.checks(text)?;
            }
            text.line("    }")?;
        }
        self.output(text)?;
        text.line("  }")
    }

    fn output(&self, text: &mut Text<'_, impl Write>) -> io::Result<()> {
        text.text("    pin (").text(self.function.output).line(") {")?;
        text.line("      direction : output;")?;
        text.text("      function : \"").text(self.function.expression).line("\";")?;
        text.text("      max_capacitance : ").decimal(MAX_CAPACITANCE * self.scale()).line(";")?;
        for (pin, name) in self.function.inputs.iter().enumerate() {
            if self.id == DFF && pin != CLOCK_PIN {
                continue;
            }
            text.line("      timing () {")?;
            text.text("        related_pin : \"").text(name).line("\";")?;
            text.line(match self.function.senses[pin] {
                Sense::Positive => "        timing_sense : positive_unate;",
                Sense::Negative => "        timing_sense : negative_unate;",
                Sense::NonUnate => "        timing_sense : non_unate;",
            })?;
            if self.id == DFF {
                text.line("        timing_type : rising_edge;")?;
            }
            self.arc(text, pin)?;
            text.line("      }")?;
        }
        text.line("    }")
    }

    fn arc(&self, text: &mut Text<'_, impl Write>, pin: usize) -> io::Result<()> {
        for (to, edge) in EDGES.into_iter().enumerate() {
            text.text("        cell_").text(edge).line(" (delay_7x8) {")?;
            self.table(text, &LOADS, self.scale(), |row, load| {
                delay(self.id, self.split, pin, to, row, load)
            })?;
            text.text("        ").text(edge).line("_transition (delay_7x8) {")?;
            self.table(text, &LOADS, self.scale(), |row, load| slew(self.id, self.split, to, row, load))?;
        }
        Ok(())
    }

    /// Setup and hold. The contests' rule takes from each library the last check only, so that comes last which is
    /// the library's own.
    fn checks(&self, text: &mut Text<'_, impl Write>) -> io::Result<()> {
        let hold = |to, data, clock| self.margins.hold(to, data, clock);
        match self.split {
            Split::Early => {
                self.check(text, "setup_rising", Margins::setup)?;
                self.check(text, "hold_rising", hold)
            }
            Split::Late => {
                self.check(text, "hold_rising", hold)?;
                self.check(text, "setup_rising", Margins::setup)
            }
        }
    }

    fn check(
        &self,
        text: &mut Text<'_, impl Write>,
        kind: &str,
        margin: impl Fn(usize, f64, f64) -> f64,
    ) -> io::Result<()> {
        text.line("      timing () {")?;
        text.line("        related_pin : \"CK\";")?;
        text.text("        timing_type : ").text(kind).line(";")?;
        for (to, edge) in EDGES.into_iter().enumerate() {
            text.text("        ").text(edge).line("_constraint (constraint_7x8) {")?;
            self.table(text, &CLOCK_SLEWS, 1.0, |data, clock| margin(to, data, clock))?;
        }
        text.line("      }")
    }

    /// A table over slews and `columns`, which are `scale` times as large in the file.
    fn table(
        &self,
        text: &mut Text<'_, impl Write>,
        columns: &[f64; 8],
        scale: f64,
        value: impl Fn(f64, f64) -> f64,
    ) -> io::Result<()> {
        text.text("          index_1 (\"");
        list(text, SLEWS.into_iter());
        text.line("\");")?;
        text.text("          index_2 (\"");
        list(text, columns.iter().map(|column| column * scale));
        text.line("\");")?;
        text.line("          values ( \\")?;
        for (number, &row) in SLEWS.iter().enumerate() {
            text.text("            \"");
            list(text, columns.iter().map(|&column| value(row, column)));
            text.line(if number + 1 < SLEWS.len() { "\", \\" } else { "\" \\" })?;
        }
        text.line("          );")?;
        text.line("        }")
    }
}

fn list(text: &mut Text<'_, impl Write>, values: impl Iterator<Item = f64>) {
    for (number, value) in values.enumerate() {
        text.text(if number > 0 { ", " } else { "" }).decimal(value);
    }
}
