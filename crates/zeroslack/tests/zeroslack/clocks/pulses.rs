//! Pulse widths and periods of clocks, against all pairs of edges at all pins.

use zeroslack::graph::VertexId;
use zeroslack::liberty::{Pin, TimingType};
use zeroslack::netlist::{CellId, Netlist, PinId};
use zeroslack::sdc::{ClockId, ConstraintEditor, LimitKind, LimitTarget};
use zeroslack::timing::PulseKind;
use zeroslack::units::{Split, Ticks, Transition, ticks};
use zeroslack::{CornerId, Session};

use super::credit::{CommonPoint, credit};
use super::dice::Dice;
use super::engine;
use super::network::{ClockEdge, Spot};
use super::oracle::Oracle;
use super::vertex::Vertex;

/// A `set_min_pulse_width`: what it is about, of high and of low pulses, and ps.
#[derive(Clone, Copy, Debug)]
pub struct Stated {
    target: LimitTarget,
    levels: [bool; 2],
    width: f64,
}

/// Some widths for anything there is, some of them again.
pub fn draw(dice: &mut Dice, netlist: &Netlist, clocks: usize) -> Vec<Stated> {
    let cells: Vec<CellId> = netlist.cells().collect();
    let pins: Vec<PinId> = netlist.pins().collect();
    let mut stated = Vec::new();
    for _ in 0..dice.below(9) {
        let target = match dice.below(5) {
            0 => LimitTarget::Design,
            1 if clocks > 0 => {
                LimitTarget::Clock { clock: ClockId(dice.below(clocks) as u32), is_network: true }
            }
            2 if !cells.is_empty() => LimitTarget::Cell(*dice.pick(&cells)),
            _ => LimitTarget::Pin(*dice.pick(&pins)),
        };
        let levels = *dice.pick(&[[true, true], [true, false], [false, true]]);
        stated.push(Stated { target, levels, width: dice.below(60) as f64 });
    }
    stated
}

pub fn state(editor: &mut ConstraintEditor<'_>, stated: &[Stated]) {
    for one in stated {
        editor.set_limit(LimitKind::MinPulseWidth, one.target, one.levels, one.width).unwrap();
    }
}

/// What is known of a pulse: pin, kind, the edge that opens it and where, what there is and what is required.
type Pulse = (usize, PulseKind, ClockEdge, Transition, Ticks, Ticks);

/// Compares all of them.
pub fn compare(
    session: &Session,
    oracle: &Oracle<'_>,
    rule: Option<CommonPoint>,
    stated: &[Stated],
) -> usize {
    let mut expected = Vec::new();
    for pin in 0..oracle.network.names.len() {
        for transition in Transition::ALL {
            for open in edges(oracle, Spot { pin, transition }) {
                add(session, oracle, (rule, stated), open, &mut expected);
            }
        }
    }
    let graph = session.graph().unwrap();
    let pin = |vertex: VertexId| graph.pin(vertex.node()).index();
    let checks = session.timed().unwrap().pulse_checks();
    assert!(checks.is_sorted_by_key(|check| check.slack()));
    let found = checks.iter().map(|check| {
        assert!(pin(check.open.vertex) == check.pin.index() && pin(check.close.vertex) == check.pin.index());
        let edge = ClockEdge { clock: check.open.edge.clock.0 as usize, edge: check.open.edge.edge };
        let opens = check.open.vertex.transition();
        (check.pin.index(), check.kind, edge, opens, check.width(), check.required)
    });
    let mut found: Vec<Pulse> = found.collect();
    found.sort_unstable();
    // An edge can come to a pin both ideal and propagated, at the same time.
    found.dedup();
    let expected = without_better_periods(expected);
    assert_eq!(found, expected, "pulses, {stated:?}");
    expected.len()
}

/// The worst period of each clock at a pin, and all pulses, in order. Of equals the first edge counts.
fn without_better_periods(mut pulses: Vec<Pulse>) -> Vec<Pulse> {
    pulses.sort_unstable_by_key(|&(pin, kind, edge, opens, width, required)| {
        (pin, kind, edge.clock, width - required, edge, opens, width)
    });
    pulses.dedup_by_key(|pulse| match *pulse {
        (pin, PulseKind::Period, edge, ..) => (pin, Some(edge.clock), None),
        pulse => (pulse.0, None, Some(pulse)),
    });
    pulses.sort_unstable();
    pulses
}

/// The edges of clocks that act at a spot, or that are on their way there where no register is.
pub fn edges(oracle: &Oracle<'_>, spot: Spot) -> Vec<Vertex> {
    let mut edges: Vec<Vertex> = oracle.clocks.acting(spot).collect();
    if !oracle.network.is_register_clock(spot.pin) {
        let passing = oracle.clocks.to.keys().filter(|vertex| {
            vertex.spot == spot && !vertex.is_ideal && !vertex.tag.is_propagated && !vertex.tag.is_generating
        });
        edges.extend(passing.copied());
    }
    edges
}

/// Whether it is an ideal clock where it neither launches nor captures.
fn is_passing(vertex: Vertex) -> bool {
    !vertex.is_ideal && !vertex.tag.is_propagated
}

fn arrival(oracle: &Oracle<'_>, vertex: Vertex, split: Split) -> Ticks {
    if !is_passing(vertex) {
        return oracle.clocks.arrival(vertex, split).unwrap();
    }
    let edge = vertex.tag.launch.unwrap();
    let clock = &oracle.setting.clocks[edge.clock];
    let network = clock.network_latency[split as usize][edge.edge as usize];
    let stated = || clock.edges[edge.edge as usize] + oracle.setting.source_latency(edge, split);
    oracle.clocks.leaves(edge, split).unwrap_or_else(stated) + network
}

fn add(
    session: &Session,
    oracle: &Oracle<'_>,
    (rule, stated): (Option<CommonPoint>, &[Stated]),
    open: Vertex,
    pulses: &mut Vec<Pulse>,
) {
    let both = Split::ALL.map(|split| is_passing(open) || oracle.clocks.arrival(open, split).is_some());
    if both != [true; 2] {
        return;
    }
    let (pin, opens, edge) = (open.spot.pin, open.spot.transition, open.tag.launch.unwrap());
    let kind = if opens == Transition::Rise { PulseKind::High } else { PulseKind::Low };
    let other = Spot { pin, transition: opens.opposite() };
    let closing = edges(oracle, other).into_iter().filter(|close| {
        let launch = close.tag.launch.unwrap();
        launch.clock == edge.clock
            && launch.edge != edge.edge
            && is_passing(*close) == is_passing(open)
            && close.tag.is_propagated == open.tag.is_propagated
    });
    for close in closing {
        let both = Split::ALL.map(|split| is_passing(close) || oracle.clocks.arrival(close, split).is_some());
        if let (Some(required), [true, true]) = (required(session, oracle, stated, (open, kind)), both) {
            pulses.push((pin, kind, edge, opens, width(oracle, rule, open, close), required));
        }
    }
    if let Some(required) = required(session, oracle, stated, (open, PulseKind::Period)) {
        pulses.push((pin, PulseKind::Period, edge, opens, width(oracle, rule, open, open), required));
    }
}

/// From the latest that opens to the earliest that closes next, with what both have in common.
fn width(oracle: &Oracle<'_>, rule: Option<CommonPoint>, open: Vertex, close: Vertex) -> Ticks {
    let setting = oracle.setting;
    let clock = &setting.clocks[open.tag.launch.unwrap().clock];
    let [opens, closes] = [open, close].map(|vertex| setting.edge_time(vertex.tag.launch));
    // The first of all cycles that is later.
    let next = (-100..100).map(|cycle| closes + cycle * clock.period).find(|&time| time > opens).unwrap();
    let spread = |vertex| arrival(oracle, vertex, Split::Late) - arrival(oracle, vertex, Split::Early);
    let credit = match rule {
        Some(CommonPoint::SamePin) if is_passing(open) => spread(open).min(spread(close)),
        Some(rule) if !is_passing(open) => credit(&oracle.clocks, rule, (open, close), Split::Late),
        _ => 0,
    };
    let latest = arrival(oracle, open, Split::Late) - opens;
    let earliest = arrival(oracle, close, Split::Early) - closes;
    next + earliest - opens - latest + credit
}

fn required(
    session: &Session,
    oracle: &Oracle<'_>,
    stated: &[Stated],
    (open, kind): (Vertex, PulseKind),
) -> Option<Ticks> {
    let by_library = by_library(session, open, kind);
    let by_constraint = by_constraint(session.netlist(), oracle, stated, (open, kind));
    Some(ticks(by_library.into_iter().chain(by_constraint).reduce(f32::max)?))
}

/// The most that the late library asks for.
fn by_library(session: &Session, open: Vertex, kind: PulseKind) -> Option<f32> {
    let (netlist, pin) = (session.netlist(), PinId(open.spot.pin as u32));
    let master = netlist.cell_master(netlist.pin_cell(pin)?);
    let cell = session.library(CornerId::FIRST).cell(master, Split::Late)?;
    let described: &Pin = &cell.pins[netlist.pin_index(pin).unwrap()];
    let number = match kind {
        PulseKind::High => described.min_pulse_width.rise,
        PulseKind::Low => described.min_pulse_width.fall,
        PulseKind::Period => described.min_period,
    };
    let slew = if open.is_ideal {
        engine::ideal_slews(session)[&open.spot.pin][1][open.spot.transition as usize]
    } else {
        session.timed().unwrap().slew(pin, Split::Late, open.spot.transition).unwrap_or(0.0)
    };
    let mut asked: Vec<f32> = number.into_iter().collect();
    for timing in &described.timings {
        let tables = match (timing.timing_type, kind) {
            (TimingType::MinPulseWidth, PulseKind::High) => vec![&timing.constraint.rise],
            (TimingType::MinPulseWidth, PulseKind::Low) => vec![&timing.constraint.fall],
            (TimingType::MinimumPeriod, PulseKind::Period) => {
                vec![&timing.constraint.rise, &timing.constraint.fall]
            }
            _ => vec![],
        };
        for table in tables.into_iter().flatten() {
            asked.push(match table.values[..] {
                [value] => value,
                // Over slews of 0 and 8 ps.
                [low, high] => low + slew / 8.0 * (high - low),
                _ => panic!("{table:?}"),
            });
        }
    }
    asked.into_iter().reduce(f32::max)
}

/// What is stated last of the most specific object.
fn by_constraint(
    netlist: &Netlist,
    oracle: &Oracle<'_>,
    stated: &[Stated],
    (open, kind): (Vertex, PulseKind),
) -> Option<f32> {
    let level = match kind {
        PulseKind::High => 0,
        PulseKind::Low => 1,
        PulseKind::Period => return None,
    };
    let last = |target: LimitTarget| {
        stated.iter().rev().find(|one| one.target == target && one.levels[level]).map(|one| one.width as f32)
    };
    let pin = PinId(open.spot.pin as u32);
    let cell = netlist.pin_cell(pin).filter(|_| netlist.is_load(pin));
    let clock = ClockId(open.tag.launch.unwrap().clock as u32);
    let mut targets = vec![LimitTarget::Pin(pin)];
    targets.extend(cell.map(LimitTarget::Cell));
    if oracle.network.is_register_clock(open.spot.pin) {
        targets.extend([LimitTarget::Clock { clock, is_network: true }, LimitTarget::Design]);
    }
    targets.into_iter().find_map(last)
}
