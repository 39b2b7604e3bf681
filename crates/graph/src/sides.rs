//! Pins with several nodes: those that both drive their net and load it have one for each side, and data pins of latches one more.

use zeroslack_netlist::PinId;

/// What a node is to its pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Its only node, or its load side.
    Own,
    /// Where it drives its net.
    Driver,
    /// Where the latch of a data pin gives on what came while it was open.
    Giving,
}

/// The numbers that nodes have before they are laid out.
///
/// A pin with two sides takes signals from its net at its *load side*, and gives signals to its net at its *driver side*. The number of a pin is that of
/// its node, or of its load side; those of driver sides follow the numbers of all pins. Nothing leads from the driver side of a pin to its load side.
/// A data pin of a latch has a *giving side* too, from which signals go on through the latch; those are numbered last.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sides {
    /// Number of pins.
    pins: usize,
    /// Pins with two sides, in order.
    two_sided: Vec<PinId>,
    /// Whether they are of ports.
    of_ports: Vec<bool>,
    /// Pins with a giving side, in order.
    latched: Vec<PinId>,
}

impl Sides {
    /// Of so many pins; those with two sides in order, and whether they are of ports; those with a giving side in order.
    pub(crate) fn new(pins: usize, two_sided: Vec<(PinId, bool)>, latched: Vec<PinId>) -> Self {
        let (two_sided, of_ports) = two_sided.into_iter().unzip();
        Self { pins, two_sided, of_ports, latched }
    }

    /// Number of nodes.
    pub(crate) fn count(&self) -> usize {
        self.first_giving() + self.latched.len()
    }

    fn first_giving(&self) -> usize {
        self.pins + self.two_sided.len()
    }

    /// Number of pins.
    pub(crate) fn pin_count(&self) -> usize {
        self.pins
    }

    /// Takes pins in that have one side; the numbers of all others stay in their order.
    pub(crate) fn set_pin_count(&mut self, pins: usize) {
        self.pins = pins;
    }

    /// The pins with two sides, in order.
    pub(crate) fn two_sided(&self) -> &[PinId] {
        &self.two_sided
    }

    /// The pins with a giving side, in order.
    pub(crate) fn latched(&self) -> &[PinId] {
        &self.latched
    }

    /// The numbers of driver sides and giving sides, each with its pin.
    pub(crate) fn added(&self) -> impl Iterator<Item = (usize, PinId)> + '_ {
        (self.pins..).zip(self.two_sided.iter().chain(&self.latched).copied())
    }

    /// The pin of a number, and what that is to it.
    #[inline]
    pub(crate) fn pin(&self, number: usize) -> (PinId, Side) {
        let Some(place) = number.checked_sub(self.pins) else { return (PinId::new(number), Side::Own) };
        match self.two_sided.get(place) {
            Some(&pin) => (pin, Side::Driver),
            None => {
                let giving = self.latched.get(place - self.two_sided.len());
                giving.map_or((PinId::new(number), Side::Own), |&pin| (pin, Side::Giving))
            }
        }
    }

    /// The giving side of a data pin of a latch.
    #[inline]
    pub(crate) fn giving(&self, pin: PinId) -> Option<usize> {
        if self.latched.is_empty() {
            return None;
        }
        Some(self.first_giving() + self.latched.binary_search(&pin).ok()?)
    }

    /// The driver side of a pin with two sides.
    #[inline]
    pub(crate) fn driver_side(&self, pin: PinId) -> Option<usize> {
        if self.two_sided.is_empty() {
            return None;
        }
        Some(self.pins + self.two_sided.binary_search(&pin).ok()?)
    }

    /// Where a pin drives its net: its driver side, or its only node.
    #[inline]
    pub(crate) fn driver(&self, pin: PinId) -> usize {
        self.driver_side(pin).unwrap_or(pin.index())
    }

    /// All nodes of a pin.
    pub(crate) fn all(&self, pin: PinId) -> impl Iterator<Item = usize> + Clone + use<> {
        std::iter::once(pin.index()).chain(self.driver_side(pin)).chain(self.giving(pin))
    }

    /// Where a signal starts that is stated of a pin: at its driver side, and at the load side of a cell's pin, from which it goes into the cell.
    pub(crate) fn starts(&self, pin: PinId) -> impl Iterator<Item = usize> + Clone + use<> {
        let driver = self.driver_side(pin);
        let from_load = driver.is_none_or(|driver| !self.of_ports[driver - self.pins]);
        from_load.then_some(pin.index()).into_iter().chain(driver)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_sides_are_numbered_after_all_pins() {
        let sides = Sides::new(5, vec![(PinId(1), true), (PinId(3), false)], vec![PinId(0), PinId(2)]);
        assert_eq!(sides.count(), 9);
        let pins: Vec<_> = (0..9).map(|number| sides.pin(number)).map(|(pin, side)| (pin.0, side)).collect();
        let own = (0..5).map(|pin| (pin, Side::Own));
        let added = [(1, Side::Driver), (3, Side::Driver), (0, Side::Giving), (2, Side::Giving)];
        assert_eq!(pins, own.chain(added).collect::<Vec<_>>());
        let giving: Vec<Option<usize>> = (0..5).map(|pin| sides.giving(PinId(pin))).collect();
        assert_eq!(giving, [Some(7), None, Some(8), None, None]);
        let drivers: Vec<usize> = (0..5).map(|pin| sides.driver(PinId(pin))).collect();
        assert_eq!(drivers, [0, 5, 2, 6, 4]);
        // At a port, signals do not start at the load side.
        let starts: Vec<Vec<usize>> = (0..5).map(|pin| sides.starts(PinId(pin)).collect()).collect();
        assert_eq!(starts, [vec![0], vec![5], vec![2], vec![3, 6], vec![4]]);
    }
}
