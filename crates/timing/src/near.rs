//! Asks for what is needed soon, so that it is on its way while something else is computed.
//!
//! An incremental update goes from a node to its neighbours, which lie far apart in memory. By itself it would wait several times at each: for where arcs are, for the arcs, for the values at their
//! other ends. What can be known to be needed is asked for as soon as its place is known; on the leon2 size that takes a third off an update.

use zeroslack_graph::{NodeId, Structure};

/// Asks for the cache line of a value of a slice. Nothing waits for it; an index behind the end does nothing that could be seen.
#[inline(always)]
pub(crate) fn ask_for<T>(values: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "an address is asked for, and not followed")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect but on caches, whatever is at the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(values.as_ptr().wrapping_add(at).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (values, at);
}

/// Asks for where the arcs of a node are.
#[inline(always)]
pub(crate) fn ask_for_ranges(graph: &Structure, node: NodeId) {
    ask_for(graph.fanin_first(), node.index());
    ask_for(graph.fanout_first(), node.index());
}

/// Asks for the arcs of a node, where the ranges are near already.
#[inline(always)]
pub(crate) fn ask_for_arcs(graph: &Structure, node: NodeId) {
    ask_for(graph.arc_sources(), graph.fanin_range(node).start);
    ask_for(graph.fanouts(), graph.fanout_range(node).start);
}
