//! At most so many paths to an endpoint.
//!
//! Endpoints are searched on their own, those with the worst slack first. Once k paths are known the k-th least slack is a limit for
//! all that follow, and endpoints above it are not looked at. What deviates comes after what it deviates from, in the order and at its
//! endpoint: so the paths that count are closed under parents, and no path outside of the answer needs to be kept.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_units::Ticks;

use crate::asked::Asked;
use crate::beam::{cut, kth_least, worst};
use crate::deviating::Found;
use crate::groups::Groups;
use crate::merge::{append, in_tie_order, retain};
use crate::root::Root;
use crate::ways::Ways;

/// The most endpoints that are searched before the limit is looked at again.
const BATCH: usize = 4096;

/// The paths of each class so far: all kinds of endpoints together, or each kind on its own.
struct Pools<'a> {
    classes: &'a Groups,
    asked: &'a Asked,
    /// Not in order; parents are in the same pool.
    pools: Vec<Pool>,
}

struct Pool {
    found: Vec<Found>,
    /// No path of the answer has more slack.
    limit: Ticks,
}

/// The worst paths of those that are among the first `nworst` of their endpoint and split. In the order of ties.
pub(crate) fn by_endpoint<W: Ways>(
    ways: &W,
    roots: &[Root],
    classes: &Groups,
    asked: &Asked,
    nworst: usize,
) -> Vec<Found> {
    let mut groups = groups(roots);
    let worst_of = |group: &Range<usize>| roots[group.clone()].iter().map(Root::worst_rank).min();
    groups.par_sort_by_cached_key(worst_of);
    let mut pools = Pools::new((roots, &groups), classes, asked);
    // What a batch finds is no more than twice what is asked for.
    let size = (2 * asked.count / nworst.max(1)).clamp(1, BATCH);
    for batch in groups.chunks(size) {
        if worst_of(&batch[0]) > Some(pools.highest_limit()) {
            break;
        }
        let search = |group: &Range<usize>| {
            let limit = pools.limit(group.clone());
            worst(ways, roots, asked.first(roots, group.clone(), |_| true), nworst, limit, asked.deviations)
        };
        let parts: Vec<Vec<Found>> = batch.par_iter().with_min_len(16).map(search).collect();
        for part in parts {
            pools.add(&part);
        }
        pools.tighten();
    }
    pools.answer()
}

/// The roots of each endpoint and split: they follow each other.
fn groups(roots: &[Root]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let key = |index: usize| (roots[index].endpoint, roots[index].split());
    for index in 0..roots.len() {
        match groups.last_mut().filter(|group| key(group.start) == key(index)) {
            Some(group) => group.end = index + 1,
            None => groups.push(index..index + 1),
        }
    }
    groups
}

impl<'a> Pools<'a> {
    /// For the roots of some endpoints.
    fn new((roots, groups): (&[Root], &[Range<usize>]), classes: &'a Groups, asked: &'a Asked) -> Self {
        let count = classes.count() as usize;
        let empty = || Pool { found: Vec::new(), limit: asked.limit };
        let mut pools = Self { classes, asked, pools: (0..count).map(|_| empty()).collect() };
        // The worst path of every endpoint counts.
        let heads =
            groups.iter().filter_map(|group| group.clone().min_by_key(|&index| roots[index].worst_rank()));
        let mut slacks = vec![Vec::new(); count];
        heads.for_each(|head| slacks[pools.class(head)].push(roots[head].worst_rank()));
        for (pool, slacks) in pools.pools.iter_mut().zip(slacks) {
            if let Some((limit, _)) = kth_least(slacks, asked.count) {
                pool.limit = pool.limit.min(limit);
            }
        }
        pools
    }

    fn class(&self, root: usize) -> usize {
        self.classes.of(root) as usize
    }

    /// What no path of a group that matters has more slack than: one that is out by its class's limit still takes a place.
    fn limit(&self, group: Range<usize>) -> Ticks {
        group.map(|root| self.pools[self.class(root)].limit).max().unwrap_or(Ticks::MIN)
    }

    fn highest_limit(&self) -> Ticks {
        self.pools.iter().map(|pool| pool.limit).max().unwrap_or(Ticks::MIN)
    }

    fn add(&mut self, part: &[Found]) {
        if self.pools.len() == 1 {
            return append(&mut self.pools[0].found, part);
        }
        let mut places = Vec::with_capacity(part.len());
        for path in part {
            let class = self.class(path.root as usize);
            let pool = &mut self.pools[class].found;
            places.push(pool.len() as u32);
            pool.push(path.with_parent(&places));
        }
    }

    /// Lowers limits, where twice as many paths are known as are asked for.
    fn tighten(&mut self) {
        for pool in self.pools.iter_mut().filter(|pool| pool.found.len() >= 2 * self.asked.count) {
            let slacks = pool.found.iter().map(|path| path.slack).collect();
            if let Some((limit, _)) = kth_least(slacks, self.asked.count) {
                pool.limit = pool.limit.min(limit);
                let limit = pool.limit;
                retain(&mut pool.found, |path| path.slack <= limit);
            }
        }
    }

    fn answer(self) -> Vec<Found> {
        let mut answer = Vec::new();
        let is_one = self.pools.len() == 1;
        for pool in self.pools {
            let mut found = in_tie_order(pool.found);
            cut(&mut found, self.asked.count);
            append(&mut answer, &found);
        }
        if is_one { answer } else { in_tie_order(answer) }
    }
}
