//! Sweeps over the levels of a graph by threads that do not stop after each.
//!
//! Nodes are cut into chunks, which threads take in the order of levels. A level of few nodes joins its neighbours that have few, so that one
//! thread goes through all of them. Who takes a chunk waits only until those of the levels before it are done, by looking again and again, as that
//! is soon; chunks that were taken are always being worked on, so there is an end to it, however few threads come to help.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use crate::structure::Structure;

/// Nodes in levels, with arcs by target.
#[derive(Clone, Copy, Debug)]
pub struct Levels<'a> {
    /// Where each level's nodes start, and where the last one's end. `[level + 1]`.
    pub level_first: &'a [u32],
    /// Where the arcs into each node start, and where the last one's end. `[node + 1]`.
    pub fanin_first: &'a [u32],
}

impl Levels<'_> {
    fn count(self) -> usize {
        self.level_first.len() - 1
    }

    fn node_count(self) -> usize {
        self.fanin_first.len() - 1
    }

    fn level(self, level: usize) -> Range<usize> {
        self.level_first[level] as usize..self.level_first[level + 1] as usize
    }
}

impl Levels<'_> {
    /// Whether no two levels, and no two chunks of a level, have an arc in common. Levels have to be in order.
    fn are_arcs_apart(self, chunks: &[Chunk]) -> bool {
        let first = |node: &u32| self.fanin_first[*node as usize];
        let of_one_level = || chunks.iter().filter(|chunk| chunk.levels.len() == 1);
        self.level_first.is_sorted_by_key(first)
            && of_one_level().all(|chunk| {
                let level = self.level(chunk.levels.start as usize);
                [level.start as u32, chunk.nodes.start, chunk.nodes.end, level.end as u32]
                    .is_sorted_by_key(first)
            })
    }
}

/// # Panics
/// If the structure is not levelled.
impl<'a> From<&'a Structure> for Levels<'a> {
    fn from(structure: &'a Structure) -> Self {
        assert!(structure.is_levelled(), "nodes are swept level by level");
        Self { level_first: structure.level_first(), fanin_first: structure.fanin_first() }
    }
}

/// In which order levels are swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first level to the last: what comes into a node is known before it is.
    Forward,
    /// From the last to the first.
    Backward,
}

/// Slices that threads take parts of. Only this module says how.
pub trait Parts: Sized + Sealed {
    /// What all threads have.
    type Shared: Sync;

    /// Gives a slice away.
    fn share(self) -> Self::Shared;

    /// A part of it.
    ///
    /// # Safety
    /// The slice lives as long as `Self` says, and no two parts that overlap are there at a time. A range that it does not have panics.
    #[expect(unsafe_code, reason = "threads take parts that do not overlap")]
    unsafe fn part(shared: &Self::Shared, range: Range<usize>) -> Self;
}

/// Keeps others from saying how parts are taken.
pub trait Sealed {}

impl<T> Sealed for &mut [T] {}
impl<A: Sealed> Sealed for Option<A> {}
impl<A: Sealed, B: Sealed> Sealed for (A, B) {}
impl Sealed for () {}

/// A slice that threads share.
#[derive(Debug)]
pub struct SharedSlice<T> {
    first: *mut T,
    len: usize,
}

// SAFETY: it is only a place; who takes parts of it says that they do not overlap, and moves each to one thread.
#[expect(unsafe_code, reason = "threads take parts that do not overlap")]
unsafe impl<T: Send + Sync> Sync for SharedSlice<T> {}

impl<T> SharedSlice<T> {
    fn new(values: &mut [T]) -> Self {
        Self { first: values.as_mut_ptr(), len: values.len() }
    }

    /// Some of the values, to write to.
    ///
    /// # Safety
    /// The slice it was made of lives for `'a`, and nobody else has any of these values then.
    #[expect(unsafe_code, reason = "threads take parts that do not overlap")]
    unsafe fn to_write<'a>(&self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.len, "a part of the slice");
        // SAFETY: the range is in the slice, and it is this one's alone.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(range.start), range.len()) }
    }

    /// Some of the values, to read.
    ///
    /// # Safety
    /// The slice it was made of lives for `'a`, and nobody writes to any of these values then.
    #[expect(unsafe_code, reason = "threads read what is done")]
    unsafe fn to_read<'a>(&self, range: Range<usize>) -> &'a [T] {
        assert!(range.start <= range.end && range.end <= self.len, "a part of the slice");
        // SAFETY: the range is in the slice, and nobody writes there.
        unsafe { std::slice::from_raw_parts(self.first.add(range.start), range.len()) }
    }
}

impl<T: Send + Sync> Parts for &mut [T] {
    type Shared = SharedSlice<T>;

    fn share(self) -> SharedSlice<T> {
        SharedSlice::new(self)
    }

    #[expect(unsafe_code, reason = "threads take parts that do not overlap")]
    unsafe fn part(shared: &SharedSlice<T>, range: Range<usize>) -> Self {
        // SAFETY: as this function asks.
        unsafe { shared.to_write(range) }
    }
}

impl<A: Parts> Parts for Option<A> {
    type Shared = Option<A::Shared>;

    fn share(self) -> Self::Shared {
        self.map(A::share)
    }

    #[expect(unsafe_code, reason = "threads take parts that do not overlap")]
    unsafe fn part(shared: &Self::Shared, range: Range<usize>) -> Self {
        // SAFETY: as this function asks.
        shared.as_ref().map(|shared| unsafe { A::part(shared, range) })
    }
}

impl<A: Parts, B: Parts> Parts for (A, B) {
    type Shared = (A::Shared, B::Shared);

    fn share(self) -> Self::Shared {
        (self.0.share(), self.1.share())
    }

    #[expect(unsafe_code, reason = "threads take parts that do not overlap")]
    unsafe fn part(shared: &Self::Shared, range: Range<usize>) -> Self {
        // SAFETY: as this function asks.
        unsafe { (A::part(&shared.0, range.clone()), B::part(&shared.1, range)) }
    }
}

impl Parts for () {
    type Shared = ();

    fn share(self) {}

    #[expect(unsafe_code, reason = "there is nothing to share")]
    unsafe fn part((): &(), _: Range<usize>) {}
}

/// What a thread is given of a level.
#[derive(Debug)]
pub struct LevelPart<'a, T, B> {
    /// Nodes of one level.
    pub nodes: Range<usize>,
    /// The values of all nodes of the levels before: lower ones forward, higher ones backward.
    pub done: &'a [T],
    /// The node that the first of `done` is of.
    pub done_first: usize,
    /// The values of these nodes, to be found.
    pub here: &'a mut [T],
    /// What else is to be found: of the arcs into these nodes.
    pub arcs: B,
}

/// Nodes that one thread takes at once.
#[derive(Clone, Debug)]
struct Chunk {
    /// One, unless each of them is small.
    levels: Range<u32>,
    /// Of the level, if it is one; of several levels all nodes count, and this says nothing.
    nodes: Range<u32>,
    stage: u32,
}

/// Chunks that do not depend on each other.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Stage {
    chunks: u32,
    done: AtomicU32,
}

/// A sweep over all levels, cut into chunks.
#[derive(Debug)]
struct Schedule {
    chunks: Vec<Chunk>,
    stages: Vec<Stage>,
    next: AtomicUsize,
    /// Whether the work of some thread panicked, so that what the others wait for will not come.
    has_failed: AtomicBool,
}

/// Tells all others when a chunk is done, or that it never will be.
struct Working<'a> {
    schedule: &'a Schedule,
    stage: usize,
    is_done: bool,
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        if self.is_done {
            self.schedule.stages[self.stage].done.fetch_add(1, Ordering::Release);
        } else {
            self.schedule.has_failed.store(true, Ordering::Release);
        }
    }
}

/// Chunks of a wide level for each thread.
const CHUNKS: usize = 4;

/// Looks at what others do before a thread lets others run.
const LOOKS: u32 = 256;

impl Schedule {
    fn new(graph: Levels<'_>, direction: Direction, grain: usize, threads: usize) -> Self {
        let (mut chunks, mut stages) = (Vec::<Chunk>::new(), Vec::<Stage>::new());
        let levels = graph.count();
        assert!(graph.level_first.is_sorted(), "levels one after the other");
        let mut is_narrow = false;
        for turn in 0..levels {
            let level = if direction == Direction::Forward { turn } else { levels - 1 - turn };
            let nodes = graph.level(level);
            if nodes.is_empty() {
                continue;
            }
            let was_narrow = std::mem::replace(&mut is_narrow, nodes.len() <= grain);
            let number = level as u32;
            if is_narrow
                && was_narrow
                && let Some(last) = chunks.last_mut()
            {
                last.levels = last.levels.start.min(number)..last.levels.end.max(number + 1);
                continue;
            }
            // Values of neighbouring chunks should not share a cache line.
            let size = nodes.len().div_ceil(CHUNKS * threads).max(grain).next_multiple_of(8);
            let stage = stages.len() as u32;
            let starts = nodes.clone().step_by(size);
            stages.push(Stage { chunks: starts.len() as u32, done: AtomicU32::new(0) });
            chunks.extend(starts.map(|start| Chunk {
                levels: number..number + 1,
                nodes: start as u32..nodes.end.min(start + size) as u32,
                stage,
            }));
        }
        assert!(graph.are_arcs_apart(&chunks), "arcs by target, one after the other");
        Self { chunks, stages, next: AtomicUsize::new(0), has_failed: AtomicBool::new(false) }
    }

    /// The most threads that have something to do at a time.
    fn width(&self) -> usize {
        self.stages.iter().map(|stage| stage.chunks as usize).max().unwrap_or(0)
    }

    /// Waits for all chunks before a stage; false if they will never be done.
    fn wait_before(&self, stage: usize) -> bool {
        let Some(before) = stage.checked_sub(1) else { return true };
        let before = &self.stages[before];
        let mut looks = 0;
        while before.done.load(Ordering::Acquire) < before.chunks {
            if self.has_failed.load(Ordering::Acquire) {
                return false;
            }
            looks += 1;
            if looks < LOOKS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        true
    }

    /// Takes chunks until there are none.
    fn work_off(&self, mut work: impl FnMut(&Chunk)) {
        while let Some(chunk) = self.chunks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let stage = chunk.stage as usize;
            if !self.wait_before(stage) {
                return;
            }
            let mut working = Working { schedule: self, stage, is_done: false };
            work(chunk);
            working.is_done = true;
        }
    }
}

/// Finds the values of all nodes, level by level, on rayon's current threads: `work` finds those of some nodes of a level, when all of the levels before
/// are there, in chunks of `grain` nodes at the least. `arcs` has a value for each arc, grouped by its target. Each thread has something of its
/// own, from `start`, to work with. `work` must neither call rayon nor wait for another thread: one that goes on with something else while it holds a
/// chunk would wait for itself.
///
/// # Panics
/// If levels are not in order, if `values` are not as many as nodes, or if `work` panics.
pub fn sweep_levels<T: Send + Sync, B: Parts, L>(
    graph: Levels<'_>,
    direction: Direction,
    grain: usize,
    (values, arcs): (&mut [T], B),
    start: impl Fn() -> L + Sync,
    work: impl Fn(&mut L, LevelPart<'_, T, B>) + Sync,
) {
    assert_eq!(values.len(), graph.node_count(), "a value for each node");
    let threads = rayon::current_num_threads();
    let schedule = Schedule::new(graph, direction, grain, threads);
    let (values, arcs) = (SharedSlice::new(values), arcs.share());
    let run = || {
        let mut own = start();
        schedule.work_off(|chunk| {
            let of_level = |level: u32, nodes: Range<usize>, own: &mut L| {
                let here = graph.level(level as usize);
                let done = match direction {
                    Direction::Forward => 0..here.start,
                    Direction::Backward => here.end..graph.node_count(),
                };
                let first = graph.fanin_first;
                let arc_range = first[nodes.start] as usize..first[nodes.end] as usize;
                // SAFETY: both slices live until this function ends, and all threads are done before. A chunk is taken by one thread, chunks of a
                // level have different nodes, and so different arcs into them; nobody writes to nodes of other levels until the next stage, whose
                // threads wait for this one. `done` are the nodes of stages before, or of levels that this thread was through with before.
                #[expect(unsafe_code, reason = "threads take parts that do not overlap")]
                let part = unsafe {
                    LevelPart {
                        done_first: done.start,
                        done: values.to_read(done),
                        here: values.to_write(nodes.clone()),
                        arcs: B::part(&arcs, arc_range),
                        nodes,
                    }
                };
                work(own, part);
            };
            match chunk.levels.len() {
                1 => of_level(
                    chunk.levels.start,
                    chunk.nodes.start as usize..chunk.nodes.end as usize,
                    &mut own,
                ),
                _ => in_direction(chunk.levels.clone(), direction, |level| {
                    of_level(level, graph.level(level as usize), &mut own);
                }),
            }
        });
    };
    in_parallel(threads.min(schedule.width()), &run);
}

fn in_direction(levels: Range<u32>, direction: Direction, visit: impl FnMut(u32)) {
    match direction {
        Direction::Forward => levels.for_each(visit),
        Direction::Backward => levels.rev().for_each(visit),
    }
}

/// Runs something on so many threads, if they come; on this one at least.
fn in_parallel(threads: usize, run: &(impl Fn() + Sync)) {
    match threads {
        0 | 1 => run(),
        _ => {
            // In halves, so that those who wake up wake others.
            rayon::join(|| in_parallel(threads - threads / 2, run), || in_parallel(threads / 2, run));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arc::{ArcSource, PackedKind};
    use crate::ids::NodeId;
    use zeroslack_netlist::PinId;
    use zeroslack_testing::Noise;

    /// A graph of random levels, where each node has arcs from random nodes before its level.
    fn random(noise: &mut Noise) -> Structure {
        let mut structure = Structure::empty();
        let mut below = |limit: usize| noise.below(limit as u64) as usize;
        for _ in 0..below(30) {
            let most = [1, 3, 40, 400][below(4)];
            let (first, width) = (structure.node_count(), below(most + 1));
            for node in first..first + width {
                structure.node_pin.push(PinId(node as u32));
                for _ in 0..if first == 0 { 0 } else { below(4) } {
                    let source = NodeId::at(below(first));
                    structure.arc_source.push(ArcSource::new(source, false, [true; 2]));
                    structure.arc_kind.push(PackedKind::wire(0));
                }
                structure.fanin_first.push(structure.arc_count() as u32);
            }
            structure.level_first.push(structure.node_count() as u32);
        }
        structure.lay_out_fanouts();
        structure
    }

    /// A number for each node that depends on all that it should be found after.
    fn next(node: usize, of_others: impl Iterator<Item = u64>) -> u64 {
        of_others.fold(node as u64 + 1, |sum, other| sum.wrapping_mul(31).wrapping_add(other))
    }

    fn forward(structure: &Structure, grain: usize) -> (Vec<u64>, Vec<u64>) {
        let (mut values, mut arcs) = (vec![0; structure.node_count()], vec![0; structure.arc_count()]);
        sweep_levels(
            structure.into(),
            Direction::Forward,
            grain,
            (&mut values[..], &mut arcs[..]),
            || (),
            |(), LevelPart { nodes, done, here, arcs, .. }| {
                let mut arcs = arcs.iter_mut();
                for (node, here) in nodes.zip(here) {
                    let sources =
                        structure.fanin(NodeId::at(node)).map(|arc| structure.arc_source(arc).node());
                    *here = next(node, sources.clone().map(|source| done[source.index()]));
                    sources.zip(&mut arcs).for_each(|(source, arc)| *arc = done[source.index()]);
                }
            },
        );
        (values, arcs)
    }

    fn backward(structure: &Structure, grain: usize) -> Vec<u64> {
        let mut values = vec![0; structure.node_count()];
        sweep_levels(
            structure.into(),
            Direction::Backward,
            grain,
            (&mut values[..], ()),
            || (),
            |(), LevelPart { nodes, done, done_first, here, .. }| {
                for (node, here) in nodes.zip(here) {
                    let targets = structure.fanout(NodeId::at(node)).iter();
                    *here = next(node, targets.map(|fanout| done[fanout.node().index() - done_first]));
                }
            },
        );
        values
    }

    #[test]
    fn any_number_of_threads_finds_the_same() {
        let mut noise = Noise(1);
        let pools = [1, 2, 3, 8]
            .map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
        for _ in 0..if cfg!(miri) { 3 } else { 200 } {
            let structure = random(&mut noise);
            let (mut values, mut arcs) = (Vec::new(), Vec::new());
            for level in structure.levels() {
                for node in level {
                    let sources =
                        structure.fanin(NodeId::at(node)).map(|arc| structure.arc_source(arc).node());
                    arcs.extend(sources.clone().map(|source| values[source.index()]));
                    values.push(next(node, sources.map(|source| values[source.index()])));
                }
            }
            let mut above = vec![0; structure.node_count()];
            for node in (0..structure.node_count()).rev() {
                let targets = structure.fanout(NodeId::at(node)).iter();
                above[node] = next(node, targets.map(|fanout| above[fanout.node().index()]));
            }
            let grain = 1 + noise.below(60) as usize;
            for pool in &pools {
                let found = pool.install(|| forward(&structure, grain));
                assert_eq!(found, (values.clone(), arcs.clone()), "grain {grain}");
                assert_eq!(pool.install(|| backward(&structure, grain)), above, "grain {grain}");
            }
        }
    }

    #[test]
    fn sweeps_within_sweeps_of_one_pool_come_to_an_end() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
        let structures: Vec<Structure> = (0..12).map(|seed| random(&mut Noise(seed + 1))).collect();
        let alone: Vec<Vec<u64>> = structures.iter().map(|structure| backward(structure, 1)).collect();
        let together: Vec<Vec<u64>> = pool.install(|| {
            use rayon::prelude::*;
            structures.par_iter().map(|structure| backward(structure, 4)).collect()
        });
        assert_eq!(together, alone);
    }

    #[test]
    fn levels_that_overlap_are_refused() {
        let sweep = |level_first: &[u32], fanin_first: &[u32]| {
            let levels = Levels { level_first, fanin_first };
            let (mut values, mut arcs) = (vec![0_u8; fanin_first.len() - 1], vec![0_u8; 100]);
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                sweep_levels(
                    levels,
                    Direction::Forward,
                    8,
                    (&mut values[..], &mut arcs[..]),
                    || (),
                    |(), _| (),
                );
            }))
        };
        let even: Vec<u32> = (0..=32).collect();
        assert!(sweep(&[0, 16, 32], &even).is_ok());
        assert!(sweep(&[0, 32, 0, 32], &even).is_err());
        let mut odd = even.clone();
        (odd[8], odd[16]) = (24, 0);
        assert!(sweep(&[0, 32], &odd).is_err());
        let mut longer = even;
        longer[32] = 200;
        assert!(sweep(&[0, 32], &longer).is_err());
    }

    #[test]
    fn who_panics_stops_all() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        let structure = (0..).map(|seed| random(&mut Noise(seed + 1))).find(|s| s.node_count() > 500);
        let structure = structure.expect("a graph");
        let fails_at = structure.node_count() / 2;
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut values = vec![0_u64; structure.node_count()];
            pool.install(|| {
                sweep_levels(
                    (&structure).into(),
                    Direction::Forward,
                    2,
                    (&mut values[..], ()),
                    || (),
                    |(), part| assert!(!part.nodes.contains(&fails_at), "found at {fails_at}"),
                );
            });
        }));
        assert!(panicked.is_err());
    }
}
