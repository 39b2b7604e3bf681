//! What exceptions make of tags and checks.
//!
//! What the launching and the capturing clock and the endpoint decide is decided where the check is made. For the rest, a tag says how far exceptions have been
//! matched on the way (its *state*, a set of items), where that is still open: see [`open`]. Each vertex has a rule that says what becomes of states there.

pub(crate) mod budget;
pub(crate) mod coverage;
pub(crate) mod decide;
pub(crate) mod explain;
mod items;
mod objects;
mod open;
mod rules;
mod starts;

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_sdc::{Constraints, Exception, ExceptionKind, ExceptionPaths, Exceptions};
use zeroslack_units::Transition;

use self::items::{ItemMaker, Items};
use self::objects::{AT_PIN, ObjectSets, Place, SetIndex, end_pins, passed_places, vertices};
use self::open::{At, Open, Question};
use self::rules::{Entry, Happening, StartItems};
use crate::ids::{NodeId, VertexId};
use crate::pin_graph::PinGraph;

pub(crate) use self::items::{ItemId, rank};
pub(crate) use self::objects::{NamedObjects, pass_boundaries};
pub(crate) use self::open::ItemSet;
pub(crate) use self::rules::{RuleId, StartId, StateRules};

/// Where items start, are added and passed.
struct Places<'a> {
    pins: &'a PinGraph,
    netlist: &'a Netlist,
    started: StartItems,
    at: FxHashMap<VertexId, Happening>,
    /// The vertices of sets that paths pass.
    passed: FxHashMap<SetIndex, Vec<(VertexId, Place)>>,
}

impl<'a> Places<'a> {
    fn new(pins: &'a PinGraph, netlist: &'a Netlist) -> Self {
        let (started, at, passed) = (StartItems::default(), FxHashMap::default(), FxHashMap::default());
        Self { pins, netlist, started, at, passed }
    }

    /// Enters an exception with its items; `through` and `clocks` are the numbers of its sets of points, and of clocks that launch.
    fn enter(
        &mut self,
        exception: &Exception,
        items: &[ItemId],
        (through, clocks): (&[SetIndex], Option<SetIndex>),
    ) {
        let Self { pins, netlist, started, at, passed } = self;
        let paths = &exception.paths;
        let (from, is_implicit) = (paths.from.as_ref(), is_implicit(paths));
        let is_delay = matches!(exception.kind, ExceptionKind::Delay { .. });
        let ignores = matches!(exception.kind, ExceptionKind::Delay { ignores_latency: true, .. });
        let start = Entry { item: items[0], from: None };
        if let Some((from, clocks)) = from.zip(clocks).filter(|_| ignores || !through.is_empty()) {
            started.launchers.entry(clocks).or_insert_with(|| from.clone());
        }
        if let Some(from) = from.filter(|from| from.has_pins()) {
            let of = from.objects().iter().flat_map(|&object| end_pins(netlist, object));
            for vertex in vertices(pins, of, from.transition) {
                let here = at.entry(vertex).or_default();
                // What goes on from there was launched at the enable.
                let is_giving = pins.is_giving(vertex.node());
                push(if is_giving { &mut here.on_way.adds } else { &mut here.starts }, start);
            }
        }
        if is_implicit && ignores {
            started.anywhere.push(Entry { item: items[0], from: clocks });
        }
        if from.is_none() && is_delay {
            started.unstated.push(start);
        }
        let mut steps: Vec<(VertexId, Place, usize)> = Vec::new();
        for ((stage, &number), set) in through.iter().enumerate().zip(&paths.through) {
            let of = passed.entry(number).or_insert_with(|| passed_places(pins, netlist, set));
            steps.extend(of.iter().map(|&(vertex, place)| (vertex, place, stage)));
        }
        steps.sort_unstable();
        for steps in steps.chunk_by(|a, b| a.0 == b.0) {
            let here = at.entry(steps[0].0).or_default();
            let first_at_pin = steps.partition_point(|&(_, place, _)| place != AT_PIN);
            for (passing, steps) in [(&mut here.on_way, steps), (&mut here.started, &steps[first_at_pin..])] {
                for stage in 0..through.len() {
                    let after = stage_after(stage, steps);
                    if after == stage {
                        continue;
                    }
                    push(&mut passing.moves, (items[stage], items[after]));
                    if stage == 0 && is_implicit {
                        push(&mut passing.adds, Entry { item: items[after], from: clocks });
                    }
                }
            }
        }
    }
}

/// Counts the sets of points that a path has passed behind a vertex, of which it passed `stage` before. `steps` lists the sets at the vertex by place; a path passes one set at each place.
fn stage_after(stage: usize, steps: &[(VertexId, Place, usize)]) -> usize {
    let places = steps.chunk_by(|a, b| a.1 == b.1);
    places.fold(stage, |stage, at_place| {
        stage + usize::from(at_place.iter().any(|&(.., passed)| passed == stage))
    })
}

/// Whether paths count that start at any pin, if one of some clocks launches them or whichever does.
fn is_implicit(paths: &ExceptionPaths) -> bool {
    paths.from.as_ref().is_none_or(|from| from.clocks().next().is_some())
}

/// Exceptions, as far as structure says what they match.
#[derive(Debug, Default)]
pub(crate) struct Matching<'c> {
    exceptions: Option<&'c Exceptions>,
    sets: ObjectSets<'c>,
    states: StateRules,
    /// Exceptions of which clocks and endpoints decide: of any endpoint, then by the set of endpoints.
    of_any_end: Vec<u32>,
    of_ends: FxHashMap<SetIndex, Vec<u32>>,
    /// The sets of endpoints that pins are in.
    ends_of: FxHashMap<PinId, Vec<SetIndex>>,
}

impl<'c> Matching<'c> {
    /// Of the exceptions of a mode; `starts` are nodes of the pin graph where signals start that no register launches, in order. If they are told apart, paths keep all
    /// that they match, even where others make the same of them or they are false.
    pub(crate) fn new(
        (pins, netlist): (&PinGraph, &Netlist),
        constraints: &'c Constraints,
        (starts, tells_apart): (&[NodeId], bool),
        diagnostics: &mut Diagnostics,
    ) -> Self {
        if constraints.exceptions.is_empty() {
            return Self::default();
        }
        let mut matching = Self { exceptions: Some(&constraints.exceptions), ..Self::default() };
        let mut places = Places::new(pins, netlist);
        let items = matching.make_items((constraints, ItemMaker::new(tells_apart)), Some(&mut places));
        let Places { started, at, .. } = places;
        matching.enter_ends(netlist, &items);
        let ends = end_nodes(pins, netlist, constraints);
        let open = matching.find_open((pins, netlist), &items, (&started, &at), (starts, &ends));
        let leads_to_open = leading_to_open(pins, &open, &ends);
        matching.report((pins, netlist), constraints, (starts, &leads_to_open), diagnostics);
        matching.states = StateRules::new(items, open, started, (at, &leads_to_open));
        matching
    }

    /// The same of a graph that was built under these exceptions, with what it keeps of them. None if it does not keep what it takes.
    pub(crate) fn again(
        netlist: &Netlist,
        constraints: &'c Constraints,
        states: Option<Box<StateRules>>,
    ) -> Option<Self> {
        if constraints.exceptions.is_empty() {
            return Some(Self::default());
        }
        let mut matching = Self { exceptions: Some(&constraints.exceptions), ..Self::default() };
        let items = matching.make_items((constraints, ItemMaker::new(false)), None);
        matching.enter_ends(netlist, &items);
        matching.states = match states {
            Some(states) => *states,
            None if items.block_count() > 0 => return None,
            None => StateRules::new(items, Open::new_empty(), StartItems::default(), Default::default()),
        };
        Some(matching)
    }

    /// Makes items, and puts down where they start, are added and passed, if that is asked for.
    fn make_items(
        &mut self,
        (constraints, mut maker): (&'c Constraints, ItemMaker),
        mut places: Option<&mut Places<'_>>,
    ) -> Items {
        for (place, exception) in (0..).zip(constraints.exceptions.list()) {
            let paths = &exception.paths;
            let from = paths.from.as_ref();
            let has_pins = from.is_some_and(|from| from.has_pins());
            let through: Vec<SetIndex> = paths.through.iter().map(|set| self.sets.index(set)).collect();
            let clocks = from.filter(|from| from.clocks().next().is_some());
            let clocks = clocks.map(|set| self.sets.index(set));
            if is_implicit(paths) && through.is_empty() {
                let to = paths.to.as_ref().map(|set| self.sets.index(set));
                self.enter_direct(place, to);
            }
            if !has_pins && through.is_empty() && !matches!(exception.kind, ExceptionKind::Delay { .. }) {
                continue;
            }
            let items = maker.add((place, exception), &mut self.sets);
            if let Some(places) = &mut places {
                places.enter(exception, &items, (&through, clocks));
            }
        }
        maker.finish()
    }

    /// An exception that needs no item.
    fn enter_direct(&mut self, exception: u32, to: Option<SetIndex>) {
        match to.filter(|&to| self.sets.get(to).has_pins()) {
            Some(to) => self.of_ends.entry(to).or_default().push(exception),
            None => self.of_any_end.push(exception),
        }
        // A set may name clocks as well.
        if to.is_some_and(|to| self.sets.get(to).has_pins() && self.sets.get(to).clocks().next().is_some()) {
            self.of_any_end.push(exception);
        }
    }

    /// Finds the sets of endpoints that pins are in.
    fn enter_ends(&mut self, netlist: &Netlist, items: &Items) {
        let mut used: Vec<SetIndex> = items.iter().filter_map(|(_, item)| item.to).collect();
        used.extend(self.of_ends.keys());
        used.sort_unstable();
        used.dedup();
        for set in used {
            let objects = self.sets.get(set).objects();
            for pin in objects.iter().flat_map(|&object| end_pins(netlist, object)) {
                push(self.ends_of.entry(pin).or_default(), set);
            }
        }
    }

    fn find_open(
        &self,
        (pins, netlist): (&PinGraph, &Netlist),
        all: &Items,
        (started, at): (&StartItems, &FxHashMap<VertexId, Happening>),
        (starts, ends): (&[NodeId], &[NodeId]),
    ) -> Open {
        if all.block_count() == 0 {
            return Open::new_empty();
        }
        let items = |entries: &[Entry]| entries.iter().map(|entry| entry.item).collect();
        let mut at: Vec<(VertexId, At)> = at
            .iter()
            .map(|(&vertex, here)| {
                let [on_way, started] = [&here.on_way, &here.started].map(|passing| open::Passing {
                    moves: passing.moves.clone(),
                    adds: items(&passing.adds),
                });
                (vertex, At { on_way, started, starts: items(&here.starts) })
            })
            .collect();
        at.sort_unstable_by_key(|&(vertex, _)| vertex);
        let anywhere = started.anywhere.iter().chain(&started.unstated);
        let anywhere: Vec<ItemId> = anywhere.map(|entry| entry.item).collect();
        let mut by_set: FxHashMap<SetIndex, Vec<VertexId>> = FxHashMap::default();
        for item in all.iter().filter_map(|(_, item)| item.to) {
            let set = self.sets.get(item);
            if set.clocks().next().is_none() {
                by_set.entry(item).or_insert_with(|| {
                    let of = set.objects().iter().flat_map(|&object| end_pins(netlist, object));
                    let mut of = vertices(pins, of, set.transition);
                    of.retain(|vertex| ends.binary_search(&vertex.node()).is_ok());
                    of
                });
            }
        }
        let slots = all.block_count() * items::BLOCK;
        let end_vertices: Vec<Option<&[VertexId]>> = (0..slots as u32)
            .map(|id| {
                let to = all.get(ItemId(id))?.to?;
                by_set.get(&to).map(Vec::as_slice)
            })
            .collect();
        let question = Question {
            pins,
            items: all,
            at: &at,
            anywhere: &anywhere,
            starts,
            ends,
            end_vertices: &end_vertices,
        };
        Open::new(&question)
    }

    /// Whether some exceptions ask where paths start, or what they pass, or give them limits of their own.
    pub(crate) fn has_items(&self) -> bool {
        self.states.items.block_count() > 0
    }

    /// What becomes of states on the way.
    pub(crate) fn states(&self) -> &StateRules {
        &self.states
    }

    /// The same for who needs nothing else any more.
    pub(crate) fn into_states(self) -> StateRules {
        self.states
    }
}

/// From which vertices paths that no register launches anew lead to an end where something is open. `[vertex]`; empty if nothing is open.
fn leading_to_open(pins: &PinGraph, open: &Open, ends: &[NodeId]) -> Vec<bool> {
    let structure = pins.structure();
    let open = &open.at;
    if open.is_empty() {
        return Vec::new();
    }
    let mut leads = vec![false; 2 * structure.node_count()];
    for &(vertex, _) in open.iter().filter(|(vertex, _)| ends.binary_search(&vertex.node()).is_ok()) {
        leads[vertex.index()] = true;
    }
    for node in (0..structure.node_count()).rev().map(NodeId::at) {
        for fanout in structure.fanout(node).iter().filter(|fanout| !pins.ends_signals(fanout.arc)) {
            for to in Transition::ALL.into_iter().filter(|&to| fanout.has(to)) {
                let from = node.vertex(fanout.from(to));
                leads[from.index()] |= leads[fanout.node().vertex(to).index()];
            }
        }
    }
    leads
}

/// Adds what is not there yet.
fn push<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The nodes of the pin graph where paths end, in order.
fn end_nodes(pins: &PinGraph, netlist: &Netlist, constraints: &Constraints) -> Vec<NodeId> {
    let checked = pins.checks().iter().map(|check| check.data);
    let required = constraints.required_times.keys().chain(constraints.output_delays.keys());
    let mut ends: Vec<NodeId> = checked.chain(required.map(|&pin| pins.node(pin))).collect();
    if has_delays(constraints) {
        ends.extend(output_ports(netlist).map(|pin| pins.node(pin)));
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Whether some paths have a limit of their own.
pub(crate) fn has_delays(constraints: &Constraints) -> bool {
    constraints
        .exceptions
        .list()
        .iter()
        .any(|exception| matches!(exception.kind, ExceptionKind::Delay { .. }))
}

/// Ports at which paths can end.
pub(crate) fn output_ports(netlist: &Netlist) -> impl Iterator<Item = PinId> + '_ {
    let is_output =
        |pin: &PinId| netlist.port_of(*pin).is_some_and(|(port, _)| port.direction != PortDirection::Input);
    netlist.port_pins().filter(is_output)
}
