//! Putting things in order, and looking them up there.

use std::ops::Range;

/// Where the items of a key are among items in the order of their keys, of which each has a few at the most.
pub(crate) fn range_of<T, K: Ord>(items: &[T], key: &K, key_of: impl Fn(&T) -> K) -> Range<usize> {
    range_from(items, items.partition_point(|item| key_of(item) < *key), key, key_of)
}

/// The same where it is known which item is the first that does not come before the key.
fn range_from<T, K: Ord>(items: &[T], first: usize, key: &K, key_of: impl Fn(&T) -> K) -> Range<usize> {
    let count = items[first..].iter().take_while(|item| key_of(item) == *key).count();
    first..first + count
}

/// As [`range_of`], where the first of them is mostly not far from some place.
pub(crate) fn range_near<T, K: Ord>(
    items: &[T],
    key: &K,
    near: usize,
    key_of: impl Fn(&T) -> K,
) -> Range<usize> {
    let is_before = |place: usize| key_of(&items[place]) < *key;
    let (mut low, mut high) = (near.min(items.len()), near.min(items.len()));
    let mut step = 1;
    while low > 0 && !is_before(low - 1) {
        (low, step) = (low.saturating_sub(step), 2 * step);
    }
    step = 1;
    while high < items.len() && is_before(high) {
        (high, step) = ((high + step).min(items.len()), 2 * step);
    }
    let first = low + items[low..high].partition_point(|item| key_of(item) < *key);
    range_from(items, first, key, key_of)
}

/// Puts values in order, each once.
pub(crate) fn keep_each_once<T: Ord>(all: &mut Vec<T>) {
    all.sort_unstable();
    all.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_from_any_place() {
        let items = [1, 1, 3, 4, 4, 4, 8, 9, 9, 20];
        for key in 0..22 {
            for near in 0..15 {
                let found = range_near(&items, &key, near, |&item| item);
                assert_eq!(found, range_of(&items, &key, |&item| item), "{key} near {near}");
            }
        }
    }
}
