//! A module made ready for flattening: its nets as numbered bits, its instances as pins and the bits on them.

use std::ops;

use hashbrown::HashTable;
use zeroslack_input::{Diagnostics, Severity};
use zeroslack_verilog::{Connection, Design, Expr, ExprId, Instance, Kind, Module, Range};

use crate::MasterId;
use crate::budget::{BadExpr, Budget, MOST};
use crate::names::hash;

/// A Verilog file with what is needed to point into it.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    /// Its name, for messages.
    pub file: &'t str,
    /// Its text, for places in messages.
    pub text: &'t str,
    /// What was read from it.
    pub design: Design<'t>,
}

/// A bit of a module: an index local to the module, or one of the special ones below.
pub(crate) type Bit = u32;
/// Not connected.
pub(crate) const OPEN: Bit = u32::MAX;
/// Constant 0.
pub(crate) const ZERO: Bit = u32::MAX - 1;
/// Constant 1.
pub(crate) const ONE: Bit = u32::MAX - 2;
/// Buses and expressions wider than this are refused: they are typing errors, and would not fit in memory.
const WIDEST: u64 = 1 << 24;

/// A scalar or a bus of a module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalNet<'t> {
    pub(crate) name: &'t str,
    /// Its leftmost bit; the others follow.
    pub(crate) first: Bit,
    /// None for a scalar.
    pub(crate) range: Option<Range>,
    pub(crate) kind: Kind,
}

impl LocalNet<'_> {
    pub(crate) fn width(&self) -> u32 {
        self.range.map_or(1, |range| range.width() as u32)
    }

    /// The bit with an index of the bus.
    fn bit(&self, index: i32) -> Option<Bit> {
        let range = self.range?;
        let inside = (range.msb.min(range.lsb)..=range.msb.max(range.lsb)).contains(&index);
        inside.then(|| self.first + index.abs_diff(range.msb))
    }
}

/// Index of a module among those that the top reaches.
pub(crate) type BodyId = u32;

/// What an instance is an instance of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Module(BodyId),
    Cell(MasterId),
}

/// An instance, or one of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// Which of the module's instances.
    pub(crate) instance: u32,
    /// In an array.
    pub(crate) index: Option<i32>,
    pub(crate) target: Target,
    /// Where its links end; they begin where the previous part's do.
    pub(crate) links_end: u32,
}

/// A module made ready.
#[derive(Debug)]
pub(crate) struct Body<'s, 't> {
    pub(crate) source: &'s Source<'t>,
    /// Number of the source.
    pub(crate) number: usize,
    pub(crate) module: &'s Module<'t>,
    pub(crate) said: Diagnostics,
    /// From a name to its place in `nets`.
    places: HashTable<u32>,
    /// In the order of their bits.
    pub(crate) nets: Vec<LocalNet<'t>>,
    /// Number of bits.
    pub(crate) bits: u32,
    /// Number of bits in declarations.
    pub(crate) declared: u64,
    /// Of each instance in the module.
    pub(crate) targets: Vec<Target>,
    /// Bits that are one net.
    pub(crate) joins: Vec<(Bit, Bit)>,
    pub(crate) parts: Vec<Member>,
    /// Of each part: (pin of the cell or port bit of the module, bit on it).
    pub(crate) links: Vec<(u32, Bit)>,
}

impl<'s, 't> Body<'s, 't> {
    pub(crate) fn new(source: &'s Source<'t>, number: usize, module: &'s Module<'t>) -> Self {
        let mut body = Self {
            source,
            number,
            module,
            said: Diagnostics::new(),
            places: HashTable::with_capacity(module.declarations.len()),
            nets: Vec::with_capacity(module.declarations.len()),
            bits: 0,
            declared: 0,
            targets: Vec::with_capacity(module.instances.len()),
            joins: Vec::new(),
            parts: Vec::new(),
            links: Vec::new(),
        };
        // Ports get the lowest bits, so that an aliased net is named after the port.
        let is_port = |kind| matches!(kind, Kind::Input | Kind::Output | Kind::Inout);
        for wanted in [true, false] {
            for declaration in module.declarations.iter().filter(|each| is_port(each.kind) == wanted) {
                body.declare(declaration.name, declaration.range, declaration.kind, declaration.offset);
            }
        }
        body
    }

    fn declare(&mut self, name: &'t str, range: Option<Range>, kind: Kind, offset: usize) {
        if self.place(name).is_some() {
            return;
        }
        let width = range.map_or(1, Range::width);
        self.declared += width;
        if width > WIDEST {
            self.bad_expr(offset, name, &BadExpr::TooWide(name));
        }
        // A module that is too large is found out by `declared`, before its bits count for anything.
        let range = range.filter(|_| width <= WIDEST && self.declared <= MOST);
        let place = self.add_net(LocalNet { name, first: self.bits, range, kind });
        let constant = match kind {
            Kind::Supply0 => ZERO,
            Kind::Supply1 => ONE,
            _ => return,
        };
        let net = &self.nets[place as usize];
        self.joins.extend((net.first..net.first + net.width()).map(|bit| (bit, constant)));
    }

    fn add_net(&mut self, net: LocalNet<'t>) -> u32 {
        let place = self.nets.len() as u32;
        self.places.insert_unique(hash(net.name), place, |&other| hash(self.nets[other as usize].name));
        self.bits += net.width();
        self.nets.push(net);
        place
    }

    #[inline]
    fn place(&self, name: &str) -> Option<u32> {
        self.places.find(hash(name), |&place| self.nets[place as usize].name == name).copied()
    }

    /// The declared net with a name.
    pub(crate) fn net(&self, name: &str) -> Option<&LocalNet<'t>> {
        self.place(name).map(|place| &self.nets[place as usize])
    }

    /// Appends the bits of an expression, left to right. A name used without declaration is a scalar wire.
    pub(crate) fn bits_of(
        &mut self,
        id: ExprId,
        budget: &Budget,
        bits: &mut Vec<Bit>,
    ) -> Result<(), BadExpr<'t>> {
        let module = self.module;
        match &module.exprs[id.0 as usize] {
            // Concatenations in concatenations are written out by the reader.
            Expr::Concat(parts) => {
                let parts = parts.start as usize..parts.end as usize;
                module.exprs[parts].iter().try_for_each(|part| self.part_bits(part, budget, bits))
            }
            expr => self.part_bits(expr, budget, bits),
        }
    }

    #[inline]
    fn part_bits(
        &mut self,
        expr: &Expr<'t>,
        budget: &Budget,
        bits: &mut Vec<Bit>,
    ) -> Result<(), BadExpr<'t>> {
        match expr {
            Expr::Unconnected | Expr::Concat(_) => {}
            Expr::Name(name) => {
                let net = self.named(name);
                check_width(name, bits, net.width())?;
                budget.take(net.width())?;
                bits.extend(net.first..net.first + net.width());
            }
            &Expr::Bit(name, index) => bits.push(self.select(name, index)?),
            &Expr::Part(name, range) => {
                // Both ends inside means all inside, and bounds the width.
                let (left, right) = (self.select(name, range.msb)?, self.select(name, range.lsb)?);
                check_width(name, bits, left.abs_diff(right))?;
                budget.take(left.abs_diff(right))?;
                if left <= right {
                    bits.extend(left..=right);
                } else {
                    bits.extend((right..=left).rev());
                }
            }
            Expr::Constant(digits) => bits.extend(digits.iter().map(|digit| match digit {
                b'0' => ZERO,
                b'1' => ONE,
                _ => OPEN,
            })),
        }
        Ok(())
    }

    #[inline]
    fn named(&mut self, name: &'t str) -> LocalNet<'t> {
        let place = self.place(name);
        let undeclared = LocalNet { name, first: self.bits, range: None, kind: Kind::Wire };
        let place = place.unwrap_or_else(|| self.add_net(undeclared));
        self.nets[place as usize]
    }

    fn select(&self, name: &'t str, index: i32) -> Result<Bit, BadExpr<'t>> {
        let net = self.net(name).filter(|net| net.range.is_some()).ok_or(BadExpr::NotABus(name))?;
        net.bit(index).ok_or(BadExpr::OutOfRange(name, index))
    }

    /// Number of bits of an expression. What is wrong with it counts as one bit.
    pub(crate) fn width_of(&self, id: ExprId) -> u64 {
        let width = |expr: &Expr<'t>| match expr {
            Expr::Unconnected | Expr::Bit(..) | Expr::Concat(_) => 1,
            Expr::Name(name) => self.net(name).map_or(1, |net| u64::from(net.width())),
            Expr::Part(name, range)
                if self.net(name).is_some_and(|net| range.width() <= u64::from(net.width())) =>
            {
                range.width()
            }
            Expr::Part(..) => 1,
            Expr::Constant(digits) => digits.len() as u64,
        };
        match &self.module.exprs[id.0 as usize] {
            Expr::Concat(parts) => {
                self.module.exprs[parts.start as usize..parts.end as usize].iter().map(width).sum()
            }
            expr => width(expr),
        }
    }

    /// Where a part's links are.
    pub(crate) fn links_of(&self, part: usize) -> &[(u32, Bit)] {
        let start = if part == 0 { 0 } else { self.parts[part - 1].links_end };
        &self.links[start as usize..self.parts[part].links_end as usize]
    }

    /// Reports about a name at an offset of the module's file.
    pub(crate) fn report(
        &mut self,
        severity: Severity,
        id: &'static str,
        (offset, name): (usize, &str),
        message: impl FnOnce() -> String,
    ) {
        let span: Option<(&str, ops::Range<usize>)> = Some((self.source.text, offset..offset + name.len()));
        match severity {
            Severity::Error => self.said.error(id, span, message),
            Severity::Warning => self.said.warning(id, span, message),
        }
    }

    pub(crate) fn bad_expr(&mut self, offset: usize, name: &str, problem: &BadExpr<'t>) {
        let (id, message) = match problem {
            BadExpr::NotABus(net) => {
                ("NET-009", format!("'{net}' is selected from but is not declared as a bus"))
            }
            BadExpr::OutOfRange(net, index) => ("NET-010", format!("bit {index} is outside of bus '{net}'")),
            BadExpr::TooWide(net) => ("NET-011", format!("'{net}' makes a bus of more than {WIDEST} bits")),
            // Said once for all.
            BadExpr::TooMuch => return,
        };
        self.report(Severity::Error, id, (offset, name), || message);
    }

    /// Drops what only preparing needs.
    pub(crate) fn finish(&mut self) {
        self.places = HashTable::new();
        self.targets = Vec::new();
    }
}

/// The connections of an instance.
pub(crate) fn connections<'s, 't>(module: &'s Module<'t>, instance: &Instance<'t>) -> &'s [Connection<'t>] {
    &module.connections[instance.connections.start as usize..instance.connections.end as usize]
}

/// Whether bits may become `more`.
#[inline]
fn check_width<'t>(name: &'t str, bits: &[Bit], more: u32) -> Result<(), BadExpr<'t>> {
    if bits.len() as u64 + u64::from(more) <= WIDEST { Ok(()) } else { Err(BadExpr::TooWide(name)) }
}

/// `1 bit`, `2 bits`.
pub(crate) fn bits(count: usize) -> String {
    if count == 1 { "1 bit".to_string() } else { format!("{count} bits") }
}
