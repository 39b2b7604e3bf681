//! The sweep that carries, for every vertex, the arrivals that can matter after CPPR.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{NodeId, VertexId};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED};

use super::forest::{ClockForest, NONE};
use super::prune::{Entry, Parting, Pruning};
use crate::edge::{has_signal, time_along};
use crate::timed_graph::TimedGraph;

/// A vertex's list: what arrives is so much later than the entries say, so that a list is shared by all that it comes to by one arc.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    first: u32,
    count: u32,
    shift: Ticks,
}

/// Lists of entries, worst arrival first, of all vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// `[vertex]`.
    heads: Vec<Head>,
    entries: Vec<Entry>,
}

/// Nodes that one task takes.
const NODES: usize = 512;

impl Lists {
    pub(crate) fn new(graph: &TimedGraph<'_>, forest: &ClockForest, split: Split) -> Self {
        let mut lists = Self::default();
        lists.fill(graph, forest, split);
        lists
    }

    /// The same in the memory that there is: it is large, and fresh pages would cost as much as the sweep.
    pub(crate) fn fill(&mut self, graph: &TimedGraph<'_>, forest: &ClockForest, split: Split) {
        self.heads.clear();
        self.entries.clear();
        for level in graph.levels() {
            let nodes: Vec<Range<usize>> = chunks(level).collect();
            let sweep = Sweep { graph, forest, split, lists: self };
            let made: Vec<Chunk> = match &nodes[..] {
                [nodes] => vec![sweep.nodes(nodes.clone())],
                _ => nodes.into_par_iter().map(|nodes| sweep.nodes(nodes)).collect(),
            };
            let base = self.entries.len() as u32;
            for chunk in made {
                self.append(chunk, base);
            }
        }
    }

    /// Adds a chunk of a level, before which there were `base` entries.
    fn append(&mut self, chunk: Chunk, base: u32) {
        let shift = self.entries.len() as u32 - base;
        self.heads.extend(chunk.heads.iter().map(|head| {
            let first = if head.first < base { head.first } else { head.first + shift };
            Head { first, ..*head }
        }));
        self.entries.extend_from_slice(&chunk.entries);
    }

    /// The list of a vertex.
    #[inline]
    pub(crate) fn at(&self, vertex: VertexId) -> impl ExactSizeIterator<Item = Entry> + '_ {
        self.of(self.heads[vertex.index()])
    }

    #[inline]
    fn of(&self, head: Head) -> impl ExactSizeIterator<Item = Entry> + '_ {
        let entries = &self.entries[head.first as usize..(head.first + head.count) as usize];
        entries.iter().map(move |entry| Entry { arrival: entry.arrival + head.shift, ..*entry })
    }
}

fn chunks(nodes: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    nodes.clone().step_by(NODES).map(move |start| start..(start + NODES).min(nodes.end))
}

/// Lists of some nodes of a level.
#[derive(Default)]
struct Chunk {
    /// Those of this chunk's own entries as if it were the first of its level.
    heads: Vec<Head>,
    entries: Vec<Entry>,
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
    /// Of all lower levels.
    lists: &'a Lists,
}

impl Sweep<'_> {
    fn nodes(&self, nodes: Range<usize>) -> Chunk {
        let mut chunk = Chunk::default();
        let base = self.lists.entries.len() as u32;
        let (mut arriving, mut partings) = (Arriving::default(), Vec::<Parting>::new());
        for node in NodeId::all(nodes) {
            for to in Transition::ALL {
                let first = chunk.entries.len();
                self.gather(node, to, &mut arriving);
                if arriving.count == 1 && arriving.entries.is_empty() {
                    chunk.heads.push(arriving.list);
                    continue;
                }
                if arriving.count == 1 {
                    chunk.entries.extend_from_slice(&arriving.entries);
                } else {
                    let pruning = Pruning { forest: self.forest, split: self.split };
                    pruning.keep(&mut arriving.entries, &mut chunk.entries, &mut partings);
                }
                let count = (chunk.entries.len() - first) as u32;
                chunk.heads.push(Head { first: base + first as u32, count, shift: 0 });
            }
        }
        chunk
    }

    /// Collects what arrives at a vertex.
    fn gather(&self, node: NodeId, to: Transition, arriving: &mut Arriving) {
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
            let head = self.lists.heads[vertex.index()];
            if head.count > 0 {
                self.add_list(arriving, Head { shift: head.shift + delay, ..head });
            }
        }
        if let Some(arrival) = self.graph.stated(node.vertex(to), self.split) {
            self.add(arriving, Entry { arrival, launch: NONE });
        }
    }

    fn add(&self, arriving: &mut Arriving, entry: Entry) {
        self.spread_only_list(arriving);
        arriving.entries.push(entry);
        arriving.count += 1;
    }

    fn add_list(&self, arriving: &mut Arriving, list: Head) {
        self.spread_only_list(arriving);
        if arriving.count > 0 {
            arriving.entries.extend(self.lists.of(list));
        }
        arriving.list = list;
        arriving.count += 1;
    }

    /// The first list is no longer the only one.
    fn spread_only_list(&self, arriving: &mut Arriving) {
        if arriving.count == 1 && arriving.entries.is_empty() {
            arriving.entries.extend(self.lists.of(arriving.list));
        }
    }
}
