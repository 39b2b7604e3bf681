//! Values in words of 4 bytes, as they are on a device; of 8 bytes the low word comes first.

use zeroslack_units::{Quad, Ticks};

/// Words of a quad of floats, of a quad of times.
pub(crate) const QUAD: usize = 4;
pub(crate) const TIMES: usize = 8;

/// Words of so many values as kernels know them.
pub(crate) const fn words_of<T>(count: usize) -> usize {
    const { assert!(size_of::<T>().is_multiple_of(4), "whole words") };
    count * (size_of::<T>() / 4)
}

pub(crate) fn float_words(values: &Quad<f32>) -> [u32; QUAD] {
    let [[a, b], [c, d]] = values.map(|values| values.map(f32::to_bits));
    [a, b, c, d]
}

pub(crate) fn time_word_pair(time: Ticks) -> [u32; 2] {
    [time as u32, (time >> 32) as u32]
}

pub(crate) fn time_words(times: &Quad<Ticks>) -> [u32; TIMES] {
    let [[a, b], [c, d]] = times.map(|times| times.map(time_word_pair));
    [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]]
}

pub(crate) fn floats([a, b, c, d]: [u32; 4]) -> Quad<f32> {
    [[a, b], [c, d]].map(|values| values.map(f32::from_bits))
}

pub(crate) fn time([low, high]: [u32; 2]) -> Ticks {
    i64::from(high as i32) << 32 | i64::from(low)
}

pub(crate) fn times([a, b, c, d, e, f, g, h]: [u32; 8]) -> Quad<Ticks> {
    [[time([a, b]), time([c, d])], [time([e, f]), time([g, h])]]
}
