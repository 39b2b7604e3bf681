//! Everything that the engine answers, by the names of pins.

use zeroslack::netlist::PinId;
use zeroslack::paths::{Path, PathEnd, Step};
use zeroslack::timing::{EndpointKind, EndpointSlack};
use zeroslack::units::{Split, Ticks, Transition};
use zeroslack::{Session, Timed};

use super::state::assert_same_items;

/// How many worst paths are compared.
const PATHS: usize = 40;

/// Bits of the slew, arrival, required time, slack.
type Values = [(Option<u32>, [Option<Ticks>; 3]); 4];

/// (pin, kind, clock pin, transition, arrival, required time, slack).
type End = (String, EndpointKind, Option<(String, Transition)>, Transition, [Ticks; 3]);

type Steps = Vec<(String, Transition, Ticks)>;

/// What there is to know with CPPR on, or with CPPR off.
#[derive(Debug, PartialEq)]
pub struct Results {
    pins: Vec<(String, Values)>,
    endpoints: Vec<End>,
    /// (end, credit, data, capture).
    paths: Vec<(End, Ticks, Steps, Steps)>,
    cuts: Vec<(String, String)>,
}

/// Updates a session and takes its answers, with CPPR off and on.
pub fn results(session: &mut Session) -> [Results; 2] {
    [false, true].map(|cppr| {
        session.set_cppr(cppr);
        session.update().unwrap();
        Results::new(session)
    })
}

/// Panics, with the first difference, unless both are the same.
#[track_caller]
pub fn assert_same_results(ours: &[Results; 2], theirs: &[Results; 2], when: &str) {
    for (cppr, (ours, theirs)) in ["without CPPR", "with CPPR"].iter().zip(ours.iter().zip(theirs)) {
        let when = format!("{when}, {cppr}");
        assert_same_items(&ours.cuts, &theirs.cuts, &when);
        assert_same_items(&ours.pins, &theirs.pins, &when);
        assert_same_items(&ours.endpoints, &theirs.endpoints, &when);
        assert_same_items(&ours.paths, &theirs.paths, &when);
    }
}

impl Results {
    fn new(session: &Session) -> Self {
        let netlist = session.netlist();
        let paths = session.timed().unwrap().k_worst_paths(&Split::ALL, PATHS);
        Self {
            pins: netlist.pins().map(|pin| (netlist.pin_name(pin), values(session, pin))).collect(),
            endpoints: session
                .timed()
                .unwrap()
                .endpoint_slacks()
                .iter()
                .map(|slack| end(session, slack))
                .collect(),
            paths: paths.iter().map(|path| named(session, path)).collect(),
            cuts: session
                .graph()
                .unwrap()
                .pins()
                .cuts()
                .iter()
                .map(|&(from, to)| (netlist.pin_name(from), netlist.pin_name(to)))
                .collect(),
        }
    }

    /// Number of slacks of endpoints.
    pub fn endpoint_count(&self) -> usize {
        self.endpoints.len()
    }
}

fn values(session: &Session, pin: PinId) -> Values {
    let timed = session.timed().unwrap();
    [0, 1, 2, 3].map(|at| {
        let (split, transition) = (Split::ALL[at / 2], Transition::ALL[at % 2]);
        let times =
            [Timed::arrival, Timed::required, Timed::slack].map(|of| of(timed, pin, split, transition));
        (timed.slew(pin, split, transition).map(f32::to_bits), times)
    })
}

fn end(session: &Session, slack: &EndpointSlack) -> End {
    let graph = session.graph().unwrap();
    let name = |pin: PinId| session.netlist().pin_name(pin);
    let clock = slack.by.check().map(|check| {
        let clock = graph.check(check).clock;
        (name(graph.pin(clock.node())), clock.transition())
    });
    (name(slack.pin), slack.kind, clock, slack.transition, [slack.arrival, slack.required, slack.slack])
}

fn end_of_path(session: &Session, end: &PathEnd) -> End {
    let name = |pin: PinId| session.netlist().pin_name(pin);
    let clock = end.check.map(|check| (name(check.clock_pin), check.edge));
    (name(end.pin), end.kind, clock, end.transition, [end.arrival, end.required, end.slack])
}

fn named(session: &Session, path: &Path) -> (End, Ticks, Steps, Steps) {
    let steps = |steps: &[Step]| {
        let name = |step: &Step| session.netlist().pin_name(step.pin);
        steps.iter().map(|step| (name(step), step.transition, step.arrival)).collect()
    };
    (end_of_path(session, &path.end), path.credit, steps(&path.data), steps(&path.capture))
}
