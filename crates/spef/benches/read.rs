//! Reading and writing speed, on one thread and on all, of made files in the two styles that are about:
//! names by index with couplings, and plain names with many nodes in a row.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zeroslack_spef::{Options, read, write};
use zeroslack_testing::Noise;

const SIZE: usize = 100_000_000;

fn value(noise: &mut Noise, unit: f64) -> f64 {
    unit * (1 + noise.below(999_999)) as f64 / 1e6
}

/// A name map, then nets with connections, couplings to nets nearby, resistors.
fn mapped() -> String {
    let mut noise = Noise(1);
    let names = SIZE as u64 / 600;
    let mut text = String::from("*SPEF \"x\"\n*T_UNIT 1 NS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n\n*NAME_MAP\n");
    for index in 1..=2 * names {
        text += &format!("*{index} block_{}/unit_{}/_{index}_\n", index % 7, index % 101);
    }
    let mut net = 0;
    while text.len() < SIZE {
        net = net % names + 1;
        mapped_net(&mut text, &mut noise, net, names);
    }
    text
}

fn mapped_net(text: &mut String, noise: &mut Noise, net: u64, names: u64) {
    let (driver, sink) = (names + net, names + 1 + noise.below(names));
    let nodes = 2 + noise.below(4);
    *text += &format!("\n*D_NET *{net} {:.9}\n*CONN\n", value(noise, 0.01));
    *text +=
        &format!("*I *{driver}:X O *D buffer_of_strength_2\n*I *{sink}:A1 I *D a_longer_cell_name_1\n*CAP\n");
    *text += &format!("1 *{driver}:X {:.9}\n2 *{sink}:A1 {:.9}\n", value(noise, 0.001), value(noise, 0.001));
    for node in 0..nodes {
        *text += &format!("{} *{net}:{node} {:.9}\n", node + 3, value(noise, 0.001));
    }
    for coupling in 0..noise.below(10) {
        let (own, other) = (noise.below(nodes), 1 + noise.below(names));
        *text +=
            &format!("{} *{net}:{own} *{other}:{} {:.5e}\n", coupling + nodes, own + 7, value(noise, 1e-4));
    }
    *text += &format!("*RES\n1 *{driver}:X *{net}:0 {:.4}\n", value(noise, 50.0));
    for node in 1..nodes {
        *text += &format!("{} *{net}:{} *{net}:{node} {:.4} \n", node + 1, node - 1, value(noise, 50.0));
    }
    *text += &format!("{} *{net}:{} *{sink}:A1 {:.4}\n*END\n", nodes + 1, nodes - 1, value(noise, 50.0));
}

/// Nets that are chains of nodes with a capacitor each.
fn plain() -> String {
    let mut noise = Noise(2);
    let mut text = String::from("*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n");
    let mut net = 0;
    while text.len() < SIZE {
        net += 1;
        plain_net(&mut text, &mut noise, net);
    }
    text
}

fn plain_net(text: &mut String, noise: &mut Noise, net: u64) {
    let nodes = 1 + noise.below(7);
    let sink = noise.below(100_000);
    *text += &format!("\n*D_NET net_{net} {:.4}\n", value(noise, 5.0));
    *text += &format!(
        "*CONN\n*I inst_{net}:Z O\n*I inst_{sink}:A I\n*CAP\n1 inst_{net}:Z {:.4}\n",
        value(noise, 1.0)
    );
    for node in 1..=nodes {
        *text += &format!("{} net_{net}:{node} {:.4}\n", node + 1, value(noise, 1.0));
    }
    *text += &format!("{} inst_{sink}:A {:.4}\n*RES\n", nodes + 2, value(noise, 1.0));
    *text += &format!("2 inst_{net}:Z net_{net}:1 {:.4}\n", value(noise, 1.0));
    for node in 1..nodes {
        *text += &format!("{} net_{net}:{node} net_{net}:{} {:.4}\n", node + 2, node + 1, value(noise, 1.0));
    }
    *text += &format!("{} net_{net}:{nodes} inst_{sink}:A {:.4}\n*END\n", nodes + 2, value(noise, 1.0));
}

fn speed(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (style, text) in [("mapped", mapped()), ("plain", plain())] {
        let (spef, diagnostics) = read(&text, &Options::default());
        assert!(diagnostics.is_empty(), "{diagnostics}");
        let mut group = criterion.benchmark_group(style);
        group.sample_size(10).throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("read, 1 thread", |bencher| {
            bencher.iter(|| one.install(|| read(&text, &Options::default())));
        });
        group.bench_function("read, all threads", |bencher| {
            bencher.iter(|| read(&text, &Options::default()));
        });
        let mut out = Vec::with_capacity(2 * text.len());
        group.bench_function("write", |bencher| {
            bencher.iter(|| {
                out.clear();
                write(&spef, &mut out)
            });
        });
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
