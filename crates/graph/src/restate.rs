//! Constraints that state other times, factors, slews and loads of the same things: the graph stays, and only says when signals start, what is required of them, by what delays are multiplied, and what is around the design.

use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellLibrary, NetId, Netlist};
use zeroslack_sdc::{Constraints, Drive, EditKind, Edits};
use zeroslack_units::{Quad, UNDEFINED, quad};

use crate::build::{net_loads, port_loads};
use crate::checked;
use crate::clock_pins::ClockPins;
use crate::drives::PortDrives;
use crate::endpoint::{Check, Output, Relations};
use crate::exceptions::Matching;
use crate::graph::TimingGraph;
use crate::ids::NodeId;
use crate::repower::Recompute;
use crate::sorted::keep_each_once;
use crate::stated::{bare_stated, followed_stated, stated};

/// What has to be computed again where constraints state other values of the same things.
#[derive(Clone, Debug, Default)]
pub struct Restated {
    /// What of the graph.
    pub changed: Recompute,
    /// Nets with other loads, of which RC trees have to be made again.
    pub nets: Vec<NetId>,
    /// Whether signals may start at other times.
    pub has_starts: bool,
    /// The nodes of the ports that were driven before, in order, where others are now or something else drives them.
    pub driven_before: Option<Vec<NodeId>>,
    /// Warnings of what is stated now, as of [`TimingGraph::new`]: of waveforms, and of library cells that are new to the graph.
    pub said: Diagnostics,
}

impl TimingGraph {
    /// Whether [`TimingGraph::restate`] may take such edits over: limits always, others not with latches; nor where other clocks are propagated than before, or other edges of clocks can be told apart; nor where there are factors for the first time or none any more; and no other slews and loads where ideal networks take some away.
    pub fn may_be_restated(&self, netlist: &Netlist, constraints: &Constraints, edits: Edits) -> bool {
        let has = |kinds: &[EditKind]| kinds.iter().any(|&kind| edits.has(kind));
        if edits.are_of_limits() {
            return true;
        }
        if has(&[EditKind::Others]) || !self.latches.is_empty() {
            return false;
        }
        let port_checks = &self.pins.port_checks;
        if has(&[EditKind::OutputDelays, EditKind::Latencies, EditKind::Clocks])
            && !checked::port_checks(&constraints.applicable(netlist)).iter().eq(port_checks)
        {
            return false;
        }
        if has(&[EditKind::Slews, EditKind::Loads, EditKind::ClockSlews]) && !self.pins.ideal_nets.is_empty()
        {
            return false;
        }
        !has(&[EditKind::Clocks, EditKind::Derates]) || self.has_same_kinds(&constraints.applicable(netlist))
    }

    /// Whether the same clocks are propagated and the same edges can be told apart, and there are factors, under constraints of what is there.
    fn has_same_kinds(&self, constraints: &Constraints) -> bool {
        self.tags.are_of(constraints) && self.derates.is_some() != constraints.derates.is_empty()
    }

    /// Takes over that constraints state other values of the same things, if nothing else of the graph depends on that. None if the graph has to be built anew, and is of no use any more.
    ///
    /// `netlist` and `library` are what the graph is of, and `constraints` are as they are now: only in what `edits` says they differ from what the graph is of.
    pub fn restate(
        &mut self,
        (netlist, library): (&Netlist, &CellLibrary),
        constraints: &Constraints,
        edits: Edits,
    ) -> Option<Restated> {
        if !self.may_be_restated(netlist, constraints, edits) {
            return None;
        }
        let mut restated = Restated::default();
        let constraints = &*constraints.applicable(netlist);
        let of = (netlist, constraints);
        let mut said = Diagnostics::new();
        if edits.has(EditKind::Slews) {
            self.restate_drives(library, constraints, &mut restated, &mut said);
            if !self.restate_slews(netlist, constraints, &mut restated.changed) {
                return None;
            }
        }
        if edits.has(EditKind::Loads) {
            self.restate_loads(netlist, constraints, &mut restated.nets);
        }
        if edits.has(EditKind::ClockSlews) {
            self.state_ideal_slews(constraints, |node| restated.changed.targets.push(node));
        }
        if edits.has(EditKind::Clocks) {
            self.tags.restate(constraints);
        }
        let is_done = self.restate_times(of, edits, &mut restated)
            && (!edits.has(EditKind::Derates) || self.restate_derates(of, &mut restated.changed));
        if restated.driven_before.is_some() {
            self.restate_derates_of_drives(constraints);
        }
        restated.has_starts |= edits.has(EditKind::Derates);
        restated.said.append(said);
        is_done.then_some(restated)
    }

    /// When signals start, and what is required of them. False if others start, or something is required of others.
    fn restate_times(&mut self, of: (&Netlist, &Constraints), edits: Edits, restated: &mut Restated) -> bool {
        let has = |kinds: &[EditKind]| kinds.iter().any(|&kind| edits.has(kind));
        restated.has_starts |= has(&[EditKind::InputDelays, EditKind::Latencies, EditKind::Clocks]);
        let of_ports =
            !self.pins.port_checks.is_empty() && has(&[EditKind::OutputDelays, EditKind::Latencies]);
        let has_checks = of_ports || has(&[EditKind::Uncertainties, EditKind::Clocks]);
        let has_ends = has_checks || has(&[EditKind::OutputDelays, EditKind::Latencies]);
        if !restated.has_starts && !has_ends {
            return true;
        }
        let Some(matching) = Matching::again(of.0, of.1, self.rules.take()) else { return false };
        let is_done = (!restated.has_starts || self.restate_starts(of, &matching, &mut restated.changed))
            && (!has_ends || self.restate_ends(of, &matching, has_checks, restated));
        if !edits.has(EditKind::Clocks) {
            // What is wrong with waveforms was said.
            restated.said = Diagnostics::new();
        }
        if matching.has_items() {
            self.rules = Some(Box::new(matching.into_states()));
        }
        is_done
    }

    /// What drives ports. Where a drive makes no signal, none starts.
    fn restate_drives(
        &mut self,
        library: &CellLibrary,
        constraints: &Constraints,
        restated: &mut Restated,
        said: &mut Diagnostics,
    ) {
        for drive in constraints.drives.values().flatten().flatten().flatten() {
            if let Drive::Cell(cell) = drive {
                self.pins.add_template(library, cell.master, said);
            }
        }
        let made = PortDrives::new(&self.pins, constraints, &self.pins.masters.models);
        let others: Vec<NodeId> = self.pins.drives.others(&made).collect();
        if !others.is_empty() {
            restated.has_starts = true;
            restated.changed.targets.extend(others);
            restated.driven_before = Some(self.pins.drives.nodes().to_vec());
            self.pins.drives = made;
        }
    }

    /// Slews at input ports. False if slews are stated elsewhere.
    fn restate_slews(
        &mut self,
        netlist: &Netlist,
        constraints: &Constraints,
        changed: &mut Recompute,
    ) -> bool {
        let mut made = self.pins.stated_slews(netlist, constraints);
        let before = &self.pins.driver_slews;
        if made.len() != before.len() {
            return false;
        }
        for (made, before) in made.iter_mut().zip(before) {
            if made.0 != before.0 {
                return false;
            }
            if self.pins.is_ideal(before.0) {
                made.1 = before.1;
            }
            let bits = |slews: &Quad<f32>| slews.map(|split| split.map(f32::to_bits));
            if bits(&made.1) != bits(&before.1) {
                changed.targets.push(before.0);
            }
        }
        self.pins.driver_slews = made;
        true
    }

    /// Loads of ports and nets.
    fn restate_loads(&mut self, netlist: &Netlist, constraints: &Constraints, nets: &mut Vec<NetId>) {
        let (of_ports, of_nets) = (port_loads(constraints), net_loads(constraints));
        let ports = others(&self.pins.port_loads, &of_ports);
        nets.extend(ports.filter_map(|port| netlist.pin_net(port)));
        nets.extend(others(&self.pins.net_loads, &of_nets).filter(|&net| netlist.has_net(net)));
        keep_each_once(nets);
        (self.pins.port_loads, self.pins.net_loads) = (of_ports, of_nets);
    }

    /// When signals start. False if they start elsewhere.
    pub(crate) fn restate_starts(
        &mut self,
        (netlist, constraints): (&Netlist, &Constraints),
        matching: &Matching<'_>,
        changed: &mut Recompute,
    ) -> bool {
        let mut stated = stated(constraints, &self.tags, &self.found);
        stated.extend(followed_stated(&self.pins, &self.tags, matching, &stated));
        stated.extend(bare_stated((&self.pins, netlist), constraints, &self.tags, matching));
        let clock_pins = ClockPins::new(self, constraints);
        let (before, started) = (std::mem::take(&mut self.sources), std::mem::take(&mut self.started));
        self.add_sources((constraints, &clock_pins), &stated, &started);
        self.started = started;
        let pairs = before.iter().zip(&self.sources);
        let others = pairs.clone().filter(|(before, now)| before.arrival != now.arrival);
        changed.targets.extend(others.map(|(_, now)| self.pin_graph_node(now.node)));
        before.len() == self.sources.len() && pairs.into_iter().all(|(before, now)| before.node == now.node)
    }

    /// What outputs and, with `has_checks`, checks require. False if there are others.
    pub(crate) fn restate_ends(
        &mut self,
        (netlist, constraints): (&Netlist, &Constraints),
        matching: &Matching<'_>,
        has_checks: bool,
        Restated { changed, said, .. }: &mut Restated,
    ) -> bool {
        let mut relations = Relations::new((netlist, constraints), matching, false).with_found(&self.found);
        relations.keep_terms(std::mem::take(&mut self.terms));
        let mut is_same = true;
        if has_checks {
            let before = std::mem::take(&mut self.checks);
            self.add_checks(&ClockPins::new(self, constraints), &mut relations);
            is_same &= compare(&before, &self.checks, changed, check_of, |check| check.data);
        }
        let before = std::mem::take(&mut self.outputs);
        self.add_outputs(netlist, &mut relations);
        is_same &= compare(&before, &self.outputs, changed, output_of, |output| output.node);
        self.terms = relations.take_terms();
        if has_checks {
            self.told = relations.take_told();
        }
        said.append(relations.take_diagnostics());
        is_same
    }
}

/// What has another value in one list than in the other, both in order, or is only in one of them; some of it twice.
fn others<'v, K: Copy + Ord, V: PartialEq>(
    before: &'v [(K, V)],
    now: &'v [(K, V)],
) -> impl Iterator<Item = K> + 'v {
    let value = |all: &'v [(K, V)], key: K| {
        all.binary_search_by_key(&key, |&(key, _)| key).ok().map(|place| &all[place].1)
    };
    let keys = before.iter().chain(now).map(|&(key, _)| key);
    keys.filter(move |&key| value(before, key) != value(now, key))
}

/// Whether there is the same as before, but for times; the nodes of what has others are put down.
fn compare<T: Copy + PartialEq>(
    before: &[T],
    now: &[T],
    changed: &mut Recompute,
    but_times: impl Fn(T) -> T,
    node: impl Fn(&T) -> NodeId,
) -> bool {
    let pairs = before.iter().zip(now);
    let others = pairs.clone().filter(|(before, now)| before != now);
    changed.ends.extend(others.map(|(_, now)| node(now)));
    before.len() == now.len() && pairs.into_iter().all(|(&before, &now)| but_times(before) == but_times(now))
}

/// What a check is of, whatever it requires.
fn check_of(check: Check) -> Check {
    Check { shift: 0, uncertainty: 0, stated: 0, ..check }
}

fn output_of(output: Output) -> Output {
    let required = output.required.map(|split| split.map(|time| if time == UNDEFINED { time } else { 0 }));
    Output { required, uncertainty: quad(0), ..output }
}
