//! The k worst paths without CPPR, under every option.

use std::ops::Range;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{EndpointKind, Timing};
use zeroslack_units::Ticks;

use crate::beam::{Found, worst};
use crate::forest::Forest;
use crate::merge::{append, in_tie_order};
use crate::nworst::by_endpoint;
use crate::query::PathQuery;
use crate::root::{Root, roots};
use crate::tree::PathTree;
use crate::walk::Walked;

/// More paths than that are not asked for: indices are 32 bits.
const MOST_PATHS: usize = 1 << 30;

/// Finds paths in a timed graph, before CPPR.
#[derive(Clone, Copy, Debug)]
pub struct PathSearch<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    forest: &'a Forest,
}

impl<'a> PathSearch<'a> {
    /// For a timed graph and its forest.
    pub fn new(graph: &'a TimingGraph, timing: &'a Timing, forest: &'a Forest) -> Self {
        Self { graph, timing, forest }
    }

    pub(crate) fn graph(&self) -> &'a TimingGraph {
        self.graph
    }

    pub(crate) fn timing(&self) -> &'a Timing {
        self.timing
    }

    pub(crate) fn walked(&self) -> Walked<'a> {
        Walked::new(self.graph, self.timing, self.forest)
    }

    /// The worst paths of a query, on rayon's current threads: the same list on any number of them.
    ///
    /// # Panics
    /// If the forest is of another graph, or has no split that the query asks for.
    pub fn find(&self, query: &PathQuery) -> PathTree {
        assert!(self.forest.is_of(self.graph.node_count(), query.split), "the forest is not up to date");
        let roots = roots(self.graph, self.timing, query.split);
        let asked = Asked::new(query);
        let found = match query.nworst {
            _ if asked.count == 0 => Vec::new(),
            Some(0) => Vec::new(),
            Some(nworst) if query.per_group || nworst < asked.count => {
                by_endpoint(self.walked(), &roots, &asked, nworst)
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
        worst(self.walked(), first, asked.count, asked.limit, asked.deviations)
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
