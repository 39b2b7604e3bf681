//! Everything on the device, as the kernels get it: where each array is.
//!
//! The structures are listed here once. Each is made twice from its list: in Rust by `structures!`, and in C++ as the text of `arrays.h`,
//! which a test holds against it. A kernel's function takes the families that it reads and writes. Those that walk back along paths take all of
//! `Arrays`: after CPPR they call `credit`, which has to keep its shape, and their twins before CPPR are made of the same templates.

pub(crate) mod clocks;
pub(crate) mod cone;
pub(crate) mod design;
#[cfg(test)]
mod header;
pub(crate) mod latches;
pub(crate) mod pointer;
pub(crate) mod preparation;
pub(crate) mod search;
pub(crate) mod statistical;
pub(crate) mod structure;

use clocks::{ClockArrays, PinSlackArrays};
use cone::ConeArrays;
use design::{
    BlockArrays, ChangeArrays, ConstraintArrays, DriveArrays, DriverArrays, EndpointArrays, GraphArrays,
    NetArrays, QueryArrays, ResultArrays, SlotNumbers, TableArrays,
};
use latches::LatchArrays;
use preparation::{FlattenArrays, LevelArrays, ScanArrays};
use search::SearchArrays;
use statistical::{SampleArrays, StatisticalArrays};
use structure::structures;

/// Marks what is not there, as in `kernels/packing.h`.
pub(crate) const NONE: u32 = u32::MAX;

/// Set in what may be of a check or of an output, where it is of an output: as in `kernels/packing.h`.
pub(crate) const OF_OUTPUT: u32 = 1 << 31;

structures! {
    /// Addresses on a device of all arrays of a design, in families. Only what holds the buffers makes one.
    pub struct Arrays {
        nets: NetArrays,
        graph: GraphArrays,
        tables: TableArrays,
        constraints: ConstraintArrays,
        results: ResultArrays,
        endpoints: EndpointArrays,
        blocks: BlockArrays,
        slots: SlotNumbers,
        queries: QueryArrays,
        levels: LevelArrays,
        scan: ScanArrays,
        flatten: FlattenArrays,
        clocks: ClockArrays,
        pin_slacks: PinSlackArrays,
        search: SearchArrays,
        /// What parts of the design are made from.
        cone: ConeArrays,
        drivers: DriverArrays,
        drives: DriveArrays,
        samples: SampleArrays,
        statistical: StatisticalArrays,
        latches: LatchArrays,
        changes: ChangeArrays,
    }
}
