//! Values that are put at places far apart.

use rayon::prelude::*;

/// Values below which one thread puts all of them.
const FEW: usize = 1 << 12;

/// Puts values at places of an array, in their order: `put` is called with what is at a place, and the value. There are `count` values; `values` goes through them, each with its place. Where they are many,
/// each of rayon's current threads goes through all and takes those of its share of the array: memory far apart is what takes long, not to go through them.
///
/// # Panics
/// If a place is not in the array.
pub fn scatter<T: Send, V, I: Iterator<Item = (usize, V)>>(
    array: &mut [T],
    count: usize,
    values: impl Fn() -> I + Sync,
    put: impl Fn(&mut T, V) + Sync,
) {
    let threads = rayon::current_num_threads();
    if count < FEW || threads == 1 {
        values().for_each(|(place, value)| put(&mut array[place], value));
        return;
    }
    let length = array.len();
    assert!(length > 0, "a place in the array");
    let share = length.div_ceil(threads);
    array.par_chunks_mut(share).enumerate().for_each(|(number, here)| {
        let first = number * share;
        for (place, value) in values() {
            assert!(place < length, "a place in the array");
            if let Some(there) = here.get_mut(place.wrapping_sub(first)) {
                put(there, value);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_get_there_in_their_order() {
        for threads in [1, 2, 5, 16] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for (length, count) in [(1, 0), (1, FEW), (7, 10), (10_000, FEW), (10_001, 3 * FEW)] {
                let values = || (0..count).map(|i| (i * 7919 % length, i as u64));
                let append = |all: &mut Vec<u64>, value| all.push(value);
                let (mut naive, mut found) = (vec![Vec::new(); length], vec![Vec::new(); length]);
                values().for_each(|(place, value)| append(&mut naive[place], value));
                pool.install(|| scatter(&mut found, count, values, append));
                assert_eq!(found, naive, "{threads} threads, {count} values");
            }
        }
    }

    #[test]
    #[should_panic(expected = "a place in the array")]
    fn a_place_behind_the_end_is_none() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(|| {
            scatter(&mut [0; 5], FEW, || (0..FEW).map(|i| (i, i)), |there, value| *there = value)
        });
    }
}
