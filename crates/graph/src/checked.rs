//! Checks that no library states: of signals that gate clocks, and of data against other data.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_sdc::{CheckRule, Constraints};
use zeroslack_units::Transition;

use crate::arc::ArcKind;
use crate::constants::Constants;
use crate::constants::cell::CellLogic;
use crate::graph::TimingGraph;
use crate::ideal::Reached;
use crate::model::{CheckKind, CheckOrigin, Models};
use crate::raw::{RawCheck, RawGraph};

/// Whether signals are checked that gate clocks. The contests' rule knows none.
pub(crate) fn looks_for_gates(constraints: &Constraints) -> bool {
    constraints.check_rule == CheckRule::Every && !constraints.clock_gating.is_off
}

/// Adds them to those of the cells.
pub(crate) fn add(
    raw: &mut RawGraph,
    models: &mut Models,
    of: (&Netlist, &CellLibrary),
    (constants, reached): (&Constants, &Reached),
    constraints: &Constraints,
) {
    if looks_for_gates(constraints) {
        let logic = FxHashMap::default();
        let mut gates = Gates { raw, models, of, constants, reached, constraints, logic };
        let found: BTreeSet<Gate> = reached.nodes().flat_map(|output| gates.at(output)).collect();
        add_gates(raw, models, found);
    }
    if constraints.check_rule == CheckRule::Every {
        add_data_checks(raw, models, of.0, constraints);
    }
}

fn add_gates(raw: &mut RawGraph, models: &mut Models, found: BTreeSet<Gate>) {
    if found.is_empty() {
        return;
    }
    let kinds = [CheckKind::Setup, CheckKind::Hold];
    let [setup, hold] = kinds.map(|kind| models.add_stated_check(CheckOrigin::ClockGating, kind));
    for Gate { signal, clock, level } in found {
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

/// A signal that gates a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gate {
    /// The numbers of the signal's pin and of the clock's.
    signal: u32,
    clock: u32,
    /// The level of the clock at which the cell lets the signal pass.
    level: bool,
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
        let gates = pairs.into_iter().filter_map(|(clock, signal)| {
            let level = self.level(cell, place as u32, (clock, signal))?;
            Some(Gate { signal, clock, level })
        });
        gates.collect()
    }

    /// The level of the clock at which the cell lets a signal pass: as it is stated, or by the function of the output.
    fn level(&mut self, cell: CellId, output: u32, (clock, signal): (u32, u32)) -> Option<bool> {
        let (netlist, library) = self.of;
        let Constraints { clock_gating: gating, disables, .. } = self.constraints;
        let pins = [signal, clock].map(PinId);
        if gating.is_disabled(pins, cell) || disables.has_arc(netlist, cell, [pins[1], pins[0]], true) {
            return None;
        }
        if let Some(level) = gating.level(pins, cell) {
            return Some(level);
        }
        let master = netlist.cell_master(cell);
        let first = netlist.cell_pins(cell).next()?.0;
        let logic = self.logic.entry(master).or_insert_with(|| CellLogic::of_outputs(library, master));
        let places = [clock - first, signal - first];
        let pins = library.master(master).pins.len() as u32;
        let known = |variable: u32| {
            let pin = (variable < pins).then_some(first + variable)?;
            self.constants.of(pin as usize).value()
        };
        logic.passes_at(output, places, &known)
    }
}

#[cfg(test)]
mod tests;
