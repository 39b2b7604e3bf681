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
            error[SDC-001] :1:1: not applied: create_clock: the clock has no name: expected -name, or a source; 'create_clock -help' says how it is used
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
            error[SDC-001] :1:1: not applied: create_clock: expected -period and a time; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -period 2",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: the clock has no name: expected -name, or a source; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name {} -period 2",
        expect![[r#"
            error[SDC-001] :1:1: not applied: the clock has no name
        "#]],
    );
    check(
        "create_clock -name c -period 0 clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: clock 'c' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it
        "#]],
    );
    check(
        "create_clock -name c -period -1 clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: clock 'c' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it
        "#]],
    );
    check(
        "create_clock -name c -period x clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: 'x' is no number; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period inf clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: 'inf' is too large for a time; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 1e-8 clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: clock 'c' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it
        "#]],
    );
    check(
        "create_clock -name c -period 1e9 clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: '1e9' is too large for a time; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: 'clk' is no number; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c clk -period",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: -period needs a value; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period -name x",
        expect![[r#"
            warning[SDC-003] :1:1: there is no port or pin 'x'; did you mean 'a'?
            error[SDC-001] :1:1: not applied: create_clock: '-name' is no number; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0} clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: -waveform: expected two edges, the second later than the first by less than the period; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {1 0} clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: -waveform: expected two edges, the second later than the first by less than the period; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0 2} clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: -waveform: expected two edges, the second later than the first by less than the period; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0 1 2 3} clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: -waveform: expected two edges, the second later than the first by less than the period; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform {0 x} clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: 'x' is no number; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -waveform [get_ports a] clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: 'port#1' is no number; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 nowhere",
        expect![[r#"
            clock c [] 2000 0 1000 ideal
            warning[SDC-003] :1:1: there is no port or pin 'nowhere'
            warning[SDC-004] :1:1: clock 'c' starts nowhere, as its list of sources has nothing in it
        "#]],
    );
    check(
        "create_clock -name c -period 2 nowhere*",
        expect![[r#"
            clock c [] 2000 0 1000 ideal
            warning[SDC-003] :1:1: there is no port or pin 'nowhere*'
            warning[SDC-004] :1:1: clock 'c' starts nowhere, as its list of sources has nothing in it
        "#]],
    );
    check(
        "create_clock -name c -period 2 {}",
        expect![[r#"
            clock c [] 2000 0 1000 ideal
            warning[SDC-004] :1:1: clock 'c' starts nowhere, as its list of sources has nothing in it
        "#]],
    );
    check(
        "create_clock -name c -period 2 clk a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: there is one word too many: 'a'; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 -period 3 clk",
        expect![[r#"
            clock c [clk] 3000 0 1500 ideal
        "#]],
    );
    check(
        "create_clock -name c -period 2 -edges {1 2} clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: there is no option '-edges'; 'create_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name c -period 2 - clk",
        expect![[r#"
            error[SDC-001] :1:1: not applied: create_clock: there is one word too many: 'clk'; 'create_clock -help' says how it is used
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
            warning[SDC-004] :2:1: clock 'e' replaces clock 'c', and what was stated with it; -add keeps both
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
            warning[SDC-004] :4:1: clock 'e' replaces clock 'c', and what was stated with it; -add keeps both
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
            warning[SDC-004] :2:1: clock 'e' replaces clock 'c', and what was stated with it; -add keeps both
            error[SDC-001] :3:1: not applied: there is no clock, port or pin 'c'; did you mean 'e'?
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
            error[SDC-001] :3:1: not applied: there is no clock, port or pin 'x'; did you mean 'c'?
        "#]],
    );
    check(
        "set_propagated_clock",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock e [a] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: set_propagated_clock: the clocks, ports or pins is missing; 'set_propagated_clock -help' says how it is used
        "#]],
    );
    check(
        "set_propagated_clock c e",
        expect![[r#"
            clock c [clk] 2000 0 1000 ideal
            clock e [a] 3000 0 1500 ideal
            error[SDC-001] :3:1: not applied: set_propagated_clock: there is one word too many: 'e'; 'set_propagated_clock -help' says how it is used
        "#]],
    );
    check(
        "create_clock -name v -period 3\nset_propagated_clock [all_clocks]",
        expect![[r#"
            clock c [clk] 2000 0 1000 propagated
            clock e [a] 3000 0 1500 propagated
            clock v [] 3000 0 1500 ideal
            warning[SDC-004] :4:1: virtual clock 'v' cannot be propagated, as it has no network: it stays ideal, and keeps its stated latency
        "#]],
    );
}
