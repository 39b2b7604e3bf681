//! A GPU as a session sees it: opened, then with a design on it. Which machine it is, only this knows.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

use zeroslack_cuda::{CudaError, Engine, Machine, Sampler, Statistics};
use zeroslack_graph::{Fanin, Layout, NodeId, TimingGraph};
use zeroslack_paths::{FlatPaths, PathTree};
use zeroslack_ssta::Arrivals;
use zeroslack_timing::{
    Calculator, Changes, CommonPoint, DelayData, EndpointSlack, FlatTrees, NodeTimes, RcNetworks, Summary,
    Timing,
};
use zeroslack_units::{Quad, Split, Ticks};

use crate::gpu_search::{Searches, Wanted};
use crate::statistical::{SampleQuery, StatisticalQuery};

/// A machine that a session can use: it goes from thread to thread, and clones of it are the same machine. An open GPU
/// (`Arc<zeroslack_cuda::Device>`) is one.
pub trait SharedMachine:
    Machine<Buffer: Debug + Send, Program: Debug + Send> + Clone + Debug + Send + Sync + 'static
{
}

impl<M> SharedMachine for M where
    M: Machine<Buffer: Debug + Send, Program: Debug + Send> + Clone + Debug + Send + Sync + 'static
{
}

/// An open GPU.
pub(crate) trait OpenGpu: Debug + Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// Copies a design to it.
    fn place(
        &self,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
    ) -> Result<Box<dyn OnGpu>, CudaError>;

    /// Does what [`Fanin::layout`] does.
    fn layout(&self, fanin: &Fanin<'_>) -> Result<Option<Layout>, CudaError>;

    /// Does what [`RcNetworks::flatten`] does.
    fn flatten(&self, networks: &RcNetworks<'_>) -> Result<FlatTrees, CudaError>;
}

/// A design on a GPU.
pub(crate) trait OnGpu: Debug + Send {
    /// Bytes that it takes, with what searches of its paths need.
    fn bytes(&self) -> u64;

    /// As [`Engine::take_changes`].
    fn take_changes(
        &mut self,
        graph: &TimingGraph,
        data: &DelayData,
        changes: &Changes,
    ) -> Result<(), CudaError>;

    /// There is more memory than before: what there was no room for may be tried again.
    fn try_again(&mut self);

    /// A full update, with CPPR by some rule or without. Its results stay on the GPU. Returns how many latches did not settle.
    fn update(&mut self, graph: &TimingGraph, cppr: Option<CommonPoint>) -> Result<usize, CudaError>;

    /// Fetches the results of the last update.
    fn fetch(&self, timing: &mut Timing) -> Result<(), CudaError>;

    /// Arrivals and required times at a node, by the last update.
    fn node_times(&mut self, node: NodeId) -> Result<NodeTimes, CudaError>;

    /// As [`Engine::slacks_of`], of one node.
    fn slacks_at(&mut self, graph: &TimingGraph, node: NodeId) -> Result<Option<Quad<Ticks>>, CudaError>;

    /// As [`Engine::fetch_slacks`].
    fn slacks(&mut self, graph: &TimingGraph) -> Result<Option<Vec<Quad<Ticks>>>, CudaError>;

    /// As [`Engine::summaries`].
    fn summaries(&self) -> Result<Vec<Summary>, CudaError>;

    /// As [`Engine::worst_endpoints`].
    fn worst_endpoints(
        &mut self,
        graph: &TimingGraph,
        split: Split,
        count: usize,
    ) -> Result<Vec<EndpointSlack>, CudaError>;

    /// Arrivals as random variables.
    fn arrivals(&self, asked: &StatisticalQuery<'_>) -> Result<Arrivals, CudaError>;

    /// Slacks of ends in each sample.
    fn samples(&self, asked: &SampleQuery<'_>) -> Result<Vec<Vec<Ticks>>, CudaError>;

    /// Finds paths of the last update, ranked after CPPR where that had it on, and returns the number of the search.
    fn find(&mut self, wanted: &Wanted<'_>) -> Result<(u64, PathTree), CudaError>;

    /// Writes paths out that a search of some number found for the same.
    fn flat(
        &mut self,
        wanted: &Wanted<'_>,
        found: (u64, &PathTree),
        paths: Range<usize>,
    ) -> Result<FlatPaths, CudaError>;
}

/// Bytes of a batch of samples at the most, unless it is stated.
const BATCH_BYTES: u64 = 8 << 30;

impl<M: SharedMachine> OpenGpu for M {
    fn name(&self) -> &str {
        Machine::name(self)
    }

    fn place(
        &self,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
    ) -> Result<Box<dyn OnGpu>, CudaError> {
        let engine = Engine::new(self.clone(), graph, data, calculator)?;
        Ok(Box::new(Placed { engine, searches: Searches::default() }))
    }

    fn layout(&self, fanin: &Fanin<'_>) -> Result<Option<Layout>, CudaError> {
        zeroslack_cuda::levels(self, fanin)
    }

    fn flatten(&self, networks: &RcNetworks<'_>) -> Result<FlatTrees, CudaError> {
        zeroslack_cuda::flatten(self, networks)
    }
}

/// A design on some machine.
#[derive(Debug)]
struct Placed<M: SharedMachine> {
    engine: Engine<M>,
    searches: Searches<M>,
}

impl<M: SharedMachine> OnGpu for Placed<M> {
    fn bytes(&self) -> u64 {
        self.engine.bytes() + self.searches.bytes()
    }

    fn take_changes(
        &mut self,
        graph: &TimingGraph,
        data: &DelayData,
        changes: &Changes,
    ) -> Result<(), CudaError> {
        if self.engine.take_changes(graph, data, changes)? {
            self.searches = Searches::default();
        }
        Ok(())
    }

    fn try_again(&mut self) {
        self.searches.try_again();
    }

    fn update(&mut self, graph: &TimingGraph, cppr: Option<CommonPoint>) -> Result<usize, CudaError> {
        self.searches.forget_times();
        self.engine.set_common_point(graph, cppr.unwrap_or(self.engine.common_point()))?;
        self.engine.set_cppr(graph, cppr.is_some())?;
        self.engine.update()?;
        self.engine.synchronize()?;
        Ok(self.engine.latch_passes().1)
    }

    fn fetch(&self, timing: &mut Timing) -> Result<(), CudaError> {
        self.engine.fetch_all(timing)
    }

    fn node_times(&mut self, node: NodeId) -> Result<NodeTimes, CudaError> {
        Ok(self.engine.fetch_nodes(&[node])?[0].times)
    }

    fn slacks_at(&mut self, graph: &TimingGraph, node: NodeId) -> Result<Option<Quad<Ticks>>, CudaError> {
        Ok(self.engine.slacks_of(graph, &[node])?.map(|slacks| slacks[0]))
    }

    fn slacks(&mut self, graph: &TimingGraph) -> Result<Option<Vec<Quad<Ticks>>>, CudaError> {
        self.engine.fetch_slacks(graph)
    }

    fn summaries(&self) -> Result<Vec<Summary>, CudaError> {
        self.engine.summaries()
    }

    fn worst_endpoints(
        &mut self,
        graph: &TimingGraph,
        split: Split,
        count: usize,
    ) -> Result<Vec<EndpointSlack>, CudaError> {
        self.engine.worst_endpoints(graph, split, count)
    }

    fn arrivals(&self, asked: &StatisticalQuery<'_>) -> Result<Arrivals, CudaError> {
        let StatisticalQuery { graph, variation, form, resolution, is_kept, cap } = *asked;
        let machine = self.engine.machine().clone();
        Statistics::in_form(form, machine, graph, variation, resolution, (is_kept, cap))?.arrivals()
    }

    fn samples(&self, asked: &SampleQuery<'_>) -> Result<Vec<Vec<Ticks>>, CudaError> {
        let SampleQuery { graph, variation, ends, monte_carlo, bytes } = *asked;
        let machine = self.engine.machine().clone();
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => machine.free_memory()?.map_or(BATCH_BYTES, |free| BATCH_BYTES.min(free / 2)),
        };
        Sampler::new(machine, graph, variation, ends, monte_carlo, bytes)?.slacks()
    }

    fn find(&mut self, wanted: &Wanted<'_>) -> Result<(u64, PathTree), CudaError> {
        self.searches.find(&self.engine, wanted)
    }

    fn flat(
        &mut self,
        wanted: &Wanted<'_>,
        found: (u64, &PathTree),
        paths: Range<usize>,
    ) -> Result<FlatPaths, CudaError> {
        self.searches.flat(&self.engine, wanted, found, paths)
    }
}

/// A design on a GPU that any thread may ask, one at a time.
#[derive(Debug)]
pub(crate) struct Shared {
    design: Mutex<Box<dyn OnGpu>>,
    threads: OnceLock<Option<rayon::ThreadPool>>,
}

impl Shared {
    pub(crate) fn new(design: Box<dyn OnGpu>) -> Self {
        Self { design: Mutex::new(design), threads: OnceLock::new() }
    }

    /// What is asked between updates. A thread of rayon's that waits for others may be given other work in between, which might ask too,
    /// and wait for itself: so a thread of its own takes its turn in place of it. The work is done on threads that have nothing else to do.
    pub(crate) fn ask<T: Send>(&self, work: impl FnOnce(&mut dyn OnGpu) -> T + Send) -> T {
        let count = rayon::current_num_threads();
        let threads =
            self.threads.get_or_init(|| rayon::ThreadPoolBuilder::new().num_threads(count).build().ok());
        let take_turn = || {
            let mut design = self.design.lock().unwrap_or_else(PoisonError::into_inner);
            let design = design.as_mut();
            match threads {
                Some(threads) => threads.install(|| work(design)),
                None => work(design),
            }
        };
        if rayon::current_thread_index().is_none() {
            take_turn()
        } else {
            zeroslack_parallel::on_another_thread(take_turn)
        }
    }

    /// What is asked between updates, of at most [`Machine::FEW`] values: the current thread does it by itself, and is given no other work meanwhile, which might ask too and wait for itself.
    pub(crate) fn ask_briefly<T>(&self, work: impl FnOnce(&mut dyn OnGpu) -> T) -> T {
        work(self.design.lock().unwrap_or_else(PoisonError::into_inner).as_mut())
    }

    /// The design, for an update.
    pub(crate) fn get(&mut self) -> &mut dyn OnGpu {
        self.design.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
    }
}
