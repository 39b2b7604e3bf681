//! Writes benchmark designs of any size as ordinary files that any timing tool can read: structural Verilog, early and
//! late Liberty, SPEF, SDC, and the assertions of the TAU contests. The cells are of a library of its own, or of one that is given.
//!
//! [`Options`] (or a [`Preset`] of the literature's sizes) say what a design should be like, [`Design::new`] generates it, and
//! its `write_…` methods write the files, each to any [`std::io::Write`]: a file, a compressor, or a buffer in memory, so that a
//! benchmark needs no files. The same options give the same bytes on every machine.
//!
//! ```
//! use zeroslack_synth::{Design, Options, Split};
//!
//! let design = Design::new(Options::new(1000))?;
//! let (mut netlist, mut late) = (Vec::new(), Vec::new());
//! design.write_verilog(&mut netlist)?;
//! design.write_liberty(Split::Late, &mut late)?;
//! assert!(netlist.starts_with(b"module synth_1000 ("));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The model
//!
//! *Placement.* Cells lie along a Hilbert curve over a square die, 2.6 µm² each, so near in order is near on the die. They
//! come in blocks; a block has a depth of its own, and its gates have levels from 1 to that depth, more low ones than high
//! ones. Flip-flops come in banks, ports along the edge. How many gates have one input is chosen so that the number of pins comes out.
//!
//! *Nets.* A gate's first input comes from the level just below its own: levels are real depths, and there is no cycle. Its
//! others come from any lower level, mostly a close one, so paths split and meet again at every level. A driver has a
//! number of sinks it is meant for: most have 1 to 4, a few have hundreds. An input takes the nearest driver with room, from
//! where an offset with a power law's tail has led it: P(distance along the curve > n) = √(2/n), as Rent's rule would have
//! it with an exponent of 0.5. Most endpoints are at the deep end of their block, some at any gate, some take another flip-flop's output.
//!
//! *Wires.* A trunk along the driver's row, columns from it, branches to the sinks, all cut into pieces: about ten nodes a net.
//! 0.16 fF/µm; 0.004 kΩ/µm for short nets, less for long ones, which are on wider metal.
//!
//! *Clocks.* Neighbouring flip-flops, 16 to 40 of them, share a leaf buffer, neighbouring buffers a branch, up to a
//! root, so that all flip-flops are equally many buffers from the port and wires make the skew. With several clocks each has a
//! region of the die, and a period of 1, 2 or 4 times the fastest's.
//!
//! *Built-in library.* INV to OAI22, MUX2, DFF, CLKBUF in up to six strengths, tables of 7 × 8 from a formula: a drive charges a
//! load through a resistance, the later the slower its input. Early delays are 0.88 of late ones. Both libraries have setup and hold times.
//!
//! *Given library.* [`Library::new`] takes cells from Liberty by what they are: a rising-edge flip-flop, buffers for clocks,
//! gates by truth table, as often as the built-in ones with the same; others are rare. How strong a cell is follows from how much later
//! it is for each fF, next to the smallest inverter; how much wire there is from the area of the smallest gate of two inputs; what
//! happens at ports from that inverter's delay. No cell is given more than its `max_capacitance` where a stronger one is there.
//!
//! *Constraints.* A quick timing pass of the generator's own (Elmore, tables, CPPR for each endpoint's worst launch) chooses
//! strengths by load, then the period so that the wanted share of endpoints fails setup, then the built-in flip-flops' hold time
//! for hold.

mod chip;
mod clock;
mod connect;
mod design;
mod estimate;
mod hilbert;
mod library;
mod options;
mod period;
mod place;
mod preset;
mod random;
mod scan;
mod wire;
mod write;

pub use chip::Chip;
pub use design::{Counts, Design};
pub use library::{Library, LibraryError, Split};
pub use options::{Options, OptionsError};
pub use preset::Preset;
