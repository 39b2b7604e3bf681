//! Everything on the device, as the kernels get it: where each array is. The headers beside the files are the same structures in C++.

pub(crate) mod clocks;
pub(crate) mod part;
pub(crate) mod search;

use clocks::ClockArrays;
use part::ConeArrays;
use search::SearchArrays;

/// Marks what is not there, as in `arrays.h`.
pub(crate) const NONE: u32 = u32::MAX;

/// Set in what may be of a check or of an output, where it is of an output: as in `search_arrays.h`.
pub(crate) const OF_OUTPUT: u32 = 1 << 31;

/// Addresses on a device of all arrays of a design. Only what holds the buffers makes one.
///
/// The same fields in the same order, with their shapes, are in `arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrays {
    pub(crate) tree_order: u64,
    pub(crate) rc_first: u64,
    pub(crate) rc_nodes: u64,
    pub(crate) first_wire: u64,
    pub(crate) wire_node: u64,
    pub(crate) large_first: u64,
    pub(crate) pin_loads: u64,
    pub(crate) fanin_first: u64,
    pub(crate) arc_source: u64,
    pub(crate) arc_kind: u64,
    pub(crate) node_tree: u64,
    pub(crate) node_pin: u64,
    pub(crate) pin_node: u64,
    pub(crate) pin_arc: u64,
    pub(crate) pin_delay: u64,
    pub(crate) model_launches: u64,
    pub(crate) fanout_first: u64,
    pub(crate) raw_fanout: u64,
    pub(crate) fanout: u64,
    pub(crate) axes: u64,
    pub(crate) knots: u64,
    pub(crate) starts: u64,
    pub(crate) inverses: u64,
    pub(crate) tables: u64,
    pub(crate) values: u64,
    pub(crate) arc_tables: u64,
    pub(crate) slew_node: u64,
    pub(crate) stated_slew: u64,
    pub(crate) arrival_node: u64,
    pub(crate) stated_arrival: u64,
    pub(crate) start_node: u64,
    pub(crate) start_arrival: u64,
    pub(crate) pin_checks: u64,
    pub(crate) checks: u64,
    pub(crate) node_end: u64,
    pub(crate) end_first: u64,
    pub(crate) end_entry: u64,
    pub(crate) output_node: u64,
    pub(crate) output_required: u64,
    pub(crate) scratch: u64,
    pub(crate) loads: u64,
    pub(crate) wires: u64,
    pub(crate) slew: u64,
    pub(crate) delay: u64,
    pub(crate) arrival: u64,
    pub(crate) margin: u64,
    pub(crate) credits: u64,
    pub(crate) check_required: u64,
    pub(crate) clock_required: u64,
    pub(crate) required: u64,
    pub(crate) is_lumped: u32,
    pub(crate) start_count: u32,
    pub(crate) endpoints: u64,
    pub(crate) endpoint_slacks: u64,
    pub(crate) totals: u64,
    pub(crate) summaries: u64,
    pub(crate) ticket: u64,
    pub(crate) rendezvous: u64,
    pub(crate) endpoint_count: u32,
    pub(crate) padded_endpoints: u32,
    pub(crate) endpoint_kinds: u32,
    pub(crate) unused_too: u32,
    pub(crate) selection: u64,
    pub(crate) bins: u64,
    pub(crate) records: u64,
    pub(crate) query_nodes: u64,
    pub(crate) query_values: u64,
    pub(crate) levels: LevelArrays,
    pub(crate) scan: ScanArrays,
    pub(crate) flatten: FlattenArrays,
    pub(crate) clocks: ClockArrays,
    pub(crate) search: SearchArrays,
    /// What parts of the design are made from.
    pub(crate) cone: ConeArrays,
}

/// Numbers to be replaced by sums, as in `arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScanArrays {
    pub(crate) values: u64,
    pub(crate) sums: u64,
    pub(crate) ticket: u64,
    pub(crate) count: u32,
    pub(crate) unused: u32,
}

/// What RC trees are made from, as in `arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FlattenArrays {
    pub(crate) trees: u64,
    pub(crate) order: u64,
    pub(crate) large: u64,
    pub(crate) node_pin: u64,
    pub(crate) capacitance: u64,
    pub(crate) resistors: u64,
    pub(crate) pin_load: u64,
    pub(crate) wire_sink: u64,
    pub(crate) scratch: u64,
    pub(crate) sizes: u64,
    pub(crate) wire_node: u64,
    pub(crate) nodes: u64,
    pub(crate) tree_count: u32,
    pub(crate) large_wires: u32,
}

/// What levels are found from and in, as in `arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LevelArrays {
    pub(crate) first: u64,
    pub(crate) source: u64,
    pub(crate) missing: u64,
    pub(crate) fanouts: u64,
    pub(crate) fanout_end: u64,
    pub(crate) targets: u64,
    pub(crate) queue_arc: u64,
    pub(crate) queue_shift: u64,
    pub(crate) level: u64,
    pub(crate) level_first: u64,
    pub(crate) state: u64,
    pub(crate) order_before: u64,
    pub(crate) order: u64,
    pub(crate) place: u64,
    pub(crate) pins: u32,
    pub(crate) arcs: u32,
    pub(crate) tiles: u32,
    pub(crate) unused: u32,
    pub(crate) digit_bits: u32,
    pub(crate) digit_shift: u32,
}
