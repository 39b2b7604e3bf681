//! The files of a design, each to any [`Write`](std::io::Write): a file, a compressor, a buffer in memory.

mod assertions;
mod constraints;
mod liberty;
mod names;
mod parasitics;
pub(crate) mod text;
mod verilog;
