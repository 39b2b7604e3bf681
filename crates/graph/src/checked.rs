//! Checks that no library states: of signals that gate clocks, and of data against other data.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_sdc::{CheckRule, ClockGating, Constraints};
use zeroslack_units::{Split, Transition};

use crate::arc::ArcKind;
use crate::constants::Constants;
use crate::constants::cell::CellLogic;
use crate::ideal::Reached;
use crate::model::{CheckKind, CheckOrigin, Models};
use crate::raw::{RawCheck, RawGraph};

/// Adds them to those of the cells. The contests' rule knows none.
pub(crate) fn add(
    raw: &mut RawGraph,
    models: &mut Models,
    of: (&Netlist, &CellLibrary),
    (constants, reached): (&Constants, &Reached),
    constraints: &Constraints,
) {
    if constraints.check_rule == CheckRule::LastOfOwnSplit {
        return;
    }
    let (gating, disables) = (&constraints.clock_gating, &constraints.disables);
    let mut found: BTreeSet<Gate> = BTreeSet::new();
    if !gating.is_off {
        let mut gates = Gates { raw, models, of, constants, reached, gating, logic: FxHashMap::default() };
        found = reached.nodes().flat_map(|output| gates.at(output)).collect();
        found.retain(|gate| {
            let [clock, signal] = [gate.clock, gate.signal].map(PinId);
            let cell = of.0.pin_cell(signal);
            !cell.is_some_and(|cell| disables.has_arc(of.0, cell, [clock, signal], true))
        });
    }
    for Gate { signal, clock, level } in found {
        let opening = if level { Transition::Rise } else { Transition::Fall };
        for (kind, edge) in [(CheckKind::Setup, opening), (CheckKind::Hold, opening.opposite())] {
            let model = models.stated_check(CheckOrigin::ClockGating, kind);
            raw.checks.push(RawCheck { data: signal, clock, clock_transition: edge, has: [true; 2], model });
        }
    }
    for (check, times) in &constraints.data_checks {
        if [check.from, check.to].iter().any(|&pin| disables.has_pin(of.0, pin)) {
            continue;
        }
        for (split, kind) in [(Split::Late, CheckKind::Setup), (Split::Early, CheckKind::Hold)] {
            if times[split as usize].is_none() {
                continue;
            }
            let model = models.stated_check(CheckOrigin::Data, kind);
            let mut has = [false; 2];
            has[check.to_edge as usize] = true;
            raw.checks.push(RawCheck {
                data: check.to.0,
                clock: check.from.0,
                clock_transition: check.from_edge,
                has,
                model,
            });
        }
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
    gating: &'a ClockGating,
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
        let pins = (PinId(signal), PinId(clock));
        if self.gating.is_disabled(pins, cell) {
            return None;
        }
        if let Some(level) = self.gating.level(pins, cell) {
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
