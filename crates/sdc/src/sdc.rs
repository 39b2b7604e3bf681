//! SDC files, as far as they are plain: commands in the words of Tcl, but without its control structures.
//!
//! Understood are `create_clock`, `set_propagated_clock`, `set_clock_latency` (of sources), `set_input_delay`,
//! `set_output_delay`, `set_input_transition`, `set_load`, `set_units`, `set`, `list`, `get_ports`, `get_pins`, `get_clocks`,
//! `all_inputs`, `all_outputs` and `all_clocks`; comments, continued lines, quotes, braces, `$name`, and patterns
//! with `*` and `?` in names. A bus's name stands for all its bits, `a[3]` for one. The pin of a block, which is not
//! there once the design is flat, stands for the pin that drives its net.
//!
//! Other SDC commands are ignored with a warning. A command that has an error changes nothing.

mod args;
mod clocks;
mod delays;
mod environment;
mod known;
mod latency;
mod objects;
mod reader;
mod substitute;
mod units;
mod value;
mod words;

use zeroslack_input::Diagnostics;
use zeroslack_netlist::Netlist;

use crate::{Constraints, Units};

/// Reads an SDC file whose numbers are in `units`, as long as its own `set_units` does not say otherwise.
///
/// Constraints on ports are in the order of the ports, those on one port in the order of the file.
pub fn read(text: &str, netlist: &Netlist, units: &Units) -> (Constraints, Diagnostics) {
    let mut reader = reader::Reader::new(text, netlist, *units);
    reader.run();
    reader.finish()
}
