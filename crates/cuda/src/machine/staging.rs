//! Page-locked memory that copies to and from a GPU go through.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaEvent, CudaSlice, CudaStream, PinnedHostSlice};
use rayon::prelude::*;

use crate::error::{CudaError, Trying};

/// Words of one buffer: long enough for a copy at full speed, short enough to fill one while the other travels.
const WORDS: usize = 4 << 20;

/// Values up to which one thread fills or empties a buffer.
const GRAIN: usize = 1 << 14;

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

    /// Fills the start of `to` with `count` values of `N` words.
    pub(crate) fn upload<const N: usize>(
        &mut self,
        stream: &Arc<CudaStream>,
        to: &mut CudaSlice<u32>,
        count: usize,
        value: impl Fn(usize) -> [u32; N] + Sync,
    ) -> Result<(), CudaError> {
        let step = WORDS / N;
        for (turn, first) in (0..count).step_by(step).enumerate() {
            let here = step.min(count - first);
            self.wait(turn % 2)?;
            let words = self.buffers[turn % 2].as_mut_slice().trying_to("wait for a copy")?;
            let words = &mut words[..N * here];
            let chunks = words.as_chunks_mut::<N>().0;
            if here <= GRAIN {
                chunks.iter_mut().enumerate().for_each(|(i, words)| *words = value(first + i));
            } else {
                let chunks = chunks.par_iter_mut().with_min_len(GRAIN).enumerate();
                chunks.for_each(|(i, words)| *words = value(first + i));
            }
            let mut part = to.slice_mut(N * first..N * (first + here));
            stream.memcpy_htod(words, &mut part).trying_to("copy to its memory")?;
            self.started(turn % 2, stream)?;
        }
        Ok(())
    }

    /// Replaces what is in `out` by `count` values of `N` words from the start of `from`.
    pub(crate) fn download<const N: usize, T: Send>(
        &mut self,
        stream: &Arc<CudaStream>,
        from: &CudaSlice<u32>,
        count: usize,
        out: &mut Vec<T>,
        value: impl Fn([u32; N]) -> T + Sync,
    ) -> Result<(), CudaError> {
        out.clear();
        out.reserve(count);
        let step = WORDS / N;
        let part = |turn: usize| {
            let first = turn * step;
            first..count.min(first + step)
        };
        let turns = count.div_ceil(step);
        for turn in 0..=turns {
            if turn < turns {
                let part = part(turn);
                let view = from.slice(N * part.start..N * part.end);
                self.wait(turn % 2)?;
                let words = self.buffers[turn % 2].as_mut_slice().trying_to("wait for a copy")?;
                stream.memcpy_dtoh(&view, &mut words[..N * part.len()]).trying_to("copy from its memory")?;
                self.started(turn % 2, stream)?;
            }
            if let Some(before) = turn.checked_sub(1) {
                self.wait(before % 2)?;
                let words = self.buffers[before % 2].as_slice().trying_to("finish the update")?;
                let words = words[..N * part(before).len()].as_chunks::<N>().0;
                if words.len() <= GRAIN {
                    out.extend(words.iter().map(|&words| value(words)));
                } else {
                    out.par_extend(words.par_iter().with_min_len(GRAIN).map(|&words| value(words)));
                }
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
