//! How SDC text is taken apart: words, braces, quotes, brackets, variables, comments.

use expect_test::expect;

use zeroslack_constraints::read_text_within;
use zeroslack_tcl::Limits;

use crate::common::netlist;
use crate::{TOP, UNITS, check};

#[test]
fn words() {
    check(
        "set_load 4 y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "  set_load\t4  y \t",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 y\r\nset_input_transition 1 a\r\n",
        expect![[r#"
            slew a: 1000
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 y; set_input_transition 1 a;;",
        expect![[r#"
            slew a: 1000
            load y: 4000
        "#]],
    );
    check(
        "set_load \\\n  4 \\\r\n y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4\\\ny",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "\u{c}set_load 4 y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check("", expect![[""]]);
    check(" \n\t;\n", expect![[""]]);
    check(
        "set_lo\\ad 4 y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: invalid command name "set_lod": did you mean set_load?
        "#]],
    );
    check(
        "set_load 4 y\\",
        expect![[r#"
            load y: 4000
        "#]],
    );
}

#[test]
fn braces() {
    check(
        "set_load {4} {y}",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_input_transition 1 {a b}",
        expect![[r#"
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check(
        "set_input_transition 1 {\n  a\n  b \\\n clk }",
        expect![[r#"
            slew clk: 1000
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check(
        "set_input_transition 1 {{a b} {clk} {}}",
        expect![[r#"
            slew clk: 1000
            warning[SDC-003] :1:1: there is no port 'a b'
        "#]],
    );
    check(
        "set_input_transition 1 {}",
        expect![[r#"
        error[SDC-001] :1:1: not applied: set_input_transition: no objects are given
    "#]],
    );
    check(
        "set_input_transition 1 {$a [b]}",
        expect![[r#"
            warning[SDC-003] :1:1: there is no port '[b]'
            error[SDC-001] :1:1: not applied: there is no port '$a'; did you mean 'a'?
        "#]],
    );
    check(
        "set_load 4 {y}x\nset_load 5 y",
        expect![[r#"
            load y: 5000
            error[SDC-001] :1:1: not applied: extra characters after close-brace
        "#]],
    );
    check(
        "set_load 4 {y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-brace
        "#]],
    );
    check(
        "set_load 4 {y {\nset_load 3 y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-brace
        "#]],
    );
    check(
        "set_load 4 {y\\}\nset_load 3 y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-brace
        "#]],
    );
    check(
        "set_load 4 {y\\",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-brace
        "#]],
    );
    check(
        "set_input_transition 1 {d\\[1\\] a}",
        expect![[r#"
            slew a: 1000
            slew d[1]: 1000
        "#]],
    );
}

#[test]
fn quotes() {
    check(
        "set_load \"4\" \"y\"",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_input_transition 1 \"a b;clk\"",
        expect![[r#"
            slew a: 1000
            warning[SDC-003] :1:1: there is no port 'b;clk'
        "#]],
    );
    check(
        "set_input_transition 1 \"a \\\n b\"",
        expect![[r#"
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check(
        "set_input_transition 1 \"\\ta\\nb\"",
        expect![[r#"
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check(
        "set_load 4 \"y\"x",
        expect![[r#"
            error[SDC-001] :1:1: not applied: extra characters after close-quote
        "#]],
    );
    check(
        "set_load 4 \"y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing "
        "#]],
    );
    check(
        "set p a; set_input_transition 1 \"$p b\"",
        expect![[r#"
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check(
        "set_load 4 y\"",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port or net 'y"'; did you mean 'y'?
        "#]],
    );
    check(
        "set_input_transition 1 \"[get_ports a]\"",
        expect![[r#"
            slew a: 1000
        "#]],
    );
    check(
        "set_input_transition 1 \"d[2]\"",
        expect![[r#"
            slew d[2]: 1000
        "#]],
    );
}

#[test]
fn brackets() {
    check(
        "set_load 4 [get_ports y]",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 [ get_ports y ]",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 [get_ports \\\n y]",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 [get_ports [list y]]",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 [set x 1; get_ports y\n]",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 []",
        expect![[r#"
        error[SDC-001] :1:1: not applied: set_load: no objects are given
    "#]],
    );
    check(
        "set_load 4 [get_ports y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-bracket
        "#]],
    );
    check(
        "set_load 4 [get_ports y]]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port or net 'port#7]'
        "#]],
    );
    check(
        "set_load 4 ]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port or net ']'; did you mean 'a'?
        "#]],
    );
    check(
        "set_load 4 [set_load 5 y]",
        expect![[r#"
            load y: 5000
            warning[SDC-002] :1:1: applied in part only: set_load: no objects are given
        "#]],
    );
    check(
        "set_load 4 [nonsense {]} y]\nset_load 3 y",
        expect![[r#"
            load y: 3000
            error[SDC-001] :1:1: not applied: invalid command name "nonsense" (in 'nonsense {]} y')
        "#]],
    );
    check(
        "set_load 4 [get_ports y]x",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port or net 'port#7x'
        "#]],
    );
}

#[test]
fn nesting() {
    check(
        &format!("set_load 4 {}y{}", "[get_ports ".repeat(50), "]".repeat(50)),
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        &format!("set_load 4 {}y{}\nset_load 5 y", "[get_ports ".repeat(51), "]".repeat(51)),
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        &"[".repeat(10_000),
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: too many nested compilations (infinite loop?)
        "#]],
    );
    check(
        &"[x ".repeat(10_000),
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: too many nested compilations (infinite loop?)
        "#]],
    );
    check(
        &"{".repeat(10_000),
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-brace
        "#]],
    );
    check(
        &format!("foreach x {{{}}}\nset_load 5 y", "[".repeat(10_000)),
        expect![[r#"
            load y: 5000
            error[SDC-001] :1:1: not applied: wrong # args: should be "foreach varList list ?varList list ...? command"
        "#]],
    );
}

#[test]
fn indices_of_buses_are_no_commands() {
    check(
        "set_input_transition 1 d[1]",
        expect![[r#"
            slew d[1]: 1000
        "#]],
    );
    check(
        "set_input_transition 1 d[*]",
        expect![[r#"
            slew d[3]: 1000
            slew d[2]: 1000
            slew d[1]: 1000
            slew d[0]: 1000
        "#]],
    );
    check(
        "set_input_transition 1 [get_ports d[?]]",
        expect![[r#"
            slew d[3]: 1000
            slew d[2]: 1000
            slew d[1]: 1000
            slew d[0]: 1000
        "#]],
    );
    check(
        "set i 2; set_input_transition 1 d[$i]",
        expect![[r#"
            slew d[2]: 1000
        "#]],
    );
    check(
        "set n d; set_input_transition 1 ${n}[0]",
        expect![[r#"
            slew d[0]: 1000
        "#]],
    );
    check(
        "set n d; set_input_transition 1 $n[0]",
        expect![[r#"
            slew d[0]: 1000
        "#]],
    );
    check(
        "set i 2; set_input_transition 1 d\\[$i\\]",
        expect![[r#"
            slew d[2]: 1000
        "#]],
    );
}

#[test]
fn variables() {
    check(
        "set load 4\nset_load $load y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set load 4\nset_load ${load} y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set ::load 4\nset_load $load y\nset_load $::load y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set p [get_ports {a b}]\nset_input_transition 1 $p",
        expect![[r#"
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check(
        "set p [list a [get_ports d[0]] b]\nset_input_transition 1 [list $p clk]",
        expect![[r#"
            slew clk: 1000
            warning[SDC-003] :2:1: there is no port 'a port#6 b'
        "#]],
    );
    check(
        "set a 1; set b $a; set_load [set b] y",
        expect![[r#"
            load y: 1000
        "#]],
    );
    check(
        "set a 1; set a 2; set_load $a y",
        expect![[r#"
            load y: 2000
        "#]],
    );
    check(
        "set a 1; set_load $a.5 y",
        expect![[r#"
            load y: 1500
        "#]],
    );
    check(
        "set a 1; set_load $a$a y",
        expect![[r#"
            load y: 11000
        "#]],
    );
    check(
        "set_load $a y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: can't read "a": no such variable
        "#]],
    );
    check(
        "set_load ${a y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing close-brace for variable name
        "#]],
    );
    check(
        "set a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: can't read "a": no such variable
        "#]],
    );
    check(
        "set",
        expect![[r#"
            error[SDC-001] :1:1: not applied: wrong # args: should be "set varName ?newValue?"
        "#]],
    );
    check(
        "set a 1 2",
        expect![[r#"
            error[SDC-001] :1:1: not applied: wrong # args: should be "set varName ?newValue?"
        "#]],
    );
    check("set a(1) 2", expect![""]);
    check(
        "set_load $env(LOAD) y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: can't read "env(LOAD)": no such variable
        "#]],
    );
    check(
        "set_load $env(LOAD y\nset_load 2 y",
        expect![[r#"
            error[SDC-005] :1:1: the file is not read from here on: missing )
        "#]],
    );
    check(
        "set_load $ y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_load: '$' is no number; 'set_load -help' says how it is used
        "#]],
    );
    check(
        "set_load ${} y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: can't read "": no such variable
        "#]],
    );
    check(
        "set p [get_ports a]; set_input_transition 1 x$p",
        expect![[r#"
            error[SDC-001] :1:22: not applied: there is no port 'xport#1'
        "#]],
    );
    check(
        "set p [get_ports a]; set_input_transition 1 ${p}x",
        expect![[r#"
            error[SDC-001] :1:22: not applied: there is no port 'port#1x'
        "#]],
    );
}

#[test]
fn a_value_that_could_not_be_found_is_reported_once() {
    check(
        "set x [expr 1 + 2]\nset_load $x y\nset z \"$x pF\"\nset_load $z y",
        expect![[r#"
            load y: 3000
            error[SDC-001] :4:1: not applied: set_load: '3 pF' is no number; 'set_load -help' says how it is used
        "#]],
    );
    check(
        "set x [get_nets n]\nset_load 1 $x",
        expect![[r#"
            warning[SDC-003] :1:1: there is no net 'n'
            error[SDC-001] :2:1: not applied: set_load: no objects are given
        "#]],
    );
    check(
        "set x $y\nset_load $x y",
        expect![[r#"
            error[SDC-001] :1:1: not applied: can't read "y": no such variable
            error[SDC-001] :2:1: not applied: can't read "x": no such variable
        "#]],
    );
    check(
        "set_load 1 [get_ports nowhere]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port 'nowhere'
        "#]],
    );
    check(
        "set [nonsense] 3",
        expect![[r#"
            error[SDC-001] :1:1: not applied: invalid command name "nonsense" (in 'nonsense')
        "#]],
    );
    check(
        "[nonsense] 3",
        expect![[r#"
            error[SDC-001] :1:1: not applied: invalid command name "nonsense" (in 'nonsense')
        "#]],
    );
}

#[test]
fn doubling_a_value_does_not_fill_memory() {
    let netlist = netlist(TOP);
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    for (first, doubled) in [
        ("aaaaaaaaaaaaaaaa", "$a$a"),
        ("[list a b]", "[list {*}$a {*}$a]"),
        ("[get_ports a]", "[concat $a $a]"),
    ] {
        let text = format!("set a {first}\n{}set_load 1 y", format!("set a {doubled}\n").repeat(100));
        let (constraints, said) = read_text_within(&text, &netlist, &UNITS, limits);
        expect![[r#"
            error[FILE-011]: the text is not read to its end: values would take more than the 1048576 bytes that are allowed
        "#]]
        .assert_eq(&said.to_string());
        assert!(constraints.loads.is_empty());
    }
}

#[test]
fn comments() {
    check(
        "# set_load 4 y\n#\n   # x\nset_load 5 y",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        "# one \\\n set_load 4 y\nset_load 5 y",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        "# one \\\r\n set_load 4 y\r\nset_load 5 y",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        "set_load 5 y ;# five",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        "set_load 5 y # five",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_load: there is one word too many: '#'; 'set_load -help' says how it is used
        "#]],
    );
    check(
        "# {\nset_load 5 y",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check("# \\", expect![[""]]);
}

#[test]
fn commands() {
    check(
        "set_false_path -from [get_clocks nowhere] -to $x\nset_false_path -to {y}",
        expect![[r#"
            warning[SDC-003] :1:1: there is no clock 'nowhere'
            error[SDC-001] :1:1: not applied: can't read "x": no such variable
        "#]],
    );
    check(
        "set_multicycle_path 2 -setup; set_case_analysis 0 a; puts \"done $x [expr 1]\"",
        expect![[r#"
            error[SDC-001] :1:1: not applied: no paths are named: expected objects that they start at, pass or end at
            error[SDC-001] :1:54: not applied: can't read "x": no such variable
        "#]],
    );
    check(
        "set_load 4 [get_nets n1]\nset_load 4 [get_nets n2]",
        expect![[r#"
            error[SDC-001] :2:1: not applied: there is no net 'n2'
        "#]],
    );
    check(
        "if {1} {\n  set_load 4 y\n}\nset_load 5 y",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        "set_inptu_delay 1 a",
        expect![[r#"
            error[SDC-001] :1:1: not applied: invalid command name "set_inptu_delay": did you mean set_input_delay?
        "#]],
    );
    check(
        "set_load 4 [all_of_them]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: invalid command name "all_of_them" (in 'all_of_them')
        "#]],
    );
    check(
        "current_design top\nset_load 4 y",
        expect![[r#"
            load y: 4000
        "#]],
    );
    check(
        "set_load 4 [current_design]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port or net 'top'
        "#]],
    );
    check(
        "}\nset_load 4 y",
        expect![[r#"
            load y: 4000
            error[SDC-001] :1:1: not applied: invalid command name "}"
        "#]],
    );
    check(
        "é\nset_load 4 y",
        expect![[r#"
            load y: 4000
            error[SDC-001] :1:1: not applied: invalid command name "é"
        "#]],
    );
}
