//! The command line.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zeroslack-synth"));
    command.args(arguments).arg("--output").arg(folder).output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn all_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["--gates", "1000", "--name", "small"]);
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("small: ") && said.contains(" gates ("), "{said}");
    let expected = [
        "small.sdc",
        "small.spef",
        "small.tau2015",
        "small.timing",
        "small.v",
        "small_early.lib",
        "small_late.lib",
    ];
    assert_eq!(names(folder.path()), expected);
    let list = std::fs::read_to_string(folder.path().join("small.tau2015")).unwrap();
    assert_eq!(list, "small_early.lib small_late.lib small.spef small.v\n");
}

#[test]
fn packed_files_hold_the_same() {
    let (plain, packed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let arguments = ["--gates", "1000", "--name", "small", "--quiet"];
    assert!(run(plain.path(), &arguments).stderr.is_empty());
    assert!(run(packed.path(), &[&arguments[..], &["--gzip"]].concat()).stderr.is_empty());
    for name in names(plain.path()).iter().filter(|name| !name.ends_with(".tau2015")) {
        let bytes = std::fs::read(packed.path().join(format!("{name}.gz"))).unwrap();
        let text =
            zeroslack_input::text(&bytes, &mut zeroslack_input::Diagnostics::new()).unwrap().into_owned();
        assert_eq!(text, std::fs::read_to_string(plain.path().join(name)).unwrap(), "{name}");
    }
    let list = std::fs::read_to_string(packed.path().join("small.tau2015")).unwrap();
    assert_eq!(list, "small_early.lib.gz small_late.lib.gz small.spef.gz small.v.gz\n");
}

#[test]
fn several_clocks_have_no_contest_files() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["--gates", "1000", "--name", "two", "--clocks", "2"]).status.success());
    assert_eq!(names(folder.path()), ["two.sdc", "two.spef", "two.v", "two_early.lib", "two_late.lib"]);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, says) in [
        (&["--gates", "10"][..], "error: option out of range: gates: 200 to 20,000,000"),
        (&["--preset", "leon5"][..], "expected one of aes_core, vga_lcd, b19, leon3mp, netcard, leon2"),
    ] {
        let output = run(folder.path(), arguments);
        assert!(!output.status.success());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(says), "{said}");
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let said = String::from_utf8(run(&file, &["--gates", "300"]).stderr).unwrap();
    assert!(said.starts_with("error: cannot create "), "{said}");
}
