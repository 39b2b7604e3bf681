//! What the contest player says of wrong files and wrong operations.

use std::path::Path;

use expect_test::{Expect, expect};
use zeroslack::tau::{PlayError, design_files, play};
use zeroslack::{Session, Silent};

use super::examples::{tiny_session, write};

const HEADER: &str = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n";

/// A text without the folder of the files in it.
fn without_folder(text: &str, folder: &Path) -> String {
    text.replace(&format!("{}/", folder.display()), "")
}

fn played(session: &mut Session, operations: &Path) -> String {
    let mut out = Vec::new();
    let said = match play(session, operations, &mut out, &Silent) {
        Ok(said) => said.to_string(),
        Err(PlayError::Input(error)) => error.to_string(),
        Err(error) => panic!("{error}"),
    };
    String::from_utf8(out).unwrap() + &said
}

/// Plays operations on the tiny design, and compares what is answered and what is said.
#[track_caller]
fn check(operations: &str, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "wrong.spef", &format!("{HEADER}*D_NET n 1\n*CAP\n1 n:1 x\n*END\n"));
    write(folder.path(), "odd.spef", &format!("{HEADER}*D_NET no 1\n*END\n*D_NET n 1\n*END\n"));
    let file = write(folder.path(), "tiny.ops", operations);
    expected.assert_eq(&without_folder(&played(&mut tiny_session(), &file), folder.path()));
}

/// What is said of a list of files; nothing if it is right.
#[track_caller]
fn check_list(list: Option<&str>, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tiny.tau2015");
    if let Some(list) = list {
        write(folder.path(), "tiny.tau2015", list);
    }
    let said = design_files(&file, Path::new("tiny.timing")).err().map(|error| error.to_string());
    expected.assert_eq(&without_folder(&said.unwrap_or_default(), folder.path()));
}

#[test]
fn lists_of_files() {
    check_list(
        None,
        expect![[r#"
        error[FILE-001]: cannot read 'tiny.tau2015': No such file or directory (os error 2)
    "#]],
    );
    check_list(
        Some(""),
        expect![[r#"
        error[TAU-009] tiny.tau2015:1:1: 0 names instead of four: early library, late library, parasitics, netlist
    "#]],
    );
    check_list(
        Some("early.lib late.lib tiny.v\n"),
        expect![[r#"
        error[TAU-009] tiny.tau2015:1:1: 3 names instead of four: early library, late library, parasitics, netlist
    "#]],
    );
    check_list(
        Some("early.lib late.lib\ntiny.spef tiny.v more\n"),
        expect![[r#"
        error[TAU-009] tiny.tau2015:1:1: 5 names instead of four: early library, late library, parasitics, netlist
    "#]],
    );
    check_list(Some("early.lib\r\nlate.lib\r\n\r\ntiny.spef tiny.v"), expect![""]);
}

#[test]
fn a_list_names_files_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let list = write(folder.path(), "x.tau2015", "e.lib l.lib /s.spef v.v\n");
    let files = design_files(&list, Path::new("x.timing")).unwrap();
    assert_eq!(files.liberty_early, [folder.path().join("e.lib")]);
    assert_eq!(files.liberty_late, [folder.path().join("l.lib")]);
    assert_eq!(files.spef[0].file, Path::new("/s.spef"));
    assert_eq!(files.verilog, [folder.path().join("v.v")]);
    let error = Session::load(&files, &Silent).unwrap_err().to_string();
    expect![[r#"
        error[FILE-001]: cannot read 'e.lib': No such file or directory (os error 2)
        error[FILE-001]: cannot read 'l.lib': No such file or directory (os error 2)
    "#]]
    .assert_eq(&without_folder(&error, folder.path()));
}

#[test]
fn no_operations() {
    let folder = tempfile::tempdir().unwrap();
    let said = played(&mut tiny_session(), &folder.path().join("no.ops"));
    expect![[r#"
        error[FILE-001]: cannot read 'no.ops': No such file or directory (os error 2)
    "#]]
    .assert_eq(&without_folder(&said, folder.path()));
    check("", expect![""]);
    check("# a comment\n\n   \n#report_at\n", expect![""]);
}

#[test]
fn lines_that_are_no_operation() {
    check(
        "report_slack -pin out\nreport_slew -pin out\n\n  Report_at -pin out\r\ninsert_buffer x\n",
        expect![[r#"
        error[OPS-001] tiny.ops:2:1: 'report_slew' is no operation
        error[OPS-001] tiny.ops:4:1: 'Report_at' is no operation
        error[OPS-001] tiny.ops:5:1: 'insert_buffer' is no operation
    "#]],
    );
}

#[test]
fn wrong_arguments() {
    let lines = [
        "report_at",
        "report_at out",
        "report_rat -pin",
        "report_slack -pin out -max",
        "report_slack -early -rise",
        "report_worst_paths x",
        "report_worst_paths -numPaths",
        "report_worst_paths -numPaths -1",
        "report_worst_paths 1 2",
        "insert_gate new",
        "insert_gate new INV more",
        "remove_gate",
        "repower_gate last",
        "insert_net",
        "remove_net n m",
        "connect_pin last:A",
        "disconnect_pin",
        "read_spef",
        "read_spef a b",
    ];
    check(
        &lines.join("\n"),
        expect![[r#"
        error[OPS-002] tiny.ops:1:1: expected report_at -pin PIN [-early|-late] [-rise|-fall]
        error[OPS-002] tiny.ops:2:1: expected report_at -pin PIN [-early|-late] [-rise|-fall]
        error[OPS-002] tiny.ops:3:1: expected report_rat -pin PIN [-early|-late] [-rise|-fall]
        error[OPS-002] tiny.ops:4:1: expected report_slack -pin PIN [-early|-late] [-rise|-fall]
        error[OPS-002] tiny.ops:5:1: expected report_slack -pin PIN [-early|-late] [-rise|-fall]
        error[OPS-002] tiny.ops:6:1: expected report_worst_paths [-numPaths] COUNT
        error[OPS-002] tiny.ops:7:1: expected report_worst_paths [-numPaths] COUNT
        error[OPS-002] tiny.ops:8:1: expected report_worst_paths [-numPaths] COUNT
        error[OPS-002] tiny.ops:9:1: expected report_worst_paths [-numPaths] COUNT
        error[OPS-002] tiny.ops:10:1: expected insert_gate INSTANCE CELL
        error[OPS-002] tiny.ops:11:1: expected insert_gate INSTANCE CELL
        error[OPS-002] tiny.ops:12:1: expected remove_gate INSTANCE
        error[OPS-002] tiny.ops:13:1: expected repower_gate INSTANCE CELL
        error[OPS-002] tiny.ops:14:1: expected insert_net NET
        error[OPS-002] tiny.ops:15:1: expected remove_net NET
        error[OPS-002] tiny.ops:16:1: expected connect_pin PIN NET
        error[OPS-002] tiny.ops:17:1: expected disconnect_pin PIN
        error[OPS-002] tiny.ops:18:1: expected read_spef FILE
        error[OPS-002] tiny.ops:19:1: expected read_spef FILE
    "#]],
    );
}

/// The same of an operation behind a report, whose answer is written all the same.
#[track_caller]
fn check_second(operation: &str, expected: Expect) {
    check(&format!("report_at -pin out -late -rise\n{operation}\nreport_at -pin clk\n"), expected);
}

#[test]
fn reports_of_what_is_not_there() {
    check_second(
        "report_at -pin no:A",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no pin 'no:A'
        "#]],
    );
    check_second(
        "report_rat -pin last:B -late",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no pin 'last:B'
        "#]],
    );
    check_second(
        "report_slack -pin last -fall",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no pin 'last'
        "#]],
    );
    check_second(
        "remove_gate last\nreport_at -pin last:A",
        expect![[r#"
        113.5062
        error[OPS-003] tiny.ops:3:1: there is no pin 'last:A'
    "#]],
    );
}

#[test]
fn gates_that_cannot_be_edited() {
    check_second(
        "insert_gate last INV",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is already a cell 'last'
        "#]],
    );
    check_second(
        "insert_gate new NO",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no library cell 'NO'
        "#]],
    );
    check_second(
        "remove_gate no",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no cell 'no'
        "#]],
    );
    check_second(
        "repower_gate no INV",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no cell 'no'
        "#]],
    );
    check_second(
        "repower_gate last NO",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no library cell 'NO'
        "#]],
    );
    check_second(
        "repower_gate last DFF",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: cell 'last' cannot become a 'DFF': its pins (D CK Q) are not those of a 'INV' (A Y)
        "#]],
    );
}

#[test]
fn nets_and_pins_that_cannot_be_edited() {
    check_second(
        "insert_net n",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is already a net 'n'
        "#]],
    );
    check_second(
        "remove_net no",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no net 'no'
        "#]],
    );
    check_second(
        "remove_net 1'b0",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: net '1'b0' is a constant and cannot be removed
        "#]],
    );
    check_second(
        "connect_pin no:A n",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no pin 'no:A'
        "#]],
    );
    check_second(
        "connect_pin last:A no",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no net 'no'
        "#]],
    );
    check_second(
        "connect_pin last:A n",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: pin 'last/A' is on net 'q[1]'; it must be disconnected first
        "#]],
    );
    check_second(
        "disconnect_pin no",
        expect![[r#"
            113.5062
            error[OPS-003] tiny.ops:2:1: there is no pin 'no'
        "#]],
    );
    check_second(
        "disconnect_pin last:A\ndisconnect_pin last:A",
        expect![[r#"
        113.5062
        error[OPS-003] tiny.ops:3:1: pin 'last/A' is not connected
    "#]],
    );
}

#[test]
fn parasitics_that_cannot_be_read() {
    check_second(
        "read_spef no.spef",
        expect![[r#"
            113.5062
            error[FILE-001]: cannot read 'no.spef': No such file or directory (os error 2)
        "#]],
    );
    check_second(
        "read_spef wrong.spef",
        expect![[r#"
            113.5062
            error[SPEF-015] wrong.spef:7:7: expected a number or min:typ:max, found "x"
        "#]],
    );
}

#[test]
fn warnings_come_back() {
    check(
        "read_spef odd.spef\nreport_at -pin out\n",
        expect![[r#"
        111.5062
        warning[NET-023] odd.spef:5:1: net 'no' is not in the netlist; its parasitics are not used
    "#]],
    );
}

#[test]
fn a_pin_without_a_signal_has_no_values() {
    check(
        "disconnect_pin last:A\nreport_at -pin out\nreport_rat -pin last:A\nreport_slack -pin out -late\nreport_worst_paths 2\n",
        expect![[r#"
        nan
        nan
        nan
        report_worst_paths 2
        Path 1: Hold 87.9136 2 E
        ff0:D R
        in[0] R
    "#]],
    );
    check(
        "disconnect_pin clk\nremove_net out\nreport_worst_paths\n",
        expect![[r#"
        report_worst_paths 1
    "#]],
    );
}

#[test]
fn an_output_that_fails_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk full"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "x.ops", "report_at -pin out\n");
    let error = play(&mut tiny_session(), &file, &mut Full, &Silent).unwrap_err();
    expect!["cannot write the output: disk full"].assert_eq(&error.to_string());
}
