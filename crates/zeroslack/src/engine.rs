//! Which engine computes an update.

use std::sync::Arc;
use std::thread::JoinHandle;

use zeroslack_cuda::{CudaError, Device};
use zeroslack_graph::{Fanin, Layout, TimingGraph};
use zeroslack_input::Diagnostics;
use zeroslack_timing::{
    Calculator, CommonPoint, DelayData, FlatTrees, MOST_LATCH_PASSES, RcNetworks, Timing,
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

/// A scenario on the GPU, where that computed its last update.
#[derive(Debug, Default)]
pub(crate) struct Placement {
    design: Option<Shared>,
    /// Whether that has old parasitics.
    has_old_parasitics: bool,
}

impl Placement {
    /// The scenario on the GPU, if that computed its last update.
    pub(crate) fn design(&self) -> Option<&Shared> {
        self.design.as_ref()
    }

    /// Parasitics are other ones.
    pub(crate) fn forget_parasitics(&mut self) {
        self.has_old_parasitics = true;
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

    /// A full update of a scenario, on the engine that the options and the size say. Returns the warnings.
    ///
    /// # Errors
    /// If a GPU was asked for and cannot be used.
    pub(crate) fn update(
        &mut self,
        placement: &mut Placement,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
        timing: &mut Timing,
    ) -> Result<(ResultsAt, Diagnostics), UpdateError> {
        let mut said = Diagnostics::new();
        let is_for_gpu = self.options.is_for_gpu(graph.node_count()) && !self.is_unusable;
        if is_for_gpu {
            let cppr = timing.has_cppr().then(|| timing.common_point());
            match self.update_on_gpu(placement, graph, data, calculator, cppr) {
                Ok(unsettled) => {
                    report_unsettled(unsettled, &mut said);
                    return Ok((ResultsAt::Device, said));
                }
                Err(error) => {
                    (placement.design, self.is_unusable) = (None, true);
                    said = self.tell(&error)?;
                }
            }
        }
        placement.design = None;
        timing.update(graph, data, calculator);
        report_unsettled(timing.unsettled_latches(), &mut said);
        Ok((ResultsAt::Host, said))
    }

    /// Returns how many latches did not settle.
    fn update_on_gpu(
        &mut self,
        placement: &mut Placement,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
        cppr: Option<CommonPoint>,
    ) -> Result<usize, CudaError> {
        let mut design = match placement.design.take() {
            Some(mut design) => {
                if placement.has_old_parasitics {
                    design.get().set_parasitics(graph, data)?;
                }
                design
            }
            None => Shared::new(self.gpu()?.place(graph, data, calculator)?),
        };
        placement.has_old_parasitics = false;
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
