//! The graph before it is laid out: arcs over pins, grouped by target and by source.

use zeroslack_netlist::{NetId, Netlist, PinId};

use crate::arc::{ArcSource, PackedKind};
use crate::model::Models;

/// An arc over pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawArc {
    pub(crate) source: ArcSource,
    pub(crate) kind: PackedKind,
}

/// A check over pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawCheck {
    pub(crate) data: u32,
    pub(crate) clock: u32,
    pub(crate) clock_transition: zeroslack_units::Transition,
    pub(crate) has: [bool; 2],
    pub(crate) model: u32,
}

/// A driver of a net and the wires from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawTree {
    pub(crate) net: NetId,
    pub(crate) driver: PinId,
    pub(crate) first_wire: u32,
}

/// Arcs over pins.
#[derive(Debug, Default)]
pub(crate) struct RawGraph {
    /// `[pin + 1]`: where its fan-in starts in `arcs`.
    pub(crate) first: Vec<u32>,
    /// Target by target, each in the order of its sources' ids.
    pub(crate) arcs: Vec<RawArc>,
    pub(crate) checks: Vec<RawCheck>,
    /// In the order of nets, then drivers.
    pub(crate) trees: Vec<RawTree>,
    /// The sink of each wire.
    pub(crate) wire_sink: Vec<PinId>,
}

impl RawGraph {
    /// All arcs and checks of a netlist. `is_start` says whose fan-in is cut, because a clock starts there.
    pub(crate) fn new(netlist: &Netlist, models: &mut Models, is_start: impl Fn(PinId) -> bool) -> Self {
        let mut raw = Self { first: Vec::with_capacity(netlist.pin_id_count() + 1), ..Self::default() };
        raw.add_trees(netlist);
        let mut wires_of = raw.wires_by_sink(netlist.pin_id_count());
        for pin in 0..netlist.port_pin_count() {
            raw.begin(pin);
            raw.add_wires(&mut wires_of, pin, &is_start);
        }
        for cell in netlist.cells() {
            let pins = netlist.cell_pins(cell);
            let template = models.template(netlist.library(), netlist.cell_master(cell));
            let mut arcs = template.arcs.iter().peekable();
            let base = pins.clone().next().map_or(0, |pin| pin.0);
            for (index, pin) in pins.enumerate() {
                raw.begin(pin.index());
                while let Some(arc) = arcs.next_if(|arc| arc.to == index as u32) {
                    if !is_start(pin) {
                        let source = ArcSource::new(base + arc.from, arc.negative, arc.has);
                        raw.arcs.push(RawArc { source, kind: PackedKind::cell(arc.model) });
                    }
                }
                raw.add_wires(&mut wires_of, pin.index(), &is_start);
            }
            raw.checks.extend(template.checks.iter().map(|check| RawCheck {
                data: base + check.data,
                clock: base + check.clock,
                clock_transition: check.clock_transition,
                has: check.has,
                model: check.model,
            }));
        }
        raw.begin(netlist.pin_id_count());
        raw
    }

    /// The fan-in of a pin begins. Pins between it and the one before are of removed cells and have none.
    fn begin(&mut self, pin: usize) {
        self.first.resize(pin + 1, self.arcs.len() as u32);
    }

    /// Numbers the wires: net by net, driver by driver, sink by sink.
    fn add_trees(&mut self, netlist: &Netlist) {
        for net in netlist.nets() {
            let pins = netlist.net_pins(net);
            for &driver in pins.iter().filter(|&&pin| netlist.is_driver(pin)) {
                self.trees.push(RawTree { net, driver, first_wire: self.wire_sink.len() as u32 });
                let sinks = pins.iter().copied().filter(|&pin| pin != driver && is_sink(netlist, pin));
                self.wire_sink.extend(sinks);
            }
        }
    }

    /// (where each pin's wires start, wires with their drivers).
    fn wires_by_sink(&self, pins: usize) -> WiresBySink {
        let mut first = vec![0_u32; pins + 1];
        for sink in &self.wire_sink {
            first[sink.index() + 1] += 1;
        }
        for pin in 0..pins {
            first[pin + 1] += first[pin];
        }
        let mut next = first.clone();
        let mut wires = vec![(0, 0); self.wire_sink.len()];
        for (number, tree) in self.trees.iter().enumerate() {
            let end = self.trees.get(number + 1).map_or(self.wire_sink.len() as u32, |next| next.first_wire);
            for wire in tree.first_wire..end {
                let place = &mut next[self.wire_sink[wire as usize].index()];
                wires[*place as usize] = (tree.driver.0, wire);
                *place += 1;
            }
        }
        WiresBySink { first, wires }
    }

    fn add_wires(&mut self, wires: &mut WiresBySink, pin: usize, is_start: &impl Fn(PinId) -> bool) {
        let (first, end) = (wires.first[pin] as usize, wires.first[pin + 1] as usize);
        if first == end || is_start(PinId::new(pin)) {
            return;
        }
        let wires = &mut wires.wires[first..end];
        wires.sort_unstable();
        self.arcs.extend(wires.iter().map(|&(driver, wire)| RawArc {
            source: ArcSource::new(driver, false, [true; 2]),
            kind: PackedKind::wire(wire),
        }));
    }

    /// Number of pins.
    pub(crate) fn pin_count(&self) -> usize {
        self.first.len() - 1
    }

    /// The fan-in of a pin.
    pub(crate) fn fanin(&self, pin: u32) -> &[RawArc] {
        &self.arcs[self.first[pin as usize] as usize..self.first[pin as usize + 1] as usize]
    }

    /// (where each pin's fan-out starts, targets in the order of their ids).
    pub(crate) fn fanout(&self) -> (Vec<u32>, Vec<u32>) {
        let pins = self.pin_count();
        let mut first = vec![0_u32; pins + 1];
        for arc in &self.arcs {
            first[arc.source.node() as usize + 1] += 1;
        }
        for pin in 0..pins {
            first[pin + 1] += first[pin];
        }
        let mut next = first.clone();
        let mut targets = vec![0; self.arcs.len()];
        for pin in 0..pins as u32 {
            for arc in self.fanin(pin) {
                let place = &mut next[arc.source.node() as usize];
                targets[*place as usize] = pin;
                *place += 1;
            }
        }
        (first, targets)
    }

    /// Keeps the arcs that `keep` wants, given their index.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut kept = 0;
        let mut start = 0;
        for pin in 0..self.pin_count() {
            let end = self.first[pin + 1] as usize;
            self.first[pin] = kept as u32;
            for arc in start..end {
                if keep(arc) {
                    self.arcs[kept] = self.arcs[arc];
                    kept += 1;
                }
            }
            start = end;
        }
        self.arcs.truncate(kept);
        let pins = self.pin_count();
        self.first[pins] = kept as u32;
    }
}

struct WiresBySink {
    first: Vec<u32>,
    /// (driver, wire).
    wires: Vec<(u32, u32)>,
}

/// A cell's input or inout pin, an output or inout port.
fn is_sink(netlist: &Netlist, pin: PinId) -> bool {
    use zeroslack_liberty::Direction;
    use zeroslack_netlist::PortDirection;
    match netlist.port_of(pin) {
        Some((port, _)) => port.direction != PortDirection::Input,
        None => netlist
            .master_pin(pin)
            .is_some_and(|pin| matches!(pin.direction, Direction::Input | Direction::Inout)),
    }
}
