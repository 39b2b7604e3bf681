//! Which clock edges launch and capture what, and how far apart launch and capture are.
//!
//! One tag a pin: every vertex has the set of clock edges whose signals can reach it. A check takes the
//! tightest pair of a launching and a capturing edge, which is exact where one edge reaches each of its pins.

use zeroslack_sdc::{ClockEdge, Constraints};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use crate::graph::TimingGraph;
use crate::sweep::sweep_one;

/// Nodes that one task takes.
const NODES: usize = 2048;

/// A set of clock edges, and of launches that name no clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EdgeSet(u64);

impl EdgeSet {
    /// Clocks that a set has room for.
    pub(crate) const MOST_CLOCKS: usize = 31;
    /// Launched at time 0 by no clock.
    pub(crate) const UNCLOCKED: Self = Self(1);

    /// One edge.
    pub(crate) fn of(edge: ClockEdge) -> Self {
        Self(2 << (2 * edge.clock.0 + edge.edge as u32))
    }

    pub(crate) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The edges; none for a launch without a clock.
    fn edges(self) -> impl Iterator<Item = Option<ClockEdge>> {
        (0..64).filter(move |bit| self.0 >> bit & 1 != 0).map(|bit: u32| {
            let bit = bit.checked_sub(1)?;
            Some(ClockEdge { clock: zeroslack_sdc::ClockId(bit / 2), edge: Transition::of(bit) })
        })
    }
}

impl TimingGraph {
    /// Adds to the sets of all nodes those of the nodes before them. `[node][transition]`.
    pub(crate) fn spread_edges(&self, sets: &mut [[EdgeSet; 2]]) {
        for nodes in (0..self.level_count()).map(|level| self.level(level)) {
            let (below, rest) = sets.split_at_mut(nodes.start);
            sweep_one(nodes.clone(), NODES, &mut rest[..nodes.len()], &|nodes, sets| {
                for (node, sets) in nodes.zip(sets) {
                    for source in &self.arc_sources()[self.fanin(node)] {
                        let from = below[source.node() as usize];
                        for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                            let set = &mut sets[to as usize];
                            *set = set.union(from[source.from(to) as usize]);
                        }
                    }
                }
            });
        }
    }
}

/// What has to be added to the arrival at the capturing pin to get the time of the capture: the tightest over
/// all pairs of edges. [`UNDEFINED`] where nothing launches or nothing captures.
pub(crate) fn shift(constraints: &Constraints, launch: EdgeSet, capture: EdgeSet, split: Split) -> Ticks {
    let mut tightest = UNDEFINED;
    for capture in capture.edges().flatten() {
        for launch in launch.edges() {
            let shift = shift_between(constraints, launch, capture, split);
            tightest = zeroslack_units::tighter_required(split, tightest, shift);
        }
    }
    tightest
}

/// The shift between two edges. A late signal is captured by the first edge after its launch; an early one must not be
/// caught by the last edge that is not after it. Of clocks with different periods the worst launch counts.
fn shift_between(
    constraints: &Constraints,
    launch: Option<ClockEdge>,
    capture: ClockEdge,
    split: Split,
) -> Ticks {
    let clock = &constraints.clocks[capture.clock.0 as usize];
    let captured = clock.edges[capture.edge as usize];
    let (launched, launch_period) = match launch {
        Some(edge) => {
            let clock = &constraints.clocks[edge.clock.0 as usize];
            (clock.edges[edge.edge as usize], clock.period)
        }
        None => (0, clock.period),
    };
    // From a launch to a capture it is the difference of the edges plus any multiple of this.
    let step = gcd(clock.period, launch_period);
    let next = match (captured - launched).rem_euclid(step) {
        0 => step,
        rest => rest,
    };
    let late = launched + next - captured;
    match split {
        Split::Late => late,
        Split::Early => late - step,
    }
}

fn gcd(mut a: Ticks, mut b: Ticks) -> Ticks {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use zeroslack_sdc::{Clock, ClockId};

    use super::*;

    /// The shifts, late and early, from a rise to a rise of clocks given by period and rising edge.
    #[track_caller]
    fn check(launch: (Ticks, Ticks), capture: (Ticks, Ticks), expected: [Ticks; 2]) {
        let clock = |(period, rise): (Ticks, Ticks)| Clock {
            name: "clock".into(),
            sources: Vec::new(),
            period,
            edges: [rise, rise + period / 2],
            propagated: true,
        };
        let constraints =
            Constraints { clocks: vec![clock(launch), clock(capture)], ..Constraints::default() };
        let edge = |clock| EdgeSet::of(ClockEdge { clock: ClockId(clock), edge: Transition::Rise });
        assert_eq!(
            Split::ALL.map(|split| shift(&constraints, edge(0), edge(1), split)),
            [expected[1], expected[0]]
        );
    }

    #[test]
    fn one_period() {
        check((10, 0), (10, 0), [10, 0]);
        check((10, 0), (10, 4), [0, -10]);
        check((10, 4), (10, 0), [10, 0]);
    }

    #[test]
    fn hold_was_a_capture_period_before_setup_whatever_the_launch_period() {
        // Launched at 9, captured at 8.5.
        check((30, 0), (40, 5), [0, -10]);
        // Both have an edge at 0.
        check((60, 0), (80, 0), [20, 0]);
        check((20, 0), (10, 0), [10, 0]);
        check((10, 0), (20, 0), [10, 0]);
    }
}
