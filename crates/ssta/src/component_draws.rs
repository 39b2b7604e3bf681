//! Draws of the components that sensitivities are kept in: which of several times is the worse one in each.

use rayon::prelude::*;

use crate::correlated::Correlated;
use crate::draw::normal;
use crate::sensitivity::Sensitivities;

/// Standard normal numbers, one for each component and draw.
#[derive(Debug)]
pub(crate) struct ComponentDraws {
    components: usize,
    /// `[draw][component]`.
    numbers: Vec<f32>,
}

/// A time as a function of the components: its mean, its sensitivities, and what skewness adds (the first term of Cornish's and Fisher's expansion).
pub(crate) struct Scored {
    mean: f64,
    sensitivities: Sensitivities,
    sigma: f64,
    /// A sixth of the skewness, times the standard deviation.
    bend: f64,
    /// What tells its draws from others' where there are no components.
    key: u64,
}

impl Scored {
    pub(crate) fn new(time: &Correlated, key: u64) -> Self {
        let sigma = time.time.sigma();
        Self {
            mean: time.time.mean(),
            sensitivities: time.sensitivities.clone(),
            sigma,
            bend: sigma * time.time.skewness() / 6.0,
            key,
        }
    }
}

impl ComponentDraws {
    /// So many draws, always the same ones.
    pub(crate) fn new(draws: u32, components: usize) -> Self {
        let of_draw = |draw: u32| (0..components).map(move |place| normal(1, place as u64, draw));
        let numbers = (0..draws).into_par_iter().flat_map_iter(of_draw).collect();
        Self { components, numbers }
    }

    /// A time in a draw, ticks.
    pub(crate) fn time(&self, draw: u32, of: &Scored) -> f64 {
        if of.sigma == 0.0 {
            return of.mean;
        }
        let off = if self.components == 0 {
            of.sigma * f64::from(normal(of.key, 0, draw))
        } else {
            let first = draw as usize * self.components;
            of.sensitivities.along(&self.numbers[first..first + self.components])
        };
        let score = off / of.sigma;
        of.mean + off + of.bend * (score * score - 1.0)
    }

    /// The place of the first of the greatest times in a draw; none of no times.
    pub(crate) fn latest(&self, draw: u32, of: &[Scored]) -> Option<usize> {
        if of.len() < 2 {
            return (of.len() == 1).then_some(0);
        }
        let times = of.iter().map(|time| -self.time(draw, time)).enumerate();
        times.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(place, _)| place)
    }

    /// The place of the first of the least times in a draw, and the time; none of no times.
    pub(crate) fn earliest(&self, draw: u32, of: &[Scored]) -> Option<(usize, f64)> {
        let times = of.iter().map(|time| self.time(draw, time)).enumerate();
        times.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }
}
