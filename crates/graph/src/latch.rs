//! Latches: when they open, and what is given through them.
//!
//! Data that comes to a latch while it is open goes through. Where it goes on is a node of its own at the data pin, the *giving side*. What is there
//! counts as launched by the edge that opens the latch, as late after it as the data came: that is the *time given*, the delay of
//! the arc from the enable to the giving side. So to all that follows a latch that gives time looks like a register that launches.

use zeroslack_units::{Ticks, Transition};

use crate::graph::TimingGraph;
use crate::ids::{ArcId, CheckId, NodeId, VertexId};
use crate::model::{CheckKind, CheckOrigin};
use crate::pin_graph::{PinCheck, PinGraph};

/// A data pin of a latch, in nodes of the pin graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// The giving side.
    pub giving: NodeId,
    /// The node of the pin.
    pub data: NodeId,
    /// Whether a loop leads from the giving side to the data pin, so that the data is not known before what it is given.
    pub is_looped: bool,
}

/// When a latch opens for the data of a check that is made as it closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The check.
    pub check: CheckId,
    /// The vertex of the edge that opens the latch.
    pub clock: VertexId,
    /// What the opening edge's arrival, from its own edge on, has to be shifted by to be the time, from the edge on that launches the data, after which
    /// data borrows. Uncertainty and the margins of paths are contained, as in the shift of the check.
    pub shift: Ticks,
    /// The same without them.
    pub actual_shift: Ticks,
    /// The most time that data may borrow, if constraints state one.
    pub most: Option<Ticks>,
    /// Whether the data depends on what it is given.
    pub is_looped: bool,
}

/// What gives time to a giving side: an edge of an arc from an enable, for the data of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// The giving side.
    pub node: NodeId,
    /// The arc from the enable to it.
    pub arc: ArcId,
    /// The transition of the data.
    pub to: Transition,
    /// Index into [`Latches::openings`].
    pub opening: u32,
}

/// The latches of a timing graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Latches {
    pub(crate) openings: Vec<Opening>,
    pub(crate) gifts: Vec<Gift>,
    /// `[check]`, [`NO_OPENING`] of other checks; empty where none has one.
    pub(crate) opening_of: Vec<u32>,
    /// Giving sides of the timing graph, in order.
    pub(crate) giving: Vec<NodeId>,
}

const NO_OPENING: u32 = u32::MAX;

impl Latches {
    /// Openings, in the order of their checks.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// What gives time, in the order of giving sides, then of arcs.
    pub fn gifts(&self) -> &[Gift] {
        &self.gifts
    }

    /// Giving sides, in order.
    pub fn giving_sides(&self) -> &[NodeId] {
        &self.giving
    }

    /// When the latch opens whose data a check is about; none at other checks.
    #[inline]
    pub fn opening(&self, check: CheckId) -> Option<&Opening> {
        Some(&self.openings[self.opening_index(check)? as usize])
    }

    /// Its place among the openings.
    #[inline]
    pub fn opening_index(&self, check: CheckId) -> Option<u32> {
        self.opening_of.get(check.index()).copied().filter(|&opening| opening != NO_OPENING)
    }

    /// Whether no signal goes on through a latch. Data may borrow nevertheless: see [`Latches::openings`].
    pub fn is_empty(&self) -> bool {
        self.giving.is_empty()
    }
}

impl PinGraph {
    /// Data pins of latches, in the order of their giving sides.
    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// The data pin that a node is the giving side of.
    pub fn latch_at(&self, giving: NodeId) -> Option<&Latch> {
        let place = self.latches.binary_search_by_key(&giving, |latch| latch.giving).ok()?;
        self.latches.get(place)
    }

    /// The vertex of the edge that opens a latch, of a check made as it closes.
    pub(crate) fn opening_of(&self, check: &PinCheck) -> Option<VertexId> {
        let model = &self.check_models[check.model as usize];
        let is_of_data = matches!(model.kind, CheckKind::Setup | CheckKind::Hold);
        let is_of_cell = matches!(model.origin, CheckOrigin::Library { .. } | CheckOrigin::Latch);
        if self.latches.is_empty() || !is_of_data || !is_of_cell {
            return None;
        }
        let giving = self.giving_node(self.structure.pin(check.data))?;
        let opening = check.clock.node().vertex(check.clock.transition().opposite());
        let mut arcs = self.structure.fanin(giving).filter(|&arc| self.is_launch(arc));
        let opens = |arc: ArcId| {
            let source = self.structure.arc_source(arc);
            Transition::ALL.into_iter().any(|to| source.has(to) && source.vertex(to) == opening)
        };
        arcs.any(opens).then_some(opening)
    }
}

/// The opening of a check, before checks have their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CheckOpening {
    pub(crate) clock: VertexId,
    pub(crate) shift: Ticks,
    pub(crate) actual_shift: Ticks,
    pub(crate) most: Option<Ticks>,
}

impl TimingGraph {
    /// Its latches.
    pub fn latches(&self) -> &Latches {
        &self.latches
    }

    /// Puts down when latches open, and what gives time to each giving side. `[check]`.
    pub(crate) fn add_latches(&mut self, of_checks: &[Option<CheckOpening>]) {
        if self.pins.latches.is_empty() {
            return;
        }
        let mut latches = Latches::default();
        if of_checks.iter().any(Option::is_some) {
            latches.opening_of = vec![NO_OPENING; of_checks.len()];
        }
        let mut by_data: Vec<(NodeId, u32)> = Vec::new();
        for (check, opening) in CheckId::all(0..of_checks.len()).zip(of_checks) {
            let Some(CheckOpening { clock, shift, actual_shift, most }) = *opening else { continue };
            let place = latches.openings.len() as u32;
            let data = self.pin_graph_node(self.check(check).data);
            latches.opening_of[check.index()] = place;
            latches.openings.push(Opening { check, clock, shift, actual_shift, most, is_looped: false });
            by_data.push((data, place));
        }
        by_data.sort_unstable();
        for latch in &self.pins.latches {
            let first = by_data.partition_point(|&(data, _)| data < latch.data);
            let here = || by_data[first..].iter().take_while(|&&(data, _)| data == latch.data);
            for &(_, opening) in here() {
                latches.openings[opening as usize].is_looped = latch.is_looped;
            }
            for node in self.nodes_at(latch.giving) {
                latches.giving.push(node);
                for arc in self.fanin(node) {
                    let source = self.arc_source(arc);
                    for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                        let gives = |&&(_, opening): &&(NodeId, u32)| {
                            let opening = &latches.openings[opening as usize];
                            let check = self.check(opening.check);
                            opening.clock == source.vertex(to) && check.has[to as usize]
                        };
                        let gifts = here().filter(gives);
                        latches.gifts.extend(gifts.map(|&(_, opening)| Gift { node, arc, to, opening }));
                    }
                }
            }
        }
        self.latches = latches;
    }
}
