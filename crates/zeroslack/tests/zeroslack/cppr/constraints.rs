//! The search of constrained paths against all paths, of which those are taken that pass what is asked for.

use std::sync::Arc;

use zeroslack::graph::{OutputId, VertexId};
use zeroslack::paths::{Ends, Passing, PathQuery, PathSearch, START, SearchGraph, Searched};
use zeroslack::timing::ClockForest;

use super::oracle::{Oracle, Vertex};
use super::order::{Ordered, Way, assert_same, end_of, expected, queries};
use super::paths::DataPath;
use super::search::data_path;

/// So many constraints are drawn for a design, and so many queries for each.
const DRAWN: usize = 6;
const QUERIES: usize = 4;

/// Compares what is found under constraints, and under none, before CPPR or after. One search_graph serves all.
pub fn compare_constrained(oracle: &Oracle<'_>, paths: &[DataPath], choices: u64) {
    let (graph, timing) = (oracle.session.graph().unwrap(), oracle.session.timed().unwrap().timing());
    let clocks = timing.has_cppr().then(|| Arc::new(ClockForest::new(graph, timing)));
    let mut draw = Draw(choices);
    let mut search_graph = SearchGraph::default();
    for number in 0..=DRAWN {
        let passing = if number == 0 { Passing::default() } else { draw.passing(oracle, paths) };
        let all = constrained(oracle, paths, &passing);
        let mut asked = queries(&all);
        asked = (0..QUERIES).map(|_| asked[draw.below(asked.len())]).collect();
        asked.push(PathQuery::new(usize::MAX));
        for query in asked {
            let split = query.split.filter(|_| draw.chance(50));
            let searched = Searched { graph, timing, split, clocks: clocks.as_ref() };
            if passing.is_free() && draw.chance(50) {
                search_graph.fill(&searched)
            } else {
                search_graph.narrow(&searched, &passing)
            }
            let search = PathSearch::new(graph, timing, &search_graph);
            assert_same(oracle, &search, (&passing, &query), &expected(oracle, &all, &query));
        }
        compare_steps(oracle, &PathSearch::new(graph, timing, &search_graph), &all);
    }
}

/// The paths with the traces of their clocks, which are not constrained.
fn compare_steps(oracle: &Oracle<'_>, search: &PathSearch<'_>, all: &[Ordered]) {
    let tree = search.find(&PathQuery::new(20));
    let flat = search.flat(&tree, 0..tree.len());
    for ((path, flat), expected) in search.paths(&tree, 0..tree.len()).iter().zip(flat.iter()).zip(all) {
        let found = data_path(oracle, path, end_of(oracle, &tree, &flat), Some(&flat));
        assert_eq!((found.slack, found.end, found.credit), (expected.slack, expected.end, expected.credit));
        assert_eq!(VertexId::at(found.start), expected.vertices[0]);
        assert_eq!(found.arcs, expected.arcs[1..]);
    }
}

/// How many sets are passed after each vertex of a path, each at a vertex of its own and as early as can be.
pub fn stages(passing: &Passing, vertices: &[VertexId]) -> Vec<usize> {
    let mut stage = 0;
    let stage_of = |vertex: &VertexId| {
        if passing.through.get(stage).is_some_and(|set| set.contains(vertex)) {
            stage += 1;
        }
        stage
    };
    vertices.iter().map(stage_of).collect()
}

/// From the start to the end.
fn vertices(oracle: &Oracle<'_>, path: &DataPath) -> Vec<VertexId> {
    let mut vertices = vec![oracle.ends[path.end].vertex];
    for &arc in path.arcs.iter().rev() {
        let to = vertices[vertices.len() - 1];
        vertices.push(oracle.into[to].iter().find(|edge| edge.arc == arc).unwrap().from);
    }
    vertices.reverse();
    vertices.into_iter().map(VertexId::at).collect()
}

/// A path with what is passed on it.
struct Staged<'p> {
    path: &'p DataPath,
    vertices: Vec<VertexId>,
    stages: Vec<usize>,
}

impl Staged<'_> {
    /// The way that leads to a vertex, so many steps from the end.
    fn way(&self, place: usize) -> Way {
        let at = self.vertices.len() - 1 - place;
        if at == 0 { (START, 0) } else { (self.path.arcs[at - 1], self.stages[at - 1]) }
    }
}

/// All paths that pass what they have to, in order.
fn constrained(oracle: &Oracle<'_>, paths: &[DataPath], passing: &Passing) -> Vec<Ordered> {
    let staged = paths.iter().map(|path| {
        let vertices = vertices(oracle, path);
        Staged { path, stages: stages(passing, &vertices), vertices }
    });
    let is_in = |list: &[VertexId], vertex: Vertex| list.contains(&VertexId::at(vertex));
    let passes = |staged: &Staged<'_>| {
        let end = &oracle.ends[staged.path.end];
        let ends_at = |to: &Ends| {
            is_in(&to.data, end.vertex)
                || end.capture.is_some_and(|clock| is_in(&to.captures, clock))
                || end.by.output().is_some_and(|output| to.outputs.contains(&output))
        };
        passing.from.as_ref().is_none_or(|from| is_in(from, staged.path.start))
            && staged.stages.last() == Some(&passing.through.len())
            && passing.to.as_ref().is_none_or(ends_at)
    };
    let mut by_end: Vec<Vec<Staged<'_>>> = oracle.ends.iter().map(|_| Vec::new()).collect();
    for staged in staged.filter(passes) {
        by_end[staged.path.end].push(staged);
    }
    let mut ordered = Vec::new();
    for paths in &by_end {
        rank(oracle, &paths.iter().collect::<Vec<_>>(), &mut Vec::new(), 0, &mut ordered);
    }
    ordered.sort();
    ordered
}

/// Of paths that are the same from some place to the end the worst one's way to there is the worst; who takes another one deviates. Of ways
/// with equal paths it is that from the lowest (pin, transition), then the first; a start is the last.
fn rank(
    oracle: &Oracle<'_>,
    paths: &[&Staged<'_>],
    deviations: &mut Vec<(u32, Way)>,
    place: usize,
    ordered: &mut Vec<Ordered>,
) {
    let pins = oracle.session.graph().unwrap().node_pins();
    let order = |staged: &&&Staged<'_>| {
        let (slack, way) = (staged.path.slack, staged.way(place));
        let from = staged.vertices.len().checked_sub(place + 2).map(|from| staged.vertices[from]);
        let from = from.map(|from| (pins[from.node().index()], from.transition()));
        (slack, way.0 == START, from, way)
    };
    let Some(worst) = paths.iter().min_by_key(order).map(|worst| worst.way(place)) else { return };
    let mut ways: Vec<Way> = paths.iter().map(|staged| staged.way(place)).collect();
    ways.sort_unstable();
    ways.dedup();
    for way in ways {
        let own: Vec<&Staged<'_>> = paths.iter().copied().filter(|staged| staged.way(place) == way).collect();
        let depth = deviations.len();
        if way != worst {
            deviations.push((place as u32, way));
        }
        if way.0 == START || oracle.session.graph().unwrap().is_launch(way.0) {
            assert_eq!(own.len(), 1, "no two paths are equal");
            ordered.push(in_order(own[0], deviations));
        } else {
            rank(oracle, &own, deviations, place + 1, ordered);
        }
        deviations.truncate(depth);
    }
}

fn in_order(staged: &Staged<'_>, deviations: &[(u32, Way)]) -> Ordered {
    Ordered {
        slack: staged.path.slack,
        count: deviations.len(),
        end: staged.path.end,
        deviations: deviations.to_vec(),
        vertices: staged.vertices.clone(),
        arcs: [&[START], &staged.path.arcs[..]].concat(),
        credit: staged.path.credit,
    }
}

/// Numbers that look random (Steele and others, "Fast splittable pseudorandom number generators", 2014).
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % count.max(1) as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// What paths have to pass, mostly so that one of them does.
    fn passing(&mut self, oracle: &Oracle<'_>, paths: &[DataPath]) -> Passing {
        let guide = (!paths.is_empty()).then(|| &paths[self.below(paths.len())]);
        let on_guide = guide.map_or(Vec::new(), |path| vertices(oracle, path));
        let from = self.chance(40).then(|| self.set(oracle, on_guide.first().copied()));
        let through = self.through(oracle, &on_guide);
        let to = self.chance(50).then(|| self.ends(oracle, guide));
        Passing { from, through, to }
    }

    /// Sets with vertices of a path in between, in order, one of them twice at times.
    fn through(&mut self, oracle: &Oracle<'_>, on_path: &[VertexId]) -> Vec<Vec<VertexId>> {
        let mut places: Vec<usize> = (0..self.below(4)).map(|_| self.below(on_path.len())).collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.set(oracle, on_path.get(place).copied())).collect()
    }

    fn ends(&mut self, oracle: &Oracle<'_>, guide: Option<&DataPath>) -> Ends {
        let mut ends = Ends::default();
        let end = guide.map(|path| &oracle.ends[path.end]);
        if self.chance(70) {
            ends.data = self.set(oracle, end.map(|end| VertexId::at(end.vertex)));
        }
        if self.chance(40) {
            let clocks = oracle.session.graph().unwrap().checks();
            let other = clocks.get(self.below(clocks.len())).map(|check| check.clock);
            let own = end.and_then(|end| end.capture).map(VertexId::at);
            let first = if self.chance(50) { own } else { other };
            ends.captures = self.set(oracle, first);
        }
        if self.chance(30) {
            let outputs = oracle.session.graph().unwrap().outputs().len();
            ends.outputs.extend(end.and_then(|end| end.by.output()).filter(|_| self.chance(70)));
            ends.outputs.extend(OutputId::all(0..outputs).filter(|_| self.chance(10)));
            ends.outputs.sort_unstable();
            ends.outputs.dedup();
        }
        ends
    }

    /// Up to four vertices, sorted; mostly `first` is one of them, at times with its other transition.
    fn set(&mut self, oracle: &Oracle<'_>, first: Option<VertexId>) -> Vec<VertexId> {
        if self.chance(3) {
            return Vec::new();
        }
        let mut set = Vec::new();
        if self.chance(90) {
            set.extend(first);
            set.extend(first.filter(|_| self.chance(30)).map(|first| VertexId(first.0 ^ 1)));
        }
        for _ in 0..self.below(3) {
            set.push(VertexId::at(self.below(oracle.into.len())));
        }
        set.sort_unstable();
        set.dedup();
        set
    }
}
