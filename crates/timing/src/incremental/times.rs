//! Arrivals and required times again.

use zeroslack_graph::{NodeId, Source, TimingGraph};
use zeroslack_units::{Quad, Ticks, UNDEFINED, quad, worst_arrivals};

use super::Incremental;
use crate::arrival::{node_arrival, node_required, required_at};
use crate::timing::Timing;

impl Incremental {
    /// What starts at a node has changed.
    pub(super) fn touch_source(&mut self, graph: &TimingGraph, node: NodeId) {
        debug_assert!(node.index() < graph.node_count());
        self.arrivals.insert(node.index());
        self.credits.touch(node);
    }

    /// Arrivals as far as changes reach. None if that is too far.
    pub(super) fn arrivals_of(&mut self, graph: &TimingGraph, timing: &mut Timing) -> Option<()> {
        let mut arrival = std::mem::take(&mut timing.arrival);
        let mut done = Some(());
        while let Some(node) = self.arrivals.pop_first().map(NodeId::at) {
            done = self.visit(|visited| &mut visited.arrivals);
            if done.is_none() {
                break;
            }
            let arcs = graph.fanin_range(node);
            let mut made = node_arrival(graph, arcs.clone(), &arrival, &timing.delays()[arcs]);
            if let Some(source) = Source::at(timing.sources(graph), node) {
                made = worst_arrivals(&made, &source.arrival);
            }
            let before = std::mem::replace(&mut arrival[node.index()], made);
            self.credits.visited(timing, node, are_defined(&before) == are_defined(&made));
            if before != made {
                self.arrival_changed(graph, timing, node);
            }
        }
        timing.arrival = arrival;
        done
    }

    fn arrival_changed(&mut self, graph: &TimingGraph, timing: &Timing, node: NodeId) {
        let fanouts = graph.fanout(node);
        fanouts.iter().for_each(|fanout| self.arrivals.insert(fanout.node().index()));
        self.credits.arrival_changed(graph, timing, node);
        self.touch_ends(graph, node);
    }

    /// Required times as far as changes reach. None if that is too far.
    pub(super) fn required_of(&mut self, graph: &TimingGraph, timing: &mut Timing) -> Option<()> {
        while let Some(check) = self.checks.pop_first() {
            self.touch_check(graph, zeroslack_graph::CheckId::at(check));
        }
        let mut required = std::mem::take(&mut timing.required);
        let mut done = Some(());
        while let Some(node) = self.required.pop_last().map(NodeId::at) {
            done = self.visit(|visited| &mut visited.required);
            if done.is_none() {
                break;
            }
            let here = if self.is_end(node) {
                required_at(timing, graph, graph.ends().entries_at(node))
            } else {
                quad(UNDEFINED)
            };
            let made = node_required(graph, node, here, (0, &required), timing.delays());
            if std::mem::replace(&mut required[node.index()], made) != made {
                for arc in graph.fanin_range(node) {
                    self.required.insert(graph.arc_sources()[arc].node().index());
                }
            }
        }
        timing.required = required;
        done
    }
}

fn are_defined(times: &Quad<Ticks>) -> Quad<bool> {
    times.map(|split| split.map(|time| time != UNDEFINED))
}
