//! The rules of an edge, each in its one place: how long a signal takes along it, and which of equal ways comes first.
//!
//! Their twins for kernels are in `cuda/src/engine/graph.h`.

use zeroslack_graph::ArcId;
use zeroslack_netlist::PinId;
use zeroslack_units::{Ticks, Transition, ticks};

use crate::timed_graph::TimedGraph;

/// Whether a signal comes by an edge with some delay, ps: a delay is NaN where none does.
#[inline]
pub fn has_signal(delay: f32) -> bool {
    !delay.is_nan()
}

/// The time that a signal takes along an edge with some delay, ps. Of NaN, where no signal comes, it means nothing, and is to be left out.
#[inline]
pub fn time_along(delay: f32) -> Ticks {
    ticks(delay)
}

/// The time that a check's margin takes, ps: how long data has to be there before the clock, or to stay after it. Not for a margin that there is
/// none of.
#[inline]
pub fn time_of_margin(margin: f32) -> Ticks {
    ticks(margin)
}

impl TimedGraph<'_> {
    /// The order of equal ways to a transition of an arc's target: by the pin and the transition that they come from, then by the content of the
    /// tags there, which arcs into a node are in the order of.
    #[inline]
    pub fn order_of_equals(&self, arc: ArcId, to: Transition) -> (PinId, Transition, ArcId) {
        let source = self.arc_source(arc);
        (self.node_pins[source.node().index()], source.from(to), arc)
    }
}
