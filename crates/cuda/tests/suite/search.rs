//! The list of worst paths is that of the reference, path by path, in order.

use zeroslack::graph::TimingGraph;
use zeroslack::timing::{Calculator, DelayData, Timing};
use zeroslack_cuda::{CudaError, Engine, FoundPaths, Machine, PathSearch, PathSearchQuery};

use super::reference::{Known, NONE, Reference};

/// Searches with all options, for up to `most` paths, and compares with the reference. Returns how often there was no room.
pub fn check_search<M: Machine>(
    machine: M,
    graph: &TimingGraph,
    data: &DelayData,
    calculator: Calculator,
    most: u32,
) -> u32 {
    let mut timing = Timing::default();
    timing.update(graph, data, calculator);
    let reference = Reference::new(graph, &timing);
    let mut engine = Engine::new(machine, graph, data, calculator).unwrap();
    // The search is before CPPR.
    engine.set_credits(&vec![[1234, -77]; graph.checks().len()]).unwrap();
    engine.update().unwrap();
    let mut overflows = 0;
    let (mut usual, spare) =
        (PathSearch::with_spare(&engine, graph, most, [true; 2], 2 * most).unwrap(), most / 16);
    usual.grow(&engine).unwrap();
    for (splits, counts) in [
        ([true; 2], &[1, most.min(10), most / 10, most][..]),
        ([false, true], &[most]),
        ([true, false], &[most]),
    ] {
        let query = PathSearchQuery { splits, ..PathSearchQuery::new(most) };
        let expected = reference.worst(&query);
        for &count in counts {
            let expected = &expected[..expected.len().min(count as usize)];
            let query = PathSearchQuery { count, ..query };
            compare(&engine, &mut usual, &query, &reference, expected);
            // As many as there is memory for, and hardly any more.
            let mut tight = PathSearch::with_spare(&engine, graph, count, splits, spare).unwrap();
            tight.grow(&engine).unwrap();
            overflows += compare(&engine, &mut tight, &query, &reference, expected);
        }
        if let Some(middle) = expected.get(expected.len() / 2) {
            let query = PathSearchQuery { slack_less_than: Some(middle.slack), ..query };
            let end = expected.partition_point(|path| path.slack < middle.slack);
            compare(&engine, &mut usual, &query, &reference, &expected[..end]);
        }
        for deepest in [0, 2] {
            let query = PathSearchQuery { max_deviations: Some(deepest), ..query };
            compare(&engine, &mut usual, &query, &reference, &reference.worst(&query));
        }
    }
    overflows
}

fn compare<M: Machine>(
    engine: &Engine<M>,
    search: &mut PathSearch<M>,
    query: &PathSearchQuery,
    reference: &Reference<'_>,
    expected: &[Known],
) -> u32 {
    let outcome = search.search(engine, query).unwrap();
    let found = search.fetch(engine).unwrap();
    let slacks: Vec<_> = expected.iter().map(|path| path.slack).collect();
    assert_eq!(found.slack, slacks, "slacks of {query:?}");
    assert_eq!(outcome.count as usize, expected.len());
    for (place, expected) in expected.iter().enumerate() {
        let (root, required) = reference.roots[expected.root];
        let what = (found.root[place], deviations(&found, place));
        assert_eq!(search.roots()[what.0 as usize], root, "root of path {place} of {query:?}");
        assert_eq!(what.1, expected.deviations, "deviations of path {place} of {query:?}");
        assert_eq!(found.required[place], required, "required time of path {place}");
    }
    let steps = search.fetch_steps(engine).unwrap();
    assert_eq!(steps.offsets.len(), expected.len() + 1);
    assert_eq!(steps.offsets[expected.len()] as usize, steps.vertices.len());
    for (place, expected) in expected.iter().enumerate().step_by(1 + expected.len() / 2000) {
        let here = steps.offsets[place] as usize..steps.offsets[place + 1] as usize;
        let (vertices, arcs) = reference.vertices(expected);
        assert_eq!(steps.vertices[here.clone()], vertices, "vertices of path {place} of {query:?}");
        assert_eq!(steps.arcs[here], arcs, "arcs of path {place} of {query:?}");
    }
    outcome.overflows
}

/// Of all its parents and its own, from the end.
fn deviations(found: &FoundPaths, place: usize) -> Vec<(u32, u32)> {
    let (mut deviations, mut place) = (Vec::new(), place);
    while found.parent[place] != NONE {
        deviations.push((found.place[place], found.arc[place]));
        place = found.parent[place] as usize;
    }
    deviations.reverse();
    deviations
}

/// More paths, or other splits, than there is memory for.
pub fn check_unprepared<M: Machine>(machine: M, session: &zeroslack::Session) {
    let (graph, data) = (session.graph(), session.delay_data());
    let mut engine = Engine::new(machine, graph, data, Calculator::Lumped).unwrap();
    engine.update().unwrap();
    let mut search = PathSearch::new(&engine, graph, 10, [false, true]).unwrap();
    search.grow(&engine).unwrap();
    let late = PathSearchQuery { splits: [false, true], ..PathSearchQuery::new(10) };
    assert!(search.search(&engine, &late).unwrap().count > 0);
    for query in [PathSearchQuery { count: 11, ..late }, PathSearchQuery::new(10)] {
        let error = search.search(&engine, &query).unwrap_err();
        assert!(matches!(error, CudaError::Unprepared { most: 10, .. }), "{error}");
        assert!(search.fetch(&engine).unwrap().slack.is_empty(), "nothing of the search before");
    }
    let nothing = PathSearchQuery { count: 0, ..late };
    assert_eq!(search.search(&engine, &nothing).unwrap().count, 0);
}
