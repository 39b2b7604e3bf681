//! The shell's commands: what they do, state and print, over small designs, against the library, and against OpenSTA.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod commands;
mod constraints;
mod flows;
mod html;
mod objects;
mod opensta;
mod reports;
mod reports_of_objects;
