//! Slacks of single paths: by hand, by integrals, and against Monte Carlo.

use zeroslack::paths::{Path, PathQuery, Step};
use zeroslack::ssta::{MonteCarlo, PathArcs, Samples};
use zeroslack::units::{Split, Ticks};
use zeroslack_synth::Options;

use super::integrals::{Density, design};
use super::synthetic::synthetic;
use super::{Found, MARGIN, VARIATION, with};

fn paths(found: &Found<'_>, split: Split, most: usize) -> Vec<(Path, PathArcs)> {
    let mut query = PathQuery::new(most);
    query.split = Some(split);
    let paths = found.timed.find_paths(&query);
    paths.map_paths_with_arcs(0..paths.tree().len(), |path, arcs| (path, arcs()))
}

/// A chain: moments are sums of those of delays, quantiles those of the convolution, and flat derates scale the delay of the whole path.
#[test]
fn a_chain_by_hand() {
    let session = design(
        "BUF_X1 b (.A(i), .Z(n));\nINV_X1 c (.A(n), .ZN(p));\nBUF_X1 d (.A(p), .Z(o));\n",
        "n, p",
        [0, 0],
    );
    let found = Found::new(&session, VARIATION, with(64));
    for split in Split::ALL {
        for (path, arcs) in paths(&found, split, 2) {
            let slack = arcs.slack(&found.graph, &found.variation, found.end(&arcs), 512);
            let [mut variance, mut third] = [0.0; 2];
            for &(arc, to) in &arcs.data {
                let delay = found.variation.of_arc(arc, split, to).unwrap();
                let sigma = f64::from(delay.sigma) * 1e4;
                variance += sigma.powi(2);
                third += f64::from(delay.skewness) * sigma.powi(3);
            }
            let sign = if split == Split::Late { -1.0 } else { 1.0 };
            assert_eq!((slack.mean, arcs.slack), (path.end.slack as f64, path.end.slack));
            assert!((slack.sigma - variance.sqrt()).abs() < 1e-6 * slack.sigma);
            assert!((slack.skewness - sign * third / variance.powf(1.5)).abs() < 1e-6);
            // The required time does not vary.
            let delay = Density::of_steps(&found, split, &arcs.data);
            for probability in [0.00135, 0.1, 0.5, 0.9, 0.99865] {
                let found = slack.distribution.quantile(probability);
                let expected = match split {
                    Split::Late => path.end.required as f64 - delay.quantile(1.0 - probability),
                    Split::Early => delay.quantile(probability) - path.end.required as f64,
                };
                assert!((found - expected).abs() < 0.03 * slack.sigma + 600.0, "{found} for {expected}");
            }
            let ocv = arcs.with_flat_ocv(&found.graph, 0.05, true);
            let expected = path.end.slack as f64 - 0.05 * path.end.arrival as f64;
            assert!((ocv as f64 - expected).abs() < 1.0, "{ocv} for {expected}");
        }
    }
}

/// Paths from register to register, of which launch and capture share a part of the clock's network.
#[test]
fn near_those_of_monte_carlo() {
    let session = synthetic(Options::new(500));
    let mut shared = 0;
    for margin in [0.0, MARGIN] {
        let found = Found::with_margins(&session, VARIATION, margin, with(64));
        shared += check(&found);
    }
    assert!(shared > 200, "{shared}");
}

/// Panics where the slack of a path is not that of samples; tells how many arcs launch and capture have in common.
fn check(found: &Found<'_>) -> usize {
    let samples = MonteCarlo { seed: 21, samples: 10_000 };
    let mut shared = 0;
    for split in Split::ALL {
        for (_, arcs) in paths(found, split, 20) {
            shared += arcs.data.iter().filter(|step| arcs.capture.contains(step)).count();
            let slack = arcs.slack(&found.graph, &found.variation, found.end(&arcs), 512);
            let drawn = samples.path_slacks(&found.graph, &found.variation, &arcs, found.end(&arcs));
            let drawn = Samples::new(drawn.into_iter()).unwrap();
            assert!(
                (slack.mean - drawn.mean()).abs() < 0.04 * slack.sigma,
                "{} for {}",
                slack.mean,
                drawn.mean()
            );
            assert!(
                (slack.sigma / drawn.sigma() - 1.0).abs() < 0.03,
                "{} for {}",
                slack.sigma,
                drawn.sigma()
            );
            let off = drawn.difference(&slack.distribution).unwrap();
            // Of 10,000 samples the distance is below 2% but once in a thousand times.
            assert!(off.distance < 0.02 && off.low.abs().max(off.high.abs()) < 0.35, "{off:?}");
        }
    }
    shared
}

/// The variance of a setup or hold time is added to that of the path, as nothing else depends on it.
#[test]
fn setup_and_hold_times_vary_by_themselves() {
    let session = synthetic(Options::new(500));
    let [without, varying] =
        [0.0, MARGIN].map(|margin| Found::with_margins(&session, VARIATION, margin, with(64)));
    let mut counts = [0; 3];
    for split in Split::ALL {
        for (_, arcs) in paths(&without, split, 100) {
            let [without, slack] = [&without, &varying]
                .map(|found| arcs.slack(&found.graph, &found.variation, found.end(&arcs), 512));
            let added = (slack.sigma.powi(2) - without.sigma.powi(2)).max(0.0).sqrt() / 1e4;
            let expected = [0.0, 0.5, 1.0].map(|share| share * f64::from(MARGIN));
            let which = expected.iter().position(|expected| (added - expected).abs() < 1e-3);
            counts[which.unwrap_or_else(|| panic!("{added}"))] += 1;
            assert_eq!(slack.mean, without.mean);
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// With derates on all that comes after the last step that both clock paths have in common.
#[test]
fn flat_ocv_spares_the_common_path() {
    let session = synthetic(Options::new(500));
    let found = Found::new(&session, VARIATION, with(64));
    for split in Split::ALL {
        for (path, arcs) in paths(&found, split, 20) {
            let place = |step: &Step| (step.pin, step.transition, step.tag);
            let both = path.data.iter().zip(&path.capture);
            let common = both.take_while(|(a, b)| place(a) == place(b)).last();
            let length = |steps: &[Step], from: Option<&Step>| -> Ticks {
                let start = from.or(steps.first()).map_or(0, |step| step.arrival);
                steps.last().map_or(0, |step| step.arrival) - start
            };
            let apart = length(&path.data, common.map(|(data, _)| data))
                + length(&path.capture, common.map(|(_, capture)| capture));
            let all = length(&path.data, None) + length(&path.capture, None);
            for (has_cppr, derated) in [(true, apart), (false, all)] {
                let expected = path.end.slack as f64 - 0.05 * derated as f64;
                let slack = arcs.with_flat_ocv(&found.graph, 0.05, has_cppr);
                assert!((slack as f64 - expected).abs() <= 1.0, "{slack} for {expected}");
            }
        }
    }
}
