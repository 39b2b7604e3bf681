//! The bits that expressions of a module stand for.

use zeroslack_verilog::{Expr, ExprId};

use crate::body::{Bit, Body, ONE, OPEN, ZERO};
use crate::budget::Budget;
use crate::problem::{BadExpr, WIDEST};
use crate::scope::Undeclared;

impl<'t> Body<'_, 't> {
    /// Appends the bits of an expression, left to right. A name used without declaration is a scalar wire.
    pub(crate) fn bits_of(
        &self,
        id: ExprId,
        undeclared: &mut Undeclared<'t>,
        budget: &Budget,
        bits: &mut Vec<Bit>,
    ) -> Result<(), BadExpr<'t>> {
        let exprs = &self.module.exprs;
        match &exprs[id.0 as usize] {
            // Concatenations in concatenations are written out by the reader.
            Expr::Concat(parts) => {
                let mut parts = exprs[parts.start as usize..parts.end as usize].iter();
                parts.try_for_each(|part| self.part_bits(part, undeclared, budget, bits))
            }
            expr => self.part_bits(expr, undeclared, budget, bits),
        }
    }

    #[inline]
    fn part_bits(
        &self,
        expr: &Expr<'t>,
        undeclared: &mut Undeclared<'t>,
        budget: &Budget,
        bits: &mut Vec<Bit>,
    ) -> Result<(), BadExpr<'t>> {
        match expr {
            Expr::Unconnected | Expr::Concat(_) => {}
            Expr::Name(name) => {
                let Some(net) = self.scope.net(name) else {
                    let bit = undeclared.bit(name);
                    check_width(name, bits, 1)?;
                    bits.push(bit);
                    return Ok(());
                };
                check_width(name, bits, net.width())?;
                budget.take(net.width())?;
                bits.extend(net.first..net.first + net.width());
            }
            &Expr::Bit(name, index) => bits.push(self.select(name, index)?),
            &Expr::Part(name, range) => {
                // Both ends inside means all inside, and bounds the width.
                let (left, right) = (self.select(name, range.msb)?, self.select(name, range.lsb)?);
                if left > right {
                    return Err(BadExpr::Reversed(name, range));
                }
                check_width(name, bits, right - left)?;
                budget.take(right - left)?;
                bits.extend(left..=right);
            }
            Expr::Constant(digits) => bits.extend(digits.iter().map(|digit| match digit {
                b'0' => ZERO,
                b'1' => ONE,
                _ => OPEN,
            })),
        }
        Ok(())
    }

    fn select(&self, name: &'t str, index: i32) -> Result<Bit, BadExpr<'t>> {
        let net = self.scope.net(name).filter(|net| net.range.is_some()).ok_or(BadExpr::NotABus(name))?;
        net.bit(index).ok_or(BadExpr::OutOfRange(name, index))
    }

    /// Number of bits of an expression. What is wrong with it counts as one bit.
    pub(crate) fn width_of(&self, id: ExprId) -> u64 {
        let width = |expr: &Expr<'t>| match expr {
            Expr::Unconnected | Expr::Bit(..) | Expr::Concat(_) => 1,
            Expr::Name(name) => self.scope.net(name).map_or(1, |net| u64::from(net.width())),
            Expr::Part(name, range)
                if self.scope.net(name).is_some_and(|net| range.width() <= u64::from(net.width())) =>
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
}

/// Whether bits may become `more`.
#[inline]
fn check_width<'t>(name: &'t str, bits: &[Bit], more: u32) -> Result<(), BadExpr<'t>> {
    if bits.len() as u64 + u64::from(more) <= WIDEST { Ok(()) } else { Err(BadExpr::TooWide(name)) }
}
