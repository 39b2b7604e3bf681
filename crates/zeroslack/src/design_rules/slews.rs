//! Slews at pins.

use std::ops::Range;

use zeroslack_graph::{NodeId, Role};
use zeroslack_netlist::PinId;
use zeroslack_units::Transition;

use super::bounds::NONE;
use super::{Found, RuleCheck, RuleChecks, worse};

impl RuleChecks<'_> {
    /// Checks the slews at a range of nodes of the pin graph, but for those of pins with two sides. A node in the order of nodes is looked at closer only if its slew would matter
    /// with the tightest of all limits.
    pub(super) fn check_slews(&self, range: Range<usize>, found: &mut dyn Found) {
        let pins = self.timed.graph().pins();
        for node in NodeId::all(range) {
            if self.may_matter(node, found.most_slack()) && !pins.is_ideal(node) {
                let pin = pins.structure().pin(node);
                // Of what is gone the graph may still have a node.
                if pins.driver_side(pin).is_none() && pins.node(pin) == node {
                    self.check_slews_of(pin, found);
                }
            }
        }
    }

    /// Checks the slews at a pin: those that matter to somebody.
    pub(super) fn check_slews_of(&self, pin: PinId, found: &mut dyn Found) {
        let netlist = self.timed.netlist();
        if !netlist.has_pin(pin) || self.is_at_ideal_net(pin) {
            return;
        }
        let bounds = self.bounds.all_of_pin(netlist, pin);
        let tightest = self.bounds.with_tightest_of_clocks(bounds);
        let most_slack = found.most_slack();
        let worst = self.timed.graph().pins().side_nodes(pin).filter_map(|node| {
            let slews = self.slews_at(node);
            let tightest = self.worst_of(pin, slews, tightest)?;
            match self.depends_on_clocks {
                false => Some(tightest),
                // What signals come there need not be known.
                true if tightest.slack() > most_slack => None,
                true => self.worst_under_clocks(pin, node, slews, bounds),
            }
        });
        if let Some(check) = worst.reduce(worse) {
            found.add(check);
        }
    }

    /// Whether a slew at a node of the pin graph can have as little slack.
    #[inline]
    fn may_matter(&self, node: NodeId, most_slack: f32) -> bool {
        let slews = self.timing.slews()[node.index()][self.rule.split() as usize];
        let is_near = |at: usize| self.bounds.least_slack(slews[at], at) <= most_slack;
        is_near(0) || is_near(1)
    }

    /// The slews at a node of the pin graph.
    #[inline]
    fn slews_at(&self, node: NodeId) -> [Option<f32>; 2] {
        let slews = self.timing.slews()[node.index()][self.rule.split() as usize];
        slews.map(|slew| (!slew.is_nan()).then_some(slew))
    }

    /// The worst slew at a node of the pin graph, of those that are checked, by what clocks say of it, too.
    fn worst_under_clocks(
        &self,
        pin: PinId,
        node: NodeId,
        mut slews: [Option<f32>; 2],
        mut bounds: [f32; 2],
    ) -> Option<RuleCheck> {
        for transition in Transition::ALL {
            let (is_only_ideal, of_clocks) = self.clocks_at(node, transition);
            bounds[transition as usize] = bounds[transition as usize].min(of_clocks);
            if is_only_ideal {
                slews[transition as usize] = None;
            }
        }
        self.worst_of(pin, slews, bounds)
    }

    /// Whether nothing but ideal clocks comes to a transition of a node of the pin graph, and what clocks say of it.
    fn clocks_at(&self, node: NodeId, transition: Transition) -> (bool, f32) {
        let graph = self.timed.graph();
        let vertices = graph.nodes_at(node).map(|node: NodeId| node.vertex(transition));
        let (mut has_ideal, mut has_other, mut bound) = (false, false, NONE);
        for tag in vertices.filter_map(|vertex| graph.vertex_tag(vertex)) {
            if tag.role == Role::IdealClock {
                has_ideal = true;
                continue;
            }
            has_other = true;
            if let Some(edge) = tag.launch {
                let is_network = tag.role == Role::PropagatedClock;
                bound = bound.min(self.bounds.of_clock(edge.clock.0, is_network, transition as usize));
            }
        }
        (has_ideal && !has_other, bound)
    }
}
