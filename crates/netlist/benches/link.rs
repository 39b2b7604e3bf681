//! Linking, binding of parasitics and writing, of a made design: flat, and as blocks of a thousand cells.
//! `CELLS=1600000` makes it as large as a whole chip.

use std::fmt::Write;
use std::sync::Arc;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Parasitics, Source, link};
use zeroslack_testing::Noise;

const LIBRARY: &str = "library (l) { time_unit : \"1ps\"; capacitive_load_unit (1, ff);
  cell (buffer_2) { pg_pin (VDD) { } pin (A) { direction : input; } pin (X) { direction : output; function : \"A\"; } }
  cell (and_gate_2) { pg_pin (VDD) { } pin (A) { direction : input; } pin (B) { direction : input; }
    pin (X) { direction : output; function : \"A B\"; } }
  cell (flipflop_1) { pg_pin (VDD) { } pin (CLK) { direction : input; } pin (D) { direction : input; }
    pin (Q) { direction : output; } pin (QN) { direction : output; } }
}";

/// Cells of a block in the hierarchical design.
const BLOCK: u64 = 1000;

fn cells() -> u64 {
    std::env::var("CELLS").ok().and_then(|cells| cells.parse().ok()).unwrap_or(200_000)
}

/// `count` cells whose inputs come from the cells nearby.
fn instances(text: &mut String, count: u64) {
    let mut noise = Noise(1);
    for cell in 0..count {
        writeln!(text, "  wire _net_{cell:06}_;").expect("a string takes all");
    }
    for cell in 0..count {
        let mut near = || (cell + noise.below(200)).saturating_sub(100).min(count - 1);
        let (a, b) = (near(), near());
        match cell % 4 {
            0 => writeln!(text, "  flipflop_1 _cell_{cell:06}_ (\n    .VDD(VDD),\n    .CLK(clk),\n    .D(_net_{a:06}_),\n    .Q(_net_{cell:06}_)\n  );"),
            1 => writeln!(text, "  buffer_2 _cell_{cell:06}_ (\n    .VDD(VDD),\n    .A(_net_{a:06}_),\n    .X(_net_{cell:06}_)\n  );"),
            _ => writeln!(text, "  and_gate_2 _cell_{cell:06}_ (\n    .VDD(VDD),\n    .A(_net_{a:06}_),\n    .B(_net_{b:06}_),\n    .X(_net_{cell:06}_)\n  );"),
        }
        .expect("a string takes all");
    }
}

fn flat() -> String {
    let mut text = String::from("module top (VDD, clk);\n  inout VDD;\n  input clk;\n");
    instances(&mut text, cells());
    text + "endmodule\n"
}

fn blocks() -> String {
    let mut text = String::from("module block (VDD, clk);\n  inout VDD;\n  input clk;\n");
    instances(&mut text, BLOCK);
    text += "endmodule\nmodule top (VDD, clk);\n  inout VDD;\n  input clk;\n";
    for block in 0..cells() / BLOCK {
        writeln!(text, "  block block_{block} (.VDD(VDD), .clk(clk));").expect("a string takes all");
    }
    text + "endmodule\n"
}

/// A chain of nodes for every net.
fn spef(netlist: &Netlist) -> String {
    let mut text = String::from("*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*NAME_MAP\n");
    let first_cell = netlist.net_count();
    let mut add = |line: std::fmt::Arguments<'_>| text.write_fmt(line).expect("a string takes all");
    for net in netlist.nets().skip(2) {
        add(format_args!("*{} {}\n", net.index(), netlist.net_name(net)));
    }
    for cell in netlist.cells() {
        add(format_args!("*{} {}\n", first_cell + cell.index(), netlist.cell_name(cell)));
    }
    for net in netlist.nets().skip(2) {
        let name = net.index();
        add(format_args!("\n*D_NET *{name} 1.5\n*CONN\n"));
        for &pin in netlist.net_pins(net) {
            match (netlist.pin_cell(pin), netlist.master_pin(pin)) {
                (Some(cell), Some(master)) => {
                    let letter = if master.drives() { 'O' } else { 'I' };
                    add(format_args!("*I *{}:{} {letter}\n", first_cell + cell.index(), master.name));
                }
                _ => add(format_args!("*P {} B\n", netlist.pin_name(pin))),
            }
        }
        add(format_args!("*CAP\n"));
        for node in 1..8 {
            add(format_args!("{node} *{name}:{node} 0.0{node}65\n"));
        }
        add(format_args!("*RES\n"));
        for node in 1..7 {
            add(format_args!("{node} *{name}:{node} *{name}:{} 0.0{node}12\n", node + 1));
        }
        add(format_args!("*END\n"));
    }
    text
}

fn linked(text: &str, library: &CellLibrary) -> Netlist {
    let (design, said) = zeroslack_verilog::read(text);
    assert!(said.is_empty(), "{said}");
    let source = Source { file: "top.v", text, design };
    let (netlist, said) = link(&[source], library.clone(), &LinkOptions::default());
    assert!(!said.has_errors(), "{said}");
    netlist.expect("no errors")
}

/// Names and patterns of pins, as SDC has them: each stands for one cell's pins, or for those of ten cells.
fn names(group: &mut BenchmarkGroup<'_, WallTime>, netlist: &Netlist) {
    let cells = netlist.cells().step_by(netlist.cell_count() / 1000).map(|cell| netlist.cell_name(cell));
    let cells: Vec<&str> = cells.collect();
    let exact: Vec<String> = cells.iter().map(|cell| format!("{cell}/Q")).collect();
    let patterns: Vec<String> = cells.iter().map(|cell| format!("{}?_/*", &cell[..cell.len() - 2])).collect();
    for (what, names) in [("names of pins", exact), ("patterns of pins", patterns)] {
        group.throughput(Throughput::Elements(names.len() as u64));
        group.bench_function(what, |bencher| {
            bencher.iter(|| names.iter().map(|name| netlist.pins_named(name).len()).sum::<usize>());
        });
    }
}

fn speed(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let (library, said) = zeroslack_liberty::read(LIBRARY);
    assert!(!said.has_errors(), "{said}");
    let (library, _) = CellLibrary::new(Vec::new(), vec![Arc::new(library)]);
    for (shape, text) in [("flat", flat()), ("blocks", blocks())] {
        let (design, _) = zeroslack_verilog::read(&text);
        let sources = [Source { file: "top.v", text: &text, design }];
        let netlist = linked(&text, &library);
        let mut bound = Parasitics::default();
        let mut group = criterion.benchmark_group(shape);
        group.sample_size(10);
        group.throughput(Throughput::Elements(netlist.pin_count() as u64));
        group.bench_function("link, pins, 1 thread", |bencher| {
            bencher.iter(|| one.install(|| link(&sources, library.clone(), &LinkOptions::default())));
        });
        let text = spef(&netlist);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("read SPEF, 1 thread", |bencher| {
            bencher.iter(|| one.install(|| zeroslack_spef::read(&text, &zeroslack_spef::Options::default())));
        });
        let (parasitics, said) = zeroslack_spef::read(&text, &zeroslack_spef::Options::default());
        assert!(said.is_empty(), "{said}");
        group.bench_function("bind SPEF, 1 thread", |bencher| {
            bencher.iter(|| one.install(|| bound.read(&netlist, &parasitics, None, &text)));
        });
        let mut out = Vec::with_capacity(2 * text.len());
        group.bench_function("write SPEF", |bencher| {
            bencher.iter(|| {
                out.clear();
                bound.write_spef(&netlist, &mut out)
            });
        });
        names(&mut group, &netlist);
        group.throughput(Throughput::Elements(netlist.pin_count() as u64));
        group.bench_function("write Verilog, pins", |bencher| {
            bencher.iter(|| {
                out.clear();
                netlist.write_verilog(&mut out)
            });
        });
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
