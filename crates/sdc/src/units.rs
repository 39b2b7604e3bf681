//! The units that numbers of constraints are in.

use zeroslack_netlist::Netlist;
use zeroslack_units::Split;

/// The units that numbers of constraints are in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// ps in a unit of time.
    pub time: f64,
    /// fF in a unit of capacitance.
    pub capacitance: f64,
    /// kΩ in a unit of resistance.
    pub resistance: f64,
}

impl Units {
    /// Those of a netlist's first library, which SDC speaks in; ns, pF and kΩ, Liberty's own, where there is none.
    pub fn of_library(netlist: &Netlist) -> Self {
        let first = netlist.library().libraries(Split::Late).first();
        first.map_or(Self::default(), |library| Self {
            time: library.units.time,
            capacitance: library.units.capacitance,
            resistance: library.units.resistance,
        })
    }
}

impl Default for Units {
    /// ns, pF and kΩ.
    fn default() -> Self {
        Self { time: 1e3, capacitance: 1e3, resistance: 1.0 }
    }
}
