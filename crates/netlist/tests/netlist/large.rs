//! Text of random designs that are large enough for several threads, with what is odd in them left odd.

use std::fmt::Write;

use crate::random::Choices;

/// What a design may have in it.
#[derive(Clone, Copy, Default)]
pub struct Odd {
    /// Instances of one name, pins that cells do not have, selects that are out of range: no netlist comes of them.
    pub errors: bool,
    /// Instances of modules.
    pub hierarchy: bool,
}

/// Cells with their pins; a number is the width.
const CELLS: [(&str, &[(&str, usize)]); 6] = [
    ("INV", &[("A", 1), ("Y", 1), ("VDD", 1)]),
    ("AND", &[("A", 1), ("B", 1), ("Y", 1)]),
    ("FLOP", &[("CK", 1), ("D", 1), ("Q", 1), ("QN", 1)]),
    ("TRI", &[("A", 1), ("EN", 1), ("Y", 1)]),
    ("RAM", &[("CK", 1), ("D", 4), ("U", 2), ("Q", 4)]),
    ("BOX", &[("P", 1), ("Q", 3), ("R", 1)]),
];

struct Maker {
    choices: Choices,
    odd: Odd,
    text: String,
    /// Number of names of nets, of which two in three are declared.
    nets: usize,
}

impl Maker {
    fn net(&mut self) -> String {
        match self.choices.below(40) {
            0 => "1'b0".to_string(),
            1 => "1'b1".to_string(),
            2 => "in".to_string(),
            3 => format!("out[{}]", self.choices.below(8)),
            4..8 => format!("bus_{}[{}]", self.choices.below(9), self.choices.below(4)),
            // Two nets of one name.
            8 => format!("\\bus_{}[1] ", self.choices.below(9)),
            _ => format!("n{}_", self.choices.below(self.nets)),
        }
    }

    fn value(&mut self, width: usize) -> String {
        let odd = self.odd.errors && self.choices.one_in(5000);
        match self.choices.below(30) {
            _ if odd => format!("bus_1[{}]", 3 + self.choices.below(4)),
            0 => String::new(),
            1 => format!("bus_{}", self.choices.below(9)),
            2 => {
                let bus = self.choices.below(9);
                format!("bus_{bus}[{}]", if bus.is_multiple_of(2) { "2:1" } else { "1:2" })
            }
            _ if width == 1 => self.net(),
            _ => format!("{{{}}}", (0..width).map(|_| self.net()).collect::<Vec<_>>().join(", ")),
        }
    }

    fn instance(&mut self, number: usize) {
        let (mut cell, mut ports) = CELLS[self.choices.below(CELLS.len())];
        if self.odd.hierarchy && self.choices.one_in(50) {
            (cell, ports) = ("block", &[("in", 1), ("out", 8), ("x", 1)]);
        }
        let black_box = format!("BOX{}", self.choices.below(30));
        let cell = if cell == "BOX" { &black_box } else { cell };
        let repeats = self.odd.errors && self.choices.one_in(1000);
        let name = if repeats { self.choices.below(number + 1) } else { number };
        let array = if self.choices.one_in(40) { " [1:0]" } else { "" };
        write!(self.text, "  {cell} u{name}_{array} (").expect("a string takes all");
        let mut separator = "";
        for &(port, width) in ports {
            let value = self.value(width);
            let port = if self.odd.errors && self.choices.one_in(3000) { "Z" } else { port };
            write!(self.text, "{separator}.{port}({value})").expect("a string takes all");
            separator = ", ";
        }
        self.text += ");\n";
    }

    fn module(&mut self, name: &str, instances: usize) {
        self.nets = instances * 3 / 2;
        writeln!(self.text, "module {name} (in, out, x);").expect("a string takes all");
        self.text += "  input in; output [7:0] out; inout x;\n  supply1 one; supply0 [1:0] zero;\n";
        for bus in 0..9 {
            let range = if bus % 2 == 0 { "[3:0]" } else { "[0:3]" };
            writeln!(self.text, "  wire {range} bus_{bus};").expect("a string takes all");
        }
        for net in 0..self.nets {
            match net % 60 {
                _ if !self.choices.one_in(3) => writeln!(self.text, "  wire n{net}_;"),
                0 => writeln!(self.text, "  wire \\bus_{}[{}] ;", net % 9, net % 4),
                _ => Ok(()),
            }
            .expect("a string takes all");
        }
        for number in 0..instances {
            if self.choices.one_in(20) {
                let (target, value) = (format!("n{}_", self.choices.below(self.nets)), self.value(1));
                if !value.is_empty() {
                    writeln!(self.text, "  assign {target} = {value};").expect("a string takes all");
                }
            }
            self.instance(number);
        }
        self.text += "endmodule\n";
    }
}

/// A design of a top with so many instances.
pub fn verilog(seed: u64, instances: usize, odd: Odd) -> String {
    let choices = Choices(seed);
    let mut maker = Maker { choices, odd: Odd { hierarchy: false, ..odd }, text: String::new(), nets: 0 };
    if odd.hierarchy {
        maker.module("block", 30);
        maker.odd = odd;
    }
    maker.module("top", instances);
    maker.text
}
