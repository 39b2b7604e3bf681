//! How far apart launch and capture are, for each pair of clock edges.

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_sdc::{ClockEdge, ClockId, Clocks};
use zeroslack_units::{Split, Ticks};

/// Cycles of a clock after which the search for the closest edges of two clocks ends.
const MOST_CYCLES: Ticks = 1000;

/// How long after a launch the capture comes that belongs to it: for late data the closest edge after the launch, for early data the closest one that is not after it, over all cycles of the two
/// clocks. What no clock launches is launched at 0, once a cycle of the clock that captures.
pub fn capture_distance(
    clocks: &Clocks,
    launch: Option<ClockEdge>,
    capture: ClockEdge,
    split: Split,
) -> Ticks {
    Captures::new(clocks).distance(launch, capture, split)
}

/// Finds, and remembers, how far a capture is from its launch.
pub(crate) struct Captures<'a> {
    clocks: &'a Clocks,
    known: FxHashMap<(Option<ClockEdge>, ClockEdge), [Ticks; 2]>,
    /// Pairs of clocks that a warning was given of.
    pub(crate) far: Vec<(ClockId, ClockId)>,
    pub(crate) diagnostics: Diagnostics,
}

impl<'a> Captures<'a> {
    pub(crate) fn new(clocks: &'a Clocks) -> Self {
        Self { clocks, known: FxHashMap::default(), far: Vec::new(), diagnostics: Diagnostics::new() }
    }

    /// How long after a launch the capture comes that belongs to it.
    ///
    /// A late signal is captured by the closest edge after its launch; an early one must not be caught by the closest edge that is not
    /// after it. Closest is meant over all cycles of the two clocks.
    pub(crate) fn distance(&mut self, launch: Option<ClockEdge>, capture: ClockEdge, split: Split) -> Ticks {
        let distances = match self.known.get(&(launch, capture)) {
            Some(&distances) => distances,
            None => {
                let distances = self.find(launch, capture);
                self.known.insert((launch, capture), distances);
                distances
            }
        };
        distances[split as usize]
    }

    /// The distance to the edge that ends the time in which a clock lets what gates it pass: of the times that do not begin after the launch the last one.
    pub(crate) fn closing(&mut self, launch: Option<ClockEdge>, capture: ClockEdge) -> Ticks {
        let opening = ClockEdge { edge: capture.edge.opposite(), ..capture };
        self.distance(launch, opening, Split::Early) + self.width(opening, capture)
    }

    /// The distance to the edge that opens a latch next after the launch, and how long it is open from then on. `closing` closes it.
    pub(crate) fn latch(
        &mut self,
        launch: Option<ClockEdge>,
        opening: ClockEdge,
        closing: ClockEdge,
    ) -> (Ticks, Ticks) {
        (self.distance(launch, opening, Split::Late), self.width(opening, closing))
    }

    /// How long after an edge of a clock the next other edge of it comes.
    fn width(&self, first: ClockEdge, next: ClockEdge) -> Ticks {
        let clock = &self.clocks[first.clock];
        after(clock.edges[next.edge as usize] - clock.edges[first.edge as usize], clock.period)
    }

    /// The distance to the closest capture that is not before the launch.
    pub(crate) fn not_before(&mut self, launch: Option<ClockEdge>, capture: ClockEdge) -> Ticks {
        match self.distance(launch, capture, Split::Early) {
            0 => 0,
            _ => self.distance(launch, capture, Split::Late),
        }
    }

    /// The distances of early and of late data.
    fn find(&mut self, launch: Option<ClockEdge>, capture: ClockEdge) -> [Ticks; 2] {
        let clock = &self.clocks[capture.clock];
        let captured = clock.edges[capture.edge as usize];
        let launching = launch.map(|edge| &self.clocks[edge.clock]);
        // What no clock launches is launched at 0, once a cycle of the clock that captures.
        let (launched, period) = match (launch, launching) {
            (Some(edge), Some(launching)) => (launching.edges[edge.edge as usize], launching.period),
            _ => (0, clock.period),
        };
        let step = gcd(clock.period, period);
        let gap = captured - launched;
        if clock.period.max(period) / step <= MOST_CYCLES {
            // Over a common period the captures are at all distances that differ by this step.
            let late = after(gap, step);
            [late - step, late]
        } else {
            self.say_far(launch.map_or(capture.clock, |launch| launch.clock), capture.clock);
            let gaps = || (0..MOST_CYCLES).map(|cycle| after(gap - cycle * period, clock.period));
            let late = gaps().min().unwrap_or(clock.period);
            // A capture a period before the next one, or that at the launch itself.
            let early = gaps().map(|late| late - clock.period).max().unwrap_or(0);
            [early, late]
        }
    }

    fn say_far(&mut self, launching: ClockId, capturing: ClockId) {
        if self.far.contains(&(launching, capturing)) {
            return;
        }
        self.far.push((launching, capturing));
        let name = |clock: ClockId| &self.clocks[clock].name;
        self.diagnostics.warning("GRAPH-004", None, || {
            format!(
                "clocks '{}' and '{}' have no common period within {MOST_CYCLES} cycles; the closest edges of the first {MOST_CYCLES} cycles of '{}' count",
                name(launching),
                name(capturing),
                name(launching)
            )
        });
    }
}

/// The first time after 0 of those that are at `gap` and whole steps from it: more than 0, at most a step.
fn after(gap: Ticks, step: Ticks) -> Ticks {
    match gap.rem_euclid(step) {
        0 => step,
        rest => rest,
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
    use zeroslack_sdc::Clock;
    use zeroslack_units::Transition;

    use super::*;

    /// The distances less those of the first edges, late and early, from a rise to a rise of clocks given by period and rising edge; and how many warnings there are.
    #[track_caller]
    fn check(launch: (Ticks, Ticks), capture: (Ticks, Ticks), expected: [Ticks; 2], warnings: usize) {
        let clock = |name: &str, (period, rise): (Ticks, Ticks)| Clock {
            name: name.into(),
            sources: Vec::new(),
            period,
            edges: [rise, rise + period / 2],
            propagated: true,
            ..Clock::default()
        };
        let clocks = Clocks::from_iter([clock("launch", launch), clock("capture", capture)]);
        let edge = |clock| ClockEdge { clock: ClockId(clock), edge: Transition::Rise };
        let mut captures = Captures::new(&clocks);
        let gap = capture.1 - launch.1;
        let [early, late] = Split::ALL.map(|split| captures.distance(Some(edge(0)), edge(1), split) - gap);
        assert_eq!([late, early], expected);
        let distance = |split| capture_distance(&clocks, Some(edge(0)), edge(1), split);
        assert_eq!([Split::Late, Split::Early].map(distance), expected.map(|shift| gap + shift));
        assert_eq!(captures.diagnostics.iter().count(), warnings);
    }

    #[test]
    fn one_period() {
        check((10, 0), (10, 0), [10, 0], 0);
        check((10, 0), (10, 4), [0, -10], 0);
        check((10, 4), (10, 0), [10, 0], 0);
    }

    #[test]
    fn hold_was_a_capture_period_before_setup_whatever_the_launch_period() {
        // Launched at 9, captured at 8.5.
        check((30, 0), (40, 5), [0, -10], 0);
        // Both have an edge at 0.
        check((60, 0), (80, 0), [20, 0], 0);
        check((20, 0), (10, 0), [10, 0], 0);
        check((10, 0), (20, 0), [10, 0], 0);
    }

    #[test]
    fn the_closest_of_a_thousand_cycles_where_the_common_period_is_longer() {
        // The second launch is at 10,007, two ticks before a capture; the first one at a capture.
        check((10_007, 0), (10_009, 0), [2, 0], 1);
    }
}
