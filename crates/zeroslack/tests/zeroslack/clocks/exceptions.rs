//! Exceptions against a naive reading: every path without them is written down by the oracle, and what they make of it follows from what it starts at, passes and
//! ends at.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack::graph::{CheckKind, PathGroup};
use zeroslack::netlist::{Netlist, PinId};
use zeroslack::paths::{Path as EnginePath, PathQuery};
use zeroslack::sdc::{
    ClockEdge as SdcEdge, ClockId, Constraints, Exception, ExceptionKind, ExceptionPaths, MovedEdge,
    PathObject, PathObjects,
};
use zeroslack::timing::{CrossingSlack, EndpointKind};
use zeroslack::units::{Split, Ticks};
use zeroslack::{ModeId, Session};

use super::network::{ClockEdge, PortDelay, Spot};
use super::oracle::{By, Oracle, Path};
use super::vertex::Vertex;

/// A path, as far as exceptions can change it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    slack: Ticks,
    credit: Ticks,
    kind: EndpointKind,
    spots: Vec<Spot>,
    launch: Option<ClockEdge>,
    capture: Option<ClockEdge>,
    clock: Option<Spot>,
    groups: BTreeSet<PathGroup>,
}

/// The naive reading.
pub struct Reading<'r> {
    pub oracle: &'r Oracle<'r>,
    pub netlist: &'r Netlist,
    pub constraints: &'r Constraints,
}

impl Reading<'_> {
    /// What a path is with exceptions; none if it is not timed.
    fn read(&self, path: &Path) -> Option<Seen> {
        let split = path.end.kind.split();
        let (mut slack, mut credit) = (path.slack, path.credit);
        let (mut kind, mut clock) = (path.end.kind, path.end.clock);
        let mut groups = BTreeSet::new();
        let all = self.constraints.exceptions.list().iter().enumerate();
        let matched: Vec<(usize, &Exception)> = all.filter(|(_, one)| self.matches(one, path)).collect();
        let here: Vec<(usize, &Exception)> =
            matched.iter().copied().filter(|(_, one)| one.splits[split as usize]).collect();
        if here.iter().any(|(_, one)| one.kind == ExceptionKind::False) {
            return None;
        }
        // Required times that no clock captures are none of SDC's.
        if path.end.capture.is_some() {
            let better = |later: Ticks| if split == Split::Late { later } else { -later };
            if let Some(limit) = best(&here, |kind| matches!(kind, ExceptionKind::Delay { .. }), split) {
                let ExceptionKind::Delay { delay, ignores_latency, .. } = limit.kind else { unreachable!() };
                if ignores_latency && !path.end.data.tag.is_clock {
                    (slack, credit) = (self.slack_without_latency(path, delay), 0);
                    if path.end.by == By::Port {
                        (kind, clock) = (EndpointKind::Output(split), None);
                    }
                    groups.insert(PathGroup::PathDelay);
                } else {
                    slack += better(delay - self.distance(path));
                }
            } else {
                slack += better(self.moved(path, &matched, split));
            }
            if let Some(margin) = best(&here, |kind| matches!(kind, ExceptionKind::Margin(_)), split) {
                let ExceptionKind::Margin(margin) = margin.kind else { unreachable!() };
                slack -= margin;
            }
            let names = self.constraints.exceptions.group_names();
            let stated: BTreeSet<PathGroup> = here
                .iter()
                .filter_map(|(_, one)| match &one.kind {
                    ExceptionKind::Group { name: Some(name), .. } => {
                        Some(PathGroup::Named(names.iter().position(|known| known == name).unwrap() as u32))
                    }
                    ExceptionKind::Group { name: None, .. } => Some(PathGroup::PathDelay),
                    _ => None,
                })
                .collect();
            if !stated.is_empty() {
                groups = stated;
            }
        }
        if groups.is_empty() {
            groups.insert(match (path.end.kind, path.end.capture) {
                (EndpointKind::Check(CheckKind::Recovery | CheckKind::Removal), _) => PathGroup::Asynchronous,
                (_, Some(edge)) => PathGroup::Clock(ClockId(edge.clock as u32)),
                (_, None) => PathGroup::Default,
            });
        }
        Some(Seen {
            slack,
            credit,
            kind,
            spots: path.vertices.iter().map(|vertex| vertex.spot).collect(),
            launch: path.end.data.tag.launch,
            capture: path.end.capture,
            clock: clock.map(|clock| clock.spot),
            groups,
        })
    }

    /// From launch to capture.
    fn distance(&self, path: &Path) -> Ticks {
        let capture = path.end.capture.unwrap();
        let launch = path.end.data.tag.launch;
        let first = |edge: ClockEdge| self.oracle.setting.clocks[edge.clock].edges[edge.edge as usize];
        let shift = self.oracle.shift_by(path.end.by, launch, capture, path.end.kind.split());
        shift + first(capture) - launch.map_or(0, first)
    }

    /// How much later several cycles make the capture.
    pub fn moved(&self, path: &Path, matched: &[(usize, &Exception)], split: Split) -> Ticks {
        let period = |edge: ClockEdge| self.oracle.setting.clocks[edge.clock].period;
        let capture = period(path.end.capture.unwrap());
        let launch = path.end.data.tag.launch.map_or(capture, period);
        let of = |split: Split| {
            let of_split: Vec<_> =
                matched.iter().copied().filter(|(_, one)| one.splits[split as usize]).collect();
            let one = best(&of_split, |kind| matches!(kind, ExceptionKind::Multicycle { .. }), split)?;
            let ExceptionKind::Multicycle { cycles, moved } = one.kind else { unreachable!() };
            let cycles = if split == Split::Early && one.splits == [true; 2] { 0 } else { cycles };
            Some((Ticks::from(cycles), moved))
        };
        let by = |cycles: Ticks, moved: MovedEdge| {
            cycles * if moved == MovedEdge::Launch { launch } else { capture }
        };
        let usual = Ticks::from(!matches!(path.end.by, By::Data | By::NonSequential));
        let setup = of(Split::Late)
            .map_or(0, |(cycles, moved)| by(cycles - usual, moved.unwrap_or(MovedEdge::Capture)));
        let hold =
            of(Split::Early).map_or(0, |(cycles, moved)| by(cycles, moved.unwrap_or(MovedEdge::Launch)));
        setup - if split == Split::Early { hold } else { 0 }
    }

    /// The delay of the port that a path ends at.
    fn output_of(&self, path: &Path) -> &PortDelay<ClockEdge> {
        let port = &self.oracle.network.names[path.end.data.spot.pin];
        let capture = path.end.capture.unwrap();
        let mut outputs = self.oracle.setting.outputs.iter();
        outputs.find(|output| output.port == *port && output.edge == capture).unwrap()
    }

    /// The slack of a path with a limit to which no latency counts.
    fn slack_without_latency(&self, path: &Path, delay: Ticks) -> Ticks {
        let (oracle, split) = (self.oracle, path.end.kind.split());
        let sign = if split == Split::Late { 1 } else { -1 };
        let capture = path.end.capture.unwrap();
        let captured = match path.end.clock {
            Some(clock) => oracle.clocks.arrival(clock, split.opposite()).unwrap(),
            None => oracle.acts_at(capture, self.output_of(path).included, split.opposite()),
        };
        let shift = oracle.shift_by(path.end.by, path.end.data.tag.launch, capture, split);
        let asked = captured + shift - sign * path.uncertainty - path.required;
        let start = path.vertices[0];
        let launched = if start.tag.is_clock {
            oracle.clocks.arrival(start, split).unwrap()
        } else {
            let port = &oracle.network.names[start.spot.pin];
            let input = oracle
                .setting
                .inputs
                .iter()
                .find(|input| input.port == *port && input.edge == start.tag.launch);
            let input = input.unwrap();
            input.edge.map_or(0, |edge| oracle.acts_at(edge, input.included, split))
        };
        sign * (delay - asked - (path.arrival - launched))
    }

    pub fn matches(&self, one: &Exception, path: &Path) -> bool {
        let paths = &one.paths;
        let (start, end) = (of_exceptions(path)[0].spot, path.end.data.spot);
        if paths.transition.is_some_and(|only| only != end.transition) {
            return false;
        }
        let is_at = |set: &PathObjects, spot: Spot, edge: Option<ClockEdge>| {
            set.objects().iter().any(|&object| match object {
                PathObject::Clock(clock) => {
                    edge.is_some_and(|edge| edge.clock == clock.0 as usize && set.counts(edge.edge))
                }
                PathObject::Net(_) => false,
                _ => self.has(object, spot) && set.counts(spot.transition),
            })
        };
        if paths.from.as_ref().is_some_and(|set| !is_at(set, start, path.end.data.tag.launch)) {
            return false;
        }
        if paths.to.as_ref().is_some_and(|set| !is_at(set, end, path.end.capture)) {
            return false;
        }
        let mut next = 0;
        for (place, vertex) in of_exceptions(path).iter().enumerate() {
            // A load is two points, its net and then itself; other pins, and the start, are one.
            let is_load = place > 0 && self.netlist.is_load(PinId::new(vertex.spot.pin));
            let points = [true, false].into_iter().filter(|&is_net| is_load || !is_net);
            for is_net in points {
                let passes = |set: &PathObjects| {
                    let mut objects = set.objects().iter();
                    let is_here = |object: PathObject| {
                        matches!(object, PathObject::Net(_)) == is_net && self.has(object, vertex.spot)
                    };
                    set.counts(vertex.spot.transition) && objects.any(|&object| is_here(object))
                };
                next += usize::from(paths.through.get(next).is_some_and(passes));
            }
        }
        next == paths.through.len()
    }

    fn has(&self, object: PathObject, spot: Spot) -> bool {
        let pin = PinId::new(spot.pin);
        match object {
            PathObject::Pin(other) => pin == other,
            PathObject::Cell(cell) => self.netlist.pin_cell(pin) == Some(cell),
            PathObject::Net(net) => self.netlist.pin_net(pin) == Some(net),
            _ => false,
        }
    }
}

/// What exceptions see of a path: of a clock that is data, from where it starts itself, not what came there of its master.
pub fn of_exceptions(path: &Path) -> &[Vertex] {
    let clock = path.end.data.tag.launch.map(|edge| edge.clock);
    let is_own = |vertex: &Vertex| vertex.tag.launch.map(|edge| edge.clock) == clock;
    let own = path.vertices.iter().position(is_own).filter(|_| path.end.data.tag.is_clock);
    &path.vertices[own.unwrap_or(0)..]
}

/// Of exceptions of a kind the one that counts.
pub fn best<'e>(
    matched: &[(usize, &'e Exception)],
    is_kind: impl Fn(&ExceptionKind) -> bool,
    split: Split,
) -> Option<&'e Exception> {
    let stated = |one: &Exception| {
        let ExceptionPaths { from, through, to, .. } = &one.paths;
        let pins = |set: &Option<PathObjects>| set.as_ref().is_some_and(PathObjects::has_pins);
        let clocks = |set: &Option<PathObjects>| set.as_ref().is_some_and(|set| set.clocks().count() > 0);
        [pins(from), pins(to), !through.is_empty(), clocks(from), clocks(to)]
    };
    let tight = |one: &Exception| match one.kind {
        ExceptionKind::Multicycle { .. } if split == Split::Early && one.splits == [true; 2] => 0,
        ExceptionKind::Multicycle { cycles, .. } => -Ticks::from(cycles),
        ExceptionKind::Delay { delay, .. } => {
            if split == Split::Late {
                -delay
            } else {
                delay
            }
        }
        ExceptionKind::Margin(margin) => margin,
        _ => 0,
    };
    let mut best: Option<(usize, &Exception)> = None;
    for &(place, one) in matched.iter().filter(|(_, one)| is_kind(&one.kind)) {
        let key = |one: &Exception| (stated(one), tight(one));
        if best.is_none_or(|(_, known)| key(one) > key(known)) {
            best = Some((place, one));
        }
    }
    best.map(|(_, one)| one)
}

fn seen(session: &Session, path: &EnginePath) -> Seen {
    let edge = |edge: SdcEdge| ClockEdge { clock: edge.clock.0 as usize, edge: edge.edge };
    let launch = path.launch_steps().map_or(0, |steps| steps.saturating_sub(1));
    let spots = path.data[launch..].iter();
    let spots = spots.map(|step| Spot { pin: step.pin.index(), transition: step.transition }).collect();
    let clock = path.end.check.map(|check| Spot { pin: check.clock_pin.index(), transition: check.edge });
    let _ = session;
    Seen {
        slack: path.end.slack,
        credit: path.credit,
        kind: path.end.kind,
        spots,
        launch: path.end.launch.map(edge),
        capture: path.end.capture.map(edge),
        clock,
        groups: BTreeSet::from([path.end.group]),
    }
}

/// Compares the worst slack of each pair of a launching and a capturing clock.
fn compare_crossings(found: Vec<CrossingSlack>, expected: &[Seen]) {
    type Key = (Option<usize>, Option<usize>, Split);
    let mut slacks: BTreeMap<Key, BTreeMap<usize, Ticks>> = BTreeMap::new();
    for path in expected {
        let [launch, capture] = [path.launch, path.capture].map(|edge| edge.map(|edge| edge.clock));
        let of_pins = slacks.entry((launch, capture, path.kind.split())).or_default();
        let known = of_pins.entry(path.spots.last().unwrap().pin).or_insert(path.slack);
        *known = path.slack.min(*known);
    }
    let clock = |clock: Option<ClockId>| clock.map(|clock| clock.0 as usize);
    let found: Vec<_> = found
        .iter()
        .map(|one| {
            let key = (clock(one.launch), clock(one.capture), one.split);
            (key, one.endpoints, one.failing, one.worst.slack)
        })
        .collect();
    let expected: Vec<_> = slacks
        .iter()
        .map(|(&key, of_pins)| {
            let failing = of_pins.values().filter(|&&slack| slack < 0).count();
            (key, of_pins.len(), failing, *of_pins.values().min().unwrap())
        })
        .collect();
    assert_eq!(found, expected);
}

/// Compares all paths, the worst ones, and the worst slack of every endpoint by group.
pub fn compare(session: &Session, oracle: &Oracle<'_>) {
    let constraints = session.constraints(ModeId::FIRST);
    let reading = Reading { oracle, netlist: session.netlist(), constraints };
    let expected: Vec<Seen> = oracle.paths.iter().filter_map(|path| reading.read(path)).collect();
    // Ports of which nothing is stated but a limit are not in the oracle.
    let is_stated = |path: &Seen| {
        let pin = |spot: &Spot| PinId::new(spot.pin);
        let starts = path.launch.is_some() || constraints.input_delays.contains_key(&pin(&path.spots[0]));
        let end = pin(path.spots.last().unwrap());
        let ends = path.capture.is_some() || constraints.required_times.contains_key(&end);
        starts && ends
    };
    let timed = session.timed().unwrap();
    let all = timed.find_paths(&PathQuery::new(usize::MAX)).paths();
    let found: Vec<Seen> = all.iter().map(|path| seen(session, path)).filter(is_stated).collect();
    let first =
        |path: &Seen| Seen { groups: path.groups.first().copied().into_iter().collect(), ..path.clone() };
    let (mut ours, mut theirs): (Vec<Seen>, Vec<Seen>) =
        (found.clone(), expected.iter().map(first).collect());
    ours.sort();
    theirs.sort();
    // Equal paths count as often as they are there.
    let only = |of: &[Seen], other: &[Seen]| {
        let count = |all: &[Seen], path: &Seen| {
            all.partition_point(|other| other <= path) - all.partition_point(|other| other < path)
        };
        let differs = of.iter().filter(|path| count(of, path) > count(other, path));
        differs.take(3).cloned().collect::<Vec<Seen>>()
    };
    let (extra, missing) = (only(&ours, &theirs), only(&theirs, &ours));
    assert!(
        extra.is_empty() && missing.is_empty(),
        "paths that are found only: {extra:#?}, expected only: {missing:#?}"
    );
    assert_eq!(ours.len(), theirs.len(), "number of paths");
    for count in [1, 2, 5, 17] {
        assert!(
            timed.find_paths(&PathQuery::new(count)).paths()[..] == all[..count.min(all.len())],
            "the {count} worst"
        );
    }
    let mut worst = BTreeMap::new();
    for path in &expected {
        for &group in &path.groups {
            let key = (path.spots.last().unwrap().pin, path.kind.split(), group);
            let known = worst.entry(key).or_insert(path.slack);
            *known = path.slack.min(*known);
        }
    }
    let unstated: Vec<Seen> =
        all.iter().map(|path| seen(session, path)).filter(|path| !is_stated(path)).collect();
    let is_free = |pin: usize| unstated.iter().all(|path| path.spots.last().unwrap().pin != pin);
    for (group, end) in timed.group_slacks() {
        let key = (end.pin.index(), end.kind.split(), group);
        if is_free(key.0) {
            assert_eq!(Some(&end.slack), worst.get(&key), "{key:?}");
        }
    }
    if unstated.is_empty() {
        compare_crossings(timed.crossing_slacks(), &expected);
    }
    let keys: BTreeSet<_> =
        timed.group_slacks().iter().map(|(group, end)| (end.pin.index(), end.kind.split(), *group)).collect();
    for key in worst.keys() {
        assert!(keys.contains(key), "{key:?} is missing");
    }
}
