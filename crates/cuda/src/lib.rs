//! The GPU engine: the stages of the CPU engine as CUDA kernels over the same arrays, with the same bits.
//!
//! [`Device::open`] finds the driver and a GPU at run time; [`CudaEngine`] holds a design on it. Each kernel
//! is a plain function of an index, or of a block's threads, over plain arrays, so that the feature `emulate` can run them
//! without a GPU (`Emulator`). What is computed is theirs; [`Engine`] only says in which order. What is made once for a netlist,
//! [`fn@levels`] and [`fn@flatten`] make there. [`PathSearch`] finds the worst paths of what an engine timed.
//!
//! A kernel's header lies beside the Rust that starts it. Each room uses those before it only:
//!
//! - `arrays`: where everything is on the device, for both languages.
//! - `machine`: what runs kernels, on a GPU or without one.
//! - `preparation`: levels and RC trees, once for a netlist.
//! - `engine`: a design on a device, its updates, results and queries.
//! - `cone`: the part of a design that constrained paths can take.
//! - `search`: the worst paths.
//! - `statistical`: arrivals as random variables, and Monte Carlo.
//!
//! `kernels/` has what makes one program of the headers, for GPUs and for the emulator, and what all kernels share.

#![warn(clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]

mod arrays;
mod cone;
mod engine;
mod error;
mod machine;
mod preparation;
mod search;
mod statistical;

pub use arrays::Arrays;
pub use arrays::pointer::Pointer;
pub use engine::measure::{Measure, StageTime};
pub use engine::query::NodeTiming;
pub use engine::schedule::Stage;
pub use engine::update::{CudaEngine, Engine};
pub use error::CudaError;
pub use machine::device::Device;
#[cfg(feature = "emulate")]
pub use machine::emulator::Emulator;
pub use machine::kernel::{Kernel, KernelLaunch};
pub use machine::{Fill, Machine};
pub use preparation::flatten::{Flatten, flatten};
pub use preparation::levels::{Levels, levels};
pub use search::asked::most_paths;
pub use search::outcome::PathSearchOutcome;
pub use search::path_search::PathSearch;
pub use statistical::{Cap, Sampler, Statistics};
