//! How SDC text is taken apart: words, braces, quotes, brackets, variables, comments.

use expect_test::expect;

use crate::check;

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
            load y: 4000
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
            slew a: 1000
            slew b: 1000
        "#]],
    );
    check("set_input_transition 1 {}", expect![[""]]);
    check(
        "set_input_transition 1 {$a [b]}",
        expect![[r#"
            warning[SDC-032] :1:25: there is no port named '$a' here: what is said of it is not applied
            warning[SDC-032] :1:28: there is no port named '[b]' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_load 4 {y}x\nset_load 5 y",
        expect![[r#"
            load y: 5000
            error[SDC-010] :1:15: expected a blank after the closing '}'
        "#]],
    );
    check(
        "set_load 4 {y",
        expect![[r#"
        error[SDC-009] :1:12: expected '}' to close this, up to the end of the file
    "#]],
    );
    check(
        "set_load 4 {y {\nset_load 3 y",
        expect![[r#"
        error[SDC-009] :1:12: expected '}' to close this, up to the end of the file
    "#]],
    );
    check(
        "set_load 4 {y\\}\nset_load 3 y",
        expect![[r#"
        error[SDC-009] :1:12: expected '}' to close this, up to the end of the file
    "#]],
    );
    check(
        "set_load 4 {y\\",
        expect![[r#"
        error[SDC-009] :1:12: expected '}' to close this, up to the end of the file
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
            warning[SDC-032] :1:27: there is no port named 'b;clk' here: what is said of it is not applied
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
        error[SDC-010] :1:15: expected a blank after the closing '"'
    "#]],
    );
    check(
        "set_load 4 \"y",
        expect![[r#"
        error[SDC-009] :1:12: expected '"' to close this, up to the end of the file
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
            load y: 4000
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
    check("set_load 4 []", expect![[""]]);
    check(
        "set_load 4 [get_ports y",
        expect![[r#"
        error[SDC-009] :1:12: expected ']' to close this, up to the end of the file
    "#]],
    );
    check(
        "set_load 4 [get_ports y]]",
        expect![[r#"
        error[SDC-012] :1:25: objects and text cannot be joined to one word: expected '[list ...]' for a list
    "#]],
    );
    check(
        "set_load 4 ]",
        expect![[r#"
            warning[SDC-032] :1:12: there is no port named ']' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_load 4 [set_load 5 y]",
        expect![[r#"
            load y: 5000
        "#]],
    );
    check(
        "set_load 4 [nonsense {]} y]\nset_load 3 y",
        expect![[r#"
            load y: 3000
            error[SDC-004] :1:13: 'nonsense' is not a command: expected one of SDC
        "#]],
    );
    check(
        "set_load 4 [get_ports y]x",
        expect![[r#"
        error[SDC-012] :1:25: objects and text cannot be joined to one word: expected '[list ...]' for a list
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
            error[SDC-008] :1:562: more than 50 brackets in one another
        "#]],
    );
    check(
        &"[".repeat(10_000),
        expect![[r#"
        error[SDC-008] :1:51: more than 50 brackets in one another
    "#]],
    );
    check(
        &"[x ".repeat(10_000),
        expect![[r#"
        error[SDC-004] :1:2: 'x' is not a command: expected one of SDC
        error[SDC-008] :1:151: more than 50 brackets in one another
    "#]],
    );
    check(
        &"{".repeat(10_000),
        expect![[r#"
        error[SDC-009] :1:1: expected '}' to close this, up to the end of the file
    "#]],
    );
    check(
        &format!("foreach x {{{}}}\nset_load 5 y", "[".repeat(10_000)),
        expect![[r#"
            load y: 5000
            error[SDC-003] :1:1: 'foreach' needs a Tcl interpreter, which is not there yet: expected a plain SDC command
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
            slew a: 1000
            slew b: 1000
            slew d[0]: 1000
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
        error[SDC-006] :1:10: there is no variable 'a' here: expected one that was 'set' before
    "#]],
    );
    check(
        "set_load ${a y",
        expect![[r#"
        error[SDC-009] :1:11: expected '}' to close this, up to the end of the file
    "#]],
    );
    check(
        "set a",
        expect![[r#"
        error[SDC-006] :1:5: there is no variable 'a' here: expected one that was 'set' before
    "#]],
    );
    check(
        "set",
        expect![[r#"
        error[SDC-005] :1:1: expected 'set', the name of a variable (not of an array), and at most one value
    "#]],
    );
    check(
        "set a 1 2",
        expect![[r#"
        error[SDC-005] :1:1: expected 'set', the name of a variable (not of an array), and at most one value
    "#]],
    );
    check(
        "set a(1) 2",
        expect![[r#"
        error[SDC-005] :1:1: expected 'set', the name of a variable (not of an array), and at most one value
    "#]],
    );
    check(
        "set_load $env(LOAD) y",
        expect![[r#"
        error[SDC-011] :1:10: '$env(LOAD)' is an element of an array, which is not supported yet: expected a plain variable
    "#]],
    );
    check(
        "set_load $env(LOAD y\nset_load 2 y",
        expect![[r#"
            load y: 2000
            error[SDC-011] :1:10: '$env(LOAD y' is an element of an array, which is not supported yet: expected a plain variable
        "#]],
    );
    check(
        "set_load $ y",
        expect![[r#"
        error[SDC-018] :1:10: '$' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "set_load ${} y",
        expect![[r#"
        error[SDC-018] :1:10: '${}' is not a number: expected a finite decimal
    "#]],
    );
    check(
        "set p [get_ports a]; set_input_transition 1 x$p",
        expect![[r#"
        error[SDC-012] :1:46: objects and text cannot be joined to one word: expected '[list ...]' for a list
    "#]],
    );
    check(
        "set p [get_ports a]; set_input_transition 1 ${p}x",
        expect![[r#"
        error[SDC-012] :1:49: objects and text cannot be joined to one word: expected '[list ...]' for a list
    "#]],
    );
}

#[test]
fn a_value_that_could_not_be_found_is_reported_once() {
    check(
        "set x [expr 1 + 2]\nset_load $x y\nset z \"$x pF\"\nset_load $z y",
        expect![[r#"
        error[SDC-003] :1:8: 'expr' needs a Tcl interpreter, which is not there yet: expected a plain SDC command
    "#]],
    );
    check(
        "set x [get_nets n]\nset_load 1 $x",
        expect![[r#"
        warning[SDC-002] :1:8: 'get_nets' is not supported yet; ignored, and so are the commands that use it
    "#]],
    );
    check(
        "set x $y\nset_load $x y",
        expect![[r#"
        error[SDC-006] :1:7: there is no variable 'y' here: expected one that was 'set' before
    "#]],
    );
    check(
        "set_load 1 [get_ports nowhere]",
        expect![[r#"
            warning[SDC-032] :1:23: there is no port named 'nowhere' here: what is said of it is not applied
        "#]],
    );
    check(
        "set [nonsense] 3",
        expect![[r#"
        error[SDC-004] :1:6: 'nonsense' is not a command: expected one of SDC
    "#]],
    );
    check(
        "[nonsense] 3",
        expect![[r#"
        error[SDC-004] :1:2: 'nonsense' is not a command: expected one of SDC
    "#]],
    );
}

#[test]
fn doubling_a_value_does_not_fill_memory() {
    let mut text = "set a aaaaaaaaaaaaaaaa\n".to_string();
    text.push_str(&"set a $a$a\n".repeat(100));
    check(
        &text,
        expect![[r#"
        error[SDC-007] :15:7: the value made here is too large: expected lists of a few times the design's size
    "#]],
    );
    let mut text = "set a [list a b]\n".to_string();
    text.push_str(&"set a [list $a $a]\n".repeat(100));
    check(
        &text,
        expect![[r#"
        error[SDC-007] :13:16: the value made here is too large: expected lists of a few times the design's size
    "#]],
    );
    let mut text = "set a [get_ports a]\n".to_string();
    text.push_str(&"set a [get_ports [list $a $a]]\n".repeat(100));
    check(
        &text,
        expect![[r#"
        error[SDC-007] :15:7: the value made here is too large: expected lists of a few times the design's size
    "#]],
    );
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
        error[SDC-014] :1:14: 'set_load' has no place for this: expected the capacitance and the ports
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
        warning[SDC-002] :1:1: 'set_false_path' is not supported yet; ignored
    "#]],
    );
    check(
        "set_multicycle_path 2 -setup; set_case_analysis 0 a; puts \"done $x [expr 1]\"",
        expect![[r#"
        warning[SDC-002] :1:1: 'set_multicycle_path' is not supported yet; ignored
        warning[SDC-002] :1:31: 'set_case_analysis' is not supported yet; ignored
        warning[SDC-002] :1:54: 'puts' is not supported yet; ignored
    "#]],
    );
    check(
        "set_load 4 [get_nets n1]\nset_load 4 [get_nets n2]",
        expect![[r#"
        warning[SDC-002] :1:13: 'get_nets' is not supported yet; ignored, and so are the commands that use it
    "#]],
    );
    check(
        "if {1} {\n  set_load 4 y\n}\nset_load 5 y",
        expect![[r#"
            load y: 5000
            error[SDC-003] :1:1: 'if' needs a Tcl interpreter, which is not there yet: expected a plain SDC command
        "#]],
    );
    check(
        "set_inptu_delay 1 a",
        expect![[r#"
        error[SDC-004] :1:1: 'set_inptu_delay' is not a command: expected one of SDC
    "#]],
    );
    check(
        "set_load 4 [all_of_them]",
        expect![[r#"
        error[SDC-004] :1:13: 'all_of_them' is not a command: expected one of SDC
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
            warning[SDC-032] :1:12: there is no port named 'top' here: what is said of it is not applied
        "#]],
    );
    check(
        "}\nset_load 4 y",
        expect![[r#"
            load y: 4000
            error[SDC-004] :1:1: '}' is not a command: expected one of SDC
        "#]],
    );
    check(
        "é\nset_load 4 y",
        expect![[r#"
            load y: 4000
            error[SDC-004] :1:1: 'é' is not a command: expected one of SDC
        "#]],
    );
}
