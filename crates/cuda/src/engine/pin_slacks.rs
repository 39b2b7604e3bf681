//! Slacks of pins on a machine, found when somebody asks: see `zeroslack_timing`'s.

use zeroslack_graph::{NodeId, TimingGraph};
use zeroslack_units::{Quad, Ticks};

use crate::arrays::Arrays;
use crate::engine::clocks::{Clocks, LANES, Pool, of_level};
use crate::engine::schedule::lanes;
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::words::times;

/// Lists of required times, and what follows from them.
#[derive(Debug)]
pub(crate) struct PinSlacks<M: Machine> {
    pool: Pool<M::Buffer>,
    heads: M::Buffer,
    clock_required: M::Buffer,
    slack: M::Buffer,
    /// All that follows an update, made ready for arrays at these places.
    program: Option<([u64; 3], M::Program)>,
    /// Whether they are of the last update.
    are_found: bool,
}

impl<M: Machine> PinSlacks<M> {
    fn new(machine: &M, graph: &TimingGraph, clocks: &Clocks<M::Buffer>) -> Result<Self, CudaError> {
        let (values, count) = (LANES * graph.node_count(), clocks.arrays.count as usize);
        // Heads and slacks, and two words for each time of a clock.
        machine.reserve((24 * values + 8 * LANES * count) as u64)?;
        Ok(Self {
            pool: Pool::new(machine, graph.node_count())?,
            heads: machine.allocate(4 * values)?,
            clock_required: machine.allocate(2 * LANES * count.max(1))?,
            slack: machine.allocate(2 * values)?,
            program: None,
            are_found: false,
        })
    }

    /// How much memory it takes.
    pub(crate) fn bytes(&self, nodes: usize, clocks: usize) -> u64 {
        self.pool.bytes() + (24 * LANES * nodes + 8 * LANES * clocks) as u64
    }

    /// Arrays with the lists of required times in place of those of arrivals, which come beside them.
    fn place(&self, machine: &M, mut arrays: Arrays) -> Arrays {
        let launches = arrays.clocks;
        arrays.pin_slacks.heads = launches.heads.cast();
        arrays.pin_slacks.entries = launches.entries.cast();
        arrays.pin_slacks.room = launches.room;
        arrays.pin_slacks.clock_required = machine.address(&self.clock_required);
        arrays.pin_slacks.slack = machine.address(&self.slack);
        arrays.clocks.heads = machine.address(&self.heads);
        self.pool.enter(machine, &mut arrays.clocks);
        arrays
    }

    /// Finds them after an update.
    fn find(&mut self, machine: &M, arrays: Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        while !self.are_found {
            let placed = self.place(machine, arrays);
            let places = [arrays.clocks.entries, arrays.clocks.heads.cast(), placed.clocks.entries];
            let places = places.map(|place| place.address());
            if self.program.as_ref().is_none_or(|(known, _)| *known != places) {
                self.program = Some((places, machine.prepare(&placed, launches, false)?));
            }
            if let Some((_, program)) = &mut self.program {
                machine.run(program)?;
            }
            self.are_found = self.pool.settle(machine)?;
        }
        Ok(())
    }
}

/// The lists level by level from the last on, then clocks, then all slacks.
fn launches<B>(graph: &TimingGraph, clocks: &Clocks<B>) -> Vec<KernelLaunch> {
    let mut launches = vec![KernelLaunch::indices(Kernel::BeginLists, 1)];
    let levels = (0..graph.level_count()).rev();
    launches.extend(levels.map(|level| of_level(Kernel::CaptureLists, graph.level(level))));
    let of_clocks =
        |level: &std::ops::Range<u32>| lanes(Kernel::ClockRequired, level.start as usize..level.end as usize);
    launches.extend(clocks.levels.iter().rev().map(of_clocks));
    launches.push(lanes(Kernel::PinSlacks, 0..graph.node_count()));
    launches.retain(|launch| !launch.is_empty());
    launches
}

impl<M: Machine> Engine<M> {
    /// The slacks of some nodes in the last update, in their order, as [`zeroslack_timing::Timing::slack`] has them, of the graph that the engine was made of. Only these are copied, but the first time after an update
    /// those of all are found. None without CPPR, and in designs with latches.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    ///
    /// # Panics
    /// If the graph does not have one of the nodes.
    pub fn slacks_of(
        &mut self,
        graph: &TimingGraph,
        nodes: &[NodeId],
    ) -> Result<Option<Vec<Quad<Ticks>>>, CudaError> {
        if !self.find_pin_slacks(graph)? {
            return Ok(None);
        }
        let found = self.fetch_nodes(nodes)?;
        Ok(Some(found.into_iter().map(|node| node.slack).collect()))
    }

    /// The slacks of all nodes: see [`Engine::slacks_of`].
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub fn fetch_slacks(&mut self, graph: &TimingGraph) -> Result<Option<Vec<Quad<Ticks>>>, CudaError> {
        if !self.find_pin_slacks(graph)? {
            return Ok(None);
        }
        let mut slacks = Vec::new();
        if let Some(found) = &self.pin_slacks {
            self.machine().read(&found.slack, graph.node_count(), &mut slacks, times)?;
        }
        Ok(Some(slacks))
    }

    /// Finds the slacks of all pins of the last update, if they were not. False where a machine cannot.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails; the engine is of no more use then.
    pub fn find_pin_slacks(&mut self, graph: &TimingGraph) -> Result<bool, CudaError> {
        assert!(self.is_of(graph), "the graph that the engine was made for");
        if self.after_cppr_by().is_none() || !graph.latches().openings().is_empty() {
            return Ok(false);
        }
        let mut found = self.pin_slacks.take();
        let (machine, arrays, Some(clocks)) = self.clocks_of_update() else { return Ok(false) };
        if found.is_none() {
            found = Some(PinSlacks::new(machine, graph, clocks)?);
        }
        if let Some(found) = found.as_mut().filter(|found| !found.are_found) {
            found.find(machine, arrays, &launches(graph, clocks))?;
        }
        self.pin_slacks = found;
        Ok(true)
    }

    /// Forgets them: an update begins, or arrays are at other places.
    pub(crate) fn forget_pin_slacks(&mut self, is_placed_anew: bool) {
        if let Some(found) = &mut self.pin_slacks {
            found.are_found = false;
            found.program.take_if(|_| is_placed_anew);
        }
    }

    /// Where slacks are, if they were found.
    pub(crate) fn place_pin_slacks(&self, arrays: &mut Arrays) {
        if let Some(found) = self.pin_slacks.as_ref().filter(|found| found.are_found) {
            arrays.pin_slacks.slack = self.machine().address(&found.slack);
        }
    }
}
