//! Copies that a device keeps as long as something works with them.

use crate::error::CudaError;
use crate::machine::Machine;

/// Copies arrays and keeps them.
pub(crate) struct Upload<'m, M: Machine> {
    pub(crate) machine: &'m M,
    pub(crate) kept: Vec<M::Buffer>,
}

impl<M: Machine> Upload<'_, M> {
    /// Memory; returns where it is.
    pub(crate) fn room(&mut self, words: usize) -> Result<u64, CudaError> {
        let buffer = self.machine.allocate(words)?;
        let address = self.machine.address(&buffer);
        self.kept.push(buffer);
        Ok(address)
    }

    /// An array of values of `N` words each; returns where it is.
    pub(crate) fn array<const N: usize>(
        &mut self,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<u64, CudaError> {
        let mut buffer = self.machine.allocate(N * count)?;
        self.machine.write(&mut buffer, count, value)?;
        let address = self.machine.address(&buffer);
        self.kept.push(buffer);
        Ok(address)
    }

    pub(crate) fn words(&mut self, values: &[u32]) -> Result<u64, CudaError> {
        self.array(values.len(), |i| [values[i]])
    }

    pub(crate) fn floats(&mut self, values: &[f32]) -> Result<u64, CudaError> {
        self.array(values.len(), |i| [values[i].to_bits()])
    }
}
