//! Hilbert's curve: neighbours on it are neighbours on the die.

/// Where the `at`-th point of the curve over a grid of `1 << order` by `1 << order` is.
pub(crate) fn point(order: u32, at: u64) -> (u16, u16) {
    let (mut x, mut y, mut rest) = (0_u64, 0_u64, at);
    for bit in 0..order {
        let side = 1 << bit;
        let right = rest >> 1 & 1;
        let up = (rest ^ right) & 1;
        if up == 0 {
            if right == 1 {
                (x, y) = (side - 1 - x, side - 1 - y);
            }
            (x, y) = (y, x);
        }
        x += side * right;
        y += side * up;
        rest >>= 2;
    }
    (x as u16, y as u16)
}

/// Where on the curve a point is.
pub(crate) fn index(order: u32, x: u16, y: u16) -> u64 {
    let (mut x, mut y, mut at) = (u64::from(x), u64::from(y), 0);
    let last = (1_u64 << order) - 1;
    for bit in (0..order).rev() {
        let (right, up) = (x >> bit & 1, y >> bit & 1);
        at += ((3 * right) ^ up) << (2 * bit);
        if up == 0 {
            if right == 1 {
                (x, y) = (last - x, last - y);
            }
            (x, y) = (y, x);
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{index, point};

    #[test]
    fn every_step_leads_to_a_neighbour_and_back() {
        for order in 1..=6 {
            let mut last = None;
            for at in 0..1 << (2 * order) {
                let (x, y) = point(order, at);
                assert_eq!(index(order, x, y), at);
                if let Some((a, b)) = last.replace((x, y)) {
                    assert_eq!(x.abs_diff(a) + y.abs_diff(b), 1, "order {order} at {at}");
                }
            }
        }
    }
}
