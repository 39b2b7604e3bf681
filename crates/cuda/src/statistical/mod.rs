//! Statistical timing: arrivals as random variables, in less memory than all of them take, and Monte Carlo. See the README beside this.

mod capacity;
mod sampler;
mod statistics;
mod store;
mod transfer;

pub use sampler::Sampler;
pub use statistics::{Cap, Statistics};
