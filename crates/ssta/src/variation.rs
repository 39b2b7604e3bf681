//! Where variation comes from.

use rayon::prelude::*;
use zeroslack_graph::{ArcId, ArcKind};
use zeroslack_timing::{TimedGraph, has_signal};
use zeroslack_units::{Quad, Split, Transition};

use crate::shape::MOST_SKEWNESS;

/// How a delay is distributed: skew-normal, as Liberty's variation format (LVF) has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// ps.
    pub mean: f32,
    /// Standard deviation, ps, from 0 to 10⁹; what is outside is taken as the nearer of these.
    pub sigma: f32,
    /// The third standardised moment; taken as ±[`crate::MOST_SKEWNESS`] beyond that.
    pub skewness: f32,
}

/// Standard deviations as shares of delays, the same for all cells and all wires: what is used where no library says more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlatVariation {
    cell: f32,
    wire: f32,
    skewness: f32,
}

/// A variation that no delay has.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum VariationError {
    /// Neither 0 nor up to [`FlatVariation::MOST_SHARE`].
    #[error("a standard deviation of {0} times the delay; expected 0 to {most}", most = FlatVariation::MOST_SHARE)]
    Share(f32),
    /// Not a skew-normal distribution's.
    #[error("a skewness of {0}; expected -{MOST_SKEWNESS} to {MOST_SKEWNESS}")]
    Skewness(f32),
}

impl FlatVariation {
    /// The greatest standard deviation, in delays.
    pub const MOST_SHARE: f32 = 10.0;

    /// The standard deviations of cells and wires as shares of their delays, and the skewness of both.
    ///
    /// # Errors
    /// If a share is not a number from 0 to [`FlatVariation::MOST_SHARE`], or the skewness is not within [`MOST_SKEWNESS`].
    pub fn new(cell: f32, wire: f32, skewness: f32) -> Result<Self, VariationError> {
        let is_share = |share: &f32| (0.0..=Self::MOST_SHARE).contains(share);
        if let Some(share) = [cell, wire].into_iter().find(|share| !is_share(share)) {
            return Err(VariationError::Share(share));
        }
        if !(-MOST_SKEWNESS..=MOST_SKEWNESS).contains(&skewness) {
            return Err(VariationError::Skewness(skewness));
        }
        Ok(Self { cell, wire, skewness })
    }

    /// The standard deviation of what an arc stands for, as a share of its delay.
    pub fn share(&self, kind: ArcKind) -> f32 {
        match kind {
            ArcKind::Wire(_) => self.wire,
            ArcKind::Cell(_) => self.cell,
        }
    }

    /// How a delay varies, ps. Its mean is the delay that there is without variation.
    pub fn of_delay(&self, kind: ArcKind, delay: f32) -> Moments {
        Moments { mean: delay, sigma: self.share(kind) * delay.abs(), skewness: self.skewness }
    }

    /// How all delays of a graph vary; those that are stated of ideal networks do not. Means are the delays that there are without variation.
    pub fn of_graph(&self, graph: &TimedGraph<'_>) -> Variation {
        let of_arc = |arc: usize| {
            let kind = graph.arc_kinds[arc].kind();
            let varying = if kind.is_ideal(graph.arc_models) {
                Self { cell: 0.0, wire: 0.0, skewness: 0.0 }
            } else {
                *self
            };
            graph.delays[arc].map(|delays| delays.map(|delay| varying.of_delay(kind, delay)))
        };
        Variation::new((0..graph.delays.len()).into_par_iter().map(of_arc).collect())
    }
}

/// How the delays of a graph's arcs vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    of: Vec<Quad<Moments>>,
}

impl Variation {
    /// Of delays by arc, split and transition at the arc's target: `[arc][split][transition]`. A mean is NaN where no signal comes.
    pub fn new(of: Vec<Quad<Moments>>) -> Self {
        Self { of }
    }

    /// `[arc][split][transition]`.
    pub fn all(&self) -> &[Quad<Moments>] {
        &self.of
    }

    /// The distribution of an arc's delay to a transition of its target; none where no signal comes by it.
    #[inline]
    pub fn of_arc(&self, arc: ArcId, split: Split, to: Transition) -> Option<Moments> {
        let moments = self.of[arc.index()][split as usize][to as usize];
        has_signal(moments.mean).then_some(moments)
    }
}

/// How setup and hold times (margins of checks) vary: normally, each by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarginVariation {
    sigma: Vec<[f32; 2]>,
}

impl MarginVariation {
    /// Of standard deviations by check of the pin graph and transition of the data, ps: `[pin check][transition]`. None at all where no margin varies.
    pub fn new(sigma: Vec<[f32; 2]>) -> Self {
        Self { sigma }
    }

    /// The standard deviation of what a check of the pin graph asks for, ps; 0 where it does not vary.
    pub fn of_check(&self, pin_check: u32, transition: Transition) -> f32 {
        self.sigma.get(pin_check as usize).map_or(0.0, |sigma| sigma[transition as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_that_no_delay_has() {
        assert!(FlatVariation::new(0.0, 10.0, -0.99).is_ok());
        let said = |cell, wire, skewness| {
            FlatVariation::new(cell, wire, skewness).expect_err("out of bounds").to_string()
        };
        assert_eq!(said(-0.1, 0.0, 0.0), "a standard deviation of -0.1 times the delay; expected 0 to 10");
        assert!(said(0.1, f32::NAN, 0.0).starts_with("a standard deviation of NaN"));
        assert_eq!(said(0.1, 0.1, 1.5), "a skewness of 1.5; expected -0.99 to 0.99");
    }
}
