//! What the kernels tell of a search, as the host reads it.

use zeroslack_units::Ticks;

use crate::arrays::search::SearchState;
use crate::arrays::structure::Words;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::words::words_of;

/// Words of the state.
const WORDS: usize = words_of::<SearchState>(1);

impl SearchState {
    /// Waits for all that was started, and reads the state.
    pub(crate) fn peek<M: Machine>(machine: &M, state: &M::Buffer) -> Result<Self, CudaError> {
        Ok(Self::of_words(&machine.peek::<WORDS>(state)?))
    }

    /// What paths of a slack are sorted by.
    pub(crate) fn key_of(&self, slack: Ticks) -> u64 {
        (slack as u64).wrapping_sub(self.base as u64)
    }

    /// The greatest slack of a path.
    pub(crate) fn greatest(&self) -> Ticks {
        !self.greatest
    }

    /// Whether there are as many paths as are wanted.
    pub(crate) fn is_reached(&self) -> bool {
        self.is_reached != 0
    }

    /// Whether the last children had room.
    pub(crate) fn is_fitting(&self) -> bool {
        self.is_fitting != 0
    }

    /// Whether the last level has children or branches that have no room.
    pub(crate) fn is_stuck(&self) -> bool {
        self.is_stuck != 0
    }
}
