//! Reading speed, on a made netlist of 100 MB and on real ones where there are any.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up should stop")]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Modules of 20,000 instances each, one a line, with a declaration for every second one.
fn netlist(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    let mut module = 0;
    while text.len() < bytes {
        writeln!(text, "module block_{module} (clk, a, y);\n  input clk;\n  input [31:0] a;\n  output y;")
            .unwrap();
        for net in 0..10_000 {
            writeln!(text, "  wire n{};", net * 2).unwrap();
        }
        for at in 0..20_000 {
            let (a, b) = (at * 7919 % 20_000, at * 104_729 % 20_000);
            match at % 4 {
                0 => writeln!(text, "  DFF_X1 r{at} ( .D(a[{}]), .CK(clk), .Q(n{at}) );", at % 32),
                1 => writeln!(text, "  INV_X1 u{at} ( .a(n{a}), .o(n{at}) );"),
                _ => writeln!(text, "  NAND2_X1 u{at} ( .a(n{a}), .b(n{b}), .o(n{at}) );"),
            }
            .unwrap();
        }
        text.push_str("endmodule\n\n");
        module += 1;
    }
    text
}

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("verilog");
    group.sample_size(10);
    let mut inputs = vec![("made", netlist(100_000_000))];
    let real =
        [("tt02", "data/tt02_sky130hd/tt02.v.gz"), ("aes_core", "data/tau15_synth/aes_core/aes_core.v.gz")];
    if let Some(shared) = zeroslack_testing::shared() {
        inputs.extend(real.map(|(name, path)| (name, zeroslack_testing::text(&shared.join(path)))));
    }
    for (name, text) in &inputs {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(format!("read/{name}"), |bencher| {
            bencher.iter(|| zeroslack_verilog::read(black_box(text)))
        });
        let (design, diagnostics) = zeroslack_verilog::read(text);
        assert!(!diagnostics.has_errors(), "{diagnostics}");
        let mut out = Vec::new();
        group.bench_function(format!("write/{name}"), |bencher| {
            bencher.iter(|| {
                out.clear();
                zeroslack_verilog::write(black_box(&design), &mut out).unwrap();
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
