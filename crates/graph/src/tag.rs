//! Tags: what a signal at a vertex is.
//!
//! A tag says which clock edge launched the signal, whether it is still a clock, and whether the clock's network counts with its
//! own delays. All tags that a mode can have are known from its clocks; [`Sets`] holds the sets of them that occur.

use rustc_hash::FxHashMap;
use zeroslack_sdc::{Clock, ClockEdge, ClockId, Constraints};
use zeroslack_units::Transition;

/// What a signal at a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The clock edge that launched it; none where a constraint states an arrival without a clock.
    pub launch: Option<ClockEdge>,
    /// Data, or the clock itself.
    pub role: Role,
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

/// Index into [`Tags`]. Ids are in the order of content.
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

/// All tags that clocks can have, in the order of content: that of data launched by no clock, then by clock, edge and role.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tags {
    /// By clock: whether both of its edges are at the same times, so that they cannot be told apart.
    has_one_edge: Vec<bool>,
}

/// Roles of a tag.
const ROLES: [Role; 3] = [Role::Data, Role::IdealClock, Role::PropagatedClock];

impl Tags {
    pub(crate) fn new(constraints: &Constraints) -> Self {
        let clocks = &constraints.clocks;
        let are_told_apart = !constraints.pin_latencies.is_empty()
            || !constraints.pin_source_latencies.is_empty()
            || !constraints.uncertainties_between.is_empty();
        let has_one_edge = |clock: &Clock| {
            clock.edges[0] == clock.edges[1]
                && clock.source_latency[0][0] == clock.source_latency[0][1]
                && clock.source_latency[1][0] == clock.source_latency[1][1]
                && clock.network_latency[0][0] == clock.network_latency[0][1]
                && clock.network_latency[1][0] == clock.network_latency[1][1]
        };
        let mut tags = Self { has_one_edge: vec![false; clocks.id_count()] };
        for (id, clock) in clocks.iter() {
            tags.has_one_edge[id.0 as usize] = !are_told_apart && has_one_edge(clock);
        }
        tags
    }

    /// The tag of a signal launched by a clock edge, or by none.
    pub(crate) fn id(&self, launch: Option<ClockEdge>, role: Role) -> TagId {
        let Some(edge) = launch else { return TagId(0) };
        let index = if self.has_one_edge[edge.clock.0 as usize] { 0 } else { edge.edge as u32 };
        TagId(1 + (2 * edge.clock.0 + index) * ROLES.len() as u32 + role as u32)
    }

    /// What an id stands for.
    pub(crate) fn get(&self, id: TagId) -> Tag {
        let Some(index) = id.0.checked_sub(1) else { return Tag { launch: None, role: Role::Data } };
        let (edge, role) = (index / ROLES.len() as u32, index % ROLES.len() as u32);
        let edge = ClockEdge { clock: ClockId(edge / 2), edge: Transition::of(edge) };
        Tag { launch: Some(edge), role: ROLES[role as usize] }
    }

    /// The same signal in another role.
    pub(crate) fn with_role(&self, id: TagId, role: Role) -> TagId {
        self.id(self.get(id).launch, role)
    }

    /// What a tag is after an edge, if it passes.
    #[inline]
    pub(crate) fn after(&self, id: TagId, passage: Passage) -> Option<TagId> {
        let role = self.get(id).role;
        match passage {
            Passage::Plain => Some(id),
            Passage::Propagating if role == Role::IdealClock => {
                Some(self.with_role(id, Role::PropagatedClock))
            }
            Passage::Propagating => Some(id),
            Passage::Launch => (role == Role::PropagatedClock).then(|| self.with_role(id, Role::Data)),
            Passage::IdealLaunch => (role == Role::IdealClock).then(|| self.with_role(id, Role::Data)),
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
    Launch,
    /// Ideal clocks launch data, from the ideal node of a clock pin.
    IdealLaunch,
    /// Nothing passes: a latch that no clock opens.
    Shut,
}

impl Passage {
    /// Those that change a set.
    const CHANGING: [Self; 3] = [Self::Propagating, Self::Launch, Self::IdealLaunch];
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
pub(crate) struct Sets {
    tags: Tags,
    /// In the order of ids. `[set]`.
    members: Vec<Box<[TagId]>>,
    find: FxHashMap<Box<[TagId]>, SetId>,
    /// Of two sets, the lower first.
    unions: FxHashMap<(SetId, SetId), SetId>,
    /// What passes by each passage that changes a set. `[set]`.
    passed: Vec<[SetId; Passage::CHANGING.len()]>,
}

impl Sets {
    pub(crate) fn new(tags: Tags) -> Self {
        let mut sets = Self {
            tags,
            members: Vec::new(),
            find: FxHashMap::default(),
            unions: FxHashMap::default(),
            passed: Vec::new(),
        };
        sets.intern(Vec::new());
        sets
    }

    pub(crate) fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The members of a set, in the order of ids.
    #[inline]
    pub(crate) fn members(&self, set: SetId) -> &[TagId] {
        &self.members[set.0 as usize]
    }

    /// The set of some tags, sorted and each once.
    fn intern(&mut self, members: Vec<TagId>) -> SetId {
        let members = members.into_boxed_slice();
        if let Some(&set) = self.find.get(&members) {
            return set;
        }
        let set = SetId(self.members.len() as u32);
        self.members.push(members.clone());
        self.passed.push([SetId::EMPTY; Passage::CHANGING.len()]);
        self.find.insert(members.clone(), set);
        for (index, passage) in Passage::CHANGING.into_iter().enumerate() {
            let mut after: Vec<TagId> =
                members.iter().filter_map(|&tag| self.tags.after(tag, passage)).collect();
            after.sort_unstable();
            after.dedup();
            let after = if *after == *members { set } else { self.intern(after) };
            self.passed[set.0 as usize][index] = after;
        }
        set
    }

    /// Whether there is a set of several tags.
    pub(crate) fn has_several(&self) -> bool {
        self.members.iter().any(|members| members.len() > 1)
    }

    /// The set of one tag.
    pub(crate) fn of(&mut self, tag: TagId) -> SetId {
        self.intern(vec![tag])
    }

    /// What passes an edge.
    #[inline]
    pub(crate) fn after(&self, set: SetId, passage: Passage) -> SetId {
        let place = match passage {
            Passage::Plain => return set,
            Passage::Shut => return SetId::EMPTY,
            Passage::Propagating => 0,
            Passage::Launch => 1,
            Passage::IdealLaunch => 2,
        };
        self.passed[set.0 as usize][place]
    }

    /// The ideal clocks of a set.
    pub(crate) fn ideal(&mut self, set: SetId) -> SetId {
        let is_ideal = |tag: &&TagId| self.tags.get(**tag).role == Role::IdealClock;
        let ideal = self.members(set).iter().filter(is_ideal).copied().collect();
        self.intern(ideal)
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
        let mut members = [self.members(a), self.members(b)].concat();
        members.sort_unstable();
        members.dedup();
        let union = self.intern(members);
        self.unions.insert((a.min(b), a.max(b)), union);
        union
    }
}
