//! A chain of cells whose tables and wires are unlike any real ones.

use std::fmt::Write;

use zeroslack::sdc::tau::read_timing;
use zeroslack::timing::Calculator;

use super::machine::TestMachine;
use crate::brute::load::{self, Texts};

/// Tables over slew and load, over slew and another slew, over nothing.
const HEADER: &str = r#"library (odd) {
  time_unit : "1ps"; capacitive_load_unit (1, ff);
  lu_table_template (usual) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
    index_1 ("1, 2"); index_2 ("1, 2"); }
  lu_table_template (turned) { variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
    index_1 ("1, 2"); index_2 ("1, 2"); }
  lu_table_template (other) { variable_1 : input_net_transition; variable_2 : related_pin_transition;
    index_1 ("1, 2"); index_2 ("1, 2"); }
"#;

/// Axes of so many points, ever further apart.
fn long(points: usize) -> Vec<f64> {
    (0..points).map(|point| (point * point + point) as f64 * 0.75).collect()
}

fn table(
    name: &str,
    template: &str,
    [rows, columns]: &[Vec<f64>; 2],
    value: impl Fn(f64, f64) -> f64,
) -> String {
    let list = |values: &[f64]| values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
    let mut values = Vec::new();
    for &row in rows {
        let line: Vec<f64> = columns.iter().map(|&column| value(row, column)).collect();
        values.push(format!("\"{}\"", list(&line)));
    }
    let (rows, columns, values) = (list(rows), list(columns), values.join(", "));
    format!("{name} ({template}) {{ index_1 (\"{rows}\"); index_2 (\"{columns}\"); values ({values}); }}\n")
}

/// The same function for both transitions.
fn both(names: [&str; 2], template: &str, axes: [Vec<f64>; 2], value: impl Fn(f64, f64) -> f64) -> String {
    names.map(|name| table(name, template, &axes, &value)).concat()
}

const DELAY: [&str; 2] = ["cell_rise", "cell_fall"];
const SLEW: [&str; 2] = ["rise_transition", "fall_transition"];

/// (name, sense, tables) of each cell, in the order of the chain.
fn cells() -> Vec<(&'static str, &'static str, String)> {
    let (short, axis) = (|| vec![1.0, 2.0], long);
    vec![
        // Knots in several groups of eight, and of different numbers for delay and slew.
        (
            "LONG",
            "positive_unate",
            both(DELAY, "usual", [axis(30), axis(9)], |x, y| 3.0 + x * 0.7 + y * y * 0.01)
                + &both(SLEW, "usual", [axis(17), axis(30)], |x, y| 5.0 + x * 0.9 + y),
        ),
        (
            "TURNED",
            "negative_unate",
            both(DELAY, "turned", [axis(5), axis(18)], |x, y| x + y * 0.3)
                + &both(SLEW, "usual", [axis(5), axis(18)], |x, y| 0.5 * x + y),
        ),
        // A slew that the far end of its table makes negative.
        (
            "FALLING",
            "negative_unate",
            both(DELAY, "usual", [short(), short()], |x, y| x - y)
                + &both(SLEW, "usual", [short(), short()], |x, y| 4.0 - 3.0 * x - y),
        ),
        // No slew: 0 times a negative one.
        ("BARE", "positive_unate", both(DELAY, "usual", [short(), short()], |x, y| x + y)),
        (
            "SLOPE",
            "non_unate",
            both(DELAY, "usual", [short(), short()], |x, y| x + y)
                + &both(SLEW, "usual", [short(), short()], |x, y| 9.0 - x + y),
        ),
        // No delay that can be used.
        (
            "OTHER",
            "positive_unate",
            both(DELAY, "other", [short(), short()], |x, y| x + y)
                + &both(SLEW, "usual", [short(), short()], |x, y| x + y),
        ),
        ("NEITHER", "positive_unate", both(DELAY, "other", [short(), short()], |x, y| x + y)),
        // Beyond all bounds, both ways.
        (
            "UP",
            "positive_unate",
            both(DELAY, "usual", [vec![1.0, 1.000_1], short()], |x, y| 1e8 * x + y)
                + &both(SLEW, "usual", [short(), short()], |x, y| x + y),
        ),
        (
            "DOWN",
            "negative_unate",
            both(DELAY, "usual", [vec![1.0, 1.000_1], short()], |x, y| 7.0 * y - 1e8 * x)
                + &both(SLEW, "usual", [short(), short()], |x, y| -1e8 * x + y),
        ),
    ]
}

/// The chain of all cells, twice, with `nets` between them.
fn texts() -> Texts {
    let mut library = HEADER.to_string();
    let mut gates = String::new();
    let mut spef = "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"odd\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n\n".to_string();
    let cells = cells();
    for (name, sense, tables) in &cells {
        write!(
            library,
            "cell ({name}) {{ pin (A) {{ direction : input; capacitance : 1.5; }}
             pin (Y) {{ direction : output; timing () {{ related_pin : \"A\"; timing_sense : {sense}; {tables} }} }} }}\n"
        )
        .unwrap();
    }
    library.push_str("}\n");
    let count = 2 * cells.len();
    for number in 0..count {
        let name = cells[number % cells.len()].0;
        writeln!(gates, "  {name} g{number} (.A(n{number}), .Y(n{}));", number + 1).unwrap();
        if number > 0 && number % 3 != 0 {
            // One with as much resistance as there can be, one of a long line of nodes, one that is longer than memory on the chip.
            let long = if number % 2 == 0 { 70 } else { 1200 };
            let (resistance, nodes) = if number % 3 == 1 { (4e5, 2) } else { (0.125, long) };
            write_net(&mut spef, number, resistance, nodes);
        }
    }
    let wires: Vec<String> = (1..count).map(|number| format!("n{number}")).collect();
    let verilog = format!(
        "module odd (n0, n{count});\n  input n0;\n  output n{count};\n  wire {};\n{gates}endmodule\n",
        wires.join(", ")
    );
    Texts { liberty: [library.clone(), library], verilog, spef: Some(spef) }
}

/// A line of `nodes` resistors from gate to gate.
fn write_net(spef: &mut String, number: usize, resistance: f64, nodes: usize) {
    writeln!(spef, "*D_NET n{number} {nodes}\n*CONN\n*I g{}:Y O\n*I g{number}:A I\n*CAP", number - 1)
        .unwrap();
    let node = |at: usize| match at {
        0 => format!("g{}:Y", number - 1),
        at if at == nodes => format!("g{number}:A"),
        at => format!("n{number}:{at}"),
    };
    for at in 1..=nodes {
        writeln!(spef, "{at} {} 1.25", node(at)).unwrap();
    }
    writeln!(spef, "*RES").unwrap();
    for at in 1..=nodes {
        writeln!(spef, "{at} {} {} {resistance}", node(at - 1), node(at)).unwrap();
    }
    writeln!(spef, "*END\n").unwrap();
}

/// Times the chain on both engines.
pub fn check_odd(machine: impl Fn() -> TestMachine) {
    let texts = texts();
    let (netlist, _) = load::netlist(&texts);
    let last = 2 * cells().len();
    let timing =
        format!("at n0 1 2 3 4\nslew n0 1.5 2.5 3.5 4.5\nrat n{last} 10 20 3000 4000\nload n{last} 3\n");
    let (constraints, said) = read_timing(&timing, &netlist);
    assert!(said.is_empty(), "{said}");
    for calculator in [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance] {
        let session = load::session(load::netlist(&texts), &constraints, calculator);
        super::check_trees(&machine(), super::wired(&session), session.graph().unwrap());
        super::check(machine(), session.graph().unwrap(), session.delay_data().unwrap(), calculator);
    }
}
