//! The flat design: cells, pins and nets as flat arrays with typed u32 ids, linked to library cells.
//!
//! [`link()`] flattens Verilog modules and links them to a [`CellLibrary`]. [`Parasitics`] are kept beside the netlist, one for each corner:
//! [`Parasitics::read`] binds a SPEF file's nets, and an [`Editor`] has them follow edits. [`Netlist::write_verilog`] and
//! [`Parasitics::write_spef`] write both out again. A netlist knows nothing of time.

mod alias;
mod alike;
mod bind;
mod bits;
mod body;
mod budget;
mod cell_names;
mod check;
mod collision;
mod connect;
mod edit;
mod editor;
mod fill;
mod flat;
mod flatten;
mod given;
mod glob;
mod hierarchy;
mod id;
mod interface;
mod journal;
mod library;
mod link;
mod masters;
mod name_table;
mod named;
mod names;
mod netlist;
mod parasitics;
mod part;
mod piece;
mod pin_lists;
mod port;
mod problem;
mod rc;
mod reach;
mod reader;
mod scope;
mod shards;
mod size;
mod spef_names;
mod write_spef;
mod write_verilog;
mod written;

pub use body::Source;
pub use edit::{Change, EditError, Mark, Touched};
pub use editor::Editor;
pub use given::{NetParasitics, ParasiticsError};
pub use glob::Pattern;
pub use id::{CellId, HierarchicalPinId, InstanceId, MasterId, NetId, PinId};
pub use library::{CellLibrary, Master, MasterPin, prefer};
pub use link::{LinkOptions, link};
pub use named::{AnyPin, CellOrInstance};
pub use netlist::Netlist;
pub use parasitics::{NodeResistor, Parasitics, ParasiticsMark, RcNet};
pub use port::{Port, PortDirection};
pub use reader::{BoundSpef, ParasiticsReader, SpefSource};
