//! A net: its capacitance, what drives it and what it drives.

use std::fmt;

use rustc_hash::FxHashSet;
use zeroslack_liberty::Direction;
use zeroslack_netlist::{NetId, Netlist, PinId, PortDirection};
use zeroslack_timing::DelayData;
use zeroslack_units::{Quad, quad};

use crate::analysis::Analysis;
use crate::style::Style;

/// A net. Capacitances are fF, by split and transition.
#[derive(Clone, Debug, PartialEq)]
pub struct NetReport {
    /// Name.
    pub name: String,
    /// Of all its pins, but for those that its parasitics leave out.
    pub pin_capacitance: Quad<f32>,
    /// Of its wires and those outside of its ports.
    pub wire_capacitance: Quad<f32>,
    /// What drives it.
    pub drivers: Vec<NetPin>,
    /// What it drives.
    pub loads: Vec<NetPin>,
    /// How many pins and ports it has; one that drives it and loads it is one.
    pub pin_count: usize,
}

/// A pin or port of a net.
#[derive(Clone, Debug, PartialEq)]
pub struct NetPin {
    /// Name.
    pub name: String,
    /// `input`, `output`, `tristate`, `bidirect` or `internal`.
    pub direction: &'static str,
    /// Name of the library cell; none of a port.
    pub cell: Option<String>,
    /// Its capacitance; of a port that of the pins outside.
    pub capacitance: Quad<f32>,
    /// Of a port that of the wires outside.
    pub wires: Quad<f32>,
}

impl NetReport {
    /// Of a net.
    pub fn new(analysis: &Analysis<'_>, data: &DelayData, net: NetId) -> Self {
        let netlist = analysis.names.netlist;
        let pins = netlist.net_pins(net);
        let mut pin_capacitance = quad(0.0);
        let mut wire_capacitance = wires(analysis, net);
        let of = |pin: PinId| net_pin(analysis, data, pin);
        let is_stated = analysis.names.constraints.net_loads.contains_key(&net);
        let left_out = analysis.parasitics.left_out_pins(netlist, net).filter(|_| !is_stated);
        let left_out: FxHashSet<PinId> = left_out.collect();
        for pin in pins.iter().filter(|pin| !left_out.contains(pin)).map(|&pin| of(pin)) {
            pin_capacitance = sum(&pin_capacitance, &pin.capacitance);
            wire_capacitance = sum(&wire_capacitance, &pin.wires);
        }
        let some = |is_one: fn(&Netlist, PinId) -> bool| {
            let mut some: Vec<NetPin> =
                pins.iter().filter(|&&pin| is_one(netlist, pin)).map(|&pin| of(pin)).collect();
            some.sort_by(|a, b| a.name.cmp(&b.name));
            some
        };
        Self {
            name: netlist.net_name(net).to_string(),
            pin_capacitance,
            wire_capacitance,
            drivers: some(|netlist, pin| netlist.is_driver(pin)),
            loads: some(|netlist, pin| netlist.is_load(pin)),
            pin_count: pins.len(),
        }
    }

    /// Capacitances and counts, then a line a pin.
    pub fn text(&self, numbers: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let total = sum(&self.pin_capacitance, &self.wire_capacitance);
            writeln!(f, "Net {}", self.name)?;
            writeln!(f, " Pin capacitance: {}", range(&self.pin_capacitance, numbers))?;
            writeln!(f, " Wire capacitance: {}", range(&self.wire_capacitance, numbers))?;
            writeln!(f, " Total capacitance: {}", range(&total, numbers))?;
            writeln!(f, " Number of drivers: {}", self.drivers.len())?;
            writeln!(f, " Number of loads: {}", self.loads.len())?;
            writeln!(f, " Number of pins: {}", self.pin_count)?;
            for (title, pins) in [("Driver pins", &self.drivers), ("Load pins", &self.loads)] {
                if !pins.is_empty() {
                    writeln!(f, "\n{title}")?;
                    pins.iter().try_for_each(|pin| pin.write(f, numbers))?;
                }
            }
            writeln!(f)
        })
    }
}

impl NetPin {
    fn write(&self, f: &mut fmt::Formatter<'_>, numbers: Style) -> fmt::Result {
        write!(f, " {} {}", self.name, self.direction)?;
        let is_some = |capacitance: &Quad<f32>| capacitance.as_flattened().iter().any(|&it| it != 0.0);
        match &self.cell {
            Some(cell) => {
                write!(f, " ({cell})")?;
                if is_some(&self.capacitance) {
                    write!(f, " {}", range(&self.capacitance, numbers))?;
                }
            }
            None => {
                write!(f, " port")?;
                for (name, capacitance) in [("wire", &self.wires), ("pin", &self.capacitance)] {
                    if is_some(capacitance) {
                        write!(f, " {name} {}", range(capacitance, numbers))?;
                    }
                }
            }
        }
        writeln!(f)
    }
}

/// The capacitance of a net's own wires: as constraints state it, or that of its parasitics.
fn wires(analysis: &Analysis<'_>, net: NetId) -> Quad<f32> {
    let network = analysis.parasitics.net(net).map_or(0.0, |network| network.capacitance.iter().sum());
    match analysis.names.constraints.net_loads.get(&net) {
        Some(stated) => stated.map(|split| split.map(|stated| stated.unwrap_or(network))),
        None => quad(network),
    }
}

fn net_pin(analysis: &Analysis<'_>, data: &DelayData, pin: PinId) -> NetPin {
    let netlist = analysis.names.netlist;
    let load = analysis.names.constraints.loads.get(&pin);
    let outside = |stated: Quad<Option<f32>>| stated.map(|split| split.map(Option::unwrap_or_default));
    NetPin {
        name: netlist.pin_name(pin),
        direction: direction(netlist, pin),
        cell: netlist.pin_cell(pin).map(|cell| netlist.master(cell).name.to_string()),
        capacitance: match load {
            Some(load) => outside(load.pins),
            None => data.pin_capacitance(netlist, pin),
        },
        wires: load.map_or(quad(0.0), |load| outside(load.wires)),
    }
}

/// The direction of a pin or port.
pub(crate) fn direction(netlist: &Netlist, pin: PinId) -> &'static str {
    match (netlist.port_of(pin), netlist.master_pin(pin)) {
        (Some((port, _)), _) => match port.direction {
            PortDirection::Input => "input",
            PortDirection::Output => "output",
            PortDirection::Inout => "bidirect",
        },
        (None, Some(pin)) if pin.three_state && pin.direction == Direction::Output => "tristate",
        (None, Some(pin)) => own_direction(pin.direction),
        (None, None) => "internal",
    }
}

/// What a direction is called.
pub(crate) fn own_direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
        Direction::Inout => "bidirect",
        Direction::Internal => "internal",
    }
}

fn sum(a: &Quad<f32>, b: &Quad<f32>) -> Quad<f32> {
    [0, 1].map(|split| [0, 1].map(|transition| a[split][transition] + b[split][transition]))
}

/// The least and the greatest of capacitances; one where they are printed alike.
pub(crate) fn range(capacitances: &Quad<f32>, numbers: Style) -> String {
    let all = capacitances.as_flattened();
    let least = numbers.capacitance(f64::from(all.iter().copied().fold(f32::INFINITY, f32::min)));
    let greatest = numbers.capacitance(f64::from(all.iter().copied().fold(f32::NEG_INFINITY, f32::max)));
    if least == greatest { least } else { format!("{least}-{greatest}") }
}
