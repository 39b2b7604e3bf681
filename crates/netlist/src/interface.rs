//! What a module looks like from outside: its ports.

use std::ops;

use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_verilog::{Expr, ExprId, Kind, PortBinding, Range};

use crate::PortDirection;
use crate::body::{Bit, Body, OPEN};
use crate::budget::Budget;
use crate::scope::{Undeclared, settled};

/// A port of a module, all its bits.
#[derive(Debug)]
pub(crate) struct InterfacePort<'t> {
    pub(crate) name: &'t str,
    pub(crate) direction: PortDirection,
    pub(crate) range: Option<Range>,
    /// Places of its bits among all ports' bits.
    pub(crate) bits: ops::Range<u32>,
}

/// The ports of a module.
#[derive(Debug, Default)]
pub(crate) struct Interface<'t> {
    pub(crate) ports: Vec<InterfacePort<'t>>,
    /// What all ports' bits are inside, port after port, each from left to right.
    pub(crate) bits: Vec<Bit>,
    numbers: FxHashMap<&'t str, u32>,
}

impl<'t> Interface<'t> {
    /// Of a module. In the top, in place of a port without a name, there are the ports that it is made of: nothing outside could name them otherwise.
    pub(crate) fn new(body: &mut Body<'_, 't>, budget: &Budget, is_top: bool) -> Self {
        let (mut interface, mut undeclared) = (Self::default(), Undeclared::default());
        let mut parts = FxHashSet::default();
        for port in &body.module.ports {
            if is_top && port.name.is_empty() {
                interface.add_parts(body, port.inner, &mut parts);
            } else {
                interface.add(body, port, &mut undeclared, budget);
            }
        }
        let bits = body.scope.settle(&undeclared);
        for bit in &mut interface.bits {
            *bit = settled(*bit, &bits);
        }
        interface
    }

    fn add(
        &mut self,
        body: &mut Body<'_, 't>,
        port: &PortBinding<'t>,
        undeclared: &mut Undeclared<'t>,
        budget: &Budget,
    ) {
        let start = self.bits.len();
        if let Err(problem) = body.bits_of(port.inner, undeclared, budget, &mut self.bits) {
            body.bad_expr(body.module.offset, body.module.name, &problem);
            self.bits.truncate(start);
        }
        if self.bits.len() == start {
            // `.a()`: a port that leads nowhere is one all the same.
            self.bits.push(OPEN);
        }
        let width = self.bits.len() - start;
        if !port.name.is_empty() {
            self.numbers.insert(port.name, self.ports.len() as u32);
        }
        self.ports.push(InterfacePort {
            name: port.name,
            direction: direction(body, port.inner),
            range: range(body, port.inner, width),
            bits: start as u32..self.bits.len() as u32,
        });
    }

    /// Adds the nets that an expression names, each as a port, but for those `known` already.
    fn add_parts(&mut self, body: &Body<'_, 't>, inner: ExprId, known: &mut FxHashSet<&'t str>) {
        let exprs = &body.module.exprs;
        let parts = match &exprs[inner.0 as usize] {
            Expr::Concat(parts) => &exprs[parts.start as usize..parts.end as usize],
            part => std::slice::from_ref(part),
        };
        for part in parts {
            let (Expr::Name(name) | Expr::Bit(name, _) | Expr::Part(name, _)) = part else { continue };
            let Some(net) = body.scope.net(name).filter(|_| known.insert(name)) else { continue };
            let start = self.bits.len() as u32;
            self.bits.extend(net.first..net.first + net.width());
            self.ports.push(InterfacePort {
                name,
                direction: direction_of(net.kind),
                range: net.range,
                bits: start..self.bits.len() as u32,
            });
        }
    }

    /// The bits of a port, as places in `bits`.
    pub(crate) fn bits_of(&self, number: usize) -> Option<ops::Range<u32>> {
        self.ports.get(number).map(|port| port.bits.clone())
    }

    /// A port's number.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).map(|&number| number as usize)
    }
}

fn direction_of(kind: Kind) -> PortDirection {
    match kind {
        Kind::Input => PortDirection::Input,
        Kind::Output => PortDirection::Output,
        _ => PortDirection::Inout,
    }
}

fn direction(body: &Body<'_, '_>, inner: ExprId) -> PortDirection {
    let of_part = |expr: &Expr<'_>| match expr {
        Expr::Name(name) | Expr::Bit(name, _) | Expr::Part(name, _) => {
            body.scope.net(name).map_or(PortDirection::Inout, |net| direction_of(net.kind))
        }
        _ => PortDirection::Inout,
    };
    match &body.module.exprs[inner.0 as usize] {
        Expr::Concat(parts) => {
            let mut directions =
                body.module.exprs[parts.start as usize..parts.end as usize].iter().map(of_part);
            let first = directions.next().unwrap_or(PortDirection::Inout);
            if directions.all(|other| other == first) { first } else { PortDirection::Inout }
        }
        expr => of_part(expr),
    }
}

fn range(body: &Body<'_, '_>, inner: ExprId, width: usize) -> Option<Range> {
    match &body.module.exprs[inner.0 as usize] {
        Expr::Name(name) => body.scope.net(name)?.range,
        Expr::Part(_, range) if range.width() == width as u64 => Some(*range),
        Expr::Concat(_) => Some(Range { msb: width as i32 - 1, lsb: 0 }),
        _ => None,
    }
}
