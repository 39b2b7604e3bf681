//! What is made once for a netlist, on a device: the levels of its graph, and its RC trees. The sums of numbers that both need serve searches, too.

pub(crate) mod flatten;
pub(crate) mod flatten_plan;
pub(crate) mod levels;
pub(crate) mod scan;
