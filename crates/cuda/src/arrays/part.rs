//! What the part of a design that constrained paths can take is made from, as its kernels get it.

/// Addresses on a device, and numbers. The buffers are held by `part/cone.rs` and by what is searched.
///
/// The same fields in the same order, with their shapes, are in `cone_arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ConeArrays {
    pub(crate) nodes: u64,
    pub(crate) roots: u64,
    pub(crate) root_vertex: u64,
    pub(crate) root_endpoint: u64,
    pub(crate) root_source: u64,
    pub(crate) end_nodes: u64,
    pub(crate) points: u64,
    pub(crate) set_first: u64,
    pub(crate) end_data: u64,
    pub(crate) end_captures: u64,
    pub(crate) end_outputs: u64,
    pub(crate) from_level: u64,
    pub(crate) end_level: u64,
    pub(crate) sets: u64,
    pub(crate) has_from: u64,
    pub(crate) has_ends: u64,
    pub(crate) marks: u64,
    pub(crate) reached: u64,
    pub(crate) words: u64,
    pub(crate) starts: u64,
    pub(crate) behind: u64,
    pub(crate) inside: u64,
    pub(crate) leg_words: u64,
    pub(crate) numbers: u64,
    pub(crate) looks: u64,
    pub(crate) seen: u64,
    pub(crate) part: PartArrays,
}

/// The part itself.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartArrays {
    pub(crate) fanin_first: u64,
    pub(crate) arc_source: u64,
    pub(crate) arc_kind: u64,
    pub(crate) delay: u64,
    pub(crate) arrival: u64,
    pub(crate) node_pin: u64,
    pub(crate) design_node: u64,
    pub(crate) design_arc: u64,
    pub(crate) start_node: u64,
    pub(crate) start_arrival: u64,
    pub(crate) root_vertex: u64,
    pub(crate) root_endpoint: u64,
    pub(crate) root_source: u64,
    pub(crate) root: u64,
}
