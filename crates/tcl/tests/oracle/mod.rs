//! Scripts are run here and by `tclsh`.

use std::path::Path;
use std::process::{Command, Stdio};

use zeroslack_tcl::{Interp, Limits};

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

/// The version of Tcl that answers are compared with.
const VERSION: &str = "8.6";

/// Whether `tclsh` is here, in the version whose answers are compared.
pub fn has_tclsh() -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("version.tcl"), "puts [info tclversion]").expect("a file");
    let found = Command::new("tclsh").arg("version.tcl").current_dir(&folder).output();
    let found = found.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == VERSION);
    if !found {
        assert!(std::env::var_os("CI").is_none(), "tclsh {VERSION} must be here where CI runs");
        println!("skipped: no tclsh {VERSION}");
    }
    found
}

fn folder_of(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("case.tcl"), script).expect("a file");
    std::fs::write(folder.path().join("run.tcl"), RUN).expect("a file");
    folder
}

/// What `tclsh` prints.
pub fn by_tclsh(script: &str) -> String {
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
pub fn by_us(script: &str) -> String {
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
