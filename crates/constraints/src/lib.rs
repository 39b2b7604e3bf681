//! The commands that state constraints: SDC, and what Tcl scripts of constraints use beside it.
//!
//! They work on a [`Design`], which gives a netlist and takes edits of its constraints. Whoever embeds them gives an interpreter a [`State`] with a design and
//! with the [`Tables`] of its commands: [`TABLES`] has those of constraints alone.

pub mod command;
pub mod later;
pub mod object;
pub mod property;
pub mod settings;

mod arguments;
mod bare;
mod commands;
mod design;
mod dispatch;
mod filter;
mod help;
mod methods;
mod nearest;
mod read;
mod state;
mod unknown;

pub use arguments::Arguments;
pub use bare::{read_text, read_text_within};
pub use command::{Command, TABLES, Tables};
pub use commands::files::unwritten;
pub use commands::numbers::number;
pub use commands::objects::{one_object, pins, pins_for};
pub use commands::scripts::run_file;
pub use commands::units::time_unit;
pub use commands::write_sdc::exception_texts;
pub use design::{Design, NoDesign, PinTime};
pub use dispatch::{define, settle, state, take_design, tell_of_variables};
pub use help::{page, usage};
pub use methods::call as call_object;
pub use nearest::nearest;
pub use read::{NAME_OF_NOTHING, PARTLY, exit_status, read, script};
pub use state::{State, failed, no_design};
pub use unknown::OF_OTHERS;
