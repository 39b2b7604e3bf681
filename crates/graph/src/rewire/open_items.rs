//! Which exceptions still matter at pins that came or are connected elsewhere.
//!
//! What is open at a vertex (see [`crate::exceptions`]) follows from all paths to it and from it. It stays where it is known as long as edits leave alone from which pins that stay paths lead to
//! which others, over what came or went: as repeaters do, and pins of one gate that are swapped. Other edits are not taken over where exceptions ask for more than clocks and endpoints.

use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_netlist::{CellId, NetId};
use zeroslack_units::Transition;

use super::Rewiring;
use crate::exceptions::{ItemSet, StateRules};
use crate::ids::{NodeId, VertexId};
use crate::tag::TagId;

/// From which vertices that stay paths lead to which others, in order.
pub(super) type Leading = Vec<(VertexId, VertexId)>;

impl Rewiring<'_> {
    fn rules(&self) -> Option<&StateRules> {
        self.graph.rules.as_deref()
    }

    /// Whether exceptions name some cells or nets.
    pub(super) fn are_named(&self, cells: &[CellId], nets: &[NetId]) -> bool {
        let named = &self.graph.named;
        nets.iter().any(|&net| named.has_net(net)) || cells.iter().any(|&cell| named.has_cell(cell))
    }

    /// How paths lead over cells and nets, as long as nothing is changed; nothing if that does not matter.
    pub(super) fn leading_before(&self, cells: &[CellId], nets: &[NetId]) -> Leading {
        if self.rules().is_none() {
            return Leading::new();
        }
        let pins = &self.graph.pins;
        let known = self.pins_of(cells).filter(|pin| pin.index() < pins.pin_count());
        let inner: FxHashSet<NodeId> = known.map(|pin| pins.node(pin)).collect();
        let trees = nets.iter().flat_map(|&net| pins.trees_of(net));
        let drivers = trees.map(|tree| pins.node(pins.trees[tree].driver));
        self.leading(drivers.filter(|node| !inner.contains(node)), |node| inner.contains(&node))
    }

    /// How paths lead from nodes to others, over those that are inner ones.
    fn leading(&self, from: impl Iterator<Item = NodeId>, is_inner: impl Fn(NodeId) -> bool) -> Leading {
        let mut found = Leading::new();
        for start in from.flat_map(|node| node.vertices()) {
            let (mut open, mut seen) = (vec![start], FxHashSet::default());
            while let Some(vertex) = open.pop() {
                for to in self.targets(vertex).filter(|&to| seen.insert(to)) {
                    if is_inner(to.node()) || self.is_passed_only(to.node()) {
                        open.push(to);
                    } else {
                        found.push((start, to));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether all that matters of an input of a gate is where paths lead from it.
    fn is_passed_only(&self, node: NodeId) -> bool {
        let pins = &self.graph.pins;
        self.rules().is_some_and(|rules| !node.vertices().into_iter().any(|vertex| rules.is_named(vertex)))
            && self.structure.fanin(node).all(|arc| pins.is_wire(self.structure.arc_kind(arc)))
            && !self.structure.fanout(node).is_empty()
            && self.may_be_retagged(node)
    }

    /// Finds what is open at nodes that came, and at inputs of gates that are connected elsewhere. None if other paths are led than before.
    pub(super) fn find_open(&mut self, before: &Leading) -> Option<()> {
        if self.rules().is_none() {
            return Some(());
        }
        let stay = self.changed.sources.iter().filter(|node| !self.cleared.contains(node));
        let now = self.leading(stay.copied(), |node| self.cleared.contains(&node));
        (now == *before).then_some(())?;
        let is_new = |node: &NodeId| self.cleared.contains(node) || self.is_passed_only(*node);
        let mut new: Vec<NodeId> = self.fed.iter().copied().filter(is_new).collect();
        // Behind those that lead to them.
        new.sort_unstable_by_key(|&node| self.structure.place(node));
        let mut coming: FxHashMap<VertexId, ItemSet> = FxHashMap::default();
        for vertex in new.iter().flat_map(|node| node.vertices()) {
            let items = self.coming_to(vertex, &coming);
            coming.insert(vertex, items);
        }
        for vertex in new.iter().rev().flat_map(|node| node.vertices()) {
            let targets: Vec<VertexId> = self.targets(vertex).collect();
            let rules = self.graph.rules.as_mut()?;
            let open = targets.iter().fold(ItemSet::default(), |open, &to| open.with(&rules.open_before(to)));
            rules.set_open(vertex, open.and(&coming[&vertex]), &targets);
        }
        Some(())
    }

    /// The items that paths can have that come to a vertex, `coming` to others before it.
    fn coming_to(&self, vertex: VertexId, coming: &FxHashMap<VertexId, ItemSet>) -> ItemSet {
        let mut items = ItemSet::default();
        for arc in self.structure.fanin(vertex.node()) {
            let source = self.structure.arc_source(arc);
            if source.has(vertex.transition())
                && let Some(rules) = self.rules()
            {
                let from = source.vertex(vertex.transition());
                items = items.with(coming.get(&from).unwrap_or_else(|| rules.open_at(from)));
            }
        }
        items
    }

    /// Where edges lead from a vertex.
    fn targets(&self, vertex: VertexId) -> impl Iterator<Item = VertexId> + '_ {
        self.structure.fanout(vertex.node()).iter().flat_map(move |fanout| {
            let comes = move |&to: &Transition| fanout.has(to) && fanout.from(to) == vertex.transition();
            Transition::ALL.into_iter().filter(comes).map(|to| fanout.node().vertex(to))
        })
    }

    /// What a tag becomes that comes to a vertex; none if it goes no further.
    pub(super) fn tag_at(&self, tag: TagId, vertex: VertexId) -> Option<TagId> {
        match self.rules() {
            Some(rules) => self.graph.tags.by_rule(tag, (rules, rules.rule_at(vertex))),
            None => Some(tag),
        }
    }

    /// The same where it may be one that was nowhere before.
    pub(super) fn make_tag_at(&mut self, tag: TagId, vertex: VertexId) -> Option<TagId> {
        let graph = &mut *self.graph;
        match graph.rules.as_deref() {
            Some(rules) => graph.tags.make_by_rule(tag, (rules, rules.rule_at(vertex))),
            None => Some(tag),
        }
    }
}
