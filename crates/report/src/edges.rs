//! Arcs of the pin graph: their delays, and those that were cut.

use std::fmt;

use zeroslack_graph::{ArcId, ArcKind};
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_timing::has_signal;
use zeroslack_units::{Split, Transition};

use crate::analysis::Analysis;
use crate::style::Style;
use crate::words::edge;

/// The arcs and wires from one pin to another, where either may be left open, with their early and late delays before factors that constraints state.
pub fn edge_report(
    analysis: &Analysis<'_>,
    (from, to): (Option<PinId>, Option<PinId>),
    numbers: Style,
) -> impl fmt::Display {
    let (pins, structure) = (analysis.graph.pins(), analysis.graph.pins().structure());
    let mut text = String::new();
    let arcs: Vec<(PinId, ArcId)> = match (from, to) {
        (_, Some(to)) => {
            let arcs = pins.side_nodes(to).flat_map(|node| structure.fanin(node));
            arcs.map(|arc| (to, arc)).collect()
        }
        (Some(from), None) => {
            let fanouts = pins.side_nodes(from).chain(pins.ideal_node(from));
            let fanouts = fanouts.flat_map(|node| structure.fanout(node));
            fanouts.map(|fanout| (structure.pin(fanout.node()), fanout.arc)).collect()
        }
        (None, None) => Vec::new(),
    };
    for (to, arc) in arcs {
        let source = structure.arc_source(arc);
        let at = structure.pin(source.node());
        if from.is_some_and(|from| from != at) {
            continue;
        }
        let name = |pin: PinId| analysis.names.netlist.pin_name(pin);
        text.push_str(&format!("{} -> {} {}\n", name(at), name(to), kind(analysis, arc)));
        for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
            let [early, late] = Split::ALL.map(|split| {
                let delay = analysis.timing.arc_delays()[arc.index()][split as usize][to as usize];
                if has_signal(delay) { numbers.delay(delay) } else { "none".to_string() }
            });
            text.push_str(&format!("  {} -> {} {early}:{late}\n", edge(source.from(to)), edge(to)));
        }
    }
    text
}

/// What an arc is: a wire, or the library's `timing_type` with its condition.
fn kind(analysis: &Analysis<'_>, arc: ArcId) -> String {
    let pins = analysis.graph.pins();
    let ArcKind::Cell(model) = pins.structure().arc_kind(arc) else { return "wire".to_string() };
    let model = &pins.arc_models()[model as usize];
    let (pin, group) = model.timing[Split::Late as usize];
    let cell = analysis.names.library.cell(model.master, model.described[Split::Late as usize]);
    let kind = cell.map_or("", |cell| cell.pins[pin as usize].timings[group as usize].timing_type.keyword());
    match model.condition(analysis.names.library, Split::Late) {
        Some(condition) => format!("{kind} when {condition}"),
        None => kind.to_string(),
    }
}

/// A line for each arc that is not timed, with the reason: those that were cut because they close a combinational loop.
pub fn disabled_edges<'a>(analysis: &'a Analysis<'_>) -> impl fmt::Display + 'a {
    fmt::from_fn(move |f| {
        let netlist = analysis.names.netlist;
        let mut cuts = analysis.graph.pins().cuts().to_vec();
        cuts.sort_unstable();
        for (from, to) in cuts {
            match (netlist.pin_cell(from), netlist.pin_cell(to)) {
                (Some(cell), Some(other)) if cell == other => {
                    let [from, to] = [from, to].map(|pin| own_name(netlist, pin));
                    writeln!(f, "{} {from} {to} loop", netlist.cell_name(cell))?;
                }
                _ => writeln!(f, "{} {} loop", netlist.pin_name(from), netlist.pin_name(to))?,
            }
        }
        Ok(())
    })
}

fn own_name(netlist: &Netlist, pin: PinId) -> &str {
    netlist.master_pin(pin).map_or("", |pin| &pin.name)
}
