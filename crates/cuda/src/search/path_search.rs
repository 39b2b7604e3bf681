//! The k worst paths, on a machine: the same list, in the same order, as the search on the CPU.
//!
//! A path is its parent, how many steps from its end it leaves it, and by which arc; from there it goes on by the worst arrivals
//! (the *forest*). Level L holds the paths with L deviations. A path is never better than its parent, so within a limit of slack each level is
//! made from the one before: kernels that look at every path at once list its *branches*, the places where it can be left; kernels that look at
//! every branch at once count the children there, add up where they go, and write them. Parents in order write their children in order, so a
//! level is in the order of ties by how it is made, and a stable sort by slack at the end gives the list. Where paths are few, several levels are made
//! before the host looks at what came of them.
//!
//! The limit is first guessed from a search of fewer paths (`guess.rs`), then the slack of the k-th worst path known, once there are so many.
//! No more than k paths at or below it are ever needed. Where children find no room, paths after the limit are dropped, then the
//! limit is chosen among the children before they are written, to the last tick where it must be.

use zeroslack_graph::TimingGraph;
use zeroslack_paths::{MOST_PATHS, Passing, PathQuery, ends};
use zeroslack_units::Split;

use crate::arrays::Arrays;
use crate::cone::maker::ConeMaker;
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::meter::Meter;
use crate::search::asked::Asked;
use crate::search::groups::PathGroups;
use crate::search::memory::{Extent, Memory};
use crate::search::outcome::{Measures, PathSearchOutcome};
use crate::search::run::Run;
use crate::search::search_graph::SearchGraph;

/// Room for at least so many more paths than are needed: it costs less to write some that are dropped than to find out which.
const LEAST_SPARE: usize = 1 << 19;

/// Paths that are known at once have ids.
const MOST_ROOM: usize = 3 * MOST_PATHS;

/// Searches the k worst paths of an engine's design: on a machine what `zeroslack_paths::PathSearch` does on the CPU. Paths are ranked after CPPR
/// if the engine's last update had it on; see [`PathSearch::ignore_cppr`].
///
/// Made once for a graph, an engine and a greatest k. [`PathSearch::grow`] makes the forest of the engine's last update, or
/// [`PathSearch::narrow`] that of the cone of the design that constrained paths can take; then any number of searches can follow.
#[derive(Debug)]
pub struct PathSearch<M: Machine> {
    engine: u64,
    /// Of the last search.
    pub(crate) arrays: Arrays,
    pub(crate) memory: Memory<M::Buffer>,
    pub(crate) steps: Option<(u64, M::Buffer, M::Buffer)>,
    /// Of the last search, once it was asked for.
    pub(crate) measured: Option<Measures>,
    design: SearchGraph<M::Buffer>,
    cone_graph: SearchGraph<M::Buffer>,
    groups: PathGroups,
    /// What parts are made in, from the first on.
    cone: Option<ConeMaker<M>>,
    pub(crate) is_narrow: bool,
    ignores_cppr: bool,
    /// The greatest number of paths that it was made for.
    most: usize,
    extent: Extent,
    /// Of the graph.
    endpoints: usize,
    /// The one that can be searched; both without.
    split: Option<Split>,
    bytes: u64,
    pub(crate) outcome: PathSearchOutcome,
}

impl<M: Machine> PathSearch<M> {
    /// Takes memory for the `most` worst paths of a split, or of both.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    ///
    /// # Panics
    /// If the graph is not the engine's.
    pub fn new(
        engine: &Engine<M>,
        graph: &TimingGraph,
        most: usize,
        split: Option<Split>,
    ) -> Result<Self, CudaError> {
        Self::with_spare(engine, graph, most, split, most.max(LEAST_SPARE))
    }

    /// The same with room for so many paths beside twice those that are wanted: the less, the more often a search has to stop and
    /// make room.
    ///
    /// # Errors
    /// As [`PathSearch::new`].
    ///
    /// # Panics
    /// If the graph is not the engine's.
    pub fn with_spare(
        engine: &Engine<M>,
        graph: &TimingGraph,
        most: usize,
        split: Option<Split>,
        spare: usize,
    ) -> Result<Self, CudaError> {
        assert!(engine.is_of(graph), "the graph that the engine was made for");
        let ends = ends(graph, split);
        let (most, spare) = (most.clamp(1, MOST_PATHS), spare.min(MOST_PATHS));
        let extent = Extent { wanted: most, spare, roots: ends.len(), groups: 1, has_quotas: false };
        let groups = PathGroups::new(graph);
        let (machine, meter) = (engine.machine(), Meter::default());
        let splits = Split::named(split);
        SearchGraph::new(&Arrays::default()).take_design(&meter, graph, ends.clone(), &groups, splits)?;
        let bytes = meter.bytes.get();
        machine.reserve(bytes + bytes_of(extent)?)?;
        let arrays = engine.resident().arrays;
        let memory = Memory::new(machine, extent)?;
        let (mut design, cone_graph) = (SearchGraph::new(&arrays), SearchGraph::new(&arrays));
        design.take_design(machine, graph, ends, &groups, splits)?;
        let (steps, outcome) = (None, PathSearchOutcome::default());
        let (engine, arrays, is_narrow) = (engine.id(), design.arrays, false);
        Ok(Self {
            engine,
            arrays,
            memory,
            steps,
            measured: None,
            design,
            cone_graph,
            groups,
            cone: None,
            is_narrow,
            ignores_cppr: false,
            most,
            extent,
            endpoints: graph.endpoints().len(),
            split,
            bytes,
            outcome,
        })
    }

    /// Bytes on the machine for searches of the whole design, the list included, the vertices of its paths not.
    pub fn bytes(&self) -> u64 {
        self.bytes + bytes_of(self.extent).unwrap_or(0)
    }

    /// Ranks before CPPR, whatever the engine's updates do; or by those again, as at first. Counts from the next [`PathSearch::grow`] or
    /// [`PathSearch::narrow`] on.
    pub fn ignore_cppr(&mut self, is_ignored: bool) {
        self.ignores_cppr = is_ignored;
    }

    /// Starts to make the forest of the engine's last update, without waiting for it: what follows searches the whole design.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn grow(&mut self, engine: &Engine<M>) -> Result<(), CudaError> {
        let (machine, clocks) = (self.machine(engine), engine.clocks());
        (self.is_narrow, self.outcome, self.measured) = (false, PathSearchOutcome::default(), None);
        for &split in Split::named(self.split) {
            self.design.grow(machine, split)?;
        }
        self.design.rank(machine, clocks, clocks.is_on != 0 && !self.ignores_cppr)?;
        let launch = self.design.time_roots();
        machine.start(&self.design.arrays, &[launch])
    }

    /// What follows searches the whole design again, in the forest that was grown last.
    pub fn widen(&mut self) {
        (self.is_narrow, self.outcome, self.measured) = (false, PathSearchOutcome::default(), None);
    }

    /// Finds the cone of the design that constrained paths can take, with the arrivals of the engine's last update, and makes its forest: what
    /// follows searches it. The cone is what `zeroslack_paths::SearchGraph::narrow` makes on the CPU, with the same ids. Waits for it. Memory is
    /// kept for the next.
    ///
    /// # Errors
    /// If the cone is too large, if there is not enough memory, or the machine fails.
    ///
    /// # Panics
    /// If the graph is not the engine's, or what is passed not of the graph.
    pub fn narrow(
        &mut self,
        engine: &Engine<M>,
        graph: &TimingGraph,
        passing: &Passing,
    ) -> Result<(), CudaError> {
        assert!(engine.is_of(graph), "the graph that the engine was made for");
        let (machine, clocks) = (self.machine(engine), engine.clocks());
        // What fails is not searched.
        (self.is_narrow, self.outcome, self.measured) = (false, PathSearchOutcome::default(), None);
        let cone = match &mut self.cone {
            Some(cone) => cone,
            none => none.insert(ConeMaker::new(machine, graph, &self.design.arrays)?),
        };
        let size = cone.find(machine, graph, passing)?;
        self.cone_graph.take_cone(machine, cone, size, (&self.design, Split::named(self.split)))?;
        let is_after_cppr = clocks.is_on != 0 && !self.ignores_cppr;
        self.cone_graph.rank(machine, clocks, is_after_cppr)?;
        if is_after_cppr {
            self.cone_graph.make_lists(machine)?;
        }
        for &split in Split::named(self.split) {
            self.cone_graph.grow(machine, split)?;
        }
        let launch = self.cone_graph.time_roots();
        machine.start(&self.cone_graph.arrays, &[launch])?;
        self.is_narrow = true;
        Ok(())
    }

    /// Nodes of the cone that the last [`PathSearch::narrow`] found: one of the design may be there in several stages.
    pub fn part_nodes(&self) -> usize {
        self.cone_graph.node_count()
    }

    /// Finds the worst paths; the list stays on the machine. For several paths to an endpoint, or paths by group, it takes more memory the
    /// first time, and keeps it.
    ///
    /// # Errors
    /// If the query asks for more than the search was made for, if there is not enough memory, or the machine fails.
    pub fn search(&mut self, engine: &Engine<M>, query: &PathQuery) -> Result<PathSearchOutcome, CudaError> {
        (self.outcome, self.measured) = (PathSearchOutcome::default(), None);
        let asked = Asked::new(query, self.endpoints, self.design.borrows());
        let has_split = self.split.is_none() || self.split == query.split;
        if asked.count as usize > self.most || !has_split {
            return Err(CudaError::Unprepared { wanted: asked.count as usize, most: self.most });
        }
        if asked.count == 0 || self.search_graph().root_count() == 0 {
            return Ok(self.outcome);
        }
        if asked.has_quotas() {
            self.search_sets(engine, &asked)?;
        } else {
            let mut run = self.run(engine);
            run.search(&asked)?;
            (self.arrays, self.outcome) = (run.arrays, run.outcome);
        }
        Ok(self.outcome)
    }

    /// Arrays of a list or of what is searched, with the design's lists of arrivals where they are now: an update may have moved them.
    pub(crate) fn current(&self, engine: &Engine<M>, arrays: Arrays) -> Arrays {
        if self.is_narrow { arrays } else { Arrays { clocks: engine.clocks(), ..arrays } }
    }

    /// Searches what has quotas, with as much memory as it takes.
    fn search_sets(&mut self, engine: &Engine<M>, asked: &Asked) -> Result<(), CudaError> {
        let groups = if asked.by_group { self.groups_in(asked.split) } else { 1 };
        let mut extent =
            Extent { wanted: self.extent.wanted.max(groups * asked.count as usize), ..self.extent };
        extent.groups = self.groups.count().max(1);
        extent.has_quotas = true;
        loop {
            self.extend(engine.machine(), extent)?;
            let groups = if asked.by_group { extent.groups as u32 } else { 1 };
            let mut run = self.run(engine);
            run.arrays.search.group_count = groups;
            if run.search_sets(asked)? {
                (self.arrays, self.outcome) = (run.arrays, run.outcome);
                return Ok(());
            }
            extent.spare = 2 * extent.spare + extent.wanted;
        }
    }

    /// Path groups that paths of a split, or of both, can be of.
    fn groups_in(&self, split: Option<Split>) -> usize {
        if self.is_narrow {
            self.groups.count_of(self.cone_graph.roots(), split)
        } else {
            self.groups.count_in(split)
        }
    }

    /// Takes more memory, where there is less than that.
    fn extend(&mut self, machine: &M, extent: Extent) -> Result<(), CudaError> {
        if extent == self.extent {
            return Ok(());
        }
        machine.reserve(bytes_of(extent)?)?;
        if extent.room() > MOST_ROOM {
            return Err(CudaError::Unprepared { wanted: extent.wanted, most: MOST_PATHS });
        }
        self.memory = Memory::new(machine, extent)?;
        self.extent = extent;
        Ok(())
    }

    fn run<'r>(&'r mut self, engine: &'r Engine<M>) -> Run<'r, M> {
        let arrays = self.search_graph().arrays;
        let mut arrays = self.current(engine, arrays);
        self.memory.enter(&mut arrays);
        Run::new(self.machine(engine), arrays, &self.memory.state)
    }

    pub(crate) fn search_graph(&mut self) -> &mut SearchGraph<M::Buffer> {
        if self.is_narrow { &mut self.cone_graph } else { &mut self.design }
    }

    /// The engine's machine.
    pub(crate) fn machine<'e>(&self, engine: &'e Engine<M>) -> &'e M {
        assert_eq!(self.engine, engine.id(), "the engine that the search was made for");
        engine.machine()
    }
}

/// Bytes of the memory of a search.
fn bytes_of(extent: Extent) -> Result<u64, CudaError> {
    let meter = Meter::default();
    Memory::new(&meter, extent)?;
    Ok(meter.bytes.get())
}
