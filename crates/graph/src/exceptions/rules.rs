//! What becomes of states on the way: at each vertex, and where paths start.

use rustc_hash::FxHashMap;
use zeroslack_sdc::{ClockEdge, PathObjects};

use super::items::{Effect, ItemId, Items};
use super::objects::SetIndex;
use super::open::{ItemSet, Open, OpenId, put};
use crate::ids::VertexId;

/// Index into the rules of [`StateRules`]: 0 is where nothing is open.
pub(crate) type RuleId = u32;

/// Index into what paths have that start somewhere: 0 is anywhere.
pub(crate) type StartId = u32;

/// An item that paths get, if one of the clocks of a set launched them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry {
    pub(super) item: ItemId,
    pub(super) from: Option<SetIndex>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Happening {
    /// To paths that come there.
    pub(super) on_way: Passing,
    /// To paths that start there: they have not passed the nets, and the pins of instances, before it.
    pub(super) started: Passing,
    pub(super) starts: Vec<Entry>,
}

/// Changes of items where paths pass a vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passing {
    pub(super) moves: Vec<(ItemId, ItemId)>,
    pub(super) adds: Vec<Entry>,
}

/// What items paths get where they start.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StartItems {
    /// Anywhere.
    pub(super) anywhere: Vec<Entry>,
    /// At input ports of which nothing is stated.
    pub(super) unstated: Vec<Entry>,
    /// The sets of clocks that entries are for.
    pub(super) launchers: FxHashMap<SetIndex, PathObjects>,
}

/// What becomes of states at each vertex of a pin graph, and what paths have where they start.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct StateRules {
    pub(super) items: Items,
    /// The items that are open where a rule is. `[OpenId]`.
    open: Vec<ItemSet>,
    find_open: FxHashMap<ItemSet, OpenId>,
    rules: Vec<Rule>,
    find: FxHashMap<Rule, RuleId>,
    /// `[vertex of the pin graph]`; empty if nothing is open anywhere.
    rule_of: Vec<RuleId>,
    started: StartItems,
    starts: Vec<Vec<Entry>>,
    start_of: FxHashMap<VertexId, StartId>,
    /// Rules of vertices for what starts there, where they are other ones.
    start_rules: FxHashMap<VertexId, RuleId>,
    /// What happens at vertices that exceptions name.
    at: FxHashMap<VertexId, Happening>,
}

impl StateRules {
    /// Gives each vertex its rule, and each vertex where paths start what they have. `leads_to_open` is by vertex, empty if nothing is open.
    pub(super) fn new(
        items: Items,
        open: Open,
        started: StartItems,
        (at, leads_to_open): (FxHashMap<VertexId, Happening>, &[bool]),
    ) -> Self {
        let mut made = Self { items, open: open.sets, find_open: open.find, started, at, ..Self::default() };
        made.rule(Rule::default());
        if !open.at.is_empty() {
            let followed = made.rule(Rule { leads_to_open: true, ..Rule::default() });
            let rule = |&leads: &bool| if leads { followed } else { 0 };
            made.rule_of = leads_to_open.iter().map(rule).collect();
        }
        for (vertex, set) in open.at {
            let here = made.at.get(&vertex).cloned().unwrap_or_default();
            let leads_to_open = leads_to_open[vertex.index()];
            let [on_way, started] = [here.on_way, here.started].map(|Passing { moves, adds }| {
                let is_open = |entry: &Entry| made.open[set as usize].has(entry.item);
                let adds = adds.into_iter().filter(is_open).collect();
                Rule { open: set, moves, adds, leads_to_open }
            });
            if started != on_way {
                let rule = made.rule(started);
                made.start_rules.insert(vertex, rule);
            }
            made.rule_of[vertex.index()] = made.rule(on_way);
        }
        made.enter_starts();
        made
    }

    fn rule(&mut self, rule: Rule) -> RuleId {
        let rules = &mut self.rules;
        *self.find.entry(rule).or_insert_with_key(|rule| {
            rules.push(rule.clone());
            rules.len() as RuleId - 1
        })
    }

    fn enter_starts(&mut self) {
        self.starts.push(self.started.anywhere.clone());
        let mut at: Vec<(&VertexId, &Happening)> = self.at.iter().collect();
        at.retain(|(_, here)| !here.starts.is_empty() || !here.started.adds.is_empty());
        at.sort_unstable_by_key(|&(vertex, _)| vertex);
        for (&vertex, here) in at {
            let started = self.started.anywhere.iter().chain(&here.starts);
            let moved = |entry: &Entry| {
                let next = here.started.moves.iter().find(|(from, _)| *from == entry.item);
                Entry { item: next.map_or(entry.item, |&(_, to)| to), ..*entry }
            };
            let start = started.map(moved).chain(here.started.adds.iter().copied()).collect();
            self.start_of.insert(vertex, self.starts.len() as StartId);
            self.starts.push(start);
        }
    }

    /// Whether states are of no use: nothing is open anywhere.
    pub(crate) fn is_trivial(&self) -> bool {
        self.rule_of.is_empty()
    }

    /// Whether exceptions ask what clocks have passed that come to a vertex with a rule: they can arrive as data from there.
    pub(crate) fn follows(&self, rule: RuleId) -> bool {
        self.rules.get(rule as usize).is_some_and(|rule| rule.leads_to_open)
    }

    /// The same of a vertex of the pin graph.
    pub(crate) fn follows_at(&self, vertex: VertexId) -> bool {
        self.follows(self.rule_at(vertex))
    }

    /// The rule of a vertex of the pin graph.
    #[inline]
    pub(crate) fn rule_at(&self, vertex: VertexId) -> RuleId {
        self.rule_of.get(vertex.index()).copied().unwrap_or(0)
    }

    /// The rule of a vertex of the pin graph for signals that start there: they have not passed what is before it.
    pub(crate) fn start_rule_at(&self, vertex: VertexId) -> RuleId {
        self.start_rules.get(&vertex).copied().unwrap_or_else(|| self.rule_at(vertex))
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
        let here = self.at.get(&vertex).map_or(&[][..], |here| &here.starts);
        let unstated = if is_unstated { &self.started.unstated[..] } else { &[] };
        self.entered(self.started.anywhere.iter().chain(here).chain(unstated), launch)
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
        let set = self.started.launchers.get(&set);
        set.zip(launch).is_some_and(|(set, launch)| {
            set.counts(launch.edge) && set.clocks().any(|clock| clock == launch.clock)
        })
    }

    /// What becomes of a state by a rule; none if paths with it are false, whatever they end at. Unless something is added, the same state without what is no longer open.
    pub(crate) fn after(&self, state: &[ItemId], launch: Option<ClockEdge>, rule: RuleId) -> Vec<ItemId> {
        let Some(rule) = self.rules.get(rule as usize) else { return Vec::new() };
        let moved =
            |item: &ItemId| rule.moves.iter().find(|(from, _)| from == item).map_or(*item, |&(_, to)| to);
        let counts = |entry: &&Entry| entry.from.is_none_or(|set| self.launches(set, launch));
        let added = rule.adds.iter().filter(counts).map(|entry| entry.item);
        let open = &self.open[rule.open as usize];
        let mut items: Vec<ItemId> =
            state.iter().map(moved).chain(added).filter(|&item| open.has(item)).collect();
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
    pub(super) fn is_open(&self, vertex: VertexId, is: impl Fn(&Effect) -> bool) -> bool {
        let open = self.open_at(vertex);
        self.items.iter().any(|(id, _)| open.has(id) && self.items.effect(id).is_some_and(&is))
    }
}

/// What is open where, for edits that the graph takes over.
impl StateRules {
    /// Whether exceptions name a vertex as something that paths start at or pass.
    pub(crate) fn is_named(&self, vertex: VertexId) -> bool {
        self.at.contains_key(&vertex)
    }

    /// The items that are open at a vertex.
    pub(crate) fn open_at(&self, vertex: VertexId) -> &ItemSet {
        let rule = self.rules.get(self.rule_at(vertex) as usize);
        rule.map_or(const { &ItemSet::new() }, |rule| &self.open[rule.open as usize])
    }

    /// The items that paths may come with to a vertex so that something is open there: before anything happens to them.
    pub(crate) fn open_before(&self, vertex: VertexId) -> ItemSet {
        let rule = &self.rules[self.rule_at(vertex) as usize];
        let open = &self.open[rule.open as usize];
        let mut before = open.clone();
        for &(from, to) in &rule.moves {
            before.put(from, open.has(to));
        }
        before
    }

    /// Says what is open at a vertex that nothing names, from where paths lead to others.
    pub(crate) fn set_open(&mut self, vertex: VertexId, open: ItemSet, leads_to: &[VertexId]) {
        if self.is_trivial() {
            return;
        }
        let leads_to_open = leads_to.iter().any(|&vertex| self.follows_at(vertex));
        let open = put(&mut self.open, &mut self.find_open, open);
        let rule = self.rule(Rule { open, leads_to_open, ..Rule::default() });
        if self.rule_of.len() <= vertex.index() {
            self.rule_of.resize(vertex.index() + 1, 0);
        }
        self.rule_of[vertex.index()] = rule;
    }
}
