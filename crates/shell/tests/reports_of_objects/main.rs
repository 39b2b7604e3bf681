//! Reports of clocks, slacks, pins, nets and checks, against another timer's texts, and on small designs.
//!
//! `cargo test -p zeroslack-shell --test reports_of_objects -- --ignored --nocapture table` prints how each report of the shared data ends.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

#[path = "../../../zeroslack/tests/common/mod.rs"]
mod common;
mod compare;
mod exceptions;
mod goldens;
mod ideal;
mod latches;
mod library_checks;
mod pulse;
mod rules;
mod rules_on_purpose;
