//! Latches on a machine: what they are given is found level by level, and again as long as it depends on what was given before.

use std::borrow::Cow;
use std::ops::Range;

use zeroslack_graph::{ArcId, NodeId, Opening, PinGraph, TimingGraph};
use zeroslack_timing::MOST_LATCH_PASSES;
use zeroslack_units::{Quad, UNDEFINED, quad};

use crate::arrays::Arrays;
use crate::engine::resident::Resident;
use crate::engine::schedule::{Stage, lanes, launch};
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::upload::Upload;
use crate::machine::words::time_word_pair;

/// The arcs whose delays are times given, and by which openings.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// With the giving sides that they lead to, in the order of these.
    pub(crate) arcs: Vec<(NodeId, ArcId)>,
    /// Where the gifts of each arc and transition start, and where those of the last end. `[2 × arc + transition]`.
    first: Vec<u32>,
    /// The opening of each gift.
    openings: Vec<u32>,
}

impl Given {
    /// Of a graph; one with latches has delays of its own.
    pub(crate) fn new(graph: &TimingGraph) -> Self {
        let mut given = Self { first: vec![0], ..Self::default() };
        for gift in graph.latches().gifts() {
            if given.arcs.last() != Some(&(gift.node, gift.arc)) {
                given.end_at(2 * given.arcs.len());
                given.arcs.push((gift.node, gift.arc));
            }
            given.end_at(2 * given.arcs.len() - 2 + gift.to as usize);
            given.openings.push(gift.opening);
        }
        given.end_at(2 * given.arcs.len());
        given
    }

    /// What comes from here on is of a place.
    fn end_at(&mut self, place: usize) {
        self.first.resize(place + 1, self.openings.len() as u32);
    }

    /// Whether the delay of an arc is a time given.
    pub(crate) fn has(&self, arc: ArcId) -> bool {
        self.arcs.binary_search_by_key(&arc, |&(_, given)| given).is_ok()
    }

    /// What finds what is given at the giving sides of a level.
    pub(crate) fn launch(&self, kernel: Kernel, nodes: &Range<usize>) -> KernelLaunch {
        let place = |node: usize| self.arcs.partition_point(|(side, _)| side.index() < node);
        lanes(kernel, place(nodes.start)..place(nodes.end))
    }
}

/// Slews that are stated at nodes, in their order: constraints state some, and where latches follow data that depends on them those of the pass before are.
pub(crate) fn stated_slews(graph: &PinGraph) -> Cow<'_, [(NodeId, Quad<f32>)]> {
    let mut slews = Cow::Borrowed(graph.driver_slews());
    let looped = graph.latches().iter().filter(|latch| latch.is_looped).map(|latch| latch.giving);
    let is_new = |side: &NodeId| graph.driver_slews().binary_search_by_key(side, |&(node, _)| node).is_err();
    let followed: Vec<_> = looped.filter(is_new).map(|side| (side, quad(f32::NAN))).collect();
    if !followed.is_empty() {
        slews.to_mut().extend(followed);
        slews.to_mut().sort_unstable_by_key(|&(node, _)| node);
    }
    slews
}

impl<M: Machine> Upload<'_, M> {
    /// Copies what there is to know of latches. Returns the counters of changes.
    pub(crate) fn latches(
        &mut self,
        arrays: &mut Arrays,
        graph: &TimingGraph,
    ) -> Result<M::Buffer, CudaError> {
        let (latches, given) = (graph.latches(), Given::new(graph));
        let openings = latches.openings();
        let to = &mut arrays.latches;
        to.openings = self.array(openings.len(), |i| opening_words(&openings[i]))?;
        to.given_arc = self.array(given.arcs.len(), |i| [given.arcs[i].1.0])?;
        to.gift_first = self.words(&given.first)?;
        to.gift_opening = self.words(&given.openings)?;
        (to.came, to.credit) = (self.room(2 * openings.len())?, self.room(2 * openings.len())?);
        (to.closes, to.window) = (self.room(2 * openings.len())?, self.room(2 * openings.len())?);
        let slews = stated_slews(graph.pins());
        let looped: Vec<_> = graph.pins().latches().iter().filter(|latch| latch.is_looped).collect();
        to.looped_data = self.array(looped.len(), |i| [looped[i].data.0])?;
        let place = |node: NodeId| slews.partition_point(|&(other, _)| other < node) as u32;
        to.looped_slew = self.array(looped.len(), |i| [place(looped[i].giving)])?;
        (to.opening_count, to.looped_count) = (openings.len() as u32, looped.len() as u32);
        let mut changes = self.machine.allocate(2)?;
        self.machine.write(&mut changes, 2, |_| [0])?;
        to.changes = self.machine.address(&changes);
        Ok(changes)
    }
}

/// As `Opening` in `arrays.h`.
fn opening_words(opening: &Opening) -> [u32; 12] {
    let times = [opening.shift, opening.actual_shift, opening.most.unwrap_or(UNDEFINED)];
    let [[a, b], [c, d], [e, f]] = times.map(time_word_pair);
    [opening.check.0, opening.clock.0, a, b, c, d, e, f, opening.is_looped.into(), 0, 0, 0]
}

/// What updates of a design with latches run beside the stages.
#[derive(Debug)]
pub(crate) struct LatchPrograms<P> {
    /// Those of the forward stage, which has to know whether CPPR is on.
    forward: Vec<KernelLaunch>,
    begin: P,
    follow: P,
    take: P,
    /// The lists of CPPR again, and what follows from them.
    again: P,
    has_looped: bool,
    has_looped_slews: bool,
    /// Changes that were counted when they were looked at last.
    seen: [u32; 2],
    /// Passes of the last update, and openings that still changed in the last one allowed.
    passes: u32,
    unsettled: usize,
}

impl<P> LatchPrograms<P> {
    /// None where there are no latches.
    pub(crate) fn new<M: Machine<Program = P>>(
        machine: &M,
        graph: &TimingGraph,
        resident: &Resident<M::Buffer>,
        forward: impl FnOnce() -> Vec<KernelLaunch>,
    ) -> Result<Option<Self>, CudaError> {
        let (latches, arrays) = (graph.latches(), &resident.arrays);
        if graph.pins().latches().is_empty() {
            return Ok(None);
        }
        let (openings, looped) =
            (arrays.latches.opening_count as usize, arrays.latches.looped_count as usize);
        let prepare = |launch: KernelLaunch| machine.prepare(arrays, filled(&[launch]), false);
        Ok(Some(Self {
            forward: forward(),
            begin: prepare(launch(Kernel::BeginLatches, 0..(2 * openings).max(4 * looped), 1))?,
            follow: prepare(launch(Kernel::FollowSlews, 0..looped, 1))?,
            take: prepare(take(arrays))?,
            again: machine.prepare(arrays, &[], false)?,
            has_looped: latches.openings().iter().any(|opening| opening.is_looped),
            has_looped_slews: looped > 0,
            seen: [0; 2],
            passes: 0,
            unsettled: 0,
        }))
    }

    /// Makes ready what depends on CPPR: the forward stage, and `again`, the launches from the lists on.
    pub(crate) fn forward_of<M: Machine<Program = P>>(
        &mut self,
        machine: &M,
        arrays: &Arrays,
        (again, forward): (&[KernelLaunch], &mut P),
    ) -> Result<(), CudaError> {
        self.take = machine.prepare(arrays, filled(&[take(arrays)]), false)?;
        self.again = machine.prepare(arrays, again, false)?;
        *forward = machine.prepare(arrays, &self.forward, false)?;
        Ok(())
    }
}

/// Takes over when the data of looped latches came.
fn take(arrays: &Arrays) -> KernelLaunch {
    launch(Kernel::TakeGiven, 0..arrays.latches.opening_count as usize, 1)
}

/// A launch, if it has something to do.
fn filled(launch: &[KernelLaunch; 1]) -> &[KernelLaunch] {
    if launch[0].is_empty() { &[] } else { launch }
}

impl<M: Machine> Engine<M> {
    /// Before an update.
    pub(crate) fn begin_latches(&mut self) -> Result<(), CudaError> {
        let Some(latches) = &mut self.latches else { return Ok(()) };
        (latches.passes, latches.unsettled) = (0, 0);
        self.machine.run(&mut latches.begin)
    }

    /// After the stage of delays: again, as long as slews at giving sides depend on what was found.
    pub(crate) fn settle_slews(&mut self) -> Result<(), CudaError> {
        for _ in 1..MOST_LATCH_PASSES {
            let Some(latches) = self.latches.as_mut().filter(|latches| latches.has_looped_slews) else {
                break;
            };
            self.machine.run(&mut latches.follow)?;
            if self.changes(1)? == 0 {
                break;
            }
            self.machine.run(&mut self.programs[Stage::Delays as usize])?;
        }
        Ok(())
    }

    /// After arrivals, and lists where CPPR is on: again, as long as what latches are given depends on what was found.
    pub(crate) fn settle_latches(&mut self) -> Result<(), CudaError> {
        while let Some(latches) = self.latches.as_mut().filter(|latches| latches.has_looped) {
            self.machine.run(&mut latches.take)?;
            latches.passes += 1;
            let (passes, changed) = (latches.passes, self.changes(0)?);
            let Some(latches) = &mut self.latches else { break };
            latches.unsettled = changed as usize;
            if changed == 0 || passes >= MOST_LATCH_PASSES {
                break;
            }
            if self.has_cppr() {
                self.list_again()?;
            } else {
                self.machine.run(&mut self.programs[Stage::Forward as usize])?;
            }
        }
        Ok(())
    }

    /// Makes the lists of CPPR again, and what follows from them.
    fn list_again(&mut self) -> Result<(), CudaError> {
        loop {
            let Some(latches) = &mut self.latches else { return Ok(()) };
            self.machine.run(&mut latches.again)?;
            if self.lists_have_room()? {
                return Ok(());
            }
        }
    }

    /// How many changes of a kind were counted since they were looked at last.
    fn changes(&mut self, kind: usize) -> Result<u32, CudaError> {
        let counted: [u32; 2] = self.machine.peek(&self.resident.latch_changes)?;
        let Some(latches) = &mut self.latches else { return Ok(0) };
        let new = counted[kind].wrapping_sub(latches.seen[kind]);
        latches.seen[kind] = counted[kind];
        Ok(new)
    }

    /// Passes that arrivals of the last update took, and how many openings still changed in the last one, if no more were allowed.
    pub fn latch_passes(&self) -> (u32, usize) {
        self.latches.as_ref().map_or((0, 0), |latches| (latches.passes.max(1), latches.unsettled))
    }
}
