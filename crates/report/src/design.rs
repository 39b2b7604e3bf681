//! What a design is made of.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_liberty::SequentialKind;
use zeroslack_netlist::{CellLibrary, MasterId, Netlist};
use zeroslack_timing::{Calculator, EndpointSlack};
use zeroslack_units::{Split, Ticks};

use crate::analysis::{Analysis, Names};
use crate::json::time;
use crate::setup::nets_without;
use crate::style::Style;
use crate::table::{Align, render};

/// Counts and clocks of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignSummary {
    /// Name of the top module.
    pub name: String,
    /// How delays are computed, as `set_delay_calculator` names it.
    pub delay_calculator: &'static str,
    /// Cells, all kinds.
    pub cells: usize,
    /// Cells with a flip-flop in them.
    pub flip_flops: usize,
    /// Cells with a latch in them that are no clock gates.
    pub latches: usize,
    /// Cells that gate clocks.
    pub clock_gates: usize,
    /// Cells of which nothing is known but their connections.
    pub black_boxes: usize,
    /// Cells without signal pins: fill, tap and decoupling cells.
    pub physical_cells: usize,
    /// Nets, without the two constants.
    pub nets: usize,
    /// Nets with parasitics.
    pub nets_with_parasitics: usize,
    /// Nets of at least two pins without parasitics; none where no net has any.
    pub nets_without_parasitics: Option<usize>,
    /// Pins of cells.
    pub pins: usize,
    /// Bits of ports.
    pub ports: usize,
    /// Arcs of the pin graph; one that inverts and does not is two.
    pub arcs: usize,
    /// Tags of all pins together: nodes of the timing graph.
    pub tags: usize,
    /// The most tags of one pin.
    pub most_tags: usize,
    /// Levels of the timing graph.
    pub levels: usize,
    /// Combinational loops that were cut.
    pub loops_cut: usize,
    /// Pins where paths end.
    pub endpoints: usize,
    /// Those without any slack: no signal comes, or nothing is required of it.
    pub unconstrained: usize,
    /// Clocks in order of creation.
    pub clocks: Vec<ClockSummary>,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockSummary {
    /// Name.
    pub name: String,
    /// Period.
    pub period: Ticks,
    /// First rising and first falling edge.
    pub edges: [Ticks; 2],
    /// Whether the delay of its network counts.
    pub propagated: bool,
    /// Names of the pins it starts at.
    pub sources: Vec<String>,
}

impl DesignSummary {
    /// Sums up a timed design, from the slacks of its endpoints in the order of endpoints; the calculator is the one of its delays.
    pub fn new(analysis: &Analysis<'_>, slacks: &[EndpointSlack], calculator: Calculator) -> Self {
        let Analysis { names: Names { netlist, constraints, .. }, parasitics, graph, .. } = *analysis;
        let kinds = cells_by_kind(netlist);
        let count = |kind: Kind| kinds[kind as usize];
        let tags = graph.node_counts();
        let constrained = slacks.chunk_by(|a, b| a.endpoint == b.endpoint).count();
        let clocks = constraints.clocks.iter().map(|(_, clock)| ClockSummary {
            name: clock.name.to_string(),
            period: clock.period,
            edges: clock.edges,
            propagated: clock.propagated,
            sources: clock.sources.iter().map(|&pin| netlist.pin_name(pin)).collect(),
        });
        Self {
            name: netlist.name().to_string(),
            delay_calculator: calculator.name(),
            cells: netlist.cell_count(),
            flip_flops: count(Kind::FlipFlop),
            latches: count(Kind::Latch),
            clock_gates: count(Kind::ClockGate),
            black_boxes: count(Kind::BlackBox),
            physical_cells: count(Kind::Physical),
            nets: netlist.net_count() - Netlist::CONSTANTS.len(),
            nets_with_parasitics: parasitics.net_count(),
            nets_without_parasitics: (parasitics.net_count() > 0)
                .then(|| nets_without(netlist, parasitics, graph).len()),
            pins: netlist.pin_count() - netlist.port_pin_count(),
            ports: netlist.port_pin_count(),
            arcs: graph.pins().structure().arc_count(),
            tags: tags.nodes,
            most_tags: tags.most,
            levels: graph.level_count(),
            loops_cut: graph.pins().cuts().len(),
            endpoints: graph.endpoints().len(),
            unconstrained: graph.endpoints().len() - constrained,
            clocks: clocks.collect(),
        }
    }

    /// As lines and a table of clocks.
    pub fn text(&self, style: Style) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            writeln!(
                f,
                "Design {}, times in {}, capacitances in {}, delays by {}",
                self.name,
                style.unit.time(),
                style.unit.capacitance(),
                self.delay_calculator
            )?;
            let kinds = [
                (self.flip_flops, "flip-flop", "flip-flops"),
                (self.latches, "latch", "latches"),
                (self.clock_gates, "clock gate", "clock gates"),
                (self.black_boxes, "black box", "black boxes"),
                (self.physical_cells, "physical cell", "physical cells"),
            ];
            line(f, "Cells", self.cells, &kinds)?;
            line(f, "Pins", self.pins, &[])?;
            line(f, "Ports", self.ports, &[])?;
            let without = self.nets_without_parasitics.unwrap_or(0);
            let parts = [
                (self.nets_with_parasitics, "with parasitics", "with parasitics"),
                (without, "without", "without"),
            ];
            line(f, "Nets", self.nets, &parts)?;
            let arcs = [(self.levels, "level", "levels"), (self.loops_cut, "loop cut", "loops cut")];
            line(f, "Timing arcs", self.arcs, &arcs)?;
            self.write_tags(f)?;
            line(
                f,
                "Endpoints",
                self.endpoints,
                &[(self.unconstrained, "without a slack", "without a slack")],
            )?;
            if self.clocks.is_empty() {
                return Ok(());
            }
            write!(f, "\n{}", self.clock_table(style))
        })
    }

    /// How many signals there are that are told apart, where they are told apart.
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.most_tags <= 1 {
            return Ok(());
        }
        let pins = (self.pins + self.ports).max(1);
        let (title, tags) = ("Tags", self.tags);
        writeln!(
            f,
            "  {title:<12}{tags:>10}  ({:.2} a pin, {} at the most)",
            tags as f64 / pins as f64,
            self.most_tags
        )
    }

    fn clock_table(&self, style: Style) -> String {
        let columns = [
            ("Clock", Align::Left),
            ("Period", Align::Right),
            ("Rise", Align::Right),
            ("Fall", Align::Right),
            ("Network", Align::Left),
            ("Sources", Align::Left),
        ];
        let rows = self.clocks.iter().map(|clock| {
            [
                clock.name.clone(),
                style.time(clock.period),
                style.time(clock.edges[0]),
                style.time(clock.edges[1]),
                if clock.propagated { "propagated" } else { "ideal" }.to_string(),
                clock.sources.join(" "),
            ]
        });
        render(columns, rows)
    }

    /// As an object whose keys are the fields' names.
    pub fn json(&self) -> Value {
        let clock = |clock: &ClockSummary| {
            json!({
                "name": clock.name,
                "period": time(clock.period),
                "rise": time(clock.edges[0]),
                "fall": time(clock.edges[1]),
                "propagated": clock.propagated,
                "sources": clock.sources,
            })
        };
        json!({
            "name": self.name,
            "delay_calculator": self.delay_calculator,
            "cells": self.cells,
            "flip_flops": self.flip_flops,
            "latches": self.latches,
            "clock_gates": self.clock_gates,
            "black_boxes": self.black_boxes,
            "physical_cells": self.physical_cells,
            "nets": self.nets,
            "nets_with_parasitics": self.nets_with_parasitics,
            "nets_without_parasitics": self.nets_without_parasitics,
            "pins": self.pins,
            "ports": self.ports,
            "arcs": self.arcs,
            "tags": self.tags,
            "most_tags": self.most_tags,
            "levels": self.levels,
            "loops_cut": self.loops_cut,
            "endpoints": self.endpoints,
            "unconstrained": self.unconstrained,
            "clocks": self.clocks.iter().map(clock).collect::<Value>(),
        })
    }
}

/// `  Cells  416  (97 flip-flops)`, without the parts that there are none of. A part is a count and its noun for one and for more.
fn line(f: &mut fmt::Formatter<'_>, title: &str, count: usize, parts: &[(usize, &str, &str)]) -> fmt::Result {
    write!(f, "  {title:<12}{count:>10}")?;
    let parts = parts.iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<String> =
        parts.map(|&(count, one, more)| format!("{count} {}", if count == 1 { one } else { more })).collect();
    if !parts.is_empty() {
        write!(f, "  ({})", parts.join(", "))?;
    }
    writeln!(f)
}

/// What a cell is counted as.
#[derive(Clone, Copy)]
enum Kind {
    FlipFlop,
    Latch,
    ClockGate,
    BlackBox,
    Physical,
    Other,
}

/// Number of cells of each kind.
fn cells_by_kind(netlist: &Netlist) -> [usize; 6] {
    let library = netlist.library();
    let kinds: Vec<Kind> = (0..library.masters().len()).map(|id| kind(library, MasterId::new(id))).collect();
    let mut count = [0; 6];
    for cell in netlist.cells() {
        count[kinds[netlist.cell_master(cell).index()] as usize] += 1;
    }
    count
}

fn kind(library: &CellLibrary, id: MasterId) -> Kind {
    if library.master(id).pins.is_empty() {
        return Kind::Physical;
    }
    let Some(cell) = library.cell(id, Split::Late) else { return Kind::BlackBox };
    let has = |kind| cell.sequentials.iter().any(|sequential| sequential.kind == kind);
    if cell.clock_gating.is_some() {
        Kind::ClockGate
    } else if has(SequentialKind::FlipFlop) {
        Kind::FlipFlop
    } else if has(SequentialKind::Latch) {
        Kind::Latch
    } else {
        Kind::Other
    }
}
