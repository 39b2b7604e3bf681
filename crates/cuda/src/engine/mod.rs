//! A design on a device: its arrays, the stages of an update as launches of kernels, the results, and queries about
//! them. The kernels compute; what is here says which of them run, over which indices, in which order.

pub(crate) mod changes;
pub(crate) mod clock_network;
pub(crate) mod clocks;
pub(crate) mod fetch;
pub(crate) mod latches;
pub(crate) mod measure;
pub(crate) mod pin_slacks;
pub(crate) mod plan;
pub(crate) mod query;
pub(crate) mod query_memory;
pub(crate) mod resident;
pub(crate) mod schedule;
pub(crate) mod slots;
pub(crate) mod table_pairs;
pub(crate) mod update;
