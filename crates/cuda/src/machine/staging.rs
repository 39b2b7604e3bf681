//! Page-locked memory that copies to and from a GPU go through.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaEvent, CudaSlice, CudaStream, PinnedHostSlice};
use rayon::prelude::*;

use crate::error::{CudaError, Trying};
use crate::machine::{Fill, GRAIN};

/// Words of one buffer: long enough for a copy at full speed, short enough to fill one while the other travels.
const WORDS: usize = 4 << 20;

/// Two buffers, so that one is filled or emptied while the other travels.
#[derive(Debug)]
pub(crate) struct Staging {
    buffers: [PinnedHostSlice<u32>; 2],
    /// When the last copy from or to each buffer is done. Ours, because copies of parts of page-locked memory do not wait, and
    /// nothing else is told of them.
    copied: [Option<CudaEvent>; 2],
}

impl Staging {
    pub(crate) fn new(context: &Arc<CudaContext>) -> Result<Self, CudaError> {
        Ok(Self { buffers: [pinned(context)?, pinned(context)?], copied: [None, None] })
    }

    /// Waits until a buffer is free.
    fn wait(&mut self, buffer: usize) -> Result<(), CudaError> {
        self.copied[buffer].take().map_or(Ok(()), |copied| copied.synchronize().trying_to("finish a copy"))
    }

    /// Notes that a copy from or to a buffer was started.
    fn started(&mut self, buffer: usize, stream: &CudaStream) -> Result<(), CudaError> {
        self.copied[buffer] = Some(stream.record_event(None).trying_to("note a copy")?);
        Ok(())
    }

    /// The first words of `from`, after all that was started before.
    pub(crate) fn peek<const N: usize>(
        &mut self,
        stream: &Arc<CudaStream>,
        from: &CudaSlice<u32>,
    ) -> Result<[u32; N], CudaError> {
        self.wait(0)?;
        let words = self.buffers[0].as_mut_slice().trying_to("wait for a copy")?;
        stream.memcpy_dtoh(&from.slice(..N), &mut words[..N]).trying_to("copy from its memory")?;
        stream.synchronize().trying_to("finish its work")?;
        let words = self.buffers[0].as_slice().trying_to("finish its work")?;
        Ok(std::array::from_fn(|i| words[i]))
    }

    /// Fills the start of `to` with `count` values of `width` words.
    pub(crate) fn upload(
        &mut self,
        stream: &Arc<CudaStream>,
        to: &mut CudaSlice<u32>,
        (count, width): (usize, usize),
        fill: &Fill<'_>,
    ) -> Result<(), CudaError> {
        let step = WORDS / width;
        for (turn, first) in (0..count).step_by(step).enumerate() {
            let here = step.min(count - first);
            self.wait(turn % 2)?;
            let words = self.buffers[turn % 2].as_mut_slice().trying_to("wait for a copy")?;
            let words = &mut words[..width * here];
            if here <= GRAIN {
                fill(first, words);
            } else {
                let chunks = words.par_chunks_mut(width * GRAIN).enumerate();
                chunks.for_each(|(chunk, words)| fill(first + chunk * GRAIN, words));
            }
            let mut part = to.slice_mut(width * first..width * (first + here));
            stream.memcpy_htod(words, &mut part).trying_to("copy to its memory")?;
            self.started(turn % 2, stream)?;
        }
        Ok(())
    }

    /// Hands over `count` values of `width` words from the start of `from`, some after the other.
    pub(crate) fn download(
        &mut self,
        stream: &Arc<CudaStream>,
        from: &CudaSlice<u32>,
        (count, width): (usize, usize),
        take: &mut dyn FnMut(&[u32]),
    ) -> Result<(), CudaError> {
        let step = WORDS / width;
        let part = |turn: usize| {
            let first = turn * step;
            first..count.min(first + step)
        };
        let turns = count.div_ceil(step);
        for turn in 0..=turns {
            if turn < turns {
                let part = part(turn);
                let view = from.slice(width * part.start..width * part.end);
                self.wait(turn % 2)?;
                let words = self.buffers[turn % 2].as_mut_slice().trying_to("wait for a copy")?;
                stream
                    .memcpy_dtoh(&view, &mut words[..width * part.len()])
                    .trying_to("copy from its memory")?;
                self.started(turn % 2, stream)?;
            }
            if let Some(before) = turn.checked_sub(1) {
                self.wait(before % 2)?;
                let words = self.buffers[before % 2].as_slice().trying_to("finish the update")?;
                take(&words[..width * part(before).len()]);
            }
        }
        Ok(())
    }
}

#[expect(unsafe_code, reason = "page-locked memory comes as it is")]
fn pinned(context: &Arc<CudaContext>) -> Result<PinnedHostSlice<u32>, CudaError> {
    // SAFETY: any bits are a u32. Flags of 0: the memory is read back, which must not bypass the caches.
    unsafe { context.alloc_pinned_with_flags(WORDS, 0) }.trying_to("take page-locked memory")
}
