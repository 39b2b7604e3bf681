//! Where it still matters how far an exception has been matched.
//!
//! An item is *open* at a vertex if a path can have it there, and can still end as the exception wants it to. It is kept only there. Both are found for a block of
//! items at a time, by a sweep over the pin graph each way; blocks are independent of each other.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_units::Transition;

use super::items::{BLOCK, ItemId, Items};
use crate::ids::{NodeId, VertexId};
use crate::pin_graph::PinGraph;

/// Index into [`Open::sets`]: 0 is nothing.
pub(crate) type OpenId = u32;

/// What happens to items at a vertex, beside passing.
#[derive(Clone, Debug, Default)]
pub(crate) struct At {
    /// To those of paths that come there.
    pub(crate) on_way: Passing,
    /// To those of paths that start there.
    pub(crate) started: Passing,
    /// Items of paths that start there.
    pub(crate) starts: Vec<ItemId>,
}

/// Changes of items where paths pass a vertex.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passing {
    /// Items that are passed there, each with what becomes of it.
    pub(crate) moves: Vec<(ItemId, ItemId)>,
    /// Items that any path has from there on.
    pub(crate) adds: Vec<ItemId>,
}

/// What there is to find the open items of.
pub(crate) struct Question<'a> {
    pub(crate) pins: &'a PinGraph,
    pub(crate) items: &'a Items,
    /// By vertex, in order.
    pub(crate) at: &'a [(VertexId, At)],
    /// Items of paths that start anywhere.
    pub(crate) anywhere: &'a [ItemId],
    /// Nodes where signals start that no register launches, in order.
    pub(crate) starts: &'a [NodeId],
    /// Nodes where paths end, in order.
    pub(crate) ends: &'a [NodeId],
    /// Vertices where the paths of an item end; none if they end at any. `[item]`, as [`ItemId`] numbers them.
    pub(crate) end_vertices: &'a [Option<&'a [VertexId]>],
}

/// A set of items: blocks that have some, in order, with the items of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ItemSet(Vec<(u32, u64)>);

impl ItemSet {
    /// Of nothing.
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The items of a block.
    fn bits(&self, block: u32) -> u64 {
        let place = self.0.binary_search_by_key(&block, |&(block, _)| block);
        place.map_or(0, |place| self.0[place].1)
    }

    pub(crate) fn has(&self, item: ItemId) -> bool {
        self.bits(item.block() as u32) & item.bit() != 0
    }

    /// Adds an item, or takes it out.
    pub(crate) fn put(&mut self, item: ItemId, is_in: bool) {
        let one = Self(vec![(item.block() as u32, item.bit())]);
        *self = if is_in { self.with(&one) } else { self.without(&one) };
    }

    /// The items of either.
    pub(crate) fn with(&self, other: &Self) -> Self {
        let of_other = |&(block, bits): &(u32, u64)| (block, bits | self.bits(block));
        let mut all: Vec<(u32, u64)> = other.0.iter().map(of_other).collect();
        let is_of_other = |block: u32| other.0.binary_search_by_key(&block, |&(block, _)| block).is_ok();
        all.extend(self.0.iter().filter(|&&(block, _)| !is_of_other(block)));
        all.sort_unstable();
        Self(all)
    }

    /// The items of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.changed(|block, bits| bits & other.bits(block))
    }

    /// The items that another set has not.
    pub(crate) fn without(&self, other: &Self) -> Self {
        self.changed(|block, bits| bits & !other.bits(block))
    }

    fn changed(&self, bits_of: impl Fn(u32, u64) -> u64) -> Self {
        let of = |&(block, bits): &(u32, u64)| (block, bits_of(block, bits));
        Self(self.0.iter().map(of).filter(|&(_, bits)| bits != 0).collect())
    }
}

impl FromIterator<ItemId> for ItemSet {
    fn from_iter<T: IntoIterator<Item = ItemId>>(items: T) -> Self {
        let mut items: Vec<ItemId> = items.into_iter().collect();
        items.sort_unstable();
        let blocks = items.chunk_by(|a, b| a.block() == b.block());
        let of = |items: &[ItemId]| {
            (items[0].block() as u32, items.iter().fold(0, |bits, item| bits | item.bit()))
        };
        Self(blocks.map(of).collect())
    }
}

/// The items that are open at each vertex.
#[derive(Debug, Default)]
pub(crate) struct Open {
    /// Each once.
    pub(crate) sets: Vec<ItemSet>,
    pub(crate) find: FxHashMap<ItemSet, OpenId>,
    /// Vertices where some are open, in order.
    pub(crate) at: Vec<(VertexId, OpenId)>,
}

impl Open {
    /// Nothing is open anywhere.
    pub(crate) fn new_empty() -> Self {
        let find = FxHashMap::from_iter([(ItemSet::default(), 0)]);
        Self { sets: vec![ItemSet::default()], find, at: Vec::new() }
    }

    pub(crate) fn new(question: &Question<'_>) -> Self {
        let blocks = (0..question.items.block_count()).into_par_iter();
        let of_blocks: Vec<Vec<(VertexId, u64)>> =
            blocks.map(|block| Block::new(question, block).open(question)).collect();
        let of_block = |(block, of): (u32, Vec<(VertexId, u64)>)| {
            of.into_par_iter().map(move |(vertex, items)| (vertex, block, items))
        };
        let blocks = (0..of_blocks.len() as u32).into_par_iter().zip(of_blocks);
        let mut all: Vec<(VertexId, u32, u64)> = blocks.flat_map(of_block).collect();
        all.par_sort_unstable();
        let mut open = Self::new_empty();
        for of_vertex in all.chunk_by(|a, b| a.0 == b.0) {
            let set = ItemSet(of_vertex.iter().map(|&(_, block, items)| (block, items)).collect());
            let id = put(&mut open.sets, &mut open.find, set);
            open.at.push((of_vertex[0].0, id));
        }
        open
    }
}

/// The id of a set.
pub(super) fn put(sets: &mut Vec<ItemSet>, find: &mut FxHashMap<ItemSet, OpenId>, set: ItemSet) -> OpenId {
    *find.entry(set).or_insert_with_key(|set| {
        sets.push(set.clone());
        sets.len() as OpenId - 1
    })
}

/// One block of items.
struct Block {
    /// What happens at vertices, in order.
    at: Vec<(VertexId, AtBlock)>,
    anywhere: u64,
    /// Items whose paths end anywhere, by the transition there.
    ends: [u64; 2],
    /// Items whose paths end at some vertices, in order.
    ends_at: Vec<(VertexId, u64)>,
}

/// What happens to the items of a block at a vertex.
#[derive(Default)]
struct AtBlock {
    on_way: PassingBlock,
    started: PassingBlock,
    starts: u64,
    /// What is of use there, after what happens.
    useful: u64,
}

/// Changes of the items of a block where paths pass a vertex.
#[derive(Default)]
struct PassingBlock {
    moves: Vec<(u64, u64)>,
    adds: u64,
}

impl PassingBlock {
    fn new(passing: &Passing, block: usize) -> Self {
        let of_block = |(from, _): &&(ItemId, ItemId)| from.block() == block;
        let moves = passing.moves.iter().filter(of_block).map(|(from, to)| (from.bit(), to.bit())).collect();
        Self { moves, adds: bits(&passing.adds, block) }
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.adds == 0
    }

    /// What items become that come here, all at once: what one moves to may be what another moves from.
    fn after(&self, items: u64) -> u64 {
        let moves = self.moves.iter().filter(|(from, _)| items & from != 0);
        let (from, to) = moves.fold((0, 0), |(all, moved), (from, to)| (all | from, moved | to));
        (items & !from) | to | self.adds
    }
}

fn bits(items: &[ItemId], block: usize) -> u64 {
    items.iter().filter(|item| item.block() == block).fold(0, |bits, item| bits | item.bit())
}

impl Block {
    fn new(question: &Question<'_>, block: usize) -> Self {
        let mut at = Vec::new();
        for (vertex, of) in question.at {
            let [on_way, started] =
                [&of.on_way, &of.started].map(|passing| PassingBlock::new(passing, block));
            let here = AtBlock { on_way, started, starts: bits(&of.starts, block), useful: 0 };
            if here.starts != 0 || !here.on_way.is_empty() {
                at.push((*vertex, here));
            }
        }
        let (mut ends, mut ends_at) = ([0; 2], Vec::new());
        let items = (block * BLOCK..(block + 1) * BLOCK).map(|id| ItemId(id as u32));
        for (id, item) in items.filter_map(|id| Some((id, question.items.get(id)?))) {
            if item.next.is_some() {
                continue;
            }
            let counts = |transition: Transition| item.transition.is_none_or(|only| only == transition);
            match question.end_vertices[id.0 as usize] {
                None => {
                    for transition in Transition::ALL.into_iter().filter(|&transition| counts(transition)) {
                        ends[transition as usize] |= id.bit();
                    }
                }
                Some(vertices) => {
                    let vertices = vertices.iter().filter(|vertex| counts(vertex.transition()));
                    ends_at.extend(vertices.map(|&vertex| (vertex, id.bit())));
                }
            }
        }
        ends_at.sort_unstable();
        ends_at.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            first.1 |= if is_same { later.1 } else { 0 };
            is_same
        });
        Self { at, anywhere: bits(question.anywhere, block), ends, ends_at }
    }

    /// The items that are open, by vertex in order.
    fn open(mut self, question: &Question<'_>) -> Vec<(VertexId, u64)> {
        let useful = self.useful(question);
        self.live(question, useful)
    }

    /// Which items can still end as they should, `[vertex]`: as a path comes to a vertex, before anything happens there.
    fn useful(&mut self, question: &Question<'_>) -> Vec<u64> {
        let structure = question.pins.structure();
        let mut before = vec![0_u64; 2 * structure.node_count()];
        let (mut at, mut ends, mut ends_at) = (self.at.len(), question.ends.len(), self.ends_at.len());
        for node in (0..structure.node_count()).rev().map(NodeId::at) {
            let mut here = [0_u64; 2];
            for fanout in structure.fanout(node) {
                if question.pins.ends_signals(fanout.arc) {
                    continue;
                }
                for to in Transition::ALL.into_iter().filter(|&to| fanout.has(to)) {
                    here[fanout.from(to) as usize] |= before[fanout.node().vertex(to).index()];
                }
            }
            if ends > 0 && question.ends[ends - 1] == node {
                ends -= 1;
                here = [here[0] | self.ends[0], here[1] | self.ends[1]];
            }
            for transition in [Transition::Fall, Transition::Rise] {
                let vertex = node.vertex(transition);
                let here = &mut here[transition as usize];
                if ends_at > 0 && self.ends_at[ends_at - 1].0 == vertex {
                    ends_at -= 1;
                    *here |= self.ends_at[ends_at].1;
                }
                if at > 0 && self.at[at - 1].0 == vertex {
                    at -= 1;
                    let special = &mut self.at[at].1;
                    special.useful = *here;
                    for &(from, to) in &special.on_way.moves {
                        *here = (*here & !from) | if special.useful & to != 0 { from } else { 0 };
                    }
                }
                before[vertex.index()] = *here;
            }
        }
        before
    }

    /// Which items paths can have that are of use, by vertex in order. `before` is what [`Block::useful`] gives; it is used up.
    fn live(&self, question: &Question<'_>, mut before: Vec<u64>) -> Vec<(VertexId, u64)> {
        let (structure, pins) = (question.pins.structure(), question.pins);
        let mut found = Vec::new();
        let (mut at, mut starts) = (0, 0);
        for node in NodeId::all(0..structure.node_count()) {
            let mut here = [0_u64; 2];
            for arc in structure.fanin(node) {
                let (source, launches) = (structure.arc_source(arc), pins.is_launch(arc));
                if !launches && pins.ends_signals(arc) {
                    continue;
                }
                for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                    let from = source.vertex(to);
                    here[to as usize] |= if launches { self.starts(from) } else { before[from.index()] };
                }
            }
            let is_start = question.starts.get(starts) == Some(&node);
            starts += usize::from(is_start);
            for transition in Transition::ALL {
                let vertex = node.vertex(transition);
                let mut useful = before[vertex.index()];
                let mut items = here[transition as usize];
                let started = if is_start { self.starts(vertex) } else { 0 };
                if self.at.get(at).is_some_and(|of| of.0 == vertex) {
                    let special = &self.at[at].1;
                    at += 1;
                    items = special.on_way.after(items);
                    useful = special.useful;
                }
                items |= started;
                before[vertex.index()] = items & useful;
                if items & useful != 0 {
                    found.push((vertex, items & useful));
                }
            }
        }
        found
    }

    /// Gives the items that a path has behind the vertex where it starts.
    fn starts(&self, vertex: VertexId) -> u64 {
        let special = self.at.binary_search_by_key(&vertex, |&(vertex, _)| vertex);
        let Ok(place) = special else { return self.anywhere };
        let special = &self.at[place].1;
        special.started.after(self.anywhere | special.starts)
    }
}
