//! Where clocks start that are generated from what comes there of their masters, and which edges of clocks pass a pin.

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::Netlist;
use zeroslack_sdc::{ClockId, ClockSense, Constraints};
use zeroslack_units::Transition;

use crate::ids::NodeId;
use crate::pin_graph::PinGraph;
use crate::tag::{Role, Tag};

/// A clock that is generated at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Generated {
    node: NodeId,
    clock: ClockId,
    master: ClockId,
    /// Whether it takes over nothing that comes through registers.
    is_combinational: bool,
}

/// The clocks that take over what comes of their masters to the nodes where they start.
#[derive(Debug, Default)]
pub(crate) struct GeneratedClocks {
    /// In order.
    list: Vec<Generated>,
    /// The nodes from which one of theirs can be reached over arcs, and these themselves, but for clocks that take over nothing that comes through registers.
    towards: FxHashSet<NodeId>,
}

impl GeneratedClocks {
    /// Generated clocks without a stated source latency. `sources` are the nodes where clocks start, in order: from there back no way leads to a master.
    pub(crate) fn new(pins: &PinGraph, constraints: &Constraints, sources: &[NodeId]) -> Self {
        let mut found = Self::default();
        for (id, clock) in constraints.clocks.iter() {
            let Some(generated) = &clock.generated else { continue };
            let (Some(master), is_combinational) = (generated.master, generated.is_combinational) else {
                continue;
            };
            let at = clock.sources.iter().copied().filter(|&pin| !constraints.has_own_latency(id, pin));
            let nodes = at.flat_map(|pin| pins.start_nodes(pin));
            found.list.extend(nodes.map(|node| Generated { node, clock: id, master, is_combinational }));
        }
        found.list.sort_unstable();
        let starts = found.list.iter().filter(|one| !one.is_combinational).map(|one| one.node).collect();
        found.towards = pins.structure().leading_to(starts, |node| sources.binary_search(&node).is_ok());
        found
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one of the nodes where such clocks start, that take over what comes through registers, can be reached from a node.
    pub(crate) fn can_be_reached_from(&self, node: NodeId) -> bool {
        self.towards.contains(&node)
    }

    /// Whether such clocks start at a node.
    pub(crate) fn start_at(&self, node: NodeId) -> bool {
        !self.at(node).is_empty()
    }

    fn at(&self, node: NodeId) -> &[Generated] {
        let first = self.list.partition_point(|one| one.node < node);
        let end = self.list.partition_point(|one| one.node <= node);
        &self.list[first..end]
    }

    /// Whether a clock that starts at a node takes a signal over that comes there.
    pub(crate) fn takes_over(&self, node: NodeId, clock: ClockId, coming: Tag) -> bool {
        let is_clock = coming.clocks() && coming.role == Role::PropagatedClock && !coming.is_bare;
        let Some(launch) = coming.launch.filter(|_| is_clock || coming.is_generating) else { return false };
        self.at(node).iter().any(|one| {
            one.clock == clock
                && one.master == launch.clock
                && !(one.is_combinational && coming.is_generating)
        })
    }
}

/// Says which generated clocks do not count (`GRAPH-014`), lack the latency of their master's network (`GRAPH-015`), or have a master that comes inverted (`GRAPH-016`). `comes` says of a clock whether something of its master comes to one of its sources.
pub(crate) fn report(
    (netlist, constraints): (&Netlist, &Constraints),
    comes: impl Fn(ClockId) -> bool,
    diagnostics: &mut Diagnostics,
) {
    for (id, clock) in constraints.clocks.iter() {
        let Some(generated) = &clock.generated else { continue };
        let name = &clock.name;
        let Some(master) = generated.master.and_then(|master| constraints.clocks.get(master)) else {
            diagnostics.warning("GRAPH-014", None, || {
                format!("generated clock '{name}' does not count: no clock comes to its -source, nor is its master stated; expected a clock there, or -master_clock")
            });
            continue;
        };
        if !clock.has_waveform() {
            diagnostics.warning("GRAPH-014", None, || {
                format!("generated clock '{name}' does not count: no waveform follows from that of its master '{}'", master.name)
            });
            continue;
        }
        if constraints.clocks.comes_inverted(netlist, id) {
            diagnostics.warning("GRAPH-016", None, || {
                let (master, source) = (&master.name, netlist.pin_name(generated.source));
                format!("generated clock '{name}': its master '{master}' comes to -source '{source}' inverted, and its edges are counted from the master's own; expected a -source where it is not inverted, with -invert or -edges if the other edges are meant")
            });
        }
        let has_latency = clock.sources.iter().all(|&pin| constraints.has_own_latency(id, pin));
        if !master.propagated || has_latency || comes(id) {
            continue;
        }
        diagnostics.warning("GRAPH-015", None, || {
            let how = if generated.is_combinational { " by combinational ways" } else { "" };
            format!("generated clock '{name}' has only what is stated of latency before its master's source: nothing of its master '{}' comes to where it starts{how}; expected a way there, or set_clock_latency -source", master.name)
        });
    }
}

/// Which edges of clocks pass the nodes of pins where that is stated.
#[derive(Debug, Default)]
pub(crate) struct Senses {
    /// By node, in order.
    list: Vec<(NodeId, Option<ClockId>, ClockSense)>,
}

impl Senses {
    pub(crate) fn new(pins: &PinGraph, constraints: &Constraints) -> Self {
        let at = |(&(pin, clock), &sense): (&(_, Option<ClockId>), &ClockSense)| {
            pins.side_nodes(pin).map(move |node| (node, clock, sense))
        };
        let mut list: Vec<_> = constraints.clock_senses.iter().flat_map(at).collect();
        list.sort_unstable();
        Self { list }
    }

    /// The nodes where edges may not pass, in order, some several times.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.list.iter().map(|&(node, ..)| node)
    }

    /// Whether all passes at a node.
    pub(crate) fn is_open(&self, node: NodeId) -> bool {
        self.list.is_empty() || self.list.binary_search_by_key(&node, |&(node, ..)| node).is_err()
    }

    /// Whether a signal passes a node in a transition. What is stated of its clock counts before what is stated of all.
    pub(crate) fn passes(&self, node: NodeId, tag: Tag, transition: Transition) -> bool {
        let Some(launch) = tag.launch.filter(|_| tag.role != Role::Data) else { return true };
        let stated = |clock: Option<ClockId>| {
            let is_meant =
                |stated: &&(NodeId, Option<ClockId>, ClockSense)| (stated.0, stated.1) == (node, clock);
            self.list.iter().find(is_meant).map(|&(.., sense)| sense)
        };
        match stated(Some(launch.clock)).or_else(|| stated(None)) {
            None => true,
            Some(ClockSense::Stopped) => false,
            Some(ClockSense::Positive) => launch.edge == transition,
            Some(ClockSense::Negative) => launch.edge != transition,
        }
    }
}
