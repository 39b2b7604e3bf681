//! Two designs of a few cells (`tiny`, `states`), and a folder to run them in.

use std::path::Path;
use std::process::{Command, Output};

use expect_test::Expect;

/// The files of the designs.
pub const FILES: [(&str, &str); 8] = [
    ("tiny.lib", include_str!("../../../testing/designs/tiny/tiny.lib")),
    ("tiny.v", include_str!("../../../testing/designs/tiny/tiny.v")),
    ("tiny.spef", include_str!("../../../testing/designs/tiny/tiny.spef")),
    ("tiny.sdc", include_str!("../../../testing/designs/tiny/tiny.sdc")),
    ("tiny.timing", include_str!("../../../testing/designs/tiny/tiny.timing")),
    ("states.lib", include_str!("../../../testing/designs/tiny/states.lib")),
    ("states.v", include_str!("../../../testing/designs/tiny/states.v")),
    ("states.sdc", include_str!("../../../testing/designs/tiny/states.sdc")),
];

/// The arguments that name those of `tiny`.
pub const ARGUMENTS: [&str; 8] =
    ["--liberty", "tiny.lib", "--verilog", "tiny.v", "--spef", "tiny.spef", "--sdc", "tiny.sdc"];

/// The text of one of the files.
pub fn file(name: &str) -> &'static str {
    FILES.iter().find(|(file, _)| *file == name).unwrap().1
}

/// A folder with the files in it.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// The same, not started yet.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = crate::program();
    command.current_dir(folder).args(arguments);
    command
}

/// What it said and how it ended.
pub fn said(output: &Output) -> String {
    let code = output.status.code().map_or("killed".to_string(), |code| code.to_string());
    format!("{}exit {code}\n", String::from_utf8_lossy(&output.stderr))
}

/// Runs the tiny design with some of its files replaced, and compares what is said.
pub fn check_bytes(files: &[(&str, &[u8])], arguments: &[&str], expected: &Expect) {
    let folder = folder();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let output = run(folder.path(), &[&["report"], arguments].concat());
    expected.assert_eq(&said(&output));
    assert_eq!(output.stdout.is_empty(), output.status.code() != Some(0));
}

/// The same with one file replaced by a text.
pub fn check_file(name: &str, text: &str, expected: &Expect) {
    check_bytes(&[(name, text.as_bytes())], &ARGUMENTS, expected);
}

/// The same with a part of one file replaced.
pub fn check_edit(name: &str, (from, to): (&str, &str), expected: &Expect) {
    let text = file(name);
    assert_eq!(text.matches(from).count(), 1, "{from}");
    check_file(name, &text.replace(from, to), expected);
}
