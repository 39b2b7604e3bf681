//! Tags: what a signal at a vertex is.
//!
//! A tag says which clock edge launched the signal, whether it is still a clock, and whether the clock's network counts with its
//! own delays; and how far exceptions have been matched on the way (its *state*). [`Sets`] holds the sets of tags that occur.

use rustc_hash::FxHashMap;
use zeroslack_sdc::{Clock, ClockEdge, ClockId, Constraints};
use zeroslack_units::{Ticks, Transition};

use crate::exceptions::{ItemId, RuleId, StartId, StateRules, budget};
use crate::generated::GeneratedClocks;
use crate::ids::VertexId;

/// What a signal at a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The clock edge that launched it; none where a constraint states an arrival without a clock.
    pub launch: Option<ClockEdge>,
    /// Data, or the clock itself.
    pub role: Role,
    /// Whether it counts from where paths start, without what came before: latencies of clocks do not count to limits of their own that ask for that.
    pub is_bare: bool,
    /// Whether it is a clock on its way to where it arrives as data, of which exceptions ask what it has passed: beside the clock itself, it clocks nothing.
    pub is_followed: bool,
    /// Whether it is a clock on its way through registers to where a clock starts that is generated from it: beside the clock itself, it clocks nothing.
    pub is_generating: bool,
}

impl Tag {
    /// A signal as most are.
    pub(crate) fn new(launch: Option<ClockEdge>, role: Role) -> Self {
        Self { launch, role, is_bare: false, is_followed: false, is_generating: false }
    }

    /// Whether it is a clock that launches and captures where it arrives.
    pub fn clocks(self) -> bool {
        self.role != Role::Data && !self.is_followed && !self.is_generating
    }
}

/// What a signal is to the registers that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Data: it clocks nothing.
    Data,
    /// A clock whose network's delays do not count where it launches and captures.
    IdealClock,
    /// A clock whose network counts with its own delays.
    PropagatedClock,
}

/// A tag in 4 bytes, as [`Tags`] numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagId(pub(crate) u32);

impl TagId {
    /// Marks that there is no tag.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// Unless it marks that there is none.
    #[inline]
    pub(crate) fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// Index into [`States`]: 0 is the empty one.
pub(crate) type StateId = u32;

/// How far exceptions have been matched: each state that occurs once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct States {
    list: Vec<Box<[ItemId]>>,
    find: FxHashMap<Box<[ItemId]>, StateId>,
    /// How many items all of them have together.
    item_count: usize,
}

impl Default for States {
    fn default() -> Self {
        Self { list: vec![Box::default()], find: FxHashMap::from_iter([(Box::default(), 0)]), item_count: 0 }
    }
}

impl States {
    /// The items of a state, in order.
    pub(crate) fn get(&self, state: StateId) -> &[ItemId] {
        &self.list[state as usize]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// All of them, in the order in which they were found.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[ItemId]> {
        self.list.iter().map(|items| &**items)
    }

    fn find(&self, items: &[ItemId]) -> Option<StateId> {
        if items.is_empty() { Some(0) } else { self.find.get(items).copied() }
    }

    fn intern(&mut self, items: Vec<ItemId>) -> StateId {
        if let Some(state) = self.find(&items) {
            return state;
        }
        let items = items.into_boxed_slice();
        self.item_count += items.len();
        self.list.push(items.clone());
        self.find.insert(items, self.list.len() as StateId - 1);
        self.list.len() as StateId - 1
    }

    /// The place of each state among all, by content. `[state]`.
    pub(crate) fn places(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.list.len() as u32).collect();
        order.sort_unstable_by_key(|&state| &self.list[state as usize]);
        let mut places = vec![0; order.len()];
        for (place, state) in (0..).zip(order) {
            places[state as usize] = place;
        }
        places
    }
}

/// What the ids of tags stand for. Of tags in one state, ids are in the order of content: that of data launched by no clock, then by clock, edge and role.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tags {
    /// By clock: whether both of its edges are at the same times, so that they cannot be told apart.
    has_one_edge: Vec<bool>,
    /// When the edges of clocks are. `[clock][edge]`.
    edge_times: Vec<[Ticks; 2]>,
    /// Which clocks are propagated from their sources on.
    are_propagated: Vec<bool>,
    pub(crate) states: States,
}

/// Roles of a tag.
const ROLES: [Role; 3] = [Role::Data, Role::IdealClock, Role::PropagatedClock];

/// Kinds of tags in a role: usual ones, bare ones, those that are followed, those that generate.
const KINDS: u32 = 4;

impl Tags {
    pub(crate) fn new(constraints: &Constraints) -> Self {
        let clocks = &constraints.clocks;
        let are_told_apart = !constraints.pin_latencies.is_empty()
            || !constraints.pin_source_latencies.is_empty()
            || !constraints.uncertainties_between.is_empty()
            || !constraints.clock_senses.is_empty()
            || clocks.iter().any(|(_, clock)| clock.generated.is_some())
            || !constraints.exceptions.is_empty();
        let has_one_edge = |clock: &Clock| {
            clock.edges[0] == clock.edges[1]
                && clock.source_latency[0][0] == clock.source_latency[0][1]
                && clock.source_latency[1][0] == clock.source_latency[1][1]
                && clock.network_latency[0][0] == clock.network_latency[0][1]
                && clock.network_latency[1][0] == clock.network_latency[1][1]
        };
        let count = clocks.id_count();
        let (has_none, at_0) = (vec![false; count], vec![[0; 2]; count]);
        let mut tags = Self {
            are_propagated: has_none.clone(),
            has_one_edge: has_none,
            edge_times: at_0,
            states: States::default(),
        };
        for (id, clock) in clocks.iter() {
            tags.edge_times[id.0 as usize] = clock.edges;
            tags.are_propagated[id.0 as usize] = clock.propagated;
            tags.has_one_edge[id.0 as usize] = !are_told_apart && has_one_edge(clock);
        }
        tags
    }

    /// Whether the same edges of clocks can be told apart, and the same clocks are propagated, under other constraints.
    pub(crate) fn are_of(&self, constraints: &Constraints) -> bool {
        let other = Self::new(constraints);
        other.has_one_edge == self.has_one_edge && other.are_propagated == self.are_propagated
    }

    /// Takes over when the edges of clocks are, which these are [of](Self::are_of).
    pub(crate) fn restate(&mut self, constraints: &Constraints) {
        for (id, clock) in constraints.clocks.iter() {
            self.edge_times[id.0 as usize] = clock.edges;
        }
    }

    /// How many tags there can be in one state.
    fn per_state(&self) -> u32 {
        KINDS * (1 + 2 * self.has_one_edge.len() as u32 * ROLES.len() as u32)
    }

    /// The tag of a signal launched by a clock edge, or by none.
    pub(crate) fn id(&self, launch: Option<ClockEdge>, role: Role) -> TagId {
        self.of(Tag::new(launch, role))
    }

    /// A tag in the empty state.
    pub(crate) fn of(&self, Tag { launch, role, is_bare, is_followed, is_generating }: Tag) -> TagId {
        let kind = match (is_followed, is_generating) {
            (false, false) => u32::from(is_bare),
            (true, _) => 2,
            (false, true) => 3,
        };
        let Some(edge) = launch else { return TagId(kind) };
        let index = if self.has_one_edge[edge.clock.0 as usize] { 0 } else { edge.edge as u32 };
        let launched = 1 + (2 * edge.clock.0 + index) * ROLES.len() as u32 + role as u32;
        TagId(KINDS * launched + kind)
    }

    /// What an id stands for.
    pub(crate) fn get(&self, id: TagId) -> Tag {
        let of = id.0 % self.per_state();
        let [is_bare, is_followed, is_generating] = [1, 2, 3].map(|kind| of % KINDS == kind);
        let Some(index) = (of / KINDS).checked_sub(1) else {
            return Tag { launch: None, role: Role::Data, is_bare, is_followed, is_generating };
        };
        let (edge, role) = (index / ROLES.len() as u32, index % ROLES.len() as u32);
        let edge = ClockEdge { clock: ClockId(edge / 2), edge: Transition::of(edge) };
        Tag { launch: Some(edge), role: ROLES[role as usize], is_bare, is_followed, is_generating }
    }

    /// When the edge is that launched a signal; 0 where none did.
    pub(crate) fn launch_time(&self, id: TagId) -> Ticks {
        let launch = self.get(id).launch;
        launch.map_or(0, |edge| self.edge_times[edge.clock.0 as usize][edge.edge as usize])
    }

    /// The state of a tag.
    pub(crate) fn state(&self, id: TagId) -> StateId {
        id.0 / self.per_state()
    }

    /// The same in another state.
    pub(crate) fn in_state(&self, id: TagId, state: StateId) -> TagId {
        TagId((id.0 % self.per_state()).wrapping_add(state.wrapping_mul(self.per_state())))
    }

    /// The same in the state of some items.
    fn with_items(&mut self, id: TagId, items: Vec<ItemId>) -> TagId {
        let state = self.states.intern(items);
        self.in_state(id, state)
    }

    /// What a tag becomes by a rule, where its state was one before.
    pub(crate) fn by_rule(&self, id: TagId, (rules, rule): (&StateRules, RuleId)) -> Option<TagId> {
        if rules.is_trivial() {
            return Some(id);
        }
        let items = self.items_by_rule(id, (rules, rule))?;
        Some(self.in_state(id, self.states.find(&items)?))
    }

    /// What a tag becomes by a rule.
    pub(crate) fn make_by_rule(&mut self, id: TagId, (rules, rule): (&StateRules, RuleId)) -> Option<TagId> {
        if rules.is_trivial() {
            return Some(id);
        }
        let items = self.items_by_rule(id, (rules, rule))?;
        Some(self.with_items(id, items))
    }

    /// The state that a tag has by a rule; none if it goes no further: paths that are false, those without latencies of which no limit asks for that, and clocks that
    /// are followed where they can no longer arrive as data. What clocks have passed does not matter where they launch and capture.
    fn items_by_rule(&self, id: TagId, (rules, rule): (&StateRules, RuleId)) -> Option<Vec<ItemId>> {
        let tag = self.get(id);
        if tag.clocks() || tag.is_generating {
            return Some(Vec::new());
        }
        let items = rules.after(self.states.get(self.state(id)), tag.launch, rule);
        let asks = |items: &[ItemId]| {
            rules.has_effect(items, |effect| {
                if tag.launch.is_some() { effect.ignores_latency } else { effect.is_delay }
            })
        };
        let ends =
            rules.is_false(&items) || tag.is_bare && !asks(&items) || tag.is_followed && !rules.follows(rule);
        (!ends).then_some(items)
    }

    /// The same signal in another role.
    pub(crate) fn with_role(&self, id: TagId, role: Role) -> TagId {
        self.in_state(self.of(Tag { role, ..self.get(id) }), self.state(id))
    }

    /// What a tag is after an edge but for its state, if it passes. A bare clock is one only where it launches and captures.
    #[inline]
    fn after(&self, id: TagId, passage: Passage) -> Option<TagId> {
        let tag = self.get(id);
        let role = tag.role;
        let passes = !tag.is_bare || role == Role::Data;
        match passage {
            Passage::Plain => passes.then_some(id),
            Passage::Leaving => (passes && !tag.is_generating).then_some(id),
            Passage::Propagating if role == Role::IdealClock => {
                passes.then(|| self.with_role(id, Role::PropagatedClock))
            }
            Passage::Propagating => passes.then_some(id),
            Passage::Launch(_) | Passage::GeneratingLaunch(_) | Passage::IdealLaunch(_) if !tag.clocks() => {
                None
            }
            Passage::Launch(_) | Passage::GeneratingLaunch(_) => {
                (role == Role::PropagatedClock).then(|| self.with_role(id, Role::Data))
            }
            Passage::IdealLaunch(_) => (role == Role::IdealClock).then(|| self.with_role(id, Role::Data)),
            Passage::Shut => None,
        }
    }
}

/// What an edge does to the tags that come by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Passage {
    /// Nothing.
    Plain,
    /// Ideal clocks go on as propagated ones: it leads to a pin from which on they are said to.
    Propagating,
    /// Propagated clocks launch data. Nothing else passes.
    Launch(StartId),
    /// The same, on the way to where a clock starts that is generated: propagated clocks go on as well.
    GeneratingLaunch(StartId),
    /// Ideal clocks launch data, from the ideal node of a clock pin.
    IdealLaunch(StartId),
    /// Nothing, but that what generates clocks ends: it leads to a pin from where none of the pins can be reached where such a clock starts.
    Leaving,
    /// Nothing passes: from the data of a latch to its giving side.
    Shut,
}

/// Index into [`Sets`]: 0 is the empty set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct SetId(pub(crate) u32);

impl SetId {
    pub(crate) const EMPTY: Self = Self(0);
    /// Marks a set that is not known yet.
    pub(crate) const UNKNOWN: Self = Self(u32::MAX);
}

/// The sets of tags that occur, each once.
#[derive(Debug)]
pub(crate) struct Sets<'m> {
    tags: Tags,
    rules: &'m StateRules,
    generated: GeneratedClocks,
    /// Whether some tag is bare.
    has_bare: bool,
    /// In the order of ids. `[set]`.
    members: Vec<Box<[TagId]>>,
    /// How many members all of them have together.
    member_count: usize,
    find: FxHashMap<Box<[TagId]>, SetId>,
    /// Of two sets, the lower first.
    unions: FxHashMap<(SetId, SetId), SetId>,
    /// What passes where paths start anywhere that a passage leads from, [`SetId::UNKNOWN`] where that was not asked yet: of [`Passage::Plain`], then of
    /// [`Passage::Propagating`], [`Passage::Launch`], [`Passage::IdealLaunch`], [`Passage::Leaving`]. `[set]`.
    passed: Vec<[SetId; 5]>,
    /// What passes otherwise.
    passed_from: FxHashMap<(SetId, Passage), SetId>,
    /// What becomes of sets by rules.
    ruled: FxHashMap<(SetId, RuleId), SetId>,
}

impl<'m> Sets<'m> {
    pub(crate) fn new(tags: Tags, rules: &'m StateRules, generated: GeneratedClocks) -> Self {
        let mut sets = Self {
            tags,
            rules,
            generated,
            has_bare: false,
            members: Vec::new(),
            member_count: 0,
            find: FxHashMap::default(),
            unions: FxHashMap::default(),
            passed: Vec::new(),
            passed_from: FxHashMap::default(),
            ruled: FxHashMap::default(),
        };
        sets.intern(Vec::new());
        sets
    }

    pub(crate) fn tags(&self) -> &Tags {
        &self.tags
    }

    pub(crate) fn into_tags(self) -> Tags {
        self.tags
    }

    pub(crate) fn rules(&self) -> &'m StateRules {
        self.rules
    }

    /// The clocks that take over what comes to where they start.
    pub(crate) fn generated(&self) -> &GeneratedClocks {
        &self.generated
    }

    /// The members of a set, in the order of ids.
    #[inline]
    pub(crate) fn members(&self, set: SetId) -> &[TagId] {
        &self.members[set.0 as usize]
    }

    /// The set of some tags.
    pub(crate) fn intern(&mut self, mut members: Vec<TagId>) -> SetId {
        members.sort_unstable();
        members.dedup();
        let members = members.into_boxed_slice();
        if let Some(&set) = self.find.get(&members) {
            return set;
        }
        self.has_bare |= members.iter().any(|&tag| self.tags.get(tag).is_bare);
        self.member_count += members.len();
        let set = SetId(self.members.len() as u32);
        let passed = if members.is_empty() { SetId::EMPTY } else { SetId::UNKNOWN };
        self.passed.push([passed; 5]);
        self.members.push(members.clone());
        self.find.insert(members, set);
        set
    }

    /// Whether there are more tags and states than a graph may have: then the sweep that finds them ends.
    pub(crate) fn are_too_many(&self) -> bool {
        let states = &self.tags.states;
        self.member_count > budget::MOST_TAGS
            || states.len() > budget::MOST_STATES
            || states.item_count > budget::MOST_ITEMS
    }

    /// Whether there is a set of several tags.
    pub(crate) fn has_several(&self) -> bool {
        self.members.iter().any(|members| members.len() > 1)
    }

    /// The set of one tag.
    pub(crate) fn of(&mut self, tag: TagId) -> SetId {
        self.intern(vec![tag])
    }

    /// What passes an edge, if that was asked before.
    #[inline]
    pub(crate) fn known_after(&self, set: SetId, passage: Passage) -> Option<SetId> {
        let place = match passage {
            Passage::Shut => return Some(SetId::EMPTY),
            Passage::Plain if !self.has_bare => return Some(set),
            Passage::Plain => 0,
            Passage::Propagating => 1,
            Passage::Launch(0) => 2,
            Passage::IdealLaunch(0) => 3,
            Passage::Leaving => 4,
            Passage::Launch(_) | Passage::GeneratingLaunch(_) | Passage::IdealLaunch(_) => {
                return self.passed_from.get(&(set, passage)).copied();
            }
        };
        let passed = self.passed[set.0 as usize][place];
        (passed != SetId::UNKNOWN).then_some(passed)
    }

    /// What passes an edge.
    pub(crate) fn after(&mut self, set: SetId, passage: Passage) -> SetId {
        if let Some(known) = self.known_after(set, passage) {
            return known;
        }
        let members = self.members(set).to_vec();
        let generating = members.iter().filter_map(|&tag| self.generating_after(tag, passage)).collect();
        let mut after: Vec<TagId> = generating;
        after.extend(members.into_iter().filter_map(|tag| self.make_after(tag, passage)));
        let after = self.intern(after);
        match passage {
            Passage::Plain => self.passed[set.0 as usize][0] = after,
            Passage::Propagating => self.passed[set.0 as usize][1] = after,
            Passage::Launch(0) => self.passed[set.0 as usize][2] = after,
            Passage::IdealLaunch(0) => self.passed[set.0 as usize][3] = after,
            Passage::Leaving => self.passed[set.0 as usize][4] = after,
            _ => {
                self.passed_from.insert((set, passage), after);
            }
        }
        after
    }

    fn make_after(&mut self, tag: TagId, passage: Passage) -> Option<TagId> {
        let after = self.tags.after(tag, passage)?;
        match passage {
            Passage::Launch(start) | Passage::GeneratingLaunch(start) | Passage::IdealLaunch(start) => {
                let items = self.rules.launched(start, self.tags.get(after).launch);
                Some(self.tags.with_items(after, items))
            }
            _ => Some(after),
        }
    }

    /// What goes on of a clock that launches, on its way to where a clock starts that is generated from it.
    pub(crate) fn generating_after(&self, id: TagId, passage: Passage) -> Option<TagId> {
        let tag = self.tags.get(id);
        let goes_on = matches!(passage, Passage::GeneratingLaunch(_))
            && (tag.is_generating || tag.clocks() && tag.role == Role::PropagatedClock && !tag.is_bare);
        goes_on.then(|| self.tags.of(Tag { is_generating: true, ..tag }))
    }

    /// What a tag is after an edge that was asked of a set with it before.
    pub(crate) fn tag_after(&self, tag: TagId, passage: Passage) -> Option<TagId> {
        let after = self.tags.after(tag, passage)?;
        match passage {
            Passage::Launch(start) | Passage::GeneratingLaunch(start) | Passage::IdealLaunch(start) => {
                let items = self.rules.launched(start, self.tags.get(after).launch);
                Some(self.tags.in_state(after, self.tags.states.find(&items)?))
            }
            _ => Some(after),
        }
    }

    /// What becomes of a set by a rule, if that was asked before.
    #[inline]
    pub(crate) fn known_by_rule(&self, set: SetId, rule: RuleId) -> Option<SetId> {
        if set == SetId::EMPTY || self.rules.is_trivial() {
            return Some(set);
        }
        self.ruled.get(&(set, rule)).copied()
    }

    /// What becomes of a set by a rule.
    pub(crate) fn by_rule(&mut self, set: SetId, rule: RuleId) -> SetId {
        if let Some(known) = self.known_by_rule(set, rule) {
            return known;
        }
        let members = self.members(set).to_vec();
        let mut after = Vec::with_capacity(members.len());
        for tag in members {
            after.extend(self.tags.make_by_rule(tag, (self.rules, rule)));
        }
        let after = self.intern(after);
        self.ruled.insert((set, rule), after);
        after
    }

    /// What a tag becomes by a rule that was asked for a set with it before.
    pub(crate) fn tag_by_rule(&self, tag: TagId, rule: RuleId) -> Option<TagId> {
        self.tags.by_rule(tag, (self.rules, rule))
    }

    /// The tags of a signal that starts at a vertex of the pin graph, as it is after the vertex.
    pub(crate) fn started(&mut self, tag: TagId, vertex: VertexId) -> SetId {
        let of = self.tags.get(tag);
        let is_unstated = of.is_bare && of.launch.is_none();
        let items = if of.clocks() { Vec::new() } else { self.rules.started(vertex, of.launch, is_unstated) };
        let tag = self.tags.with_items(tag, items);
        let set = self.of(tag);
        self.by_rule(set, self.rules.start_rule_at(vertex))
    }

    /// The members of a set that fulfil a condition.
    pub(crate) fn only(&mut self, set: SetId, fulfils: impl Fn(Tag) -> bool) -> SetId {
        let members = self.members(set).iter().copied();
        let some: Vec<TagId> = members.filter(|&tag| fulfils(self.tags.get(tag))).collect();
        self.intern(some)
    }

    /// The ideal clocks of a set.
    pub(crate) fn ideal(&mut self, set: SetId) -> SetId {
        self.only(set, |tag| tag.role == Role::IdealClock && tag.clocks())
    }

    /// A set with the bare clocks of its clocks in a role.
    pub(crate) fn with_bare(&mut self, set: SetId, role: Role) -> SetId {
        let mut members = self.members(set).to_vec();
        let clocks: Vec<Tag> = members.iter().map(|&tag| self.tags.get(tag)).collect();
        let clocks = clocks.into_iter().filter(|tag| tag.role == role && tag.clocks());
        members.extend(clocks.map(|tag| self.tags.of(Tag { is_bare: true, ..tag })));
        self.intern(members)
    }

    /// The union, if it has been made before.
    #[inline]
    pub(crate) fn known_union(&self, a: SetId, b: SetId) -> Option<SetId> {
        if a == b || b == SetId::EMPTY {
            return Some(a);
        }
        if a == SetId::EMPTY {
            return Some(b);
        }
        self.unions.get(&(a.min(b), a.max(b))).copied()
    }

    pub(crate) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if let Some(known) = self.known_union(a, b) {
            return known;
        }
        let members = [self.members(a), self.members(b)].concat();
        let union = self.intern(members);
        self.unions.insert((a.min(b), a.max(b)), union);
        union
    }
}
