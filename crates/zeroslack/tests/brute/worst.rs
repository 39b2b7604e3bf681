//! Worst paths against those found by walking all.

use zeroslack::paths::{Path, Step};
use zeroslack::units::{Split, Ticks};

use super::compare::{Case, vertex};
use super::cppr::Way;
use super::endpoints::{End, Slack};
use super::paths::{Arrivals, Weighted};
use super::structure::Vertex;

/// A path that there is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub slack: Ticks,
    pub end: End,
    pub way: Way,
}

/// The k worst paths are k of those that there are, none twice, and there are none with less slack.
pub fn compare_all_paths(case: &Case<'_>, mut found: Vec<Found>) {
    found.sort();
    for splits in [&Split::ALL[..], &Split::ALL[..1], &Split::ALL[1..]] {
        let expected: Vec<&Found> =
            found.iter().filter(|path| splits.contains(&path.end.kind.split())).collect();
        for count in [1, 7, expected.len().min(1000), expected.len() + 1] {
            let paths = case.session.k_worst_paths(splits, count);
            let slacks: Vec<Ticks> = paths.iter().map(|path| path.end.slack).collect();
            let expected_slacks: Vec<Ticks> = expected.iter().take(count).map(|path| path.slack).collect();
            assert_eq!(slacks, expected_slacks, "the {count} worst paths");
            let mut paths: Vec<Found> = paths.iter().map(|path| found_by_engine(case, path)).collect();
            paths.sort();
            let mut there = expected.iter();
            for path in &paths {
                assert!(there.any(|expected| *expected == path), "no path, or twice: {path:?}");
            }
        }
    }
    for path in Split::ALL.map(|split| case.session.worst_paths(split, usize::MAX)).iter().flatten() {
        let path = found_by_engine(case, path);
        assert!(found.binary_search(&path).is_ok(), "no path: {path:?}");
    }
}

fn found_by_engine(case: &Case<'_>, path: &Path) -> Found {
    let graph = case.session.graph();
    let end = &path.end;
    let node = end.node(graph);
    let required =
        if end.kind.split() == Split::Late { end.required - path.credit } else { end.required + path.credit };
    let is_launch = |step: &Step| step.arc.is_some_and(|arc| graph.is_launch(arc as usize));
    // Before the last launch comes the clock's path.
    let start = path.data.iter().rposition(is_launch).map_or(0, |launch| launch - 1);
    let arrival = path.data.last().unwrap().arrival;
    assert_eq!(
        (arrival, super::endpoints::slack(end.kind.split(), arrival, end.required)),
        (end.arrival, end.slack)
    );
    let vertex_of_check = |check| vertex(graph.node_pins(), graph.checks()[check as usize].clock);
    Found {
        slack: end.slack,
        end: End {
            vertex: vertex(graph.node_pins(), 2 * node + end.transition as u32),
            kind: end.kind,
            clock: end.check.map(vertex_of_check),
            required,
        },
        way: Way {
            start: vertex_of(case, &path.data[start]),
            arcs: path.data[start + 1..].iter().map(|step| step.arc.unwrap() as usize).collect(),
        },
    }
}

/// The worst path of every endpoint and kind is the expected one, and they come in order.
pub fn compare_worst_paths(case: &Case<'_>, arrivals: &Arrivals, expected: &[Slack], weighted: &[Weighted]) {
    for split in Split::ALL {
        let mut order: Vec<&Slack> = expected.iter().filter(|slack| slack.kind.split() == split).collect();
        // Stable: of equals the first endpoint and kind.
        order.sort_by_key(|slack| slack.slack);
        for count in [order.len(), order.len() / 2] {
            let paths = case.session.worst_paths(split, count);
            assert_eq!(paths.len(), count);
            for (path, expected) in paths.iter().zip(&order) {
                compare_path(case, arrivals, path, expected, weighted);
            }
        }
    }
}

fn compare_path(case: &Case<'_>, arrivals: &Arrivals, path: &Path, expected: &Slack, weighted: &[Weighted]) {
    let split = expected.kind.split();
    assert_eq!((path.end.slack, path.end.kind), (expected.slack, expected.kind));
    let end = 2 * expected.pin + expected.transition as usize;
    assert_eq!(vertices(case, &path.data), way(arrivals, end, split), "data path of {expected:?}");
    compare_steps(case, &path.data, split, weighted);
    assert_eq!(path.data.last().unwrap().arrival, expected.arrival);
    let capture = expected.clock.map_or(vec![], |clock| way(arrivals, clock, split.opposite()));
    assert_eq!(vertices(case, &path.capture), capture, "capture path of {expected:?}");
    compare_steps(case, &path.capture, split.opposite(), weighted);
}

fn way(arrivals: &Arrivals, end: Vertex, split: Split) -> Vec<Vertex> {
    arrivals.worst[end][split as usize].as_ref().unwrap().1.clone()
}

fn vertex_of(case: &Case<'_>, step: &Step) -> Vertex {
    2 * case.session.graph().node_pins()[step.node as usize].index() + step.transition as usize
}

fn vertices(case: &Case<'_>, steps: &[Step]) -> Vec<Vertex> {
    steps.iter().map(|step| vertex_of(case, step)).collect()
}

/// Each step follows from the one before it by an edge, to the last tick.
fn compare_steps(case: &Case<'_>, steps: &[Step], split: Split, weighted: &[Weighted]) {
    for pair in steps.windows(2) {
        let (from, to) = (vertex_of(case, &pair[0]), vertex_of(case, &pair[1]));
        let delay: Ticks = pair[1].arrival - pair[0].arrival;
        let is_this =
            |edge: &Weighted| (edge.from, edge.to, edge.weight[split as usize]) == (from, to, delay);
        assert!(weighted.iter().any(is_this), "no edge from {} to {} takes {delay} ticks", from, to);
        assert!(pair[1].arc.is_some());
    }
    assert!(steps.first().is_none_or(|step| step.arc.is_none()));
}
