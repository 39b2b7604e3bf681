//! Paths written out: pins, arcs, times.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{ArcId, TimingGraph, VertexId};
use zeroslack_netlist::PinId;
use zeroslack_units::{Ticks, Transition};

use crate::deviating::START;
use crate::find::PathSearch;
use crate::search_graph::Ranked;
use crate::tree::PathTree;
use crate::ways::Ways;

/// Paths that one task writes out.
const PATHS: usize = 256;

/// Paths as flat arrays, in the order of the [`PathTree`] they are of. Their vertices and arcs are those of the graph they were found on, and of no
/// other that is built later; [`FlatPath::points`] names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatPaths {
    /// Where each path's vertices start, and where the last one's end. `[path + 1]`.
    pub offsets: Vec<usize>,
    /// From where the signal starts (the clock pin of what launches it, or where an arrival is stated) to the end. Path after path.
    pub vertices: Vec<VertexId>,
    /// The arc that leads to each vertex, [`START`] at a start. Path after path.
    pub arcs: Vec<ArcId>,
    /// Index into [`PathTree::roots`]. `[path]`.
    pub root: Vec<u32>,
    /// Ticks. `[path]`.
    pub slack: Vec<Ticks>,
    /// What CPPR adds, counted in the slack; 0 where paths are ranked before it. `[path]`.
    pub credit: Vec<Ticks>,
    /// When the data arrives. `[path]`.
    pub arrival: Vec<Ticks>,
    /// When it is required, credit included. `[path]`.
    pub required: Vec<Ticks>,
}

/// A path of [`FlatPaths`], in numbers of the graph it was found on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatPath<'a> {
    /// From the start to the end.
    pub vertices: &'a [VertexId],
    /// The arc that leads to each vertex, [`START`] at the start.
    pub arcs: &'a [ArcId],
    /// Index into [`PathTree::roots`].
    pub root: u32,
    /// Ticks.
    pub slack: Ticks,
    /// What CPPR adds, counted in the slack.
    pub credit: Ticks,
    /// When the data arrives.
    pub arrival: Ticks,
    /// When it is required.
    pub required: Ticks,
}

impl FlatPath<'_> {
    /// The pins from the start to the end, each with the transition there.
    pub fn points(&self, graph: &TimingGraph) -> impl ExactSizeIterator<Item = (PinId, Transition)> {
        self.vertices.iter().map(|&vertex| (graph.pin(vertex.node()), vertex.transition()))
    }
}

impl FlatPaths {
    /// The same with all that follows from the tree for the paths that these are of, beside vertices, arcs and credits.
    ///
    /// # Panics
    /// If the tree does not have the paths, or there is not one credit for each.
    #[must_use]
    pub fn with_times(self, tree: &PathTree, paths: Range<usize>) -> Self {
        self.with_times_of(tree, paths.len(), |path| paths.start + path)
    }

    /// The same for paths that are told by their number among these.
    fn with_times_of(self, tree: &PathTree, count: usize, path: impl Fn(usize) -> usize) -> Self {
        assert_eq!(count, self.credit.len(), "one credit a path");
        let root: Vec<u32> = (0..count).map(|number| tree.root[path(number)]).collect();
        let slack: Vec<Ticks> = (0..count).map(|number| tree.slack[path(number)]).collect();
        let rank: Vec<Ticks> = (0..count).map(|number| tree.rank(path(number))).collect();
        let ends = || root.par_iter().with_min_len(4096).map(|&root| &tree.roots[root as usize]);
        let ranked = ends().zip(&self.credit).zip(&rank);
        let arrival: Vec<Ticks> = ranked.map(|((root, &credit), &rank)| root.arrival(rank, credit)).collect();
        let timed = ends().zip(&arrival).zip(&slack);
        let required = timed.map(|((root, &arrival), &slack)| root.required_of(arrival, slack)).collect();
        Self { root, slack, arrival, required, ..self }
    }

    /// Number of paths.
    pub fn len(&self) -> usize {
        self.slack.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.slack.is_empty()
    }

    /// A path by its index.
    pub fn get(&self, path: usize) -> FlatPath<'_> {
        let steps = self.offsets[path]..self.offsets[path + 1];
        FlatPath {
            vertices: &self.vertices[steps.clone()],
            arcs: &self.arcs[steps],
            root: self.root[path],
            slack: self.slack[path],
            credit: self.credit[path],
            arrival: self.arrival[path],
            required: self.required[path],
        }
    }

    /// All paths in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = FlatPath<'_>> {
        (0..self.len()).map(|path| self.get(path))
    }
}

/// Vertices and arcs of some paths.
#[derive(Default)]
struct Steps {
    lengths: Vec<usize>,
    credits: Vec<Ticks>,
    vertices: Vec<VertexId>,
    arcs: Vec<ArcId>,
}

impl PathSearch<'_> {
    /// Writes out a range of paths that were found in the same timed graph, on rayon's current threads.
    ///
    /// # Panics
    /// If the range is not within the tree.
    pub fn flat(&self, tree: &PathTree, paths: Range<usize>) -> FlatPaths {
        assert!(paths.end <= tree.len(), "paths of the tree");
        self.flat_each(tree, paths.len(), |path| paths.start + path)
    }

    /// Writes out so many paths, each told by its number among these, on rayon's current threads.
    ///
    /// # Panics
    /// If one of them is not within the tree.
    pub fn flat_each(
        &self,
        tree: &PathTree,
        count: usize,
        path: impl Fn(usize) -> usize + Sync,
    ) -> FlatPaths {
        match self.ranked() {
            Ranked::Before(ways) => self.write_all(&ways, tree, count, path),
            Ranked::After(ways) => self.write_all(&ways, tree, count, path),
        }
    }

    fn write_all<W: Ways>(
        &self,
        ways: &W,
        tree: &PathTree,
        count: usize,
        path: impl Fn(usize) -> usize + Sync,
    ) -> FlatPaths {
        let starts: Vec<usize> = (0..count).step_by(PATHS).collect();
        let pieces: Vec<Steps> = starts
            .into_par_iter()
            .map(|start| {
                let mut steps = Steps::default();
                for number in start..count.min(start + PATHS) {
                    self.write_out(ways, tree, path(number), &mut steps);
                }
                steps
            })
            .collect();
        let mut flat = FlatPaths { offsets: vec![0], ..FlatPaths::default() };
        for piece in &pieces {
            flat.vertices.extend_from_slice(&piece.vertices);
            flat.arcs.extend_from_slice(&piece.arcs);
            flat.credit.extend_from_slice(&piece.credits);
            for length in &piece.lengths {
                flat.offsets.push(flat.offsets[flat.offsets.len() - 1] + length);
            }
        }
        flat.with_times_of(tree, count, path)
    }

    /// Follows a path back from its end, then turns it around.
    fn write_out<W: Ways>(&self, ways: &W, tree: &PathTree, path: usize, steps: &mut Steps) {
        let root = &tree.roots[tree.root[path] as usize];
        let graph = self.search_graph().view(self.graph(), self.timing());
        let first = steps.vertices.len();
        let mut deviations = Vec::new();
        tree.deviations(path, &mut deviations);
        let mut deviations = deviations.into_iter().peekable();
        let (mut vertex, mut credit) = (root.at, 0);
        for place in 0.. {
            steps.vertices.push(graph.design_vertex(vertex));
            let way = match deviations.next_if(|&(at, _)| at == place) {
                Some((_, START)) => None,
                Some((_, arc)) => Some(arc),
                None => ways.worst(root, vertex),
            };
            let Some(arc) = way else { break };
            steps.arcs.push(self.search_graph().design_arc(arc));
            vertex = graph.arc_source(arc).vertex(vertex.transition());
            if graph.is_launch(arc) {
                steps.vertices.push(graph.design_vertex(vertex));
                credit = ways.credit(root, vertex);
                break;
            }
        }
        steps.arcs.push(START);
        steps.vertices[first..].reverse();
        steps.arcs[first..].reverse();
        steps.lengths.push(steps.vertices.len() - first);
        steps.credits.push(credit);
    }
}
