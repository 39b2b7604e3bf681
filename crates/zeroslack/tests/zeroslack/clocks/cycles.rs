//! From a launching edge to the edge that captures it, found by writing the edges down.

use zeroslack::units::{Split, Ticks};

/// More cycles than these are not looked at.
const MOST_CYCLES: i64 = 1000;

/// A periodic edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Train {
    pub first: Ticks,
    pub period: Ticks,
}

/// The time from a launch to its capture, of all launches within the common period: the least that is more than 0 for late data, the greatest that
/// is not for early data. Where the common period is beyond the most cycles of either clock, of so many launches.
pub fn distance(launch: Train, capture: Train, split: Split) -> Ticks {
    let mut cycles = 1;
    while cycles < MOST_CYCLES && cycles * launch.period % capture.period != 0 {
        cycles += 1;
    }
    let is_common = cycles * launch.period % capture.period == 0;
    if !is_common || cycles * launch.period / capture.period > MOST_CYCLES {
        cycles = MOST_CYCLES;
    }
    let distances = (0..cycles).map(|cycle| one(launch.first + cycle * launch.period, capture, split));
    match split {
        Split::Early => distances.max(),
        Split::Late => distances.min(),
    }
    .unwrap()
}

/// The distance of one launch, which steps from capture to capture.
fn one(launched: Ticks, capture: Train, split: Split) -> Ticks {
    // A start not far from the launch, so that there are few steps.
    let mut captured = capture.first + (launched - capture.first) / capture.period * capture.period;
    while captured > launched {
        captured -= capture.period;
    }
    while captured + capture.period <= launched {
        captured += capture.period;
    }
    match split {
        Split::Early => captured - launched,
        Split::Late => captured + capture.period - launched,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances for early and late data between edges given as (first, period).
    #[track_caller]
    fn check(launch: (Ticks, Ticks), capture: (Ticks, Ticks), expected: [Ticks; 2]) {
        let train = |(first, period)| Train { first, period };
        let found = Split::ALL.map(|split| distance(train(launch), train(capture), split));
        assert_eq!(found, expected);
    }

    #[test]
    fn one_clock() {
        check((0, 10), (0, 10), [0, 10]);
        check((0, 10), (4, 10), [-6, 4]);
        check((4, 10), (0, 10), [-4, 6]);
        // The edges that are first need not be the closest.
        check((25, 10), (3, 10), [-2, 8]);
    }

    #[test]
    fn periods_of_3_and_4() {
        // Launches at 0 3 6 9, captures at 0 4 8 12: 3 to 4.
        check((0, 3), (0, 4), [0, 1]);
        // Captures at 0.5 4.5 8.5 12.5, launches at 0 3 6 9, all doubled: 0 to 0.5, and 9 after 8.5.
        check((0, 6), (1, 8), [-1, 1]);
        check((1, 8), (0, 6), [-1, 1]);
    }

    #[test]
    fn multiples() {
        check((0, 10), (0, 20), [0, 10]);
        check((0, 20), (0, 10), [0, 10]);
        check((5, 10), (0, 20), [-5, 5]);
    }

    #[test]
    fn beyond_1000_cycles() {
        check((0, 999), (0, 1000), [0, 1]);
        check((0, 1000), (0, 1001), [0, 1]);
        // Over all their 2001 cycles it would be 0 and 1.
        check((600, 2002), (0, 2001), [-600, 402]);
        check((0, 2002), (1500, 2001), [-501, 501]);
        // Launches of 1000 cycles end before the closest one.
        check((0, 10_007), (0, 9_991), [0, 7]);
    }
}
