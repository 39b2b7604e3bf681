//! The engine's slacks, credits and required times against what all paths say.

use zeroslack::Session;
use zeroslack::graph::VertexId;
use zeroslack::timing::EndpointSlack;
use zeroslack::units::{Split, Ticks, Transition, defined};

use super::constraints::compare_constrained;
use super::oracle::{Oracle, slack, tighter};
use super::order::compare_queries;
use super::paths::{DataPath, all_paths};
use super::search::compare_search;
use crate::common::pin_slacks::{PinSlacks, Walked};

/// Compares everything; what is asked is drawn from `choices`. False if there are too many paths.
pub fn compare(session: &Session, choices: u64) -> bool {
    let oracle = Oracle::new(session);
    let Some(paths) = all_paths(&oracle, session.timed().unwrap().timing().has_cppr()) else { return false };
    let after = worst_by_end(&oracle, &paths, |path| path.slack);
    let before = worst_by_end(&oracle, &paths, |path| path.slack - path.credit);
    compare_credits(&oracle, &before, &after);
    compare_endpoints(&oracle, &after);
    compare_pins(&oracle, &before, &after);
    compare_slacks(&oracle, &paths, &after);
    if session.timed().unwrap().timing().has_cppr() {
        compare_search(&oracle, &paths);
    } else {
        compare_queries(&oracle, &paths);
    }
    compare_constrained(&oracle, &paths, choices);
    true
}

/// `[end]`.
fn worst_by_end(
    oracle: &Oracle<'_>,
    paths: &[DataPath],
    slack: impl Fn(&DataPath) -> Ticks,
) -> Vec<Option<Ticks>> {
    let mut worst: Vec<Option<Ticks>> = vec![None; oracle.ends.len()];
    for path in paths {
        let worst = &mut worst[path.end];
        *worst = Some(worst.map_or(slack(path), |known| known.min(slack(path))));
    }
    worst
}

/// What CPPR adds to the slack of an end.
fn gain(before: Option<Ticks>, after: Option<Ticks>) -> Ticks {
    after.zip(before).map_or(0, |(after, before)| after - before)
}

fn compare_credits(oracle: &Oracle<'_>, before: &[Option<Ticks>], after: &[Option<Ticks>]) {
    let timing = oracle.session.timed().unwrap().timing();
    if !timing.has_cppr() {
        assert!(timing.credits().is_empty());
        return;
    }
    let mut expected = vec![[0; 2]; oracle.session.graph().unwrap().checks().len()];
    for (end, (&before, &after)) in oracle.ends.iter().zip(before.iter().zip(after)) {
        if let Some(check) = end.by.check() {
            expected[check.index()][end.transition as usize] = gain(before, after);
        }
    }
    assert_eq!(timing.credits(), expected, "credits");
}

/// Of each endpoint and kind the worst; of equals the first transition, the first check or output.
fn compare_endpoints(oracle: &Oracle<'_>, after: &[Option<Ticks>]) {
    let mut expected: Vec<(u32, Ticks)> = Vec::new();
    let mut found = oracle.session.timed().unwrap().endpoint_slacks();
    let mut ends: Vec<(usize, Ticks)> =
        after.iter().enumerate().filter_map(|(end, slack)| Some((end, (*slack)?))).collect();
    while let Some(&(first, _)) = ends.first() {
        let group = (oracle.ends[first].endpoint, oracle.ends[first].kind);
        let is_in = |end: usize| (oracle.ends[end].endpoint, oracle.ends[end].kind) == group;
        let own: Vec<(usize, Ticks)> = ends.extract_if(.., |(end, _)| is_in(*end)).collect();
        let &(worst, slack) =
            own.iter().min_by_key(|(end, slack)| (*slack, oracle.ends[*end].transition, *end)).unwrap();
        expected.push((worst as u32, slack));
    }
    assert_eq!(found.len(), expected.len());
    for (found, (end, worst)) in found.drain(..).zip(expected) {
        let end = &oracle.ends[end as usize];
        let split = end.kind.split();
        let arrival = oracle.launched(end.vertex) + oracle.arrival[end.vertex][split as usize].unwrap();
        let required = arrival + if split == Split::Late { worst } else { -worst };
        let expected = EndpointSlack {
            endpoint: end.endpoint,
            pin: oracle.session.graph().unwrap().endpoint(end.endpoint).pin,
            kind: end.kind,
            by: end.by,
            transition: end.transition,
            arrival,
            required,
            slack: worst,
        };
        assert_eq!(found, expected);
    }
}

/// Required times of all pins, propagated back from ends and from the clock pins that capture.
fn compare_pins(oracle: &Oracle<'_>, before: &[Option<Ticks>], after: &[Option<Ticks>]) {
    let mut required: Vec<[Option<Ticks>; 2]> = vec![[None; 2]; oracle.into.len()];
    let mut require = |vertex: usize, split: Split, time: Ticks| {
        let place = &mut required[vertex][split as usize];
        *place = tighter(split, *place, Some(time));
    };
    let sign = |split: Split| if split == Split::Late { 1 } else { -1 };
    for (end, (&before, &after)) in oracle.ends.iter().zip(before.iter().zip(after)) {
        let split = end.kind.split();
        require(end.vertex, split, end.required + sign(split) * gain(before, after));
        if let (Some(capture), Some(slack)) = (end.capture, after) {
            let split = split.opposite();
            let arrival = oracle.arrival[capture][split as usize].unwrap();
            require(capture, split, arrival + sign(split) * slack);
        }
    }
    for vertex in (0..required.len()).rev() {
        for edge in &oracle.into[vertex] {
            for split in Split::ALL {
                if let (Some(time), Some(delay)) =
                    (required[vertex][split as usize], edge.delay[split as usize])
                {
                    let place = &mut required[edge.from][split as usize];
                    *place = tighter(split, *place, Some(time - delay));
                }
            }
        }
    }
    let timed = oracle.session.timed().unwrap();
    let (graph, timing) = (timed.graph(), timed.timing());
    for (vertex, required) in required.iter().enumerate() {
        for split in Split::ALL {
            let (node, transition) = (VertexId::at(vertex).node(), Transition::of(vertex as u32));
            let (arrival, required) = (oracle.arrival[vertex][split as usize], required[split as usize]);
            let of =
                |times: &[[[Ticks; 2]; 2]]| defined(times[node.index()][split as usize][transition as usize]);
            let found = (of(timing.arrivals()), of(timing.required_times(graph)));
            assert_eq!(found, (arrival, required), "arrival and required, vertex {vertex}");
            let expected = arrival.zip(required).map(|(arrival, required)| slack(split, arrival, required));
            let found = timing.node_times(graph, node).contest_slack(split, transition);
            assert_eq!(found, expected, "contest's slack, vertex {vertex}");
        }
    }
}

/// Slacks of all pins, by the paths through them.
fn compare_slacks(oracle: &Oracle<'_>, paths: &[DataPath], after: &[Option<Ticks>]) {
    let timed = oracle.session.timed().unwrap();
    let graph = timed.graph();
    let mut slacks = PinSlacks::new(graph, timed.timing());
    for path in paths {
        let DataPath { slack, start, ref arcs, .. } = *path;
        let is_launched = arcs.first().is_some_and(|&arc| graph.is_launch(arc));
        let (start, split) = (VertexId::at(start), oracle.ends[path.end].kind.split());
        slacks.pass(&Walked { slack, split, start, is_launched, arcs });
    }
    for (end, &slack) in oracle.ends.iter().zip(after) {
        if let (Some(clock), Some(slack)) = (end.capture, slack) {
            slacks.capture(VertexId::at(clock), end.kind.split(), slack);
        }
    }
    slacks.compare(|vertex| format!("{vertex:?}"));
}
