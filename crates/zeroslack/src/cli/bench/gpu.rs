//! The workloads of an update on a GPU.

use std::sync::Arc;

use zeroslack::cuda::{CudaEngine, Device};
use zeroslack::graph::TimingGraph;
use zeroslack::timing::{Calculator, DelayData, Timing};
use zeroslack::{EngineChoice, EngineOptions, LoadError, Progress};

use super::super::args::Workload;
use super::workload::Bench;

/// The GPU that a design of so many nodes is measured on; none where it is the CPU.
pub(crate) fn open(options: EngineOptions, nodes: usize) -> Result<Option<Arc<Device>>, LoadError> {
    if !options.is_for_gpu(nodes) {
        return Ok(None);
    }
    match Device::open(options.gpu) {
        Ok(device) => Ok(Some(device)),
        Err(_) if options.engine == EngineChoice::Auto => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Bench<'_> {
    /// A first update from the host's arrays, then updates of a design that is there. Delays and arrivals are one sweep, so there is no
    /// time of either.
    pub(crate) fn gpu_passes(
        &mut self,
        device: &Arc<Device>,
        (graph, data): (&TimingGraph, &DelayData),
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<Timing, LoadError> {
        self.engine = "cuda";
        let upload = |_: &mut Self| {
            let mut engine = CudaEngine::new(Arc::clone(device), graph, data, Calculator::Elmore)?;
            engine.update()?;
            engine.synchronize()?;
            Ok(engine)
        };
        let mut engine = self.workload(Workload::Upload, None, |_| pins, upload, progress)?;
        let update = |_: &mut Self| {
            engine.update()?;
            Ok(engine.synchronize()?)
        };
        self.workload(Workload::Update, None, |()| pins, update, progress)?;
        engine.set_cppr(graph, true)?;
        let cppr = |_: &mut Self| {
            engine.update()?;
            Ok(engine.synchronize()?)
        };
        self.workload(Workload::Cppr, None, |()| pins, cppr, progress)?;
        self.engine = "cpu";
        let mut timing = Timing::default();
        engine.fetch_all(&mut timing)?;
        Ok(timing)
    }
}
