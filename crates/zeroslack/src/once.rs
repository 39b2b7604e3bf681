//! What is made when it is first asked for, by any thread.
//!
//! A thread of rayon's that waits for others takes other work meanwhile, and that may ask for the same. So nothing may be made by such a thread while others wait for it, nor by threads that may wait.

use std::sync::OnceLock;

use zeroslack_parallel::apart;

/// What a place holds. Who finds it empty makes it; where several do at the same time, the first one's is kept.
pub(crate) fn first<T>(place: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    place.get().unwrap_or_else(|| {
        let made = make();
        place.get_or_init(|| made)
    })
}

/// What a place holds, which is large and made by one: the others wait.
pub(crate) fn only<T: Send>(place: &OnceLock<T>, make: impl FnOnce() -> T + Send) -> &T {
    place.get_or_init(|| apart(make))
}
