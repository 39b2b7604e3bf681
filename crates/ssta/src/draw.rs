//! How delays are drawn: random bits by seed, place and sample, and the score that they stand for, from a table, so that every engine draws the same bits.
//!
//! A score is a quantile of the skew-normal distributions of [`crate::shape`]. The table has each lower tail in octaves, each with points that lie evenly in probability (D.-U. Lee,
//! R. C. C. Cheung, W. Luk, J. D. Villasenor, "Hierarchical segmentation for hardware function evaluation", IEEE TVLSI 17, 2009); an upper tail is the lower one of the mirrored distribution.
//!
//! The twin for kernels is `cuda/src/statistical/draw.h`.

use std::sync::OnceLock;

use zeroslack_timing::{has_signal, time_along};
use zeroslack_units::{Ticks, UNDEFINED};

use crate::distribution::sigma_of;
use crate::shape::{Lookup, SHAPES, Shape};
use crate::variation::Moments;

/// Octaves of the probability of a tail, from 1/2 down; the last one has what is below it, too.
pub const OCTAVES: usize = 24;

/// Points of an octave, its ends among them.
pub const POINTS: usize = 33;

/// What the state of a stream of random numbers is increased by (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// All bits of a number mixed (Stafford's variant of the finaliser of MurmurHash3).
#[inline]
pub(crate) fn mixed(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// A seed with all its bits mixed.
#[inline]
pub fn seed_of(seed: u64) -> u64 {
    mixed(seed.wrapping_add(GOLDEN))
}

/// The random numbers of a place in all samples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream(u64);

impl Stream {
    #[inline]
    pub(crate) fn new(seed: u64, place: u64) -> Self {
        Self(mixed(seed_of(seed) ^ place.wrapping_mul(GOLDEN)))
    }

    #[inline]
    pub(crate) fn bits(self, sample: u32) -> u64 {
        mixed(self.0.wrapping_add((u64::from(sample) + 1).wrapping_mul(GOLDEN)))
    }
}

/// How a delay is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// [`UNDEFINED`] where no signal comes.
    pub mean: Ticks,
    /// Standard deviation, ticks.
    pub sigma: f32,
    /// The place of its skewness between two of the table's: the lower one in the highest 8 bits, then how far it is from that.
    pub shape: u32,
}

impl Draw {
    pub(crate) fn new(delay: &Moments) -> Self {
        let mean = if has_signal(delay.mean) { time_along(delay.mean) } else { UNDEFINED };
        let Lookup { low, share } = Lookup::of(delay.skewness);
        let share = ((share * f64::from(1 << 24)) as u32).min((1 << 24) - 1);
        Self { mean, sigma: sigma_of(delay) as f32, shape: (low as u32) << 24 | share }
    }

    /// The delay that random bits stand for, ticks.
    #[inline]
    pub(crate) fn of(&self, table: &[f32], bits: u64) -> Ticks {
        self.mean + nearest(self.sigma * score(table, self.shape, bits))
    }
}

/// A standard normal number, by seed, place and sample.
pub(crate) fn normal(seed: u64, place: u64, sample: u32) -> f32 {
    let shape = (SHAPES / 2) as u32;
    score(score_table(), shape << 24, Stream::new(seed, place).bits(sample))
}

/// The nearest whole number of ticks; half of one is rounded away from 0.
#[inline]
fn nearest(ticks: f32) -> Ticks {
    let ticks = f64::from(ticks);
    (if ticks < 0.0 { ticks - 0.5 } else { ticks + 0.5 }) as Ticks
}

/// The score that random bits stand for: the lowest one says which tail, and the others how far out.
#[inline]
fn score(table: &[f32], shape: u32, bits: u64) -> f32 {
    let probability = bits >> 1 | 1 << (63 - OCTAVES);
    let zeros = probability.leading_zeros();
    let within = probability << (zeros + 1);
    let segment = (within >> 59) as usize;
    let after = ((within >> 35) as u32 & 0xff_ffff) as f32 * (1.0 / f32::from_bits(0x4b80_0000));
    let share = (shape & 0xff_ffff) as f32 * (1.0 / f32::from_bits(0x4b80_0000));
    let low = (shape >> 24) as usize;
    let is_upper = bits & 1 != 0;
    let [here, next] = if is_upper { [SHAPES - 1 - low, SHAPES - 2 - low] } else { [low, low + 1] };
    let at = |shape: usize| {
        let place = (shape * OCTAVES + (zeros as usize - 1)) * POINTS + segment;
        table[place] + after * (table[place + 1] - table[place])
    };
    let below = at(here);
    let score = below + share * (at(next) - below);
    if is_upper { -score } else { score }
}

/// The scores of lower tails: `[shape][octave][point]`.
pub fn score_table() -> &'static [f32] {
    static TABLE: OnceLock<Vec<f32>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let all = Shape::all().iter().flat_map(|shape| {
            (0..OCTAVES * POINTS).map(|i| {
                let whole = libm::ldexp(0.25, -((i / POINTS) as i32));
                shape.quantile(whole * (1.0 + (i % POINTS) as f64 / (POINTS - 1) as f64)) as f32
            })
        });
        all.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments and quantiles of what is drawn, against those asked for.
    #[test]
    fn draws_are_those_of_the_distribution() {
        for skewness in [-0.9f32, -0.31, 0.0, 0.4, 0.98] {
            let draw = Draw::new(&Moments { mean: 100.0, sigma: 10.0, skewness });
            let stream = Stream::new(5, 7);
            let count = 400_000;
            let scores: Vec<f64> = (0..count)
                .map(|sample| (draw.of(score_table(), stream.bits(sample)) - 1_000_000) as f64 / 1e5)
                .collect();
            let moment =
                |power: i32| scores.iter().map(|score| score.powi(power)).sum::<f64>() / f64::from(count);
            let found = [1, 2, 3].map(moment);
            for (found, expected) in found.into_iter().zip([0.0, 1.0, f64::from(skewness)]) {
                assert!((found - expected).abs() < 0.015, "{skewness}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn the_table_has_the_quantiles_of_the_normal_distribution() {
        let shape = (SHAPES / 2) as u32;
        for (probability, expected) in
            [(0.5, 0.0), (0.25, -0.67449), (0.1, -1.28155), (0.00135, -2.99998), (1e-6, -4.75342)]
        {
            let bits = ((probability * 2f64.powi(64)) as u64) << 1;
            let tail = |upper: u64| score(score_table(), shape << 24, bits.wrapping_sub(2) & !1 | upper);
            // At a half the bits that are left are none.
            if probability < 0.5 {
                assert!((f64::from(tail(0)) - expected).abs() < 2e-3, "{probability}: {}", tail(0));
                assert!((f64::from(tail(1)) + expected).abs() < 2e-3, "{probability}: {}", tail(1));
            }
        }
        assert!(score(score_table(), shape << 24, u64::MAX - 1).abs() < 1e-3);
        assert!(score(score_table(), shape << 24, 0) < -5.0);
    }
}
