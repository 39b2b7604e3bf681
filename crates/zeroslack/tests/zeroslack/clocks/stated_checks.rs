//! Checks where cells gate clocks, and between data.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack::Session;
use zeroslack::netlist::{CellId, PinId};
use zeroslack::paths::PathQuery;
use zeroslack::sdc::{ClockGating, ClockId, GatingTarget};
use zeroslack::units::{Split, Ticks, Transition};

use super::compare::compare_slacks;
use super::engine;
use super::network::{Network, Setting};
use super::oracle::Oracle;

/// The pins of the clocks that a pin gates: others of its cell whose clocks come to an output to which it leads, too, but for outputs that a clock launches data at; where the clock goes on to
/// clock something, or the gate is named.
pub fn gated_by(network: &Network, setting: &Setting, pin: usize) -> Vec<usize> {
    let Some(cell) = network.cells[pin] else { return Vec::new() };
    let reached = reached(network, setting);
    let is_of_cell = |pin: usize| network.cells[pin] == Some(cell);
    let within = network.steps.iter().filter(|step| is_of_cell(step.from.pin) && is_of_cell(step.to.pin));
    let leads = |from: usize, to: usize| {
        within.clone().any(|step| !step.launches && step.from.pin == from && step.to.pin == to)
    };
    let is_launched = |to: usize| within.clone().any(|step| step.launches && step.to.pin == to);
    let pins = (0..network.names.len()).filter(|&other| is_of_cell(other));
    let outputs: Vec<usize> =
        pins.clone().filter(|&to| leads(pin, to) && !is_launched(to) && reached[to]).collect();
    let counts = |clock: usize, to: usize| {
        leads(clock, to)
            && (is_named(network, setting, [pin, clock]) || clocks_something(network, setting, to))
    };
    let gates = |&clock: &usize| reached[clock] && outputs.iter().any(|&to| counts(clock, to));
    if reached[pin] { Vec::new() } else { pins.filter(gates).collect() }
}

/// Whether times or levels are stated of a signal's pin, of the clock's or of their cell.
fn is_named(network: &Network, setting: &Setting, pins: [usize; 2]) -> bool {
    let Some(ClockGating { times, levels, .. }) = &setting.gating else { return false };
    nearest(times, network, pins).next().is_some() || nearest(levels, network, pins).next().is_some()
}

/// Whether a clock at a pin comes to a clock pin of a register, or to where a generated clock starts.
fn clocks_something(network: &Network, setting: &Setting, pin: usize) -> bool {
    let generated = setting.clocks.iter().filter(|clock| clock.generated.is_some());
    let starts: Vec<usize> =
        generated.flat_map(|clock| &clock.sources).map(|name| network.pin(name)).collect();
    let (mut open, mut seen) = (vec![pin], BTreeSet::new());
    while let Some(pin) = open.pop() {
        let mut steps = network.steps.iter().filter(|step| step.from.pin == pin);
        let is_clock_pin = network.checks.iter().any(|check| check.clock.pin == pin);
        if is_clock_pin || starts.contains(&pin) || steps.clone().any(|step| step.launches) {
            return true;
        }
        if seen.insert(pin) {
            open.extend(steps.by_ref().map(|step| step.to.pin));
        }
    }
    false
}

/// The pins that clocks reach without a register in between.
fn reached(network: &Network, setting: &Setting) -> Vec<bool> {
    let mut reached = vec![false; network.names.len()];
    let sources = setting.clocks.iter().flat_map(|clock| &clock.sources);
    let mut open: Vec<usize> = sources.map(|name| network.pin(name)).collect();
    while let Some(pin) = open.pop() {
        if !std::mem::replace(&mut reached[pin], true) {
            let next = network.steps.iter().filter(|step| step.from.pin == pin && !step.launches);
            open.extend(next.map(|step| step.to.pin));
        }
    }
    reached
}

/// The pins where clocks capture at such checks.
pub fn captures(network: &Network, setting: &Setting) -> BTreeSet<usize> {
    let pairs = (0..network.names.len())
        .flat_map(|pin| gated_by(network, setting, pin).into_iter().map(move |clock| [pin, clock]));
    let gates = pairs.filter(|&pins| level(network, setting, pins).is_some()).map(|[_, clock]| clock);
    gates.chain(setting.data_checks.keys().map(|check| check.from.index())).collect()
}

/// What is stated of a signal's pin, else of the clock's, else of the cell.
fn nearest<T>(
    stated: &BTreeMap<GatingTarget, T>,
    network: &Network,
    pins: [usize; 2],
) -> impl Iterator<Item = T>
where
    T: Clone,
{
    let cell = network.cells[pins[0]].map(|cell| GatingTarget::Cell(CellId::new(cell)));
    let targets = pins.map(|pin| GatingTarget::Pin(PinId::new(pin))).into_iter().chain(cell);
    targets.filter_map(|target| stated.get(&target).cloned()).collect::<Vec<T>>().into_iter()
}

/// Whether one of two pins has the signal of the other one inverted, if it has it at all, over wires, buffers and inverters.
fn one_signal(network: &Network, setting: &Setting, pins: [usize; 2]) -> Option<bool> {
    let sources = setting.clocks.iter().flat_map(|clock| &clock.sources).map(|name| network.pin(name));
    let sources: BTreeSet<usize> = sources.collect();
    let [one, other] = pins.map(|pin| {
        let (mut at, mut is_inverted) = (pin, false);
        while !sources.contains(&at) {
            let mut before = network.steps.iter().filter(|step| step.to.pin == at && !step.is_ideal);
            let Some(first) = before.next().filter(|step| !step.launches) else { break };
            let from = first.from.pin;
            let kind = network.cells[at].filter(|_| network.cells[at] == network.cells[from]);
            let kind = kind.map(|cell| &network.kinds[cell]);
            if before.any(|step| step.from.pin != from)
                || kind.is_some_and(|kind| !kind.starts_with("BUF") && !kind.starts_with("INV"))
            {
                break;
            }
            is_inverted ^= kind.is_some_and(|kind| kind.starts_with("INV"));
            at = from;
        }
        (at, is_inverted)
    });
    (one.0 == other.0).then_some(one.1 != other.1)
}

/// The level of the clock at which a signal passes; none if it is not checked.
pub fn level(network: &Network, setting: &Setting, pins: [usize; 2]) -> Option<bool> {
    let gating = setting.gating.as_ref()?;
    let disabled: BTreeMap<GatingTarget, ()> = gating.disabled.iter().map(|&target| (target, ())).collect();
    if nearest(&disabled, network, pins).next().is_some() {
        return None;
    }
    let by_function = || {
        let kind = &network.kinds[network.cells[pins[0]]?];
        // At a clock of 0 the outputs of the first do not change. A multiplexer that is named lets A pass while its select is 0, B while it is 1. All others follow at both levels.
        let ends_with = |pin: usize, name: &str| network.names[pin].ends_with(name);
        match kind {
            kind if kind.starts_with("AND2") || kind.starts_with("NAND2") => Some(true),
            kind if kind.starts_with("MUX2") && !ends_with(pins[0], "/S") => {
                let is_selected_by = ends_with(pins[0], "/B");
                let cell = network.names[pins[0]].trim_end_matches(['A', 'B']);
                let third = match (ends_with(pins[1], "/S"), is_selected_by) {
                    (false, _) => format!("{cell}S"),
                    (true, true) => format!("{cell}A"),
                    (true, false) => format!("{cell}B"),
                };
                let third = network.names.iter().position(|name| *name == third)?;
                // One clock at the select and at the other input: the clock AND, or OR, the signal.
                let is_inverted = one_signal(network, setting, [pins[1], third]);
                match ends_with(pins[1], "/S") {
                    true => {
                        (is_inverted.is_some() || is_named(network, setting, pins)).then_some(is_selected_by)
                    }
                    false => is_inverted.map(|is_inverted| is_selected_by != is_inverted),
                }
            }
            _ => None,
        }
    };
    nearest(&gating.levels, network, pins).next().or_else(by_function)
}

/// The time that is stated of a signal and a clock: of what is nearest to the signal.
pub fn time(
    network: &Network,
    setting: &Setting,
    pins: [usize; 2],
    (clock, split, transition): (usize, Split, Transition),
) -> Ticks {
    let Some(ClockGating { times, .. }) = &setting.gating else { return 0 };
    let far = [GatingTarget::Clock(ClockId(clock as u32)), GatingTarget::Design];
    let far = far.into_iter().filter_map(|target| times.get(&target).copied());
    let mut stated = nearest(times, network, pins).chain(far);
    stated.find_map(|times| times[split as usize][transition as usize]).unwrap_or(0)
}

/// That two maps are the same: what is not is in the message.
fn assert_same<K: Ord + std::fmt::Debug, V: PartialEq + std::fmt::Debug>(
    found: &BTreeMap<K, V>,
    expected: &BTreeMap<K, V>,
) {
    let differ = |of: &BTreeMap<K, V>, other: &BTreeMap<K, V>| {
        let differing = of.iter().filter(|&(key, value)| other.get(key) != Some(value));
        differing.map(|pair| format!("{pair:?}")).collect::<Vec<_>>()
    };
    assert_eq!(differ(found, expected), differ(expected, found));
}

/// Compares the slack of every end, the worst ones of groups, and all paths.
pub fn compare(session: &Session, oracle: &Oracle<'_>) {
    let worst: BTreeMap<_, Ticks> =
        oracle.worst().into_iter().map(|(end, [_, after])| (end, after)).collect();
    assert_same(&engine::slacks(session), &worst);
    let mut groups = BTreeMap::new();
    for (end, slack) in &worst {
        let key = (end.data.spot.pin, end.kind.split(), end.group());
        groups.entry(key).and_modify(|known: &mut Ticks| *known = (*known).min(*slack)).or_insert(*slack);
    }
    assert_eq!(engine::of_groups(session), groups);
    compare_slacks(session, oracle);
    let found = engine::paths(session, &PathQuery::new(oracle.paths.len() + 1));
    let mut found: Vec<_> = found.into_iter().map(|path| (path.slack, path.end, path.vertices)).collect();
    let sorted = |slacks: &[Ticks]| slacks.windows(2).all(|pair| pair[0] <= pair[1]);
    assert!(sorted(&found.iter().map(|path| path.0).collect::<Vec<_>>()));
    found.sort();
    let mut expected: Vec<_> =
        oracle.paths.iter().map(|path| (path.slack, path.end, path.vertices.clone())).collect();
    expected.sort();
    assert_eq!(found, expected);
}
