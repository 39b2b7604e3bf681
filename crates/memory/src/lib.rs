//! An allocator for programs that build arrays of gigabytes on many threads.
//!
//! A page of memory costs a fault when it is first written to, and threads that fault at the same time wait for each other. Linux has pages of 2 MiB,
//! but most systems give them only to those who ask. [`HugePages`] asks for every block from [`LARGE`] bytes on; smaller ones are the system
//! allocator's. Elsewhere than on Linux all blocks are.
//!
//! ```
//! use zeroslack_memory::HugePages;
//!
//! #[global_allocator]
//! static ALLOCATOR: HugePages = HugePages;
//! ```

#[cfg(target_os = "linux")]
mod map;

#[cfg(target_os = "linux")]
pub use map::{HugePages, LARGE};

#[cfg(not(target_os = "linux"))]
pub use std::alloc::System as HugePages;
