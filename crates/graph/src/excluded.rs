//! Arcs and checks that are out: constants decide it, or constraints say so.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_sdc::Disables;
use zeroslack_units::Transition;

use crate::arc::{ArcKind, ArcSource};
use crate::constants::Constants;
use crate::constants::cell::CellLogic;
use crate::model::Models;
use crate::raw::{RawArc, RawCheck, RawGraph};

/// Nodes that one task takes.
const NODES: usize = 1 << 12;

/// Why an arc or a check is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exclusion {
    /// One of its pins is constant, or constants at other pins keep it from making a transition.
    Constant,
    /// Constants decide that its condition does not hold.
    Condition,
    /// A constraint says so (`set_disable_timing`).
    Disabled,
}

/// An arc that is out, or some edges of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExcludedArc {
    /// Where it leads from.
    pub from: PinId,
    /// Where it leads to.
    pub to: PinId,
    /// What it is.
    pub kind: ArcKind,
    /// Whether a rise makes a fall.
    pub is_negative: bool,
    /// Which of its edges are out, by the transition of `to`.
    pub edges: [bool; 2],
    /// Whether it has others, which are timed.
    pub has_others: bool,
    /// Why.
    pub why: Exclusion,
}

/// A check that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExcludedCheck {
    /// The data.
    pub data: PinId,
    /// The clock.
    pub clock: PinId,
    /// Index into [`crate::PinGraph::check_models`].
    pub model: u32,
    /// Why.
    pub why: Exclusion,
}

/// All that is out, but for what closes loops.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Excluded {
    /// In the order of the nodes that they lead to.
    pub(crate) arcs: Vec<ExcludedArc>,
    /// In the order of cells.
    pub(crate) checks: Vec<ExcludedCheck>,
}

/// What decides what is out.
struct Rules<'a> {
    raw: &'a RawGraph,
    models: &'a Models,
    netlist: &'a Netlist,
    constants: &'a Constants,
    disables: &'a Disables,
    /// Of library cells of which some cells are touched.
    logics: FxHashMap<MasterId, CellLogic>,
    /// Whether something at the pin, or in its cell, is constant or disabled. `[number of the node]`.
    touched: Vec<bool>,
}

/// Takes out what constants and constraints say. Without any of these it costs nothing.
pub(crate) fn exclude(
    raw: &mut RawGraph,
    (netlist, library): (&Netlist, &CellLibrary),
    models: &Models,
    constants: &Constants,
    disables: &Disables,
) -> Excluded {
    if constants.is_empty() && disables.is_empty() {
        return Excluded::default();
    }
    let mut rules = Rules {
        raw,
        models,
        netlist,
        constants,
        disables,
        logics: FxHashMap::default(),
        touched: vec![false; raw.sides.count()],
    };
    rules.touch(library);
    let edits = rules.edits();
    let excluded = Excluded {
        arcs: edits.iter().map(|edit| edit.excluded(&rules)).collect(),
        checks: rules.checks_out(),
    };
    let checks = rules.checks();
    let mut is_out = vec![false; raw.arcs.len()];
    for edit in &edits {
        let arc = &mut raw.arcs[edit.arc];
        arc.source = arc.source.with_edges(edit.kept);
        is_out[edit.arc] = edit.kept == [false; 2];
    }
    if is_out.contains(&true) {
        raw.retain(|arc| !is_out[arc]);
    }
    raw.checks = checks;
    excluded
}

/// An arc that loses edges.
struct Edit {
    /// Its place.
    arc: usize,
    /// The node that it leads to.
    target: usize,
    kept: [bool; 2],
    why: Exclusion,
}

impl Edit {
    fn excluded(&self, rules: &Rules<'_>) -> ExcludedArc {
        let arc = &rules.raw.arcs[self.arc];
        let before = arc.source.edges();
        ExcludedArc {
            from: rules.pin(arc.source.node().index()),
            to: rules.pin(self.target),
            kind: arc.kind.kind(),
            is_negative: arc.source.is_negative(),
            edges: [0, 1].map(|edge| before[edge] && !self.kept[edge]),
            has_others: self.kept != [false; 2],
            why: self.why,
        }
    }
}

impl Rules<'_> {
    fn pin(&self, number: usize) -> PinId {
        self.raw.sides.pin(number).0
    }

    /// Finds what is touched, and the functions that matter there.
    fn touch(&mut self, library: &CellLibrary) {
        let (netlist, models, disables) = (self.netlist, self.models, self.disables);
        let known = self.constants.known().map(|number| self.pin(number));
        let pins: Vec<PinId> = known.chain(disables.pins.iter().copied()).collect();
        let mut cells: FxHashSet<CellId> = pins.iter().filter_map(|&pin| netlist.pin_cell(pin)).collect();
        cells.extend(disables.cells.keys());
        let of_pins = disables.library_pins.iter().map(|&(master, _)| master);
        let masters: FxHashSet<MasterId> = disables.library_cells.keys().copied().chain(of_pins).collect();
        if !masters.is_empty() {
            cells.extend(netlist.cells().filter(|&cell| masters.contains(&netlist.cell_master(cell))));
        }
        let of_cells = cells.iter().flat_map(|&cell| netlist.cell_pins(cell));
        for number in pins.into_iter().chain(of_cells).flat_map(|pin| self.raw.sides.all(pin)) {
            self.touched[number] = true;
        }
        for master in cells.into_iter().map(|cell| netlist.cell_master(cell)) {
            self.logics.entry(master).or_insert_with(|| models.logic(library, master));
        }
    }

    /// The arcs that lose edges, in their order.
    fn edits(&self) -> Vec<Edit> {
        let numbers = (0..self.raw.node_count()).into_par_iter().with_min_len(NODES);
        let edits = numbers.flat_map_iter(|target| {
            let arcs = self.raw.first[target] as usize..self.raw.first[target + 1] as usize;
            arcs.filter_map(move |place| {
                let arc = &self.raw.arcs[place];
                if !self.touched[target] && !self.touched[arc.source.node().index()] {
                    return None;
                }
                let (kept, why) = self.kept(target, arc);
                (kept != arc.source.edges()).then_some(Edit { arc: place, target, kept, why })
            })
        });
        edits.collect()
    }

    /// The edges that an arc keeps, and why it loses the others.
    fn kept(&self, target: usize, arc: &RawArc) -> ([bool; 2], Exclusion) {
        let source = arc.source.node().index();
        let ends = [self.pin(source), self.pin(target)];
        let model = match arc.kind.kind() {
            ArcKind::Cell(model) => model,
            ArcKind::Wire(_) => {
                if ends.iter().any(|&pin| self.disables.has_pin(self.netlist, pin)) {
                    return ([false; 2], Exclusion::Disabled);
                }
                return (self.by_ends(arc.source, target), Exclusion::Constant);
            }
        };
        let Some(cell) = self.netlist.pin_cell(ends[1]) else {
            return (arc.source.edges(), Exclusion::Constant);
        };
        // What comes neither to the data pin nor to the enable does not get through.
        if self.models.arcs[model as usize].is_within_latch() {
            return (arc.source.edges(), Exclusion::Constant);
        }
        if self.disables.has_arc(self.netlist, cell, ends, false) {
            return ([false; 2], Exclusion::Disabled);
        }
        let by_ends = self.by_ends(arc.source, target);
        let Some(logic) = self.logics.get(&self.netlist.cell_master(cell)) else {
            return (by_ends, Exclusion::Constant);
        };
        let known = self.known(cell);
        if by_ends != [false; 2] && !logic.arc_is_there(model, &known) {
            return ([false; 2], Exclusion::Condition);
        }
        let places = ends.map(|pin| self.netlist.pin_index(pin).unwrap_or_default() as u32);
        let is_blocked = |to: Transition| logic.is_blocked((model, arc.source), places, to, &known);
        let kept = Transition::ALL.map(|to| by_ends[to as usize] && !is_blocked(to));
        (kept, Exclusion::Constant)
    }

    /// The edges of an arc between transitions that its ends have.
    fn by_ends(&self, source: ArcSource, target: usize) -> [bool; 2] {
        let (from, at) = (self.constants.of(source.node().index()), self.constants.of(target));
        Transition::ALL.map(|to| source.has(to) && from.has(source.from(to)) && at.has(to))
    }

    /// What is known of the variables of a cell's functions: of its pins.
    fn known(&self, cell: CellId) -> impl Fn(u32) -> Option<bool> + '_ {
        let pins = self.netlist.cell_pins(cell);
        let (count, first) = (pins.len() as u32, pins.clone().next().map_or(0, PinId::index));
        move |variable| {
            if variable < count { self.constants.of(first + variable as usize).value() } else { None }
        }
    }

    /// What is left of a check, or why it is out.
    fn left(&self, check: &RawCheck) -> Result<RawCheck, Exclusion> {
        let [clock, data] = [check.clock, check.data].map(PinId);
        if !self.touched[clock.index()] && !self.touched[data.index()] {
            return Ok(*check);
        }
        let Some(cell) = self.netlist.pin_cell(data) else { return Ok(*check) };
        if self.disables.has_arc(self.netlist, cell, [clock, data], true) {
            return Err(Exclusion::Disabled);
        }
        let at = self.constants.of(data.index());
        let has = Transition::ALL.map(|transition| check.has[transition as usize] && at.has(transition));
        if has == [false; 2] || !self.constants.of(clock.index()).has(check.clock_transition) {
            return Err(Exclusion::Constant);
        }
        let logic = self.logics.get(&self.netlist.cell_master(cell));
        match logic.is_none_or(|logic| logic.check_is_there(check.model, self.known(cell))) {
            true => Ok(RawCheck { has, ..*check }),
            false => Err(Exclusion::Condition),
        }
    }

    fn checks(&self) -> Vec<RawCheck> {
        self.raw.checks.par_iter().filter_map(|check| self.left(check).ok()).collect()
    }

    fn checks_out(&self) -> Vec<ExcludedCheck> {
        let out = self.raw.checks.par_iter().filter_map(|check| {
            let why = self.left(check).err()?;
            Some(ExcludedCheck {
                data: PinId(check.data),
                clock: PinId(check.clock),
                model: check.model,
                why,
            })
        });
        out.collect()
    }
}
