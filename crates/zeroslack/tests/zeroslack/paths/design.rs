//! Chains of cells with stated delays, from a port to ports.

use std::fmt::Write;
use std::sync::Arc;

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Parasitics, PinId, Source};
use zeroslack::sdc::{Constraints, InputDelay};
use zeroslack::timing::Calculator;
use zeroslack::{Session, SessionParts};

/// A cell with an input for each delay, in ps, and one output.
pub struct Cell {
    pub delays: Vec<f32>,
}

pub fn library(cells: &[Cell]) -> String {
    let mut text = String::from("library (l) { time_unit : \"1ps\"; capacitive_load_unit (1, ff);\n");
    for (number, cell) in cells.iter().enumerate() {
        writeln!(text, "cell (C{number}) {{").unwrap();
        for pin in 0..cell.delays.len() {
            writeln!(text, "pin (I{pin}) {{ direction : input; capacitance : 0; }}").unwrap();
        }
        writeln!(text, "pin (Z) {{ direction : output;").unwrap();
        for (pin, delay) in cell.delays.iter().enumerate() {
            write!(text, "timing () {{ related_pin : I{pin}; timing_sense : positive_unate; ").unwrap();
            for name in ["cell_rise", "cell_fall"] {
                write!(text, "{name} (scalar) {{ values (\"{delay}\"); }} ").unwrap();
            }
            text.push_str("}\n");
        }
        text.push_str("}\n}\n");
    }
    text.push_str("}\n");
    text
}

/// One cell behind the other, the last driving all outputs. `inputs` says of each cell what its pins are connected to: the output of
/// a cell before it, or the port where there is none.
fn verilog(cells: &[Cell], outputs: usize, inputs: impl Fn(usize) -> Vec<Option<usize>>) -> String {
    let mut text = String::from("module top (in");
    (0..outputs).for_each(|output| write!(text, ", o{output}").unwrap());
    text.push_str(");\ninput in;\n");
    for number in 0..cells.len() {
        write!(text, "wire n{number}; C{number} u{number} (").unwrap();
        for (pin, from) in inputs(number).into_iter().enumerate() {
            let net = from.map_or("in".to_string(), |cell| format!("n{cell}"));
            write!(text, ".I{pin}({net}), ").unwrap();
        }
        writeln!(text, ".Z(n{number}));").unwrap();
    }
    let last = cells.len() - 1;
    for output in 0..outputs {
        writeln!(text, "output o{output}; assign o{output} = n{last};").unwrap();
    }
    text.push_str("endmodule\n");
    text
}

/// A timed design of such cells, whose first port is its input.
pub fn timed(library: &str, verilog: &str, has_arrival: bool) -> Session {
    let (library, said) = zeroslack::liberty::read(library);
    assert!(!said.has_errors(), "{said}");
    let library = Arc::new(library);
    let (library, said) = CellLibrary::new(vec![library.clone()], vec![library]);
    assert!(!said.has_errors(), "{said}");
    let (design, said) = zeroslack::verilog::read(verilog);
    assert!(!said.has_errors(), "{said}");
    let source = Source { file: "top.v", text: verilog, design };
    let (netlist, said) = zeroslack::netlist::link(&[source], library, &LinkOptions::default());
    assert!(!said.has_errors(), "{said}");
    let netlist = netlist.unwrap();
    let outputs = verilog.matches("output o").count() as u32;
    let mut constraints = Constraints::default();
    if has_arrival {
        let delay = InputDelay::new(None, [[Some(0); 2]; 2]);
        constraints.input_delays.insert(PinId(0), vec![delay]);
    }
    constraints.required_times = (1..=outputs).map(|port| (PinId(port), [[Some(0); 2]; 2])).collect();
    let parasitics = Parasitics::default();
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let session = Session::build(parts, Diagnostics::new());
    let mut session = session.unwrap_or_else(|error| panic!("{error}"));
    session.update().unwrap();
    session
}

/// A design that takes no other time than its cells do, with an arrival at 0 and every output required at 0.
pub fn session(cells: &[Cell], outputs: usize, inputs: impl Fn(usize) -> Vec<Option<usize>>) -> Session {
    timed(&library(cells), &verilog(cells, outputs, inputs), true)
}

/// One net that so many cells drive, from one port to another. They take 1 to 7 ps, in turn.
pub fn joined(drivers: usize) -> Session {
    let cells: Vec<Cell> = (1..=7).map(|delay| Cell { delays: vec![delay as f32] }).collect();
    let mut text = String::from("module top (in, o0);\ninput in;\noutput o0;\nwire n;\nassign o0 = n;\n");
    for number in 0..drivers {
        writeln!(text, "C{} u{number} (.I0(in), .Z(n));", number % 7).unwrap();
    }
    text.push_str("endmodule\n");
    timed(&library(&cells), &text, true)
}

/// Outputs that require something, and nothing that arrives.
pub fn without_arrival() -> Session {
    let cells = [Cell { delays: vec![1.0] }];
    timed(&library(&cells), &verilog(&cells, 3, |_| vec![None]), false)
}

/// A chain of cells, each with all its inputs on the output of the one before.
pub fn ladder(cells: &[Cell]) -> Session {
    session(cells, 1, |cell| vec![cell.checked_sub(1); cells[cell].delays.len()])
}
