//! What the commands about ports mean.

use expect_test::expect;

use crate::check;

#[test]
fn input_delays() {
    check(
        "set_input_delay 1 a",
        expect![[r#"
        arrival a: 1000
    "#]],
    );
    check(
        "set_input_delay -max -rise .5 a",
        expect![[r#"
        arrival a: - - 500 -
    "#]],
    );
    check(
        "set_input_delay -min -.5 a\nset_input_delay -fall 2 a",
        expect![[r#"
        arrival a: -500 2000 - 2000
    "#]],
    );
    check(
        "set_input_delay 1 {a d[1]}\nset_input_delay 2 -min -max -rise -fall d[1]",
        expect![[r#"
        arrival a: 1000
        arrival d[1]: 2000
    "#]],
    );
    check(
        "set_input_delay 1 [all_inputs]",
        expect![[r#"
        arrival clk: 1000
        arrival a: 1000
        arrival b: 1000
        arrival d[3]: 1000
        arrival d[2]: 1000
        arrival d[1]: 1000
        arrival d[0]: 1000
        arrival io: 1000
    "#]],
    );
    check(
        "set_input_delay 1 io",
        expect![[r#"
        arrival io: 1000
    "#]],
    );
    let clocked = |text: &str, expected| {
        let clocks = "create_clock -name c -period 2 -waveform {0.5 1} clk\ncreate_clock -name v -period 3\n";
        check(&format!("{clocks}{text}"), expected);
    };
    clocked(
        "set_input_delay 1 -clock c a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 1500
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock [get_clocks c] -clock_fall a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c fall: 2000
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 2 -clock v -max a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a v rise: - - 2000 2000
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 2 -clock v -max -add_delay a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 1500
        arrival a v rise: - - 2000 2000
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 2 -clock c -clock_fall -add_delay a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 1500
        arrival a c fall: 3000
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 2 -clock c -add_delay a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 1500 1500 2500 2500
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 0.5 -clock c -add_delay a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 1000 1000 1500 1500
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 0.5 -clock c -max a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 1500 1500 1000 1000
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c a\nset_input_delay 2 a",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a: 2000
    "#]],
    );
    clocked(
        "set_input_delay 0.1 -clock c clk",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival clk c rise: 600
    "#]],
    );
    clocked(
        "set_input_delay 0.1 -clock c [all_inputs -no_clocks]",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        arrival a c rise: 600
        arrival b c rise: 600
        arrival d[3] c rise: 600
        arrival d[2] c rise: 600
        arrival d[1] c rise: 600
        arrival d[0] c rise: 600
        arrival io c rise: 600
    "#]],
    );
    clocked(
        "set_input_delay 1 -clock c -source_latency_included -level_sensitive a",
        expect![[r#"
            clock c [clk] 2000 500 1000 ideal
            clock v [] 3000 0 1500 ideal
            arrival a c rise: 1500
            warning[SDC-002] :3:1: -level_sensitive is not supported yet; the delay is used without it
        "#]],
    );
}

#[test]
fn input_delay_errors() {
    check(
        "set_input_delay 1 -clock c a\ncreate_clock -name c -period 2 clk",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            error[SDC-001] :1:1: not applied: there is no clock 'c'
        "#]],
    );
    check(
        "set_input_delay 1 -clock_fall a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: -clock_fall is given without a clock: expected -clock too; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1 y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: port 'y' is not an input, and is left out
        "#]],
    );
    check(
        "set_input_delay 1 {a y}",
        expect![[r#"
            arrival a: 1000
            warning[SDC-002] :1:1: port 'y' is not an input, and is left out
        "#]],
    );
    check(
        "set_input_delay 1 {a nowhere}",
        expect![[r#"
            arrival a: 1000
            warning[SDC-003] :1:1: there is no port or pin 'nowhere'
        "#]],
    );
    check(
        "set_input_delay 1 [get_pins u1/A]",
        expect![[r#"
            arrival u1/A: 1000
        "#]],
    );
    check(
        "set_input_delay x a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: 'x' is no number; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay [get_ports a] a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: 'port#1' is no number; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1e9 a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: '1e9' is too large for a time; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: the ports is missing; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: the delay is missing; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1 a b",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: there is one word too many: 'b'; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1 -m a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: '-m' may be -min or -max; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1 -typ a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: there is no option '-typ'; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1 a -clock",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_input_delay: -clock needs a value; 'set_input_delay -help' says how it is used
        "#]],
    );
    check(
        "set_input_delay 1 -clock -max a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no clock '-max'
        "#]],
    );
    check(
        "set_input_delay 1 -clock a a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no clock 'a'
        "#]],
    );
    check(
        "set_input_delay 1 -clock * a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no clock '*'
        "#]],
    );
    check(
        "create_clock -name c -period 1\nset_input_delay 1 -clock c [get_clocks c]",
        expect![[r#"
            clock c [] 1000 0 500 ideal
            error[SDC-001] :2:1: not applied: clock 'c' is in this list: expected a port or pin
        "#]],
    );
    check(
        "create_clock -name c -period 1\ncreate_clock -name e -period 1\nset_input_delay 1 -clock {c e} a",
        expect![[r#"
            clock c [] 1000 0 500 ideal
            clock e [] 1000 0 500 ideal
            error[SDC-001] :3:1: not applied: 'c e' stands for 2 objects: expected one
        "#]],
    );
    check(
        "create_clock -name c -period 1\nset_input_delay 1 -clock c -reference_pin u1/Z a",
        expect![[r#"
            clock c [] 1000 0 500 ideal
            error[SDC-001] :2:1: not applied: set_input_delay: -reference_pin is not supported yet: expected a delay from a clock's edge; 'set_input_delay -help' says how it is used
        "#]],
    );
}

#[test]
fn output_delays() {
    let clocked = |text: &str, expected| {
        let clocks = "create_clock -name c -period 2 -waveform {0.5 1} clk\ncreate_clock -name v -period 3\n";
        check(&format!("{clocks}{text}"), expected);
    };
    clocked(
        "set_output_delay 1 -clock c y",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        output delay y c rise: 1000
    "#]],
    );
    clocked(
        "set_output_delay -1.5 -min -clock c -clock_fall q",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        output delay q[0] c fall: -1500 -1500 - -
        output delay q[1] c fall: -1500 -1500 - -
    "#]],
    );
    clocked(
        "set_output_delay 1 -clock c [all_outputs]",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        output delay y c rise: 1000
        output delay q[0] c rise: 1000
        output delay q[1] c rise: 1000
        output delay io c rise: 1000
    "#]],
    );
    clocked(
        "set_output_delay 1 -clock c y\nset_output_delay 2 -clock v -add_delay -rise y",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        output delay y c rise: 1000
        output delay y v rise: 2000 - 2000 -
    "#]],
    );
    clocked(
        "set_output_delay 1 -clock c y\nset_output_delay 2 -clock v y",
        expect![[r#"
        clock c [clk] 2000 500 1000 ideal
        clock v [] 3000 0 1500 ideal
        output delay y v rise: 2000
    "#]],
    );
    clocked(
        "set_output_delay 1 y",
        expect![[r#"
            clock c [clk] 2000 500 1000 ideal
            clock v [] 3000 0 1500 ideal
        "#]],
    );
    clocked(
        "set_output_delay 1 -clock c a",
        expect![[r#"
            clock c [clk] 2000 500 1000 ideal
            clock v [] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: port 'a' is not an output, and is left out
        "#]],
    );
    clocked(
        "set_output_delay 1 -clock x y",
        expect![[r#"
            clock c [clk] 2000 500 1000 ideal
            clock v [] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: there is no clock 'x'; did you mean 'c'?
        "#]],
    );
}

#[test]
fn input_transitions() {
    check(
        "set_input_transition 0.1 a",
        expect![[r#"
        slew a: 100
    "#]],
    );
    check(
        "set_input_transition -max -rise 0.1 a\nset_input_transition -min 0.05 a",
        expect![[r#"
        slew a: 50 50 100 -
    "#]],
    );
    check(
        "create_clock -period 1 clk\nset_input_transition 0.1 -clock clk -clock_fall {a clk}",
        expect![[r#"
            clock clk [clk] 1000 0 500 ideal
            slew clk: 100
            slew a: 100
            warning[SDC-002] :2:1: -clock and -clock_fall are not told apart: this counts for the signals of all clocks
        "#]],
    );
    check(
        "set_input_transition 0.1 -clock anything a",
        expect![[r#"
            slew a: 100
            warning[SDC-002] :1:1: -clock and -clock_fall are not told apart: this counts for the signals of all clocks
        "#]],
    );
    check(
        "set_input_transition 0 io",
        expect![[r#"
        slew io: 0
    "#]],
    );
    check(
        "set_input_transition -0.1 a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: -100 is negative or not finite: expected a slew, capacitance or resistance of 0 or more
        "#]],
    );
    check(
        "set_input_transition 1e40 a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: inf is negative or not finite: expected a slew, capacitance or resistance of 0 or more
        "#]],
    );
    check(
        "set_input_transition 0.1 y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: port 'y' is not an input, and is left out
        "#]],
    );
}

#[test]
fn loads() {
    check(
        "set_load 0.004 y",
        expect![[r#"
        load y: 4
    "#]],
    );
    check(
        "set_load -pin_load 0.004 y\nset_load -wire_load 0.001 y",
        expect![[r#"
        load y: 5
    "#]],
    );
    check(
        "set_load -wire_load 0.001 y",
        expect![[r#"
        load y: 1
    "#]],
    );
    check(
        "set_load -max 0.012 y\nset_load -min 0.002 y",
        expect![[r#"
        load y: 2 2 12 12
    "#]],
    );
    check(
        "set_load -max 0.012 y\nset_load -wire_load -min 0.002 y",
        expect![[r#"
        load y: 2 2 12 12
    "#]],
    );
    check(
        "set_load 1 y\nset_load 2 y",
        expect![[r#"
        load y: 2000
    "#]],
    );
    check(
        "set_load 1 [all_outputs]",
        expect![[r#"
        load y: 1000
        load q[0]: 1000
        load q[1]: 1000
        load io: 1000
    "#]],
    );
    check(
        "set_load 1 a",
        expect![[r#"
        load a: 1000
    "#]],
    );
    check(
        "set_load -1 y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: -1000 is negative or not finite: expected a slew, capacitance or resistance of 0 or more
        "#]],
    );
    check(
        "set_load 1 [get_pins u1/Z]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: pin 'u1/Z' is in this list: expected a port or net
        "#]],
    );
}

#[test]
fn set_units() {
    check(
        "set_units -time ps -capacitance fF\nset_input_delay 1 a\nset_load 1 y",
        expect![[r#"
            arrival a: 1000
            load y: 1000
            warning[SDC-004] :1:1: set_units: -time is 1ps, and numbers stay in 1ns: set_cmd_units changes what numbers are in
            warning[SDC-004] :1:1: set_units: -capacitance is 1fF, and numbers stay in 1pF: set_cmd_units changes what numbers are in
        "#]],
    );
    check(
        "set_units -time 10ps\nset_input_delay 1 a\nset_load 1 y",
        expect![[r#"
            arrival a: 1000
            load y: 1000
            warning[SDC-004] :1:1: set_units: -time is 10ps, and numbers stay in 1ns: set_cmd_units changes what numbers are in
        "#]],
    );
    check(
        "set_load 1 y\nset_units -capacitance 1fF -resistance kOhm -voltage V -current mA -power mW",
        expect![[r#"
            load y: 1000
            warning[SDC-004] :2:1: set_units: -capacitance is 1fF, and numbers stay in 1pF: set_cmd_units changes what numbers are in
        "#]],
    );
    check(
        "set_units -time parsec\nset_input_delay 1 a",
        expect![[r#"
            arrival a: 1000
            error[SDC-001] :1:1: not applied: set_units: -time is 'parsec': expected a unit such as 1ps; 'set_units -help' says how it is used
        "#]],
    );
    check(
        "set_units -time 0ns",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_units: -time is '0ns': expected a unit such as 1ps; 'set_units -help' says how it is used
        "#]],
    );
    check(
        "set_units ns",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_units: there is one word too many: 'ns'; 'set_units -help' says how it is used
        "#]],
    );
}

#[test]
fn a_command_that_fails_changes_nothing() {
    check(
        "set_input_delay 1 a\nset_input_delay 2 {a b nowhere}\nset_input_delay 3 -clock c a",
        expect![[r#"
            arrival a: 2000
            arrival b: 2000
            warning[SDC-003] :2:1: there is no port or pin 'nowhere'
            error[SDC-001] :3:1: not applied: there is no clock 'c'
        "#]],
    );
    check(
        "create_clock -name c -period 1 clk\ncreate_clock -name e -period 0 clk",
        expect![[r#"
            clock c [clk] 1000 0 500 ideal
            error[SDC-001] :2:1: not applied: clock 'e' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it
        "#]],
    );
}
