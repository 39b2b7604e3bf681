//! A machine that is hard on sessions: memory ends where a test says, and who waits gets other work to do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zeroslack::paths::{PathQuery, PathTree};
use zeroslack::{EngineChoice, PathPoints, Session, SharedMachine};
use zeroslack_cuda::{Arrays, CudaError, KernelLaunch, Machine};

use super::sessions::{edit_example, points};
use super::synthetic;

/// In place of another machine.
#[derive(Clone, Debug)]
pub struct StandIn<M> {
    machine: M,
    /// Bytes.
    free: Arc<AtomicU64>,
    /// Times that memory was asked for.
    asked: Arc<AtomicU64>,
    /// Words that were copied to it, but for parcels.
    pub written: Arc<AtomicU64>,
    /// Words that were copied back, the same.
    pub read: Arc<AtomicU64>,
    /// So many times more there is no memory.
    pub refusals: Arc<AtomicU64>,
}

impl<M> StandIn<M> {
    /// With as much memory as the machine has.
    pub fn new(machine: M) -> Self {
        Self {
            machine,
            free: Arc::new(AtomicU64::new(u64::MAX)),
            asked: Arc::default(),
            written: Arc::default(),
            read: Arc::default(),
            refusals: Arc::default(),
        }
    }
}

impl<M: Machine> Machine for StandIn<M> {
    type Buffer = M::Buffer;
    type Program = M::Program;
    type Parcel = M::Parcel;

    fn name(&self) -> &str {
        self.machine.name()
    }

    fn allocate(&self, words: usize) -> Result<M::Buffer, CudaError> {
        self.machine.allocate(words)
    }

    fn write<const N: usize>(
        &self,
        buffer: &mut M::Buffer,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<(), CudaError> {
        self.written.fetch_add((N * count) as u64, Ordering::Relaxed);
        self.machine.write(buffer, count, value)
    }

    fn read<const N: usize, T: Send>(
        &self,
        buffer: &M::Buffer,
        count: usize,
        out: &mut Vec<T>,
        value: impl Fn([u32; N]) -> T + Sync,
    ) -> Result<(), CudaError> {
        // Who waits for many values may be given other work.
        while count > M::FEW && rayon::yield_now() == Some(rayon::Yield::Executed) {}
        self.read.fetch_add((N * count) as u64, Ordering::Relaxed);
        self.machine.read(buffer, count, out, value)
    }

    fn peek<const N: usize>(&self, buffer: &M::Buffer) -> Result<[u32; N], CudaError> {
        self.machine.peek(buffer)
    }

    fn together(&self) -> Result<u32, CudaError> {
        self.machine.together()
    }

    fn address<T>(&self, buffer: &M::Buffer) -> zeroslack_cuda::Pointer<T> {
        self.machine.address(buffer)
    }

    fn prepare(
        &self,
        arrays: &Arrays,
        launches: &[KernelLaunch],
        at_once: bool,
    ) -> Result<M::Program, CudaError> {
        self.machine.prepare(arrays, launches, at_once)
    }

    fn run(&self, program: &mut M::Program) -> Result<(), CudaError> {
        self.machine.run(program)
    }

    fn start(&self, arrays: &Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        self.machine.start(arrays, launches)
    }

    fn synchronize(&self) -> Result<(), CudaError> {
        self.machine.synchronize()
    }

    fn parcel(&self, words: usize) -> Result<M::Parcel, CudaError> {
        self.machine.parcel(words)
    }

    fn parcel_address(&self, parcel: &M::Parcel) -> zeroslack_cuda::Pointer<u32> {
        self.machine.parcel_address(parcel)
    }

    fn send(&self, parcel: &mut M::Parcel, words: usize) -> Result<(), CudaError> {
        self.machine.send(parcel, words)
    }

    fn receive<T>(
        &self,
        parcel: &mut M::Parcel,
        words: usize,
        take: impl FnOnce(&[u32]) -> T,
    ) -> Result<T, CudaError> {
        self.machine.receive(parcel, words, take)
    }

    fn deliver(
        &self,
        parcel: &mut M::Parcel,
        words: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), CudaError> {
        self.machine.deliver(parcel, words, fill)
    }

    fn unpack(&self, parcel: &M::Parcel) -> Result<(), CudaError> {
        self.machine.unpack(parcel)
    }

    fn release(&self, parcel: &mut M::Parcel) -> Result<(), CudaError> {
        self.machine.release(parcel)
    }

    fn free_memory(&self) -> Result<Option<u64>, CudaError> {
        self.machine.free_memory()
    }

    fn reserve(&self, needed: u64) -> Result<(), CudaError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let refusals = self.refusals.load(Ordering::Relaxed);
        self.refusals.store(refusals.saturating_sub(1), Ordering::Relaxed);
        let free = if refusals > 0 { 0 } else { self.free.load(Ordering::Relaxed) };
        if needed > free {
            Err(CudaError::OutOfMemory { needed, free })
        } else {
            self.machine.reserve(needed)
        }
    }
}

/// What a session finds, and whether its machine did.
fn find(session: &Session, query: &PathQuery) -> (PathTree, bool) {
    find_passing(session, query, &PathPoints::new())
}

fn find_passing(session: &Session, query: &PathQuery, points: &PathPoints) -> (PathTree, bool) {
    let found = session.timed().unwrap().find_paths_passing(query, points).unwrap();
    (found.tree().clone(), found.is_of_gpu())
}

/// Constrained paths that fit, do not, and fit again.
fn check_small_part(expected: &Session, session: &Session, free: &AtomicU64) {
    let query = PathQuery::new(10);
    let found = expected.timed().unwrap().find_paths(&query);
    let worst = points(expected, &found.flat(0..1).get(0));
    let passings = [worst.len() - 2, 1].map(|place| PathPoints::new().through([worst[place].clone()]));
    let lists = passings.each_ref().map(|passing| find_passing(expected, &query, passing).0);
    assert!(find(session, &query) == (found.tree().clone(), true));
    let enough = free.swap(0, Ordering::Relaxed);
    assert!(find_passing(session, &query, &passings[0]) == (lists[0].clone(), false), "no room for the part");
    free.store(enough, Ordering::Relaxed);
    for (passing, list) in passings.iter().zip(&lists) {
        assert!(find_passing(session, &query, passing) == (list.clone(), true));
    }
    free.store(0, Ordering::Relaxed);
    assert!(
        find_passing(session, &query, &passings[1]) == (lists[1].clone(), true),
        "there is memory already"
    );
    free.store(enough, Ordering::Relaxed);
}

/// Searches, levels, RC trees and updates that do not fit.
pub fn check_small<M: SharedMachine>(machine: M) {
    let small = StandIn::new(machine);
    let (free, asked) = (Arc::clone(&small.free), Arc::clone(&small.asked));
    let expected = synthetic(300);
    let mut session = synthetic(300);
    session.set_engine_on(EngineChoice::Cuda, small);
    session.set_cppr(true);
    session.update().unwrap();
    session.set_cppr(false);
    session.update().unwrap();

    check_small_part(&expected, &session, &free);
    let [few, many] = [10, 100_000].map(PathQuery::new);
    let lists = [few, many].map(|query| find(&expected, &query).0);
    assert!(find(&session, &few) == (lists[0].clone(), true));
    let enough = session.timed().unwrap().gpu_bytes();
    free.store(enough, Ordering::Relaxed);
    assert!(find(&session, &many) == (lists[1].clone(), false), "more than there is room for");
    assert!(find(&session, &few) == (lists[0].clone(), true), "still as many as there is room for");
    free.store(0, Ordering::Relaxed);
    assert!(find(&session, &few) == (lists[0].clone(), true), "memory that is there already");
    let [one, other] =
        [&expected, &session].map(|session| session.timed().unwrap().find_paths(&few).flat(0..10));
    assert!(one == other, "no room for their vertices");
    let before = asked.load(Ordering::Relaxed);
    assert!(find(&session, &many) == (lists[1].clone(), false), "not tried again");
    assert_eq!(asked.load(Ordering::Relaxed), before);

    // Levels and RC trees come from the CPU then, but an update that was asked for of the GPU is an error.
    edit_example(&mut session);
    let error = session.update().unwrap_err();
    assert!(error.to_string().contains("GPU-005"), "{error}");
    assert_eq!(asked.load(Ordering::Relaxed), before + 3, "levels, RC trees, design");
    assert!(session.timed().is_err(), "no results of an update that failed");
    // From here on it is left alone.
    session.update().unwrap();
    assert!(session.timed().unwrap().gpu().is_none() && !session.timed().unwrap().summaries().is_empty());
}
