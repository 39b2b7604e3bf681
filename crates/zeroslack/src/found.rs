//! Paths that were found, by whichever engine.

use std::ops::Range;
use std::sync::{Arc, OnceLock, PoisonError};

use rayon::prelude::*;
use zeroslack_cuda::CudaError;
use zeroslack_graph::EndpointId;
use zeroslack_paths::{FlatPaths, Passing, Path, PathQuery, PathSearch, PathTree, SearchGraph, Searched};
use zeroslack_ssta::PathArcs;
use zeroslack_timing::{ClockForest, EndpointSlack};

use crate::gpu::OnGpu;
use crate::gpu_search::Wanted;
use crate::once;
use crate::timed::Timed;

/// Which paths are looked for.
#[derive(Clone, Debug)]
pub(crate) enum Which {
    /// All.
    All,
    /// Those to some endpoints, in order: it is known that no others are among those that are asked for.
    Ending(Vec<EndpointId>),
    /// Those that pass what they have to.
    Passing(Passing),
}

impl Which {
    /// Those that are asked for. `few` says to which endpoints they lead if they may pass anything, where that is known.
    pub(crate) fn of(passing: &Passing, few: impl FnOnce() -> Option<Vec<EndpointId>>) -> Self {
        if passing.is_free() { few().map_or(Self::All, Self::Ending) } else { Self::Passing(passing.clone()) }
    }
}

/// Paths that were found, and what writing them out takes.
#[derive(Debug)]
pub struct FoundPaths<'s> {
    timed: Timed<'s>,
    query: PathQuery,
    which: Which,
    /// What the CPU searches, from when it is needed.
    search_graph: OnceLock<SearchGraph>,
    tree: PathTree,
    /// The same in the design's ids, where a part of it was searched for paths that have to pass nothing.
    of_design: Option<PathTree>,
    /// The number of the GPU's search that found them, if that did.
    number: Option<u64>,
}

impl<'s> FoundPaths<'s> {
    /// No paths yet.
    pub(crate) fn none(timed: Timed<'s>, query: &PathQuery, which: Which) -> Self {
        let (search_graph, tree) = (OnceLock::new(), PathTree::default());
        Self { timed, query: *query, which, search_graph, tree, of_design: None, number: None }
    }

    /// Looks for them on the CPU.
    pub(crate) fn found(mut self) -> Self {
        let search = self.search();
        let tree = search.find(&self.query);
        // Nobody is to see that a part was searched, unless it is asked for.
        let is_in_part =
            !matches!(self.which, Which::Passing(_)) && self.search_graph().cone_size().is_some();
        let of_design = is_in_part.then(|| search.in_design(&tree));
        (self.tree, self.of_design) = (tree, of_design);
        self
    }

    /// Looks for them on the GPU, or on the CPU where they do not fit, or the GPU fails.
    pub(crate) fn found_on_gpu(mut self) -> Self {
        match self.ask(|design, wanted| design.find(wanted)) {
            Some((number, tree)) => {
                (self.number, self.tree) = (Some(number), tree);
                self
            }
            None => self.found(),
        }
    }

    /// Asks the GPU for something about these paths. None if there is no answer.
    fn ask<T: Send>(
        &self,
        mut what: impl FnMut(&mut dyn OnGpu, &Wanted<'_>) -> Result<T, CudaError> + Send,
    ) -> Option<T> {
        let passing = if let Which::Passing(passing) = &self.which { Some(passing) } else { None };
        let wanted = Wanted { graph: self.timed.graph(), query: &self.query, passing };
        self.timed.ask_gpu(|design| what(design, &wanted))
    }

    /// The paths, worst first, by what they deviate from.
    pub fn tree(&self) -> &PathTree {
        self.of_design.as_ref().unwrap_or(&self.tree)
    }

    /// Whether a GPU found them. It writes them out too.
    pub fn is_of_gpu(&self) -> bool {
        self.number.is_some()
    }

    /// A range of them written out, on rayon's current threads or the GPU that found them.
    ///
    /// # Panics
    /// If there are fewer paths.
    pub fn flat(&self, paths: Range<usize>) -> FlatPaths {
        assert!(paths.end <= self.tree.len(), "paths that were found");
        let found = self.number.map(|number| (number, &self.tree));
        let written =
            found.and_then(|found| self.ask(|design, wanted| design.flat(wanted, found, paths.clone())));
        match written {
            Some(flat) => flat,
            None => self.search().flat(&self.tree, paths),
        }
    }

    /// All of them, each with the traces of its clocks.
    pub fn paths(&self) -> Vec<Path> {
        self.map_paths(0..self.tree.len(), |path| path)
    }

    /// What `take` makes of each of a range of them, in their order, on rayon's current threads: paths with the traces of their clocks are long, and
    /// no more are in memory than are being looked at.
    ///
    /// # Panics
    /// If there are fewer paths.
    pub fn map_paths<T: Send>(&self, paths: Range<usize>, take: impl Fn(Path) -> T + Sync) -> Vec<T> {
        self.map_paths_with_arcs(paths, |path, _| take(path))
    }

    /// The same, with the arcs of each, which [`zeroslack_ssta`] knows paths by, if the results are [`Timed::levelled`]. They are made only if asked for.
    ///
    /// # Panics
    /// If there are fewer paths.
    pub fn map_paths_with_arcs<T: Send>(
        &self,
        paths: Range<usize>,
        take: impl Fn(Path, &dyn Fn() -> PathArcs) -> T + Sync,
    ) -> Vec<T> {
        let (graph, timing) = (self.timed.graph(), self.timed.timing());
        let flat = self.flat(paths);
        let path = |index: usize| {
            let flat = flat.get(index);
            let arcs = || self.timed.path_arcs(&self.tree.roots[flat.root as usize], flat);
            take(Path::of(graph, timing, &self.tree, flat), &arcs)
        };
        (0..flat.len()).into_par_iter().map(path).collect()
    }

    /// The worst path to an endpoint in a kind.
    pub(crate) fn worst_to(&self, end: &EndpointSlack) -> Option<Path> {
        self.search().worst_to(end)
    }

    pub(crate) fn search(&self) -> PathSearch<'_> {
        PathSearch::new(self.timed.graph(), self.timed.timing(), self.search_graph())
    }

    pub(crate) fn search_graph(&self) -> &SearchGraph {
        once::first(&self.search_graph, || self.made())
    }

    /// An earlier search graph: one that keeps the part that these paths can take, or else one that keeps nothing, or any.
    fn earlier_search_graph(&self) -> SearchGraph {
        let passing = if let Which::Passing(passing) = &self.which { Some(passing) } else { None };
        let keeps_this =
            |search_graph: &SearchGraph| passing.is_some_and(|passing| search_graph.is_for(passing));
        // Not locked any longer: a thread that waits for others may be given another query in between.
        let mut all = self.timed.built.search_graphs.lock().unwrap_or_else(PoisonError::into_inner);
        let place =
            all.iter().position(keeps_this).or_else(|| all.iter().position(|other| !other.keeps_part()));
        // The kept forest takes no memory of its own.
        let any =
            if passing.is_none() && self.timed.keeps_forest() { None } else { all.len().checked_sub(1) };
        place.or(any).map(|place| all.swap_remove(place)).unwrap_or_default()
    }

    /// A search graph, in the memory of an earlier one.
    fn made(&self) -> SearchGraph {
        let (graph, timing) = (self.timed.graph(), self.timed.timing());
        let mut search_graph = self.earlier_search_graph();
        let results = &self.timed.built.results;
        let clocks = || match timing.kept_clocks() {
            Some(clocks) => clocks,
            None => once::first(&results.clocks, || Arc::new(ClockForest::new(graph, timing))),
        };
        let clocks = self.timed.has_cppr().then(clocks);
        let searched = Searched { graph, timing, split: self.query.split, clocks };
        match &self.which {
            Which::Passing(passing) => search_graph.narrow_kept(&searched, passing),
            which if self.timed.keeps_forest() => {
                let endpoints = if let Which::Ending(some) = which { Some(&some[..]) } else { None };
                search_graph.fill_kept(&searched, self.timed.forest(), endpoints);
            }
            Which::All => search_graph.fill(&searched),
            Which::Ending(some) => search_graph.narrow(&searched, &Passing::ending_at(graph, some)),
        }
        search_graph
    }
}

impl Drop for FoundPaths<'_> {
    fn drop(&mut self) {
        let Some(mut search_graph) = self.search_graph.take() else { return };
        search_graph.give_up();
        let search_graphs =
            &mut *self.timed.built.search_graphs.lock().unwrap_or_else(PoisonError::into_inner);
        // As many as queries can be under way.
        if search_graphs.len() < rayon::current_num_threads() {
            search_graphs.push(search_graph);
        }
    }
}
