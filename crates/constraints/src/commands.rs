//! The commands, a family a file.

pub(crate) mod clock_relations;
pub(crate) mod clocks;
pub(crate) mod derates;
pub(crate) mod drives;
pub(crate) mod exceptions;
pub(crate) mod files;
pub(crate) mod ideal;
pub(crate) mod latencies;
pub(crate) mod libraries;
pub(crate) mod limits;
pub(crate) mod loads;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod objects;
pub(crate) mod ports;
pub(crate) mod registers;
pub(crate) mod scripts;
pub(crate) mod stated_checks;
pub(crate) mod structure;
pub(crate) mod surroundings;
pub(crate) mod uncertainty;
pub(crate) mod units;
pub(crate) mod write_sdc;
