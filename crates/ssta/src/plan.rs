//! What is in a small memory when: arrivals are made in the order of nodes, each in a slot, and the slots are fewer than nodes.
//!
//! When each arrival is needed next is known beforehand. So what makes room is what is needed last (L. A. Belady, "A study of replacement algorithms for a virtual-storage computer",
//! IBM Systems Journal 5, 1966); what is not needed any more needs no copy, unless it is to be kept. A plan is a pure function of the graph, of what is kept and of the number of slots.

use std::collections::BinaryHeap;
use std::ops::Range;

use zeroslack_graph::NodeId;
use zeroslack_timing::TimedGraph;

/// What makes room where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// What is needed last.
    NeededLast,
    /// What is there for the longest time: the queue of C.-C. Chang and T.-W. Huang, "Statistical timing graph scheduling algorithm for GPU computation", 2025.
    Oldest,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needed} arrivals have to be there at once, and there is memory for {slots}")]
pub struct TooFewSlots {
    /// Slots that there would have to be at least.
    pub needed: usize,
    /// Slots that there are.
    pub slots: usize,
}

/// A node's arrivals and the slot that they are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The node.
    pub node: NodeId,
    /// The slot.
    pub slot: u32,
}

/// Nodes whose arrivals are made together. First slots are copied out, then others in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Nodes of one level.
    pub nodes: Range<usize>,
    /// Among [`Plan::saved`].
    pub saved: Range<usize>,
    /// Among [`Plan::loaded`].
    pub loaded: Range<usize>,
}

/// In which order arrivals are made, copied out and copied in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Slots that are used.
    pub slots: usize,
    /// One after the other; the last ones may only copy.
    pub steps: Vec<Step>,
    /// Slots that are copied out, each node once at the most.
    pub saved: Vec<Placed>,
    /// Slots that are copied in.
    pub loaded: Vec<Placed>,
    /// Where the arrivals of each node are made. `[node]`.
    pub node_slot: Vec<u32>,
    /// Where the arrivals of an arc's source are when its target's are made. `[arc]`.
    pub arc_slot: Vec<u32>,
}

/// Steps whose nodes fit at least, where not all fit: so copies of some go on beside the work of others.
const STEPS_AT_ONCE: usize = 16;

/// No slot, no node.
const NONE: u32 = u32::MAX;

impl Plan {
    /// Of a graph, in at most so many slots; the arrivals of some nodes are kept, which is to say copied out.
    ///
    /// # Errors
    /// If the arrivals that one node is made of do not fit.
    pub fn new(
        graph: &TimedGraph<'_>,
        is_kept: impl Fn(NodeId) -> bool,
        slots: usize,
        eviction: Eviction,
    ) -> Result<Self, TooFewSlots> {
        let needed = most_at_once(graph);
        if needed > slots {
            return Err(TooFewSlots { needed, slots });
        }
        let uses = Uses::new(graph);
        let mut planner = Planner::new(graph, &uses, slots, eviction);
        for level in graph.as_levels().level_first.windows(2) {
            let mut first = level[0] as usize;
            while first < level[1] as usize {
                first = planner.step(first, level[1] as usize, &is_kept);
            }
        }
        Ok(planner.finish())
    }

    /// How many copies of a node's arrivals it makes, out and in.
    pub fn copies(&self) -> [usize; 2] {
        [self.saved.len(), self.loaded.len()]
    }

    /// How long it takes by a model of a machine: copies out, copies in and work go on at the same time, but for what waits for another. Seconds.
    pub fn duration(&self, model: &Model) -> f64 {
        let [mut work, mut out, mut into] = [0.0f64; 3];
        for step in &self.steps {
            // What is copied out was made before, and its slots are used after.
            out = out.max(work) + step.saved.len() as f64 * model.seconds_out;
            if !step.saved.is_empty() && model.is_blocking {
                work = work.max(out);
            }
            if !step.loaded.is_empty() {
                into = into.max(if model.is_blocking { work } else { 0.0 })
                    + step.loaded.len() as f64 * model.seconds_in;
                work = work.max(into);
            }
            work += model.seconds_a_step + step.nodes.len() as f64 * model.seconds_a_node;
        }
        work.max(out)
    }
}

/// The most arrivals that have to be there at once: those that one node's are made of, and its own.
fn most_at_once(graph: &TimedGraph<'_>) -> usize {
    let mut seen_by = vec![NONE; graph.node_count()];
    let of_node = |node: NodeId| {
        let sources = graph.fanin(node).map(|arc| graph.arc_source(arc).node());
        1 + sources.filter(|source| std::mem::replace(&mut seen_by[source.index()], node.0) != node.0).count()
    };
    NodeId::all(0..graph.node_count()).map(of_node).max().unwrap_or(0)
}

/// How fast a machine is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// To make the arrivals of a node.
    pub seconds_a_node: f64,
    /// Beside that, to start a step.
    pub seconds_a_step: f64,
    /// To copy the arrivals of a node out.
    pub seconds_out: f64,
    /// To copy them in.
    pub seconds_in: f64,
    /// Whether work waits for all copies of its step.
    pub is_blocking: bool,
}

/// Which nodes each node's arrivals are needed for, in their order.
struct Uses {
    first: Vec<u32>,
    target: Vec<u32>,
}

impl Uses {
    fn new(graph: &TimedGraph<'_>) -> Self {
        let mut first = vec![0u32; graph.node_count() + 1];
        for source in graph.arc_sources {
            first[source.node().index() + 1] += 1;
        }
        for node in 0..graph.node_count() {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut target = vec![0; graph.arc_sources.len()];
        for node in NodeId::all(0..graph.node_count()) {
            for arc in graph.fanin(node) {
                let place = &mut next[graph.arc_source(arc).node().index()];
                target[*place as usize] = node.0;
                *place += 1;
            }
        }
        Self { first, target }
    }
}

struct Planner<'a> {
    graph: &'a TimedGraph<'a>,
    uses: &'a Uses,
    eviction: Eviction,
    slots: usize,
    /// Slots that nothing is in.
    free: Vec<u32>,
    /// Slots that were never used, from this one on.
    fresh: u32,
    /// Where each node's arrivals are now.
    slot_of: Vec<u32>,
    /// Where each node's next use is among [`Uses::target`].
    next_use: Vec<u32>,
    is_saved: Vec<bool>,
    /// What may make room, the first to go at the top: a key that was right when it was put there, and the node.
    candidates: BinaryHeap<(u32, u32)>,
    /// Nodes that the current step needs are marked with its number.
    pinned: Vec<u32>,
    /// How many arrivals came to be there so far, and what that was when each came.
    arrivals: u32,
    since: Vec<u32>,
    /// Nodes of a step at the most.
    most: usize,
    /// To be copied out before their slots are used again.
    leaving: Vec<Placed>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    fn new(graph: &'a TimedGraph<'a>, uses: &'a Uses, slots: usize, eviction: Eviction) -> Self {
        let nodes = graph.node_count();
        let plan = Plan {
            slots: 0,
            steps: Vec::new(),
            saved: Vec::new(),
            loaded: Vec::new(),
            node_slot: vec![NONE; nodes],
            arc_slot: vec![NONE; graph.arc_sources.len()],
        };
        Self {
            graph,
            uses,
            eviction,
            slots,
            free: Vec::new(),
            fresh: 0,
            slot_of: vec![NONE; nodes],
            next_use: uses.first[..nodes].to_vec(),
            is_saved: vec![false; nodes],
            candidates: BinaryHeap::new(),
            pinned: vec![NONE; nodes],
            arrivals: 0,
            since: vec![0; nodes],
            most: if slots < nodes { (slots / STEPS_AT_ONCE).max(1) } else { nodes },
            leaving: Vec::new(),
            plan,
        }
    }

    /// Plans the next step, of nodes of a level that ends at `end`; returns where it ends.
    fn step(&mut self, first: usize, end: usize, is_kept: &impl Fn(NodeId) -> bool) -> usize {
        let (nodes, missing) = self.nodes_that_fit(first, end);
        let loaded = self.plan.loaded.len();
        for node in missing {
            let slot = self.slot_for(node);
            self.plan.loaded.push(Placed { node: NodeId(node), slot });
        }
        for node in nodes.clone() {
            self.plan.node_slot[node] = self.slot_for(node as u32);
            for arc in self.graph.fanin(NodeId(node as u32)) {
                self.plan.arc_slot[arc.index()] = self.slot_of[self.graph.arc_source(arc).node().index()];
            }
        }
        self.begin(nodes.clone(), loaded);
        for node in nodes.clone() {
            for arc in self.graph.fanin(NodeId(node as u32)) {
                self.used(self.graph.arc_source(arc).node(), is_kept);
            }
        }
        // What nothing needs is done with as soon as it is made.
        for node in NodeId::all(nodes.clone()) {
            if self.is_done(node) {
                self.drop(node, is_kept(node));
            } else {
                self.offer(node);
            }
        }
        nodes.end
    }

    /// As many nodes as have room with all that they are made of, and what of that is not there.
    fn nodes_that_fit(&mut self, first: usize, end: usize) -> (Range<usize>, Vec<u32>) {
        let (step, mut needed, mut missing) = (self.plan.steps.len() as u32, 0, Vec::new());
        let mut pinned = Vec::new();
        let end = end.min(first + self.most);
        for node in first..end {
            let before = missing.len();
            pinned.clear();
            let mut with_this = needed + 1;
            for arc in self.graph.fanin(NodeId(node as u32)) {
                let source = self.graph.arc_source(arc).node();
                if std::mem::replace(&mut self.pinned[source.index()], step) != step {
                    with_this += 1;
                    pinned.push(source);
                    if self.slot_of[source.index()] == NONE {
                        missing.push(source.0);
                    }
                }
            }
            if with_this > self.slots {
                missing.truncate(before);
                pinned.iter().for_each(|source| self.pinned[source.index()] = NONE);
                return (first..node, missing);
            }
            needed = with_this;
        }
        (first..end, missing)
    }

    /// A slot for the arrivals of a node, which are there from now on.
    fn slot_for(&mut self, node: u32) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            if (self.fresh as usize) < self.slots {
                self.fresh += 1;
                self.fresh - 1
            } else {
                self.evict()
            }
        });
        self.slot_of[node as usize] = slot;
        self.pinned[node as usize] = self.plan.steps.len() as u32;
        self.arrivals += 1;
        self.since[node as usize] = self.arrivals;
        if self.eviction == Eviction::Oldest {
            self.candidates.push((u32::MAX - self.arrivals, node));
        }
        slot
    }

    /// Frees a slot.
    fn evict(&mut self) -> u32 {
        let mut passed = Vec::new();
        let node = loop {
            let (key, node) = self.candidates.pop().expect("what a step needs has room");
            if self.slot_of[node as usize] == NONE || self.is_stale(key, node) {
                continue;
            }
            if self.pinned[node as usize] == self.plan.steps.len() as u32 {
                passed.push((key, node));
                continue;
            }
            break node;
        };
        self.candidates.extend(passed);
        let slot = std::mem::replace(&mut self.slot_of[node as usize], NONE);
        self.save(NodeId(node), slot);
        slot
    }

    fn is_stale(&self, key: u32, node: u32) -> bool {
        match self.eviction {
            Eviction::NeededLast => self.next_target(node) != Some(key),
            Eviction::Oldest => u32::MAX - self.since[node as usize] != key,
        }
    }

    fn next_target(&self, node: u32) -> Option<u32> {
        let place = self.next_use[node as usize];
        (place < self.uses.first[node as usize + 1]).then(|| self.uses.target[place as usize])
    }

    /// Makes it one that can make room.
    fn offer(&mut self, node: NodeId) {
        let is_tight = self.slots < self.slot_of.len();
        if let (true, Eviction::NeededLast, Some(key)) = (is_tight, self.eviction, self.next_target(node.0)) {
            self.candidates.push((key, node.0));
        }
    }

    fn save(&mut self, node: NodeId, slot: u32) {
        if !std::mem::replace(&mut self.is_saved[node.index()], true) {
            self.leaving.push(Placed { node, slot });
        }
    }

    fn is_done(&self, node: NodeId) -> bool {
        self.next_use[node.index()] == self.uses.first[node.index() + 1]
    }

    /// Notes that an arc out of a node was followed.
    fn used(&mut self, node: NodeId, is_kept: &impl Fn(NodeId) -> bool) {
        self.next_use[node.index()] += 1;
        if self.is_done(node) {
            self.drop(node, is_kept(node));
        } else {
            self.offer(node);
        }
    }

    /// What is not needed any more makes room; where it is kept, it is copied out first.
    fn drop(&mut self, node: NodeId, is_kept: bool) {
        let slot = std::mem::replace(&mut self.slot_of[node.index()], NONE);
        if is_kept {
            self.save(node, slot);
        }
        self.free.push(slot);
    }

    /// Writes a step down. What leaves is copied out before it.
    fn begin(&mut self, nodes: Range<usize>, first_loaded: usize) {
        let first_saved = self.plan.saved.len();
        self.plan.saved.append(&mut self.leaving);
        let (saved, loaded) = (first_saved..self.plan.saved.len(), first_loaded..self.plan.loaded.len());
        self.plan.steps.push(Step { nodes, saved, loaded });
    }

    fn finish(mut self) -> Plan {
        let nodes = self.graph.node_count();
        self.begin(nodes..nodes, self.plan.loaded.len());
        self.plan.slots = self.fresh as usize;
        self.plan
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
