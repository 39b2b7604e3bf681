//! How a path starts.

use zeroslack_graph::Role;
use zeroslack_liberty::{Cell, SequentialKind, TimingType};
use zeroslack_netlist::PinId;
use zeroslack_paths::{Path, Step, Via};
use zeroslack_sdc::{Clock, ClockEdge};
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Names;
use crate::line::{Lines, Note, NoteKind};
use crate::point::Point;

/// The start of a path.
pub(crate) struct LaunchLines<'a> {
    pub(crate) startpoint: Point,
    /// The clock's edge and its network, or what lies in front of a port.
    pub(crate) lines: Lines<'a>,
    /// How many steps of the path are in `lines`.
    pub(crate) steps: usize,
    /// Whether a clock arrives as data: `lines` are its way to its own source.
    pub(crate) is_clock: bool,
}

impl<'a> LaunchLines<'a> {
    /// Of a path that nothing is required of: without the clock's edge.
    pub(crate) fn unconstrained(names: Names<'a>, path: &Path) -> Option<Self> {
        let launch = Self::new(names, path)?;
        let mut lines = Lines::from(0);
        if launch.steps > 0 {
            lines.steps(names, &path.data[..launch.steps], 0);
        } else {
            let first = path.data.first()?;
            lines.input_delay(first.transition, first.arrival - first.drive_delay);
        }
        Some(Self { lines, ..launch })
    }

    pub(crate) fn new(names: Names<'a>, path: &Path) -> Option<Self> {
        let split = path.end.kind.split();
        let first = path.data.first()?;
        let mut lines = Lines::from(0);
        let Some(steps) = path.launch_steps().filter(|&steps| steps > 0) else {
            let steps = path.source_steps();
            let start = path.data.get(steps)?;
            // A generated clock that arrives as data has come from its master.
            let source = lines.source(names, (&Step { tag: start.tag, ..*first }, path), None, split);
            lines.steps(names, &path.data[..steps], 0);
            let clock = source.clock().map(|clock| clock.name.to_string());
            let is_port = names.netlist.is_port(start.pin);
            let startpoint = Point::new(names, (start, start.pin), false, clock, source.description(is_port));
            let is_clock = matches!(source, Source::Clock(_));
            return Some(Self { startpoint, lines, steps, is_clock });
        };
        let pin = &path.data[steps - 1];
        // A generated clock's way starts with the edge of its master.
        let source =
            lines.source(names, (&Step { tag: pin.tag, ..*first }, path), Some(pin.transition), split);
        lines.steps(names, &path.data[..steps], 0);
        let given = path.data.get(steps).filter(|step| step.via == Some(Via::Given));
        if let Some(given) = given {
            lines.note(NoteKind::TimeGiven, "time given to startpoint", given.arrival);
        }
        // The output of the register.
        let data = path.data.get(steps + usize::from(given.is_some())).map_or(pin.pin, |step| step.pin);
        let kind = register_kind(names, pin.pin, pin.transition);
        let edge = pin.tag.and_then(|tag| tag.launch);
        let clock = source.clock().zip(edge).map(|(clock, edge)| clock_at(clock, edge.edge, pin.transition));
        let startpoint = Point::new(names, (pin, data), true, clock, &kind);
        Some(Self { startpoint, lines, steps, is_clock: false })
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

    fn description(&self, is_port: bool) -> &'static str {
        match self {
            Self::Clock(_) => "clock source",
            Self::Input(_) if !is_port => "internal path startpoint",
            Self::Input(_) => "input port",
            Self::Other => "start of a signal",
        }
    }
}

impl Lines<'_> {
    /// What lies in front of the first pin of a path; `at_pin` is the transition of the clock at the register that it launches.
    fn source<'a>(
        &mut self,
        names: Names<'a>,
        (first, path): (&Step, &Path),
        at_pin: Option<Transition>,
        split: Split,
    ) -> Source<'a> {
        let (edge, role) = first.tag.map_or((None, Role::Data), |tag| (tag.launch, tag.role));
        if let (Some(edge), Role::IdealClock | Role::PropagatedClock) = (edge, role) {
            let is_bare = first.tag.is_some_and(|tag| tag.is_bare);
            // With a limit nothing is said of an edge at 0 that the path starts with.
            let is_at_0 = first.via == Some(Via::IdealNetwork) && first.arrival == 0;
            if !(is_bare || path.end.limit.is_some() && is_at_0) {
                self.clock(names, (edge, split), (first, at_pin.unwrap_or(edge.edge)), 0);
            }
            return Source::Clock(names.clock(edge));
        }
        let delays = names.constraints.input_delays.get(&first.pin).map_or(&[][..], Vec::as_slice);
        let Some(stated) = delays.iter().find(|stated| stated.edge == edge) else {
            if path.end.limit.is_some() && names.netlist.port_of(first.pin).is_some() {
                self.input_delay(first.transition, first.arrival - first.drive_delay);
                return Source::Input(None);
            }
            return Source::Other;
        };
        let is_bare = first.tag.is_some_and(|tag| tag.is_bare);
        let at_port = first.arrival - first.drive_delay;
        let delay = stated.delay[split as usize][first.transition as usize].unwrap_or(0);
        let launched = edge.map(|_| at_port - delay);
        if let Some(edge) = edge.filter(|_| path.end.limit.is_none() || launched != Some(0) && !is_bare) {
            let clock = names.clock(edge);
            self.edge(names, (edge, split), edge.edge, clock.edges[edge.edge as usize]);
            self.network_delay(names, edge, at_port - delay);
        }
        self.input_delay(first.transition, at_port);
        Source::Input(edge.map(|edge| names.clock(edge)))
    }

    /// When data is at an input port.
    pub(crate) fn input_delay(&mut self, transition: Transition, time: Ticks) {
        let (kind, text) = (NoteKind::ExternalDelay, "input external delay".to_owned());
        self.note_of(Note { kind, text, transition: Some(transition), slew: None }, time);
    }

    /// The edge of a clock, and of an ideal one its slew. The transition is that at the register or port.
    pub(crate) fn edge(
        &mut self,
        names: Names<'_>,
        (edge, split): (ClockEdge, Split),
        at_pin: Transition,
        time: Ticks,
    ) {
        let clock = names.clock(edge);
        let slew = (!clock.propagated).then(|| clock.transition[split as usize][at_pin as usize]);
        let text = format!("clock {} ({} edge)", clock_at(clock, edge.edge, at_pin), at_pin.name());
        self.note_of(Note { kind: NoteKind::ClockEdge, text, transition: None, slew }, time);
    }

    /// A clock's edge, and how much later it is where its path starts: at its source, or where an ideal clock acts. All is later by `shift`.
    pub(crate) fn clock(
        &mut self,
        names: Names<'_>,
        (edge, split): (ClockEdge, Split),
        (first, at_pin): (&Step, Transition),
        shift: Ticks,
    ) {
        let time = names.clock(edge).edges[edge.edge as usize] + shift;
        self.edge(names, (edge, split), at_pin, time);
        let arrival = first.arrival - first.drive_delay + shift;
        if first.via == Some(Via::IdealNetwork) {
            self.note(NoteKind::NetworkDelay, network_text(false), arrival);
        } else {
            self.note(NoteKind::SourceLatency, "clock source latency", arrival);
        }
    }

    /// How late a clock is outside of the design.
    pub(crate) fn network_delay(&mut self, names: Names<'_>, edge: ClockEdge, time: Ticks) {
        self.note(NoteKind::NetworkDelay, network_text(names.clock(edge).propagated), time);
    }
}

/// The line of a clock's way to where it launches or captures.
pub(crate) fn network_text(is_propagated: bool) -> &'static str {
    if is_propagated { "clock network delay (propagated)" } else { "clock network delay (ideal)" }
}

/// A clock as it is at a pin: with `'` behind its name where an edge of it has become the opposite one.
pub(crate) fn clock_at(clock: &Clock, edge: Transition, at_pin: Transition) -> String {
    let mark = if edge == at_pin { "" } else { "'" };
    format!("{}{mark}", clock.name)
}
/// `rising edge-triggered flip-flop`; a latch is named after the edge that opens it.
pub(crate) fn register_kind(names: Names<'_>, clock_pin: PinId, edge: Transition) -> String {
    let rising = |edge| if edge == Transition::Rise { "rising" } else { "falling" };
    let Some(cell) = names.library_cell(clock_pin) else { return "register".to_string() };
    let has = |kind| cell.sequentials.iter().any(|sequential| sequential.kind == kind);
    if cell.clock_gating.is_some() {
        format!("{} clock gating-check end-point", rising(edge))
    } else if has(SequentialKind::FlipFlop) {
        format!("{} edge-triggered flip-flop", rising(edge))
    } else if has(SequentialKind::Latch) {
        let opening = opening_edge(names, cell, clock_pin).unwrap_or(edge);
        format!("{} level-sensitive latch", if opening == Transition::Rise { "positive" } else { "negative" })
    } else {
        format!("{} edge-triggered register", rising(edge))
    }
}

/// The edge of a clock pin at which a library cell launches data.
pub(crate) fn opening_edge(names: Names<'_>, cell: &Cell, clock_pin: PinId) -> Option<Transition> {
    let name = &names.netlist.master_pin(clock_pin)?.name;
    let timings = cell.pins.iter().flat_map(|pin| &pin.timings);
    let mut own = timings.filter(|timing| timing.related_pins.iter().any(|related| related == name));
    own.find_map(|timing| match timing.timing_type {
        TimingType::RisingEdge => Some(Transition::Rise),
        TimingType::FallingEdge => Some(Transition::Fall),
        _ => None,
    })
}
