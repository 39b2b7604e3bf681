//! The k worst paths against all paths.

use std::sync::Arc;

use zeroslack::graph::ArcId;
use zeroslack::paths::{FlatPath, Path, PathQuery, PathSearch, SearchGraph, Searched, Step, Via};
use zeroslack::timing::{ClockForest, EndpointSlack};
use zeroslack::units::{Split, Ticks};

use super::oracle::{Edge, Oracle, Vertex, slack};
use super::order::end_of as end_of_flat;
use super::paths::DataPath;

pub fn compare_search(oracle: &Oracle<'_>, paths: &[DataPath]) {
    let (graph, timing) = (oracle.session.graph().unwrap(), oracle.session.timed().unwrap().timing());
    let clocks = Arc::new(ClockForest::new(graph, timing));
    let mut search_graph = SearchGraph::default();
    search_graph.fill(&Searched { graph, timing, split: None, clocks: timing.has_cppr().then_some(&clocks) });
    let search = PathSearch::new(graph, timing, &search_graph);
    for split in [None, Some(Split::Early), Some(Split::Late)] {
        compare_worst(oracle, &search, paths, split);
    }
    let mut by_end = vec![Vec::new(); oracle.ends.len()];
    for path in paths {
        by_end[path.end].push(path);
    }
    for end in oracle.session.timed().unwrap().endpoint_slacks() {
        let path = search.worst_to(&end).expect("an endpoint with a slack has a path");
        assert_eq!(path.end.slack, end.slack);
        let path = data_path(oracle, &path, end_of(oracle, &end), None);
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
        let flat = search.flat(&tree, 0..tree.len());
        let paths = flat.iter().zip(search.paths(&tree, 0..tree.len()));
        paths
            .map(|(flat, path)| data_path(oracle, &path, end_of_flat(oracle, &tree, &flat), Some(&flat)))
            .collect::<Vec<_>>()
    };
    let all = worst(usize::MAX);
    let mut found = all.clone();
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

/// The number of the oracle's end.
fn end_of(oracle: &Oracle<'_>, end: &EndpointSlack) -> usize {
    let is_end = |other: &super::oracle::End| {
        (other.endpoint, other.kind, other.by, other.transition)
            == (end.endpoint, end.kind, end.by, end.transition)
    };
    oracle.ends.iter().position(is_end).expect("an end that requires something")
}

/// What the search found, taken to pieces and checked; by the arcs that it found, or by any that take as long.
pub fn data_path(oracle: &Oracle<'_>, path: &Path, number: usize, flat: Option<&FlatPath<'_>>) -> DataPath {
    let (end, split) = (&path.end, path.end.kind.split());
    let vertex = |step: &Step| vertex(oracle, step);
    // Before the last launch comes the clock's trace.
    let launch = path.data.iter().rposition(|step| step.via == Some(Via::Launch));
    let start = launch.map_or(0, |launch| launch - 1);
    let clock = launch.map_or(&[][..], |_| &path.data[..=start]);
    if launch.is_some() {
        compare_trace(oracle, clock, split);
    }
    let capture = oracle.ends[number].capture;
    assert_eq!(path.capture.last().map(vertex), capture);
    compare_trace(oracle, &path.capture, split.opposite());
    let mut arcs = compare_sums(oracle, &path.data, split).split_off(start);
    if let Some(flat) = flat {
        arcs = flat.arcs[1..].to_vec();
        compare_arcs(oracle, path, start, &arcs);
    }
    let arrival = path.data.last().unwrap().arrival;
    assert_eq!(vertex(path.data.last().unwrap()), oracle.ends[number].vertex);
    assert_eq!(end.arrival, arrival);
    assert_eq!(end.slack, slack(split, arrival, end.required));
    let credit: Ticks = if split == Split::Late { path.credit } else { -path.credit };
    let launched = oracle.launched(oracle.ends[number].vertex);
    assert_eq!(end.required, launched + oracle.ends[number].required + credit);
    DataPath { slack: end.slack, end: number, credit: path.credit, start: vertex(&path.data[start]), arcs }
}

/// The vertex of a step: the one of its pin, ideal or not, with its tag.
fn vertex(oracle: &Oracle<'_>, step: &Step) -> Vertex {
    let graph = oracle.session.graph().unwrap();
    let is_ideal = step.via == Some(Via::IdealNetwork);
    let nodes = graph.all_nodes(step.pin).filter(|&node| graph.is_ideal(node) == is_ideal);
    let mut vertices = nodes.map(|node| node.vertex(step.transition));
    vertices.find(|&vertex| graph.vertex_tag(vertex) == step.tag).unwrap().index()
}

/// The steps are the worst-arrival trace of the last of them.
fn compare_trace(oracle: &Oracle<'_>, steps: &[Step], split: Split) {
    let Some(last) = steps.last() else { return };
    let vertex = |step: &Step| vertex(oracle, step);
    let trace = &oracle.trace[vertex(last)][split as usize];
    assert!(steps.iter().map(vertex).eq(trace.iter().copied()), "{steps:?}");
    let launched = oracle.launched(vertex(last));
    for step in steps {
        let arrival = oracle.arrival[vertex(step)][split as usize];
        assert_eq!(Some(step.arrival), arrival.map(|arrival| launched + arrival));
    }
}

/// A path starts where an arrival is stated, and every step takes as long as an arc: the first of those that do.
fn compare_sums(oracle: &Oracle<'_>, steps: &[Step], split: Split) -> Vec<ArcId> {
    assert!(matches!(steps[0].via, None | Some(Via::IdealNetwork)));
    let first = vertex(oracle, &steps[0]);
    let stated = oracle.stated[first][split as usize];
    assert_eq!(Some(steps[0].arrival), stated.map(|stated| oracle.launched(first) + stated));
    let arc = |pair: &[Step]| {
        let [from, to] = [0, 1].map(|at| vertex(oracle, &pair[at]));
        let delay = Some(pair[1].arrival - pair[0].arrival);
        let is_this = |edge: &&Edge| edge.from == from && edge.delay[split as usize] == delay;
        let edge = oracle.into[to].iter().find(is_this).unwrap();
        assert_eq!(edge.launches, pair[1].via == Some(Via::Launch));
        edge.arc
    };
    steps.windows(2).map(arc).collect()
}

/// The arcs join the steps of a path, and take as long.
fn compare_arcs(oracle: &Oracle<'_>, path: &Path, start: usize, arcs: &[ArcId]) {
    let split = path.end.kind.split() as usize;
    assert_eq!(path.data.len() - start, arcs.len() + 1);
    for (pair, &arc) in path.data[start..].windows(2).zip(arcs) {
        let [from, to] = [0, 1].map(|at| vertex(oracle, &pair[at]));
        let edge = oracle.into[to].iter().find(|edge| edge.arc == arc).unwrap();
        assert_eq!((edge.from, edge.delay[split]), (from, Some(pair[1].arrival - pair[0].arrival)));
    }
}
