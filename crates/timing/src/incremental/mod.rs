//! Updates that compute again only what an edit changes, as long as the graph takes the edit over.
//!
//! Nodes that have to be computed again wait in sets, by their place in an order in which arcs lead upwards, and each is computed as a full update does it. What comes out as it was, bit
//! for bit, goes no further. So the result is that of a full update:
//!
//! 1. RC trees of the nets that were touched: loads, and wires (`delays.rs`).
//! 2. Slews and delays, forward on the pin graph, and what checks ask for.
//! 3. Arrivals, forward on the timing graph (`times.rs`).
//! 4. With CPPR the clock network, the lists of arrivals that can matter, and the credits of checks (`credits.rs`).
//! 5. Nodes whose required times may be others, which wait until somebody asks for them (`required.rs` beside this folder).
//!
//! Where more nodes are visited than some share of the design, a full update, which takes all threads and reads memory in order, is faster and is left to the caller.

pub(crate) mod batch;
mod credits;
mod delays;
pub(crate) mod node_set;
mod times;

use std::sync::Arc;

use rayon::prelude::*;
use zeroslack_graph::{
    CheckId, EndEntry, EndRole, EndpointId, MovedEnds, NodeId, PinCheck, Recompute, TimingGraph,
};

use crate::bits::{Bits, Numbered, OfNodes};
use crate::calculator::{Elmore, Lumped};
use crate::data::DelayData;
use crate::effective::EffectiveCapacitance;
use crate::timing::{Calculator, Timing};
use node_set::NodeSet;

/// What edits changed of what delays are computed from, while the graph stayed. Something can be there more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// What goes by models of other library cells, or is connected elsewhere.
    pub graph: Recompute,
    /// RC trees that were made again, as [`DelayData::update_nets`] says.
    pub trees: Vec<u32>,
    /// Nodes of RC trees with other loads, as [`DelayData::update_cells`] says; those of a tree that was made again later say nothing.
    pub loads: Vec<[u32; 2]>,
    /// Whether constraints state other times, factors, slews or loads. What follows from that is in `graph` and `trees`; arrays of what is stated are others.
    pub is_restated: bool,
}

impl Changes {
    /// Adds what changed later.
    pub fn append(&mut self, later: &Self) {
        self.is_restated |= later.is_restated;
        self.graph.append(&later.graph);
        self.trees.extend(&later.trees);
        self.loads.extend(&later.loads);
    }

    /// How much changed that others may follow from: all but what is required.
    pub fn count(&self) -> usize {
        let Recompute { nodes, checks, targets, sources, ends: _, has_clocks: _ } = &self.graph;
        let of_graph = nodes.len() + checks.len() + targets.len() + sources.len();
        self.trees.len() + self.loads.len() + of_graph
    }

    /// Forgets what changed of some RC trees: their nets have gone.
    pub fn forget_trees(&mut self, trees: &[u32]) {
        self.trees.retain(|tree| !trees.contains(tree));
        self.loads.retain(|[tree, _]| !trees.contains(tree));
    }

    /// Takes over that checks came and went.
    pub fn move_ends(&mut self, moved: &MovedEnds) {
        let checks = &mut self.graph.checks;
        checks.retain_mut(|check| moved.pin_checks.now(*check).map(|now| *check = now).is_some());
    }

    /// Forgets what is there more than once; the order is another one then.
    pub fn keep_each_once(&mut self) {
        let Recompute { nodes, checks, targets, sources, ends, has_clocks: _ } = &mut self.graph;
        for nodes in [nodes, targets, sources, ends] {
            keep_each_once(nodes);
        }
        for numbers in [checks, &mut self.trees] {
            keep_each_once(numbers);
        }
        keep_each_once(&mut self.loads);
    }
}

fn keep_each_once<T: Ord + Send>(all: &mut Vec<T>) {
    all.par_sort_unstable();
    all.dedup();
}

/// What an incremental update computed, and what questions for required times computed after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visited {
    /// Nodes of the pin graph whose slews and delays were computed.
    pub delays: usize,
    /// Nodes whose arrivals were computed.
    pub arrivals: usize,
    /// Nodes whose lists of arrivals that matter after CPPR were computed, early and late ones each.
    pub lists: usize,
    /// Nodes whose required times were computed, by questions since the update: it leaves them to these.
    pub required: usize,
}

impl Visited {
    /// All together.
    pub fn total(&self) -> usize {
        let Self { delays, arrivals, lists, required } = self;
        delays + arrivals + lists + required
    }
}

/// What incremental updates of one graph need beside it, made when the first of them comes.
#[derive(Clone, Debug)]
pub struct Incremental {
    /// Checks of the pin graph by the nodes of their data and of their clocks.
    checked: OfNodes,
    /// Nodes of the pin graph with stated slews.
    stated: Bits,
    /// Nodes of which checks or outputs require something, in the order of [`TimingGraph::ends`].
    ends: Arc<Numbered>,
    /// The endpoints of checks, and those of outputs.
    endpoint_of: [Vec<EndpointId>; 2],
    /// Nodes where signals start.
    sources: Bits,
    /// Nodes of the pin graph.
    delays: NodeSet,
    arrivals: NodeSet,
    /// Nodes whose required times have to be computed again, during an update: between updates they are with these.
    required: NodeSet,
    /// Checks of the pin graph.
    margins: NodeSet,
    /// Checks of which something has changed that their slacks follow from.
    checks: NodeSet,
    /// Endpoints whose slacks may be others, after an update.
    endpoints: NodeSet,
    credits: credits::Credits,
    /// Nodes with other arrivals after an update, and those with other arcs into them, or other delays of these. Some more than once.
    touched: Vec<NodeId>,
    /// Nodes that may still be visited.
    left: usize,
    visited: Visited,
}

impl Incremental {
    /// Of a graph without latches.
    pub fn new(graph: &TimingGraph) -> Self {
        let (pin_nodes, nodes) = (graph.pins().structure().node_count(), graph.node_count());
        let stated = graph.pins().driver_slews().iter().map(|&(node, _)| node);
        Self {
            checked: checked_at(graph),
            stated: Bits::of(pin_nodes, stated),
            ends: Arc::new(Numbered::of(nodes, graph.ends().nodes().iter().copied())),
            endpoint_of: endpoints_of(graph),
            sources: Bits::of(nodes, graph.sources().iter().map(|source| source.node)),
            delays: NodeSet::new(pin_nodes),
            arrivals: NodeSet::new(nodes),
            required: NodeSet::default(),
            margins: NodeSet::new(graph.pins().checks().len()),
            checks: NodeSet::new(graph.checks().len()),
            endpoints: NodeSet::new(graph.endpoints().len()),
            credits: credits::Credits::default(),
            touched: Vec::new(),
            left: 0,
            visited: Visited::default(),
        }
    }

    /// Takes over that checks and endpoints came and went. [`Timing::move_ends`] has to be called, too, and the changes have to have been.
    pub fn move_ends(&mut self, graph: &TimingGraph, moved: &MovedEnds) {
        let checks = graph.pins().checks();
        let came =
            moved.pin_checks.came().iter().flat_map(|&number| of_check(&checks[number as usize], number));
        if !self.checked.shift(&moved.pin_checks, came) {
            self.checked = checked_at(graph);
        }
        self.ends = Arc::new(Numbered::of(graph.node_count(), graph.ends().nodes().iter().copied()));
        self.endpoint_of = endpoints_of(graph);
        self.margins.fit(checks.len());
        self.checks.fit(graph.checks().len());
        self.endpoints.clear();
        self.endpoints.fit(graph.endpoints().len());
    }

    /// Brings what a full update computed up to date after changes, if no more than `most` nodes have to be visited for that; on one thread. None if there are more: then
    /// `timing` has to be computed anew. `graph` and `data` are as the changes left them.
    ///
    /// With CPPR the first time takes about as long as a full update: lists of arrivals are kept from then on. Where the graph is not levelled, [`Timing::keep_lists`] has to have found them
    /// before; otherwise the result is none.
    pub fn update(
        &mut self,
        (graph, data): (&TimingGraph, &DelayData),
        calculator: Calculator,
        (timing, changes): (&mut Timing, &Changes),
        most: usize,
    ) -> Option<Visited> {
        (self.left, self.visited) = (most, Visited::default());
        self.endpoints.clear();
        self.touched.clear();
        self.fit(graph, timing);
        self.required = timing.required.take_waiting(graph);
        self.prepare_credits(graph, timing);
        if changes.graph.has_clocks {
            self.credits.clocks_changed();
        }
        for node in changes.graph.targets.iter().flat_map(|&node| graph.nodes_at(node)) {
            self.touch_source(graph, node);
        }
        for node in changes.graph.sources.iter().flat_map(|&node| graph.nodes_at(node)) {
            self.required.insert(node.index());
        }
        for &node in &changes.graph.ends {
            self.required.insert(node.index());
            self.touch_ends(graph, node);
        }
        let done = match calculator {
            Calculator::Elmore => self.delays_of((graph, data), &Elmore, (timing, changes)),
            Calculator::Lumped => self.delays_of((graph, data), &Lumped, (timing, changes)),
            Calculator::EffectiveCapacitance => {
                let calculator = EffectiveCapacitance::new(data.library.slew_measure);
                self.delays_of((graph, data), &calculator, (timing, changes))
            }
        };
        let done = done
            .and_then(|()| self.arrivals_of(graph, timing))
            .and_then(|()| if timing.cppr { self.credits_of(graph, timing) } else { Some(()) });
        match done {
            Some(()) => {
                self.checks_of(graph, timing);
                let mut slacks = timing.required.pin_slacks_mut().take();
                slacks.take_if(|slacks| !slacks.follow(graph, timing));
                *timing.required.pin_slacks_mut() = slacks;
                timing.required.leave(std::mem::take(&mut self.required), &self.ends);
            }
            None => self.clear(),
        }
        done.map(|()| self.visited)
    }

    /// Makes room for nodes, arcs and nets that came since, of which nothing is known.
    fn fit(&mut self, graph: &TimingGraph, timing: &mut Timing) {
        if graph.is_levelled() {
            return;
        }
        self.delays.fit(graph.pins().structure().places());
        self.arrivals.fit(graph.places());
        timing.fit(graph);
    }

    /// Forgets all work that is left.
    fn clear(&mut self) {
        let Self { delays, arrivals, margins, checks, credits, .. } = self;
        for set in [delays, arrivals, margins, checks] {
            set.clear();
        }
        self.required = NodeSet::default();
        credits.clear();
    }

    /// Nodes with other arrivals since the last update, and those with other arcs into them or other delays of these; some more than once.
    pub fn touched(&self) -> &[NodeId] {
        &self.touched
    }

    /// Takes the endpoints whose slacks may be other ones since the last update out, in order.
    pub fn changed_endpoints(&mut self) -> impl Iterator<Item = EndpointId> + '_ {
        std::iter::from_fn(|| self.endpoints.pop_first().map(EndpointId::at))
    }

    /// Counts visits. None if there were too many.
    #[inline]
    fn visit(&mut self, nodes: usize, count: impl FnOnce(&mut Visited) -> &mut usize) -> Option<()> {
        self.left = self.left.checked_sub(nodes)?;
        *count(&mut self.visited) += nodes;
        Some(())
    }

    /// What checks and outputs at a node follow from has changed.
    fn touch_ends(&mut self, graph: &TimingGraph, node: NodeId) {
        for entry in ends_at(graph, &self.ends, node) {
            match entry.role() {
                EndRole::Data(check) | EndRole::Clock(check) => self.checks.insert(check.index()),
                EndRole::Output(output) => {
                    self.endpoints.insert(self.endpoint_of[1][output.index()].index());
                }
            }
        }
    }

    /// The slack of a check may be another one, and so may what it requires of its data and of its clock.
    fn touch_check(&mut self, graph: &TimingGraph, id: CheckId) {
        let check = graph.check(id);
        for node in [check.data, check.clock.node()] {
            self.required.insert(node.index());
        }
        self.endpoints.insert(self.endpoint_of[0][id.index()].index());
    }
}

/// Checks of the pin graph by the nodes of their data and of their clocks.
fn checked_at(graph: &TimingGraph) -> OfNodes {
    let checks = graph.pins().checks();
    let pairs = checks.iter().zip(0..).flat_map(|(check, number)| of_check(check, number));
    OfNodes::new(graph.pins().structure().node_count(), pairs.collect())
}

fn of_check(check: &PinCheck, number: u32) -> [(NodeId, u32); 2] {
    [check.data, check.clock.node()].map(|node| (node, number))
}

/// The endpoints of checks, and those of outputs.
fn endpoints_of(graph: &TimingGraph) -> [Vec<EndpointId>; 2] {
    let mut endpoint_of =
        [graph.checks().len(), graph.outputs().len()].map(|count| vec![EndpointId(0); count]);
    for (number, endpoint) in graph.endpoints().iter().enumerate() {
        endpoint.checks().for_each(|check| endpoint_of[0][check.index()] = EndpointId::at(number));
        endpoint.outputs().for_each(|output| endpoint_of[1][output.index()] = EndpointId::at(number));
    }
    endpoint_of
}

/// What requires something of a node.
#[inline]
fn ends_at<'g>(graph: &'g TimingGraph, ends: &Numbered, node: NodeId) -> &'g [EndEntry] {
    ends.number(node).map_or(&[], |end| graph.ends().of(end))
}
