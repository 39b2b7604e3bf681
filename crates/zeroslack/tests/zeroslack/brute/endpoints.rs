//! What endpoints require, and their slacks.

use std::collections::BTreeSet;

use zeroslack::graph::CheckKind;
use zeroslack::sdc::Constraints;
use zeroslack::timing::{EndpointKind, Summary};
use zeroslack::units::{Split, Ticks, Transition};

use super::edges::{self, Tag};
use super::paths::{Arrivals, Requirement};
use super::structure::Vertex;

/// A check, with what it asks for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub data: Vertex,
    pub clock: Vertex,
    pub kind: CheckKind,
    pub margin: Option<Ticks>,
    /// Whether the data gates the clock.
    pub is_gate: bool,
}

/// An endpoint's worst slack of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slack {
    pub pin: usize,
    pub kind: EndpointKind,
    pub transition: Transition,
    pub arrival: Ticks,
    pub required: Ticks,
    pub slack: Ticks,
    /// The vertex of the capturing clock.
    pub clock: Option<Vertex>,
}

/// Where paths end: one transition of a check or of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    pub vertex: Vertex,
    pub kind: EndpointKind,
    /// The capturing clock.
    pub clock: Option<Vertex>,
    /// Before CPPR.
    pub required: Ticks,
}

/// Everything that is required of the ends of paths.
pub struct Endpoints<'a> {
    arrivals: &'a Arrivals<'a>,
    /// With the required times after CPPR.
    demands: Vec<(End, Ticks)>,
}

pub fn slack(split: Split, arrival: Ticks, required: Ticks) -> Ticks {
    if split == Split::Late { required - arrival } else { arrival - required }
}

impl<'a> Endpoints<'a> {
    pub fn new(arrivals: &'a Arrivals<'a>, constraints: &Constraints, checks: &[Asked]) -> Self {
        let mut ends = outputs(arrivals, constraints);
        // Of equal ones the lowest clock vertex is named.
        let mut checks = checks.to_vec();
        checks.sort_by_key(|check| check.clock);
        for check in checks {
            let split = check.kind.split();
            let launch = &arrivals.tags[check.data];
            let capture = &arrivals.tags[check.clock];
            let shift = if check.is_gate && split == Split::Early {
                edges::shift_of_gate(constraints, launch, capture)
            } else {
                edges::shift(constraints, launch, capture, split)
            };
            let clock = arrivals.at(check.clock, split.opposite());
            if let (Some(shift), Some(clock), Some(margin)) = (shift, clock, check.margin) {
                let required = clock + shift + if split == Split::Late { -margin } else { margin };
                let kind = EndpointKind::Check(check.kind);
                ends.push(End { vertex: check.data, kind, clock: Some(check.clock), required });
            }
        }
        Self { arrivals, demands: ends.into_iter().map(|end| (end, end.required)).collect() }
    }

    pub fn ends(&self) -> Vec<End> {
        self.demands.iter().map(|(end, _)| *end).collect()
    }

    /// Says what the worst slack of an end is, by its number, over all its paths.
    pub fn set_slack(&mut self, number: usize, slack: Ticks) {
        let (end, required) = &mut self.demands[number];
        let split = end.kind.split();
        let arrival = self.arrivals.at(end.vertex, split).unwrap();
        *required = if split == Split::Late { arrival + slack } else { arrival - slack };
    }

    /// Required times at the ends of paths; and of the clocks of checks, that they leave the data its slack.
    pub fn requirements(&self) -> Vec<Requirement> {
        let mut requirements = Vec::new();
        for &(End { vertex, kind, clock, .. }, time) in &self.demands {
            let split = kind.split();
            requirements.push(Requirement { vertex, split, time });
            if let (Some(clock), Some(arrival)) = (clock, self.arrivals.at(vertex, split)) {
                let slack = slack(split, arrival, time);
                let at_clock = self.arrivals.at(clock, split.opposite()).unwrap();
                let time = if split == Split::Late { at_clock - slack } else { at_clock + slack };
                requirements.push(Requirement { vertex: clock, split: split.opposite(), time });
            }
        }
        requirements
    }

    /// The worst slack of each pin in each kind, pins in order.
    pub fn slacks(&self) -> Vec<Slack> {
        let pins: BTreeSet<usize> = self.demands.iter().map(|(end, _)| end.vertex / 2).collect();
        let kinds = pins.iter().flat_map(|&pin| EndpointKind::ALL.map(|kind| (pin, kind)));
        kinds.filter_map(|(pin, kind)| self.worst(pin, kind)).collect()
    }

    fn worst(&self, pin: usize, kind: EndpointKind) -> Option<Slack> {
        let own = self.demands.iter().filter(|(end, _)| end.vertex / 2 == pin && end.kind == kind);
        let slacks = own.filter_map(|&(End { vertex, clock, .. }, required)| {
            let arrival = self.arrivals.at(vertex, kind.split())?;
            let slack = slack(kind.split(), arrival, required);
            Some(Slack {
                pin,
                kind,
                transition: Transition::of(vertex as u32),
                arrival,
                required,
                slack,
                clock,
            })
        });
        // The first of equals: a rise, the first check.
        slacks.min_by_key(|slack| (slack.slack, slack.transition))
    }
}

/// Every required time and output delay is an end of its own.
fn outputs(arrivals: &Arrivals<'_>, constraints: &Constraints) -> Vec<End> {
    let mut ends = Vec::new();
    let mut require = |vertex, split: Split, required| {
        ends.push(End { vertex, kind: EndpointKind::Output(split), clock: None, required });
    };
    for (split, transition) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)))
    {
        for (port, required) in &constraints.required_times {
            if let Some(time) = required[split as usize][transition as usize] {
                require(2 * port.index() + transition as usize, split, time);
            }
        }
        for (port, stated) in constraints.all_output_delays() {
            let vertex = 2 * port.index() + transition as usize;
            let delay = stated.delay[split as usize][transition as usize];
            let capture = BTreeSet::from([Tag { launch: Some(stated.edge), is_clock: true }]);
            let shift = edges::shift(constraints, &arrivals.tags[vertex], &capture, split);
            let edge = constraints.clocks[stated.edge.clock].edges[stated.edge.edge as usize];
            if let Some((shift, delay)) = shift.zip(delay) {
                require(vertex, split, edge + shift - delay);
            }
        }
    }
    ends
}

/// Kinds summed up over endpoints.
pub fn summaries(slacks: &[Slack]) -> Vec<Summary> {
    let of_kind = |kind| slacks.iter().filter(move |slack| slack.kind == kind).map(|slack| slack.slack);
    let kinds = EndpointKind::ALL.into_iter().filter(|&kind| of_kind(kind).next().is_some());
    let summary = |kind| Summary {
        kind,
        endpoints: of_kind(kind).count(),
        failing: of_kind(kind).filter(|slack| slack.is_negative()).count(),
        worst_slack: of_kind(kind).min().unwrap(),
        total_negative_slack: of_kind(kind).filter(|slack| slack.is_negative()).sum(),
    };
    kinds.map(summary).collect()
}
