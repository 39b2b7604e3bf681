//! Designs with more paths, or more ways into a pin, than any real one.

use std::fmt::Write;

use zeroslack::Session;
use zeroslack::sdc::tau::read_timing;
use zeroslack::timing::Calculator;

use super::CONTESTS;
use super::machine::TestMachine;
use crate::brute::load::{self, Texts};

/// Two inputs, of which the second is by `gain` ps faster; or so many, all alike, or of many delays.
#[derive(Clone, Copy)]
enum Cell {
    Two { gain: u32 },
    Wide { inputs: usize },
    Fan { inputs: usize },
}

impl Cell {
    fn name(&self) -> String {
        match self {
            Self::Two { gain } => format!("TWO{gain}"),
            Self::Wide { inputs } => format!("WIDE{inputs}"),
            Self::Fan { inputs } => format!("FAN{inputs}"),
        }
    }

    fn inputs(&self) -> usize {
        match self {
            Self::Two { .. } => 2,
            Self::Wide { inputs } | Self::Fan { inputs } => *inputs,
        }
    }

    /// ps. Those of many delays differ by ticks.
    fn delay(&self, input: usize) -> f64 {
        match self {
            Self::Two { gain } if input == 1 => f64::from(100 - gain),
            Self::Fan { .. } => 100.0 - (7 * input % 31) as f64 * 1e-4,
            _ => 100.0,
        }
    }

    fn liberty(&self) -> String {
        let mut text = format!("cell ({}) {{\n", self.name());
        for input in 0..self.inputs() {
            writeln!(text, "pin (A{input}) {{ direction : input; capacitance : 1; }}").unwrap();
        }
        text.push_str("pin (Y) { direction : output;\n");
        for input in 0..self.inputs() {
            let table = |name| format!("{name} (scalar) {{ values (\"{:.4}\"); }}", self.delay(input));
            let slew = |name| format!("{name} (scalar) {{ values (\"10\"); }}");
            writeln!(
                text,
                "timing () {{ related_pin : \"A{input}\"; timing_sense : positive_unate; {} {} {} {} }}",
                table("cell_rise"),
                table("cell_fall"),
                slew("rise_transition"),
                slew("fall_transition")
            )
            .unwrap();
        }
        text + "} }\n"
    }
}

/// A chain of cells, all inputs of each tied together, from a port to a port.
fn session(cells: &[Cell], timing: &str) -> Session {
    let end = format!("n{}", cells.len());
    tapped(cells, &timing.replace("OUT", &end), &[end])
}

/// The same to several ports.
fn tapped(cells: &[Cell], timing: &str, ports: &[String]) -> Session {
    let mut names: Vec<String> = cells.iter().map(Cell::liberty).collect();
    names.sort();
    names.dedup();
    let library = format!(
        "library (ladder) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff);\n{}}}\n",
        names.concat()
    );
    let count = cells.len();
    let ports = ports.join(", ");
    let mut verilog =
        format!("module ladder (n0, {ports});\n input n0;\n output {ports};\n wire n{count};\n");
    for (number, cell) in cells.iter().enumerate() {
        let inputs: Vec<String> = (0..cell.inputs()).map(|input| format!(".A{input}(n{number})")).collect();
        let inputs = inputs.join(", ");
        writeln!(verilog, "{} g{number} ({inputs}, .Y(n{}));", cell.name(), number + 1).unwrap();
    }
    verilog.push_str("endmodule\n");
    let netlist = load::netlist(&Texts { liberty: [library.clone(), library], verilog, spef: None });
    let (constraints, said) = read_timing(timing, &netlist.0);
    assert!(said.is_empty(), "{said}");
    load::session(netlist, &constraints, Calculator::Lumped)
}

const BOTH_WAYS: &str = "at n0 1 2 3 4\nrat OUT 500 600 700 800\n";

fn search(machine: TestMachine, session: &Session, most: usize, each: usize) -> u32 {
    super::check_search(machine, session, (Calculator::Lumped, CONTESTS), most, each)
}

/// Ladders of 2^`steps` paths: equal ones, and of few different slacks.
pub fn check_ladders(machine: impl Fn() -> TestMachine, steps: usize, most: &[usize], each: usize) {
    for gains in [&[0][..], &[3], &[0, 0, 0, 7], &[1, 2, 3], &[1, 0, 2, 40, 99]] {
        let cells: Vec<Cell> = gains.iter().cycle().take(steps).map(|&gain| Cell::Two { gain }).collect();
        let session = session(&cells, BOTH_WAYS);
        let overflows: u32 = most.iter().map(|&most| search(machine(), &session, most, each)).sum();
        assert!(overflows > 0 || each > 1, "more than there is room for, with gains {gains:?}");
    }
}

/// Ladders of 2^`steps` paths or more, of which many ports on the way are ends: with the same slacks at all, or some worse than others.
pub fn quotas_of_ladders(machine: impl Fn() -> TestMachine, steps: usize, most: &[usize], each: usize) {
    let two = |gain| Cell::Two { gain };
    for (cells, step) in [
        (&[two(0)][..], 100),
        (&[two(0)], 97),
        (&[two(0), two(0), two(3)], 100),
        (&[two(1), two(0), two(2), two(40), two(99)], 101),
        (&[two(1), Cell::Fan { inputs: 60 }, two(5), two(0)], 99),
    ] {
        let cells: Vec<Cell> = cells.iter().copied().cycle().take(steps).collect();
        let ends: Vec<usize> = (2..=steps).step_by(2).collect();
        let rats = ends.iter().map(|end| {
            let late = step * end;
            format!("rat n{end} {} {} {late} {late}\n", 2 * end, 3 * end)
        });
        let timing = format!("at n0 1 2 3 4\n{}", rats.collect::<String>());
        let ports: Vec<String> = ends.iter().map(|end| format!("n{end}")).collect();
        let session = tapped(&cells, &timing, &ports);
        let quotas = |&most| {
            super::check_quotas(machine(), (&session, Calculator::Lumped, CONTESTS), most, 1, 23, each)
        };
        let parts: u32 = most.iter().map(quotas).sum();
        assert!(parts > 0 || each > 1, "more than there is room for, by {step}");
    }
}

/// A net of many sinks and a cell of many inputs.
pub fn check_wide(machine: impl Fn() -> TestMachine, inputs: usize, each: usize) {
    let chain = |wide: usize| [Cell::Two { gain: 1 }, Cell::Wide { inputs: wide }, Cell::Two { gain: 0 }];
    search(machine(), &session(&chain(inputs), BOTH_WAYS), 1000, each);
    // Farther from the first than what an entry of the forest can say.
    search(machine(), &session(&chain(300), BOTH_WAYS), 10_000, each);
}

/// One cell, and none at all that a signal comes to.
pub fn check_few_paths(machine: impl Fn() -> TestMachine, each: usize) {
    let two = || [Cell::Two { gain: 5 }];
    search(machine(), &session(&two(), BOTH_WAYS), 100, each);
    super::search::check_refused(machine(), &session(&two(), BOTH_WAYS));
    search(machine(), &session(&two(), "rat OUT 500 600 700 800\n"), 100, each);
    search(machine(), &session(&two(), "at n0 1 2 3 4\n"), 100, each);
}
