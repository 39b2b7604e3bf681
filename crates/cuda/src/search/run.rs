//! The order of the kernels of one search.

use crate::arrays::Arrays;
use crate::arrays::search::SearchState;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, TILE};
use crate::preparation::scan;
use crate::search::asked::Asked;
use crate::search::memory::{BINS, DIGITS, SORT_TILE};
use crate::search::outcome::PathSearchOutcome;

/// Blocks that count paths in bins at the most: each that has paths empties all bins and gives them back. Children take longer to find.
const BINNING_BLOCKS: u32 = 264;
const WALKING_BLOCKS: u32 = 1056;

/// Parents that a block of `CountChildren` is started for: they may have some 64 places each where others leave them.
const PARENTS: u32 = 4;

/// Rounds of a selection that others are reckoned from. The first is to 1/64 of the distance from the worst path, enough to say what the next
/// level need not have; the second to 1/4096 of that.
pub(crate) const FINE_ROUNDS: u32 = 2;

/// Levels that are made before the host looks: a look takes as long as some kernels of a level of few paths, and those of one that turns out to be
/// empty take less.
const AHEAD: u32 = if cfg!(debug_assertions) { 3 } else { 5 };

/// Paths that a search is for, at the most, where it does not wait for looks.
const MOST_AHEAD: u32 = if cfg!(debug_assertions) { 40 } else { 1 << 18 };

/// What a selection is for, as `search_arrays.h` knows it.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    /// A limit below the threshold: paths with fewer deviations go first.
    Later,
    /// A limit at the threshold, for the level that is selected from.
    Level,
    /// No limit.
    Sample,
    /// A limit as for those that go later, and on to the next level.
    Next,
}

/// Roots whose children are a sample: an eighth, or so many that with 32 children each they are enough.
const SAMPLE: (u32, u32) = (8, 32);

/// Parts of a level of too many ties, as `split_ties` in `search.h` knows them.
#[derive(Clone, Copy)]
enum Ties {
    Below,
    At,
    After,
}

/// One search.
pub(crate) struct Run<'a, M: Machine> {
    machine: &'a M,
    state: &'a M::Buffer,
    pub(crate) arrays: Arrays,
    pub(crate) outcome: PathSearchOutcome,
}

impl<'a, M: Machine> Run<'a, M> {
    pub(crate) fn new(machine: &'a M, arrays: Arrays, state: &'a M::Buffer) -> Self {
        Self { machine, state, arrays, outcome: PathSearchOutcome::default() }
    }

    /// Leaves the sorted list in the arrays.
    pub(crate) fn search(&mut self, asked: &Asked) -> Result<(), CudaError> {
        let state = self.search_by_guess(asked)?;
        self.finish(state)
    }

    /// Makes all levels. `is_limited`: not many more paths than are wanted have as little slack as they may have,
    /// so that no sample is needed.
    pub(crate) fn make_levels(&mut self, asked: &Asked, is_limited: bool) -> Result<SearchState, CudaError> {
        self.ask(asked);
        let mut state = self.begin()?;
        if !state.is_reached() && !is_limited && asked.deviations != 0 {
            self.sample(&state)?;
        }
        while state.first < state.known && self.outcome.levels <= asked.deviations {
            state = self.deepen(&state, asked.deviations - self.outcome.levels)?;
        }
        Ok(state)
    }

    pub(crate) fn ask(&mut self, asked: &Asked) {
        let search = &mut self.arrays.search;
        search.splits = asked.split.map_or(3, |split| 1 << split as u32);
        (search.wanted, search.most) = (asked.count, asked.most);
        search.is_one_each = u32::from(asked.is_one_each());
    }

    pub(crate) fn start(&self, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        let is_after = self.arrays.search.is_after_cppr != 0;
        let launches: Vec<KernelLaunch> = launches.iter().map(|launch| launch.ranked(is_after)).collect();
        self.machine.start(&self.arrays, &launches)
    }

    pub(crate) fn look(&self) -> Result<SearchState, CudaError> {
        SearchState::peek(self.machine, self.state)
    }

    /// Starts a round of a selection among all known paths.
    pub(crate) fn select(&mut self, round: u32, purpose: Purpose, most_known: u32) -> Result<(), CudaError> {
        (self.arrays.search.round, self.arrays.search.purpose) = (round, purpose as u32);
        self.start(&[binning(Kernel::SelectKnown, most_known)])
    }

    /// Selects among all known paths, not to the last tick.
    fn select_and_look(&mut self, most_known: u32) -> Result<SearchState, CudaError> {
        self.select(0, Purpose::Later, most_known)?;
        self.look()
    }

    /// Starts to make the threshold exact.
    fn select_exactly(&mut self, state: &SearchState) -> Result<(), CudaError> {
        let rounds = if state.is_reached() { state.width.div_ceil(BINS.ilog2()) } else { 0 };
        (1..=rounds).try_for_each(|round| self.select(round, Purpose::Later, state.known))
    }

    /// Starts to drop paths after the threshold.
    pub(crate) fn drop_paths(&self) -> Result<(), CudaError> {
        let known = self.arrays.search.known;
        self.start(&[
            KernelLaunch::tiles(Kernel::CountKept, known),
            KernelLaunch::tiles(Kernel::WriteKept, known),
            KernelLaunch::indices(Kernel::SettleKept, known),
        ])
    }

    /// The roots.
    fn begin(&mut self) -> Result<SearchState, CudaError> {
        let roots = self.arrays.search.root_count;
        (self.arrays.search.first, self.arrays.search.end) = (0, roots);
        (self.arrays.search.known, self.arrays.search.roots) = (roots, roots);
        self.start_with_roots()?;
        self.select(0, Purpose::Later, roots)?;
        self.drop_paths()?;
        let state = self.look()?;
        self.outcome.levels = 1;
        self.outcome.written += u64::from(state.known);
        self.arrays.search.roots = state.known;
        Ok(SearchState { first: 0, ..state })
    }

    /// Starts to set up a search of the worst path of every root.
    pub(crate) fn start_with_roots(&self) -> Result<(), CudaError> {
        let roots = self.arrays.search.root_count;
        self.start(&[
            KernelLaunch::indices(Kernel::BeginSearch, BINS),
            KernelLaunch::tiles(Kernel::SearchRoots, roots),
        ])
    }

    /// Finds a first limit where there are fewer roots than paths are wanted: among the children of the worst roots, which are few
    /// beside those of all.
    fn sample(&mut self, state: &SearchState) -> Result<(), CudaError> {
        self.enter(state);
        let wanted = self.arrays.search.wanted;
        self.arrays.search.wanted =
            (state.known / SAMPLE.0).max(wanted / SAMPLE.1).clamp(1, state.known.max(1));
        (self.arrays.search.round, self.arrays.search.purpose) = (0, Purpose::Sample as u32);
        self.start(&[binning(Kernel::SelectKnown, state.known)])?;
        (self.arrays.search.wanted, self.arrays.search.is_sample) = (wanted, 1);
        self.start_selection_among_children(0)?;
        self.arrays.search.is_sample = 0;
        Ok(())
    }

    /// Sets the level whose children come next: from `first` to the end of what is known.
    fn enter(&mut self, state: &SearchState) {
        (self.arrays.search.first, self.arrays.search.end, self.arrays.search.known) =
            (state.first, state.known, state.known);
        (self.arrays.search.is_capped, self.arrays.search.cap) = (0, u32::MAX);
    }

    /// Starts to make children, if they and the places where they leave their parents have room, in as many blocks as serve so many parents.
    fn make_children(&self, parents: u32) -> Result<(), CudaError> {
        let branches = parents.div_ceil(PARENTS).min(WALKING_BLOCKS);
        self.start(&[
            KernelLaunch::tiles(Kernel::CountBranches, parents),
            KernelLaunch::tiles(Kernel::WriteBranches, parents),
            KernelLaunch::blocks(Kernel::CountChildren, branches),
            KernelLaunch::blocks(Kernel::WriteChildren, branches),
        ])
    }

    /// Starts to make children without listing those places, by threads that each walk all along a path.
    pub(crate) fn make_children_by_walking(&self) -> Result<(), CudaError> {
        let parents = self.arrays.search.end - self.arrays.search.first;
        self.start(&[
            KernelLaunch::tiles(Kernel::CountPart, parents),
            KernelLaunch::tiles(Kernel::WritePart, parents),
        ])
    }

    /// Makes children, if they have room, and sees what came of it. Whether places where they leave their parents had room is only known then,
    /// as they nearly always do: without, what was selected among the paths before stays right.
    fn made(
        &mut self,
        see: impl Fn(&mut Self) -> Result<SearchState, CudaError>,
    ) -> Result<SearchState, CudaError> {
        self.make_children(self.arrays.search.end - self.arrays.search.first)?;
        let state = see(self)?;
        if state.branches <= u64::from(self.arrays.search.kept_room) {
            return Ok(state);
        }
        self.make_children_by_walking()?;
        see(self)
    }

    /// The next levels, `deviations` after the first of them at the most; in the state that is returned the last one is.
    fn deepen(&mut self, before: &SearchState, deviations: u32) -> Result<SearchState, CudaError> {
        let state = self.run_ahead(before, deviations)?;
        self.outcome.levels += state.levels;
        self.outcome.written += u64::from(state.known - before.known);
        if state.is_stuck() { self.make_crowded_level(&state) } else { Ok(state) }
    }

    /// Makes levels until one has no room, if they are small several before it looks.
    fn run_ahead(&mut self, before: &SearchState, deviations: u32) -> Result<SearchState, CudaError> {
        let wanted = self.arrays.search.wanted;
        let levels = if wanted > MOST_AHEAD { 1 } else { AHEAD.min(deviations.saturating_add(1)) };
        self.enter(before);
        for level in 0..levels {
            self.arrays.search.is_ahead = u32::from(level > 0);
            self.make_children(if level > 0 { wanted } else { before.known - before.first })?;
            self.select(0, Purpose::Next, 2 * wanted)?;
        }
        self.arrays.search.is_ahead = 0;
        self.look()
    }

    /// Makes the next level, whose children or branches had no room.
    fn make_crowded_level(&mut self, before: &SearchState) -> Result<SearchState, CudaError> {
        self.enter(before);
        let mut state = *before;
        if state.branches > u64::from(self.arrays.search.kept_room) {
            self.make_children_by_walking()?;
            state = self.select_and_look(self.arrays.search.room)?;
        }
        if !state.is_fitting() {
            self.outcome.overflows += 1;
            state = self.make_room(state)?;
        }
        let first = self.arrays.search.end;
        self.outcome.levels += u32::from(state.known > first);
        self.outcome.written += u64::from(state.known - first);
        Ok(SearchState { first, ..state })
    }

    /// Makes the children and selects.
    fn try_level(&mut self) -> Result<SearchState, CudaError> {
        self.made(|run| run.select_and_look(run.arrays.search.room))
    }

    /// Makes a level that does not fit: drops paths, then chooses the limit before children are written.
    fn make_room(&mut self, state: SearchState) -> Result<SearchState, CudaError> {
        if state.is_reached() {
            self.select_exactly(&state)?;
            self.drop_paths()?;
            let state = self.look()?;
            self.arrays.search.roots = state.roots;
            self.enter(&state);
            if state.first == state.known {
                return Ok(state);
            }
            let state = self.try_level()?;
            if state.is_fitting() {
                return Ok(state);
            }
        }
        for round in 0.. {
            let state = self.select_among_children(round)?;
            if self.made(|run| run.look())?.is_fitting() {
                break;
            }
            if state.width == 0 {
                self.make_ties(&state)?;
                break;
            }
        }
        let known = self.look()?.known;
        self.select_and_look(known)
    }

    /// A round of a selection among known paths and the level's children; the limit is what it finds.
    fn select_among_children(&mut self, round: u32) -> Result<SearchState, CudaError> {
        self.start_selection_among_children(round)?;
        self.look()
    }

    fn start_selection_among_children(&mut self, round: u32) -> Result<(), CudaError> {
        (self.arrays.search.round, self.arrays.search.purpose) = (round, Purpose::Level as u32);
        self.start(&[
            binning(Kernel::BinKnown, self.arrays.search.known),
            binning(Kernel::BinChildren, self.arrays.search.end - self.arrays.search.first),
            KernelLaunch::blocks(Kernel::FindThreshold, 1),
        ])
    }

    /// Children below the threshold, then the first of those at it: these have no children that count, so their place in the level is
    /// of no matter.
    fn make_ties(&mut self, state: &SearchState) -> Result<(), CudaError> {
        self.take_ties(Ties::Below)?;
        self.arrays.search.known = self.made(|run| run.look())?.known;
        (self.arrays.search.is_capped, self.arrays.search.cap) =
            (1, (u64::from(self.arrays.search.wanted) - state.below) as u32);
        self.take_ties(Ties::At)?;
        self.made(|run| run.look())?;
        self.take_ties(Ties::After)
    }

    fn take_ties(&mut self, ties: Ties) -> Result<(), CudaError> {
        self.arrays.search.round = ties as u32;
        self.start(&[KernelLaunch::indices(Kernel::SplitTies, 1)])
    }

    /// Drops what is not wanted, and sorts.
    fn finish(&mut self, mut state: SearchState) -> Result<(), CudaError> {
        self.select_exactly(&state)?;
        self.enter(&state);
        if state.is_reached() {
            self.drop_paths()?;
            state = self.look()?;
            self.arrays.search.roots = state.roots;
        }
        self.arrays.search.known = state.known;
        self.outcome.count = state.known;
        self.list(state.key_of(state.threshold))
    }

    /// Sorts the known paths by slack and lists them. `most`: the greatest key.
    pub(crate) fn list(&mut self, most: u64) -> Result<(), CudaError> {
        let known = self.arrays.search.known;
        if known == 0 {
            return Ok(());
        }
        self.start(&[KernelLaunch::indices(Kernel::SortKeys, known)])?;
        self.sort_keys(most)?;
        self.start(&[
            KernelLaunch::indices(Kernel::RankPaths, known),
            KernelLaunch::indices(Kernel::ListPaths, known),
        ])
    }

    /// Starts to sort the keys that are there, and what they are of. `most`: the greatest.
    pub(crate) fn sort_keys(&mut self, most: u64) -> Result<(), CudaError> {
        let tiles = self.arrays.search.known.div_ceil(SORT_TILE);
        let turns = (64 - most.leading_zeros()).div_ceil(8);
        self.arrays.scan.count = DIGITS * tiles;
        let [sum, scan] = scan::launches(self.arrays.scan.count);
        let (count, place) = (
            KernelLaunch::blocks(Kernel::CountSlacks, tiles),
            KernelLaunch::blocks(Kernel::SortSlacks, tiles),
        );
        for turn in 0..turns {
            self.arrays.search.turn = turn;
            self.start(&[count, sum, scan, place])?;
        }
        self.arrays.search.turn = turns;
        Ok(())
    }
}

/// In blocks that each take several tiles of the items, where there are many.
pub(crate) fn binning(kernel: Kernel, items: u32) -> KernelLaunch {
    let is_known = matches!(kernel, Kernel::BinKnown | Kernel::SelectKnown);
    let most = if is_known { BINNING_BLOCKS } else { WALKING_BLOCKS };
    KernelLaunch::blocks(kernel, items.div_ceil(TILE).clamp(1, most))
}
