//! Timing yield over the periods of clocks.

use zeroslack::ssta::{MonteCarlo, PeriodYield};
use zeroslack::timing::slacks_of;
use zeroslack::units::{Split, Ticks};
use zeroslack_synth::Options;

use super::synthetic::synthetic;
use super::{Found, MARGIN, VARIATION, with};

/// In each sample the slack of a check over a period gains what the period gains; that of an output does not, as its required time is stated without a clock.
#[test]
fn near_those_of_monte_carlo() {
    let session = synthetic(Options::new(500));
    for margin in [0.0, MARGIN] {
        check(&Found::with_margins(&session, VARIATION, margin, with(512)));
    }
}

fn check(found: &Found<'_>) {
    let timed = found.timed;
    let distances: Vec<Ticks> = found
        .ends
        .iter()
        .map(|end| {
            let mut all = slacks_of(timed.graph(), timed.timing(), end.endpoint);
            let slack = all.find(|slack| slack.kind.split() == end.split).unwrap();
            timed.capture_distance(slack.by, slack.vertex(timed.graph()), end.split)
        })
        .collect();
    let period = timed.constraints().clocks.iter().next().unwrap().1.period;
    for (end, &distance) in found.ends.iter().zip(&distances) {
        let is_known = distance == 0 || (end.split, distance) == (Split::Late, period);
        assert!(is_known, "{:?}: {distance}", end.split);
    }
    assert!(distances.contains(&0) && distances.contains(&period));
    let samples = MonteCarlo { seed: 4, samples: 10_000 };
    let drawn = samples.slacks(&found.graph, &found.variation, &found.ends);
    let distance = |by, data| timed.capture_distance(by, data, Split::Late);
    let periods = PeriodYield::new(&found.ends, &found.arrivals, (Split::Late, found.resolution), distance);
    let curve = periods.curve(21);
    assert!(curve.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1 + 1e-6), "{curve:?}");
    for &(scale, found_yield) in &curve {
        let is_met = |sample: &usize| {
            let slacks = found.ends.iter().zip(&distances).zip(&drawn);
            let mut of_split = slacks.filter(|((end, _), _)| end.split == Split::Late);
            of_split.all(|((_, &distance), slacks)| {
                slacks[*sample] as f64 + (scale - 1.0) * distance as f64 >= 0.0
            })
        };
        let met = (0..samples.samples as usize).filter(is_met).count();
        let expected = met as f64 / f64::from(samples.samples);
        assert!((found_yield - expected).abs() < 0.06, "{scale}: {found_yield} for {expected}");
    }
    for wanted in [0.1, 0.5, 0.9] {
        let most = curve[curve.len() - 1].1;
        match periods.scale_of(wanted) {
            Some(scale) => assert!((periods.at(scale) - wanted).abs() < 1e-3, "{wanted}"),
            None => assert!(most < wanted + 1e-3, "{wanted}: up to {most}"),
        }
    }
    let none = |_, _| 0;
    let same = PeriodYield::new(&found.ends, &found.arrivals, (Split::Late, found.resolution), none);
    assert!(same.range().is_none() && same.curve(101).is_empty());
    assert!((same.at(2.0) - found.slacks.timing_yield(Split::Late, 0)).abs() < 1e-9);
}
