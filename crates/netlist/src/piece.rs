//! A piece of a module, which one thread connects and flattens.

use crate::body::{Bit, Member};
use crate::problem::Problem;
use crate::scope::{Undeclared, settled};

/// Instances, assignments or nets of a module that are one piece. A small module is one piece as a whole.
pub(crate) const PIECE: usize = 1 << 12;

/// What some assignments or instances of a module come to.
#[derive(Debug, Default)]
pub(crate) struct Piece<'s, 't> {
    /// Bits that are one net.
    pub(crate) joins: Vec<(Bit, Bit)>,
    pub(crate) parts: Vec<Member>,
    /// Of each part: (pin of the cell or port bit of the module, bit on it).
    pub(crate) links: Vec<(u32, Bit)>,
    /// The parts that are instances of modules.
    pub(crate) children: Vec<u32>,
    /// Number of pins of the parts that are cells.
    pub(crate) pins: usize,
    pub(crate) undeclared: Undeclared<'t>,
    pub(crate) problems: Vec<Problem<'s, 't>>,
}

impl Piece<'_, '_> {
    /// Number of parts that are cells.
    pub(crate) fn cells(&self) -> usize {
        self.parts.len() - self.children.len()
    }

    /// Where a part's links are.
    #[inline]
    pub(crate) fn links_of(&self, part: usize) -> &[(u32, Bit)] {
        let start = if part == 0 { 0 } else { self.parts[part - 1].links_end };
        &self.links[start as usize..self.parts[part].links_end as usize]
    }

    /// Gives names that are used without declaration their bits.
    pub(crate) fn settle(&mut self, bits: &[Bit]) {
        for (_, bit) in &mut self.links {
            *bit = settled(*bit, bits);
        }
        for (a, b) in &mut self.joins {
            (*a, *b) = (settled(*a, bits), settled(*b, bits));
        }
    }
}
