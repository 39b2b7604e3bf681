//! Whether there is a `tclsh` to hold the interpreter against.

use std::process::Command;

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
        zeroslack_testing::skip("no tclsh 8.6");
    }
    found
}
