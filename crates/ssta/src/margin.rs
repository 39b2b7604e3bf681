//! Setup and hold times that vary.

use zeroslack_graph::{Requirement, TimingGraph};
use zeroslack_timing::EndpointSlack;
use zeroslack_units::{Split, Ticks};

use crate::draw::{Draw, Stream, score_table};
use crate::sensitivity::Variable;
use crate::variation::{MarginVariation, Moments};

/// Where the draws of margins begin, after those of all arcs.
const PLACES: u64 = 1 << 40;

/// The variation of a setup or hold time: one more random variable of a slack, on which nothing else depends. By so much the data has to be there earlier for setup, and may change earlier for hold.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// Standard deviation, ps; the mean is 0, as the required time has it already, and so is the skewness.
    sigma: f32,
    /// How it is drawn.
    draw: Draw,
    /// Tells margins apart: the check of the pin graph, and the transition of the data. Checks of several clocks at a pin that are one in the library have one margin.
    number: u32,
}

impl Margin {
    /// What does not vary.
    pub(crate) const NONE: Self =
        Self { sigma: 0.0, draw: Draw { mean: 0, sigma: 0.0, shape: 0 }, number: 0 };

    pub(crate) fn new(graph: &TimingGraph, margins: &MarginVariation, slack: &EndpointSlack) -> Self {
        let Requirement::Check(id) = slack.by else { return Self::NONE };
        let (check, to) = (graph.check(id).pin_check, slack.transition);
        match margins.of_check(check, to) {
            sigma if sigma > 0.0 => {
                let draw = Draw::new(&Moments { mean: 0.0, sigma, skewness: 0.0 });
                Self { sigma, draw, number: check << 1 | to as u32 }
            }
            _ => Self::NONE,
        }
    }

    /// How it varies, ps; none where it does not.
    pub(crate) fn moments(&self) -> Option<Moments> {
        (self.sigma > 0.0).then_some(Moments { mean: 0.0, sigma: self.sigma, skewness: 0.0 })
    }

    /// What varies by itself: not among endpoints, nor the least slacks of all.
    pub(crate) fn variable(&self, split: Split) -> Variable {
        Variable::of_slack(1 << 41 | self.number as usize, split)
    }

    /// How it is drawn, with a mean of 0. Where the standard deviation is 0 nothing is.
    pub fn draw(&self) -> Draw {
        self.draw
    }

    /// Where it is drawn; no arc's delay is drawn there.
    pub fn place(&self) -> u64 {
        PLACES | u64::from(self.number)
    }

    /// In a sample, ticks.
    pub(crate) fn in_sample(&self, seed: u64, sample: u32) -> Ticks {
        if self.draw.sigma == 0.0 {
            return 0;
        }
        self.draw.of(score_table(), Stream::new(seed, self.place()).bits(sample))
    }
}
