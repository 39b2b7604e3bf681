//! What the engine says, in the golden's words.

use zeroslack::Session;
use zeroslack::graph::PathGroup;
use zeroslack::netlist::{Netlist, PinId};
use zeroslack::paths::{Path, Step, Via};
use zeroslack::timing::EndpointSlack;
use zeroslack::units::{Split, Ticks, Transition, ps};

use zeroslack_testing::opensta::endpoints::Slack;
use zeroslack_testing::opensta::golden::Ends;
use zeroslack_testing::opensta::pins::Times;

/// All slacks of all endpoints.
pub fn slacks(session: &Session) -> Vec<Slack> {
    let slack = |(of, end): &(PathGroup, EndpointSlack)| {
        let pin = end.pin;
        Slack {
            group: group(session, *of),
            endpoint: session.netlist().pin_name(pin),
            kind: kind(session.netlist(), pin),
            split: end.kind.split(),
            slack: ps(end.slack) / 1e3,
        }
    };
    session.timed().unwrap().group_slacks().iter().map(slack).collect()
}

fn group(session: &Session, group: PathGroup) -> String {
    let constraints = session.constraints(zeroslack::ModeId::FIRST);
    match group {
        PathGroup::Named(place) => constraints.exceptions.group_names()[place as usize].to_string(),
        PathGroup::PathDelay => "path delay".to_string(),
        PathGroup::Default => "default".to_string(),
        PathGroup::Asynchronous => "asynchronous".to_string(),
        PathGroup::GatedClock => "gated clock".to_string(),
        PathGroup::Clock(clock) => constraints.clocks[clock].name.to_string(),
    }
}

fn kind(netlist: &Netlist, pin: PinId) -> String {
    match netlist.pin_cell(pin) {
        Some(cell) => netlist.master(cell).name.to_string(),
        None if netlist.is_driver(pin) => "bidirect".to_string(),
        None => "output".to_string(),
    }
}

/// The arrival and slew at a pin of a name.
pub fn times(session: &Session, pin: &str, split: Split, transition: Transition) -> Option<Times> {
    let (pin, timed) = (session.netlist().find_pin(pin, '/')?, session.timed().unwrap());
    Some(Times {
        arrival: timed.arrival(pin, split, transition).map(|time| ps(time) / 1e3),
        slew: timed.slew(pin, split, transition).map(|slew| f64::from(slew) / 1e3),
    })
}

/// The ends of the worst path after CPPR.
pub fn worst_path(session: &Session, split: Split) -> Ends {
    let netlist = session.netlist();
    let path = session.timed().unwrap().k_worst_paths(&[split], 1).remove(0);
    let cell = |pin: PinId| {
        let cell = netlist.pin_cell(pin).unwrap();
        netlist.cell_name(cell).to_string()
    };
    let start = path.data.iter().find(|step| step.via == Some(Via::Launch)).unwrap();
    let edge = path.end.launch.unwrap();
    let clock = &session.constraints(zeroslack::ModeId::FIRST).clocks[edge.clock];
    let time = ps(clock.edges[edge.edge as usize]) / 1e3;
    Ends {
        start: cell(start.pin),
        end: cell(path.end.pin),
        launch: format!("{time:.4} {} {}", clock.name, edge.edge.name()),
    }
}

/// The worst path to an endpoint, before CPPR.
fn worst_to(session: &Session, endpoint: &str, split: Split) -> Path {
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let pin = session.netlist().find_pin(endpoint, '/').unwrap();
    let of_split = |end: &&EndpointSlack| end.pin == pin && end.kind.split() == split;
    let ends = session.timed().unwrap().endpoint_slacks();
    let worst = ends.iter().filter(of_split).min_by_key(|end| end.slack).unwrap();
    Path::worst_to(graph, timing, *worst)
}

/// The drivers on the worst paths of data and clock to an endpoint, before CPPR.
pub fn drivers_on_worst_path(session: &Session, endpoint: &str, split: Split) -> Vec<PinId> {
    let path = worst_to(session, endpoint, split);
    let pins = path.data.iter().chain(&path.capture).map(|step| step.pin);
    pins.filter(|&pin| session.netlist().is_driver(pin)).collect()
}

/// What the worst slack of an endpoint gains, ns, where the delays of its paths are added up one after the other in 32-bit floats, as the other timer does.
pub fn rounding(session: &Session, endpoint: &str, split: Split) -> f64 {
    let path = worst_to(session, endpoint, split);
    let seconds = |time: Ticks| ps(time) * 1e-12;
    let excess = |steps: &[Step]| {
        let [Some(first), Some(last)] = [steps.first(), steps.last()] else { return 0.0 };
        let delays = steps.windows(2).map(|pair| seconds(pair[1].arrival - pair[0].arrival) as f32);
        let sum = delays.fold(seconds(first.arrival) as f32, |sum, delay| sum + delay);
        (f64::from(sum) - seconds(last.arrival)) * 1e9
    };
    let later = excess(&path.capture) - excess(&path.data);
    if split == Split::Late { later } else { -later }
}

/// A driver's load, fF.
pub fn load(session: &Session, driver: PinId, transition: Transition) -> f32 {
    let pins = session.graph().unwrap().pins();
    let tree = pins.tree_of(pins.node(driver)).unwrap();
    session.timed().unwrap().timing().loads()[tree][Split::Late as usize][transition as usize]
}
