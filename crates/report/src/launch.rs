//! How a path starts.

use zeroslack_graph::Role;
use zeroslack_liberty::SequentialKind;
use zeroslack_netlist::PinId;
use zeroslack_paths::{Path, Step, Via};
use zeroslack_sdc::{Clock, ClockEdge};
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Names;
use crate::line::Lines;
use crate::point::Point;

/// The start of a path.
pub(crate) struct LaunchLines<'a> {
    pub(crate) startpoint: Point,
    /// The clock's edge and its network, or what lies in front of a port.
    pub(crate) lines: Lines<'a>,
    /// How many steps of the path are in `lines`.
    pub(crate) steps: usize,
}

impl<'a> LaunchLines<'a> {
    pub(crate) fn new(names: Names<'a>, path: &Path) -> Option<Self> {
        let split = path.end.kind.split();
        let first = path.data.first()?;
        let mut lines = Lines::from(0);
        let source = lines.source(names, first, split);
        let clock = source.clock().map(|clock| clock.name.to_string());
        let Some(steps) = path.launch_steps().filter(|&steps| steps > 0) else {
            let startpoint = Point::new(names, first, clock, source.description());
            return Some(Self { startpoint, lines, steps: 0 });
        };
        lines.steps(names, &path.data[..steps], 0);
        let pin = &path.data[steps - 1];
        let kind = register_kind(names, pin.pin, pin.transition, pin.transition);
        Some(Self { startpoint: Point::new(names, pin, clock, &kind), lines, steps })
    }
}

/// Where a signal comes from.
enum Source<'a> {
    Clock(&'a Clock),
    Input(Option<&'a Clock>),
    Other,
}

impl<'a> Source<'a> {
    fn clock(&self) -> Option<&'a Clock> {
        match self {
            Self::Clock(clock) => Some(clock),
            Self::Input(clock) => *clock,
            Self::Other => None,
        }
    }

    fn description(&self) -> &'static str {
        match self {
            Self::Clock(_) => "source of the clock",
            Self::Input(_) => "input port",
            Self::Other => "start of a signal",
        }
    }
}

impl Lines<'_> {
    /// What lies in front of the first pin of a path.
    fn source<'a>(&mut self, names: Names<'a>, first: &Step, split: Split) -> Source<'a> {
        let (edge, role) = first.tag.map_or((None, Role::Data), |tag| (tag.launch, tag.role));
        if let (Some(edge), Role::IdealClock | Role::PropagatedClock) = (edge, role) {
            self.clock(names, edge, first, 0);
            return Source::Clock(names.clock(edge));
        }
        let delays = names.constraints.input_delays.get(&first.pin).map_or(&[][..], Vec::as_slice);
        let Some(stated) = delays.iter().find(|stated| stated.edge == edge) else { return Source::Other };
        if let Some(edge) = edge {
            let clock = names.clock(edge);
            self.note(edge_text(clock, edge.edge), clock.edges[edge.edge as usize]);
            self.network_delay(names, edge, names.constraints.at_port(edge, stated.included, split));
        }
        self.note("input external delay".to_string(), first.arrival - first.drive_delay);
        Source::Input(edge.map(|edge| names.clock(edge)))
    }

    /// A clock's edge, and how much later it is where its path starts: at its source, or where an ideal clock acts. All is later by `shift`.
    pub(crate) fn clock(&mut self, names: Names<'_>, edge: ClockEdge, first: &Step, shift: Ticks) {
        let clock = names.clock(edge);
        let time = clock.edges[edge.edge as usize] + shift;
        self.note(edge_text(clock, edge.edge), time);
        let arrival = first.arrival - first.drive_delay + shift;
        if first.via == Some(Via::IdealNetwork) {
            self.note(IDEAL_NETWORK.to_string(), arrival);
        } else if arrival != time {
            self.note("clock source latency".to_string(), arrival);
        }
    }

    /// How late a clock is outside of the design, where it is ideal or late at all.
    pub(crate) fn network_delay(&mut self, names: Names<'_>, edge: ClockEdge, time: Ticks) {
        if !names.clock(edge).propagated {
            self.note(IDEAL_NETWORK.to_string(), time);
        } else if time != self.last() {
            self.note("clock source latency".to_string(), time);
        }
    }
}

/// The line of an ideal clock's way.
const IDEAL_NETWORK: &str = "clock network delay (ideal)";

/// `clock clk (rise edge)`
pub(crate) fn edge_text(clock: &Clock, edge: Transition) -> String {
    format!("clock {} ({} edge)", clock.name, edge.name())
}

/// `rising edge-triggered flip-flop`; a latch is named after the edge that opens it.
pub(crate) fn register_kind(
    names: Names<'_>,
    clock_pin: PinId,
    edge: Transition,
    opening: Transition,
) -> String {
    let rising = |edge| if edge == Transition::Rise { "rising" } else { "falling" };
    let Some(cell) = names.library_cell(clock_pin) else { return "register".to_string() };
    let has = |kind| cell.sequentials.iter().any(|sequential| sequential.kind == kind);
    if cell.clock_gating.is_some() {
        "clock gate".to_string()
    } else if has(SequentialKind::FlipFlop) {
        format!("{} edge-triggered flip-flop", rising(edge))
    } else if has(SequentialKind::Latch) {
        format!("{} level-sensitive latch", if opening == Transition::Rise { "positive" } else { "negative" })
    } else {
        format!("{} edge-triggered register", rising(edge))
    }
}
