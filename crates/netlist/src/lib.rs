//! The flat design: cells, pins and nets as flat arrays with typed u32 ids, linked to library cells.
//!
//! [`link()`] flattens Verilog modules and links them to a [`CellLibrary`]; [`Netlist::read_parasitics`]
//! binds a SPEF file's nets to it; [`Netlist::write_verilog`] and [`Netlist::write_spef`] write both out again. A
//! netlist knows nothing of time.

mod alias;
mod bind;
mod body;
mod budget;
mod check;
mod connect;
mod edit;
mod flatten;
mod hierarchy;
mod id;
mod interface;
mod left_out;
mod library;
mod link;
mod names;
mod netlist;
mod parasitics;
mod pin_lists;
mod rc;
mod reach;
mod write_spef;
mod write_verilog;
mod written;

pub use body::Source;
pub use edit::{Change, EditError, Mark};
pub use id::{CellId, MasterId, NetId, PinId};
pub use library::{CellLibrary, Master, MasterPin};
pub use link::{LinkOptions, link};
pub use netlist::{Netlist, Port, PortDirection};
pub use parasitics::{NodeResistor, Parasitics, RcNet, RcNetwork};
