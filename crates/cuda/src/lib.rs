//! The GPU engine: the stages of the CPU engine as CUDA kernels over the same arrays, with the same bits.
//!
//! [`Device::open`] finds the driver and a GPU at run time; [`CudaEngine`] holds a design on it. The kernels are in `kernels/`:
//! each is a plain function of an index, or of a block's threads, over plain arrays, so that the feature `emulate` can run them
//! without a GPU (`Emulator`). What is computed is theirs; [`Engine`] only says in which order. What is made once for a netlist,
//! [`fn@levels`] and [`fn@flatten`] make there. [`PathSearch`] finds the worst paths of what an engine timed.

#![warn(clippy::undocumented_unsafe_blocks, unsafe_op_in_unsafe_fn)]

mod arrays;
mod asked;
mod clock_arrays;
mod clock_network;
mod clocks;
mod cone;
mod cone_arrays;
mod device;
#[cfg(feature = "emulate")]
mod emulator;
mod engine;
mod error;
mod flatten;
mod found;
mod groups;
mod guess;
mod kernel;
mod levels;
mod machine;
mod measure;
mod meter;
mod nworst_run;
mod plan;
mod query;
mod resident;
mod room;
mod roots;
mod scan;
mod schedule;
mod search;
mod search_arrays;
mod search_memory;
mod search_run;
mod slacks;
mod staging;
mod terrain;

pub use arrays::Arrays;
pub use device::Device;
#[cfg(feature = "emulate")]
pub use emulator::Emulator;
pub use engine::{CudaEngine, Engine};
pub use error::CudaError;
pub use flatten::{Flatten, flatten};
pub use kernel::{Kernel, Launch};
pub use levels::{Levels, levels};
pub use machine::Machine;
pub use measure::{Measure, StageTime};
pub use query::NodeTiming;
pub use schedule::Stage;
pub use search::{PathSearch, PathSearchOutcome};
