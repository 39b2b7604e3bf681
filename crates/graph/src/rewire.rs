//! Cells that come and go, and pins that are connected elsewhere: the graph takes that over in place, where nothing else of it depends on that.
//!
//! Ids of nodes, arcs and trees stay; what comes gets the next ones, and what goes keeps its own, without arcs, until the graph is built anew. Nets that were touched are wired again as a whole, from the
//! netlist as it is now, so that it does not matter by which edits it became that.

mod ends;
mod open_items;
mod own_nodes;

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, NetId, Netlist, PinId};
use zeroslack_sdc::Constraints;
use zeroslack_units::Transition;

use crate::arc::{ArcSource, Fanout, PackedKind};
use crate::checked;
use crate::constants::NodeState;
use crate::constants::cell::CellLogic;
use crate::graph::TimingGraph;
use crate::ids::{ArcId, NodeId};
use crate::pin_graph::{LATER, NO_TREE, PinGraph, Tree};
use crate::raw::{Role as PinRole, arcs_into};
use crate::repower::Recompute;
use crate::sorted::keep_each_once;
use crate::structure::Structure;
use crate::tag::{Role, TagId};
pub use ends::MovedEnds;
use ends::OtherEnds;
use open_items::Leading;
use own_nodes::OwnNodes;

/// What came of edits that a graph has taken over.
#[derive(Debug, Default)]
pub struct Rewired {
    /// Warnings of library cells that are new to the graph, and of clocks without a common period that come together for the first time, as of [`TimingGraph::new`].
    pub said: Diagnostics,
    /// Checks and endpoints that came and went, if registers did, or other signals end somewhere.
    pub moved: Option<MovedEnds>,
}

/// So many nodes may move to later places for one group of edits; where more would, or arcs close a loop, the graph is built anew.
const MOST_MOVES: usize = 1 << 12;

impl PinGraph {
    /// Whether cells may come and go, and nets change, where no constant or constraint is: nothing else of the graph follows from what is connected elsewhere, unless exceptions ask for it.
    pub(crate) fn may_be_rewired(&self, constraints: &Constraints) -> bool {
        self.latches.is_empty()
            && self.ideal_nets.is_empty()
            && self.cuts.is_empty()
            && constraints.disables.is_empty()
            && constraints.ideal_networks.sources.is_empty()
    }

    /// The nodes from which arcs lead to where clocks start within the design, and these themselves, in order: what comes there says which slews the clocks start with.
    pub(crate) fn before_clocks(&self, constraints: &Constraints, netlist: &Netlist) -> Vec<NodeId> {
        let sources = constraints.clocks.iter().flat_map(|(_, clock)| &clock.sources);
        let within = sources.copied().filter(|&pin| !netlist.is_port(pin));
        let starts = within.flat_map(|pin| self.start_nodes(pin)).collect();
        in_order(self.structure.leading_to(starts, |_| false))
    }

    /// The nodes behind pins of which constraints say which edges of clocks pass, and these themselves, in order: ideal clock pins and checks of gates go by where clocks would come, not by the signals that do.
    pub(crate) fn behind_senses(&self, constraints: &Constraints) -> Vec<NodeId> {
        let pins = constraints.clock_senses.keys().map(|&(pin, _)| pin);
        let starts = pins.flat_map(|pin| self.side_nodes(pin)).collect();
        let launches = |arc: ArcId| self.structure.arc_kind(arc).launches(&self.arc_models);
        in_order(self.structure.led_to(starts, |arc| !launches(arc)))
    }
}

fn in_order(nodes: FxHashSet<NodeId>) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = nodes.into_iter().collect();
    nodes.sort_unstable();
    nodes
}

impl TimingGraph {
    /// Whether there are edits that [`TimingGraph::rewire`] takes over: not where that depends on more than data, and not once so much has come and gone that the graph should be laid out again.
    pub fn may_be_rewired(&self) -> bool {
        let pins = &self.pins;
        let is_worn = pins.structure.is_worn()
            || self.structure.is_worn()
            || 4 * pins.other_wires.unused() > pins.laid_out_wire_count + 4096;
        self.may_be_rewired && !is_worn
    }

    /// Takes over that cells came or went, and that nets came, went or have other pins, if nothing else of the graph depends on that: nothing is constant there, no
    /// constraint is about it, each net has one driver, and the same signals come to output ports and clock pins as before; cells to which clocks come have one input, or are registers and the clocks propagated, and no pin at all states latencies or uncertainties then; no pin before states which edges of clocks pass; and the design has no latches, loops, disabled arcs or ideal networks. Exceptions
    /// may not name what is touched, nor boundaries of blocks to pass; unless they are only between clocks and to endpoints, paths have to lead between the same pins that stay as before, and no registers come or go. What has
    /// to be computed again is added to `changed`. None if the graph has to be built anew, and is of no use any more.
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
    ) -> Option<Rewired> {
        if !self.may_be_rewired() {
            return None;
        }
        let mut said = Diagnostics::new();
        self.add_templates((netlist, library), cells, &mut said)?;
        let mut of_pins = std::mem::take(&mut self.pins.structure);
        // Without one of its own the timing graph lets go of the pin graph's, which is changed in place then.
        let structure = std::mem::take(&mut self.structure);
        let mut own = self.own.is_some().then_some(structure);
        for structure in own.iter_mut().chain([&mut of_pins]) {
            Arc::make_mut(structure).loosen();
        }
        let mut rewiring = Rewiring {
            structure: Arc::make_mut(&mut of_pins),
            own: own.as_mut().map(Arc::make_mut),
            graph: self,
            netlist,
            constraints,
            cleared: FxHashSet::default(),
            added: Vec::new(),
            fed: Vec::new(),
            ends: OtherEnds::default(),
            changed: Recompute::default(),
        };
        let done = rewiring.take_over(cells, nets);
        changed.append(&rewiring.changed);
        let ends = rewiring.ends;
        self.structure = own.unwrap_or_else(|| Arc::clone(&of_pins));
        self.pins.structure = of_pins;
        done?;
        let mut moved = None;
        if ends.are_there {
            let (ends, of_clocks) = self.renew_ends((netlist, constraints), ends, changed)?;
            said.append(of_clocks);
            moved = Some(ends);
        }
        Some(Rewired { said, moved })
    }

    /// Makes sure that all library cells are known. None if one of them is a latch, or more than gates and registers.
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
            if !template.latches.is_empty() || CellLogic::of_outputs(library, master).has_constant() {
                return None;
            }
        }
        Some(())
    }
}

/// A graph that takes edits over.
struct Rewiring<'a> {
    graph: &'a mut TimingGraph,
    /// Of the pin graph.
    structure: &'a mut Structure,
    /// Of the timing graph, where it has one of its own.
    own: Option<&'a mut Structure>,
    netlist: &'a Netlist,
    constraints: &'a Constraints,
    /// Nodes of cells that came or went, then those that other signals come to, too. These and all that follow are of the pin graph.
    cleared: FxHashSet<NodeId>,
    /// Nodes that have no place in the order yet.
    added: Vec<NodeId>,
    /// Nodes with other arcs into them.
    fed: Vec<NodeId>,
    ends: OtherEnds,
    changed: Recompute,
}

impl Rewiring<'_> {
    fn take_over(&mut self, cells: &[CellId], nets: &[NetId]) -> Option<()> {
        if self.are_named(cells, nets) {
            return None;
        }
        let leading = self.leading_before(cells, nets);
        nets.iter().try_for_each(|&net| self.detach(net))?;
        self.clear_cells(cells)?;
        self.add_pins();
        cells
            .iter()
            .filter(|&&cell| self.netlist.has_cell(cell))
            .try_for_each(|&cell| self.add_cell(cell))?;
        nets.iter().filter(|&&net| self.netlist.has_net(net)).try_for_each(|&net| self.attach(net))?;
        keep_each_once(&mut self.changed.sources);
        keep_each_once(&mut self.fed);
        keep_order(self.structure, std::mem::take(&mut self.added), &self.fed)?;
        self.find_signals(&leading)?;
        self.are_gated_as_before()
    }

    /// Makes sure that the same gated clocks reach clock pins as before: only these are checked. None otherwise.
    fn are_gated_as_before(&self) -> Option<()> {
        let gated = &self.graph.pins.gated;
        if !self.changed.has_clocks || gated.outputs.is_empty() && !gated.has_joined {
            return Some(());
        }
        // Another clock may come to one of them now.
        (!gated.has_joined).then_some(())?;
        let generated: FxHashSet<PinId> = checked::generated_sources(self.constraints).collect();
        for gated in &gated.outputs {
            (self.clocks_something(gated.pin, &generated)? == gated.clocks).then_some(())?;
        }
        Some(())
    }

    /// Whether a clock gets from an output to a clock pin, or to the source of a generated clock. None where the search takes too long.
    fn clocks_something(&self, output: PinId, generated: &FxHashSet<PinId>) -> Option<bool> {
        let mut open = vec![self.graph.pins.driver_node(output)];
        let mut seen = FxHashSet::default();
        while let Some(node) = open.pop() {
            let pin = self.structure.pin(node);
            if generated.contains(&pin) || self.is_clock_pin(pin) {
                return Some(true);
            }
            if seen.insert(node) {
                let fanout = self.structure.fanout(node).iter().filter(|fanout| !self.launches(fanout.arc));
                open.extend(fanout.map(|fanout| fanout.node()));
            }
            if seen.len() > MOST_MOVES {
                return None;
            }
        }
        Some(false)
    }

    /// Whether a pin is a clock pin of its cell.
    fn is_clock_pin(&self, pin: PinId) -> bool {
        let pins = &self.graph.pins;
        let of_cell = self.netlist.pin_cell(pin).zip(self.netlist.pin_index(pin));
        let Some((cell, place)) = of_cell else { return false };
        let template = pins.masters.models.template(self.netlist.cell_master(cell));
        template.is_some_and(|template| pins.clock_pins(template).any(|pin| pin as usize == place))
    }

    /// The nodes of the timing graph at one of the pin graph, with what comes there.
    fn lanes(&self, node: NodeId) -> impl Iterator<Item = (NodeId, [TagId; 2])> + '_ {
        self.graph.nodes_at(node).map(|node| (node, self.graph.vertex_tags[node.index()]))
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
            self.fed.push(node);
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
        // It may drive nothing now.
        self.changed.targets.push(node);
        Some(())
    }

    /// The node of a pin that has one side, and is not constant.
    fn plain_node(&self, pin: PinId) -> Option<NodeId> {
        let pins = &self.graph.pins;
        let is_free = pins.constants.of(pin.index()) == NodeState::Free;
        (is_free && pins.driver_side(pin).is_none()).then(|| pins.node(pin))
    }

    /// The pins of cells, and those that were taken back, which have no cell any more.
    fn pins_of<'c>(&'c self, cells: &'c [CellId]) -> impl Iterator<Item = PinId> + 'c {
        let known = cells.iter().filter(|cell| cell.index() < self.netlist.cell_id_count());
        let of_cells = known.flat_map(|&cell| self.netlist.cell_pins(cell));
        let gone = self.netlist.pin_id_count()..self.graph.pins.pin_count();
        of_cells.chain(gone.map(PinId::new))
    }

    /// Takes the arcs within cells out that came or went, and their checks. None if something is stated there.
    fn clear_cells(&mut self, cells: &[CellId]) -> Option<()> {
        let pins: Vec<PinId> = self.pins_of(cells).collect();
        for pin in pins {
            if self.constraints.is_about_pin(pin) || self.graph.named.has_pin(pin) {
                return None;
            }
            if pin.index() >= self.graph.pins.pin_count() {
                continue;
            }
            let node = self.plain_node(pin)?;
            let has_arcs = self.structure.fanin(node).len() > 0 || !self.structure.fanout(node).is_empty();
            let has_signals = self.lanes(node).any(|(_, tags)| tags != [TagId::NONE; 2]);
            let is_bare = !has_arcs && !has_signals && !self.is_end(node);
            if is_bare && pin.index() >= self.netlist.pin_id_count() {
                // It was taken back before.
                continue;
            }
            if self.is_start(pin, node) || self.is_behind_sense(node) || !self.may_clocks_go(node) {
                return None;
            }
            self.may_start_or_end(node).then_some(())?;
            self.end_with(node);
            self.structure.set_fanin(node, &[]);
            self.structure.set_fanout(node, &[]);
            for node in self.graph.nodes_at(node) {
                if let Some(own) = &mut self.own {
                    own.set_fanin(node, &[]);
                    own.set_fanout(node, &[]);
                }
                self.graph.vertex_tags[node.index()] = [TagId::NONE; 2];
            }
            self.cleared.insert(node);
            self.fed.push(node);
            self.changed.sources.push(node);
        }
        Some(())
    }

    /// Whether something starts at a node of a pin, or clocks are made of what comes there.
    fn is_start(&self, pin: PinId, node: NodeId) -> bool {
        let graph = &*self.graph;
        graph.pins.driver_slews.binary_search_by_key(&node, |&(node, _)| node).is_ok()
            || graph.pins.ideal_node(pin).is_some()
            || graph.before_clocks.binary_search(&node).is_ok()
            || self.lanes(node).any(|(node, _)| self.is_stated(node))
    }

    /// Whether a node may go where paths start or end: not if they do and exceptions have items, to which that matters.
    fn may_start_or_end(&self, node: NodeId) -> bool {
        self.graph.rules.is_none() || !self.is_end(node) && !self.starts_paths(node)
    }

    /// Whether a clock launches data by an arc.
    fn launches(&self, arc: ArcId) -> bool {
        self.structure.arc_kind(arc).launches(&self.graph.pins.arc_models)
    }

    /// Whether clocks that come to a node launch data there.
    fn starts_paths(&self, node: NodeId) -> bool {
        self.structure.fanout(node).iter().any(|fanout| self.launches(fanout.arc))
    }

    /// Whether all that leads on from a node is launched there.
    fn only_launches(&self, node: NodeId) -> bool {
        self.structure.fanout(node).iter().all(|fanout| self.launches(fanout.arc))
    }

    /// Whether a clock comes to a node.
    fn has_clocks(&self, node: NodeId) -> bool {
        self.graph.nodes_at(node).any(|lane| self.graph.clock_transitions(lane) != 0)
    }

    /// Whether clocks come to no node that goes, or it is one that they may be led past, or where they launch.
    fn may_clocks_go(&mut self, node: NodeId) -> bool {
        let has_clocks = self.has_clocks(node);
        self.changed.has_clocks |= has_clocks;
        let may_go = || self.may_pass_clocks(node) || self.only_launches(node);
        !has_clocks || self.are_ways_of_clocks_free() && may_go()
    }

    /// Whether nothing but its delays follows from the way of a clock: no pin states what counts behind it.
    fn are_ways_of_clocks_free(&self) -> bool {
        self.constraints.pin_latencies.is_empty() && self.constraints.pin_uncertainties.is_empty()
    }

    /// Whether a clock that comes to a node passes it as it would a wire, or goes no further: there is one way only, on which it gates nothing.
    fn may_pass_clocks(&self, node: NodeId) -> bool {
        let structure = &*self.structure;
        let is_only_source = |to: NodeId, from: NodeId| {
            structure.fanin(to).all(|arc| structure.arc_source(arc).node() == from)
        };
        let first = structure.fanin(node).next().map(|arc| structure.arc_source(arc).node());
        first.is_none_or(|first| is_only_source(node, first))
            && structure.fanout(node).iter().all(|fanout| is_only_source(fanout.node(), node))
    }

    /// Whether a pin is one of a cell with one input: no signal of another one can gate what passes.
    fn is_of_repeater(&self, pin: PinId) -> bool {
        let netlist = self.netlist;
        let inputs = |cell| netlist.cell_pins(cell).filter(|&pin| !netlist.is_driver(pin)).count();
        netlist.pin_cell(pin).is_some_and(|cell| inputs(cell) == 1)
    }

    /// Whether not all clocks come to a node, or to one that leads to it, that would without constraints.
    fn is_behind_sense(&self, node: NodeId) -> bool {
        let behind = &self.graph.behind_senses;
        let is_behind = |node: NodeId| behind.binary_search(&node).is_ok();
        let mut sources = self.structure.fanin(node).map(|arc| self.structure.arc_source(arc).node());
        !behind.is_empty() && (is_behind(node) || sources.any(is_behind))
    }

    /// Whether a signal starts at a node of the timing graph.
    fn is_stated(&self, node: NodeId) -> bool {
        self.graph.sources.binary_search_by_key(&node, |source| source.node).is_ok()
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
            if self.own.is_none() {
                self.graph.vertex_tags.push([TagId::NONE; 2]);
            }
            self.graph.pins.node_tree.push(NO_TREE);
            self.cleared.insert(node);
            self.added.push(node);
            self.fed.push(node);
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
        let derates = self.graph.derates.as_ref();
        if derates.is_some_and(|derates| !derates.objects.knows(cell, &self.constraints.derates)) {
            return None;
        }
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
        self.add_checks_of_cell(cell)
    }

    /// Wires a net as it is now.
    fn attach(&mut self, net: NetId) -> Option<()> {
        let derates = self.graph.derates.as_ref();
        let is_unknown = derates.is_some_and(|it| !it.objects.knows_net(net, &self.constraints.derates));
        // Of a net that comes back what is stated of it counts again.
        if is_unknown || self.constraints.net_loads.contains_key(&net) {
            return None;
        }
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
            self.fed.push(target);
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

    /// Gives nodes of new cells what comes to them, and others where that is something else than before. None if that is asked for there, or other clocks come than before.
    fn find_signals(&mut self, leading_before: &Leading) -> Option<()> {
        self.find_open(leading_before)?;
        let mut lanes = OwnNodes::default();
        let fed = std::mem::take(&mut self.fed);
        let mut open: BTreeSet<(usize, NodeId)> =
            fed.into_iter().map(|node| (self.structure.place(node), node)).collect();
        let mut retagged = 0;
        while let Some((_, node)) = open.pop_first() {
            if self.graph.before_clocks.binary_search(&node).is_ok() || self.is_behind_sense(node) {
                return None;
            }
            let signals = self.signals_into(node)?;
            let is_new = self.cleared.contains(&node);
            let has_clocks = signals.iter().any(|&(tag, _)| self.graph.tags.get(tag).role != Role::Data);
            if has_clocks {
                let is_repeated =
                    || self.may_pass_clocks(node) && self.is_of_repeater(self.structure.pin(node));
                let passes = || self.ends_clocks(node, &signals).unwrap_or_else(is_repeated);
                (self.are_ways_of_clocks_free() && (!is_new || passes())).then_some(())?;
                self.changed.has_clocks = true;
            }
            if !is_new && !self.starts_only(node) && signals != self.signals_at(node) {
                retagged += 1;
                (!has_clocks && retagged <= MOST_MOVES && self.may_be_retagged(node)).then_some(())?;
                self.end_otherwise(node);
                self.forget_signals(node);
                let targets = self.structure.fanout(node).iter().map(|fanout| fanout.node());
                open.extend(targets.map(|target| (self.structure.place(target), target)));
            }
            if self.cleared.contains(&node) {
                self.take_signals(node, signals, &mut lanes)?;
            }
            self.wire_lanes(node, &mut lanes);
            self.changed.targets.push(node);
            let sources = self.structure.fanin(node).map(|arc| self.structure.arc_source(arc).node());
            self.changed.sources.extend(sources);
        }
        keep_each_once(&mut self.changed.targets);
        keep_each_once(&mut self.changed.sources);
        self.keep_lanes(lanes)
    }

    /// Whether all that comes to a node starts there.
    fn starts_only(&self, node: NodeId) -> bool {
        self.structure.fanin(node).len() == 0 && self.lanes(node).any(|(node, _)| self.is_stated(node))
    }

    /// Whether other signals may come to a node that stays: nothing but what they lead to, and where they end, follows from them.
    fn may_be_retagged(&self, node: NodeId) -> bool {
        let pin = self.structure.pin(node);
        !self.netlist.is_port(pin)
            && !self.starts_paths(node)
            && !self.is_start(pin, node)
            && !self.has_clocks(node)
            && !self.constraints.is_about_pin(pin)
    }

    /// Takes the signals from a node that others come to now, as if it had come itself.
    fn forget_signals(&mut self, node: NodeId) {
        for lane in self.graph.nodes_at(node) {
            if let Some(own) = &mut self.own {
                own.set_fanin(lane, &[]);
                own.set_fanout(lane, &[]);
            }
            self.graph.vertex_tags[lane.index()] = [TagId::NONE; 2];
        }
        self.changed.sources.push(node);
        self.cleared.insert(node);
    }

    /// Gives a node without signals some. None if the graph has the pin graph's structure and they are too many for it.
    fn take_signals(
        &mut self,
        node: NodeId,
        signals: Vec<(TagId, Transition)>,
        lanes: &mut OwnNodes,
    ) -> Option<()> {
        if self.own.is_some() {
            self.fit_lanes(node, &signals, lanes);
            return Some(());
        }
        let tags = &mut self.graph.vertex_tags[node.index()];
        let is_first =
            |(tag, to): (TagId, Transition)| std::mem::replace(&mut tags[to as usize], tag) == TagId::NONE;
        signals.into_iter().all(is_first).then_some(())
    }

    /// The signals that come to a node of the pin graph by its arcs, as they are after it: tags, each with the transition there; in order. None if there are clocks that are no usual ones, or a signal ends that would have
    /// gone on where the timing graph has the pin graph's structure.
    fn signals_into(&mut self, node: NodeId) -> Option<Vec<(TagId, Transition)>> {
        let mut coming = Vec::new();
        for arc in self.structure.fanin(node) {
            let source = self.structure.arc_source(arc);
            for (_, tags) in self.lanes(source.node()) {
                for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                    let Some(tag) = tags[source.from(to) as usize].some() else { continue };
                    let of = self.graph.tags.get(tag);
                    if of.role != Role::Data && (of.is_bare || !of.clocks()) {
                        return None;
                    }
                    match self.behind(arc, tag) {
                        Some(behind) if behind == tag || self.graph.rules.is_none() => {
                            coming.push((behind, to))
                        }
                        None if self.own.is_some() => {}
                        _ => return None,
                    }
                }
            }
        }
        let mut found = Vec::with_capacity(coming.len());
        for (tag, to) in coming {
            match self.make_tag_at(tag, node.vertex(to)) {
                Some(tag) => found.push((tag, to)),
                None if self.own.is_none() => return None,
                None => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// What a signal is behind an arc, but for what exceptions make of it; none if it does not pass.
    fn behind(&self, arc: ArcId, tag: TagId) -> Option<TagId> {
        if !self.launches(arc) {
            return Some(tag);
        }
        let is_ideal = self.graph.pins.is_ideal(self.structure.arc_source(arc).node());
        let role = if is_ideal { Role::IdealClock } else { Role::PropagatedClock };
        let of = self.graph.tags.get(tag);
        (of.clocks() && of.role == role).then(|| self.graph.tags.with_role(tag, Role::Data))
    }

    /// The signals that came to a node of the pin graph before.
    fn signals_at(&self, node: NodeId) -> Vec<(TagId, Transition)> {
        let of_lane = |(_, tags): (NodeId, [TagId; 2])| {
            Transition::ALL.into_iter().filter_map(move |to| Some((tags[to as usize].some()?, to)))
        };
        let mut found: Vec<_> = self.lanes(node).flat_map(of_lane).collect();
        found.sort_unstable();
        found
    }
}

/// Gives nodes that came a place behind those that lead to them, and moves others that arcs lead to from behind them: `added` have no place yet, and `fed` have other arcs into them. None where
/// more would move than should, or arcs close a loop.
fn keep_order(structure: &mut Structure, added: Vec<NodeId>, fed: &[NodeId]) -> Option<()> {
    let mut is_open: FxHashSet<NodeId> = added.iter().copied().collect();
    for node in added {
        let mut way = vec![node];
        while let Some(&node) = way.last() {
            if !is_open.contains(&node) {
                way.pop();
                continue;
            }
            let sources = structure.fanin(node).map(|arc| structure.arc_source(arc).node());
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
            let behind = last_source(structure, node).unwrap_or(NodeId(0));
            structure.put_behind(behind, node).then_some(())?;
        }
    }
    let (mut open, mut moves) = (fed.to_vec(), 0);
    while let Some(node) = open.pop() {
        let Some(source) = last_source(structure, node) else { continue };
        if structure.place(source) < structure.place(node) {
            continue;
        }
        moves += 1;
        if moves > MOST_MOVES || source == node {
            return None;
        }
        structure.put_behind(source, node).then_some(())?;
        open.extend(structure.fanout(node).iter().map(|fanout| fanout.node()));
    }
    Some(())
}

/// Of the nodes that lead to one the last.
fn last_source(structure: &Structure, node: NodeId) -> Option<NodeId> {
    let sources = structure.fanin(node).map(|arc| structure.arc_source(arc).node());
    sources.max_by_key(|&source| structure.place(source))
}
