//! Answers from a graph that is not levelled against those from the same design laid out anew.

use zeroslack::netlist::PinId;
use zeroslack::paths::{Path, PathQuery};
use zeroslack::timing::CrossingSlack;
use zeroslack::units::{Split, Ticks, Transition};
use zeroslack::{DesignRule, GroupQuery, PathPoints, Point, PointOf, QueryError, Timed};

/// Pins that paths are asked for through, at the most.
const THROUGH: usize = 6;

/// Paths with less slack than those that are asked for, at the most.
const MOST_WORSE: usize = 300;

/// It is asked once in so many times.
const ASKED: u64 = 8;

/// Panics unless a graph that is not levelled answers what the levelled one answers; now and then.
pub(super) fn assert_same_answers(timed: Timed<'_>, when: &str) {
    let is_asked = when.bytes().map(u64::from).sum::<u64>().is_multiple_of(ASKED);
    if is_asked && !timed.graph().is_levelled() {
        let both = [timed, timed.levelled()];
        assert_all_same(both, when);
        assert_same_rules(both, when);
        assert_same_slacks(both, when);
    }
}

/// Panics with the first that is another one.
pub(super) fn assert_same_paths([ours, theirs]: [Vec<Path>; 2], (when, what): (&str, &str)) {
    assert_eq!(ours.len(), theirs.len(), "{when}: {what}");
    for (place, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
        assert_eq!(ours, theirs, "{when}: {what}, path {place}");
    }
}

fn assert_all_same([timed, anew]: [Timed<'_>; 2], when: &str) {
    let of_each = |of: &dyn Fn(Timed<'_>) -> Vec<Path>, what: &str| {
        assert_same_paths([timed, anew].map(of), (when, what));
    };
    for count in [1, MOST_WORSE] {
        of_each(&|timed| timed.k_worst_paths(&Split::ALL, count), &format!("{count} worst paths"));
    }
    let of_query =
        |query: &PathQuery| of_each(&|timed| timed.find_paths(query).paths(), &format!("{query:?}"));
    of_query(&PathQuery::new(9).per_group());
    of_query(&PathQuery::new(80).nworst(2).split(Split::Late));
    of_query(&PathQuery::new(80).split(Split::Early).slack_less_than(0));
    for split in Split::ALL {
        of_each(&|timed| timed.worst_paths(split, 5), "worst paths of endpoints");
        of_each(&|timed| timed.worst_paths(split, usize::MAX), "worst paths of all endpoints");
        let [ours, theirs] = [timed, anew].map(|timed| {
            let ends = timed.worst_endpoints(split, 11).into_iter();
            ends.map(|end| (end.pin, end.kind, end.slack, end.arrival)).collect::<Vec<_>>()
        });
        assert_eq!(ours, theirs, "{when}: worst endpoints");
    }
    let pins: Vec<PinId> = timed.netlist().pins().collect();
    for &pin in pins.iter().step_by(pins.len() / THROUGH + 1) {
        let point = Point { what: PointOf::Pin(pin), transition: None };
        let points = PathPoints { through: vec![vec![point]], ..PathPoints::default() };
        let found = |timed: Timed<'_>| -> Result<Vec<Path>, QueryError> {
            Ok(timed.find_paths_passing(&PathQuery::new(20), &points)?.paths())
        };
        let [ours, theirs] = [timed, anew].map(|timed| found(timed).map_err(|error| error.to_string()));
        assert_eq!(ours, theirs, "{when}: paths through {}", timed.netlist().pin_name(pin));
        for to in Transition::ALL {
            let [ours, theirs] = [timed, anew]
                .map(|timed| Path::worst_at(timed.graph(), timed.timing(), pin, Split::Late, to));
            assert_eq!(ours, theirs, "{when}: the worst path to {}", timed.netlist().pin_name(pin));
        }
    }
    let query = GroupQuery { max_paths: 3, nworst: 2, ..GroupQuery::default() };
    // All that is worse is looked at first, which is endless for a slack that very many paths fall short of.
    let least = timed.k_worst_paths(&Split::ALL, MOST_WORSE).last().map(|path| path.end.slack);
    let filtered = GroupQuery { slack_at_least: least, ..query.clone() };
    for query in [query, filtered] {
        // All exceptions at once can be too many for a search.
        let of_groups = |timed: Timed<'_>| -> Result<Vec<Path>, QueryError> {
            let found = timed.find_by_group(&query, &PathPoints::default())?;
            Ok(found.map_paths(0..found.len(), |path| path))
        };
        let [ours, theirs] = [timed, anew].map(|timed| of_groups(timed).map_err(|error| error.to_string()));
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => assert_same_paths([ours, theirs], (when, "paths by group")),
            (ours, theirs) => assert_eq!(ours, theirs, "{when}: paths by group"),
        }
    }
}

fn assert_same_rules(of: [Timed<'_>; 2], when: &str) {
    for rule in DesignRule::ALL {
        let [ours, theirs] = of.map(|timed| {
            let checks = timed.design_rule(rule);
            let mut most = checks.most(50, |_| true);
            // Of equal slacks the order is that of names, which are the same.
            most.sort_by_key(|check| (check.slack().to_bits(), check.pin));
            (most, checks.violation_count())
        });
        assert_eq!(ours, theirs, "{when}: {rule:?}");
    }
}

fn assert_same_slacks(of: [Timed<'_>; 2], when: &str) {
    let [ours, theirs] = of.map(|timed| {
        let ends = timed.group_slacks().into_iter();
        ends.map(|(group, end)| (group, end.pin, end.slack)).collect::<Vec<(_, PinId, Ticks)>>()
    });
    assert_eq!(ours, theirs, "{when}: slacks by group");
    let [ours, theirs] = of.map(|timed| {
        let crossings = timed.crossing_slacks().into_iter();
        let of = |of: CrossingSlack| {
            (of.launch, of.capture, of.split, of.endpoints, of.failing, of.worst.pin, of.worst.slack)
        };
        crossings.map(of).collect::<Vec<_>>()
    });
    assert_eq!(ours, theirs, "{when}: slacks of pairs of clocks");
}
