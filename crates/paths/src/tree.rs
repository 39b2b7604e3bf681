//! Paths as they were found: each as what it deviates from.

use rayon::prelude::*;
use zeroslack_graph::ArcId;
use zeroslack_units::Ticks;

use crate::deviating::{Found, NONE};
use crate::root::{Borrowing, Root};

/// Bits of a digit that paths are sorted by.
const DIGIT: u32 = 11;

/// Paths, worst first, as a tree: each is the worst path of a root, or another one up to some vertex, then another way into it, and
/// from there the worst way back. 24 bytes a path; [`crate::PathSearch::flat`] writes them out.
///
/// The order: by slack, those that borrow from a latch by how much they do; then by number of deviations, fewer first; then by root; then by deviations, from the end of the path
/// backwards: first the place, nearer the end first, then the way, by arc, a stated start last. No two paths are equal.
///
/// `[path]` unless said otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathTree {
    /// Where the paths end, in the order of ties. `[root]`.
    pub roots: Vec<Root>,
    /// Ticks.
    pub slack: Vec<Ticks>,
    /// What paths are ordered by in a design with latches: see [`Borrowing`](crate::Borrowing). None in others, where it is the slack.
    pub rank: Option<Vec<Ticks>>,
    /// Index into `roots`.
    pub root: Vec<u32>,
    /// The path it deviates from, an earlier one; [`u32::MAX`] for the worst path of a root.
    pub parent: Vec<u32>,
    /// Where it leaves that: steps back from the end.
    pub place: Vec<u32>,
    /// By which way: an arc of the graph that is searched, or [`crate::START`].
    pub way: Vec<ArcId>,
}

/// The numbers below `count` that are there, each once and growing; every number becomes the place of its own among these.
pub fn renumber(numbers: &mut [u32], count: usize) -> Vec<u32> {
    let mut places = vec![0; count];
    for &number in &*numbers {
        places[number as usize] = 1;
    }
    let mut named = Vec::new();
    for (number, place) in places.iter_mut().enumerate().filter(|(_, place)| **place != 0) {
        *place = named.len() as u32;
        named.push(number as u32);
    }
    numbers.par_iter_mut().with_min_len(4096).for_each(|number| *number = places[*number as usize]);
    named
}

impl PathTree {
    /// From paths in the order of ties: by number of deviations, root, deviations, with parents before their children.
    pub fn new(roots: &[Root], found: &[Found]) -> Self {
        let order = by_slack(found);
        let mut places = vec![0; found.len()];
        for (place, &index) in order.iter().enumerate() {
            places[index as usize] = place as u32;
        }
        fn column<T: Send>(order: &[u32], found: &[Found], of: impl Fn(&Found) -> T + Sync) -> Vec<T> {
            order.par_iter().with_min_len(4096).map(|&index| of(&found[index as usize])).collect()
        }
        let parent = |path: &Found| if path.parent == NONE { NONE } else { places[path.parent as usize] };
        let borrows = roots.first().is_some_and(|root| root.borrowing.is_some());
        let mut root = column(&order, found, |path| path.root);
        let named = renumber(&mut root, roots.len());
        Self {
            slack: column(
                &order,
                found,
                |path| if borrows { Borrowing::slack(path.slack) } else { path.slack },
            ),
            rank: borrows.then(|| column(&order, found, |path| path.slack)),
            root,
            parent: column(&order, found, parent),
            place: column(&order, found, |path| path.place),
            way: column(&order, found, |path| path.way),
            roots: named.into_iter().map(|root| roots[root as usize]).collect(),
        }
    }

    /// What a path is ordered by.
    pub(crate) fn rank(&self, path: usize) -> Ticks {
        self.rank.as_ref().map_or(self.slack[path], |rank| rank[path])
    }

    /// Number of paths.
    pub fn len(&self) -> usize {
        self.slack.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.slack.is_empty()
    }

    /// How many times the path deviates that does so most: how deep the search had to go.
    pub fn most_deviations(&self) -> u32 {
        let mut deviations: Vec<u32> = Vec::with_capacity(self.len());
        for &parent in &self.parent {
            // Parents come first.
            deviations.push(if parent == NONE { 0 } else { deviations[parent as usize] + 1 });
        }
        deviations.into_iter().max().unwrap_or(0)
    }

    /// The deviations of a path from the end backwards, as (place, way), into an empty list.
    pub(crate) fn deviations(&self, path: usize, deviations: &mut Vec<(u32, ArcId)>) {
        let mut path = path;
        while self.parent[path] != NONE {
            deviations.push((self.place[path], self.way[path]));
            path = self.parent[path] as usize;
        }
        deviations.reverse();
    }
}

/// Indices by slack; of equals in order. Radix sort by as many digits as slacks differ in.
fn by_slack(found: &[Found]) -> Vec<u32> {
    let least = found.iter().map(|path| path.slack).min().unwrap_or(0);
    let key = |slack: Ticks| slack.wrapping_sub(least) as u64;
    let mut keys: Vec<(u64, u32)> =
        found.iter().zip(0..).map(|(path, index)| (key(path.slack), index)).collect();
    let differ = keys.iter().fold(0, |bits, &(key, _)| bits | key);
    let mut sorted = keys.clone();
    for shift in (0..u64::BITS - differ.leading_zeros()).step_by(DIGIT as usize) {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = vec![0_usize; 1 << DIGIT];
        keys.iter().for_each(|&(key, _)| places[digit(key)] += 1);
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for &pair in &keys {
            let place = &mut places[digit(pair.0)];
            sorted[*place] = pair;
            *place += 1;
        }
        std::mem::swap(&mut keys, &mut sorted);
    }
    keys.iter().map(|&(_, index)| index).collect()
}
