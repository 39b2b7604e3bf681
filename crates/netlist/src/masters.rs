//! Which library cells a netlist uses.

use rayon::prelude::*;

use crate::{MasterId, Netlist};

/// Cells that one task looks at.
const CELLS: usize = 1 << 14;

impl Netlist {
    /// The library cells in use, in the order of their first cells, found on rayon's current threads.
    pub fn used_masters(&self) -> Vec<MasterId> {
        let is_there = |cell: usize| !self.removed_cells.contains(&(cell as u32));
        let of_piece = |(piece, masters): (usize, &[MasterId])| {
            let cells = masters.iter().zip(piece * CELLS..);
            self.firsts(cells.filter(|&(_, cell)| is_there(cell)).map(|(&master, _)| master))
        };
        let pieces: Vec<Vec<MasterId>> =
            self.cell_master.par_chunks(CELLS).enumerate().map(of_piece).collect();
        self.firsts(pieces.into_iter().flatten())
    }

    /// Each library cell once, in the order in which they come first.
    fn firsts(&self, masters: impl Iterator<Item = MasterId>) -> Vec<MasterId> {
        let mut is_known = vec![false; self.library().masters().len()];
        masters.filter(|master| !std::mem::replace(&mut is_known[master.index()], true)).collect()
    }
}
