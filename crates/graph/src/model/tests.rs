//! What cells in use contribute, and what of them is said to be left out.

use std::sync::Arc;

use expect_test::{Expect, expect};
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Expr;
use zeroslack_netlist::{CellLibrary, LinkOptions, Source, link};
use zeroslack_sdc::{CheckRule, Constraints, Rules};
use zeroslack_units::{Split, Transition};

use crate::{CheckKind, LatchArc, TimingGraph};

const TABLES: &str = r#"cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("2"); }"#;

/// The graph of one cell `C` with pins A, B and Y, of which `pins` tells, and what is said.
fn graph_of(pins: &str, constraints: &Constraints) -> (TimingGraph, CellLibrary, Diagnostics) {
    let library =
        format!("library (l) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff); cell (C) {{ {pins} }} }}");
    let (library, said) = zeroslack_liberty::read(&library);
    assert!(said.is_empty(), "{said}");
    let (library, _) = CellLibrary::new(Vec::new(), vec![Arc::new(library)]);
    let text = "module t (input a, input b, output y); C c (.A(a), .B(b), .Y(y)); endmodule";
    let source = Source { file: "t.v", text, design: zeroslack_verilog::read(text).0 };
    let netlist = link(&[source], library, &LinkOptions::default()).0.unwrap();
    let library = netlist.library().clone();
    let (graph, said) = TimingGraph::new(&netlist, &library, constraints);
    (graph, library, said)
}

#[track_caller]
fn check_said(pins: &str, expected: Expect) {
    expected.assert_eq(&graph_of(pins, &Constraints::default()).2.to_string());
}

#[test]
fn arcs_of_different_conditions_are_kept_apart() {
    let arc = |when: &str| {
        format!("timing () {{ related_pin : A; timing_sense : positive_unate; {when} {TABLES} }}")
    };
    let arcs = [arc("when : \"B\"; sdf_cond : \"B == 1'b1\";"), arc("when : \"!B\";"), arc("")].concat();
    let pins = format!("pin (A) {{ }} pin (B) {{ }} pin (Y) {{ direction : output; {arcs} }}");
    let (graph, library, said) = graph_of(&pins, &Constraints::default());
    assert!(said.is_empty(), "{said}");
    let conditions = graph.pins.arc_models.iter().map(|model| {
        let [early, late] = Split::ALL.map(|split| model.condition(&library, split));
        assert_eq!(early, late);
        late.cloned()
    });
    let conditions: Vec<Option<Expr>> = conditions.collect();
    let pin = Expr::Pin("B".into());
    assert_eq!(conditions, [Some(pin.clone()), Some(Expr::Not(Box::new(pin))), None]);
}

#[test]
fn signals_pass_set_and_clear_if_asked_for() {
    let arc = |kind: &str, table: &str| {
        format!(
            "timing () {{ related_pin : A; timing_sense : positive_unate; timing_type : {kind}; \
             {table} (scalar) {{ values (\"1\"); }} }}"
        )
    };
    let arcs = [arc("clear", "cell_fall"), arc("preset", "cell_rise")].concat();
    let pins = format!("pin (A) {{ }} pin (B) {{ }} pin (Y) {{ direction : output; {arcs} }}");
    let models = |set_clear_arcs| {
        let constraints =
            Constraints { rules: Rules { set_clear_arcs, ..Rules::default() }, ..Constraints::default() };
        graph_of(&pins, &constraints).0.pins.arc_models.len()
    };
    assert_eq!(models(false), 0);
    assert_eq!(models(true), 2);
}

#[test]
fn a_closed_latch_lets_set_and_clear_pass() {
    let arc = |from: &str, kind: &str| {
        format!("timing () {{ related_pin : {from}; timing_sense : non_unate; {kind} {TABLES} }}")
    };
    let arcs =
        [arc("A", "timing_type : rising_edge;"), arc("B", ""), arc("B", "timing_type : clear;")].concat();
    let pins = format!(
        "latch (I, IN) {{ enable : A; data_in : B; }} pin (A) {{ clock : true; }} pin (B) {{ }} \
         pin (Y) {{ direction : output; {arcs} }}"
    );
    let constraints =
        Constraints { rules: Rules { set_clear_arcs: true, ..Rules::default() }, ..Constraints::default() };
    let models = graph_of(&pins, &constraints).0.pins.arc_models;
    let latch: Vec<Option<LatchArc>> = models.iter().map(|model| model.latch).collect();
    let within = [Some(LatchArc::Gives), Some(LatchArc::Follows)];
    assert_eq!(latch, [&[None, Some(LatchArc::Through), None][..], &within].concat());
}

#[test]
fn checks_of_other_kinds_are_said_not_to_be_made() {
    let check = |kind: &str| {
        format!(
            "timing () {{ related_pin : B; timing_type : {kind}; rise_constraint (scalar) {{ values (\"1\"); }} }}"
        )
    };
    let kinds = ["non_seq_setup_rising", "non_seq_hold_falling", "nochange_high_low", "skew_rising"];
    let checks: String = kinds.into_iter().map(check).collect();
    let pins = format!("pin (A) {{ {checks} }} pin (B) {{ }} pin (Y) {{ direction : output; }}");
    check_said(
        &pins,
        expect![[r#"
            warning[GRAPH-010]: 1 checks of cells in use are of kinds that are not made: 'nochange_high_low C B to A'
        "#]],
    );
    // The contests' rule knows no checks between data.
    let constraints = Constraints {
        rules: Rules { checks: CheckRule::LastOfOwnSplit, ..Rules::default() },
        ..Constraints::default()
    };
    expect![[r#"
        warning[GRAPH-010]: 3 checks of cells in use are of kinds that are not made: 'non_seq_setup_rising C B to A', 'non_seq_hold_falling C B to A', 'nochange_high_low C B to A'
    "#]].assert_eq(&graph_of(&pins, &constraints).2.to_string());
    check_said(
        "pin (A) { timing () { timing_type : min_pulse_width; } } pin (B) { } pin (Y) { direction : output; }",
        expect![[""]],
    );
}

#[test]
fn checks_between_data_are_of_the_edge_of_their_related_pin() {
    let check = |kind: &str, edge: &str| {
        format!(
            "timing () {{ related_pin : B; timing_type : {kind}; {edge} (scalar) {{ values (\"1\"); }} }}"
        )
    };
    let checks = [
        check("non_seq_setup_rising", "rise_constraint"),
        check("non_seq_setup_falling", "fall_constraint"),
        check("non_seq_hold_rising", "fall_constraint"),
        check("non_seq_hold_falling", "rise_constraint"),
    ];
    let pins = format!("pin (A) {{ {} }} pin (B) {{ }} pin (Y) {{ direction : output; }}", checks.concat());
    let (graph, library, said) = graph_of(&pins, &Constraints::default());
    assert!(said.is_empty(), "{said}");
    let made = graph.pins.checks.iter().map(|check| {
        let model = &graph.pins.check_models[check.model as usize];
        assert!(model.origin.is_between_data() && model.timing(&library).is_some());
        (model.kind, check.clock.transition(), check.has)
    });
    use CheckKind::{Hold, Setup};
    use Transition::{Fall, Rise};
    let mut made: Vec<_> = made.collect();
    made.sort_unstable();
    let [rise, fall] = [[true, false], [false, true]];
    assert_eq!(made, [(Setup, Rise, rise), (Setup, Fall, fall), (Hold, Rise, fall), (Hold, Fall, rise)]);
}

#[test]
fn timings_without_tables_are_said() {
    check_said(
        "pin (A) { timing () { related_pin : B; timing_type : setup_rising; } } pin (B) { } \
         pin (Y) { direction : output; timing () { related_pin : A; } \
         timing () { related_pin : B; timing_type : clear; } \
         timing () { related_pin : B; timing_type : three_state_disable; } }",
        expect![[r#"
            warning[GRAPH-011]: 3 timings of cells in use have no tables; no signal passes and nothing is checked there: 'C B to A', 'C A to Y', 'C B to Y'
        "#]],
    );
}
