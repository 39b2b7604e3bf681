//! What launch and capture have in common, by the definition.

use zeroslack::units::{Split, Ticks};

use super::clock_paths::ClockPaths;
use super::vertex::Vertex;

/// Which points of two clock paths are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonPoint {
    /// A pin.
    SamePin,
    /// A transition at a pin.
    SameTransition,
}

impl CommonPoint {
    fn is_one(self, a: Vertex, b: Vertex) -> bool {
        // An ideal clock comes to a clock pin by no other, and so by none that a propagated one passes.
        let is_one_pin = a.spot.pin == b.spot.pin && a.is_ideal == b.is_ideal;
        is_one_pin && (self == Self::SamePin || a.spot.transition == b.spot.transition)
    }
}

/// The pessimism between a launch and a capture of data of a split.
pub fn credit(
    clocks: &ClockPaths<'_>,
    rule: CommonPoint,
    (launch, capture): (Vertex, Vertex),
    split: Split,
) -> Ticks {
    let launching = clocks.trace(launch, split);
    let capturing = clocks.trace(capture, split.opposite());
    let place = |b: &Vertex| launching.iter().position(|&a| rule.is_one(a, *b));
    let common = capturing.iter().enumerate().rev().find_map(|(at, b)| Some((place(b)?, at)));
    let Some((mut a, mut b)) = common else { return 0 };
    // The vertices of the common point.
    let sides = [launching[a], capturing[b]];
    let mut apart = [0; 2];
    if launching[0].spot.pin != capturing[0].spot.pin {
        // Paths from several starts share what lies after the point where they meet.
        while a > 0 && b > 0 && rule.is_one(launching[a - 1], capturing[b - 1]) {
            (a, b) = (a - 1, b - 1);
        }
        apart = [launching[a], capturing[b]].map(|vertex| clocks.spread(vertex));
    } else if rule == CommonPoint::SameTransition && split == Split::Late {
        // Contests count the difference of the source itself for early data only.
        apart = sides.map(|vertex| at_source(clocks, vertex));
    }
    let credits = [0, 1].map(|side| clocks.spread(sides[side]) - apart[side]);
    credits[0].min(credits[1])
}

/// What late and early arrival at a vertex differ by where their traces start.
fn at_source(clocks: &ClockPaths<'_>, vertex: Vertex) -> Ticks {
    let start = |split| clocks.arrival(clocks.trace(vertex, split)[0], split);
    match Split::ALL.map(start) {
        [Some(early), Some(late)] => late - early,
        _ => 0,
    }
}
