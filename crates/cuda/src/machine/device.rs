//! A GPU, found and opened at run time.

use std::fmt;
use std::ptr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cudarc::driver::sys::{
    self, CUdevice_attribute_enum as Attribute, CUgraphExec, CUgraphInstantiate_flags, CUresult, CUstream,
    CUstreamCaptureMode,
};
use cudarc::driver::{CudaContext, CudaGraph, CudaSlice, CudaStream, DevicePtr, DriverError, result};
use rayon::prelude::*;

use crate::arrays::Arrays;
use crate::arrays::pointer::Pointer;
use crate::error::{CudaError, Trying};
use crate::machine::allocations::{Allocation, Allocations};
use crate::machine::contract;
use crate::machine::function::{Begin, Function};
use crate::machine::kernel::{Kernel, KernelLaunch, MOST_THREADS};
use crate::machine::parcel::Parcel;
use crate::machine::ptx::{self, KernelTexts};
use crate::machine::staging::Staging;
use crate::machine::{Fill, Machine};

/// The CUDA version that the kernels were compiled with: 1000 × major + 10 × minor.
const CUDA_VERSION: i32 = 12_020;

/// From this version on launches of a graph may begin before those before them are done, on GPUs of at least this capability.
const EARLY: (i32, (i32, i32)) = (12_030, (9, 0));

/// Blocks of a multiprocessor that wait for each other at the most: the more there are, the longer they wait.
const MOST_TOGETHER: u32 = 2;

/// Streams beside the first, for launches that are independent.
const SIDE_STREAMS: usize = 8;

/// An open GPU.
#[derive(Debug)]
pub struct Device {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    /// By one thread at a time, as nothing but what is captured may be started on these meanwhile.
    captures: Mutex<Captures>,
    /// For parcels that are copied out, and in.
    copies: [Arc<CudaStream>; 2],
    texts: KernelTexts,
    /// The kernels that were used so far, in the order of [`Kernel::ALL`]. Each is a module of its own.
    functions: Vec<OnceLock<Function>>,
    /// Whether launches may begin before those before them are done.
    begins_early: bool,
    staging: Mutex<Staging>,
    allocations: Allocations,
    together: OnceLock<u32>,
    name: String,
}

/// Streams on which launches are only captured, to become programs.
#[derive(Debug)]
struct Captures {
    stream: Arc<CudaStream>,
    /// For launches that are independent.
    sides: Vec<Arc<CudaStream>>,
}

impl Captures {
    fn new(context: &Arc<CudaContext>) -> Result<Self, CudaError> {
        let stream = || context.new_stream().trying_to("make a stream");
        Ok(Self { stream: stream()?, sides: (0..SIDE_STREAMS).map(|_| stream()).collect::<Result<_, _>>()? })
    }
}

impl Device {
    /// Opens a GPU by its number, 0 for the first.
    ///
    /// # Errors
    /// If there is no driver, an old one, no such GPU, or it cannot be used.
    pub fn open(ordinal: usize) -> Result<Arc<Self>, CudaError> {
        let version = check_driver()?;
        let found = match CudaContext::device_count() {
            Ok(count) => count as usize,
            Err(DriverError(CUresult::CUDA_ERROR_NO_DEVICE)) => 0,
            Err(error) => return Err(error).trying_to("start its driver"),
        };
        if ordinal >= found {
            return Err(CudaError::NoDevice { ordinal, count: found });
        }
        let context = CudaContext::new(ordinal).trying_to("open")?;
        let name = context.name().trying_to("tell its name")?;
        let capability = context.compute_capability().trying_to("tell its capability")?;
        if capability < (8, 0) {
            return Err(CudaError::OldDevice { name, capability });
        }
        do_not_track(&context);
        let stream = context.new_stream().trying_to("make a stream")?;
        let captures = Mutex::new(Captures::new(&context)?);
        let copies = [(); 2].map(|()| context.new_stream().trying_to("make a stream"));
        let [out, into] = copies;
        let copies = [out?, into?];
        let functions = Kernel::ALL.iter().map(|_| OnceLock::new()).collect();
        let begins_early = version >= EARLY.0 && capability >= EARLY.1;
        let (texts, together) = (KernelTexts::new(), OnceLock::new());
        let staging = Mutex::new(Staging::new(&context)?);
        let allocations = Allocations::default();
        Ok(Arc::new(Self {
            context,
            stream,
            captures,
            copies,
            texts,
            functions,
            begins_early,
            staging,
            allocations,
            together,
            name,
        }))
    }

    /// Loads the kernels that most updates run. Others are loaded when they are first used; so are these without this.
    ///
    /// # Errors
    /// If the driver does not take them.
    pub fn load_updates(&self) -> Result<(), CudaError> {
        self.load(Kernel::OF_UPDATES.iter().copied())
    }

    /// The GPU's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of its multiprocessors.
    pub fn multiprocessors(&self) -> Option<u32> {
        let attribute = Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        self.context.attribute(attribute).ok().and_then(|count| count.try_into().ok())
    }

    pub(crate) fn context(&self) -> &Arc<CudaContext> {
        &self.context
    }

    pub(crate) fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// A kernel that is loaded.
    fn function(&self, kernel: Kernel) -> Result<&Function, CudaError> {
        let place = &self.functions[kernel as usize];
        if let Some(function) = place.get() {
            return Ok(function);
        }
        let text = self.texts.of(kernel);
        let text = if self.begins_early { ptx::beginning_early(&text) } else { text };
        let function = Function::load(&self.context, text, kernel.name())?;
        if Kernel::OF_SHARED_MEMORY.contains(&kernel) {
            function.prefer_shared_memory()?;
        }
        Ok(place.get_or_init(|| function))
    }

    /// Loads the kernels of launches, which the driver compiles when a machine uses them for the first time.
    fn load(&self, kernels: impl Iterator<Item = Kernel>) -> Result<(), CudaError> {
        let mut missing: Vec<Kernel> =
            kernels.filter(|&kernel| self.functions[kernel as usize].get().is_none()).collect();
        missing.sort_unstable_by_key(|&kernel| kernel as u32);
        missing.dedup();
        if let [kernel] = missing[..] {
            // On this thread alone, as what takes one kernel and few values has to be.
            return self.function(kernel).map(|_| ());
        }
        missing.into_par_iter().try_for_each(|kernel| self.function(kernel).map(|_| ()))
    }

    /// Starts a kernel.
    #[expect(unsafe_code, reason = "the one place that launches kernels")]
    fn launch(
        &self,
        stream: &CudaStream,
        begin: Begin,
        arrays: &Arrays,
        launch: KernelLaunch,
    ) -> Result<(), CudaError> {
        if launch.count == 0 {
            return Ok(());
        }
        let blocks = launch.block_count();
        let is_together = blocks > 1 && Kernel::TOGETHER.contains(&launch.kernel);
        let begin = if is_together { Begin::Together } else { begin };
        let arguments = &mut [
            ptr::from_ref(arrays).cast_mut().cast(),
            ptr::from_ref(&launch.first).cast_mut().cast(),
            ptr::from_ref(&launch.count).cast_mut().cast(),
            ptr::from_ref(&launch.share).cast_mut().cast(),
        ];
        // SAFETY: every kernel takes these four. It reads and writes only `arrays`, at places that belong to indices below `first + count` or
        // to what the arrays say that there is, and `contract::check` has seen that these are there, in memory that is still held. What it goes
        // on to from there are ids; only who holds the buffers makes `Arrays`, with the lengths that the ids of graph and paths need:
        // - `Resident` for a design, for as long as its engine;
        // - `Levels`, `Flatten` and `Queries` for what they add;
        // - `SearchGraph` and `Memory` for a search, which checks that the engine is its own, asks it where its lists of arrivals are now, writes
        //   paths below `room` and lists places below `known`;
        // - `Sampler` and `Statistics` for samples and arrivals as random variables, whose slots are those of a plan of the same graph;
        // - `ConeMaker` for parts, whose ids are counted by kernels before there is room for them, from vertices that it has looked at.
        // Counters that blocks of a launch have in common are those of one stream. Blocks that wait for each other are launched so that all run. Every kernel
        // waits for the launch before its own before it writes, or reads what a launch writes: `await_launch_before` in `kernels/platform.h`.
        unsafe { self.function(launch.kernel)?.start(stream, (blocks, launch.threads), begin, arguments) }
    }
}

impl Device {
    /// Loads the kernels of launches. An error if one of these does not keep to its kernel's contract.
    fn check(&self, arrays: &Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        let allocated = self.allocations.now();
        launches.iter().try_for_each(|launch| contract::check(launch, arrays, &allocated))?;
        self.load(launches.iter().map(|launch| launch.kernel))
    }

    /// How many of the largest blocks can run at once, of any kernel whose blocks wait for each other.
    fn most_together(&self) -> Result<u32, CudaError> {
        let ask = |attribute| self.context.attribute(attribute).trying_to("tell how many blocks run at once");
        if ask(Attribute::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH)? == 0 {
            return Ok(1);
        }
        let multiprocessors = ask(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as u32;
        self.load(Kernel::TOGETHER.iter().copied())?;
        let mut least = MOST_TOGETHER;
        for &kernel in Kernel::TOGETHER {
            let function = self.function(kernel)?;
            least = least.min(function.blocks_at_once(MOST_THREADS)?);
        }
        Ok(multiprocessors * least)
    }

    /// Starts launches one after the other.
    fn in_turn(
        &self,
        stream: &CudaStream,
        begin: Begin,
        arrays: &Arrays,
        launches: &[KernelLaunch],
    ) -> Result<(), CudaError> {
        let mut is_read_at_once = false;
        launches.iter().try_for_each(|&launch| {
            let begin = if is_read_at_once { Begin::After } else { begin };
            is_read_at_once = Kernel::READ_AT_ONCE.contains(&launch.kernel);
            self.launch(stream, begin, arrays, launch)
        })
    }

    /// Captures launches side by side.
    fn at_once(
        &self,
        Captures { stream, sides }: &Captures,
        arrays: &Arrays,
        launches: &[KernelLaunch],
    ) -> Result<(), CudaError> {
        let used = &sides[..launches.len().min(SIDE_STREAMS)];
        for side in used {
            side.join(stream).trying_to("fork a capture")?;
        }
        for (&launch, side) in launches.iter().zip(used.iter().cycle()) {
            self.launch(side, Begin::After, arrays, launch)?;
        }
        used.iter().try_for_each(|side| stream.join(side).trying_to("join a capture"))
    }

    /// Does something with a graph on the stream of all work.
    #[expect(unsafe_code, reason = "graphs are launched elsewhere than they are captured")]
    fn with_graph(&self, graph: &CudaGraph, (work, what): (OnStream, &'static str)) -> Result<(), CudaError> {
        self.context.bind_to_thread().trying_to("be made current")?;
        // SAFETY: graph and stream are there, and of this context: `prepare` has just made the graph so, and `run` has looked. No other thread has the graph, which its owner lends.
        unsafe { work(graph.cu_graph_exec(), self.stream.cu_stream()) }.trying_to(what)
    }
}

#[expect(unsafe_code, reason = "the driver's library is foreign code")]
fn check_driver() -> Result<i32, CudaError> {
    // SAFETY: only loads the library and drops it again.
    if !unsafe { sys::is_culib_present() } {
        return Err(CudaError::NoDriver);
    }
    let mut found = 0;
    // SAFETY: the library is there, has had this function since its first version, and it writes one int.
    unsafe { sys::cuDriverGetVersion(&mut found) }.result().trying_to("tell the driver's version")?;
    if found < CUDA_VERSION {
        return Err(CudaError::OldDriver { found, needed: CUDA_VERSION });
    }
    Ok(found)
}

#[expect(unsafe_code, reason = "events of one stream would only stand in the way of captures")]
fn do_not_track(context: &Arc<CudaContext>) {
    // SAFETY: everything of this context runs on one stream, in the order in which it was started, but for parcels, which wait for events of their own; captures that
    // fork to other streams join them again.
    unsafe { context.disable_event_tracking() };
}

/// What the driver does with a graph on a stream.
type OnStream = unsafe fn(CUgraphExec, CUstream) -> Result<(), DriverError>;

/// A CUDA graph of a context; none where there is nothing to launch.
pub struct Program {
    graph: Option<CudaGraph>,
    context: Arc<CudaContext>,
}

#[expect(unsafe_code, reason = "the driver does not care which thread uses a graph, as long as it is one")]
// SAFETY: a graph is launched and dropped through its owner only, so never by two threads at once; the context is made current before it is launched.
unsafe impl Send for Program {}

#[expect(unsafe_code, reason = "the same")]
// SAFETY: who shares a program can do nothing with it: running it takes a `&mut`.
unsafe impl Sync for Program {}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Program").field(&self.graph.is_some()).finish()
    }
}

/// Memory of a GPU.
#[derive(Debug)]
pub struct DeviceBuffer {
    // Forgotten before the memory is given back.
    _allocation: Allocation,
    pub(super) words: CudaSlice<u32>,
}

impl Machine for Arc<Device> {
    type Buffer = DeviceBuffer;
    type Program = Program;
    type Parcel = Parcel;

    fn name(&self) -> &str {
        Device::name(self)
    }

    fn allocate(&self, words: usize) -> Result<Self::Buffer, CudaError> {
        let slice = self.stream.alloc_zeros(words.max(1)).trying_to("take memory")?;
        let at = slice.device_ptr(&self.stream).0;
        Ok(DeviceBuffer { _allocation: self.allocations.note(at, words), words: slice })
    }

    fn write_words(
        &self,
        buffer: &mut Self::Buffer,
        count: usize,
        width: usize,
        fill: &Fill<'_>,
    ) -> Result<(), CudaError> {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner).upload(
            &self.stream,
            &mut buffer.words,
            (count, width),
            fill,
        )
    }

    fn read_words(
        &self,
        buffer: &Self::Buffer,
        count: usize,
        width: usize,
        take: &mut dyn FnMut(&[u32]),
    ) -> Result<(), CudaError> {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner).download(
            &self.stream,
            &buffer.words,
            (count, width),
            take,
        )
    }

    fn peek<const N: usize>(&self, buffer: &Self::Buffer) -> Result<[u32; N], CudaError> {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner).peek(&self.stream, &buffer.words)
    }

    fn together(&self) -> Result<u32, CudaError> {
        match self.together.get() {
            Some(&together) => Ok(together),
            None => self.most_together().map(|found| *self.together.get_or_init(|| found)),
        }
    }

    fn address<T>(&self, buffer: &Self::Buffer) -> Pointer<T> {
        Pointer::at(buffer.words.device_ptr(&self.stream).0)
    }

    fn prepare(
        &self,
        arrays: &Arrays,
        launches: &[KernelLaunch],
        are_independent: bool,
    ) -> Result<Self::Program, CudaError> {
        if launches.is_empty() {
            return Ok(Program { graph: None, context: Arc::clone(&self.context) });
        }
        self.check(arrays, launches)?;
        let captures = self.captures.lock().unwrap_or_else(PoisonError::into_inner);
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        captures.stream.begin_capture(mode).trying_to("begin a capture")?;
        let begin = if self.begins_early { Begin::Early } else { Begin::After };
        let started = if are_independent {
            self.at_once(&captures, arrays, launches)
        } else {
            self.in_turn(&captures.stream, begin, arrays, launches)
        };
        let graph = captures.stream.end_capture(CUgraphInstantiate_flags(0)).trying_to("end a capture");
        started?;
        let graph = graph?;
        if let Some(graph) = &graph {
            self.with_graph(graph, (result::graph::upload, "take a graph of launches"))?;
        }
        Ok(Program { graph, context: Arc::clone(&self.context) })
    }

    fn run(&self, program: &mut Self::Program) -> Result<(), CudaError> {
        assert!(Arc::ptr_eq(&program.context, &self.context), "a program of this GPU");
        let start = |graph| self.with_graph(graph, (result::graph::launch, "start a graph of launches"));
        program.graph.as_ref().map_or(Ok(()), start)
    }

    fn start(&self, arrays: &Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        self.check(arrays, launches)?;
        self.in_turn(&self.stream, Begin::After, arrays, launches)
    }

    fn synchronize(&self) -> Result<(), CudaError> {
        self.stream.synchronize().trying_to("finish its work")
    }

    #[expect(unsafe_code, reason = "page-locked memory comes as it is")]
    fn parcel(&self, words: usize) -> Result<Parcel, CudaError> {
        let buffer = self.allocate(words)?;
        // SAFETY: any bits are a u32. Flags of 0: the memory is read back, which must not bypass the caches.
        let memory = unsafe { self.context.alloc_pinned_with_flags(words.max(1), 0) };
        Ok(Parcel::new(buffer, memory.trying_to("take page-locked memory")?))
    }

    fn parcel_address(&self, parcel: &Parcel) -> Pointer<u32> {
        self.address(&parcel.buffer)
    }

    fn send(&self, parcel: &mut Parcel, words: usize) -> Result<(), CudaError> {
        parcel.send(&self.stream, &self.copies[0], words)
    }

    fn receive<T>(
        &self,
        parcel: &mut Parcel,
        words: usize,
        take: impl FnOnce(&[u32]) -> T,
    ) -> Result<T, CudaError> {
        parcel.wait()?;
        Ok(take(parcel.words(words)?))
    }

    fn deliver(
        &self,
        parcel: &mut Parcel,
        words: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), CudaError> {
        parcel.deliver(&self.copies[1], words, fill)
    }

    fn unpack(&self, parcel: &Parcel) -> Result<(), CudaError> {
        parcel.unpack(&self.stream)
    }

    fn release(&self, parcel: &mut Parcel) -> Result<(), CudaError> {
        parcel.release(&self.stream)
    }

    fn free_memory(&self) -> Result<Option<u64>, CudaError> {
        self.context.mem_get_info().trying_to("tell its free memory").map(|(free, _)| Some(free as u64))
    }

    fn reserve(&self, needed: u64) -> Result<(), CudaError> {
        let tell = || self.context.mem_get_info().trying_to("tell its free memory");
        let mut free = tell()?.0 as u64;
        if needed > free {
            // What was given back is free once all that was started before is done.
            self.stream.synchronize().trying_to("finish its work")?;
            free = tell()?.0 as u64;
        }
        if needed > free { Err(CudaError::OutOfMemory { needed, free }) } else { Ok(()) }
    }
}
