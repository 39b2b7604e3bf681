//! Arcs of the pin graph: their delays, and those that are out.

use std::fmt;

use zeroslack_graph::{ArcId, ArcKind, ExcludedArc, Exclusion, PinGraph};
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
            let fanouts = pins.own_nodes(from).chain(pins.ideal_node(from));
            let fanouts = fanouts.flat_map(|node| structure.fanout(node));
            fanouts.map(|fanout| (structure.pin(fanout.node()), fanout.arc)).collect()
        }
        (None, None) => Vec::new(),
    };
    for (to, arc) in arcs.into_iter().filter(|&(_, arc)| !is_within_latch(pins, arc)) {
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

/// Whether an arc is within a latch, where the library states none.
fn is_within_latch(pins: &PinGraph, arc: ArcId) -> bool {
    match pins.structure().arc_kind(arc) {
        ArcKind::Cell(model) => pins.arc_models()[model as usize].is_within_latch(),
        ArcKind::Wire(_) => false,
    }
}

/// What an arc is: a wire, or the library's `timing_type` with its condition.
fn kind(analysis: &Analysis<'_>, arc: ArcId) -> String {
    let pins = analysis.graph.pins();
    let model = match pins.structure().arc_kind(arc) {
        ArcKind::Cell(model) => &pins.arc_models()[model as usize],
        ArcKind::Wire(_) => return "wire".to_string(),
    };
    if model.is_wire() {
        return "wire".to_string();
    }
    let (pin, group) = model.timing[Split::Late as usize];
    let cell = analysis.names.library.cell(model.master, model.described[Split::Late as usize]);
    let kind = cell.map_or("", |cell| cell.pins[pin as usize].timings[group as usize].timing_type.keyword());
    match model.condition(analysis.names.library, Split::Late) {
        Some(condition) => format!("{kind} when {condition}"),
        None => kind.to_string(),
    }
}

/// A line for each arc and check that is not timed, with the reason, ports first, then by the names of the pins that they lead from: `constant`, where a pin is constant or keeps the
/// arc from making a transition, with the sense that an arc has still; `condition`, where constants decide that the condition does not hold; `constraint`; and `loop`, where an
/// arc was cut because it closes a combinational loop. The constants that decide follow.
pub fn disabled_edges<'a>(analysis: &'a Analysis<'_>) -> impl fmt::Display + 'a {
    fmt::from_fn(move |f| {
        let netlist = analysis.names.netlist;
        let pins = analysis.graph.pins();
        let mut lines: Vec<([PinId; 2], String)> = Vec::new();
        let excluded = pins.excluded_arcs();
        // The two polarities of an arc of a library are one.
        for arcs in excluded.chunk_by(|a, b| (a.from, a.to, a.kind) == (b.from, b.to, b.kind)) {
            lines.push(([arcs[0].from, arcs[0].to], excluded_line(analysis, arcs)));
        }
        for check in pins.excluded_checks() {
            let values = values(analysis, [check.clock, check.data], true);
            let line = format!("{} {}{values}", ends(netlist, check.clock, check.data), word(check.why));
            lines.push(([check.clock, check.data], line));
        }
        let cuts = pins.cuts().iter();
        lines.extend(cuts.map(|&(from, to)| ([from, to], format!("{} loop", ends(netlist, from, to)))));
        let name = |pin| netlist.pin_name(pin);
        lines.sort_by_cached_key(|&([from, to], _)| (netlist.pin_cell(from).is_some(), name(from), name(to)));
        lines.iter().try_for_each(|(_, line)| writeln!(f, "{line}"))
    })
}

/// The line of an arc that is out, or of which a polarity or an edge is.
fn excluded_line(analysis: &Analysis<'_>, arcs: &[ExcludedArc]) -> String {
    let (pins, ExcludedArc { from, to, kind, why, .. }) = (analysis.graph.pins(), arcs[0]);
    let condition = match kind {
        ArcKind::Cell(model) => {
            pins.arc_models()[model as usize].condition(analysis.names.library, Split::Late)
        }
        ArcKind::Wire(_) => None,
    };
    let condition = condition.map_or_else(String::new, |condition| format!(" when: {condition}"));
    let values = values(analysis, [from, to], matches!(kind, ArcKind::Cell(_)));
    let values = if why == Exclusion::Disabled { "" } else { &values };
    let ends = ends(analysis.names.netlist, from, to);
    format!("{ends}{condition} {}{}{values}", word(why), sense_left(analysis, &arcs[0]))
}

/// The sense of what is left of an arc.
fn sense_left(analysis: &Analysis<'_>, arc: &ExcludedArc) -> &'static str {
    let (pins, structure) = (analysis.graph.pins(), analysis.graph.pins().structure());
    let into = pins.side_nodes(arc.to).flat_map(|node| structure.fanin(node));
    let left = into.filter(|&other| pins.kind_of_library(structure.arc_kind(other)) == arc.kind);
    let left = left
        .map(|other| structure.arc_source(other))
        .filter(|source| structure.pin(source.node()) == arc.from);
    let is_negative: Vec<bool> = left.map(|source| source.is_negative()).collect();
    match is_negative[..] {
        [] => "",
        _ if is_negative.iter().all(|&is_negative| is_negative) => " negative_unate",
        _ if is_negative.iter().all(|&is_negative| !is_negative) => " positive_unate",
        _ => " non_unate",
    }
}

fn word(why: Exclusion) -> &'static str {
    match why {
        Exclusion::Constant => "constant",
        Exclusion::Condition => "condition",
        Exclusion::Disabled => "constraint",
    }
}

/// The ends of an arc: within a cell by the cell and its pins.
fn ends(netlist: &Netlist, from: PinId, to: PinId) -> String {
    match (netlist.pin_cell(from), netlist.pin_cell(to)) {
        (Some(cell), Some(other)) if cell == other => {
            let [from, to] = [from, to].map(|pin| own_name(netlist, pin));
            format!("{} {from} {to}", netlist.cell_name(cell))
        }
        _ => format!("{} {}", netlist.pin_name(from), netlist.pin_name(to)),
    }
}

/// What is known of the ends of a wire, or of the loads of a cell.
fn values(analysis: &Analysis<'_>, [from, to]: [PinId; 2], is_in_cell: bool) -> String {
    let (netlist, pins) = (analysis.names.netlist, analysis.graph.pins());
    let of_cell = netlist.pin_cell(to).filter(|_| is_in_cell);
    let of_cell = of_cell.into_iter().flat_map(|cell| netlist.cell_pins(cell));
    let shown: Vec<PinId> = if is_in_cell {
        of_cell.filter(|&pin| netlist.is_load(pin) || pin == to).collect()
    } else {
        vec![from, to]
    };
    let value = |pin: PinId| {
        let known = pins.known(pin)?;
        let name = match netlist.pin_cell(pin) {
            Some(_) => own_name(netlist, pin).to_owned(),
            None => netlist.pin_name(pin),
        };
        Some(format!(" {name}={}", known.name()))
    };
    shown.into_iter().filter_map(value).collect()
}

fn own_name(netlist: &Netlist, pin: PinId) -> &str {
    netlist.master_pin(pin).map_or("", |pin| &pin.name)
}
