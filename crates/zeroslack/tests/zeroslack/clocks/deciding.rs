//! What each exception decides, counted path by path.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack::graph::{CaptureRule, ClockCrossing, ExceptionUse, MatchedPath, PathCount, TimingGraph};
use zeroslack::netlist::{CellLibrary, Netlist, PinId, PortDirection};
use zeroslack::sdc::{
    ClockEdge as SdcEdge, ClockId, ConstraintEditor, Constraints, Exception, ExceptionKind,
};
use zeroslack::units::Split;

use super::exceptions::{Reading, best, of_exceptions};
use super::network::ClockEdge;
use super::oracle::{By, Oracle, Path};
use super::vertex::Vertex;

/// An exception that has a say of a path: its place, and who decides; it may be itself.
type Say = (usize, Option<usize>);

/// What exceptions say of a path.
fn said(reading: &Reading<'_>, path: &Path) -> Vec<Say> {
    let split = path.end.kind.split();
    let all = reading.constraints.exceptions.list().iter().enumerate();
    let mut matched: Vec<(usize, &Exception)> = all.filter(|(_, one)| reading.matches(one, path)).collect();
    if path.end.capture.is_none() {
        matched.retain(|(_, one)| one.kind == ExceptionKind::False);
    }
    let of = |split: Split| -> Vec<(usize, &Exception)> {
        matched.iter().copied().filter(|(_, one)| one.splits[split as usize]).collect()
    };
    let place = |one: Option<&Exception>| {
        one.map(|one| matched.iter().find(|(_, other)| std::ptr::eq(*other, one)).unwrap().0)
    };
    let is_multicycle = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Multicycle { .. });
    let is_delay = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Delay { .. });
    let is_margin = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Margin(_));
    let here = of(split);
    let false_path = place(best(&here, |kind| *kind == ExceptionKind::False, split));
    let delay = place(best(&here, is_delay, split));
    let setup = place(best(&of(Split::Late), is_multicycle, Split::Late));
    let hold = place(best(&of(Split::Early), is_multicycle, Split::Early));
    let margin = place(best(&here, is_margin, split));
    let mut said = Vec::new();
    for &(number, one) in &matched {
        let is_here = one.splits[split as usize];
        let moves_hold = is_multicycle(&one.kind) && one.splits[Split::Late as usize];
        if !is_here && !moves_hold {
            continue;
        }
        let decides = match &one.kind {
            _ if false_path.is_some() => false_path,
            ExceptionKind::Multicycle { .. } => delay.or(match split {
                // It may be that of hold or that of setup.
                Split::Early if is_here && setup != Some(number) => hold,
                _ => setup,
            }),
            ExceptionKind::Delay { .. } => delay,
            ExceptionKind::Margin(_) => margin,
            ExceptionKind::False | ExceptionKind::Group { .. } => Some(number),
        };
        said.push((number, decides));
    }
    said
}

/// Paths that are one: their vertices, and what captures them.
type Way = (Vec<Vertex>, Option<ClockEdge>);

#[derive(Default)]
struct Uses {
    matched: BTreeSet<Way>,
    decided: BTreeSet<Way>,
    shadowed_by: BTreeSet<u32>,
}

/// Pins where paths end, where timed ones do, where false ones do; who decides.
#[derive(Default)]
struct Crossing {
    pins: [BTreeSet<usize>; 3],
    exceptions: BTreeSet<u32>,
}

fn count(ways: &BTreeSet<Way>) -> PathCount {
    let ends: BTreeSet<usize> = ways.iter().map(|(vertices, _)| vertices.last().unwrap().spot.pin).collect();
    PathCount { endpoints: ends.len(), paths: ways.len() as f64 }
}

/// The constraints without limits, if some port has nothing but a limit: the oracle has no paths there.
fn known_to_the_oracle(netlist: &Netlist, constraints: &Constraints, plain: Constraints) -> Constraints {
    let is_free = |pin: PinId| {
        let is_output = netlist.port_of(pin).unwrap().0.direction == PortDirection::Output;
        let starts =
            constraints.input_delays.contains_key(&pin) || !constraints.clocks.starting_at(pin).is_empty();
        let ends =
            constraints.output_delays.contains_key(&pin) || constraints.required_times.contains_key(&pin);
        if is_output { !ends } else { !starts }
    };
    if !netlist.port_pins().any(is_free) {
        return constraints.clone();
    }
    let mut known = plain;
    for one in constraints.exceptions.list() {
        if !matches!(one.kind, ExceptionKind::Delay { .. }) {
            ConstraintEditor::new(&mut known, netlist).add_exception(one.clone()).unwrap();
        }
    }
    known
}

/// Compares what exceptions decide, and how clocks meet.
pub fn compare(
    (netlist, library): (&Netlist, &CellLibrary),
    (constraints, plain): (&Constraints, Constraints),
    oracle: &Oracle<'_>,
) {
    let constraints = &known_to_the_oracle(netlist, constraints, plain);
    let reading = Reading { oracle, netlist, constraints };
    let list = constraints.exceptions.list();
    let mut uses: Vec<Uses> = list.iter().map(|_| Uses::default()).collect();
    let mut crossings: BTreeMap<[Option<ClockId>; 2], [Crossing; 2]> = BTreeMap::new();
    for path in &oracle.paths {
        let said = said(&reading, path);
        compare_explained(&reading, path, &said);
        let split = path.end.kind.split() as usize;
        let way = (of_exceptions(path).to_vec(), path.end.capture);
        let pin = path.end.data.spot.pin;
        let clocks = [path.end.data.tag.launch, path.end.capture];
        let clocks = clocks.map(|edge| edge.map(|edge| ClockId(edge.clock as u32)));
        let crossing = &mut crossings.entry(clocks).or_default()[split];
        crossing.pins[0].insert(pin);
        let is_false = said.iter().any(|&(_, by)| by.is_some_and(|by| list[by].kind == ExceptionKind::False));
        crossing.pins[if is_false { 2 } else { 1 }].insert(pin);
        for (number, by) in said {
            let of = &mut uses[number];
            of.matched.insert(way.clone());
            if by == Some(number) {
                of.decided.insert(way.clone());
                if !matches!(list[number].kind, ExceptionKind::Group { .. }) {
                    crossing.exceptions.insert(number as u32);
                }
            } else {
                of.shadowed_by.extend(by.map(|by| by as u32));
            }
        }
    }
    let (coverage, diagnostics) = TimingGraph::exception_coverage(netlist, library, constraints);
    let coverage = coverage.unwrap_or_else(|| panic!("{diagnostics}"));
    let expected: Vec<ExceptionUse> = uses
        .iter()
        .map(|of| ExceptionUse {
            matched: count(&of.matched),
            decided: count(&of.decided),
            shadowed_by: of.shadowed_by.iter().copied().collect(),
            is_parted: false,
        })
        .collect();
    assert_eq!(coverage.exceptions, expected);
    let expected: Vec<ClockCrossing> = crossings
        .into_iter()
        .map(|([launch, capture], splits)| ClockCrossing {
            launch,
            capture,
            splits: splits.map(|of| zeroslack::graph::CrossingUse {
                endpoints: of.pins[0].len(),
                timed: of.pins[1].len(),
                untimed: of.pins[2].len(),
                exceptions: of.exceptions.into_iter().collect(),
                is_parted: false,
            }),
        })
        .collect();
    assert_eq!(coverage.crossings, expected);
}

/// Compares what is said of one path, and the edges that it is timed between.
fn compare_explained(reading: &Reading<'_>, path: &Path, said: &[Say]) {
    let edge = |edge: ClockEdge| SdcEdge { clock: ClockId(edge.clock as u32), edge: edge.edge };
    let split = path.end.kind.split();
    let of_path = MatchedPath {
        points: of_exceptions(path)
            .iter()
            .map(|vertex| (PinId::new(vertex.spot.pin), vertex.spot.transition))
            .collect(),
        launch: path.end.data.tag.launch.map(edge),
        capture: path.end.capture.map(edge),
        rule: match path.end.by {
            By::Design | By::Port => CaptureRule::Register,
            By::Gating => CaptureRule::Gate { is_earlier: false },
            By::Data | By::NonSequential => CaptureRule::Data,
        },
        split,
    };
    let (Some(capture), list) = (path.end.capture, reading.constraints.exceptions.list()) else { return };
    let found: Vec<Say> = of_path
        .verdicts(reading.netlist, reading.constraints)
        .iter()
        .map(|verdict| {
            let by = verdict.overruled.map_or(verdict.exception, |(by, _)| by);
            (verdict.exception as usize, Some(by as usize))
        })
        .collect();
    assert_eq!(found, said, "{path:?}");
    let edges = of_path.edges(reading.netlist, reading.constraints);
    let has_limit =
        |&(number, by): &Say| by == Some(number) && matches!(list[number].kind, ExceptionKind::Delay { .. });
    assert_eq!(edges.is_none(), said.iter().any(has_limit), "{path:?}");
    let is_false = said.iter().any(|&(_, by)| by.is_some_and(|by| list[by].kind == ExceptionKind::False));
    if let Some(edges) = edges.filter(|_| !is_false) {
        let first = |edge: ClockEdge| reading.oracle.setting.clocks[edge.clock].edges[edge.edge as usize];
        let launch = path.end.data.tag.launch;
        let matched: Vec<(usize, &Exception)> =
            list.iter().enumerate().filter(|(_, one)| reading.matches(one, path)).collect();
        assert_eq!(edges.launch, launch.map_or(0, first));
        let shift = reading.oracle.shift_by(path.end.by, launch, capture, split);
        assert_eq!(edges.usual_capture, first(capture) + shift);
        assert_eq!(edges.capture - edges.usual_capture, reading.moved(path, &matched, split), "{path:?}");
    }
}
