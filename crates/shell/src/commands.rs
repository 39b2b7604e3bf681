//! The commands, a family a file.

pub(crate) mod clocks;
pub(crate) mod derates;
pub(crate) mod design;
pub(crate) mod drives;
pub(crate) mod edits;
pub(crate) mod latencies;
pub(crate) mod libraries;
pub(crate) mod limits;
pub(crate) mod loads;
pub(crate) mod numbers;
pub(crate) mod objects;
pub(crate) mod path_selection;
pub(crate) mod ports;
pub(crate) mod read;
pub(crate) mod registers;
pub(crate) mod report_paths;
pub(crate) mod scripts;
pub(crate) mod session;
pub(crate) mod surroundings;
pub(crate) mod uncertainty;
pub(crate) mod units;
pub(crate) mod write_sdc;
