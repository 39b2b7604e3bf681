//! Relates the edges of two clocks over all their cycles, and decides which edges coincide.
//!
//! Periods and edges are written in decimals. Edges that are meant to coincide can therefore be some rounding error apart: a third of 10 ns is written as 3.3333. All of the program asks this module whether they coincide.

use zeroslack_units::{Ticks, gcd};

/// Cycles of a clock after which the search for the closest edges of two clocks ends.
pub(crate) const MOST_CYCLES: Ticks = 1000;

/// The largest number in a ratio of periods that are rounded.
const MOST_ROUNDED_CYCLES: Ticks = 99;

/// A number with five digits has a relative rounding error of at most 1 in 20,000.
const FIVE_DIGITS: Ticks = 20_000;

/// Edges that are closer than this, 0.01 ps, coincide.
const LEAST_APART: Ticks = 100;

/// Two edges can coincide only if the step from one edge to the next is at least four times the tolerance. With smaller steps every edge would coincide with some other one.
const FEW: Ticks = 4;

/// Edges that are closer than this, 1 ps, and do not coincide get a warning.
const SUSPECT: Ticks = 10_000;

/// A periodic edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Train {
    pub(crate) first: Ticks,
    pub(crate) period: Ticks,
}

/// Distances from edges of one clock to edges of another, over all cycles of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// To the closest edge of the other clock after an edge.
    pub(crate) after: Ticks,
    /// To the closest one before it: negative.
    pub(crate) before: Ticks,
    /// Whether edges of both coincide.
    pub(crate) coincides: bool,
    pub(crate) doubt: Option<Doubt>,
}

/// A reason to warn the user about two clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// They have no common period within [`MOST_CYCLES`].
    Far,
    /// Edges so far apart, or periods that drift so far apart over their common period, were taken to coincide.
    TakenForOne(Ticks),
    /// Edges are so close that they may have been meant to coincide.
    Close(Ticks),
}

/// The cycles of the first and of the second clock in their common period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ratio {
    Exact([Ticks; 2]),
    Rounded([Ticks; 2]),
    /// They have none within [`MOST_CYCLES`].
    Far,
}

impl Ratio {
    fn of([a, b]: [Ticks; 2]) -> Self {
        let step = gcd(a, b);
        if a.max(b) / step <= MOST_CYCLES {
            return Self::Exact([b / step, a / step]);
        }
        let rounded = (1..=MOST_ROUNDED_CYCLES).find_map(|cycles_of_b| {
            let whole = i128::from(cycles_of_b) * i128::from(b);
            let cycles_of_a = Ticks::try_from((whole + i128::from(a) / 2) / i128::from(a)).ok()?;
            let apart = (i128::from(cycles_of_a) * i128::from(a) - whole).abs();
            let is_close = apart * i128::from(FIVE_DIGITS) <= whole;
            let is_short = (1..=MOST_ROUNDED_CYCLES).contains(&cycles_of_a);
            (is_short && is_close).then_some([cycles_of_a, cycles_of_b])
        });
        rounded.map_or(Self::Far, Self::Rounded)
    }
}

/// How far apart edges may be that coincide.
fn tolerance(a: Train, b: Train) -> Ticks {
    LEAST_APART.max(2 * (a.first.abs() + b.first.abs()) / FIVE_DIGITS)
}

/// Relates captures to launches. Edges of one clock coincide only where they are equal.
pub(crate) fn meeting(launch: Train, capture: Train, is_one_clock: bool) -> Meeting {
    let gap = capture.first - launch.first;
    let tolerance = if is_one_clock { 0 } else { tolerance(launch, capture) };
    match Ratio::of([launch.period, capture.period]) {
        Ratio::Exact([of_launch, _]) => {
            step_by(gap, [capture.period, of_launch].map(i128::from), tolerance, 0, is_one_clock)
        }
        Ratio::Rounded([of_launch, of_capture]) => {
            // Dividing by the smaller number keeps closer to the written period.
            let step = if of_launch <= of_capture {
                [capture.period, of_launch]
            } else {
                [launch.period, of_capture]
            };
            let drift = of_launch * launch.period - of_capture * capture.period;
            step_by(gap, step.map(i128::from), tolerance, drift.abs(), is_one_clock)
        }
        Ratio::Far => search(gap, [launch.period, capture.period]),
    }
}

/// Captures are at `gap` plus whole steps after a launch. A step is the fraction `step / divisor`; `drift` is the rounding error over the common period.
fn step_by(
    gap: Ticks,
    [step, divisor]: [i128; 2],
    tolerance: Ticks,
    drift: Ticks,
    is_one_clock: bool,
) -> Meeting {
    let rest = (i128::from(gap) * divisor).rem_euclid(step);
    let rounded = |value: i128| ((2 * value + divisor) / (2 * divisor)) as Ticks;
    let apart = rounded(rest.min(step - rest));
    let tolerance = if i128::from(FEW * tolerance) * divisor > step { 0 } else { tolerance };
    let coincides = apart <= tolerance;
    let rounding = if coincides { apart.max(drift) } else { drift };
    let doubt = if rounding > LEAST_APART {
        Some(Doubt::TakenForOne(rounding))
    } else {
        (!coincides && apart < SUSPECT && !is_one_clock).then_some(Doubt::Close(apart))
    };
    let [after, before] = if coincides { [step, -step] } else { [rest, rest - step] };
    let before = -rounded(-before);
    Meeting { after: rounded(after), before, coincides, doubt }
}

/// Searches the first [`MOST_CYCLES`] launches for the closest captures.
fn search(gap: Ticks, [launches, captures]: [Ticks; 2]) -> Meeting {
    let (mut after, mut before, mut coincides) = (captures, -captures, false);
    let tolerance = if FEW * LEAST_APART * MOST_CYCLES > captures { 0 } else { LEAST_APART };
    for cycle in 0..MOST_CYCLES {
        let rest = (gap - cycle * launches).rem_euclid(captures);
        if rest.min(captures - rest) <= tolerance {
            coincides = true;
        } else {
            after = after.min(rest);
            before = before.max(rest - captures);
        }
    }
    Meeting { after, before, coincides, doubt: Some(Doubt::Far) }
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::{Dice, seeds};
    use zeroslack_units::ticks_of;

    use super::*;

    /// Converts nanoseconds, rounded to `digits` digits, to ticks.
    fn written(ns: f64, digits: usize) -> Ticks {
        let text = format!("{ns:.*e}", digits - 1);
        ticks_of(1e3 * text.parse::<f64>().unwrap())
    }

    /// Random clocks with periods in ratios of small numbers, written with 5 to 17 digits, against rational arithmetic.
    #[test]
    fn edges_meet_as_they_do_in_the_fractions_that_were_meant() {
        let mut coinciding = 0;
        for seed in seeds(40_000) {
            let mut dice = Dice::new(seed, 0);
            let cycles = [0; 2].map(|_| 1 + dice.below(99) as i64);
            // Edges are at eighths of the unit that both periods are multiples of.
            let edges = cycles.map(|cycles| dice.below(8 * cycles as usize) as i64);
            let unit = 0.1 + dice.below(1000) as f64 / 70.0;
            let digits = 5 + dice.below(13);
            let train = |of: usize| Train {
                first: written(unit * edges[of] as f64 / 8.0, digits),
                period: written(unit * cycles[of] as f64, digits),
            };
            let [launch, capture] = [train(0), train(1)];
            // A step between edges, in eighths of the unit.
            let part = 8 * gcd(cycles[0], cycles[1]);
            let rest = (edges[1] - edges[0]).rem_euclid(part);
            let [after, before] = if rest == 0 { [part, -part] } else { [rest, rest - part] };
            let of = format!("seed {seed}: {cycles:?} {edges:?} eighths of {unit} in {digits} digits");
            let meant = [cycles[1], cycles[0]].map(|cycles| 8 * cycles / part);
            let ratio = Ratio::of([launch.period, capture.period]);
            if ![Ratio::Exact(meant), Ratio::Rounded(meant)].contains(&ratio) {
                // The digits do not tell the meant ratio: the written periods have another exact one, or both were rounded in opposite directions.
                let [a, b] = [meant[0] * launch.period, meant[1] * capture.period];
                let is_exact = matches!(ratio, Ratio::Exact(_)) && digits <= 6;
                assert!(is_exact || digits == 5 && (a - b).abs() > b / FIVE_DIGITS, "{of}: {ratio:?}");
                continue;
            }
            let found = meeting(launch, capture, false);
            assert_eq!(found.coincides, rest == 0, "{of}: {found:?}");
            coinciding += u32::from(rest == 0);
            let ticks = |eighths: i64| 1e7 * unit * eighths as f64 / 8.0;
            // Each cycle adds the rounding error of a tick, and each edge half of one.
            let most = cycles[0].max(cycles[1]);
            let lost = 3.0 * 10_f64.powi(1 - digits as i32) * ticks(8 * most) + (most + 1) as f64;
            for (found, meant) in [(found.after, after), (found.before, before)] {
                assert!((found as f64 - ticks(meant)).abs() <= lost, "{of}: {found} for {}", ticks(meant));
            }
        }
        assert!(coinciding > 100, "{coinciding}");
    }

    #[track_caller]
    fn check(launch: (f64, f64), capture: (f64, f64), coincides: bool, doubt: Option<Doubt>) {
        let train = |(first, period)| Train { first: ticks_of(first), period: ticks_of(period) };
        let found = meeting(train(launch), train(capture), false);
        assert_eq!((found.coincides, found.doubt), (coincides, doubt));
    }

    #[test]
    fn edges_of_large_ratios_coincide_but_for_rounding() {
        // 100 and 133 MHz, with seven digits.
        let [a, b] = [10_000.0, 7518.797].map(|period| Train { first: 0, period: ticks_of(period) });
        for (launch, capture) in [(a, b), (b, a)] {
            let found = meeting(launch, capture, false);
            let step = ticks_of(10_000.0 / 133.0);
            assert!((found.after - step).abs() < 200 && (found.before + step).abs() < 200, "{found:?}");
            assert_eq!((found.coincides, found.doubt), (true, Some(Doubt::Far)));
        }
    }

    #[test]
    fn doubts() {
        // A third with seven digits is off by 0.001 ps.
        check((0.0, 3333.333), (0.0, 10000.0), true, None);
        check((0.0, 3333.3), (0.0, 10000.0), true, Some(Doubt::TakenForOne(1000)));
        // The periods drift, though no edges meet.
        check((0.0, 3333.3), (1000.0, 10000.0), false, Some(Doubt::TakenForOne(1000)));
        // Half a picosecond apart.
        check((0.0, 1000.0), (0.5, 1000.0), false, Some(Doubt::Close(5000)));
        check((0.5, 1000.0), (0.0, 1000.0), false, Some(Doubt::Close(5000)));
        check((1.0, 1000.0), (0.0, 1000.0), false, None);
        check((0.0, 1000.7), (0.0, 1009.9), true, Some(Doubt::Far));
        // A step is 0.01 ps: nothing coincides by tolerance.
        check((0.0, 9.99), (0.005, 10.0), false, Some(Doubt::Close(50)));
    }
}
