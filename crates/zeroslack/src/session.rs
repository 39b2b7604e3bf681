//! The face of the library: a design, its graph and its timing in one place.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{EditError, Mark, Netlist, PinId};
use zeroslack_paths::{FlatPaths, Ground, Passing, Path, PathQuery, PathSearch, PathTree, Searched};
use zeroslack_sdc::Constraints;
use zeroslack_spef::Options as SpefOptions;
use zeroslack_timing::{Calculator, ClockForest, DelayData, EndpointSlack, Summary, Timing};
use zeroslack_units::{Split, Ticks, Transition};

use crate::engine::{EngineOptions, Engines, Place};
use crate::files::DesignFiles;
use crate::load::{LoadError, Progress, load, read_file, read_spef_text};
use crate::points::PathPoints;
use crate::resolve::Resolver;

/// A loaded, linked and timed design.
#[derive(Debug)]
pub struct Session {
    netlist: Netlist,
    constraints: Constraints,
    graph: TimingGraph,
    data: DelayData,
    engines: Engines,
    results: Results,
    /// Memory of path searches, for the next ones.
    grounds: Mutex<Vec<Ground>>,
    has_cppr: bool,
    calculator: Calculator,
    spef_options: SpefOptions,
    diagnostics: Diagnostics,
    /// Whether the netlist has other parasitics than the delays.
    has_new_parasitics: bool,
    /// Whether it was edited in other ways since the graph was built.
    is_edited: bool,
    /// Whether anything changed since the last update.
    is_stale: bool,
}

/// What the last update gave.
#[derive(Debug, Default)]
struct Results {
    /// At once where the CPU computed it; where a GPU did, when it is first asked for.
    timing: OnceLock<Timing>,
    /// Arrays of earlier results, to be filled again.
    room: Mutex<Timing>,
    /// The clock network, from the first search after CPPR on.
    clocks: OnceLock<Arc<ClockForest>>,
    /// Whether there was an update.
    are_there: bool,
}

impl Results {
    /// Arrays to be filled.
    fn take(&mut self) -> Timing {
        (self.are_there, self.clocks) = (false, OnceLock::new());
        let room = self.room.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.timing.take().unwrap_or_else(|| std::mem::take(room))
    }

    /// What an update filled, if it is not on a GPU.
    fn put(&mut self, timing: Timing, place: Place) {
        self.are_there = true;
        match place {
            Place::Host => self.timing = OnceLock::from(timing),
            Place::Device => self.room = Mutex::new(timing),
        }
    }
}

impl Session {
    /// Reads, links and times a design, on rayon's current threads.
    ///
    /// # Errors
    /// If any diagnostic is an error; all of them are in the error.
    pub fn load(files: &DesignFiles, progress: &dyn Progress) -> Result<Self, LoadError> {
        let mut session = Self::read(files, progress)?;
        progress.begin("timing", 1);
        let said = session.update()?;
        session.diagnostics.append(said);
        progress.advance(1);
        Ok(session)
    }

    /// Reads and links a design and builds its graph, without timing it yet: see [`Session::update`].
    ///
    /// # Errors
    /// As [`Session::load`].
    pub fn read(files: &DesignFiles, progress: &dyn Progress) -> Result<Self, LoadError> {
        let mut engines = Engines::new(files.engine);
        if files.engine.is_for_gpu(files.expected_nodes()) {
            engines.open_soon();
        }
        let loaded = load(files, progress)?;
        let mut session =
            Self::build(loaded.netlist, loaded.constraints, files.calculator, loaded.diagnostics)?;
        session.spef_options = files.spef_options;
        session.engines = engines;
        Ok(session)
    }

    /// The graph of a linked design under constraints, not timed yet: see [`Session::update`].
    ///
    /// # Errors
    /// If the graph cannot be built; the error holds `diagnostics` and what building added.
    pub fn build(
        netlist: Netlist,
        constraints: Constraints,
        calculator: Calculator,
        mut diagnostics: Diagnostics,
    ) -> Result<Self, LoadError> {
        let (graph, said) = TimingGraph::new(&netlist, &constraints);
        diagnostics.append(said);
        let (data, said) = DelayData::new(&netlist, &graph);
        diagnostics.append(said);
        if diagnostics.has_errors() {
            return Err(LoadError(diagnostics));
        }
        Ok(Self {
            netlist,
            constraints,
            graph,
            data,
            engines: Engines::default(),
            results: Results::default(),
            grounds: Mutex::default(),
            has_cppr: false,
            calculator,
            spef_options: SpefOptions::default(),
            diagnostics,
            has_new_parasitics: false,
            is_edited: false,
            is_stale: true,
        })
    }

    /// A full update of what is out of date: after edits the graph, then delays, arrivals, required times. Does nothing
    /// when nothing changed since the last update. Returns the warnings about an edited design and about a GPU that cannot be used.
    ///
    /// # Errors
    /// If the edited design's graph cannot be built, or the engine that was asked for cannot be used.
    pub fn update(&mut self) -> Result<Diagnostics, LoadError> {
        let mut diagnostics = self.rebuild()?;
        if self.is_stale {
            let mut timing = self.results.take();
            timing.set_cppr(self.has_cppr);
            let (place, said) = self.engines.update(&self.graph, &self.data, self.calculator, &mut timing)?;
            self.results.put(timing, place);
            diagnostics.append(said);
            self.is_stale = false;
        }
        Ok(diagnostics)
    }

    /// Brings the graph and what delays are computed from up to date with the netlist.
    fn rebuild(&mut self) -> Result<Diagnostics, LoadError> {
        let mut diagnostics = Diagnostics::new();
        if self.is_edited {
            let (graph, said) = TimingGraph::new(&self.netlist, &self.constraints);
            diagnostics.append(said);
            let (data, said) = DelayData::new(&self.netlist, &graph);
            diagnostics.append(said);
            if diagnostics.has_errors() {
                return Err(LoadError(diagnostics));
            }
            (self.graph, self.data) = (graph, data);
            self.engines.forget_design();
        } else if self.has_new_parasitics {
            diagnostics.append(self.data.update_parasitics(&self.netlist, &self.graph));
            self.engines.forget_parasitics();
        }
        (self.is_edited, self.has_new_parasitics) = (false, false);
        Ok(diagnostics)
    }

    /// Whether what was computed is of the netlist there is.
    fn is_timed(&self) -> bool {
        !self.is_edited && !self.has_new_parasitics && self.results.are_there
    }

    /// Makes a group of edits: all of them, or, if one fails, none. They take effect at the next [`Session::update`].
    ///
    /// # Errors
    /// The error of the edit that failed.
    pub fn edit<T>(
        &mut self,
        edits: impl FnOnce(&mut Netlist) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let mark = self.netlist.mark();
        let revision = self.revision();
        let made = edits(&mut self.netlist);
        if made.is_err() {
            self.netlist.undo(mark);
        }
        self.touch_since(revision);
        made
    }

    /// The present point in the history of edits.
    pub fn mark(&mut self) -> Mark {
        self.netlist.mark()
    }

    /// Takes back all edits since a mark.
    pub fn undo(&mut self, mark: Mark) {
        let revision = self.revision();
        self.netlist.undo(mark);
        self.touch_since(revision);
    }

    /// Forgets the history of edits: earlier ones can no longer be undone, and their memory is free.
    pub fn forget_history(&mut self) {
        self.netlist.forget_history();
    }

    /// Reads new parasitics of some nets; the others keep theirs. An edit like any other: it can be undone. Returns the warnings.
    ///
    /// # Errors
    /// If the file cannot be read or understood; nothing is changed then.
    pub fn read_spef(
        &mut self,
        file: &std::path::Path,
        instance: Option<&str>,
    ) -> Result<Diagnostics, LoadError> {
        let mark = self.netlist.mark();
        let revision = self.revision();
        let (netlist, options) = (&mut self.netlist, &self.spef_options);
        let (_, diagnostics) = read_file(file, |text| ((), read_spef_text(netlist, text, options, instance)));
        if diagnostics.has_errors() {
            self.netlist.undo(mark);
            return Err(LoadError(diagnostics));
        }
        self.touch_since(revision);
        Ok(diagnostics)
    }

    /// Of the whole netlist, and of all but parasitics.
    fn revision(&self) -> [u64; 2] {
        [self.netlist.revision(), self.netlist.structure_revision()]
    }

    /// What was computed is out of date if the netlist has another revision.
    fn touch_since(&mut self, before: [u64; 2]) {
        let now = self.revision();
        self.is_edited |= now[1] != before[1];
        self.has_new_parasitics |= now != before;
        self.is_stale |= now != before;
    }

    /// Whether the next update removes the pessimism of common clock paths (CPPR).
    pub fn set_cppr(&mut self, on: bool) {
        self.is_stale |= self.has_cppr != on;
        self.has_cppr = on;
    }

    /// Which engine computes the next update; [`EngineChoice::Auto`](crate::EngineChoice::Auto) unless something else was said.
    pub fn set_engine(&mut self, options: EngineOptions) {
        if options != self.engines.options() {
            // What is only on a GPU goes with its engine.
            if self.results.are_there {
                self.timing();
            }
            self.engines = Engines::new(options);
        }
    }

    /// The GPU that computed the last update; none if the CPU did.
    pub fn gpu(&self) -> Option<&str> {
        self.engines.cuda().map(|engine| engine.machine().name())
    }

    /// Bytes that the design takes on the GPU; 0 if the CPU computed the last update.
    pub fn gpu_bytes(&self) -> u64 {
        self.engines.cuda().map_or(0, |engine| engine.bytes())
    }

    /// What was said while loading: warnings only.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The netlist.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// The constraints.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// The timing graph.
    pub fn graph(&self) -> &TimingGraph {
        &self.graph
    }

    /// What delays are computed from.
    pub fn delay_data(&self) -> &DelayData {
        &self.data
    }

    /// Slews, delays, arrivals, required times. What a GPU computed is fetched when it is first asked for.
    pub fn timing(&self) -> &Timing {
        self.results.timing.get_or_init(|| {
            let mut timing =
                std::mem::take(&mut *self.results.room.lock().unwrap_or_else(PoisonError::into_inner));
            if self.results.are_there
                && self
                    .engines
                    .cuda()
                    .is_none_or(|engine| engine.fetch_all(&self.graph, &mut timing).is_err())
            {
                // A GPU that fails now is no loss: the CPU gives the same.
                timing.update(&self.graph, &self.data, self.calculator);
            }
            timing
        })
    }

    /// The node of a pin; none for one that came after the last update.
    fn node(&self, pin: PinId) -> Option<usize> {
        (self.results.are_there && pin.index() < self.graph.node_count()).then(|| self.graph.node(pin))
    }

    /// Arrival at a pin.
    pub fn arrival(&self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        self.timing().arrival(self.node(pin)?, split, transition)
    }

    /// Required time at a pin.
    pub fn required(&self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        self.timing().required(self.node(pin)?, split, transition)
    }

    /// Slack at a pin.
    pub fn slack(&self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        self.timing().slack(self.node(pin)?, split, transition)
    }

    /// Slew at a pin, ps.
    pub fn slew(&self, pin: PinId, split: Split, transition: Transition) -> Option<f32> {
        self.timing().slew(self.node(pin)?, split, transition)
    }

    /// Every endpoint's worst slack in each kind it has. None while edits wait for an update.
    pub fn endpoint_slacks(&self) -> Vec<EndpointSlack> {
        if !self.is_timed() {
            return Vec::new();
        }
        zeroslack_timing::endpoint_slacks(&self.graph, self.timing())
    }

    /// Worst and total negative slack by kind of endpoint. None while edits wait for an update. Where a GPU has computed them, only they
    /// are copied.
    pub fn summaries(&self) -> Vec<Summary> {
        if !self.is_timed() {
            return Vec::new();
        }
        let on_gpu = self.engines.cuda().filter(|_| self.results.timing.get().is_none());
        match on_gpu.map(zeroslack_cuda::Engine::summaries) {
            Some(Ok(summaries)) => summaries,
            _ => zeroslack_timing::summarize(&self.endpoint_slacks()),
        }
    }

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
