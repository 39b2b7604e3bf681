//! The edges of a design, straight from its model: what leads from which transition at which pin to which other.

use std::collections::BTreeSet;

use zeroslack::netlist::{CellId, MasterId, PinId};
use zeroslack::sdc::{CheckRule, Constraints, Disables};

use super::design::{Design, Place};
use super::logic::{Constants, decides_at, is_blocked, is_constant_at, is_met};
use super::shapes::leads;

/// `2 × side`, plus 1 for a fall; the side of a pin is its number, unless it has two: see [`Design::two_sided`].
pub type Vertex = usize;

/// What an edge's delay comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    /// The net, from a driver to a sink.
    Wire,
    /// A `timing` group of an instance.
    Cell { instance: usize, group: usize },
}

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: Vertex,
    pub to: Vertex,
    pub by: By,
}

/// A check of a data vertex against a clock vertex.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub data: Vertex,
    pub clock: Vertex,
    pub instance: usize,
    pub group: usize,
}

/// A side of a pin by which a cell gates a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gate {
    pub signal: usize,
    /// The side of the clock's pin.
    pub clock: usize,
    /// Whether the signal passes while the clock is high, or while it is low.
    pub is_high: bool,
}

/// Edges and checks, without those that a loop cuts.
#[derive(Clone, Debug)]
pub struct Structure {
    pub edges: Vec<Edge>,
    pub checks: Vec<Check>,
    /// What gates clocks, in order.
    pub gates: Vec<Gate>,
    /// Sides (from, to) between which a loop is cut, in order.
    pub cuts: Vec<(usize, usize)>,
    /// What is constant.
    pub constants: Constants,
}

impl Structure {
    pub fn new(design: &Design, constraints: &Constraints) -> Self {
        let constants = Constants::new(design, constraints);
        let mut structure =
            Self { edges: wires(design), checks: vec![], gates: vec![], cuts: vec![], constants };
        for instance in 0..design.instances.len() {
            structure.add_instance(design, instance, constraints.rules.checks);
        }
        structure.take_out(design, constraints);
        structure.cuts = loop_cuts(design.side_count(), &structure.edges);
        let cuts = &structure.cuts;
        structure.edges.retain(|edge| !cuts.contains(&(edge.from / 2, edge.to / 2)));
        if constraints.rules.checks == CheckRule::Every && !constraints.rules.no_clock_gating {
            structure.gates = structure.find_gates(design, constraints);
        }
        structure
    }

    fn add_instance(&mut self, design: &Design, instance: usize, rule: CheckRule) {
        let first = design.first_pin(instance);
        let cell = &design.library.cells[design.instances[instance].cell];
        for (number, group) in cell.groups.iter().enumerate() {
            // The late library says what there is, if it has the group.
            let tables = &group.tables(1).value;
            for &related in &group.related {
                for to in [0, 1].into_iter().filter(|&to: &usize| tables[to].is_some()) {
                    let (from_pin, to_pin) = (first + related, first + group.pin);
                    if group.is_check() && !counts(design, instance, number, rule) {
                        continue;
                    }
                    if group.is_check() {
                        let clock = 2 * from_pin + usize::from(group.kind.ends_with("falling"));
                        self.checks.push(Check { data: 2 * to_pin + to, clock, instance, group: number });
                        continue;
                    }
                    let by = By::Cell { instance, group: number };
                    let transitions = (0..2).filter(|&from| leads(group.kind, group.sense, from, to));
                    self.edges.extend(transitions.map(|from| Edge {
                        from: 2 * from_pin + from,
                        to: 2 * design.driver_side(to_pin) + to,
                        by,
                    }));
                }
            }
        }
    }
}

impl Structure {
    /// The vertices that clocks reach without a register in between.
    fn reached(&self, design: &Design, constraints: &Constraints) -> BTreeSet<Vertex> {
        let sources = constraints.clocks.iter().flat_map(|(_, clock)| &clock.sources);
        let starts = sources.flat_map(|side| [2 * side.index(), 2 * side.index() + 1]);
        let mut reached: BTreeSet<Vertex> = starts.filter(|&vertex| self.constants.has(vertex)).collect();
        loop {
            let next =
                self.edges.iter().filter(|edge| !launches(design, edge) && reached.contains(&edge.from));
            let next: Vec<Vertex> = next.map(|edge| edge.to).filter(|to| !reached.contains(to)).collect();
            if next.is_empty() {
                return reached;
            }
            reached.extend(next);
        }
    }

    /// Each two inputs of a gate of which one only is a clock, where the other decides nothing at one level of the clock.
    fn find_gates(&self, design: &Design, constraints: &Constraints) -> Vec<Gate> {
        let reached = self.reached(design, constraints);
        let is_clock = |side: usize| reached.contains(&(2 * side)) || reached.contains(&(2 * side + 1));
        let outputs: BTreeSet<usize> = self.edges.iter().map(|edge| edge.to / 2).collect();
        let mut gates = BTreeSet::new();
        let gates_clock = |side: usize| is_clock(side) && self.clocks_something(design, constraints, side);
        for output in outputs.into_iter().filter(|&side| gates_clock(side)) {
            let into = self.edges.iter().filter(|edge| edge.to / 2 == output && edge.by != By::Wire);
            if into.clone().any(|edge| launches(design, edge)) {
                continue;
            }
            let inputs: BTreeSet<usize> = into.map(|edge| edge.from / 2).collect();
            for &clock in inputs.iter().filter(|&&side| is_clock(side)) {
                let changes = |side: usize| self.constants.has(2 * side) || self.constants.has(2 * side + 1);
                for &signal in inputs.iter().filter(|&&side| !is_clock(side) && changes(side)) {
                    let level = self.level_of_gate(design, constraints, [output, clock, signal]);
                    gates.extend(level.map(|is_high| Gate { signal, clock, is_high }));
                }
            }
        }
        gates.into_iter().collect()
    }

    fn level_of_gate(&self, design: &Design, constraints: &Constraints, sides: [usize; 3]) -> Option<bool> {
        let pins = sides.map(|side| design.pin_of(side));
        let Place::Cell(instance, _) = design.pins[pins[0]].place else { return None };
        let [output, clock, signal] = pins.map(|pin| pin - design.first_pin(instance));
        if is_arc_disabled(design, &constraints.disables, instance, [clock, signal], true) {
            return None;
        }
        let cell = &design.library.cells[design.instances[instance].cell];
        let known = self.constants.of_instance(design, instance);
        let decides = |high: bool| decides_at(cell, output, [clock, signal], high, &known);
        let level = match [false, true].map(decides) {
            [false, true] => true,
            [true, false] => false,
            _ => return None,
        };
        is_constant_at(cell, output, (clock, !level), &known).then_some(level)
    }

    /// Whether a clock at a side comes to a clock pin of a cell, or to where a generated clock starts.
    fn clocks_something(&self, design: &Design, constraints: &Constraints, side: usize) -> bool {
        let generated = constraints.clocks.iter().filter(|(_, clock)| clock.generated.is_some());
        let starts: BTreeSet<usize> =
            generated.flat_map(|(_, clock)| &clock.sources).map(|pin| pin.index()).collect();
        let (mut open, mut seen) = (vec![2 * side, 2 * side + 1], BTreeSet::new());
        while let Some(vertex) = open.pop() {
            let mut edges = self.edges.iter().filter(|edge| edge.from / 2 == vertex / 2);
            let is_checked =
                self.checks.iter().any(|check| check.clock / 2 == vertex / 2 && is_of_clock(design, check));
            if is_checked || starts.contains(&(vertex / 2)) || edges.any(|edge| launches(design, edge)) {
                return true;
            }
            if seen.insert(vertex) {
                let next = self.edges.iter().filter(|edge| edge.from == vertex);
                open.extend(next.map(|edge| edge.to));
            }
        }
        false
    }

    /// Takes out what constants and constraints rule out.
    fn take_out(&mut self, design: &Design, constraints: &Constraints) {
        let constants = &self.constants;
        let described = |instance: usize| &design.library.cells[design.instances[instance].cell];
        let place = |instance: usize, side: usize| design.pin_of(side) - design.first_pin(instance);
        let is_out = |side: usize| is_disabled(design, &constraints.disables, design.pin_of(side));
        let has_ends = |from: Vertex, to: Vertex| {
            constants.has(from) && constants.has(to) && !is_out(from / 2) && !is_out(to / 2)
        };
        self.edges.retain(|edge| {
            let By::Cell { instance, group } = edge.by else { return has_ends(edge.from, edge.to) };
            let (cell, known) = (described(instance), constants.of_instance(design, instance));
            let (group, related) = (&cell.groups[group], place(instance, edge.from / 2));
            let ends = [related, group.pin];
            has_ends(edge.from, edge.to)
                && !is_arc_disabled(design, &constraints.disables, instance, ends, false)
                && is_met(group, &known)
                && !is_blocked(cell, group, [related, edge.from % 2, edge.to % 2], &known)
        });
        self.checks.retain(|check| {
            let known = constants.of_instance(design, check.instance);
            let ends = [check.clock, check.data].map(|vertex| place(check.instance, vertex / 2));
            has_ends(check.clock, check.data)
                && !is_arc_disabled(design, &constraints.disables, check.instance, ends, true)
                && is_met(&described(check.instance).groups[check.group], &known)
        });
    }
}

/// Whether a constraint takes a pin out, or that of all cells of its kind.
fn is_disabled(design: &Design, disables: &Disables, pin: usize) -> bool {
    let of_kind = match design.pins[pin].place {
        Place::Port(_) => None,
        Place::Cell(instance, number) => {
            Some((MasterId(design.instances[instance].cell as u32), number as u32))
        }
    };
    disables.pins.contains(&PinId(pin as u32))
        || of_kind.is_some_and(|pin| disables.library_pins.contains(&pin))
}

/// Whether a constraint takes an arc or a check of an instance out, between places of its pins.
fn is_arc_disabled(
    design: &Design,
    disables: &Disables,
    instance: usize,
    ends: [usize; 2],
    is_check: bool,
) -> bool {
    let first = design.first_pin(instance);
    let of_cell = disables.cells.get(&CellId(instance as u32)).into_iter().flatten();
    let of_cell = of_cell.map(|ends| [ends.from, ends.to].map(|pin| pin.map(|pin| pin.index() - first)));
    let of_kind = disables.library_cells.get(&MasterId(design.instances[instance].cell as u32));
    let of_kind = of_kind.into_iter().flatten();
    let of_kind = of_kind.map(|ends| [ends.from, ends.to].map(|pin| pin.map(|pin| pin as usize)));
    // A cell as a whole keeps its checks.
    let means = |stated: [Option<usize>; 2]| match stated {
        [None, None] => !is_check,
        [from, to] => from.is_none_or(|pin| pin == ends[0]) && to.is_none_or(|pin| pin == ends[1]),
    };
    of_cell.chain(of_kind).any(means)
}

/// Whether a rule takes a check.
fn counts(design: &Design, instance: usize, group: usize, rule: CheckRule) -> bool {
    let cell = &design.library.cells[design.instances[instance].cell];
    let check = &cell.groups[group];
    let is_rival = |other: &usize| {
        let other = &cell.groups[*other];
        other.is_check() && other.related.iter().any(|pin| check.related.contains(pin))
    };
    let own = usize::from(check.kind.starts_with("setup") || check.kind.starts_with("recovery"));
    let listed = design.library.listed(cell, check.pin, own);
    rule == CheckRule::Every || listed.into_iter().rfind(is_rival) == Some(group)
}

/// Whether a check is of data against a clock.
fn is_of_clock(design: &Design, check: &Check) -> bool {
    let cell = &design.library.cells[design.instances[check.instance].cell];
    !cell.groups[check.group].kind.starts_with("non_seq")
}

fn launches(design: &Design, edge: &Edge) -> bool {
    let By::Cell { instance, group } = edge.by else { return false };
    design.library.cells[design.instances[instance].cell].groups[group].kind.ends_with("_edge")
}

fn wires(design: &Design) -> Vec<Edge> {
    let mut edges = Vec::new();
    for net in 0..design.nets.len() {
        let pins: Vec<usize> = design.net_pins(net).collect();
        for &driver in pins.iter().filter(|&&pin| design.pins[pin].drives) {
            for &sink in pins.iter().filter(|&&pin| design.pins[pin].is_sink && pin != driver) {
                let from = design.driver_side(driver);
                edges.extend([0, 1].map(|t| Edge { from: 2 * from + t, to: 2 * sink + t, by: By::Wire }));
            }
        }
    }
    edges
}

/// The arcs that close a loop in a depth-first search over the sides of pins: from those to which nothing leads, then from the others, lowest ones
/// first.
fn loop_cuts(pins: usize, edges: &[Edge]) -> Vec<(usize, usize)> {
    let mut targets = vec![BTreeSet::new(); pins];
    for edge in edges {
        targets[edge.from / 2].insert(edge.to / 2);
    }
    let is_root = |pin: &usize| !edges.iter().any(|edge| edge.to / 2 == *pin);
    let mut search = Search { targets: &targets, open: vec![], done: BTreeSet::new(), cuts: vec![] };
    for pin in (0..pins).filter(is_root).chain(0..pins) {
        search.visit(pin);
    }
    search.cuts.sort_unstable();
    search.cuts
}

struct Search<'a> {
    targets: &'a [BTreeSet<usize>],
    open: Vec<usize>,
    done: BTreeSet<usize>,
    cuts: Vec<(usize, usize)>,
}

impl Search<'_> {
    fn visit(&mut self, pin: usize) {
        if self.done.contains(&pin) {
            return;
        }
        self.open.push(pin);
        for &target in &self.targets[pin] {
            if self.open.contains(&target) {
                self.cuts.push((pin, target));
            } else {
                self.visit(target);
            }
        }
        self.open.pop();
        self.done.insert(pin);
    }
}
