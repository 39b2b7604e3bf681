//! How much memory a design needs, before any is taken.

use std::cell::Cell;

use crate::arrays::Arrays;
use crate::arrays::pointer::Pointer;
use crate::error::CudaError;
use crate::machine::kernel::KernelLaunch;
use crate::machine::{Fill, Machine};

/// A machine that only counts what is asked of it.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    pub(crate) bytes: Cell<u64>,
}

/// Devices hand out memory in steps of this.
const STEP: u64 = 512;

impl Machine for Meter {
    type Buffer = ();
    type Program = ();
    type Parcel = ();

    fn name(&self) -> &str {
        "meter"
    }

    fn allocate(&self, words: usize) -> Result<(), CudaError> {
        self.bytes.set(self.bytes.get() + (4 * words as u64).next_multiple_of(STEP));
        Ok(())
    }

    fn write_words(&self, (): &mut (), _: usize, _: usize, _: &Fill<'_>) -> Result<(), CudaError> {
        Ok(())
    }

    fn read_words(&self, (): &(), _: usize, _: usize, _: &mut dyn FnMut(&[u32])) -> Result<(), CudaError> {
        Ok(())
    }

    fn together(&self) -> Result<u32, CudaError> {
        Ok(1)
    }

    fn address<T>(&self, (): &()) -> Pointer<T> {
        Pointer::NULL
    }

    fn prepare(&self, _: &Arrays, _: &[KernelLaunch], _: bool) -> Result<(), CudaError> {
        Ok(())
    }

    fn peek<const N: usize>(&self, (): &()) -> Result<[u32; N], CudaError> {
        Ok([0; N])
    }

    fn run(&self, (): &mut ()) -> Result<(), CudaError> {
        Ok(())
    }

    fn start(&self, _: &Arrays, _: &[KernelLaunch]) -> Result<(), CudaError> {
        Ok(())
    }

    fn synchronize(&self) -> Result<(), CudaError> {
        Ok(())
    }

    fn parcel(&self, words: usize) -> Result<(), CudaError> {
        self.allocate(words)
    }

    fn parcel_address(&self, (): &()) -> Pointer<u32> {
        Pointer::NULL
    }

    fn send(&self, (): &mut (), _: usize) -> Result<(), CudaError> {
        Ok(())
    }

    fn receive<T>(&self, (): &mut (), _: usize, take: impl FnOnce(&[u32]) -> T) -> Result<T, CudaError> {
        Ok(take(&[]))
    }

    fn deliver(&self, (): &mut (), _: usize, _: impl FnOnce(&mut [u32])) -> Result<(), CudaError> {
        Ok(())
    }

    fn unpack(&self, (): &()) -> Result<(), CudaError> {
        Ok(())
    }

    fn release(&self, (): &mut ()) -> Result<(), CudaError> {
        Ok(())
    }

    fn free_memory(&self) -> Result<Option<u64>, CudaError> {
        Ok(None)
    }

    fn reserve(&self, _: u64) -> Result<(), CudaError> {
        Ok(())
    }
}
