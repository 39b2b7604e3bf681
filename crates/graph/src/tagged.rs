//! The nodes and arcs of a timing graph where vertices of the pin graph have several tags.
//!
//! A pin has a node for each *lane* of its tags. Data has the same tag in both transitions of a lane; a clock has one of its edges in each, and
//! its two lanes tell whether that is the edge of the same direction. So an arc mostly joins a lane to one lane, with both of its edges.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_parallel::{add_up, filled, sweep};
use zeroslack_units::Transition;

use crate::arc::{ArcSource, PackedKind};
use crate::exceptions::RuleId;
use crate::graph::Own;
use crate::ids::{ArcId, NodeId};
use crate::pin_graph::PinGraph;
use crate::structure::Structure;
use crate::tag::{Passage, Role, Sets, TagId, Tags};
use crate::tagging::{NodeSets, Tagging};

/// Nodes that one task takes.
const NODES: usize = 1 << 12;

/// The tags of a node, by transition; [`TagId::NONE`] where it has none.
type NodeTags = [TagId; 2];

/// Pins with the same sets of tags have like nodes. Index into [`Lanes::of`].
type Shape = u32;

/// The nodes that pins have, by the sets of their tags.
#[derive(Default)]
struct Lanes {
    find: FxHashMap<NodeSets, Shape>,
    /// In the order of lanes. `[shape]`.
    of: Vec<Vec<NodeTags>>,
    /// The places of states in the order of their content. `[state]`.
    places: Vec<u32>,
}

/// What the tags of a lane have in common: the tag but for its edge, whether the edge is not of the transition, the place of the state.
type LaneKey = (TagId, bool, u32);

/// What an arc joins: the shapes of its source and its target, its polarity and edges, and what it does to tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Joint {
    from: Shape,
    to: Shape,
    edges: u32,
    /// `[transition of the target]`.
    passage: [Passage; 2],
    is_propagating: bool,
    /// `[transition of the target]`.
    rules: [RuleId; 2],
    /// The target, where not all passes it that comes there, or where clocks are generated.
    special: Option<NodeId>,
}

/// The arcs between the lanes of two pins, by the lane they lead to: (lane they come from, edges).
#[derive(Clone, Debug, Default)]
struct Wiring {
    /// Where those to each lane start, and where the last ones end.
    first: Vec<u32>,
    arcs: Vec<(u32, [bool; 2])>,
}

/// The lanes of all nodes of a pin graph, and how arcs join them.
struct Layout<'a> {
    pins: &'a PinGraph,
    lanes: Lanes,
    /// `[node of the pin graph]`.
    shape: Vec<Shape>,
    wirings: Vec<Wiring>,
    /// `[arc of the pin graph]`.
    wiring: Vec<u32>,
    own: Own,
}

/// The nodes and arcs of a timing graph, with the tags of its vertices.
pub(crate) fn own_structure(tagging: &Tagging<'_>, pins: &PinGraph) -> (Structure, Own, Vec<NodeTags>) {
    let mut layout = Layout::new(tagging, pins);
    layout.wire(tagging);
    let structure = layout.structure(tagging);
    let tags = layout.tags();
    (structure, layout.own, tags)
}

impl Lanes {
    fn shape(&mut self, sets: &Sets<'_>, of: NodeSets) -> Shape {
        let Self { find, of: all, places } = self;
        *find.entry(of).or_insert_with(|| {
            all.push(lanes(sets, of, places));
            all.len() as Shape - 1
        })
    }
}

/// The nodes of a pin with some sets of tags, in the order of their content.
fn lanes(sets: &Sets<'_>, of: NodeSets, places: &[u32]) -> Vec<NodeTags> {
    let mut lanes: Vec<(LaneKey, NodeTags)> = Vec::new();
    for transition in Transition::ALL {
        for &tag in sets.members(of[transition as usize]) {
            let key = lane_key(sets.tags(), tag, transition, places);
            let place = match lanes.binary_search_by_key(&key, |&(key, _)| key) {
                Ok(place) => place,
                Err(place) => {
                    lanes.insert(place, (key, [TagId::NONE; 2]));
                    place
                }
            };
            lanes[place].1[transition as usize] = tag;
        }
    }
    lanes.into_iter().map(|(_, tags)| tags).collect()
}

fn lane_key(tags: &Tags, id: TagId, transition: Transition, places: &[u32]) -> LaneKey {
    let (tag, is_turned) = lane(tags, id, transition);
    (tag, is_turned, places[tags.state(id) as usize])
}

/// What the tags of a lane have in common but for their state, and whether their edges are not of the transition.
pub(crate) fn lane(tags: &Tags, id: TagId, transition: Transition) -> (TagId, bool) {
    let mut tag = tags.get(id);
    let mut is_turned = false;
    if tag.role != Role::Data
        && let Some(launch) = &mut tag.launch
    {
        is_turned = launch.edge != transition;
        launch.edge = Transition::Rise;
    }
    (tags.of(tag), is_turned)
}

impl<'a> Layout<'a> {
    fn new(tagging: &Tagging<'_>, pins: &'a PinGraph) -> Self {
        let mut lanes = Lanes { places: tagging.sets.tags().states.places(), ..Lanes::default() };
        let shape: Vec<Shape> =
            tagging.of_node.iter().map(|&sets| lanes.shape(&tagging.sets, sets)).collect();
        let mut first_node: Vec<u32> =
            shape.iter().map(|&shape| lanes.of[shape as usize].len() as u32).collect();
        let count = add_up(&mut first_node, 0);
        first_node.push(count);
        let node = |at: usize| (first_node[at]..first_node[at + 1]).map(move |_| NodeId::at(at));
        let pin_node = (0..shape.len()).flat_map(node).collect();
        let own = Own { pin_node, first_node, ..Own::default() };
        Self { pins, lanes, shape, wirings: Vec::new(), wiring: Vec::new(), own }
    }

    /// Finds how each arc joins lanes. Few joints are different.
    fn wire(&mut self, tagging: &Tagging<'_>) {
        let structure = self.pins.structure();
        let mut known: FxHashMap<Joint, u32> = FxHashMap::default();
        self.wiring = Vec::with_capacity(structure.arc_count());
        let mut last = None;
        for target in NodeId::all(0..structure.node_count()) {
            let is_source = tagging.is_clock_source(target);
            let generates = is_source && tagging.sets.generated().start_at(target);
            let is_special = generates || !tagging.senses.is_open(target);
            for arc in structure.fanin(target) {
                if is_source && !generates {
                    self.wiring.push(u32::MAX);
                    continue;
                }
                let source = structure.arc_source(arc);
                let joint = Joint {
                    from: self.shape[source.node().index()],
                    to: self.shape[target.index()],
                    edges: source.bits() & 7,
                    passage: Transition::ALL.map(|to| tagging.passage(target, arc, to)),
                    is_propagating: tagging.is_propagating(target),
                    rules: Transition::ALL.map(|to| tagging.sets.rules().rule_at(target.vertex(to))),
                    special: is_special.then_some(target),
                };
                let wiring = match last {
                    Some((same, wiring)) if same == joint => wiring,
                    _ => *known.entry(joint).or_insert_with(|| {
                        self.wirings.push(wiring(tagging, &self.lanes, joint));
                        self.wirings.len() as u32 - 1
                    }),
                };
                last = Some((joint, wiring));
                self.wiring.push(wiring);
            }
        }
    }

    /// Where clocks go on through registers, these launch nothing: their arcs there are as those of other cells.
    fn pass_generating(&self, tagging: &Tagging<'_>, fanin_first: &[u32], kinds: &mut [PackedKind]) {
        if self.pins.passing_models.is_empty() {
            return;
        }
        let role = |tag: TagId| tagging.sets.tags().get(tag).role;
        let is_clock = |tag: &TagId| tag.some().is_some_and(|tag| role(tag) != Role::Data);
        let tags = self.tags();
        for (node, first) in tags.iter().zip(fanin_first.windows(2)) {
            if node.iter().any(is_clock) {
                for kind in &mut kinds[first[0] as usize..first[1] as usize] {
                    *kind = self.pins.passing(*kind);
                }
            }
        }
    }

    /// How an arc joins lanes; nothing at a pin where a clock starts.
    fn wiring(&self, arc: ArcId) -> Option<&Wiring> {
        self.wirings.get(self.wiring[arc.index()] as usize)
    }

    /// Lays out nodes and arcs in the order of the pin graph's; of a node by the pin graph's arcs, then by lanes.
    fn structure(&mut self, tagging: &Tagging<'_>) -> Structure {
        let pins = self.pins.structure();
        let first_node = &self.own.first_node;
        let level_first = pins.level_first().iter().map(|&node| first_node[node as usize]).collect();
        let node_pin = self.own.pin_node.par_iter().map(|&node| pins.pin(node)).collect();
        let mut fanin_first: Vec<u32> = (0..self.own.pin_node.len())
            .into_par_iter()
            .map(|node| self.fanin(NodeId::at(node)).count() as u32)
            .chain(rayon::iter::once(0))
            .collect();
        let arcs = add_up(&mut fanin_first, 0) as usize;
        let mut arc_source = filled(ArcSource::default(), arcs);
        let mut pin_arc = filled(ArcId::default(), arcs);
        let nodes = 0..self.own.pin_node.len();
        let first = |node: usize| fanin_first[node] as usize;
        sweep(
            nodes,
            NODES,
            (),
            (&mut arc_source[..], &mut pin_arc[..]),
            &first,
            &|nodes, (), (sources, arcs)| {
                let fanin = NodeId::all(nodes).flat_map(|node| self.fanin(node));
                for (((source, arc), place), pin_arc) in fanin.zip(sources).zip(arcs) {
                    (*place, *pin_arc) = (source, arc);
                }
            },
        );
        let mut arc_kind: Vec<PackedKind> =
            pin_arc.par_iter().map(|arc| pins.arc_kinds()[arc.index()]).collect();
        self.pass_generating(tagging, &fanin_first, &mut arc_kind);
        self.own.pin_arc = pin_arc;
        let mut structure =
            Structure { node_pin, level_first, fanin_first, arc_source, arc_kind, ..Structure::default() };
        structure.lay_out_fanouts();
        structure
    }

    /// The arcs into a node, each with the pin graph's.
    fn fanin(&self, node: NodeId) -> impl Iterator<Item = (ArcSource, ArcId)> + '_ {
        let pins = self.pins.structure();
        let target = self.own.pin_node[node.index()];
        let lane = (node.0 - self.own.first_node[target.index()]) as usize;
        pins.fanin(target).flat_map(move |arc| {
            let source = pins.arc_source(arc);
            let base = self.own.first_node[source.node().index()];
            let wiring = self.wiring(arc).map_or(&[][..], |wiring| {
                &wiring.arcs[wiring.first[lane] as usize..wiring.first[lane + 1] as usize]
            });
            let joined = move |&(from, has): &(u32, [bool; 2])| {
                (ArcSource::new(NodeId(base + from), source.is_negative(), has), arc)
            };
            wiring.iter().map(joined)
        })
    }

    /// The tags of all vertices. `[node][transition]`.
    fn tags(&self) -> Vec<NodeTags> {
        self.shape.iter().flat_map(|&shape| self.lanes.of[shape as usize].iter().copied()).collect()
    }
}

/// How an arc joins lanes.
fn wiring(tagging: &Tagging<'_>, lanes: &Lanes, joint: Joint) -> Wiring {
    let (from, to) = (&lanes.of[joint.from as usize], &lanes.of[joint.to as usize]);
    let arc = ArcSource::from_bits(joint.edges);
    let mut lane_of: FxHashMap<(TagId, usize), u32> = FxHashMap::default();
    for (tags, lane) in to.iter().zip(0..) {
        for (transition, &tag) in tags.iter().enumerate() {
            lane_of.insert((tag, transition), lane);
        }
    }
    let mut arcs: Vec<(u32, u32, [bool; 2])> = Vec::new();
    for (tags, source) in from.iter().zip(0..) {
        for transition in Transition::ALL.into_iter().filter(|&to| arc.has(to)) {
            let Some(tag) = tags[arc.from(transition) as usize].some() else { continue };
            for tag in after(tagging, (tag, transition), to, joint) {
                let Some(&lane) = lane_of.get(&(tag, transition as usize)) else { continue };
                match arcs.iter_mut().rev().find(|(to, from, _)| (*to, *from) == (lane, source)) {
                    Some((.., has)) => has[transition as usize] = true,
                    None => {
                        let mut has = [false; 2];
                        has[transition as usize] = true;
                        arcs.push((lane, source, has));
                    }
                }
            }
        }
    }
    arcs.sort_unstable();
    let first = (0..=to.len() as u32).map(|lane| arcs.partition_point(|arc| arc.0 < lane) as u32).collect();
    Wiring { first, arcs: arcs.into_iter().map(|(_, from, has)| (from, has)).collect() }
}

/// What a tag is after an edge: mostly one tag, or none.
fn after(
    tagging: &Tagging<'_>,
    (tag, transition): (TagId, Transition),
    to: &[NodeTags],
    joint: Joint,
) -> Vec<TagId> {
    let sets = &tagging.sets;
    let (passage, rule) = (joint.passage[transition as usize], joint.rules[transition as usize]);
    let main = sets.tag_after(tag, passage);
    let generating = sets.generating_after(tag, passage);
    if let Some(node) = joint.special.filter(|&node| sets.generated().start_at(node)) {
        let coming: Vec<TagId> = main.into_iter().chain(generating).collect();
        return generated(tagging, node, &coming, to.iter().map(|tags| tags[transition as usize]));
    }
    let mut main = main.and_then(|tag| sets.tag_by_rule(tag, rule));
    if joint.is_propagating {
        main = main.and_then(|tag| sets.tag_after(tag, Passage::Propagating));
    }
    let passes = |tag: &TagId| {
        joint.special.is_none_or(|node| tagging.senses.passes(node, sets.tags().get(*tag), transition))
    };
    main.into_iter().chain(generating).filter(passes).collect()
}

/// The clocks that are generated at a node from what comes there: all of their tags among those of the node.
fn generated(
    tagging: &Tagging<'_>,
    node: NodeId,
    coming: &[TagId],
    there: impl Iterator<Item = TagId>,
) -> Vec<TagId> {
    let tags = tagging.sets.tags();
    let takes_over = |tag: &TagId| {
        let of = tags.get(*tag);
        of.launch.is_some_and(|launch| {
            let takes_over =
                |&coming: &TagId| tagging.sets.generated().takes_over(node, launch.clock, tags.get(coming));
            of.role != Role::Data && !of.is_bare && coming.iter().any(takes_over)
        })
    };
    there.filter_map(TagId::some).filter(takes_over).collect()
}

/// The structure of a timing graph, and the tags of its vertices: the pin graph's own structure where that will do. With delays of its own its arcs are told
/// apart from the pin graph's even where the structure is the same.
pub(crate) fn structure_of(
    tagging: &Tagging<'_>,
    pins: &PinGraph,
    has_own_delays: bool,
) -> (Arc<Structure>, Option<Own>, Vec<NodeTags>) {
    if !tagging.is_plain() {
        let (structure, own, tags) = own_structure(tagging, pins);
        return (Arc::new(structure), Some(own), tags);
    }
    let only = |set| tagging.sets.members(set).first().copied().unwrap_or(TagId::NONE);
    let tags = tagging.of_node.par_iter().map(|sets| sets.map(only)).collect();
    let structure = Arc::clone(&pins.structure);
    let own = has_own_delays.then(|| Own {
        pin_arc: ArcId::all(0..structure.arc_count()).collect(),
        pin_node: NodeId::all(0..structure.node_count()).collect(),
        first_node: (0..=structure.node_count() as u32).collect(),
        ..Own::default()
    });
    (structure, own, tags)
}
