//! What drives ports from outside: the slews that it makes there, and by how much later signals start. Both follow from the loads of the ports' nets alone.
//!
//! The twin for kernels is `cuda/src/engine/drives.h`.

use std::borrow::Cow;

use zeroslack_graph::{NodeId, PortDrive, Source, TimingGraph};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad};

use crate::calculator::{DelayCalculator, DrivenNet, Lane};
use crate::delay::{Column, DelayPass, merge_slew};
use crate::edge::{has_signal, time_along};
use crate::table::Tables;
use crate::timing::Timing;

/// What a port's drive makes of its signals: NaN in lanes that nothing drives, and where no edge is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Driven {
    /// The slew at the port, ps.
    pub slew: Quad<f32>,
    /// How much later than stated signals start at the port, ps.
    pub delay: Quad<f32>,
}

impl Driven {
    /// Puts the slews that are made in place of what is stated.
    fn enter_slew(&self, stated: &mut Quad<f32>) {
        for (slew, &made) in stated.as_flattened_mut().iter_mut().zip(self.slew.as_flattened()) {
            *slew = if made.is_nan() { *slew } else { made };
        }
    }
}

impl<C: DelayCalculator> DelayPass<'_, C> {
    /// What drives make at ports, once the loads are known. `[driven port]`.
    pub(crate) fn driven_ports(&self) -> Vec<Driven> {
        let ports = self.graph.drives().nodes().iter().enumerate();
        ports.map(|(port, &node)| self.driven_port(port, &self.net(node, self.load_at(node)))).collect()
    }

    /// The whole load at a node.
    pub(crate) fn load_at(&self, node: NodeId) -> Quad<f32> {
        self.graph.tree_of(node).map_or(quad(0.0), |tree| self.loads[tree])
    }

    /// What drives make at a port, by its place among them, with its net.
    pub(crate) fn driven_port(&self, port: usize, net: &DrivenNet<'_, C::Model>) -> Driven {
        let drives = self.graph.drives();
        let mut driven = Driven { slew: quad(f32::NAN), delay: quad(f32::NAN) };
        for split in Split::ALL {
            for to in Transition::ALL {
                let lane = (split as usize, to as usize);
                for drive in &drives.all()[drives.range(port, split, to)] {
                    let (delay, slew) = self.drive(drive, net, lane);
                    merge_slew(lane.0, &mut driven.slew[lane.0][lane.1], slew);
                    merge_slew(lane.0, &mut driven.delay[lane.0][lane.1], delay);
                }
            }
        }
        driven
    }

    /// (delay, slew) of a drive. A cell's delay is what it has more than without a load: that much is taken to be in what constraints state.
    fn drive(&self, drive: &PortDrive, net: &DrivenNet<'_, C::Model>, lane: Lane) -> (f32, f32) {
        match *drive {
            PortDrive::Resistance(resistance) => {
                let time = Tables::limited(resistance * net.load[lane.0][lane.1]);
                (time, time)
            }
            PortDrive::Cell { model, slew } => {
                let edge = &self.data.library.arcs[model as usize][lane.0][lane.1];
                let (mut column, mut at_none) = (Column::UNKNOWN, Column::UNKNOWN);
                let load = self.load(net, edge, slew, lane, &mut column);
                let (delay, at_port) = self.edge(edge, slew, load, &mut column);
                let (unloaded, _) = self.edge(edge, slew, 0.0, &mut at_none);
                (delay - unloaded, at_port)
            }
        }
    }

    /// The slews that constraints state, with those that drives make.
    pub(crate) fn stated_slews(&self, driven: &[Driven]) -> Cow<'_, [(NodeId, Quad<f32>)]> {
        let stated = self.graph.driver_slews();
        if driven.is_empty() {
            return Cow::Borrowed(stated);
        }
        let mut slews = stated.to_vec();
        for (&node, driven) in self.graph.drives().nodes().iter().zip(driven) {
            if let Ok(at) = slews.binary_search_by_key(&node, |&(node, _)| node) {
                driven.enter_slew(&mut slews[at].1);
            }
        }
        Cow::Owned(slews)
    }

    /// What is stated of a single node.
    pub(crate) fn stated_slew(&self, driven: &[Driven], node: NodeId) -> Option<Quad<f32>> {
        let stated = self.graph.driver_slews();
        let at = stated.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        let mut slew = stated[at].1;
        if let Some(port) = self.graph.drives().at(node) {
            driven[port].enter_slew(&mut slew);
        }
        Some(slew)
    }
}

impl Timing {
    /// Where signals start, in the order of nodes: as constraints state, and later by what drives ports.
    pub fn sources<'a>(&'a self, graph: &'a TimingGraph) -> &'a [Source] {
        self.sources.as_deref().unwrap_or(graph.sources())
    }

    /// What drives make at ports. `[driven port]` of [`zeroslack_graph::PortDrives`].
    pub fn driven_ports(&self) -> &[Driven] {
        &self.driven
    }

    /// By how much later than stated a signal starts at a node of the timing graph, because of what drives the port.
    pub fn drive_delay(&self, graph: &TimingGraph, node: NodeId, split: Split, to: Transition) -> Ticks {
        let port = graph.pins().drives().at(graph.pin_graph_node(node));
        let Some(driven) = port.and_then(|port| self.driven.get(port)) else { return 0 };
        let Ok(source) = graph.sources().binary_search_by_key(&node, |source| source.node) else { return 0 };
        let factor = factors(graph, source)[split as usize][to as usize];
        drive_time(driven.delay[split as usize][to as usize], factor)
    }

    /// Takes over that other ports are driven than those `before`, which are in order: what drives make there is computed by the next update.
    pub fn lay_out_driven(&mut self, graph: &TimingGraph, before: &[NodeId]) {
        let none = Driven { slew: quad(f32::NAN), delay: quad(f32::NAN) };
        let known = |node: &NodeId| before.binary_search(node).ok().and_then(|port| self.driven.get(port));
        let nodes = graph.pins().drives().nodes().iter();
        self.driven = nodes.map(|node| known(node).copied().unwrap_or(none)).collect();
    }

    /// Lays out where signals start, where drives make some of them later: again, once a graph says that they start at other times.
    pub fn lay_out_sources(&mut self, graph: &TimingGraph) {
        if self.driven.is_empty() {
            self.sources = None;
            return;
        }
        let mut sources = graph.sources().to_vec();
        for (&driven, of_port) in graph.pins().drives().nodes().iter().zip(&self.driven) {
            let nodes = graph.nodes_at(driven);
            let Some(first) = nodes.clone().next() else { continue };
            let of_node = |node: usize| sources.partition_point(|source| source.node.index() < node);
            let range = of_node(first.index())..of_node(first.index() + nodes.len());
            for (number, source) in range.clone().zip(&mut sources[range]) {
                let arrivals = source.arrival.as_flattened_mut().iter_mut();
                let factors = factors(graph, number);
                let delays = of_port.delay.as_flattened().iter().zip(factors.as_flattened());
                for (arrival, (&delay, &factor)) in arrivals.zip(delays) {
                    let later = drive_time(delay, factor);
                    *arrival = if *arrival == UNDEFINED { UNDEFINED } else { *arrival + later };
                }
            }
        }
        self.sources = Some(sources);
    }
}

/// The factors on what drives make a source later by.
fn factors(graph: &TimingGraph, source: usize) -> Quad<f32> {
    graph.derates().map_or(quad(1.0), |derates| derates.drives()[source])
}

/// The time that a drive takes, by a factor; 0 where there is none.
fn drive_time(delay: f32, factor: f32) -> Ticks {
    if has_signal(delay) { time_along(delay * factor) } else { 0 }
}
