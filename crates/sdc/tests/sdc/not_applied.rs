//! What is read and not applied: it is counted with its places, and has no train of errors after it.

use zeroslack_input::{Diagnostics, NotApplied};
use zeroslack_sdc::Constraints;
use zeroslack_sdc::sdc::read;

use crate::common::netlist;
use crate::{TOP, UNITS};

fn of(text: &str) -> (Constraints, Diagnostics) {
    read(text, &netlist(TOP), &UNITS)
}

fn counted(said: &Diagnostics) -> Vec<String> {
    said.not_applied().iter().map(NotApplied::to_string).collect()
}

#[test]
fn an_ignored_clock_does_not_make_twenty_errors() {
    let delays = "set_input_delay 1 -clock gen a\n".repeat(20);
    let text = format!(
        "create_generated_clock -name gen -source clk [get_pins u1/Z]\n{delays}set_output_delay 1 -clock [get_clocks gen] y\n"
    );
    let (constraints, said) = of(&text);
    assert_eq!(
        said.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "warning[SDC-002] :1:1: 'create_generated_clock' is not supported yet; ignored",
            "warning[SDC-042] :1:1: clock 'gen' is not made here, so the commands that name it are not applied either: 21 in all",
        ]
    );
    assert_eq!(constraints, Constraints::default());
    assert_eq!(
        counted(&said),
        [
            "1 of 'create_generated_clock' (line 1)",
            "20 of 'set_input_delay' (line 2, line 3, line 4 and 17 more)",
            "1 of 'set_output_delay' (line 22)",
        ]
    );
}

#[test]
fn a_clock_at_a_stale_port_does_not_make_errors_of_its_own() {
    let (constraints, said) = of(
        "create_clock -name c -period 1 [get_ports gone]\nset_input_delay 1 -clock c a\nset_propagated_clock c\n",
    );
    assert!(!said.has_errors() && constraints == Constraints::default(), "{said}");
    let ids: Vec<&str> = said.iter().map(|each| each.id).collect();
    assert_eq!(ids, ["SDC-032", "SDC-042"]);
    assert_eq!(
        counted(&said),
        [
            "1 of 'names of nothing' (line 1)",
            "1 of 'create_clock' (line 1)",
            "1 of 'set_input_delay' (line 2)",
            "1 of 'set_propagated_clock' (line 3)",
        ]
    );
}

#[test]
fn what_is_there_is_constrained_beside_a_stale_name() {
    let (constraints, said) = of("set_input_delay 1 [get_ports {a gone b}]\n");
    assert!(!said.has_errors(), "{said}");
    assert_eq!(constraints.all_input_delays().count(), 2);
    assert_eq!(counted(&said), ["1 of 'names of nothing' (line 1)"]);
}

#[test]
fn commands_that_use_an_ignored_one_are_counted_too() {
    let (_, said) = of(
        "set_load 1 [get_ports a]\nset_false_path -from [all_registers]\nset_load 2 [all_fanout -from a]\nputs hello\n",
    );
    assert!(!said.has_errors(), "{said}");
    assert_eq!(
        counted(&said),
        ["1 of 'set_false_path' (line 2)", "1 of 'all_fanout' (line 3)", "1 of 'set_load' (line 3)"]
    );
}

#[test]
fn options_that_are_not_applied_are_counted() {
    let (_, said) = of(
        "create_clock -name c -period 1 clk\nset_input_delay 1 -clock c -network_latency_included a\nset_clock_latency 1 c\n",
    );
    assert_eq!(
        counted(&said),
        ["1 of '-network_latency_included' (line 2)", "1 of 'set_clock_latency without -source' (line 3)",]
    );
}
