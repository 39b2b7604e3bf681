//! Edits: long random sequences against fresh loads and undo, errors, the record of changes, and a contest's bad inputs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod changes;
mod contest;
mod errors;
mod held;
mod left_out;
mod ports;
mod sequences;

use zeroslack_fuzz::edits::{examples, fresh, gates, random, results, state};
