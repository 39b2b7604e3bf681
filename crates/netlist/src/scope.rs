//! The nets of a module by name.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_verilog::{Declaration, Kind, Module, Range};

use crate::body::Bit;
use crate::names::hash;
use crate::piece::PIECE;
use crate::shards::Shards;

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
    pub(crate) fn bit(&self, index: i32) -> Option<Bit> {
        let range = self.range?;
        let inside = (range.msb.min(range.lsb)..=range.msb.max(range.lsb)).contains(&index);
        inside.then(|| self.first + index.abs_diff(range.msb))
    }
}

/// The nets of a module.
#[derive(Debug, Default)]
pub(crate) struct Scope<'t> {
    /// From a name to its place in `nets`.
    places: Shards<u32>,
    /// In the order of their bits.
    pub(crate) nets: Vec<LocalNet<'t>>,
    /// Number of bits.
    pub(crate) bits: u32,
}

impl<'t> Scope<'t> {
    /// Of the declarations of a module, of equal names the first. Also gives the declaration of each net. Nets have no bits yet.
    pub(crate) fn new<'s>(module: &'s Module<'t>) -> (Self, Vec<&'s Declaration<'t>>) {
        // Ports get the lowest bits, so that an aliased net is named after the port.
        let is_port = |declaration: &&Declaration<'_>| {
            matches!(declaration.kind, Kind::Input | Kind::Output | Kind::Inout)
        };
        let mut declarations: Vec<_> = module.declarations.iter().collect();
        declarations.par_sort_by_key(|declaration| !is_port(declaration));
        let (mut places, repeats) = places(&declarations);
        if !repeats.is_empty() {
            let repeats = FxHashSet::from_iter(repeats);
            let mut place = 0..;
            declarations.retain(|_| place.next().is_some_and(|place| !repeats.contains(&place)));
            (places, _) = self::places(&declarations);
        }
        let net = |declaration: &&Declaration<'t>| LocalNet {
            name: declaration.name,
            first: 0,
            range: declaration.range,
            kind: declaration.kind,
        };
        let nets = declarations.par_iter().with_min_len(PIECE).map(net).collect();
        (Self { places, nets, bits: 0 }, declarations)
    }

    #[inline]
    fn place(&self, name: &str) -> Option<u32> {
        let hash = hash(name);
        self.places.part(hash).find(hash, |&place| self.nets[place as usize].name == name).copied()
    }

    /// The net with a name.
    #[inline]
    pub(crate) fn net(&self, name: &str) -> Option<&LocalNet<'t>> {
        self.place(name).map(|place| &self.nets[place as usize])
    }

    /// Makes names that are used without declaration scalar wires where they are none yet. Gives the bit of each.
    pub(crate) fn settle(&mut self, undeclared: &Undeclared<'t>) -> Vec<Bit> {
        let bit = |&name: &&'t str| match self.net(name) {
            Some(net) => net.first,
            None => self.add(name),
        };
        undeclared.names.iter().map(bit).collect()
    }

    fn add(&mut self, name: &'t str) -> Bit {
        let (place, hashed, first) = (self.nets.len() as u32, hash(name), self.bits);
        let nets = &self.nets;
        self.places.part_mut(hashed).insert_unique(hashed, place, |&other| hash(nets[other as usize].name));
        self.nets.push(LocalNet { name, first, range: None, kind: Kind::Wire });
        self.bits += 1;
        first
    }

    /// Drops the names.
    pub(crate) fn finish(&mut self) {
        self.places = Shards::default();
    }
}

/// The place of each declaration by its name, and the places of those whose names earlier ones have.
fn places(declarations: &[&Declaration<'_>]) -> (Shards<u32>, Vec<u32>) {
    let name = |place: u32| declarations[place as usize].name;
    Shards::new(
        declarations.len(),
        |place| place,
        |place| hash(name(place)),
        |one, other| name(one) == name(other),
    )
}

/// The bits of names that are used without declaration, from this one on, until they are nets.
pub(crate) const UNDECLARED: Bit = 1 << 31;

/// Names that are used without declaration, in order of first use.
#[derive(Debug, Default)]
pub(crate) struct Undeclared<'t> {
    names: Vec<&'t str>,
    numbers: FxHashMap<&'t str, u32>,
}

impl<'t> Undeclared<'t> {
    /// What stands for a name's bit.
    pub(crate) fn bit(&mut self, name: &'t str) -> Bit {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.names.push(name);
        }
        UNDECLARED + number
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// What a bit is once names that are used without declaration have the `settled` bits.
#[inline]
pub(crate) fn settled(bit: Bit, settled: &[Bit]) -> Bit {
    // The highest bits are special ones, and stand for no name.
    match bit.checked_sub(UNDECLARED) {
        Some(number) => settled.get(number as usize).copied().unwrap_or(bit),
        None => bit,
    }
}
