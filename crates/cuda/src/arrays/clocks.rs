//! What CPPR works on, as its kernels get it.

/// Addresses on a device, of buffers that `engine/clocks.rs` holds.
///
/// The same fields in the same order, with their shapes, are in `clock_arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClockArrays {
    pub(crate) vertex: u64,
    pub(crate) number: u64,
    pub(crate) place: u64,
    pub(crate) spread: u64,
    pub(crate) trace: u64,
    pub(crate) order: u64,
    pub(crate) above: u64,
    pub(crate) ordered: u64,
    pub(crate) extremes: u64,
    pub(crate) point: u64,
    pub(crate) point_end: u64,
    pub(crate) by_lane: u64,
    pub(crate) parent: u64,
    pub(crate) rise: u64,
    pub(crate) start_pin: u64,
    pub(crate) tops: u64,
    pub(crate) heads: u64,
    pub(crate) entries: u64,
    pub(crate) used: u64,
    pub(crate) room: u64,
    pub(crate) count: u32,
    pub(crate) is_on: u32,
    pub(crate) is_same_pin: u32,
    pub(crate) unused: u32,
}
