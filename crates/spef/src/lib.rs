//! SPEF parasitics: text in, a [`Spef`] and diagnostics out; and back out with [`write()`].
//!
//! Units are converted here, once: capacitance fF, resistance kΩ, delays ps, all f32. Coupling
//! capacitors are lumped to ground, times a factor.
//!
//! The header is read first; what follows it is cut into pieces at the starts of nets, and the pieces
//! are read in parallel. Where the cuts are depends on the text alone, so the result does not depend on
//! the number of threads.

mod capacitance;
mod cursor;
mod entries;
mod file;
mod header;
mod name_map;
mod names;
mod net;
mod nodes;
mod number;
mod parasitics;
mod piece;
mod problem;
mod read;
mod reduced;
mod slots;
mod split;
mod write;

pub use names::unescape;
pub use parasitics::{
    Header, Name, NameMap, Net, NetKind, Nets, Node, Options, Port, PortDirection, Reduced, Resistor, Spef,
};
pub use read::read;
pub use write::write;
