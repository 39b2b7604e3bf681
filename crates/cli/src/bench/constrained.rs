//! Constrained queries from what many of the worst paths have in common: as in Guo and others, TCAD 2023, section VII-C.
//!
//! A report of the worst late paths is made, each with its launching clock path. A query asks for the paths that pass one to three pins of a path
//! of it, drawn at random, and maybe its end, if several paths of the report do. Pins of clock networks stand for all that is launched after them; so what
//! queries are searched in ranges from some gates to most of the design.

use zeroslack::graph::{NodeId, TimingGraph, VertexId};
use zeroslack::paths::{Ends, Passing, PathQuery, PathSearch, SearchGraph, Searched, trace};
use zeroslack::units::Split;
use zeroslack::{LoadError, Progress};

use super::super::args::Workload;
use super::measure::Times;
use super::queries::{Answer, Draw, Find};
use super::workload::Bench;

/// Queries that are drawn.
const QUERIES: usize = 50;
/// Paths that are tried for each.
const TRIES: usize = 1000;
/// Paths of the report, and those of an endpoint.
const REPORT: (usize, usize) = (100_000, 10);
/// At least so many paths of the report pass what a query asks for.
const COMMON: usize = 8;
/// Pins that a query names, at most, but for the end.
const POINTS: usize = 3;
/// One query in so many names where paths end as well.
const ENDED: usize = 3;

/// A query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) passing: Passing,
    /// How many paths of the report pass it.
    pub(crate) common: usize,
}

/// The worst paths, with their clock paths.
struct Report<'a> {
    graph: &'a TimingGraph,
    /// Where each path starts. `[path + 1]`
    offsets: Vec<usize>,
    /// From the source of the clock to the end, path after path.
    vertices: Vec<VertexId>,
    /// How many of them are before what the clock launches, at least the first. `[path]`
    before: Vec<usize>,
    /// Where the paths of each vertex start. `[vertex + 1]`
    first_path: Vec<u32>,
    /// Paths in order, vertex after vertex.
    paths: Vec<u32>,
}

/// Draws queries; the same for the same design.
pub(crate) fn draw(searched: &Searched<'_>) -> Vec<Drawn> {
    let report = Report::new(searched);
    let mut draw = Draw(2);
    (0..QUERIES).filter_map(|_| (0..TRIES).find_map(|_| report.draw(&mut draw))).collect()
}

impl<'a> Report<'a> {
    fn new(searched: &Searched<'a>) -> Self {
        let (graph, timing) = (searched.graph, searched.timing);
        let mut search_graph = SearchGraph::default();
        search_graph.fill(&Searched { split: Some(Split::Late), clocks: None, ..*searched });
        let search = PathSearch::new(graph, timing, &search_graph);
        let (paths, nworst) = REPORT;
        let found = search.find(&PathQuery::new(paths).split(Split::Late).nworst(nworst));
        let flat = search.flat(&found, 0..found.len());
        let (mut offsets, mut vertices, mut before) = (vec![0], Vec::new(), Vec::new());
        for path in flat.iter() {
            let first = vertices.len();
            let start = path.vertices[0];
            if path.arcs.get(1).is_some_and(|&arc| graph.is_launch(arc)) {
                let clock = trace(graph, timing, start, Split::Late);
                vertices.extend(clock.iter().map(|&(vertex, _)| vertex));
            } else {
                vertices.push(start);
            }
            before.push(vertices.len() - first);
            vertices.extend_from_slice(&path.vertices[1..]);
            offsets.push(vertices.len());
        }
        let (first_path, paths) = by_vertex(2 * graph.node_count(), &offsets, &vertices);
        Self { graph, offsets, vertices, before, first_path, paths }
    }

    /// Some pins of a random path, in order; none if they are not common.
    fn draw(&self, draw: &mut Draw) -> Option<Drawn> {
        let path = draw.below(self.before.len());
        let all = self.vertices.get(self.offsets[path]..*self.offsets.get(path + 1)?)?;
        let mut places: Vec<usize> = (0..1 + draw.below(POINTS)).map(|_| draw.below(all.len())).collect();
        if draw.below(ENDED) == 0 {
            places.push(all.len() - 1);
        }
        places.sort_unstable();
        places.dedup();
        let common = self.common(places.iter().map(|&place| all[place]));
        if common < COMMON {
            return None;
        }
        let mut passing = Passing::default();
        for place in places {
            let (vertex, is_last) = (all[place], place + 1 == all.len());
            // Half of them are of one transition.
            let vertices = if draw.below(2) == 0 { vertex.node().vertices().to_vec() } else { vec![vertex] };
            if place < self.before[path] {
                // A later one on the way to a register has all before it upstream.
                passing.from = Some(self.launched(vertex.node()));
            } else if is_last {
                passing.to = Some(Ends { data: vertices, ..Ends::default() });
            } else {
                passing.through.push(vertices);
            }
        }
        Some(Drawn { passing, common })
    }

    /// How many paths pass all of some vertices.
    fn common(&self, mut vertices: impl Iterator<Item = VertexId>) -> usize {
        let paths = |vertex: VertexId| {
            let at = vertex.index();
            &self.paths[self.first_path[at] as usize..self.first_path[at + 1] as usize]
        };
        let Some(first) = vertices.next() else { return 0 };
        let others: Vec<&[u32]> = vertices.map(paths).collect();
        let has_all = |path: &&u32| others.iter().all(|paths| paths.binary_search(path).is_ok());
        paths(first).iter().filter(has_all).count()
    }

    /// The clock pins that launch downstream of a node of a clock network; where paths start that are not launched, the node itself.
    fn launched(&self, node: NodeId) -> Vec<VertexId> {
        let (mut reached, mut launching) = (vec![node], Vec::new());
        let mut done = 0;
        let mut seen = std::collections::BTreeSet::from([node]);
        while done < reached.len() {
            let fanouts = self.graph.fanout(reached[done]);
            if fanouts.iter().any(|fanout| self.graph.is_launch(fanout.arc)) {
                launching.push(reached[done]);
            }
            let on = fanouts.iter().filter(|fanout| !self.graph.is_launch(fanout.arc));
            reached.extend(on.map(|fanout| fanout.node()).filter(|&node| seen.insert(node)));
            done += 1;
        }
        if launching.is_empty() {
            launching.push(node);
        }
        launching.sort_unstable();
        launching.into_iter().flat_map(NodeId::vertices).collect()
    }
}

/// The paths that each vertex is on.
fn by_vertex(count: usize, offsets: &[usize], vertices: &[VertexId]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; count + 1];
    vertices.iter().for_each(|vertex| first[vertex.index() + 1] += 1);
    for vertex in 0..count {
        first[vertex + 1] += first[vertex];
    }
    let (mut next, mut paths) = (first.clone(), vec![0; vertices.len()]);
    for (path, range) in (0..).zip(offsets.windows(2)) {
        for vertex in &vertices[range[0]..range[1]] {
            let place = &mut next[vertex.index()];
            paths[*place as usize] = path;
            *place += 1;
        }
    }
    (first, paths)
}

impl Bench<'_> {
    /// The workload: each query counts as a run.
    pub(crate) fn constrained(
        &mut self,
        searched: &Searched<'_>,
        progress: &dyn Progress,
        find: &mut Find<'_>,
    ) -> Result<(), LoadError> {
        if self.arguments.is_wanted(Workload::Constrained) {
            let queries: Vec<Passing> = draw(searched).into_iter().map(|drawn| drawn.passing).collect();
            self.answers((Workload::Constrained, 0.0), &queries, progress, find)?;
        }
        Ok(())
    }
}

/// A line for each power of ten of nodes.
pub(crate) fn by_size(answers: &[Answer]) -> Vec<String> {
    let most = answers.iter().map(|answer| answer.nodes.max(1).ilog10()).max();
    let line = |power: u32| {
        let inside = answers.iter().filter(|answer| answer.nodes.max(1).ilog10() == power);
        let (times, paths): (Vec<f64>, Vec<usize>) = inside.map(|answer| (answer.ms, answer.paths)).unzip();
        let times = (!times.is_empty()).then(|| Times::new(times))?;
        Some(format!(
            "{} to {} nodes: {} queries, median {:.3} ms, most {:.3}; {} paths",
            10_u64.pow(power),
            10_u64.pow(power + 1),
            times.runs(),
            times.median(),
            times.greatest(),
            paths.iter().sum::<usize>()
        ))
    };
    most.map_or(Vec::new(), |most| (0..=most).filter_map(line).collect())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use zeroslack::timing::Calculator;
    use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};
    use zeroslack_synth::{Design, Options, Split as SynthSplit};

    use super::super::queries::{ask, on_cpu};
    use super::*;

    fn session() -> Session {
        let design = Design::new(Options::new(5000)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = |name: &str| File::create(at(name)).unwrap();
        design.write_liberty(SynthSplit::Early, &mut file("early.lib")).unwrap();
        design.write_liberty(SynthSplit::Late, &mut file("late.lib")).unwrap();
        design.write_verilog(&mut file("a.v")).unwrap();
        design.write_spef(&mut file("a.spef")).unwrap();
        design.write_sdc(&mut file("a.sdc")).unwrap();
        let files = DesignFiles {
            liberty_early: vec![at("early.lib")],
            liberty_late: vec![at("late.lib")],
            verilog: vec![at("a.v")],
            spef: vec![SpefFile { file: at("a.spef"), instance: None }],
            constraints: Some(Constraint::Sdc(at("a.sdc"))),
            calculator: Calculator::Elmore,
            ..DesignFiles::default()
        };
        Session::load(&files, &Silent).unwrap()
    }

    #[test]
    fn drawn_queries_are_the_same_again_and_find_what_they_were_drawn_from() {
        let session = session();
        let timed = session.timed().unwrap();
        let searched = Searched { graph: timed.graph(), timing: timed.timing(), split: None, clocks: None };
        let drawn = draw(&searched);
        assert_eq!(drawn, draw(&searched));
        assert_eq!(drawn.len(), QUERIES);
        let queries: Vec<Passing> = drawn.iter().map(|drawn| drawn.passing.clone()).collect();
        let query = PathQuery::new(1000).split(Split::Late);
        let answers = ask(&queries, &query, &mut on_cpu(&searched)).unwrap();
        for (number, (answer, drawn)) in answers.iter().zip(&drawn).enumerate() {
            assert!(drawn.common >= COMMON);
            assert!(answer.paths >= drawn.common.min(1000), "query {number}: {answer:?}, {drawn:?}");
        }
        let has = |is: fn(&Passing) -> bool| queries.iter().any(is);
        assert!(has(|passing| passing.from.is_some()));
        assert!(has(|passing| passing.through.len() > 1));
        assert!(has(|passing| passing.to.is_some()));
    }

    #[test]
    fn answers_are_told_by_size() {
        let answer = |ms, nodes| Answer { ms, nodes, paths: 3 };
        let lines = by_size(&[answer(1.0, 12), answer(3.0, 99), answer(8.0, 1000)]);
        let expected = [
            "10 to 100 nodes: 2 queries, median 2.000 ms, most 3.000; 6 paths",
            "1000 to 10000 nodes: 1 queries, median 8.000 ms, most 8.000; 3 paths",
        ];
        assert_eq!(lines, expected);
    }
}
