//! How many endpoints have which slack.

use serde_json::{Value, json};
use zeroslack_timing::EndpointSlack;
use zeroslack_units::{Split, Ticks};

use crate::json::time;

/// Endpoints by the worst slack of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlackHistogram {
    /// The least slack of the first bar: a multiple of the bars' width, so that one of them ends at 0.
    pub first: Ticks,
    /// The width of a bar: 1, 2 or 5 times a power of ten.
    pub width: Ticks,
    /// The number of endpoints whose slack is at least that at which the bar begins and less than where the next one does.
    pub counts: Vec<usize>,
}

impl SlackHistogram {
    /// Of the slacks of a split, which follow each other for each endpoint, in about so many bars.
    pub fn new(slacks: &[EndpointSlack], split: Split, bars: usize) -> Self {
        let of_endpoints = slacks.chunk_by(|a, b| a.endpoint == b.endpoint);
        let worst: Vec<Ticks> = of_endpoints
            .filter_map(|ends| ends.iter().filter(|end| end.kind.split() == split).map(|end| end.slack).min())
            .collect();
        Self::of(&worst, bars)
    }

    fn of(slacks: &[Ticks], bars: usize) -> Self {
        let (Some(&least), Some(&greatest)) = (slacks.iter().min(), slacks.iter().max()) else {
            return Self::default();
        };
        let width = round_width((greatest.saturating_sub(least)) / bars.max(1) as Ticks + 1);
        let first = least.div_euclid(width) * width;
        let mut counts = vec![0; ((greatest - first) / width) as usize + 1];
        slacks.iter().for_each(|slack| counts[((slack - first) / width) as usize] += 1);
        Self { first, width, counts }
    }

    /// As an object: `first` and `width` in ps, `counts`.
    pub fn json(&self) -> Value {
        json!({ "first": time(self.first), "width": time(self.width), "counts": self.counts })
    }
}

/// The next greater width that is 1, 2 or 5 times a power of ten.
fn round_width(least: Ticks) -> Ticks {
    let mut power: Ticks = 1;
    loop {
        for factor in [1, 2, 5] {
            if power * factor >= least {
                return power * factor;
            }
        }
        power = power.saturating_mul(10);
        if power > Ticks::MAX / 10 {
            return least;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_meet_at_zero_and_hold_every_slack() {
        let slacks = [-1234, -1, 0, 1, 99, 100, 5000];
        let histogram = SlackHistogram::of(&slacks, 50);
        assert_eq!((histogram.first, histogram.width, histogram.counts.len()), (-1400, 200, 33));
        assert_eq!(histogram.counts.iter().sum::<usize>(), slacks.len());
        let below =
            histogram.counts.iter().take((-histogram.first / histogram.width) as usize).sum::<usize>();
        assert_eq!(below, 2);
        assert_eq!(SlackHistogram::of(&[], 50), SlackHistogram::default());
        assert_eq!(SlackHistogram::of(&[7, 7], 50).counts, [2]);
    }

    #[test]
    fn widths_are_round() {
        assert_eq!([1, 2, 3, 6, 11, 51, 100].map(round_width), [1, 2, 5, 10, 20, 100, 100]);
        assert!(round_width(Ticks::MAX / 2) >= Ticks::MAX / 2);
    }
}
