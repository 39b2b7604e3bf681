//! Worst paths against those found by walking all.

use zeroslack::paths::{Path, PathQuery, Step, Via};
use zeroslack::units::{Split, Ticks};

use super::compare::Case;
use super::cppr::Way;
use super::design::Design;
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
                paths.iter().zip(arcs).map(|(path, arcs)| found_by_engine(case.design, path, arcs)).collect();
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
        let arcs = data_steps(path)
            .windows(2)
            .map(|pair| arc_between(case.design, weighted, pair, path.end.kind.split()));
        let path = found_by_engine(case.design, path, arcs.collect());
        assert!(found.binary_search(&path).is_ok(), "no path: {path:?}");
    }
}

/// The steps from where the data starts: before the last launch comes the clock's path.
fn data_steps(path: &Path) -> &[Step] {
    let launch = path.data.iter().rposition(|step| step.via == Some(Via::Launch));
    &path.data[launch.map_or(0, |launch| launch - 1)..]
}

/// An arc that takes as long as a step: any of several.
fn arc_between(design: &Design, weighted: &[Weighted], pair: &[Step], split: Split) -> usize {
    let [from, to] = [start_of(design, pair), end_of(design, &pair[1])];
    let delay = pair[1].arrival - pair[0].arrival;
    let is_this =
        |edge: &&Weighted| (edge.from, edge.to, edge.weight[split as usize]) == (from, to, Some(delay));
    let edge = weighted.iter().find(is_this);
    edge.unwrap_or_else(|| panic!("no edge from {from} to {to} takes {delay} ticks")).arc
}

fn found_by_engine(design: &Design, path: &Path, arcs: Vec<usize>) -> Found {
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
        way: Way { start: start_of(design, data_steps(path)), arcs },
    }
}

/// The worst path of every endpoint and kind is the expected one, and they come in order.
pub fn compare_worst_paths(
    case: &Case<'_>,
    arrivals: &Arrivals<'_>,
    expected: &[Slack],
    weighted: &[Weighted],
) {
    for split in Split::ALL {
        let mut order: Vec<&Slack> = expected.iter().filter(|slack| slack.kind.split() == split).collect();
        // Stable: of equals the first endpoint and kind.
        order.sort_by_key(|slack| slack.slack);
        for count in [order.len(), order.len() / 2] {
            let paths = case.session.timed().unwrap().worst_paths(split, count);
            assert_eq!(paths.len(), count);
            for (path, expected) in paths.iter().zip(&order) {
                compare_path(case.design, arrivals, path, expected, weighted);
            }
        }
    }
}

fn compare_path(
    design: &Design,
    arrivals: &Arrivals<'_>,
    path: &Path,
    expected: &Slack,
    weighted: &[Weighted],
) {
    let split = expected.kind.split();
    assert_eq!((path.end.slack, path.end.kind), (expected.slack, expected.kind));
    let end = 2 * expected.pin + expected.transition as usize;
    assert_eq!(vertices(design, &path.data), way(arrivals, end, split), "data path of {expected:?}");
    compare_steps(design, &path.data, split, weighted);
    assert_eq!(path.data.last().unwrap().arrival, expected.arrival);
    let capture = expected.clock.map_or(vec![], |clock| way(arrivals, clock, split.opposite()));
    assert_eq!(vertices(design, &path.capture), capture, "capture path of {expected:?}");
    compare_steps(design, &path.capture, split.opposite(), weighted);
}

fn way(arrivals: &Arrivals<'_>, end: Vertex, split: Split) -> Vec<Vertex> {
    arrivals.worst[end][split as usize].as_ref().unwrap().1.clone()
}

/// The vertex of the first of some steps: what goes on over the net starts where the pin drives.
fn start_of(design: &Design, steps: &[Step]) -> Vertex {
    let pin = steps[0].pin.index();
    let drives = steps.get(1).is_some_and(|next| next.via == Some(Via::Net));
    2 * if drives { design.driver_side(pin) } else { pin } + steps[0].transition as usize
}

/// The vertex of a step after the first: what comes over the net does not come where the pin drives.
fn end_of(design: &Design, step: &Step) -> Vertex {
    let pin = step.pin.index();
    2 * if step.via == Some(Via::Net) { pin } else { design.driver_side(pin) } + step.transition as usize
}

fn vertices(design: &Design, steps: &[Step]) -> Vec<Vertex> {
    let first = (!steps.is_empty()).then(|| start_of(design, steps));
    first.into_iter().chain(steps.iter().skip(1).map(|step| end_of(design, step))).collect()
}

/// Each step follows from the one before it by an edge, to the last tick.
fn compare_steps(design: &Design, steps: &[Step], split: Split, weighted: &[Weighted]) {
    for pair in steps.windows(2) {
        arc_between(design, weighted, pair, split);
        assert!(matches!(pair[1].via, Some(Via::Net | Via::Cell | Via::Launch)));
    }
    assert!(steps.first().is_none_or(|step| matches!(step.via, None | Some(Via::IdealNetwork))));
}
