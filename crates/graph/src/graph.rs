//! The timing graph: what arrivals, required times and paths are found on.

use std::ops::{Deref, Range};
use std::sync::Arc;

use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockEdge;
use zeroslack_units::{Quad, Ticks, Transition};

use crate::captures::Told;
use crate::derates::ArcDerates;
use crate::endpoint::{Check, Endpoint, Output, Terms};
use crate::ends::Ends;
use crate::exceptions::{ItemId, NamedObjects, StateRules};
use crate::ids::{ArcId, CheckId, EndpointId, Ids, NodeId, OutputId, VertexId};
use crate::latch::Latches;
use crate::level::{Fanin, Layout};
use crate::model::{CheckKind, CheckOrigin};
use crate::pin_graph::PinGraph;
use crate::source_latency::SourceLatencies;
use crate::spans::Spans;
use crate::structure::{Structure, laid_out};
use crate::tag::{Role, Tag, TagId, Tags};
use crate::tagging::Started;

/// A node where signals start, because a constraint says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// The node.
    pub node: NodeId,
    /// `[split][transition]`, [`zeroslack_units::UNDEFINED`] where nothing is said.
    pub arrival: Quad<Ticks>,
}

impl Source {
    /// What is stated at a node, of sources in the order of nodes.
    pub fn at(sources: &[Self], node: NodeId) -> Option<&Self> {
        sources.binary_search_by_key(&node, |source| source.node).ok().map(|at| &sources[at])
    }

    /// The same of many nodes, in order: the search goes on from that of the node before.
    #[inline]
    pub fn next_at<'s>(sources: &mut &'s [Self], node: NodeId) -> Option<&'s Self> {
        loop {
            let (first, rest) = sources.split_first()?;
            if first.node >= node {
                return (first.node == node).then_some(first);
            }
            *sources = rest;
        }
    }
}

/// The timing graph of a netlist under constraints.
///
/// A node is a pin and what signals come there: each of its two vertices, one a transition, has one [`Tag`] or none. Where no vertex of the
/// pin graph has more than one tag, and every arc lets it pass, this graph has the pin graph's nodes and arcs: the same [`Structure`] in memory.
/// Elsewhere it has its own, in which the nodes of a pin follow each other, and [`TimingGraph::pin_arcs`] says where arcs have their delays from. Where
/// constraints state factors on delays, its arcs have delays of their own even if the structure is the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimingGraph {
    pub(crate) pins: PinGraph,
    pub(crate) structure: Arc<Structure>,
    pub(crate) own: Option<Own>,
    pub(crate) tags: Tags,
    pub(crate) vertex_tags: Vec<[TagId; 2]>,
    pub(crate) derates: Option<ArcDerates>,
    pub(crate) sources: Vec<Source>,
    pub(crate) checks: Vec<Check>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) ends: Ends,
    pub(crate) endpoints: Vec<Endpoint>,
    pub(crate) terms: Vec<Terms>,
    pub(crate) latches: Latches,
    /// Whether cells may come and go where nothing but data is: see [`TimingGraph::rewire`].
    pub(crate) may_be_rewired: bool,
    /// Nodes of the pin graph from which arcs lead to where clocks start within the design, and these themselves; in order.
    pub(crate) before_clocks: Vec<NodeId>,
    /// Nodes of the pin graph behind pins that not all edges of clocks pass, and these themselves; in order.
    pub(crate) behind_senses: Vec<NodeId>,
    /// What constraints say that starts, by what is stated.
    pub(crate) started: Vec<Started>,
    /// Warnings about clocks that were given.
    pub(crate) told: Vec<Told>,
    /// Timed source latencies of generated clocks.
    pub(crate) found: SourceLatencies,
    /// What becomes of states on the way, where exceptions have items.
    pub(crate) rules: Option<Box<StateRules>>,
    /// What exceptions name, where cells may come and go.
    pub(crate) named: NamedObjects,
}

/// How many nodes a timing graph has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCounts {
    /// Nodes of the pin graph: pins, driver sides of pins with two sides, and ideal nodes of clock pins.
    pub pins: usize,
    /// Nodes of the timing graph.
    pub nodes: usize,
    /// The most of one node of the pin graph: the tags that meet there.
    pub most: usize,
}

/// What leads from a timing graph with nodes of its own to the pin graph, and back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Own {
    /// The pin graph's arc of each arc. `[arc]`.
    pub(crate) pin_arc: Vec<ArcId>,
    /// The pin graph's node of each node. `[node]`.
    pub(crate) pin_node: Vec<NodeId>,
    /// Where the nodes of each node of the pin graph start, and where the last one's end. `[node of the pin graph + 1]`.
    pub(crate) first_node: Vec<u32>,
    /// Where they are of nodes of the pin graph that came later, or to which other signals come than when they were laid out.
    pub(crate) other_nodes: Spans,
}

impl Own {
    /// The nodes of a node of the pin graph.
    #[inline]
    fn nodes(&self, pin_graph_node: NodeId) -> Range<usize> {
        let other = self.other_nodes.get(pin_graph_node.index());
        other.unwrap_or_else(|| laid_out(&self.first_node, pin_graph_node))
    }

    /// Makes room for so many nodes of a node of the pin graph, of a graph that has `end` nodes. Returns which they are, and how many nodes the graph has to have then.
    pub(crate) fn fit(&mut self, pin_graph_node: NodeId, count: usize, end: usize) -> (Range<usize>, usize) {
        let laid_out = laid_out(&self.first_node, pin_graph_node);
        self.other_nodes.fit(pin_graph_node.index(), laid_out, (count, end))
    }
}

/// An edge where a clock launches data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchEdge {
    /// The arc from the clock pin to the output.
    pub arc: ArcId,
    /// The vertex of the clock edge.
    pub clock: VertexId,
}

/// Nodes and arcs are those of its structure.
impl Deref for TimingGraph {
    type Target = Structure;

    #[inline]
    fn deref(&self) -> &Structure {
        &self.structure
    }
}

/// How many tags signals have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagCounts {
    /// Nodes of pins that signals come to.
    pub pins: usize,
    /// Tags of all of them; one that is in both transitions, or a clock's edges of one lane, count once.
    pub tags: usize,
    /// The most tags of one.
    pub most: usize,
    /// The first pin with so many.
    pub at: Option<PinId>,
    /// How far exceptions have been matched: states that differ, the one where nothing is matched among them.
    pub states: usize,
}

impl TimingGraph {
    /// The pin graph, on which delays are computed.
    pub fn pins(&self) -> &PinGraph {
        &self.pins
    }

    /// Its nodes and arcs.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// Factors on delays and on what checks ask for, where constraints state any.
    pub fn derates(&self) -> Option<&ArcDerates> {
        self.derates.as_ref()
    }

    /// Whether its nodes and arcs are the pin graph's, and delays too.
    pub fn is_pin_graph(&self) -> bool {
        self.own.is_none()
    }

    /// The pin graph's arc of each arc; none where the two graphs are one. `[arc]`.
    pub fn pin_arcs(&self) -> Option<&[ArcId]> {
        self.own.as_ref().map(|own| &own.pin_arc[..])
    }

    /// The pin graph's node of a node.
    #[inline]
    pub fn pin_graph_node(&self, node: NodeId) -> NodeId {
        self.own.as_ref().map_or(node, |own| own.pin_node[node.index()])
    }

    /// The nodes of a node of the pin graph.
    #[inline]
    pub fn nodes_at(&self, pin_graph_node: NodeId) -> impl Ids<NodeId> + use<> {
        let node = pin_graph_node.index();
        NodeId::all(match &self.own {
            None => node..node + 1,
            Some(own) => own.nodes(pin_graph_node),
        })
    }

    /// How many nodes the pins have.
    pub fn node_counts(&self) -> NodeCounts {
        let pins = self.pins.structure.node_count();
        let most = NodeId::all(0..pins).map(|node| self.nodes_at(node).len()).max().unwrap_or(0);
        NodeCounts { pins, nodes: self.node_count(), most }
    }

    /// The nodes of a pin: one for each way in which tags come to its two transitions; without that of an ideal clock. Of a pin with two sides
    /// they are those of its load side.
    pub fn nodes(&self, pin: PinId) -> impl Ids<NodeId> + use<> {
        self.nodes_at(self.pins.node(pin))
    }

    /// The nodes at which ideal clocks launch and capture at a clock pin.
    pub fn ideal_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + use<> {
        self.pins.ideal_node(pin).map(|node| self.nodes_at(node)).into_iter().flatten()
    }

    /// The nodes of the driver side of a pin with two sides.
    pub fn driver_side_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + use<> {
        self.pins.driver_side(pin).map(|node| self.nodes_at(node)).into_iter().flatten()
    }

    /// The nodes where signals start that are stated of a pin: at its driver side, and at the load side of a cell's pin.
    pub fn start_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        self.pins.start_nodes(pin).flat_map(|node| self.nodes_at(node))
    }

    /// The nodes of the giving side of a data pin of a latch.
    pub fn giving_side_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + use<> {
        self.pins.giving_node(pin).map(|node| self.nodes_at(node)).into_iter().flatten()
    }

    /// The nodes of a pin through which signals come, those of both sides, without that of an ideal clock.
    pub fn side_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + use<> {
        self.nodes(pin).chain(self.driver_side_nodes(pin))
    }

    /// All nodes of a pin.
    pub fn all_nodes(&self, pin: PinId) -> impl Iterator<Item = NodeId> + Clone + use<> {
        self.side_nodes(pin).chain(self.giving_side_nodes(pin)).chain(self.ideal_nodes(pin))
    }

    /// Whether an ideal clock launches and captures at a node, instead of what comes through the clock network.
    pub fn is_ideal(&self, node: NodeId) -> bool {
        self.pins.is_ideal(self.pin_graph_node(node))
    }

    /// What the signal at a vertex is; none where no signal comes.
    #[inline]
    pub fn vertex_tag(&self, vertex: VertexId) -> Option<Tag> {
        let tag = self.vertex_tags[vertex.node().index()][vertex.transition() as usize].some()?;
        Some(self.tags.get(tag))
    }

    /// How far exceptions have been matched on the way to a vertex.
    pub(crate) fn state(&self, vertex: VertexId) -> &[ItemId] {
        let tag = self.vertex_tags[vertex.node().index()][vertex.transition() as usize];
        tag.some().map_or(&[], |tag| self.tags.states.get(self.tags.state(tag)))
    }

    /// How many tags there are at pins, and how many states.
    pub fn tag_counts(&self) -> TagCounts {
        let mut counts = TagCounts { states: self.tags.states.len(), ..TagCounts::default() };
        for node in NodeId::all(0..self.pins.structure().node_count()) {
            let nodes = self.nodes_at(node);
            let has_tag =
                |node: NodeId| node.vertices().into_iter().any(|vertex| self.vertex_tag(vertex).is_some());
            let here = nodes.filter(|&node| has_tag(node)).count();
            if here > 0 {
                counts.pins += 1;
                counts.tags += here;
            }
            if here > counts.most {
                (counts.most, counts.at) = (here, Some(self.pins.structure().pin(node)));
            }
        }
        counts
    }

    /// The clock edge that launched the signal at a vertex; none where no clock did.
    pub fn launch_edge(&self, vertex: VertexId) -> Option<ClockEdge> {
        self.vertex_tag(vertex)?.launch
    }

    /// When the edge is that launched the signal at a vertex, which its arrivals and required times count from; 0 where no clock did. Ticks.
    pub fn launch_time(&self, vertex: VertexId) -> Ticks {
        let tag = self.vertex_tags[vertex.node().index()][vertex.transition() as usize];
        tag.some().map_or(0, |tag| self.tags.launch_time(tag))
    }

    /// Where signals start, in the order of nodes.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Edges where clocks launch data, in the order of the nodes that they launch to.
    pub fn launches(&self) -> impl Iterator<Item = LaunchEdge> + '_ {
        let arcs = NodeId::all(0..self.node_count()).flat_map(|node| self.fanin(node));
        arcs.filter(|&arc| self.is_launch(arc)).flat_map(|arc| {
            let source = self.arc_source(arc);
            let edges = Transition::ALL.into_iter().filter(move |&to| source.has(to));
            edges.map(move |to| LaunchEdge { arc, clock: source.vertex(to) })
        })
    }

    /// Whether a clock launches data by an arc.
    #[inline]
    pub fn is_launch(&self, arc: ArcId) -> bool {
        self.arc_kind(arc).launches(&self.pins.arc_models)
    }

    /// Checks, each of the data of one launching edge against one capturing edge, in the order of their data nodes.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// A check.
    #[inline]
    pub fn check(&self, check: CheckId) -> &Check {
        &self.checks[check.index()]
    }

    /// What asks for a check.
    pub fn check_origin(&self, check: &Check) -> CheckOrigin {
        self.pins.check_models[check.model as usize].origin
    }

    /// Whether data is checked against data.
    pub fn has_checks_between_data(&self) -> bool {
        self.pins.check_models.iter().any(|model| model.origin.is_between_data())
    }

    /// The clock vertices at which checks capture: all but those of data that captures other data.
    pub fn capturing_clocks(&self) -> impl Iterator<Item = VertexId> + '_ {
        let is_clock = |check: &&Check| {
            !self.check_origin(check).is_between_data()
                || self.vertex_tag(check.clock).is_some_and(|tag| tag.role != Role::Data)
        };
        self.checks.iter().filter(is_clock).map(|check| check.clock)
    }

    /// What a check asks for.
    pub fn check_kind(&self, check: &Check) -> CheckKind {
        self.pins.check_models[check.model as usize].kind
    }

    /// Required times at output ports, in the order of nodes.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The nodes of which checks and outputs require something.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// Required times at an output port.
    #[inline]
    pub fn output(&self, output: OutputId) -> &Output {
        &self.outputs[output.index()]
    }

    /// An endpoint.
    #[inline]
    pub fn endpoint(&self, endpoint: EndpointId) -> &Endpoint {
        &self.endpoints[endpoint.index()]
    }

    /// Where paths end, in the order of pins.
    pub fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    /// The nodes of an endpoint where data is checked or required, in order, each once.
    pub fn end_nodes(&self, endpoint: &Endpoint) -> impl Iterator<Item = NodeId> + '_ {
        let checked = endpoint.checks().map(|check| self.check(check).data);
        let nodes = checked.chain(endpoint.outputs().map(|output| self.output(output).node));
        let mut last = None;
        nodes.filter(move |&node| last.replace(node) != Some(node))
    }

    /// The endpoint at a node where data is checked or required.
    pub fn endpoint_at(&self, node: NodeId) -> Option<EndpointId> {
        let endpoint = self.endpoint_of(self.pin(node))?;
        self.end_nodes(self.endpoint(endpoint)).any(|end| end == node).then_some(endpoint)
    }

    /// The endpoint at a pin.
    pub fn endpoint_of(&self, pin: PinId) -> Option<EndpointId> {
        self.endpoints.binary_search_by_key(&pin, |endpoint| endpoint.pin).ok().map(EndpointId::at)
    }
}

/// What the layout of a graph may be found by, beside [`Fanin::layout`].
pub(crate) trait FindLayout: FnOnce(&Fanin<'_>) -> Option<Layout> {}
impl<F: FnOnce(&Fanin<'_>) -> Option<Layout>> FindLayout for F {}
