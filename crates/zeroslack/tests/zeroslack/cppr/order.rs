//! The search of many paths against all paths in the defined order, under every option.

use std::collections::BTreeMap;

use zeroslack::graph::{ArcId, VertexId};
use zeroslack::paths::{FlatPath, Passing, PathQuery, PathSearch, PathTree, START, SearchGraph, Searched};
use zeroslack::units::{Split, Ticks};

use super::constraints::stages;
use super::oracle::{Oracle, Vertex, slack};
use super::paths::DataPath;

/// The arc, or [`START`], and how many sets are passed before it.
pub type Way = (ArcId, usize);

/// A path by what the order goes by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ordered {
    pub slack: Ticks,
    pub count: usize,
    /// Index into [`Oracle::ends`].
    pub end: usize,
    /// Place and way, from the end backwards.
    pub deviations: Vec<(u32, Way)>,
    /// From the start to the end.
    pub vertices: Vec<VertexId>,
    /// The one that leads to each vertex; [`START`] to the first.
    pub arcs: Vec<ArcId>,
    pub credit: Ticks,
}

/// Each query in turn is asked of one in so many designs.
const STRIDE: usize = 41;

/// Compares what queries find before CPPR, of all that there are.
pub fn compare_queries(oracle: &Oracle<'_>, paths: &[DataPath]) {
    let mut all: Vec<Ordered> = paths.iter().map(|path| ordered(oracle, path)).collect();
    all.sort();
    let (graph, timing) = (oracle.session.graph().unwrap(), oracle.session.timed().unwrap().timing());
    let search_graphs = [None, Some(Split::Early), Some(Split::Late)].map(|split| {
        let mut search_graph = SearchGraph::default();
        search_graph.fill(&Searched { graph, timing, split, clocks: None });
        search_graph
    });
    let searches = search_graphs.each_ref().map(|search_graph| PathSearch::new(graph, timing, search_graph));
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
        let any = Passing::default();
        assert_same(oracle, &searches[0], (&any, &query), &expected);
        if let Some(split) = query.split {
            assert_same(oracle, &searches[1 + split as usize], (&any, &query), &expected);
        }
    }
}

/// Every option with every other.
pub fn queries(all: &[Ordered]) -> Vec<PathQuery> {
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
pub fn expected<'p>(oracle: &Oracle<'_>, all: &'p [Ordered], query: &PathQuery) -> Vec<&'p Ordered> {
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
        let group = || (kind(path).split(), oracle.ends[path.end].group);
        let count = of_group.entry(query.per_group.then(group)).or_insert(0);
        *count += 1;
        *count <= query.max_paths
    });
    wanted.collect()
}

pub fn assert_same(
    oracle: &Oracle<'_>,
    search: &PathSearch<'_>,
    (passing, query): (&Passing, &PathQuery),
    expected: &[&Ordered],
) {
    let tree = search.find(query);
    let found = found(oracle, search, passing, &tree);
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(&found, expected, "path {place} of {query:?}, {passing:?}");
    }
    assert_eq!(found.len(), expected.len(), "{query:?}, {passing:?}");
}

/// A path as what it deviates by from the forest of worst arrivals.
fn ordered(oracle: &Oracle<'_>, path: &DataPath) -> Ordered {
    let end = &oracle.ends[path.end];
    let split = end.kind.split();
    let (mut vertex, mut deviations, mut vertices) = (end.vertex, Vec::new(), vec![VertexId::at(end.vertex)]);
    for (place, &arc) in (0..).zip(path.arcs.iter().rev()) {
        if worst_way(oracle, vertex, split) != arc {
            deviations.push((place, (arc, 0)));
        }
        let edge = oracle.into[vertex].iter().find(|edge| edge.arc == arc).unwrap();
        vertex = edge.from;
        vertices.push(VertexId::at(vertex));
    }
    let is_launched = path.arcs.first().is_some_and(|&arc| oracle.session.graph().unwrap().is_launch(arc));
    if !is_launched && worst_way(oracle, vertex, split) != START {
        deviations.push((path.arcs.len() as u32, (START, 0)));
    }
    vertices.reverse();
    let (arcs, count) = ([&[START], &path.arcs[..]].concat(), deviations.len());
    Ordered { slack: path.slack, count, end: path.end, deviations, vertices, arcs, credit: path.credit }
}

/// The first of the ways that make the worst arrival: by source pin and transition, then by arc; a stated start last.
fn worst_way(oracle: &Oracle<'_>, vertex: Vertex, split: Split) -> ArcId {
    let pins = oracle.session.graph().unwrap().node_pins();
    let worst = oracle.arrival[vertex][split as usize].unwrap();
    let made = oracle.into[vertex].iter().filter(|edge| {
        let start = oracle.arrival[edge.from][split as usize];
        start.zip(edge.delay[split as usize]).is_some_and(|(start, delay)| start + delay == worst)
    });
    made.min_by_key(|edge| (pins[edge.from / 2], edge.from % 2, edge.arc)).map_or(START, |edge| edge.arc)
}

/// What a search found, put together from the tree and from what is written out, which have to agree.
fn found(oracle: &Oracle<'_>, search: &PathSearch<'_>, passing: &Passing, tree: &PathTree) -> Vec<Ordered> {
    let flat = search.flat(tree, 0..tree.len());
    assert_eq!((flat.len(), flat.offsets.len()), (tree.len(), tree.len() + 1));
    let mut found: Vec<Ordered> = Vec::new();
    for (index, path) in flat.iter().enumerate() {
        assert_eq!((path.root, path.slack), (tree.root[index], tree.slack[index]));
        let end = end_of(oracle, tree, &path);
        let mut deviations = Vec::new();
        if tree.parent[index] != u32::MAX {
            assert!((tree.parent[index] as usize) < index);
            deviations.clone_from(&found[tree.parent[index] as usize].deviations);
            let (place, way) = (tree.place[index], tree.way[index]);
            let stages = stages(passing, path.vertices);
            let at = path.arcs.len() - 1 - place as usize;
            let arc = path.arcs[at];
            // A cone's arcs have numbers of their own.
            assert!(if passing.is_free() { arc == way } else { (arc == START) == (way == START) });
            deviations.push((place, (arc, if at == 0 { 0 } else { stages[at - 1] })));
        }
        found.push(Ordered {
            slack: path.slack,
            count: deviations.len(),
            end,
            deviations,
            vertices: path.vertices.to_vec(),
            arcs: path.arcs.to_vec(),
            credit: path.credit,
        });
    }
    found
}

/// The end of a path, whose times have to fit it.
pub fn end_of(oracle: &Oracle<'_>, tree: &PathTree, path: &FlatPath<'_>) -> usize {
    let root = &tree.roots[path.root as usize];
    let end = oracle.ends.iter().position(|end| {
        (end.endpoint, end.kind, end.by, end.vertex)
            == (root.endpoint, root.kind, root.by, root.vertex.index())
    });
    let end = end.expect("an end that requires something");
    let split = root.kind.split();
    let credit = if split == Split::Late { path.credit } else { -path.credit };
    let launched = oracle.launched(oracle.ends[end].vertex);
    assert_eq!(path.required, launched + oracle.ends[end].required + credit);
    assert_eq!(path.slack, slack(split, path.arrival, path.required));
    end
}
