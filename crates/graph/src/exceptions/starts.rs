//! What exceptions name that no path starts at or ends at, and where paths start whose clocks' latencies do not count.

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Constraints, Exception, ExceptionKind, ExceptionPaths, PathObject, PathObjects};

use super::objects::{end_pins, vertices};
use super::{Matching, end_nodes};
use crate::ids::{ArcId, NodeId, VertexId};
use crate::pin_graph::PinGraph;

impl Matching<'_> {
    /// Warns of exceptions that match nothing, as nothing that they name is a startpoint or an endpoint (`GRAPH-012`). `leads_to_open` says from which vertices signals come to an end that exceptions ask about, as data;
    /// it is empty if they come to none.
    pub(super) fn report(
        &self,
        (pins, netlist): (&PinGraph, &Netlist),
        constraints: &Constraints,
        (starts, leads_to_open): (&[NodeId], &[bool]),
        diagnostics: &mut Diagnostics,
    ) {
        let structure = pins.structure();
        let arcs = ArcId::all(0..structure.arc_count()).filter(|&arc| pins.is_launch(arc));
        let mut start_pins: FxHashSet<PinId> =
            arcs.map(|arc| structure.pin(structure.arc_source(arc).node())).collect();
        start_pins.extend(pins.latches().iter().map(|latch| structure.pin(latch.data)));
        // A clock starts a path of its own only where it arrives as data. `silent` are those that arrive nowhere that exceptions ask about.
        let is_clock_alone = |pin: PinId| {
            !constraints.clocks.starting_at(pin).is_empty() && !constraints.input_delays.contains_key(&pin)
        };
        let leads = |vertex: VertexId| leads_to_open.get(vertex.index()).is_some_and(|&leads| leads);
        let is_silent =
            |node: NodeId| is_clock_alone(structure.pin(node)) && !node.vertices().into_iter().any(leads);
        let (silent, stated): (Vec<NodeId>, Vec<NodeId>) = starts.iter().partition(|&&node| is_silent(node));
        start_pins.extend(stated.into_iter().map(|node| structure.pin(node)));
        let silent: FxHashSet<PinId> = silent.into_iter().map(|node| structure.pin(node)).collect();
        if super::has_delays(constraints) {
            let is_free = |pin: &PinId| netlist.is_driver(*pin) && !is_clock_alone(*pin);
            start_pins.extend(netlist.port_pins().filter(is_free));
        }
        let ends = end_nodes(pins, netlist, constraints);
        let end_pins: FxHashSet<PinId> = ends.iter().map(|&node| structure.pin(node)).collect();
        for exception in constraints.exceptions.list() {
            let from = exception.paths.from.as_ref();
            let sets = [
                (
                    from,
                    "-from",
                    &start_pins,
                    "a startpoint",
                    "clock pins of registers, data pins of latches, input ports with an arrival, cells that have such pins, clocks",
                ),
                (
                    exception.paths.to.as_ref(),
                    "-to",
                    &end_pins,
                    "an endpoint",
                    "data pins of registers, output ports with a required time, cells that have such pins, clocks",
                ),
            ];
            for (set, option, known, what, expected) in sets {
                if set.is_some_and(|set| names_none(netlist, set, known)) {
                    diagnostics.warning("GRAPH-012", None, || {
                        let (command, names) = (command(exception), names(netlist, set));
                        if option == "-from" && set.is_some_and(|set| !names_none(netlist, set, &silent)) {
                            return format!("{command} matches no path: the clock that starts at {names} does not arrive as data where it ends; expected get_clocks in -from for what the clock launches");
                        }
                        let instead = instead(exception, option);
                        format!("{command} matches no path: nothing that {option} names is {what}: {names}; expected {expected}{instead}")
                    });
                }
            }
        }
    }

    /// The vertices of clocks at which paths start or end without latency, in order: of arcs that launch into, and checks at, vertices where a limit is open that
    /// asks for it.
    pub(crate) fn bare_clocks(&self, pins: &PinGraph) -> Vec<VertexId> {
        let items = &self.states.items;
        if !items.iter().any(|(_, item)| items.effects[item.effect as usize].ignores_latency) {
            return Vec::new();
        }
        let structure = pins.structure();
        let asks = |vertex: VertexId| self.states.is_open(vertex, |effect| effect.ignores_latency);
        let mut found = Vec::new();
        for node in NodeId::all(0..structure.node_count()) {
            for arc in structure.fanin(node).filter(|&arc| pins.is_launch(arc)) {
                let source = structure.arc_source(arc);
                let to = node.vertices().into_iter().filter(|to| source.has(to.transition()) && asks(*to));
                found.extend(to.map(|to| source.vertex(to.transition())));
            }
        }
        let checked = pins.checks().iter();
        found.extend(
            checked.filter(|check| check.data.vertices().into_iter().any(asks)).map(|check| check.clock),
        );
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a limit is asked for at a vertex of an input port, of paths that start there: with latencies that do not count, or any.
    pub(crate) fn starts_bare(&self, pins: &PinGraph, pin: PinId) -> bool {
        let asks = |vertex: &VertexId| self.states.is_open(*vertex, |effect| effect.ignores_latency);
        vertices(pins, [pin], None).iter().any(asks)
    }
}

/// Whether a set names pins only, and none of them is known.
fn names_none(netlist: &Netlist, set: &PathObjects, known: &FxHashSet<PinId>) -> bool {
    let is_known = |&object: &PathObject| end_pins(netlist, object).iter().any(|pin| known.contains(pin));
    set.clocks().next().is_none() && !set.objects().iter().any(is_known)
}

/// What states a limit of paths that pass an inner pin: it parts no paths there.
fn instead(exception: &Exception, option: &str) -> &'static str {
    match (&exception.kind, option) {
        (ExceptionKind::Delay { .. }, "-from") => {
            "; a limit of the whole paths that pass these is stated with -through in place of -from"
        }
        (ExceptionKind::Delay { .. }, _) => {
            "; a limit of the whole paths that pass these is stated with -through in place of -to"
        }
        _ => "",
    }
}

/// What was said.
fn command(exception: &Exception) -> &'static str {
    exception.kind.command(exception.splits)
}

/// An exception in short: its command with the first few names of what it is about.
pub(super) fn described(netlist: &Netlist, constraints: &Constraints, exception: &Exception) -> String {
    let ExceptionPaths { from, through, to, .. } = &exception.paths;
    let options = from.iter().map(|set| ("-from", set));
    let options = options.chain(through.iter().map(|set| ("-through", set)));
    let options = options.chain(to.iter().map(|set| ("-to", set)));
    let mut text = command(exception).to_owned();
    for (option, set) in options {
        let clocks = set.clocks().map(|clock| format!("'{}'", constraints.clocks[clock].name));
        let others: Vec<PathObject> =
            set.objects().iter().copied().filter(|object| !matches!(object, PathObject::Clock(_))).collect();
        let others = names(netlist, Some(&PathObjects::new(others, None)));
        let all: Vec<String> = clocks.chain((!others.is_empty()).then_some(others)).collect();
        text.push_str(&format!(" {option} {}", all.join(", ")));
    }
    text
}

/// The first few names of a set.
fn names(netlist: &Netlist, set: Option<&PathObjects>) -> String {
    const MOST: usize = 3;
    let objects = set.map_or(&[][..], PathObjects::objects);
    let mut names: Vec<String> =
        objects.iter().take(MOST).map(|&object| format!("'{}'", name(netlist, object))).collect();
    if objects.len() > MOST {
        names.push(format!("{} more", objects.len() - MOST));
    }
    names.join(", ")
}

fn name(netlist: &Netlist, object: PathObject) -> String {
    match object {
        PathObject::Clock(_) => String::new(),
        PathObject::Pin(pin) => netlist.pin_name(pin),
        PathObject::HierarchicalPin(pin) => netlist.hierarchical_pin_name(pin),
        PathObject::Cell(cell) => netlist.cell_name(cell).to_owned(),
        PathObject::Instance(instance) => netlist.instance_name(instance).to_owned(),
        PathObject::Net(net) => netlist.net_name(net).to_owned(),
    }
}
