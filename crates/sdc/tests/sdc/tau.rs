//! The reader of `.timing` files, case by case.

use crate::common::{netlist, print};
use expect_test::{Expect, expect};
use proptest::prelude::*;
use zeroslack_sdc::tau::read_timing;
use zeroslack_testing::config;

const TOP: &str =
    "module top(input clk, input a, input [3:0] d, output y, output [0:1] q, inout io); endmodule";

fn check(text: &str, expected: Expect) {
    let netlist = netlist(TOP);
    let (constraints, diagnostics) = read_timing(text, &netlist);
    expected.assert_eq(&format!("{}{diagnostics}", print(&constraints, &netlist)));
}

#[test]
fn clocks() {
    check(
        "clock clk 50 25",
        expect![[r#"
        clock clk [clk] 50 0 0 propagated
    "#]],
    );
    check(
        "clock clk 50",
        expect![[r#"
        clock clk [clk] 50 0 0 propagated
    "#]],
    );
    check(
        "clock clk 0.5 whatever",
        expect![[r#"
        clock clk [clk] 0.5 0 0 propagated
    "#]],
    );
    check(
        "clock d[2] 100 50\nclock a 10 5",
        expect![[r#"
        clock d[2] [d[2]] 100 0 0 propagated
        clock a [a] 10 0 0 propagated
    "#]],
    );
    check(
        "clock clk 50 25\nclock clk 60 30",
        expect![[r#"
        clock clk [clk] 60 0 0 propagated
        warning[TAU-008] :2:1: 'clock' is stated again for port 'clk'; the last one counts
    "#]],
    );
    check(
        "clock clk",
        expect![[r#"
        error[TAU-003] :1:1: 2 where 4 fields are expected: clock, a port, its period, its low time (which can be left out)
    "#]],
    );
    check(
        "clock clk 1 2 3",
        expect![[r#"
        error[TAU-003] :1:1: 5 where 4 fields are expected: clock, a port, its period, its low time (which can be left out)
    "#]],
    );
    check(
        "clock y 1 2",
        expect![[r#"
        error[TAU-005] :1:7: port 'y' has the wrong direction: expected an input
    "#]],
    );
    check(
        "clock nowhere 1 2",
        expect![[r#"
        error[TAU-004] :1:7: there is no port 'nowhere' in the design: expected a port of the top module
    "#]],
    );
    check(
        "clock clk 0 2",
        expect![[r#"
            error[TAU-002] :1:11: '0' cannot be a period: expected at least 0.0001 ps and at most 112 ms
        "#]],
    );
    check(
        "clock clk -1 2",
        expect![[r#"
            error[TAU-002] :1:11: '-1' cannot be a period: expected at least 0.0001 ps and at most 112 ms
        "#]],
    );
    check(
        "clock clk nan 2",
        expect![[r#"
            error[TAU-002] :1:11: 'nan' cannot be a period: expected at least 0.0001 ps and at most 112 ms
        "#]],
    );
    check(
        "clock clk inf 2",
        expect![[r#"
        error[TAU-006] :1:11: 'inf' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "clock clk 1e-9 2",
        expect![[r#"
            error[TAU-002] :1:11: '1e-9' cannot be a period: expected at least 0.0001 ps and at most 112 ms
        "#]],
    );
    check(
        "clock clk 2e11 2",
        expect![[r#"
            error[TAU-002] :1:11: '2e11' cannot be a period: expected at least 0.0001 ps and at most 112 ms
        "#]],
    );
    check(
        "clock clk 2e8 2",
        expect![[r#"
            clock clk [clk] 200000000 0 0 propagated
        "#]],
    );
}

#[test]
fn the_only_clock_launches_what_arrives_elsewhere() {
    check(
        "at a 1 1 1 1\nclock clk 2 1\nat clk 0 1 0 1",
        expect![[r#"
            clock clk [clk] 2 0 0 propagated
            clock arrival clk: 0 1 0 1
            arrival a clk rise: 1
        "#]],
    );
    check(
        "clock d 2 1\nat d 0 0 0 0\nat a 1 1 1 1",
        expect![[r#"
            clock d [d[3] d[2] d[1] d[0]] 2 0 0 propagated
            clock arrival d[3]: 0
            clock arrival d[2]: 0
            clock arrival d[1]: 0
            clock arrival d[0]: 0
            arrival a d rise: 1
        "#]],
    );
    check(
        "at a 1 1 1 1\nclock clk 2 1\nclock io 2 1",
        expect![[r#"
            clock clk [clk] 2 0 0 propagated
            clock io [io] 2 0 0 propagated
            arrival a: 1
        "#]],
    );
}

#[test]
fn arrivals() {
    check(
        "at a 1 2 3 4",
        expect![[r#"
        arrival a: 1 2 3 4
    "#]],
    );
    check(
        "at d 0 0 0 0",
        expect![[r#"
        arrival d[3]: 0
        arrival d[2]: 0
        arrival d[1]: 0
        arrival d[0]: 0
    "#]],
    );
    check(
        "at d[0] -1.5 +1 1e1 .5",
        expect![[r#"
        arrival d[0]: -1.5 1 10 0.5
    "#]],
    );
    check(
        "at io 1 1 1 1",
        expect![[r#"
        arrival io: 1
    "#]],
    );
    check(
        "at a nan NaN 987654 -987654",
        expect![[r#"
        arrival a: -
    "#]],
    );
    check(
        "at a 987653.9999 -987653.9999 1e30 2",
        expect![[r#"
            error[SDC-060] :1:31: '1e30' is too large: expected at most 112589990684.2624
        "#]],
    );
    check(
        "at a 1 2 3 4\nat a 5 5 5 5\nat clk 0 0 0 0",
        expect![[r#"
        arrival clk: 0
        arrival a: 5
        warning[TAU-008] :2:1: 'at' is stated again for port 'a'; the last one counts
    "#]],
    );
    check(
        "at a 1 2 3",
        expect![[r#"
        error[TAU-003] :1:1: 5 where 6 fields are expected: an assertion, a port, early rise, early fall, late rise, late fall
    "#]],
    );
    check(
        "at a 1 2 3 4 5",
        expect![[r#"
        error[TAU-003] :1:1: 7 where 6 fields are expected: an assertion, a port, early rise, early fall, late rise, late fall
    "#]],
    );
    check(
        "at",
        expect![[r#"
        error[TAU-003] :1:1: 1 where 6 fields are expected: an assertion, a port, early rise, early fall, late rise, late fall
    "#]],
    );
    check(
        "at d[4] 1 2 3 4",
        expect![[r#"
        error[TAU-004] :1:4: there is no port 'd[4]' in the design: expected a port of the top module
    "#]],
    );
    check(
        "at a[0] 1 2 3 4",
        expect![[r#"
        error[TAU-004] :1:4: there is no port 'a[0]' in the design: expected a port of the top module
    "#]],
    );
    check(
        "at y 1 2 3 4",
        expect![[r#"
        error[TAU-005] :1:4: port 'y' has the wrong direction: expected an input
    "#]],
    );
    check(
        "at a 1 2 x 4",
        expect![[r#"
        error[TAU-006] :1:10: 'x' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "at a 1 inf 2 4",
        expect![[r#"
        error[TAU-006] :1:8: 'inf' is not a number: expected a finite decimal
    "#]],
    );
}

#[test]
fn slews() {
    check(
        "slew a 1 2 3 4",
        expect![[r#"
        slew a: 1 2 3 4
    "#]],
    );
    check(
        "slew d[3] 0 0 nan nan",
        expect![[r#"
        slew d[3]: 0 0 - -
    "#]],
    );
    check(
        "slew a 1 2 -3 4",
        expect![[r#"
        error[TAU-007] :1:12: '-3' is negative: expected 0 or more for a slew or a load
    "#]],
    );
    check(
        "slew y 1 2 3 4",
        expect![[r#"
        error[TAU-005] :1:6: port 'y' has the wrong direction: expected an input
    "#]],
    );
    check(
        "slew a 1 1 1 1\nslew a 2 2 2 2",
        expect![[r#"
        slew a: 2
        warning[TAU-008] :2:1: 'slew' is stated again for port 'a'; the last one counts
    "#]],
    );
}

#[test]
fn required_times() {
    check(
        "rat y 1 2 3 4",
        expect![[r#"
        required y: 1 2 3 4
    "#]],
    );
    check(
        "rat q[1] -1 -2 -3 -4\nrat io 0 0 0 0",
        expect![[r#"
        required q[1]: -1 -2 -3 -4
        required io: 0
    "#]],
    );
    check(
        "rat a 1 2 3 4",
        expect![[r#"
        error[TAU-005] :1:5: port 'a' has the wrong direction: expected an output
    "#]],
    );
    check(
        "rat y 1 1 1 1\nrat y 2 2 2 2",
        expect![[r#"
        required y: 2
        warning[TAU-008] :2:1: 'rat' is stated again for port 'y'; the last one counts
    "#]],
    );
}

#[test]
fn loads() {
    check(
        "load y 4",
        expect![[r#"
        load y: 4
    "#]],
    );
    check(
        "load q 0.25",
        expect![[r#"
        load q[0]: 0.25
        load q[1]: 0.25
    "#]],
    );
    check(
        "load y nan",
        expect![[r#"
        load y: -
    "#]],
    );
    check(
        "load y -4",
        expect![[r#"
        error[TAU-007] :1:8: '-4' is negative: expected 0 or more for a slew or a load
    "#]],
    );
    check(
        "load y 4 4",
        expect![[r#"
        error[TAU-003] :1:1: 4 where 3 fields are expected: load, a port, its capacitance
    "#]],
    );
    check(
        "load a 4",
        expect![[r#"
        error[TAU-005] :1:6: port 'a' has the wrong direction: expected an output
    "#]],
    );
    check(
        "load y 1\nload y 2",
        expect![[r#"
        load y: 2
        warning[TAU-008] :2:1: 'load' is stated again for port 'y'; the last one counts
    "#]],
    );
}

#[test]
fn lines() {
    check("", expect![[""]]);
    check("\n\n \t \n", expect![[""]]);
    check(
        "# a comment\n  # another\nload y 4 # and one more",
        expect![[r#"
        load y: 4
    "#]],
    );
    check(
        "at a 1 2 # 3 4",
        expect![[r#"
        error[TAU-003] :1:1: 4 where 6 fields are expected: an assertion, a port, early rise, early fall, late rise, late fall
    "#]],
    );
    check(
        "clock clk 50 25\r\nat a 1 2 3 4\r\n\r\nload y 1\r\n",
        expect![[r#"
            clock clk [clk] 50 0 0 propagated
            arrival a clk rise: 1 2 3 4
            load y: 1
        "#]],
    );
    check(
        "\tat\ta  1 2 3\t4  ",
        expect![[r#"
        arrival a: 1 2 3 4
    "#]],
    );
    check(
        "arrival a 1 2 3 4",
        expect![[r#"
        error[TAU-001] :1:1: 'arrival' is no assertion: expected 'clock', 'at', 'slew', 'rat' or 'load'
    "#]],
    );
    check(
        "AT a 1 2 3 4",
        expect![[r#"
        error[TAU-001] :1:1: 'AT' is no assertion: expected 'clock', 'at', 'slew', 'rat' or 'load'
    "#]],
    );
    check(
        "at a 1 2 3 4; at clk 1 1 1 1",
        expect![[r#"
        error[TAU-003] :1:1: 12 where 6 fields are expected: an assertion, a port, early rise, early fall, late rise, late fall
    "#]],
    );
    check(
        "bad\nat a 1 2 3 4\nload nowhere 1\nload y 1",
        expect![[r#"
        arrival a: 1 2 3 4
        load y: 1
        error[TAU-001] :1:1: 'bad' is no assertion: expected 'clock', 'at', 'slew', 'rat' or 'load'
        error[TAU-004] :3:6: there is no port 'nowhere' in the design: expected a port of the top module
    "#]],
    );
    check(
        "at é 1 2 3 4",
        expect![[r#"
        error[TAU-004] :1:4: there is no port 'é' in the design: expected a port of the top module
    "#]],
    );
}

#[test]
fn a_scalar_port_named_like_a_bit_is_found() {
    let netlist = netlist("module top(input \\a[3] , output y); endmodule");
    let (constraints, diagnostics) = read_timing("at a[3] 1 1 1 1\n", &netlist);
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(constraints.input_delays.len(), 1);
}

const SMALL: &str = "clock clk 50 25\nat a 1 2 3 4\nslew d[1] 5 5 5 5\r\nrat y 1 2 3 4\nload q 4.5 # end\n";

#[test]
fn a_file_can_end_anywhere() {
    let netlist = netlist(TOP);
    for end in 0..=SMALL.len() {
        read_timing(&SMALL[..end], &netlist);
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn noise_is_survived(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let netlist = netlist(TOP);
        read_timing(&text, &netlist);
        read_timing(&String::from_utf8_lossy(&bytes), &netlist);
    }

    #[test]
    fn soup_of_tokens_is_survived(tokens in prop::collection::vec(prop::sample::select(vec![
        "clock", "at", "slew", "rat", "load", "clk", "a", "d", "d[1]", "y", "q", "io", "1", "-2.5", "nan", "inf",
        "1e400", "987654", "\n", "\n", "\r\n", "#", "é", "\0",
    ]), 0..80)) {
        let netlist = netlist(TOP);
        read_timing(&tokens.join(" "), &netlist);
    }
}
