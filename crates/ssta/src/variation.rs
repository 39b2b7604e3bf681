//! Where variation comes from.

use zeroslack_graph::{ArcId, ArcKind};
use zeroslack_timing::{TimedGraph, has_signal};
use zeroslack_units::{Split, Transition};

/// How a delay is distributed: skew-normal, as Liberty's variation format (LVF) has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// ps.
    pub mean: f32,
    /// Standard deviation, ps; not negative.
    pub sigma: f32,
    /// The third standardised moment; taken as ±[`crate::MOST_SKEWNESS`] beyond that.
    pub skewness: f32,
}

/// Standard deviations as shares of delays, the same for all cells and all wires: what is used where no library says more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatVariation {
    /// Of a cell's delay.
    pub cell: f32,
    /// Of a wire's.
    pub wire: f32,
    /// Of both.
    pub skewness: f32,
}

impl FlatVariation {
    /// The distribution of an arc's delay to a transition of its target; none where no signal comes by it. Its mean is the delay that there is without variation.
    pub fn of_arc(
        &self,
        graph: &TimedGraph<'_>,
        arc: ArcId,
        split: Split,
        to: Transition,
    ) -> Option<Moments> {
        let mean = graph.delay(arc, split, to);
        let share = match graph.arc_kinds[arc.index()].kind() {
            ArcKind::Wire(_) => self.wire,
            ArcKind::Cell(_) => self.cell,
        };
        has_signal(mean).then(|| Moments { mean, sigma: share * mean.abs(), skewness: self.skewness })
    }
}
