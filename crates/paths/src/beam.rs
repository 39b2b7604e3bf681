//! The k worst paths from some ends, by number of deviations.
//!
//! Level by level: the paths with no deviation are the ends' worst ones, those with one more leave them at one of the vertices after
//! their last deviation. A level made parent by parent is in the order of ties, and a path is never worse than its parent; so paths above
//! the limit, the k-th least slack known, are out for good, and so are, of those at it, all after the first that are needed. Once twice
//! k paths are known the limit is lowered: memory stays in proportion to k, however many paths there are.

use std::ops::Range;
use std::sync::atomic::{AtomicI64, Ordering};

use rayon::prelude::*;
use zeroslack_units::Ticks;

use crate::deviating::{Found, NONE};
use crate::merge::retain;
use crate::root::Root;
use crate::ways::Ways;

/// Parents that one task takes.
const PARENTS: usize = if cfg!(debug_assertions) { 4 } else { 512 };

/// New paths there is always room for, however small k is. Tests with few paths are to go the same ways as others with many.
const ROOM: usize = if cfg!(debug_assertions) { 8 } else { 1 << 14 };

/// Up to so many paths of a level say too little of their children.
const FEW: usize = if cfg!(debug_assertions) { 5 } else { 4096 };

/// Parents of a level, and what they gave so far.
struct Chunk {
    parents: Range<usize>,
    children: Vec<Found>,
    /// No child has more slack.
    limit: Ticks,
}

/// A search of the worst `count` paths.
pub(crate) struct Beam<'a, W> {
    ways: &'a W,
    roots: &'a [Root],
    count: usize,
    /// No path has more slack.
    limit: Ticks,
    /// No path has more deviations.
    deviations: u32,
    /// The deviations of the last level.
    number: u32,
    /// In the order of ties.
    known: Vec<Found>,
}

/// The `count` worst paths of those with a slack of at most `limit` and at most so many deviations, from paths that all have equally
/// many. In the order of ties, parents before their children; not sorted by slack.
pub(crate) fn worst<W: Ways>(
    ways: &W,
    roots: &[Root],
    first: Vec<Found>,
    count: usize,
    limit: Ticks,
    deviations: u32,
) -> Vec<Found> {
    if count == 0 || first.is_empty() {
        return Vec::new();
    }
    let number = first[0].deviations;
    let mut beam = Beam { ways, roots, count, limit, deviations, number, known: first };
    beam.known.retain(|path| path.slack <= limit);
    beam.cut();
    while beam.last().len() < FEW && beam.deepen() {}
    match Guess::new(&beam) {
        Some(guess) => guess.search(beam),
        None => beam.search(),
    }
}

impl<W: Ways> Beam<'_, W> {
    /// All levels that are left.
    fn search(mut self) -> Vec<Found> {
        while self.deepen() {}
        self.cut();
        self.known
    }

    /// The paths of the last level.
    fn last(&self) -> Range<usize> {
        self.known.partition_point(|path| path.deviations < self.number)..self.known.len()
    }

    /// Adds a level; says whether there may be more.
    fn deepen(&mut self) -> bool {
        let parents = self.last();
        if parents.is_empty() || self.number >= self.deviations {
            return false;
        }
        self.number += 1;
        for chunk in self.level(parents) {
            self.known.extend(chunk.children);
        }
        if self.known.len() > self.count + self.count / 8 {
            self.cut();
        }
        true
    }

    /// The children of some paths, in order.
    fn level(&mut self, parents: Range<usize>) -> Vec<Chunk> {
        let starts = parents.clone().step_by(PARENTS);
        let mut chunks: Vec<Chunk> = starts
            .map(|start| {
                let parents = start..parents.end.min(start + PARENTS);
                Chunk { parents, children: Vec::new(), limit: self.limit }
            })
            .collect();
        loop {
            let room = AtomicI64::new(self.count.max(ROOM) as i64);
            match &mut chunks[..] {
                [chunk] => self.expand(chunk, &room),
                chunks => {
                    let beam = &*self;
                    chunks.par_iter_mut().for_each(|chunk| beam.expand(chunk, &room));
                }
            }
            if chunks.iter().all(|chunk| chunk.parents.is_empty()) {
                return chunks;
            }
            self.tighten(&mut chunks);
        }
    }

    /// Adds the children of a chunk's parents, until there is no more room.
    fn expand(&self, chunk: &mut Chunk, room: &AtomicI64) {
        for index in chunk.parents.clone() {
            if room.load(Ordering::Relaxed) <= 0 {
                return;
            }
            let before = chunk.children.len();
            self.children(index, chunk.limit, &mut chunk.children);
            let made = chunk.children.len() - before;
            if made > 0 {
                room.fetch_sub(made as i64, Ordering::Relaxed);
            }
            chunk.parents.start = index + 1;
        }
    }

    #[inline]
    fn children(&self, index: usize, limit: Ticks, children: &mut Vec<Found>) {
        let parent = &self.known[index];
        if parent.next == NONE || parent.slack > limit {
            return;
        }
        let root = &self.roots[parent.root as usize];
        let room = root.room(parent.slack);
        let budget = root.room(limit).saturating_sub(room);
        self.ways.walk(self.roots, parent, budget, |place, deviation| {
            children.push(Found {
                slack: root.rank(room + deviation.cost),
                parent: index as u32,
                root: parent.root,
                deviations: parent.deviations + 1,
                place,
                way: deviation.way,
                next: deviation.next.map_or(NONE, |vertex| vertex.0 << 1 | parent.next & 1),
            });
        });
    }

    /// Lowers the limit to the k-th least slack of all paths known, and drops the children that are out.
    fn tighten(&mut self, chunks: &mut [Chunk]) {
        let slacks = self.known.iter().chain(chunks.iter().flat_map(|chunk| &chunk.children));
        let slacks: Vec<Ticks> = slacks.map(|path| path.slack).collect();
        let Some((limit, mut ties)) = kth_least(slacks, self.count) else { return };
        self.limit = self.limit.min(limit);
        ties -= self.known.iter().filter(|path| path.slack == limit).count().min(ties);
        for chunk in chunks {
            chunk.children.retain(|path| keep(path, limit, &mut ties));
            // What follows the last tie that is needed is out.
            chunk.limit = chunk.limit.min(if ties == 0 { limit - 1 } else { limit });
        }
    }

    /// Keeps the first `count` paths of the order, and lowers the limit for those with more deviations.
    fn cut(&mut self) {
        if let Some(limit) = cut(&mut self.known, self.count) {
            self.limit = self.limit.min(limit.saturating_sub(1));
        }
    }
}

/// Keeps the first `count` paths of the order, of a list in the order of ties. The slack of the last, if there are as many.
pub(crate) fn cut(list: &mut Vec<Found>, count: usize) -> Option<Ticks> {
    let (limit, mut ties) = kth_least(list.iter().map(|path| path.slack).collect(), count)?;
    retain(list, |path| keep(path, limit, &mut ties));
    Some(limit)
}

/// The k-th least slack, and how many of the k have it; none if there are fewer.
pub(crate) fn kth_least(mut slacks: Vec<Ticks>, k: usize) -> Option<(Ticks, usize)> {
    if slacks.len() < k || k == 0 {
        return None;
    }
    let (before, &mut limit, _) = slacks.select_nth_unstable(k - 1);
    Some((limit, 1 + before.iter().filter(|&&slack| slack == limit).count()))
}

/// Whether a path is below the limit, or among the ties that are needed.
fn keep(path: &Found, limit: Ticks, ties: &mut usize) -> bool {
    if path.slack == limit && *ties > 0 {
        *ties -= 1;
        return true;
    }
    path.slack < limit
}

/// A guess of the limit, from what comes after a few of the paths of a level.
struct Guess {
    sample: Vec<Found>,
    /// What the sample is searched for.
    count: usize,
}

/// One in so many paths is in the sample: not a divisor of what endpoints have of them.
const SAMPLED: usize = 17;

impl Guess {
    /// None where there is little to gain.
    fn new<W: Ways>(beam: &Beam<'_, W>) -> Option<Self> {
        let last = &beam.known[beam.last()];
        if last.len() < FEW || beam.count < FEW {
            return None;
        }
        let sample = last.iter().step_by(SAMPLED).map(|path| Found { parent: NONE, ..*path }).collect();
        Some(Self { sample, count: beam.count / SAMPLED * 5 / 4 })
    }

    /// Searches with the limit that the sample's count-th path has; again, with a higher one, if that was too low.
    fn search<W: Ways>(mut self, beam: Beam<'_, W>) -> Vec<Found> {
        loop {
            let (count, limit) = (self.count, beam.limit);
            let sampled = worst(beam.ways, beam.roots, self.sample.clone(), count, limit, beam.deviations);
            let slacks = sampled.iter().map(|path| path.slack).collect();
            // Known paths with the k-th slack are above the limit, and count.
            let guess = kth_least(slacks, count).filter(|&(guessed, _)| guessed < limit);
            let Some((guessed, _)) = guess else { return beam.search() };
            let mut known = beam.known.clone();
            retain(&mut known, |path| path.slack <= guessed);
            let found = Beam { limit: guessed, known, ..beam }.search();
            if found.len() >= beam.count {
                return found;
            }
            // As much more as was missing, and some.
            self.count = (count as f64 * beam.count as f64 / found.len().max(1) as f64 * 1.2) as usize + 1;
        }
    }
}
