//! Search for the nearest of many small values.

/// How far each ring of the search goes; the last one goes to the ends.
const RINGS: [usize; 8] = [0, 64, 256, 1024, 4096, 16_384, 131_072, usize::MAX];

/// An index near `start`, at most `radius` away, whose value is `low` to `high`. Which side of a ring comes first
/// depends on `start`, so that there is no drift.
pub(crate) fn nearest(values: &[u8], start: usize, (low, high): (u8, u8), radius: usize) -> Option<usize> {
    if low > high {
        return None;
    }
    let fits = |&value: &u8| value.wrapping_sub(low) <= high - low;
    let clipped = |at: usize| at.min(values.len());
    for ring in RINGS.windows(2) {
        let (inner, outer) = (ring[0], ring[1].min(radius));
        if inner >= outer {
            break;
        }
        let above = clipped(start.saturating_add(inner))..clipped(start.saturating_add(outer));
        let below = clipped(start.saturating_sub(outer))..clipped(start.saturating_sub(inner));
        let up = || values[above.clone()].iter().position(fits).map(|at| above.start + at);
        let down = || values[below.clone()].iter().rposition(fits).map(|at| below.start + at);
        let found = if start & 1 == 0 { up().or_else(down) } else { down().or_else(up) };
        if found.is_some() {
            return found;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn what_is_found() {
        let mut values = vec![255_u8; 1000];
        values[10] = 3;
        values[600] = 4;
        for (start, range, radius, expected) in [
            (10, (3, 3), 1, Some(10)),
            (11, (3, 3), 1, Some(10)),
            (100, (3, 3), 50, None),
            (100, (3, 3), 90, Some(10)),
            (100, (3, 4), usize::MAX, Some(10)),
            (500, (3, 4), usize::MAX, Some(600)),
            (999, (4, 4), usize::MAX, Some(600)),
            (999, (5, 254), usize::MAX, None),
            (0, (4, 3), usize::MAX, None),
        ] {
            assert_eq!(nearest(&values, start, range, radius), expected, "{start} {range:?} {radius}");
        }
    }
}
