//! What is read and not applied: it is counted with its places, and has no train of errors after it.

use zeroslack_constraints::read_text as read;
use zeroslack_input::{Diagnostics, NotApplied};
use zeroslack_sdc::Constraints;

use crate::common::netlist;
use crate::{TOP, UNITS};

fn of(text: &str) -> (Constraints, Diagnostics) {
    read(text, &netlist(TOP), &UNITS)
}

fn counted(said: &Diagnostics) -> Vec<String> {
    said.not_applied().iter().map(NotApplied::to_string).collect()
}

#[test]
fn a_clock_that_is_not_made_costs_the_lines_that_name_it() {
    let delays = "set_input_delay 1 -clock gen a\n".repeat(20);
    let text = format!(
        "create_generated_clock -name gen -source clk [get_pins u1/Z]\n{delays}set_output_delay 1 -clock [get_clocks gen] y\n"
    );
    let (constraints, said) = of(&text);
    assert!(said.iter().all(|each| each.id == "SDC-001") && said.has_errors(), "{said}");
    assert_eq!(said.left_out().collect::<Vec<_>>(), [("SDC-001", 2)]);
    assert_eq!(constraints, Constraints::default());
    assert_eq!(
        counted(&said),
        [
            "1 of 'create_generated_clock' (line 1)",
            "20 of 'set_input_delay' (line 2, line 3, line 4 and 17 more)",
            "1 of 'set_output_delay' (line 22)",
        ]
    );
    assert_eq!(said.constraints_left_out().unwrap(), "22 of 22 constraints were not applied");
}

#[test]
fn a_clock_at_a_stale_port_starts_nowhere() {
    let (constraints, said) = of(
        "create_clock -name c -period 1 [get_ports gone]\nset_input_delay 1 -clock c a\nset_propagated_clock c\n",
    );
    let ids: Vec<&str> = said.iter().map(|each| each.id).collect();
    assert_eq!(ids, ["SDC-003", "SDC-004", "SDC-001"], "{said}");
    assert_eq!((constraints.clocks.iter().count(), constraints.all_input_delays().count()), (1, 1));
    assert_eq!(counted(&said), ["1 of 'set_propagated_clock' (line 3)"]);
    assert_eq!(said.constraints_left_out().unwrap(), "1 of 3 constraints was not applied");
}

#[test]
fn what_is_there_is_constrained_beside_a_stale_name() {
    let (constraints, said) = of("set_input_delay 1 [get_ports {a gone b}]\n");
    assert!(!said.has_errors(), "{said}");
    assert_eq!(said.iter().map(|each| each.id).collect::<Vec<_>>(), ["SDC-003"]);
    assert_eq!(constraints.all_input_delays().count(), 2);
    assert_eq!((counted(&said), said.constraints()), (vec![], [1, 0]));
}

#[test]
fn commands_that_name_nothing_are_counted() {
    let (_, said) = of(
        "set_load 1 [get_ports a]\nset_false_path -from [all_registers]\nset_load 2 [all_fanout -from a]\nputs hello\n",
    );
    assert_eq!(counted(&said), ["1 of 'set_false_path' (line 2)", "1 of 'set_load' (line 3)"]);
    assert_eq!(said.constraints(), [3, 2]);
}

#[test]
fn a_line_that_fails_half_way_is_applied_in_part() {
    let (constraints, said) = of(
        "foreach port {a b gone d} {\n  if {$port eq \"gone\"} { error \"no $port\" }\n  set_input_delay 1 $port\n}\nset_input_delay 2 b\n",
    );
    assert_eq!(
        said.to_string(),
        "warning[SDC-002] :1:1: applied in part only: no gone (in 'error \"no $port\" ')\n"
    );
    assert_eq!((constraints.all_input_delays().count(), said.constraints()), (2, [2, 0]));
}

#[test]
fn commands_that_no_time_depends_on_are_named_once() {
    let (_, said) = of(&"set_max_dynamic_power 1\n".repeat(30));
    assert_eq!((said.iter().count(), said.left_out().count(), counted(&said)), (1, 0, vec![]), "{said}");
}
