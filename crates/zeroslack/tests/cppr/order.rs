//! The search of many paths without CPPR against all paths in the defined order, under every option.

use std::collections::BTreeMap;

use zeroslack::paths::{Ground, PathQuery, PathSearch, PathTree, START, Searched};
use zeroslack::units::{Split, Ticks};

use super::oracle::{Oracle, Vertex, slack};
use super::paths::DataPath;

/// A path by what the order goes by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ordered {
    slack: Ticks,
    count: usize,
    /// Index into [`Oracle::ends`].
    end: usize,
    /// Place and way, from the end backwards.
    deviations: Vec<(u32, u32)>,
    /// From the start to the end.
    vertices: Vec<u32>,
    arcs: Vec<u32>,
}

/// Each query in turn is asked of one in so many designs.
const STRIDE: usize = 41;

/// Compares what queries find, of all that there are.
pub fn compare_queries(oracle: &Oracle<'_>, paths: &[DataPath]) {
    let mut all: Vec<Ordered> = paths.iter().map(|path| ordered(oracle, path)).collect();
    all.sort();
    let (graph, timing) = (oracle.session.graph(), oracle.session.timing());
    let grounds = [None, Some(Split::Early), Some(Split::Late)].map(|split| {
        let mut ground = Ground::default();
        ground.fill(&Searched { graph, timing, split, clocks: None });
        ground
    });
    let searches = grounds.each_ref().map(|ground| PathSearch::new(graph, timing, ground));
    let mut queries = queries(&all);
    queries.retain({
        let mut number = paths.len();
        move |_| {
            number += 1;
            number.is_multiple_of(STRIDE)
        }
    });
    queries.push(PathQuery::new(usize::MAX));
    for query in queries {
        let expected = expected(oracle, &all, &query);
        assert_same(oracle, &searches[0], &query, &expected);
        if let Some(split) = query.split {
            assert_same(oracle, &searches[1 + split as usize], &query, &expected);
        }
    }
}

/// Every option with every other.
fn queries(all: &[Ordered]) -> Vec<PathQuery> {
    let slacks = [0, all.len() / 2, all.len().saturating_sub(1)];
    let slacks = slacks.map(|place| all.get(place).map_or(0, |path| path.slack));
    let mut queries = Vec::new();
    for max_paths in [0, 1, 2, 5, all.len() / 3, all.len(), all.len() + 1] {
        for nworst in [None, Some(0), Some(1), Some(2), Some(4)] {
            for split in [None, Some(Split::Early), Some(Split::Late)] {
                for slack_less_than in [None, Some(0), Some(slacks[1]), Some(slacks[2] + 1), Some(slacks[0])]
                {
                    for max_deviations in [None, Some(0), Some(1), Some(3)] {
                        for per_group in [false, true] {
                            queries.push(PathQuery {
                                max_paths,
                                nworst,
                                split,
                                slack_less_than,
                                max_deviations,
                                per_group,
                            });
                        }
                    }
                }
            }
        }
    }
    queries
}

/// Those of all paths that a query lets through.
fn expected<'p>(oracle: &Oracle<'_>, all: &'p [Ordered], query: &PathQuery) -> Vec<&'p Ordered> {
    let (mut of_endpoint, mut of_group) = (BTreeMap::new(), BTreeMap::new());
    let kind = |path: &Ordered| oracle.ends[path.end].kind;
    let allowed = all.iter().filter(|path| {
        query.split.is_none_or(|split| kind(path).split() == split)
            && query.slack_less_than.is_none_or(|limit| path.slack < limit)
            && query.max_deviations.is_none_or(|most| path.count <= most as usize)
    });
    let counted = allowed.filter(|path| {
        let count = of_endpoint.entry((oracle.ends[path.end].endpoint, kind(path).split())).or_insert(0);
        *count += 1;
        query.nworst.is_none_or(|most| *count <= most)
    });
    let wanted = counted.filter(|path| {
        let count = of_group.entry(query.per_group.then(|| kind(path))).or_insert(0);
        *count += 1;
        *count <= query.max_paths
    });
    wanted.collect()
}

fn assert_same(oracle: &Oracle<'_>, search: &PathSearch<'_>, query: &PathQuery, expected: &[&Ordered]) {
    let tree = search.find(query);
    let found = found(oracle, search, &tree);
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(&found, expected, "path {place} of {query:?}");
    }
    assert_eq!(found.len(), expected.len(), "{query:?}");
}

/// A path as what it deviates by from the forest of worst arrivals.
fn ordered(oracle: &Oracle<'_>, path: &DataPath) -> Ordered {
    let end = &oracle.ends[path.end];
    let split = end.kind.split();
    let (mut vertex, mut deviations, mut vertices) = (end.vertex, Vec::new(), vec![end.vertex as u32]);
    for (place, &arc) in (0..).zip(path.arcs.iter().rev()) {
        if worst_way(oracle, vertex, split) != arc {
            deviations.push((place, arc));
        }
        let edge = oracle.into[vertex].iter().find(|edge| edge.arc == arc).unwrap();
        vertex = edge.from;
        vertices.push(vertex as u32);
    }
    let is_launched = path.arcs.first().is_some_and(|&arc| oracle.session.graph().is_launch(arc as usize));
    if !is_launched && worst_way(oracle, vertex, split) != START {
        deviations.push((path.arcs.len() as u32, START));
    }
    vertices.reverse();
    let arcs = [&[u32::MAX], &path.arcs[..]].concat();
    Ordered { slack: path.slack, count: deviations.len(), end: path.end, deviations, vertices, arcs }
}

/// The first of the ways that make the worst arrival: by source pin and transition, then by arc; a stated start last.
fn worst_way(oracle: &Oracle<'_>, vertex: Vertex, split: Split) -> u32 {
    let pins = oracle.session.graph().node_pins();
    let worst = oracle.arrival[vertex][split as usize].unwrap();
    let made = oracle.into[vertex].iter().filter(|edge| {
        let start = oracle.arrival[edge.from][split as usize];
        start.zip(edge.delay[split as usize]).is_some_and(|(start, delay)| start + delay == worst)
    });
    made.min_by_key(|edge| (pins[edge.from / 2], edge.from % 2, edge.arc)).map_or(START, |edge| edge.arc)
}

/// What a search found, put together from the tree and from what is written out, which have to agree.
fn found(oracle: &Oracle<'_>, search: &PathSearch<'_>, tree: &PathTree) -> Vec<Ordered> {
    let flat = search.flat(tree, 0..tree.len());
    assert_eq!((flat.len(), flat.offsets.len()), (tree.len(), tree.len() + 1));
    let mut found: Vec<Ordered> = Vec::new();
    for (index, path) in flat.iter().enumerate() {
        let root = &tree.roots[tree.root[index] as usize];
        let end = oracle.ends.iter().position(|end| {
            (end.endpoint, end.kind, end.check, end.vertex)
                == (root.endpoint, root.kind, root.check, root.vertex as usize)
        });
        let end = end.expect("an end that requires something");
        let split = root.kind.split();
        assert_eq!((path.root, path.slack), (tree.root[index], tree.slack[index]));
        assert_eq!(path.required, oracle.ends[end].required);
        assert_eq!(path.slack, slack(split, path.arrival, path.required));
        let mut deviations = Vec::new();
        if tree.parent[index] != u32::MAX {
            assert!((tree.parent[index] as usize) < index);
            deviations.clone_from(&found[tree.parent[index] as usize].deviations);
            deviations.push((tree.place[index], tree.way[index]));
        }
        found.push(Ordered {
            slack: path.slack,
            count: deviations.len(),
            end,
            deviations,
            vertices: path.vertices.to_vec(),
            arcs: path.arcs.to_vec(),
        });
    }
    found
}
