//! The arrays of a flat design.

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;

use crate::alias::Aliases;
use crate::body::OPEN;
use crate::hierarchy::Hierarchy;
use crate::name_table::NameTable;
use crate::names::Names;
use crate::piece::PIECE;
use crate::port::Port;
use crate::{MasterId, PinId};

/// A flat design.
#[derive(Debug, Default)]
pub(crate) struct Flat {
    pub(crate) ports: Vec<Port>,
    pub(crate) cell_names: Names,
    pub(crate) cell_table: NameTable,
    pub(crate) cell_master: Vec<MasterId>,
    /// `[cell]`.
    pub(crate) cell_first_pin: Vec<PinId>,
    /// [`NONE`](crate::id::NONE) for a port.
    pub(crate) pin_cell: Vec<u32>,
    /// [`NONE`](crate::id::NONE) where not connected.
    pub(crate) pin_net: Vec<u32>,
    pub(crate) net_names: Names,
    /// Index in `net_names` of the name a net is called by.
    pub(crate) net_name: Vec<u32>,
    pub(crate) net_table: NameTable,
    pub(crate) hierarchy: Hierarchy,
    /// Nets that have a value where nothing drives them; names of nets until these are numbered.
    pub(crate) pulled: FxHashSet<u32>,
}

impl Flat {
    /// Numbers the joined nets in order. Until then pins are on names.
    pub(crate) fn number_nets(&mut self, aliases: &Aliases, said: &mut Diagnostics) {
        let (lowest, number) = aliases.numbers();
        let nets = self.pin_net.par_iter_mut().with_min_len(PIECE).filter(|net| **net != OPEN);
        nets.for_each(|net| *net = number[*net as usize]);
        let (table, repeats) = NameTable::new(&self.net_names, |name| number[name as usize]);
        for repeat in repeats {
            let (name, net) = (self.net_names.get(repeat), number[repeat as usize]);
            if table.get(&self.net_names, name) == Some(net) {
                continue;
            }
            said.warning("NET-015", None, || {
                format!("two nets are named '{name}'; the first is found by the name")
            });
            self.hierarchy.hide(repeat, net);
        }
        self.pulled = self.pulled.iter().map(|&name| number[name as usize]).collect();
        (self.net_table, self.net_name) = (table, lowest);
    }

    /// Makes the table of cells. Those whose names earlier ones have come back, in order.
    pub(crate) fn name_cells(&mut self) -> Vec<u32> {
        let repeats;
        (self.cell_table, repeats) = NameTable::new(&self.cell_names, |cell| cell);
        repeats
    }
}
