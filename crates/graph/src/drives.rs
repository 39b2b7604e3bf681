//! What drives ports from outside, in the ids of the pin graph.

use std::ops::Range;

use zeroslack_sdc::{Constraints, Drive};
use zeroslack_units::{Split, Transition};

use crate::ids::NodeId;
use crate::model::Models;
use crate::pin_graph::PinGraph;

/// What makes an edge at a port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PortDrive {
    /// An edge of an arc of a library cell.
    Cell {
        /// Index into [`PinGraph::arc_models`].
        model: u32,
        /// The slew at the arc's input, ps.
        slew: f32,
    },
    /// A resistance, kΩ.
    Resistance(f32),
}

/// Lanes of a port: a split and a transition each.
const LANES: usize = 4;

/// The ports that something drives from outside, in the order of their nodes. A lane (a split and a transition) of a port has several drives where several edges
/// of the library cell make its transition, and none where nothing is said to drive it, or where the library cell makes no such edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PortDrives {
    nodes: Vec<NodeId>,
    /// Where the drives of each lane of each port start, and where the last ones end; empty without ports. `[4 × port + 2 × split + transition + 1]`.
    first: Vec<u32>,
    drives: Vec<PortDrive>,
}

impl PortDrives {
    pub(crate) fn new(graph: &PinGraph, constraints: &Constraints, models: &Models) -> Self {
        let mut ports: Vec<_> =
            constraints.drives.iter().map(|(&port, lanes)| (graph.driver_node(port), port, lanes)).collect();
        ports.sort_unstable_by_key(|&(node, ..)| node);
        let mut drives = Self { nodes: ports.iter().map(|&(node, ..)| node).collect(), ..Self::default() };
        for (_, port, lanes) in ports {
            for (lane, to) in lanes.iter().flat_map(|lanes| lanes.iter().zip(Transition::ALL)) {
                drives.first.push(drives.drives.len() as u32);
                if let Some(drive) = lane.as_ref().filter(|_| graph.may_drive(port, to)) {
                    drives.add(drive, to, models);
                }
            }
        }
        if !drives.nodes.is_empty() {
            drives.first.push(drives.drives.len() as u32);
        }
        drives
    }

    /// Adds what a drive makes a transition with.
    fn add(&mut self, drive: &Drive, to: Transition, models: &Models) {
        match drive {
            Drive::Resistance(resistance) => self.drives.push(PortDrive::Resistance(*resistance)),
            Drive::Cell(cell) => {
                let arcs =
                    models.template(cell.master).map_or(&[][..], |cells| cells.into(cell.output as usize));
                let arcs = arcs.iter().filter(|arc| arc.from == cell.input && arc.has[to as usize]);
                self.drives.extend(arcs.map(|arc| {
                    let from = if arc.negative { to.opposite() } else { to };
                    PortDrive::Cell { model: arc.model, slew: cell.slews[from as usize] }
                }));
            }
        }
    }

    /// The nodes where driven ports drive their nets. `[driven port]`.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The driven port at a node.
    pub fn at(&self, node: NodeId) -> Option<usize> {
        self.nodes.binary_search(&node).ok()
    }

    /// What makes a transition at a driven port: places in [`PortDrives::all`].
    pub fn range(&self, port: usize, split: Split, to: Transition) -> Range<usize> {
        let lane = LANES * port + 2 * split as usize + to as usize;
        self.first[lane] as usize..self.first[lane + 1] as usize
    }

    /// The ports at which there are other drives than in another such list; there may be some more than once.
    pub(crate) fn others<'d>(&'d self, other: &'d Self) -> impl Iterator<Item = NodeId> + 'd {
        let nodes = self.nodes.iter().chain(&other.nodes).copied();
        nodes.filter(|&node| self.lanes_at(node) != other.lanes_at(node))
    }

    /// What drives a port, lane by lane; none where nothing does.
    fn lanes_at(&self, node: NodeId) -> Option<[&[PortDrive]; LANES]> {
        let first = LANES * self.at(node)?;
        let drives = |lane: usize| &self.drives[self.first[lane] as usize..self.first[lane + 1] as usize];
        Some(std::array::from_fn(|lane| drives(first + lane)))
    }

    /// The drives of all lanes, port by port.
    pub fn all(&self) -> &[PortDrive] {
        &self.drives
    }

    /// Where the drives of each lane start, and where the last ones end; empty where no port is driven. `[4 × driven port + 2 × split + transition + 1]`.
    pub fn first(&self) -> &[u32] {
        &self.first
    }
}
