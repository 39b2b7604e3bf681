//! The workloads on a GPU: an update, and searches of paths.

use std::sync::Arc;

use zeroslack::cuda::{CudaEngine, Device, PathSearch};
use zeroslack::graph::TimingGraph;
use zeroslack::paths::{Passing, PathQuery, Searched};
use zeroslack::timing::{Calculator, DelayData, Timing};
use zeroslack::units::Split;
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
    ) -> Result<(Timing, CudaEngine), LoadError> {
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
        if self.arguments.is_wanted(Workload::Slacks) {
            let slacks = |_: &mut Self| {
                engine.update()?;
                engine.find_pin_slacks(graph)?;
                Ok(engine.synchronize()?)
            };
            self.workload(Workload::Slacks, None, |()| pins, slacks, progress)?;
        }
        self.engine = "cpu";
        let mut timing = Timing::default();
        engine.fetch_all(&mut timing)?;
        Ok((timing, engine))
    }

    /// A search before CPPR for some workloads, which are the GPU's from here on; none if they are not wanted.
    fn gpu_search(
        &mut self,
        workloads: &[Workload],
        engine: &CudaEngine,
        graph: &TimingGraph,
        split: Option<Split>,
    ) -> Result<Option<PathSearch<Arc<Device>>>, LoadError> {
        if !workloads.iter().any(|&workload| self.arguments.is_wanted(workload)) {
            return Ok(None);
        }
        self.engine = "cuda";
        let most = self.arguments.k.iter().copied().max().unwrap_or_default();
        let mut search = PathSearch::new(engine, graph, most, split)?;
        search.ignore_cppr(true);
        Ok(Some(search))
    }

    /// The k worst paths before CPPR and after, with the list brought back, of an update with CPPR on.
    pub(crate) fn gpu_paths(
        &mut self,
        engine: &CudaEngine,
        searched: &Searched<'_>,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<(), LoadError> {
        let workloads = [Workload::Forest, Workload::Paths, Workload::CpprPaths];
        let Some(mut search) = self.gpu_search(&workloads, engine, searched.graph, None)? else {
            return Ok(());
        };
        let grow = |_: &mut Self| {
            search.grow(engine)?;
            Ok(engine.synchronize()?)
        };
        self.workload(Workload::Forest, None, |()| pins, grow, progress)?;
        for (workload, is_ignored) in [(Workload::Paths, true), (Workload::CpprPaths, false)] {
            search.ignore_cppr(is_ignored);
            self.lists((workload, pins), progress, |query| {
                search.grow(engine)?;
                search.search(engine, query)?;
                Ok(search.tree(engine)?)
            })?;
        }
        self.engine = "cpu";
        Ok(())
    }

    /// Constrained queries before CPPR: the part of the design that paths can take, and the paths, are found on the GPU.
    pub(crate) fn gpu_queries(
        &mut self,
        engine: &CudaEngine,
        searched: &Searched<'_>,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<(), LoadError> {
        let workloads = [Workload::Queries, Workload::Constrained];
        let split = Some(Split::Late);
        let Some(mut search) = self.gpu_search(&workloads, engine, searched.graph, split)? else {
            return Ok(());
        };
        let find = &mut |query: &PathQuery, passing: &Passing| {
            search.narrow(engine, searched.graph, passing)?;
            search.search(engine, query)?;
            Ok((search.part_nodes(), search.tree(engine)?))
        };
        self.queries(searched.graph, pins, progress, find)?;
        self.constrained(searched, progress, find)?;
        self.engine = "cpu";
        Ok(())
    }
}
