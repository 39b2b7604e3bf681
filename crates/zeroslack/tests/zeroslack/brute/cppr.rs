//! All data paths to all ends, each with its own slack: with the pessimism of its own clock paths, or without.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack::sdc::Constraints;
use zeroslack::timing::CommonPoint;
use zeroslack::units::{Split, Ticks};

use super::design::Design;
use super::endpoints::{End, slack};
use super::paths::{Arrivals, Drives, MOST_PATHS, Weighted, starts};
use super::structure::Vertex;

/// From a launching clock pin, or from where an arrival is stated, to an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    pub start: Vertex,
    /// The engine's arcs; the first launches if any does.
    pub arcs: Vec<usize>,
}

struct DataPath {
    way: Way,
    is_launched: bool,
    /// By split. That of the launching clock pin is its worst.
    arrival: [Option<Ticks>; 2],
}

/// All paths by the vertex they end at.
pub struct DataPaths<'a> {
    design: &'a Design,
    arrivals: &'a Arrivals<'a>,
    paths: BTreeMap<Vertex, Vec<DataPath>>,
}

impl<'a> DataPaths<'a> {
    /// None if there are too many.
    pub fn new(
        design: &'a Design,
        arrivals: &'a Arrivals<'a>,
        edges: &[Weighted],
        (constraints, drives): (&Constraints, &Drives),
        ends: &[End],
    ) -> Option<Self> {
        let mut paths: BTreeMap<_, _> = ends.iter().map(|end| (end.vertex, Vec::new())).collect();
        let mut walk = Walk { out: BTreeMap::new(), paths: &mut paths, count: 0 };
        for edge in edges.iter().filter(|edge| !edge.launches) {
            walk.out.entry(edge.from).or_default().push(edge);
        }
        let mut stated: BTreeMap<Vertex, [Option<Ticks>; 2]> = BTreeMap::new();
        for start in starts(constraints, drives) {
            let known = stated.entry(start.vertex).or_default();
            for (split, arrival) in Split::ALL.into_iter().zip(start.arrival) {
                let worse = if split == Split::Late { Ticks::max } else { Ticks::min };
                let known = &mut known[split as usize];
                *known = known
                    .map_or(arrival, |known| Some(arrival.map_or(known, |arrival| worse(known, arrival))));
            }
        }
        for (start, arrival) in stated {
            walk.visit(start, DataPath { way: Way { start, arcs: vec![] }, is_launched: false, arrival })?;
        }
        for edge in edges.iter().filter(|edge| edge.launches) {
            let arrival =
                Split::ALL.map(|split| Some(arrivals.at(edge.from, split)? + edge.weight[split as usize]?));
            let way = Way { start: edge.from, arcs: vec![edge.arc] };
            walk.visit(edge.to, DataPath { way, is_launched: true, arrival })?;
        }
        Some(Self { design, arrivals, paths })
    }

    /// The slack of each path to an end, after CPPR by a rule or before.
    pub fn slacks(&self, end: &End, cppr: Option<CommonPoint>) -> Vec<(Ticks, Way)> {
        let split = end.kind.split();
        let paths = self.paths[&end.vertex].iter().filter_map(|path| {
            let slack = slack(split, path.arrival[split as usize]?, end.required);
            let pair = end.clock.filter(|_| path.is_launched).map(|capture| (path.way.start, capture));
            let credit = pair.zip(cppr).map_or(0, |(pair, rule)| self.credit(pair, split, rule));
            Some((slack + credit, path.way.clone()))
        });
        paths.collect()
    }

    /// What early and late arrival differ by at the last point of the launch's and the capture's clock paths; of two vertices of it the lesser
    /// difference counts. What there is already where paths join that start at different ports does not count, nor, under the
    /// contests' rule, what late data has from where its clock starts.
    fn credit(&self, (launch, capture): (Vertex, Vertex), split: Split, rule: CommonPoint) -> Ticks {
        let path =
            |vertex: Vertex, split: Split| &self.arrivals.worst[vertex][split as usize].as_ref().unwrap().1;
        let point = |vertex: Vertex| if rule == CommonPoint::SamePin { vertex / 2 } else { vertex };
        let (launching, capturing) = (path(launch, split), path(capture, split.opposite()));
        let points: BTreeSet<usize> = launching.iter().copied().map(point).collect();
        let Some(last) = capturing.iter().rposition(|&vertex| points.contains(&point(vertex))) else {
            return 0;
        };
        let passed = launching.iter().position(|&vertex| point(vertex) == point(capturing[last])).unwrap();
        let at = |vertex, split| self.arrivals.at(vertex, split);
        let spread = |late: Vertex, early: Vertex| {
            at(late, Split::Late).zip(at(early, Split::Early)).map_or(0, |(late, early)| late - early)
        };
        let run = launching[..=passed].iter().rev().zip(capturing[..=last].iter().rev());
        let [launches, captures] = [launching[0], capturing[0]].map(|start| self.design.pin_of(start / 2));
        let (first, second) = run.clone().take_while(|(a, b)| point(**a) == point(**b)).last().unwrap();
        let constant = |vertex: Vertex, joined: Vertex| {
            if launches != captures {
                spread(joined, joined)
            } else if rule == CommonPoint::SameTransition && split == Split::Late {
                let start = |split: Split| Some(self.arrivals.worst[vertex][split as usize].as_ref()?.1[0]);
                start(Split::Late).zip(start(Split::Early)).map_or(0, |(late, early)| spread(late, early))
            } else {
                0
            }
        };
        let credit = |vertex: Vertex, joined: Vertex| spread(vertex, vertex) - constant(vertex, joined);
        credit(launching[passed], *first).min(credit(capturing[last], *second))
    }
}

struct Walk<'e, 'p> {
    /// Without those that launch.
    out: BTreeMap<Vertex, Vec<&'e Weighted>>,
    paths: &'p mut BTreeMap<Vertex, Vec<DataPath>>,
    count: usize,
}

impl Walk<'_, '_> {
    fn visit(&mut self, vertex: Vertex, path: DataPath) -> Option<()> {
        self.count += 1;
        if self.count > MOST_PATHS {
            return None;
        }
        for edge in self.out.get(&vertex).cloned().unwrap_or_default() {
            let mut way = path.way.clone();
            way.arcs.push(edge.arc);
            let arrival = [0, 1].map(|split| Some(path.arrival[split]? + edge.weight[split]?));
            self.visit(edge.to, DataPath { way, is_launched: path.is_launched, arrival })?;
        }
        if let Some(paths) = self.paths.get_mut(&vertex) {
            paths.push(path);
        }
        Some(())
    }
}
