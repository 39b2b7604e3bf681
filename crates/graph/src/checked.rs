//! Checks that no library states: of signals that gate clocks, and of data against other data.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_sdc::{CheckRule, Constraints, GatingTarget, OutputDelay};
use zeroslack_units::{Split, Transition};

use crate::arc::ArcKind;
use crate::constants::Constants;
use crate::constants::cell::CellLogic;
use crate::graph::TimingGraph;
use crate::ideal::{Reached, ends_clocks};
use crate::level::Layout;
use crate::model::{CheckKind, CheckOrigin, Models};
use crate::raw::{RawArc, RawCheck, RawGraph};
use crate::stated::is_propagated;

/// Whether signals are checked that gate clocks. The contests' rule knows none.
pub(crate) fn looks_for_gates(constraints: &Constraints) -> bool {
    constraints.rules.checks == CheckRule::Every && !constraints.rules.no_clock_gating
}

/// An output whose function gates a clock. The gating signal is checked if the gated clock reaches a clock pin or the source of a generated clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GatedOutput {
    pub(crate) pin: PinId,
    /// Whether it is checked.
    pub(crate) clocks: bool,
}

/// Where clocks are gated by the functions of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gated {
    /// In order.
    pub(crate) outputs: Vec<GatedOutput>,
    /// Whether some gate has several clock inputs, so that its checks depend on whether one clock drives them.
    pub(crate) has_joined: bool,
}

/// Adds these checks to those of cells. Returns the outputs that gate clocks by their functions.
pub(crate) fn add(
    raw: &mut RawGraph,
    models: &mut Models,
    of: (&Netlist, &CellLibrary),
    (constants, reached, layout): (&Constants, &Reached, &Layout),
    constraints: &Constraints,
    diagnostics: &mut Diagnostics,
) -> Gated {
    let mut gated = Gated::default();
    if looks_for_gates(constraints) {
        let (logic, origins, has_joined) = (FxHashMap::default(), FxHashMap::default(), false);
        let mut gates =
            Gates { raw, models, of, constants, reached, constraints, logic, has_joined, origins };
        let found: BTreeSet<Gate> = reached.nodes().flat_map(|output| gates.at(output)).collect();
        gated.has_joined = gates.has_joined;
        report_gates(of.0, (constraints, &found), diagnostics);
        if !found.is_empty() {
            let clocking = gates.clocking(layout);
            let clocks = |gate: &Gate| clocking[gate.output as usize];
            let by_function = found.iter().filter(|gate| !gate.is_named);
            gated.outputs.extend(by_function.map(|gate| {
                let pin = raw.sides.pin(gate.output as usize).0;
                GatedOutput { pin, clocks: clocks(gate) }
            }));
            gated.outputs.dedup();
            add_gates(raw, models, found.iter().filter(|gate| gate.is_named || clocks(gate)));
        }
    }
    if constraints.rules.checks == CheckRule::Every {
        add_data_checks(raw, models, of.0, constraints);
    }
    add_port_checks(raw, models, &port_checks(constraints));
    gated
}

/// A check that stands for an output delay: data of the port against the clock at its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PortCheck {
    port: PinId,
    source: PinId,
    edge: Transition,
    split: Split,
    has: [bool; 2],
}

/// The checks that stand for output delays against propagated generated clocks whose source latency is timed: a register at the port, clocked straight from the source, would check the same.
pub(crate) fn port_checks(constraints: &Constraints) -> BTreeSet<PortCheck> {
    let stated = constraints.all_output_delays().filter(|(_, stated)| is_checked(constraints, stated));
    let checks = stated.flat_map(|(port, stated)| {
        let sources = constraints.clocks[stated.edge.clock].sources.iter();
        sources.flat_map(move |&source| {
            Split::ALL.map(|split| {
                let has = stated.delay[split as usize].map(|delay| delay.is_some());
                PortCheck { port, source, edge: stated.edge.edge, split, has }
            })
        })
    });
    checks.filter(|check| check.has != [false; 2]).collect()
}

/// Whether a check at the source of its clock stands for an output delay.
pub(crate) fn is_checked(constraints: &Constraints, stated: &OutputDelay) -> bool {
    let id = stated.edge.clock;
    let clock = &constraints.clocks[id];
    let is_propagated = || clock.sources.iter().all(|&pin| is_propagated(constraints, clock, pin));
    !stated.included.source && constraints.is_timed_at_source(id) && is_propagated()
}

fn add_port_checks(raw: &mut RawGraph, models: &mut Models, checks: &BTreeSet<PortCheck>) {
    if checks.is_empty() {
        return;
    }
    // Indexed by split: early, late.
    let kinds = [CheckKind::Hold, CheckKind::Setup];
    let models = kinds.map(|kind| models.add_stated_check(CheckOrigin::Port, kind));
    for &PortCheck { port, source, edge, split, has } in checks {
        let (data, clock, model) = (port.0, source.0, models[split as usize]);
        raw.checks.push(RawCheck { data, clock, clock_transition: edge, has, model });
    }
}

fn add_gates<'g>(raw: &mut RawGraph, models: &mut Models, found: impl Iterator<Item = &'g Gate>) {
    let checked: BTreeSet<(u32, u32, bool)> =
        found.map(|gate| (gate.signal, gate.clock, gate.level)).collect();
    if checked.is_empty() {
        return;
    }
    let kinds = [CheckKind::Setup, CheckKind::Hold];
    let [setup, hold] = kinds.map(|kind| models.add_stated_check(CheckOrigin::ClockGating, kind));
    for (signal, clock, level) in checked {
        let opening = if level { Transition::Rise } else { Transition::Fall };
        for (model, edge) in [(setup, opening), (hold, opening.opposite())] {
            raw.checks.push(RawCheck { data: signal, clock, clock_transition: edge, has: [true; 2], model });
        }
    }
}

fn add_data_checks(raw: &mut RawGraph, models: &mut Models, netlist: &Netlist, constraints: &Constraints) {
    if constraints.data_checks.is_empty() {
        return;
    }
    // By split.
    let kinds = [CheckKind::Hold, CheckKind::Setup];
    let models = kinds.map(|kind| models.add_stated_check(CheckOrigin::Data, kind));
    for (check, times) in &constraints.data_checks {
        if [check.from, check.to].iter().any(|&pin| constraints.disables.has_pin(netlist, pin)) {
            continue;
        }
        let mut has = [false; 2];
        has[check.to_edge as usize] = true;
        let (data, clock, clock_transition) = (check.to.0, check.from.0, check.from_edge);
        let stated = models.into_iter().zip(times).filter(|(_, time)| time.is_some());
        raw.checks.extend(stated.map(|(model, _)| RawCheck { data, clock, clock_transition, has, model }));
    }
}

/// Says which checks between data that constraints state have nothing to capture by: to what data is related to, nothing comes that a clock launches (`GRAPH-017`).
pub(crate) fn report(graph: &TimingGraph, netlist: &Netlist, diagnostics: &mut Diagnostics) {
    let pins = graph.pins();
    let stated = pins.checks().iter().filter(|check| {
        let origin = pins.check_models()[check.model as usize].origin;
        origin == CheckOrigin::Data
    });
    let mut captured: BTreeMap<[PinId; 2], bool> = BTreeMap::new();
    for check in stated {
        let pair = [check.clock.node(), check.data].map(|node| pins.structure().pin(node));
        *captured.entry(pair).or_default() |= graph.is_captured(check);
    }
    let mut without = FirstFew::default();
    let not_captured = captured.into_iter().filter(|(_, is_captured)| !is_captured);
    not_captured.for_each(|(pair, _)| without.note(pair));
    if without.count() > 0 {
        diagnostics.warning("GRAPH-017", None, || {
            let names = without.names(|pair| {
                let [from, to] = pair.map(|pin| netlist.pin_name(pin));
                format!("{from} to {to}")
            });
            format!("nothing that a clock launches comes to the -from of data checks, which are not made: {names}; expected data of a clock there, or a clock (create_clock, set_input_delay -clock)")
        });
    }
}

/// Warns of cells and pins in `set_clock_gating_check` where no signal gates a clock (`GRAPH-021`).
fn report_gates(
    netlist: &Netlist,
    (constraints, found): (&Constraints, &BTreeSet<Gate>),
    diagnostics: &mut Diagnostics,
) {
    let gating = &constraints.clock_gating;
    let mut gates: BTreeSet<GatingTarget> = BTreeSet::new();
    for gate in found {
        let pins = [gate.signal, gate.clock].map(PinId);
        gates.extend(pins.map(GatingTarget::Pin));
        gates.extend(netlist.pin_cell(pins[0]).map(GatingTarget::Cell));
    }
    let stated: BTreeSet<GatingTarget> = gating.times.keys().chain(gating.levels.keys()).copied().collect();
    let mut without = FirstFew::default();
    for target in stated.difference(&gates) {
        let cell = match *target {
            GatingTarget::Cell(cell) => Some(cell),
            GatingTarget::Pin(pin) => netlist.pin_cell(pin),
            GatingTarget::Design | GatingTarget::Clock(_) => None,
        };
        let is_disabled = |cell| {
            let mut all = netlist.cell_pins(cell).map(GatingTarget::Pin).chain([GatingTarget::Cell(cell)]);
            all.any(|one| gating.disabled.contains(&one))
        };
        if cell.is_some_and(|cell| !is_disabled(cell)) {
            without.note(*target);
        }
    }
    if without.count() > 0 {
        diagnostics.warning("GRAPH-021", None, || {
            let names = without.names(|target| match *target {
                GatingTarget::Cell(cell) => netlist.cell_name(cell).to_owned(),
                GatingTarget::Pin(pin) => netlist.pin_name(pin),
                GatingTarget::Design | GatingTarget::Clock(_) => String::new(),
            });
            format!("set_clock_gating_check has no effect on what gates no clock: {names}; expected a cell to which a clock and a signal come, and -high or -low where its function does not tell the level of the clock at which the signal passes")
        });
    }
}

/// Where generated clocks start.
pub(crate) fn generated_sources(constraints: &Constraints) -> impl Iterator<Item = PinId> + '_ {
    let generated = constraints.clocks.iter().filter(|(_, clock)| clock.generated.is_some());
    generated.flat_map(|(_, clock)| clock.sources.iter().copied())
}

/// A signal that gates a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gate {
    /// The numbers of the output, of the signal's pin and of the clock's.
    output: u32,
    signal: u32,
    clock: u32,
    /// The level of the clock at which the cell lets the signal pass.
    level: bool,
    /// Whether constraints name the cell or a pin of it, so that it is checked whatever the clock goes on to.
    is_named: bool,
}

/// Finds what gates clocks.
struct Gates<'a> {
    raw: &'a RawGraph,
    models: &'a Models,
    of: (&'a Netlist, &'a CellLibrary),
    constants: &'a Constants,
    reached: &'a Reached,
    constraints: &'a Constraints,
    logic: FxHashMap<MasterId, CellLogic>,
    has_joined: bool,
    /// Origins of the nodes that were followed back so far: see [`Gates::origin`].
    origins: FxHashMap<u32, (u32, bool)>,
}

impl Gates<'_> {
    /// What gates the clocks that come to an output of a cell within it.
    fn at(&mut self, output: usize) -> Vec<Gate> {
        let (pin, _) = self.raw.sides.pin(output);
        let (Some(cell), Some(place)) = (self.of.0.pin_cell(pin), self.of.0.pin_index(pin)) else {
            return Vec::new();
        };
        let arcs = self.raw.fanin(output as u32).iter();
        let arcs = arcs.filter(|arc| matches!(arc.kind.kind(), ArcKind::Cell(_)));
        if arcs.clone().any(|arc| arc.kind.kind().launches(&self.models.arcs)) {
            return Vec::new();
        }
        let (clocks, signals): (BTreeSet<u32>, BTreeSet<u32>) =
            arcs.map(|arc| arc.source.node().0).partition(|&source| self.reached.has(source as usize));
        let changes = |signal: &u32| {
            let state = self.constants.of(*signal as usize);
            Transition::ALL.iter().any(|&edge| state.has(edge))
        };
        let signals: Vec<u32> = signals.into_iter().filter(changes).collect();
        let pairs = clocks.iter().flat_map(|&clock| signals.iter().map(move |&signal| (clock, signal)));
        let pairs: Vec<(u32, u32)> = pairs.collect();
        let joined = if pairs.is_empty() { BTreeMap::new() } else { self.joined(&clocks) };
        let gates = pairs.into_iter().filter_map(|(clock, signal)| {
            let (level, is_named) = self.level(cell, place as u32, (clock, signal), &joined)?;
            Some(Gate { output: output as u32, signal, clock, level, is_named })
        });
        gates.collect()
    }

    /// Finds clock inputs of a cell that one signal drives over wires, buffers and inverters. Maps each of them but the first to the first, with whether the two are inverted to each other.
    fn joined(&mut self, clocks: &BTreeSet<u32>) -> BTreeMap<u32, (u32, bool)> {
        let mut joined = BTreeMap::new();
        if clocks.len() < 2 {
            return joined;
        }
        self.has_joined = true;
        let mut first_from: BTreeMap<u32, (u32, bool)> = BTreeMap::new();
        for &input in clocks {
            let (origin, is_inverted) = self.origin(input);
            let &mut (first, of_first) = first_from.entry(origin).or_insert((input, is_inverted));
            if first != input {
                joined.insert(input, (first, is_inverted != of_first));
            }
        }
        joined
    }

    /// Follows a signal back over wires, buffers and inverters to where it comes from. Says whether they invert it.
    fn origin(&mut self, input: u32) -> (u32, bool) {
        let starts = |node: u32| {
            let pin = self.raw.sides.pin(node as usize).0;
            !self.constraints.clocks.starting_at(pin).is_empty()
        };
        // The nodes on the way, each with whether it is inverted from there to the input.
        let mut way = vec![(input, false)];
        let mut seen = FxHashSet::default();
        let (mut at, mut is_inverted) = (input, false);
        while seen.insert(at) && !self.origins.contains_key(&at) {
            let Some((before, inverts)) = self.only_way(at).filter(|_| !starts(at)) else { break };
            (at, is_inverted) = (before, is_inverted != inverts);
            way.push((at, is_inverted));
        }
        let (origin, inverts) = self.origins.get(&at).copied().unwrap_or((at, false));
        let of_origin = is_inverted != inverts;
        self.origins.extend(way.into_iter().map(|(node, of_node)| (node, (origin, of_origin != of_node))));
        (origin, of_origin)
    }

    /// Where the signal at a node comes from, if there is one way only, and whether it is inverted there.
    fn only_way(&self, node: u32) -> Option<(u32, bool)> {
        let (first, others) = self.raw.fanin(node).split_first()?;
        let way = |arc: &RawArc| (arc.source.node().0, arc.source.is_negative());
        if ends_clocks(self.models, first) || others.iter().any(|arc| way(arc) != way(first)) {
            return None;
        }
        if matches!(first.kind.kind(), ArcKind::Cell(_)) {
            let netlist = self.of.0;
            let cell = netlist.pin_cell(self.raw.sides.pin(node as usize).0)?;
            let changes =
                |pin: &PinId| netlist.is_load(*pin) && self.constants.of(pin.index()).value().is_none();
            if netlist.cell_pins(cell).filter(changes).count() != 1 {
                return None;
            }
        }
        Some(way(first))
    }

    /// The level of the clock at which the cell lets a signal pass, and whether constraints name the gate: as it is stated, or by the function of the output. Of gates
    /// that are not named, those count that are, but for inversion, the clock AND something, or the clock OR something.
    fn level(
        &mut self,
        cell: CellId,
        output: u32,
        (clock, signal): (u32, u32),
        joined: &BTreeMap<u32, (u32, bool)>,
    ) -> Option<(bool, bool)> {
        let (netlist, library) = self.of;
        let Constraints { clock_gating: gating, disables, .. } = self.constraints;
        let pins = [signal, clock].map(PinId);
        if gating.is_disabled(pins, cell) || disables.has_arc(netlist, cell, [pins[1], pins[0]], true) {
            return None;
        }
        if let Some(level) = gating.level(pins, cell) {
            return Some((level, true));
        }
        let is_named = gating.names(pins, cell);
        let master = netlist.cell_master(cell);
        let first = netlist.cell_pins(cell).next()?.0;
        let logic = self.logic.entry(master).or_insert_with(|| CellLogic::of_outputs(library, master));
        let function = logic.function(output)?;
        let one = |input: u32| joined.get(&input).copied().unwrap_or((input, false));
        let pins = library.master(master).pins.len() as u32;
        let joins = |variable: u32| {
            let (input, is_inverted) = one(first + variable);
            if variable < pins { (input - first, is_inverted) } else { (variable, false) }
        };
        let function =
            if joined.is_empty() { Cow::Borrowed(function) } else { Cow::Owned(function.of_others(joins)) };
        let known = |variable: u32| {
            let pin = (variable < pins).then_some(first + variable)?;
            self.constants.of(pin as usize).value()
        };
        let (clock, is_inverted) = one(clock);
        let [clock, signal] = [clock - first, signal - first];
        let level = function.passes_at([clock, signal], &known)?;
        let keeps = |variable: u32| if variable == clock { Some(!level) } else { known(variable) };
        let is_gate = is_named || function.constant(keeps).is_some();
        is_gate.then_some((level != is_inverted, is_named))
    }

    /// The pins from which clocks come to where they clock something: to a clock pin of a cell, or to where a generated clock starts. By the numbers of nodes.
    fn clocking(&self, layout: &Layout) -> Vec<bool> {
        let mut clocking = vec![false; layout.pin_node.len()];
        let launches = |arc: &&RawArc| arc.kind.kind().launches(&self.models.arcs);
        let launching = self.raw.arcs.iter().filter(launches).map(|arc| arc.source.node().index());
        let of_cells = self.raw.checks.iter().filter(|check| {
            matches!(self.models.checks[check.model as usize].origin, CheckOrigin::Library { .. })
        });
        for pin in launching.chain(of_cells.map(|check| check.clock as usize)) {
            clocking[pin] = true;
        }
        for pin in generated_sources(self.constraints) {
            self.raw.sides.starts(pin).for_each(|number| clocking[number] = true);
        }
        for &pin in layout.node_pin.iter().rev() {
            if clocking[pin as usize] && self.reached.has(pin as usize) {
                let arcs = self.raw.fanin(pin).iter().filter(|arc| !ends_clocks(self.models, arc));
                arcs.for_each(|arc| clocking[arc.source.node().index()] = true);
            }
        }
        clocking
    }
}

#[cfg(test)]
mod tests;
