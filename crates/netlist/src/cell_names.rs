//! The names of what a module's instances are of.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_verilog::Module;

use crate::piece::PIECE;

/// The names of what some instances of a module are of.
#[derive(Debug, Default)]
pub(crate) struct CellNames<'t> {
    /// Each with the first instance that is of it, in order of first appearance.
    pub(crate) names: Vec<(&'t str, u32)>,
    /// Which of `names` each instance is of.
    pub(crate) of: Vec<u32>,
}

impl<'t> CellNames<'t> {
    /// Of each piece of a module.
    pub(crate) fn of_pieces(module: &Module<'t>) -> Vec<Self> {
        let pieces = module.instances.par_chunks(PIECE).enumerate();
        pieces
            .map(|(piece, instances)| {
                let (mut found, mut numbers) = (Self::default(), FxHashMap::default());
                found.of.reserve_exact(instances.len());
                for (place, instance) in instances.iter().enumerate() {
                    let number = *numbers.entry(instance.cell).or_insert(found.names.len() as u32);
                    if number as usize == found.names.len() {
                        found.names.push((instance.cell, (piece * PIECE + place) as u32));
                    }
                    found.of.push(number);
                }
                found
            })
            .collect()
    }
}
