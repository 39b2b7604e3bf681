//! The memory of a search, taken once and kept.

use crate::arrays::Arrays;
use crate::arrays::pointer::Pointer;
use crate::arrays::search::SearchArrays;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::TILE;
use crate::machine::upload::Upload;
use crate::machine::words::words_of;
use crate::preparation::scan::ScanMemory;

/// Bins of a selection, digits of a sort, items of its tiles: as in the kernels.
pub(crate) const BINS: u32 = 4096;
pub(crate) const DIGITS: u32 = 256;
pub(crate) const SORT_TILE: u32 = 4096;

/// Room for so many paths that are kept, at least: it serves the places where paths of a level can be left, too, which may be many more than
/// paths. Tests are to run out of it.
const LEAST_KEPT: usize = if cfg!(debug_assertions) { 1 } else { 1 << 16 };

/// How much a search has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Paths of the list.
    pub(crate) wanted: usize,
    /// Paths beside twice those.
    pub(crate) spare: usize,
    pub(crate) roots: usize,
    /// Path groups that are told apart.
    pub(crate) groups: usize,
    /// Whether there is room to sort all that is known: see `nworst.rs`.
    pub(crate) has_quotas: bool,
}

impl Extent {
    /// Paths that are known at once: as many as are wanted, and as many children, see `Run::make_room`.
    pub(crate) fn room(&self) -> usize {
        (2 * self.wanted + self.spare).max(self.roots)
    }

    /// Paths that are kept, or sorted.
    fn kept(&self) -> usize {
        if self.has_quotas { self.room() } else { self.wanted.max(self.roots).max(LEAST_KEPT) }
    }
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
    /// Their addresses.
    arrays: Arrays,
}

impl<B> Memory<B> {
    /// Takes the memory.
    pub(crate) fn new<M: Machine<Buffer = B>>(machine: &M, extent: Extent) -> Result<Self, CudaError> {
        let mut all = Arrays::default();
        let mut take = Upload { machine, kept: Vec::new() };
        let credit = take.paths(extent, &mut all.search)?;
        let (wanted, sorted) = (extent.wanted, extent.kept().max(extent.wanted));
        let counters = DIGITS as usize * sorted.div_ceil(SORT_TILE as usize);
        let scan = ScanMemory::new(machine, counters, &mut all.scan)?;
        let arrays = &mut all.search;
        Ok(Self {
            state: room(machine, 1, &mut arrays.state)?,
            out_slack: room(machine, wanted, &mut arrays.out_slack)?,
            out_root: room(machine, wanted, &mut arrays.out_root)?,
            out_parent: room(machine, wanted, &mut arrays.out_parent)?,
            out_place: room(machine, wanted, &mut arrays.out_place)?,
            out_arc: room(machine, wanted, &mut arrays.out_arc)?,
            offset: room(machine, wanted + 1, &mut arrays.offset)?,
            credit,
            scan,
            others: take.kept,
            arrays: all,
        })
    }

    /// Puts all addresses into those of what is searched.
    pub(crate) fn enter(&self, arrays: &mut Arrays) {
        let (from, to) = (&self.arrays.search, &mut arrays.search);
        (to.slack, to.step, to.room) = (from.slack, from.step, from.room);
        (to.kept_slack, to.kept_step, to.kept_room) = (from.kept_slack, from.kept_step, from.kept_room);
        (to.branch, to.place) = (from.branch, from.place);
        (to.count, to.rank) = (from.count, from.rank);
        (to.tile, to.bins, to.state) = (from.tile, from.bins, from.state);
        (to.key, to.item) = (from.key, from.item);
        (to.end_set, to.group, to.set_limit) = (from.end_set, from.group, from.set_limit);
        (to.out_slack, to.out_root, to.out_parent) = (from.out_slack, from.out_root, from.out_parent);
        (to.out_place, to.out_arc) = (from.out_place, from.out_arc);
        (to.length, to.offset, to.credit) = (from.length, from.offset, from.credit);
        arrays.scan = self.arrays.scan;
    }
}

/// Memory for so many values, and where it is.
fn room<T, M: Machine>(machine: &M, count: usize, place: &mut Pointer<T>) -> Result<M::Buffer, CudaError> {
    let buffer = machine.allocate(words_of::<T>(count))?;
    *place = machine.address(&buffer);
    Ok(buffer)
}

impl<M: Machine> Upload<'_, M> {
    /// Returns the slacks that are kept.
    fn paths(&mut self, extent: Extent, arrays: &mut SearchArrays) -> Result<M::Buffer, CudaError> {
        let (room, roots) = (extent.room(), extent.roots);
        arrays.room = room as u32;
        arrays.slack = self.room(room)?;
        arrays.step = self.room(room)?;
        arrays.count = self.room(room)?;
        arrays.rank = arrays.count;
        let kept = extent.kept().next_multiple_of(8);
        let kept_slack = self::room(self.machine, kept, &mut arrays.kept_slack)?;
        arrays.credit = arrays.kept_slack;
        arrays.kept_step = self.room(kept)?;
        // Before paths are dropped nothing is kept.
        (arrays.place, arrays.branch) = (arrays.kept_slack.cast(), arrays.kept_step.cast());
        arrays.kept_room = kept.min(room) as u32;
        // The sort works where nothing is kept any more.
        arrays.key = [arrays.kept_slack.cast(), arrays.kept_step.cast()];
        let items = arrays.key[1].after(kept).cast();
        arrays.item = [items, items.after(kept)];
        arrays.tile = self.room(room.div_ceil(TILE as usize) + 1)?;
        arrays.bins = self.room(BINS as usize)?;
        arrays.length = self.room(extent.wanted)?;
        if extent.has_quotas {
            arrays.end_set = self.room(roots)?;
            arrays.group = self.room(roots)?;
            arrays.set_limit = self.room(roots + extent.groups)?;
        }
        Ok(kept_slack)
    }
}
