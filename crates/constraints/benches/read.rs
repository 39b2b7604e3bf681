//! Reading speed, on constraints made for a design of many ports, and on the largest real files where there are any.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot be set up should stop")]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zeroslack_constraints::read_text;
use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Source, link};
use zeroslack_sdc::{Units, tau};

const UNITS: Units = Units { time: 1.0, capacitance: 1.0, resistance: 1.0 };

/// Ports of each direction.
const PORTS: usize = 20_000;

fn netlist(verilog: &str) -> Netlist {
    let (design, _) = zeroslack_verilog::read(verilog);
    let source = Source { file: "top.v", text: verilog, design };
    link(&[source], CellLibrary::default(), &LinkOptions::default()).0.unwrap()
}

/// (design, `.timing`, SDC), in the words of the contest.
fn made() -> (Netlist, String, String) {
    let mut verilog = "module top(input clk".to_string();
    let mut timing = "clock clk 1000 500\n".to_string();
    let mut sdc = "create_clock -period 1000 -name clk [get_ports clk]\n".to_string();
    for port in 0..PORTS {
        let (value, input, output) = (port % 97, format!("in_{port}"), format!("out_{port}"));
        write!(verilog, ", input {input}, output {output}").unwrap();
        writeln!(timing, "at {input} 0 0 {value} {value}.5\nslew {input} 5 5 {value} {value}").unwrap();
        writeln!(timing, "rat {output} {value} {value} 990.25 991\nload {output} 4.0").unwrap();
        for (split, transition) in [("min", "rise"), ("min", "fall"), ("max", "rise"), ("max", "fall")] {
            let port = |port: &str| format!("-{split} -{transition} [get_ports {port}]");
            let tail = |name: &str| format!("{} -clock clk", port(name));
            writeln!(sdc, "set_input_delay {value}.5 {}", tail(&input)).unwrap();
            writeln!(sdc, "set_input_transition {value} {}", port(&input)).unwrap();
            writeln!(sdc, "set_output_delay -{value} {}", tail(&output)).unwrap();
        }
        writeln!(sdc, "set_load -pin_load 4 [get_ports {output}]").unwrap();
    }
    (netlist(&format!("{verilog}); endmodule")), timing, sdc)
}

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("constraints");
    group.sample_size(10);
    let mut inputs = vec![("made", made())];
    if let Some(shared) = zeroslack_testing::shared() {
        let design = shared.join("data/tau15/c7552_slack/c7552_slack");
        let file = |extension: &str| zeroslack_testing::text(&design.with_extension(extension));
        inputs.push(("c7552", (netlist(&file("v")), file("timing"), file("sdc"))));
    }
    for (name, (netlist, timing, sdc)) in &inputs {
        group.throughput(Throughput::Bytes(timing.len() as u64));
        group.bench_function(format!("timing/{name}"), |bencher| {
            bencher.iter(|| tau::read_timing(black_box(timing), netlist));
        });
        assert!(!tau::read_timing(timing, netlist).1.has_errors());
        group.throughput(Throughput::Bytes(sdc.len() as u64));
        group.bench_function(format!("sdc/{name}"), |bencher| {
            bencher.iter(|| read_text(black_box(sdc), netlist, &UNITS));
        });
        assert!(!read_text(sdc, netlist, &UNITS).1.has_errors());
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
