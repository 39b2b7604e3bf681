//! What is searched, on a machine: an engine's design, or the part of it that constrained paths can take.

use zeroslack_graph::{ArcKind, PackedKind, Source, TimingGraph};
use zeroslack_paths::Root;
use zeroslack_timing::{EndpointKind, TimedGraph};
use zeroslack_units::{Split, UNDEFINED};

use crate::arrays::Arrays;
use crate::clock_arrays::ClockArrays;
use crate::clocks::{HEAD, LANES, Pool, list_launches};
use crate::engine::time;
use crate::error::CudaError;
use crate::kernel::{Kernel, Launch};
use crate::machine::Machine;
use crate::resident::{float_words, time_words};
use crate::roots::{packed_vertex, source};

/// A graph with what a search has to know of it.
#[derive(Debug)]
pub(crate) struct Terrain<B> {
    pub(crate) arrays: Arrays,
    /// Where paths end; `required` and `slack` count where `is_timed` says so.
    roots: Vec<Root>,
    is_timed: bool,
    /// The nodes of each level start here, and those of the last end. `[level + 1]`.
    levels: Vec<u32>,
    buffers: Buffers<B>,
    /// Of a part that is ranked after CPPR.
    pool: Option<Pool<B>>,
}

/// The buffers that are read: what roots require, and their slacks.
const REQUIRED: usize = 0;
const SLACK: usize = 1;

/// Buffers that are filled again and again, always in the same order, and taken anew where they are too small.
#[derive(Debug)]
pub(crate) struct Buffers<B> {
    all: Vec<(usize, B)>,
    next: usize,
}

impl<B> Default for Buffers<B> {
    fn default() -> Self {
        Self { all: Vec::new(), next: 0 }
    }
}

impl<B> Buffers<B> {
    /// The next buffer, with room for so many words.
    fn room<M: Machine<Buffer = B>>(&mut self, machine: &M, words: usize) -> Result<&mut B, CudaError> {
        let place = self.next;
        self.next += 1;
        if self.all.get(place).is_some_and(|&(room, _)| room < words) {
            // The next query may need a little more.
            let words = words + words / 4;
            machine.reserve(4 * words as u64)?;
            self.all[place] = (words, machine.allocate(words)?);
        } else if place == self.all.len() {
            self.all.push((words, machine.allocate(words)?));
        }
        Ok(&mut self.all[place].1)
    }

    /// Returns where it is.
    fn empty<M: Machine<Buffer = B>>(&mut self, machine: &M, words: usize) -> Result<u64, CudaError> {
        Ok(machine.address(self.room(machine, words)?))
    }

    /// Returns where it is.
    fn filled<M: Machine<Buffer = B>, const N: usize>(
        &mut self,
        machine: &M,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<u64, CudaError> {
        let buffer = self.room(machine, N * count)?;
        machine.write(buffer, count, value)?;
        Ok(machine.address(buffer))
    }
}

/// Where an arrival is stated beside those of the fan-in: one of several ways. Any other is where there is no way.
pub(crate) fn starts<'a>(view: &TimedGraph<'a>) -> Vec<&'a Source> {
    view.sources.iter().filter(|source| !view.fanin(source.node as usize).is_empty()).collect()
}

impl<B> Terrain<B> {
    /// Nothing yet.
    pub(crate) fn new(arrays: &Arrays) -> Self {
        let (roots, levels, buffers) = (Vec::new(), Vec::new(), Buffers::default());
        Self { arrays: *arrays, roots, is_timed: false, levels, buffers, pool: None }
    }

    /// Copies what the engine's arrays do not have of its design.
    pub(crate) fn take_design<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &TimingGraph,
        roots: Vec<Root>,
        splits: &[Split],
    ) -> Result<(), CudaError> {
        self.roots = roots;
        self.fill(machine, graph, &TimedGraph::untimed(graph), splits)
    }

    /// Copies a part of the design, with its arcs and times, in place of what there is.
    pub(crate) fn take_part<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &TimingGraph,
        view: &TimedGraph<'_>,
        roots: Vec<Root>,
        splits: &[Split],
    ) -> Result<(), CudaError> {
        let is_known = |kind: &PackedKind| match kind.kind() {
            ArcKind::Cell(model) => (model as usize) < graph.arc_models().len(),
            ArcKind::Wire(_) => true,
        };
        assert!(view.arc_kinds.iter().all(is_known), "ground of the graph");
        self.roots = roots;
        self.buffers.next = 0;
        self.fill(machine, graph, view, splits)?;
        let (buffers, arrays) = (&mut self.buffers, &mut self.arrays);
        let (first, sources, kinds) = (view.fanin_first, view.arc_sources, view.arc_kinds);
        arrays.fanin_first = buffers.filled(machine, first.len(), |node| [first[node]])?;
        arrays.arc_source = buffers.filled(machine, sources.len(), |arc| [sources[arc].bits()])?;
        arrays.arc_kind = buffers.filled(machine, kinds.len(), |arc| [kinds[arc].bits()])?;
        arrays.delay = buffers.filled(machine, sources.len(), |arc| float_words(&view.delays[arc]))?;
        arrays.arrival =
            buffers.filled(machine, view.arrivals.len(), |node| time_words(&view.arrivals[node]))?;
        let pins = view.node_pins;
        arrays.node_pin = buffers.filled(machine, pins.len(), |node| [pins[node].index() as u32])?;
        let starts = starts(view);
        arrays.start_count = starts.len() as u32;
        arrays.start_node = buffers.filled(machine, starts.len(), |i| [starts[i].node])?;
        arrays.start_arrival = buffers.filled(machine, starts.len(), |i| time_words(&starts[i].arrival))?;
        Ok(())
    }

    fn fill<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &TimingGraph,
        view: &TimedGraph<'_>,
        splits: &[Split],
    ) -> Result<(), CudaError> {
        self.levels.clear();
        self.levels.extend_from_slice(view.level_first);
        self.is_timed = false;
        let (buffers, roots, search) = (&mut self.buffers, &self.roots, &mut self.arrays.search);
        // In the order of REQUIRED and SLACK.
        search.root_required = buffers.empty(machine, 2 * roots.len())?;
        search.root_slack = buffers.empty(machine, 2 * roots.len())?;
        search.root_count = roots.len() as u32;
        search.root_vertex = buffers.filled(machine, roots.len(), |root| [packed_vertex(&roots[root])])?;
        search.root_endpoint = buffers.filled(machine, roots.len(), |root| [roots[root].endpoint])?;
        search.root_capture = buffers.empty(machine, roots.len())?;
        search.root_source = buffers.filled(machine, roots.len(), |root| [source(graph, &roots[root])])?;
        for &split in splits {
            search.forest[split as usize] = buffers.empty(machine, 4 * view.node_count())?;
        }
        Ok(())
    }

    /// What makes the forest of a split: all vertices at once, then level by level what deviations cost on the whole way.
    pub(crate) fn forest(&self, split: Split) -> (Arrays, Vec<Launch>) {
        let mut arrays = self.arrays;
        arrays.search.split = split as u32;
        let way = self.levels.windows(2).map(|level| Launch {
            first: 2 * level[0],
            ..Launch::indices(Kernel::ForestWay, 2 * (level[1] - level[0]))
        });
        let vertices = 2 * self.levels.last().copied().unwrap_or(0);
        let launches = std::iter::once(Launch::indices(Kernel::Forest, vertices)).chain(way).collect();
        (arrays, launches)
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
        let captures = Launch::indices(Kernel::FindCapture, self.root_count());
        if is_after_cppr { machine.start(&self.arrays, &[captures]) } else { Ok(()) }
    }

    /// Makes the lists of arrivals that can matter in a part of the design, which is ranked after CPPR. Waits for them, to see that there was
    /// room.
    pub(crate) fn make_lists<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        view: &TimedGraph<'_>,
    ) -> Result<(), CudaError> {
        let (nodes, buffers, arrays) = (view.node_count(), &mut self.buffers, &mut self.arrays);
        let design_node = |node: usize| view.design_nodes.map_or(node as u32, |nodes| nodes[node]);
        arrays.search.design_node = buffers.filled(machine, nodes, |node| [design_node(node)])?;
        arrays.search.part_number = buffers.empty(machine, 2 * nodes)?;
        arrays.clocks.heads = buffers.empty(machine, LANES * HEAD * nodes)?;
        let pool = match &mut self.pool {
            Some(pool) => pool,
            none => none.insert(Pool::new(machine, nodes)?),
        };
        loop {
            pool.enter(machine, &mut arrays.clocks);
            let part = ClockArrays { number: arrays.search.part_number, ..arrays.clocks };
            machine.start(arrays, &[Launch::indices(Kernel::NumberPart, 2 * nodes as u32)])?;
            let lists: Vec<Launch> = list_launches(&self.levels).collect();
            machine.start(&Arrays { clocks: part, ..*arrays }, &lists)?;
            if nodes == 0 || pool.settle(machine)? {
                arrays.clocks = part;
                return Ok(());
            }
        }
    }

    /// What times the roots, after an update.
    pub(crate) fn time_roots(&mut self) -> Launch {
        self.is_timed = false;
        let is_after_cppr = self.arrays.search.is_after_cppr != 0;
        Launch::indices(Kernel::TimeRoots, self.root_count()).ranked(is_after_cppr)
    }

    /// Where paths can end.
    pub(crate) fn root_count(&self) -> u32 {
        self.arrays.search.root_count
    }

    /// Kinds of endpoints in a split, or in both.
    pub(crate) fn kinds(&self, split: Option<Split>) -> usize {
        let is_wanted = |kind: &EndpointKind| split.is_none_or(|split| kind.split() == split);
        let is_there = |kind: &EndpointKind| self.roots.iter().any(|root| root.kind == *kind);
        EndpointKind::ALL.iter().filter(|kind| is_wanted(kind) && is_there(kind)).count()
    }

    /// The roots of a split, or of both, that a path leads to; and for each of all its place among them. Their times are fetched
    /// unless they are there.
    pub(crate) fn reached<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        split: Option<Split>,
    ) -> Result<(Vec<Root>, Vec<u32>), CudaError> {
        if !self.is_timed && !self.roots.is_empty() {
            let (mut required, mut slack) = (Vec::new(), Vec::new());
            machine.read(&self.buffers.all[REQUIRED].1, self.roots.len(), &mut required, time)?;
            machine.read(&self.buffers.all[SLACK].1, self.roots.len(), &mut slack, time)?;
            for (root, (required, slack)) in self.roots.iter_mut().zip(required.into_iter().zip(slack)) {
                (root.required, root.slack) = (required, slack);
            }
        }
        self.is_timed = true;
        let mut reached = Vec::new();
        let place = |root: &Root| {
            let place = reached.len() as u32;
            if root.slack != UNDEFINED && split.is_none_or(|split| root.split() == split) {
                reached.push(*root);
            }
            place
        };
        let places = self.roots.iter().map(place).collect();
        Ok((reached, places))
    }
}
