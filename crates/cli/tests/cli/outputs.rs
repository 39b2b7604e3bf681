//! Files that are written: never onto an input, never by halves.

use std::io::Read;
use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::tiny;

/// What is said to some arguments after those of the tiny design.
#[track_caller]
fn check(arguments: &[&str], expected: &Expect) {
    let folder = tiny::folder();
    let before = contents(folder.path());
    let output = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], arguments].concat());
    expected.assert_eq(&tiny::said(&output));
    assert!(contents(folder.path()) == before, "files were changed");
}

/// Names and contents of all files in a folder.
fn contents(folder: &std::path::Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut contents: Vec<_> = files.map(|file| (file.clone(), std::fs::read(file).unwrap())).collect();
    contents.sort();
    contents
}

#[test]
fn an_input_is_not_written_to() {
    for arguments in [["-o", "tiny.v"], ["--paths-out", "../tiny.v"]] {
        let folder = tiny::folder();
        // The same file by another way.
        std::fs::create_dir(folder.path().join("inner")).unwrap();
        let file = arguments[1].replace("..", "inner/..");
        let all = [&["report"], &tiny::ARGUMENTS[..], &[arguments[0], &file]].concat();
        let text = std::fs::read(folder.path().join("tiny.v")).unwrap();
        let output = tiny::run(folder.path(), &all);
        assert_eq!(output.status.code(), Some(2));
        assert!(tiny::said(&output).contains("tiny.v' is read as an input"), "{}", tiny::said(&output));
        assert_eq!(std::fs::read(folder.path().join("tiny.v")).unwrap(), text);
    }
}

#[test]
fn a_file_of_a_folder_of_inputs_is_not_written_to() {
    let folder = tiny::folder();
    let parts = folder.path().join("parts");
    std::fs::create_dir(&parts).unwrap();
    std::fs::write(parts.join("tiny.spef"), "anything").unwrap();
    let arguments = ["--spef-dir", "parts", "-o", "parts/tiny.spef"];
    let output = tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], &arguments[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(tiny::said(&output).contains("tiny.spef' is read as an input"), "{}", tiny::said(&output));
    assert_eq!(std::fs::read(parts.join("tiny.spef")).unwrap(), b"anything");
}

#[test]
fn two_outputs_are_two_files() {
    check(
        &["-o", "new.txt", "--paths-out", "./new.txt"],
        &expect![[r#"
        error: './new.txt' is to be written twice: expected two different files

        Usage: zeroslack <COMMAND>

        For more information, try '--help'.
        exit 2
    "#]],
    );
}

#[test]
fn a_report_that_cannot_be_made_leaves_what_was_there() {
    let folder = tiny::folder();
    std::fs::write(folder.path().join("old.txt"), "as it was").unwrap();
    for wrong in [&["--from", "nowhere"][..], &["--sdc", "absent.sdc"]] {
        let all = [&["report"], &tiny::ARGUMENTS[..], &["-o", "old.txt", "--paths-out", "paths.txt"], wrong]
            .concat();
        let output = tiny::run(folder.path(), &all);
        assert_ne!(output.status.code(), Some(0));
        assert_eq!(std::fs::read_to_string(folder.path().join("old.txt")).unwrap(), "as it was");
        assert!(!folder.path().join("paths.txt").exists());
    }
}

#[test]
fn what_was_there_is_replaced_as_a_whole() {
    let folder = tiny::folder();
    let file = folder.path().join("report.txt");
    std::fs::write(&file, "x".repeat(1 << 20)).unwrap();
    let output =
        tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..], &["-o", "report.txt"]].concat());
    assert_eq!(tiny::said(&output), "exit 0\n");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("Design"));
    let left =
        contents(folder.path()).into_iter().filter(|(path, _)| path.to_string_lossy().contains(".part"));
    assert_eq!(left.count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    check(
        &["-o", "/dev/full"],
        &expect![[r#"
        error: cannot write '/dev/full': No space left on device (os error 28)
        exit 1
    "#]],
    );
    check(
        &["--paths-out", "/dev/full", "--max-paths", "3"],
        &expect![[r#"
        error: cannot write '/dev/full': No space left on device (os error 28)
        exit 1
    "#]],
    );
    check(
        &["--html", "/dev/full", "-o", "/dev/null"],
        &expect![[r#"
        error: cannot write '/dev/full': No space left on device (os error 28)
        exit 1
    "#]],
    );
    check(
        &["-o", "no/such/folder/report.txt"],
        &expect![[r#"
            error: cannot write 'no/such/folder/report.txt': No such file or directory (os error 2)
            exit 1
        "#]],
    );
}

/// Whoever reads the list of paths goes away at once: the report is there all the same.
#[cfg(unix)]
#[test]
fn a_list_without_a_reader_does_not_lose_the_report() {
    let folder = tiny::folder();
    let pipe = folder.path().join("paths.fifo");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let all =
        [&["report"], &tiny::ARGUMENTS[..], &["--paths-out", "paths.fifo", "--max-paths", "100000"]].concat();
    let mut child =
        tiny::command(folder.path(), &all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(std::fs::File::open(&pipe).unwrap());
    let mut report = String::new();
    child.stdout.take().unwrap().read_to_string(&mut report).unwrap();
    assert!(report.contains("Worst endpoints"), "{report}");
    let output = child.wait_with_output().unwrap();
    // A short list may have gone into the pipe before its reader left.
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() || said.contains("cannot write 'paths.fifo'"), "{said}");
}

/// The answers are being written while the operations, which nobody sends, are waited for.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_was_killed_left_a_part_of_its_output() {
    let folder = tiny::folder();
    std::fs::write(folder.path().join("tiny.tau2015"), "tiny.lib tiny.lib tiny.spef tiny.v").unwrap();
    let pipe = folder.path().join("tiny.ops");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::fs::write(folder.path().join("answers.txt"), "as before").unwrap();
    let names = |folder: &std::path::Path| {
        let mut names: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names(folder.path());
    let arguments = ["tau", "tiny.tau2015", "tiny.timing", "tiny.ops", "answers.txt"];
    let mut child =
        tiny::command(folder.path(), &arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Opening the pipe waits until the program reads it, and so has its output open.
    let operations = std::fs::File::options().write(true).open(&pipe).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    drop(operations);
    assert_eq!(names(folder.path()), before);
    assert_eq!(std::fs::read_to_string(folder.path().join("answers.txt")).unwrap(), "as before");
}
