//! How far apart launch and capture are, for each pair of clock edges.

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_sdc::{ClockEdge, ClockId, Clocks};
use zeroslack_units::{Split, Ticks, Transition, ps};

use crate::cycles::{Doubt, MOST_CYCLES, Meeting, Train, meeting};

/// Selects the capture edges of setup and hold for a launch. With one clock, hold is against the edge one period before the edge that ends the window of setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureRule {
    /// Setup: the closest edge after the launch. Hold: the closest edge at or before the launch.
    Register,
    /// Setup: the closing edge of the closest opening at or after the launch. Hold: the closing edge of the opening before that.
    Latch {
        /// The edge of the clock that opens it.
        opens: Transition,
    },
    /// Data that gates a clock may change only while the clock is blocked. Setup: the closest edge after the launch at which the clock begins to pass. Hold: the end of the last
    /// passing phase that begins at or before the launch.
    Gate {
        /// Whether hold is one period earlier.
        is_earlier: bool,
    },
    /// Data is checked against data. Setup: the closest edge at or after the launch. Hold: the edge before that.
    Data,
}

impl CaptureRule {
    /// The setup multiplier that moves nothing.
    pub(crate) fn usual_cycles(self) -> i32 {
        if self == Self::Data { 0 } else { 1 }
    }
}

/// The time from a launch to its capture, over all cycles of the two clocks. Data without a clock is launched at 0, once a cycle of the capturing clock.
pub fn capture_distance(
    clocks: &Clocks,
    launch: Option<ClockEdge>,
    capture: ClockEdge,
    rule: CaptureRule,
    split: Split,
) -> Ticks {
    Captures::new(clocks).distance(launch, capture, rule, split)
}

/// A warning that was given about two clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    id: &'static str,
    clocks: [ClockId; 2],
}

/// Finds, and remembers, how far a capture is from its launch.
pub(crate) struct Captures<'a> {
    clocks: &'a Clocks,
    known: FxHashMap<(Option<ClockEdge>, ClockEdge), Meeting>,
    /// Warnings that are not repeated.
    pub(crate) told: Vec<Told>,
    pub(crate) diagnostics: Diagnostics,
}

impl<'a> Captures<'a> {
    pub(crate) fn new(clocks: &'a Clocks) -> Self {
        Self { clocks, known: FxHashMap::default(), told: Vec::new(), diagnostics: Diagnostics::new() }
    }

    /// How long after a launch the capture comes that belongs to it.
    pub(crate) fn distance(
        &mut self,
        launch: Option<ClockEdge>,
        capture: ClockEdge,
        rule: CaptureRule,
        split: Split,
    ) -> Ticks {
        let period = self.clocks[capture.clock].period;
        let mut meets = |capture| self.meeting(launch, capture);
        let opening = |opens| ClockEdge { edge: opens, ..capture };
        match (rule, split) {
            (CaptureRule::Register, _) => meets(capture).closest(split),
            (CaptureRule::Latch { opens }, _) => {
                let opening = opening(opens);
                meets(opening).at_or_past(split) + self.width(opening, capture)
            }
            (CaptureRule::Gate { .. }, Split::Late) => meets(capture).closest(split),
            (CaptureRule::Gate { is_earlier }, Split::Early) => {
                let opening = opening(capture.edge.opposite());
                let earlier = if is_earlier { period } else { 0 };
                meets(opening).closest(split) + self.width(opening, capture) - earlier
            }
            (CaptureRule::Data, _) => meets(capture).at_or_past(split),
        }
    }

    /// From one edge of a clock to its other edge.
    pub(crate) fn width(&self, first: ClockEdge, next: ClockEdge) -> Ticks {
        if first.edge == next.edge {
            return 0;
        }
        let clock = &self.clocks[first.clock];
        let gap = clock.edges[next.edge as usize] - clock.edges[first.edge as usize];
        match gap.rem_euclid(clock.period) {
            0 => clock.period,
            width => width,
        }
    }

    fn meeting(&mut self, launch: Option<ClockEdge>, capture: ClockEdge) -> Meeting {
        if let Some(&known) = self.known.get(&(launch, capture)) {
            return known;
        }
        let train = |edge: ClockEdge| {
            let clock = &self.clocks[edge.clock];
            Train { first: clock.edges[edge.edge as usize], period: clock.period }
        };
        let captures = train(capture);
        // Data without a clock is launched at 0, once a cycle of the capturing clock.
        let launches = launch.map_or(Train { first: 0, ..captures }, train);
        let launching = launch.map_or(capture.clock, |edge| edge.clock);
        let found = meeting(launches, captures, launching == capture.clock);
        if let Some(doubt) = found.doubt {
            self.tell(doubt, [launching, capture.clock]);
        }
        self.known.insert((launch, capture), found);
        found
    }

    /// Warns about two clocks, once.
    fn tell(&mut self, doubt: Doubt, clocks: [ClockId; 2]) {
        let id = match doubt {
            Doubt::Far => "GRAPH-004",
            Doubt::TakenForOne(_) => "GRAPH-019",
            Doubt::Close(_) => "GRAPH-020",
        };
        let mut both = clocks;
        if doubt != Doubt::Far {
            both.sort_unstable();
        }
        let told = Told { id, clocks: both };
        if self.told.contains(&told) {
            return;
        }
        self.told.push(told);
        self.diagnostics.warning(id, None, || {
            let [launching, capturing] = both.map(|clock| &self.clocks[clock].name);
            let [first, second] = both.map(|clock| {
                let clock = &self.clocks[clock];
                format!("'{}' (period {} ps)", clock.name, ps(clock.period))
            });
            match doubt {
                Doubt::Far => format!(
                    "clocks '{launching}' and '{capturing}' have no common period within {MOST_CYCLES} cycles; the closest edges of the first {MOST_CYCLES} cycles of '{launching}' count"
                ),
                Doubt::TakenForOne(apart) => format!(
                    "edges of clocks {first} and {second} are {} ps apart, which is taken for rounding: they count as one edge; state periods and waveforms with more digits",
                    ps(apart)
                ),
                Doubt::Close(apart) => format!(
                    "edges of clocks {first} and {second} are only {} ps apart, and count as two: data has that long from one to the other; if they are meant to be one edge, state periods and waveforms with more digits",
                    ps(apart)
                ),
            }
        });
    }
}

impl Meeting {
    /// Late: to the closest edge after a launch. Early: to the closest edge at or before it.
    fn closest(self, split: Split) -> Ticks {
        match split {
            Split::Late => self.after,
            Split::Early if self.coincides => 0,
            Split::Early => self.before,
        }
    }

    /// Late: to the closest edge at or after a launch. Early: to the closest edge before that.
    fn at_or_past(self, split: Split) -> Ticks {
        match split {
            Split::Late if self.coincides => 0,
            Split::Late => self.after,
            Split::Early => self.before,
        }
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_sdc::Clock;
    use zeroslack_units::Transition;

    use super::*;

    const NS: Ticks = 10_000_000;

    /// The distances less those of the first edges, late and early, from a rise to a rise of clocks given by period and rising edge; and how many warnings there are.
    #[track_caller]
    fn check(launch: (Ticks, Ticks), capture: (Ticks, Ticks), expected: [Ticks; 2], warnings: usize) {
        // Nanoseconds: no edges are within the tolerance.
        let [launch, capture] = [launch, capture].map(|(period, rise)| (NS * period, NS * rise));
        let expected = expected.map(|shift| NS * shift);
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
        let [early, late] = Split::ALL
            .map(|split| captures.distance(Some(edge(0)), edge(1), CaptureRule::Register, split) - gap);
        assert_eq!([late, early], expected);
        let rule = CaptureRule::Register;
        let distance = |split| capture_distance(&clocks, Some(edge(0)), edge(1), rule, split);
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
