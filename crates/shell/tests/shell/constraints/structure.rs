//! Constants, and what is not timed.

use zeroslack_tcl::Value;

use super::design::{check, loaded, refused, warned};

#[test]
fn case_values() {
    check(
        "set_case_analysis 0 in1; set_case_analysis one [get_pins cb/A]; set_case_analysis rise [get_ports clk]
         set_case_analysis falling clk2; set_case_analysis zero r1/D; unset_case_analysis r1/D",
        "set_case_analysis rising [get_ports clk]
         set_case_analysis falling [get_ports clk2]
         set_case_analysis 0 [get_ports in1]
         set_case_analysis 1 [get_pins cb/A]",
    );
    // A pin of an instance stands for the loads that signals through it come to.
    check("set_case_analysis 1 [get_pins u1/a]", "set_case_analysis 1 [get_pins u1/b1/A]");
    check("set_case_analysis 1 [get_pins u1/a]; unset_case_analysis u1/a", "");
    refused("set_case_analysis 2 in1", "'2' is no case value");
    refused("set_case_analysis 0 [get_cells cb]", "expected a port or pin");
    warned("set_case_analysis 0 nothing", "'nothing'");
}

#[test]
fn logic_values() {
    check(
        "set_logic_zero in1; set_logic_one [get_ports bus]; set_logic_dc clk2",
        "set_logic_dc [get_ports clk2]
         set_logic_zero [get_ports in1]
         set_logic_one [get_ports {bus[1]}]
         set_logic_one [get_ports {bus[0]}]",
    );
}

#[test]
fn disabled_arcs() {
    check(
        "set_disable_timing [get_cells cb]; set_disable_timing -from CK [get_cells r1]; set_disable_timing -from CK -to {Q QN} r1
         set_disable_timing -to Z [get_lib_cells small/NAND2]; set_disable_timing [get_lib_pins small/BUF/A]; set_disable_timing {in1 r1/D}",
        "set_disable_timing -to Z [get_lib_cells small/NAND2]
         set_disable_timing [get_lib_pins small/BUF/A]
         set_disable_timing [get_ports in1]
         set_disable_timing [get_pins r1/D]
         set_disable_timing [get_cells cb]
         set_disable_timing -from CK [get_cells r1]
         set_disable_timing -from CK -to Q [get_cells r1]
         set_disable_timing -from CK -to QN [get_cells r1]",
    );
    check(
        "set_disable_timing [get_cells u1]; unset_disable_timing [get_cells u1/r]",
        "set_disable_timing [get_cells u1/b1]",
    );
    check(
        "set_disable_timing -from A [get_lib_cells small/BUF]; set_disable_timing in1; set_disable_timing [get_lib_pins small/BUF/A]
         unset_disable_timing -from A [get_lib_cells small/BUF]; unset_disable_timing in1; unset_disable_timing [get_lib_pins small/BUF/A]",
        "",
    );
    refused("set_disable_timing -from B [get_cells cb]", "has no pin 'B'");
    refused("set_disable_timing -from A [get_ports in1]", "-from and -to name pins of cells");
    refused("set_disable_timing [get_nets n1]", "net 'n1'");
}

/// What a script prints after constraints.
pub fn printed(script: &str) -> String {
    let mut loaded = loaded();
    loaded.run(
        "create_clock -name c -period 2 [get_ports {clk clk2}]; set_input_delay 0 -clock c [all_inputs -no_clocks]
         set_output_delay 0 -clock c [all_outputs]",
    );
    let (outcome, printed) = loaded.shell.interp().capture(|interp| interp.eval(&Value::from(script)));
    outcome.expect("no error");
    printed
}

#[test]
fn what_is_out_is_reported_with_the_reason() {
    let report = |script: &str| printed(&format!("{script}; report_disabled_edges"));
    assert_eq!(report(""), "");
    assert_eq!(
        report("set_case_analysis 0 {bus[1]}; set_disable_timing [get_cells cb]"),
        "bus[1] u[3]/B constant bus[1]=0 B=0\n\
         cb A Z constraint\n\
         u[3] B Z constant B=0\n"
    );
}

#[test]
fn properties_say_what_pins_are() {
    let of = |pin: &str, property: &str| {
        printed(&format!(
            "set_case_analysis 1 in1; set_case_analysis falling clk2; puts [get_property {pin} {property}]"
        ))
    };
    assert_eq!(of("[get_ports in1]", "case_value"), "1\n");
    assert_eq!(of("u1/b1/A", "case_value"), "1\n");
    assert_eq!(of("u1/b1/A", "user_case_value"), "\n");
    assert_eq!(of("[get_ports in1]", "user_case_value"), "1\n");
    assert_eq!(of("[get_ports clk2]", "case_value"), "falling\n");
    assert_eq!(of("cb/A", "case_value"), "\n");
    // Data is checked at a rise only.
    assert_eq!(of("r1/D", "slack_max"), "INF\n");
}

#[test]
fn recovery_and_default_arcs_have_switches() {
    let mut loaded = loaded();
    loaded.run("set sta_recovery_removal_checks_enabled 0; set sta_cond_default_arcs_enabled 0; all_clocks");
    let constraints = loaded.shell.session().expect("a design").constraints(zeroslack::ModeId::FIRST);
    assert!(constraints.rules.no_recovery_removal && constraints.rules.no_default_arcs);
}

#[test]
fn constants_are_reported_with_what_states_them() {
    let stated = "set_case_analysis 0 {bus[1]}; set_case_analysis falling clk2; set_logic_one in1; ";
    assert_eq!(
        printed(&format!("{stated}report_constant {{u[3] cb clk2}}; report_constant [get_nets n1]")),
        "u[3]/A X\nu[3]/B 0\nu[3]/Z X\ncb/A   X\ncb/Z   X\nclk2   falling set_case_analysis\nu/2/A  X\nu1/r/Q X\n"
    );
    assert_eq!(
        printed(&format!("{stated}report_case_analysis")),
        "clk2   falling set_case_analysis\nin1    1       set_logic\nbus[1] 0       set_case_analysis\n"
    );
    assert_eq!(printed("report_case_analysis"), "No values are stated.\n");
    let all = printed(&format!("{stated}report_case_analysis -all"));
    assert!(all.contains("u1/b1/A") && all.contains("u[3]/B") && !all.contains("cb/A"), "{all}");
    refused("report_constant nothing", "nothing is named that has pins");
}

#[test]
fn data_that_stops_at_a_pin() {
    check(
        "create_clock -name c -period 2 [get_ports clk]
         set_sense -type data -stop_propagation u/2/A; set_sense -type data -stop_propagation -clocks c {u[3]/A u[3]/B}",
        r"create_clock -name c -period 2.0000 [get_ports clk]
         set_false_path\
         -through [get_pins u/2/A]
         set_false_path\
         -from [get_clocks c]\
         -through [list [get_pins {u[3]/A}]\
         [get_pins {u[3]/B}]]",
    );
    warned("set_sense -type data -positive u/2/A", "states nothing but by -stop_propagation");
    refused("set_sense -type signal -stop_propagation u/2/A", "expected clock or data");
}
