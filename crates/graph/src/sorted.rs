//! Looking things up in what is in order.

use std::ops::Range;

/// Where the items of a key are among items in the order of their keys, of which each has a few at the most.
pub(crate) fn range_of<T, K: Ord>(items: &[T], key: &K, key_of: impl Fn(&T) -> K) -> Range<usize> {
    let first = items.partition_point(|item| key_of(item) < *key);
    let count = items[first..].iter().take_while(|item| key_of(item) == *key).count();
    first..first + count
}
