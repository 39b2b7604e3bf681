//! Ladders: every cell doubles the number of paths.

use zeroslack::paths::PathQuery;
use zeroslack::units::{Split, Ticks};

use super::design::{Cell, ladder};
use super::find;

/// 2^50 paths that are all equal: those with the fewest deviations are the first, and all of those with fewer come before.
#[test]
fn two_to_the_fiftieth_equal_paths() {
    let cells: Vec<Cell> = (0..50).map(|_| Cell { delays: vec![1.0, 1.0] }).collect();
    let session = ladder(&cells);
    for count in [1, 2, 3, 102, 103, 2_552, 2_553, 100_000] {
        for split in [Some(Split::Late), None] {
            let (tree, deviations) = find(&session, PathQuery { split, ..PathQuery::new(count) });
            assert_eq!(tree.len(), count);
            let is_equal = |path: usize| tree.slack[path] == tree.slack[0];
            // All late ones are violated, no early one is.
            assert!((0..count).all(is_equal));
            let mut expected = Vec::new();
            let mut number = 0;
            while expected.len() < count {
                expected.extend(std::iter::repeat_n(number, 2 * choose(50, number)));
                number += 1;
            }
            assert!(deviations.iter().map(Vec::len).eq(expected.into_iter().take(count)));
        }
    }
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, at| product * (n - at) / (at + 1))
}

/// 2^28 paths with different slacks, in binary: a count, whichever end of the ladder is the heavy one.
#[test]
fn ladders_that_count() {
    let unit: Ticks = 1250;
    for is_heavy_last in [false, true] {
        let weight = |cell: i32| 0.125 * 2_f32.powi(if is_heavy_last { cell } else { 27 - cell });
        let cells: Vec<Cell> = (0..28).map(|cell| Cell { delays: vec![0.0, weight(cell)] }).collect();
        let session = ladder(&cells);
        for count in [1, 2, 7, 1000, 65_537, 200_000] {
            let (tree, _) = find(&session, PathQuery::new(count).split(Split::Late));
            assert_eq!(tree.len(), count);
            for path in 0..count {
                // A rise and a fall each.
                assert_eq!(tree.slack[path] - tree.slack[0], unit * (path / 2) as Ticks);
            }
        }
        let below = find(&session, PathQuery::new(1000).split(Split::Late).slack_less_than(0)).0;
        assert_eq!(below.len(), 1000);
        let single = find(&session, PathQuery::new(100_000).split(Split::Late).max_deviations(1)).0;
        assert_eq!(single.len(), 2 * 29);
        let few = find(&session, PathQuery::new(100_000).split(Split::Late).nworst(5)).0;
        assert_eq!(few.len(), 5);
    }
}
