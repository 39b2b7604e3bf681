//! Worst paths against those found by walking all.

use zeroslack::paths::{Path, PathQuery, Step, Via};
use zeroslack::units::{Split, Ticks};

use super::compare::Case;
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
pub fn compare_all_paths(case: &Case<'_>, mut found: Vec<Found>, weighted: &[Weighted]) {
    found.sort();
    for splits in [&Split::ALL[..], &Split::ALL[..1], &Split::ALL[1..]] {
        let expected: Vec<&Found> =
            found.iter().filter(|path| splits.contains(&path.end.kind.split())).collect();
        for count in [1, 7, expected.len().min(1000), expected.len() + 1] {
            let query =
                PathQuery { split: (splits.len() == 1).then_some(splits[0]), ..PathQuery::new(count) };
            let listed = case.session.timed().unwrap().find_paths(&query);
            let (paths, flat) = (listed.paths(), listed.flat(0..listed.tree().len()));
            assert!(paths == case.session.timed().unwrap().k_worst_paths(splits, count));
            let slacks: Vec<Ticks> = paths.iter().map(|path| path.end.slack).collect();
            let expected_slacks: Vec<Ticks> = expected.iter().take(count).map(|path| path.slack).collect();
            assert_eq!(slacks, expected_slacks, "the {count} worst paths");
            let arcs = flat.iter().map(|path| path.arcs[1..].iter().map(|arc| arc.index()).collect());
            let mut paths: Vec<Found> =
                paths.iter().zip(arcs).map(|(path, arcs)| found_by_engine(path, arcs)).collect();
            paths.sort();
            let mut there = expected.iter();
            for path in &paths {
                assert!(there.any(|expected| *expected == path), "no path, or twice: {path:?}");
            }
        }
    }
    for path in
        Split::ALL.map(|split| case.session.timed().unwrap().worst_paths(split, usize::MAX)).iter().flatten()
    {
        let arcs = data_steps(path).windows(2).map(|pair| arc_between(weighted, pair, path.end.kind.split()));
        let path = found_by_engine(path, arcs.collect());
        assert!(found.binary_search(&path).is_ok(), "no path: {path:?}");
    }
}

/// The steps from where the data starts: before the last launch comes the clock's path.
fn data_steps(path: &Path) -> &[Step] {
    let launch = path.data.iter().rposition(|step| step.via == Some(Via::Launch));
    &path.data[launch.map_or(0, |launch| launch - 1)..]
}

/// An arc that takes as long as a step: any of several.
fn arc_between(weighted: &[Weighted], pair: &[Step], split: Split) -> usize {
    let (from, to, delay) = (vertex_of(&pair[0]), vertex_of(&pair[1]), pair[1].arrival - pair[0].arrival);
    let is_this = |edge: &&Weighted| (edge.from, edge.to, edge.weight[split as usize]) == (from, to, delay);
    let edge = weighted.iter().find(is_this);
    edge.unwrap_or_else(|| panic!("no edge from {from} to {to} takes {delay} ticks")).arc
}

fn found_by_engine(path: &Path, arcs: Vec<usize>) -> Found {
    let end = &path.end;
    let required =
        if end.kind.split() == Split::Late { end.required - path.credit } else { end.required + path.credit };
    let arrival = path.data.last().unwrap().arrival;
    assert_eq!(
        (arrival, super::endpoints::slack(end.kind.split(), arrival, end.required)),
        (end.arrival, end.slack)
    );
    Found {
        slack: end.slack,
        end: End {
            vertex: 2 * end.pin.index() + end.transition as usize,
            kind: end.kind,
            clock: end.check.map(|check| 2 * check.clock_pin.index() + check.edge as usize),
            required,
        },
        way: Way { start: vertex_of(&data_steps(path)[0]), arcs },
    }
}

/// The worst path of every endpoint and kind is the expected one, and they come in order.
pub fn compare_worst_paths(case: &Case<'_>, arrivals: &Arrivals, expected: &[Slack], weighted: &[Weighted]) {
    for split in Split::ALL {
        let mut order: Vec<&Slack> = expected.iter().filter(|slack| slack.kind.split() == split).collect();
        // Stable: of equals the first endpoint and kind.
        order.sort_by_key(|slack| slack.slack);
        for count in [order.len(), order.len() / 2] {
            let paths = case.session.timed().unwrap().worst_paths(split, count);
            assert_eq!(paths.len(), count);
            for (path, expected) in paths.iter().zip(&order) {
                compare_path(arrivals, path, expected, weighted);
            }
        }
    }
}

fn compare_path(arrivals: &Arrivals, path: &Path, expected: &Slack, weighted: &[Weighted]) {
    let split = expected.kind.split();
    assert_eq!((path.end.slack, path.end.kind), (expected.slack, expected.kind));
    let end = 2 * expected.pin + expected.transition as usize;
    assert_eq!(vertices(&path.data), way(arrivals, end, split), "data path of {expected:?}");
    compare_steps(&path.data, split, weighted);
    assert_eq!(path.data.last().unwrap().arrival, expected.arrival);
    let capture = expected.clock.map_or(vec![], |clock| way(arrivals, clock, split.opposite()));
    assert_eq!(vertices(&path.capture), capture, "capture path of {expected:?}");
    compare_steps(&path.capture, split.opposite(), weighted);
}

fn way(arrivals: &Arrivals, end: Vertex, split: Split) -> Vec<Vertex> {
    arrivals.worst[end][split as usize].as_ref().unwrap().1.clone()
}

fn vertex_of(step: &Step) -> Vertex {
    2 * step.pin.index() + step.transition as usize
}

fn vertices(steps: &[Step]) -> Vec<Vertex> {
    steps.iter().map(vertex_of).collect()
}

/// Each step follows from the one before it by an edge, to the last tick.
fn compare_steps(steps: &[Step], split: Split, weighted: &[Weighted]) {
    for pair in steps.windows(2) {
        arc_between(weighted, pair, split);
        assert!(matches!(pair[1].via, Some(Via::Net | Via::Cell | Via::Launch)));
    }
    assert!(steps.first().is_none_or(|step| matches!(step.via, None | Some(Via::IdealNetwork))));
}
