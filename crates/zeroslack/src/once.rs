//! What is made when it is first asked for, by any thread.
//!
//! A thread of rayon's that waits for others takes other work meanwhile, and that may ask for the same. So nothing may be made by such a thread while others wait for it, nor by threads that may wait.

use std::panic::resume_unwind;
use std::sync::OnceLock;

use rayon::ThreadPoolBuilder;

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

/// Works on as many threads as there are, which have nothing else to do.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = rayon::current_num_threads();
    on_another_thread(|| match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    })
}

/// Works on a thread that takes no other work meanwhile. The current one waits, and takes none either.
pub(crate) fn on_another_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap_or_else(|panic| resume_unwind(panic)))
}
