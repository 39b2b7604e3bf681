//! Runs the kernels, compiled as C++, on the CPU.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::arrays::Arrays;
use crate::arrays::pointer::Pointer;
use crate::error::CudaError;
use crate::machine::allocations::{Allocation, Allocations};
use crate::machine::contract;
#[cfg(emulator)]
use crate::machine::kernel::with_kernels;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::{Fill, Machine};

/// A GPU that is none: each launch is a loop over its indices in an order that a seed shuffles. Clones are one machine.
#[derive(Clone, Debug)]
pub struct Emulator {
    seed: Arc<AtomicU64>,
    allocations: Allocations,
}

/// What fresh memory holds: a kernel that reads or leaves it is found out.
const POISON: u64 = 0xa5a5_5a5a_a5a5_5a5a;

impl Emulator {
    /// Whether a C++ compiler was there to compile the kernels when this crate was built.
    pub const IS_AVAILABLE: bool = cfg!(emulator);

    /// With a seed for the orders of indices.
    pub fn new(seed: u64) -> Self {
        Self { seed: Arc::new(AtomicU64::new(seed)), allocations: Allocations::default() }
    }
}

type Loop = unsafe extern "C" fn(*const Arrays, u32, u32, u32, u32, u64);

#[cfg(emulator)]
macro_rules! find_kernels {
    ($($(#[$doc:meta])* $kernel:ident = $function:ident,)*) => {
        #[expect(unsafe_code, reason = "the kernels are C++")]
        mod foreign {
            use crate::arrays::Arrays;

            // SAFETY: as KERNEL, LEVEL_KERNEL, BLOCK_KERNEL and TILE_KERNEL in `kernels/platform.h` declare them.
            unsafe extern "C" {
                $(pub(super) fn $function(
                    arrays: *const Arrays, first: u32, count: u32, threads: u32, share: u32, seed: u64,
                );)*
            }
        }

        fn function(kernel: Kernel) -> Loop {
            match kernel {
                $(Kernel::$kernel => foreign::$function,)*
            }
        }
    };
}

#[cfg(emulator)]
with_kernels!(find_kernels);

#[cfg(not(emulator))]
fn function(kernel: Kernel) -> Loop {
    panic!("no C++ compiler was found when this was built: nothing runs {kernel:?}")
}

/// Two words in each, so that times are aligned; atomic, as the kernels write through addresses.
type Words = [AtomicU64];

/// Memory of an emulator.
#[derive(Debug)]
pub struct EmulatorBuffer {
    _allocation: Allocation,
    words: Box<Words>,
}

impl Machine for Emulator {
    type Buffer = EmulatorBuffer;
    type Program = (Arrays, Vec<KernelLaunch>);
    type Parcel = EmulatorBuffer;

    fn name(&self) -> &str {
        "emulator"
    }

    fn allocate(&self, words: usize) -> Result<EmulatorBuffer, CudaError> {
        // Room to align the start: C++ aligns by up to 32 bytes.
        let room: Box<Words> = (0..words.div_ceil(2) + 4).map(|_| AtomicU64::new(POISON)).collect();
        let at = room[start(&room)].as_ptr() as u64;
        Ok(EmulatorBuffer { _allocation: self.allocations.note(at, words), words: room })
    }

    fn write_words(
        &self,
        EmulatorBuffer { words: buffer, .. }: &mut EmulatorBuffer,
        count: usize,
        width: usize,
        fill: &Fill<'_>,
    ) -> Result<(), CudaError> {
        let start = start(buffer);
        let mut words = vec![0; count * width];
        fill(0, &mut words);
        for (place, words) in buffer[start..].iter().zip(words.chunks(2)) {
            let high = words.get(1).copied().unwrap_or(POISON as u32);
            place.store(u64::from(high) << 32 | u64::from(words[0]), Ordering::Relaxed);
        }
        Ok(())
    }

    fn read_words(
        &self,
        EmulatorBuffer { words: buffer, .. }: &EmulatorBuffer,
        count: usize,
        width: usize,
        take: &mut dyn FnMut(&[u32]),
    ) -> Result<(), CudaError> {
        let start = start(buffer);
        let word = |i: usize| (buffer[start + i / 2].load(Ordering::Relaxed) >> (32 * (i % 2))) as u32;
        take(&(0..count * width).map(word).collect::<Vec<u32>>());
        Ok(())
    }

    /// Blocks run one after the other.
    fn together(&self) -> Result<u32, CudaError> {
        Ok(1)
    }

    fn address<T>(&self, EmulatorBuffer { words: buffer, .. }: &EmulatorBuffer) -> Pointer<T> {
        Pointer::at(buffer[start(buffer)].as_ptr() as u64)
    }

    fn prepare(
        &self,
        arrays: &Arrays,
        launches: &[KernelLaunch],
        _: bool,
    ) -> Result<Self::Program, CudaError> {
        Ok((*arrays, launches.to_vec()))
    }

    fn run(&self, (arrays, launches): &mut Self::Program) -> Result<(), CudaError> {
        self.start(arrays, launches)
    }

    #[expect(unsafe_code, reason = "the one place that runs kernels")]
    fn start(&self, arrays: &Arrays, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        for launch in launches {
            contract::check(launch, arrays, &self.allocations.now())?;
            let seed = self.seed.fetch_add(1, Ordering::Relaxed);
            // SAFETY: as for a launch on a GPU, see `Device::launch`; the buffers are atomics, which may be written while shared.
            unsafe {
                function(launch.kernel)(
                    arrays,
                    launch.first,
                    launch.count,
                    launch.threads,
                    launch.share,
                    seed,
                );
            };
        }
        Ok(())
    }

    fn peek<const N: usize>(&self, buffer: &EmulatorBuffer) -> Result<[u32; N], CudaError> {
        let mut words = Vec::new();
        self.read(buffer, 1, &mut words, |words: [u32; N]| words)?;
        Ok(words[0])
    }

    fn synchronize(&self) -> Result<(), CudaError> {
        Ok(())
    }

    fn parcel(&self, words: usize) -> Result<EmulatorBuffer, CudaError> {
        self.allocate(words)
    }

    fn parcel_address(&self, parcel: &EmulatorBuffer) -> Pointer<u32> {
        self.address(parcel)
    }

    fn send(&self, _: &mut EmulatorBuffer, _: usize) -> Result<(), CudaError> {
        Ok(())
    }

    fn receive<T>(
        &self,
        parcel: &mut EmulatorBuffer,
        words: usize,
        take: impl FnOnce(&[u32]) -> T,
    ) -> Result<T, CudaError> {
        let mut copied = Vec::new();
        self.read(parcel, words, &mut copied, |[word]: [u32; 1]| word)?;
        Ok(take(&copied))
    }

    fn deliver(
        &self,
        parcel: &mut EmulatorBuffer,
        words: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), CudaError> {
        let mut copied = vec![0; words];
        fill(&mut copied);
        self.write(parcel, words, |i| [copied[i]])
    }

    fn unpack(&self, _: &EmulatorBuffer) -> Result<(), CudaError> {
        Ok(())
    }

    fn release(&self, _: &mut EmulatorBuffer) -> Result<(), CudaError> {
        Ok(())
    }

    fn reserve(&self, _: u64) -> Result<(), CudaError> {
        Ok(())
    }

    fn free_memory(&self) -> Result<Option<u64>, CudaError> {
        Ok(None)
    }
}

/// The first place of a buffer at a multiple of 32 bytes.
fn start(buffer: &Words) -> usize {
    let place = buffer.as_ptr() as usize;
    (place.next_multiple_of(32) - place) / size_of::<AtomicU64>()
}
