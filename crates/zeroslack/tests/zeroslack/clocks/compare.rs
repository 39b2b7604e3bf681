//! The engine against the oracle.

use std::collections::BTreeMap;
use std::fmt::Debug;

use zeroslack::Session;
use zeroslack::paths::PathQuery;
use zeroslack::units::{Split, Ticks};

use super::engine::{self, Found};
use super::oracle::{End, Oracle, Path};
use super::vertex::Vertex;

/// Compares everything.
pub fn compare(session: &Session, oracle: &Oracle<'_>) {
    compare_times(session, oracle);
    same("slews of ideal clocks", &engine::ideal_slews(session), &oracle.clocks.ideal_slews());
    let after = oracle.worst().into_iter().map(|(end, [_, after])| (end, after)).collect();
    same("slacks of ends", &engine::slacks(session), &after);
    let of_kinds = worst(&after, |end| (end.data.spot.pin, end.kind));
    same("slacks of endpoints by kind", &engine::of_kinds(session), &of_kinds);
    let of_groups = worst(&after, |end| (end.data.spot.pin, end.kind.split(), end.group()));
    same("slacks of endpoints by group", &engine::of_groups(session), &of_groups);
    let mut sums =
        worst(&after, |end| end.kind).into_iter().map(|(kind, worst)| (kind, [worst, 0])).collect();
    for ((_, kind), slack) in of_kinds {
        let sums: &mut BTreeMap<_, [Ticks; 2]> = &mut sums;
        sums.get_mut(&kind).unwrap()[1] += slack.min(0);
    }
    same("sums", &engine::sums(session), &sums);
    compare_slacks(session, oracle);
    for split in [None, Some(Split::Early), Some(Split::Late)] {
        compare_paths(session, oracle, split);
    }
}

/// Two maps; what differs is said entry by entry.
fn same<K: Ord + Debug, V: PartialEq + Debug>(what: &str, found: &BTreeMap<K, V>, expected: &BTreeMap<K, V>) {
    for (key, value) in found {
        assert_eq!(Some(value), expected.get(key), "{what}: {key:?}");
    }
    for (key, value) in expected {
        assert_eq!(found.get(key), Some(value), "{what}: {key:?}");
    }
}

/// The least slack of all ends of a key.
fn worst<K: Ord>(slacks: &BTreeMap<End, Ticks>, key: impl Fn(&End) -> K) -> BTreeMap<K, Ticks> {
    let mut worst = BTreeMap::new();
    for (end, &slack) in slacks {
        let known = worst.entry(key(end)).or_insert(slack);
        *known = slack.min(*known);
    }
    worst
}

/// Arrivals at all vertices; and where there are some, when they are required.
fn compare_times(session: &Session, oracle: &Oracle<'_>) {
    let is_there = |times: &[Option<Ticks>; 2]| *times != [None; 2];
    let times = engine::times(session);
    let found =
        times.iter().map(|(&vertex, [arrival, _])| (vertex, *arrival)).filter(|(_, times)| is_there(times));
    let arrivals = oracle.arrivals().into_iter().filter(|(_, times)| is_there(times)).collect();
    same("arrivals", &found.collect(), &arrivals);
    let required = oracle.required();
    for (vertex, arrival) in &arrivals {
        let expected = required.get(vertex).copied().unwrap_or_default();
        for split in Split::ALL.map(|split| split as usize) {
            let found = times[vertex][1][split].filter(|_| arrival[split].is_some());
            assert_eq!(found, expected[split], "required time, split {split}: {vertex:?}");
        }
    }
}

/// Slacks of all vertices of data, by the paths through them.
pub fn compare_slacks(session: &Session, oracle: &Oracle<'_>) {
    let mut expected: BTreeMap<Vertex, [Option<Ticks>; 2]> = BTreeMap::new();
    for path in &oracle.paths {
        let data = path.vertices.iter().filter(|vertex| !vertex.tag.is_clock);
        for &vertex in data {
            let known = &mut expected.entry(vertex).or_default()[path.end.kind.split() as usize];
            *known = Some(known.map_or(path.slack, |known| known.min(path.slack)));
        }
    }
    let mut found = engine::slacks_of_vertices(session);
    found.retain(|vertex, slacks| !vertex.tag.is_clock && *slacks != [None; 2]);
    same("slacks of vertices", &found, &expected);
}

/// For any k the worst are the k worst of all, each once, in order of slack, and the first of those for a greater k.
fn compare_paths(session: &Session, oracle: &Oracle<'_>, split: Option<Split>) {
    let is_asked = |path: &&Path| split.is_none_or(|split| path.end.kind.split() == split);
    let mut expected: Vec<Found> =
        oracle.paths.iter().filter(is_asked).map(|path| as_found(oracle, path)).collect();
    expected.sort();
    let query = |count| PathQuery { split, ..PathQuery::new(count) };
    let all = engine::paths(session, &query(usize::MAX));
    assert!(all.is_sorted_by_key(|path| path.slack), "order of {all:?}");
    let mut sorted = all.clone();
    sorted.sort();
    for (found, expected) in sorted.iter().zip(&expected) {
        assert_eq!(found, expected, "all paths");
    }
    assert_eq!(sorted.len(), expected.len(), "number of paths");
    let mut count = 0;
    while count <= all.len() {
        assert!(engine::paths(session, &query(count))[..] == all[..count], "the {count} worst");
        count += 1 + count / 2 * usize::from(count > 4);
    }
    for query in [query(1), query(3), query(usize::MAX)] {
        compare_quotas(session, &all, &query.per_group());
        for nworst in 1..3 {
            compare_quotas(session, &all, &query.nworst(nworst));
            compare_quotas(session, &all, &query.nworst(nworst).per_group());
        }
    }
}

/// The first paths of all that do not exceed the quota of an endpoint in a split, then that of a group.
fn compare_quotas(session: &Session, all: &[Found], query: &PathQuery) {
    let (mut of_endpoint, mut of_group) = (BTreeMap::new(), BTreeMap::new());
    let counted = all.iter().filter(|path| {
        let count = of_endpoint.entry((path.end.data.spot.pin, path.end.kind.split())).or_insert(0);
        *count += 1;
        query.nworst.is_none_or(|most| *count <= most)
    });
    let expected = counted.filter(|path| {
        let group = query.per_group.then(|| (path.end.kind.split(), path.end.group()));
        let count = of_group.entry(group).or_insert(0);
        *count += 1;
        *count <= query.max_paths
    });
    let expected: Vec<Found> = expected.cloned().collect();
    assert_eq!(engine::paths(session, query), expected, "{query:?}");
}

/// An oracle's path as the engine would say it.
pub fn as_found(oracle: &Oracle<'_>, path: &Path) -> Found {
    let split = path.end.kind.split();
    let trace = |clock, split| oracle.clocks.trace(clock, split).to_vec();
    let launch = path.launch().map_or(vec![path.vertices[0]], |clock| trace(clock, split));
    let capture = path.end.clock.map_or(Vec::new(), |clock| trace(clock, split.opposite()));
    let Path { slack, credit, uncertainty, end, .. } = *path;
    Found { slack, credit, uncertainty, end, vertices: path.vertices.clone(), launch, capture }
}
