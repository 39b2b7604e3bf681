//! The memory of a search, taken once and kept.

use crate::arrays::Arrays;
use crate::error::CudaError;
use crate::kernel::TILE;
use crate::machine::Machine;
use crate::resident::Upload;
use crate::scan::ScanMemory;
use crate::search_arrays::{STATE_WORDS, SearchArrays};

/// Bins of a selection, digits of a sort, items of its tiles: as in the kernels.
pub(crate) const BINS: u32 = 4096;
pub(crate) const DIGITS: u32 = 256;
pub(crate) const SORT_TILE: u32 = 4096;

/// How much a search has room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Paths of the list.
    pub(crate) wanted: usize,
    /// Paths beside twice those.
    pub(crate) spare: usize,
    pub(crate) roots: usize,
}

/// Memory of a search on a machine.
#[derive(Debug)]
pub(crate) struct Memory<B> {
    pub(crate) state: B,
    pub(crate) out_slack: B,
    pub(crate) out_root: B,
    pub(crate) out_parent: B,
    pub(crate) out_place: B,
    pub(crate) out_arc: B,
    pub(crate) offset: B,
    /// Of listed paths: where the sort's first keys were, once that is done.
    pub(crate) credit: B,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    scan: ScanMemory<B>,
    /// Only kept: the kernels know them by their addresses.
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    others: Vec<B>,
}

impl<B> Memory<B> {
    /// Takes the memory and puts all addresses into `arrays`.
    pub(crate) fn new<M: Machine<Buffer = B>>(
        machine: &M,
        extent: Extent,
        arrays: &mut Arrays,
    ) -> Result<Self, CudaError> {
        let mut take = Upload { machine, kept: Vec::new() };
        let credit = take.paths(extent, &mut arrays.search)?;
        let wanted = extent.wanted;
        let counters = DIGITS as usize * wanted.div_ceil(SORT_TILE as usize);
        let scan = ScanMemory::new(machine, counters, &mut arrays.scan)?;
        let arrays = &mut arrays.search;
        let room = |words: usize, address: &mut u64| -> Result<B, CudaError> {
            let buffer = machine.allocate(words)?;
            *address = machine.address(&buffer);
            Ok(buffer)
        };
        Ok(Self {
            state: room(STATE_WORDS, &mut arrays.state)?,
            out_slack: room(2 * wanted, &mut arrays.out_slack)?,
            out_root: room(wanted, &mut arrays.out_root)?,
            out_parent: room(wanted, &mut arrays.out_parent)?,
            out_place: room(wanted, &mut arrays.out_place)?,
            out_arc: room(wanted, &mut arrays.out_arc)?,
            offset: room(2 * (wanted + 1), &mut arrays.offset)?,
            credit,
            scan,
            others: take.kept,
        })
    }
}

impl<M: Machine> Upload<'_, M> {
    /// Returns the slacks that are kept.
    fn paths(&mut self, extent: Extent, arrays: &mut SearchArrays) -> Result<M::Buffer, CudaError> {
        let Extent { wanted, spare, roots } = extent;
        // As many as are wanted, and as many children: see `Run::make_room`.
        let room = (2 * wanted + spare).max(roots);
        arrays.room = room as u32;
        arrays.slack = self.room(2 * room)?;
        arrays.step = self.room(4 * room)?;
        arrays.count = self.room(room)?;
        arrays.rank = arrays.count;
        let kept = wanted.max(roots).next_multiple_of(8);
        let kept_slack = self.machine.allocate(2 * kept)?;
        arrays.kept_slack = self.machine.address(&kept_slack);
        arrays.credit = arrays.kept_slack;
        arrays.kept_step = self.room(4 * kept)?;
        // Before paths are dropped nothing is kept.
        (arrays.first_place, arrays.kept_room) = (arrays.kept_slack, kept as u32);
        // The sort works where nothing is kept any more.
        arrays.key = [arrays.kept_slack, arrays.kept_step];
        arrays.item = [arrays.kept_step + 8 * kept as u64, arrays.kept_step + 12 * kept as u64];
        arrays.tile = self.room(2 * (room.div_ceil(TILE as usize) + 1))?;
        arrays.bins = self.room(2 * BINS as usize)?;
        arrays.length = self.room(wanted)?;
        Ok(kept_slack)
    }
}
