//! The machine of all tests: a GPU or the emulator, so that the suite is compiled once. It is hard on sessions: memory ends where a test says, and who waits gets other work to do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zeroslack_cuda::{Arrays, CudaError, Device, Emulator, Fill, KernelLaunch, Machine, Pointer};

/// An object of a GPU, or of the emulator.
#[derive(Clone, Debug)]
pub enum Either<D, E> {
    Gpu(D),
    Emulator(E),
}

/// A GPU or the emulator, which counts what is copied and limits memory. Clones are the same machine.
#[derive(Clone, Debug)]
pub struct TestMachine {
    machine: Either<Arc<Device>, Emulator>,
    /// Bytes.
    pub free: Arc<AtomicU64>,
    /// Times that memory was asked for.
    pub asked: Arc<AtomicU64>,
    /// Words that were copied to it, but for parcels.
    pub written: Arc<AtomicU64>,
    /// Words that were copied back, but for parcels.
    pub read: Arc<AtomicU64>,
    /// So many times more there is no memory.
    pub refusals: Arc<AtomicU64>,
}

impl TestMachine {
    fn new(machine: Either<Arc<Device>, Emulator>) -> Self {
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

impl From<Arc<Device>> for TestMachine {
    fn from(device: Arc<Device>) -> Self {
        Self::new(Either::Gpu(device))
    }
}

impl From<Emulator> for TestMachine {
    fn from(emulator: Emulator) -> Self {
        Self::new(Either::Emulator(emulator))
    }
}

/// Calls the machine, with something of its own if that is named.
macro_rules! call {
    ($this:ident, $machine:ident => $call:expr) => {
        match &$this.machine {
            Either::Gpu($machine) => $call,
            Either::Emulator($machine) => $call,
        }
    };
    ($this:ident, $machine:ident, $own:ident => $call:expr) => {
        match (&$this.machine, $own) {
            (Either::Gpu($machine), Either::Gpu($own)) => $call,
            (Either::Emulator($machine), Either::Emulator($own)) => $call,
            _ => unreachable!("memory of another machine"),
        }
    };
}

/// Has the machine make something.
macro_rules! make {
    ($this:ident, $machine:ident => $call:expr) => {
        Ok(match &$this.machine {
            Either::Gpu($machine) => Either::Gpu($call?),
            Either::Emulator($machine) => Either::Emulator($call?),
        })
    };
}

impl Machine for TestMachine {
    type Buffer = Either<<Arc<Device> as Machine>::Buffer, <Emulator as Machine>::Buffer>;
    type Program = Either<<Arc<Device> as Machine>::Program, <Emulator as Machine>::Program>;
    type Parcel = Either<<Arc<Device> as Machine>::Parcel, <Emulator as Machine>::Parcel>;

    fn name(&self) -> &str {
        call!(self, machine => Machine::name(machine))
    }

    fn allocate(&self, words: usize) -> Result<Self::Buffer, CudaError> {
        make!(self, machine => machine.allocate(words))
    }

    fn write_words(
        &self,
        buffer: &mut Self::Buffer,
        count: usize,
        width: usize,
        fill: &Fill<'_>,
    ) -> Result<(), CudaError> {
        self.written.fetch_add((width * count) as u64, Ordering::Relaxed);
        call!(self, machine, buffer => machine.write_words(buffer, count, width, fill))
    }

    fn read_words(
        &self,
        buffer: &Self::Buffer,
        count: usize,
        width: usize,
        take: &mut dyn FnMut(&[u32]),
    ) -> Result<(), CudaError> {
        // Who waits for many values may be given other work.
        while count > Self::FEW && rayon::yield_now() == Some(rayon::Yield::Executed) {}
        self.read.fetch_add((width * count) as u64, Ordering::Relaxed);
        call!(self, machine, buffer => machine.read_words(buffer, count, width, take))
    }

    fn peek<const N: usize>(&self, buffer: &Self::Buffer) -> Result<[u32; N], CudaError> {
        call!(self, machine, buffer => machine.peek(buffer))
    }

    fn together(&self) -> Result<u32, CudaError> {
        call!(self, machine => machine.together())
    }

    fn address<T>(&self, buffer: &Self::Buffer) -> Pointer<T> {
        call!(self, machine, buffer => machine.address(buffer))
    }

    fn prepare(
        &self,
        arrays: &Arrays,
        launches: &[KernelLaunch],
        at_once: bool,
    ) -> Result<Self::Program, CudaError> {
        make!(self, machine => machine.prepare(arrays, launches, at_once))
    }

    fn run(&self, program: &mut Self::Program) -> Result<(), CudaError> {
        call!(self, machine, program => machine.run(program))
    }

    fn start(&self, arrays: &Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        call!(self, machine => machine.start(arrays, launches))
    }

    fn synchronize(&self) -> Result<(), CudaError> {
        call!(self, machine => machine.synchronize())
    }

    fn parcel(&self, words: usize) -> Result<Self::Parcel, CudaError> {
        make!(self, machine => machine.parcel(words))
    }

    fn parcel_address(&self, parcel: &Self::Parcel) -> Pointer<u32> {
        call!(self, machine, parcel => machine.parcel_address(parcel))
    }

    fn send(&self, parcel: &mut Self::Parcel, words: usize) -> Result<(), CudaError> {
        call!(self, machine, parcel => machine.send(parcel, words))
    }

    fn receive<T>(
        &self,
        parcel: &mut Self::Parcel,
        words: usize,
        take: impl FnOnce(&[u32]) -> T,
    ) -> Result<T, CudaError> {
        call!(self, machine, parcel => machine.receive(parcel, words, take))
    }

    fn deliver(
        &self,
        parcel: &mut Self::Parcel,
        words: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), CudaError> {
        call!(self, machine, parcel => machine.deliver(parcel, words, fill))
    }

    fn unpack(&self, parcel: &Self::Parcel) -> Result<(), CudaError> {
        call!(self, machine, parcel => machine.unpack(parcel))
    }

    fn release(&self, parcel: &mut Self::Parcel) -> Result<(), CudaError> {
        call!(self, machine, parcel => machine.release(parcel))
    }

    fn free_memory(&self) -> Result<Option<u64>, CudaError> {
        call!(self, machine => machine.free_memory())
    }

    fn reserve(&self, needed: u64) -> Result<(), CudaError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let refusals = self.refusals.load(Ordering::Relaxed);
        self.refusals.store(refusals.saturating_sub(1), Ordering::Relaxed);
        let free = if refusals > 0 { 0 } else { self.free.load(Ordering::Relaxed) };
        if needed > free {
            return Err(CudaError::OutOfMemory { needed, free });
        }
        call!(self, machine => machine.reserve(needed))
    }
}
