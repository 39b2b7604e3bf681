//! What is counted in a design.

use zeroslack_graph::{ArcKind, NodeId};
use zeroslack_timing::{EndpointKind, endpoint_slacks, summarize, value_at};
use zeroslack_units::{Split, UNDEFINED, ps};

use crate::load::Design;

type Line = (String, String);

pub(crate) fn measure(design: &Design) -> Vec<Line> {
    let mut lines = Vec::new();
    sizes(design, &mut lines);
    fanout(design, &mut lines);
    wires(design, &mut lines);
    depth(design, &mut lines);
    slack(design, &mut lines);
    lines
}

fn sizes(design: &Design, lines: &mut Vec<Line>) {
    let (netlist, graph) = (&design.netlist, &design.graph);
    let mut push = |what: &str, value: String| lines.push((what.to_string(), value));
    let mut clocked: Vec<_> =
        graph.checks().iter().filter_map(|check| netlist.pin_cell(graph.pin(check.data))).collect();
    clocked.sort_unstable();
    clocked.dedup();
    let cells = netlist.cell_count();
    push("cells", cells.to_string());
    push(
        "pins, pins a cell",
        format!("{}, {:.3}", netlist.pin_count(), netlist.pin_count() as f64 / cells as f64),
    );
    push("ports", netlist.port_pin_count().to_string());
    push("flip-flops, share", format!("{}, {:.3}", clocked.len(), clocked.len() as f64 / cells as f64));
    push("arcs, levels", format!("{}, {}", graph.arc_count(), graph.level_count()));
    push("endpoints", graph.endpoints().len().to_string());
    let dangling = netlist.nets().filter(|&net| netlist.net_pins(net).len() == 1).count();
    push("nets, nets of one pin", format!("{}, {dangling}", netlist.net_count()));
}

fn shares(counts: &[usize]) -> String {
    let all: usize = counts.iter().sum();
    counts
        .iter()
        .map(|&count| format!("{:.2}%", 100.0 * count as f64 / all as f64))
        .collect::<Vec<_>>()
        .join(" ")
}

fn fanout(design: &Design, lines: &mut Vec<Line>) {
    let trees = design.graph.pins().trees();
    let sinks: Vec<usize> = (0..trees.len()).map(|tree| design.graph.pins().tree_sinks(tree).len()).collect();
    let mut bins = [0; 9];
    for &count in sinks.iter().filter(|&&count| count > 0) {
        let bin = match count {
            1..=4 => count - 1,
            5..=8 => 4,
            9..=16 => 5,
            17..=32 => 6,
            33..=100 => 7,
            _ => 8,
        };
        bins[bin] += 1;
    }
    lines.push(("sinks 1 2 3 4 5-8 9-16 17-32 33-100 more".to_string(), shares(&bins)));
    lines.push(("most sinks".to_string(), sinks.iter().max().copied().unwrap_or(0).to_string()));
}

fn percentiles(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    if values.is_empty() {
        return "-".to_string();
    }
    let at = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let listed =
        [0.0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0].map(|share| format!("{:.4}", at(share)));
    format!("mean {mean:.3}; {}", listed.join(" "))
}

fn wires(design: &Design, lines: &mut Vec<Line>) {
    let netlist = &design.netlist;
    let (mut nodes, mut capacitance, mut resistance) = (Vec::new(), Vec::new(), Vec::new());
    for net in netlist.nets() {
        if let Some(rc) = design.parasitics.net(net) {
            nodes.push(rc.node_count() as f64);
            capacitance.push(rc.capacitance.iter().map(|&value| f64::from(value)).sum());
            resistance.push(rc.resistors.iter().map(|resistor| f64::from(resistor.resistance)).sum());
        }
    }
    lines.push(("RC nodes a net".to_string(), percentiles(nodes)));
    lines.push(("fF a net".to_string(), percentiles(capacitance)));
    lines.push(("kohm a net".to_string(), percentiles(resistance)));
    let (mut wire, mut gate) = (Vec::new(), Vec::new());
    let graph = &design.graph;
    for (kind, delay) in graph.arc_kinds().iter().zip(design.timing.delays()) {
        let delay = f64::from(delay[1][0]);
        if !delay.is_nan() {
            match kind.kind() {
                ArcKind::Wire(_) => wire.push(delay),
                ArcKind::Cell(_) => gate.push(delay),
            }
        }
    }
    lines.push(("wire delay, ps".to_string(), percentiles(wire)));
    lines.push(("cell delay, ps".to_string(), percentiles(gate)));
    let slews = design.timing.slews().iter().map(|slew| f64::from(slew[1][0])).filter(|slew| !slew.is_nan());
    lines.push(("slew, ps".to_string(), percentiles(slews.collect())));
}

/// Cells on the longest way from a launch, ways from launches (as a logarithm to base 10), by node.
fn depth(design: &Design, lines: &mut Vec<Line>) {
    let graph = &design.graph;
    let mut depth = vec![0_u32; graph.node_count()];
    let mut clock_depth = vec![0_u32; graph.node_count()];
    let mut ways = vec![0.0_f64; graph.node_count()];
    for id in NodeId::all(0..graph.node_count()) {
        let node = id.index();
        let mut logs: Vec<f64> = Vec::new();
        for arc in graph.fanin(id) {
            let from = graph.arc_source(arc).node().index();
            let step = u32::from(matches!(graph.arc_kind(arc), ArcKind::Cell(_)));
            clock_depth[node] = clock_depth[node].max(clock_depth[from] + step);
            if graph.is_launch(arc) {
                logs.push(0.0);
                depth[node] = depth[node].max(1);
            } else {
                logs.push(ways[from]);
                depth[node] = depth[node].max(depth[from] + step);
            }
        }
        if let Some(most) = logs.iter().copied().reduce(f64::max) {
            ways[node] = most + logs.iter().map(|log| 10_f64.powf(log - most)).sum::<f64>().log10();
        }
    }
    let ends = || graph.endpoints().iter().flat_map(|endpoint| graph.nodes(endpoint.pin));
    lines.push((
        "cells to an endpoint".to_string(),
        percentiles(ends().map(|node| f64::from(depth[node.index()])).collect()),
    ));
    let log_ways: Vec<f64> = ends().map(|node| ways[node.index()]).collect();
    let most = log_ways.iter().copied().fold(0.0, f64::max);
    let all = most + log_ways.iter().map(|log| 10_f64.powf(log - most)).sum::<f64>().log10();
    lines.push(("paths, log10: all".to_string(), format!("{all:.2}")));
    lines.push(("paths to an endpoint, log10".to_string(), percentiles(log_ways)));
    let clocks = graph.checks().iter().map(|check| f64::from(clock_depth[check.clock.node().index()]));
    lines.push(("cells to a clock pin".to_string(), percentiles(clocks.collect())));
    let arrivals = graph.checks().iter();
    let arrivals = arrivals.map(|check| value_at(design.timing.arrivals(), check.clock, Split::Late));
    let arrivals = arrivals.filter(|&arrival| arrival != UNDEFINED).map(ps);
    lines.push(("arrival at a clock pin, ps".to_string(), percentiles(arrivals.collect())));
}

fn slack(design: &Design, lines: &mut Vec<Line>) {
    let slacks = endpoint_slacks(&design.graph, &design.timing);
    for summary in summarize(&slacks) {
        lines.push((
            format!("{}: endpoints, failing, worst", summary.kind.name()),
            format!(
                "{}, {} ({:.2}%), {:.1} ps",
                summary.endpoints,
                summary.failing,
                100.0 * summary.failing as f64 / summary.endpoints as f64,
                ps(summary.worst_slack)
            ),
        ));
    }
    let Some((_, clock)) = design.constraints.clocks.iter().next() else { return };
    let period = ps(clock.period);
    lines.push(("period, ps".to_string(), format!("{period:.1}")));
    let late: Vec<f64> = slacks
        .iter()
        .filter(|slack| matches!(slack.kind, EndpointKind::Check(_)) && slack.kind.split() == Split::Late)
        .map(|slack| ps(slack.slack))
        .collect();
    let spread: Vec<f64> = late.iter().map(|slack| slack / period).collect();
    lines.push(("setup slack / period".to_string(), percentiles(spread)));
    // Where in the range from the worst to the best: comparable between designs whatever their period.
    let (worst, best) =
        late.iter().fold((f64::MAX, f64::MIN), |(low, high), &slack| (low.min(slack), high.max(slack)));
    let mut bins = [0; 10];
    for slack in &late {
        bins[(((slack - worst) / (best - worst) * 10.0) as usize).min(9)] += 1;
    }
    lines.push(("setup slack in tenths, worst to best".to_string(), shares(&bins)));
}
