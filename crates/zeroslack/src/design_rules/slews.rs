//! Slews at pins.

use std::ops::Range;

use zeroslack_graph::{NodeId, Role, VertexId};
use zeroslack_netlist::{CellId, MasterId, PinId};
use zeroslack_units::Transition;

use super::bounds::NONE;
use super::{RuleCheck, RuleChecks};

/// The cell that the pins of a range are of at the moment.
struct Owner {
    cell: Option<CellId>,
    master: Option<MasterId>,
    first_pin: usize,
    bounds: [f32; 2],
}

impl RuleChecks<'_> {
    /// Checks the slews of a range of pins. Where only ideal clocks come there are none: their networks are not looked at.
    pub(super) fn check_slews(&self, range: Range<usize>, found: &mut dyn FnMut(RuleCheck)) {
        let netlist = self.timed.netlist();
        let has_ideal = self.has_ideal_clocks();
        let mut owner = self.owner(None, 0);
        for pin in range.map(PinId::new).filter(|&pin| netlist.has_pin(pin)) {
            let cell = netlist.pin_cell(pin);
            if cell != owner.cell {
                let first = pin.index() - netlist.pin_index(pin).unwrap_or(0);
                owner = self.owner(cell, first);
            }
            let library = owner
                .master
                .map_or(NONE, |master| self.bounds.of_library(master, pin.index() - owner.first_pin));
            let bounds = self.bounds.of_pin(pin, owner.bounds, library);
            if bounds == [NONE; 2] && !self.bounds.have_clocks() {
                continue;
            }
            let worst = self.timed.graph().pins().side_nodes(pin).filter_map(|node| {
                let (slews, bounds) = self.slews_at(node, bounds, has_ideal);
                self.worst_of(pin, slews, bounds)
            });
            if let Some(check) = worst.reduce(|a, b| if b.slack() < a.slack() { b } else { a }) {
                found(check);
            }
        }
    }

    fn owner(&self, cell: Option<CellId>, first_pin: usize) -> Owner {
        let master = cell.map(|cell| self.timed.netlist().cell_master(cell));
        Owner { cell, master, first_pin, bounds: self.bounds.of_cell(cell) }
    }

    fn has_ideal_clocks(&self) -> bool {
        self.timed.constraints().clocks.iter().any(|(_, clock)| !clock.propagated)
    }

    /// The slews at a node of the pin graph that are checked, and what bounds them, clocks included.
    fn slews_at(&self, node: NodeId, mut bounds: [f32; 2], has_ideal: bool) -> ([Option<f32>; 2], [f32; 2]) {
        let split = self.rule.split();
        let mut slews = Transition::ALL.map(|transition| self.timed.timing().slew(node, split, transition));
        if !has_ideal && !self.bounds.have_clocks() {
            return (slews, bounds);
        }
        for transition in Transition::ALL {
            let (is_only_ideal, of_clocks) = self.clocks_at(node, transition);
            bounds[transition as usize] = bounds[transition as usize].min(of_clocks);
            if is_only_ideal {
                slews[transition as usize] = None;
            }
        }
        (slews, bounds)
    }

    /// Whether nothing but ideal clocks comes to a transition of a node of the pin graph, and what clocks say of it.
    fn clocks_at(&self, node: NodeId, transition: Transition) -> (bool, f32) {
        let graph = self.timed.graph();
        let vertices = graph.nodes_at(node).map(|node: NodeId| -> VertexId { node.vertex(transition) });
        let (mut is_ideal, mut has_other, mut bound) = (false, false, NONE);
        for tag in vertices.filter_map(|vertex| graph.vertex_tag(vertex)) {
            is_ideal |= tag.role == Role::IdealClock;
            has_other |= tag.role != Role::IdealClock;
            if let Some(edge) = tag.launch.filter(|_| tag.role != Role::IdealClock) {
                let is_network = tag.role == Role::PropagatedClock;
                let of_clock = self.bounds.of_clock(edge.clock.0, is_network, transition as usize);
                bound = bound.min(of_clock);
            }
        }
        (is_ideal && !has_other, bound)
    }
}
