//! Why a path is timed as it is: which exceptions match it, and which of them decide.

use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{ClockEdge, Constraints, Exception, ExceptionKind, PathObjects};
use zeroslack_units::{Split, Ticks, Transition};

use super::decide::{Deciders, in_split, moved_by, tightness};
use super::objects::{AT_PIN, Place, end_pins, passed_pins, places};
use super::rank;
use crate::captures::{CaptureRule, capture_distance};

/// A path, as far as exceptions look at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedPath {
    /// From the startpoint, the clock pin of a register, to the endpoint.
    pub points: Vec<(PinId, Transition)>,
    /// The clock edge that launches.
    pub launch: Option<ClockEdge>,
    /// The clock edge that captures.
    pub capture: Option<ClockEdge>,
    /// Which edge of the clock captures.
    pub rule: CaptureRule,
    /// Early or late.
    pub split: Split,
}

/// What becomes of an exception that matches a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Its place among the constraints' exceptions.
    pub exception: u32,
    /// Who decides in its place, and why; none if it decides.
    pub overruled: Option<(u32, Why)>,
}

/// Why one exception decides in place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Paths that are false are not timed, whatever else is said of them.
    FalsePath,
    /// A limit counts in place of cycles.
    Limit,
    /// It says more of where paths lead: pins in `-from`, then pins in `-to`, `-through`, clocks in `-from`, clocks in `-to`.
    Says(Says),
    /// It is tighter.
    Tighter,
    /// It was stated first.
    Earlier,
}

/// What an exception says of where paths lead, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Pins in `-from`.
    FromPins,
    /// Pins in `-to`.
    ToPins,
    /// `-through`.
    Through,
    /// Clocks in `-from`.
    FromClocks,
    /// Clocks in `-to`.
    ToClocks,
}

/// The edges that a path is timed between, as the waveforms of its clocks say: without latencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgePair {
    /// When the launching edge is; 0 where no clock launches.
    pub launch: Ticks,
    /// When the capturing edge is that counts unless exceptions say otherwise.
    pub usual_capture: Ticks,
    /// When the capturing edge is after exceptions moved it.
    pub capture: Ticks,
}

/// As [`rank`] has them, from its highest bit down.
const SAYS: [Says; 5] = [Says::FromPins, Says::ToPins, Says::Through, Says::FromClocks, Says::ToClocks];

impl MatchedPath {
    /// The exceptions that match the path and have a say in its split, in their order, each with what becomes of it.
    pub fn verdicts(&self, netlist: &Netlist, constraints: &Constraints) -> Vec<Verdict> {
        let list = constraints.exceptions.list();
        let matched = self.matched(netlist, constraints);
        let deciders = Deciders::of(&matched, self.split);
        let deciding = deciders.all();
        let verdict = |(place, one): (u32, &Exception)| {
            let by = deciders.in_place_of(one, self.split).filter(|_| !deciding.contains(&place));
            let overruled = by.map(|by| (by, why(one, &list[by as usize], self.split)));
            Verdict { exception: place, overruled }
        };
        in_split(&matched, self.split).map(verdict).collect()
    }

    /// The edges that the path is timed between; none without a clock that captures it, or where a limit counts in their place.
    pub fn edges(&self, netlist: &Netlist, constraints: &Constraints) -> Option<EdgePair> {
        let matched = self.matched(netlist, constraints);
        let deciders = Deciders::of(&matched, self.split);
        let capture = self.capture.filter(|_| deciders.delay.is_none())?;
        let clocks = &constraints.clocks;
        let period = |edge: ClockEdge| clocks[edge.clock].period;
        let launch = self.launch.map_or(0, |edge| clocks[edge.clock].edges[edge.edge as usize]);
        let usual_capture = launch + capture_distance(clocks, self.launch, capture, self.rule, self.split);
        let periods = [self.launch.map_or(period(capture), period), period(capture)];
        let moved = moved_by(&deciders, constraints.exceptions.list(), (self.rule, periods), self.split);
        Some(EdgePair { launch, usual_capture, capture: usual_capture + moved })
    }

    /// The exceptions that match the path, in whatever split.
    fn matched<'c>(&self, netlist: &Netlist, constraints: &'c Constraints) -> Vec<(u32, &'c Exception)> {
        let all = (0..).zip(constraints.exceptions.list());
        all.filter(|(_, one)| self.matches(netlist, one)).collect()
    }

    /// Whether an exception is about the path, in whatever split.
    fn matches(&self, netlist: &Netlist, one: &Exception) -> bool {
        let paths = &one.paths;
        let (Some(&start), Some(&end)) = (self.points.first(), self.points.last()) else { return false };
        let is_at = |set: &PathObjects, (pin, transition): (PinId, Transition), edge: Option<ClockEdge>| {
            let is_clock = edge
                .is_some_and(|edge| set.counts(edge.edge) && set.clocks().any(|clock| clock == edge.clock));
            let mut pins = set.objects().iter().flat_map(|&object| end_pins(netlist, object));
            is_clock || set.counts(transition) && pins.any(|other| other == pin)
        };
        if paths.transition.is_some_and(|only| only != end.1)
            || paths.from.as_ref().is_some_and(|set| !is_at(set, start, self.launch))
            || paths.to.as_ref().is_some_and(|set| !is_at(set, end, self.capture))
        {
            return false;
        }
        let mut through = paths.through.iter().peekable();
        let before = std::iter::once(None).chain(self.points.iter().map(|&(pin, _)| netlist.pin_net(pin)));
        for (&(pin, transition), before) in self.points.iter().zip(before) {
            // A path that came by another way, or starts here, passed neither the net nor pins on it.
            let comes_by_net = before.is_some() && before == netlist.pin_net(pin);
            let mut from = if comes_by_net { 0 } else { AT_PIN };
            let next_place = |set: &PathObjects, from: Place| {
                let here = set.objects().iter().filter(|_| set.counts(transition));
                let here = here.filter(|&&object| passed_pins(netlist, object).contains(&pin));
                here.flat_map(|&object| places(netlist, object, pin)).filter(|&place| place >= from).min()
            };
            while let Some(place) = through.peek().and_then(|set| next_place(set, from)) {
                through.next();
                if place == AT_PIN {
                    break;
                }
                from = place + 1;
            }
        }
        through.next().is_none()
    }
}

/// Why an exception decides in place of another.
fn why(one: &Exception, by: &Exception, split: Split) -> Why {
    let is_delay = |one: &Exception| matches!(one.kind, ExceptionKind::Delay { .. });
    match &by.kind {
        ExceptionKind::False if one.kind != ExceptionKind::False => return Why::FalsePath,
        ExceptionKind::Delay { .. } if !is_delay(one) => return Why::Limit,
        _ => {}
    }
    // The split that decides of cycles of setup is the late one.
    let split = if one.splits[split as usize] { split } else { split.opposite() };
    let (ours, theirs) = (rank(&one.paths), rank(&by.paths));
    let more = SAYS.into_iter().zip((0..5_u8).rev()).find(|(_, bit)| (ours ^ theirs) >> bit & 1 == 1);
    match more {
        Some((says, _)) => Why::Says(says),
        None if tightness(by, split) > tightness(one, split) => Why::Tighter,
        None => Why::Earlier,
    }
}
