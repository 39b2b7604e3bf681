//! Very many endpoints with the same slack, in two kinds.

use std::fmt::Write;

use zeroslack::Session;
use zeroslack::constraints::read_text;
use zeroslack::sdc::Units;
use zeroslack::timing::Calculator;
use zeroslack::units::Split;

use super::CONTESTS;
use super::machine::TestMachine;
use crate::brute::load::{self, Texts};

/// A buffer with two arcs that are alike, and a register whose data is checked in all four ways, for setup twice.
fn library() -> String {
    let delays = ["cell_rise", "cell_fall", "rise_transition", "fall_transition"]
        .map(|table| format!("{table} (scalar) {{ values (\"2\"); }}"))
        .concat();
    let check = |kind: &str| {
        format!(
            "timing () {{ related_pin : \"CK\"; timing_type : {kind}_rising;\n\
             rise_constraint (scalar) {{ values (\"3\"); }} fall_constraint (scalar) {{ values (\"3\"); }} }}\n"
        )
    };
    let through =
        format!("timing () {{ related_pin : \"A\"; timing_sense : positive_unate; {delays} }}\n").repeat(2);
    let plain = ["setup", "hold"].map(check).concat();
    let checks = ["setup", "hold", "setup", "recovery", "removal"].map(check).concat();
    format!(
        "library (ties) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff);\n\
         cell (BUF) {{ pin (A) {{ direction : input; capacitance : 1; }}\n\
         pin (Y) {{ direction : output; {through} }} }}\n\
         cell (TWO) {{ pin (A) {{ direction : input; capacitance : 1; }} pin (B) {{ direction : input; capacitance : 1; }}\n\
         pin (Y) {{ direction : output; timing () {{ related_pin : \"A\"; timing_sense : non_unate; {delays} }}\n\
         timing () {{ related_pin : \"B\"; timing_sense : positive_unate; {delays} }} }} }}\n\
         cell (FF) {{ pin (CK) {{ direction : input; clock : true; capacitance : 1; }}\n\
         pin (D) {{ direction : input; capacitance : 1; {plain} }} }}\n\
         cell (REG) {{ pin (CK) {{ direction : input; clock : true; capacitance : 1; }}\n\
         pin (D) {{ direction : input; capacitance : 1; {checks} }}\n\
         pin (Q) {{ direction : output; timing () {{ related_pin : \"CK\"; timing_type : rising_edge; {delays} }} }} }}\n}}\n"
    )
}

/// Times registers, every fifth of which has its data a little later.
pub fn check_ties(machine: TestMachine) {
    let session = session();
    let summaries = session.timed().unwrap().summaries();
    assert_eq!(summaries.len(), 4, "kinds");
    assert!(summaries.iter().all(|summary| summary.endpoints == 3000), "{summaries:?}");
    super::check(machine, session.graph().unwrap(), session.delay_data().unwrap(), Calculator::Lumped);
}

/// Their worst paths: up to eight to an endpoint and split have the same slack.
pub fn search_ties(machine: TestMachine, most: usize, each: usize) {
    let session = session();
    super::check_search(machine, &session, (Calculator::Lumped, CONTESTS), most, each);
}

fn session() -> Session {
    let mut gates = " BUF late (.A(a), .Y(n));\n".to_string();
    for register in 0..3000 {
        let data = if register % 5 == 0 { "n" } else { "a" };
        writeln!(gates, " REG r{register} (.CK(ck), .D({data}));").unwrap();
    }
    timed(&format!("module ties (a, ck);\n input a, ck;\n wire n;\n{gates}endmodule\n"))
}

/// So many paths to ends of one kind, and to ends of several, behind a chain that makes very many equal ones.
pub fn quotas_of_kinds(machine: impl Fn() -> TestMachine, most: &[usize], each: usize) {
    let mut gates = String::new();
    for cell in 0..12 {
        let from = if cell == 0 { "a".to_string() } else { format!("n{cell}") };
        writeln!(gates, " TWO t{cell} (.A({from}), .B({from}), .Y(n{}));", cell + 1).unwrap();
        for register in 0..3 {
            let kind = if (cell + register) % 3 == 0 { "REG" } else { "FF" };
            writeln!(gates, " {kind} r{cell}_{register} (.CK(ck), .D(n{}));", cell + 1).unwrap();
        }
    }
    let session = timed(&format!("module kinds (a, ck);\n input a, ck;\n{gates}endmodule\n"));
    for &most in most {
        super::check_quotas(machine(), (&session, Calculator::Lumped, CONTESTS), most, 1, 7, each);
    }
}

/// Constrained paths where signals start and end at one pin: a port that they go in and out by.
pub fn cones_of_ports(machine: TestMachine, queries: usize) {
    let mut gates = " BUF x (.A(a), .Y(b));\n".to_string();
    for register in 0..3 {
        writeln!(gates, " TWO t{register} (.A(b), .B(a), .Y(n{register}));").unwrap();
        writeln!(gates, " REG r{register} (.CK(ck), .D(n{register}));").unwrap();
    }
    let ports = "set_input_delay 21 -clock c [get_ports b]\n";
    let session = constrained(
        &format!("module ports (a, b, ck);\n input a, ck;\n inout b;\n{gates}endmodule\n"),
        ports,
    );
    let graph = session.graph().unwrap();
    let port = session.netlist().find_port("b").unwrap();
    assert!(graph.driver_side_nodes(port).count() > 0);
    super::cones::check_cones(machine, (&session, CONTESTS), 3, queries);
}

/// Paths that start and end at pins of cells, by which others pass.
pub fn check_delays_at_pins(machine: impl Fn() -> TestMachine) {
    let mut gates = " BUF x (.A(a), .Y(b0));\n".to_string();
    for cell in 0..8 {
        writeln!(gates, " TWO t{cell} (.A(b{cell}), .B(a), .Y(b{}));", cell + 1).unwrap();
        writeln!(gates, " REG r{cell} (.CK(ck), .D(b{}), .Q(q{cell}));", cell + 1).unwrap();
    }
    let delays = "set_input_delay 45 -clock c [get_pins {t2/Y t5/A}]\nset_input_delay 7 [get_pins t6/Y]\n\
                  set_output_delay 3 -clock c [get_pins {t1/Y t2/Y t4/B r3/Q}]\n";
    let session = constrained(&format!("module pins (a, ck);\n input a, ck;\n{gates}endmodule\n"), delays);
    let all = session.timed().unwrap().worst_paths(Split::Late, 1000);
    let starts = |name: &str| {
        let pin = session.netlist().find_pin(name, '/').unwrap();
        all.iter().any(|path| path.data[0].pin == pin)
    };
    assert!(starts("t2/Y") && all.iter().any(|path| path.end.check.is_none()), "{} paths", all.len());
    super::check(machine(), session.graph().unwrap(), session.delay_data().unwrap(), Calculator::Lumped);
    super::check_search(machine(), &session, (Calculator::Lumped, CONTESTS), 300, 1);
    super::cones::check_cones(machine(), (&session, CONTESTS), 3, 200);
}

fn timed(verilog: &str) -> Session {
    constrained(verilog, "")
}

fn constrained(verilog: &str, more: &str) -> Session {
    let verilog = verilog.to_string();
    let netlist = load::netlist(&Texts { liberty: [library(), library()], verilog, spef: None });
    let text = "create_clock -name c -period 20 [get_ports ck]\nset_propagated_clock [get_clocks c]\n\
                set_input_delay 18 -clock c [get_ports a]\n";
    let (constraints, said) = read_text(
        &format!("{text}{more}"),
        &netlist.0,
        &Units { time: 1.0, capacitance: 1.0, resistance: 1.0 },
    );
    assert!(!said.has_errors(), "{said}");
    load::session(netlist, &constraints, Calculator::Lumped)
}
