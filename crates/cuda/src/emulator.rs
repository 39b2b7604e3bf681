//! Runs the kernels, compiled as C++, on the CPU.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::arrays::Arrays;
use crate::error::CudaError;
use crate::kernel::{Kernel, Launch};
use crate::machine::Machine;

/// A GPU that is none: each launch is a loop over its indices in an order that a seed shuffles.
#[derive(Debug)]
pub struct Emulator {
    seed: Cell<u64>,
}

/// What fresh memory holds: a kernel that reads or leaves it is found out.
const POISON: u64 = 0xa5a5_5a5a_a5a5_5a5a;

impl Emulator {
    /// With a seed for the orders of indices.
    pub fn new(seed: u64) -> Self {
        Self { seed: Cell::new(seed) }
    }
}

type Loop = unsafe extern "C" fn(*const Arrays, u32, u32, u32, u64);

#[expect(unsafe_code, reason = "the kernels are C++")]
mod foreign {
    use crate::arrays::Arrays;

    macro_rules! kernels {
        ($($name:ident)*) => {
            // SAFETY: as KERNEL and BLOCK_KERNEL in `kernels/platform.h` declare them.
            unsafe extern "C" {
                $(pub(super) fn $name(arrays: *const Arrays, first: u32, count: u32, threads: u32, seed: u64);)*
                pub(super) safe fn zeroslack_size_of_arrays() -> u64;
            }
        };
    }

    kernels! {
        zeroslack_pack_fanout
        zeroslack_small_nets
        zeroslack_large_nets
        zeroslack_lumped_nets
        zeroslack_forward
        zeroslack_enter_slews
        zeroslack_enter_arrivals
        zeroslack_check_times
        zeroslack_backward
        zeroslack_endpoint_slacks
        zeroslack_gather_nodes
        zeroslack_select_digit
        zeroslack_take_selected
        zeroslack_begin_levels
        zeroslack_count_fanouts
        zeroslack_place_fanouts
        zeroslack_fill_fanouts
        zeroslack_narrow_levels
        zeroslack_wide_level
        zeroslack_count_digits
        zeroslack_sum_chunks
        zeroslack_scan_chunks
        zeroslack_place_digits
        zeroslack_flatten_trees
        zeroslack_enter_large
        zeroslack_close_gaps
    }
}

fn function(kernel: Kernel) -> Loop {
    match kernel {
        Kernel::PackFanout => foreign::zeroslack_pack_fanout,
        Kernel::SmallNets => foreign::zeroslack_small_nets,
        Kernel::LargeNets => foreign::zeroslack_large_nets,
        Kernel::LumpedNets => foreign::zeroslack_lumped_nets,
        Kernel::Forward => foreign::zeroslack_forward,
        Kernel::EnterSlews => foreign::zeroslack_enter_slews,
        Kernel::EnterArrivals => foreign::zeroslack_enter_arrivals,
        Kernel::CheckTimes => foreign::zeroslack_check_times,
        Kernel::Backward => foreign::zeroslack_backward,
        Kernel::EndpointSlacks => foreign::zeroslack_endpoint_slacks,
        Kernel::GatherNodes => foreign::zeroslack_gather_nodes,
        Kernel::SelectDigit => foreign::zeroslack_select_digit,
        Kernel::TakeSelected => foreign::zeroslack_take_selected,
        Kernel::BeginLevels => foreign::zeroslack_begin_levels,
        Kernel::CountFanouts => foreign::zeroslack_count_fanouts,
        Kernel::PlaceFanouts => foreign::zeroslack_place_fanouts,
        Kernel::FillFanouts => foreign::zeroslack_fill_fanouts,
        Kernel::NarrowLevels => foreign::zeroslack_narrow_levels,
        Kernel::WideLevel => foreign::zeroslack_wide_level,
        Kernel::CountDigits => foreign::zeroslack_count_digits,
        Kernel::SumChunks => foreign::zeroslack_sum_chunks,
        Kernel::ScanChunks => foreign::zeroslack_scan_chunks,
        Kernel::PlaceDigits => foreign::zeroslack_place_digits,
        Kernel::FlattenTrees => foreign::zeroslack_flatten_trees,
        Kernel::EnterLarge => foreign::zeroslack_enter_large,
        Kernel::CloseGaps => foreign::zeroslack_close_gaps,
    }
}

/// Two words in each, so that times are aligned; atomic, as the kernels write through addresses.
type Buffer = Box<[AtomicU64]>;

impl Machine for Emulator {
    type Buffer = Buffer;
    type Program = (Arrays, Vec<Launch>);

    fn allocate(&self, words: usize) -> Result<Buffer, CudaError> {
        // Room to align the start: C++ aligns by up to 32 bytes.
        Ok((0..words.div_ceil(2) + 4).map(|_| AtomicU64::new(POISON)).collect())
    }

    fn write<const N: usize>(
        &self,
        buffer: &mut Buffer,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<(), CudaError> {
        let start = start(buffer);
        let mut words = (0..count).flat_map(value);
        for place in &buffer[start..] {
            let Some(low) = words.next() else { break };
            let high = words.next().unwrap_or(POISON as u32);
            place.store(u64::from(high) << 32 | u64::from(low), Ordering::Relaxed);
        }
        Ok(())
    }

    fn read<const N: usize, T: Send>(
        &self,
        buffer: &Buffer,
        count: usize,
        out: &mut Vec<T>,
        value: impl Fn([u32; N]) -> T + Sync,
    ) -> Result<(), CudaError> {
        let start = start(buffer);
        let word = |i: usize| (buffer[start + i / 2].load(Ordering::Relaxed) >> (32 * (i % 2))) as u32;
        out.clear();
        out.extend((0..count).map(|i| value(std::array::from_fn(|j| word(i * N + j)))));
        Ok(())
    }

    fn address(&self, buffer: &Buffer) -> u64 {
        buffer[start(buffer)].as_ptr() as u64
    }

    fn prepare(&self, arrays: &Arrays, launches: &[Launch], _: bool) -> Result<Self::Program, CudaError> {
        assert_eq!(
            foreign::zeroslack_size_of_arrays(),
            size_of::<Arrays>() as u64,
            "both sides of the arrays"
        );
        Ok((*arrays, launches.to_vec()))
    }

    fn run(&self, (arrays, launches): &mut Self::Program) -> Result<(), CudaError> {
        self.start(arrays, launches)
    }

    #[expect(unsafe_code, reason = "the one place that runs kernels")]
    fn start(&self, arrays: &Arrays, launches: &[Launch]) -> Result<(), CudaError> {
        for launch in launches {
            let seed = self.seed.get();
            self.seed.set(seed.wrapping_add(1));
            // SAFETY: as for a launch on a GPU, see `Device::launch`; the buffers are atomics, which may be written while shared.
            unsafe { function(launch.kernel)(arrays, launch.first, launch.count, launch.threads, seed) };
        }
        Ok(())
    }

    fn synchronize(&self) -> Result<(), CudaError> {
        Ok(())
    }

    fn reserve(&self, _: u64) -> Result<(), CudaError> {
        Ok(())
    }
}

/// The first place of a buffer at a multiple of 32 bytes.
fn start(buffer: &Buffer) -> usize {
    let place = buffer.as_ptr() as usize;
    (place.next_multiple_of(32) - place) / size_of::<AtomicU64>()
}
