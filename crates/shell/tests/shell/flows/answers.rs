//! What the library says of a design, as numbers in ns.

use std::collections::BTreeMap;

use zeroslack::graph::PathGroup;
use zeroslack::netlist::{CellId, Netlist};
use zeroslack::paths::{Path, PathQuery};
use zeroslack::timing::SlackSum;
use zeroslack::units::{Split, Ticks, ps};
use zeroslack::{PathPoints, Point, PointOf, Timed};
use zeroslack_shell::Shell;

/// Numbers are printed with six digits.
pub const PRINTED: f64 = 1.01e-6;

pub fn ns(time: Ticks) -> f64 {
    ps(time) / 1e3
}

/// `min` and `max`, as options name them.
pub fn option(split: Split) -> &'static str {
    match split {
        Split::Early => "min",
        Split::Late => "max",
    }
}

/// `hold` and `setup`.
pub fn check(split: Split) -> &'static str {
    match split {
        Split::Early => "hold",
        Split::Late => "setup",
    }
}

/// Asserts that a number is another one, as near as it is printed.
#[track_caller]
pub fn same(found: f64, expected: f64, what: &str) {
    let is_same = found == expected || (found - expected).abs() < PRINTED;
    assert!(is_same, "{what}: {found} instead of {expected}");
}

/// Asserts that lists of numbers are the same.
#[track_caller]
pub fn same_list(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < tolerance, "{what}, {place}: {found} instead of {expected}");
    }
}

/// Asks about the design as it is now.
pub fn ask<T>(shell: &mut Shell, ask: impl FnOnce(&Answers<'_>) -> T) -> T {
    let session = shell.session().unwrap();
    session.update().unwrap();
    ask(&Answers { timed: session.timed().unwrap() })
}

/// The library's answers.
pub struct Answers<'t> {
    pub timed: Timed<'t>,
}

impl Answers<'_> {
    pub fn netlist(&self) -> &Netlist {
        self.timed.netlist()
    }

    pub fn sum(&self, split: Split) -> SlackSum {
        self.timed.slack_sum(split, None)
    }

    pub fn worst_slack(&self, split: Split) -> f64 {
        self.sum(split).worst_slack.map_or(f64::INFINITY, ns)
    }

    /// The skew of greatest amount; 0 without any.
    pub fn skew(&self, split: Split) -> f64 {
        let skews = self.timed.clock_skews(split);
        skews
            .iter()
            .map(|skew| ns(skew.skew()))
            .fold(0.0, |most: f64, skew| if skew.abs() > most.abs() { skew } else { most })
    }

    /// The longest of the shortest periods of clocks.
    pub fn min_period(&self, with_ports: bool) -> f64 {
        self.timed.min_periods(with_ports).iter().map(|period| ns(period.period)).fold(0.0, f64::max)
    }

    /// The worst slack of each endpoint in a split, by group and pin.
    pub fn ends(&self, split: Split) -> BTreeMap<(String, String), f64> {
        let ends = self.timed.group_slacks().into_iter().filter(|(_, end)| end.kind.split() == split);
        let named = ends.map(|(group, end)| {
            let constraints = self.timed.constraints();
            let group = match group {
                PathGroup::Named(place) => constraints.exceptions.group_names()[place as usize].to_string(),
                PathGroup::PathDelay => "path delay".to_owned(),
                PathGroup::Clock(clock) => constraints.clocks[clock].name.to_string(),
                PathGroup::Asynchronous => "asynchronous".to_owned(),
                PathGroup::GatedClock => "gated clock".to_owned(),
                PathGroup::Default => "unclocked".to_owned(),
            };
            ((group, self.netlist().pin_name(end.pin)), ns(end.slack))
        });
        let mut worst = BTreeMap::new();
        for (key, slack) in named {
            let least = worst.entry(key).or_insert(slack);
            *least = least.min(slack);
        }
        worst
    }

    /// The worst so many endpoints of each group, in one list, worst first.
    pub fn worst_of_groups(&self, split: Split, count: usize) -> Vec<f64> {
        let mut groups: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for ((group, _), slack) in self.ends(split) {
            groups.entry(group).or_default().push(slack);
        }
        let mut all: Vec<f64> = Vec::new();
        for slacks in groups.values_mut() {
            slacks.sort_by(f64::total_cmp);
            all.extend(slacks.iter().take(count));
        }
        all.sort_by(f64::total_cmp);
        all
    }

    /// The worst slack of the failing endpoints of a split, by pin.
    pub fn failing(&self, split: Split) -> BTreeMap<String, f64> {
        let mut failing = BTreeMap::new();
        for ((_, pin), slack) in self.ends(split).into_iter().filter(|&(_, slack)| slack < 0.0) {
            let least = failing.entry(pin).or_insert(slack);
            *least = least.min(slack);
        }
        failing
    }

    /// The worst slack of paths from register to register, but for those to sets and clears.
    pub fn worst_between_registers(&self, split: Split) -> Option<f64> {
        let netlist = self.netlist();
        let registers = || {
            let cells = netlist.cells().filter(|&cell| self.is_register(cell));
            cells.map(|cell| Point { what: PointOf::Cell(cell), transition: None })
        };
        let points = PathPoints::new().from(registers()).to(registers());
        let found = self.timed.find_paths_passing(&PathQuery::new(MOST).split(split), &points).ok()?;
        let is_check = |path: &Path| path.end.group != PathGroup::Asynchronous;
        found.paths().iter().find(|path| is_check(path)).map(|path| ns(path.end.slack))
    }

    pub fn is_register(&self, cell: CellId) -> bool {
        let netlist = self.netlist();
        let cell = netlist.library().cell(netlist.cell_master(cell), Split::Late);
        cell.is_some_and(|cell| !cell.sequentials.is_empty())
    }

    /// How many endpoints' worst paths fail and go from register to register.
    pub fn failing_between_registers(&self, split: Split) -> usize {
        let failing = self.sum(split).failing;
        let is_between = |path: &Path| path.launch_steps().is_some() && path.end.check.is_some();
        self.timed.worst_paths(split, failing).iter().filter(|path| is_between(path)).count()
    }

    /// The slack of the worst path that passes some points, if there is one.
    pub fn worst_passing(&self, split: Split, points: &PathPoints) -> Option<f64> {
        let found = self.timed.find_paths_passing(&PathQuery::new(1).split(split), points).ok()?;
        found.paths().first().map(|path| ns(path.end.slack))
    }
}

/// Paths to sets and clears that may be worse than the worst one that is wanted.
const MOST: usize = 10_000;
