//! Sums of all numbers before each, on the device.

use crate::arrays::preparation::ScanArrays;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};

/// Threads of a block.
pub(crate) const THREADS: u32 = 256;

/// Blocks at the most, where each takes as much as there is.
const MOST_BLOCKS: u32 = 512;

/// As in `scan.h`.
const CHUNK: u32 = 2048;

/// Numbers, and what their sums need.
#[derive(Debug)]
pub(crate) struct ScanMemory<B> {
    pub(crate) values: B,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    rest: [B; 2],
}

impl<B> ScanMemory<B> {
    /// Room for numbers.
    pub(crate) fn new<M: Machine<Buffer = B>>(
        machine: &M,
        count: usize,
        arrays: &mut ScanArrays,
    ) -> Result<Self, CudaError> {
        let values = machine.allocate(count)?;
        let sums = machine.allocate(count.div_ceil(CHUNK as usize))?;
        let mut ticket = machine.allocate(1)?;
        machine.write(&mut ticket, 1, |_| [0])?;
        arrays.values = machine.address(&values);
        arrays.sums = machine.address(&sums);
        arrays.ticket = machine.address(&ticket);
        arrays.count = count as u32;
        Ok(Self { values, rest: [sums, ticket] })
    }
}

/// Replaces so many numbers by the sums of those before.
pub(crate) fn launches(count: u32) -> [KernelLaunch; 2] {
    let blocks = count.div_ceil(CHUNK).min(MOST_BLOCKS);
    [Kernel::SumChunks, Kernel::ScanChunks].map(|kernel| KernelLaunch::blocks_of(kernel, blocks, THREADS))
}
