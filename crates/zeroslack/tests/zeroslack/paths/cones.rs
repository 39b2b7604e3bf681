//! What a query of constrained paths looks at, and what becomes of its memory, on a design of thousands of gates.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use zeroslack::graph::{ArcId, NodeId, TimingGraph, VertexId};
use zeroslack::paths::{
    Ends, FlatPath, FlatPaths, Passing, PathQuery, PathSearch, PathTree, SearchGraph, Searched,
};
use zeroslack::timing::ClockForest;
use zeroslack::units::Split;
use zeroslack::{PathPoints, QueryError, Session};

use crate::common::synthetic::unwired;

/// Nodes that one growth is ahead of the other.
const AHEAD: usize = 256;

/// What comes after a clock pin or before an endpoint, launches not crossed.
fn cone(
    graph: &TimingGraph,
    from: &[NodeId],
    next: impl Fn(&TimingGraph, NodeId) -> Vec<NodeId>,
) -> BTreeSet<NodeId> {
    let mut cone: BTreeSet<NodeId> = from.iter().copied().collect();
    let mut open = from.to_vec();
    while let Some(node) = open.pop() {
        open.extend(next(graph, node).into_iter().filter(|&next| cone.insert(next)));
    }
    cone
}

fn behind(graph: &TimingGraph, node: NodeId) -> Vec<NodeId> {
    let arcs = graph.fanout(node).iter().filter(|fanout| !graph.is_launch(fanout.arc));
    arcs.map(|fanout| fanout.node()).collect()
}

fn before(graph: &TimingGraph, node: NodeId) -> Vec<NodeId> {
    let arcs = graph.fanin(node).filter(|&arc| !graph.is_launch(arc));
    arcs.map(|arc| graph.arc_source(arc).node()).collect()
}

/// The node of the clock pin that launches, and the end, of some of the design's paths.
fn register_to_end(session: &Session, count: usize) -> Vec<(NodeId, NodeId)> {
    let found = session.timed().unwrap().find_paths(&PathQuery::new(5000).split(Split::Late).nworst(1));
    let flat = found.flat(0..found.tree().len());
    let launched = flat.iter().filter(|path| session.graph().unwrap().is_launch(path.arcs[1]));
    let ends = launched.map(|path| (path.vertices[0].node(), path.vertices[path.vertices.len() - 1].node()));
    let ends: Vec<(NodeId, NodeId)> = ends.collect();
    ends.iter().copied().step_by((ends.len() / count).max(1)).collect()
}

fn passing((start, end): (NodeId, NodeId)) -> Passing {
    let to = Some(Ends { data: end.vertices().to_vec(), ..Ends::default() });
    Passing { from: Some(start.vertices().to_vec()), to, ..Passing::default() }
}

#[test]
fn a_query_touches_its_cone_and_no_more() {
    let session = unwired(20_000);
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let (mut search_graph, mut asked, mut most) = (SearchGraph::default(), 0, 0);
    for (start, end) in register_to_end(&session, 60) {
        let launched: Vec<NodeId> = {
            let arcs = graph.fanout(start).iter();
            arcs.filter(|fanout| graph.is_launch(fanout.arc)).map(|fanout| fanout.node()).collect()
        };
        let forwards = cone(graph, &launched, behind);
        let backwards = cone(graph, &[end], before);
        let searched = Searched { graph, timing, split: Some(Split::Late), clocks: None };
        search_graph.narrow(&searched, &passing((start, end)));
        let cone = search_graph.cone_size().unwrap();
        // The clock pin is a node more.
        assert_eq!(cone.nodes, forwards.intersection(&backwards).count() + 1, "{start:?} to {end:?}");
        let smaller = forwards.len().min(backwards.len());
        assert!(cone.touched <= 2 * (smaller + AHEAD), "{cone:?}, cones of {smaller}");
        (asked, most) = (asked + 1, most.max(cone.nodes));
    }
    assert!(asked >= 50 && most > 20 && most < graph.node_count() / 10, "{asked} queries, {most} nodes");
}

/// How many sets a path passes, each at a vertex of its own.
fn passed(vertices: &[VertexId], through: &[Vec<VertexId>]) -> usize {
    vertices.iter().fold(0, |stage, vertex| {
        stage + usize::from(through.get(stage).is_some_and(|set| set.contains(vertex)))
    })
}

/// Slack, vertices and arcs of paths, without an order.
fn listed<'a>(paths: impl Iterator<Item = FlatPath<'a>>) -> BTreeSet<(i64, Vec<VertexId>, Vec<ArcId>)> {
    paths.map(|path| (path.slack, path.vertices.to_vec(), path.arcs.to_vec())).collect()
}

/// What a query finds, with CPPR where the session's update had it.
fn find(session: &Session, query: &PathQuery, passing: &Passing) -> (PathTree, FlatPaths) {
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let clocks = timing.has_cppr().then(|| Arc::new(ClockForest::new(graph, timing)));
    let mut search_graph = SearchGraph::default();
    search_graph.narrow(&Searched { graph, timing, split: query.split, clocks: clocks.as_ref() }, passing);
    let search = PathSearch::new(graph, timing, &search_graph);
    let tree = search.find(query);
    let flat = search.flat(&tree, 0..tree.len());
    (tree, flat)
}

/// The worst paths of a design, less those that do not pass what is asked for, are the worst of those that do; on any number of threads.
#[test]
fn constrained_paths_are_some_of_all() {
    let mut session = unwired(5_000);
    for cppr in [false, true] {
        session.set_cppr(cppr);
        session.update().unwrap();
        let most = session.timed().unwrap().find_paths(&PathQuery::new(40_000).split(Split::Late));
        let flat = most.flat(0..40_000);
        let query = PathQuery::new(usize::MAX).split(Split::Late).slack_less_than(flat.slack[39_999]);
        let mut greatest = 0;
        for path in (0..40_000).step_by(1999).map(|index| flat.get(index)) {
            let (vertices, length) = (path.vertices, path.vertices.len());
            let through =
                [length / 3, 2 * length / 3].map(|at| vec![vertices[at], vertices[length - 1 - at / 2]]);
            let through =
                through.map(|set| set.into_iter().collect::<BTreeSet<VertexId>>().into_iter().collect());
            let passing = Passing { through: through.to_vec(), ..Passing::default() };
            let wanted = flat.iter().filter(|path| {
                path.slack < flat.slack[39_999] && passed(path.vertices, &passing.through) == 2
            });
            let expected = listed(wanted);
            let (tree, found) = find(&session, &query, &passing);
            assert_eq!(tree.len(), expected.len());
            assert!(listed(found.iter()) == expected);
            greatest = greatest.max(expected.len());
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let again = pool.install(|| find(&session, &query, &passing));
                assert!(again == (tree.clone(), found.clone()), "{threads} threads");
            }
        }
        assert!(greatest > 1000, "{greatest} paths at most");
    }
}

/// A search_graph kept for the next query still had marks of pins that were taken back.
#[test]
fn a_design_that_has_become_smaller() {
    let mut session = unwired(500);
    let query = PathQuery::new(100);
    let ends = session.graph().unwrap().endpoints().iter().map(|end| session.netlist().pin_name(end.pin));
    let all = PathPoints::new().through(ends);
    let find =
        |session: &Session| session.timed().unwrap().find_paths_passing(&query, &all).unwrap().flat(0..100);
    let expected = find(&session);
    let mark = session.mark();
    let inserted = session.edit(|netlist| {
        let (cell, net) = (netlist.cells().next().unwrap(), netlist.nets().next().unwrap());
        let master = netlist.cell_master(cell);
        for number in 0..300 {
            let cell = netlist.insert_cell(&format!("more{number}"), master)?;
            let pins: Vec<_> = netlist.cell_pins(cell).collect();
            pins.into_iter().try_for_each(|pin| netlist.connect(pin, net))?;
        }
        Ok(())
    });
    inserted.unwrap();
    session.update().unwrap();
    let every = PathPoints::new().through(["*"]);
    assert!(!session.timed().unwrap().find_paths_passing(&query, &every).unwrap().tree().is_empty());
    session.undo(&mark);
    session.update().unwrap();
    assert!(find(&session) == expected);
}

/// Threads share a session; none waits for the search of another.
#[test]
fn queries_at_the_same_time() {
    let session = unwired(20_000);
    let name = |node| session.netlist().pin_name(session.graph().unwrap().pin(node));
    let points = |(start, end)| PathPoints::new().from([name(start)]).to([name(end)]);
    let mut asked: Vec<PathPoints> = register_to_end(&session, 10).into_iter().map(points).collect();
    asked.extend(vec![PathPoints::new(); 10]);
    let ask = |points: &PathPoints| {
        let found = session.timed().unwrap().find_paths_passing(&PathQuery::new(5000), points).unwrap();
        found.flat(0..found.tree().len())
    };
    let one_by_one: Vec<_> = asked.iter().map(ask).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let at_once: Vec<_> = pool.install(|| asked.par_iter().map(ask).collect());
    assert!(one_by_one == at_once);
    assert!(one_by_one[..10].iter().any(|paths| paths.len() > 5) && one_by_one[19].len() == 5000);
}

#[test]
fn a_cell_that_comes_is_on_paths_from_the_next_update_on() {
    let mut session = unwired(500);
    let master = session.netlist().cells().next().map(|cell| session.netlist().cell_master(cell)).unwrap();
    session.edit(|netlist| netlist.insert_cell("newcomer", master)).unwrap();
    assert!(matches!(session.timed(), Err(QueryError::Stale { .. })));
    session.update().unwrap();
    let (timed, query) = (session.timed().unwrap(), PathQuery::new(1));
    for points in [PathPoints::new().from(["newcomer"]), PathPoints::new().to(["newcomer"])] {
        let error = timed.find_paths_passing(&query, &points).unwrap_err().to_string();
        assert!(error.contains("PATH-002"), "{error}");
    }
    let through = PathPoints::new().through(["newcomer"]);
    assert!(timed.find_paths_passing(&query, &through).unwrap().tree().is_empty());
}
