//! What the commands about clocks mean.

use expect_test::expect;

use crate::check;

#[test]
fn create_clock() {
    check(
        "create_clock -name c -period 2 clk",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -period 2 [get_ports clk]",
        expect![[r#"
        clock clk [clk] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2",
        expect![[r#"
        clock c [] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0.5 0.75} clk",
        expect![[r#"
        clock c [clk] 2000 500 750 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform \"1 2\" clk",
        expect![[r#"
        clock c [clk] 2000 1000 2000 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform [list 1 1.5] clk",
        expect![[r#"
        clock c [clk] 2000 1000 1500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 {clk a}",
        expect![[r#"
        clock c [clk a] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 [get_pins u1/Z]",
        expect![[r#"
        clock c [u1/Z] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 sub/u1/Z",
        expect![[r#"
        clock c [sub/u1/Z] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -period 2 d[1]",
        expect![[r#"
        clock d[1] [d[1]] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -nam c -per 2 -comment {a clock} clk",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
    "#]],
    );
    check(
        "create_clock -period .0000003",
        expect![[r#"
        error[SDC-021] :1:1: the clock has no name: expected '-name', or a source to be named after
    "#]],
    );
    check(
        "create_clock -period .0000003 clk",
        expect![[r#"
        clock clk [clk] 0.0003 0 0.0001 ideal
    "#]],
    );
}

#[test]
fn create_clock_errors() {
    check(
        "create_clock -name c clk",
        expect![[r#"
        error[SDC-023] :1:1: expected '-period' and a value
    "#]],
    );
    check(
        "create_clock -period 2",
        expect![[r#"
        error[SDC-021] :1:1: the clock has no name: expected '-name', or a source to be named after
    "#]],
    );
    check(
        "create_clock -name {} -period 2",
        expect![[r#"
        error[SDC-021] :1:1: the clock has no name: expected '-name', or a source to be named after
    "#]],
    );
    check(
        "create_clock -name c -period 0 clk",
        expect![[r#"
        error[SDC-024] :1:30: '0' cannot be a period: expected at least 0.0001 ps
    "#]],
    );
    check(
        "create_clock -name c -period -1 clk",
        expect![[r#"
        error[SDC-024] :1:30: '-1' cannot be a period: expected at least 0.0001 ps
    "#]],
    );
    check(
        "create_clock -name c -period x clk",
        expect![[r#"
        error[SDC-018] :1:30: 'x' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "create_clock -name c -period inf clk",
        expect![[r#"
        error[SDC-018] :1:30: 'inf' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "create_clock -name c -period 1e-8 clk",
        expect![[r#"
        error[SDC-024] :1:30: '1e-8' cannot be a period: expected at least 0.0001 ps
    "#]],
    );
    check(
        "create_clock -name c -period 1e9 clk",
        expect![[r#"
            error[SDC-019] :1:30: 1000000000000 ps is too long: expected at most 112 ms
        "#]],
    );
    check(
        "create_clock -name c -period clk",
        expect![[r#"
        error[SDC-018] :1:30: 'clk' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "create_clock -name c clk -period",
        expect![[r#"
        error[SDC-017] :1:26: the value of '-period' is missing
    "#]],
    );
    check(
        "create_clock -name c -period -name x",
        expect![[r#"
        error[SDC-017] :1:22: the value of '-period' is missing
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0} clk",
        expect![[r#"
        error[SDC-025] :1:42: expected two edges, rise and fall, the second later than the first by less than the period
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {1 0} clk",
        expect![[r#"
        error[SDC-025] :1:42: expected two edges, rise and fall, the second later than the first by less than the period
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0 2} clk",
        expect![[r#"
        error[SDC-025] :1:42: expected two edges, rise and fall, the second later than the first by less than the period
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0 1 2 3} clk",
        expect![[r#"
        error[SDC-025] :1:42: expected two edges, rise and fall, the second later than the first by less than the period
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0 x} clk",
        expect![[r#"
        error[SDC-018] :1:45: 'x' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform [get_ports a] clk",
        expect![[r#"
        error[SDC-030] :1:42: there are objects of the design here: expected a list of numbers
    "#]],
    );
    check(
        "create_clock -name c -period 2 nowhere",
        expect![[r#"
            warning[SDC-032] :1:32: there is no port or pin named 'nowhere' here: what is said of it is not applied
        "#]],
    );
    check(
        "create_clock -name c -period 2 nowhere*",
        expect![[r#"
            warning[SDC-031] :1:32: no port or pin matches 'nowhere*'
        "#]],
    );
    check(
        "create_clock -name c -period 2 {}",
        expect![[r#"
        error[SDC-022] :1:32: the list of sources is empty: expected ports or pins, or no list for a virtual clock
    "#]],
    );
    check(
        "create_clock -name c -period 2 clk a",
        expect![[r#"
        error[SDC-014] :1:36: 'create_clock' has no place for this: expected the sources
    "#]],
    );
    check(
        "create_clock -name c -period 2 -period 3 clk",
        expect![[r#"
        error[SDC-013] :1:32: '-period' is given twice: expected one value
    "#]],
    );
    check(
        "create_clock -name c -period 2 -edges {1 2} clk",
        expect![[r#"
        error[SDC-016] :1:32: '-edges' is not an option of 'create_clock', or could be several: expected -name, -period, -waveform, -add, -comment
    "#]],
    );
    check(
        "create_clock -name c -period 2 - clk",
        expect![[r#"
        error[SDC-014] :1:34: 'create_clock' has no place for this: expected the sources
    "#]],
    );
}

#[test]
fn clocks_on_one_source() {
    check(
        "create_clock -name c -period 2 clk\ncreate_clock -name e -period 3 -add clk",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock e [clk] 3000 0 1500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 clk\ncreate_clock -name e -period 3 clk",
        expect![[r#"
        clock e [clk] 3000 0 1500 ideal
        warning[SDC-026] :2:1: clock 'e' replaces clock 'c', and what was stated with it; '-add' keeps both
    "#]],
    );
    check(
        "create_clock -name c -period 2 {clk a}\ncreate_clock -name e -period 3 clk",
        expect![[r#"
        clock c [a] 2000 0 1000 ideal
        clock e [clk] 3000 0 1500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 clk\ncreate_clock -name c -period 3 clk",
        expect![[r#"
        clock c [clk] 3000 0 1500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 clk\ncreate_clock -name c -period 3 a",
        expect![[r#"
        clock c [a] 3000 0 1500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 clk\ncreate_clock -name c -period 3 a\ncreate_clock -name e -period 3 clk",
        expect![[r#"
        clock c [a] 3000 0 1500 ideal
        clock e [clk] 3000 0 1500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 2 clk\nset_input_delay 1 -clock c a\nset_output_delay 1 -clock c y\ncreate_clock -name e -period 3 clk\nset_input_delay 1 -clock e b",
        expect![[r#"
            clock e [clk] 3000 0 1500 ideal
            arrival b e rise: 1000
            warning[SDC-026] :4:1: clock 'e' replaces clock 'c', and what was stated with it; '-add' keeps both
        "#]],
    );
    check(
        "create_clock -name c -period 2 clk\nset_input_delay 1 -clock c a\ncreate_clock -name c -period 3 -waveform {1 2} clk",
        expect![[r#"
            clock c [clk] 3000 1000 2000 ideal
            arrival a c rise: 2000
        "#]],
    );
    check(
        "create_clock -name c -period 2 clk\ncreate_clock -name e -period 3 clk\nset_propagated_clock c",
        expect![[r#"
            clock e [clk] 3000 0 1500 ideal
            warning[SDC-026] :2:1: clock 'e' replaces clock 'c', and what was stated with it; '-add' keeps both
            warning[SDC-032] :3:22: there is no clock, port or pin named 'c' here: what is said of it is not applied
        "#]],
    );
}

#[test]
fn set_propagated_clock() {
    let clocks = "create_clock -name c -period 2 clk\ncreate_clock -name e -period 3 a\n";
    let check = |text: &str, expected| check(&format!("{clocks}{text}"), expected);
    check(
        "set_propagated_clock c",
        expect![[r#"
        clock c [clk] 2000 0 1000 propagated
        clock e [a] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_propagated_clock [get_clocks c]",
        expect![[r#"
        clock c [clk] 2000 0 1000 propagated
        clock e [a] 3000 0 1500 ideal
    "#]],
    );
    check(
        "set_propagated_clock [all_clocks]",
        expect![[r#"
        clock c [clk] 2000 0 1000 propagated
        clock e [a] 3000 0 1500 propagated
    "#]],
    );
    check(
        "set_propagated_clock {c e}",
        expect![[r#"
        clock c [clk] 2000 0 1000 propagated
        clock e [a] 3000 0 1500 propagated
    "#]],
    );
    check(
        "set_propagated_clock *",
        expect![[r#"
        clock c [clk] 2000 0 1000 propagated
        clock e [a] 3000 0 1500 propagated
    "#]],
    );
    check(
        "set_propagated_clock [get_ports a]",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock e [a] 3000 0 1500 propagated
    "#]],
    );
    check(
        "set_propagated_clock [get_pins u1/Z]",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock e [a] 3000 0 1500 ideal
        propagated from u1/Z
    "#]],
    );
    check(
        "set_propagated_clock {u2/A u1/Z a b u1/Z}",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock e [a] 3000 0 1500 propagated
        propagated from b
        propagated from u1/Z
        propagated from u2/A
    "#]],
    );
    check(
        "set_propagated_clock x",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock e [a] 3000 0 1500 ideal
            warning[SDC-032] :3:22: there is no clock, port or pin named 'x' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_propagated_clock",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock e [a] 3000 0 1500 ideal
        error[SDC-015] :3:1: 'set_propagated_clock' needs the clocks
    "#]],
    );
    check(
        "set_propagated_clock c e",
        expect![[r#"
        clock c [clk] 2000 0 1000 ideal
        clock e [a] 3000 0 1500 ideal
        error[SDC-014] :3:24: 'set_propagated_clock' has no place for this: expected the clocks
    "#]],
    );
    check(
        "create_clock -name v -period 3\nset_propagated_clock [all_clocks]",
        expect![[r#"
        clock c [clk] 2000 0 1000 propagated
        clock e [a] 3000 0 1500 propagated
        clock v [] 3000 0 1500 ideal
        warning[SDC-043] :4:22: virtual clock 'v' cannot be propagated, as it has no network: it stays ideal, and keeps its stated latency
    "#]],
    );
}
