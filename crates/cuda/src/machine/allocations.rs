//! The memory that a machine has handed out, so that launches can be held against it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::arrays::pointer::Pointer;

/// Where each allocation starts, and its bytes; in the order of addresses, as they are looked up far more often than they change.
type Known = Vec<(u64, u64)>;

/// All that is handed out. Clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allocations(Arc<Mutex<Known>>);

/// An allocation, known for as long as this lives.
#[derive(Debug)]
pub(crate) struct Allocation {
    at: u64,
    all: Allocations,
}

/// The allocations of one moment.
pub(crate) struct Allocated<'a>(MutexGuard<'a, Known>);

impl Allocations {
    /// Notes memory of so many words.
    pub(crate) fn note(&self, at: u64, words: usize) -> Allocation {
        let known = &mut self.now().0;
        let place = known.partition_point(|&(other, _)| other < at);
        known.insert(place, (at, 4 * words as u64));
        Allocation { at, all: self.clone() }
    }

    pub(crate) fn now(&self) -> Allocated<'_> {
        Allocated(self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Allocated<'_> {
    /// Bytes from an address to the end of the allocation that it is in; none outside of all.
    pub(crate) fn bytes_from<T>(&self, place: Pointer<T>) -> u64 {
        let after = self.0.partition_point(|&(at, _)| at <= place.address());
        let before = after.checked_sub(1).and_then(|before| self.0.get(before));
        before.map_or(0, |(at, bytes)| (at + bytes).saturating_sub(place.address()))
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        self.all.now().0.retain(|&(at, _)| at != self.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_to_the_end() {
        let all = Allocations::default();
        let bytes = |address| all.now().bytes_from(Pointer::<u32>::at(address));
        let (low, high) = (all.note(1024, 4), all.note(2048, 8));
        assert_eq!([0, 1023, 1024, 1036, 1040, 2048, 2079, 2080].map(bytes), [0, 0, 16, 4, 0, 32, 1, 0]);
        drop(low);
        assert_eq!([1024, 2048].map(bytes), [0, 32]);
        drop(high);
        assert_eq!(bytes(2048), 0);
    }
}
