//! Runs the kernels, compiled as C++, on the CPU.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::arrays::Arrays;
use crate::error::CudaError;
use crate::kernel::{Kernel, Launch};
use crate::machine::Machine;
use crate::search_arrays::SearchArrays;
use crate::search_kernel::{SearchKernel, SearchLaunch, TILE};

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

    fn next_seed(&self) -> u64 {
        let seed = self.seed.get();
        self.seed.set(seed.wrapping_add(1));
        seed
    }
}

type Loop = unsafe extern "C" fn(*const Arrays, u32, u32, u32, u64);

#[expect(unsafe_code, reason = "the kernels are C++")]
mod foreign {
    use crate::arrays::Arrays;

    // SAFETY: as KERNEL in `kernels/platform.h` declares them.
    unsafe extern "C" {
        pub(super) fn zeroslack_pack_fanout(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_small_nets(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_large_nets(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_lumped_nets(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_forward(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_enter_slews(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_enter_arrivals(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_check_times(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) fn zeroslack_backward(
            arrays: *const Arrays,
            first: u32,
            count: u32,
            threads: u32,
            seed: u64,
        );
        pub(super) safe fn zeroslack_size_of_arrays() -> u64;
    }
}

type SearchLoop = unsafe extern "C" fn(*const SearchArrays, u32, u32, u32, u64);

/// Declares the functions of the search's kernels.
macro_rules! search_functions {
    ($($kernel:ident = $name:ident,)*) => {
        #[expect(unsafe_code, reason = "the kernels are C++")]
        mod foreign_search {
            use crate::search_arrays::SearchArrays;

            // SAFETY: as SEARCH_KERNEL and SEARCH_BLOCKS in `kernels/primitives.h` declare them.
            unsafe extern "C" {
                $(pub(super) fn $name(arrays: *const SearchArrays, first: u32, count: u32, threads: u32, seed: u64);)*
                pub(super) safe fn zeroslack_size_of_search_arrays() -> u64;
            }
        }

        fn search_function(kernel: SearchKernel) -> SearchLoop {
            match kernel {
                $(SearchKernel::$kernel => foreign_search::$name,)*
            }
        }
    };
}

search_functions! {
    Forest = zeroslack_forest,
    ForestWay = zeroslack_forest_way,
    Begin = zeroslack_begin_search,
    Roots = zeroslack_search_roots,
    BinKnown = zeroslack_bin_known,
    BinChildren = zeroslack_bin_children,
    FindThreshold = zeroslack_find_threshold,
    CountKept = zeroslack_count_kept,
    ScanKept = zeroslack_scan_kept,
    WriteKept = zeroslack_write_kept,
    SettleKept = zeroslack_settle_kept,
    CountChildren = zeroslack_count_children,
    ScanChildren = zeroslack_scan_children,
    WriteChildren = zeroslack_write_children,
    SplitTies = zeroslack_split_ties,
    SortKeys = zeroslack_sort_keys,
    SortCount = zeroslack_sort_count,
    SortOffsets = zeroslack_sort_offsets,
    SortScatter = zeroslack_sort_scatter,
    RankPaths = zeroslack_rank_paths,
    ListPaths = zeroslack_list_paths,
    MeasurePaths = zeroslack_measure_paths,
    ScanLengths = zeroslack_scan_lengths,
    PlacePaths = zeroslack_place_paths,
    WriteSteps = zeroslack_write_steps,
}

/// What was made ready.
#[derive(Debug)]
pub enum Prepared {
    /// A part of an update.
    Update(Box<Arrays>, Vec<Launch>),
    /// A part of a search.
    Search(Box<SearchArrays>, Vec<SearchLaunch>),
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
    }
}

/// Two words in each, so that times are aligned; atomic, as the kernels write through addresses.
type Buffer = Box<[AtomicU64]>;

impl Machine for Emulator {
    type Buffer = Buffer;
    type Program = Prepared;

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
        Ok(Prepared::Update(Box::new(*arrays), launches.to_vec()))
    }

    fn prepare_search(
        &self,
        arrays: &SearchArrays,
        launches: &[SearchLaunch],
    ) -> Result<Self::Program, CudaError> {
        Ok(Prepared::Search(Box::new(*arrays), launches.to_vec()))
    }

    #[expect(unsafe_code, reason = "the one place that runs kernels of a search")]
    fn start_search(&self, arrays: &SearchArrays, launches: &[SearchLaunch]) -> Result<(), CudaError> {
        assert_eq!(
            foreign_search::zeroslack_size_of_search_arrays(),
            size_of::<SearchArrays>() as u64,
            "both sides of the arrays"
        );
        for launch in launches {
            // SAFETY: as for a launch on a GPU, see `Device::launch_search`.
            unsafe {
                search_function(launch.kernel)(arrays, launch.first, launch.count, TILE, self.next_seed())
            };
        }
        Ok(())
    }

    fn peek<const N: usize>(&self, buffer: &Buffer) -> Result<[u32; N], CudaError> {
        let mut words = Vec::new();
        self.read(buffer, 1, &mut words, |words: [u32; N]| words)?;
        Ok(words[0])
    }

    #[expect(unsafe_code, reason = "the one place that runs kernels")]
    fn run(&self, program: &Self::Program) -> Result<(), CudaError> {
        let (arrays, launches) = match program {
            Prepared::Update(arrays, launches) => (arrays, launches),
            Prepared::Search(arrays, launches) => return self.start_search(arrays, launches),
        };
        for launch in launches {
            let seed = self.next_seed();
            // SAFETY: as for a launch on a GPU, see `Device::launch`; the buffers are atomics, which may be written while shared.
            unsafe {
                function(launch.kernel)(&raw const **arrays, launch.first, launch.count, launch.threads, seed)
            };
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
