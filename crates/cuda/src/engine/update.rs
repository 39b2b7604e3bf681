//! The engine: a design on a device, and its updates.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zeroslack_graph::TimingGraph;
use zeroslack_timing::{Calculator, CommonPoint, DelayArrays, DelayData};

use crate::arrays::Arrays;
use crate::arrays::clocks::ClockArrays;
use crate::engine::clocks::Clocks;
use crate::engine::latches::LatchPrograms;
use crate::engine::pin_slacks::PinSlacks;
use crate::engine::plan::Plan;
use crate::engine::query_memory::Queries;
use crate::engine::resident::Resident;
use crate::engine::schedule::{Stage, checks, pack_fanout};
use crate::engine::slots::Slots;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::buffers::Buffers;
use crate::machine::device::Device;
use crate::machine::kernel::KernelLaunch;
use crate::machine::meter::Meter;

/// An engine on a GPU.
pub type CudaEngine = Engine<Arc<Device>>;

/// A design on a machine.
///
/// Made once for a graph and its delay data, and again when they change, but for what [`Engine::take_changes`] takes over.
#[derive(Debug)]
pub struct Engine<M: Machine> {
    pub(crate) machine: M,
    pub(crate) resident: Resident<M::Buffer>,
    /// In the order of [`Stage::ALL`].
    pub(crate) programs: Vec<M::Program>,
    /// What they are made of, but for what depends on CPPR.
    launches: Vec<Vec<KernelLaunch>>,
    /// None where there are no latches.
    pub(crate) latches: Option<LatchPrograms<M::Program>>,
    slots: Slots,
    queries: Queries<M::Buffer>,
    /// Values that replaced others.
    pub(crate) changed: Buffers<M::Buffer>,
    sizes: Sizes,
    /// That of RC trees: see [`DelayData::tree_layout`].
    tree_layout: u64,
    calculator: Calculator,
    /// From the first update with CPPR on by each rule.
    clocks: [Option<Clocks<M::Buffer>>; 2],
    common_point: CommonPoint,
    /// The rule of the last update, if it had CPPR on.
    after_cppr_by: Option<CommonPoint>,
    /// From the first question for slacks of pins on.
    pub(crate) pin_slacks: Option<PinSlacks<M>>,
    bytes: u64,
    /// Of these, those of what constraints state.
    stated_bytes: u64,
    id: u64,
}

/// The number of the next engine.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

fn next_id() -> u64 {
    NEXT_ID.fetch_add(1, Ordering::Relaxed)
}

/// The programs of all stages, without CPPR.
fn programs<M: Machine>(
    machine: &M,
    resident: &Resident<M::Buffer>,
    launches: &[Vec<KernelLaunch>],
) -> Result<Vec<M::Program>, CudaError> {
    let of_pins = resident.of_pins();
    let prepare = |(stage, launches): (Stage, &Vec<KernelLaunch>)| {
        let arrays = if stage.is_of_pins() { &of_pins } else { &resident.arrays };
        machine.prepare(arrays, launches, stage.is_parallel())
    };
    Stage::ALL.into_iter().zip(launches).map(prepare).collect()
}

/// Numbers of what there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) nodes: usize,
    pub(crate) arcs: usize,
    /// The same of the pin graph.
    pub(crate) pin_nodes: usize,
    pub(crate) pin_arcs: usize,
    /// Whether the two graphs are one.
    pub(crate) is_pin_graph: bool,
    pub(crate) trees: usize,
    pub(crate) wires: usize,
    pub(crate) rc_nodes: usize,
    pub(crate) pin_loads: usize,
    pub(crate) arc_models: usize,
    pub(crate) tables: usize,
    pub(crate) pin_checks: usize,
    pub(crate) checks: usize,
    pub(crate) outputs: usize,
    /// Endpoints of all kinds that occur.
    pub(crate) endpoint_slacks: usize,
    pub(crate) wire_arcs: usize,
}

impl<M: Machine> Engine<M> {
    /// Copies a design to a machine.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub fn new(
        machine: M,
        graph: &TimingGraph,
        data: &DelayData,
        calculator: Calculator,
    ) -> Result<Self, CudaError> {
        let arrays = data.arrays();
        let plan = Plan::new(graph, &arrays);
        let meter = Meter::default();
        Resident::new(&meter, graph, &arrays, &plan, calculator)?;
        let bytes = meter.bytes.get();
        machine.reserve(bytes)?;
        let mut resident = Resident::new(&machine, graph, &arrays, &plan, calculator)?;
        machine.run(&mut machine.prepare(&resident.arrays, &pack_fanout(graph), false)?)?;
        machine.synchronize()?;
        resident.settle();
        let launches = Stage::ALL.map(|stage| stage.launches(graph, &plan, calculator)).to_vec();
        let programs = programs(&machine, &resident, &launches)?;
        let forward = || launches[Stage::Forward as usize].clone();
        let latches = LatchPrograms::new(&machine, graph, &resident, forward)?;
        let is_wire =
            |kind: &&zeroslack_graph::PackedKind| kind.bits() & zeroslack_graph::PackedKind::WIRE != 0;
        let pins = graph.pins().structure();
        let sizes = Sizes {
            nodes: graph.node_count(),
            arcs: graph.arc_count(),
            pin_nodes: pins.node_count(),
            pin_arcs: pins.arc_count(),
            is_pin_graph: graph.is_pin_graph(),
            trees: graph.pins().trees().len(),
            wires: graph.pins().wire_count(),
            rc_nodes: arrays.rc_nodes.len(),
            pin_loads: arrays.pin_loads.len(),
            arc_models: arrays.arc_tables.len(),
            tables: arrays.tables.len(),
            pin_checks: graph.pins().checks().len(),
            checks: graph.checks().len(),
            outputs: graph.outputs().len(),
            endpoint_slacks: plan.slots.len(),
            wire_arcs: pins.arc_kinds().iter().filter(is_wire).count(),
        };
        let (slots, queries, clocks) = (plan.slots, Queries::NONE, [None, None]);
        Ok(Self {
            machine,
            resident,
            programs,
            launches,
            latches,
            slots,
            queries,
            changed: Buffers::default(),
            sizes,
            tree_layout: data.tree_layout(),
            calculator,
            clocks,
            common_point: CommonPoint::default(),
            after_cppr_by: None,
            pin_slacks: None,
            bytes,
            stated_bytes: Resident::<M::Buffer>::stated_bytes(graph)?,
            id: next_id(),
        })
    }

    /// Takes the parasitics that `data` has now, all else being as it was: only they are copied. They count from the next
    /// [`Stage::Nets`] on.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails; the engine is of no more use then.
    pub fn set_parasitics(&mut self, graph: &TimingGraph, data: &DelayData) -> Result<(), CudaError> {
        let arrays = data.arrays();
        let plan = Plan::new(graph, &arrays);
        self.resident.set_nets(&self.machine, graph.pins(), &arrays, &plan)?;
        self.measure_memory(graph, &arrays, &plan)?;
        (self.sizes.rc_nodes, self.sizes.pin_loads) = (arrays.rc_nodes.len(), arrays.pin_loads.len());
        self.tree_layout = data.tree_layout();
        self.launches[Stage::Nets as usize] = Stage::Nets.launches(graph, &plan, self.calculator);
        self.prepare_nets()
    }

    /// Takes models that came to the graph. All that knows where the others were is made anew: searches, too.
    pub(crate) fn set_models(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
    ) -> Result<(), CudaError> {
        self.resident.set_models(&self.machine, graph.pins(), data)?;
        self.measure_memory(graph, data, &Plan::new(graph, data))?;
        (self.sizes.arc_models, self.sizes.tables) = (data.arc_tables.len(), data.tables.len());
        self.prepare_again()
    }

    /// Takes what constraints state now of the same things, and capacitances of ports among it. Searches are made anew then.
    pub(crate) fn set_stated(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
    ) -> Result<(), CudaError> {
        self.resident.set_stated(&self.machine, graph)?;
        let before = std::mem::replace(&mut self.stated_bytes, Resident::<M::Buffer>::stated_bytes(graph)?);
        self.bytes = self.bytes - before + self.stated_bytes;
        self.resident.set_pin_loads(&self.machine, data)?;
        self.sizes.pin_loads = data.pin_loads.len();
        self.prepare_again()
    }

    /// Makes all ready again that knows where arrays are.
    fn prepare_again(&mut self) -> Result<(), CudaError> {
        self.id = next_id();
        self.forget_pin_slacks(true);
        self.programs = programs(&self.machine, &self.resident, &self.launches)?;
        if self.has_cppr() { self.prepare_clocks() } else { Ok(()) }
    }

    /// Takes capacitances of library cells that came to the design.
    pub(crate) fn set_pin_loads(&mut self, data: &DelayArrays<'_>) -> Result<(), CudaError> {
        self.resident.set_pin_loads(&self.machine, data)?;
        self.sizes.pin_loads = data.pin_loads.len();
        self.prepare_nets()
    }

    fn prepare_nets(&mut self) -> Result<(), CudaError> {
        let launches = &self.launches[Stage::Nets as usize];
        self.programs[Stage::Nets as usize] =
            self.machine.prepare(&self.resident.arrays, launches, Stage::Nets.is_parallel())?;
        Ok(())
    }

    /// Finds how much memory a design takes.
    fn measure_memory(
        &mut self,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        plan: &Plan,
    ) -> Result<(), CudaError> {
        let meter = Meter::default();
        Resident::new(&meter, graph, data, plan, self.calculator)?;
        self.bytes = meter.bytes.get();
        self.stated_bytes = Resident::<M::Buffer>::stated_bytes(graph)?;
        Ok(())
    }

    /// That of RC trees.
    pub(crate) fn tree_layout(&self) -> u64 {
        self.tree_layout
    }

    /// The machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    /// Bytes on the machine.
    pub fn bytes(&self) -> u64 {
        let count = self.clocks().count as usize;
        let of_slacks = self.pin_slacks.as_ref().map_or(0, |found| found.bytes(self.sizes.nodes, count));
        self.bytes + self.clocks.iter().flatten().map(Clocks::bytes).sum::<u64>() + of_slacks
    }

    pub(crate) fn slots(&self) -> &Slots {
        &self.slots
    }

    pub(crate) fn resident(&self) -> &Resident<M::Buffer> {
        &self.resident
    }

    /// What the parts of a query need.
    pub(crate) fn query_parts(&mut self) -> (&M, &Resident<M::Buffer>, &Slots, &mut Queries<M::Buffer>) {
        (&self.machine, &self.resident, &self.slots, &mut self.queries)
    }

    pub(crate) fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// No other engine has this number.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Whether a graph has as many of everything as the one that the engine was made for.
    pub(crate) fn is_of(&self, graph: &TimingGraph) -> bool {
        let sizes = [graph.node_count(), graph.arc_count(), graph.checks().len(), graph.outputs().len()];
        let Sizes { nodes, arcs, checks, outputs, is_pin_graph, .. } = self.sizes;
        sizes == [nodes, arcs, checks, outputs] && is_pin_graph == graph.is_pin_graph()
    }

    /// Starts a full update, without waiting for it; but with CPPR it waits for the middle of it, to see that there was room, and where latches are in
    /// loops, to see whether what they are given stays.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails; the engine is of no more use then.
    pub fn update(&mut self) -> Result<(), CudaError> {
        self.begin_latches()?;
        for stage in Stage::ALL {
            self.start(stage)?;
            match stage {
                Stage::Delays => self.settle_slews()?,
                Stage::Clocks => {
                    self.settle_clocks()?;
                    self.settle_latches()?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Starts one stage. It needs the results of those before. With CPPR on an [`Engine::update`] has to go before: it sees to it that
    /// there is room for what [`Stage::Clocks`] makes.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn start(&mut self, stage: Stage) -> Result<(), CudaError> {
        self.forget_pin_slacks(false);
        if stage == Stage::Clocks {
            self.after_cppr_by = self.has_cppr().then_some(self.common_point);
        }
        self.machine.run(&mut self.programs[stage as usize])
    }

    /// Waits for all that was started.
    ///
    /// # Errors
    /// If any of it failed.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        self.machine.synchronize()
    }

    /// Whether the next update removes the pessimism of common clock paths (CPPR); off at first. What it takes beside is made when it is
    /// first switched on.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails; the engine is of no more use then.
    ///
    /// # Panics
    /// If the graph is not the engine's.
    pub fn set_cppr(&mut self, graph: &TimingGraph, on: bool) -> Result<(), CudaError> {
        assert!(self.is_of(graph), "the graph that the engine was made for");
        if on == self.has_cppr() { Ok(()) } else { self.switch_clocks(graph, on) }
    }

    /// What counts as a common point of two clock paths from the next update on; [`CommonPoint::SameTransition`] at first.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails; the engine is of no more use then.
    ///
    /// # Panics
    /// If the graph is not the engine's.
    pub fn set_common_point(&mut self, graph: &TimingGraph, rule: CommonPoint) -> Result<(), CudaError> {
        assert!(self.is_of(graph), "the graph that the engine was made for");
        let is_other = rule != self.common_point;
        self.common_point = rule;
        if is_other && self.has_cppr() { self.switch_clocks(graph, true) } else { Ok(()) }
    }

    /// Switches CPPR on by the rule that there is, or off.
    fn switch_clocks(&mut self, graph: &TimingGraph, on: bool) -> Result<(), CudaError> {
        let clocks = &mut self.clocks[self.common_point as usize];
        if on && clocks.is_none() {
            *clocks = Some(Clocks::new(&self.machine, graph, self.common_point)?);
        }
        self.resident.arrays.clocks.is_on = u32::from(on);
        self.prepare_clocks()
    }

    /// What counts as a common point of two clock paths.
    pub fn common_point(&self) -> CommonPoint {
        self.common_point
    }

    /// The rule for common points of the last update, if it had CPPR on.
    pub(crate) fn after_cppr_by(&self) -> Option<CommonPoint> {
        self.after_cppr_by
    }

    /// Whether CPPR is on.
    pub fn has_cppr(&self) -> bool {
        self.resident.arrays.clocks.is_on != 0
    }

    /// The machine, and the arrays and the clock network of the last update, if it had CPPR on.
    pub(crate) fn clocks_of_update(&self) -> (&M, Arrays, Option<&Clocks<M::Buffer>>) {
        let clocks = self.after_cppr_by.and_then(|rule| self.clocks[rule as usize].as_ref());
        (&self.machine, Arrays { clocks: self.clocks(), ..self.resident.arrays }, clocks)
    }

    /// The clock network and the lists of the last update; `is_on` if that had CPPR on.
    pub(crate) fn clocks(&self) -> ClockArrays {
        let clocks = self.after_cppr_by.and_then(|rule| self.clocks[rule as usize].as_ref());
        clocks.map(|clocks| clocks.arrays).unwrap_or_default()
    }

    /// Makes the stages ready that depend on CPPR.
    fn prepare_clocks(&mut self) -> Result<(), CudaError> {
        self.forget_pin_slacks(true);
        let (mut launches, mut again) = (&[][..], &[][..]);
        if let Some(clocks) = self.clocks[self.common_point as usize].as_ref().filter(|_| self.has_cppr()) {
            self.resident.arrays.clocks = clocks.arrays;
            (launches, again) = (&clocks.launches, &clocks.again);
        }
        let arrays = &self.resident.arrays;
        if let Some(latches) = &mut self.latches {
            latches.forward_of(
                &self.machine,
                arrays,
                (again, &mut self.programs[Stage::Forward as usize]),
            )?;
        }
        self.programs[Stage::Clocks as usize] = self.machine.prepare(arrays, launches, false)?;
        self.programs[Stage::Checks as usize] =
            self.machine.prepare(arrays, &checks(self.sizes.pin_checks, self.sizes.checks), false)?;
        Ok(())
    }

    /// Waits for the lists of CPPR, and makes them again where they had too little room.
    fn settle_clocks(&mut self) -> Result<(), CudaError> {
        while !self.lists_have_room()? {
            if self.latches.is_some() {
                self.start(Stage::Forward)?;
            }
            self.start(Stage::Clocks)?;
        }
        Ok(())
    }

    /// Waits for the lists of CPPR, if there are any: whether they had room. If not, there is now.
    pub(crate) fn lists_have_room(&mut self) -> Result<bool, CudaError> {
        if !self.has_cppr() {
            return Ok(true);
        }
        let Some(clocks) = &mut self.clocks[self.common_point as usize] else { return Ok(true) };
        let is_settled = clocks.settle(&self.machine)?;
        if !is_settled {
            self.prepare_clocks()?;
        }
        Ok(is_settled)
    }
}
