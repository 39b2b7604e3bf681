//! The cells of random designs, each with its own delays, as Liberty text.

use std::fmt::Write;

use super::recipe::Wires;

/// Input pins with the sense of their arcs to the output `Z`, and what `Z` is.
pub struct Gate {
    pub name: &'static str,
    pub inputs: &'static [(&'static str, &'static str)],
    pub function: &'static str,
}

const POSITIVE: &str = "positive_unate";
const NEGATIVE: &str = "negative_unate";
const BOTH: &str = "non_unate";

pub const BUFFER: Gate = Gate { name: "BUF", inputs: &[("A", POSITIVE)], function: "A" };
pub const INVERTER: Gate = Gate { name: "INV", inputs: &[("A", NEGATIVE)], function: "!A" };

pub const GATES: [Gate; 7] = [
    BUFFER,
    INVERTER,
    Gate { name: "AND2", inputs: &[("A", POSITIVE), ("B", POSITIVE)], function: "A & B" },
    Gate { name: "NAND2", inputs: &[("A", NEGATIVE), ("B", NEGATIVE)], function: "!(A & B)" },
    BUFFER,
    Gate {
        name: "MUX2",
        inputs: &[("A", POSITIVE), ("B", POSITIVE), ("S", BOTH)],
        function: "(A & !S) | (B & S)",
    },
    Gate { name: "XOR2", inputs: &[("A", BOTH), ("B", BOTH)], function: "A ^ B" },
];

/// Checks and launches, each of (pin, clock, kind of timing), and input pins.
pub struct Register {
    pub name: &'static str,
    pub inputs: &'static [&'static str],
    pub groups: &'static [(&'static str, &'static str, &'static str)],
}

const RISING: Register = Register {
    name: "DFF",
    inputs: &["D", "CK"],
    groups: &[("D", "CK", "setup_rising"), ("D", "CK", "hold_rising"), ("Q", "CK", "rising_edge")],
};

pub const REGISTERS: [Register; 6] = [
    RISING,
    Register {
        name: "DFFN",
        inputs: &["D", "CK"],
        groups: &[("D", "CK", "hold_falling"), ("D", "CK", "setup_falling"), ("Q", "CK", "falling_edge")],
    },
    RISING,
    Register {
        name: "DFFR",
        inputs: &["D", "CK", "R"],
        groups: &[
            ("D", "CK", "setup_rising"),
            ("D", "CK", "hold_rising"),
            ("R", "CK", "recovery_rising"),
            ("R", "CK", "removal_rising"),
            ("Q", "CK", "rising_edge"),
        ],
    },
    RISING,
    // Two clocks: two launches of one output, two checks of one pin.
    Register {
        name: "DUAL",
        inputs: &["D", "CK", "CKB"],
        groups: &[
            ("D", "CK", "setup_rising"),
            ("D", "CKB", "setup_falling"),
            ("D", "CK", "hold_rising"),
            ("D", "CKB", "hold_rising"),
            ("Q", "CK", "rising_edge"),
            ("Q", "CKB", "falling_edge"),
        ],
    },
];

#[derive(Clone, Copy)]
pub enum Kind {
    Gate(&'static Gate),
    Register(&'static Register),
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Gate(gate) => gate.name,
            Self::Register(register) => register.name,
        }
    }

    pub fn inputs(self) -> Vec<&'static str> {
        match self {
            Self::Gate(gate) => gate.inputs.iter().map(|&(name, _)| name).collect(),
            Self::Register(register) => register.inputs.to_vec(),
        }
    }

    pub fn output(self) -> &'static str {
        match self {
            Self::Gate(_) => "Z",
            Self::Register(_) => "Q",
        }
    }
}

/// What a cell's delays are made from.
#[derive(Clone, Copy)]
pub struct Delays {
    pub seed: u32,
    pub range: u8,
    pub is_ordered: bool,
    pub has_slews: bool,
    pub wires: Wires,
}

/// Tables over the slew at the related pin.
pub const TEMPLATES: &str =
    "lu_table_template (delay) { variable_1 : input_net_transition; index_1 (\"0, 8\"); }
lu_table_template (check) { variable_1 : related_pin_transition; index_1 (\"0, 8\"); }\n";

impl Delays {
    /// Rise and fall of a timing group, ps, of a split.
    fn of_group(self, group: usize, split: usize) -> [i32; 2] {
        let bytes = self.seed.rotate_left(3 * group as u32).to_le_bytes();
        let below = |byte: u8| i32::from(byte % self.range);
        [0, 1].map(|to| match (self.is_ordered, split) {
            (true, 0) => below(bytes[to]),
            (true, _) => below(bytes[to]) + below(bytes[to + 2]),
            (false, split) => below(bytes[to + 2 * split]) - i32::from(self.range / 4),
        })
    }

    /// What a slew of 8 ps adds to the delays of a timing group, ps.
    fn of_slew(self, group: usize) -> Option<i32> {
        self.has_slews.then(|| (self.seed.rotate_right(5 * group as u32) % 3) as i32 * 4)
    }

    /// What a clock pin asks of pulses and periods: some of all that there is, as numbers and as tables.
    fn write_pulses(self, text: &mut String, pin: &str) {
        let widths = self.seed.rotate_left(11).to_le_bytes();
        let names = ["min_pulse_width_high", "min_pulse_width_low", "min_period"];
        for (at, name) in names.into_iter().enumerate().filter(|(at, _)| widths[*at].is_multiple_of(3)) {
            write!(text, "{name} : {}; ", widths[at] % 64).unwrap();
        }
        for (kind, byte) in [("min_pulse_width", widths[3]), ("minimum_period", widths[2])] {
            if byte % 2 == 0 {
                continue;
            }
            write!(text, "timing () {{ related_pin : {pin}; timing_type : {kind}; ").unwrap();
            if byte % 4 == 1 {
                write!(text, "rise_constraint (check) {{ values (\"{}, {}\"); }} ", byte % 32, byte % 64)
                    .unwrap();
            }
            writeln!(text, "fall_constraint (scalar) {{ values (\"{}\"); }} }}", byte % 48).unwrap();
        }
    }

    /// Capacitances of an input pin for a rise and a fall, fF; behind 1 kΩ, so many ps.
    fn of_pin(self, pin: usize, split: usize) -> [i32; 2] {
        let split = match self.wires {
            Wires::NoTime => return [0; 2],
            Wires::MoreLate => split,
            Wires::LessLate => 1 - split,
        };
        self.of_group(7 + pin, split).map(|time| time.max(0))
    }
}

/// The name of a library cell.
pub fn cell_name(kind: Kind, delays: Delays) -> String {
    format!("{}_{}_{:x}", kind.name(), delays.range, delays.seed)
}

/// A library cell in one split's library.
pub fn write_cell(text: &mut String, kind: Kind, delays: Delays, split: usize) {
    writeln!(text, "cell ({}) {{", cell_name(kind, delays)).unwrap();
    let groups: Vec<(&str, &str, &str, &str)> = match kind {
        Kind::Gate(gate) => {
            gate.inputs.iter().map(|&(pin, sense)| ("Z", pin, "combinational", sense)).collect()
        }
        Kind::Register(register) => {
            register.groups.iter().map(|&(pin, clock, kind)| (pin, clock, kind, BOTH)).collect()
        }
    };
    for (at, pin) in kind.inputs().into_iter().chain([kind.output()]).enumerate() {
        let direction = if pin == kind.output() { "output" } else { "input" };
        let [rise, fall] = delays.of_pin(at, split);
        write!(text, "pin ({pin}) {{ direction : {direction}; ").unwrap();
        if let (Kind::Gate(gate), "output") = (kind, direction) {
            write!(text, "function : \"{}\"; ", gate.function).unwrap();
        }
        if direction == "input" {
            write!(text, "rise_capacitance : {rise}; fall_capacitance : {fall}; ").unwrap();
        }
        if pin.starts_with("CK") {
            delays.write_pulses(text, pin);
        }
        for (number, &(_, related, kind, sense)) in groups.iter().enumerate().filter(|(_, of)| of.0 == pin) {
            let names = if direction == "input" {
                ["rise_constraint", "fall_constraint"]
            } else {
                ["cell_rise", "cell_fall"]
            };
            write!(text, "timing () {{ related_pin : {related}; timing_type : {kind}; ").unwrap();
            if direction == "output" {
                write!(text, "timing_sense : {sense}; ").unwrap();
            }
            let template = if direction == "input" { "check" } else { "delay" };
            for (name, value) in names.into_iter().zip(delays.of_group(number, split)) {
                match delays.of_slew(number) {
                    Some(more) => {
                        write!(text, "{name} ({template}) {{ values (\"{value}, {}\"); }} ", value + more)
                    }
                    None => write!(text, "{name} (scalar) {{ values (\"{value}\"); }} "),
                }
                .unwrap();
            }
            if let (Some(_), "output") = (delays.of_slew(number), direction) {
                for (name, slew) in
                    ["rise_transition", "fall_transition"].into_iter().zip(delays.of_group(number + 1, split))
                {
                    write!(text, "{name} (scalar) {{ values (\"{}\"); }} ", slew.clamp(0, 8)).unwrap();
                }
            }
            text.push_str("}\n");
        }
        text.push_str("}\n");
    }
    text.push_str("}\n");
}
