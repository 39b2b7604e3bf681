//! Paths of a scenario.

use std::sync::{Arc, PoisonError};

use rayon::prelude::*;
use zeroslack_graph::EndpointId;
use zeroslack_paths::{Forest, Passing, Path, PathQuery};
use zeroslack_timing::EndpointSlack;
use zeroslack_units::Split;

use crate::error::QueryError;
use crate::found::{FoundPaths, Which};
use crate::points::PathPoints;
use crate::resolve::Resolver;
use crate::timed::Timed;

/// Up to so many paths are looked for only in the part of the design before the endpoints where they end.
const FEW: usize = 64;

/// The worst endpoints are found one by one if they are no more than one in so many.
pub(crate) const ENDPOINTS_PER_FEW: usize = 16;

/// Who looks for paths.
enum Searcher {
    Cpu,
    Gpu,
}

impl<'s> Timed<'s> {
    /// The worst path of each of the `count` worst endpoints of a split, worst first; with CPPR after it.
    pub fn worst_paths(self, split: Split, count: usize) -> Vec<Path> {
        self.map_worst_paths(split, count, |path| path)
    }

    /// What `take` makes of each of these paths, in their order, on rayon's current threads; see [`FoundPaths::map_paths`].
    pub fn map_worst_paths<T: Send>(
        self,
        split: Split,
        count: usize,
        take: impl Fn(Path) -> T + Sync,
    ) -> Vec<T> {
        let worst = self.worst_endpoints(split, count);
        let few = || self.to_few(worst.iter().map(|end| end.endpoint).collect());
        let which = Which::of(&Passing::default(), few);
        let found = FoundPaths::none(self, &PathQuery::new(0).split(split), which);
        let path = |&end: &EndpointSlack| match self.has_cppr() {
            true => found.worst_to(&end),
            false => Some(Path::worst_to(self.graph(), self.timing(), end)),
        };
        worst.par_iter().filter_map(|end| path(end).map(&take)).collect()
    }

    /// The `count` worst paths over all endpoints of some splits, worst first; with CPPR after it.
    pub fn k_worst_paths(self, splits: &[Split], count: usize) -> Vec<Path> {
        let query = PathQuery::new(count);
        let query = match splits {
            [] => return Vec::new(),
            [split] => query.split(*split),
            _ => query,
        };
        self.find_paths(&query).paths()
    }

    /// The paths of a query, ranked after CPPR where the last update had that on. On the GPU, where that
    /// computed the last update.
    pub fn find_paths(self, query: &PathQuery) -> FoundPaths<'s> {
        self.find_by(self.searcher(query), query, &Passing::default())
    }

    /// The same of paths that pass what they have to. What this costs follows the part of the design that they can take; on the GPU the design's levels,
    /// too. Threads that ask the GPU wait for each other: [`Timed::find_each`] asks the CPU, on all threads.
    ///
    /// # Errors
    /// If nothing in the design has a name (`PATH-001`), or no path starts or ends at what has it (`PATH-002`).
    pub fn find_paths_passing(
        self,
        query: &PathQuery,
        points: &PathPoints,
    ) -> Result<FoundPaths<'s>, QueryError> {
        Ok(self.find_by(self.searcher(query), query, &self.resolve(points)?))
    }

    /// The vertices that points name, in the graph as it is now.
    ///
    /// # Errors
    /// As [`Timed::find_paths_passing`].
    pub(crate) fn resolve(self, points: &PathPoints) -> Result<Passing, QueryError> {
        let (netlist, constraints, graph) = (self.netlist(), self.constraints(), self.graph());
        Resolver { netlist, constraints, graph }.resolve(points).map_err(QueryError::Points)
    }

    fn find_by(self, searcher: Searcher, query: &PathQuery, passing: &Passing) -> FoundPaths<'s> {
        let few = || match searcher {
            Searcher::Cpu if query.max_paths > 0 => self.to_worst_endpoints(query),
            _ => None,
        };
        let none = FoundPaths::none(self, query, Which::of(passing, few));
        match searcher {
            _ if query.max_paths == 0 => none,
            Searcher::Gpu => none.found_on_gpu(),
            Searcher::Cpu => none.found(),
        }
    }

    /// The endpoints of the paths of a query, if these are few. An endpoint's worst path has its slack. So in each split the k worst paths are no better
    /// than the k-th worst endpoint, and end where the endpoint is no better than that.
    fn to_worst_endpoints(self, query: &PathQuery) -> Option<Vec<EndpointId>> {
        if query.per_group || query.max_paths > self.most_few() {
            return None;
        }
        let worst = |&split: &Split| self.slack_table().worst_endpoints(split, query.max_paths);
        self.to_few(Split::named(query.split).iter().flat_map(worst).collect())
    }

    /// Some endpoints in order, if they are so few that it is worth to look for paths to them alone.
    pub(crate) fn to_few(self, mut endpoints: Vec<EndpointId>) -> Option<Vec<EndpointId>> {
        endpoints.sort_unstable();
        endpoints.dedup();
        (endpoints.len() / 2 <= self.most_few()).then_some(endpoints)
    }

    /// Up to so many paths are looked for only at the endpoints where they end.
    pub(crate) fn most_few(self) -> usize {
        if self.keeps_forest() { FEW.max(self.graph().endpoints().len() / ENDPOINTS_PER_FEW) } else { FEW }
    }

    /// Whether searches go by a forest that is kept from update to update, and by the lists that updates with CPPR keep: where these are incremental.
    pub(crate) fn keeps_forest(self) -> bool {
        let is_of_cpu = self.built.placement.design().is_none();
        let is_incremental = is_of_cpu && self.built.incremental.is_some();
        let has_lists = || !self.has_cppr() || self.timing().kept_lists().is_some();
        !self.graph().is_levelled() || is_incremental && has_lists()
    }

    /// The forest that is kept.
    pub(crate) fn forest(self) -> Arc<Forest> {
        let (graph, timing) = (self.graph(), self.timing());
        let mut kept = self.built.results.forest.lock().unwrap_or_else(PoisonError::into_inner);
        kept.of(graph, timing, |work| zeroslack_parallel::apart(work))
    }

    /// Who looks for paths. The GPU may still refuse: see [`FoundPaths::find_on_gpu`].
    fn searcher(self, query: &PathQuery) -> Searcher {
        let is_any = query.max_paths > 0 && query.nworst != Some(0);
        if is_any && self.built.placement.design().is_some() { Searcher::Gpu } else { Searcher::Cpu }
    }

    /// Many such queries at once, a thread each, on rayon's current threads: `take` gets the number of a query and what it found. The results
    /// come in the order of the queries.
    ///
    /// # Errors
    /// If a query is wrong, as in [`Timed::find_paths_passing`]; nothing is looked for then.
    pub fn find_each<T: Send>(
        self,
        queries: &[(PathQuery, PathPoints)],
        take: impl Fn(usize, &FoundPaths<'s>) -> T + Sync,
    ) -> Result<Vec<T>, QueryError> {
        let resolved: Vec<_> = queries.par_iter().map(|(_, points)| self.resolve(points)).collect();
        // The first error in the order of the queries.
        let passing = resolved.into_iter().collect::<Result<Vec<Passing>, QueryError>>()?;
        let find = |(index, (query, _)): (usize, &(PathQuery, PathPoints))| {
            take(index, &self.find_by(Searcher::Cpu, query, &passing[index]))
        };
        Ok(queries.par_iter().enumerate().map(find).collect())
    }
}
