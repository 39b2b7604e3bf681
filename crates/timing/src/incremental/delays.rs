//! Loads, wires, slews and delays again, and what checks ask for.

use std::ops::Range;

use zeroslack_graph::{Direction, EndRole, NodeId, Recompute, TimingGraph};
use zeroslack_units::{Quad, Split};

use super::batch::Batch;
use super::{Changes, Incremental, ends_at};
use crate::calculator::{DelayCalculator, Wire};
use crate::data::DelayData;
use crate::delay::{Alone, DelayPass, check_margin, same_bits};
use crate::drives::Driven;
use crate::near::ask_for_arcs;
use crate::timing::{Timing, derate};

impl Incremental {
    /// The delay pass as far as changes reach. None if that is too far.
    pub(super) fn delays_of<C: DelayCalculator>(
        &mut self,
        (graph, data): (&TimingGraph, &DelayData),
        calculator: &C,
        (timing, changes): (&mut Timing, &Changes),
    ) -> Option<()> {
        let mut alone = Alone::default();
        let loaded = changes.loads.iter().map(|&[tree, _]| tree);
        let trees = changes.trees.iter().copied().chain(loaded);
        self.nets((graph, data), calculator, (timing, trees), &mut alone);
        let structure = graph.pins().structure();
        let Recompute { nodes, checks, targets, .. } = &changes.graph;
        for &node in targets {
            self.drive((graph, data), calculator, (timing, node), &mut alone);
        }
        nodes.iter().chain(targets).for_each(|&node| self.delays.insert(structure.place(node)));
        checks.iter().for_each(|&check| self.margins.insert(check as usize));
        // Beside the rest, which is read meanwhile.
        let mut slew = std::mem::take(&mut timing.slew);
        let mut delay = std::mem::take(&mut timing.delay);
        let mut arc_loads = timing.arc_loads.take();
        let mut gathered = timing.gathered.take();
        let pass = DelayPass::alone((graph.pins(), data), calculator, (&timing.loads, &timing.wires));
        let (mut done, mut batch) = (Some(()), Batch::default());
        while done.is_some() && batch.take(structure, Direction::Forward, &mut self.delays) {
            done = self.visit(batch.nodes().len(), |visited| &mut visited.delays);
            pass.ask_for(batch.nodes(), &slew, &delay);
            for &node in batch.nodes() {
                let is_stated = self.stated.has(node);
                let stated = if is_stated { pass.stated_slew(&timing.driven, node) } else { None };
                let made = pass.node_alone(node, &slew, stated.as_ref(), &mut alone);
                let arcs = graph.pins().structure().fanin_range(node);
                if let Some(loads) = &mut arc_loads {
                    loads[arcs.clone()].copy_from_slice(&alone.loads);
                }
                self.enter_delays(graph, node, (&mut delay[arcs], &alone.delays));
                if let Some(gathered) = &mut gathered {
                    self.gather_into(graph, node, &delay, gathered);
                }
                if !same_bits(&std::mem::replace(&mut slew[node.index()], made), &made) {
                    self.slew_changed(graph, node);
                }
            }
        }
        (timing.slew, timing.delay, timing.arc_loads, timing.gathered) = (slew, delay, arc_loads, gathered);
        done?;
        self.margins_of((graph, data), timing);
        Some(())
    }

    /// Loads and wires of trees.
    fn nets<C: DelayCalculator>(
        &mut self,
        (graph, data): (&TimingGraph, &DelayData),
        calculator: &C,
        (timing, trees): (&mut Timing, impl Iterator<Item = u32>),
        alone: &mut Alone<C>,
    ) {
        let pins = graph.pins();
        for tree in trees.map(|tree| tree as usize) {
            let wires: Range<usize> = pins.tree_wires(tree);
            alone.wires.clear();
            alone.wires.resize(wires.len(), Wire::NONE);
            let (nodes, pool) = (data.trees.tree(tree), &data.trees.loads.pool[..]);
            let (load, _) = calculator.tree(nodes, pool, &mut alone.scratch, &mut alone.wires);
            for (wire, made) in wires.clone().zip(&alone.wires) {
                let before = std::mem::replace(&mut timing.wires[wire], *made);
                if !same_bits(&before.delay, &made.delay) || !same_bits(&before.impulse, &made.impulse) {
                    self.delays.insert(pins.structure().place(pins.node(pins.wire_sinks()[wire])));
                }
            }
            let is_same_load = same_bits(&std::mem::replace(&mut timing.loads[tree], load), &load);
            if C::SEES_DRIVER || !is_same_load {
                let driver = pins.driver_node(pins.trees()[tree].driver);
                self.delays.insert(pins.structure().place(driver));
                self.drive((graph, data), calculator, (timing, driver), alone);
            }
        }
    }

    /// What drives a port from outside, where its load is another one or something else drives it.
    fn drive<C: DelayCalculator>(
        &mut self,
        (graph, data): (&TimingGraph, &DelayData),
        calculator: &C,
        (timing, node): (&mut Timing, NodeId),
        alone: &mut Alone<C>,
    ) {
        let Some(port) = graph.pins().drives().at(node) else { return };
        let pass = DelayPass::alone((graph.pins(), data), calculator, (&timing.loads, &timing.wires));
        let net = pass.net_alone(node, pass.load_at(node), &mut alone.scratch, &mut alone.wires);
        let made = pass.driven_port(port, &net);
        let Driven { slew, delay } = std::mem::replace(&mut timing.driven[port], made);
        if !same_bits(&slew, &made.slew) || !same_bits(&delay, &made.delay) {
            timing.lay_out_sources(graph);
            graph.nodes_at(node).for_each(|node| self.touch_source(graph, node));
        }
    }

    /// Enters the delays of the arcs into a node of the pin graph.
    fn enter_delays(
        &mut self,
        graph: &TimingGraph,
        node: NodeId,
        (before, made): (&mut [Quad<f32>], &[Quad<f32>]),
    ) {
        let first = graph.pins().structure().fanin_range(node).start;
        for ((before, made), arc) in before.iter_mut().zip(made).zip(first..) {
            if !same_bits(before, made) {
                if graph.is_pin_graph() {
                    self.touch_arc(graph, (node, arc), [before, made]);
                }
                *before = *made;
            }
        }
    }

    /// Lays the delays of the arcs into a node of the pin graph out on those of the timing graph.
    fn gather_into(
        &mut self,
        graph: &TimingGraph,
        pin_node: NodeId,
        delay: &[Quad<f32>],
        gathered: &mut [Quad<f32>],
    ) {
        let (Some(pin_arcs), derates) = (graph.pin_arcs(), graph.derates()) else { return };
        for node in graph.nodes_at(pin_node) {
            for arc in graph.fanin_range(node) {
                let mut made = delay[pin_arcs[arc].index()];
                if let Some(derates) = derates {
                    derate(&mut made, &derates.factors()[derates.classes()[arc] as usize]);
                }
                let before = std::mem::replace(&mut gathered[arc], made);
                if !same_bits(&before, &made) {
                    self.touch_arc(graph, (node, arc), [&before, &made]);
                }
            }
        }
    }

    /// The delay of an arc to a node of the timing graph has changed.
    #[inline]
    fn touch_arc(
        &mut self,
        graph: &TimingGraph,
        (node, arc): (NodeId, usize),
        [before, made]: [&Quad<f32>; 2],
    ) {
        self.arrivals.insert(graph.place(node));
        self.touched.push(node);
        self.required.insert(graph.arc_sources()[arc].node().index());
        for split in Split::ALL {
            if before[split as usize].map(f32::to_bits) != made[split as usize].map(f32::to_bits) {
                self.credits.touch(graph, node, split);
            }
        }
    }

    fn slew_changed(&mut self, graph: &TimingGraph, node: NodeId) {
        let pins = graph.pins();
        let structure = pins.structure();
        for fanout in structure.fanout(node) {
            self.delays.insert(structure.place(fanout.node()));
            ask_for_arcs(structure, fanout.node());
        }
        self.checked.at(node).for_each(|check| self.margins.insert(check as usize));
    }

    /// What checks ask for.
    fn margins_of(&mut self, (graph, data): (&TimingGraph, &DelayData), timing: &mut Timing) {
        let pins = graph.pins();
        while let Some(number) = self.margins.pop_first() {
            let check = &pins.checks()[number];
            let mut made = [0, 1].map(|to| check_margin(pins, data, check, &timing.slew, to));
            if let Some(derates) = graph.derates() {
                made.iter_mut().zip(derates.checks()[number]).for_each(|(margin, factor)| *margin *= factor);
            }
            let before = std::mem::replace(&mut timing.margin[number], made);
            if before.map(f32::to_bits) != made.map(f32::to_bits) {
                self.touch_margin(graph, number as u32, check.data);
            }
        }
    }

    /// What a check of the pin graph asks for has changed.
    fn touch_margin(&mut self, graph: &TimingGraph, pin_check: u32, data: NodeId) {
        let Self { ends, checks, .. } = self;
        for entry in graph.nodes_at(data).flat_map(|node| ends_at(graph, ends, node)) {
            if let EndRole::Data(check) = entry.role()
                && graph.check(check).pin_check == pin_check
            {
                checks.insert(check.index());
            }
        }
    }
}
