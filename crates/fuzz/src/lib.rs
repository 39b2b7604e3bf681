//! Fuzz targets of everything that reads input or takes edits, each with an oracle.
//!
//! A [`Target`] is a function of bytes that panics where something is wrong: a crash, two answers to one question, a place that is not in the
//! text. The tests run all of them over seeds (`seeds/TARGET`), over what was found earlier (`findings/TARGET`), and over random changes of
//! both. The binary runs a target over files or, with the feature `libfuzzer`, is guided by coverage; the script `run` builds it and runs all targets.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a target fails by panicking")]

mod design;
mod edited;
pub mod edits;
mod readers;
mod scripts;
mod shells;
mod target;
mod tokens;

pub use target::Target;
pub use tokens::change_tokens;
