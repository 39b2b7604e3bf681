//! Lists that were laid out one after the other in a pool, and of which some have changed since.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::bits::Bits;

/// Where a list is that has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Span {
    first: u32,
    count: u32,
    /// Places that are the list's, used or not.
    room: u32,
}

/// The lists that have changed; all others are where they were laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Spans {
    /// A bit for each list that has changed: the others cost no look into the map.
    has_changed: Bits,
    changed: FxHashMap<u32, Span>,
    /// Places of the pool that no list has any more.
    unused: usize,
}

impl Spans {
    /// Where a list is, if it has changed.
    #[inline]
    pub(crate) fn get(&self, list: usize) -> Option<Range<usize>> {
        if !self.has_changed.has(list) {
            return None;
        }
        let span = self.changed.get(&(list as u32))?;
        Some(span.first as usize..(span.first + span.count) as usize)
    }

    /// Gives a list as many places as it needs now: those that it had, from where it was laid out on, or new ones at the end of a pool of `end` places. Returns where it is, and how
    /// long the pool has to be.
    pub(crate) fn fit(
        &mut self,
        list: usize,
        laid_out: Range<usize>,
        (count, end): (usize, usize),
    ) -> (Range<usize>, usize) {
        let (first, room) = (laid_out.start as u32, laid_out.len() as u32);
        let span = self.changed.entry(list as u32).or_insert(Span { first, count: room, room });
        let mut needed = end;
        if count > span.room as usize {
            self.unused += span.room as usize;
            let room = count.next_power_of_two();
            (span.first, span.room) = (end as u32, room as u32);
            needed = end + room;
        }
        span.count = count as u32;
        let first = span.first as usize;
        self.has_changed.set(list, true);
        (first..first + count, needed)
    }

    /// Places of the pool that no list has any more.
    pub(crate) fn unused(&self) -> usize {
        self.unused
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Noise;

    use super::*;

    #[test]
    fn lists_keep_what_was_put_into_them() {
        let mut noise = Noise(5);
        let mut lists: Vec<Vec<u32>> = (0..100).map(|list| vec![list; noise.below(5) as usize]).collect();
        let mut pool: Vec<u32> = lists.iter().flatten().copied().collect();
        let mut first = 0;
        let mut laid_out: Vec<Range<usize>> = Vec::new();
        for list in &lists {
            laid_out.push(first..first + list.len());
            first += list.len();
        }
        let mut spans = Spans::default();
        for step in 0..2000 {
            let list = noise.below(120) as usize;
            if list >= lists.len() {
                lists.resize(list + 1, Vec::new());
                laid_out.resize(list + 1, 0..0);
            }
            let made = vec![step; noise.below(9) as usize];
            let (places, end) = spans.fit(list, laid_out[list].clone(), (made.len(), pool.len()));
            pool.resize(end, 0);
            pool[places].copy_from_slice(&made);
            lists[list] = made;
        }
        for (list, expected) in lists.iter().enumerate() {
            let places = spans.get(list).unwrap_or(laid_out[list].clone());
            assert_eq!(&pool[places], &expected[..]);
        }
        // A list that changes in a loop takes no more room.
        let end = pool.len();
        for count in (0..9).cycle().take(1000) {
            let (_, needed) = spans.fit(3, laid_out[3].clone(), (count, pool.len()));
            pool.resize(needed, 0);
        }
        assert!(pool.len() <= end + 16);
        assert!(spans.unused() < pool.len());
    }
}
