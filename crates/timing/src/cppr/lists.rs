//! The sweep that carries, for every vertex, the arrivals that can matter after CPPR.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use zeroslack_graph::{Direction, LevelPart, NodeId, Source, Structure, TimingGraph, VertexId, sweep_levels};
use zeroslack_parallel::{resize, zeroed_pairs};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use super::follow::Moved;
use super::forest::{ClockForest, NONE};
use super::giving::GivingByLists;
use super::prune::{Entry, Parting, Pruning};
use crate::bits::Bits;
use crate::edge::{has_signal, time_along};
use crate::incremental::batch::{Batch, MOST_ARCS};
use crate::incremental::node_set::NodeSet;
use crate::near::{ask_for, ask_for_arcs, ask_for_ranges};
use crate::timed_graph::TimedGraph;

/// A vertex's list: what arrives is so much later than the entries say, so that a list is shared by all that it comes to by one arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Head {
    first: u32,
    /// How many, with [`OWN`] set where the list is the vertex's own.
    count: u32,
    shift: Ticks,
}

/// Marks a list that is not that of a vertex below.
const OWN: u32 = 1 << 31;

impl Head {
    fn own(first: u32, count: usize) -> Self {
        debug_assert!(count < OWN as usize);
        Self { first, count: count as u32 | OWN, shift: 0 }
    }

    /// The same list at a later vertex.
    fn shared(self, delay: Ticks) -> Self {
        Self { first: self.first, count: self.count & !OWN, shift: self.shift + delay }
    }

    fn is_own(self) -> bool {
        self.count & OWN != 0
    }

    fn len(self) -> usize {
        (self.count & !OWN) as usize
    }
}

/// Heads of a node, by transition.
type Heads = [Head; 2];

/// An entry that threads share: arrival, then launch.
type SharedEntry = [AtomicU64; 2];

#[inline]
fn put(place: &SharedEntry, entry: Entry) {
    place[0].store(entry.arrival as u64, Ordering::Relaxed);
    place[1].store(entry.launch.into(), Ordering::Relaxed);
}

#[inline]
fn get(place: &SharedEntry) -> Entry {
    let [arrival, launch] = place.each_ref().map(|word| word.load(Ordering::Relaxed));
    Entry { arrival: arrival as Ticks, launch: launch as u32 }
}

/// Lists of entries, worst arrival first, of all vertices.
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
}

impl Clone for Lists {
    fn clone(&self) -> Self {
        let copy =
            |entry: &SharedEntry| entry.each_ref().map(|word| AtomicU64::new(word.load(Ordering::Relaxed)));
        let Self { ref heads, ref entries, used, filled, ref free } = *self;
        let entries = entries.iter().map(copy).collect();
        Self { heads: heads.clone(), entries, used, filled, free: free.clone() }
    }
}

/// Nodes that one thread takes at the least.
const NODES: usize = 64;

/// Entries that there is room for at first, a node: none in tests, so that they run out of it.
const ENTRIES: usize = if cfg!(debug_assertions) { 0 } else { 2 };

/// Entries of a list that are asked for, and how many come with one.
const MOST_ENTRIES: usize = 32;
const ENTRIES_PER_LINE: usize = 64 / size_of::<SharedEntry>();

impl Lists {
    pub(crate) fn new(graph: &TimedGraph<'_>, forest: &ClockForest, split: Split) -> Self {
        let mut lists = Self::default();
        lists.fill(graph, forest, (split, None));
        lists
    }

    /// The same in the memory that there is: it is large, and fresh pages would cost as much as the sweep.
    pub(crate) fn fill(
        &mut self,
        graph: &TimedGraph<'_>,
        forest: &ClockForest,
        of: (Split, Option<&GivingByLists<'_>>),
    ) {
        resize(&mut self.heads, Heads::default(), graph.node_count());
        self.make_room(ENTRIES * graph.node_count());
        loop {
            let used = self.sweep(graph, forest, of);
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

    /// Finds the lists of some nodes again, and those behind them as far as lists are others than they were, or hold launches that have moved. Returns the nodes where that is
    /// so; none if more than `left` nodes would have to be visited, or much room is in use no more: then all lists have to be found anew.
    pub(crate) fn follow(
        &mut self,
        (graph, timed): (&TimingGraph, &TimedGraph<'_>),
        (forest, sources): (&ClockForest, &Bits),
        (split, moved): (Split, &Moved),
        (open, left): (&mut NodeSet, &mut usize),
    ) -> Option<Vec<NodeId>> {
        let (mut changed, mut unused, mut chunk) = (Vec::new(), Vec::new(), Chunk::default());
        let mut batch = Batch::default();
        while batch.take(graph, Direction::Forward, open) {
            *left = left.checked_sub(batch.nodes().len())?;
            self.ask_for(batch.nodes(), graph, timed);
            for &node in batch.nodes() {
                let mut has_changed = false;
                let source = sources.has(node).then(|| Source::at(timed.sources, node)).flatten();
                for to in Transition::ALL {
                    let Self { heads, entries, .. } = &*self;
                    let sweep = Sweep { graph: timed, forest, split, giving: None, heads, entries };
                    let found = sweep.list(node, to, source, &mut chunk);
                    has_changed |= self.take((node.index(), to as usize), found, &chunk.entries, &mut unused);
                    let now = self.heads[node.index()][to as usize];
                    has_changed |=
                        !moved.is_empty() && of(&self.entries, now).any(|entry| moved.has(entry.launch));
                }
                if has_changed {
                    for fanout in graph.fanout(node) {
                        open.insert(graph.place(fanout.node()));
                        ask_for_arcs(graph, fanout.node());
                    }
                    changed.push(node);
                }
            }
        }
        // Others may have read them until now.
        for list in unused {
            let length = list.len();
            self.free.resize(self.free.len().max(length + 1), Vec::new());
            self.free[length].push(list.first);
        }
        (self.used <= 2 * self.filled + 4096).then_some(changed)
    }

    /// Takes over other numbers of launches. `[number before]`.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        for place in &self.entries[..self.used] {
            let entry = get(place);
            let launch = numbers.get(entry.launch as usize).copied().unwrap_or(entry.launch);
            put(place, Entry { launch, ..entry });
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
            for head in &self.heads[node.index()] {
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
    pub(crate) fn ask_for_list(&self, node: NodeId) {
        ask_for(&self.heads, node.index());
    }

    /// Gives a vertex its list: another's, or some entries of its own. Says whether it is another one than it was.
    fn take(
        &mut self,
        (node, to): (usize, usize),
        shared: Option<Head>,
        own: &[Entry],
        unused: &mut Vec<Head>,
    ) -> bool {
        let before = self.heads[node][to];
        let now = match shared {
            Some(list) => list,
            None if before.is_own() && of(&self.entries, before).eq(own.iter().copied()) => before,
            None => Head::own(self.put(own), own.len()),
        };
        if now == before {
            return false;
        }
        if before.is_own() && before.len() > 0 {
            unused.push(before);
        }
        self.heads[node][to] = now;
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
        for (place, &entry) in self.entries[first as usize..].iter().zip(own) {
            put(place, entry);
        }
        first
    }

    fn make_room(&mut self, entries: usize) {
        if entries > self.entries.len() {
            self.entries = Vec::new();
            self.entries = zeroed_pairs(entries);
        }
    }

    /// Finds all lists. Returns how much room they need.
    fn sweep(
        &mut self,
        graph: &TimedGraph<'_>,
        forest: &ClockForest,
        (split, giving): (Split, Option<&GivingByLists<'_>>),
    ) -> usize {
        let Self { heads, entries, .. } = self;
        let used = AtomicUsize::new(0);
        sweep_levels(
            graph.as_levels(),
            Direction::Forward,
            NODES,
            (&mut heads[..], ()),
            Chunk::default,
            |chunk, LevelPart { nodes, done, here, .. }| {
                let sweep = Sweep { graph, forest, split, giving, heads: done, entries };
                sweep.nodes(nodes, here, chunk);
                chunk.enter(entries, &used, here);
            },
        );
        used.into_inner()
    }

    /// The list of a vertex.
    #[inline]
    pub(crate) fn at(&self, vertex: VertexId) -> impl ExactSizeIterator<Item = Entry> + '_ {
        of(&self.entries, self.heads[vertex.node().index()][vertex.transition() as usize])
    }
}

#[inline]
fn of(entries: &[SharedEntry], head: Head) -> impl ExactSizeIterator<Item = Entry> + '_ {
    let entries = &entries[head.first as usize..head.first as usize + head.len()];
    entries.iter().map(get).map(move |entry| Entry { arrival: entry.arrival + head.shift, ..entry })
}

/// Entries of some nodes of a level, before they have their place among all.
#[derive(Default)]
struct Chunk {
    entries: Vec<Entry>,
    /// (node of the chunk, transition) of the lists that they are of: the others are those of nodes below.
    own: Vec<(u32, Transition)>,
    arriving: Arriving,
    partings: Vec<Parting>,
}

impl Chunk {
    /// Gives the entries their place among all, if there is room; the lists are empty without.
    fn enter(&self, all: &[SharedEntry], used: &AtomicUsize, heads: &mut [Heads]) {
        let first = used.fetch_add(self.entries.len(), Ordering::Relaxed);
        let room = all.get(first..first + self.entries.len());
        for (place, &entry) in room.into_iter().flatten().zip(&self.entries) {
            put(place, entry);
        }
        for &(node, to) in &self.own {
            let head = &mut heads[node as usize][to as usize];
            match room {
                Some(_) => head.first += first as u32,
                None => *head = Head::default(),
            }
        }
    }
}

/// What arrives at a vertex.
#[derive(Default)]
struct Arriving {
    /// Lists, and single entries.
    count: usize,
    /// The last list.
    list: Head,
    /// All entries, but those of the only list.
    entries: Vec<Entry>,
}

struct Sweep<'a> {
    graph: &'a TimedGraph<'a>,
    forest: &'a ClockForest,
    split: Split,
    giving: Option<&'a GivingByLists<'a>>,
    /// Of all lower levels.
    heads: &'a [Heads],
    entries: &'a [SharedEntry],
}

impl Sweep<'_> {
    /// Finds the list of one vertex: that of another one, or entries of its own, in the chunk.
    fn list(&self, node: NodeId, to: Transition, source: Option<&Source>, chunk: &mut Chunk) -> Option<Head> {
        let Chunk { entries, arriving, partings, .. } = chunk;
        entries.clear();
        self.gather(node, to, source, arriving);
        self.keep(arriving, entries, partings)
    }

    /// What arrives as a list: the only one of another vertex, or entries, of which those are appended that can matter.
    fn keep(
        &self,
        arriving: &mut Arriving,
        entries: &mut Vec<Entry>,
        partings: &mut Vec<Parting>,
    ) -> Option<Head> {
        if arriving.count == 1 && arriving.entries.is_empty() {
            return Some(arriving.list);
        }
        if arriving.count == 1 {
            entries.extend_from_slice(&arriving.entries);
        } else {
            let pruning = Pruning { forest: self.forest, split: self.split };
            pruning.keep(&mut arriving.entries, entries, partings);
        }
        None
    }

    /// Finds the lists of some nodes of a level. Those of their own start where they do among the chunk's entries.
    fn nodes(&self, nodes: Range<usize>, heads: &mut [Heads], chunk: &mut Chunk) {
        let Chunk { entries, own, arriving, partings } = chunk;
        entries.clear();
        own.clear();
        let mut sides = self.giving.map_or(&[][..], |giving| giving.sides_from(nodes.start));
        let first = self.graph.sources.partition_point(|source| source.node.index() < nodes.start);
        let mut sources = &self.graph.sources[first..];
        for (number, (node, heads)) in NodeId::all(nodes).zip(heads).enumerate() {
            let is_giving = sides.first() == Some(&node);
            sides = &sides[usize::from(is_giving)..];
            let source = Source::next_at(&mut sources, node);
            for to in Transition::ALL {
                let first = entries.len();
                match self.giving.filter(|_| is_giving) {
                    Some(giving) => self.gather_given(giving, node, to, arriving),
                    None => self.gather(node, to, source, arriving),
                }
                if let Some(list) = self.keep(arriving, entries, partings) {
                    heads[to as usize] = list;
                    continue;
                }
                heads[to as usize] = Head::own(first as u32, entries.len() - first);
                own.push((number as u32, to));
            }
        }
    }

    /// Collects what arrives at a vertex, of what may start at its node too.
    fn gather(&self, node: NodeId, to: Transition, source: Option<&Source>, arriving: &mut Arriving) {
        arriving.count = 0;
        arriving.entries.clear();
        for arc in self.graph.fanin(node) {
            let source = self.graph.arc_source(arc);
            let vertex = source.vertex(to);
            let delay = self.graph.delay(arc, self.split, to);
            if !source.has(to) || !has_signal(delay) {
                continue;
            }
            let delay = time_along(delay);
            if self.graph.is_launch(arc) {
                let at_clock = self.graph.arrival(vertex, self.split);
                if at_clock != UNDEFINED {
                    let launch = self.forest.number(self.graph.design_vertex(vertex));
                    self.add(arriving, Entry { arrival: at_clock + delay, launch });
                }
                continue;
            }
            let head = self.heads[vertex.node().index()][vertex.transition() as usize];
            if head.len() > 0 {
                self.add_list(arriving, head.shared(delay));
            }
        }
        let stated = source.map_or(UNDEFINED, |source| source.arrival[self.split as usize][to as usize]);
        if stated != UNDEFINED {
            self.add(arriving, Entry { arrival: stated, launch: NONE });
        }
    }

    /// Collects what is given to a giving side.
    fn gather_given(
        &self,
        giving: &GivingByLists<'_>,
        node: NodeId,
        to: Transition,
        arriving: &mut Arriving,
    ) {
        arriving.count = 0;
        arriving.entries.clear();
        let at = |vertex: VertexId| {
            of(self.entries, self.heads[vertex.node().index()][vertex.transition() as usize])
        };
        giving.launched((node, to), self.forest, at, |entry| self.add(arriving, entry));
    }

    fn add(&self, arriving: &mut Arriving, entry: Entry) {
        self.spread_only_list(arriving);
        arriving.entries.push(entry);
        arriving.count += 1;
    }

    fn add_list(&self, arriving: &mut Arriving, list: Head) {
        self.spread_only_list(arriving);
        if arriving.count > 0 {
            arriving.entries.extend(of(self.entries, list));
        }
        arriving.list = list;
        arriving.count += 1;
    }

    /// The first list is no longer the only one.
    fn spread_only_list(&self, arriving: &mut Arriving) {
        if arriving.count == 1 && arriving.entries.is_empty() {
            arriving.entries.extend(of(self.entries, arriving.list));
        }
    }
}
