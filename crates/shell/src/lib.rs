//! The Tcl commands of a timing tool over a [`Session`](zeroslack::Session): reading, reports, edits. Each is a thin call of the library, and there is no rule of timing
//! here. The commands that state constraints are those of [`zeroslack::constraints`].
//!
//! A [`Shell`] is an interpreter that knows them all. They are in one table ([`TABLES`]), from which `-help` and the pages of the
//! documentation are made.

mod commands;
mod complete;
mod corners;
mod methods;
mod own;
mod pages;
mod path_lists;
mod path_properties;
mod shell;
mod tables;

pub use commands::check_types::page_checks;
pub use pages::{page, properties_page};
pub use shell::Shell;
pub use tables::TABLES;
