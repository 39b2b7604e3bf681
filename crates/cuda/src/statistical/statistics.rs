//! Arrivals as random variables on a device: a plan is carried out.

use zeroslack_ssta::{
    Arrivals, Eviction, Form, Plan, Resolution, Variation, copula_table, normal_table, shape_table,
};
use zeroslack_timing::TimedGraph;

use crate::arrays::Arrays;
use crate::arrays::statistical::StatisticalArrays;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::KernelLaunch;
use crate::machine::meter::Meter;
use crate::machine::upload::Upload;
use crate::machine::words::time_word_pair;
use crate::statistical::capacity::{Capacity, LANES};
use crate::statistical::sampler::stated_quads;
use crate::statistical::store::Store;
use crate::statistical::transfer::{PARCELS, Parcels, Transfer};

/// Bytes of a parcel at the most, and the share of what is left for slots at the most.
const PARCEL_BYTES: usize = 32 << 20;
const PARCEL_SHARE: usize = 32;

/// Nodes of a launch at the most: all of its threads have a number of 32 bits. Tests are to need several.
const MOST_NODES: usize = if cfg!(debug_assertions) { 50 } else { 1 << 20 };

/// Of free memory, what is left to others.
const SPARE: u64 = 256 << 20;

/// How much memory of the device may be taken, and what makes room.
#[derive(Clone, Copy, Debug)]
pub struct Cap {
    /// Bytes, of all that statistical timing keeps there; what is free where there is none.
    pub bytes: Option<u64>,
    /// What makes room.
    pub eviction: Eviction,
}

impl Default for Cap {
    fn default() -> Self {
        Self { bytes: None, eviction: Eviction::NeededLast }
    }
}

/// A design on a device, to find its arrivals as random variables.
pub struct Statistics<M: Machine> {
    machine: M,
    arrays: Arrays,
    capacity: Capacity,
    plan: Plan,
    is_kept: Vec<bool>,
    parcels: Parcels<M>,
    store: Store,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    kept: Vec<M::Buffer>,
}

impl<M: Machine> Statistics<M> {
    /// Plans what is in memory when, and copies the graph and how its delays vary. The arrivals of some nodes are kept.
    ///
    /// # Errors
    /// If there is not enough memory even for what one node's arrivals are made of, or the device fails.
    pub fn new(
        machine: M,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        resolution: Resolution,
        is_kept: &[bool],
        cap: Cap,
    ) -> Result<Self, CudaError> {
        Self::in_form(Form::Bins, machine, graph, variation, resolution, (is_kept, cap))
    }

    /// The same in one of the forms of [`zeroslack_ssta::arrivals_in`].
    ///
    /// # Errors
    /// As of [`Statistics::new`].
    pub fn in_form(
        form: Form,
        machine: M,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        resolution: Resolution,
        (is_kept, cap): (&[bool], Cap),
    ) -> Result<Self, CudaError> {
        let capacity = Capacity::new(form, resolution)?;
        let fixed = Meter::default();
        upload(&mut Upload { machine: &fixed, kept: Vec::new() }, graph, variation)?;
        let free = match cap.bytes {
            Some(bytes) => bytes,
            None => machine.free_memory()?.map_or(u64::MAX, |free| free.saturating_sub(SPARE)),
        };
        // Beside the slots are their numbers, and those of slots that are copied.
        let numbers = 4 * (3 * graph.node_count() as u64 + graph.arc_sources.len() as u64) + (1 << 20);
        let fixed = fixed.bytes.get() + numbers;
        let left = free.saturating_sub(fixed);
        let node_bytes = 4 * capacity.node();
        let most = usize::try_from(left / node_bytes as u64).unwrap_or(usize::MAX);
        let parcel = (PARCEL_BYTES / node_bytes).min(most / PARCEL_SHARE).max(1);
        let slots = most.saturating_sub(2 * PARCELS * parcel).min(graph.node_count());
        let plan = Plan::new(graph, |node| is_kept[node.index()], slots, cap.eviction).map_err(|few| {
            let needed = fixed + ((few.needed + 2 * PARCELS) * node_bytes) as u64;
            CudaError::OutOfMemory { needed, free }
        })?;
        let mut to = Upload { machine: &machine, kept: Vec::new() };
        let mut statistical = upload(&mut to, graph, variation)?;
        let moved: Vec<u32> = plan.saved.iter().chain(&plan.loaded).map(|placed| placed.slot).collect();
        machine.reserve((plan.slots * node_bytes) as u64)?;
        statistical = StatisticalArrays {
            arc_slot: to.words(&plan.arc_slot)?,
            node_slot: to.words(&plan.node_slot)?,
            records: to.room(plan.slots * capacity.node())?,
            moved_slot: to.words(&moved)?,
            bins: capacity.bins as u32,
            components: capacity.components as u32,
            capacity: capacity.masses as u32,
            record_words: capacity.record() as u32,
            slots: plan.slots as u32,
            moved: moved.len() as u32,
            is_skewed: u32::from(form == Form::Moments),
            ..statistical
        };
        let (arrays, kept) = (Arrays { statistical, ..Arrays::default() }, to.kept);
        let parcels = Parcels::new(&machine, &plan, (parcel, capacity.node()))?;
        let store = Store::new(capacity, graph.node_count());
        Ok(Self { machine, arrays, capacity, plan, is_kept: is_kept.to_vec(), parcels, store, kept })
    }

    /// What is in memory when.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Bytes of the arrivals of a node.
    pub fn node_bytes(&self) -> usize {
        4 * self.capacity.node()
    }

    /// The arrivals of the nodes that are kept: the same as the CPU engine finds.
    ///
    /// # Errors
    /// If the device fails.
    pub fn arrivals(&mut self) -> Result<Arrivals, CudaError> {
        self.run()?;
        Ok(self.store.arrivals(|node| self.is_kept[node.index()]))
    }

    /// Makes all arrivals and copies those that are kept to the host, for measuring.
    ///
    /// # Errors
    /// If the device fails.
    pub fn run(&mut self) -> Result<(), CudaError> {
        let (machine, plan, arrays, store) = (&self.machine, &self.plan, &mut self.arrays, &mut self.store);
        store.begin();
        let mut transfer = Transfer::new(machine, plan, &mut self.parcels, self.capacity.node());
        for (number, step) in plan.steps.iter().enumerate() {
            transfer.send(arrays, step.saved.clone(), store)?;
            transfer.unpack(arrays, step.loaded.clone(), store)?;
            for first in step.nodes.clone().step_by(MOST_NODES) {
                let blocks = (LANES * (step.nodes.end - first).min(MOST_NODES)) as u32;
                arrays.statistical.first_node = first as u32;
                machine.start(
                    arrays,
                    &[KernelLaunch::blocks_of(self.capacity.kernel, blocks, self.capacity.threads)],
                )?;
            }
            if let Some(next) = plan.steps.get(number + 1) {
                transfer.deliver(next.loaded.clone(), store)?;
            }
        }
        transfer.finish(store)?;
        machine.synchronize()
    }
}

/// Copies what does not change: the graph, moments of delays and tables.
fn upload<M: Machine>(
    to: &mut Upload<'_, M>,
    graph: &TimedGraph<'_>,
    variation: &Variation,
) -> Result<StatisticalArrays, CudaError> {
    let all = variation.all();
    let moment = |i: usize| all[i / LANES][i / 2 % 2][i % 2];
    let (stated, shapes, normal) = (stated_quads(graph), shape_table(), normal_table());
    let double = |value: f64| time_word_pair(value.to_bits() as i64);
    Ok(StatisticalArrays {
        fanin_first: to.words(graph.fanin_first)?,
        arc_source: to.array(graph.arc_sources.len(), |arc| [graph.arc_sources[arc].bits()])?,
        mean: to.array(LANES * all.len(), |i| [moment(i).mean.to_bits()])?,
        sigma: to.array(LANES * all.len(), |i| [moment(i).sigma.to_bits()])?,
        skewness: to.array(LANES * all.len(), |i| [moment(i).skewness.to_bits()])?,
        stated: to.array(stated.len(), |i| time_word_pair(stated[i]))?,
        shapes: to.array(shapes.len(), |i| double(shapes[i]))?,
        normal: to.array(normal.len(), |i| double(normal[i]))?,
        copula: to.floats(&copula_table())?,
        nodes: graph.node_count() as u32,
        ..StatisticalArrays::default()
    })
}
