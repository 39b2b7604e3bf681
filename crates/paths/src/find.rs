//! The k worst paths, under every option.

use zeroslack_graph::{ArcId, TimingGraph};
use zeroslack_timing::{EndpointSlack, Timing};

use crate::asked::Asked;
use crate::beam::worst;
use crate::deviating::{Found, NONE, START};
use crate::groups::Groups;
use crate::merge::{append, in_tie_order};
use crate::nworst::by_endpoint;
use crate::path::Path;
use crate::query::PathQuery;
use crate::root::Root;
use crate::search_graph::{Ranked, SearchGraph};
use crate::tree::PathTree;
use crate::ways::Ways;

/// Finds paths in a search graph.
#[derive(Clone, Copy, Debug)]
pub struct PathSearch<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    search_graph: &'a SearchGraph,
}

impl<'a> PathSearch<'a> {
    /// In a timed graph, by a search graph that was made of it.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing, search_graph: &'a SearchGraph) -> Self {
        Self { graph, timing, search_graph }
    }

    /// The graph.
    pub fn graph(&self) -> &'a TimingGraph {
        self.graph
    }

    /// Its timing.
    pub fn timing(&self) -> &'a Timing {
        self.timing
    }

    /// Where paths end, in order.
    pub fn roots(&self) -> &'a [Root] {
        self.search_graph.roots()
    }

    pub(crate) fn search_graph(&self) -> &'a SearchGraph {
        self.search_graph
    }

    pub(crate) fn ranked(&self) -> Ranked<'a> {
        self.search_graph.ranked(self.graph, self.timing)
    }

    /// The worst paths of a query, on rayon's current threads: the same list on any number of them.
    ///
    /// # Panics
    /// If the search graph has no split that the query asks for.
    pub fn find(&self, query: &PathQuery) -> PathTree {
        assert!(self.search_graph.has(query.split), "the search graph is not of the query's split");
        let roots = self.search_graph.roots_of(query.split);
        match self.ranked() {
            Ranked::Before(ways) => find(self.graph, &ways, &roots, query),
            Ranked::After(ways) => find(self.graph, &ways, &roots, query),
        }
    }

    /// The worst paths of a query that end at some of the roots, whatever it says of groups.
    ///
    /// # Panics
    /// If the search graph has no split that the query asks for.
    pub fn find_among(&self, query: &PathQuery, counts: impl Fn(&Root) -> bool) -> PathTree {
        assert!(self.search_graph.has(query.split), "the search graph is not of the query's split");
        let roots = self.search_graph.roots_of(query.split);
        let roots: Vec<Root> = roots.iter().filter(|root| counts(root)).copied().collect();
        let query = PathQuery { per_group: false, ..*query };
        match self.ranked() {
            Ranked::Before(ways) => find(self.graph, &ways, &roots, &query),
            Ranked::After(ways) => find(self.graph, &ways, &roots, &query),
        }
    }

    /// Paths that were found in a part of the design, in the ids of all of it.
    pub fn in_design(&self, tree: &PathTree) -> PathTree {
        let design_arc = |&way: &ArcId| if way == START { way } else { self.search_graph.design_arc(way) };
        let is_other = |path: usize| tree.parent[path] != NONE;
        let ways = tree.way.iter().enumerate();
        PathTree {
            roots: tree.roots.iter().map(|root| Root { at: root.vertex, ..*root }).collect(),
            way: ways.map(|(path, way)| if is_other(path) { design_arc(way) } else { *way }).collect(),
            ..tree.clone()
        }
    }

    /// The worst path to an endpoint in a kind.
    pub fn worst_to(&self, end: &EndpointSlack) -> Option<Path> {
        let is_end =
            |root: &Root| (root.kind, root.by, root.transition()) == (end.kind, end.by, end.transition);
        // Roots are in the order of endpoints.
        let roots = self.search_graph.roots();
        let roots = &roots[roots.partition_point(|root| root.endpoint < end.endpoint)..];
        let root =
            *roots.iter().take_while(|root| root.endpoint == end.endpoint).find(|root| is_end(root))?;
        let tree = PathTree::new(&[root], &[Found::worst(0, &root)]);
        self.paths(&tree, 0..1).pop()
    }
}

fn find<W: Ways>(graph: &TimingGraph, ways: &W, roots: &[Root], query: &PathQuery) -> PathTree {
    let asked = Asked::new(query, roots);
    let groups = Groups::new(graph, roots, query.per_group);
    let first = |is_wanted: &dyn Fn(usize) -> bool| asked.first(roots, 0..roots.len(), is_wanted);
    let worst = |first| worst(ways, roots, first, asked.count, asked.limit, asked.deviations);
    let found = match query.nworst {
        _ if asked.count == 0 => Vec::new(),
        Some(0) => Vec::new(),
        Some(nworst) if query.per_group || nworst < asked.count => {
            by_endpoint(ways, roots, &groups, &asked, nworst)
        }
        _ if query.per_group => {
            let mut all = Vec::new();
            for group in 0..groups.count() {
                append(&mut all, &worst(first(&|index| groups.of(index) == group)));
            }
            in_tie_order(all)
        }
        _ => worst(first(&|_| true)),
    };
    PathTree::new(roots, &found)
}
