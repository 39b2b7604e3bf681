//! Which engine computes an update.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use zeroslack_cuda::{CudaError, Device};
use zeroslack_graph::{Fanin, Layout, TimingGraph};
use zeroslack_input::Diagnostics;
use zeroslack_timing::{
    Calculator, Changes, CommonPoint, DelayData, FlatTrees, MOST_LATCH_PASSES, RcNetworks, Timing,
};

use crate::error::{UpdateError, gpu_id};
use crate::gpu::{OpenGpu, Shared};

/// Which engine computes. All give the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineChoice {
    /// The GPU where there is one and the design is large enough for it to be faster, else the CPU. A GPU that cannot be used, for example
    /// because the design does not fit, is a warning; no driver and no GPU are none.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The GPU; what keeps it from being used is an error.
    Cuda,
}

/// Says where what latches are given did not settle (`TIM-012`).
fn report_unsettled(latches: usize, said: &mut Diagnostics) {
    if latches > 0 {
        said.warning("TIM-012", None, || {
            format!("loops of latches did not settle in {MOST_LATCH_PASSES} passes: they are slower than their clocks, data still borrowed more at {latches} of their checks, and times there count as they are then")
        });
    }
}

/// Which engine computes, and on which GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EngineOptions {
    /// The engine.
    pub engine: EngineChoice,
    /// The number of the GPU as the driver counts them, 0 for the first; `CUDA_VISIBLE_DEVICES` counts.
    pub gpu: usize,
}

impl EngineOptions {
    /// Pins from which on a GPU is open by the time that a design is read; once open it is faster for smaller ones too: see `docs/engines.md`.
    pub const AUTO_NODES: usize = 400_000;

    /// Whether a design of so many nodes goes to the GPU, if there is one.
    pub fn is_for_gpu(&self, nodes: usize) -> bool {
        match self.engine {
            EngineChoice::Auto => nodes >= Self::AUTO_NODES,
            EngineChoice::Cpu => false,
            EngineChoice::Cuda => true,
        }
    }
}

/// Where the results of an update are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultsAt {
    Host,
    /// On the GPU; nothing was fetched yet.
    Device,
}

/// What a GPU does, once more where it has too little memory and `give_up` gives some back.
pub(crate) fn with_room<T>(
    mut work: impl FnMut() -> Result<T, CudaError>,
    give_up: impl FnOnce() -> bool,
) -> Result<T, CudaError> {
    match work() {
        Err(CudaError::OutOfMemory { .. }) if give_up() => work(),
        done => done,
    }
}

/// Changes that are noted before it is looked whether some are there more than once.
const LEAST_NOTED: usize = 1 << 16;

/// A scenario on the GPU: its arrays stay there from update to update, over edits that its graph takes over, until the graph is built anew.
#[derive(Debug, Default)]
pub(crate) struct Placement {
    /// Where the GPU computed the last update.
    design: Option<Shared>,
    /// Where the CPU did: the arrays wait for an update that is worth the GPU, as long as nobody else needs their memory.
    idle: Mutex<Option<Shared>>,
    /// What the arrays do not know of.
    changes: Changes,
    /// So many changes are noted before it is looked whether some are there more than once.
    most_noted: usize,
}

impl Placement {
    /// The scenario on the GPU, if that computed its last update.
    pub(crate) fn design(&self) -> Option<&Shared> {
        self.design.as_ref()
    }

    /// Whether arrays are on the GPU.
    pub(crate) fn is_there(&mut self) -> bool {
        self.design.is_some() || self.idle_mut().is_some()
    }

    /// The CPU computes the next update.
    pub(crate) fn leave_results(&mut self) {
        if let Some(design) = self.design.take() {
            *self.idle_mut() = Some(design);
        }
    }

    /// Gives back the memory of arrays that only wait. Says whether there were any.
    pub(crate) fn give_up_idle(&self) -> bool {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }

    /// Notes what changed: see [`Changes`]. RC trees that are laid out anew need not be noted.
    pub(crate) fn note(&mut self, changes: &Changes) {
        if !self.is_there() {
            return;
        }
        self.changes.append(changes);
        if self.changes.count() > self.most_noted.max(LEAST_NOTED) {
            self.changes.keep_each_once();
            self.most_noted = 2 * self.changes.count();
        }
    }

    fn idle_mut(&mut self) -> &mut Option<Shared> {
        self.idle.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The arrays, and what they do not know of. Neither is there any more.
    fn take(&mut self) -> Option<(Shared, Changes)> {
        let changes = std::mem::take(&mut self.changes);
        let design = self.design.take().or_else(|| self.idle_mut().take())?;
        Some((design, changes))
    }
}

/// The engines of a session.
#[derive(Debug, Default)]
pub(crate) struct Engines {
    options: EngineOptions,
    /// A thread that opens the GPU, which takes a few tenths of a second.
    opening: Option<JoinHandle<Result<Arc<Device>, CudaError>>>,
    gpu: Option<Box<dyn OpenGpu>>,
    /// Whether the GPU was tried and failed; why was said.
    is_unusable: bool,
    /// See [`Engines::set_auto_nodes`].
    auto_nodes: Option<usize>,
}

impl Engines {
    pub(crate) fn new(options: EngineOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// With a GPU that is open already.
    pub(crate) fn with_gpu(engine: EngineChoice, gpu: Box<dyn OpenGpu>) -> Self {
        Self { gpu: Some(gpu), ..Self::new(EngineOptions { engine, gpu: 0 }) }
    }

    pub(crate) fn options(&self) -> EngineOptions {
        self.options
    }

    /// Pins from which on a design goes to the GPU where the engine is not named; [`EngineOptions::AUTO_NODES`] unless something else was said.
    pub(crate) fn auto_nodes(&self) -> Option<usize> {
        self.auto_nodes
    }

    pub(crate) fn set_auto_nodes(&mut self, nodes: Option<usize>) {
        self.auto_nodes = nodes;
    }

    /// Whether a design of so many nodes goes to the GPU, as far as that can be used.
    fn is_for_gpu(&self, nodes: usize) -> bool {
        let is_large = match (self.options.engine, self.auto_nodes) {
            (EngineChoice::Auto, Some(least)) => nodes >= least,
            _ => self.options.is_for_gpu(nodes),
        };
        is_large && !self.is_unusable
    }

    /// The name of the GPU, if it is open.
    pub(crate) fn gpu_name(&self) -> Option<&str> {
        self.gpu.as_deref().map(OpenGpu::name)
    }

    /// Starts to open the GPU, beside all else.
    pub(crate) fn open_soon(&mut self) {
        let ordinal = self.options.gpu;
        self.opening = Some(std::thread::spawn(move || {
            let device = Device::open(ordinal)?;
            device.load_updates()?;
            Ok(device)
        }));
    }

    /// Levels of a graph, as [`Fanin::layout`] finds them.
    pub(crate) fn layout(&mut self, fanin: &Fanin<'_>) -> Option<Layout> {
        let has_pins = fanin.first().len() > 1;
        match self.gpu_for_preparation().filter(|_| has_pins).map(|gpu| gpu.layout(fanin)) {
            Some(Ok(layout)) => layout,
            _ => fanin.layout(),
        }
    }

    /// RC trees, as [`RcNetworks::flatten`] makes them.
    pub(crate) fn flatten(&mut self, networks: &RcNetworks<'_>) -> FlatTrees {
        let has_trees = networks.tree_count() > 0;
        match self.gpu_for_preparation().filter(|_| has_trees).map(|gpu| gpu.flatten(networks)) {
            Some(Ok(trees)) => trees,
            _ => networks.flatten(),
        }
    }

    /// The GPU, if what is made once for a netlist is to be made there: where it was asked for by name, as it is not known to be faster. One
    /// that fails is no loss yet: the next update says why.
    fn gpu_for_preparation(&mut self) -> Option<&dyn OpenGpu> {
        if self.options.engine == EngineChoice::Cuda && !self.is_unusable { self.gpu().ok() } else { None }
    }

    /// A full update of a scenario, on the engine that the options and the size say. Where the GPU has too little memory, `give_up` gives back what only waits there, and says
    /// whether that was anything. Returns the warnings.
    ///
    /// # Errors
    /// If a GPU was asked for and cannot be used.
    pub(crate) fn update(
        &mut self,
        placement: &mut Placement,
        (graph, data): (&TimingGraph, &DelayData),
        calculator: Calculator,
        timing: &mut Timing,
        give_up: impl FnOnce() -> bool,
    ) -> Result<(ResultsAt, Diagnostics), UpdateError> {
        let mut said = Diagnostics::new();
        if self.is_for_gpu(graph.node_count()) {
            let cppr = timing.has_cppr().then(|| timing.common_point());
            match with_room(|| self.update_on_gpu(placement, (graph, data), calculator, cppr), give_up) {
                Ok(unsettled) => {
                    report_unsettled(unsettled, &mut said);
                    return Ok((ResultsAt::Device, said));
                }
                Err(error) => {
                    self.is_unusable = true;
                    said = self.tell(&error)?;
                }
            }
        }
        *placement = Placement::default();
        timing.update(graph, data, calculator);
        report_unsettled(timing.unsettled_latches(), &mut said);
        Ok((ResultsAt::Host, said))
    }

    /// Returns how many latches did not settle. After an error nothing is on the GPU any more.
    fn update_on_gpu(
        &mut self,
        placement: &mut Placement,
        (graph, data): (&TimingGraph, &DelayData),
        calculator: Calculator,
        cppr: Option<CommonPoint>,
    ) -> Result<usize, CudaError> {
        let mut design = match placement.take() {
            Some((mut design, changes)) => {
                design.get().take_changes(graph, data, &changes)?;
                design
            }
            None => Shared::new(self.gpu()?.place(graph, data, calculator)?),
        };
        let unsettled = design.get().update(graph, cppr)?;
        placement.design = Some(design);
        Ok(unsettled)
    }

    /// The GPU, opened if it is not yet.
    fn gpu(&mut self) -> Result<&dyn OpenGpu, CudaError> {
        let gpu: Box<dyn OpenGpu> = match (self.gpu.take(), self.opening.take()) {
            (Some(gpu), _) => gpu,
            (None, Some(thread)) => {
                Box::new(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)
            }
            (None, None) => Box::new(Device::open(self.options.gpu)?),
        };
        Ok(&**self.gpu.insert(gpu))
    }

    /// Why the GPU is not used: an error where it has to be, else a warning, but for machines that have none.
    fn tell(&self, error: &CudaError) -> Result<Diagnostics, UpdateError> {
        let mut said = Diagnostics::new();
        let is_absent = matches!(error, CudaError::NoDriver | CudaError::NoDevice { count: 0, .. });
        match self.options.engine {
            EngineChoice::Cuda => {
                said.error(gpu_id(error), None, || {
                    format!("{error}; the engine 'cpu' needs none, 'auto' uses it where it can")
                });
                Err(UpdateError(said))
            }
            EngineChoice::Auto if is_absent => Ok(said),
            EngineChoice::Auto | EngineChoice::Cpu => {
                said.warning(gpu_id(error), None, || format!("{error}; the CPU is used instead"));
                Ok(said)
            }
        }
    }
}
