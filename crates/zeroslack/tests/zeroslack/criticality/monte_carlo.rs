//! Criticality against Monte Carlo, which traces the worst path of each sample.

use zeroslack::paths::PathQuery;
use zeroslack::ssta::{Criticalities, MonteCarlo};
use zeroslack::units::Split;
use zeroslack_synth::Options;
use zeroslack_testing::by_budget;

use super::synthetic::synthetic;
use super::{Found, MARGIN, VARIATION, with};

/// The greatest error of an end, of a vertex and of an arc.
fn errors(found: &Found<'_>, drawn: &Criticalities) -> [f64; 3] {
    let criticalities = found.critical().criticalities;
    let of_ends = (0..found.ends.len()).map(|end| criticalities.of_end(end) - drawn.of_end(end));
    let of_vertices =
        found.vertices().map(|(vertex, split)| criticalities.at(vertex, split) - drawn.at(vertex, split));
    let both = criticalities.arcs().chain(drawn.arcs());
    let of_arcs =
        both.map(|(split, arc, to, _)| criticalities.of_arc(arc, to, split) - drawn.of_arc(arc, to, split));
    let greatest = |errors: &mut dyn Iterator<Item = f64>| errors.map(f64::abs).fold(0.0, f64::max);
    [greatest(&mut { of_ends }), greatest(&mut { of_vertices }), greatest(&mut { of_arcs })]
}

/// Of 10,000 samples a probability of a half is within 1%, mostly, and as much again comes from draws.
#[test]
fn near_those_of_monte_carlo() {
    let designs = [
        (200, 0.0, 128, [0.03, 0.05]),
        (500, MARGIN, 512, [0.03, 0.04]),
        (500, 0.0, 512, [0.03, 0.04]),
        (1000, 0.0, 128, [0.04, 0.15]),
    ];
    for (gates, margin, components, [most_of_end, most_of_vertex]) in
        designs.into_iter().take(by_budget(4, 2))
    {
        let session = synthetic(Options::new(gates));
        let found = Found::with_margins(&session, VARIATION, margin, with(components));
        let samples = MonteCarlo { seed: 3, samples: 10_000 };
        let drawn = samples.criticalities(&found.graph, &found.variation, &found.ends);
        let [end, vertex, arc] = errors(&found, &drawn);
        assert!(end < most_of_end && vertex.max(arc) < most_of_vertex, "{gates}: {end}, {vertex}, {arc}");
    }
}

/// The worst path of each sample has the least of the slacks that are drawn of ends, with their setup and hold times.
#[test]
fn worst_paths_have_the_least_slacks() {
    let session = synthetic(Options::new(300));
    let [without, with_margins] =
        [0.0, MARGIN].map(|margin| Found::with_margins(&session, VARIATION, margin, with(16)));
    let samples = MonteCarlo { seed: 8, samples: 500 };
    let [mut least, mut changed] = [0; 2];
    for found in [&without, &with_margins] {
        let slacks = samples.slacks(&found.graph, &found.variation, &found.ends);
        let paths = samples.worst_paths(&found.graph, &found.variation, &found.ends);
        for (sample, of_sample) in paths.iter().enumerate() {
            for (split, path) in Split::ALL.into_iter().zip(of_sample) {
                let path = path.as_ref().unwrap();
                let of_split = found.ends.iter().zip(&slacks).filter(|(end, _)| end.split == split);
                assert_eq!(of_split.map(|(_, slacks)| slacks[sample]).min(), Some(path.slack));
                assert_eq!(slacks[path.end][sample], path.slack);
                least += 1;
            }
        }
    }
    let both = [&without, &with_margins].map(|found| {
        let paths = samples.worst_paths(&found.graph, &found.variation, &found.ends);
        paths.into_iter().flatten().flatten().map(|path| path.end).collect::<Vec<usize>>()
    });
    both[0].iter().zip(&both[1]).filter(|(a, b)| a != b).for_each(|_| changed += 1);
    assert!(least == 2_000 && changed > 50, "{changed}");
}

/// With all that meets taken for independent, ends that share their clock's path are told wrong.
#[test]
fn dependence_counts() {
    let session = synthetic(Options::new(200));
    let independent = Found::new(&session, VARIATION, with(0));
    let samples = MonteCarlo { seed: 3, samples: 10_000 };
    let drawn = samples.criticalities(&independent.graph, &independent.variation, &independent.ends);
    assert!(errors(&independent, &drawn)[0] > 0.2);
}

#[test]
fn those_of_ends_and_of_starts_add_up_to_one() {
    let session = synthetic(Options::new(500));
    let found = Found::new(&session, VARIATION, with(128));
    let criticalities = found.critical().criticalities;
    for split in Split::ALL {
        let of_split = found.ends.iter().enumerate().filter(|(_, end)| end.split == split);
        let of_ends: f64 = of_split.map(|(place, _)| criticalities.of_end(place)).sum();
        let starts = found
            .vertices()
            .filter(|&(vertex, of)| of == split && found.graph.fanin(vertex.node()).next().is_none());
        let of_starts: f64 = starts.map(|(vertex, split)| criticalities.at(vertex, split)).sum();
        assert!((of_ends - 1.0).abs() < 1e-9 && (of_starts - 1.0).abs() < 1e-9, "{of_ends}, {of_starts}");
    }
    // What comes in by the arcs of a vertex is what the vertex has.
    for (vertex, split) in found.vertices() {
        let arcs = found.graph.fanin(vertex.node());
        let of_arcs: f64 = arcs.map(|arc| criticalities.of_arc(arc, vertex.transition(), split)).sum();
        let starts = found.graph.stated(vertex, split).is_some();
        assert!(starts || (of_arcs - criticalities.at(vertex, split)).abs() < 1e-9);
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let session = synthetic(Options::new(300));
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let found = Found::new(&session, VARIATION, with(128));
            let samples = MonteCarlo { seed: 3, samples: 100 };
            let drawn = samples.criticalities(&found.graph, &found.variation, &found.ends);
            (found.critical().criticalities, drawn)
        })
    };
    assert!(run(1) == run(3));
}

/// Each of the worst paths before CPPR, in how many samples it is the worst.
#[test]
fn those_of_paths() {
    let mut session = synthetic(Options::new(by_budget(500, 250)));
    session.set_cppr(false);
    session.update().unwrap();
    let found = Found::new(&session, VARIATION, with(128));
    let samples = MonteCarlo { seed: 5, samples: 10_000 };
    let drawn = samples.worst_paths(&found.graph, &found.variation, &found.ends);
    let (critical, sweep) = (found.critical(), found.sweep());
    for split in Split::ALL {
        let mut query = PathQuery::new(200);
        query.split = Some(split);
        let paths = found.timed.find_paths(&query);
        let mut all = 0.0;
        for arcs in paths.map_paths_with_arcs(0..paths.tree().len(), |_, arcs| arcs()) {
            let end = found.place(arcs.endpoint, split);
            let of_path = sweep.of_path(&critical, &arcs, end);
            let is_path = |path: &zeroslack::ssta::WorstPath| path.end == end && path.arcs == arcs.data;
            let times = drawn.iter().filter(|sample| sample[split as usize].as_ref().is_some_and(is_path));
            let of_samples = times.count() as f64 / f64::from(samples.samples);
            assert!((of_path - of_samples).abs() < 0.03, "{split:?}: {of_path} for {of_samples}");
            all += of_path;
        }
        assert!(all > 0.5 && all < 1.0 + 1e-9, "{split:?}: {all}");
    }
}

/// What does not vary has one worst path, that of the timing engine.
#[test]
fn without_variation_one_path_is_critical() {
    let mut session = synthetic(Options::new(300));
    session.set_cppr(false);
    session.update().unwrap();
    let found = Found::new(&session, [0.0; 3], with(64));
    let (critical, sweep) = (found.critical(), found.sweep());
    for split in Split::ALL {
        let mut query = PathQuery::new(1);
        query.split = Some(split);
        let worst = found.timed.find_paths(&query).map_paths_with_arcs(0..1, |_, arcs| arcs()).remove(0);
        let end = found.place(worst.endpoint, split);
        assert_eq!(critical.criticalities.of_end(end), 1.0);
        assert_eq!(sweep.of_path(&critical, &worst, end), 1.0);
    }
}
