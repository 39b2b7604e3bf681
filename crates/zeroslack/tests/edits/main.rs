//! Edits: long random sequences against fresh loads and undo, errors, the record of changes, and a contest's bad inputs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../brute/dice.rs"]
mod dice;

mod changes;
mod contest;
mod errors;
mod examples;
mod fresh;
mod gates;
mod healing;
mod held;
mod left_out;
mod random;
mod results;
mod sequences;
mod state;
mod wires;
