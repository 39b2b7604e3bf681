//! The commands, a family a file.

pub(crate) mod clock_reports;
pub(crate) mod clocks;
pub(crate) mod derates;
pub(crate) mod design;
pub(crate) mod drives;
pub(crate) mod edits;
pub(crate) mod html;
pub(crate) mod latencies;
pub(crate) mod libraries;
pub(crate) mod limits;
pub(crate) mod loads;
pub(crate) mod numbers;
pub(crate) mod object_reports;
pub(crate) mod objects;
pub(crate) mod pin_reports;
pub(crate) mod ports;
pub(crate) mod read;
pub(crate) mod registers;
pub(crate) mod reported;
pub(crate) mod scripts;
pub(crate) mod session;
pub(crate) mod slack_reports;
pub(crate) mod surroundings;
pub(crate) mod uncertainty;
pub(crate) mod units;
pub(crate) mod write_sdc;
