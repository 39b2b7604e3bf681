//! Ports of the top module by name.

use std::fmt::Write as _;
use std::ops::Range;

use rustc_hash::FxHashMap;
use zeroslack_netlist::{Netlist, PinId, PortDirection};

use crate::glob;

/// All ports by name.
pub(crate) struct Ports<'n> {
    netlist: &'n Netlist,
    /// Index in [`Netlist::ports`].
    by_name: FxHashMap<&'n str, usize>,
    /// By port bit.
    directions: Vec<PortDirection>,
}

impl<'n> Ports<'n> {
    pub(crate) fn new(netlist: &'n Netlist) -> Self {
        let by_name =
            netlist.ports().iter().enumerate().map(|(number, port)| (&*port.name, number)).collect();
        let mut ports = Self { netlist, by_name, directions: Vec::with_capacity(netlist.port_pin_count()) };
        for (number, port) in netlist.ports().iter().enumerate() {
            ports.directions.extend(ports.bits(number).map(|_| port.direction));
        }
        ports
    }

    /// The bits of the port or the one bit (`a[3]`) that `name` is.
    pub(crate) fn find(&self, name: &str) -> Option<Range<u32>> {
        if let Some(&number) = self.by_name.get(name) {
            return Some(self.bits(number));
        }
        let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
        let number = *self.by_name.get(base)?;
        let (msb, lsb) = self.netlist.ports()[number].range?;
        let index: i32 = index.parse().ok()?;
        if index < msb.min(lsb) || index > msb.max(lsb) {
            return None;
        }
        let bit = self.bits(number).start + msb.abs_diff(index);
        Some(bit..bit + 1)
    }

    /// All port bits that a pattern matches, by their own names or by their bus's.
    pub(crate) fn matching(&self, pattern: &str) -> Vec<PinId> {
        let mut found = Vec::new();
        let mut name = String::new();
        for (number, port) in self.netlist.ports().iter().enumerate() {
            let bits = self.bits(number);
            if glob::matches(pattern, &port.name, None) {
                found.extend(bits.map(PinId));
                continue;
            }
            let Some((msb, lsb)) = port.range else { continue };
            for (place, bit) in bits.enumerate() {
                let place = place as i32;
                name.clear();
                // Writing to a string cannot fail.
                let _ = write!(name, "{}[{}]", port.name, if msb >= lsb { msb - place } else { msb + place });
                if glob::matches(pattern, &name, None) {
                    found.push(PinId(bit));
                }
            }
        }
        found
    }

    /// All port bits that have `direction` or both.
    pub(crate) fn going(&self, direction: PortDirection) -> Vec<PinId> {
        (0..self.directions.len()).map(PinId::new).filter(|&pin| self.goes(pin, direction)).collect()
    }

    /// Whether a port bit has `direction` or both; a pin of a cell has not.
    pub(crate) fn goes(&self, pin: PinId, direction: PortDirection) -> bool {
        let found = self.directions.get(pin.index());
        found.is_some_and(|&found| found == direction || found == PortDirection::Inout)
    }

    fn bits(&self, number: usize) -> Range<u32> {
        let ports = self.netlist.ports();
        let end = ports.get(number + 1).map_or(self.netlist.port_pin_count() as u32, |next| next.first_pin.0);
        ports[number].first_pin.0..end
    }
}
