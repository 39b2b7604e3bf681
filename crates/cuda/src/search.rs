//! The k worst paths, on a machine: the same list, in the same order, as the search on the CPU.
//!
//! A path is its parent, how many steps from its end it leaves it, and by which arc; from there it goes on by the worst arrivals
//! (the *forest*). Level L holds the paths with L deviations. A path is never better than its parent, so with the slack of the k-th worst path
//! known so far as a limit, each level is made from the one before by kernels that look at every path at once: count the children within
//! the limit, add up where they go, write them, and choose a new limit. Parents in order write their children in order, so a level is
//! in the order of ties by how it is made, and a stable sort by slack at the end gives the list.
//!
//! No more than k paths at or below the limit are ever needed. Where children find no room, paths behind the limit are dropped, then the
//! limit is chosen among the children before they are written, to the last tick where it must be.

use zeroslack_graph::TimingGraph;
use zeroslack_units::{Split, Ticks};

use crate::arrays::Arrays;
use crate::engine::Engine;
use crate::error::CudaError;
use crate::kernel::{Kernel, Launch};
use crate::machine::Machine;
use crate::meter::Meter;
use crate::roots::{PathRoot, Roots};
use crate::search_memory::{Extent, Memory};
use crate::search_run::Run;

/// Room for at least so many more paths than are needed: it costs less to write some that are dropped than to find out which.
const LEAST_SPARE: u32 = 1 << 19;

/// Paths that a search can be made for: with as many children they have ids.
const MOST_PATHS: u32 = 1 << 30;

/// Which paths are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathSearchQuery {
    /// How many.
    pub count: u32,
    /// Early, late: of which splits.
    pub splits: [bool; 2],
    /// Only paths with less slack.
    pub slack_less_than: Option<Ticks>,
    /// Only paths with at most so many deviations from worst arrivals.
    pub max_deviations: Option<u32>,
}

impl PathSearchQuery {
    /// The `count` worst paths of both splits.
    pub fn new(count: u32) -> Self {
        Self { count, splits: [true; 2], slack_less_than: None, max_deviations: None }
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathSearchOutcome {
    /// Paths of the list: fewer than wanted where there are no more.
    pub count: u32,
    /// Levels that were made, that of the roots included.
    pub levels: u32,
    /// Paths that were written.
    pub written: u64,
    /// Times that children found no room at once.
    pub overflows: u32,
}

/// Searches the k worst paths of an engine's design, before CPPR.
///
/// Made once for a graph, an engine and a greatest k; works on the engine's last update. After one, [`PathSearch::grow`] makes the forest; then
/// any number of searches can follow.
#[derive(Debug)]
pub struct PathSearch<M: Machine> {
    engine: u64,
    pub(crate) arrays: Arrays,
    pub(crate) memory: Memory<M::Buffer>,
    pub(crate) steps: Option<(u64, M::Buffer, M::Buffer)>,
    forests: Vec<M::Program>,
    roots: Vec<PathRoot>,
    extent: Extent,
    bytes: u64,
    pub(crate) outcome: PathSearchOutcome,
}

impl<M: Machine> PathSearch<M> {
    /// Takes memory for the `most` worst paths of some splits (early, late).
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    ///
    /// # Panics
    /// If the graph is not the engine's.
    pub fn new(
        engine: &Engine<M>,
        graph: &TimingGraph,
        most: u32,
        splits: [bool; 2],
    ) -> Result<Self, CudaError> {
        Self::with_spare(engine, graph, most, splits, most.max(LEAST_SPARE))
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
        most: u32,
        splits: [bool; 2],
        spare: u32,
    ) -> Result<Self, CudaError> {
        assert!(engine.is_of(graph), "the graph that the engine was made for");
        let roots = Roots::new(graph);
        let extent = Extent { wanted: most.clamp(1, MOST_PATHS), spare: spare.min(MOST_PATHS), splits };
        let meter = Meter::default();
        Memory::new(&meter, graph, &roots, extent, &mut Arrays::default())?;
        let (machine, bytes) = (engine.machine(), meter.bytes.get());
        machine.reserve(bytes)?;
        let mut arrays = engine.resident().arrays;
        let memory = Memory::new(machine, graph, &roots, extent, &mut arrays)?;
        let forests = Split::ALL.into_iter().filter(|&split| splits[split as usize]).map(|split| {
            let mut arrays = arrays;
            arrays.search.split = split as u32;
            machine.prepare(&arrays, &forest_launches(graph), false)
        });
        let forests = forests.collect::<Result<_, _>>()?;
        let (engine, roots) = (engine.id(), roots.roots);
        let outcome = PathSearchOutcome::default();
        Ok(Self { engine, arrays, memory, steps: None, forests, roots, extent, bytes, outcome })
    }

    /// Bytes on the machine, the list included, the vertices of its paths not.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where paths end: what the roots of found paths are indices of.
    pub fn roots(&self) -> &[PathRoot] {
        &self.roots
    }

    /// Starts to make the forest of the engine's last update, without waiting for it.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn grow(&mut self, engine: &Engine<M>) -> Result<(), CudaError> {
        let machine = self.machine(engine);
        self.forests.iter_mut().try_for_each(|forest| machine.run(forest))
    }

    /// Finds the worst paths; the list stays on the machine.
    ///
    /// # Errors
    /// If the query asks for more than there is memory for, or the machine fails.
    pub fn search(
        &mut self,
        engine: &Engine<M>,
        query: &PathSearchQuery,
    ) -> Result<PathSearchOutcome, CudaError> {
        self.outcome = PathSearchOutcome::default();
        let prepared = (0..2).all(|split| self.extent.splits[split] || !query.splits[split]);
        if query.count > self.extent.wanted || !prepared {
            return Err(CudaError::Unprepared { wanted: query.count, most: self.extent.wanted });
        }
        if query.count > 0 && !self.roots.is_empty() {
            let mut run = Run::new(self.machine(engine), self.arrays, &self.memory.state);
            run.search(query)?;
            (self.arrays, self.outcome) = (run.arrays, run.outcome);
        }
        Ok(self.outcome)
    }

    /// The engine's machine.
    pub(crate) fn machine<'e>(&self, engine: &'e Engine<M>) -> &'e M {
        assert_eq!(self.engine, engine.id(), "the engine that the search was made for");
        engine.machine()
    }
}

/// All vertices at once, then level by level what deviations cost on the whole way.
fn forest_launches(graph: &TimingGraph) -> Vec<Launch> {
    let vertices = |nodes: std::ops::Range<usize>| (2 * nodes.start as u32, 2 * nodes.len() as u32);
    let way = (0..graph.level_count()).map(|level| {
        let (first, count) = vertices(graph.level(level));
        Launch { first, ..Launch::indices(Kernel::ForestWay, count) }
    });
    let all = Launch::indices(Kernel::Forest, 2 * graph.node_count() as u32);
    std::iter::once(all).chain(way).collect()
}
