//! Setup and hold times that vary.

use zeroslack::graph::Requirement;
use zeroslack::ssta::{End, MarginVariation, MonteCarlo, Resolution, Slacks, arrivals};
use zeroslack::timing::{TimedGraph, slacks_of};
use zeroslack::units::{Split, Transition};
use zeroslack::{FoundVariation, Session};

use super::{TINY, tiny, variation};

/// Standard deviations by rise and fall of the data, ps: so little that the worst of an endpoint's slacks is so always.
const SETUP: [f64; 2] = [0.02, 0.03];
const HOLD: [f64; 2] = [0.025, 0.02];

/// The tiny design whose setup and hold times vary by some ps, by rise and fall of the data.
fn varying(setup: [f64; 2], hold: [f64; 2]) -> Session {
    let of = |[rise, fall]: [f64; 2]| {
        let table = |edge: &str, sigma: f64| {
            format!(" ocv_sigma_{edge}_constraint (scalar) {{ values (\"{}\"); }}", sigma / 1e3)
        };
        table("rise", rise) + &table("fall", fall)
    };
    let library = TINY[0];
    let library =
        library.replace("timing_type : setup_rising;", &format!("timing_type : setup_rising;{}", of(setup)));
    let library =
        library.replace("timing_type : hold_rising;", &format!("timing_type : hold_rising;{}", of(hold)));
    tiny(&library, &library)
}

/// Standard deviations of slacks, ticks, with the transition of the data that is worst.
fn sigmas(
    session: &Session,
    found: &FoundVariation,
    margins: &MarginVariation,
) -> Vec<(Split, Option<Transition>, f64)> {
    let timed = session.timed().unwrap();
    let (graph, timing) = (timed.graph(), timed.timing());
    let resolution = Resolution::default();
    let times = arrivals(&TimedGraph::new(graph, timing), &found.delays, resolution);
    let ends = End::all_with_margins(graph, timing, margins);
    let slacks = Slacks::new(&ends, &times, resolution);
    let of_end = |(place, end): (usize, &End)| {
        let of_split = slacks_of(graph, timing, end.endpoint).filter(|slack| slack.kind.split() == end.split);
        let worst = of_split.min_by_key(|slack| slack.slack).unwrap();
        let checked = matches!(worst.by, Requirement::Check(_)).then_some(worst.transition);
        (end.split, checked, slacks.of(place).unwrap().sigma())
    };
    ends.iter().enumerate().map(of_end).collect()
}

#[test]
fn slacks_vary_as_setup_and_hold_times_do() {
    let session = varying(SETUP, HOLD);
    let found = variation(&session, Vec::new(), [0.0, 0.0]);
    // Two flip-flops, setup and hold, rise and fall.
    assert_eq!((found.counts.margins, found.counts.all_margins), (8, 8));
    let all = sigmas(&session, &found, &found.margins);
    assert!(all.iter().filter(|(_, checked, _)| checked.is_some()).count() == 4);
    for (split, checked, sigma) in all {
        let of_split = if split == Split::Late { SETUP } else { HOLD };
        let expected = checked.map_or(0.0, |to| 1e4 * of_split[to as usize]);
        assert!((sigma - expected).abs() < 0.01 * expected + 1e-6, "{split:?}: {sigma}, expected {expected}");
    }
}

/// Samples have the same standard deviations, and no setup or hold time depends on another one.
#[test]
fn samples_vary_as_setup_and_hold_times_do() {
    let session = varying(SETUP, HOLD);
    let found = variation(&session, Vec::new(), [0.0, 0.0]);
    let expected = sigmas(&session, &found, &found.margins);
    let timed = session.timed().unwrap();
    let (graph, timing) = (timed.graph(), timed.timing());
    let ends = End::all_with_margins(graph, timing, &found.margins);
    let drawn =
        MonteCarlo { seed: 2, samples: 20_000 }.slacks(&TimedGraph::new(graph, timing), &found.delays, &ends);
    let scores = |place: usize| {
        let (_, checked, sigma) = expected[place];
        let all = slacks_of(graph, timing, ends[place].endpoint);
        let least =
            all.filter(|slack| slack.kind.split() == ends[place].split).map(|slack| slack.slack).min();
        let off = drawn[place].iter().map(move |slack| (slack - least.unwrap()) as f64);
        if checked.is_none() {
            assert!(off.clone().all(|off| off == 0.0), "nothing is drawn");
        }
        checked.map(|_| off.map(|off| off / sigma).collect::<Vec<f64>>())
    };
    let scores: Vec<Vec<f64>> = (0..ends.len()).filter_map(scores).collect();
    assert_eq!(scores.len(), 4);
    for (a, of_a) in scores.iter().enumerate() {
        assert!((of_a.iter().sum::<f64>() / of_a.len() as f64).abs() < 0.03);
        for (b, of_b) in scores.iter().enumerate() {
            let product: f64 = of_a.iter().zip(of_b).map(|(a, b)| a * b).sum();
            let correlation = product / of_a.len() as f64;
            assert!((correlation - f64::from(u8::from(a == b))).abs() < 0.04, "{a}, {b}: {correlation}");
        }
    }
}

/// Variances add up: nothing else depends on a setup or hold time.
#[test]
fn setup_and_hold_times_vary_by_themselves() {
    let session = varying(SETUP, HOLD);
    let found = variation(&session, Vec::new(), [0.0002, 0.0]);
    let without = sigmas(&session, &found, &MarginVariation::default());
    let with = sigmas(&session, &found, &found.margins);
    let mut counts = [0; 2];
    for ((split, checked, without), (.., with)) in without.into_iter().zip(with) {
        let of_split = if split == Split::Late { SETUP } else { HOLD };
        let margin = checked.map_or(0.0, |to| 1e4 * of_split[to as usize]);
        let expected = without.hypot(margin);
        assert!((with - expected).abs() < 0.02 * expected, "{split:?}: {with}, expected {expected}");
        counts[usize::from(with > 1.1 * without && without > 0.3 * margin)] += 1;
    }
    assert!(counts[1] >= 2, "{counts:?}: both vary as much");
}

/// Without tables nothing is kept, and slacks are the same bits.
#[test]
fn setup_and_hold_times_without_tables_do_not_vary() {
    let session = tiny(TINY[0], TINY[0]);
    let found = variation(&session, Vec::new(), [0.05, 0.05]);
    assert_eq!((found.counts.margins, found.counts.all_margins), (0, 8));
    assert_eq!(found.margins, MarginVariation::default());
}
