//! A design of thousands of gates: any number of threads, and every k, give the same list; any number of threads the same graph and the same cones.

use std::collections::BTreeMap;

use zeroslack::Session;
use zeroslack::graph::{ArcId, NodeId, TimingGraph, VertexId};
use zeroslack::paths::{Ends, Passing, PathQuery, PathTree, Root, SearchGraph, Searched};
use zeroslack::timing::TimedGraph;
use zeroslack::units::{Split, Ticks};

use super::find;
use crate::common::synthetic::unwired;

/// Slack, root and deviations of a path.
type Listed = (Ticks, Root, Vec<(u32, ArcId)>);

fn listed(session: &Session, query: PathQuery) -> Vec<Listed> {
    let (tree, deviations) = find(session, query);
    let PathTree { slack, root, roots, .. } = tree;
    let ends = root.into_iter().map(|root| roots[root as usize]);
    slack.into_iter().zip(ends).zip(deviations).map(|((slack, root), way)| (slack, root, way)).collect()
}

#[test]
fn any_number_of_threads_and_any_k() {
    let session = unwired(5_000);
    let most = 60_000;
    let all = listed(&session, PathQuery::new(most));
    assert_eq!(all.len(), most);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for count in [1, 10, 999, 20_000, most] {
            let found = pool.install(|| listed(&session, PathQuery::new(count)));
            assert!(found[..] == all[..count], "{count} paths on {threads} threads");
        }
    }
    // The paths of one endpoint and split among all that there are.
    for nworst in [1, 2, 30] {
        let mut counts = BTreeMap::new();
        let expected: Vec<_> = all
            .iter()
            .filter(|path| {
                let root = &path.1;
                let count = counts.entry((root.endpoint, root.split())).or_insert(0);
                *count += 1;
                *count <= nworst
            })
            .cloned()
            .collect();
        for count in [10, expected.len() / 2, expected.len()] {
            let found = listed(&session, PathQuery::new(count).nworst(nworst));
            assert!(found[..] == expected[..count], "{count} paths, {nworst} an endpoint");
        }
    }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn one_graph_on_any_number_of_threads() {
    let session = unwired(40_000);
    let (library, constraints) = (session.netlist().library(), session.constraints(zeroslack::ModeId::FIRST));
    for threads in [1, 2, 4] {
        let (graph, said) = on_threads(threads, || TimingGraph::new(session.netlist(), library, constraints));
        assert!(said.to_string().is_empty(), "{said}");
        assert!(graph == *session.graph().unwrap(), "{threads} threads");
    }
}

/// All arrays of a cone, floats by their bits.
fn arrays(cone: &TimedGraph<'_>) -> impl PartialEq + Send + use<> {
    let delays: Vec<u32> =
        cone.delays.iter().flat_map(|delay| delay.as_flattened()).map(|delay| delay.to_bits()).collect();
    (
        (cone.level_first.to_vec(), cone.fanin_first.to_vec(), cone.arc_sources.to_vec()),
        (cone.arc_kinds.to_vec(), cone.node_pins.to_vec(), cone.sources.to_vec()),
        (cone.arrivals.to_vec(), cone.design_nodes.map(<[NodeId]>::to_vec), delays),
    )
}

/// The vertices of a part of some nodes.
fn part(nodes: impl Iterator<Item = NodeId>, step: usize) -> Vec<VertexId> {
    let mut vertices: Vec<VertexId> = nodes.step_by(step).flat_map(NodeId::vertices).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Queries from narrow to wide, by where they start, what they pass and where they end.
fn queries(graph: &TimingGraph) -> Vec<Passing> {
    let mut queries = Vec::new();
    for step in [10_000, 300, 10, 1] {
        let from = Some(part(graph.launches().map(|launch| launch.clock.node()), step));
        let data = part(graph.endpoints().iter().flat_map(|end| graph.end_nodes(end)), step);
        let to = Some(Ends { data, ..Ends::default() });
        let nodes = graph.node_count();
        let through = [nodes / 4, nodes / 2].map(|first| part(NodeId::all(first..nodes), step)).to_vec();
        queries.push(Passing { from: from.clone(), ..Passing::default() });
        queries.push(Passing { to: to.clone(), ..Passing::default() });
        queries.push(Passing { through: through.clone(), ..Passing::default() });
        queries.push(Passing { from, through, to });
    }
    queries
}

#[test]
fn one_cone_on_any_number_of_threads() {
    let session = unwired(40_000);
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let searched = Searched { graph, timing, split: Some(Split::Late), clocks: None };
    let (mut kept, mut least, mut most) = (SearchGraph::default(), usize::MAX, 0);
    for passing in queries(graph) {
        let narrow = |search_graph: &mut SearchGraph, threads| {
            on_threads(threads, || search_graph.narrow(&searched, &passing));
            (arrays(&search_graph.view(graph, timing)), search_graph.roots().to_vec())
        };
        let expected = narrow(&mut SearchGraph::default(), 1);
        // In memory that has held other cones as well.
        assert!(narrow(&mut SearchGraph::default(), 4) == expected);
        assert!(narrow(&mut kept, 4) == expected && narrow(&mut kept, 1) == expected);
        let nodes = kept.cone_size().unwrap().nodes;
        (least, most) = (least.min(nodes), most.max(nodes));
    }
    assert!(least < 2_000 && most > graph.node_count() / 2, "{least} to {most} of {}", graph.node_count());
}
