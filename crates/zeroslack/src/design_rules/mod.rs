//! Design rules: limits on slews, loads and fan-out, from libraries and constraints. The tightest one counts.
//!
//! A rule is a pure function of the results of an update: [`Timed::design_rule`] makes the limits, and a flat pass over pins or drivers on rayon's
//! current threads compares what there is with them.

mod bounds;
mod found;
mod loads;
mod slews;

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{NodeId, Role};
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{Clock, LimitKind};
use zeroslack_timing::Timing;
use zeroslack_units::{Split, Transition};

use crate::timed::Timed;
use bounds::Bounds;
use found::{Count, Found, Worst};
use loads::FanoutLoads;

/// A design rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DesignRule {
    /// The longest slew at a pin: `max_transition`, `set_max_transition`.
    MaxSlew,
    /// The shortest slew at a pin: `min_transition`, `set_min_transition`.
    MinSlew,
    /// The largest load of a driver: `max_capacitance`, `set_max_capacitance`.
    MaxCapacitance,
    /// The smallest load of a driver: `min_capacitance`, `set_min_capacitance`.
    MinCapacitance,
    /// The largest fan-out of a driver: `max_fanout`, `set_max_fanout`.
    MaxFanout,
    /// The smallest fan-out of a driver: `set_min_fanout`.
    MinFanout,
}

/// What a design rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// A slew, ps, at any pin, in each transition.
    Slew,
    /// The whole load of a driver, fF, in each transition.
    Capacitance,
    /// The sum of what the loads of a driver take of its fan-out.
    Fanout,
}

impl DesignRule {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::MaxSlew,
        Self::MinSlew,
        Self::MaxCapacitance,
        Self::MinCapacitance,
        Self::MaxFanout,
        Self::MinFanout,
    ];

    /// What it is about.
    pub const fn quantity(self) -> Quantity {
        match self {
            Self::MaxSlew | Self::MinSlew => Quantity::Slew,
            Self::MaxCapacitance | Self::MinCapacitance => Quantity::Capacitance,
            Self::MaxFanout | Self::MinFanout => Quantity::Fanout,
        }
    }

    /// Whether its limit is the most that there may be, and not the least.
    pub const fn is_max(self) -> bool {
        matches!(self, Self::MaxSlew | Self::MaxCapacitance | Self::MaxFanout)
    }

    /// The analysis whose values are checked, and whose libraries say how far they may go: late against the most, early against the least.
    pub const fn split(self) -> Split {
        if self.is_max() { Split::Late } else { Split::Early }
    }

    /// `max slew`, `min capacitance`, ….
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxSlew => "max slew",
            Self::MinSlew => "min slew",
            Self::MaxCapacitance => "max capacitance",
            Self::MinCapacitance => "min capacitance",
            Self::MaxFanout => "max fanout",
            Self::MinFanout => "min fanout",
        }
    }

    /// The constraints that state it.
    const fn limit_kind(self) -> LimitKind {
        match self {
            Self::MaxSlew => LimitKind::MaxTransition,
            Self::MinSlew => LimitKind::MinTransition,
            Self::MaxCapacitance => LimitKind::MaxCapacitance,
            Self::MinCapacitance => LimitKind::MinCapacitance,
            Self::MaxFanout => LimitKind::MaxFanout,
            Self::MinFanout => LimitKind::MinFanout,
        }
    }
}

/// A pin held against a design rule: in the transition where it is worst.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleCheck {
    /// The rule.
    pub rule: DesignRule,
    /// The pin; of loads and fan-out the driver, or a pin without drive that constraints state a limit at.
    pub pin: PinId,
    /// Which transition of it; none of fan-out, where transitions are not told apart.
    pub transition: Option<Transition>,
    /// The tightest limit: ps, fF, or fan-out.
    pub limit: f32,
    /// What there is.
    pub value: f32,
}

impl RuleCheck {
    /// How far the value may still go; negative where it has gone too far.
    pub fn slack(&self) -> f32 {
        if self.rule.is_max() { self.limit - self.value } else { self.value - self.limit }
    }

    /// Whether the rule is broken.
    pub fn is_violated(&self) -> bool {
        self.slack() < 0.0
    }
}

/// A design rule on a design: its limits, and what they are compared with. Pins are the worst first; of equals ports come before pins of cells, and names in their order.
#[derive(Debug)]
pub struct RuleChecks<'s> {
    timed: Timed<'s>,
    rule: DesignRule,
    timing: &'s Timing,
    /// Whether slews are checked by what signals have them.
    depends_on_clocks: bool,
    /// Whether there are ideal clocks, in whose networks no rule holds.
    has_ideal_clocks: bool,
    bounds: Bounds,
    fanout_loads: FanoutLoads,
}

/// What checks a range of nodes or drivers.
type Pass<C> = fn(&C, Range<usize>, &mut dyn Found);

/// Nodes or drivers that one task takes.
const PIECE: usize = 1 << 13;

impl<'s> Timed<'s> {
    /// A design rule, to be asked where it is broken.
    pub fn design_rule(self, rule: DesignRule) -> RuleChecks<'s> {
        let fanout_loads = match rule.quantity() {
            Quantity::Fanout => FanoutLoads::new(self.library(), self.constraints()),
            _ => FanoutLoads::default(),
        };
        let bounds = Bounds::new(self, rule);
        let is_ideal = |clock: &Clock| !clock.propagated && !clock.is_virtual();
        let has_ideal = self.constraints().clocks.iter().any(|(_, clock)| is_ideal(clock));
        let depends_on_clocks = rule.quantity() == Quantity::Slew && (has_ideal || bounds.have_clocks());
        RuleChecks {
            timed: self,
            rule,
            timing: self.timing(),
            depends_on_clocks,
            has_ideal_clocks: has_ideal,
            bounds,
            fanout_loads,
        }
    }
}

impl RuleChecks<'_> {
    /// The rule.
    pub fn rule(&self) -> DesignRule {
        self.rule
    }

    /// The pin with the least slack; none where nothing has a limit.
    pub fn worst(&self) -> Option<RuleCheck> {
        self.most(1, |_| true).pop()
    }

    /// How many pins break the rule.
    pub fn violation_count(&self) -> usize {
        self.gather(Count::default).into_iter().map(|Count(count)| count).sum()
    }

    /// All pins that break the rule.
    pub fn violations(&self) -> Vec<RuleCheck> {
        Worst::of_all(self, usize::MAX, self.gather(|| Worst::broken(self)))
    }

    /// The `count` pins with the least slack that fulfil a condition.
    pub fn most(&self, count: usize, counts: impl Fn(&RuleCheck) -> bool + Sync) -> Vec<RuleCheck> {
        if count == 0 {
            return Vec::new();
        }
        Worst::of_all(self, count, self.gather(|| Worst::new(self, count, &counts)))
    }

    /// The pins of a net, or any others, as far as they are checked.
    pub fn at(&self, pins: &[PinId]) -> Vec<RuleCheck> {
        let mut found: Vec<RuleCheck> = Vec::new();
        pins.iter().for_each(|&pin| self.check_pin(pin, &mut found));
        found.sort_unstable_by(|a, b| self.order(a, b));
        found
    }

    fn order(&self, a: &RuleCheck, b: &RuleCheck) -> Ordering {
        let netlist = self.timed.netlist();
        a.slack().total_cmp(&b.slack()).then_with(|| by_name(netlist, a.pin, b.pin))
    }

    /// All checks, piece by piece, in order.
    fn gather<F: Found + Send>(&self, none: impl Fn() -> F + Sync) -> Vec<F> {
        if self.bounds.are_none() {
            return Vec::new();
        }
        let graph = self.timed.graph();
        let (count, check): (usize, Pass<Self>) = match self.rule.quantity() {
            Quantity::Slew => (graph.pins().structure().node_count(), Self::check_slews),
            _ => (graph.pins().trees().len(), Self::check_drivers),
        };
        let starts: Vec<usize> = (0..count).step_by(PIECE).collect();
        let piece = |&start: &usize| {
            let mut found = none();
            check(self, start..count.min(start + PIECE), &mut found);
            found
        };
        let mut pieces: Vec<F> = starts.par_iter().map(piece).collect();
        let mut found = none();
        match self.rule.quantity() {
            Quantity::Slew => {
                graph.pins().two_sided().iter().for_each(|&pin| self.check_slews_of(pin, &mut found));
            }
            _ => self.check_pins_without_drive(&mut found),
        }
        pieces.push(found);
        pieces
    }

    /// Checks one pin.
    fn check_pin(&self, pin: PinId, found: &mut dyn Found) {
        if self.bounds.are_none() || !self.timed.netlist().has_pin(pin) {
            return;
        }
        match self.rule.quantity() {
            Quantity::Slew => self.check_slews_of(pin, found),
            _ => {
                let pins = self.timed.graph().pins();
                match pins.tree_of(pins.driver_node(pin)) {
                    Some(tree) => self.check_drivers(tree..tree + 1, found),
                    None => self.check_without_drive(pin, found),
                }
            }
        }
    }

    /// Whether the net of a pin belongs to an ideal network, where no rule holds.
    fn is_at_ideal_net(&self, pin: PinId) -> bool {
        let pins = self.timed.graph().pins();
        let net = if pins.ideal_nets().is_empty() { None } else { self.timed.netlist().pin_net(pin) };
        net.is_some_and(|net| pins.is_ideal_net(net))
    }

    /// Whether nothing but ideal clocks comes to a node of the pin graph: networks that are to be built yet are not checked.
    fn is_of_ideal_clocks(&self, node: NodeId) -> bool {
        if !self.has_ideal_clocks {
            return false;
        }
        let graph = self.timed.graph();
        let vertices = graph.nodes_at(node).flat_map(NodeId::vertices);
        let mut tags = vertices.filter_map(|vertex| graph.vertex_tag(vertex)).peekable();
        tags.peek().is_some() && tags.all(|tag| tag.role == Role::IdealClock)
    }

    /// A check of values by transition, in the transition where the slack is least; none where nothing bounds them.
    fn worst_of(&self, pin: PinId, values: [Option<f32>; 2], bounds: [f32; 2]) -> Option<RuleCheck> {
        let check = |transition: Transition| {
            let bound = bounds[transition as usize];
            let value = values[transition as usize].filter(|_| bound != bounds::NONE)?;
            let limit = self.bounds.limit(bound);
            Some(RuleCheck { rule: self.rule, pin, transition: Some(transition), limit, value })
        };
        let checks = Transition::ALL.into_iter().filter_map(check);
        checks.reduce(worse)
    }
}

/// The one with less slack; of equals the first.
fn worse(a: RuleCheck, b: RuleCheck) -> RuleCheck {
    if b.slack() < a.slack() { b } else { a }
}

/// Ports before pins of cells, and names in their order.
fn by_name(netlist: &Netlist, a: PinId, b: PinId) -> Ordering {
    let name = |pin: PinId| match (netlist.pin_cell(pin), netlist.master_pin(pin)) {
        (Some(cell), Some(master_pin)) => (true, netlist.cell_name(cell), &*master_pin.name),
        _ => (false, "", ""),
    };
    match (name(a), name(b)) {
        ((false, ..), (false, ..)) => netlist.pin_name(a).cmp(&netlist.pin_name(b)),
        (a, b) => a.cmp(&b),
    }
}
