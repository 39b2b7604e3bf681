//! Buffers that are used again.

use crate::arrays::pointer::Pointer;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::words::words_of;

/// Buffers that are filled again and again, always in the same order, and taken anew where they are too small.
#[derive(Debug)]
pub(crate) struct Buffers<B> {
    all: Vec<(usize, B)>,
    next: usize,
}

impl<B> Default for Buffers<B> {
    fn default() -> Self {
        Self { all: Vec::new(), next: 0 }
    }
}

impl<B> Buffers<B> {
    /// The next buffer is the first.
    pub(crate) fn begin(&mut self) {
        self.next = 0;
    }

    /// A buffer by its place in the order.
    pub(crate) fn get(&self, place: usize) -> &B {
        &self.all[place].1
    }

    /// The next buffer, with room for so many words.
    fn room<M: Machine<Buffer = B>>(&mut self, machine: &M, words: usize) -> Result<&mut B, CudaError> {
        let place = self.next;
        self.next += 1;
        let is_new = place == self.all.len();
        if is_new || self.all[place].0 < words {
            // The next query may need a little more.
            let words = if is_new { words } else { words + words / 4 };
            machine.reserve(4 * words as u64)?;
            let buffer = machine.allocate(words)?;
            if is_new {
                self.all.push((words, buffer));
            } else {
                self.all[place] = (words, buffer);
            }
        }
        Ok(&mut self.all[place].1)
    }

    /// Room for so many values; returns where it is.
    pub(crate) fn empty<T, M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        count: usize,
    ) -> Result<Pointer<T>, CudaError> {
        Ok(machine.address(self.room(machine, words_of::<T>(count))?))
    }

    /// Values of `N` words each, which are one of the kernels' values or several; returns where they are.
    pub(crate) fn filled<T, M: Machine<Buffer = B>, const N: usize>(
        &mut self,
        machine: &M,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<Pointer<T>, CudaError> {
        const { assert!((4 * N).is_multiple_of(size_of::<T>()), "whole values") };
        let buffer = self.room(machine, N * count)?;
        machine.write(buffer, count, value)?;
        Ok(machine.address(buffer))
    }
}
