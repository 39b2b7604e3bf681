//! Which nets have parasitics.

use std::fmt;

use zeroslack_netlist::{Netlist, Parasitics, PinId};

/// Drivers of nets without parasitics, and of nets whose parasitics leave pins out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParasiticAnnotation {
    /// Drivers of nets without parasitics.
    pub unannotated: Vec<PinId>,
    /// Drivers of nets with parasitics that leave pins out, each with these.
    pub partial: Vec<(PinId, Vec<PinId>)>,
}

impl ParasiticAnnotation {
    /// Of nets that have something to drive. The constants have no wires.
    pub fn new(netlist: &Netlist, parasitics: &Parasitics) -> Self {
        let mut annotation = Self::default();
        for net in netlist.nets().filter(|net| !Netlist::CONSTANTS.contains(net)) {
            let pins = netlist.net_pins(net);
            if pins.len() < 2 || !pins.iter().any(|&pin| netlist.is_load(pin)) {
                continue;
            }
            let drivers = pins.iter().copied().filter(|&pin| netlist.is_driver(pin));
            if parasitics.net(net).is_none() {
                annotation.unannotated.extend(drivers);
                continue;
            }
            let left_out: Vec<PinId> = parasitics.left_out_pins(netlist, net).collect();
            if !left_out.is_empty() {
                annotation.partial.extend(drivers.map(|driver| (driver, left_out.clone())));
            }
        }
        annotation
    }

    /// The counts, with the names of all if they are asked for.
    pub fn text<'a>(&'a self, netlist: &'a Netlist, with_names: bool) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            writeln!(f, "Found {} unannotated drivers.", self.unannotated.len())?;
            for &driver in self.unannotated.iter().filter(|_| with_names) {
                writeln!(f, " {}", netlist.pin_name(driver))?;
            }
            writeln!(f, "Found {} partially unannotated drivers.", self.partial.len())?;
            for (driver, left_out) in self.partial.iter().filter(|_| with_names) {
                writeln!(f, " {}", netlist.pin_name(*driver))?;
                for &pin in left_out {
                    writeln!(f, "  {}", netlist.pin_name(pin))?;
                }
            }
            Ok(())
        })
    }
}
