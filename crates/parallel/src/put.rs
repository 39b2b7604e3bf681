//! Values that go to places of an array.

use rayon::prelude::*;

/// Values that a task puts.
const GRAIN: usize = 1024;

/// Puts each value at its place: on rayon's current threads where they are many, in the order of their places then, which they have afterwards. Those of one place stay together, in no order.
pub fn put_at<T: Send, V: Send + Sync>(
    to: &mut [T],
    values: &mut [V],
    place: impl Fn(&V) -> usize + Sync,
    put: impl Fn(&mut T, &V) + Sync,
) {
    if values.len() < 2 * GRAIN {
        values.iter().for_each(|value| put(&mut to[place(value)], value));
        return;
    }
    values.par_sort_unstable_by_key(|value| place(value));
    put_rising((to, 0), values, &place, &put);
}

/// The same in a part of the array that starts at a place, of values in order.
fn put_rising<T: Send, V: Sync>(
    (to, first): (&mut [T], usize),
    values: &[V],
    place: &(impl Fn(&V) -> usize + Sync),
    put: &(impl Fn(&mut T, &V) + Sync),
) {
    let middle = values.get(values.len() / 2).map_or(first, place);
    let (before, after) = values.split_at(values.partition_point(|value| place(value) < middle));
    if values.len() < GRAIN || before.is_empty() {
        values.iter().for_each(|value| put(&mut to[place(value) - first], value));
        return;
    }
    let (low, high) = to.split_at_mut(middle - first);
    rayon::join(
        || put_rising((low, first), before, place, put),
        || put_rising((high, middle), after, place, put),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_to_their_places() {
        for count in [0, 10, GRAIN, 10 * GRAIN] {
            // Now and then several to a place.
            let mut values: Vec<(usize, u32)> =
                (0..count).map(|i| (i * 7919 % (count - count / 3), 1)).collect();
            let (mut sums, mut expected) = (vec![0; count], vec![0; count]);
            values.iter().for_each(|&(place, value)| expected[place] += value);
            put_at(&mut sums, &mut values, |value| value.0, |sum, value| *sum += value.1);
            assert!(sums == expected, "{count}");
            put_at(&mut sums, &mut vec![(0, 3); count], |value| value.0, |sum, value| *sum += value.1);
            assert_eq!(
                sums.first().copied().unwrap_or(0),
                if count == 0 { 0 } else { expected[0] + 3 * count as u32 }
            );
        }
    }
}
