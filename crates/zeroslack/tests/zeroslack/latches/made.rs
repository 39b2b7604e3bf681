//! Random small designs with latches: two-phase pipelines, pulsed latches, loops.

use std::fmt::Write;

use zeroslack_testing::Dice;

/// Delays in ps of rises and falls; each cell has others.
pub type Delays = [i32; 2];

/// What a register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Flop,
    /// Transparent while its enable is high, or low.
    High,
    Low,
    /// The same while high, of which the library states no setup and no hold time.
    Unchecked,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Flop, Self::High, Self::Low, Self::Unchecked];

    pub fn cell(self) -> &'static str {
        ["DFF", "LAH", "LAL", "LAU"][self as usize]
    }

    pub fn is_latch(self) -> bool {
        self != Self::Flop
    }

    /// The transition of the clock pin that launches: 0 is the rise.
    pub fn opens(self) -> usize {
        usize::from(self == Self::Low)
    }

    /// From the clock pin to the output.
    pub fn launch(self) -> Delays {
        [[41, 47], [53, 59], [57, 51], [61, 63]][self as usize]
    }

    /// From the data to the output.
    pub fn through(self) -> Delays {
        [[0, 0], [67, 71], [73, 69], [77, 79]][self as usize]
    }

    pub fn setup(self) -> Delays {
        [[13, 17], [19, 23], [29, 21], [0, 0]][self as usize]
    }

    pub fn hold(self) -> Delays {
        [[5, 3], [7, 11], [2, 9], [0, 0]][self as usize]
    }
}

/// A gate: its cell, whether it inverts, how many inputs it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub name: &'static str,
    pub inverts: bool,
    pub inputs: usize,
    pub delays: Delays,
}

pub const CELLS: [Cell; 5] = [
    Cell { name: "BUF", inverts: false, inputs: 1, delays: [31, 37] },
    Cell { name: "SLOW", inverts: false, inputs: 1, delays: [311, 293] },
    Cell { name: "INV", inverts: true, inputs: 1, delays: [27, 33] },
    Cell { name: "LONG", inverts: true, inputs: 1, delays: [203, 187] },
    Cell { name: "AND", inverts: false, inputs: 2, delays: [83, 97] },
];

/// What drives a net of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Net {
    Input(usize),
    Register(usize),
    Gate(usize),
}

impl Net {
    pub fn name(self) -> String {
        match self {
            Self::Input(at) => format!("in{at}"),
            Self::Register(at) => format!("q{at}"),
            Self::Gate(at) => format!("n{at}"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Clock {
    pub period: i64,
    pub edges: [i64; 2],
    pub is_ideal: bool,
    /// Of hold, of setup.
    pub uncertainty: [i64; 2],
}

#[derive(Clone, Debug)]
pub struct Register {
    pub kind: Kind,
    /// The place in the clock trees: those of the ports come first.
    pub clock: usize,
    pub data: Net,
}

/// What the most is stated of that may be borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Clock(usize),
    Cell(usize),
    Data(usize),
    Enable(usize),
}

#[derive(Clone, Debug)]
pub struct Made {
    pub clocks: Vec<Clock>,
    /// After each place of the ports: the place before, and whether the cell inverts.
    pub tree: Vec<(usize, bool)>,
    pub inputs: usize,
    pub registers: Vec<Register>,
    pub gates: Vec<(Cell, Vec<Net>)>,
    pub most: Vec<(Target, i64)>,
    /// Registers to whose data, and from whose, no path counts.
    pub false_to: Vec<usize>,
    pub false_from: Vec<usize>,
    /// Cycles that data has to some registers.
    pub cycles: Vec<usize>,
    pub derates: bool,
}

impl Made {
    /// With loops through registers or without.
    pub fn new(dice: &mut Dice, has_loops: bool) -> Self {
        let clocks: Vec<Clock> = (0..1 + dice.below(2)).map(|_| clock(dice)).collect();
        let (mut tree, ports) = (Vec::new(), clocks.len());
        for at in 0..dice.below(6) {
            tree.push((dice.below(ports + at), dice.chance(20)));
        }
        let inputs = 1 + dice.below(2);
        let count = 2 + dice.below(4);
        let mut gates: Vec<(Cell, Vec<Net>)> = Vec::new();
        let mut registers = Vec::new();
        let any = |dice: &mut Dice, known: usize, gates: usize| {
            let at = dice.below(inputs + 2 * known + gates);
            match at {
                at if at < inputs => Net::Input(at),
                at if at < inputs + 2 * known => Net::Register((at - inputs) % known),
                at => Net::Gate(at - inputs - 2 * known),
            }
        };
        for at in 0..count {
            // Of data that comes later a register may not know.
            let known = if has_loops { count } else { at };
            for _ in 0..dice.below(3) {
                let cell = *dice.pick(&CELLS);
                let from = (0..cell.inputs).map(|_| any(dice, known, gates.len())).collect();
                gates.push((cell, from));
            }
            let data = match gates.len() {
                0 => any(dice, known, 0),
                gates if dice.chance(75) => Net::Gate(gates - 1),
                gates => any(dice, known, gates),
            };
            let kind =
                *dice.pick(&[Kind::Flop, Kind::High, Kind::Low, Kind::High, Kind::Low, Kind::Unchecked]);
            registers.push(Register { kind, clock: dice.below(ports + tree.len()), data });
        }
        let some = |dice: &mut Dice, percent| (0..count).filter(|_| dice.chance(percent)).collect();
        let mut most = Vec::new();
        for _ in 0..dice.below(3) {
            let (at, time) = (dice.below(count), dice.below(300) as i64);
            let target = match dice.below(4) {
                0 => Target::Clock(dice.below(ports)),
                1 => Target::Cell(at),
                2 => Target::Data(at),
                _ => Target::Enable(at),
            };
            most.retain(|(known, _)| *known != target);
            most.push((target, time));
        }
        let (false_to, false_from, cycles) = (some(dice, 7), some(dice, 7), some(dice, 7));
        let derates = dice.chance(70);
        Self { clocks, tree, inputs, registers, gates, most, false_to, false_from, cycles, derates }
    }

    pub fn verilog(&self) -> String {
        let clocks = (0..self.clocks.len()).map(|at| format!("input c{at}"));
        let ports: Vec<String> = clocks.chain((0..self.inputs).map(|at| format!("input in{at}"))).collect();
        let mut text = format!("module top ({});\n", ports.join(", "));
        for (at, (before, inverts)) in self.tree.iter().enumerate() {
            let (at, cell) = (at + self.clocks.len(), if *inverts { "INV" } else { "BUF" });
            writeln!(text, "wire c{at}; {cell} t{at} (.A(c{before}), .Y(c{at}));").unwrap();
        }
        for (at, (cell, from)) in self.gates.iter().enumerate() {
            let pins = from.iter().zip(["A", "B"]).map(|(net, pin)| format!(".{pin}({}), ", net.name()));
            writeln!(text, "wire n{at}; {} g{at} ({}.Y(n{at}));", cell.name, pins.collect::<String>())
                .unwrap();
        }
        for (at, Register { kind, clock, data }) in self.registers.iter().enumerate() {
            let (cell, data) = (kind.cell(), data.name());
            writeln!(text, "wire q{at}; {cell} r{at} (.D({data}), .G(c{clock}), .Q(q{at}));").unwrap();
        }
        text + "endmodule\n"
    }

    pub fn sdc(&self) -> String {
        let mut text = String::new();
        for (at, clock) in self.clocks.iter().enumerate() {
            let Clock { period, edges: [rise, fall], is_ideal, .. } = clock;
            let waveform = format!("-period {period} -waveform {{{rise} {fall}}}");
            writeln!(text, "create_clock -name k{at} {waveform} [get_ports c{at}]").unwrap();
            if !is_ideal {
                writeln!(text, "set_propagated_clock k{at}").unwrap();
            }
        }
        for at in 0..self.inputs {
            writeln!(text, "set_input_delay {} -clock k0 [get_ports in{at}]", self.input_delay(at)).unwrap();
        }
        text
    }

    pub fn input_delay(&self, at: usize) -> i64 {
        113 + 57 * at as i64
    }

    /// Factors on delays. `[split]`.
    pub fn factors(&self) -> [f32; 2] {
        if self.derates { [0.875, 1.125] } else { [1.0; 2] }
    }
}

fn clock(dice: &mut Dice) -> Clock {
    let period = *dice.pick(&[600, 600, 1200]);
    // Some clocks are pulses.
    let rise = dice.below(5) as i64 * period / 10;
    let high = *dice.pick(&[period / 2, period / 2, period / 5, 4 * period / 5]);
    let uncertainty = if dice.chance(30) { [9, 14] } else { [0; 2] };
    Clock { period, edges: [rise, rise + high], is_ideal: dice.chance(20), uncertainty }
}

/// The library of all of them. All slews are 0, or delays depend on them, and they on each other.
pub fn library(has_slews: bool) -> String {
    let mut text = String::from("library (l) { time_unit : \"1ps\"; capacitive_load_unit (1, ff);\n");
    text += "lu_table_template (t) { variable_1 : input_net_transition; index_1 (\"0, 100\"); }\n";
    let table = |name: &str, value: i32| format!("{name} (scalar) {{ values (\"{value}\"); }} ");
    let by_slew = |name: &str, [from, to]: [i32; 2]| format!("{name} (t) {{ values (\"{from}, {to}\"); }} ");
    let delay = |[rise, fall]: Delays| {
        if has_slews {
            let delays = by_slew("cell_rise", [rise, rise + 20]) + &by_slew("cell_fall", [fall, fall + 30]);
            let rises = by_slew("rise_transition", [rise / 2, rise / 2 + 70]);
            return delays + &rises + &by_slew("fall_transition", [fall / 2, fall / 2 + 60]);
        }
        let slews = table("rise_transition", 0) + &table("fall_transition", 0);
        table("cell_rise", rise) + &table("cell_fall", fall) + &slews
    };
    for Cell { name, inverts, inputs, delays } in CELLS {
        let sense = if inverts { "negative_unate" } else { "positive_unate" };
        let pins = &["A", "B"][..inputs];
        let function = pins.join(" & ");
        let function = if inverts { format!("!({function})") } else { function };
        writeln!(text, "cell ({name}) {{").unwrap();
        for pin in pins {
            writeln!(text, "pin ({pin}) {{ direction : input; }}").unwrap();
        }
        writeln!(text, "pin (Y) {{ direction : output; function : \"{function}\";").unwrap();
        for pin in pins {
            writeln!(text, "timing () {{ related_pin : {pin}; timing_sense : {sense}; {}}}", delay(delays))
                .unwrap();
        }
        text += "} }\n";
    }
    for kind in Kind::ALL {
        let enable = if kind.opens() == 0 { "G" } else { "!G" };
        let group = match kind {
            Kind::Flop => format!("ff (I, IN) {{ clocked_on : \"{enable}\"; next_state : \"D\"; }}"),
            _ => format!("latch (I, IN) {{ enable : \"{enable}\"; data_in : \"D\"; }}"),
        };
        let edges = ["rising", "falling"];
        let (launches, checks) = (edges[kind.opens()], edges[kind.opens() ^ usize::from(kind.is_latch())]);
        writeln!(text, "cell ({}) {{ {group} pin (G) {{ direction : input; clock : true; }}", kind.cell())
            .unwrap();
        text += "pin (D) { direction : input; ";
        for (check, [rise, fall]) in [("setup", kind.setup()), ("hold", kind.hold())] {
            if kind != Kind::Unchecked {
                let tables = table("rise_constraint", rise) + &table("fall_constraint", fall);
                let related = format!("related_pin : G; timing_type : {check}_{checks};");
                writeln!(text, "timing () {{ {related} {tables}}}").unwrap();
            }
        }
        text += "}\npin (Q) { direction : output; function : \"I\";\n";
        let launch = format!("related_pin : G; timing_sense : non_unate; timing_type : {launches}_edge;");
        writeln!(text, "timing () {{ {launch} {}}}", delay(kind.launch())).unwrap();
        if kind.is_latch() {
            let through = delay(kind.through());
            writeln!(text, "timing () {{ related_pin : D; timing_sense : positive_unate; {through}}}")
                .unwrap();
        }
        text += "} }\n";
    }
    text + "}\n"
}
