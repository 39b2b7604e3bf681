//! What is checked where registers came or went, or where other signals end than before.
//!
//! Checks of the pin graph come and go with the cells that they are of. Those of the timing graph are made again, as the build makes them, where something ends, or captures, that is other than before; all
//! others stay, and move up or down in their lists.

use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, Netlist, PinId};
use zeroslack_sdc::Constraints;
use zeroslack_units::{Split, Transition};

use super::Rewiring;
use crate::clock_pins::ClockPins;
use crate::derates::check_factors_of;
use crate::endpoint::{Check, Endpoint, Relations};
use crate::ends::EndRole;
use crate::exceptions::Matching;
use crate::graph::TimingGraph;
use crate::ids::{CheckId, EndpointId, NodeId};
use crate::model::CheckModel;
use crate::pin_graph::{PinCheck, PinGraph};
use crate::repower::Recompute;
use crate::shifted::Shifted;
use crate::sorted::keep_each_once;
use crate::tag::{Role, TagId};

/// Checks and endpoints that came and went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovedEnds {
    /// Checks of the pin graph.
    pub pin_checks: Shifted,
    /// Those of the timing graph; one that is made again went and came.
    pub checks: Shifted,
    /// Endpoints.
    pub endpoints: Shifted,
    /// Endpoints that may have other checks than before, or have none any more.
    pub others: Vec<EndpointId>,
}

/// What of ends is other than before.
#[derive(Default)]
pub(super) struct OtherEnds {
    /// Whether anything is.
    pub(super) are_there: bool,
    /// Nodes of data whose checks in the pin graph went.
    unchecked: Vec<NodeId>,
    /// Checks of the pin graph that came.
    added: Vec<PinCheck>,
    /// Numbers of those that stay, and are of other signals.
    renewed: Vec<u32>,
    /// Checks of the timing graph that went, or are made again.
    gone: Vec<u32>,
    /// By nodes of which data captures other data the checks that it does so by, once that was asked for.
    capturing: Option<FxHashMap<NodeId, Vec<u32>>>,
    /// Nodes of new cells at which clocks may launch and capture, and go no further.
    clock_pins: FxHashSet<NodeId>,
}

impl Rewiring<'_> {
    /// Notes what a cell that came checks, and where clocks end at it; arcs within it are there. None if exceptions ask for what starts there.
    pub(super) fn add_checks_of_cell(&mut self, cell: CellId) -> Option<()> {
        let Some(first) = self.netlist.cell_pins(cell).next() else { return Some(()) };
        let pins = &self.graph.pins;
        let node = |pin: u32| pins.node(PinId(first.0 + pin));
        let template = pins.masters.models.template(self.netlist.cell_master(cell))?;
        for check in &template.checks {
            let (data, clock) = (node(check.data), node(check.clock).vertex(check.clock_transition));
            self.ends.added.push(PinCheck { data, clock, model: check.model, has: check.has });
            self.ends.are_there = true;
        }
        let mut clock_pins: Vec<NodeId> = pins.clock_pins(template).map(node).collect();
        clock_pins.retain(|&node| self.only_launches(node));
        self.ends.clock_pins.extend(clock_pins);
        (self.graph.rules.is_none() || self.ends.clock_pins.is_empty()).then_some(())
    }

    /// Of a clock pin of a new register whether it is one at which these signals launch and capture: not where an ideal clock is among them, which would have a node of its own. None of other pins.
    pub(super) fn ends_clocks(&self, node: NodeId, signals: &[(TagId, Transition)]) -> Option<bool> {
        let mut roles = signals.iter().map(|&(tag, _)| self.graph.tags.get(tag).role);
        self.ends.clock_pins.contains(&node).then(|| roles.all(|role| role != Role::IdealClock))
    }

    /// Whether something is checked at a node, or required there.
    pub(super) fn is_end(&self, node: NodeId) -> bool {
        let ends = &self.graph.ends.nodes;
        let is_in = |(lane, _): (NodeId, _)| ends.binary_search(&lane).is_ok();
        !self.graph.pins.checks_of_data(node).is_empty() || self.lanes(node).any(is_in)
    }

    /// Notes that what is checked at a node goes with it.
    pub(super) fn end_with(&mut self, node: NodeId) {
        if self.is_end(node) {
            self.ends.unchecked.push(node);
            self.forget_checks(node);
        }
    }

    /// Notes that other signals come to a node, before they do.
    pub(super) fn end_otherwise(&mut self, node: NodeId) {
        let pins = &self.graph.pins;
        let capturing = || {
            let mut capturing: FxHashMap<NodeId, Vec<u32>> = FxHashMap::default();
            let is_between = |model: &CheckModel| model.origin.is_between_data();
            if pins.check_models.iter().any(is_between) {
                let is_between = |check: &PinCheck| is_between(&pins.check_models[check.model as usize]);
                for (check, number) in pins.checks.iter().zip(0..).filter(|(check, _)| is_between(check)) {
                    capturing.entry(check.clock.node()).or_default().push(number);
                }
            }
            capturing
        };
        let capturing = self.ends.capturing.get_or_insert_with(capturing);
        let captured = capturing.get(&node).into_iter().flatten().copied();
        let before = self.ends.renewed.len();
        self.ends.renewed.extend(captured);
        self.ends.renewed.extend(pins.checks_of_data(node).map(|check| check as u32));
        if self.ends.renewed.len() > before {
            self.forget_checks(node);
        }
    }

    /// All checks of the timing graph at a node go.
    fn forget_checks(&mut self, node: NodeId) {
        self.ends.are_there = true;
        let ends = &self.graph.ends;
        for lane in self.graph.nodes_at(node) {
            let Ok(end) = ends.nodes.binary_search(&lane) else { continue };
            for entry in ends.of(end) {
                match entry.role() {
                    EndRole::Data(check) | EndRole::Clock(check) => self.ends.gone.push(check.0),
                    EndRole::Output(_) => {}
                }
            }
        }
    }
}

impl TimingGraph {
    /// Makes checks and endpoints again where they are others. Warnings are of clocks that come together for the first time and are far apart, as of [`TimingGraph::new`]. None if there are checks of a split for the first time.
    pub(super) fn renew_ends(
        &mut self,
        (netlist, constraints): (&Netlist, &Constraints),
        mut ends: OtherEnds,
        changed: &mut Recompute,
    ) -> Option<(MovedEnds, Diagnostics)> {
        let constraints = &*constraints.applicable(netlist);
        keep_each_once(&mut ends.gone);
        keep_each_once(&mut ends.renewed);
        let count = self.pins.checks.len();
        let pin_checks = self.pins.renew_checks(&ends);
        changed.checks.extend(pin_checks.came());
        if let Some(derates) = &mut self.derates {
            let check = |place: usize| &self.pins.checks[pin_checks.came()[place] as usize];
            let factors = |place| check_factors_of(&self.pins, netlist, check(place), &constraints.derates);
            pin_checks.apply(&mut derates.checks, factors);
        }
        let mut renewed: Vec<u32> = ends.renewed.iter().filter_map(|&was| pin_checks.now(was)).collect();
        renewed.extend(pin_checks.came());
        let (made, said) = self.make_checks((netlist, constraints), &renewed)?;
        let has = |checks: &[Check], split: Split| checks.iter().any(|check| check.split == split);
        let is_known = |check: &Check| has(&self.checks, check.split);
        if !made.iter().all(is_known) {
            return None;
        }
        let gone: Vec<Check> = ends.gone.iter().map(|&check| self.checks[check as usize]).collect();
        let checks = self.take_checks(ends.gone, (&pin_checks, count), &made);
        self.ends.renew(
            &checks,
            &self.checks,
            gone.iter().flat_map(|check| [check.data, check.clock.node()]),
        );
        // Pins, as nodes may be of the timing graph no more.
        let unchecked = ends.unchecked.iter().copied();
        let of_pins = unchecked.chain(renewed.iter().map(|&check| self.pins.checks[check as usize].data));
        let mut pins: Vec<PinId> = of_pins.map(|node| self.pins.structure.pin(node)).collect();
        keep_each_once(&mut pins);
        let endpoints = self.renew_endpoints(&pins, constraints, &checks);
        changed.ends.extend(gone.iter().flat_map(|check| [check.data, check.clock.node()]));
        let others: Vec<EndpointId> = pins.iter().filter_map(|&pin| self.endpoint_of(pin)).collect();
        let endpoint = |&endpoint: &EndpointId| self.end_nodes(self.endpoint(endpoint));
        changed.ends.extend(others.iter().flat_map(endpoint));
        Some((MovedEnds { pin_checks, checks, endpoints, others }, said))
    }

    /// The checks that some of the pin graph's make, in order, as the build makes them, with its warnings.
    fn make_checks(
        &mut self,
        (netlist, constraints): (&Netlist, &Constraints),
        pin_checks: &[u32],
    ) -> Option<(Vec<Check>, Diagnostics)> {
        let matching = Matching::again(netlist, constraints, self.rules.take())?;
        let mut relations = Relations::new((netlist, constraints), &matching, false).with_found(&self.found);
        relations.keep_terms(std::mem::take(&mut self.terms));
        relations.keep_told(std::mem::take(&mut self.told));
        let clock_pins = ClockPins::new(self, constraints);
        let made = self.made_checks(pin_checks, &clock_pins, &mut relations);
        self.terms = relations.take_terms();
        self.told = relations.take_told();
        let said = relations.take_diagnostics();
        if matching.has_items() {
            self.rules = Some(Box::new(matching.into_states()));
        }
        Some((made, said))
    }

    /// Takes checks out, and others in, which are in order; those of the pin graph, of which `count` were there, have other numbers already.
    fn take_checks(
        &mut self,
        gone: Vec<u32>,
        (pin_checks, count): (&Shifted, usize),
        made: &[Check],
    ) -> Shifted {
        let mut checks = std::mem::take(&mut self.checks);
        if pin_checks.renumbers(count) {
            for check in &mut checks {
                check.pin_check = pin_checks.now(check.pin_check).unwrap_or(check.pin_check);
            }
        }
        let shifted = Shifted::exchange(&mut checks, gone, made, |check| self.place_of_check(check));
        self.checks = checks;
        shifted
    }

    /// Endpoints at some pins come and go, or have other checks; all others keep theirs, which may have other numbers.
    fn renew_endpoints(&mut self, pins: &[PinId], constraints: &Constraints, checks: &Shifted) -> Shifted {
        for endpoint in &mut self.endpoints {
            let range = endpoint.check_range.clone();
            if range.end.0 > checks.first() {
                let numbers = range.start.0..range.end.0;
                let mut left = numbers.filter_map(|check| checks.now(check));
                let first = left.next().unwrap_or(0);
                endpoint.check_range = CheckId(first)..CheckId(left.next_back().unwrap_or(first) + 1);
            }
        }
        let has_outputs = |endpoint: &Endpoint| endpoint.outputs().len() > 0;
        let is_stated = |pin: &PinId| {
            constraints.required_times.contains_key(pin) || constraints.output_delays.contains_key(pin)
        };
        let (mut gone, mut came) = (Vec::new(), Vec::new());
        for &pin in pins {
            let place = self.endpoints.binary_search_by_key(&pin, |endpoint| endpoint.pin);
            let is_checked = !self.pins.checks_of_data(self.pins.node(pin)).is_empty();
            let is_end =
                is_checked || is_stated(&pin) || place.is_ok_and(|at| has_outputs(&self.endpoints[at]));
            match place {
                Ok(at) if !is_end => gone.push(at as u32),
                Err(at) if is_end => came.push((at as u32, pin)),
                _ => {}
            }
        }
        let before = |at: u32| gone.partition_point(|&gone| gone < at) as u32;
        let numbers = came.iter().zip(0..).map(|(&(at, _), earlier)| at - before(at) + earlier).collect();
        let shifted = Shifted::new(gone, numbers);
        shifted.apply(&mut self.endpoints, |place| Endpoint::at(came[place].1));
        for &pin in pins {
            let Some(endpoint) = self.endpoint_of(pin) else { continue };
            let range = self.checks_at(pin);
            self.endpoints[endpoint.index()].check_range = range;
        }
        shifted
    }

    /// The checks of the data at a pin, whose nodes follow each other.
    fn checks_at(&self, pin: PinId) -> std::ops::Range<CheckId> {
        let mut lanes = self.nodes(pin);
        let Some(first) = lanes.next() else { return CheckId::default()..CheckId::default() };
        let last = lanes.last().unwrap_or(first);
        let start = self.checks.partition_point(|check| check.data < first);
        let end = self.checks.partition_point(|check| check.data <= last);
        if start == end {
            CheckId::default()..CheckId::default()
        } else {
            CheckId::at(start)..CheckId::at(end)
        }
    }
}

impl PinGraph {
    /// Takes checks of cells out and in.
    fn renew_checks(&mut self, ends: &OtherEnds) -> Shifted {
        let mut gone: Vec<u32> = ends
            .unchecked
            .iter()
            .flat_map(|&node| self.checks_of_data(node))
            .map(|check| check as u32)
            .collect();
        keep_each_once(&mut gone);
        let mut added = ends.added.clone();
        added.sort_by_key(|check| self.place_of_check(check));
        let mut checks = std::mem::take(&mut self.checks);
        let shifted = Shifted::exchange(&mut checks, gone, &added, |check| self.place_of_check(check));
        self.checks = checks;
        shifted
    }
}
