//! What a linked netlist can be warned about.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Direction;
use zeroslack_parallel::concat;

use crate::library::MasterPin;
use crate::piece::PIECE;
use crate::{NetId, Netlist, PinId, PortDirection};

/// What drives a net, or what a pin does for its net, in one byte: pins are many, and visited in no order.
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

    /// The same with another pin on the net.
    fn with(self, pin: Self) -> Self {
        // A second certain driver is carried into the next bit.
        Self(self.0 | pin.0 | (self.0 & pin.0 & Self::CERTAIN.0) << 1)
    }

    /// Whether nothing drives what is there.
    fn is_missing(self) -> bool {
        self.has(Self::LOADED) && !self.has(Self::POSSIBLE)
    }

    /// Whether there is something to warn about.
    fn is_odd(self) -> bool {
        self.has(Self::DOUBLE) || self.is_missing()
    }

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Netlist {
    /// Warns about nets with loads but no driver (`NET-021`), but for those that have a value then, and with two drivers of which neither can float (`NET-022`).
    pub(crate) fn check_drivers(&self, pulled: &FxHashSet<u32>, diagnostics: &mut Diagnostics) {
        let of_pins = self.pin_drives();
        let drive = |net: NetId| {
            self.net_pins(net).iter().fold(Drive::default(), |drive, pin| drive.with(of_pins[pin.index()]))
        };
        let nets = (Self::CONSTANTS.len()..self.net_id_count()).into_par_iter().with_min_len(PIECE);
        let drives = nets.map(NetId::new).map(|net| (net, drive(net)));
        let odd: Vec<(NetId, Drive)> = drives.filter(|(_, drive)| drive.is_odd()).collect();
        for (net, drive) in odd {
            if drive.has(Drive::DOUBLE) {
                diagnostics.warning("NET-022", None, || self.two_drivers(net));
            }
            if drive.is_missing() && !pulled.contains(&net.0) {
                diagnostics.warning("NET-021", None, || {
                    let pin = self.pin_name(self.net_pins(net)[0]);
                    format!("net '{}' has no driver; it reaches '{pin}'", self.net_name(net))
                });
            }
        }
    }

    /// What each pin does, of a netlist that nothing was removed from. `[pin]`
    fn pin_drives(&self) -> Vec<Drive> {
        let of_masters = self.library().masters().iter();
        let of_masters = of_masters.map(|master| master.pins.iter().map(Drive::of_pin).collect());
        let of_masters: Vec<Vec<Drive>> = of_masters.collect();
        let pieces = self
            .cell_master
            .par_chunks(PIECE)
            .map(|masters| masters.iter().flat_map(|master| &of_masters[master.index()]).copied().collect());
        let mut pieces: Vec<Vec<Drive>> = pieces.collect();
        let ports = (0..self.port_pin_count()).map(|pin| self.drive(PinId::new(pin)));
        pieces.insert(0, ports.collect());
        concat(pieces, |_, drive| drive)
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
