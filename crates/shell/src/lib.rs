//! The Tcl commands of a timing tool over a [`Session`](zeroslack::Session): each is a thin call of the library, and there is no rule of timing
//! here.
//!
//! A [`Shell`] is an interpreter that knows them. All commands are in one table ([`command::COMMANDS`]), from which `-help` and the page of the
//! documentation are made.

pub mod command;

mod arguments;
mod commands;
mod complete;
mod constraints_file;
mod corners;
mod dispatch;
mod filter;
mod help;
mod later;
mod methods;
mod nearest;
mod object;
mod path_lists;
mod property;
mod said;
mod settings;
mod shell;
mod state;
mod unknown;

pub use commands::check_types::page_checks;
pub use constraints_file::{Constrained, is_likely_script, run_constraints, wants_shell};
pub use help::page;
pub use later::{LATER, Later, UntilThen, later};
pub use property::page as properties_page;
pub use settings::{VARIABLES, Variable};
pub use shell::Shell;
pub use unknown::OF_OTHERS;
