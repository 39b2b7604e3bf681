//! Statistical timing: arrivals as distributions, and Monte Carlo to hold them against.
//!
//! A delay varies from chip to chip. Here it is a random variable ([`Moments`]), one for each arc and transition, whose early and late values move together, and which does not depend
//! on others'. [`arrivals`] carries distributions through the timing graph: along an arc the arrival and the delay are added, which is a convolution; where arcs meet, the later or the earlier
//! is kept. What meets depends on each other where paths part and meet again: beside its distribution an arrival has its sensitivities to delays, in a few components, from which the
//! correlation of any two arrivals follows. [`MonteCarlo`], which draws delays and follows them through the same graph, tells how far off all that is.

mod arrival;
mod correlated;
mod distribution;
mod monte_carlo;
mod normal;
mod pair;
mod samples;
mod sensitivity;
mod shape;
mod slack;
mod variation;

pub use arrival::{Arrivals, Resolution, arrivals};
pub use distribution::{Distribution, FEWEST_BINS};
pub use monte_carlo::MonteCarlo;
pub use samples::{Difference, Samples};
pub use shape::MOST_SKEWNESS;
pub use slack::{End, Slacks};
pub use variation::{FlatVariation, MarginVariation, Moments, Variation, VariationError};
