//! The lines a path is listed in.

use zeroslack_graph::Role;
use zeroslack_netlist::{PinId, PortDirection};
use zeroslack_paths::{Driver, Step};
use zeroslack_units::{Ticks, Transition};

use crate::analysis::Names;
use crate::launch::opening_edge;

/// A line of a path: a place, and when the signal is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'a> {
    /// What the line is about.
    pub place: LineSubject<'a>,
    /// The time less that of the line before; the first line's own time.
    pub delay: Ticks,
    /// When the signal is there.
    pub time: Ticks,
}

/// What a line is about.
#[derive(Clone, Debug, PartialEq)]
pub enum LineSubject<'a> {
    /// Something that is no pin.
    Note(Note),
    /// A pin.
    Pin(PinLine<'a>),
}

/// What a line tells that is about no pin.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What it tells.
    pub kind: NoteKind,
    /// The same in words.
    pub text: String,
    /// The transition of the data that it is about, if it is about one.
    pub transition: Option<Transition>,
    /// The slew that is stated for an ideal clock, ps.
    pub slew: Option<f32>,
}

/// What a line tells that is about no pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// The edge of a clock.
    ClockEdge,
    /// How late a clock is at its source; its network follows, pin by pin.
    SourceLatency,
    /// How late a clock is where it launches or captures, as constraints say.
    NetworkDelay,
    /// By how much a clock's edges are uncertain.
    Uncertainty,
    /// What the removal of common path pessimism gives.
    Credit,
    /// A delay outside of the design, at a port.
    ExternalDelay,
    /// What is required of the data.
    Requirement,
    /// The limit that the path has in place of what its clocks say.
    Limit,
    /// By how much the path has to be better than its check says.
    PathMargin,
    /// How much later than the edge that opens a latch data goes on from it.
    TimeGiven,
}

/// A pin on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct PinLine<'a> {
    /// Its full name.
    pub pin: String,
    /// Its cell; none for a port.
    pub instance: Option<&'a str>,
    /// Its library cell; none for a port.
    pub cell: Option<&'a str>,
    /// A port's direction.
    pub port: Option<PortDirection>,
    /// Its net.
    pub net: Option<&'a str>,
    /// The transition there.
    pub transition: Transition,
    /// The slew there, ps: the worst of all signals that come, not only of this path's.
    pub slew: Option<f32>,
    /// What it drives.
    pub driver: Option<Driver>,
    /// Whether it is the clock pin of a register that a clock comes to: it goes on from there only through one that divides it.
    pub divides_clock: bool,
    /// The pins of instances of modules on the way here from the line before.
    pub passed: Vec<String>,
}

/// Lines one after the other, each with its delay from the one before.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    pub(crate) list: Vec<Line<'a>>,
    last: Ticks,
    /// That of the last line with one.
    pin: Option<PinId>,
}

impl<'a> Lines<'a> {
    /// None yet; the first one's delay counts from `start`.
    pub(crate) fn from(start: Ticks) -> Self {
        Self { list: Vec::new(), last: start, pin: None }
    }

    /// None yet, where a path goes on from those of another list.
    pub(crate) fn after(before: &Lines<'_>) -> Self {
        Self { pin: before.pin, ..Self::from(before.last) }
    }

    /// The time of the last line.
    pub(crate) fn last(&self) -> Ticks {
        self.last
    }

    pub(crate) fn note(&mut self, kind: NoteKind, text: impl Into<String>, time: Ticks) {
        let (transition, slew) = (None, None);
        self.push(LineSubject::Note(Note { kind, text: text.into(), transition, slew }), time);
    }

    /// A note that has a transition, or a slew.
    pub(crate) fn note_of(&mut self, note: Note, time: Ticks) {
        self.push(LineSubject::Note(note), time);
    }

    /// Steps of a path, later by `shift`.
    pub(crate) fn steps(&mut self, names: Names<'a>, steps: &[Step], shift: Ticks) {
        for step in steps {
            let passed = self.pin.map_or_else(Vec::new, |from| names.passed(from, step.pin));
            self.push(LineSubject::Pin(PinLine::new(names, step, passed)), step.arrival + shift);
            self.pin = Some(step.pin);
        }
    }

    fn push(&mut self, place: LineSubject<'a>, time: Ticks) {
        self.list.push(Line { place, delay: time - self.last, time });
        self.last = time;
    }
}

/// Whether a step of a clock is at the clock pin of a register. Most pins of clock networks are of cells that are no registers.
fn divides_clock(names: Names<'_>, step: &Step) -> bool {
    let is_of_clock = step.tag.is_some_and(|tag| tag.role != Role::Data);
    if step.driver.is_some() || !is_of_clock {
        return false;
    }
    let register = names.library_cell(step.pin).filter(|cell| !cell.sequentials.is_empty());
    register.is_some_and(|cell| opening_edge(names, cell, step.pin).is_some())
}

impl<'a> PinLine<'a> {
    fn new(names: Names<'a>, step: &Step, passed: Vec<String>) -> Self {
        let (netlist, pin) = (names.netlist, step.pin);
        Self {
            pin: netlist.pin_name(pin),
            instance: netlist.pin_cell(pin).map(|cell| netlist.cell_name(cell)),
            cell: netlist.pin_cell(pin).map(|cell| &*netlist.master(cell).name),
            port: netlist.port_of(pin).map(|(port, _)| port.direction),
            net: netlist.pin_net(pin).map(|net| netlist.net_name(net)),
            transition: step.transition,
            slew: step.slew,
            driver: step.driver,
            divides_clock: divides_clock(names, step),
            passed,
        }
    }

    /// The library cell's name; `in`, `out`, `inout` for a port.
    pub(crate) fn kind(&self) -> &'a str {
        match self.port {
            Some(PortDirection::Input) => "in",
            Some(PortDirection::Output) => "out",
            Some(PortDirection::Inout) => "inout",
            None => self.cell.unwrap_or_default(),
        }
    }
}
