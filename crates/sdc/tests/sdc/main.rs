//! The reader of contests' constraints, case by case.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod common;
mod tau;
