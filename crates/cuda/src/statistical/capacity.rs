//! How much memory an arrival takes.

use zeroslack_ssta::{FEWEST_BINS, Form, Resolution};

use crate::error::CudaError;
use crate::machine::kernel::Kernel;

/// Bins of the rooms of a block, and words of a record before its masses: as in `arrivals.h`.
const SMALL_ROOM: usize = 288;
const LARGE_ROOM: usize = 2976;
const HEAD_WORDS: usize = 12;

/// Words of a record of moments before its components: as in `moments.h`.
const MOMENTS_WORDS: usize = 8;

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
    pub(super) form: Form,
    pub(super) bins: usize,
    pub(super) components: usize,
    /// Masses that there is room for.
    pub(super) masses: usize,
    pub(super) kernel: Kernel,
    /// Of a block.
    pub(super) threads: u32,
}

impl Capacity {
    pub(super) fn new(form: Form, resolution: Resolution) -> Result<Self, CudaError> {
        match form {
            Form::Bins => Self::of_bins(resolution),
            Form::Moments | Form::Normal => Ok(Self {
                form,
                bins: resolution.bins,
                components: resolution.components,
                masses: 0,
                kernel: Kernel::MomentsArrivals,
                threads: SMALL_THREADS,
            }),
        }
    }

    fn of_bins(resolution: Resolution) -> Result<Self, CudaError> {
        let form = Form::Bins;
        let bins = resolution.bins.max(FEWEST_BINS);
        let room = bins.max(LEAST_MEETING) + 2;
        let (kernel, threads) = match room {
            _ if room <= SMALL_ROOM => (Kernel::SmallArrivals, SMALL_THREADS),
            _ if room <= LARGE_ROOM => (Kernel::LargeArrivals, LARGE_THREADS),
            _ => return Err(CudaError::Unsupported { what: "distributions of more than 2,974 bins" }),
        };
        let masses = (bins + 1).next_multiple_of(4);
        Ok(Self { form, bins, components: resolution.components, masses, kernel, threads })
    }

    /// Words of a record before its masses, or its components where there are none.
    fn head(&self) -> usize {
        if self.form == Form::Bins { HEAD_WORDS } else { MOMENTS_WORDS }
    }

    /// Words of a record.
    pub(super) fn record(&self) -> usize {
        (self.head() + self.masses + self.components).next_multiple_of(4)
    }

    /// Words of the arrivals of a node.
    pub(super) fn node(&self) -> usize {
        LANES * self.record()
    }

    /// Where the masses and the components of a record start.
    pub(super) fn parts(&self) -> [usize; 2] {
        [self.head(), self.head() + self.masses]
    }
}
