//! How the delays of a cell's arcs were looked up.

use std::fmt;

use zeroslack_graph::{ArcId, ArcKind, NodeId};
use zeroslack_liberty::{Library, RiseFall, Table, Timing, TimingSense, Variable};
use zeroslack_netlist::PinId;
use zeroslack_timing::{DelayData, has_signal};
use zeroslack_units::{Split, Transition};

use crate::analysis::Analysis;
use crate::style::Style;
use crate::words::edge;

/// The look-ups of the arcs from pins to pins of a cell, in one analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct DelayCalculation {
    /// In the order of the library's `timing` groups.
    pub arcs: Vec<CalculatedArc>,
}

/// A `timing` group of a library cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CalculatedArc {
    /// Name of the library.
    pub library: String,
    /// Name of the library cell.
    pub cell: String,
    /// `timing_sense`.
    pub sense: &'static str,
    /// `timing_type`.
    pub timing_type: &'static str,
    /// Nominal process, voltage and temperature of the library, as far as it states them.
    pub conditions: [Option<f32>; 3],
    /// Own names of the pins.
    pub pins: [String; 2],
    /// Its edges: by the transition that comes, then by the one that it makes.
    pub edges: Vec<CalculatedEdge>,
}

/// An edge of an arc.
#[derive(Clone, Debug, PartialEq)]
pub struct CalculatedEdge {
    /// The transition that comes and the one that it makes.
    pub transitions: [Transition; 2],
    /// The delay, before factors that constraints state, ps.
    pub delay: LookUp,
    /// The slew, ps.
    pub slew: LookUp,
}

/// A look-up in a table.
#[derive(Clone, Debug, PartialEq)]
pub struct LookUp {
    /// Of each axis of the table, in its order: what it runs over, where it was looked up, and the points of the table around it.
    pub axes: Vec<(Variable, f32, Vec<f32>)>,
    /// The values at these points, the last axis fastest, ps.
    pub values: Vec<f32>,
    /// What it gives, ps.
    pub result: f32,
}

impl DelayCalculation {
    /// Of the arcs from one pin to another, where either may be left open.
    pub fn new(
        (analysis, data): (&Analysis<'_>, &DelayData),
        (from, to): (Option<PinId>, Option<PinId>),
        split: Split,
    ) -> Self {
        let of = Calculated { analysis, data, split };
        let netlist = analysis.names.netlist;
        let ends: Vec<PinId> = match (to, from.and_then(|from| netlist.pin_cell(from))) {
            (Some(to), _) => vec![to],
            (None, Some(cell)) => netlist.cell_pins(cell).collect(),
            (None, None) => Vec::new(),
        };
        let pins = analysis.graph.pins();
        let nodes = ends.into_iter().flat_map(|to| pins.side_nodes(to));
        let mut arcs: Vec<((u32, u32), PinId, NodeId, ArcId)> = Vec::new();
        for node in nodes {
            for arc in pins.structure().fanin(node) {
                let source = pins.structure().pin(pins.structure().arc_source(arc).node());
                let ArcKind::Cell(model) = pins.structure().arc_kind(arc) else { continue };
                if pins.arc_models()[model as usize].is_wire() {
                    continue;
                }
                if from.is_none_or(|from| from == source) {
                    let group = pins.arc_models()[model as usize].timing[split as usize];
                    arcs.push((group, source, node, arc));
                }
            }
        }
        arcs.sort_unstable();
        let groups = arcs.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2));
        Self { arcs: groups.filter_map(|group| of.arc(group)).collect() }
    }

    /// Each table around the place that was looked up, and what it gives.
    pub fn text(&self, numbers: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| self.arcs.iter().try_for_each(|arc| arc.write(f, numbers)))
    }
}

/// What is calculated with.
struct Calculated<'a> {
    analysis: &'a Analysis<'a>,
    data: &'a DelayData,
    split: Split,
}

impl Calculated<'_> {
    /// The arcs of the pin graph that one `timing` group makes between two nodes.
    fn arc(&self, group: &[((u32, u32), PinId, NodeId, ArcId)]) -> Option<CalculatedArc> {
        let &((pin, timing), source, node, arc) = group.first()?;
        let (names, pins) = (self.analysis.names, self.analysis.graph.pins());
        let ArcKind::Cell(model) = pins.structure().arc_kind(arc) else { return None };
        let model = &pins.arc_models()[model as usize];
        let described = model.described[self.split as usize];
        let cell = names.library.cell(model.master, described)?;
        let timing = &cell.pins[pin as usize].timings[timing as usize];
        let library: Option<&Library> = names.library.master(model.master).source.and_then(|source| {
            let at = source[described as usize].0 as usize;
            names.library.libraries(described).get(at).map(|library| &**library)
        });
        let nominal = library.map(|library| &library.nominal);
        let own_name =
            |pin: PinId| names.netlist.master_pin(pin).map_or_else(String::new, |pin| pin.name.to_string());
        let mut edges: Vec<CalculatedEdge> = Vec::new();
        for &(.., arc) in group {
            let source = pins.structure().arc_source(arc);
            let of_arc = Transition::ALL.into_iter().filter(|&to| source.has(to));
            edges.extend(of_arc.filter_map(|to| self.edge((node, arc), to, timing)));
        }
        edges.sort_by_key(|edge| edge.transitions);
        Some(CalculatedArc {
            library: library.map_or_else(String::new, |library| library.name.to_string()),
            cell: cell.name.to_string(),
            sense: match timing.sense {
                Some(TimingSense::Positive) => "positive_unate",
                Some(TimingSense::Negative) => "negative_unate",
                Some(TimingSense::NonUnate) | None => "non_unate",
            },
            timing_type: timing.timing_type.keyword(),
            conditions: [
                nominal.and_then(|nominal| nominal.process),
                nominal.and_then(|nominal| nominal.voltage),
                nominal.and_then(|nominal| nominal.temperature),
            ],
            pins: [own_name(source), own_name(pins.structure().pin(node))],
            edges,
        })
    }

    /// An edge of an arc of the pin graph; none where no signal comes by it.
    fn edge(&self, (node, arc): (NodeId, ArcId), to: Transition, group: &Timing) -> Option<CalculatedEdge> {
        let (pins, timing, split) = (self.analysis.graph.pins(), self.analysis.timing, self.split);
        let source = pins.structure().arc_source(arc);
        let ArcKind::Cell(model) = pins.structure().arc_kind(arc) else { return None };
        let from = source.from(to);
        let input_slew = timing.slew(source.node(), split, from)?;
        let delay = timing.arc_delays()[arc.index()][split as usize][to as usize];
        if !has_signal(delay) {
            return None;
        }
        let whole = pins.tree_of(node).map_or(0.0, |tree| timing.loads()[tree][split as usize][to as usize]);
        let seen = timing.arc_loads().map(|loads| loads[arc.index()][split as usize][to as usize]);
        let load = seen.filter(|load| !load.is_nan()).unwrap_or(whole);
        let slew = self.data.driving_edge(model, (split, to), input_slew).slew(load).unwrap_or(0.0);
        let of = |tables: RiseFall<Option<&Table>>, is_stated: bool, result: f32| {
            let table = if to == Transition::Rise { tables.rise } else { tables.fall };
            LookUp::around(table.filter(|_| !is_stated), (input_slew, load), result)
        };
        // In an ideal network nothing is looked up.
        let model = &pins.arc_models()[model as usize];
        let delay = of(group.delay_of(split), model.is_ideal(), delay);
        let slew = of(group.slew_of(split), model.ideal.is_some(), slew);
        Some(CalculatedEdge { transitions: [from, to], delay, slew })
    }
}

impl LookUp {
    /// The points of a table around a place.
    fn around(table: Option<&Table>, (slew, load): (f32, f32), result: f32) -> Self {
        let mut look_up = Self { axes: Vec::new(), values: Vec::new(), result };
        let Some(table) = table else { return look_up };
        // The places of the points in the table's values.
        let mut places = vec![0];
        for axis in &table.axes {
            let at = if axis.variable == Variable::OutputCapacitance { load } else { slew };
            let last = axis.values.len().saturating_sub(2);
            let first = axis.values.partition_point(|&point| point <= at).saturating_sub(1).min(last);
            let points = first..axis.values.len().min(first + 2);
            places = places
                .iter()
                .flat_map(|place| points.clone().map(move |point| place * axis.values.len() + point))
                .collect();
            look_up.axes.push((axis.variable, at, axis.values[points].to_vec()));
        }
        look_up.values = places.into_iter().map(|place| table.values[place]).collect();
        look_up
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &str, numbers: Style) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(|&value| numbers.delay(value)).collect();
        match &self.axes[..] {
            [row, column] => {
                writeln!(f, "------- {} = {}", variable(row.0), place(row.0, row.1, numbers))?;
                writeln!(f, "|       {} = {}", variable(column.0), place(column.0, column.1, numbers))?;
                let points: Vec<String> =
                    column.2.iter().map(|&point| place(column.0, point, numbers)).collect();
                writeln!(f, "|        {}", points.join("     "))?;
                writeln!(f, "v      --------------------")?;
                for (&point, values) in row.2.iter().zip(values.chunks(points.len().max(1))) {
                    writeln!(f, "{} | {}", place(row.0, point, numbers), values.join("     "))?;
                }
            }
            [axis] => {
                writeln!(f, "------- {} = {}", variable(axis.0), place(axis.0, axis.1, numbers))?;
                let points: Vec<String> = axis.2.iter().map(|&point| place(axis.0, point, numbers)).collect();
                writeln!(f, "{}", points.join("     "))?;
                writeln!(f, "--------------------")?;
                writeln!(f, "{}", values.join("     "))?;
            }
            _ => {}
        }
        let result = numbers.delay(self.result);
        writeln!(f, "Table value = {result}")?;
        writeln!(f, "PVT scale factor = {}", numbers.number(1.0))?;
        writeln!(f, "{name} = {result}")
    }
}

impl CalculatedArc {
    fn write(&self, f: &mut fmt::Formatter<'_>, numbers: Style) -> fmt::Result {
        writeln!(f, "Library: {}", self.library)?;
        writeln!(f, "Cell: {}", self.cell)?;
        writeln!(f, "Arc sense: {}", self.sense)?;
        writeln!(f, "Arc type: {}", self.timing_type)?;
        let conditions = ["P", "V", "T"].into_iter().zip(self.conditions);
        let conditions: Vec<String> = conditions
            .filter_map(|(name, value)| Some(format!("{name} = {}", numbers.number(f64::from(value?)))))
            .collect();
        let [input, output] = &self.pins;
        for CalculatedEdge { transitions: [from, to], delay, slew } in &self.edges {
            writeln!(f, "{input} {} -> {output} {}", edge(*from), edge(*to))?;
            writeln!(f, "{}", conditions.join(" "))?;
            delay.write(f, "Delay", numbers)?;
            writeln!(f)?;
            slew.write(f, "Slew", numbers)?;
            writeln!(f, "\n.............................................\n")?;
        }
        Ok(())
    }
}

/// What Liberty calls a variable.
fn variable(variable: Variable) -> &'static str {
    match variable {
        Variable::InputSlew => "input_net_transition",
        Variable::OutputCapacitance => "total_output_net_capacitance",
        Variable::ConstrainedSlew => "constrained_pin_transition",
        Variable::RelatedSlew => "related_pin_transition",
        Variable::RelatedOutputCapacitance => "related_out_total_output_net_capacitance",
    }
}

/// A place on an axis.
fn place(variable: Variable, at: f32, numbers: Style) -> String {
    match variable {
        Variable::OutputCapacitance | Variable::RelatedOutputCapacitance => {
            numbers.capacitance(f64::from(at))
        }
        Variable::InputSlew | Variable::ConstrainedSlew | Variable::RelatedSlew => numbers.delay(at),
    }
}
