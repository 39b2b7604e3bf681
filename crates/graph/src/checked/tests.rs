//! What is said of data checks that are not made.

use std::sync::Arc;

use expect_test::{Expect, expect};
use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Source, link};
use zeroslack_sdc::{Clock, Clocks, Constraints, DataCheck, GatingTarget};
use zeroslack_units::{Transition, quad};

use crate::TimingGraph;

/// A design with a library of its own.
fn linked(library: &str, text: &str) -> Netlist {
    let library = Arc::new(zeroslack_liberty::read(library).0);
    let (library, _) = CellLibrary::new(Vec::new(), vec![library]);
    let source = Source { file: "t.v", text, design: zeroslack_verilog::read(text).0 };
    link(&[source], library, &LinkOptions::default()).0.unwrap()
}

/// What is said where data at `b` is checked against what comes from `a`, and the other way round, while clocks start at some ports.
#[track_caller]
fn check_said(clock_ports: &[&str], expected: Expect) {
    let text =
        r#"library (l) { cell (C) { pin (A) { direction : input; } pin (B) { direction : input; } } }"#;
    let netlist = linked(text, "module t (input a, input b); C c (.A(a), .B(b)); endmodule");
    let pin = |name: &str| netlist.find_pin(name, '/').unwrap();
    let clock = |port: &&str| Clock {
        name: (**port).into(),
        sources: vec![pin(port)],
        period: 10_000_000,
        edges: [0, 5_000_000],
        propagated: true,
        ..Clock::default()
    };
    let mut constraints =
        Constraints { clocks: Clocks::from_iter(clock_ports.iter().map(clock)), ..Constraints::default() };
    for [from, to] in [["c/A", "c/B"], ["c/B", "c/A"]] {
        for from_edge in Transition::ALL {
            let [from, to] = [from, to].map(pin);
            let check = DataCheck { from, from_edge, to, to_edge: Transition::Rise };
            constraints.data_checks.insert(check, [Some(1); 2]);
        }
    }
    let said = TimingGraph::new(&netlist, netlist.library(), &constraints).1;
    expected.assert_eq(&said.to_string());
}

#[test]
fn data_without_a_clock_captures_nothing() {
    check_said(
        &[],
        expect![[r#"
            warning[GRAPH-017]: nothing that a clock launches comes to the -from of data checks, which are not made: 'c/A to c/B', 'c/B to c/A'; expected data of a clock there, or a clock (create_clock, set_input_delay -clock)
        "#]],
    );
    check_said(
        &["a"],
        expect![[r#"
            warning[GRAPH-017]: nothing that a clock launches comes to the -from of data checks, which are not made: 'c/B to c/A'; expected data of a clock there, or a clock (create_clock, set_input_delay -clock)
        "#]],
    );
    check_said(&["a", "b"], expect![[""]]);
}

#[test]
fn cells_that_gate_nothing_are_told() {
    let text = r#"library (l) { cell (X) { pin (A) { direction : input; } pin (B) { direction : input; }
        pin (Z) { direction : output; function : "A ^ B"; timing () { related_pin : "A B"; cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } } }"#;
    let netlist = linked(text, "module t (input a, input b, output z); X x (.A(a), .B(b), .Z(z)); endmodule");
    let pin = |name: &str| netlist.find_pin(name, '/').unwrap();
    let clock = Clock {
        name: "c".into(),
        sources: vec![pin("a")],
        period: 10_000_000,
        edges: [0, 5_000_000],
        ..Clock::default()
    };
    let mut constraints = Constraints { clocks: Clocks::from_iter([clock]), ..Constraints::default() };
    let said =
        |constraints: &Constraints| TimingGraph::new(&netlist, netlist.library(), constraints).1.to_string();
    let cell = netlist.pin_cell(pin("x/A")).unwrap();
    constraints.clock_gating.times.insert(GatingTarget::Cell(cell), quad(Some(1)));
    constraints.clock_gating.times.insert(GatingTarget::Pin(pin("x/B")), quad(Some(1)));
    expect![[r#"
        warning[GRAPH-021]: set_clock_gating_check has no effect on what gates no clock: 'x', 'x/B'; expected a cell to which a clock and a signal come, and -high or -low where its function does not tell the level of the clock at which the signal passes
    "#]]
    .assert_eq(&said(&constraints));
    constraints.clock_gating.levels.insert(GatingTarget::Cell(cell), true);
    assert_eq!(said(&constraints), "");
}
