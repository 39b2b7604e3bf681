//! Holds a session's times against the brute force: equal to the last tick.

use std::collections::BTreeMap;

use zeroslack::graph::ArcId;
use zeroslack::units::{Split, Ticks, Transition};

use super::compare::{Case, Weights, node_of, vertex};
use super::cppr::DataPaths;
use super::endpoints::{Endpoints, Slack, summaries};
use super::paths::{Arrivals, required_times};
use super::worst::{Found, compare_all_paths, compare_worst_paths};
use crate::common::pin_slacks::{PinSlacks, Walked};

/// Compares arrivals, required times, slacks and paths. False if the design has too many paths.
pub fn compare_times(case: &Case<'_>, weights: &Weights) -> bool {
    let vertices = 2 * case.design.side_count();
    let drives = &weights.drives;
    let arrivals = Arrivals::new(case.design, &weights.edges, case.constraints, drives);
    let Some(arrivals) = arrivals else { return false };
    let mut endpoints = Endpoints::new(&arrivals, case.constraints, &weights.checks);
    let Some(paths) =
        DataPaths::new(case.design, &arrivals, &weights.edges, (case.constraints, drives), &endpoints.ends())
    else {
        return false;
    };
    let timing = case.session.timed().unwrap().timing();
    let cppr = timing.has_cppr().then(|| timing.common_point());
    let mut found: Vec<Found> = Vec::new();
    for (number, end) in endpoints.ends().into_iter().enumerate() {
        let slacks = paths.slacks(&end, cppr);
        if let Some(worst) = slacks.iter().map(|(slack, _)| *slack).min() {
            endpoints.set_slack(number, worst);
        }
        found.extend(slacks.into_iter().map(|(slack, way)| Found { slack, end, way }));
    }
    let Some(required) = required_times(vertices, &weights.edges, &endpoints.requirements()) else {
        return false;
    };
    compare_vertices(case, &arrivals, &required);
    compare_pins(case, &found);
    let expected = endpoints.slacks();
    compare_slacks(case, &expected);
    assert_eq!(case.session.timed().unwrap().summaries(), summaries(&expected));
    if cppr.is_none() {
        compare_worst_paths(case, &arrivals, &expected, &weights.edges);
    }
    compare_all_paths(case, found, &weights.edges);
    true
}

fn compare_vertices(case: &Case<'_>, arrivals: &Arrivals<'_>, required: &[[Option<Ticks>; 2]]) {
    let (graph, timing) = (case.session.graph().unwrap(), case.session.timed().unwrap().timing());
    for vertex in 0..required.len() {
        let node = node_of(case.design, graph.pins(), vertex / 2);
        let (pin, transition) = (case.design.pin_of(vertex / 2), Transition::of(vertex as u32));
        for split in Split::ALL {
            let what = || format!("{} at {} {}", split.name(), case.design.pins[pin].name, transition.name());
            let (arrival, required) = (arrivals.at(vertex, split), required[vertex][split as usize]);
            // Times count from the edge that launches. Where none does, required times say nothing.
            if graph.vertex_tag(node.vertex(transition)).is_none() {
                assert_eq!(arrival, None, "{}", what());
                continue;
            }
            let launched = graph.launch_time(node.vertex(transition));
            let since_0 = |time: Option<Ticks>| time.map(|time| launched + time);
            assert_eq!(since_0(timing.arrival(node, split, transition)), arrival, "arrival, {}", what());
            assert_eq!(
                since_0(timing.required(graph, node, split, transition)),
                required,
                "required, {}",
                what()
            );
            let difference = arrival.zip(required).map(|(arrival, required)| required - arrival);
            let slack = if split == Split::Late { difference } else { difference.map(Ticks::wrapping_neg) };
            let found = timing.node_times(graph, node).contest_slack(split, transition);
            assert_eq!(found, slack, "contest's slack, {}", what());
        }
    }
}

/// Slacks of all pins, by the paths through them.
fn compare_pins(case: &Case<'_>, found: &[Found]) {
    let (graph, timing) = (case.session.graph().unwrap(), case.session.timed().unwrap().timing());
    let mut slacks = PinSlacks::new(graph, timing);
    let mut captured: BTreeMap<(usize, Split, usize, Ticks), Ticks> = BTreeMap::new();
    let at =
        |vertex: usize| node_of(case.design, graph.pins(), vertex / 2).vertex(Transition::of(vertex as u32));
    for Found { slack, end, way } in found {
        let (slack, split) = (*slack, end.kind.split());
        let arcs: Vec<ArcId> = way.arcs.iter().map(|&arc| ArcId::at(arc)).collect();
        let is_launched = arcs.first().is_some_and(|&arc| graph.is_launch(arc));
        slacks.pass(&Walked { slack, split, start: at(way.start), is_launched, arcs: &arcs });
        if let Some(clock) = end.clock {
            let known = captured.entry((clock, split, end.vertex, end.required)).or_insert(slack);
            *known = slack.min(*known);
        }
    }
    for ((clock, split, ..), slack) in captured {
        slacks.capture(at(clock), split, slack);
    }
    slacks.compare(|vertex| format!("{vertex:?}"));
}

fn compare_slacks(case: &Case<'_>, expected: &[Slack]) {
    let graph = case.session.graph().unwrap();
    let slacks = case.session.timed().unwrap().endpoint_slacks();
    let slacks = slacks.iter().map(|slack| Slack {
        pin: slack.pin.index(),
        kind: slack.kind,
        transition: slack.transition,
        arrival: slack.arrival,
        required: slack.required,
        slack: slack.slack,
        clock: slack.by.check().map(|check| vertex(case.design, graph.pins(), graph.check(check).clock)),
    });
    let slacks: Vec<Slack> = slacks.collect();
    for (slack, expected) in slacks.iter().zip(expected) {
        assert_eq!(slack, expected);
    }
    assert_eq!(slacks.len(), expected.len(), "endpoint slacks");
}
