//! Scripts whose output, result, errors and `errorInfo` are those of `tclsh`.
//!
//! A line of `cases/*.lines` is a script, and so is what follows a line `#### NAME` in `cases/*.tcl`. What `tclsh` prints of them is in files
//! beside them; `ZEROSLACK_UPDATE_GOLDENS=1 cargo test -p zeroslack-tcl --test tcl cases` writes them anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use zeroslack_tcl::{Interp, Limits};

use crate::oracle;

/// What is run for a script in the file `case.tcl`: what it prints, how it ends, and where errors came from.
const RUN: &str = r#"
set zs_code [catch {source case.tcl} zs_result zs_options]
puts "== $zs_code"
puts $zs_result
if {$zs_code == 1} {
    puts "-- $::errorInfo"
    puts "-- $::errorCode"
    puts "-- [dict get $zs_options -errorline]"
}
"#;

fn folder_of(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("case.tcl"), script).expect("a file");
    std::fs::write(folder.path().join("run.tcl"), RUN).expect("a file");
    folder
}

/// What `tclsh` prints.
fn by_tclsh(script: &str) -> String {
    let folder = folder_of(script);
    let child = Command::new("tclsh")
        .arg("run.tcl")
        .current_dir(&folder)
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .output()
        .expect("tclsh runs");
    String::from_utf8_lossy(&child.stdout).replace(&*folder.path().to_string_lossy(), "FOLDER")
}

/// What our interpreter prints.
fn by_us(script: &str) -> String {
    let folder = folder_of(script);
    run_in(folder.path())
}

fn run_in(folder: &Path) -> String {
    let mut interp = Interp::new();
    interp.set_limits(Limits { steps: 20_000_000, ..Limits::default() });
    let enter = format!("cd {{{}}}", folder.display());
    interp.run_script(&enter).expect("the folder is there");
    let (outcome, output) = interp.capture(|interp| interp.source("run.tcl"));
    if let Err(error) = outcome {
        return format!("{output}stopped: {error}");
    }
    output.replace(&*folder.to_string_lossy(), "FOLDER")
}

/// A script and its name.
struct Case {
    name: String,
    script: String,
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tcl/cases");
    let entries = std::fs::read_dir(folder).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "lines" || it == "tcl")).collect();
    paths.sort();
    paths
}

fn cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a file of cases");
    if path.extension().is_some_and(|it| it == "lines") {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
        return lines
            .map(|(number, line)| Case { name: format!("line {}", number + 1), script: line.to_owned() })
            .collect();
    }
    let blocks = text.split("#### ").skip(1);
    let blocks = blocks.map(|block| block.split_once('\n').expect("a name and a script"));
    blocks.map(|(name, script)| Case { name: name.to_owned(), script: script.to_owned() }).collect()
}

fn golden_of(path: &Path) -> PathBuf {
    path.with_extension(format!("{}.out", path.extension().expect("one").to_string_lossy()))
}

/// The outputs of all cases of a file.
fn outputs(path: &Path, run: fn(&str) -> String) -> String {
    let mut text = String::new();
    for case in cases(path) {
        write!(text, "#### {}\n{}", case.name, run(&case.script)).expect("text grows");
    }
    text
}

/// The first differences, case by case.
fn differences(path: &Path, expected: &str, found: &str) -> Vec<String> {
    let blocks = |text: &str| text.split("#### ").skip(1).map(str::to_owned).collect::<Vec<_>>();
    let pairs = blocks(expected).into_iter().zip(blocks(found)).filter(|(expected, found)| expected != found);
    let file = path.file_name().expect("a name").to_string_lossy().into_owned();
    pairs.map(|(expected, found)| format!("{file}: expected {expected}----- found {found}")).collect()
}

#[test]
fn scripts_print_what_tclsh_prints() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files() {
        let expected = std::fs::read_to_string(golden_of(&path)).expect("a golden file");
        let found = outputs(&path, by_us);
        count += cases(&path).len();
        wrong.extend(differences(&path, &expected, &found));
        if wrong.is_empty() {
            assert_eq!(expected, found, "{}: other cases", path.display());
        }
    }
    println!("{count} scripts");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn goldens_are_what_tclsh_prints() {
    if !oracle::has_tclsh() {
        return;
    }
    let update = std::env::var_os("ZEROSLACK_UPDATE_GOLDENS").is_some();
    for path in files() {
        let found = outputs(&path, by_tclsh);
        if update {
            std::fs::write(golden_of(&path), &found).expect("a golden file");
        }
        let golden = std::fs::read_to_string(golden_of(&path)).expect("a golden file");
        let wrong = differences(&path, &golden, &found);
        assert!(wrong.is_empty() && golden == found, "{}", wrong.join("\n"));
    }
}
