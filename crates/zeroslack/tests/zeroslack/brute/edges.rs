//! Launch and capture by listing the edges of both clocks.

use std::collections::BTreeSet;

use zeroslack::sdc::{ClockEdge, Constraints};
use zeroslack::units::{Split, Ticks};

/// What launched a signal: a clock edge, or an arrival that names none.
pub type Launch = Option<ClockEdge>;

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    pub launch: Launch,
    /// Whether it is the clock itself, which launches and captures.
    pub is_clock: bool,
}

/// What is added to the time at the capturing pin (the clock's own edge included) to get the time of capture: the
/// tightest of all pairs. None where nothing launches or no clock captures.
pub fn shift(
    constraints: &Constraints,
    launch: &BTreeSet<Tag>,
    capture: &BTreeSet<Tag>,
    split: Split,
) -> Option<Ticks> {
    let captures = capture.iter().filter(|tag| tag.is_clock).filter_map(|tag| tag.launch);
    let pairs = captures.flat_map(|capture| launch.iter().map(move |tag| (tag.launch, capture)));
    let shifts = pairs.map(|(launch, capture)| shift_between(constraints, launch, capture, split));
    if split == Split::Late { shifts.min() } else { shifts.max() }
}

/// The same for what gates a clock and has to stay until the gate closes.
pub fn shift_of_gate(
    constraints: &Constraints,
    launch: &BTreeSet<Tag>,
    capture: &BTreeSet<Tag>,
) -> Option<Ticks> {
    let captures = capture.iter().filter(|tag| tag.is_clock).filter_map(|tag| tag.launch);
    let pairs = captures.flat_map(|capture| launch.iter().map(move |tag| (tag.launch, capture)));
    let shifts = pairs.map(|(launch, closes)| {
        let clock = &constraints.clocks[closes.clock];
        let [opened, closed] = [closes.edge.opposite(), closes.edge].map(|edge| clock.edges[edge as usize]);
        let opens = ClockEdge { edge: closes.edge.opposite(), ..closes };
        // The gate that opened last before the launch, or at it, closes.
        let mut closing = closed;
        while closing <= opened {
            closing += clock.period;
        }
        shift_between(constraints, launch, opens, Split::Early) + closing - closed
    });
    shifts.max()
}

fn shift_between(constraints: &Constraints, launch: Launch, capture: ClockEdge, split: Split) -> Ticks {
    let at = |edge: ClockEdge| {
        let clock = &constraints.clocks[edge.clock];
        (clock.edges[edge.edge as usize], clock.period)
    };
    let (captured, capture_period) = at(capture);
    let (launched, launch_period) = launch.map_or((0, capture_period), at);
    launched + relation((launched, launch_period), (captured, capture_period), split) - captured
}

/// From the worst launch to the capture that counts for it. A late signal is captured by the first edge after its
/// launch; an early one must not be caught by the last edge that is not after it.
fn relation(
    (launched, launch_period): (Ticks, Ticks),
    (captured, capture_period): (Ticks, Ticks),
    split: Split,
) -> Ticks {
    let cycle = (1..).map(|count| count * launch_period).find(|time| time % capture_period == 0).unwrap();
    let reach = (cycle + (captured - launched).abs()) / capture_period + 1;
    let distances = (0..cycle / launch_period).map(|number| {
        let launch = launched + number * launch_period;
        let distances = (-reach..=reach).map(|number| captured + number * capture_period - launch);
        match split {
            Split::Late => distances.filter(|&distance| distance > 0).min().unwrap(),
            Split::Early => distances.filter(|&distance| distance <= 0).max().unwrap(),
        }
    });
    if split == Split::Late { distances.min().unwrap() } else { distances.max().unwrap() }
}
