//! A module made ready for flattening: its nets as numbered bits, its instances as pins and the bits on them.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_verilog::{Connection, Declaration, Design, Instance, Kind, Module};

use crate::MasterId;
use crate::budget::MOST;
use crate::cell_names::CellNames;
use crate::piece::{PIECE, Piece};
use crate::problem::{BadExpr, WIDEST};
use crate::scope::Scope;

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
    pub(crate) scope: Scope<'t>,
    /// Number of bits in declarations.
    pub(crate) declared: u64,
    /// Bytes of their names, without indices.
    pub(crate) declared_names: u64,
    /// What the instances are of, piece by piece.
    pub(crate) cell_names: Vec<CellNames<'t>>,
    /// Of each name in `cell_names`.
    pub(crate) targets: Vec<Vec<Target>>,
    /// Bits that declarations make constant, and which constant.
    pub(crate) tied: Vec<(Range<Bit>, Bit)>,
    /// Bits that have a value where nothing drives them: `tri0`, `tri1`.
    pub(crate) pulled: Vec<Range<Bit>>,
    /// Assignments, then instances.
    pub(crate) pieces: Vec<Piece<'s, 't>>,
}

impl<'s, 't> Body<'s, 't> {
    pub(crate) fn new(
        source: &'s Source<'t>,
        number: usize,
        module: &'s Module<'t>,
        cell_names: Vec<CellNames<'t>>,
    ) -> Self {
        let (scope, declarations) = Scope::new(module);
        let mut body = Self {
            source,
            number,
            module,
            said: Diagnostics::unplaced(),
            scope,
            declared: 0,
            declared_names: 0,
            cell_names,
            targets: Vec::new(),
            tied: Vec::new(),
            pulled: Vec::new(),
            pieces: Vec::new(),
        };
        body.lay_out(&declarations);
        body
    }

    /// Gives the declared nets their bits.
    fn lay_out(&mut self, declarations: &[&Declaration<'t>]) {
        let mut too_wide = Vec::new();
        for (net, declaration) in self.scope.nets.iter_mut().zip(declarations) {
            let width = net.range.map_or(1, |range| range.width());
            self.declared += width;
            self.declared_names += width.saturating_mul(declaration.name.len() as u64);
            if width > WIDEST {
                too_wide.push(declaration);
            }
            // A module that is too large is found out by `declared`, before its bits count for anything.
            net.range = net.range.filter(|_| width <= WIDEST && self.declared <= MOST);
            net.first = self.scope.bits;
            self.scope.bits += net.width();
            let constant = match net.kind {
                Kind::Supply0 => ZERO,
                Kind::Supply1 => ONE,
                Kind::Tri0 | Kind::Tri1 => {
                    self.pulled.push(net.first..self.scope.bits);
                    continue;
                }
                _ => continue,
            };
            self.tied.push((net.first..self.scope.bits, constant));
        }
        for declaration in too_wide {
            self.bad_expr(declaration.offset, declaration.name, &BadExpr::TooWide(declaration.name));
        }
    }

    /// What an instance is of.
    #[inline]
    pub(crate) fn target(&self, instance: usize) -> Target {
        let (piece, place) = (instance / PIECE, instance % PIECE);
        self.targets[piece][self.cell_names[piece].of[place] as usize]
    }

    /// Ends connecting: gives names that are used without declaration their bits, says what is wrong, and drops what only preparing needs.
    pub(crate) fn finish(&mut self) {
        let mut pieces = std::mem::take(&mut self.pieces);
        for piece in &mut pieces {
            for problem in std::mem::take(&mut piece.problems) {
                self.say(&problem);
            }
        }
        let undeclared = pieces.iter_mut().filter(|piece| !piece.undeclared.is_empty());
        let bits = undeclared.map(|piece| (self.scope.settle(&piece.undeclared), piece));
        let bits: Vec<_> = bits.collect();
        bits.into_par_iter().for_each(|(bits, piece)| piece.settle(&bits));
        self.pieces = pieces;
        self.scope.finish();
        self.cell_names = Vec::new();
        self.targets = Vec::new();
    }
}

/// The connections of an instance.
#[inline]
pub(crate) fn connections<'s, 't>(module: &'s Module<'t>, instance: &Instance<'t>) -> &'s [Connection<'t>] {
    &module.connections[instance.connections.start as usize..instance.connections.end as usize]
}
