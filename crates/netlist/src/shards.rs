//! Hash tables in parts, which threads fill at the same time.

use hashbrown::HashTable;
use rayon::prelude::*;
use zeroslack_parallel::add_up;

/// Values of a part, about: so many that its table fits a cache.
const PART: usize = 1 << 13;
/// Parts at most.
const MOST: usize = 1 << 8;
/// The bits of a hash from here on tell its part. Places in a part go by the lowest bits, and what tells apart values that are near each other is in the highest.
const SHIFT: u32 = 22;
/// Values that one task puts in order of their parts.
const PIECE: usize = 1 << 14;

/// A hash table whose parts are tables of their own.
#[derive(Clone, Debug)]
pub(crate) struct Shards<T> {
    /// As many as a power of two.
    parts: Vec<HashTable<T>>,
}

impl<T> Default for Shards<T> {
    fn default() -> Self {
        Self { parts: vec![HashTable::new()] }
    }
}

/// Values of a piece with their hashes, part by part.
struct Sorted<T> {
    /// Where each part starts, and where the last one ends.
    first: Vec<u32>,
    values: Vec<(u64, T)>,
}

impl<T> Sorted<T> {
    fn part(&self, part: usize) -> &[(u64, T)] {
        &self.values[self.first[part] as usize..self.first[part + 1] as usize]
    }
}

impl<T: Copy + Send + Sync> Shards<T> {
    /// A table of the values of items 0 to `count`. One that is the `same` as an earlier one stays out: such values come back, in no order.
    pub(crate) fn new(
        count: usize,
        value: impl Fn(u32) -> T + Sync,
        hash: impl Fn(T) -> u64 + Sync,
        same: impl Fn(T, T) -> bool + Sync,
    ) -> (Self, Vec<T>) {
        let parts = count.div_ceil(PART).next_power_of_two().min(MOST);
        let piece = |start: usize| {
            let values = (start..count.min(start + PIECE)).map(|item| value(item as u32));
            sort(values.map(|value| (hash(value), value)).collect(), parts)
        };
        let starts: Vec<usize> = (0..count).step_by(PIECE).collect();
        let pieces: Vec<Sorted<T>> = starts.into_par_iter().map(piece).collect();
        let fill = |part: usize| {
            let mut table = HashTable::with_capacity(pieces.iter().map(|piece| piece.part(part).len()).sum());
            let mut repeats = Vec::new();
            for &(own, value) in pieces.iter().flat_map(|piece| piece.part(part)) {
                match table.find(own, |&other| same(value, other)) {
                    Some(_) => repeats.push(value),
                    None => _ = table.insert_unique(own, value, |&other| hash(other)),
                }
            }
            (table, repeats)
        };
        let (parts, repeats): (Vec<_>, Vec<_>) = (0..parts).into_par_iter().map(fill).unzip();
        (Self { parts }, repeats.concat())
    }

    /// The part of a hash.
    #[inline]
    pub(crate) fn part(&self, hash: u64) -> &HashTable<T> {
        &self.parts[part_of(hash, self.parts.len())]
    }

    /// The same, to be changed.
    pub(crate) fn part_mut(&mut self, hash: u64) -> &mut HashTable<T> {
        let part = part_of(hash, self.parts.len());
        &mut self.parts[part]
    }
}

#[inline]
fn part_of(hash: u64, parts: usize) -> usize {
    (hash >> SHIFT) as usize & (parts - 1)
}

/// Puts values in order of their parts; those of one part stay in their order.
fn sort<T: Copy>(values: Vec<(u64, T)>, parts: usize) -> Sorted<T> {
    if parts == 1 {
        return Sorted { first: vec![0, values.len() as u32], values };
    }
    let mut first = vec![0; parts + 1];
    for &(hash, _) in &values {
        first[part_of(hash, parts)] += 1;
    }
    add_up(&mut first, 0);
    let (mut next, mut sorted) = (first.clone(), values.clone());
    for &(hash, value) in &values {
        let place = &mut next[part_of(hash, parts)];
        sorted[*place as usize] = (hash, value);
        *place += 1;
    }
    Sorted { first, values: sorted }
}
