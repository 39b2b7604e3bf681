//! What a linked netlist can be warned about.

use zeroslack_input::Diagnostics;
use zeroslack_liberty::Direction;

use crate::library::MasterPin;
use crate::{NetId, Netlist, PinId, PortDirection};

/// What drives a net, in one byte: nets are many, and visited in no order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Drive(u8);

impl Drive {
    /// There is a pin at all.
    const LOADED: Self = Self(1);
    /// Something drives it or may.
    const POSSIBLE: Self = Self(2);
    /// A driver that never floats.
    const CERTAIN: Self = Self(4);
    /// Another one.
    const DOUBLE: Self = Self(8);

    fn of_port(direction: PortDirection) -> Self {
        match direction {
            PortDirection::Input => Self(Self::LOADED.0 | Self::POSSIBLE.0 | Self::CERTAIN.0),
            PortDirection::Output => Self::LOADED,
            PortDirection::Inout => Self(Self::LOADED.0 | Self::POSSIBLE.0),
        }
    }

    fn of_pin(pin: &MasterPin) -> Self {
        match pin.direction {
            Direction::Output if !pin.three_state => {
                Self(Self::LOADED.0 | Self::POSSIBLE.0 | Self::CERTAIN.0)
            }
            Direction::Output | Direction::Inout => Self(Self::LOADED.0 | Self::POSSIBLE.0),
            Direction::Input | Direction::Internal => Self::LOADED,
        }
    }

    fn add(&mut self, pin: Self) {
        // A second certain driver is carried into the next bit.
        self.0 |= pin.0 | (self.0 & pin.0 & Self::CERTAIN.0) << 1;
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Netlist {
    /// Warns about nets with loads but no driver (`NET-021`), and with two drivers of which neither can float (`NET-022`).
    pub(crate) fn check_drivers(&self, diagnostics: &mut Diagnostics) {
        let drives = self.drives();
        for net in self.nets().skip(Self::CONSTANTS.len()) {
            let drive = drives[net.index()];
            if drive.has(Drive::DOUBLE) {
                diagnostics.warning("NET-022", None, || self.two_drivers(net));
            }
            if drive.has(Drive::LOADED) && !drive.has(Drive::POSSIBLE) {
                diagnostics.warning("NET-021", None, || {
                    let pin = self.pin_name(self.net_pins(net)[0]);
                    format!("net '{}' has no driver; it reaches '{pin}'", self.net_name(net))
                });
            }
        }
    }

    /// `[net]`
    fn drives(&self) -> Vec<Drive> {
        let mut drives = vec![Drive::default(); self.net_id_count()];
        let mut add = |pin: PinId, drive: Drive| {
            if let Some(net) = self.pin_net(pin) {
                drives[net.index()].add(drive);
            }
        };
        for pin in self.pins().take(self.port_pin_count()) {
            add(pin, self.drive(pin));
        }
        for cell in self.cells() {
            for (pin, master_pin) in self.cell_pins(cell).zip(&self.master(cell).pins) {
                add(pin, Drive::of_pin(master_pin));
            }
        }
        drives
    }

    fn drive(&self, pin: PinId) -> Drive {
        match (self.port_of(pin), self.master_pin(pin)) {
            (Some((port, _)), _) => Drive::of_port(port.direction),
            (None, master_pin) => master_pin.map_or(Drive::default(), Drive::of_pin),
        }
    }

    fn two_drivers(&self, net: NetId) -> String {
        let certain = self.net_pins(net).iter().filter(|&&pin| self.drive(pin).has(Drive::CERTAIN));
        let names: Vec<String> = certain.take(2).map(|&pin| format!("'{}'", self.pin_name(pin))).collect();
        format!("net '{}' is driven by both {}", self.net_name(net), names.join(" and "))
    }
}
