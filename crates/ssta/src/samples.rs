//! What samples of a time say, and how far a distribution is from them.

use zeroslack_units::{Ticks, UNDEFINED};

use crate::distribution::Distribution;

/// Samples of a time, sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    /// Ticks; at least one.
    times: Vec<f64>,
}

/// How far a distribution is from samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Of the means, in standard deviations of the samples.
    pub mean: f64,
    /// Of the standard deviations, as a share of the samples'.
    pub sigma: f64,
    /// Of the times that are not exceeded with a probability of 0.135%, in standard deviations of the samples.
    pub low: f64,
    /// The same of 99.865%.
    pub high: f64,
    /// The greatest of the distribution functions (Kolmogorov and Smirnov's).
    pub distance: f64,
}

impl Samples {
    /// Of a time in each sample; none where it is undefined in any, or there are none.
    pub fn new(times: impl Iterator<Item = Ticks>) -> Option<Self> {
        let times: Option<Vec<f64>> = times.map(|time| (time != UNDEFINED).then_some(time as f64)).collect();
        let mut times = times.filter(|times| !times.is_empty())?;
        times.sort_by(f64::total_cmp);
        Some(Self { times })
    }

    /// Ticks.
    pub fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }

    /// Standard deviation, ticks.
    pub fn sigma(&self) -> f64 {
        let mean = self.mean();
        (self.times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / self.times.len() as f64).sqrt()
    }

    /// The time that is not exceeded with a probability, ticks.
    pub fn quantile(&self, probability: f64) -> f64 {
        let place = (probability * self.times.len() as f64).ceil() as usize;
        self.times[place.clamp(1, self.times.len()) - 1]
    }

    /// How far a distribution is from them; none of samples that do not vary.
    pub fn difference(&self, found: &Distribution) -> Option<Difference> {
        let (count, sigma) = (self.times.len() as f64, self.sigma());
        let distances = self.times.iter().enumerate().map(|(i, &time)| {
            let until = found.probability_until(time);
            (until - i as f64 / count).abs().max((until - (i + 1) as f64 / count).abs())
        });
        let quantile = |probability| (found.quantile(probability) - self.quantile(probability)) / sigma;
        (sigma > 0.0).then(|| Difference {
            mean: (found.mean() - self.mean()) / sigma,
            sigma: found.sigma() / sigma - 1.0,
            low: quantile(0.00135),
            high: quantile(0.99865),
            distance: distances.fold(0.0, f64::max),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_known_times() {
        let samples = Samples::new([40, 10, 20, 30].into_iter()).expect("four");
        assert_eq!((samples.mean(), samples.quantile(0.5), samples.quantile(0.51)), (25.0, 20.0, 30.0));
        assert_eq!((samples.quantile(0.0), samples.quantile(1.0)), (10.0, 40.0));
        assert_eq!(samples.sigma(), 125.0f64.sqrt());
        let never = samples.difference(&Distribution::certain(1000)).expect("they vary");
        assert_eq!((never.distance, never.sigma), (1.0, -1.0));
        assert!(
            Samples::new([1, UNDEFINED].into_iter()).is_none() && Samples::new(std::iter::empty()).is_none()
        );
        let same = Samples::new([7, 7].into_iter()).expect("two");
        assert_eq!(same.difference(&Distribution::certain(7)), None);
    }
}
