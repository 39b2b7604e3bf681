//! Putting values into groups.

use std::ops::Range;

use rayon::prelude::*;

use crate::concat::filled;

/// Items that one task takes.
const PIECE: usize = 1 << 15;

/// Ranges of keys that are told apart first: so many that one's groups fit a cache, so few that all can be written to at once.
const BUCKETS: usize = 512;

/// Values by key, in every group in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups<T> {
    /// Where each group starts, and where the last one ends. `[key + 1]`.
    pub first: Vec<u32>,
    /// Group by group.
    pub values: Vec<T>,
}

/// A chunk's keys and values by bucket.
struct Chunk<T> {
    /// Where each bucket starts, and where the last one ends.
    first: Vec<u32>,
    values: Vec<(u32, T)>,
}

/// How keys go into buckets.
#[derive(Clone, Copy)]
struct Buckets {
    keys: usize,
    /// Low bits of a key that do not tell its bucket.
    bits: u32,
}

impl<T: Copy + Default + Send + Sync> Groups<T> {
    /// Groups what all items give, on rayon's current threads: `of` gives the keys, less than `keys`, and the values of a range of
    /// items. Two rounds of counting, by bucket and then in buckets, so that what is written to at random fits a cache.
    pub fn new<I>(items: usize, keys: usize, of: impl Fn(Range<usize>) -> I + Sync) -> Self
    where
        I: Iterator<Item = (u32, T)> + Clone,
    {
        let buckets = Buckets::new(keys);
        let starts: Vec<usize> = (0..items).step_by(PIECE).collect();
        let chunk = |start: usize| buckets.chunk(of(start..items.min(start + PIECE)));
        let chunks: Vec<Chunk<T>> = starts.into_par_iter().map(chunk).collect();
        let total = chunks.iter().map(|chunk| chunk.values.len()).sum();
        let mut groups = Self { first: vec![0; keys + 1], values: filled(T::default(), total) };
        groups.first[keys] = total as u32;
        let (mut first, mut values) = (&mut groups.first[..keys], &mut groups.values[..]);
        let (mut parts, mut base) = (Vec::new(), 0);
        for bucket in 0..buckets.count() {
            let size = chunks.iter().map(|chunk| chunk.bucket(bucket).len()).sum();
            let (own_first, own_values);
            (own_first, first) = first.split_at_mut(buckets.width(bucket));
            (own_values, values) = values.split_at_mut(size);
            parts.push((bucket, base, own_first, own_values));
            base += size as u32;
        }
        parts.into_par_iter().for_each(|(bucket, base, first, values)| {
            let all = chunks.iter().flat_map(|chunk| chunk.bucket(bucket));
            fill(all, ((bucket << buckets.bits) as u32, base), first, values);
        });
        groups
    }
}

impl<T> Groups<T> {
    /// The values of a key.
    #[inline]
    pub fn get(&self, key: u32) -> &[T] {
        &self.values[self.first[key as usize] as usize..self.first[key as usize + 1] as usize]
    }
}

impl<T> Chunk<T> {
    fn bucket(&self, bucket: usize) -> &[(u32, T)] {
        &self.values[self.first[bucket] as usize..self.first[bucket + 1] as usize]
    }
}

impl Buckets {
    fn new(keys: usize) -> Self {
        Self { keys, bits: keys.div_ceil(BUCKETS).max(1).next_power_of_two().trailing_zeros() }
    }

    fn count(self) -> usize {
        self.keys.div_ceil(1 << self.bits)
    }

    /// How many keys a bucket is for.
    fn width(self, bucket: usize) -> usize {
        (self.keys - (bucket << self.bits)).min(1 << self.bits)
    }

    /// Values by bucket.
    fn chunk<T: Copy + Default>(self, values: impl Iterator<Item = (u32, T)> + Clone) -> Chunk<T> {
        let mut first = vec![0; self.count() + 1];
        for (key, _) in values.clone() {
            first[(key >> self.bits) as usize] += 1;
        }
        let total = add_up(&mut first, 0);
        let (mut next, mut sorted) = (first.clone(), vec![(0, T::default()); total as usize]);
        for (key, value) in values {
            let place = &mut next[(key >> self.bits) as usize];
            sorted[*place as usize] = (key, value);
            *place += 1;
        }
        Chunk { first, values: sorted }
    }
}

/// Groups the values of a bucket, whose keys are from `low` on and whose groups start at `base`.
fn fill<'a, T: Copy + 'a>(
    all: impl Iterator<Item = &'a (u32, T)> + Clone,
    (low, base): (u32, u32),
    first: &mut [u32],
    values: &mut [T],
) {
    for &(key, _) in all.clone() {
        first[(key - low) as usize] += 1;
    }
    add_up(first, base);
    let mut next = first.to_vec();
    for &(key, value) in all {
        let place = &mut next[(key - low) as usize];
        values[(*place - base) as usize] = value;
        *place += 1;
    }
}

/// Makes of counts where each one's values start, the first at `base`. Gives the end of the last.
pub fn add_up(counts: &mut [u32], base: u32) -> u32 {
    counts.iter_mut().fold(base, |next, count| {
        let own = *count;
        *count = next;
        next + own
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of so many values with so many keys, against sorting them.
    #[track_caller]
    fn check(items: usize, keys: usize, key: impl Fn(usize) -> u32 + Sync) {
        // An item has none to two values.
        let of = |items: Range<usize>| {
            items.flat_map(|item| (0..item % 3).map(move |more| (item, (item * 3 + more) as u32)))
        };
        let keyed = |(item, value): (usize, u32)| (key(item), value);
        let mut expected: Vec<(u32, u32)> = of(0..items).map(keyed).collect();
        expected.sort_by_key(|&(key, _)| key);
        for threads in [1, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let groups = pool.install(|| Groups::new(items, keys, |items| of(items).map(keyed)));
            assert_eq!(groups.first.len(), keys + 1);
            let found =
                (0..keys as u32).flat_map(|key| groups.get(key).iter().map(move |&value| (key, value)));
            assert!(found.eq(expected.iter().copied()), "{items} items, {keys} keys, {threads} threads");
        }
    }

    #[test]
    fn groups_keep_the_order_of_their_values() {
        check(0, 0, |_| 0);
        check(0, 5, |_| 0);
        check(20, 1, |_| 0);
        check(1000, 7, |item| (item % 7) as u32);
        check(100_000, 513, |item| (item * 7919 % 513) as u32);
        check(100_000, 60_000, |item| (item * 7919 % 60_000) as u32);
        check(
            100_000,
            1_000_000,
            |item| if item % 5 == 0 { 999_999 } else { (item * 7919 % 300_000) as u32 },
        );
    }
}
