//! The commands, a family a file.

pub(crate) mod clocks;
pub(crate) mod design;
pub(crate) mod edits;
pub(crate) mod libraries;
pub(crate) mod numbers;
pub(crate) mod objects;
pub(crate) mod ports;
pub(crate) mod read;
pub(crate) mod registers;
pub(crate) mod scripts;
pub(crate) mod session;
pub(crate) mod units;
pub(crate) mod write_sdc;
