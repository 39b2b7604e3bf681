//! Copies that a device keeps as long as something works with them.

use crate::arrays::pointer::Pointer;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::words::words_of;

/// Copies arrays and keeps them.
pub(crate) struct Upload<'m, M: Machine> {
    pub(crate) machine: &'m M,
    pub(crate) kept: Vec<M::Buffer>,
}

impl<M: Machine> Upload<'_, M> {
    /// Memory for so many values; returns where it is.
    pub(crate) fn room<T>(&mut self, count: usize) -> Result<Pointer<T>, CudaError> {
        let buffer = self.machine.allocate(words_of::<T>(count))?;
        let address = self.machine.address(&buffer);
        self.kept.push(buffer);
        Ok(address)
    }

    /// An array of values of `N` words each, which are one of the kernels' values or several; returns where it is.
    pub(crate) fn array<T, const N: usize>(
        &mut self,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<Pointer<T>, CudaError> {
        const { assert!((4 * N).is_multiple_of(size_of::<T>()), "whole values") };
        let mut buffer = self.machine.allocate(N * count)?;
        self.machine.write(&mut buffer, count, value)?;
        let address = self.machine.address(&buffer);
        self.kept.push(buffer);
        Ok(address)
    }

    pub(crate) fn words(&mut self, values: &[u32]) -> Result<Pointer<u32>, CudaError> {
        self.array(values.len(), |i| [values[i]])
    }

    pub(crate) fn floats(&mut self, values: &[f32]) -> Result<Pointer<f32>, CudaError> {
        self.array(values.len(), |i| [values[i].to_bits()])
    }
}
