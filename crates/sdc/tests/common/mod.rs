//! What the tests share: a design of ports and black boxes, constraints as text.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;

use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Source, link};
use zeroslack_sdc::{ClockEdge, Constraints};
use zeroslack_units::{Quad, ps};

/// A design from Verilog; cells are black boxes.
pub fn netlist(verilog: &str) -> Netlist {
    let (design, diagnostics) = zeroslack_verilog::read(verilog);
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    let source = Source { file: "top.v", text: verilog, design };
    let (netlist, diagnostics) = link(&[source], CellLibrary::default(), &LinkOptions::default());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    netlist.unwrap()
}

/// Constraints in few words, one line an entry.
pub fn print(constraints: &Constraints, netlist: &Netlist) -> String {
    let mut out = String::new();
    let edge = |edge: ClockEdge| {
        let name = &constraints.clocks[edge.clock.0 as usize].name;
        format!("{name} {}", edge.edge.name())
    };
    for clock in &constraints.clocks {
        let sources: Vec<String> = clock.sources.iter().map(|&pin| netlist.pin_name(pin)).collect();
        let [rise, fall] = clock.edges.map(ps);
        let propagated = if clock.propagated { "propagated" } else { "ideal" };
        let period = ps(clock.period);
        write!(out, "clock {} [{}] {period} {rise} {fall} {propagated}", clock.name, sources.join(" "))
            .unwrap();
        if clock.source_latency != [[0; 2]; 2] {
            let latency = clock.source_latency.map(|split| split.map(|value| Some(ps(value))));
            write!(out, " latency {}", quad(latency)).unwrap();
        }
        out.push('\n');
    }
    for &pin in &constraints.propagated_pins {
        writeln!(out, "propagated from {}", netlist.pin_name(pin)).unwrap();
    }
    for arrival in &constraints.clock_arrivals {
        let values = quad(arrival.values.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "clock arrival {}: {values}", netlist.pin_name(arrival.pin)).unwrap();
    }
    for arrival in &constraints.input_arrivals {
        let launch = arrival.launch.map_or_else(String::new, |launch| format!(" {}", edge(launch)));
        let values = quad(arrival.arrival.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "arrival {}{launch}: {values}", netlist.pin_name(arrival.port)).unwrap();
    }
    for slew in &constraints.input_slews {
        writeln!(out, "slew {}: {}", netlist.pin_name(slew.pin), quad(slew.values)).unwrap();
    }
    for load in &constraints.loads {
        writeln!(out, "load {}: {}", netlist.pin_name(load.pin), quad(load.values)).unwrap();
    }
    for required in &constraints.required_times {
        let values = quad(required.required.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "required {}: {values}", netlist.pin_name(required.port)).unwrap();
    }
    for delay in &constraints.output_delays {
        let values = quad(delay.delay.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "output delay {} {}: {values}", netlist.pin_name(delay.port), edge(delay.capture))
            .unwrap();
    }
    out
}

/// One value if all four are the same.
fn quad<T: Copy + PartialEq + std::fmt::Display>(values: Quad<Option<T>>) -> String {
    let [[a, b], [c, d]] = values;
    let text = |value: Option<T>| value.map_or("-".to_string(), |value| value.to_string());
    if a == b && b == c && c == d {
        return text(a);
    }
    format!("{} {} {} {}", text(a), text(b), text(c), text(d))
}
