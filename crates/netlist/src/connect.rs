//! Which bit of a module is on which pin of its instances: found out once for a module, however often it is there.

use std::ops::Range;

use zeroslack_input::Severity;
use zeroslack_verilog::{Connection, Instance, Module};

use crate::CellLibrary;
use crate::body::{Bit, Body, Member, OPEN, Target, bits, connections};
use crate::budget::Budget;
use crate::interface::Interface;
use crate::library::{Master, MasterPort};

pub(crate) struct Connector<'b, 's, 't> {
    body: &'b mut Body<'s, 't>,
    library: &'b CellLibrary,
    interfaces: &'b [Interface<'t>],
    budget: &'b Budget,
    /// The module of a name.
    stubs: &'b (dyn Fn(&str) -> Option<&'s Module<'t>> + Sync),
    bits: Vec<Bit>,
    pins: Vec<u32>,
    wires: Vec<Wire>,
}

/// A connection of an instance, as ranges of [`Connector::pins`] and [`Connector::bits`].
#[derive(Clone, Debug)]
struct Wire {
    pins: Range<usize>,
    bits: Range<usize>,
}

/// What a connection reaches.
enum Reached {
    /// As many as were added to [`Connector::pins`].
    Pins,
    /// A power pin: of no interest.
    Power,
    Unknown,
}

impl<'b, 's, 't> Connector<'b, 's, 't> {
    pub(crate) fn new(
        body: &'b mut Body<'s, 't>,
        library: &'b CellLibrary,
        interfaces: &'b [Interface<'t>],
        budget: &'b Budget,
        stubs: &'b (dyn Fn(&str) -> Option<&'s Module<'t>> + Sync),
    ) -> Self {
        let (bits, pins, wires) = (Vec::new(), Vec::new(), Vec::new());
        Self { body, library, interfaces, budget, stubs, bits, pins, wires }
    }

    pub(crate) fn run(mut self) {
        self.assign();
        self.body.parts.reserve(self.body.module.instances.len());
        self.body.links.reserve(self.body.module.connections.len());
        for number in 0..self.body.module.instances.len() {
            if self.budget.is_spent() {
                return;
            }
            self.instance(number);
        }
    }

    /// Joins the two sides of every assignment, from the right.
    fn assign(&mut self) {
        let (mut targets, mut values) = (Vec::new(), Vec::new());
        for assign in &self.body.module.assigns {
            targets.clear();
            values.clear();
            let found = self.body.bits_of(assign.target, self.budget, &mut targets);
            let found = found.and_then(|()| self.body.bits_of(assign.value, self.budget, &mut values));
            if let Err(problem) = found {
                self.body.bad_expr(assign.offset, "=", &problem);
                continue;
            }
            if targets.len() != values.len() {
                self.body.report(Severity::Warning, "NET-012", (assign.offset, "="), || {
                    format!(
                        "the left side has {}, the right side {}",
                        bits(targets.len()),
                        bits(values.len())
                    )
                });
            }
            let pairs = targets.iter().rev().zip(values.iter().rev());
            self.body.joins.extend(pairs.map(|(&target, &value)| (target, value)));
        }
    }

    fn instance(&mut self, number: usize) {
        let instance = &self.body.module.instances[number];
        let target = self.body.targets[number];
        self.bits.clear();
        self.pins.clear();
        self.wires.clear();
        let mut next = 0;
        for (place, connection) in connections(self.body.module, instance).iter().enumerate() {
            self.connection(instance, target, place, connection, &mut next);
        }
        let Some(range) = instance.range else {
            return self.part(number, target, None, (0, 1));
        };
        let count = range.width() as usize;
        for (place, index) in range.bits().enumerate() {
            self.part(number, target, Some(index), (place, count));
        }
    }

    /// Adds a connection of an instance to `wires`. `next` is the pin to try first.
    fn connection(
        &mut self,
        instance: &Instance<'t>,
        target: Target,
        place: usize,
        connection: &Connection<'t>,
        next: &mut usize,
    ) {
        let (first_bit, first_pin) = (self.bits.len(), self.pins.len());
        if let Err(problem) = self.body.bits_of(connection.value, self.budget, &mut self.bits) {
            self.body.bad_expr(instance.offset, instance.name, &problem);
            return self.bits.truncate(first_bit);
        }
        match self.reach(instance, target, place, connection, next) {
            Reached::Pins => {}
            Reached::Power => return,
            Reached::Unknown => {
                return self.body.report(
                    Severity::Error,
                    "NET-020",
                    (instance.offset, instance.name),
                    || match connection.port {
                        Some(port) => format!("'{}' has no pin '{port}'", instance.cell),
                        None => format!("'{}' has fewer than {} pins", instance.cell, place + 1),
                    },
                );
            }
        }
        let wire = Wire { pins: first_pin..self.pins.len(), bits: first_bit..self.bits.len() };
        let count = instance.range.map_or(1, |range| range.width() as usize);
        let (has, given) = (wire.pins.len(), wire.bits.len());
        if given != has && given != has.saturating_mul(count) && given > 0 {
            let port = connection.port.map_or((place + 1).to_string(), str::to_string);
            self.body.report(Severity::Warning, "NET-019", (instance.offset, instance.name), || {
                format!(
                    "port '{port}' of '{}' has {} but is connected to {}",
                    instance.cell,
                    bits(has),
                    bits(given)
                )
            });
        }
        self.wires.push(wire);
    }

    /// Adds the pins or port bits that a connection reaches to `pins`.
    fn reach(
        &mut self,
        instance: &Instance<'t>,
        target: Target,
        place: usize,
        connection: &Connection<'t>,
        next: &mut usize,
    ) -> Reached {
        match target {
            Target::Cell(master) => {
                let master = self.library.master(master);
                match connection.port {
                    Some(name) => self.reach_named(master, name, next),
                    None => self.reach_ordered(master, instance.cell, place, next),
                }
            }
            Target::Module(body) => {
                let interface = &self.interfaces[body as usize];
                let number = connection.port.map_or(Some(place), |name| interface.number(name));
                match number.and_then(|number| interface.bits_of(number)) {
                    Some(bits) => self.pins.extend(bits),
                    None => return Reached::Unknown,
                }
                Reached::Pins
            }
        }
    }

    #[inline]
    fn reach_named(&mut self, master: &Master, name: &str, next: &mut usize) -> Reached {
        // Netlists mostly name pins in the library's order.
        if let Some(pin) = master.pin_from(*next, name) {
            *next = pin + 1;
            self.pins.push(pin as u32);
        } else if let Some((_, pins)) = master.buses.iter().find(|(bus, _)| **bus == *name) {
            self.pins.extend_from_slice(pins);
        } else if master.power_pins.iter().any(|pin| **pin == *name) {
            return Reached::Power;
        } else {
            return Reached::Unknown;
        }
        Reached::Pins
    }

    #[cold]
    fn reach_ordered(&mut self, master: &Master, cell: &str, place: usize, next: &mut usize) -> Reached {
        if master.is_black_box() {
            return self.reach_named(master, &(place + 1).to_string(), next);
        }
        // A stub knows better than the library in what order Verilog has them.
        if let Some(stub) = (self.stubs)(cell) {
            let port = stub.ports.get(place);
            return port.map_or(Reached::Unknown, |port| self.reach_named(master, port.name, next));
        }
        match master.ports().get(place) {
            Some(MasterPort::Pin(pin)) => self.pins.push(*pin),
            Some(MasterPort::Bus(_, pins)) => self.pins.extend_from_slice(pins),
            None => return Reached::Unknown,
        }
        Reached::Pins
    }

    /// Adds an instance, or the one at a place from the left in an array of `count`, from its `wires`.
    fn part(&mut self, number: usize, target: Target, index: Option<i32>, (place, count): (usize, usize)) {
        for wire in &self.wires {
            let (pins, mut bits) = (&self.pins[wire.pins.clone()], &self.bits[wire.bits.clone()]);
            if bits.len() == pins.len() * count {
                // Each its own bits; otherwise all the same.
                bits = &bits[place * pins.len()..(place + 1) * pins.len()];
            }
            let pairs = pins.iter().rev().zip(bits.iter().rev());
            self.body.links.extend(pairs.filter(|&(_, &bit)| bit != OPEN).map(|(&pin, &bit)| (pin, bit)));
        }
        let links_end = self.body.links.len() as u32;
        self.body.parts.push(Member { instance: number as u32, index, target, links_end });
    }
}
