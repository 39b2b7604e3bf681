//! Clocks, latencies, slews, uncertainties.

use super::design::{check, loaded, refused, warned};

const CLOCKS: &str =
    "create_clock -name c1 -period 2 [get_ports clk]; create_clock -name c2 -period 3 [get_ports clk2];";
const WRITTEN: &str = "create_clock -name c1 -period 2.0000 [get_ports clk]
    create_clock -name c2 -period 3.0000 [get_ports clk2]";

/// Holds what a script states beside two clocks against what is written of it after them.
#[track_caller]
fn after_clocks(script: &str, expected: &str) {
    check(&format!("{CLOCKS} {script}"), &format!("{WRITTEN}\n{expected}"));
}

/// What a script states takes nothing away, and is taken away again by another one.
#[track_caller]
fn nothing_left(script: &str) {
    after_clocks(script, "");
}

#[test]
fn clocks() {
    check("create_clock -period 2 clk", "create_clock -name clk -period 2.0000 [get_ports clk]");
    check(
        "create_clock -name v -period 2 -waveform {0.5 1.2}",
        "create_clock -name v -period 2.0000 -waveform {0.5000 1.2000}",
    );
    check(
        "create_clock -name a -period 2 clk; create_clock -name b -add -period 4 {clk cb/Z}",
        "create_clock -name a -period 2.0000 [get_ports clk]
         create_clock -name b -add -period 4.0000 [list [get_ports clk] [get_pins cb/Z]]",
    );
    check(
        "create_clock -name a -period 2 clk; remove_clock a; create_clock -name b -period 2; delete_clock -all",
        "",
    );
    check(
        "create_clock -name {a b*c} -period 2 clk; set_propagated_clock [get_clocks [list {a b\\*c}]]",
        "create_clock -name {a b\\*c} -period 2.0000 [get_ports clk]
         set_propagated_clock [get_clocks [list {a b\\*c}]]",
    );
    refused("create_clock -name a", "expected -period");
    refused("create_clock -name a -period 2 -waveform {1 0.5}", "-waveform");
    refused("create_clock -name a -period 2 -waveform {0 1 2 2.5}", "-waveform");
    warned("create_clock -name a -period 2 clk; create_clock -name b -period 2 clk", "replaces clock 'a'");
}

#[test]
fn propagated_clocks() {
    after_clocks("set_propagated_clock cb/Z", "set_propagated_clock [get_pins cb/Z]");
    nothing_left("set_propagated_clock cb/Z; unset_propagated_clock [get_pins cb/Z]");
    nothing_left("set_propagated_clock [all_clocks]; remove_propagated_clock [get_clocks *]");
    nothing_left("set_propagated_clock [get_ports clk]; unset_propagated_clock [get_clocks c1]");
}

/// Holds what a script states, which has to warn of a virtual clock, against what is written of it.
#[track_caller]
fn with_virtual(script: &str, expected: &str) {
    let mut loaded = loaded();
    loaded.run(script);
    assert_eq!(
        loaded.warnings().matches("cannot be propagated, as it has no network").count(),
        1,
        "{script}"
    );
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&loaded.written("")), lines(expected), "{script}");
}

#[test]
fn virtual_clocks_stay_ideal() {
    with_virtual(
        "create_clock -name c -period 2 clk; create_clock -name v -period 2
         set_clock_latency 0.7 v; set_clock_latency -source 0.2 v; set_propagated_clock [all_clocks]",
        "create_clock -name c -period 2.0000 [get_ports clk]
         set_propagated_clock [get_clocks c]
         create_clock -name v -period 2.0000
         set_clock_latency 0.7000 [get_clocks v]
         set_clock_latency -source 0.2000 [get_clocks v]",
    );
    // With sources it can be propagated.
    with_virtual(
        "create_clock -name v -period 2; set_propagated_clock v
         create_clock -name v -period 2 clk; set_propagated_clock v",
        "create_clock -name v -period 2.0000 [get_ports clk]
         set_propagated_clock [get_clocks v]",
    );
    // Without sources it no longer is, whatever new clocks are.
    let again = "create_clock -name v -period 2";
    for script in [
        format!("{again} clk; set_propagated_clock v; {again}; set_clock_latency 0.7 v"),
        format!("set sta_propagate_all_clocks 1; {again}; set_clock_latency 0.7 v"),
        format!("set sta_propagate_all_clocks 1; {again} clk; {again}; set_clock_latency 0.7 v"),
        format!("{again}; set_clock_latency 0.7 v; unset_propagated_clock v"),
    ] {
        let expected = "create_clock -name v -period 2.0000\nset_clock_latency 0.7000 [get_clocks v]";
        check(&script, expected);
    }
}

#[test]
fn latencies() {
    let c1 = "[get_clocks c1]";
    check(
        &format!(
            "{CLOCKS} set_clock_latency 0.3 c1; set_clock_latency -source -early -rise 0.1 c1; set_propagated_clock c1"
        ),
        &format!(
            "create_clock -name c1 -period 2.0000 [get_ports clk]
             set_clock_latency 0.3000 {c1}
             set_clock_latency -source -early -rise 0.1000 {c1}
             set_propagated_clock {c1}
             create_clock -name c2 -period 3.0000 [get_ports clk2]"
        ),
    );
    after_clocks(
        "set_clock_latency -max 0.2 c2; set_clock_latency -min -fall 0.1 c2",
        "set_clock_latency -min -fall 0.1000 [get_clocks c2]
         set_clock_latency -max 0.2000 [get_clocks c2]",
    );
    after_clocks(
        "set_propagated_clock c2; set_clock_latency 0.1 c2",
        "set_clock_latency 0.1000 [get_clocks c2]",
    );
    after_clocks(
        "set_clock_latency 0.3 [get_pins r1/CK]; set_clock_latency -clock {c1 c2} -rise 0.4 [get_pins r1/CK]",
        "set_clock_latency 0.3000 [get_pins r1/CK]
         set_clock_latency -rise -clock [get_clocks c1] 0.4000 [get_pins r1/CK]
         set_clock_latency -rise -clock [get_clocks c2] 0.4000 [get_pins r1/CK]",
    );
    after_clocks(
        "set_clock_latency -source -late 0.3 [get_ports clk]",
        "set_clock_latency -source -late 0.3000 [get_ports clk]",
    );
    nothing_left("set_clock_latency 0.3 {c1 r1/CK}; unset_clock_latency {c1 r1/CK}");
    nothing_left(
        "set_clock_latency -source 0.3 {c1 clk}; remove_clock_latency -source [list [get_clocks c1] [get_ports clk]]",
    );
    nothing_left("set_clock_latency -clock c1 0.3 r1/CK; unset_clock_latency -clock c1 r1/CK");
}

#[test]
fn latencies_that_mean_nothing() {
    refused(&format!("{CLOCKS} set_clock_latency -late 0.1 c1"), "expected -source");
    refused(&format!("{CLOCKS} set_clock_latency -clock c2 0.1 c1"), "-clock is given and so are clocks");
    warned(&format!("{CLOCKS} set_clock_latency -source -early -max 0.1 c1"), "is not used");
    warned(&format!("{CLOCKS} set_clock_latency -source 0.1 r1/CK"), "no clock starts at 'r1/CK'");
    warned(&format!("{CLOCKS} set_clock_latency -source -dynamic 0.01 0.1 c1"), "-dynamic");
    warned(&format!("{CLOCKS} set_clock_latency 0.1 c3"), "'c3'");
}

#[test]
fn slews() {
    after_clocks(
        "set_clock_transition 0.1 c2; set_clock_transition -rise -max 0.2 c2",
        "set_clock_transition -min 0.1000 [get_clocks c2]
         set_clock_transition -max -rise 0.2000 [get_clocks c2]
         set_clock_transition -max -fall 0.1000 [get_clocks c2]",
    );
    nothing_left("set_clock_transition 0.1 c1; unset_clock_transition c1");
    nothing_left("set_clock_transition 0.1 c1; remove_clock_transition c1");
    refused(&format!("{CLOCKS} set_clock_transition 0.1 [get_ports clk]"), "expected a clock");
    refused(&format!("{CLOCKS} set_clock_transition -0.1 c1"), "negative");
}

#[test]
fn uncertainties() {
    after_clocks(
        "set_clock_uncertainty -setup 0.2 c2; set_clock_uncertainty -hold 0.1 [list [get_clocks c2] [get_pins r1/CK]]",
        "set_clock_uncertainty -setup 0.2000 [get_clocks c2]
         set_clock_uncertainty -hold 0.1000 [get_clocks c2]
         set_clock_uncertainty -hold 0.1000 [get_pins r1/CK]",
    );
    after_clocks(
        "set_clock_uncertainty -from c1 -rise_to c2 0.1; set_clock_uncertainty -fall_from c1 -to c2 -rise -setup 0.2",
        "set_clock_uncertainty -rise_from [get_clocks c1] -rise_to [get_clocks c2] 0.1000
         set_clock_uncertainty -fall_from [get_clocks c1] -rise_to [get_clocks c2] -setup 0.2000
         set_clock_uncertainty -fall_from [get_clocks c1] -rise_to [get_clocks c2] -hold 0.1000",
    );
    nothing_left("set_clock_uncertainty 0.1 {c1 r1/CK}; unset_clock_uncertainty {c1 r1/CK}");
    nothing_left("set_clock_uncertainty -from c1 -to c2 0.1; remove_clock_uncertainty -from c1 -to c2");
    after_clocks(
        "set_clock_uncertainty 0.1 c2; unset_clock_uncertainty -hold c2",
        "set_clock_uncertainty -setup 0.1000 [get_clocks c2]",
    );
    refused(&format!("{CLOCKS} set_clock_uncertainty -from c1 0.1"), "both -from and -to");
    refused(&format!("{CLOCKS} set_clock_uncertainty 0.1"), "expected either");
    refused(&format!("{CLOCKS} set_clock_uncertainty -rise 0.1 c1"), "expected -from and -to");
    refused(&format!("{CLOCKS} set_clock_uncertainty -from c1 -rise_from c1 -to c2 0.1"), "only one of");
}
