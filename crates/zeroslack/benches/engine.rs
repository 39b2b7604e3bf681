//! The engine and the load of a real design, on one thread.
//!
//! `cargo bench -p zeroslack --bench engine`. Beside each figure stands the peer's, from `FORMATS.md` of the shared data (OpenTimer
//! 2.1 on a 2-core AMD EPYC); peers' times are another run's, so only their order of magnitude is comparable.

#![expect(clippy::print_stdout, reason = "a skipped benchmark says so")]

use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use zeroslack::timing::{Calculator, Timing};
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};
use zeroslack_testing::shared;

/// (design, set, peer's ms: full update without CPPR, with CPPR, read and build).
const DESIGNS: [(&str, &str, [&str; 3]); 3] = [
    ("wb_dma", "tau15", ["27", "54", "-"]),
    ("tv80", "tau15_synth", ["28", "358", "-"]),
    ("aes_core", "tau15_synth", ["190", "705", "311"]),
];

fn files(shared: &Path, design: &str, set: &str) -> DesignFiles {
    let tau15 = shared.join("data/tau15");
    let folder = shared.join("data").join(set).join(design);
    let first =
        |names: [String; 2]| names.map(|name| folder.join(name)).into_iter().find(|file| file.exists());
    DesignFiles {
        liberty_early: vec![tau15.join("tau2015_Early.lib")],
        liberty_late: vec![tau15.join("tau2015_Late.lib")],
        verilog: first([format!("{design}.v"), format!("{design}.v.gz")]).into_iter().collect(),
        spef: vec![SpefFile { file: folder.join(format!("{design}.spef.gz")), instance: None }],
        constraints: Some(Constraint::Timing(folder.join(format!("{design}.timing")))),
        calculator: Calculator::Elmore,
        ..DesignFiles::default()
    }
}

fn engine(criterion: &mut Criterion) {
    let Some(shared) = shared() else {
        println!("skipped: no shared data");
        return;
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
    for (design, set, [peer_update, peer_cppr, peer_load]) in DESIGNS {
        let files = files(&shared, design, set);
        let load = || Session::read(&files, &Silent).expect("a design of the shared data loads");
        let session = pool.install(load);
        let graph = session.graph().expect("a graph that was just built");
        let data = session.delay_data().expect("delay data that was just made");
        let mut timing = Timing::default();
        let mut group = criterion.benchmark_group(design);
        group.bench_function(format!("update (OpenTimer: {peer_update} ms)"), |bencher| {
            bencher.iter(|| pool.install(|| timing.update(graph, data, Calculator::Elmore)));
        });
        group.bench_function("delay pass", |bencher| {
            bencher.iter(|| pool.install(|| timing.update_delays(graph, data, Calculator::Elmore)));
        });
        group.bench_function("timing pass", |bencher| {
            bencher.iter(|| pool.install(|| timing.update_times(graph)));
        });
        timing.set_cppr(true);
        group.bench_function(format!("update with CPPR (OpenTimer: {peer_cppr} ms)"), |bencher| {
            bencher.iter(|| pool.install(|| timing.update(graph, data, Calculator::Elmore)));
        });
        group.sample_size(20);
        group.bench_function(format!("read, link, build (OpenTimer: {peer_load} ms)"), |bencher| {
            bencher.iter(|| pool.install(load));
        });
        group.finish();
    }
}

criterion_group!(benches, engine);
criterion_main!(benches);
