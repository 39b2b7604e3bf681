//! Sums in an order that many threads can keep to: the same bits on one thread, in the lanes of a processor, and by the threads of a GPU's block.
//!
//! The twin for kernels is `cuda/src/statistical/sums.h`.

use std::ops::Add;

/// Terms are added up in so many lanes, in turn; the lanes then in pairs, always the lower half and the upper one.
const LANES: usize = 256;

/// Sums of all up to each are made in tiles of so many.
const TILE: usize = 32;

/// Two numbers that are added up side by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Two(pub(crate) f64, pub(crate) f64);

impl Add for Two {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }
}

/// The sum of so many terms, by number.
#[inline]
pub(crate) fn sum<T: Copy + Default + Add<Output = T>>(count: usize, term: impl Fn(usize) -> T) -> T {
    let mut lanes = [T::default(); LANES];
    let mut width = count.next_power_of_two().min(LANES);
    for (lane, value) in lanes[..count.min(LANES)].iter_mut().enumerate() {
        *value = term(lane);
    }
    for first in (LANES..count).step_by(LANES) {
        for (lane, value) in lanes[..(count - first).min(LANES)].iter_mut().enumerate() {
            *value = *value + term(first + lane);
        }
    }
    while width > 1 {
        width /= 2;
        let (low, high) = lanes.split_at_mut(width);
        for (value, &other) in low.iter_mut().zip(&high[..width]) {
            *value = *value + other;
        }
    }
    lanes[0]
}

/// The sums of all values up to each, and of what there is before them. In each tile they are made by adding to every value the one before it, then the one two before, and so on
/// (W. D. Hillis, G. L. Steele, "Data parallel algorithms", Communications of the ACM 29, 1986); then what is before the tile is added.
pub(crate) fn sums_until(mut before: f32, mut values: Vec<f32>) -> Vec<f32> {
    for tile in values.chunks_mut(TILE) {
        let mut step = 1;
        while step < TILE {
            for i in (step..tile.len()).rev() {
                tile[i] += tile[i - step];
            }
            step *= 2;
        }
        let all = tile[tile.len() - 1];
        tile.iter_mut().for_each(|value| *value += before);
        before += all;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_whole_numbers() {
        for count in [0, 1, 2, 3, 31, 32, 33, 64, 100, 255, 256, 257, 1000, 2901] {
            assert_eq!(sum(count, |i| i), count * count.saturating_sub(1) / 2);
            let sums = sums_until(5.0, (0..count).map(|i| (i % 7) as f32).collect());
            let mut until = 5.0;
            for (i, &found) in sums.iter().enumerate() {
                until += (i % 7) as f32;
                assert_eq!(found, until, "{i} of {count}");
            }
        }
    }

    /// The sum has an order that is stated: lanes first, then halves.
    #[test]
    fn the_order_of_a_sum() {
        let terms: Vec<f32> = (0..300).map(|i| 1.0 + 1e-7 * ((i * 37) % 101) as f32).collect();
        let mut lanes: Vec<f32> = terms[..256].to_vec();
        (256..300).for_each(|i| lanes[i - 256] += terms[i]);
        while lanes.len() > 1 {
            let half = lanes.len() / 2;
            lanes = (0..half).map(|i| lanes[i] + lanes[i + half]).collect();
        }
        assert_eq!(sum(300, |i| terms[i]), lanes[0]);
    }
}
