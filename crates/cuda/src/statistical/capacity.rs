//! How much memory an arrival takes.

use zeroslack_ssta::{FEWEST_BINS, Resolution};

use crate::error::CudaError;
use crate::machine::kernel::Kernel;

/// Bins of the rooms of a block, and words of a record before its masses: as in `arrivals.h`.
const SMALL_ROOM: usize = 288;
const LARGE_ROOM: usize = 2976;
const HEAD_WORDS: usize = 12;

/// Bins that are always reckoned with where two arrivals meet.
const LEAST_MEETING: usize = 256;

/// Threads of a block where bins are few and where they are many.
const SMALL_THREADS: u32 = 32;
const LARGE_THREADS: u32 = 256;

/// Lanes of a node.
pub(super) const LANES: usize = 4;

/// How arrivals lie in memory, and what makes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capacity {
    pub(super) bins: usize,
    pub(super) components: usize,
    /// Masses that there is room for.
    pub(super) masses: usize,
    pub(super) kernel: Kernel,
    /// Of a block.
    pub(super) threads: u32,
}

impl Capacity {
    pub(super) fn new(resolution: Resolution) -> Result<Self, CudaError> {
        let bins = resolution.bins.max(FEWEST_BINS);
        let room = bins.max(LEAST_MEETING) + 2;
        let (kernel, threads) = match room {
            _ if room <= SMALL_ROOM => (Kernel::SmallArrivals, SMALL_THREADS),
            _ if room <= LARGE_ROOM => (Kernel::LargeArrivals, LARGE_THREADS),
            _ => return Err(CudaError::Unsupported { what: "distributions of more than 2,974 bins" }),
        };
        let masses = (bins + 1).next_multiple_of(4);
        Ok(Self { bins, components: resolution.components, masses, kernel, threads })
    }

    /// Words of a record.
    pub(super) fn record(&self) -> usize {
        (HEAD_WORDS + self.masses + self.components).next_multiple_of(4)
    }

    /// Words of the arrivals of a node.
    pub(super) fn node(&self) -> usize {
        LANES * self.record()
    }

    /// Where the masses and the components of a record start.
    pub(super) fn parts(&self) -> [usize; 2] {
        [HEAD_WORDS, HEAD_WORDS + self.masses]
    }
}
