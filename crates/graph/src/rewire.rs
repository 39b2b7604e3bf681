//! Cells that come and go, and pins that are connected elsewhere: the graph takes that over in place, where nothing else of it depends on that.
//!
//! Ids of nodes, arcs and trees stay; what comes gets the next ones, and what goes keeps its own, without arcs, until the graph is built anew. Nets that were touched are wired again as a whole, from the
//! netlist as it is now, so that it does not matter by which edits it became that.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, NetId, Netlist, PinId};
use zeroslack_sdc::Constraints;
use zeroslack_units::Transition;

use crate::arc::{ArcSource, Fanout, PackedKind};
use crate::constants::NodeState;
use crate::constants::cell::CellLogic;
use crate::graph::TimingGraph;
use crate::ids::{ArcId, NodeId};
use crate::pin_graph::{LATER, NO_TREE, PinGraph, Tree};
use crate::raw::{Role as PinRole, arcs_into};
use crate::repower::Recompute;
use crate::structure::Structure;
use crate::tag::{Role, TagId};

/// So many nodes may move to later places for one group of edits; where more would, or arcs close a loop, the graph is built anew.
const MOST_MOVES: usize = 1 << 12;

impl PinGraph {
    /// Whether cells may come and go, and nets change, where no clock, constant or constraint is: nothing else of the graph follows from what is connected elsewhere.
    pub(crate) fn may_be_rewired(&self, constraints: &Constraints, netlist: &Netlist) -> bool {
        let mut clock_sources = constraints.clocks.iter().flat_map(|(_, clock)| &clock.sources);
        self.latches.is_empty()
            && self.passing_models.is_empty()
            && self.ideal_nets.is_empty()
            && self.cuts.is_empty()
            && constraints.exceptions.is_empty()
            && constraints.disables.is_empty()
            && constraints.derates.is_empty()
            && constraints.ideal_networks.sources.is_empty()
            && clock_sources.all(|&pin| netlist.is_port(pin))
    }
}

impl TimingGraph {
    /// Whether there are edits that [`TimingGraph::rewire`] takes over: not where that depends on more than data, and not once so much has come and gone that the graph should be laid out again.
    pub fn may_be_rewired(&self) -> bool {
        let pins = &self.pins;
        let is_worn =
            pins.structure.is_worn() || 4 * pins.other_wires.unused() > pins.laid_out_wire_count + 4096;
        self.may_be_rewired && !is_worn
    }

    /// Takes over that cells came or went, and that nets came, went or have other pins, if nothing else of the graph depends on that: no clock comes there, nothing is checked or constant, no
    /// constraint is about it, each net has one driver, and all signals are launched alike; and the design has no exceptions, generated clocks, latches, derates, loops or ideal networks. What has to be computed again is added to `changed`. None if the graph has to be built
    /// anew, and is of no use any more. Warnings are those of library cells that are new to the graph.
    ///
    /// `netlist` is as it is now, and only in these `cells` and `nets`, each named once, and in library cells of other cells, it differs from what the graph is of; `library` and `constraints` are what the graph is of.
    ///
    /// The graph is not levelled after that: see [`Structure::is_levelled`].
    pub fn rewire(
        &mut self,
        (netlist, library): (&Netlist, &CellLibrary),
        constraints: &Constraints,
        (cells, nets): (&[CellId], &[NetId]),
        changed: &mut Recompute,
    ) -> Option<Diagnostics> {
        if !self.may_be_rewired() {
            return None;
        }
        let mut said = Diagnostics::new();
        self.add_templates((netlist, library), cells, &mut said)?;
        // Its structure is the pin graph's.
        self.structure = Arc::default();
        let mut structure = std::mem::take(&mut self.pins.structure);
        Arc::make_mut(&mut structure).loosen();
        let mut rewiring = Rewiring {
            structure: Arc::make_mut(&mut structure),
            graph: self,
            netlist,
            constraints,
            cleared: FxHashSet::default(),
            added: Vec::new(),
            changed: Recompute::default(),
        };
        let done = rewiring.take_over(cells, nets);
        changed.append(&rewiring.changed);
        self.structure = Arc::clone(&structure);
        self.pins.structure = structure;
        done.map(|()| said)
    }

    /// Makes sure that all library cells are known. None if one of them is more than gates.
    fn add_templates(
        &mut self,
        (netlist, library): (&Netlist, &CellLibrary),
        cells: &[CellId],
        said: &mut Diagnostics,
    ) -> Option<()> {
        let there = cells.iter().filter(|&&cell| netlist.has_cell(cell));
        let mut masters: Vec<MasterId> = there.map(|&cell| netlist.cell_master(cell)).collect();
        masters.sort_unstable();
        masters.dedup();
        for master in masters {
            self.pins.add_template(library, master, said);
            let template = self.pins.masters.models.template(master)?;
            let launches = |model: u32| self.pins.arc_models[model as usize].launches;
            let is_plain = template.checks.is_empty()
                && template.latches.is_empty()
                && !template.arcs.iter().any(|arc| launches(arc.model))
                && !CellLogic::of_outputs(library, master).has_constant();
            if !is_plain {
                return None;
            }
        }
        Some(())
    }
}

/// A graph that takes edits over.
struct Rewiring<'a> {
    graph: &'a mut TimingGraph,
    /// Of both of its graphs.
    structure: &'a mut Structure,
    netlist: &'a Netlist,
    constraints: &'a Constraints,
    /// Nodes of cells that came or went.
    cleared: FxHashSet<NodeId>,
    /// Nodes that have no place in the order yet.
    added: Vec<NodeId>,
    changed: Recompute,
}

impl Rewiring<'_> {
    fn take_over(&mut self, cells: &[CellId], nets: &[NetId]) -> Option<()> {
        nets.iter().try_for_each(|&net| self.detach(net))?;
        self.clear_cells(cells)?;
        self.add_pins();
        cells
            .iter()
            .filter(|&&cell| self.netlist.has_cell(cell))
            .try_for_each(|&cell| self.add_cell(cell))?;
        nets.iter().filter(|&&net| self.netlist.has_net(net)).try_for_each(|&net| self.attach(net))?;
        let mut targets = std::mem::take(&mut self.changed.targets);
        targets.sort_unstable();
        targets.dedup();
        self.changed.targets = targets;
        self.keep_order()?;
        self.find_tags()
    }

    /// Takes the wires of a net out.
    fn detach(&mut self, net: NetId) -> Option<()> {
        if Netlist::CONSTANTS.contains(&net) || self.graph.pins.has_net_load(net) {
            return None;
        }
        let trees = self.graph.pins.trees_of(net);
        let Some(tree) = trees.clone().next() else { return Some(()) };
        if trees.len() > 1 {
            return None;
        }
        for sink in self.graph.pins.tree_sinks(tree).to_vec() {
            let node = self.plain_node(sink)?;
            self.structure.set_fanin(node, &[]);
            self.changed.targets.push(node);
        }
        let (places, _) = self.graph.pins.other_wires.fit(tree, self.graph.pins.laid_out_wires(tree), (0, 0));
        debug_assert!(places.is_empty());
        let driver = self.graph.pins.trees[tree].driver;
        let node = self.plain_node(driver)?;
        // Of a net that has no driver any more the tree still names the last one, which may drive another net now.
        if self.graph.pins.node_tree[node.index()] == tree as u32 {
            self.graph.pins.node_tree[node.index()] = NO_TREE;
            let kinds = &self.structure.arc_kind;
            let is_wire = |fanout: &&Fanout| self.graph.pins.is_wire(kinds[fanout.arc.index()].kind());
            let left: Vec<Fanout> =
                self.structure.fanout(node).iter().filter(|fanout| !is_wire(fanout)).copied().collect();
            self.structure.set_fanout(node, &left);
        }
        self.changed.sources.push(node);
        Some(())
    }

    /// The node of a pin that has one side, and is not constant.
    fn plain_node(&self, pin: PinId) -> Option<NodeId> {
        let pins = &self.graph.pins;
        let is_free = pins.constants.of(pin.index()) == NodeState::Free;
        (is_free && pins.driver_side(pin).is_none()).then(|| pins.node(pin))
    }

    /// Takes the arcs within cells out that came or went. None if something is checked or stated there.
    fn clear_cells(&mut self, cells: &[CellId]) -> Option<()> {
        let known = cells.iter().filter(|cell| cell.index() < self.netlist.cell_id_count());
        let of_cells = known.flat_map(|&cell| self.netlist.cell_pins(cell));
        // Pins that were taken back have no cell any more.
        let gone = self.netlist.pin_id_count()..self.graph.pins.pin_count();
        let pins: Vec<PinId> = of_cells.chain(gone.map(PinId::new)).collect();
        for pin in pins {
            if self.constraints.is_about_pin(pin) {
                return None;
            }
            if pin.index() >= self.graph.pins.pin_count() {
                continue;
            }
            let node = self.plain_node(pin)?;
            let graph = &*self.graph;
            let is_bare = self.structure.fanin(node).len() == 0 && self.structure.fanout(node).is_empty();
            if is_bare && pin.index() >= self.netlist.pin_id_count() {
                // It was taken back before.
                continue;
            }
            let is_asked = graph.ends.nodes.binary_search(&node).is_ok()
                || graph.sources.binary_search_by_key(&node, |source| source.node).is_ok()
                || graph.pins.driver_slews.binary_search_by_key(&node, |&(node, _)| node).is_ok()
                || graph.pins.ideal_node(pin).is_some()
                || !graph.pins.checks_of_data(node).is_empty();
            let is_clock = |tag: TagId| tag.some().is_some_and(|tag| graph.tags.get(tag).role != Role::Data);
            if is_asked || graph.vertex_tags[node.index()].into_iter().any(is_clock) {
                return None;
            }
            self.structure.set_fanin(node, &[]);
            self.structure.set_fanout(node, &[]);
            self.graph.vertex_tags[node.index()] = [TagId::NONE; 2];
            self.cleared.insert(node);
            self.changed.targets.push(node);
            self.changed.sources.push(node);
        }
        Some(())
    }

    /// Gives pins that came their nodes.
    fn add_pins(&mut self) {
        let (before, now) = (self.graph.pins.pin_count(), self.netlist.pin_id_count());
        if now <= before {
            return;
        }
        let mut nodes = Vec::with_capacity(now - before);
        for pin in (before..now).map(PinId::new) {
            let node = self.structure.add_node(pin);
            nodes.push(node.0);
            self.graph.vertex_tags.push([TagId::NONE; 2]);
            self.graph.pins.node_tree.push(NO_TREE);
            self.cleared.insert(node);
            self.added.push(node);
            self.changed.targets.push(node);
            self.changed.sources.push(node);
        }
        let pins = &mut self.graph.pins;
        pins.pin_node.splice(before..before, nodes);
        pins.constants.add_free(before, now - before);
        pins.sides.set_pin_count(now);
    }

    /// Adds the arcs within a cell.
    fn add_cell(&mut self, cell: CellId) -> Option<()> {
        let (netlist, pins) = (self.netlist, &self.graph.pins);
        let mut fanouts: Vec<(NodeId, Fanout)> = Vec::new();
        for pin in netlist.cell_pins(cell) {
            let models = &pins.masters.models;
            if PinRole::of(netlist, models, pin).is_both() {
                return None;
            }
            let (arcs, base) = arcs_into(netlist, models, pin);
            let arcs = arcs.iter().map(|arc| {
                let source = pins.node(PinId(base + arc.from));
                (ArcSource::new(source, arc.negative, arc.has), PackedKind::cell(arc.model))
            });
            let (node, arcs) = (pins.node(pin), arcs.collect::<Vec<_>>());
            let places = self.structure.set_fanin(node, &arcs);
            for (arc, (source, _)) in ArcId::all(places).zip(arcs) {
                fanouts.push((source.node(), Fanout::new(source, node, arc)));
            }
        }
        fanouts.sort_by_key(|&(node, _)| node);
        for of_node in fanouts.chunk_by(|a, b| a.0 == b.0) {
            let fanouts: Vec<Fanout> = of_node.iter().map(|&(_, fanout)| fanout).collect();
            self.structure.set_fanout(of_node[0].0, &fanouts);
        }
        self.graph.pins.masters.put(cell, netlist.cell_master(cell));
        Some(())
    }

    /// Wires a net as it is now.
    fn attach(&mut self, net: NetId) -> Option<()> {
        let (netlist, models) = (self.netlist, &self.graph.pins.masters.models);
        let (mut driver, mut sinks) = (None, Vec::new());
        for &pin in netlist.net_pins(net) {
            let role = PinRole::of(netlist, models, pin);
            if role.is_both() || role.is_driver && driver.is_some() {
                return None;
            }
            if role.is_driver {
                driver = Some(pin);
            } else if role.is_sink {
                sinks.push(pin);
            }
        }
        let Some(driver) = driver else { return Some(()) };
        let node = self.plain_node(driver)?;
        let tree = self.tree_of_net(net, driver)?;
        let pins = &mut self.graph.pins;
        let laid_out = pins.laid_out_wires(tree);
        let (wires, end) = pins.other_wires.fit(tree, laid_out, (sinks.len(), pins.wire_sink.len()));
        pins.wire_sink.resize(end, driver);
        pins.wire_sink[wires.clone()].copy_from_slice(&sinks);
        pins.node_tree[node.index()] = tree as u32;
        let mut fanouts = self.structure.fanout(node).to_vec();
        for (wire, sink) in wires.zip(sinks) {
            let target = self.plain_node(sink)?;
            let source = ArcSource::new(node, false, [true; 2]);
            let places = self.structure.set_fanin(target, &[(source, PackedKind::wire(wire as u32))]);
            fanouts.extend(ArcId::all(places).map(|arc| Fanout::new(source, target, arc)));
            self.changed.targets.push(target);
        }
        self.structure.set_fanout(node, &fanouts);
        self.changed.sources.push(node);
        // Its load is another one.
        self.changed.targets.push(node);
        Some(())
    }

    /// The tree of a net, which may be a new one. None if that would come between others.
    fn tree_of_net(&mut self, net: NetId, driver: PinId) -> Option<usize> {
        let pins = &mut self.graph.pins;
        if let Some(tree) = pins.trees_of(net).next() {
            pins.trees[tree].driver = driver;
            return Some(tree);
        }
        if pins.trees.last().is_some_and(|last| last.net > net) {
            return None;
        }
        pins.trees.push(Tree { net, driver, first_wire: LATER });
        Some(pins.trees.len() - 1)
    }

    /// Gives nodes that came a place behind those that lead to them, and moves others that arcs lead to from behind them.
    fn keep_order(&mut self) -> Option<()> {
        let mut is_open: FxHashSet<NodeId> = self.added.iter().copied().collect();
        for node in std::mem::take(&mut self.added) {
            let mut way = vec![node];
            while let Some(&node) = way.last() {
                if !is_open.contains(&node) {
                    way.pop();
                    continue;
                }
                let sources = self.structure.fanin(node).map(|arc| self.structure.arc_source(arc).node());
                let before = way.len();
                way.extend(sources.filter(|source| is_open.contains(source)));
                if way.len() > before {
                    // A way that comes to a node again would go on for ever.
                    if way.len() > MOST_MOVES {
                        return None;
                    }
                    continue;
                }
                way.pop();
                is_open.remove(&node);
                let behind = self.last_source(node).unwrap_or(NodeId(0));
                self.structure.put_behind(behind, node).then_some(())?;
            }
        }
        let (mut open, mut moves) = (self.changed.targets.clone(), 0);
        while let Some(node) = open.pop() {
            let Some(source) = self.last_source(node) else { continue };
            if self.structure.place(source) < self.structure.place(node) {
                continue;
            }
            moves += 1;
            if moves > MOST_MOVES || source == node {
                return None;
            }
            self.structure.put_behind(source, node).then_some(())?;
            open.extend(self.structure.fanout(node).iter().map(|fanout| fanout.node()));
        }
        Some(())
    }

    /// Of the nodes that lead to one the last.
    fn last_source(&self, node: NodeId) -> Option<NodeId> {
        let sources = self.structure.fanin(node).map(|arc| self.structure.arc_source(arc).node());
        sources.max_by_key(|&source| self.structure.place(source))
    }

    /// Gives nodes of new cells their tags. None if signals come elsewhere that are others than before, or that meet, or clocks.
    fn find_tags(&mut self) -> Option<()> {
        let mut nodes = self.changed.targets.clone();
        nodes.sort_unstable_by_key(|&node| self.structure.place(node));
        for node in nodes {
            let is_stated = self.graph.sources.binary_search_by_key(&node, |source| source.node).is_ok();
            let mut found = [TagId::NONE; 2];
            for arc in self.structure.fanin(node) {
                let source = self.structure.arc_source(arc);
                for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                    let vertex = source.vertex(to);
                    let tag = self.graph.vertex_tags[vertex.node().index()][vertex.transition() as usize];
                    let Some(id) = tag.some() else { continue };
                    // Where a clock launches, other signals go on.
                    let is_launch = self.structure.arc_kind(arc).launches(&self.graph.pins.arc_models);
                    let place = &mut found[to as usize];
                    if is_launch {
                        *place = self.graph.vertex_tags[node.index()][to as usize];
                        continue;
                    }
                    if self.graph.tags.get(id).role != Role::Data
                        || place.some().is_some_and(|other| other != id)
                    {
                        return None;
                    }
                    *place = id;
                }
            }
            let tags = &mut self.graph.vertex_tags[node.index()];
            if self.cleared.contains(&node) {
                *tags = found;
            } else if *tags != found && !(is_stated && self.structure.fanin(node).len() == 0) {
                return None;
            }
        }
        Some(())
    }
}
