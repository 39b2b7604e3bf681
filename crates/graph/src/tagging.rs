//! The sweep that finds the tags of every vertex, over structure and constraints alone.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use zeroslack_parallel::{filled, sweep_one};
use zeroslack_sdc::{ClockId, Constraints};
use zeroslack_units::Transition;

use crate::exceptions::Matching;
use crate::generated::{GeneratedClocks, Senses};
use crate::ids::{ArcId, NodeId, VertexId};
use crate::pin_graph::PinGraph;
use crate::stated::Stated;
use crate::structure::Structure;
use crate::tag::{Passage, Role, SetId, Sets, TagId, Tags};

/// Nodes that one task takes.
const NODES: usize = 2048;

/// Sets of tags of a node, by transition.
pub(crate) type NodeSets = [SetId; 2];

/// The tags of all vertices of a pin graph.
pub(crate) struct Tagging<'a> {
    pins: &'a PinGraph,
    structure: &'a Structure,
    pub(crate) sets: Sets<'a>,
    /// `[node][transition]`.
    pub(crate) of_node: Vec<NodeSets>,
    /// Nodes where clocks start, in order: what arrives there by arcs does not count.
    clock_sources: Vec<NodeId>,
    /// Nodes from which on clocks are propagated, in order.
    propagating: Vec<NodeId>,
    /// How many of these the sweep has passed.
    propagated: usize,
    pub(crate) senses: Senses,
    /// Generated clocks that have their times from what comes to where they start. Of those that the sweep has passed.
    pub(crate) taken_over: FxHashSet<ClockId>,
    /// Vertices of clocks that launch and capture without latency too, in order.
    bare: Vec<VertexId>,
    /// What starts at each node, by what is stated there. Of those that the sweep has passed.
    started: Vec<Started>,
    /// Whether some arc does not let the tags of its source pass.
    blocks: bool,
}

/// What starts at a vertex of the pin graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Started {
    pub(crate) vertex: VertexId,
    /// Its tag, as it is stated and as it is after the vertex; none if it goes no further.
    pub(crate) stated: TagId,
    pub(crate) tag: Option<TagId>,
}

impl<'a> Tagging<'a> {
    /// Finds the tags of all vertices, on rayon's current threads.
    pub(crate) fn new(
        pins: &'a PinGraph,
        constraints: &Constraints,
        (tags, matching): (Tags, &'a Matching<'a>),
        stated: &[Stated],
    ) -> Self {
        let sorted = |found: &mut dyn Iterator<Item = NodeId>| {
            let mut nodes: Vec<NodeId> = found.collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        };
        let sources = constraints.clocks.iter().flat_map(|(_, clock)| &clock.sources);
        let clock_sources = sorted(&mut sources.flat_map(|&pin| pins.start_nodes(pin)));
        let generated = GeneratedClocks::new(pins, constraints, &clock_sources);
        let mut tagging = Self {
            pins,
            structure: pins.structure(),
            sets: Sets::new(tags, matching.states(), generated),
            of_node: filled([SetId::EMPTY; 2], pins.structure().node_count()),
            clock_sources,
            propagating: sorted(
                &mut constraints.propagated_pins.iter().flat_map(|&pin| pins.side_nodes(pin)),
            ),
            propagated: 0,
            senses: Senses::new(pins, constraints),
            taken_over: FxHashSet::default(),
            bare: matching.bare_clocks(pins),
            started: Vec::new(),
            blocks: false,
        };
        tagging.sweep(stated);
        tagging
    }

    fn sweep(&mut self, stated: &[Stated]) {
        let pins = self.pins;
        let at = |stated: &Stated| {
            let (transition, tag) = (stated.transition, stated.tag);
            pins.nodes_that_start(stated.pin, transition).map(move |node| (node.vertex(transition), tag))
        };
        let mut stated: Vec<(VertexId, TagId)> = stated.iter().flat_map(at).collect();
        stated.sort_unstable();
        let mut stated = &stated[..];
        let mut ideal = self.pins.ideal_by_pin_node();
        ideal.sort_unstable();
        let mut ideal = &ideal[..];
        for nodes in self.structure.levels() {
            let (has_unknown, blocks) = (AtomicBool::new(false), AtomicBool::new(false));
            let (below, rest) = self.of_node.split_at_mut(nodes.start);
            let (pins, structure, sets) = (self.pins, self.structure, &self.sets);
            let find = |vertex: VertexId| below[vertex.node().index()][vertex.transition() as usize];
            sweep_one(nodes.clone(), NODES, &mut rest[..nodes.len()], &|nodes, found: &mut [NodeSets]| {
                for (node, found) in NodeId::all(nodes).zip(found) {
                    let is_blocked;
                    (*found, is_blocked) = known_sets((structure, pins), sets, node, &find);
                    if found.contains(&SetId::UNKNOWN) {
                        has_unknown.store(true, Ordering::Relaxed);
                    }
                    if is_blocked {
                        blocks.store(true, Ordering::Relaxed);
                    }
                }
            });
            self.blocks |= blocks.into_inner();
            if has_unknown.into_inner() {
                for node in NodeId::all(nodes.clone()) {
                    if self.of_node[node.index()].contains(&SetId::UNKNOWN) {
                        self.of_node[node.index()] = self.make_sets(node);
                    }
                    if self.sets.are_too_many() {
                        return;
                    }
                }
            }
            self.enter_special(NodeId::at(nodes.end), &mut stated);
            self.close(nodes.clone());
            self.enter_ideal(NodeId::at(nodes.end), &mut ideal);
            self.enter_bare(nodes);
            if self.sets.are_too_many() {
                return;
            }
        }
    }

    /// The sets of a node whose unions are not all known.
    fn make_sets(&mut self, node: NodeId) -> NodeSets {
        let mut found = [SetId::EMPTY; 2];
        for arc in self.structure.fanin(node) {
            let source = self.structure.arc_source(arc);
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                let passage = self.passage(node, arc, to);
                let from = self.of(source.vertex(to));
                let arriving = self.sets.after(from, passage);
                if self.sets.are_too_many() {
                    return found;
                }
                self.blocks |= from != SetId::EMPTY && arriving == SetId::EMPTY;
                found[to as usize] = self.sets.union(found[to as usize], arriving);
            }
        }
        let rule = |transition| self.sets.rules().rule_at(node.vertex(transition));
        let [rise, fall] = Transition::ALL.map(rule);
        let after = [self.sets.by_rule(found[0], rise), self.sets.by_rule(found[1], fall)];
        self.blocks |= [0, 1].iter().any(|&to| found[to] != SetId::EMPTY && after[to] == SetId::EMPTY);
        after
    }

    /// Nodes below `end` where clocks start or become propagated, and what constraints state there.
    fn enter_special(&mut self, end: NodeId, stated: &mut &[(VertexId, TagId)]) {
        let here = stated.partition_point(|&(vertex, _)| vertex.node() < end);
        for pair in stated[..here].chunk_by(|a, b| a.0.node() == b.0.node()) {
            let node = pair[0].0.node();
            let coming = self.of_node[node.index()];
            if self.clock_sources.binary_search(&node).is_ok() {
                self.blocks |= coming != [SetId::EMPTY; 2];
                self.of_node[node.index()] = [SetId::EMPTY; 2];
            }
            for &(vertex, tag) in pair {
                let set = self.sets.started(tag, vertex);
                if self.is_taken_over(tag, vertex, coming[vertex.transition() as usize]) {
                    self.taken_over.extend(self.sets.tags().get(tag).launch.map(|edge| edge.clock));
                } else {
                    let tag_after = self.sets.members(set).first().copied();
                    self.started.push(Started { vertex, stated: tag, tag: tag_after });
                }
                let place = &mut self.of_node[node.index()][vertex.transition() as usize];
                *place = self.sets.union(*place, set);
            }
        }
        *stated = &stated[here..];
        let (sets, done) = (&mut self.sets, self.propagated);
        let here = self.propagating.partition_point(|&node| node < end);
        for &node in &self.propagating[done..here] {
            let place = &mut self.of_node[node.index()];
            *place = place.map(|set| sets.after(set, Passage::Propagating));
        }
        self.propagated = here;
    }

    /// Whether a clock that starts at a vertex has its times from what comes there.
    fn is_taken_over(&self, tag: TagId, vertex: VertexId, coming: SetId) -> bool {
        let (sets, tags) = (&self.sets, self.sets.tags());
        let Some(launch) = tags.get(tag).launch.filter(|_| !sets.generated().is_empty()) else {
            return false;
        };
        let takes_over =
            |&coming: &TagId| sets.generated().takes_over(vertex.node(), launch.clock, tags.get(coming));
        sets.members(coming).iter().any(takes_over)
    }

    /// Takes out the edges of clocks that do not pass nodes of a level.
    fn close(&mut self, nodes: std::ops::Range<usize>) {
        let (first, end) = (NodeId::at(nodes.start), NodeId::at(nodes.end));
        let here: Vec<NodeId> = self.senses.nodes().filter(|node| (first..end).contains(node)).collect();
        for node in here {
            for transition in Transition::ALL {
                let place = &mut self.of_node[node.index()][transition as usize];
                let open = self.sets.only(*place, |tag| self.senses.passes(node, tag, transition));
                self.blocks |= open != *place;
                *place = open;
            }
        }
    }

    /// Gives the ideal nodes of clock pins below `end` the ideal clocks that come there.
    fn enter_ideal(&mut self, end: NodeId, ideal: &mut &[(NodeId, NodeId)]) {
        let here = ideal.partition_point(|&(pin_node, _)| pin_node < end);
        for &(pin_node, node) in &ideal[..here] {
            let found = self.of_node[pin_node.index()];
            let [rise, fall] = found.map(|set| self.sets.ideal(set));
            let bare = |set: SetId, transition: Transition, sets: &mut Sets<'_>| {
                let is_bare = self.bare.binary_search(&node.vertex(transition)).is_ok();
                if is_bare { sets.with_bare(set, Role::IdealClock) } else { set }
            };
            let rise = bare(rise, Transition::Rise, &mut self.sets);
            let fall = bare(fall, Transition::Fall, &mut self.sets);
            self.of_node[node.index()] = [rise, fall];
        }
        *ideal = &ideal[here..];
    }

    /// Adds the bare clocks of clock pins.
    fn enter_bare(&mut self, nodes: std::ops::Range<usize>) {
        let first = self.bare.partition_point(|vertex| vertex.node().index() < nodes.start);
        let end = self.bare.partition_point(|vertex| vertex.node().index() < nodes.end);
        for place in first..end {
            let vertex = self.bare[place];
            if !self.pins.is_ideal(vertex.node()) {
                let at = &mut self.of_node[vertex.node().index()][vertex.transition() as usize];
                *at = self.sets.with_bare(*at, Role::PropagatedClock);
            }
        }
    }

    /// How many nodes a timing graph with these tags has at least.
    pub(crate) fn least_node_count(&self) -> u64 {
        let of_node = |sets: &NodeSets| sets.map(|set| self.sets.members(set).len() as u64);
        self.of_node.par_iter().map(|sets| of_node(sets).into_iter().max().unwrap_or(0)).sum()
    }

    /// What starts, in the order of levels.
    pub(crate) fn take_started(&mut self) -> Vec<Started> {
        std::mem::take(&mut self.started)
    }

    /// Whether every vertex has at most one tag, and every arc lets the tag of its source pass: then the pin graph is the timing graph.
    pub(crate) fn is_plain(&self) -> bool {
        !self.blocks && !self.sets.has_several()
    }

    /// What an edge of an arc into a node does to tags, but for pins from which on clocks are propagated.
    pub(crate) fn passage(&self, node: NodeId, arc: ArcId, to: Transition) -> Passage {
        self.pins.passage(&self.sets, (node, arc, to))
    }

    /// The set of a vertex.
    fn of(&self, vertex: VertexId) -> SetId {
        self.of_node[vertex.node().index()][vertex.transition() as usize]
    }

    /// Whether clocks are propagated from a node on.
    pub(crate) fn is_propagating(&self, node: NodeId) -> bool {
        !self.propagating.is_empty() && self.propagating.binary_search(&node).is_ok()
    }

    /// Whether a clock starts at a node.
    pub(crate) fn is_clock_source(&self, node: NodeId) -> bool {
        !self.clock_sources.is_empty() && self.clock_sources.binary_search(&node).is_ok()
    }
}

/// The sets of a node by its arcs, [`SetId::UNKNOWN`] for what has not been made before; and whether one of the arcs lets nothing pass of what there
/// is at its source, or nothing goes further than the node.
#[inline]
fn known_sets(
    (structure, pins): (&Structure, &PinGraph),
    sets: &Sets<'_>,
    node: NodeId,
    of: &impl Fn(VertexId) -> SetId,
) -> (NodeSets, bool) {
    let (mut found, mut is_blocked) = ([SetId::EMPTY; 2], false);
    for arc in structure.fanin(node) {
        let source = structure.arc_source(arc);
        for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
            let from = of(source.vertex(to));
            let place = &mut found[to as usize];
            if from == SetId::EMPTY || *place == SetId::UNKNOWN {
                continue;
            }
            let Some(arriving) = sets.known_after(from, pins.passage(sets, (node, arc, to))) else {
                *place = SetId::UNKNOWN;
                continue;
            };
            is_blocked |= arriving == SetId::EMPTY;
            if arriving != *place {
                *place = sets.known_union(*place, arriving).unwrap_or(SetId::UNKNOWN);
            }
        }
    }
    for transition in Transition::ALL {
        let place = &mut found[transition as usize];
        if *place != SetId::UNKNOWN && *place != SetId::EMPTY {
            let rule = sets.rules().rule_at(node.vertex(transition));
            *place = sets.known_by_rule(*place, rule).unwrap_or(SetId::UNKNOWN);
            is_blocked |= *place == SetId::EMPTY;
        }
    }
    (found, is_blocked)
}
