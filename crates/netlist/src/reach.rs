//! Which modules the top reaches, and what their instances are of.

use rustc_hash::FxHashMap;
use zeroslack_input::Severity;
use zeroslack_liberty::Direction;
use zeroslack_verilog::{Instance, Module};

use crate::MasterId;
use crate::body::{Target, connections};
use crate::library::MasterPin;
use crate::link::Linker;
use crate::problem::BadExpr;

/// All black boxes together have at most this many pins.
const MOST_PINS: u64 = 1 << 24;

impl<'t> Linker<'_, 't> {
    /// Makes bodies of all modules that `top` reaches, and finds what their instances are of.
    pub(crate) fn reach(&mut self, top: u32) {
        self.body(top);
        let mut known = FxHashMap::default();
        let mut next = 0;
        while next < self.bodies.len() {
            let pieces = self.bodies[next].cell_names.len();
            let targets = (0..pieces).map(|piece| self.targets(next, piece, &mut known)).collect();
            self.bodies[next].targets = targets;
            next += 1;
        }
    }

    /// What the names in a piece of a body stand for, of which some are known.
    fn targets(&mut self, body: usize, piece: usize, known: &mut FxHashMap<&'t str, Target>) -> Vec<Target> {
        let module = self.bodies[body].module;
        let names = self.bodies[body].cell_names[piece].names.clone();
        let target = |(name, instance): (&'t str, u32)| {
            if let Some(&target) = known.get(name) {
                return target;
            }
            let target = self.target(body, &module.instances[instance as usize]);
            known.insert(name, target);
            target
        };
        names.into_iter().map(target).collect()
    }

    /// What a name stands for. A module wins over a library cell, unless it is only a stub for it.
    fn target(&mut self, body: usize, instance: &Instance<'t>) -> Target {
        let module = self.by_name.get(instance.cell).copied();
        let cell = self.library.find(instance.cell);
        if let Some(module) = module {
            return match self.stubbed(self.modules[module as usize].1) {
                Some(cell) => Target::Cell(cell),
                None => Target::Module(self.body(module)),
            };
        }
        Target::Cell(cell.unwrap_or_else(|| {
            // Fill and tap cells connect to nothing: there is nothing about them to know.
            let is_filler = instance.connections.is_empty() && !self.strict;
            let (severity, then) = match self.strict {
                true => (Severity::Error, ""),
                false => (Severity::Warning, "; taken as a black box"),
            };
            if !is_filler {
                self.bodies[body].report(severity, "NET-016", (instance.offset, instance.name), || {
                    format!("'{}' is neither a module nor a library cell{then}", instance.cell)
                });
            }
            self.library.add_black_box(instance.cell)
        }))
    }

    /// The library cell that a module is only a stub for.
    pub(crate) fn stubbed(&self, module: &Module<'_>) -> Option<MasterId> {
        let is_empty = module.instances.is_empty() && module.assigns.is_empty();
        if is_empty { self.library.find(module.name) } else { None }
    }

    /// Gives black boxes the pins that all connections to instances of them tell of.
    /// False, with an error, if they are too many.
    pub(crate) fn fill_black_boxes(&mut self) -> bool {
        let first = self.described;
        let mut boxes: Vec<BlackBox<'t>> = Vec::new();
        boxes.resize_with(self.library.masters().len() - first, BlackBox::default);
        if boxes.is_empty() {
            return true;
        }
        let mut pins = 0;
        for body in &mut self.bodies {
            let module = body.module;
            for (number, instance) in module.instances.iter().enumerate() {
                let Target::Cell(master) = body.target(number) else { continue };
                let Some(place) = master.index().checked_sub(first) else { continue };
                for (number, connection) in connections(module, instance).iter().enumerate() {
                    let port = connection.port.map_or(Port::Number(number as u32), Port::Name);
                    pins += boxes[place].add(port, width(body.width_of(connection.value), instance));
                }
                if pins > MOST_PINS {
                    body.bad_expr(instance.offset, instance.name, &BadExpr::TooWide(instance.cell));
                    return false;
                }
            }
        }
        for (number, black_box) in boxes.into_iter().enumerate() {
            let (pins, buses) = black_box.pins();
            self.library.fill_black_box(MasterId::new(first + number), pins, buses);
        }
        true
    }
}

/// The width of a port that `bits` are on; an array of instances shares them out where it can.
fn width(bits: u64, instance: &Instance<'_>) -> u64 {
    match instance.range.map(|range| range.width()) {
        Some(count) if bits.is_multiple_of(count) => bits / count,
        _ => bits,
    }
}

/// A port of a black box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Port<'t> {
    Name(&'t str),
    /// From 0.
    Number(u32),
}

/// A cell of which nothing is known but its connections.
#[derive(Debug, Default)]
struct BlackBox<'t> {
    /// With their greatest widths, in order of first appearance.
    ports: Vec<(Port<'t>, u64)>,
    places: FxHashMap<Port<'t>, usize>,
}

/// Buses by name: the pins they are made of.
type Buses = Vec<(Box<str>, Vec<u32>)>;

impl<'t> BlackBox<'t> {
    /// Adds what a connection tells of a port, and returns the number of pins that this adds.
    fn add(&mut self, port: Port<'t>, width: u64) -> u64 {
        let place = *self.places.entry(port).or_insert(self.ports.len());
        if place == self.ports.len() {
            self.ports.push((port, 0));
        }
        let known = &mut self.ports[place].1;
        let more = width.max(1).saturating_sub(*known);
        *known += more;
        more
    }

    fn pins(self) -> (Vec<MasterPin>, Buses) {
        let mut pins = Vec::new();
        let mut buses = Vec::new();
        for (port, width) in self.ports {
            let name: Box<str> = match port {
                Port::Name(name) => name.into(),
                Port::Number(number) => (number + 1).to_string().into(),
            };
            if width == 1 {
                pins.push(pin(name));
                continue;
            }
            let first = pins.len() as u32;
            pins.extend((0..width).rev().map(|bit| pin(format!("{name}[{bit}]").into())));
            buses.push((name, (first..pins.len() as u32).collect()));
        }
        (pins, buses)
    }
}

fn pin(name: Box<str>) -> MasterPin {
    MasterPin { name, direction: Direction::Inout, three_state: true, has_arcs: false }
}
