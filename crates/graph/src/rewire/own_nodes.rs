//! The nodes and arcs of a timing graph that has its own, over those of the pin graph that came or are connected elsewhere.

use zeroslack_units::Transition;

use super::{Rewiring, keep_order};
use crate::arc::{ArcSource, Fanout, PackedKind};
use crate::ids::{ArcId, NodeId};
use crate::tag::TagId;
use crate::tagged::lane;

/// What of a timing graph's own nodes has changed.
#[derive(Default)]
pub(super) struct OwnNodes {
    /// Nodes that have no place in the order yet.
    added: Vec<NodeId>,
    /// Nodes with other arcs into them.
    fed: Vec<NodeId>,
}

impl Rewiring<'_> {
    /// Gives a node of the pin graph one of the timing graph for each lane that comes there, as the build does where some pin has several.
    pub(super) fn fit_lanes(&mut self, node: NodeId, signals: &[(TagId, Transition)], found: &mut OwnNodes) {
        let (graph, Some(structure)) = (&mut *self.graph, &mut self.own) else { return };
        let Some(own) = &mut graph.own else { return };
        let tags = &graph.tags;
        let mut of_lanes: Vec<(_, (TagId, Transition))> =
            signals.iter().map(|&(tag, to)| ((lane(tags, tag, to), tags.state(tag)), (tag, to))).collect();
        of_lanes.sort_unstable();
        let of_lanes = || of_lanes.chunk_by(|a, b| a.0 == b.0);
        let (lanes, end) = own.fit(node, of_lanes().count(), structure.node_count());
        for _ in structure.node_count()..end {
            found.added.push(structure.add_node(self.structure.pin(node)));
            own.pin_node.push(node);
            graph.vertex_tags.push([TagId::NONE; 2]);
        }
        for (lane, signals) in lanes.zip(of_lanes()) {
            signals.iter().for_each(|&(_, (tag, to))| graph.vertex_tags[lane][to as usize] = tag);
        }
    }

    /// Gives the nodes of the timing graph at one of the pin graph, to which signals are known to come, the arcs by which they do.
    pub(super) fn wire_lanes(&mut self, node: NodeId, found: &mut OwnNodes) {
        if self.own.is_none() {
            return;
        }
        for lane in self.graph.nodes_at(node) {
            let arcs = self.arcs_into(node, self.graph.vertex_tags[lane.index()]);
            let sources: Vec<(ArcSource, PackedKind)> =
                arcs.iter().map(|&(arc, source)| (source, self.structure.arc_kinds()[arc.index()])).collect();
            let Some(structure) = &mut self.own else { return };
            let places = structure.set_fanin(lane, &sources);
            let end = structure.arc_count();
            if let Some(own) = &mut self.graph.own {
                own.pin_arc.resize(end, ArcId::default());
                own.pin_arc[places.clone()].iter_mut().zip(&arcs).for_each(|(place, &(arc, _))| *place = arc);
            }
            let part = self.graph.clock_transitions(lane);
            if let Some(derates) = &mut self.graph.derates {
                let [of_cell, of_net] = derates.objects.of_pin(self.netlist, self.structure.pin(node));
                derates.class.resize(end, 0);
                for (class, &(arc, _)) in derates.class[places].iter_mut().zip(&arcs) {
                    let is_wire = self.graph.pins.is_wire(self.structure.arc_kind(arc));
                    *class = if is_wire { of_net } else { of_cell } + part;
                }
            }
            found.fed.push(lane);
        }
    }

    /// The arcs of the pin graph into a node by which some tags come there, each with where it comes from in the timing graph.
    fn arcs_into(&self, node: NodeId, tags: [TagId; 2]) -> Vec<(ArcId, ArcSource)> {
        let mut arcs = Vec::new();
        for arc in self.structure.fanin(node) {
            let source = self.structure.arc_source(arc);
            for (lane, coming) in self.lanes(source.node()) {
                let comes = |to: Transition| {
                    let tag = tags[to as usize];
                    let coming = coming[source.from(to) as usize].some().filter(|_| source.has(to));
                    let coming = coming.and_then(|coming| self.behind(arc, coming));
                    let coming = coming.and_then(|coming| self.tag_at(coming, node.vertex(to)));
                    tag != TagId::NONE && coming == Some(tag)
                };
                let has = Transition::ALL.map(comes);
                if has != [false; 2] {
                    arcs.push((arc, ArcSource::new(lane, source.is_negative(), has)));
                }
            }
        }
        arcs
    }

    /// Finds the arcs out of nodes from those into them, and keeps nodes in order.
    pub(super) fn keep_lanes(&mut self, found: OwnNodes) -> Option<()> {
        let Some(structure) = &mut self.own else { return Some(()) };
        for &source in &self.changed.sources {
            let mut targets: Vec<NodeId> =
                self.structure.fanout(source).iter().map(|fanout| fanout.node()).collect();
            targets.sort_unstable();
            targets.dedup();
            for lane in self.graph.nodes_at(source) {
                let mut fanouts = Vec::new();
                for target in targets.iter().flat_map(|&target| self.graph.nodes_at(target)) {
                    let arcs = structure.fanin(target).map(|arc| (structure.arc_source(arc), arc));
                    let of_lane = arcs.filter(|(source, _)| source.node() == lane);
                    fanouts.extend(of_lane.map(|(source, arc)| Fanout::new(source, target, arc)));
                }
                structure.set_fanout(lane, &fanouts);
            }
        }
        keep_order(structure, found.added, &found.fed)
    }
}
