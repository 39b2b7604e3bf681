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

/// The program under test.
fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_zeroslack"))
}
