//! The interpreter as programs use it, and against `tclsh`.

mod cases;
mod commands;
mod embedding;
mod oracle;
mod programs;
