//! The k worst paths without CPPR, under every option.

use std::ops::Range;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{EndpointKind, Timing};
use zeroslack_units::{Split, Ticks, Transition};

use crate::beam::{Found, worst};
use crate::forest::Forest;
use crate::merge::{append, in_tie_order};
use crate::nworst::by_endpoint;
use crate::query::PathQuery;
use crate::root::{Root, roots};
use crate::tree::PathTree;

/// More paths than that are not asked for: indices are 32 bits.
const MOST_PATHS: usize = 1 << 30;

/// Finds paths in a timed graph, before CPPR. It keeps the forest of worst arrivals, for any number of queries.
#[derive(Debug)]
pub struct PathSearch<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    forest: Forest<'a>,
}

impl<'a> PathSearch<'a> {
    /// For a timed graph, and queries of one split, or of any if none is named. Sweeps over the graph once.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing, split: Option<Split>) -> Self {
        Self { graph, timing, forest: Forest::new(graph, timing, split) }
    }

    pub(crate) fn graph(&self) -> &'a TimingGraph {
        self.graph
    }

    pub(crate) fn forest(&self) -> &Forest<'a> {
        &self.forest
    }

    /// The vertex that an arc into a vertex comes from.
    pub(crate) fn source(&self, arc: u32, vertex: u32) -> u32 {
        self.graph.arc_sources()[arc as usize].vertex(Transition::of(vertex))
    }

    /// The worst paths of a query, on rayon's current threads: the same list on any number of them.
    pub fn find(&self, query: &PathQuery) -> PathTree {
        let roots = roots(self.graph, self.timing, query.split);
        let asked = Asked::new(query);
        let found = match query.nworst {
            _ if asked.count == 0 => Vec::new(),
            Some(0) => Vec::new(),
            Some(nworst) if query.per_group || nworst < asked.count => {
                by_endpoint(&self.forest, &roots, &asked, nworst)
            }
            _ if query.per_group => self.by_group(&roots, &asked),
            _ => self.worst(asked.first(&roots, 0..roots.len(), |_| true), &asked),
        };
        PathTree::new(roots, &found)
    }

    /// The worst paths of each kind of endpoint.
    fn by_group(&self, roots: &[Root], asked: &Asked) -> Vec<Found> {
        let mut all = Vec::new();
        for kind in EndpointKind::ALL {
            let of_kind = asked.first(roots, 0..roots.len(), |root| root.kind == kind);
            append(&mut all, &self.worst(of_kind, asked));
        }
        in_tie_order(all)
    }

    fn worst(&self, first: Vec<Found>, asked: &Asked) -> Vec<Found> {
        worst(&self.forest, first, asked.count, asked.limit, asked.deviations)
    }
}

/// A query in numbers.
pub(crate) struct Asked {
    pub(crate) count: usize,
    /// The greatest slack that is let through.
    pub(crate) limit: Ticks,
    pub(crate) deviations: u32,
    pub(crate) per_group: bool,
}

impl Asked {
    fn new(query: &PathQuery) -> Self {
        Self {
            count: query.max_paths.min(MOST_PATHS),
            limit: query.slack_less_than.map_or(Ticks::MAX, |slack| slack.saturating_sub(1)),
            deviations: query.max_deviations.unwrap_or(u32::MAX),
            per_group: query.per_group,
        }
    }

    /// The worst paths of some roots.
    pub(crate) fn first(
        &self,
        roots: &[Root],
        range: Range<usize>,
        is_wanted: impl Fn(&Root) -> bool,
    ) -> Vec<Found> {
        let wanted = range.filter(|&index| roots[index].slack <= self.limit && is_wanted(&roots[index]));
        wanted.map(|index| Found::worst(index as u32, &roots[index])).collect()
    }
}
