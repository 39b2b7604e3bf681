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
mod starts;

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_sdc::{ClockEdge, Constraints, ExceptionKind, Exceptions};
use zeroslack_units::Transition;

use self::items::{Effect, ItemMaker, Items};
use self::objects::{ObjectSets, SetIndex, end_pins, passed_pins, vertices};
use self::open::{At, Open, OpenId, Question};
use crate::ids::{NodeId, VertexId};
use crate::pin_graph::PinGraph;

pub(crate) use self::items::{ItemId, rank};

/// Index into the rules of a [`Matching`]: 0 is where nothing is open.
pub(crate) type RuleId = u32;

/// Index into what paths have that start somewhere: 0 is anywhere.
pub(crate) type StartId = u32;

/// An item that paths get, if one of the clocks of a set launched them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Entry {
    item: ItemId,
    from: Option<SetIndex>,
}

/// What becomes of states at a vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Rule {
    open: OpenId,
    moves: Vec<(ItemId, ItemId)>,
    adds: Vec<Entry>,
    /// Whether paths lead from there to an end where something is open.
    leads_to_open: bool,
}

/// What happens at a vertex, by the sets of points that it is in.
#[derive(Clone, Debug, Default)]
struct Happening {
    moves: Vec<(ItemId, ItemId)>,
    adds: Vec<Entry>,
    starts: Vec<Entry>,
}

/// Exceptions, as far as structure says what they match.
#[derive(Debug, Default)]
pub(crate) struct Matching<'c> {
    exceptions: Option<&'c Exceptions>,
    sets: ObjectSets<'c>,
    items: Items,
    open: Open,
    rules: Vec<Rule>,
    /// `[vertex of the pin graph]`; empty if nothing is open anywhere.
    rule_of: Vec<RuleId>,
    starts: Vec<Vec<Entry>>,
    start_of: FxHashMap<VertexId, StartId>,
    /// Items of paths that start at a vertex, before it is passed.
    starting: FxHashMap<VertexId, Vec<Entry>>,
    /// Items of paths from input ports of which nothing is stated.
    unstated: Vec<Entry>,
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
        let (mut anywhere, mut at) = (Vec::new(), FxHashMap::default());
        let maker = ItemMaker::new(tells_apart);
        matching.make_items((pins, netlist), (constraints, maker), &mut anywhere, &mut at);
        matching.enter_ends(netlist);
        matching.report((pins, netlist), constraints, starts, diagnostics);
        let ends = end_nodes(pins, netlist, constraints);
        matching.find_open(pins, netlist, &anywhere, &at, (starts, &ends));
        let followed = matching.leading_to_open(pins, &ends);
        matching.make_rules(anywhere, (at, &followed));
        matching
    }

    /// Makes items, and puts down where they start, are added and passed.
    fn make_items(
        &mut self,
        (pins, netlist): (&PinGraph, &Netlist),
        (constraints, mut maker): (&'c Constraints, ItemMaker),
        anywhere: &mut Vec<Entry>,
        at: &mut FxHashMap<VertexId, Happening>,
    ) {
        let mut passed: FxHashMap<SetIndex, Vec<VertexId>> = FxHashMap::default();
        for (place, exception) in (0..).zip(constraints.exceptions.list()) {
            let paths = &exception.paths;
            let from = paths.from.as_ref();
            let (has_pins, has_clocks) =
                from.map_or((false, false), |from| (from.has_pins(), from.clocks().next().is_some()));
            let is_implicit = from.is_none() || has_clocks;
            let ignores = matches!(exception.kind, ExceptionKind::Delay { ignores_latency: true, .. });
            let is_delay = matches!(exception.kind, ExceptionKind::Delay { .. });
            let through: Vec<SetIndex> = paths.through.iter().map(|set| self.sets.index(set)).collect();
            let clocks = from.filter(|_| has_clocks).map(|set| self.sets.index(set));
            if is_implicit && through.is_empty() {
                let to = exception.paths.to.as_ref().map(|set| self.sets.index(set));
                self.enter_direct(place, to);
            }
            if !has_pins && through.is_empty() && !is_delay {
                continue;
            }
            let items = maker.add((place, exception), &mut self.sets);
            let start = Entry { item: items[0], from: None };
            if let Some(from) = from.filter(|_| has_pins) {
                let of = from.objects().iter().flat_map(|&object| end_pins(netlist, object));
                for vertex in vertices(pins, of, from.transition) {
                    let here = at.entry(vertex).or_default();
                    // What goes on from there was launched at the enable.
                    let is_giving = pins.is_giving(vertex.node());
                    push(if is_giving { &mut here.adds } else { &mut here.starts }, start);
                }
            }
            if is_implicit && ignores {
                anywhere.push(Entry { item: items[0], from: clocks });
            }
            if from.is_none() && is_delay {
                self.unstated.push(start);
            }
            for (stage, &set) in through.iter().enumerate() {
                let of = passed.entry(set).or_insert_with(|| {
                    let set = self.sets.get(set);
                    let of = set.objects().iter().flat_map(|&object| passed_pins(netlist, object));
                    vertices(pins, of, set.transition)
                });
                for &vertex in &*of {
                    let here = at.entry(vertex).or_default();
                    push(&mut here.moves, (items[stage], items[stage + 1]));
                    if stage == 0 && is_implicit {
                        push(&mut here.adds, Entry { item: items[1], from: clocks });
                    }
                }
            }
        }
        self.items = maker.finish();
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
    fn enter_ends(&mut self, netlist: &Netlist) {
        let mut used: Vec<SetIndex> = self.items.iter().filter_map(|(_, item)| item.to).collect();
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
        &mut self,
        pins: &PinGraph,
        netlist: &Netlist,
        anywhere: &[Entry],
        at: &FxHashMap<VertexId, Happening>,
        (starts, ends): (&[NodeId], &[NodeId]),
    ) {
        if self.items.block_count() == 0 {
            return;
        }
        let items = |entries: &[Entry]| entries.iter().map(|entry| entry.item).collect();
        let mut at: Vec<(VertexId, At)> = at
            .iter()
            .map(|(&vertex, here)| {
                let (adds, starts) = (items(&here.adds), items(&here.starts));
                (vertex, At { moves: here.moves.clone(), adds, starts })
            })
            .collect();
        at.sort_unstable_by_key(|&(vertex, _)| vertex);
        let unstated: Vec<ItemId> = items(&self.unstated);
        let anywhere: Vec<ItemId> = anywhere.iter().map(|entry| entry.item).chain(unstated).collect();
        let mut by_set: FxHashMap<SetIndex, Vec<VertexId>> = FxHashMap::default();
        for item in self.items.iter().filter_map(|(_, item)| item.to) {
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
        let slots = self.items.block_count() * items::BLOCK;
        let end_vertices: Vec<Option<&[VertexId]>> = (0..slots as u32)
            .map(|id| {
                let to = self.items.get(ItemId(id))?.to?;
                by_set.get(&to).map(Vec::as_slice)
            })
            .collect();
        let question = Question {
            pins,
            items: &self.items,
            at: &at,
            anywhere: &anywhere,
            starts,
            ends,
            end_vertices: &end_vertices,
        };
        self.open = Open::new(&question);
    }

    /// From which vertices paths that no register launches anew lead to an end where something is open. `[vertex]`; empty if nothing is open.
    fn leading_to_open(&self, pins: &PinGraph, ends: &[NodeId]) -> Vec<bool> {
        let structure = pins.structure();
        let open = self.open.vertices();
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

    /// Gives each vertex its rule, and each vertex where paths start what they have.
    fn make_rules(
        &mut self,
        anywhere: Vec<Entry>,
        (at, followed): (FxHashMap<VertexId, Happening>, &[bool]),
    ) {
        let mut find: FxHashMap<Rule, RuleId> = FxHashMap::default();
        self.rules.push(Rule::default());
        let open = &self.open;
        if !open.vertices().is_empty() {
            let only_followed = Rule { leads_to_open: true, ..Rule::default() };
            self.rules.push(only_followed.clone());
            find.insert(only_followed, 1);
            self.rule_of = followed.iter().map(|&is_followed| RuleId::from(is_followed)).collect();
        }
        for &(vertex, set) in open.vertices() {
            let here = at.get(&vertex);
            let moves = here.map_or(&[][..], |here| &here.moves).iter().copied();
            let adds = here.map_or(&[][..], |here| &here.adds).iter().copied();
            let rule = Rule {
                open: set,
                moves: moves.collect(),
                adds: adds.filter(|entry| open.has(set, entry.item)).collect(),
                leads_to_open: followed[vertex.index()],
            };
            let rules = &mut self.rules;
            self.rule_of[vertex.index()] = *find.entry(rule).or_insert_with_key(|rule| {
                rules.push(rule.clone());
                rules.len() as RuleId - 1
            });
        }
        let mut at: Vec<(VertexId, Happening)> = at.into_iter().collect();
        at.sort_unstable_by_key(|&(vertex, _)| vertex);
        self.starts.push(anywhere.clone());
        for (vertex, here) in at {
            if here.starts.is_empty() && here.adds.is_empty() {
                continue;
            }
            let started = anywhere.iter().chain(&here.starts);
            let moved = |entry: &Entry| {
                let next = here.moves.iter().find(|(from, _)| *from == entry.item);
                Entry { item: next.map_or(entry.item, |&(_, to)| to), ..*entry }
            };
            let start = started.map(moved).chain(here.adds.iter().copied()).collect();
            self.start_of.insert(vertex, self.starts.len() as StartId);
            self.starts.push(start);
            self.starting.insert(vertex, here.starts);
        }
    }

    /// Whether some exceptions ask where paths start, or what they pass, or give them limits of their own.
    pub(crate) fn has_items(&self) -> bool {
        self.items.block_count() > 0
    }

    /// Whether some signals can be told apart by how far exceptions are matched.
    pub(crate) fn has_states(&self) -> bool {
        !self.is_trivial()
    }

    /// Whether states are of no use: nothing is open anywhere.
    pub(crate) fn is_trivial(&self) -> bool {
        self.rule_of.is_empty()
    }

    /// Whether exceptions ask what clocks have passed that come to a vertex with a rule: they can arrive as data from there.
    pub(crate) fn follows(&self, rule: RuleId) -> bool {
        self.rules.get(rule as usize).is_some_and(|rule| rule.leads_to_open)
    }

    /// The rule of a vertex of the pin graph.
    #[inline]
    pub(crate) fn rule(&self, vertex: VertexId) -> RuleId {
        self.rule_of.get(vertex.index()).copied().unwrap_or(0)
    }

    /// What paths have that start at a vertex of the pin graph.
    #[inline]
    pub(crate) fn start(&self, vertex: VertexId) -> StartId {
        if self.start_of.is_empty() { 0 } else { self.start_of.get(&vertex).copied().unwrap_or(0) }
    }

    /// The state of what a register launches that paths start at: a clock edge, at a vertex that is passed.
    pub(crate) fn launched(&self, start: StartId, launch: Option<ClockEdge>) -> Vec<ItemId> {
        let entries = self.starts.get(start as usize).map_or(&[][..], Vec::as_slice);
        self.entered(entries.iter(), launch)
    }

    /// The state of a signal that starts at a vertex of the pin graph, before that is passed; `is_unstated` if nothing is stated of the port.
    pub(crate) fn started(
        &self,
        vertex: VertexId,
        launch: Option<ClockEdge>,
        is_unstated: bool,
    ) -> Vec<ItemId> {
        let anywhere = self.starts.first().map_or(&[][..], Vec::as_slice).iter();
        let here = self.starting.get(&vertex).map_or(&[][..], Vec::as_slice);
        let unstated = if is_unstated { &self.unstated[..] } else { &[] };
        self.entered(anywhere.chain(here).chain(unstated), launch)
    }

    /// The items of entries that count for what an edge launches, in order, each once.
    fn entered<'e>(
        &self,
        entries: impl Iterator<Item = &'e Entry>,
        launch: Option<ClockEdge>,
    ) -> Vec<ItemId> {
        let counts = |entry: &&Entry| entry.from.is_none_or(|set| self.launches(set, launch));
        let mut items: Vec<ItemId> = entries.filter(counts).map(|entry| entry.item).collect();
        items.sort_unstable();
        items.dedup();
        items
    }

    /// Whether an edge is one of the clocks of a set.
    fn launches(&self, set: SetIndex, launch: Option<ClockEdge>) -> bool {
        let set = self.sets.get(set);
        launch
            .is_some_and(|launch| set.counts(launch.edge) && set.clocks().any(|clock| clock == launch.clock))
    }

    /// What becomes of a state by a rule; none if paths with it are false, whatever they end at. Unless something is added, the same state without what is no longer open.
    pub(crate) fn after(&self, state: &[ItemId], launch: Option<ClockEdge>, rule: RuleId) -> Vec<ItemId> {
        let Some(rule) = self.rules.get(rule as usize) else { return Vec::new() };
        let moved =
            |item: &ItemId| rule.moves.iter().find(|(from, _)| from == item).map_or(*item, |&(_, to)| to);
        let counts = |entry: &&Entry| entry.from.is_none_or(|set| self.launches(set, launch));
        let added = rule.adds.iter().filter(counts).map(|entry| entry.item);
        let mut items: Vec<ItemId> =
            state.iter().map(moved).chain(added).filter(|&item| self.open.has(rule.open, item)).collect();
        items.sort_unstable();
        items.dedup();
        items
    }

    /// Whether paths with a state are false, whatever they end at.
    pub(crate) fn is_false(&self, state: &[ItemId]) -> bool {
        state.iter().any(|&item| self.items.is_false(item))
    }

    /// Whether some item of a state has an effect.
    pub(crate) fn has_effect(&self, state: &[ItemId], is: impl Fn(&Effect) -> bool) -> bool {
        state.iter().any(|&item| self.items.effect(item).is_some_and(&is))
    }

    /// Whether items that are open at a vertex of the pin graph have an effect.
    fn is_open(&self, vertex: VertexId, is: impl Fn(&Effect) -> bool) -> bool {
        let Ok(place) = self.open.vertices().binary_search_by_key(&vertex, |&(vertex, _)| vertex) else {
            return false;
        };
        let set = self.open.vertices()[place].1;
        self.items.iter().any(|(id, _)| self.open.has(set, id) && self.items.effect(id).is_some_and(&is))
    }
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
