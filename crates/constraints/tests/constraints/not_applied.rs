//! Lines that are not applied: they are counted, with their places.

use zeroslack_constraints::command::{COMMANDS, Command, Group};
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
        "warning[SDC-002] :1:1: applied in part only: no gone (in 'error \"no $port\" '); what follows in the line is not run\n"
    );
    assert_eq!((constraints.all_input_delays().count(), said.constraints()), (2, [2, 0]));
}

#[test]
fn commands_that_no_time_depends_on_are_named_once() {
    let (_, said) = of(&"set_max_dynamic_power 1\n".repeat(30));
    assert_eq!((said.iter().count(), said.left_out().count(), counted(&said)), (1, 0, vec![]), "{said}");
}

/// Each message on a line: its id, its line and its text.
fn told(text: &str) -> Vec<String> {
    let (_, said) = of(text);
    let line = |one: &zeroslack_input::Diagnostic| one.place.as_ref().map_or(0, |place| place.line);
    said.iter().map(|one| format!("{} {} {}", one.id, line(one), one.message)).collect()
}

#[test]
fn a_variable_that_is_refused_costs_its_own_line() {
    let text = "set sta_crpr_mode sideways\nset sta_recovery_removal_checks_enabled 0\ncreate_clock -period 1 clk\nset sta_pocv_enabled 1\nset_input_delay 1 -clock clk a\n";
    assert_eq!(
        told(text),
        [
            "SDC-001 1 not applied: sta_crpr_mode is 'sideways': expected same_pin or same_transition",
            "SDC-001 4 not applied: sta_pocv_enabled is '1', which is not supported: only 0 is there yet",
        ]
    );
    let (constraints, said) = of(text);
    assert!(constraints.rules.no_recovery_removal);
    assert_eq!((constraints.all_input_delays().count(), said.constraints()), (1, [4, 2]));
    // One that is refused says again what it said before.
    let text = "set sta_report_default_digits 5\nif 1 {set sta_report_default_digits many}\nset_load $sta_report_default_digits y\n";
    let (constraints, said) = of(text);
    assert_eq!(constraints, of("set_load 5 y\n").0, "{said}");
    assert_eq!(counted(&said), ["1 of 'set' (line 2)"]);
    // A variable may be set where a plain command is called.
    let text = "set_load [set sta_crpr_enabled maybe; expr 2] y\nputs hi\nset_load 3 y\n";
    assert_eq!(told(text), ["SDC-002 1 applied in part only: sta_crpr_enabled is 'maybe': expected 0 or 1"]);
    let text = "if 1 {set sta_crpr_enabled 0; set sta_crpr_mode foo}\nunset sta_crpr_enabled\nset sta_crpr_enabled(a) 1\nset_load $sta_crpr_enabled y\n";
    assert_eq!(
        told(text),
        [
            "SDC-002 1 applied in part only: sta_crpr_mode is 'foo': expected same_pin or same_transition",
            "SDC-001 3 not applied: can't read \"::sta_crpr_enabled\": variable is array",
        ]
    );
}

#[test]
fn what_ends_a_file_is_said() {
    let quiet: [&str; 2] = ["return\nset_load nix y\n", "proc p {} {return -level 2}\np\nset_load nix y\n"];
    for text in quiet {
        assert_eq!(told(text), [""; 0], "{text}");
    }
    for (text, expected) in [
        ("return -code error {no more}\n", "SDC-005 1 the file is not read from here on: no more"),
        (
            "set x 1\nreturn -code break\n",
            "SDC-005 2 the file is not read from here on: invoked \"break\" outside of a loop",
        ),
        ("break\n", "SDC-001 1 not applied: invoked \"break\" outside of a loop"),
        ("if 1 continue\n", "SDC-001 1 not applied: invoked \"continue\" outside of a loop"),
    ] {
        assert_eq!(told(text), [expected], "{text}");
    }
}

#[test]
fn commands_of_a_block_are_told_one_by_one() {
    let idle = "SDC-002 1 applied in part only: set_false_path: no objects are given";
    assert_eq!(told("if 1 {set_load 1 y; set_false_path -from {}}\n"), [idle]);
    let rest = "what follows in the line is not run";
    assert_eq!(
        told("foreach port {y gone a} {set_load [expr {$port eq \"gone\" ? \"x\" : 1}] $port}\n"),
        [format!(
            "SDC-002 1 applied in part only: set_load: 'x' is no number; 'set_load -help' says how it is used (in 'set_load [expr {{$port eq \"gone\" ? \"x\" : 1}}] $port'); {rest}"
        )]
    );
    assert_eq!(
        told("catch {set_load x y}\n"),
        [
            "SDC-002 1 not applied: set_load: 'x' is no number; 'set_load -help' says how it is used (which the file catches)"
        ]
    );
    assert_eq!(told("catch {get_ports}\ncatch {error no}\n"), [""; 0]);
    let caught = "SDC-002 1 applied in part only: invalid command name \"set_laod\": did you mean set_load? (which the file catches)";
    assert_eq!(told("if {[catch {set_laod 1 y}]} {set_load 1 y}\n"), [caught]);
    let left_out = "SDC-002 2 port 'a' is not an output, and is left out";
    assert_eq!(told("create_clock -name c -period 1\nset_output_delay 1 -clock c {a y}\n"), [left_out]);
}

#[test]
fn commands_that_are_given_nothing_are_not_applied() {
    let commands = [
        "set_ideal_network {}",
        "set_ideal_net {}",
        "set_ideal_latency 1 {}",
        "set_operating_conditions",
        "set_false_path -to {}",
        "set_load 1 {}",
    ];
    for command in commands {
        let (constraints, said) = of(command);
        assert_eq!((constraints, said.constraints()), (Constraints::default(), [1, 1]), "{command}: {said}");
    }
    assert_eq!(
        told("set_port_fanout_number 3 nix\nset_load abc [get_ports {y nix}]\n"),
        [
            "SDC-001 1 not applied: there is no port 'nix'",
            "SDC-003 2 there is no port 'nix'",
            "SDC-001 2 not applied: set_load: 'abc' is no number; 'set_load -help' says how it is used",
        ]
    );
}

#[test]
fn characters_too_many_cost_their_command() {
    let text = "set_load 1 {y}x {\n  set_load 2 a\n}\nset_load 3 b; set_load 4 \"y\"z; set_load 5 a\n";
    let (constraints, said) = of(text);
    assert_eq!(
        told(text),
        [
            "SDC-001 1 not applied: extra characters after close-brace",
            "SDC-001 4 not applied: extra characters after close-quote",
        ]
    );
    assert_eq!(constraints, of("set_load 3 b; set_load 5 a").0, "{said}");
}

#[test]
fn messages_are_no_longer_than_it_takes() {
    let long = format!("nix{}", "x".repeat(100_000));
    let told = told(&format!("{long}\nset_load {long} y\n"));
    assert!(told.iter().all(|text| text.len() < 1100), "{told:?}");
    assert_eq!(told.len(), 2);
}

/// Without objects a command states nothing, whatever it is given besides, and that is counted.
#[test]
fn no_command_is_applied_to_an_empty_list() {
    for command in COMMANDS.iter().copied().flatten().filter(|command| states(command)) {
        let [first, others @ ..] = command.operands else { continue };
        let options = command.options.iter().map(|option| {
            let value = if option.value.is_some() { " {}" } else { "" };
            format!("{}{value}", option.name)
        });
        for option in options.chain([String::new()]) {
            for value in ["1", "0", "{}"] {
                // A value, and lists of objects; or the list alone.
                let first = if others.is_empty() && !first.repeats { "{}" } else { value };
                let line = format!("{} {option} {first}{}", command.name, " {}".repeat(others.len()));
                let (constraints, said) = of(&line);
                assert_eq!(constraints, Constraints::default(), "{line}: {said}");
                assert_eq!(said.constraints(), [1, 1], "{line}: {said}");
            }
        }
    }
}

fn states(command: &Command) -> bool {
    use Group::{Checks, Clocks, Derates, Exceptions, Ports, Structure};
    let takes_back = ["unset_", "remove_", "reset_"].iter().any(|start| command.name.starts_with(start));
    matches!(command.group, Clocks | Ports | Derates | Exceptions | Checks | Structure) && !takes_back
}
