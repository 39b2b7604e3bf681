//! Names of commands and options: shortened, other ones, wrong ones.

use expect_test::expect;
use zeroslack::constraints::OF_OTHERS;
use zeroslack::constraints::later::UntilThen;
use zeroslack_shell::TABLES;

use super::world::{World, check, check_bare};

#[test]
fn options_are_shortened_as_far_as_they_are_unique() {
    check(
        "get_property [get_cells -of_obj [get_pins ff0/D]] full_name",
        expect![[r#"
        => ff0
    "#]],
    );
    check(
        "get_property [get_cells -hier one] full_name",
        expect![[r#"
        => u/one
    "#]],
    );
    check(
        "read_spef -coup 0.5 -q tiny.spef",
        expect![[r#"
        => 1
    "#]],
    );
    check(
        "get_cells -no x",
        expect![[r#"
            Warning: -nocase counts only with -regexp
            Warning: there is no cell 'x'
        "#]],
    );
    check(
        "read_spef -re tiny.spef",
        expect![[r#"
        => 1
    "#]],
    );
    check(
        "get_pins -h x",
        expect![[r#"
        error: get_pins: '-h' may be -hierarchical or -hsc; 'get_pins -help' says how it is used
    "#]],
    );
}

#[test]
fn wrong_words_are_errors_that_name_what_was_meant() {
    check(
        "get_cells -filtre {a == b}",
        expect![[r#"
        error: get_cells: there is no option '-filtre': did you mean '-filter'?; 'get_cells -help' says how it is used
    "#]],
    );
    check(
        "get_cells -zzz",
        expect![[r#"
        error: get_cells: there is no option '-zzz'; 'get_cells -help' says how it is used
    "#]],
    );
    check(
        "set_load -min",
        expect![[r#"
        error: set_load: the capacitance is missing; 'set_load -help' says how it is used
    "#]],
    );
    check(
        "set_load 1 a b",
        expect![[r#"
        error: set_load: there is one word too many: 'b'; 'set_load -help' says how it is used
    "#]],
    );
    check(
        "read_spef -path",
        expect![[r#"
        error: read_spef: -path needs a value; 'read_spef -help' says how it is used
    "#]],
    );
    check(
        "create_clock -period 1 -name",
        expect![[r#"
        error: create_clock: -name needs a value; 'create_clock -help' says how it is used
    "#]],
    );
}

/// `-1` and `-.5` are numbers.
#[test]
fn numbers_are_no_options() {
    check("set_input_delay -0.1 -clock clk [get_ports in*]", expect![[""]]);
    check("set_output_delay -1e-2 -clock clk out", expect![[""]]);
    check("set_output_delay -.5 -clock clk out", expect![[""]]);
}

#[test]
fn commands_are_shortened_and_have_other_names() {
    check(
        "get_property [get_port clk] full_name",
        expect![[r#"
        => clk
    "#]],
    );
    check(
        "puts units; report_un",
        expect![[r#"
            units
             time 1ns
             capacitance 1pF
             resistance 1kohm
             voltage 1v
             current 1mA
             power 1nW
             distance 1um
        "#]],
    );
    check(
        "set_load_x 1 out",
        expect![[r#"
        error: invalid command name "set_load_x": did you mean set_load?
    "#]],
    );
    check(
        "set_lo 0.002 [get_ports out]; get_clo",
        expect![[r#"
            error: ambiguous command name "set_lo": set_load set_logic_zero set_logic_one set_logic_dc
        "#]],
    );
    check(
        "get_c",
        expect![[r#"
        error: ambiguous command name "get_c": get_cells get_clocks
    "#]],
    );
    check(
        "sta::all_clocks; ::sta::get_ports clk; ::get_property [::get_ports clk] full_name",
        expect![[r#"
        => clk
    "#]],
    );
    check(
        "namespace eval mine {get_property [get_clocks clk] full_name}",
        expect![[r#"
        => clk
    "#]],
    );
    for (alias, name) in TABLES.all_aliases() {
        let said = World::new().say(&format!("{alias} -help"));
        assert!(said.contains(name), "{alias}: {said}");
    }
}

#[test]
fn unknown_commands_name_the_nearest_or_their_tool() {
    check_bare(
        "get_prots",
        expect![[r#"
        error: invalid command name "get_prots": did you mean get_ports?
    "#]],
    );
    check_bare(
        "frobnicate",
        expect![[r#"
        error: invalid command name "frobnicate"
    "#]],
    );
    check_bare(
        "repair_timing -setup",
        expect![[r#"
        error: invalid command name "repair_timing": it belongs to a tool for placement and routing, not to a timing analyser
    "#]],
    );
    check_bare(
        "ord::get_db",
        expect![[r#"
        error: invalid command name "ord::get_db"
    "#]],
    );
    check_bare(
        "puts [estimate_parasitics -placement]",
        expect![[r#"
        error: invalid command name "estimate_parasitics": it belongs to a tool for placement and routing, not to a timing analyser
    "#]],
    );
    for name in OF_OTHERS {
        let said = World::new().say(name);
        assert!(said.contains("belongs to a tool for placement and routing"), "{said}");
    }
}

#[test]
fn indices_of_buses_are_themselves() {
    check(
        "puts in[0]; puts a[*]b[3:0]c[?]",
        expect![[r#"
        in[0]
        a[*]b[3:0]c[?]
    "#]],
    );
    check(
        "get_property [get_ports in[1]] full_name",
        expect![[r#"
        => in[1]
    "#]],
    );
}

#[test]
fn other_names_of_options_are_noted() {
    check_bare(
        "read_liberty -scene default tiny.lib",
        expect![[r#"
        Warning: read_liberty: -scene is called -corner here
        => 1
    "#]],
    );
    for (command, other, name) in TABLES.option_aliases {
        let known = TABLES.all().find(|known| known.name == *command).unwrap();
        assert!(known.options.iter().any(|option| option.name == *name), "{command} {name}");
        assert!(known.options.iter().all(|option| option.name != *other), "{command} {other}");
    }
}

#[test]
fn what_is_not_there_yet_says_so() {
    check(
        "write_sdf out.sdf",
        expect![[r#"
        error: write_sdf is not there yet: there is no writer of this format yet
    "#]],
    );
    check(
        "sta::scenes",
        expect![[r#"
        error: sta::scenes is not there yet: one corner in one mode is all that there is yet
    "#]],
    );
    check("info commands sta::scenes", expect![[""]]);
    check(
        "set_annotated_check -from clk",
        expect![[r#"
        error: set_annotated_check is not applied yet: times without it would be other ones; 'set zeroslack_not_applied warning' goes on without it
    "#]],
    );
    check(
        "set zeroslack_not_applied warning; set_annotated_check -from clk; set_max_fanout 3 out",
        expect![[r#"
            Warning: set_annotated_check is not applied yet: times are those without it
        "#]],
    );
    check(
        "set zeroslack_not_applied maybe; set_annotated_check -from clk",
        expect![[r#"
        error: zeroslack_not_applied is 'maybe': expected error or warning
    "#]],
    );
    check(
        "set_max_area 0",
        expect![[r#"
            Warning: the largest area is kept, and not checked: no time depends on it
        "#]],
    );
    check(
        "report_chec",
        expect![[r#"
        error: ambiguous command name "report_chec": report_checks report_check_types
    "#]],
    );
    check(
        "report_tn",
        expect![[r#"
            tns max 0.00
        "#]],
    );
    for later in TABLES.all_later() {
        let said = World::new().say(later.name);
        let fails = later.until_then != UntilThen::Warns;
        assert!(said.contains(&format!("{} is not ", later.name)), "{said}");
        assert_eq!(said.starts_with("error: "), fails, "{said}");
        let help = World::new().say(&format!("{} -help", later.name));
        assert!(help.contains(" is not "), "{help}");
    }
}
