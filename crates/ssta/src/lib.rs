//! Statistical timing: arrivals as distributions, and Monte Carlo to hold them against.
//!
//! A delay varies from chip to chip. Here it is a random variable ([`Moments`]), one for each arc and transition, whose early and late values move together, and which does not depend
//! on others'. [`arrivals`] carries distributions through the timing graph: along an arc the arrival and the delay are added, which is a convolution; where arcs meet, the later or the earlier
//! is kept. What meets depends on each other where paths part and meet again: beside its distribution an arrival has its sensitivities to delays, in a few components, from which the
//! correlation of any two arrivals follows. [`arrivals_in`] carries mean, standard deviation and skewness over the same graph, a cheap form of the same. [`MonteCarlo`], which draws delays and follows them through the same graph, tells how far off all that is.
//!
//! [`Slacks`] are those of endpoints, with the timing yield, which [`PeriodYield`] tells over the clocks' periods. [`Criticalities`] tell with what probability the worst path ends at an endpoint or goes
//! through a pin, and [`CriticalSweep`] finds them. [`PathArcs`] are a single path, whose slack is known exactly.

mod arrival;
mod central;
mod clark;
mod component_draws;
mod correlated;
mod critical_samples;
mod critical_sweep;
mod criticality;
mod distribution;
mod draw;
mod margin;
mod moments;
mod monte_carlo;
mod normal;
mod pair;
mod path;
mod period_yield;
mod plan;
mod samples;
mod sensitivity;
mod shape;
mod slack;
mod sums;
mod variation;

pub use arrival::{Arrivals, Resolution, arrivals, arrivals_at};
pub use correlated::Record;
pub use critical_samples::WorstPath;
pub use critical_sweep::{Critical, CriticalSweep};
pub use criticality::Criticalities;
pub use distribution::{Distribution, FEWEST_BINS};
pub use draw::{Draw, OCTAVES, POINTS, score_table, seed_of};
pub use margin::Margin;
pub use moments::{Form, MomentsRecord, arrivals_in};
pub use monte_carlo::{Draws, MonteCarlo};
pub use normal::{copula_table, normal_table};
pub use path::{PathArcs, PathSlack, PathStep};
pub use period_yield::PeriodYield;
pub use plan::{Eviction, Model, Placed, Plan, Step, TooFewSlots};
pub use samples::{Difference, Samples};
pub use shape::{MOST_SKEWNESS, shape_table};
pub use slack::{End, Slacks, Term};
pub use variation::{FlatVariation, MarginVariation, Moments, Variation, VariationError};
