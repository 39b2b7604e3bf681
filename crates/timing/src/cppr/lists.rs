//! The sweep that carries, for every vertex, the arrivals that can matter after CPPR.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, ticks};

use super::forest::{ClockForest, NONE};
use crate::timed_graph::TimedGraph;

/// An arrival, by the launch it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The worst over all ways from the launch.
    pub arrival: Ticks,
    /// The launching clock vertex in the clock network's own numbers, [`NONE`] for signals that no register launches.
    launch: u32,
}

impl Entry {
    /// The launch, in the numbers of [`super::CommonPaths::launch`]; none for signals that no register launches.
    #[inline]
    pub fn launch(&self) -> Option<u32> {
        (self.launch != NONE).then_some(self.launch)
    }
}

/// Lists of entries, worst arrival first, of all vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// `[vertex + 1]`: where each vertex's list starts in `entries`.
    first: Vec<u32>,
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
        self.first.clear();
        self.entries.clear();
        self.first.push(0);
        for level in graph.levels() {
            let nodes: Vec<Range<usize>> = pieces(level).collect();
            let sweep = Sweep { graph, forest, split, lists: self };
            let made: Vec<Piece> = match &nodes[..] {
                [nodes] => vec![sweep.nodes(nodes.clone())],
                _ => nodes.into_par_iter().map(|nodes| sweep.nodes(nodes)).collect(),
            };
            for piece in made {
                self.append(piece);
            }
        }
    }

    fn append(&mut self, piece: Piece) {
        let base = self.entries.len() as u32;
        self.first.extend(piece.ends.iter().map(|end| base + end));
        self.entries.extend_from_slice(&piece.entries);
    }

    /// The list of a vertex.
    #[inline]
    pub(crate) fn at(&self, vertex: u32) -> &[Entry] {
        &self.entries[self.first[vertex as usize] as usize..self.first[vertex as usize + 1] as usize]
    }
}

fn pieces(nodes: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    nodes.clone().step_by(NODES).map(move |start| start..(start + NODES).min(nodes.end))
}

/// Lists of some nodes of a level.
#[derive(Default)]
struct Piece {
    ends: Vec<u32>,
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
    fn nodes(&self, nodes: Range<usize>) -> Piece {
        let mut piece = Piece::default();
        let (mut arriving, mut partings) = (Vec::new(), Vec::new());
        for node in nodes {
            for to in Transition::ALL {
                let first = piece.entries.len();
                let is_merged = self.gather(node, to, &mut arriving);
                if is_merged {
                    piece.entries.extend_from_slice(&arriving);
                } else {
                    partings.clear();
                    self.prune(&mut arriving, &mut piece.entries, first, &mut partings);
                }
                piece.ends.push(piece.entries.len() as u32);
            }
        }
        piece
    }

    /// Collects what arrives at a vertex. Returns whether it came by one arc, so that it is a list already.
    fn gather(&self, node: usize, to: Transition, arriving: &mut Vec<Entry>) -> bool {
        arriving.clear();
        let mut lists = 0;
        for arc in self.graph.fanin(node) {
            let source = self.graph.arc_sources[arc];
            let vertex = source.vertex(to);
            let delay = self.graph.delays[arc][self.split as usize][to as usize];
            if !source.has(to) || delay.is_nan() {
                continue;
            }
            let delay = ticks(delay);
            if self.graph.is_launch(arc) {
                let at_clock = self.graph.arrival(vertex, self.split);
                if at_clock != UNDEFINED {
                    let launch = self.forest.number(self.graph.design_vertex(vertex));
                    arriving.push(Entry { arrival: at_clock + delay, launch });
                    lists += 1;
                }
                continue;
            }
            let entries = self.lists.at(vertex);
            arriving.extend(entries.iter().map(|entry| Entry { arrival: entry.arrival + delay, ..*entry }));
            lists += usize::from(!entries.is_empty());
        }
        if let Some(arrival) = self.graph.stated(2 * node as u32 + to as u32, self.split) {
            arriving.push(Entry { arrival, launch: NONE });
            lists += 1;
        }
        lists <= 1
    }

    /// Appends those that can matter to `kept`, whose list starts at `first`.
    fn prune(
        &self,
        arriving: &mut [Entry],
        kept: &mut Vec<Entry>,
        first: usize,
        partings: &mut Vec<Parting>,
    ) {
        arriving.sort_unstable_by_key(|entry| (self.early(entry), entry.launch));
        for entry in arriving {
            let domain = self.domain(entry.launch);
            let worst = kept[first..].iter().find(|kept| self.domain(kept.launch) == domain);
            let parting = match worst {
                None => self.parting(domain, entry.launch, entry),
                Some(_) if domain == NONE => continue,
                Some(worst) => {
                    let gap = self.early(entry) - self.early(worst);
                    let shrinkage = self.forest.shrinkage(entry.launch);
                    let is_same = kept[first..].iter().any(|kept| kept.launch == entry.launch);
                    if is_same || gap >= shrinkage.max(self.forest.growth(worst.launch)) {
                        continue;
                    }
                    let at = self.forest.parting(worst.launch, entry.launch);
                    let parting = self.parting(domain, at, entry);
                    if gap >= shrinkage && partings.iter().any(|other| other.covers(&parting)) {
                        continue;
                    }
                    parting
                }
            };
            kept.push(*entry);
            partings.push(parting);
        }
    }

    /// A time that is less for the worse of two arrivals, whatever the split.
    #[inline]
    fn early(&self, entry: &Entry) -> Ticks {
        match self.split {
            Split::Early => entry.arrival,
            Split::Late => -entry.arrival,
        }
    }

    fn parting(&self, domain: u32, at: u32, entry: &Entry) -> Parting {
        if domain == NONE {
            return Parting { domain, depth: 0, slack: 0 };
        }
        let slack = self.early(entry) + self.forest.spread(at);
        Parting { domain, depth: self.forest.depth(at), slack }
    }

    fn domain(&self, launch: u32) -> u32 {
        if launch == NONE { NONE } else { self.forest.domain(launch) }
    }
}

/// Where an entry's clock path parts from that of the worst entry of its domain; for the worst one itself its launch.
struct Parting {
    domain: u32,
    depth: u32,
    /// Up to what all entries of a list share: after CPPR, for captures behind that point.
    slack: Ticks,
}

impl Parting {
    /// Whether, for captures deeper in the worst entry's branch than `other` parts, this entry is at least as bad.
    fn covers(&self, other: &Self) -> bool {
        self.domain == other.domain && self.depth <= other.depth && self.slack <= other.slack
    }
}
