//! Which bit of a module is on which pin of its instances: found out once for a module, however often it is there. Pieces of a module know nothing of
//! each other.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_verilog::{Assign, Connection, ExprId, Instance, Module};

use crate::body::{Bit, Body, Member, OPEN, Target, connections};
use crate::budget::Budget;
use crate::interface::Interface;
use crate::library::{Master, MasterPort};
use crate::piece::{PIECE, Piece};
use crate::problem::{BadExpr, Problem};
use crate::{CellLibrary, MasterId};

pub(crate) struct Connector<'b, 's, 't> {
    body: &'b Body<'s, 't>,
    library: &'b CellLibrary,
    interfaces: &'b [Interface<'t>],
    budget: &'b Budget,
    stubs: &'b Stubs<'b, 's, 't>,
    piece: Piece<'s, 't>,
    bits: Vec<Bit>,
    pins: Vec<u32>,
    wires: Vec<Wire>,
    /// The library cell of the last instance with ordered connections, and its ports.
    ordered: Option<(MasterId, Vec<MasterPort<'b>>)>,
}

/// The module of a name.
type Stubs<'b, 's, 't> = dyn Fn(&str) -> Option<&'s Module<'t>> + Sync + 'b;

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
    /// What the assignments and the instances of a body come to.
    pub(crate) fn pieces(
        body: &'b Body<'s, 't>,
        library: &'b CellLibrary,
        interfaces: &'b [Interface<'t>],
        budget: &'b Budget,
        stubs: &'b Stubs<'b, 's, 't>,
    ) -> Vec<Piece<'s, 't>> {
        let new = || {
            let (bits, pins, wires) = (Vec::new(), Vec::new(), Vec::new());
            let (piece, ordered) = (Piece::default(), None);
            Self { body, library, interfaces, budget, stubs, piece, bits, pins, wires, ordered }
        };
        let assigns = body.module.assigns.par_chunks(PIECE).map(|assigns| new().assigns(assigns));
        let instances = body.module.instances.par_chunks(PIECE).enumerate();
        let instances = instances.map(|(piece, instances)| new().instances(piece * PIECE, instances));
        assigns.chain(instances).collect()
    }

    /// Joins the two sides of assignments, from the right.
    fn assigns(mut self, assigns: &'s [Assign]) -> Piece<'s, 't> {
        let (mut targets, mut values) = (Vec::new(), Vec::new());
        for assign in assigns {
            targets.clear();
            values.clear();
            let found = self.bits_of(assign.target, &mut targets);
            let found = found.and_then(|()| self.bits_of(assign.value, &mut values));
            if let Err(problem) = found {
                self.piece.problems.push(Problem::Expr(assign.offset, "=", problem));
                continue;
            }
            if targets.len() != values.len() {
                self.piece.problems.push(Problem::Sides(assign.offset, [targets.len(), values.len()]));
            }
            let pairs = targets.iter().rev().zip(values.iter().rev());
            self.piece.joins.extend(pairs.map(|(&target, &value)| (target, value)));
        }
        self.piece
    }

    /// Connects instances, the first of which has a number.
    fn instances(mut self, first: usize, instances: &'s [Instance<'t>]) -> Piece<'s, 't> {
        self.piece.parts.reserve_exact(instances.len());
        self.piece.links.reserve(instances.iter().map(|instance| instance.connections.len()).sum());
        for (place, instance) in instances.iter().enumerate() {
            if self.budget.is_spent() {
                break;
            }
            self.instance(first + place, instance);
        }
        self.piece
    }

    #[inline]
    fn bits_of(&mut self, expr: ExprId, bits: &mut Vec<Bit>) -> Result<(), BadExpr<'t>> {
        self.body.bits_of(expr, &mut self.piece.undeclared, self.budget, bits)
    }

    fn instance(&mut self, number: usize, instance: &'s Instance<'t>) {
        let target = self.body.target(number);
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
        instance: &'s Instance<'t>,
        target: Target,
        place: usize,
        connection: &'s Connection<'t>,
        next: &mut usize,
    ) {
        let (first_bit, first_pin) = (self.bits.len(), self.pins.len());
        let (undeclared, bits) = (&mut self.piece.undeclared, &mut self.bits);
        if let Err(problem) = self.body.bits_of(connection.value, undeclared, self.budget, bits) {
            self.piece.problems.push(Problem::Expr(instance.offset, instance.name, problem));
            return self.bits.truncate(first_bit);
        }
        match self.reach(instance, target, place, connection, next) {
            Reached::Pins => {}
            Reached::Power => return,
            Reached::Unknown => {
                return self.piece.problems.push(Problem::NoPin(instance, connection, place));
            }
        }
        let wire = Wire { pins: first_pin..self.pins.len(), bits: first_bit..self.bits.len() };
        let count = instance.range.map_or(1, |range| range.width() as usize);
        let (has, given) = (wire.pins.len(), wire.bits.len());
        if given != has && given != has.saturating_mul(count) && given > 0 {
            self.piece.problems.push(Problem::Width(instance, connection, place, [has, given]));
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
            Target::Cell(master) => match connection.port {
                Some(name) => self.reach_named(self.library.master(master), name, next),
                None => self.reach_ordered(master, instance.cell, place, next),
            },
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
        } else if let Some(pins) = master.bus(name) {
            self.pins.extend_from_slice(pins);
        } else if master.has_power_pin(name) {
            return Reached::Power;
        } else {
            return Reached::Unknown;
        }
        Reached::Pins
    }

    #[cold]
    fn reach_ordered(&mut self, id: MasterId, cell: &str, place: usize, next: &mut usize) -> Reached {
        let library = self.library;
        let master = library.master(id);
        if master.is_black_box() {
            return self.reach_named(master, &(place + 1).to_string(), next);
        }
        // A stub knows better than the library in what order Verilog has them.
        if let Some(stub) = (self.stubs)(cell) {
            let port = stub.ports.get(place);
            return port.map_or(Reached::Unknown, |port| self.reach_named(master, port.name, next));
        }
        let ports = match self.ordered.take() {
            Some((known, ports)) if known == id => ports,
            _ => master.ports(),
        };
        let port = ports.get(place).copied();
        self.ordered = Some((id, ports));
        match port {
            Some(MasterPort::Pin(pin)) => self.pins.push(pin),
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
            self.piece.links.extend(pairs.filter(|&(_, &bit)| bit != OPEN).map(|(&pin, &bit)| (pin, bit)));
        }
        match target {
            Target::Cell(master) => self.piece.pins += self.library.master(master).pins.len(),
            Target::Module(_) => self.piece.children.push(self.piece.parts.len() as u32),
        }
        let links_end = self.piece.links.len() as u32;
        self.piece.parts.push(Member { instance: number as u32, index, target, links_end });
    }
}
