//! The k worst paths against all paths.

use std::sync::Arc;

use zeroslack::paths::{Ground, Path, PathQuery, PathSearch, Searched, Step};
use zeroslack::timing::ClockForest;
use zeroslack::units::{Split, Ticks};

use super::oracle::{Oracle, Vertex, slack};
use super::paths::DataPath;

pub fn compare_search(oracle: &Oracle<'_>, paths: &[DataPath]) {
    let (graph, timing) = (oracle.session.graph(), oracle.session.timing());
    let clocks = Arc::new(ClockForest::new(graph, timing));
    let mut ground = Ground::default();
    ground.fill(&Searched { graph, timing, split: None, clocks: timing.has_cppr().then_some(&clocks) });
    let search = PathSearch::new(graph, timing, &ground);
    for split in [None, Some(Split::Early), Some(Split::Late)] {
        compare_worst(oracle, &search, paths, split);
    }
    let mut by_end = vec![Vec::new(); oracle.ends.len()];
    for path in paths {
        by_end[path.end].push(path);
    }
    for end in oracle.session.endpoint_slacks() {
        let path = search.worst_to(&end).expect("an endpoint with a slack has a path");
        assert_eq!(path.end.slack, end.slack);
        let path = data_path(oracle, &path);
        assert!(by_end[path.end].contains(&&path), "no path: {path:?}");
    }
}

/// For any k, the worst are the k worst of all, each once, in order of slack, and the first of those for a greater k.
fn compare_worst(oracle: &Oracle<'_>, search: &PathSearch<'_>, paths: &[DataPath], split: Option<Split>) {
    let expected: Vec<&DataPath> = paths
        .iter()
        .filter(|path| split.is_none_or(|split| oracle.ends[path.end].kind.split() == split))
        .collect();
    let worst = |count| {
        let tree = search.find(&PathQuery { split, ..PathQuery::new(count) });
        search.paths(&tree, 0..tree.len())
    };
    let all = worst(usize::MAX);
    let mut found: Vec<DataPath> = all.iter().map(|path| data_path(oracle, path)).collect();
    assert!(found.is_sorted_by_key(|path| path.slack), "{found:?}");
    found.sort();
    assert!(found.iter().eq(expected), "all paths: {found:?}");
    // Each k where there are few, steps of a fourth where there are many.
    let mut count = 0;
    while count <= all.len() {
        assert!(worst(count)[..] == all[..count], "the {count} worst of {}", all.len());
        count += 1 + count / 4 * usize::from(count > 8);
    }
}

/// What the search found, taken to pieces and checked.
pub fn data_path(oracle: &Oracle<'_>, path: &Path) -> DataPath {
    let graph = oracle.session.graph();
    let (end, split) = (&path.end, path.end.kind.split());
    let is_end = |other: &super::oracle::End| {
        (other.endpoint, other.kind, other.check, other.output, other.transition)
            == (end.endpoint, end.kind, end.check, end.output, end.transition)
    };
    let number = oracle.ends.iter().position(is_end).expect("an end that requires something");
    let is_launch = |step: &Step| step.arc.is_some_and(|arc| graph.is_launch(arc as usize));
    // Before the last launch comes the clock's trace.
    let launch = path.data.iter().rposition(is_launch);
    let start = launch.map_or(0, |launch| launch - 1);
    let clock = launch.map_or(&[][..], |_| &path.data[..=start]);
    if launch.is_some() {
        compare_trace(oracle, clock, split);
    }
    let capture = oracle.ends[number].capture;
    assert_eq!(path.capture.last().map(vertex), capture);
    compare_trace(oracle, &path.capture, split.opposite());
    compare_sums(oracle, &path.data, split);
    let arrival = path.data.last().unwrap().arrival;
    assert_eq!(vertex(path.data.last().unwrap()), oracle.ends[number].vertex);
    assert_eq!(end.arrival, arrival);
    assert_eq!(end.slack, slack(split, arrival, end.required));
    let credit: Ticks = if split == Split::Late { path.credit } else { -path.credit };
    assert_eq!(end.required, oracle.ends[number].required + credit);
    DataPath {
        slack: end.slack,
        end: number,
        credit: path.credit,
        start: vertex(&path.data[start]),
        arcs: path.data[start + 1..].iter().map(|step| step.arc.unwrap()).collect(),
    }
}

fn vertex(step: &Step) -> Vertex {
    2 * step.node as usize + step.transition as usize
}

/// The steps are the worst-arrival trace of the last of them.
fn compare_trace(oracle: &Oracle<'_>, steps: &[Step], split: Split) {
    let Some(last) = steps.last() else { return };
    let trace = &oracle.trace[vertex(last)][split as usize];
    assert!(steps.iter().map(vertex).eq(trace.iter().copied()), "{steps:?}");
    for step in steps {
        assert_eq!(Some(step.arrival), oracle.arrival[vertex(step)][split as usize]);
    }
}

/// A path starts where an arrival is stated, and every step takes as long as its arc.
fn compare_sums(oracle: &Oracle<'_>, steps: &[Step], split: Split) {
    assert_eq!(steps[0].arc, None);
    assert_eq!(Some(steps[0].arrival), oracle.stated[vertex(&steps[0])][split as usize]);
    for pair in steps.windows(2) {
        let edges = &oracle.into[vertex(&pair[1])];
        let edge = edges.iter().find(|edge| Some(edge.arc) == pair[1].arc).unwrap();
        assert_eq!(edge.from, vertex(&pair[0]));
        assert_eq!(Some(pair[1].arrival - pair[0].arrival), edge.delay[split as usize]);
    }
}
