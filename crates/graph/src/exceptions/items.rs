//! How far exceptions can be matched.
//!
//! An [`Item`] says that a path has started as an exception wants it to and has passed some of what it has to pass, and so what is still to come. Exceptions that
//! make the same of their paths, by the same rank, share the items of what is still to come. Items are in *blocks* of 64, so that where they matter is
//! found for a block at a time; all that can become of an item is in its block.

use rustc_hash::FxHashMap;
use zeroslack_sdc::{Exception, ExceptionKind, ExceptionPaths, MovedEdge};
use zeroslack_units::{Ticks, Transition};

use super::objects::{ObjectSets, SetIndex};

/// Items of a block.
pub(crate) const BLOCK: usize = 64;

/// Index into [`Items`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ItemId(pub(crate) u32);

impl ItemId {
    pub(crate) fn block(self) -> usize {
        self.0 as usize / BLOCK
    }

    pub(crate) fn bit(self) -> u64 {
        1 << (self.0 as usize % BLOCK)
    }
}

/// How far an exception has been matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Index into [`Items::effects`].
    pub(crate) effect: u32,
    /// What has to be passed next, and what becomes of the item then; none if nothing is left.
    pub(crate) next: Option<(SetIndex, ItemId)>,
    /// Where the path has to end.
    pub(crate) to: Option<SetIndex>,
    /// The transition there.
    pub(crate) transition: Option<Transition>,
}

/// What becomes of an exception's paths, and how much that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The first exception that has it.
    pub(crate) exception: u32,
    /// Whether a path of which nothing is left to match need not be looked at any more: it is false whatever it ends at.
    pub(crate) is_false: bool,
    /// Whether its paths are timed without the latencies of their clocks.
    pub(crate) ignores_latency: bool,
    /// Whether its paths have a limit of their own.
    pub(crate) is_delay: bool,
}

/// The items of all exceptions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Items {
    /// Block by block; none where a block is not full.
    list: Vec<Option<Item>>,
    pub(crate) effects: Vec<Effect>,
    /// The exceptions that have each item, in order. `[item]`.
    users: Vec<Vec<u32>>,
}

/// What tells effects apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct EffectKey {
    kind: KindKey,
    splits: [bool; 2],
    rank: u8,
    /// Where each exception has its own.
    exception: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum KindKey {
    False,
    Multicycle(i32, Option<MovedEdge>),
    Delay(Ticks, bool, bool),
    Margin(Ticks),
    Group(Option<Box<str>>),
}

impl KindKey {
    fn of(kind: &ExceptionKind) -> Self {
        match kind {
            ExceptionKind::False => Self::False,
            ExceptionKind::Multicycle { cycles, moved } => Self::Multicycle(*cycles, *moved),
            ExceptionKind::Delay { delay, ignores_latency, probes } => {
                Self::Delay(*delay, *ignores_latency, *probes)
            }
            ExceptionKind::Margin(margin) => Self::Margin(*margin),
            ExceptionKind::Group { name, .. } => Self::Group(name.clone()),
        }
    }
}

/// How much an exception counts beside others of its kind: pins that paths start at, pins that they end at, points that they pass, clocks that launch, clocks
/// that capture, in this order.
pub(crate) fn rank(paths: &ExceptionPaths) -> u8 {
    let ExceptionPaths { from, through, to, .. } = paths;
    let has_pins = [from, to].map(|set| set.as_ref().is_some_and(|set| set.has_pins()));
    let has_clocks = [from, to].map(|set| set.as_ref().is_some_and(|set| set.clocks().next().is_some()));
    let stated = [has_pins[0], has_pins[1], !through.is_empty(), has_clocks[0], has_clocks[1]];
    stated.into_iter().fold(0, |rank, is_stated| rank << 1 | u8::from(is_stated))
}

/// What is left of an exception.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Left {
    effect: u32,
    through: Vec<SetIndex>,
    to: Option<SetIndex>,
    transition: Option<Transition>,
}

/// Puts exceptions into items.
#[derive(Debug, Default)]
pub(crate) struct ItemMaker {
    items: Items,
    /// Whether each exception is told apart from those that make the same of their paths.
    tells_apart: bool,
    effects: FxHashMap<EffectKey, u32>,
    /// Items by block and what is left.
    known: FxHashMap<(usize, Left), ItemId>,
    /// The block that has items with the same end.
    home: FxHashMap<Left, usize>,
    /// How many items there are in each block.
    used: Vec<usize>,
}

impl ItemMaker {
    pub(crate) fn new(tells_apart: bool) -> Self {
        Self { tells_apart, ..Self::default() }
    }

    /// The items of an exception, by how many of the points on the way have been passed.
    pub(crate) fn add<'c>(
        &mut self,
        (place, exception): (u32, &'c Exception),
        sets: &mut ObjectSets<'c>,
    ) -> Vec<ItemId> {
        let paths = &exception.paths;
        let effect = self.effect(place, exception);
        let through: Vec<SetIndex> = paths.through.iter().map(|set| sets.index(set)).collect();
        let to = paths.to.as_ref().map(|set| sets.index(set));
        let transition = paths.transition;
        let left = |passed: usize| Left { effect, through: through[passed..].to_vec(), to, transition };
        let block = self.block(left(through.len()), through.len() + 1);
        let mut next = None;
        let mut made = Vec::with_capacity(through.len() + 1);
        for passed in (0..=through.len()).rev() {
            let key = (block, left(passed));
            let id = match self.known.get(&key) {
                Some(&id) => id,
                None => {
                    let id = ItemId((block * BLOCK + self.used[block]) as u32);
                    self.used[block] += 1;
                    let next = next.map(|next| (through[passed], next));
                    self.items.list[id.0 as usize] = Some(Item { effect, next, to, transition });
                    self.known.insert(key, id);
                    id
                }
            };
            self.items.users[id.0 as usize].push(place);
            next = Some(id);
            made.push(id);
        }
        made.reverse();
        made
    }

    /// A block with room for so many items: that of items with the same end, if it has.
    fn block(&mut self, end: Left, room: usize) -> usize {
        let has_room = |block: &usize| self.used[*block] + room <= BLOCK;
        let last = self.used.len().checked_sub(1);
        let block = self.home.get(&end).copied().filter(has_room).or(last.filter(has_room));
        let block = block.unwrap_or_else(|| {
            self.used.push(0);
            self.items.list.resize(self.used.len() * BLOCK, None);
            self.items.users.resize(self.used.len() * BLOCK, Vec::new());
            self.used.len() - 1
        });
        self.home.insert(end, block);
        block
    }

    fn effect(&mut self, place: u32, exception: &Exception) -> u32 {
        let Exception { kind, splits, paths, .. } = exception;
        let tells_apart = self.tells_apart;
        let exception = tells_apart.then_some(place);
        let key = EffectKey { kind: KindKey::of(kind), splits: *splits, rank: rank(paths), exception };
        let effects = &mut self.items.effects;
        *self.effects.entry(key).or_insert_with(|| {
            let is_delay = matches!(kind, ExceptionKind::Delay { .. });
            let ignores_latency = matches!(kind, ExceptionKind::Delay { ignores_latency: true, .. });
            let is_false = *kind == ExceptionKind::False && *splits == [true; 2] && !tells_apart;
            effects.push(Effect { exception: place, is_false, ignores_latency, is_delay });
            effects.len() as u32 - 1
        })
    }

    pub(crate) fn finish(self) -> Items {
        self.items
    }
}

impl Items {
    /// An item.
    pub(crate) fn get(&self, id: ItemId) -> Option<Item> {
        self.list.get(id.0 as usize).copied().flatten()
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ItemId, Item)> + '_ {
        let of = |(item, id): (&Option<Item>, u32)| item.map(|item| (ItemId(id), item));
        self.list.iter().zip(0..).filter_map(of)
    }

    /// How many blocks there are.
    pub(crate) fn block_count(&self) -> usize {
        self.list.len() / BLOCK
    }

    /// The exceptions that have an item, in order.
    pub(crate) fn users(&self, id: ItemId) -> &[u32] {
        &self.users[id.0 as usize]
    }

    /// What becomes of the paths of an item.
    pub(crate) fn effect(&self, id: ItemId) -> Option<&Effect> {
        Some(&self.effects[self.get(id)?.effect as usize])
    }

    /// Whether a path with this item is false, whatever it ends at.
    pub(crate) fn is_false(&self, id: ItemId) -> bool {
        self.get(id).is_some_and(|item| {
            let is_settled = item.next.is_none() && item.to.is_none() && item.transition.is_none();
            is_settled && self.effects[item.effect as usize].is_false
        })
    }
}
