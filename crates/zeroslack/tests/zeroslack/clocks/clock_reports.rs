//! Skew, latency and shortest periods of clocks, against all pairs of registers and all paths between them.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack::Session;
use zeroslack::graph::{CheckKind, VertexId};
use zeroslack::timing::EndpointKind;
use zeroslack::units::{Split, Ticks, Transition};

use super::credit::CommonPoint;
use super::network::Spot;
use super::oracle::{By, Oracle, Path};
use super::vertex::Vertex;

/// Compares all of it, with CPPR by a rule or without.
pub fn compare(session: &Session, oracle: &Oracle<'_>, rule: Option<CommonPoint>) {
    for split in Split::ALL {
        compare_skews(session, oracle, (rule, split));
    }
    compare_latencies(session, oracle);
    for with_ports in [false, true] {
        compare_periods(session, oracle, with_ports);
    }
}

/// A clock edge at a register as it comes through its network.
fn through_network(clock: Vertex) -> Vertex {
    Vertex { is_ideal: false, ..clock }
}

/// By how much later than its own edge a clock comes to a register.
fn latency(oracle: &Oracle<'_>, clock: Vertex, split: Split) -> Option<Ticks> {
    let edge = clock.tag.launch?;
    let start = oracle.setting.clocks[edge.clock].edges[edge.edge as usize];
    Some(oracle.clocks.arrival(through_network(clock), split)? - start)
}

/// What two clock paths have in common.
fn credit(oracle: &Oracle<'_>, path: &Path, (rule, split): (Option<CommonPoint>, Split)) -> Ticks {
    let (launch, capture) = (path.launch().unwrap(), path.end.clock.unwrap());
    if !launch.is_ideal && !capture.is_ideal {
        return path.credit;
    }
    // An ideal clock passes no pin before the one where it acts.
    let is_one_pin = launch.is_ideal && capture.is_ideal && launch.spot.pin == capture.spot.pin;
    let spread = |clock: Vertex| oracle.clocks.spread(through_network(clock));
    match rule {
        Some(CommonPoint::SamePin) if is_one_pin => spread(launch).min(spread(capture)),
        Some(CommonPoint::SameTransition) if is_one_pin && launch.spot == capture.spot => match split {
            Split::Late => 0,
            Split::Early => spread(launch).min(spread(capture)),
        },
        _ => 0,
    }
}

fn compare_skews(session: &Session, oracle: &Oracle<'_>, (rule, split): (Option<CommonPoint>, Split)) {
    let kind = if split == Split::Late { CheckKind::Setup } else { CheckKind::Hold };
    let sign = if split == Split::Late { 1 } else { -1 };
    let mut pairs: BTreeMap<usize, BTreeSet<(Ticks, Spot, Spot)>> = BTreeMap::new();
    for path in oracle.paths.iter().filter(|path| path.end.kind == EndpointKind::Check(kind)) {
        let clock = path.end.clock.filter(|_| path.end.by != By::Port);
        let (Some(launch), Some(capture)) = (path.launch(), clock) else { continue };
        let (Some(from), Some(to)) = (launch.tag.launch, capture.tag.launch) else { continue };
        let latencies = latency(oracle, launch, split).zip(latency(oracle, capture, split.opposite()));
        let Some((at_launch, at_capture)) = latencies.filter(|_| from.clock == to.clock) else { continue };
        let credit = credit(oracle, path, (rule, split));
        let skew = at_launch - at_capture + sign * (path.uncertainty - credit);
        pairs.entry(from.clock).or_default().insert((skew, launch.spot, capture.spot));
    }
    let largest =
        |pairs: &BTreeSet<(Ticks, Spot, Spot)>| pairs.iter().map(|pair| pair.0.abs()).max().unwrap();
    let expected: BTreeMap<usize, Ticks> =
        pairs.iter().map(|(&clock, pairs)| (clock, largest(pairs))).collect();
    let graph = session.graph().unwrap();
    let spot =
        |vertex: VertexId| Spot { pin: graph.pin(vertex.node()).index(), transition: vertex.transition() };
    let skews = session.timed().unwrap().clock_skews(split);
    let found: BTreeMap<usize, Ticks> =
        skews.iter().map(|skew| (skew.clock.0 as usize, skew.skew().abs())).collect();
    assert_eq!(found, expected, "largest skews, {split:?}");
    for skew in skews {
        let pair = (skew.skew(), spot(skew.launch), spot(skew.capture));
        assert!(pairs[&(skew.clock.0 as usize)].contains(&pair), "{skew:?} is of no two registers");
    }
}

fn compare_latencies(session: &Session, oracle: &Oracle<'_>) {
    let network = oracle.network;
    let launching = network.steps.iter().filter(|step| step.launches).map(|step| step.from.pin);
    let pins: BTreeSet<usize> = launching.chain(network.checks.iter().map(|check| check.clock.pin)).collect();
    let mut expected: BTreeMap<(usize, Transition, Transition), [Option<Ticks>; 2]> = BTreeMap::new();
    for &clock in oracle
        .clocks
        .to
        .keys()
        .filter(|clock| !clock.is_ideal && !clock.tag.is_generating && pins.contains(&clock.spot.pin))
    {
        let edge = clock.tag.launch.unwrap();
        let known = expected.entry((edge.clock, edge.edge, clock.spot.transition)).or_default();
        for split in Split::ALL {
            let place = &mut known[split as usize];
            *place = super::clock_paths::worse(split, *place, latency(oracle, clock, split));
        }
    }
    let complete = expected.into_iter().filter_map(|(key, [least, most])| Some((key, [least?, most?])));
    let found = session.timed().unwrap().clock_latencies().into_iter().map(|found| {
        let key = (found.clock.0 as usize, found.edge, found.at);
        (key, found.ends.map(|end| end.latency()))
    });
    assert_eq!(found.collect::<BTreeMap<_, _>>(), complete.collect::<BTreeMap<_, _>>(), "latencies");
}

fn compare_periods(session: &Session, oracle: &Oracle<'_>, with_ports: bool) {
    let mut expected: BTreeMap<usize, Ticks> = BTreeMap::new();
    for path in &oracle.paths {
        let is_late = matches!(
            path.end.kind,
            EndpointKind::Check(CheckKind::Setup | CheckKind::Recovery) | EndpointKind::Output(Split::Late)
        );
        let is_of_register = path.end.clock.is_some() && path.end.by != By::Port;
        let is_of_registers = path.launch().is_some() && is_of_register;
        let (Some(launch), Some(capture)) = (path.end.data.tag.launch, path.end.capture) else { continue };
        if is_late && launch == capture && (with_ports || is_of_registers) {
            let period = (oracle.setting.clocks[launch.clock].period - path.slack).max(0);
            let known = expected.entry(launch.clock).or_insert(period);
            *known = period.max(*known);
        }
    }
    let periods = session.timed().unwrap().min_periods(with_ports);
    let found: BTreeMap<usize, Ticks> =
        periods.iter().map(|found| (found.clock.0 as usize, found.period)).collect();
    assert_eq!(found, expected, "shortest periods, ports {with_ports}");
}
