//! The commands that only the shell has, a family a file.

pub(crate) mod check_types;
pub(crate) mod clock_reports;
pub(crate) mod constant_reports;
pub(crate) mod design;
pub(crate) mod edits;
pub(crate) mod exception_reports;
pub(crate) mod html;
pub(crate) mod object_reports;
pub(crate) mod path_selection;
pub(crate) mod pin_reports;
pub(crate) mod read;
pub(crate) mod report_paths;
pub(crate) mod reported;
pub(crate) mod rule_counts;
pub(crate) mod scripts;
pub(crate) mod session;
pub(crate) mod slack_reports;
