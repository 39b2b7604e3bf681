//! From a launching edge to the edge that captures it, found by writing the edges down.

use zeroslack::units::{Split, Ticks};

/// More cycles than these are not looked at.
const MOST_CYCLES: i64 = 1000;

/// The largest number in a rounded ratio of periods.
const MOST_ROUNDED_CYCLES: i64 = 99;

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

/// How edges of two clocks are to each other, over all cycles.
pub struct Meeting {
    pub coincides: bool,
    /// From a launch to the closest capture before it that is no coinciding one: less than 0.
    pub before: Ticks,
    /// To the closest one after it.
    pub after: Ticks,
}

/// Edges of two clocks that are apart by a rounding are one.
pub fn meeting_of_two(launch: Train, capture: Train) -> Meeting {
    let gap = capture.first - launch.first;
    // All distances are those of the first edges and so many times a step, in parts of a tick.
    let common = common_step(launch.period, capture.period);
    let (step, parts) = if launch.period.max(capture.period) / common <= MOST_CYCLES {
        (common, 1)
    } else {
        match ratio(launch, capture) {
            None => return of_most_cycles(launch, capture),
            Some([launches, captures]) if launches <= captures => (capture.period, launches),
            Some([_, captures]) => (launch.period, captures),
        }
    };
    let mut closest = gap * parts;
    while closest > step / 2 {
        closest -= step;
    }
    while closest < -(step / 2) {
        closest += step;
    }
    let apart = (closest.abs() as f64 / parts as f64).round() as Ticks;
    let most = 100.max(2 * (launch.first.abs() + capture.first.abs()) / 20_000);
    let coincides = apart == 0 || apart <= most && 4 * most * parts <= step;
    let [before, after] = match (coincides, closest > 0) {
        (true, _) => [-step, step],
        (false, true) => [closest - step, closest],
        (false, false) => [closest, closest + step],
    };
    let whole = |distance: Ticks| distance.signum() * ((2 * distance.abs() + parts) / (2 * parts));
    Meeting { coincides, before: whole(before), after: whole(after) }
}

/// Where there is no common period, of so many launches: edges that are hardly apart are one, if that is little beside a thousandth of a period.
fn of_most_cycles(launch: Train, capture: Train) -> Meeting {
    let most = if capture.period < 400 * MOST_CYCLES { 0 } else { 100 };
    let mut meeting = Meeting { coincides: false, before: -capture.period, after: capture.period };
    for cycle in 0..MOST_CYCLES {
        let launched = launch.first + cycle * launch.period;
        let [early, late] = Split::ALL.map(|split| one(launched, capture, split));
        if -early <= most || late <= most {
            meeting.coincides = true;
        } else {
            (meeting.before, meeting.after) = (meeting.before.max(early), meeting.after.min(late));
        }
    }
    meeting
}

/// The greatest step that two periods are multiples of.
fn common_step(a: Ticks, b: Ticks) -> Ticks {
    if b == 0 { a } else { common_step(b, a % b) }
}

/// The launches and captures in a common period, but for one part in 20,000.
fn ratio(launch: Train, capture: Train) -> Option<[Ticks; 2]> {
    let pairs = (1..=MOST_ROUNDED_CYCLES).flat_map(|a| (1..=MOST_ROUNDED_CYCLES).map(move |b| [a, b]));
    let is_close =
        |&[a, b]: &[Ticks; 2]| (a * launch.period - b * capture.period).abs() * 20_000 <= b * capture.period;
    pairs.filter(is_close).min_by_key(|pair| pair[1])
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
