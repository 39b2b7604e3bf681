//! Which clock pins ideal clocks reach, and which propagated ones: found before the pin graph is laid out, as it has nodes for the former.

use rayon::prelude::*;
use zeroslack_netlist::PinId;
use zeroslack_parallel::sweep_one;
use zeroslack_sdc::{Clock, Constraints};
use zeroslack_units::Transition;

use crate::arc::ArcKind;
use crate::checked;
use crate::constants::Constants;
use crate::level::Layout;
use crate::model::{CheckOrigin, LatchArc, Models};
use crate::raw::{RawArc, RawCheck, RawGraph};
use crate::stated::is_propagated;

/// Nodes that one task takes.
const NODES: usize = 2048;

/// Bits of a node: its rise and fall are reached by an ideal clock; two bits higher, by a propagated one.
const IDEAL: u8 = 0b0011;
const PROPAGATED: u8 = 0b1100;

/// Clock pins of registers that ideal clocks reach.
#[derive(Debug, Default)]
pub(crate) struct IdealPins {
    /// In order.
    pub(crate) pins: Vec<PinId>,
    /// Whether a propagated clock comes there as well. `[pin of these]`.
    pub(crate) is_propagated_too: Vec<bool>,
}

impl IdealPins {
    /// Finds them, by what clocks reach.
    pub(crate) fn new(raw: &RawGraph, models: &Models, reached: &Reached) -> Self {
        let mark = |pin: u32| reached.marks[pin as usize];
        if !reached.has_ideal {
            return Self::default();
        }
        let launching = raw.arcs.iter().filter(|arc| is_launch(models, arc)).map(|arc| arc.source.node().0);
        let is_of_port = |check: &&RawCheck| models.checks[check.model as usize].origin == CheckOrigin::Port;
        let checking = raw.checks.iter().filter(|check| !is_of_port(check)).map(|check| check.clock);
        let mut pins: Vec<u32> = launching.chain(checking).filter(|&pin| mark(pin) & IDEAL != 0).collect();
        pins.sort_unstable();
        pins.dedup();
        let is_propagated_too = pins.iter().map(|&pin| mark(pin) & PROPAGATED != 0).collect();
        Self { pins: pins.into_iter().map(PinId).collect(), is_propagated_too }
    }

    /// The place of a pin among these, if it is one.
    pub(crate) fn place(&self, pin: u32) -> Option<usize> {
        if self.pins.is_empty() { None } else { self.pins.binary_search(&PinId(pin)).ok() }
    }

    /// The nodes at which clocks act at a clock pin: (the pin's own, the ideal one as a place among these).
    pub(crate) fn acting(&self, pin: u32) -> (bool, Option<usize>) {
        match self.place(pin) {
            None => (true, None),
            Some(place) => (self.is_propagated_too[place], Some(place)),
        }
    }
}

fn is_launch(models: &Models, arc: &RawArc) -> bool {
    arc.kind.kind().launches(&models.arcs)
}

/// Whether no clock goes on by an arc: by launches, and from the data of a latch.
pub(crate) fn ends_clocks(models: &Models, arc: &RawArc) -> bool {
    is_launch(models, arc) || is_follow(models, arc)
}

/// Whether an arc leads from the data pin of a latch to its giving side.
pub(crate) fn is_follow(models: &Models, arc: &RawArc) -> bool {
    let ArcKind::Cell(model) = arc.kind.kind() else { return false };
    models.arcs[model as usize].latch == Some(LatchArc::Follows)
}

/// What clocks reach, through all that signals pass but registers.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// By the numbers that nodes have before they are laid out; empty where nobody asks.
    marks: Vec<u8>,
    has_ideal: bool,
}

impl Reached {
    /// Finds it. Where all clocks are propagated and nobody looks for what gates them, it costs nothing.
    pub(crate) fn new(
        (raw, constants): (&RawGraph, &Constants),
        models: &Models,
        layout: &Layout,
        constraints: &Constraints,
    ) -> Self {
        let is_ideal = |clock: &Clock| !clock.propagated && !clock.is_virtual();
        let has_ideal = constraints.clocks.iter().any(|(_, clock)| is_ideal(clock));
        let has_none = constraints.clocks.iter().all(|(_, clock)| clock.is_virtual());
        if has_none || !has_ideal && !checked::looks_for_gates(constraints) {
            return Self::default();
        }
        let by_node = marks((raw, constants), models, layout, constraints);
        let marks = layout.pin_node.par_iter().map(|&node| by_node[node as usize]).collect();
        Self { marks, has_ideal }
    }

    /// Whether a clock reaches a node.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.marks.get(number).is_some_and(|&mark| mark != 0)
    }

    /// The nodes that clocks reach, in order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = usize> + '_ {
        let marks = self.marks.iter().enumerate();
        marks.filter(|(_, mark)| **mark != 0).map(|(number, _)| number)
    }
}

/// What reaches each node. `[node]`.
fn marks(
    (raw, constants): (&RawGraph, &Constants),
    models: &Models,
    layout: &Layout,
    constraints: &Constraints,
) -> Vec<u8> {
    let mut marks = vec![0_u8; layout.node_pin.len()];
    let node = |number: usize| layout.pin_node[number];
    let propagated = constraints.propagated_pins.iter().flat_map(|&pin| raw.sides.all(pin));
    let mut special: Vec<(u32, Option<u8>)> = propagated.map(|number| (node(number), None)).collect();
    for (_, clock) in constraints.clocks.iter() {
        for &pin in &clock.sources {
            let mark = if is_propagated(constraints, clock, pin) { PROPAGATED } else { IDEAL };
            special.extend(raw.sides.starts(pin).map(|number| {
                let [rise, fall] = Transition::ALL.map(|edge| u8::from(constants.of(number).has(edge)));
                (node(number), Some(mark & ((0b0101 * rise) | (0b1010 * fall))))
            }));
        }
    }
    special.sort_unstable();
    let mut special = &special[..];
    for ends in layout.level_first.windows(2) {
        let nodes = ends[0] as usize..ends[1] as usize;
        let (below, rest) = marks.split_at_mut(nodes.start);
        let current = &mut rest[..nodes.len()];
        sweep_one(nodes.clone(), NODES, &mut *current, &|nodes, marks: &mut [u8]| {
            for (node, mark) in nodes.zip(marks) {
                let arcs = raw.fanin(layout.node_pin[node]).iter();
                let arriving = arcs.filter(|arc| !ends_clocks(models, arc)).map(|arc| {
                    let from = below[layout.pin_node[arc.source.node().index()] as usize];
                    if from == 0 { 0 } else { passed(arc, from) }
                });
                *mark = arriving.fold(0, |all, mark| all | mark);
            }
        });
        let here = special.partition_point(|&(node, _)| (node as usize) < nodes.end);
        for at_node in special[..here].chunk_by(|a, b| a.0 == b.0) {
            let mark = &mut current[at_node[0].0 as usize - nodes.start];
            let own = at_node.iter().filter_map(|&(_, own)| own).fold(0, |all, own| all | own);
            if own != 0 {
                *mark = own;
            } else {
                *mark = (*mark & PROPAGATED) | (*mark & IDEAL) << 2;
            }
        }
        special = &special[here..];
    }
    marks
}

/// What an arc makes of the marks of its source.
fn passed(arc: &RawArc, from: u8) -> u8 {
    let mut mark = 0;
    for to in Transition::ALL.into_iter().filter(|&to| arc.source.has(to)) {
        let bits = from >> arc.source.from(to) as u8 & 0b0101;
        mark |= bits << to as u8;
    }
    mark
}
