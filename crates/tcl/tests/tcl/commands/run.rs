//! A script is run here and by `tclsh`.

use std::process::{Command, Stdio};

use zeroslack_tcl::{Interp, Limits};

/// What `tclsh` prints.
pub fn by_tclsh(script: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = format!("fconfigure stdout -encoding utf-8\n{script}");
    std::fs::write(folder.path().join("all.tcl"), script).expect("a file");
    let output = Command::new("tclsh")
        .args(["-encoding", "utf-8", "all.tcl"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .expect("tclsh runs");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What our interpreter prints.
pub fn by_us(script: &str) -> String {
    let mut interp = Interp::new();
    interp.set_limits(Limits { steps: 50_000_000, ..Limits::default() });
    let (outcome, output) = interp.capture(|interp| interp.run_script(script));
    outcome.expect("the script runs");
    output
}
