//! Designs and libraries that are made, by the library and by the command.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod command;
mod common;
mod generate;
mod library;
