//! Where something is stated of clocks at a pin of a module's instance: what is reached through that pin has it, and nothing else of its net.

use zeroslack_netlist::{HierarchicalPinId, Netlist, PinId};

use crate::{ClockId, Constraints};

impl Constraints {
    /// The pins of the flat design that stand for a pin of a module's instance in constraints of clocks; none where nothing comes through it.
    ///
    /// They are the net's drivers, if all its loads are behind the pin and no clock starts before it; otherwise the loads behind it, but for those at which
    /// a clock starts farther inside. A clock that is about to be stated there anew is left out of account (`but`).
    pub fn pins_at(&self, netlist: &Netlist, at: HierarchicalPinId, but: Option<ClockId>) -> Vec<PinId> {
        let Some(net) = netlist.hierarchical_pin_net(at) else { return Vec::new() };
        let behind = netlist.loads_after(at);
        let pins = netlist.net_pins(net).iter().copied();
        let drivers: Vec<PinId> = pins.clone().filter(|&pin| netlist.is_driver(pin)).collect();
        let is_beside = |load: PinId| {
            netlist.is_load(load) && !behind.contains(&load) && drivers.iter().any(|&driver| driver != load)
        };
        let starting = |pin: PinId| {
            let clocks = self.clocks.starting_at(pin).iter().copied();
            clocks
                .filter(move |&clock| Some(clock) != but)
                .map(move |clock| self.clocks.stated_at(pin, clock))
        };
        let is_before = |load: PinId, stated: Option<HierarchicalPinId>| {
            stated.is_some_and(|stated| stated == at || is_inside(netlist, (&drivers, load), at, stated))
        };
        let is_taken = drivers.iter().any(|&driver| starting(driver).any(|stated| stated != Some(at)));
        let is_passed = || behind.iter().any(|&load| starting(load).any(|stated| is_before(load, stated)));
        if !pins.into_iter().any(is_beside) && !is_taken && !is_passed() {
            return drivers;
        }
        let is_free = |load: &PinId| starting(*load).all(|stated| is_before(*load, stated));
        behind.iter().copied().filter(is_free).collect()
    }
}

/// Whether the second of two pins of instances comes before the first one on the way to a load.
fn is_inside(
    netlist: &Netlist,
    (drivers, load): (&[PinId], PinId),
    inner: HierarchicalPinId,
    outer: HierarchicalPinId,
) -> bool {
    let Some(&driver) = drivers.iter().find(|&&driver| driver != load) else { return false };
    let way = netlist.hierarchical_pins_between(driver, load);
    let place = |pin| way.iter().position(|&other| other == pin);
    matches!((place(outer), place(inner)), (Some(outer), Some(inner)) if outer < inner)
}
