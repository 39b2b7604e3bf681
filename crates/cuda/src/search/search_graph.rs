//! What is searched, on a machine: an engine's design, or the part of it that constrained paths can take.

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;
use zeroslack_paths::{Borrowing, Root, renumber};
use zeroslack_units::{Split, Ticks};

use crate::arrays::Arrays;
use crate::arrays::clocks::ClockArrays;
use crate::arrays::cone::ConeGraph;
use crate::arrays::pointer::Pointer;
use crate::cone::maker::{ConeMaker, Size};
use crate::engine::clocks::{LANES, Pool, list_launches};
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::buffers::Buffers;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::words::time;
use crate::search::groups::PathGroups;
use crate::search::roots::{packed_vertex, source, unpacked};

/// A graph with what a search has to know of it.
#[derive(Debug)]
pub(crate) struct SearchGraph<B> {
    pub(crate) arrays: Arrays,
    /// Where paths end, but for what they require and their slacks.
    roots: Vec<Root>,
    /// These two, and in a design with latches how much may be borrowed, if they are known.
    times: [Vec<Ticks>; 3],
    /// Whether the design has latches.
    borrows: bool,
    is_timed: bool,
    /// The nodes of each level start here, and those of the last end. `[level + 1]`.
    levels: Vec<u32>,
    buffers: Buffers<B>,
    /// Of a cone that is ranked after CPPR.
    pool: Option<Pool<B>>,
}

/// Roots below which one thread copies them.
const ROOTS: usize = 4096;

/// The buffers that are read: what roots require, their slacks, how much may be borrowed there, their vertices, and which roots of the design those of a
/// cone are.
const REQUIRED: usize = 0;
const SLACK: usize = 1;
const WINDOW: usize = 2;
const VERTEX: usize = 3;
const ROOT: usize = 4;

impl<B> SearchGraph<B> {
    /// Nothing yet.
    pub(crate) fn new(arrays: &Arrays) -> Self {
        let (roots, levels, buffers) = (Vec::new(), Vec::new(), Buffers::default());
        let times = [const { Vec::new() }; 3];
        let borrows = arrays.latches.opening_count > 0;
        Self { arrays: *arrays, roots, times, borrows, is_timed: false, levels, buffers, pool: None }
    }

    /// Copies what the engine's arrays do not have of its design.
    pub(crate) fn take_design<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &TimingGraph,
        roots: Vec<Root>,
        groups: &PathGroups,
        splits: &[Split],
    ) -> Result<(), CudaError> {
        self.roots = roots;
        self.levels = graph.level_first().to_vec();
        self.take_times(machine, self.roots.len())?;
        let (buffers, roots, search) = (&mut self.buffers, &self.roots, &mut self.arrays.search);
        search.root_vertex = buffers.filled(machine, roots.len(), |root| [packed_vertex(&roots[root])])?;
        search.root_endpoint = buffers.filled(machine, roots.len(), |root| [roots[root].endpoint.0])?;
        search.root_source = buffers.filled(machine, roots.len(), |root| [source(graph, &roots[root])])?;
        let (checks, outputs) = (&groups.of_check, &groups.of_output);
        search.check_group = buffers.filled(machine, checks.len(), |check| [checks[check]])?;
        search.output_group = buffers.filled(machine, outputs.len(), |output| outputs[output])?;
        let levels = &self.levels;
        search.level_first = buffers.filled(machine, levels.len(), |level| [levels[level]])?;
        search.level_count = graph.level_count() as u32;
        self.take_forests(machine, graph.node_count(), splits)
    }

    /// Takes a cone of the design, which was found, in place of what there is. Waits for it.
    pub(crate) fn take_cone<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        cone: &mut ConeMaker<M>,
        size: Size,
        (design, splits): (&Self, &[Split]),
    ) -> Result<(), CudaError> {
        self.buffers.begin();
        self.take_times(machine, size.roots)?;
        let graph = self.take_arrays(machine, &size)?;
        self.take_forests(machine, size.nodes, splits)?;
        cone.write(machine, &size, graph)?;
        let (search, of_design) = (&mut self.arrays.search, &design.arrays.search);
        (search.level_first, search.level_count) = (cone.level_first(), of_design.level_count);
        (search.check_group, search.output_group) = (of_design.check_group, of_design.output_group);
        let (mut numbers, mut vertices) = (Vec::new(), Vec::new());
        machine.read(self.buffers.get(ROOT), size.roots, &mut numbers, |[root]: [u32; 1]| root as usize)?;
        machine.read(self.buffers.get(VERTEX), size.roots, &mut vertices, |[vertex]: [u32; 1]| vertex)?;
        let roots = &design.roots;
        let root = |(number, vertex): (usize, u32)| Root { at: unpacked(vertex), ..roots[number] };
        let numbered = numbers.into_par_iter().zip(vertices).with_min_len(ROOTS);
        numbered.map(root).collect_into_vec(&mut self.roots);
        self.levels = size.levels;
        Ok(())
    }

    /// Room for the times of so many roots, in the order of REQUIRED, SLACK and WINDOW.
    fn take_times<M: Machine<Buffer = B>>(&mut self, machine: &M, roots: usize) -> Result<(), CudaError> {
        self.is_timed = false;
        let (buffers, search) = (&mut self.buffers, &mut self.arrays.search);
        search.root_required = buffers.empty(machine, roots)?;
        search.root_slack = buffers.empty(machine, roots)?;
        let window = buffers.empty(machine, if self.borrows { roots } else { 0 })?;
        search.root_window = if self.borrows { window } else { Pointer::NULL };
        search.root_count = roots as u32;
        Ok(())
    }

    /// Room for a cone, from VERTEX and ROOT on.
    fn take_arrays<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        size: &Size,
    ) -> Result<ConeGraph, CudaError> {
        let buffers = &mut self.buffers;
        let cone = ConeGraph {
            root_vertex: buffers.empty(machine, size.roots)?,
            root: buffers.empty(machine, size.roots)?,
            root_endpoint: buffers.empty(machine, size.roots)?,
            root_source: buffers.empty(machine, size.roots)?,
            fanin_first: buffers.empty(machine, size.nodes + 1)?,
            node_pin: buffers.empty(machine, size.nodes)?,
            design_node: buffers.empty(machine, size.nodes)?,
            arrival: buffers.empty(machine, LANES * size.nodes)?,
            arc_source: buffers.empty(machine, size.arcs)?,
            arc_kind: buffers.empty(machine, size.arcs)?,
            design_arc: buffers.empty(machine, size.arcs)?,
            delay: buffers.empty(machine, LANES * size.arcs)?,
            start_node: buffers.empty(machine, size.starts)?,
            start_arrival: buffers.empty(machine, LANES * size.starts)?,
        };
        let arrays = &mut self.arrays;
        (arrays.graph.fanin_first, arrays.graph.node_pin, arrays.results.arrival) =
            (cone.fanin_first, cone.node_pin, cone.arrival);
        (arrays.graph.arc_source, arrays.graph.arc_kind, arrays.results.delay) =
            (cone.arc_source, cone.arc_kind, cone.delay);
        (arrays.constraints.start_node, arrays.constraints.start_arrival) =
            (cone.start_node, cone.start_arrival);
        arrays.results.start_count = size.starts as u32;
        let search = &mut arrays.search;
        (search.design_node, search.design_arc) = (cone.design_node, cone.design_arc);
        (search.root_vertex, search.root_endpoint) = (cone.root_vertex, cone.root_endpoint);
        search.root_source = cone.root_source;
        Ok(cone)
    }

    /// Room for what follows from the roots and the nodes.
    fn take_forests<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        nodes: usize,
        splits: &[Split],
    ) -> Result<(), CudaError> {
        let (buffers, search) = (&mut self.buffers, &mut self.arrays.search);
        search.root_capture = buffers.empty(machine, search.root_count as usize)?;
        for &split in splits {
            search.forest[split as usize] = buffers.empty(machine, 2 * nodes)?;
        }
        Ok(())
    }

    /// Starts to make the forest of a split: all vertices at once, then level by level what deviations cost on the whole way.
    pub(crate) fn grow<M: Machine<Buffer = B>>(&self, machine: &M, split: Split) -> Result<(), CudaError> {
        let mut arrays = self.arrays;
        arrays.search.split = split as u32;
        let nodes = self.node_count();
        let launches = [
            KernelLaunch::indices(Kernel::Forest, 2 * nodes as u32),
            KernelLaunch::sweep(Kernel::SweepForest, 2, (nodes, self.levels.len()), machine.together()?),
        ];
        machine.start(&arrays, &launches)
    }

    /// Ranks by the clock network of the engine's last update, or before CPPR.
    pub(crate) fn rank<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        clocks: ClockArrays,
        is_after_cppr: bool,
    ) -> Result<(), CudaError> {
        self.arrays.clocks = clocks;
        self.arrays.search.is_after_cppr = u32::from(is_after_cppr);
        let captures = KernelLaunch::indices(Kernel::FindCapture, self.root_count());
        if is_after_cppr { machine.start(&self.arrays, &[captures]) } else { Ok(()) }
    }

    /// Makes the lists of arrivals that can matter in a cone of the design, which is ranked after CPPR. Waits for them, to see that there was
    /// room.
    pub(crate) fn make_lists<M: Machine<Buffer = B>>(&mut self, machine: &M) -> Result<(), CudaError> {
        let (nodes, buffers, arrays) = (self.node_count(), &mut self.buffers, &mut self.arrays);
        arrays.search.cone_number = buffers.empty(machine, 2 * nodes)?;
        arrays.clocks.heads = buffers.empty(machine, LANES * nodes)?;
        let pool = match &mut self.pool {
            Some(pool) => pool,
            none => none.insert(Pool::new(machine, nodes)?),
        };
        loop {
            pool.enter(machine, &mut arrays.clocks);
            let of_cone = ClockArrays { number: arrays.search.cone_number, ..arrays.clocks };
            machine.start(arrays, &[KernelLaunch::indices(Kernel::NumberPart, 2 * nodes as u32)])?;
            let lists: Vec<KernelLaunch> = list_launches(&self.levels).collect();
            machine.start(&Arrays { clocks: of_cone, ..*arrays }, &lists)?;
            if nodes == 0 || pool.settle(machine)? {
                arrays.clocks = of_cone;
                return Ok(());
            }
        }
    }

    /// What times the roots, after an update.
    pub(crate) fn time_roots(&mut self) -> KernelLaunch {
        self.is_timed = false;
        let is_after_cppr = self.arrays.search.is_after_cppr != 0;
        KernelLaunch::indices(Kernel::TimeRoots, self.root_count()).ranked(is_after_cppr)
    }

    /// Nodes that are searched.
    pub(crate) fn node_count(&self) -> usize {
        self.levels.last().map_or(0, |&end| end as usize)
    }

    /// Where paths can end.
    pub(crate) fn root_count(&self) -> u32 {
        self.arrays.search.root_count
    }

    /// Whether paths are ordered by ranks, as in designs with latches.
    pub(crate) fn borrows(&self) -> bool {
        self.borrows
    }

    /// Where paths can end, but for what they require and their slacks.
    pub(crate) fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Those of the roots that paths end at, in their order; each path's number becomes that of its root among them. The times of all are fetched unless
    /// they are there.
    pub(crate) fn name_roots<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        numbers: &mut [u32],
    ) -> Result<Vec<Root>, CudaError> {
        let Self { roots, times: [required, slack, window], borrows, is_timed, buffers, .. } = self;
        if !*is_timed && !roots.is_empty() {
            machine.read(buffers.get(REQUIRED), roots.len(), required, time)?;
            machine.read(buffers.get(SLACK), roots.len(), slack, time)?;
            machine.read(buffers.get(WINDOW), if *borrows { roots.len() } else { 0 }, window, time)?;
        }
        *is_timed = true;
        let named = renumber(numbers, roots.len()).into_iter().map(|root| root as usize);
        let timed = |root: usize| {
            let borrowing = window.get(root).map(|&window| Borrowing { window });
            let slack = borrowing.map_or(slack[root], |borrowing| borrowing.room(slack[root]));
            Root { required: required[root], slack, borrowing, ..roots[root] }
        };
        Ok(named.map(timed).collect())
    }
}
