//! Which engine computes an update.

use std::sync::Arc;
use std::thread::JoinHandle;

use zeroslack_cuda::{CudaEngine, CudaError, Device};
use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_timing::{Calculator, DelayData, Timing};

use crate::load::LoadError;

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

/// Which engine computes, and on which GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EngineOptions {
    /// The engine.
    pub engine: EngineChoice,
    /// The number of the GPU as the driver counts them, 0 for the first; `CUDA_VISIBLE_DEVICES` counts.
    pub gpu: usize,
}

impl EngineOptions {
    /// Pins from which on the GPU is no slower than 16 CPU cores even where the design has to be moved there first: see `docs/engines.md`.
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
pub(crate) enum Place {
    Host,
    /// On the GPU; nothing was fetched yet.
    Device,
}

/// The GPU, as far as it is known.
#[derive(Debug, Default)]
enum Gpu {
    #[default]
    Unknown,
    /// A thread opens it, which takes a few tenths of a second.
    Opening(JoinHandle<Result<Arc<Device>, CudaError>>),
    Open(Arc<Device>),
    /// It was tried; why it failed was said.
    Unusable,
}

/// The engines of a session.
#[derive(Debug, Default)]
pub(crate) struct Engines {
    options: EngineOptions,
    gpu: Gpu,
    /// The design on the GPU.
    cuda: Option<CudaEngine>,
    /// Whether that has old parasitics.
    has_old_parasitics: bool,
}

impl Engines {
    pub(crate) fn new(options: EngineOptions) -> Self {
        Self { options, ..Self::default() }
    }

    pub(crate) fn options(&self) -> EngineOptions {
        self.options
    }

    /// The GPU that holds the design.
    pub(crate) fn cuda(&self) -> Option<&CudaEngine> {
        self.cuda.as_ref()
    }

    /// Starts to open the GPU, beside all else.
    pub(crate) fn open_soon(&mut self) {
        let ordinal = self.options.gpu;
        self.gpu = Gpu::Opening(std::thread::spawn(move || Device::open(ordinal)));
    }

    /// The graph is another one.
    pub(crate) fn forget_design(&mut self) {
        self.cuda = None;
    }

    /// Parasitics are other ones.
    pub(crate) fn forget_parasitics(&mut self) {
        self.has_old_parasitics = true;
    }

    /// A full update, on the engine that the options and the size say. Returns the warnings.
    ///
    /// # Errors
    /// If a GPU was asked for and cannot be used.
    pub(crate) fn update(
        &mut self,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
        timing: &mut Timing,
    ) -> Result<(Place, Diagnostics), LoadError> {
        let mut said = Diagnostics::new();
        if self.options.is_for_gpu(graph.node_count()) && !matches!(self.gpu, Gpu::Unusable) {
            match self.update_on_gpu(graph, data, calculator, timing) {
                Ok(place) => return Ok((place, said)),
                Err(error) => {
                    self.cuda = None;
                    self.gpu = Gpu::Unusable;
                    said = self.tell(&error)?;
                }
            }
        }
        self.cuda = None;
        timing.update(graph, data, calculator);
        Ok((Place::Host, said))
    }

    fn update_on_gpu(
        &mut self,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
        timing: &mut Timing,
    ) -> Result<Place, CudaError> {
        let mut engine = match self.cuda.take() {
            Some(mut engine) => {
                if self.has_old_parasitics {
                    engine.set_parasitics(graph, data)?;
                }
                engine
            }
            None => CudaEngine::new(self.device()?, graph, data, calculator)?,
        };
        self.has_old_parasitics = false;
        let place = if timing.has_cppr() {
            engine.update_into(graph, timing)?;
            Place::Host
        } else {
            engine.update_without_cppr()?;
            engine.synchronize()?;
            Place::Device
        };
        self.cuda = Some(engine);
        Ok(place)
    }

    fn device(&mut self) -> Result<Arc<Device>, CudaError> {
        let device = match std::mem::take(&mut self.gpu) {
            Gpu::Open(device) => device,
            Gpu::Opening(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?,
            Gpu::Unknown | Gpu::Unusable => Device::open(self.options.gpu)?,
        };
        self.gpu = Gpu::Open(Arc::clone(&device));
        Ok(device)
    }

    /// Why the GPU is not used: an error where it has to be, else a warning, but for machines that have none.
    fn tell(&self, error: &CudaError) -> Result<Diagnostics, LoadError> {
        let mut said = Diagnostics::new();
        let is_absent = matches!(error, CudaError::NoDriver | CudaError::NoDevice { count: 0, .. });
        match self.options.engine {
            EngineChoice::Cuda => {
                said.error(id(error), None, || {
                    format!("{error}; the engine 'cpu' needs none, 'auto' uses it where it can")
                });
                Err(LoadError(said))
            }
            EngineChoice::Auto if is_absent => Ok(said),
            EngineChoice::Auto | EngineChoice::Cpu => {
                said.warning(id(error), None, || format!("{error}; the CPU is used instead"));
                Ok(said)
            }
        }
    }
}

impl From<CudaError> for LoadError {
    fn from(error: CudaError) -> Self {
        let mut said = Diagnostics::new();
        said.error(id(&error), None, || error.to_string());
        Self(said)
    }
}

fn id(error: &CudaError) -> &'static str {
    match error {
        CudaError::NoDriver => "GPU-001",
        CudaError::OldDriver { .. } => "GPU-002",
        CudaError::NoDevice { .. } => "GPU-003",
        CudaError::OldDevice { .. } => "GPU-004",
        CudaError::OutOfMemory { .. } => "GPU-005",
        CudaError::Driver { .. } => "GPU-006",
        CudaError::Unprepared { .. } => "GPU-007",
    }
}
