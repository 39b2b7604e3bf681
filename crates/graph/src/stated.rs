//! Where signals start: what constraints state of ports and of the sources of clocks.

use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, ClockEdge, Constraints};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use crate::exceptions::{Matching, has_delays};
use crate::ids::NodeId;
use crate::pin_graph::PinGraph;
use crate::source_latency::SourceLatencies;
use crate::tag::{Role, Tag, TagId, Tags};

/// A signal that starts at a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stated {
    pub(crate) pin: PinId,
    pub(crate) transition: Transition,
    pub(crate) tag: TagId,
    /// From the edge that launches it on. `[split]`.
    pub(crate) arrival: [Ticks; 2],
}

/// All signals that start, in the order of the constraints.
pub(crate) fn stated(constraints: &Constraints, tags: &Tags, found: &SourceLatencies) -> Vec<Stated> {
    let mut stated = Vec::new();
    for (pin, input) in constraints.all_input_delays() {
        for transition in Transition::ALL {
            let arrival = Split::ALL.map(|split| {
                let delay = input.delay[split as usize][transition as usize]?;
                let latency = input.edge.map(|edge| found.at_port(constraints, edge, input.included, split));
                Some(latency.unwrap_or(0) + delay)
            });
            if arrival.iter().any(Option::is_some) {
                let arrival = arrival.map(|time| time.unwrap_or(UNDEFINED));
                let tag = tags.id(input.edge, Role::Data);
                stated.push(Stated { pin, transition, tag, arrival });
            }
        }
    }
    for (id, clock) in constraints.clocks.iter() {
        for &pin in &clock.sources {
            let role =
                if is_propagated(constraints, clock, pin) { Role::PropagatedClock } else { Role::IdealClock };
            let own = constraints.clock_arrivals.get(&pin);
            for edge in Transition::ALL {
                let launch = ClockEdge { clock: id, edge };
                let arrival = Split::ALL.map(|split| match own {
                    Some(own) => own[split as usize][edge as usize]
                        .map_or(UNDEFINED, |time| time - clock.edges[edge as usize]),
                    None => found.at_pin(constraints, launch, pin, split),
                });
                let tag = tags.id(Some(launch), role);
                stated.push(Stated { pin, transition: edge, tag, arrival });
            }
        }
    }
    stated
}

/// Input ports of which nothing is stated, if paths from them can have limits of their own.
fn free_ports(netlist: &Netlist, constraints: &Constraints) -> impl Iterator<Item = PinId> {
    let is_free = |pin: &PinId| {
        netlist.is_driver(*pin)
            && !constraints.input_delays.contains_key(pin)
            && constraints.clocks.starting_at(*pin).is_empty()
    };
    let has_delays = has_delays(constraints);
    netlist.port_pins().filter(move |pin| has_delays && is_free(pin))
}

/// The nodes of the pin graph where signals start, in order.
pub(crate) fn start_nodes(
    (pins, netlist): (&PinGraph, &Netlist),
    constraints: &Constraints,
    stated: &[Stated],
) -> Vec<NodeId> {
    let starts = stated.iter().map(|stated| stated.pin).chain(free_ports(netlist, constraints));
    let of_pin = |pin| Transition::ALL.into_iter().flat_map(move |edge| pins.nodes_that_start(pin, edge));
    let mut nodes: Vec<NodeId> = starts.flat_map(of_pin).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Signals that start at input ports for limits of their own alone: without latencies of clocks, if a limit asks for that; at 0, if nothing is stated of the port.
pub(crate) fn bare_stated(
    (pins, netlist): (&PinGraph, &Netlist),
    constraints: &Constraints,
    tags: &Tags,
    matching: &Matching<'_>,
) -> Vec<Stated> {
    let mut stated = Vec::new();
    if !has_delays(constraints) {
        return stated;
    }
    for (pin, input) in constraints.all_input_delays() {
        let Some(launch) = input.edge.filter(|_| matching.starts_bare(pins, pin)) else { continue };
        let tag = tags.of(Tag { is_bare: true, ..Tag::new(Some(launch), Role::Data) });
        for transition in Transition::ALL {
            let arrival = Split::ALL.map(|split| input.delay[split as usize][transition as usize]);
            if arrival.iter().any(Option::is_some) {
                let arrival = arrival.map(|time| time.unwrap_or(UNDEFINED));
                stated.push(Stated { pin, transition, tag, arrival });
            }
        }
    }
    let tag = tags.of(Tag { is_bare: true, ..Tag::new(None, Role::Data) });
    for pin in free_ports(netlist, constraints) {
        let of = |transition| Stated { pin, transition, tag, arrival: [0; 2] };
        stated.extend(Transition::ALL.map(of));
    }
    stated
}

/// Clocks that start where they can arrive as data of which exceptions ask what they have passed. `stated` are all signals that start.
pub(crate) fn followed_stated(
    pins: &PinGraph,
    tags: &Tags,
    matching: &Matching<'_>,
    stated: &[Stated],
) -> Vec<Stated> {
    let states = matching.states();
    let follows = |stated: &&Stated| {
        let mut nodes = pins.start_nodes(stated.pin);
        tags.get(stated.tag).clocks() && nodes.any(|node| states.follows_at(node.vertex(stated.transition)))
    };
    let followed = |stated: &Stated| {
        let tag = tags.of(Tag { is_followed: true, ..tags.get(stated.tag) });
        Stated { tag, ..*stated }
    };
    stated.iter().filter(follows).map(followed).collect()
}

/// Whether a clock is propagated from a pin on where it starts.
pub(crate) fn is_propagated(constraints: &Constraints, clock: &Clock, pin: PinId) -> bool {
    clock.propagated || constraints.propagated_pins.contains(&pin)
}
