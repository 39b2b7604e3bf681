//! Pins that both drive their net and load it have two nodes, one for each side.

use zeroslack_netlist::PinId;

/// The numbers that nodes have before they are laid out.
///
/// A pin with two sides takes signals from its net at its *load side*, and gives signals to its net at its *driver side*. The number of a pin is that of
/// its node, or of its load side; those of driver sides follow the numbers of all pins. Nothing leads from the driver side of a pin to its load side.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sides {
    /// Number of pins.
    pins: usize,
    /// Pins with two sides, in order.
    two_sided: Vec<PinId>,
    /// Whether they are of ports.
    of_ports: Vec<bool>,
}

impl Sides {
    /// Of so many pins; those with two sides in order, and whether they are of ports.
    pub(crate) fn new(pins: usize, two_sided: Vec<(PinId, bool)>) -> Self {
        let (two_sided, of_ports) = two_sided.into_iter().unzip();
        Self { pins, two_sided, of_ports }
    }

    /// Number of nodes.
    pub(crate) fn count(&self) -> usize {
        self.pins + self.two_sided.len()
    }

    /// Number of pins.
    pub(crate) fn pin_count(&self) -> usize {
        self.pins
    }

    /// The pins with two sides, in order.
    pub(crate) fn two_sided(&self) -> &[PinId] {
        &self.two_sided
    }

    /// The numbers of driver sides, each with its pin.
    pub(crate) fn driver_sides(&self) -> impl Iterator<Item = (usize, PinId)> + '_ {
        (self.pins..).zip(self.two_sided.iter().copied())
    }

    /// The pin of a number, and whether it is that of the driver side.
    #[inline]
    pub(crate) fn pin(&self, number: usize) -> (PinId, bool) {
        match number.checked_sub(self.pins).and_then(|place| self.two_sided.get(place)) {
            Some(&pin) => (pin, true),
            None => (PinId::new(number), false),
        }
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
        std::iter::once(pin.index()).chain(self.driver_side(pin))
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
    fn driver_sides_are_numbered_after_all_pins() {
        let sides = Sides::new(5, vec![(PinId(1), true), (PinId(3), false)]);
        assert_eq!(sides.count(), 7);
        let pins: Vec<_> =
            (0..7).map(|number| sides.pin(number)).map(|(pin, drives)| (pin.0, drives)).collect();
        assert_eq!(pins, [(0, false), (1, false), (2, false), (3, false), (4, false), (1, true), (3, true)]);
        let drivers: Vec<usize> = (0..5).map(|pin| sides.driver(PinId(pin))).collect();
        assert_eq!(drivers, [0, 5, 2, 6, 4]);
        // At a port, signals do not start at the load side.
        let starts: Vec<Vec<usize>> = (0..5).map(|pin| sides.starts(PinId(pin)).collect()).collect();
        assert_eq!(starts, [vec![0], vec![5], vec![2], vec![3, 6], vec![4]]);
    }
}
