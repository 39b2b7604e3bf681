//! CPPR on a machine: the clock network, and for every vertex the arrivals that can matter after it.
//!
//! It is what `zeroslack_timing`'s CPPR does. Lists of merges are taken from one pool, block by block as they come; how much all of them
//! need is known after a sweep, and where there was too little, the sweep is made again with more.

use std::ops::Range;

use zeroslack_graph::TimingGraph;
use zeroslack_timing::CommonPoint;

use crate::arrays::clocks::{ClockArrays, ListEntry};
use crate::engine::clock_network::Network;
use crate::engine::latches::Given;
use crate::engine::schedule::arrivals;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, TILE};
use crate::machine::meter::Meter;
use crate::machine::upload::Upload;
use crate::machine::words::words_of;

/// Heads of a node: one of each transition and split.
pub(crate) const LANES: usize = 4;

/// Entries that there is room for at first, a node: hardly any in tests, so that they run out of it.
const ENTRIES: usize = if cfg!(debug_assertions) { 0 } else { 2 };

/// Room for the entries of lists, from which they are taken as they come.
#[derive(Debug)]
pub(crate) struct Pool<B> {
    /// How many are used.
    used: B,
    entries: B,
    room: u64,
}

impl<B> Pool<B> {
    /// For lists of so many nodes.
    pub(crate) fn new<M: Machine<Buffer = B>>(machine: &M, nodes: usize) -> Result<Self, CudaError> {
        let room = ENTRIES * nodes;
        let (used, entries) = (machine.allocate(2)?, machine.allocate(words_of::<ListEntry>(room))?);
        Ok(Self { used, entries, room: room as u64 })
    }

    /// How much it takes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of::<ListEntry>() as u64 * self.room
    }

    /// Says where it is.
    pub(crate) fn enter<M: Machine<Buffer = B>>(&self, machine: &M, arrays: &mut ClockArrays) {
        (arrays.used, arrays.entries) = (machine.address(&self.used), machine.address(&self.entries));
        arrays.room = self.room;
    }

    /// Whether the last sweep's lists had room. If not, there is room for them now, and the sweep has to be made again.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub(crate) fn settle<M: Machine<Buffer = B>>(&mut self, machine: &M) -> Result<bool, CudaError> {
        let [low, high] = machine.peek(&self.used)?;
        let used = u64::from(high) << 32 | u64::from(low);
        if used <= self.room {
            return Ok(true);
        }
        // Lists after those without room are shorter than they will be.
        let most = u64::from(u32::MAX);
        if used > most {
            return Err(CudaError::Unsupported { what: "so many arrivals that can matter after CPPR" });
        }
        let mut room = (used.max(self.room) + used / 2).min(most);
        if machine.reserve(size_of::<ListEntry>() as u64 * room).is_err() {
            room = used;
            machine.reserve(size_of::<ListEntry>() as u64 * room)?;
        }
        self.entries = machine.allocate(words_of::<ListEntry>(room as usize))?;
        self.room = room;
        Ok(false)
    }
}

/// The clock network and the lists of a design.
#[derive(Debug)]
pub(crate) struct Clocks<B> {
    pub(crate) arrays: ClockArrays,
    /// All that follows arrivals, in order.
    pub(crate) launches: Vec<KernelLaunch>,
    /// The same from the lists on, where latches may have them made again.
    pub(crate) again: Vec<KernelLaunch>,
    /// The clock vertices of each level.
    pub(crate) levels: Vec<Range<u32>>,
    pool: Pool<B>,
    /// Of all but the pool.
    bytes: u64,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    kept: Vec<B>,
}

impl<B> Clocks<B> {
    /// How much memory it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes + self.pool.bytes()
    }

    /// Takes memory for a graph's, by a rule for common points.
    pub(crate) fn new<M: Machine<Buffer = B>>(
        machine: &M,
        graph: &TimingGraph,
        rule: CommonPoint,
    ) -> Result<Self, CudaError> {
        let (network, meter) = (Network::new(graph, rule), Meter::default());
        let pool = Clocks::of(&meter, graph, &network, rule)?.pool.bytes();
        machine.reserve(meter.bytes.get())?;
        Ok(Self {
            bytes: meter.bytes.get().saturating_sub(pool),
            ..Self::of(machine, graph, &network, rule)?
        })
    }

    fn of<M: Machine<Buffer = B>>(
        machine: &M,
        graph: &TimingGraph,
        network: &Network,
        rule: CommonPoint,
    ) -> Result<Self, CudaError> {
        let (count, nodes) = (network.vertices.len(), graph.node_count());
        let mut to = Upload { machine, kept: Vec::new() };
        let pool = Pool::new(machine, nodes)?;
        let mut arrays = ClockArrays {
            vertex: to.array(count, |place| [network.vertices[place].0])?,
            number: to.words(&network.number)?,
            place: to.room(count)?,
            spread: to.room(count)?,
            trace: to.room(count)?,
            order: to.room(count)?,
            above: to.room(count + 1)?,
            ordered: to.room(1)?,
            extremes: to.room(4)?,
            heads: to.room(LANES * nodes)?,
            count: count as u32,
            is_on: 1,
            is_same_pin: u32::from(rule == CommonPoint::SamePin),
            ..ClockArrays::default()
        };
        if let Some(points) = &network.points {
            (arrays.point, arrays.point_end) = (to.words(&points.of)?, to.words(&points.end)?);
            (arrays.by_lane, arrays.parent) = (to.room(count)?, to.room(count)?);
            arrays.rise = to.room(count)?;
        }
        if let Some(component) = &network.components {
            (arrays.start_pin, arrays.tops) = (to.room(2 * count)?, to.room(count)?);
            (arrays.bounds, arrays.component) = (to.room(4 * count)?, to.words(component)?);
        }
        pool.enter(machine, &mut arrays);
        let (mut launches, lists, mut again) = (launches(graph, network), lists(graph), Vec::new());
        launches.extend_from_slice(&lists);
        if !graph.latches().is_empty() {
            again = [&[KernelLaunch::indices(Kernel::BeginLists, 1)], &lists[..]].concat();
        }
        let levels = levels(graph, network);
        Ok(Self { arrays, launches, again, levels, pool, bytes: 0, kept: to.kept })
    }

    /// Whether the last sweep's lists had room: see [`Pool::settle`].
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub(crate) fn settle<M: Machine<Buffer = B>>(&mut self, machine: &M) -> Result<bool, CudaError> {
        let is_settled = self.pool.settle(machine)?;
        self.pool.enter(machine, &mut self.arrays);
        Ok(is_settled)
    }
}

/// The clock vertices of each level.
fn levels(graph: &TimingGraph, network: &Network) -> Vec<Range<u32>> {
    (0..graph.level_count()).map(|level| network.of_level(graph.level(level))).collect()
}

fn launches(graph: &TimingGraph, network: &Network) -> Vec<KernelLaunch> {
    let levels = levels(graph, network);
    let launch = |kernel, level: &Range<u32>| KernelLaunch::over(kernel, level.clone(), TILE);
    let mut launches = vec![KernelLaunch::indices(Kernel::BeginClocks, 4)];
    let mut place = Kernel::PlaceClock;
    if network.points.is_some() {
        launches.push(KernelLaunch::indices(Kernel::TraceClock, network.vertices.len() as u32));
        place = Kernel::PlacePoint;
    }
    launches.extend(levels.iter().map(|level| launch(place, level)));
    launches.extend(levels.iter().rev().map(|level| launch(Kernel::CountClock, level)));
    launches.extend(levels.iter().map(|level| launch(Kernel::LabelClock, level)));
    launches.push(KernelLaunch::tiles(Kernel::ClockExtremes, network.vertices.len() as u32));
    launches.retain(|launch| !launch.is_empty());
    launches
}

/// The lists, with what latches are given by them, and the arrivals that follow from that.
fn lists(graph: &TimingGraph) -> Vec<KernelLaunch> {
    let given = Given::new(graph);
    let mut launches = Vec::with_capacity(graph.level_count());
    for (level, lists) in list_launches(graph.level_first()).enumerate() {
        launches.push(given.launch(Kernel::GiveTimeAfterCppr, &graph.level(level)));
        launches.push(lists);
    }
    if !given.arcs.is_empty() {
        launches.extend(arrivals(graph, None));
    }
    launches.retain(|launch| !launch.is_empty());
    launches
}

/// Ways into a node of a level of cells, about.
const WAYS: usize = 4;

/// The sweep that makes the lists of all levels; the nodes of each start at `level_first`, and those of the last end.
pub(crate) fn list_launches(level_first: &[u32]) -> impl Iterator<Item = KernelLaunch> + '_ {
    let levels = level_first.windows(2).map(|nodes| nodes[0] as usize..nodes[1] as usize);
    levels.map(|nodes| of_level(Kernel::ClockLists, nodes))
}

/// The lists of a level's nodes.
pub(crate) fn of_level(kernel: Kernel, nodes: Range<usize>) -> KernelLaunch {
    let ways = WAYS * nodes.len();
    KernelLaunch::level(kernel, nodes, ways)
}
