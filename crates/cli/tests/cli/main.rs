//! The command line and its files, as a user meets them.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod arguments;
mod chips;
mod commands;
mod contest;
mod diagnostics;
mod files;
mod flows;
mod inputs;
mod libraries;
mod limits;
mod nesting;
mod outputs;
mod paths_out;
mod points;
mod report;
mod samples;
mod scripts;
mod statistical;
mod tcl_constraints;
mod tiny;
mod truncation;
mod variation;

use std::process::Command;

/// The program under test: the one that was built with these tests, or the one that `ZEROSLACK_BINARY` names, such as a release build.
fn program() -> Command {
    let stated = std::env::var_os("ZEROSLACK_BINARY");
    Command::new(stated.unwrap_or_else(|| env!("CARGO_BIN_EXE_zeroslack").into()))
}
