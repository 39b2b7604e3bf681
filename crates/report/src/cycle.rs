//! In which cycle of its clock a path is launched.

use zeroslack_sdc::{Clock, ClockEdge};
use zeroslack_units::{Ticks, gcd};

use crate::analysis::Names;
use crate::line::Line;

/// Cycles of the clock that launches in which a capture is looked for: those in which the closest edges of two clocks are.
const CYCLES: Ticks = 1000;

/// How much later than its clock's first launch a path is, from launch and capture that are as far apart as they are for the pair of edges that the
/// path is checked against. `captured` is when the clock captures what the first launch sends, and may be no edge of it: the edges that are so far apart may
/// be those of a later launch.
/// A path of several cycles may have its hold check before the first edge of the capturing clock: it is listed as the first launch has it.
pub(crate) fn later(
    names: Names<'_>,
    edges: [ClockEdge; 2],
    captured: Ticks,
    has_several_cycles: bool,
) -> Ticks {
    let [launch, capture] = edges.map(|edge| names.clock(edge));
    let gap = captured - capture.edges[edges[1].edge as usize];
    if has_several_cycles && gap < 0 && gap % capture.period == 0 {
        return 0;
    }
    first_launch(gap, launch, capture).unwrap_or(0)
}

/// The first launch, as whole periods, after which the capture, `gap` later than the first edge of its clock, is an edge of it, and no earlier than that one. None if none is.
fn first_launch(gap: Ticks, launch: &Clock, capture: &Clock) -> Option<Ticks> {
    let launches = (0..CYCLES).map(|cycle| cycle * launch.period);
    let found = { launches }.find(|later| (gap + later).rem_euclid(capture.period) == 0)?;
    if gap + found >= 0 {
        return Some(found);
    }
    // Both clocks are as they were after their common period.
    let common = (capture.period / gcd(launch.period, capture.period)).checked_mul(launch.period)?;
    Some(found + (-(gap + found) as u64).div_ceil(common as u64) as Ticks * common)
}

/// Makes lines later, of which the first's delay counts from 0.
pub(crate) fn delay_lines<'l, 'a: 'l>(lines: impl Iterator<Item = &'l mut Line<'a>>, later: Ticks) {
    for (number, line) in lines.enumerate() {
        line.time += later;
        line.delay += if number == 0 { later } else { 0 };
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn clock(period: Ticks) -> Clock {
        let (name, sources) = ("c".into(), Vec::new());
        Clock { name, sources, period, edges: [0, period / 2], propagated: true, ..Clock::default() }
    }

    #[test]
    fn launch_and_capture_are_edges_that_there_are() {
        for (launch, capture) in [(10, 10), (3, 4), (4, 3), (30, 40), (20, 5), (7, 11)] {
            let (from, to) = (clock(launch), clock(capture));
            for gap in -60..60 {
                let expected = (0..100)
                    .map(|cycle| cycle * launch)
                    .find(|later| gap + later >= 0 && (gap + later) % capture == 0);
                assert_eq!(first_launch(gap, &from, &to), expected, "{gap} from {launch} to {capture}");
            }
        }
        // Clocks without a common period that is worth a search.
        assert_eq!(first_launch(1, &clock(1_000_000_007), &clock(998_244_353)), None);
        assert_eq!(first_launch(0, &clock(1_000_000_007), &clock(998_244_353)), Some(0));
    }
}
