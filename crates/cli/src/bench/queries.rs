//! Constrained queries, drawn along random paths.

use std::time::Instant;

use zeroslack::graph::{NodeId, TimingGraph, VertexId};
use zeroslack::paths::{Ends, Passing, PathQuery, PathSearch, PathTree, SearchGraph, Searched};
use zeroslack::units::{Split, Transition};
use zeroslack::{LoadError, Progress};

use super::super::args::Workload;
use super::measure::{Times, reset_peak_memory};
use super::workload::Bench;

/// Queries that are drawn.
const QUERIES: usize = 100;

/// Paths that are tried for each.
const TRIES: usize = 100;

/// Pins of a path that are passed between its ends.
const BETWEEN: usize = 2;

impl Bench<'_> {
    /// Constrained queries before CPPR, each of which counts as a run.
    pub(crate) fn queries(
        &mut self,
        graph: &TimingGraph,
        pins: f64,
        progress: &dyn Progress,
        find: &mut Find<'_>,
    ) -> Result<(), LoadError> {
        if self.arguments.is_wanted(Workload::Queries) {
            self.answers((Workload::Queries, pins), &draw(graph), progress, find)?;
        }
        Ok(())
    }

    /// Asks queries for each number of paths, and adds a line with all times.
    pub(crate) fn answers(
        &mut self,
        (workload, amount): (Workload, f64),
        queries: &[Passing],
        progress: &dyn Progress,
        find: &mut Find<'_>,
    ) -> Result<(), LoadError> {
        for &k in self.arguments.k.iter().filter(|_| !queries.is_empty()) {
            reset_peak_memory();
            let query = PathQuery::new(k).split(Split::Late);
            let warm_up = usize::from(self.arguments.runs > 1);
            let mut runs = Vec::new();
            for _ in 0..self.arguments.runs + warm_up {
                runs.push(ask(queries, &query, find)?);
            }
            runs.drain(..warm_up);
            let times = runs.iter().flatten().map(|answer| answer.ms).collect();
            self.note(workload, Some(k), Times::new(times), amount);
            if let Some(row) = self.rows.last_mut() {
                row.answers = least(&runs);
            }
            progress.advance(1);
        }
        Ok(())
    }
}

/// Of each query the run that took least.
fn least(runs: &[Vec<Answer>]) -> Vec<Answer> {
    let queries = runs.first().map_or(0, Vec::len);
    let least = |query: usize| runs.iter().map(|run| run[query]).min_by(|a, b| a.ms.total_cmp(&b.ms));
    (0..queries).filter_map(least).collect()
}

/// Queries of the k worst late paths from where a path starts through two of its pins to its end, the same for the same design.
fn draw(graph: &TimingGraph) -> Vec<Passing> {
    let mut draw = Draw(1);
    (0..QUERIES).filter_map(|_| (0..TRIES).find_map(|_| draw.passing(graph))).collect()
}

/// What came of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Answer {
    /// How long it took.
    pub(crate) ms: f64,
    /// Nodes that were searched.
    pub(crate) nodes: usize,
    /// Paths that were found.
    pub(crate) paths: usize,
}

/// Finds the paths of a query for late ones that pass what they have to; with the number of nodes that were searched.
pub(crate) type Find<'f> = dyn FnMut(&PathQuery, &Passing) -> Result<(usize, PathTree), LoadError> + 'f;

/// Late paths, found on the CPU. The memory of one query serves the next.
pub(crate) fn on_cpu(
    searched: &Searched<'_>,
) -> impl FnMut(&PathQuery, &Passing) -> Result<(usize, PathTree), LoadError> {
    let searched = Searched { split: Some(Split::Late), ..*searched };
    let mut search_graph = SearchGraph::default();
    move |query, passing| {
        search_graph.narrow(&searched, passing);
        let found = PathSearch::new(searched.graph, searched.timing, &search_graph).find(query);
        Ok((search_graph.cone_size().map_or(0, |cone| cone.nodes), found))
    }
}

/// Asks each query.
pub(crate) fn ask(
    queries: &[Passing],
    query: &PathQuery,
    find: &mut Find<'_>,
) -> Result<Vec<Answer>, LoadError> {
    let time = |passing: &Passing| {
        let start = Instant::now();
        let (nodes, found) = find(query, passing)?;
        let ms = start.elapsed().as_secs_f64() * 1e3;
        Ok(Answer { ms, nodes, paths: found.len() })
    };
    queries.iter().map(time).collect()
}

/// Numbers that look random (Steele and others, "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % count.max(1) as u64) as usize
    }

    /// What a random path passes; none if it is too short, or if nothing launches it.
    fn passing(&mut self, graph: &TimingGraph) -> Option<Passing> {
        let path = self.path(graph)?;
        let [end, between @ .., start] = &path[..] else { return None };
        if between.len() < BETWEEN {
            return None;
        }
        let part = between.len() / BETWEEN;
        let mut places: Vec<usize> = (0..BETWEEN).map(|at| at * part + self.below(part)).collect();
        places.reverse();
        Some(Passing {
            from: Some(both(*start)),
            through: places.into_iter().map(|place| both(between[place])).collect(),
            to: Some(Ends { data: both(*end), ..Ends::default() }),
        })
    }

    /// The nodes of a random path from its end back to the clock pin that launches it.
    fn path(&mut self, graph: &TimingGraph) -> Option<Vec<NodeId>> {
        let pin = graph.endpoints().get(self.below(graph.endpoints().len()))?.pin;
        let end = graph.nodes(pin).next()?;
        let (mut nodes, mut to) = (vec![end], Transition::ALL[self.below(2)]);
        let mut ways = Vec::new();
        loop {
            let node = nodes[nodes.len() - 1];
            ways.clear();
            ways.extend(graph.fanin(node).filter(|&arc| graph.arc_source(arc).has(to)));
            let &arc = ways.get(self.below(ways.len()))?;
            let source = graph.arc_source(arc);
            nodes.push(source.node());
            to = source.from(to);
            if graph.is_launch(arc) {
                return Some(nodes);
            }
        }
    }
}

/// The vertices of a node.
fn both(node: NodeId) -> Vec<VertexId> {
    node.vertices().to_vec()
}
