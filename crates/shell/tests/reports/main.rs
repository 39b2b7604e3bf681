//! Reports of paths, against those that another timer prints of the same designs, and on designs of our own.
//!
//! `cargo test -p zeroslack-shell --test reports -- --ignored --nocapture table` prints how each report of each case ends.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../../zeroslack/tests/common/mod.rs"]
mod common;
mod json;
mod own;
mod peer;
mod text;
