//! Where something is stated of clocks at a pin of a module's instance: what is reached through that pin has it, and nothing else of its net.

use zeroslack_netlist::{HierarchicalPinId, Netlist, PinId};

use crate::{ClockId, Constraints};

/// Where a clock starts, as seen from a pin of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Before,
    There,
    Inside,
}

/// A pin of a module's instance, and what is on its net.
struct Place<'p> {
    constraints: &'p Constraints,
    netlist: &'p Netlist,
    at: HierarchicalPinId,
    /// A clock that is left out of account.
    but: Option<ClockId>,
    drivers: Vec<PinId>,
    /// Loads that are reached through the pin, in order.
    behind: Vec<PinId>,
    /// Whether other loads are reached beside it.
    has_others: bool,
}

impl Constraints {
    /// The pins of the flat design that stand for a pin of a module's instance in constraints of clocks; none where nothing comes through it.
    ///
    /// They are the net's drivers, if all its loads are behind the pin and no clock starts before it; otherwise the loads behind it, but for those at which
    /// a clock starts farther inside.
    pub fn pins_at(&self, netlist: &Netlist, at: HierarchicalPinId) -> Vec<PinId> {
        let Some(place) = Place::new(self, netlist, at, None) else { return Vec::new() };
        // A clock that starts farther inside is not affected by this pin.
        if place.starts_at_drivers().contains(&Start::Inside) { Vec::new() } else { place.pins() }
    }

    /// The pins that stand for `at` as sources of a new clock, which replaces `own`.
    pub fn sources_at(&self, netlist: &Netlist, at: HierarchicalPinId, own: Option<ClockId>) -> Vec<PinId> {
        Place::new(self, netlist, at, own).map_or_else(Vec::new, |place| place.pins())
    }

    /// The pins that stand for a pin of a module's instance where clocks start that were stated there.
    pub fn starts_at(&self, netlist: &Netlist, at: HierarchicalPinId) -> Vec<PinId> {
        let mut pins = self.pins_at(netlist, at);
        pins.retain(|&pin| self.starting_at(pin, at).next().is_some());
        pins
    }

    /// The clocks that start at a pin which stands for one of an instance, and were stated there.
    pub(crate) fn starting_at(
        &self,
        pin: PinId,
        at: HierarchicalPinId,
    ) -> impl Iterator<Item = ClockId> + '_ {
        let starting = self.clocks.starting_at(pin).iter().copied();
        starting.filter(move |&clock| self.clocks.stated_at(pin, clock) == Some(at))
    }
}

impl<'p> Place<'p> {
    /// None where no net is at the pin.
    fn new(
        constraints: &'p Constraints,
        netlist: &'p Netlist,
        at: HierarchicalPinId,
        but: Option<ClockId>,
    ) -> Option<Self> {
        let pins = netlist.net_pins(netlist.hierarchical_pin_net(at)?);
        let drivers: Vec<PinId> = pins.iter().copied().filter(|&pin| netlist.is_driver(pin)).collect();
        let mut behind = netlist.loads_after(at);
        behind.sort_unstable();
        let is_other = |pin: &PinId| {
            netlist.is_load(*pin)
                && behind.binary_search(pin).is_err()
                && drivers.iter().any(|driver| driver != pin)
        };
        let has_others = pins.iter().any(is_other);
        Some(Self { constraints, netlist, at, but, drivers, behind, has_others })
    }

    fn pins(self) -> Vec<PinId> {
        let is_taken = self.starts_at_drivers().contains(&Start::Before);
        let starts = |&load: &PinId| self.starts(load, load);
        let is_passed = || self.behind.iter().flat_map(starts).any(|start| start != Start::Inside);
        if !self.has_others && !is_taken && !is_passed() {
            return self.drivers;
        }
        let is_free = |load: &PinId| !starts(load).contains(&Start::Inside);
        self.behind.iter().copied().filter(is_free).collect()
    }

    /// Where clocks start that start at the net's drivers.
    fn starts_at_drivers(&self) -> Vec<Start> {
        let Some(&load) = self.behind.first() else { return Vec::new() };
        self.drivers.iter().flat_map(|&driver| self.starts(driver, load)).collect()
    }

    /// Where clocks start that start at a pin of the net, on the way to a load.
    fn starts(&self, pin: PinId, load: PinId) -> Vec<Start> {
        let clocks = &self.constraints.clocks;
        let starting = clocks.starting_at(pin).iter().filter(|&&clock| Some(clock) != self.but);
        let stated = starting.map(|&clock| clocks.stated_at(pin, clock));
        stated
            .map(|stated| stated.map_or_else(|| self.start_of_pin(pin), |at| self.start_at(at, load)))
            .collect()
    }

    fn start_of_pin(&self, pin: PinId) -> Start {
        if self.behind.binary_search(&pin).is_ok() { Start::Inside } else { Start::Before }
    }

    fn start_at(&self, at: HierarchicalPinId, load: PinId) -> Start {
        if at == self.at {
            return Start::There;
        }
        let driver = self.drivers.iter().find(|&&driver| driver != load);
        let way =
            driver.map_or_else(Vec::new, |&driver| self.netlist.hierarchical_pins_between(driver, load));
        let place = |pin| way.iter().position(|&other| other == pin);
        match (place(at), place(self.at)) {
            (Some(other), Some(own)) if other < own => Start::Before,
            _ => Start::Inside,
        }
    }
}
