//! Memory of a GPU that is copied out or in on streams of its own, through page-locked memory.

use std::sync::Arc;

use cudarc::driver::{CudaEvent, CudaStream, PinnedHostSlice};

use crate::error::{CudaError, Trying};
use crate::machine::device::DeviceBuffer;

/// Words on both sides.
#[derive(Debug)]
pub struct Parcel {
    pub(super) buffer: DeviceBuffer,
    memory: PinnedHostSlice<u32>,
    /// When the last copy is done.
    copied: Option<CudaEvent>,
    /// When the device has read what was delivered.
    read: Option<CudaEvent>,
}

impl Parcel {
    pub(super) fn new(buffer: DeviceBuffer, memory: PinnedHostSlice<u32>) -> Self {
        Self { buffer, memory, copied: None, read: None }
    }

    /// Copies out on a stream, after all of the main stream.
    pub(super) fn send(
        &mut self,
        main: &CudaStream,
        out: &Arc<CudaStream>,
        words: usize,
    ) -> Result<(), CudaError> {
        let made = main.record_event(None).trying_to("note what is to be copied")?;
        out.wait(&made).trying_to("wait for what is to be copied")?;
        let memory = self.memory.as_mut_slice().trying_to("wait for a copy")?;
        out.memcpy_dtoh(&self.buffer.words.slice(..words), &mut memory[..words])
            .trying_to("copy from its memory")?;
        self.copied = Some(out.record_event(None).trying_to("note a copy")?);
        Ok(())
    }

    /// Waits until the last copy is done.
    pub(super) fn wait(&self) -> Result<(), CudaError> {
        self.copied.as_ref().map_or(Ok(()), |copied| copied.synchronize().trying_to("finish a copy"))
    }

    pub(super) fn words(&self, words: usize) -> Result<&[u32], CudaError> {
        Ok(&self.memory.as_slice().trying_to("finish a copy")?[..words])
    }

    /// Copies in on a stream, once what was there is read.
    pub(super) fn deliver(
        &mut self,
        into: &Arc<CudaStream>,
        words: usize,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), CudaError> {
        self.wait()?;
        let memory = &mut self.memory.as_mut_slice().trying_to("wait for a copy")?[..words];
        fill(memory);
        if let Some(read) = &self.read {
            into.wait(read).trying_to("wait for a copy to be read")?;
        }
        into.memcpy_htod(memory, &mut self.buffer.words.slice_mut(..words))
            .trying_to("copy to its memory")?;
        self.copied = Some(into.record_event(None).trying_to("note a copy")?);
        Ok(())
    }

    /// Lets a stream wait for the last copy.
    pub(super) fn unpack(&self, main: &CudaStream) -> Result<(), CudaError> {
        self.copied.as_ref().map_or(Ok(()), |copied| main.wait(copied).trying_to("wait for a copy"))
    }

    pub(super) fn release(&mut self, main: &CudaStream) -> Result<(), CudaError> {
        self.read = Some(main.record_event(None).trying_to("note what was read")?);
        Ok(())
    }
}
