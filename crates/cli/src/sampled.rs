//! `--monte-carlo`: slacks in samples of all delays.

use anyhow::bail;
use rayon::prelude::*;
use zeroslack::cuda::Cap;
use zeroslack::ssta::{End, MonteCarlo, Samples, Variation};
use zeroslack::units::Ticks;
use zeroslack::{Progress, Timed};
use zeroslack_report::{SampledMoments, SampledSplit};

/// Bytes of memory that a slack takes at the most, while those of batches are put in the order of ends.
const SLACK_BYTES: u64 = 16;

/// Samples that a thread looks at together.
const CHUNK: usize = 4096;

/// The slacks of all ends in samples.
pub(crate) struct SampledSlacks {
    /// `[end][sample]`
    slacks: Vec<Vec<Ticks>>,
    samples: usize,
}

impl SampledSlacks {
    /// Draws all samples, which is a stage of its own.
    pub(crate) fn draw(
        timed: Timed<'_>,
        (variation, ends): (&Variation, &[End]),
        (monte_carlo, cap): (MonteCarlo, Cap),
        progress: &dyn Progress,
    ) -> Self {
        progress.begin("Monte Carlo", 1);
        let slacks = timed.sampled_slacks(variation, ends, monte_carlo, cap);
        progress.advance(1);
        Self { slacks, samples: monte_carlo.samples as usize }
    }

    /// The slack of an end; none without samples.
    pub(crate) fn of_end(&self, place: usize, quantiles: &[f64]) -> Option<SampledMoments> {
        moments(&self.slacks[place], quantiles)
    }

    /// The least slack of some ends in each sample; none without samples.
    pub(crate) fn of_split(&self, places: &[usize], quantiles: &[f64]) -> Option<SampledSplit> {
        let mut worst = vec![Ticks::MAX; self.samples];
        worst.par_chunks_mut(CHUNK).enumerate().for_each(|(number, worst)| {
            for &place in places {
                let slacks = &self.slacks[place][number * CHUNK..];
                worst.iter_mut().zip(slacks).for_each(|(worst, &slack)| *worst = slack.min(*worst));
            }
        });
        let met = worst.iter().filter(|&&slack| slack >= 0).count();
        let timing_yield = met as f64 / self.samples as f64;
        Some(SampledSplit { worst: moments(&worst, quantiles)?, timing_yield })
    }
}

/// Refuses samples that would take more than half of the memory, where it can be told how much there is.
pub(crate) fn check_memory(samples: u32, ends: usize) -> anyhow::Result<()> {
    let needed = u64::from(samples).saturating_mul(SLACK_BYTES * ends as u64);
    match machine_memory() {
        Some(memory) if needed > memory / 2 => bail!(
            "--monte-carlo: {samples} samples of the slacks of {ends} ends take {}, more than half of the memory of {}",
            gibibytes(needed),
            gibibytes(memory)
        ),
        _ => Ok(()),
    }
}

fn moments(slacks: &[Ticks], quantiles: &[f64]) -> Option<SampledMoments> {
    let samples = Samples::new(slacks.iter().copied())?;
    let ticks = |value: f64| value.round() as Ticks;
    Some(SampledMoments {
        mean: ticks(samples.mean()),
        sigma: ticks(samples.sigma()),
        quantiles: quantiles.iter().map(|&share| ticks(samples.quantile(share))).collect(),
    })
}

fn gibibytes(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64)
}

/// Bytes.
#[cfg(target_os = "linux")]
fn machine_memory() -> Option<u64> {
    let found = rustix::system::sysinfo();
    (found.totalram as u64).checked_mul(u64::from(found.mem_unit))
}

#[cfg(not(target_os = "linux"))]
fn machine_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_slacks_and_yield() {
        let slacks = vec![vec![5, -3, 8, 0], vec![-9; 4], vec![2, 9, -1, 4]];
        let found = SampledSlacks { slacks, samples: 4 };
        let split = found.of_split(&[0, 2], &[0.0, 0.5, 1.0]).expect("four samples");
        assert_eq!((split.timing_yield, split.worst.quantiles), (0.5, vec![-3, -1, 2]));
        let end = found.of_end(0, &[0.5, 1.0]).expect("four samples");
        assert_eq!((end.mean, end.sigma, end.quantiles), (3, 4, vec![0, 8]));
    }

    #[test]
    fn more_than_the_machine_has_is_refused() {
        assert!(check_memory(1000, 1000).is_ok());
        assert_eq!(check_memory(u32::MAX, usize::MAX >> 4).is_err(), machine_memory().is_some());
    }
}
