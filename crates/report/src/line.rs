//! The lines a path is listed in.

use zeroslack_netlist::{PinId, PortDirection};
use zeroslack_paths::{Driver, Step};
use zeroslack_units::{Ticks, Transition};

use crate::analysis::Names;

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
    /// Something that is no pin: a clock's edge, a delay outside of the design, a check.
    Note(String),
    /// A pin.
    Pin(PinLine<'a>),
}

/// A pin on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct PinLine<'a> {
    /// Its full name.
    pub pin: String,
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

    pub(crate) fn note(&mut self, text: String, time: Ticks) {
        self.push(LineSubject::Note(text), time);
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

impl<'a> PinLine<'a> {
    fn new(names: Names<'a>, step: &Step, passed: Vec<String>) -> Self {
        let (netlist, pin) = (names.netlist, step.pin);
        Self {
            pin: netlist.pin_name(pin),
            cell: netlist.pin_cell(pin).map(|cell| &*netlist.master(cell).name),
            port: netlist.port_of(pin).map(|(port, _)| port.direction),
            net: netlist.pin_net(pin).map(|net| netlist.net_name(net)),
            transition: step.transition,
            slew: step.slew,
            driver: step.driver,
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
