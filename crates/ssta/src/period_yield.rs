//! Timing yield over the periods of clocks.

use rayon::prelude::*;
use zeroslack_graph::{Requirement, VertexId};
use zeroslack_units::{Split, Ticks};

use crate::arrival::{Arrivals, Resolution};
use crate::correlated::Correlated;
use crate::slack::{End, Term, least};

/// The timing yield of a split when the periods of all clocks are scaled by one factor, and with them all their edges: a slack of which capture follows launch after some time gains the same
/// share of that time. Delays of clocks and data, and what is required without a clock, stay.
#[derive(Debug)]
pub struct PeriodYield {
    split: Split,
    bins: usize,
    /// From launch to capture, ticks, and the least slack of all ends where that is the time; in the order of times.
    groups: Vec<(Ticks, Correlated)>,
}

impl PeriodYield {
    /// Of ends whose arrivals are known. `distance` tells how long after the launch of the data at a vertex the capture comes that is required there, in ticks: 0 where that does not depend on clocks.
    pub fn new(
        ends: &[End],
        arrivals: &Arrivals,
        (split, resolution): (Split, Resolution),
        distance: impl Fn(Requirement, VertexId) -> Ticks + Sync,
    ) -> Self {
        let bins = resolution.bins;
        let of_end = |end: &End| {
            let slack =
                |term: &Term| Some((distance(term.by, term.data), term.slack(split, arrivals, bins)?));
            let slacks = end.terms.iter().filter_map(slack).collect();
            merged(slacks, |slacks| end.least(slacks, bins))
        };
        let of_split: Vec<&End> = ends.iter().filter(|end| end.split == split).collect();
        let all: Vec<(Ticks, Correlated)> = of_split.into_par_iter().flat_map_iter(of_end).collect();
        let groups = merged(all, |slacks| least(slacks, split, bins));
        Self { split, bins, groups }
    }

    /// The probability that no slack is below zero when periods are so many times what they are.
    pub fn at(&self, scale: f64) -> f64 {
        let gain = |distance: Ticks| ((scale - 1.0) * distance as f64).round() as Ticks;
        let slacks = self.groups.iter().map(|(distance, slack)| slack.clone().shifted(gain(*distance)));
        let worst = least(slacks.collect(), self.split, self.bins);
        worst.map_or(1.0, |worst| (1.0 - worst.time.probability_until(0.0)).clamp(0.0, 1.0))
    }

    /// From where the yield is next to nothing to where it is nearly what longer periods can make it; none where it does not depend on periods.
    pub fn range(&self) -> Option<[f64; 2]> {
        let [start, end] = [0.9995, 0.0005].map(|share| {
            let scales = self.groups.iter().filter(|(distance, _)| *distance > 0);
            let scale =
                |(distance, slack): &(Ticks, Correlated)| 1.0 - slack.time.quantile(share) / *distance as f64;
            scales.map(scale).max_by(f64::total_cmp)
        });
        Some([start?.max(0.0), end?.max(0.0)])
    }

    /// The least factor with which the yield is so high, to a millionth of the range; none where no factor is enough.
    pub fn scale_of(&self, wanted: f64) -> Option<f64> {
        let [start, end] = self.range()?;
        let width = (end - start).max(1e-3);
        let [mut low, mut high] = [(start - width).max(0.0), end + width];
        if self.at(high) < wanted {
            return None;
        }
        while high - low > 1e-6 * width {
            let middle = 0.5 * (low + high);
            if self.at(middle) < wanted { low = middle } else { high = middle }
        }
        Some(high)
    }

    /// The curve at so many factors, at the same distances over the [`PeriodYield::range`]: factor and yield. Nothing where the yield does not depend on periods.
    pub fn curve(&self, points: usize) -> Vec<(f64, f64)> {
        let Some([start, end]) = self.range() else { return Vec::new() };
        let place = |point: usize| start + (end - start) * point as f64 / (points - 1).max(1) as f64;
        (0..points).into_par_iter().map(|point| (place(point), self.at(place(point)))).collect()
    }
}

/// What is made of all slacks that have one distance from launch to capture, in the order of distances.
fn merged(
    mut slacks: Vec<(Ticks, Correlated)>,
    merge: impl Fn(Vec<Correlated>) -> Option<Correlated>,
) -> Vec<(Ticks, Correlated)> {
    slacks.sort_by_key(|&(distance, _)| distance);
    let mut groups = Vec::new();
    while let Some(&(distance, _)) = slacks.first() {
        let count = slacks.partition_point(|&(other, _)| other == distance);
        let of_group = slacks.drain(..count).map(|(_, slack)| slack).collect();
        groups.extend(merge(of_group).map(|slack| (distance, slack)));
    }
    groups
}
