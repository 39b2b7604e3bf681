//! Arrivals, required times, slacks and slews at a pin, by the clock edges that launched the signals.

use std::collections::BTreeMap;
use std::fmt;

use zeroslack_graph::NodeId;
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockEdge;
use zeroslack_units::{Quad, Split, Ticks, Transition, tighter_required, worse_arrival};

use crate::analysis::Analysis;
use crate::style::Style;
use crate::words::edge;

/// Which times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinTime {
    /// The earliest and the latest arrivals; an ideal clock has those that its network gives it.
    Arrival,
    /// The tightest required times.
    Required,
    /// The worst slacks.
    Slack,
}

/// The times at a pin, a line for each clock edge that launches a signal there: of a rise and of a fall, each early and late.
pub fn pin_times(
    analysis: &Analysis<'_>,
    pin: PinId,
    which: PinTime,
    numbers: Style,
) -> impl fmt::Display + use<> {
    let mut lines = String::new();
    for (launch, times) in by_launch(analysis, pin, which) {
        let launch = match launch {
            Some(launch) => {
                format!("{} {}", analysis.names.clock(launch).name, edge(launch.edge))
            }
            None => "unclocked".to_string(),
        };
        let [rise, fall] = Transition::ALL.map(|to| {
            let [early, late] = Split::ALL.map(|split| {
                let none = if split == Split::Late && which != PinTime::Slack { "-INF" } else { "INF" };
                let time = times[split as usize][to as usize];
                time.map_or_else(|| none.to_string(), |time| numbers.time(time))
            });
            format!("{early}:{late}")
        });
        lines.push_str(&format!(" ({launch}) r {rise} f {fall}\n"));
    }
    lines
}

/// The times by the edges that launched the signals.
fn by_launch(
    analysis: &Analysis<'_>,
    pin: PinId,
    which: PinTime,
) -> BTreeMap<Option<ClockEdge>, Quad<Option<Ticks>>> {
    let Analysis { graph, timing, .. } = *analysis;
    let mut times: BTreeMap<Option<ClockEdge>, Quad<Option<Ticks>>> = BTreeMap::new();
    if pin.index() >= graph.pins().pin_count() {
        return times;
    }
    let nodes: Vec<NodeId> = match which {
        PinTime::Arrival => graph.side_nodes(pin).collect(),
        PinTime::Required | PinTime::Slack => graph.all_nodes(pin).collect(),
    };
    for vertex in nodes.into_iter().flat_map(|node| node.vertices()) {
        let Some(tag) = graph.vertex_tag(vertex) else { continue };
        let since_0 = |time: Ticks| graph.launch_time(vertex) + time;
        for split in Split::ALL {
            let (node, to) = (vertex.node(), vertex.transition());
            let time = match which {
                PinTime::Arrival => timing.arrival(node, split, to).map(since_0),
                PinTime::Required => timing.required(graph, node, split, to).map(since_0),
                PinTime::Slack => timing.slack(graph, node, split, to),
            };
            let Some(time) = time else { continue };
            let place = &mut times.entry(tag.launch).or_default()[split as usize][to as usize];
            let worse = |known| match which {
                PinTime::Arrival => worse_arrival(split, known, time),
                PinTime::Required => tighter_required(split, known, time),
                PinTime::Slack => time.min(known),
            };
            *place = Some(place.map_or(time, worse));
        }
    }
    times
}

/// The slews at a pin: of a rise and of a fall, each the least early and the greatest late one.
pub fn pin_slews(analysis: &Analysis<'_>, pin: PinId, numbers: Style) -> String {
    let (pins, timing) = (analysis.graph.pins(), analysis.timing);
    let nodes: Vec<NodeId> =
        if pin.index() < pins.pin_count() { pins.side_nodes(pin).collect() } else { Vec::new() };
    let [rise, fall] = Transition::ALL.map(|to| {
        let slew = |split: Split| {
            let slews = nodes.iter().filter_map(|&node| timing.slew(node, split, to));
            let worst = slews.reduce(if split == Split::Early { f32::min } else { f32::max });
            worst.map_or_else(|| "none".to_string(), |slew| numbers.delay(slew))
        };
        format!("{}:{}", slew(Split::Early), slew(Split::Late))
    });
    format!("{} ^ {rise} v {fall}\n", analysis.names.netlist.pin_name(pin))
}
