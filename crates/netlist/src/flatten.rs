//! Flattening: instances of modules become their cells and nets.
//!
//! Module instances are taken from a queue, so that neither deep nor wide hierarchies need stack. Nets of a module
//! and of its parent are joined where a port joins them.

use std::collections::VecDeque;

use zeroslack_input::Diagnostics;

use crate::alias::Aliases;
use crate::body::{Bit, Body, BodyId, Member, ONE, OPEN, Target, ZERO};
use crate::budget::Size;
use crate::hierarchy::{Hierarchy, ModulePorts};
use crate::id::NONE;
use crate::interface::Interface;
use crate::names::{NameTable, Names};
use crate::port::Port;
use crate::{CellId, CellLibrary, MasterId, Netlist, PinId};

/// Names of the two nets that every netlist has: constant 0 and constant 1.
const CONSTANTS: [&str; 2] = ["1'b0", "1'b1"];

/// A flat design.
#[derive(Debug, Default)]
pub(crate) struct Flat {
    pub(crate) ports: Vec<Port>,
    pub(crate) cell_names: Names,
    pub(crate) cell_table: NameTable,
    pub(crate) cell_master: Vec<MasterId>,
    /// `[cell + 1]`.
    pub(crate) cell_first_pin: Vec<PinId>,
    /// [`NONE`] for a port.
    pub(crate) pin_cell: Vec<u32>,
    /// [`NONE`] where not connected.
    pub(crate) pin_net: Vec<u32>,
    pub(crate) net_names: Names,
    /// Index in `net_names` of the name a net is called by.
    pub(crate) net_name: Vec<u32>,
    pub(crate) net_table: NameTable,
    pub(crate) hierarchy: Hierarchy,
}

/// A module instance that waits for its turn.
struct Pending {
    body: BodyId,
    /// Its number in the hierarchy.
    instance: u32,
    /// Its path with a `/` after it; empty for the top.
    prefix: String,
    /// The parent's nets, port bit after port bit; [`OPEN`] where there is none.
    outside: Vec<u32>,
}

pub(crate) struct Flattener<'b, 's, 't> {
    bodies: &'b [Body<'s, 't>],
    interfaces: &'b [Interface<'t>],
    library: &'b CellLibrary,
    /// Of the design as a whole.
    said_of_all: &'b mut Diagnostics,
    /// By body.
    pub(crate) said: Vec<Diagnostics>,
    aliases: Aliases,
    flat: Flat,
    queue: VecDeque<Pending>,
}

impl<'b, 's, 't> Flattener<'b, 's, 't> {
    pub(crate) fn new(
        bodies: &'b [Body<'s, 't>],
        interfaces: &'b [Interface<'t>],
        library: &'b CellLibrary,
        said_of_all: &'b mut Diagnostics,
    ) -> Self {
        Self {
            bodies,
            interfaces,
            library,
            said_of_all,
            said: vec![Diagnostics::new(); bodies.len()],
            aliases: Aliases::default(),
            flat: Flat::default(),
            queue: VecDeque::new(),
        }
    }

    /// Flattens the first body, which comes to `size`. None when ids run out.
    pub(crate) fn run(&mut self, size: Size) -> Option<Flat> {
        self.reserve(size);
        self.aliases.add(2)?;
        for name in CONSTANTS {
            self.flat.net_names.push(&[name])?;
        }
        self.add_ports()?;
        let modules = self.bodies.iter().zip(self.interfaces);
        self.flat.hierarchy.modules =
            modules.map(|(body, interface)| ModulePorts::new(body.module.name, interface)).collect();
        let outside = self.flat.pin_net.clone();
        let instance = self.flat.hierarchy.add(NONE, 0, "", "", "")?;
        self.queue.push_back(Pending { body: 0, instance, prefix: String::new(), outside });
        while let Some(pending) = self.queue.pop_front() {
            self.flatten(&pending)?;
        }
        let Flat { hierarchy, cell_master, net_names, pin_net, .. } = &mut self.flat;
        hierarchy.finish(cell_master.len(), net_names.len(), pin_net);
        self.number_nets();
        self.flat.cell_first_pin.push(PinId::new(self.flat.pin_net.len()));
        Some(std::mem::take(&mut self.flat))
    }

    /// Makes room for what is to come: tables and arrays that grow step by step take up to twice the memory.
    fn reserve(&mut self, size: Size) {
        let (cells, pins) = (size.cells as usize, size.pins as usize + self.interfaces[0].bits.len());
        self.flat.cell_table = NameTable::with_capacity(cells);
        self.flat.cell_master.reserve_exact(cells);
        self.flat.cell_first_pin.reserve_exact(cells + 1);
        self.flat.pin_cell.reserve_exact(pins);
        self.flat.pin_net.reserve_exact(pins);
    }

    /// The top's ports: each is a pin on a net of its own, which the module's own net joins.
    fn add_ports(&mut self) -> Option<()> {
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
                push_bit(&mut self.flat.net_names, "", port.name, index)?;
                self.flat.pin_net.push(self.aliases.add(1)?);
                self.flat.pin_cell.push(NONE);
            }
        }
        Some(())
    }

    /// Flattens one instance of a module: its nets, its assignments, its instances.
    fn flatten(&mut self, pending: &Pending) -> Option<()> {
        let body = &self.bodies[pending.body as usize];
        let base = self.aliases.add(body.bits)?;
        self.flat.hierarchy.begin(self.flat.cell_master.len(), self.flat.net_names.len());
        for net in &body.nets {
            match net.range {
                None => self.flat.net_names.push(&[&pending.prefix, net.name])?,
                Some(range) => {
                    for index in range.bits() {
                        push_bit(&mut self.flat.net_names, &pending.prefix, net.name, Some(index))?;
                    }
                    0
                }
            };
        }
        let inside = &self.interfaces[pending.body as usize].bits;
        for (&inside, &outside) in inside.iter().zip(&pending.outside) {
            self.flat.hierarchy.add_pin(outside, net(base, inside));
            self.join(net(base, inside), outside);
        }
        for &(a, b) in &body.joins {
            self.flat.hierarchy.add_join(net(base, a), net(base, b));
            self.join(net(base, a), net(base, b));
        }
        for (number, part) in body.parts.iter().enumerate() {
            match part.target {
                Target::Cell(master) => self.add_cell(pending, base, number, part, master)?,
                Target::Module(child) => self.enter(pending, base, number, part, child)?,
            }
        }
        u32::try_from(self.flat.pin_net.len()).ok().map(|_| ())
    }

    fn join(&mut self, a: u32, b: u32) {
        if a == OPEN || b == OPEN || self.aliases.join(a, b) {
            return;
        }
        let name = self.flat.net_names.get(a.max(b));
        self.said_of_all.warning("NET-027", None, || {
            format!("net '{name}' is tied to both constants; only the first counts")
        });
    }

    fn add_cell(
        &mut self,
        pending: &Pending,
        base: u32,
        number: usize,
        part: &Member,
        master: MasterId,
    ) -> Option<()> {
        let body = &self.bodies[pending.body as usize];
        let flat = &mut self.flat;
        let instance = &body.module.instances[part.instance as usize];
        let name = push_bit(&mut flat.cell_names, &pending.prefix, instance.name, part.index)?;
        let cell = CellId::new(flat.cell_master.len());
        let first = flat.pin_net.len();
        let pins = self.library.master(master).pins.len();
        flat.cell_master.push(master);
        flat.cell_first_pin.push(PinId::new(first));
        flat.pin_cell.resize(first + pins, cell.0);
        flat.pin_net.resize(first + pins, NONE);
        for &(pin, bit) in body.links_of(number) {
            flat.pin_net[first + pin as usize] = net(base, bit);
        }
        if flat.cell_table.insert(&flat.cell_names, name, cell.0).is_some() {
            let name = flat.cell_names.get(name);
            let span = instance.offset..instance.offset + instance.name.len();
            let said = &mut self.said[pending.body as usize];
            said.error("NET-018", Some((body.source.text, span)), || {
                format!("there is already an instance '{name}'")
            });
        }
        Some(())
    }

    /// Queues an instance of a module.
    fn enter(
        &mut self,
        pending: &Pending,
        base: u32,
        number: usize,
        part: &Member,
        child: BodyId,
    ) -> Option<()> {
        let body = &self.bodies[pending.body as usize];
        let name = body.module.instances[part.instance as usize].name;
        let index = part.index.map_or(String::new(), |index| format!("[{index}]"));
        let mut outside = vec![OPEN; self.interfaces[child as usize].bits.len()];
        for &(bit, value) in body.links_of(number) {
            outside[bit as usize] = net(base, value);
        }
        let instance = self.flat.hierarchy.add(pending.instance, child, &pending.prefix, name, &index)?;
        let prefix = format!("{}{name}{index}/", pending.prefix);
        self.queue.push_back(Pending { body: child, instance, prefix, outside });
        Some(())
    }

    /// Numbers the joined nets in order.
    fn number_nets(&mut self) {
        let flat = &mut self.flat;
        let mut number = vec![NONE; self.aliases.len()];
        flat.net_table = NameTable::with_capacity(flat.net_names.len());
        for raw in 0..self.aliases.len() as u32 {
            let root = self.aliases.find(raw);
            if root == raw {
                number[raw as usize] = flat.net_name.len() as u32;
                flat.net_name.push(raw);
            }
            let net = number[root as usize];
            number[raw as usize] = net;
            if flat.net_table.insert(&flat.net_names, raw, net).is_some_and(|other| other != net) {
                let name = flat.net_names.get(raw);
                self.said_of_all.warning("NET-015", None, || {
                    format!("two nets are named '{name}'; the first is found by the name")
                });
                flat.hierarchy.hide(raw, net);
            }
        }
        for net in flat.pin_net.iter_mut().filter(|net| **net != OPEN) {
            *net = number[*net as usize];
        }
    }
}

/// The net of a bit, in a module instance whose bit 0 is net `base`.
#[inline]
fn net(base: u32, bit: Bit) -> u32 {
    match bit {
        ZERO => Netlist::CONSTANTS[0].0,
        ONE => Netlist::CONSTANTS[1].0,
        OPEN => OPEN,
        bit => base + bit,
    }
}

/// Adds `prefix` + `name`, with the index where there is one.
fn push_bit(names: &mut Names, prefix: &str, name: &str, index: Option<i32>) -> Option<u32> {
    match index {
        None => names.push(&[prefix, name]),
        Some(index) => names.push(&[prefix, name, &format!("[{index}]")]),
    }
}
