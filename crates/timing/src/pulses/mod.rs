//! Widths of clock pulses and periods, where clocks come to pins of which libraries or constraints ask for a least one.
//!
//! A high pulse opens with the latest rise at the pin and closes with the earliest fall that the clock's other edge makes there next; a low pulse is the
//! other way round; a period closes with the same edge a period later. What the ways of both edges through the clock network have in common is
//! no pessimism: CPPR gives it back.

mod asked;
mod stated;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use zeroslack_graph::TimingGraph;
use zeroslack_netlist::{CellLibrary, Netlist, PinId};
use zeroslack_sdc::{ClockId, Constraints};
use zeroslack_units::{Split, Ticks, Transition, ticks};

use crate::clock_edges::{ClockEdges, ComingEdge, EdgeAtPin};
use crate::cppr::{ClockForest, CommonPoint};
use crate::latency::clock_pins;
use crate::timing::Timing;
use asked::LibraryPulses;
use stated::StatedWidths;

/// What of a clock is checked at a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PulseKind {
    /// How long it is high.
    High,
    /// How long it is low.
    Low,
    /// How long it takes from one edge to the same one of the next cycle.
    Period,
}

impl PulseKind {
    /// `high`, `low`, `period`.
    pub fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Low => "low",
            Self::Period => "period",
        }
    }

    /// The pulse that a transition opens.
    fn opened_by(transition: Transition) -> Self {
        match transition {
            Transition::Rise => Self::High,
            Transition::Fall => Self::Low,
        }
    }
}

/// A pulse or a period of a clock at a pin, held against the least that there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PulseCheck {
    /// The pin.
    pub pin: PinId,
    /// What is checked.
    pub kind: PulseKind,
    /// The edge that opens it.
    pub open: EdgeAtPin,
    /// The edge that closes it.
    pub close: EdgeAtPin,
    /// What CPPR gives back.
    pub credit: Ticks,
    /// The least that there may be.
    pub required: Ticks,
}

impl PulseCheck {
    /// The width that there is.
    pub fn width(&self) -> Ticks {
        self.close.arrival() + self.credit - self.open.arrival()
    }

    /// The width less the required one.
    pub fn slack(&self) -> Ticks {
        self.width() - self.required
    }
}

/// What pulses are checked on.
#[derive(Clone, Copy, Debug)]
pub struct PulseDesign<'a> {
    /// The netlist.
    pub netlist: &'a Netlist,
    /// Its library cells.
    pub library: &'a CellLibrary,
    /// What clocks there are, and which widths are stated.
    pub constraints: &'a Constraints,
}

/// Pins that one task takes.
const PINS: usize = 1 << 10;

/// All checks of pulses and periods, the worst first; of equals in the order of pins, kinds and clocks. A period of a clock at a pin is that from the edge where it is worst.
///
/// Constraints count by what they are about: that of a pin before that of its cell, then that of the clock, then that of the design; those of clocks and the design at clock
/// pins of registers. A library that asks for more than constraints counts, too.
pub fn pulse_checks(graph: &TimingGraph, timing: &Timing, design: PulseDesign<'_>) -> Vec<PulseCheck> {
    let pulses = Pulses {
        graph,
        timing,
        design,
        asked: LibraryPulses::new(design.netlist, design.library),
        stated: StatedWidths::new(design.constraints),
    };
    let edges = pulses.edges();
    let leaves = edges.iter().flat_map(|edges| &edges.edges).map(|edge| edge.vertex);
    let forest = timing.has_cppr().then(|| ClockForest::at(graph, timing, leaves));
    let piece = |pins: &[PinEdges]| {
        let mut checks = Vec::new();
        pins.iter().for_each(|at| pulses.check(at, forest.as_ref(), &mut checks));
        checks
    };
    let pieces: Vec<Vec<PulseCheck>> = edges.par_chunks(PINS).map(piece).collect();
    let mut checks = pieces.concat();
    checks.sort_by_key(|check| {
        let PulseCheck { pin, kind, open, .. } = check;
        (check.slack(), *pin, *kind, open.edge, open.vertex.transition(), check.width())
    });
    let mut periods: FxHashSet<(PinId, ClockId)> = FxHashSet::default();
    let is_first =
        |check: &PulseCheck, periods: &mut FxHashSet<_>| periods.insert((check.pin, check.open.edge.clock));
    checks.retain(|check| check.kind != PulseKind::Period || is_first(check, &mut periods));
    checks
}

/// The edges of clocks that act at a pin.
#[derive(Debug)]
struct PinEdges {
    pin: PinId,
    /// Whether what is stated of clocks and of the design counts.
    is_clock_pin: bool,
    edges: Vec<ComingEdge>,
}

struct Pulses<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
    design: PulseDesign<'a>,
    asked: LibraryPulses,
    stated: StatedWidths,
}

impl Pulses<'_> {
    /// The edges at all pins that may be checked, in the order of pins.
    fn edges(&self) -> Vec<PinEdges> {
        let netlist = self.design.netlist;
        let clock_pins = clock_pins(self.graph);
        let edges_of = self.clock_edges();
        let mut pins: Vec<PinId> = self.asked.pins(netlist).collect();
        pins.extend(self.stated.pins(netlist));
        if self.stated.of_clocks_or_design() {
            pins.extend_from_slice(&clock_pins);
        }
        pins.sort_unstable();
        pins.dedup();
        let of_pin = |&pin: &PinId| {
            let is_clock_pin = clock_pins.binary_search(&pin).is_ok();
            let edges = edges_of.at(pin);
            (!edges.is_empty()).then_some(PinEdges { pin, is_clock_pin, edges })
        };
        pins.par_iter().with_min_len(PINS).filter_map(of_pin).collect()
    }

    fn clock_edges(&self) -> ClockEdges<'_> {
        ClockEdges { graph: self.graph, timing: self.timing, constraints: self.design.constraints }
    }

    fn check(&self, at: &PinEdges, forest: Option<&ClockForest>, checks: &mut Vec<PulseCheck>) {
        for open in &at.edges {
            let kind = PulseKind::opened_by(open.vertex.transition());
            if let Some(required) = self.required(at, open, kind) {
                let closes = at.edges.iter().filter(|close| is_other_end(open, close));
                checks.extend(
                    closes.filter_map(|close| self.pulse(at.pin, (open, close), kind, required, forest)),
                );
            }
            if let Some(required) = self.required(at, open, PulseKind::Period) {
                checks.extend(self.pulse(at.pin, (open, open), PulseKind::Period, required, forest));
            }
        }
    }

    fn pulse(
        &self,
        pin: PinId,
        (open, close): (&ComingEdge, &ComingEdge),
        kind: PulseKind,
        required: Ticks,
        forest: Option<&ClockForest>,
    ) -> Option<PulseCheck> {
        let period = self.design.constraints.clocks.get(open.edge.clock)?.period;
        if period <= 0 {
            return None;
        }
        let opens = self.graph.launch_time(open.vertex);
        let closes = next_after(opens, self.graph.launch_time(close.vertex), period);
        let credit = forest.map_or(0, |forest| self.credit(forest, open, close));
        Some(PulseCheck {
            pin,
            kind,
            open: open.at(opens, Split::Late),
            close: close.at(closes, Split::Early),
            credit,
            required,
        })
    }

    /// What the ways of both edges have in common.
    fn credit(&self, forest: &ClockForest, open: &ComingEdge, close: &ComingEdge) -> Ticks {
        if !open.is_on_its_way {
            return forest.credit(forest.number(open.vertex), forest.number(close.vertex), Split::Late);
        }
        // It has no way but what its constraints say.
        match self.timing.common_point() {
            CommonPoint::SamePin => {
                let spread = |at: &ComingEdge| at.arrivals[1] - at.arrivals[0];
                spread(open).min(spread(close))
            }
            CommonPoint::SameTransition => 0,
        }
    }

    /// The least that there may be of what an edge opens.
    fn required(&self, at: &PinEdges, open: &ComingEdge, kind: PulseKind) -> Option<Ticks> {
        let Self { design, graph, .. } = self;
        let slew = || self.clock_edges().slew(open, Split::Late);
        let by_library = self.asked.width(design.netlist, graph.pins(), (at.pin, kind), slew);
        let by_constraint = match kind {
            PulseKind::Period => None,
            _ => self.stated.width(design.netlist, at.pin, at.is_clock_pin.then_some(open.edge.clock), kind),
        };
        let width = match (by_library, by_constraint) {
            (Some(library), Some(constraint)) => library.max(constraint),
            (library, constraint) => library.or(constraint)?,
        };
        Some(ticks(width))
    }
}

/// Whether an edge ends what another one opens: the other transition, by the clock's other edge.
fn is_other_end(open: &ComingEdge, close: &ComingEdge) -> bool {
    let is_same_clock = open.edge.clock == close.edge.clock && open.role == close.role;
    let is_other_edge =
        open.edge.edge != close.edge.edge && open.vertex.transition() != close.vertex.transition();
    is_same_clock && is_other_edge
}

/// When an edge that comes every period is first after a time.
fn next_after(time: Ticks, edge: Ticks, period: Ticks) -> Ticks {
    match (edge - time).rem_euclid(period) {
        0 => time + period,
        later => time + later,
    }
}
