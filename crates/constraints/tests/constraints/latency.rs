//! What `set_clock_latency` means, and what follows for delays at ports.

use expect_test::expect;

use crate::check;

#[test]
fn source_latency() {
    let clocks = "create_clock -name c -period 2 clk\ncreate_clock -name v -period 3\n";
    let check = |text: &str, expected| check(&format!("{clocks}{text}"), expected);
    check(
        "set_clock_latency -source 0.5 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 500
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency 0.5 -source [all_clocks]",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 500
        clock v [] 3000 0 1500 ideal latency 500
    "#]],
    );
    check(
        "set_clock_latency -source -0.5 {c v}",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency -500
        clock v [] 3000 0 1500 ideal latency -500
    "#]],
    );
    check(
        "set_clock_latency -source -rise 0.5 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 500 0 500 0
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency -source -late -fall 0.5 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 0 0 0 500
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency -source -max 0.5 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 0 0 500 500
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency -source -early 0.5 c\nset_clock_latency -source -late 0.75 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 500 500 750 750
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency -source -early -min 0.5 c\nset_clock_latency -source -early -max 0.75 c",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal latency 500 500 0 0
            clock v [] 3000 0 1500 ideal
            warning[SDC-002] :4:1: early and late signals are analysed at once, with -early as -min and -late as -max: a latency of the other two is not used
        "#]],
    );
    check(
        "set_clock_latency -source 0.5 c\nset_clock_latency -source -early 0.25 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 250 250 500 500
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency -source 0.5 c\ncreate_clock -name c -period 4 clk",
        expect![[r#"
        clock c [clk] 4000 0 2000 ideal
        clock v [] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_clock_latency -source -early 0.25 v\nset_input_delay 1 -clock v -clock_fall a\nset_output_delay 1 -clock v y",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal latency 250 250 0 0
            arrival a v fall: 2750 2750 2500 2500
            output delay y v rise: 1000
        "#]],
    );
    check(
        "set_input_delay 1 -clock v a\nset_clock_latency -source -late -rise 0.25 v",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock v [] 3000 0 1500 ideal latency 0 0 250 0
        arrival a v rise: 1000 1000 1250 1250
    "#]],
    );
}

#[test]
fn latency_that_is_not_used() {
    let clocks = "create_clock -name c -period 2 clk\n";
    let check = |text: &str, expected| check(&format!("{clocks}{text}"), expected);
    check(
        "set_clock_latency 0.5 c",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
        "#]],
    );
    check(
        "set_clock_latency 0.5 -clock c [get_pins u1/A]",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
        "#]],
    );
    check(
        "set_clock_latency -source 0.5 {c clk u1/A}",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal latency 500
            warning[SDC-004] :2:1: no clock starts at 'u1/A': its source latency counts once one does
        "#]],
    );
}

#[test]
fn latency_errors() {
    let clocks = "create_clock -name c -period 2 clk\ncreate_clock -name v -period 3\n";
    let check = |text: &str, expected| check(&format!("{clocks}{text}"), expected);
    check(
        "set_clock_latency -source x c",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: set_clock_latency: 'x' is no number; 'set_clock_latency -help' says how it is used
        "#]],
    );
    check(
        "set_clock_latency -source 0.5",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: set_clock_latency: the clocks, ports or pins is missing; 'set_clock_latency -help' says how it is used
        "#]],
    );
    check(
        "set_clock_latency -source 0.5 e",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: there is no clock, port or pin 'e'; did you mean 'c'?
        "#]],
    );
    check(
        "set_clock_latency -source 0.5 -clock {c v} u1/A",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal
            warning[SDC-004] :3:1: no clock starts at 'u1/A': its source latency counts once one does
            warning[SDC-004] :3:1: no clock starts at 'u1/A': its source latency counts once one does
        "#]],
    );
    check(
        "set_clock_latency -source 1e9 c",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: set_clock_latency: '1e9' is too large for a time; 'set_clock_latency -help' says how it is used
        "#]],
    );
    check(
        "set_clock_latency -source -dynamic 0.1 0.5 c",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal latency 500
            clock v [] 3000 0 1500 ideal
            warning[SDC-002] :3:1: -dynamic is not supported: the part of a latency that changes is not told apart
        "#]],
    );
}
