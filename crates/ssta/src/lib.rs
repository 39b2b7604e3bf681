//! Statistical timing: arrivals as distributions, and Monte Carlo to hold them against.
//!
//! A delay varies from chip to chip. Here it is a random variable ([`Moments`]), one for each arc and transition, whose early and late values move together, and which does not depend
//! on others'. [`arrivals`] carries distributions through the timing graph: along an arc the arrival and the delay are added, which is a convolution; where arcs meet, the later or the earlier
//! is kept, which is a product of distribution functions. That takes what meets for independent of each other, which it is not where paths part and meet again: how far that leads off is what
//! [`MonteCarlo`] tells, which draws delays and follows them through the same graph.

mod arrival;
mod distribution;
mod monte_carlo;
mod samples;
mod shape;
mod variation;

pub use arrival::{Arrivals, arrivals};
pub use distribution::{Distribution, FEWEST_BINS};
pub use monte_carlo::MonteCarlo;
pub use samples::{Difference, Samples};
pub use shape::MOST_SKEWNESS;
pub use variation::{FlatVariation, Moments, VariationError};
