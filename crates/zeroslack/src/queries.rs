//! Paths of a session.

use std::ops::Range;
use std::sync::{Arc, PoisonError};

use rayon::prelude::*;
use zeroslack_paths::{FlatPaths, Ground, Passing, Path, PathQuery, PathSearch, PathTree, Searched};
use zeroslack_timing::ClockForest;
use zeroslack_units::Split;

use crate::load::LoadError;
use crate::points::PathPoints;
use crate::resolve::Resolver;
use crate::session::Session;

impl Session {
    /// The worst path of each of the `count` worst endpoints of a split, worst first; with CPPR after it. None while edits wait for an update.
    pub fn worst_paths(&self, split: Split, count: usize) -> Vec<Path> {
        if !self.is_timed() {
            return Vec::new();
        }
        let worst = zeroslack_paths::worst_endpoints(&self.endpoint_slacks(), split, count);
        if !self.has_cppr {
            return worst.iter().map(|&end| Path::worst_to(&self.graph, self.timing(), end)).collect();
        }
        let found = self.find_paths(&PathQuery::new(0).split(split));
        worst.iter().filter_map(|end| found.search().worst_to(end)).collect()
    }

    /// The `count` worst paths over all endpoints of some splits, worst first; with CPPR after it. None while edits wait for an update.
    pub fn k_worst_paths(&self, splits: &[Split], count: usize) -> Vec<Path> {
        let query = PathQuery::new(count);
        let query = match splits {
            [] => return Vec::new(),
            [split] => query.split(*split),
            _ => query,
        };
        self.find_paths(&query).paths()
    }

    /// The paths of a query, ranked after CPPR where that is on. None while edits wait for an update.
    pub fn find_paths(&self, query: &PathQuery) -> FoundPaths<'_> {
        self.find_on(query, |ground, searched| ground.fill(searched))
    }

    /// The same of paths that pass what they have to. What this costs follows the part of the design that they can take.
    pub fn find_paths_passing(&self, query: &PathQuery, passing: &Passing) -> FoundPaths<'_> {
        if passing.is_free() {
            return self.find_paths(query);
        }
        self.find_on(query, |ground, searched| ground.narrow(searched, passing))
    }

    /// Many such queries at once, a thread each, on rayon's current threads: `take` gets the number of a query and what it found. The results
    /// come in the order of the queries.
    pub fn find_each<T: Send>(
        &self,
        queries: &[(PathQuery, Passing)],
        take: impl Fn(usize, &FoundPaths<'_>) -> T + Sync,
    ) -> Vec<T> {
        let find = |(index, (query, passing)): (usize, &(PathQuery, Passing))| {
            take(index, &self.find_paths_passing(query, passing))
        };
        queries.par_iter().enumerate().map(find).collect()
    }

    /// What paths have to pass, found by its names.
    ///
    /// # Errors
    /// If nothing in the design has a name (`PATH-001`), or no path starts or ends at what has it (`PATH-002`).
    pub fn passing(&self, points: &PathPoints) -> Result<Passing, LoadError> {
        let Self { netlist, constraints, graph, .. } = self;
        Resolver { netlist, constraints, graph }.resolve(points).map_err(LoadError)
    }

    fn find_on(&self, query: &PathQuery, prepare: impl FnOnce(&mut Ground, &Searched<'_>)) -> FoundPaths<'_> {
        // Not locked any longer: a thread that waits for others may be given another query in between.
        let ground = self.grounds.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let mut found = FoundPaths { session: self, ground, tree: PathTree::default() };
        if self.is_timed() {
            let (graph, timing) = (&self.graph, self.timing());
            let clocks = self
                .has_cppr
                .then(|| self.results.clocks.get_or_init(|| Arc::new(ClockForest::new(graph, timing))));
            prepare(&mut found.ground, &Searched { graph, timing, split: query.split, clocks });
            found.tree = found.search().find(query);
        }
        found
    }
}

/// Paths that were found, and what writing them out takes.
#[derive(Debug)]
pub struct FoundPaths<'s> {
    session: &'s Session,
    ground: Ground,
    tree: PathTree,
}

impl FoundPaths<'_> {
    /// The paths, worst first, by what they deviate from.
    pub fn tree(&self) -> &PathTree {
        &self.tree
    }

    /// A range of them written out, on rayon's current threads.
    ///
    /// # Panics
    /// If there are fewer paths.
    pub fn flat(&self, paths: Range<usize>) -> FlatPaths {
        self.search().flat(&self.tree, paths)
    }

    /// All of them, each with the traces of its clocks.
    pub fn paths(&self) -> Vec<Path> {
        self.search().paths(&self.tree, 0..self.tree.len())
    }

    fn search(&self) -> PathSearch<'_> {
        PathSearch::new(&self.session.graph, self.session.timing(), &self.ground)
    }
}

impl Drop for FoundPaths<'_> {
    fn drop(&mut self) {
        let grounds = &mut *self.session.grounds.lock().unwrap_or_else(PoisonError::into_inner);
        // As many as queries can be under way.
        if grounds.len() < rayon::current_num_threads() {
            grounds.push(std::mem::take(&mut self.ground));
        }
    }
}
