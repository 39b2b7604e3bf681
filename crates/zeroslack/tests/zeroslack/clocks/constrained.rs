//! Constrained paths by name, against those of all paths that pass what is named.

use zeroslack::paths::PathQuery;
use zeroslack::{PathPoints, Point, PointOf, Session};

use super::compare::as_found;
use super::dice::Dice;
use super::engine::{self, Found};
use super::network::{ClockEdge, Spot};
use super::oracle::{Oracle, Path};

/// So many constraints are drawn for a design.
const DRAWN: usize = 8;

/// Compares what is found under random constraints, each of which some path meets.
pub fn compare_constrained(session: &Session, oracle: &Oracle<'_>, seed: u64) {
    let mut dice = Dice::new(seed, 1);
    for _ in 0..DRAWN.min(oracle.paths.len()) {
        let guide = dice.pick(&oracle.paths);
        let points = draw(&mut dice, oracle, guide);
        let meets = |path: &&Path| {
            let from = points.from.iter().any(|point| starts_at(oracle, path, point));
            let to = points.to.iter().any(|point| ends_at(oracle, path, point));
            (from || points.from.is_empty()) && (to || points.to.is_empty()) && passes(oracle, path, &points)
        };
        let mut expected: Vec<Found> =
            oracle.paths.iter().filter(meets).map(|path| as_found(oracle, path)).collect();
        expected.sort();
        let paths = |count| engine::paths_passing(session, &PathQuery::new(count), &points);
        let all = paths(usize::MAX);
        assert!(all.is_sorted_by_key(|path| path.slack), "order under {points:?}");
        for count in [1, 2, 5] {
            assert_eq!(paths(count), all[..count.min(all.len())], "the {count} worst under {points:?}");
        }
        let mut sorted = all;
        sorted.sort();
        for (found, expected) in sorted.iter().zip(&expected) {
            assert_eq!(found, expected, "all paths under {points:?}");
        }
        assert_eq!(sorted.len(), expected.len(), "number of paths under {points:?}");
    }
}

fn draw(dice: &mut Dice, oracle: &Oracle<'_>, guide: &Path) -> PathPoints {
    let mut points = PathPoints::new();
    if dice.chance(50) {
        let clock = guide.vertices[0].tag.launch.filter(|_| dice.chance(40));
        points.from.push(end_point(dice, oracle, clock, guide.vertices[0].spot));
    }
    let mut at = 0;
    for _ in 0..dice.below(3) {
        at += dice.below(guide.vertices.len() + 1 - at);
        let other = dice.pick(&oracle.paths);
        let other = Some(dice.pick(&other.vertices)).filter(|_| dice.chance(20));
        let both = guide.vertices.get(at).into_iter().chain(other);
        let mut set: Vec<Point> = both.map(|vertex| pin_point(dice, oracle, vertex.spot)).collect();
        // A port's name in between is that of its net, too.
        set.retain(|point| name_of(point).contains('/'));
        if !set.is_empty() {
            points.through.push(set);
        }
        at = (at + 1).min(guide.vertices.len());
    }
    if dice.chance(50) {
        let clock = guide.end.capture.filter(|_| dice.chance(40));
        points.to.push(end_point(dice, oracle, clock, guide.end.data.spot));
    }
    points
}

/// The name that a point is told by.
fn name_of(point: &Point) -> &str {
    match &point.what {
        PointOf::Named(name) => name,
        object => panic!("{object:?} is told by its name here"),
    }
}

/// A clock by its name, or a pin.
fn end_point(dice: &mut Dice, oracle: &Oracle<'_>, clock: Option<ClockEdge>, spot: Spot) -> Point {
    let Some(edge) = clock else { return pin_point(dice, oracle, spot) };
    Point { transition: dice.chance(30).then_some(edge.edge), ..format!("clock{}", edge.clock).into() }
}

fn pin_point(dice: &mut Dice, oracle: &Oracle<'_>, spot: Spot) -> Point {
    let name = oracle.network.names[spot.pin].clone();
    Point { transition: dice.chance(30).then_some(spot.transition), ..name.into() }
}

fn is_at(oracle: &Oracle<'_>, spot: Spot, point: &Point) -> bool {
    oracle.network.names[spot.pin] == name_of(point)
        && point.transition.is_none_or(|at| at == spot.transition)
}

fn is_of_clock(edge: Option<ClockEdge>, name: &str, point: &Point) -> bool {
    edge.is_some_and(|edge| {
        name == format!("clock{}", edge.clock) && point.transition.is_none_or(|at| at == edge.edge)
    })
}

/// At a pin, or by a clock; an input port where clocks start stands for them. What a generated clock brings as data starts with its master.
fn starts_at(oracle: &Oracle<'_>, path: &Path, point: &Point) -> bool {
    let start = &path.vertices[0];
    is_at(oracle, start.spot, point) || is_of_clock(start.tag.launch, name_of(point), point)
}

fn ends_at(oracle: &Oracle<'_>, path: &Path, point: &Point) -> bool {
    is_at(oracle, path.end.data.spot, point) || is_of_clock(path.end.capture, name_of(point), point)
}

/// Whether sets are passed in order, each at another vertex.
fn passes(oracle: &Oracle<'_>, path: &Path, points: &PathPoints) -> bool {
    let mut sets = points.through.iter();
    let mut next = sets.next();
    for vertex in &path.vertices {
        if next.is_some_and(|set| set.iter().any(|point| is_at(oracle, vertex.spot, point))) {
            next = sets.next();
        }
    }
    next.is_none()
}
