//! `zeroslack SCRIPT`: scripts, pipes of commands, and how they end.

use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

use expect_test::{Expect, expect};
use tempfile::TempDir;

use crate::tiny;

const LOAD: &str = "read_liberty tiny.lib\nread_verilog tiny.v\nlink_design tiny\nread_sdc tiny.sdc\n";

/// A folder with the design and some scripts in it, which is the home too.
fn folder(scripts: &[(&str, &str)]) -> TempDir {
    let folder = tiny::folder();
    for (name, text) in scripts {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Runs the program with a text as its standard input.
fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = tiny::command(folder, arguments);
    command.env("HOME", folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that ends before it has read its input is no failure of the test.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// All that is written, and the exit status.
fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), tiny::said(output))
}

#[track_caller]
fn check(script: &str, expected: Expect) {
    let folder = folder(&[("a.tcl", script)]);
    expected.assert_eq(&text(&run(folder.path(), &["-no_splash", "-exit", "a.tcl"], "")));
}

#[test]
fn the_exit_status_is_0_only_where_nothing_failed() {
    check(
        "puts done",
        expect![[r#"
        done
        exit 0
    "#]],
    );
    check(
        "exit 3",
        expect![[r#"
        exit 3
    "#]],
    );
    check(
        "catch {error wrong}\nexit",
        expect![[r#"
        exit 0
    "#]],
    );
    check(
        "set x 1\nerror wrong",
        expect![[r#"
        Error: wrong
            while executing
        "error wrong"
            (file "a.tcl" line 2)
        exit 1
    "#]],
    );
    check(
        "proc p {} {\n  get_prots\n}\n\np\n",
        expect![[r#"
        Error: invalid command name "get_prots": did you mean get_ports?
            while executing
        "get_prots"
            (procedure "p" line 2)
            invoked from within
        "p"
            (file "a.tcl" line 5)
        exit 1
    "#]],
    );
    check(
        "puts {",
        expect![[r#"
        Error: missing close-brace
            while executing
        "puts {"
            (file "a.tcl" line 1)
        exit 1
    "#]],
    );
    check(
        "source b.tcl",
        expect![[r#"
        Error: couldn't read file "b.tcl": no such file or directory
            while executing
        "source b.tcl"
            (file "a.tcl" line 1)
        exit 1
    "#]],
    );
    check(
        &format!("{LOAD}puts [current_design]\nget_ports nothing\nset_voltage -to [get_ports out]"),
        expect![[r#"
            tiny
            Warning: a.tcl:6: there is no port 'nothing'
            Error: set_voltage is not applied yet: times without it would be other ones; 'set zeroslack_not_applied warning' goes on without it
                while executing
            "set_voltage -to [get_ports out]"
                (file "a.tcl" line 7)
            exit 1
        "#]],
    );
}

#[test]
fn metrics_of_a_flow_are_whole_lines() {
    check(
        &format!(
            "{LOAD}puts \"%OL_CREATE_REPORT units.rpt\"\nreport_units\nputs \"%OL_END_REPORT\"\nputs \"%OL_METRIC_F period [get_property [get_clocks clk] period]\""
        ),
        expect![[r#"
            %OL_CREATE_REPORT units.rpt
             time 1ns
             capacitance 1pF
             resistance 1kohm
             voltage 1v
             current 1mA
             power 1nW
             distance 1um
            %OL_END_REPORT
            %OL_METRIC_F period 0.400000
            exit 0
        "#]],
    );
}

#[track_caller]
fn check_words(arguments: &[&str], input: &str, expected: Expect) {
    let folder = folder(&[
        ("a.tcl", "puts from_a"),
        ("bad.tcl", "puts before\nwrong_thing\nputs after"),
        (".zeroslack", "puts from_init"),
        ("ends.tcl", "puts ends; exit 5"),
    ]);
    expected.assert_eq(&text(&run(folder.path(), arguments, input)));
}

#[test]
fn what_words_mean() {
    check_words(
        &["-exit", "a.tcl"],
        "",
        expect![[r#"
        from_init
        from_a
        exit 0
    "#]],
    );
    check_words(
        &["-no_init", "-no_splash", "-exit", "a.tcl"],
        "",
        expect![[r#"
        from_a
        exit 0
    "#]],
    );
    check_words(
        &["-no_init", "-threads", "1", "-exit", "a.tcl"],
        "",
        expect![[r#"
        from_a
        exit 0
    "#]],
    );
    check_words(
        &["-no_init", "-threads", "max", "-exit", "a.tcl"],
        "",
        expect![[r#"
        from_a
        exit 0
    "#]],
    );
    check_words(
        &["-threads", "0", "a.tcl"],
        "",
        expect![[r#"
        error: -threads: '0' is no number of threads
        exit 2
    "#]],
    );
    check_words(
        &["-threads"],
        "",
        expect![[r#"
        error: -threads: expected a number, or 'max'
        exit 2
    "#]],
    );
    check_words(
        &["-frob", "a.tcl"],
        "",
        expect![[r#"
            error: there is no option '-frob'

            Usage: zeroslack [-no_splash] [-no_init] [-exit] [-threads N] [SCRIPT]

            Runs a script of Tcl commands, then asks for more at a prompt. Without a script there is only the prompt. 'zeroslack --help' lists the subcommands.

              -no_splash    does not say what this is
              -no_init      does not run ~/.zeroslack first
              -exit         ends after the script: with 0 only if nothing failed
              -threads N    computes on so many threads; 'max' and no such option mean all
              -version      says which version this is
              -help         prints this
            exit 2
        "#]],
    );
    check_words(
        &["a.tcl", "ends.tcl"],
        "",
        expect![[r#"
            error: 'ends.tcl': one script is all that can be run

            Usage: zeroslack [-no_splash] [-no_init] [-exit] [-threads N] [SCRIPT]

            Runs a script of Tcl commands, then asks for more at a prompt. Without a script there is only the prompt. 'zeroslack --help' lists the subcommands.

              -no_splash    does not say what this is
              -no_init      does not run ~/.zeroslack first
              -exit         ends after the script: with 0 only if nothing failed
              -threads N    computes on so many threads; 'max' and no such option mean all
              -version      says which version this is
              -help         prints this
            exit 2
        "#]],
    );
    check_words(
        &["no.tcl"],
        "",
        expect![[r#"
        from_init
        Error: couldn't read file "no.tcl": no such file or directory
        exit 1
    "#]],
    );
    check_words(
        &["-help"],
        "",
        expect![[r#"
            Usage: zeroslack [-no_splash] [-no_init] [-exit] [-threads N] [SCRIPT]

            Runs a script of Tcl commands, then asks for more at a prompt. Without a script there is only the prompt. 'zeroslack --help' lists the subcommands.

              -no_splash    does not say what this is
              -no_init      does not run ~/.zeroslack first
              -exit         ends after the script: with 0 only if nothing failed
              -threads N    computes on so many threads; 'max' and no such option mean all
              -version      says which version this is
              -help         prints this
            exit 0
        "#]],
    );
}

#[test]
fn commands_come_from_a_pipe_too() {
    check_words(
        &["-no_init"],
        "set x 1\nputs \"x is $x\"\n",
        expect![[r#"
        1
        x is 1
        exit 0
    "#]],
    );
    check_words(
        &["-no_init", "a.tcl"],
        "expr {6 *\n 7}\n",
        expect![[r#"
        from_a
        42
        exit 0
    "#]],
    );
    check_words(
        &["-no_init"],
        "wrong_thing\nputs goes_on\n",
        expect![[r#"
        goes_on
        Error: invalid command name "wrong_thing"
            while executing
        "wrong_thing"
        exit 1
    "#]],
    );
    check_words(
        &["-no_init", "bad.tcl"],
        "puts goes_on\n",
        expect![[r#"
        before
        goes_on
        Error: invalid command name "wrong_thing"
            while executing
        "wrong_thing"
            (file "bad.tcl" line 2)
        exit 1
    "#]],
    );
    check_words(
        &["-no_init", "ends.tcl"],
        "puts never\n",
        expect![[r#"
        ends
        exit 5
    "#]],
    );
    check_words(
        &["-no_init"],
        "exit 7\nputs never\n",
        expect![[r#"
        exit 7
    "#]],
    );
    check_words(
        &["-no_init"],
        "puts unfinished\nset x {\n",
        expect![[r#"
        unfinished
        Error: missing close-brace
            while executing
        "set x {"
        exit 1
    "#]],
    );
    check_words(
        &["-no_init", "-exit"],
        "puts from_pipe\n",
        expect![[r#"
        from_pipe
        exit 0
    "#]],
    );
}

/// Whoever reads the output has read enough of it.
#[test]
fn an_output_that_nobody_reads_ends_the_program() {
    let folder = folder(&[("a.tcl", "for {set i 0} {$i < 100000} {incr i} {puts $i}")]);
    let mut command = tiny::command(folder.path(), &["-exit", "a.tcl"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().is_ok());
}

/// Results of scripts are the same on any number of threads.
#[test]
fn any_number_of_threads() {
    let script =
        format!("{LOAD}foreach pin [get_pins {{ff0/* ff1/* last/*}}] {{puts [get_property $pin slack_max]}}");
    let folder = folder(&[("a.tcl", &script)]);
    let of = |threads: &str| text(&run(folder.path(), &["-exit", "-threads", threads, "a.tcl"], ""));
    let one = of("1");
    assert!(one.ends_with("exit 0\n") && one.lines().count() > 5, "{one}");
    assert_eq!(one, of("4"));
}
