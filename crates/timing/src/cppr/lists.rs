//! Lists of entries that can matter after CPPR, of all vertices: arrivals, which a sweep carries forward, and required times, which one carries backward.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use zeroslack_graph::{
    Direction, LevelPart, Levels, NodeId, Source, Structure, TimingGraph, VertexId, sweep_levels,
};
use zeroslack_parallel::{resize, zeroed_pairs};
use zeroslack_units::{Split, TICKS_PER_PS, Ticks, Transition};

use super::follow::Moved;
use super::forest::ClockForest;
use super::gather::{Gather, Launched};
use super::prune::{Entry, Parting, Pruning};
use crate::bits::Bits;
use crate::incremental::batch::{Batch, MOST_ARCS};
use crate::incremental::node_set::NodeSet;
use crate::near::{ask_for, ask_for_arcs, ask_for_ranges};
use crate::timed_graph::TimedGraph;

/// A vertex's list. The head holds the time of the worst entry, and each entry how much later than that it is. So vertices share entries where a list comes to them by one arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    first: u32,
    /// How many, with [`OWN`] set where the list is the vertex's own.
    count: u32,
    /// The time of the worst entry; 0 without any.
    time: Ticks,
}

/// Marks a list that is not that of another vertex.
const OWN: u32 = 1 << 31;

impl Head {
    fn own(first: u32, entries: &[Entry]) -> Self {
        debug_assert!(entries.len() < OWN as usize);
        let time = entries.first().map_or(0, |worst| worst.time);
        Self { first, count: entries.len() as u32 | OWN, time }
    }

    /// The list at a vertex that is so much later.
    pub(super) fn shared(self, delay: Ticks) -> Self {
        Self { first: self.first, count: self.count & !OWN, time: self.time + delay }
    }

    fn is_own(self) -> bool {
        self.count & OWN != 0
    }

    pub(super) fn len(self) -> usize {
        (self.count & !OWN) as usize
    }
}

/// Heads of a node, by transition. Aligned, so that they are in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Heads([Head; 2]);

/// An entry that threads share: time, then clock vertex.
type SharedEntry = [AtomicU64; 2];

#[inline]
fn put(place: &SharedEntry, entry: Entry) {
    place[0].store(entry.time as u64, Ordering::Relaxed);
    place[1].store(entry.clock.into(), Ordering::Relaxed);
}

#[inline]
fn get(place: &SharedEntry) -> Entry {
    let [time, clock] = place.each_ref().map(|word| word.load(Ordering::Relaxed));
    Entry { time: time as Ticks, clock: clock as u32 }
}

/// The lists that a sweep has found so far.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    heads: &'a [Heads],
    /// The node that the first of them is of.
    first: usize,
    entries: &'a [SharedEntry],
}

impl<'a> Known<'a> {
    pub(super) fn head(self, vertex: VertexId) -> Head {
        self.heads[vertex.node().index() - self.first].0[vertex.transition() as usize]
    }

    pub(super) fn at(self, vertex: VertexId) -> impl ExactSizeIterator<Item = Entry> + Clone + 'a {
        of(self.entries, self.head(vertex))
    }

    /// Asks for the heads of the lists that come to a node.
    fn ask_for_heads(self, gather: &impl Gather, node: NodeId) {
        let ways = gather.ways(node).take(MOST_ARCS);
        ways.for_each(|way| ask_for(self.heads, way.index().wrapping_sub(self.first)));
    }

    /// Asks for their entries, where several come.
    fn ask_for_entries(self, gather: &impl Gather, node: NodeId) {
        let lists = |way: NodeId| self.heads.get(way.index().wrapping_sub(self.first));
        let mut ways = gather.ways(node).take(MOST_ARCS);
        if let Some((first, second)) = ways.next().zip(ways.next()) {
            let all = [first, second].into_iter().chain(ways).filter_map(lists).flat_map(|heads| heads.0);
            all.for_each(|list| ask_for(self.entries, list.first as usize));
        }
    }
}

/// Lists of entries, the worst first, of all vertices.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// `[node]`.
    heads: Vec<Heads>,
    /// Room for entries, from which chunks of nodes take theirs as they come: where entries are is no part of the result.
    entries: Vec<SharedEntry>,
    /// How many of them are in use, or were.
    used: usize,
    /// How many of them a fill took.
    filled: usize,
    /// Places of lists that are in use no more, by their length.
    free: Vec<Vec<u32>>,
    /// Entries that are later than the worst one by more were left out: see [`Pruning::width`].
    width: Ticks,
}

impl Clone for Lists {
    fn clone(&self) -> Self {
        let copy =
            |entry: &SharedEntry| entry.each_ref().map(|word| AtomicU64::new(word.load(Ordering::Relaxed)));
        let Self { ref heads, ref entries, used, filled, ref free, width } = *self;
        let entries = entries.iter().map(copy).collect();
        Self { heads: heads.clone(), entries, used, filled, free: free.clone(), width }
    }
}

/// Nodes that one thread takes at the least.
const NODES: usize = 64;

/// Entries that there is room for at first, a node: none in tests, so that they run out of it.
const ENTRIES: usize = if cfg!(debug_assertions) { 0 } else { 2 };

/// The credit that a first buffer may add to a clock network without any.
const OF_A_BUFFER: Ticks = (10.0 * TICKS_PER_PS) as Ticks;

/// How many nodes ahead entries are asked for in a sweep; heads, twice as many.
const AHEAD: usize = 8;

/// Entries of a list that are asked for, and how many come with one.
const MOST_ENTRIES: usize = 32;
const ENTRIES_PER_LINE: usize = 64 / size_of::<SharedEntry>();

impl Lists {
    pub(crate) fn new(graph: &TimedGraph<'_>, forest: &ClockForest, split: Split) -> Self {
        let mut lists = Self::default();
        lists.fill(graph.as_levels(), &Launched { graph, forest, split, giving: None });
        lists
    }

    /// Finds all lists, in the memory that there is: it is large, and fresh pages would cost as much as the sweep.
    pub(super) fn fill(&mut self, levels: Levels<'_>, gather: &impl Gather) {
        let nodes = levels.fanin_first.len() - 1;
        self.widen(gather);
        resize(&mut self.heads, Heads::default(), nodes);
        self.make_room(ENTRIES * nodes);
        loop {
            let used = self.sweep(levels, gather);
            if used <= self.entries.len() {
                (self.used, self.filled) = (used, used);
                self.free.clear();
                return;
            }
            assert!(used <= u32::MAX as usize / 2, "entries that 32 bits number");
            // Lists after those without room may be shorter than they will be.
            self.make_room(used.max(self.entries.len()) * 2);
        }
    }

    /// Finds all lists one by one, of nodes in an order in which each follows from those before, with what starts there.
    pub(super) fn fill_in_order<G: Gather>(
        &mut self,
        gather: &G,
        nodes: impl Iterator<Item = (NodeId, G::Start)>,
    ) {
        let (mut work, none) = (Rework::default(), Moved::default());
        self.widen(gather);
        for (node, start) in nodes {
            self.fit(node.index() + 1);
            self.find_again(node, gather, &start, &none, &mut work);
        }
        self.filled = self.used;
    }

    /// Says what is left out, with room for credits that an incremental update makes greater or less: a clock tree may get another level.
    fn widen(&mut self, gather: &impl Gather) {
        let Pruning { forest, split, .. } = gather.pruning(0);
        self.width = 2 * forest.swing(split) + OF_A_BUFFER;
    }

    /// Whether what was left out cannot matter by the credits that there are now.
    pub(super) fn is_wide_enough(&self, forest: &ClockForest, split: Split) -> bool {
        forest.swing(split) <= self.width
    }

    /// Finds the lists of some nodes again, and those that follow from them as far as lists have changed or hold launches that have moved. Returns the nodes where that is
    /// so; none if more than `left` nodes would have to be visited, much room is in use no more, or credits differ by more than when lists were found: then all lists have to be found anew.
    pub(crate) fn follow(
        &mut self,
        (graph, timed): (&TimingGraph, &TimedGraph<'_>),
        (forest, sources): (&ClockForest, &Bits),
        (split, moved): (Split, &Moved),
        (open, left): (&mut NodeSet, &mut usize),
    ) -> Option<Vec<NodeId>> {
        if !self.is_wide_enough(forest, split) {
            return None;
        }
        let (mut changed, mut work) = (Vec::new(), Rework::default());
        let mut batch = Batch::default();
        let gather = Launched { graph: timed, forest, split, giving: None };
        while batch.take(graph, Direction::Forward, open) {
            *left = left.checked_sub(batch.nodes().len())?;
            self.ask_for(batch.nodes(), graph, timed);
            for &node in batch.nodes() {
                let source = sources.has(node).then(|| Source::at(timed.sources, node)).flatten();
                if self.find_again(node, &gather, &source.into(), moved, &mut work) {
                    for fanout in graph.fanout(node) {
                        open.insert(graph.place(fanout.node()));
                        ask_for_arcs(graph, fanout.node());
                    }
                    changed.push(node);
                }
            }
        }
        self.let_go(&mut work);
        (!self.wastes_room()).then_some(changed)
    }

    /// Finds the lists of a node again, from those that it follows from. Whether they are others than they were, or have entries that have moved.
    pub(super) fn find_again<G: Gather>(
        &mut self,
        node: NodeId,
        gather: &G,
        start: &G::Start,
        moved: &Moved,
        work: &mut Rework,
    ) -> bool {
        let mut has_changed = false;
        for to in Transition::ALL {
            let known = Known { heads: &self.heads, first: 0, entries: &self.entries };
            let Chunk { entries, arriving, partings, .. } = &mut work.chunk;
            entries.clear();
            arriving.clear();
            gather.gather((node, to), start, known, arriving);
            let found = arriving.keep(&gather.pruning(self.width), known, entries, partings);
            has_changed |= self.take((node.index(), to as usize), found, work);
            let now = self.heads[node.index()].0[to as usize];
            has_changed |= !moved.is_empty() && of(&self.entries, now).any(|entry| moved.has(entry.clock));
        }
        has_changed
    }

    /// Lets others have the room of lists that are in use no more, once nobody reads them.
    pub(super) fn let_go(&mut self, work: &mut Rework) {
        for list in work.unused.drain(..) {
            let length = list.len();
            self.free.resize(self.free.len().max(length + 1), Vec::new());
            self.free[length].push(list.first);
        }
    }

    /// Whether much room is in use no more: then all lists have to be found anew.
    pub(super) fn wastes_room(&self) -> bool {
        self.used > 2 * self.filled + 4096
    }

    /// Takes over other numbers of clock vertices. `[number before]`.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        for place in &self.entries[..self.used] {
            let entry = get(place);
            let clock = numbers.get(entry.clock as usize).copied().unwrap_or(entry.clock);
            put(place, Entry { clock, ..entry });
        }
    }

    /// Makes room for the lists of so many nodes, of which those that came are empty.
    pub(crate) fn fit(&mut self, nodes: usize) {
        if self.heads.len() < nodes {
            self.heads.resize(nodes, Heads::default());
        }
    }

    /// Asks for what the lists of some nodes follow from.
    fn ask_for(&self, nodes: &[NodeId], graph: &Structure, timed: &TimedGraph<'_>) {
        for &node in nodes {
            let arc = timed.fanin_range(node).start;
            ask_for(&self.heads, node.index());
            ask_for_arcs(graph, node);
            ask_for(timed.arc_kinds, arc);
            ask_for(timed.delays, arc);
        }
        for &node in nodes {
            for source in timed.arc_sources[timed.fanin_range(node)].iter().take(MOST_ARCS) {
                ask_for(&self.heads, source.node().index());
            }
        }
        let ask_for_entries = |node: NodeId| {
            for head in &self.heads[node.index()].0 {
                let entries = (0..head.len().min(MOST_ENTRIES)).step_by(ENTRIES_PER_LINE);
                entries.for_each(|entry| ask_for(&self.entries, head.first as usize + entry));
            }
        };
        for &node in nodes {
            for source in timed.arc_sources[timed.fanin_range(node)].iter().take(MOST_ARCS) {
                ask_for_entries(source.node());
            }
            ask_for_entries(node);
            for fanout in graph.fanout(node).iter().take(MOST_ARCS) {
                ask_for_ranges(graph, fanout.node());
                ask_for(timed.arc_kinds, fanout.arc.index());
            }
        }
    }

    /// Asks for where the list of a node is.
    #[inline]
    pub(crate) fn ask_for_list(&self, node: NodeId) {
        ask_for(&self.heads, node.index());
    }

    /// Gives a vertex its list: another's, or some entries of its own. Says whether it is another one than it was.
    fn take(&mut self, (node, to): (usize, usize), shared: Option<Head>, work: &mut Rework) -> bool {
        let (before, own) = (self.heads[node].0[to], &work.chunk.entries[..]);
        let now = match shared {
            Some(list) => list,
            None if before.is_own() && of(&self.entries, before).eq(own.iter().copied()) => before,
            None => Head::own(self.put(own), own),
        };
        if now == before {
            return false;
        }
        if before.is_own() && before.len() > 0 {
            work.unused.push(before);
        }
        self.heads[node].0[to] = now;
        true
    }

    /// Puts entries where there is room.
    fn put(&mut self, own: &[Entry]) -> u32 {
        let free = self.free.get_mut(own.len()).and_then(Vec::pop);
        let first = free.unwrap_or(self.used as u32);
        if free.is_none() {
            self.used += own.len();
            assert!(self.used <= u32::MAX as usize / 2, "entries that 32 bits number");
        }
        if self.used > self.entries.len() {
            self.entries.resize_with(self.used + self.used / 2, Default::default);
        }
        put_all(&self.entries[first as usize..], own);
        first
    }

    fn make_room(&mut self, entries: usize) {
        if entries > self.entries.len() {
            self.entries = Vec::new();
            self.entries = zeroed_pairs(entries);
        }
    }

    /// Finds all lists. Returns how much room they need.
    fn sweep<G: Gather>(&mut self, levels: Levels<'_>, gather: &G) -> usize {
        let Self { heads, entries, width, .. } = self;
        let (used, pruning) = (AtomicUsize::new(0), gather.pruning(*width));
        sweep_levels(
            levels,
            G::DIRECTION,
            NODES,
            (&mut heads[..], ()),
            Chunk::default,
            |chunk, LevelPart { nodes, done, done_first, here, .. }| {
                let known = Known { heads: done, first: done_first, entries };
                chunk.find((gather, &pruning), known, nodes, here);
                chunk.enter(entries, &used, here);
            },
        );
        used.into_inner()
    }

    /// Whether the list of a vertex is that of the source of an arc to it, which takes some time.
    #[inline]
    pub(crate) fn is_shared(&self, (from, to): (VertexId, VertexId), delay: Ticks) -> bool {
        let head = |vertex: VertexId| self.heads[vertex.node().index()].0[vertex.transition() as usize];
        head(from).shared(delay) == head(to)
    }

    /// Asks for the worst entries of a node, where its lists are near already.
    #[inline]
    pub(crate) fn ask_for_entries(&self, node: NodeId) {
        for head in self.heads.get(node.index()).into_iter().flat_map(|heads| heads.0) {
            ask_for(&self.entries, head.first as usize);
        }
    }

    /// The list of a vertex.
    #[inline]
    pub(crate) fn at(&self, vertex: VertexId) -> impl ExactSizeIterator<Item = Entry> + Clone + '_ {
        of(&self.entries, self.heads[vertex.node().index()].0[vertex.transition() as usize])
    }
}

#[inline]
fn of(entries: &[SharedEntry], head: Head) -> impl ExactSizeIterator<Item = Entry> + Clone + '_ {
    let entries = &entries[head.first as usize..head.first as usize + head.len()];
    entries.iter().map(get).map(move |entry| Entry { time: entry.time + head.time, ..entry })
}

/// Enters a list at some places.
fn put_all(places: &[SharedEntry], list: &[Entry]) {
    let worst = list.first().map_or(0, |worst| worst.time);
    for (place, &entry) in places.iter().zip(list) {
        put(place, Entry { time: entry.time - worst, ..entry });
    }
}

/// Room to find lists again in.
#[derive(Default)]
pub(super) struct Rework {
    chunk: Chunk,
    /// Lists that are in use no more.
    unused: Vec<Head>,
}

/// Entries of some nodes of a level, before they have their place among all.
#[derive(Default)]
struct Chunk {
    entries: Vec<Entry>,
    /// (node of the chunk, transition) of the lists that they are of: the others are those of nodes that were known before.
    own: Vec<(u32, Transition)>,
    arriving: Arriving,
    partings: Vec<Parting>,
}

impl Chunk {
    /// Finds the lists of some nodes of a level. Those of their own start where they do among the chunk's entries.
    fn find<G: Gather>(
        &mut self,
        (gather, pruning): (&G, &Pruning<'_>),
        known: Known<'_>,
        nodes: Range<usize>,
        heads: &mut [Heads],
    ) {
        let Self { entries, own, arriving, partings } = self;
        entries.clear();
        own.clear();
        let mut ahead = gather.ahead_of(nodes.start);
        let last = nodes.end;
        let asked = |node: NodeId, ahead: usize| {
            Some(NodeId::at(node.index() + ahead)).filter(|node| node.index() < last)
        };
        for (number, (node, heads)) in NodeId::all(nodes).zip(heads).enumerate() {
            if let Some(node) = asked(node, 2 * AHEAD) {
                gather.ask_for_arcs(node);
                known.ask_for_heads(gather, node);
            }
            if let Some(node) = asked(node, AHEAD) {
                known.ask_for_entries(gather, node);
            }
            let start = gather.start(&mut ahead, node);
            for to in Transition::ALL {
                let first = entries.len();
                arriving.clear();
                gather.gather((node, to), &start, known, arriving);
                if let Some(list) = arriving.keep(pruning, known, entries, partings) {
                    heads.0[to as usize] = list;
                    continue;
                }
                heads.0[to as usize] = Head::own(first as u32, &entries[first..]);
                own.push((number as u32, to));
            }
        }
    }

    /// Gives the entries their place among all, if there is room; the lists are empty without.
    fn enter(&self, all: &[SharedEntry], used: &AtomicUsize, heads: &mut [Heads]) {
        let first = used.fetch_add(self.entries.len(), Ordering::Relaxed);
        let room = all.get(first..first + self.entries.len());
        for &(node, to) in &self.own {
            let head = &mut heads[node as usize].0[to as usize];
            let Some(room) = room else {
                *head = Head::default();
                continue;
            };
            let list = head.first as usize..head.first as usize + head.len();
            put_all(&room[list.clone()], &self.entries[list]);
            head.first += first as u32;
        }
    }
}

/// A list that is so much later, or a single entry.
#[derive(Clone, Copy)]
enum Coming {
    List(Head, Ticks),
    Entry(Entry),
}

impl Coming {
    /// The worst time of it.
    fn time(self) -> Ticks {
        match self {
            Self::List(list, delay) => list.time + delay,
            Self::Entry(entry) => entry.time,
        }
    }
}

/// Lists and entries that come to a vertex by arcs, and entries that start there.
#[derive(Default)]
pub(super) struct Arriving {
    /// Lists that are not empty, and single entries.
    coming: Vec<Coming>,
    /// Room for the entries of all.
    entries: Vec<Entry>,
}

impl Arriving {
    fn clear(&mut self) {
        self.coming.clear();
    }

    pub(super) fn add(&mut self, entry: Entry) {
        self.coming.push(Coming::Entry(entry));
    }

    pub(super) fn add_list(&mut self, list: Head, delay: Ticks) {
        if list.len() > 0 {
            self.coming.push(Coming::List(list, delay));
        }
    }

    /// Makes one list of all: that of another vertex, if nothing else matters, or entries, of which those are appended to `kept` that can matter.
    fn keep(
        &mut self,
        pruning: &Pruning<'_>,
        known: Known<'_>,
        kept: &mut Vec<Entry>,
        partings: &mut Vec<Parting>,
    ) -> Option<Head> {
        let Self { coming, entries } = self;
        if coming.len() > 1 {
            let soonest = coming.iter().map(|coming| pruning.early(coming.time())).min();
            let latest = soonest.unwrap_or(0) + pruning.width;
            coming.retain(|coming| pruning.early(coming.time()) <= latest);
        }
        match coming[..] {
            [] => {}
            [Coming::List(list, delay)] => return Some(list.shared(delay)),
            [Coming::Entry(entry)] => kept.push(entry),
            _ => {
                entries.clear();
                for &coming in &*coming {
                    match coming {
                        Coming::List(list, delay) => {
                            entries.extend(of(known.entries, list.shared(delay)));
                        }
                        Coming::Entry(entry) => entries.push(entry),
                    }
                }
                pruning.keep(entries, kept, partings);
            }
        }
        None
    }
}
