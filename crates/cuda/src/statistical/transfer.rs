//! Copies of arrivals out and in, beside the work.

use std::collections::VecDeque;
use std::ops::Range;

use zeroslack_ssta::{Placed, Plan};

use crate::arrays::Arrays;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, TILE};
use crate::statistical::store::Store;

/// Parcels that are under way at once, each way.
pub(super) const PARCELS: usize = 3;

/// What copies travel in.
pub(super) struct Parcels<M: Machine> {
    /// Nodes of a parcel.
    most: usize,
    out: Vec<M::Parcel>,
    into: Vec<M::Parcel>,
}

impl<M: Machine> Parcels<M> {
    /// Of up to so many nodes of so many words each, where a plan copies anything.
    pub(super) fn new(machine: &M, plan: &Plan, (most, words): (usize, usize)) -> Result<Self, CudaError> {
        let all = |placed: &[Placed]| {
            let count = if placed.is_empty() { 0 } else { PARCELS };
            (0..count).map(|_| machine.parcel(most * words)).collect::<Result<_, _>>()
        };
        Ok(Self { most, out: all(&plan.saved)?, into: all(&plan.loaded)? })
    }
}

/// Copies of a plan on their way.
pub(super) struct Transfer<'p, M: Machine> {
    machine: &'p M,
    plan: &'p Plan,
    parcels: &'p mut Parcels<M>,
    /// Words of a node.
    node: usize,
    /// On their way out: what of [`Plan::saved`] is in which parcel.
    sent: VecDeque<(usize, Range<usize>)>,
    next_out: usize,
    /// On their way in: what of [`Plan::loaded`] was delivered and not unpacked.
    delivered: VecDeque<(usize, Range<usize>)>,
    next_in: usize,
}

impl<'p, M: Machine> Transfer<'p, M> {
    pub(super) fn new(machine: &'p M, plan: &'p Plan, parcels: &'p mut Parcels<M>, node: usize) -> Self {
        Self {
            machine,
            plan,
            parcels,
            node,
            sent: VecDeque::new(),
            next_out: 0,
            delivered: VecDeque::new(),
            next_in: 0,
        }
    }

    fn pieces(&self, all: Range<usize>) -> impl Iterator<Item = Range<usize>> + use<M> {
        let most = self.parcels.most;
        all.clone().step_by(most).map(move |first| first..(first + most).min(all.end))
    }

    /// Starts to copy slots out.
    pub(super) fn send(
        &mut self,
        arrays: &mut Arrays,
        saved: Range<usize>,
        store: &mut Store,
    ) -> Result<(), CudaError> {
        for piece in self.pieces(saved) {
            if self.sent.len() == PARCELS {
                self.receive(store)?;
            }
            let place = self.next_out % PARCELS;
            self.next_out += 1;
            arrays.statistical.parcel = self.machine.parcel_address(&self.parcels.out[place]);
            self.copy(arrays, Kernel::GatherRecords, piece.clone(), piece.start)?;
            self.machine.send(&mut self.parcels.out[place], piece.len() * self.node)?;
            self.sent.push_back((place, piece));
        }
        Ok(())
    }

    /// Waits for the parcel that was sent first.
    fn receive(&mut self, store: &mut Store) -> Result<(), CudaError> {
        let Some((place, piece)) = self.sent.pop_front() else { return Ok(()) };
        let placed: &[Placed] = &self.plan.saved[piece.clone()];
        self.machine
            .receive(&mut self.parcels.out[place], piece.len() * self.node, |words| store.take(placed, words))
    }

    /// Waits for all that was sent.
    pub(super) fn finish(&mut self, store: &mut Store) -> Result<(), CudaError> {
        while !self.sent.is_empty() {
            self.receive(store)?;
        }
        Ok(())
    }

    /// Starts to copy arrivals in that a later step loads: as many as there are parcels for.
    pub(super) fn deliver(&mut self, loaded: Range<usize>, store: &mut Store) -> Result<(), CudaError> {
        for piece in self.pieces(loaded).take(PARCELS - self.delivered.len()) {
            self.deliver_piece(piece, store)?;
        }
        Ok(())
    }

    fn deliver_piece(&mut self, piece: Range<usize>, store: &mut Store) -> Result<(), CudaError> {
        let plan = self.plan;
        let placed = &plan.loaded[piece.clone()];
        while placed.iter().any(|placed| !store.has(placed.node)) && !self.sent.is_empty() {
            self.receive(store)?;
        }
        let place = self.next_in % PARCELS;
        self.next_in += 1;
        self.machine.deliver(&mut self.parcels.into[place], piece.len() * self.node, |words| {
            store.give(placed, words)
        })?;
        self.delivered.push_back((place, piece));
        Ok(())
    }

    /// Puts what a step loads into its slots.
    pub(super) fn unpack(
        &mut self,
        arrays: &mut Arrays,
        loaded: Range<usize>,
        store: &mut Store,
    ) -> Result<(), CudaError> {
        for piece in self.pieces(loaded) {
            if self.delivered.is_empty() {
                self.deliver_piece(piece.clone(), store)?;
            }
            let Some((place, delivered)) = self.delivered.pop_front() else { break };
            debug_assert_eq!(delivered, piece);
            self.machine.unpack(&self.parcels.into[place])?;
            arrays.statistical.parcel = self.machine.parcel_address(&self.parcels.into[place]);
            let first = self.plan.saved.len() + piece.start;
            self.copy(arrays, Kernel::ScatterRecords, piece, first)?;
            self.machine.release(&mut self.parcels.into[place])?;
        }
        Ok(())
    }

    /// Copies between slots and a parcel; the first slot is at a place of the list.
    fn copy(
        &self,
        arrays: &mut Arrays,
        kernel: Kernel,
        piece: Range<usize>,
        first: usize,
    ) -> Result<(), CudaError> {
        arrays.statistical.first_moved = first as u32;
        let launch = KernelLaunch::over(kernel, 0..(piece.len() * self.node) as u32, TILE);
        self.machine.start(arrays, &[launch])
    }
}
