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
        warning[SDC-039] :2:1: the latency of a clock network is not supported yet; ignored
    "#]],
    );
    check(
        "set_clock_latency 0.5 -clock c [get_pins u1/A]",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        warning[SDC-039] :2:1: the latency of a clock network is not supported yet; ignored
    "#]],
    );
    check(
        "set_clock_latency -source 0.5 {c clk u1/A}",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal latency 500
        warning[SDC-040] :2:31: the source latency at a port or pin is not supported yet; only that of clocks is used
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
        error[SDC-018] :3:27: 'x' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "set_clock_latency -source 0.5",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock v [] 3000 0 1500 ideal
        error[SDC-015] :3:1: 'set_clock_latency' needs the latency and the clocks
    "#]],
    );
    check(
        "set_clock_latency -source 0.5 e",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock v [] 3000 0 1500 ideal
            warning[SDC-032] :3:31: there is no clock, port or pin named 'e' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_clock_latency -source 0.5 -clock {c v} u1/A",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock v [] 3000 0 1500 ideal
        error[SDC-029] :3:38: 2 clocks are named here: expected one
    "#]],
    );
    check(
        "set_clock_latency -source 1e9 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock v [] 3000 0 1500 ideal
        error[SDC-019] :3:27: 1000000000000 ps is too long: expected at most 112 ms
    "#]],
    );
    check(
        "set_clock_latency -source -dynamic 0.1 0.5 c",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock v [] 3000 0 1500 ideal
        error[SDC-016] :3:27: '-dynamic' is not an option of 'set_clock_latency', or could be several: expected -source, -rise, -fall, -early, -late, -min, -max, -clock
    "#]],
    );
}
