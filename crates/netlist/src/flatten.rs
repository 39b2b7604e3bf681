//! Flattening: instances of modules become their cells and nets.
//!
//! First all instances of modules get their places, and nets of a module and of its parent are joined where a port joins them. Instances are
//! taken from a queue, so that neither deep nor wide hierarchies need stack. Then what is at the places is filled in ([`fill`](crate::fill)).

use std::collections::VecDeque;

use zeroslack_input::Diagnostics;

use crate::alias::Aliases;
use crate::body::{Bit, Body, BodyId, ONE, OPEN, Target, ZERO};
use crate::collision;
use crate::fill::Filler;
use crate::flat::Flat;
use crate::hierarchy::ModulePorts;
use crate::id::NONE;
use crate::interface::Interface;
use crate::piece::Piece;
use crate::port::Port;
use crate::{CellLibrary, Netlist, PinId};

/// Names of the two nets that every netlist has: constant 0 and constant 1.
const CONSTANTS: [&str; 2] = ["1'b0", "1'b1"];

/// Where an instance of a module is in the flat design.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) body: BodyId,
    /// The net of its bit 0.
    pub(crate) net: u32,
    /// Which of its parent's instances it is.
    pub(crate) instance: u32,
}

/// Flattens the first body. `said` is of the design as a whole. None when ids run out, or with an error about a module.
pub(crate) fn flatten(
    bodies: &mut [Body<'_, '_>],
    interfaces: &[Interface<'_>],
    library: &CellLibrary,
    said: &mut Diagnostics,
) -> Option<Flat> {
    let mut flattener = Flattener::new(bodies, interfaces);
    flattener.add_ports()?;
    flattener.place_all()?;
    let Flattener { mut flat, aliases, places, tied, .. } = flattener;
    if !collision::tell_apart_instances(bodies, &places, &mut flat.hierarchy)? {
        return None;
    }
    Filler { bodies, library, places: &places }.fill(&mut flat)?;
    flat.hierarchy.finish(flat.cell_master.len(), flat.net_names.len(), &flat.pin_net);
    for net in tied {
        let name = flat.net_names.get(net);
        said.warning("NET-027", None, || {
            format!("net '{name}' is tied to both constants; only the first counts")
        });
    }
    flat.number_nets(&aliases, said);
    collision::name_cells(bodies, &places, &mut flat)?;
    Some(flat)
}

/// A module instance that waits for its turn.
struct Pending {
    body: BodyId,
    /// Its number in the hierarchy.
    instance: u32,
    /// Which of its parent's instances it is.
    part: u32,
    /// Its path with a `/` after it; empty for the top.
    prefix: String,
    /// The parent's nets, port bit after port bit; [`OPEN`] where there is none.
    outside: Vec<u32>,
}

struct Flattener<'b, 's, 't> {
    bodies: &'b [Body<'s, 't>],
    interfaces: &'b [Interface<'t>],
    aliases: Aliases,
    flat: Flat,
    /// Of each instance in the hierarchy.
    places: Vec<Place>,
    /// Cells before the next place.
    cells: usize,
    queue: VecDeque<Pending>,
    /// Nets that are tied to both constants.
    tied: Vec<u32>,
}

impl<'b, 's, 't> Flattener<'b, 's, 't> {
    fn new(bodies: &'b [Body<'s, 't>], interfaces: &'b [Interface<'t>]) -> Self {
        Self {
            bodies,
            interfaces,
            aliases: Aliases::default(),
            flat: Flat::default(),
            places: Vec::new(),
            cells: 0,
            queue: VecDeque::new(),
            tied: Vec::new(),
        }
    }

    /// The constants, then the top's ports: each is a pin on a net of its own, which the module's own net joins.
    fn add_ports(&mut self) -> Option<()> {
        self.aliases.add(2)?;
        for name in CONSTANTS {
            self.flat.net_names.push(&[name])?;
        }
        for port in &self.interfaces[0].ports {
            self.flat.ports.push(Port {
                name: port.name.into(),
                direction: port.direction,
                range: port.range.map(|range| (range.msb, range.lsb)),
                first_pin: PinId::new(self.flat.pin_net.len()),
            });
            let mut indices = port.range.map(|range| range.bits());
            for _ in port.bits.clone() {
                let index = indices.as_mut().and_then(Iterator::next);
                self.flat.net_names.push_bit(&[port.name], index)?;
                self.flat.pin_net.push(self.aliases.add(1)?);
                self.flat.pin_cell.push(NONE);
            }
        }
        Some(())
    }

    /// Gives all instances of modules their places, from the top down.
    fn place_all(&mut self) -> Option<()> {
        let modules = self.bodies.iter().zip(self.interfaces);
        self.flat.hierarchy.modules =
            modules.map(|(body, interface)| ModulePorts::new(body.module.name, interface)).collect();
        let outside = self.flat.pin_net.clone();
        let instance = self.flat.hierarchy.add(NONE, 0, "", "", "")?;
        self.queue.push_back(Pending { body: 0, instance, part: 0, prefix: String::new(), outside });
        while let Some(pending) = self.queue.pop_front() {
            self.place(&pending)?;
        }
        Some(())
    }

    /// Gives an instance of a module its place, joins its nets, and queues the instances of modules in it.
    fn place(&mut self, pending: &Pending) -> Option<()> {
        let body = &self.bodies[pending.body as usize];
        let base = self.aliases.add(body.scope.bits)?;
        self.places.push(Place { body: pending.body, net: base, instance: pending.part });
        // Each net has one name of its own until it is joined.
        self.flat.hierarchy.begin(self.cells, base as usize);
        let inside = &self.interfaces[pending.body as usize].bits;
        for (&inside, &outside) in inside.iter().zip(&pending.outside) {
            self.flat.hierarchy.add_pin(outside, net(base, inside));
            self.join(net(base, inside), outside);
        }
        let tied = body.tied.iter().flat_map(|(bits, constant)| bits.clone().map(|bit| (bit, *constant)));
        for (a, b) in tied.chain(body.pieces.iter().flat_map(|piece| piece.joins.iter().copied())) {
            self.flat.hierarchy.add_join(net(base, a), net(base, b));
            self.join(net(base, a), net(base, b));
        }
        self.flat.pulled.extend(body.pulled.iter().cloned().flatten().map(|bit| net(base, bit)));
        for piece in &body.pieces {
            self.cells += piece.cells();
            for &child in &piece.children {
                self.enter(pending, base, piece, child as usize)?;
            }
        }
        Some(())
    }

    fn join(&mut self, a: u32, b: u32) {
        if a != OPEN && b != OPEN && !self.aliases.join(a, b) {
            self.tied.push(a.max(b));
        }
    }

    /// Queues an instance of a module, which is a part of a piece.
    fn enter(&mut self, pending: &Pending, base: u32, piece: &Piece<'_, '_>, number: usize) -> Option<()> {
        let part = &piece.parts[number];
        let Target::Module(child) = part.target else { return Some(()) };
        let name = self.bodies[pending.body as usize].module.instances[part.instance as usize].name;
        let index = part.index.map_or(String::new(), |index| format!("[{index}]"));
        let mut outside = vec![OPEN; self.interfaces[child as usize].bits.len()];
        for &(bit, value) in piece.links_of(number) {
            outside[bit as usize] = net(base, value);
        }
        let instance = self.flat.hierarchy.add(pending.instance, child, &pending.prefix, name, &index)?;
        let prefix = format!("{}{name}{index}/", pending.prefix);
        self.queue.push_back(Pending { body: child, instance, part: part.instance, prefix, outside });
        Some(())
    }
}

/// The net of a bit, in a module instance whose bit 0 is net `base`.
#[inline]
pub(crate) fn net(base: u32, bit: Bit) -> u32 {
    match bit {
        ZERO => Netlist::CONSTANTS[0].0,
        ONE => Netlist::CONSTANTS[1].0,
        OPEN => OPEN,
        bit => base + bit,
    }
}
