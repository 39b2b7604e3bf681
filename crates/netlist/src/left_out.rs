//! Pins that the parasitics of their net leave out.
//!
//! A network that has a node for one pin of its net has a node for every pin that counts. A pin without a node is *left out*: its
//! capacitance loads nothing, as if it were not on the net. A network without any pin, which says no more of a net than its
//! capacitance, leaves none out.
//!
//! So nothing has to be kept beside the networks. A pin that an edit connects gets a node of its own, and so does a pin that a file for
//! an instance does not name, because it may be outside of the instance. Such a node has neither capacitance nor resistors, and the
//! pin's own capacitance loads the driver.

use crate::parasitics::{Bound, RcNetwork};
use crate::{NetId, Netlist, Parasitics, PinId};

impl Netlist {
    /// The pins of a net that its parasitics leave out: other pins have nodes in its network, these have none. Their capacitance loads
    /// nothing.
    pub fn left_out_pins(&self, net: NetId) -> impl Iterator<Item = PinId> + '_ {
        let pins = self.net_pins(net);
        let rc = self.parasitics().net(net).filter(|rc| rc.has_pins() && !rc.has_pins_at_least(pins.len()));
        rc.into_iter().flat_map(|rc| pins.iter().copied().filter(move |&pin| rc.node_of(pin).is_none()))
    }
}

impl Parasitics {
    /// Gives a pin that comes to a net a node there, if other pins have one. False, and nothing changed, if there would be more than
    /// `most` nodes or resistors.
    pub(crate) fn add_pin(&mut self, net: NetId, pin: PinId, most: usize) -> bool {
        if !self.net(net).is_some_and(|rc| rc.has_pins()) {
            return true;
        }
        self.change(net, most, |network| network.insert_pin(pin))
    }

    /// Takes that back.
    pub(crate) fn remove_pin(&mut self, net: NetId, pin: PinId) {
        if self.net(net).is_some_and(|rc| rc.node_of(pin).is_some()) {
            // The network becomes smaller, so there is room.
            self.change(net, u32::MAX as usize, |network| network.remove_pin(pin));
        }
    }

    /// Puts a changed copy of a net's network in its place, if there is room.
    fn change(&mut self, net: NetId, most: usize, change: impl FnOnce(&mut RcNetwork)) -> bool {
        let Some(mut network) = self.network(net) else { return true };
        change(&mut network);
        let fits = self.put(&Bound::one(net, *network), most);
        self.tidy();
        fits
    }
}

impl RcNetwork {
    fn insert_pin(&mut self, pin: PinId) {
        let node = self.node_pin.partition_point(|&other| other < pin.0);
        self.node_pin.insert(node, pin.0);
        self.node_capacitance.insert(node, 0.0);
        self.renumber(|other| if other < node as u32 { other } else { other + 1 });
    }

    fn remove_pin(&mut self, pin: PinId) {
        let node = self.node_pin.partition_point(|&other| other < pin.0);
        self.node_pin.remove(node);
        self.node_capacitance.remove(node);
        self.renumber(|other| if other < node as u32 { other } else { other - 1 });
    }

    /// Gives the ends of resistors other numbers in the same order.
    fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        for resistor in &mut self.resistors {
            (resistor.low, resistor.high) = (number(resistor.low), number(resistor.high));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::NONE;

    #[test]
    fn a_pin_without_room_for_its_node_changes_nothing() {
        let mut parasitics = Parasitics::empty(1);
        let network = Bound {
            nets: vec![(NetId(0), 2, 0)],
            node_pin: vec![7, NONE],
            node_capacitance: vec![1.0, 2.0],
            resistors: Vec::new(),
        };
        assert!(parasitics.put(&network, 2));
        let before = parasitics.network(NetId(0));
        assert!(!parasitics.add_pin(NetId(0), PinId(3), 4));
        assert_eq!(parasitics.network(NetId(0)), before);
        assert!(parasitics.add_pin(NetId(0), PinId(3), 5));
        assert_eq!(parasitics.net(NetId(0)).unwrap().capacitance, [0.0, 1.0, 2.0]);
        parasitics.remove_pin(NetId(0), PinId(3));
        assert_eq!(parasitics.network(NetId(0)), before);
    }
}
