//! Kinds of endpoints, whose slacks are computed and summed up on the device.

use zeroslack_graph::{CheckKind, Endpoint, TimingGraph};
use zeroslack_timing::EndpointKind;
use zeroslack_units::{Split, Ticks, UNDEFINED};

use crate::arrays::Arrays;
use crate::arrays::design::Total;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::upload::Upload;
use crate::machine::words::{time_word_pair, words_of};

/// Threads of a block that sums up slacks; every kind's endpoints are padded to a multiple.
pub(crate) const SUM_THREADS: u32 = 256;

/// Words of a sum.
pub(crate) const TOTAL: usize = words_of::<Total>(1);

/// Kinds of endpoints that occur, in the order of [`EndpointKind::ALL`], with the same endpoints for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    pub(crate) kinds: Vec<EndpointKind>,
    pub(crate) endpoints: u32,
}

impl Slots {
    pub(crate) fn new(graph: &TimingGraph) -> Self {
        let mut occurs = [false; EndpointKind::ALL.len()];
        for check in graph.checks() {
            occurs[number(EndpointKind::Check(graph.check_kind(check))) as usize] = true;
        }
        for output in graph.outputs() {
            for split in Split::ALL {
                if output.required[split as usize].iter().any(|&required| required != UNDEFINED) {
                    occurs[number(EndpointKind::Output(split)) as usize] = true;
                }
            }
        }
        let kinds = EndpointKind::ALL.into_iter().filter(|&kind| occurs[number(kind) as usize]).collect();
        Self { kinds, endpoints: graph.endpoints().len() as u32 }
    }

    /// Endpoints of a kind, with those that only pad.
    pub(crate) fn padded(&self) -> u32 {
        self.endpoints.next_multiple_of(SUM_THREADS)
    }

    /// Slacks of all kinds, without those that only pad.
    pub(crate) fn len(&self) -> usize {
        self.kinds.len() * self.endpoints as usize
    }

    /// Computes and sums up all of them.
    pub(crate) fn launch(&self) -> KernelLaunch {
        let count = self.kinds.len() as u32 * self.padded();
        KernelLaunch::over(Kernel::EndpointSlacks, 0..count, SUM_THREADS)
    }

    /// Four bits a slot.
    fn packed(&self) -> u32 {
        self.kinds.iter().rev().fold(0, |packed, &kind| packed << 4 | number(kind))
    }
}

/// The number by which kernels know a kind: see `slacks.h`.
fn number(kind: EndpointKind) -> u32 {
    match kind {
        EndpointKind::Check(kind) => kind as u32,
        EndpointKind::Output(split) => 4 + split as u32,
    }
}

/// The kind of a number.
pub(crate) fn kind(number: u32) -> EndpointKind {
    match number {
        0 => EndpointKind::Check(CheckKind::Setup),
        1 => EndpointKind::Check(CheckKind::Hold),
        2 => EndpointKind::Check(CheckKind::Recovery),
        3 => EndpointKind::Check(CheckKind::Removal),
        4 => EndpointKind::Output(Split::Early),
        _ => EndpointKind::Output(Split::Late),
    }
}

impl<M: Machine> Upload<'_, M> {
    /// Endpoints and the room for what they sum up to, which is returned.
    pub(crate) fn endpoints(
        &mut self,
        arrays: &mut Arrays,
        graph: &TimingGraph,
        slots: &Slots,
    ) -> Result<M::Buffer, CudaError> {
        let endpoints = graph.endpoints();
        arrays.slots.endpoint_count = slots.endpoints;
        arrays.slots.padded_endpoints = slots.padded();
        arrays.slots.endpoint_kinds = slots.packed();
        arrays.endpoints.endpoints = self.array(endpoints.len(), |i| {
            let Endpoint { check_range: checks, output_range: outputs, .. } = &endpoints[i];
            [checks.start.0, checks.end.0, outputs.start.0, outputs.end.0]
        })?;
        let slots = slots.kinds.len();
        arrays.endpoints.endpoint_slacks = self.room(slots * arrays.slots.padded_endpoints as usize)?;
        arrays.endpoints.totals = self.array(slots, |_| nothing())?;
        arrays.blocks.ticket = self.array(1, |_| [0])?;
        arrays.blocks.rendezvous = self.array(1, |_| [0])?;
        let summaries = self.machine.allocate(TOTAL * slots)?;
        arrays.endpoints.summaries = self.machine.address(&summaries);
        Ok(summaries)
    }
}

/// The sum of no slacks.
fn nothing() -> [u32; TOTAL] {
    let [low, high] = time_word_pair(Ticks::MAX);
    [0, 0, low, high, 0, 0, 0, 0]
}
