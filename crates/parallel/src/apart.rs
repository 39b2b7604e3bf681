//! Work that nobody waits for who might be asked to help with it.
//!
//! A thread of rayon's that waits takes other work meanwhile, and that may wait for what the thread itself is at.

use std::panic::resume_unwind;

use rayon::ThreadPoolBuilder;

/// Works on as many threads as there are, which have nothing else to do.
pub fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = rayon::current_num_threads();
    on_another_thread(|| match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    })
}

/// Works on a thread that takes no other work meanwhile. The current one waits, and takes none either.
pub fn on_another_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap_or_else(|panic| resume_unwind(panic)))
}
