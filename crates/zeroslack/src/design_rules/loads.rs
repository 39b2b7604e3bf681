//! Loads and fan-out of drivers.

use std::ops::Range;

use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellLibrary, PinId};
use zeroslack_sdc::{Constraints, LimitKind, LimitTarget};
use zeroslack_units::{Split, Transition};

use super::bounds::{ByMasterPin, NONE};
use super::{Found, Quantity, RuleCheck, RuleChecks, worse};

/// What a pin of a cell takes of a fan-out where its library does not say it.
const ONE: f32 = 1.0;

/// What a port takes of a fan-out where no constraint says it: what is outside of the design is no load that counts here.
const OUTSIDE: f32 = 0.0;

/// What loads take of the fan-out of their drivers.
#[derive(Debug, Default)]
pub(super) struct FanoutLoads {
    library: ByMasterPin,
    /// Of ports of which constraints state it.
    ports: FxHashMap<PinId, f32>,
    /// Whether each pin of a cell takes 1, and nothing is stated of ports.
    are_one: bool,
}

impl FanoutLoads {
    pub(super) fn new(library: &CellLibrary, constraints: &Constraints) -> Self {
        let library = ByMasterPin::new(library, Split::Late, ONE, |pin| pin.fanout_load);
        let mut ports = FxHashMap::default();
        for (&(kind, target), limit) in &constraints.limits {
            if let (LimitKind::FanoutLoad, LimitTarget::Pin(port), [Some(load), _]) = (kind, target, limit) {
                ports.insert(port, *load as f32);
            }
        }
        let are_one = ports.is_empty() && library.are_all(ONE);
        Self { library, ports, are_one }
    }
}

impl RuleChecks<'_> {
    /// Checks a range of drivers.
    pub(super) fn check_drivers(&self, range: Range<usize>, found: &mut dyn Found) {
        let (netlist, pins) = (self.timed.netlist(), self.timed.graph().pins());
        for tree in range {
            let driver = pins.trees()[tree].driver;
            // Of what is gone the graph may still have a tree.
            if !netlist.has_pin(driver) || pins.tree_of(pins.driver_node(driver)) != Some(tree) {
                continue;
            }
            let bounds = self.bounds.all_of_pin(netlist, driver);
            if let Some(check) = self.check_tree(driver, tree, bounds) {
                found.add(check);
            }
        }
    }

    /// Checks the pins that drive nothing and have a limit of their own.
    pub(super) fn check_pins_without_drive(&self, found: &mut dyn Found) {
        let pins = self.timed.graph().pins();
        for &pin in &self.bounds.stated_pins {
            if pins.tree_of(pins.driver_node(pin)).is_none() {
                self.check_without_drive(pin, found);
            }
        }
    }

    /// Checks what drives the net of a pin that drives nothing against the limit that is stated at the pin: of several drivers the worst.
    pub(super) fn check_without_drive(&self, pin: PinId, found: &mut dyn Found) {
        let (netlist, pins) = (self.timed.netlist(), self.timed.graph().pins());
        let (Some(bounds), Some(net)) = (self.bounds.stated_at(pin), netlist.pin_net(pin)) else { return };
        let drivers = netlist.net_pins(net).iter().filter(|&&pin| netlist.is_driver(pin));
        let trees = drivers.filter_map(|&driver| pins.tree_of(pins.driver_node(driver)));
        let checks = trees.filter_map(|tree| self.check_tree(pin, tree, bounds));
        if let Some(check) = checks.reduce(worse) {
            found.add(check);
        }
    }

    /// Checks a driver against what bounds it, at its own pin or at another one of its net.
    fn check_tree(&self, pin: PinId, tree: usize, bounds: [f32; 2]) -> Option<RuleCheck> {
        if bounds == [NONE; 2] || self.is_at_ideal_net(pin) {
            return None;
        }
        let pins = self.timed.graph().pins();
        if self.is_of_ideal_clocks(pins.driver_node(pins.trees()[tree].driver)) {
            return None;
        }
        if self.rule.quantity() == Quantity::Fanout {
            let check = self.worst_of(pin, [Some(self.fanout(tree)), None], bounds)?;
            return Some(RuleCheck { transition: None, ..check });
        }
        let loads = self.timing.loads()[tree][self.rule.split() as usize];
        self.worst_of(pin, Transition::ALL.map(|transition| Some(loads[transition as usize])), bounds)
    }

    /// What all loads of a driver take of its fan-out.
    fn fanout(&self, tree: usize) -> f32 {
        let sinks = self.timed.graph().pins().tree_sinks(tree);
        if self.fanout_loads.are_one {
            let netlist = self.timed.netlist();
            return sinks.iter().filter(|&&sink| netlist.pin_cell(sink).is_some()).count() as f32;
        }
        // The sum of none would be -0, which slacks are ordered by.
        sinks.iter().map(|&sink| self.fanout_load(sink)).fold(0.0, |sum, load| sum + load)
    }

    fn fanout_load(&self, sink: PinId) -> f32 {
        let netlist = self.timed.netlist();
        match (netlist.pin_cell(sink), netlist.pin_index(sink)) {
            (Some(cell), Some(index)) => self.fanout_loads.library.get(netlist.cell_master(cell), index),
            _ => self.fanout_loads.ports.get(&sink).copied().unwrap_or(OUTSIDE),
        }
    }
}
