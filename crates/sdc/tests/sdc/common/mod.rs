//! Helpers of the tests: a design of ports and black boxes, constraints as text.

use std::fmt::Write as _;

use zeroslack_netlist::{CellLibrary, LinkOptions, Netlist, Source, link};
use zeroslack_sdc::{ClockEdge, Constraints, InputDelay};
use zeroslack_units::{Quad, Ticks, ps};

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
        let name = &constraints.clocks[edge.clock].name;
        format!("{name} {}", edge.edge.name())
    };
    for (_, clock) in constraints.clocks.iter() {
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
    for (&pin, arrival) in &constraints.clock_arrivals {
        let values = quad(arrival.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "clock arrival {}: {values}", netlist.pin_name(pin)).unwrap();
    }
    for (port, stated) in constraints.all_input_delays() {
        let launch = stated.edge.map_or_else(String::new, |launch| format!(" {}", edge(launch)));
        let values = quad(arrival(constraints, stated).map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "arrival {}{launch}: {values}", netlist.pin_name(port)).unwrap();
    }
    for (&port, slew) in &constraints.input_slews {
        writeln!(out, "slew {}: {}", netlist.pin_name(port), quad(*slew)).unwrap();
    }
    for (&port, load) in &constraints.loads {
        let mut total = load.pins;
        for (total, wires) in total.as_flattened_mut().iter_mut().zip(load.wires.as_flattened()) {
            *total = total.map(|total| total + wires.unwrap_or(0.0)).or(*wires);
        }
        writeln!(out, "load {}: {}", netlist.pin_name(port), quad(total)).unwrap();
    }
    for (&port, required) in &constraints.required_times {
        let values = quad(required.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "required {}: {values}", netlist.pin_name(port)).unwrap();
    }
    for (port, delay) in constraints.all_output_delays() {
        let values = quad(delay.delay.map(|split| split.map(|value| value.map(ps))));
        writeln!(out, "output delay {} {}: {values}", netlist.pin_name(port), edge(delay.edge)).unwrap();
    }
    out
}

/// When data arrives: its delay after the edge that launches it, as that leaves its source.
pub fn arrival(constraints: &Constraints, stated: &InputDelay) -> Quad<Option<Ticks>> {
    let mut arrival = stated.delay;
    for (split, values) in arrival.iter_mut().enumerate() {
        let start = stated.edge.map_or(0, |edge| {
            let (clock, edge) = (&constraints.clocks[edge.clock], edge.edge as usize);
            clock.edges[edge] + clock.source_latency[split][edge]
        });
        *values = values.map(|delay| delay.map(|delay| start + delay));
    }
    arrival
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
