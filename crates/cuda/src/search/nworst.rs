//! The order of the kernels of a search for so many paths to an endpoint, of so many of each path group, or of both.
//!
//! Levels are made as in `run.rs`, but what is out is found by sorting: what is known by slack and endpoint, then by slack and
//! group; see `nworst.h`. What does not count must not take room from what does. So children cannot be counted before
//! they are written, and a level that does not fit is made in parts, each of which goes on where the one before left off, and lowers the
//! limits for those that follow.

use crate::arrays::search::SearchState;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::search::asked::Asked;
use crate::search::run::{FINE_ROUNDS, Purpose, Run, binning};

/// What has a quota, as `search_arrays.h` knows it.
#[derive(Clone, Copy)]
enum Sets {
    /// Endpoints, in a split.
    Ends,
    /// Path groups, or all paths.
    Groups,
}

impl<M: Machine> Run<'_, M> {
    /// Leaves the sorted list in the arrays; false if there is not enough room for paths of one group that take places of another.
    pub(crate) fn search_sets(&mut self, asked: &Asked) -> Result<bool, CudaError> {
        self.ask(asked);
        let mut state = self.begin_sets(asked)?;
        if let Some(nworst) = asked.nworst.filter(|_| !asked.by_group && asked.deviations != 0) {
            self.sample_sets(&state, nworst)?;
        }
        while state.first < state.known && self.outcome.levels <= asked.deviations {
            match self.deepen_sets(asked, state)? {
                Some(next) => state = next,
                None => return Ok(false),
            }
            self.outcome.levels += u32::from(state.first < state.known);
        }
        if asked.by_group && asked.nworst.is_some() && state.known > 0 {
            self.arrays.search.is_last = 1;
            (self.arrays.search.first, self.arrays.search.end) = (0, state.known);
            state = self.trim(asked, state.known, &[])?;
        }
        self.outcome.count = state.known;
        self.arrays.search.known = state.known;
        self.list(state.key_of(state.greatest()))?;
        Ok(true)
    }

    /// The roots.
    fn begin_sets(&mut self, asked: &Asked) -> Result<SearchState, CudaError> {
        let search = &mut self.arrays.search;
        let roots = search.root_count;
        (search.is_by_end, search.is_by_group) =
            (u32::from(asked.nworst.is_some()), u32::from(asked.by_group));
        (search.first, search.end, search.roots, search.is_last) = (0, roots, roots, 0);
        self.start_with_roots()?;
        self.start(&[KernelLaunch::indices(Kernel::BeginSets, roots)])?;
        let state = self.trim(asked, roots, &[])?;
        (self.outcome.levels, self.outcome.written) = (1, u64::from(state.known));
        Ok(SearchState { first: 0, ..state })
    }

    /// Finds a first limit: without one the first level has all children of all roots.
    fn sample_sets(&mut self, state: &SearchState, nworst: u32) -> Result<(), CudaError> {
        let search = &mut self.arrays.search;
        (search.known, search.quota, search.purpose) = (state.known, nworst, Purpose::Sample as u32);
        for round in 0..FINE_ROUNDS {
            self.arrays.search.round = round;
            self.start(&[
                binning(Kernel::BinKnown, state.known),
                binning(Kernel::BinSample, state.known),
                KernelLaunch::blocks(Kernel::FindThreshold, 1),
            ])?;
        }
        self.start(&[KernelLaunch::indices(Kernel::LimitBySample, 1)])
    }

    /// The next level; in the state that is returned it is the last. None if there is no room.
    fn deepen_sets(&mut self, asked: &Asked, before: SearchState) -> Result<Option<SearchState>, CudaError> {
        let mut state = SearchState { at: before.first, is_left: 0, first: before.known, ..before };
        loop {
            let search = &mut self.arrays.search;
            (search.first, search.end, search.known) = (state.at, state.first, state.known);
            search.is_left = state.is_left;
            (search.left_place, search.left_arc) = (state.left_place, state.left_arc);
            search.is_capped = 1;
            search.cap = search.room - state.known;
            // But for what is kept of other groups, no more than what is wanted is known.
            if search.cap < search.wanted {
                return Ok(None);
            }
            let cap = search.cap;
            let made = self.make_part()?;
            if made.known == state.known {
                return Ok(Some(state));
            }
            self.outcome.written += u64::from(made.known - state.known);
            self.arrays.search.first = state.first;
            state = self.trim(asked, made.known, &[KernelLaunch::indices(Kernel::SettlePart, 1)])?;
            if made.total <= u64::from(cap) || state.at == state.first {
                return Ok(Some(state));
            }
            self.outcome.overflows += 1;
        }
    }

    /// The next children that have room.
    fn make_part(&mut self) -> Result<SearchState, CudaError> {
        self.make_children_by_walking()?;
        self.look()
    }

    /// Lowers limits, drops what comes after the quotas, and does what follows.
    fn trim(&mut self, asked: &Asked, known: u32, then: &[KernelLaunch]) -> Result<SearchState, CudaError> {
        self.arrays.search.known = known;
        self.start(&[KernelLaunch::tiles(Kernel::KeySlacks, known)])?;
        let seen = self.look()?;
        let (greatest, most) = (seen.greatest, seen.key_of(seen.greatest()));
        if let Some(nworst) = asked.nworst {
            self.fill_quotas(Sets::Ends, nworst, most)?;
            self.start(&[KernelLaunch::tiles(Kernel::KeySlacks, known)])?;
        }
        self.fill_quotas(Sets::Groups, asked.count, most)?;
        self.drop_paths()?;
        self.start(then)?;
        let state = SearchState { greatest, ..self.look()? };
        self.arrays.search.roots = state.roots;
        Ok(state)
    }

    /// Sorts by slack, of which the keys are there, up to `most`, then by set, and marks what comes after the quota.
    fn fill_quotas(&mut self, sets: Sets, quota: u32, most: u64) -> Result<(), CudaError> {
        let known = self.arrays.search.known;
        (self.arrays.search.sets, self.arrays.search.quota) = (sets as u32, quota);
        self.sort_keys(most)?;
        self.start(&[KernelLaunch::indices(Kernel::KeySets, known)])?;
        let last = match sets {
            Sets::Ends => self.arrays.search.root_count,
            // After the groups comes the set of what waits for one of them, then that of what is out.
            Sets::Groups => self.arrays.search.group_count + 1,
        };
        self.sort_keys(u64::from(last))?;
        self.start(&[
            KernelLaunch::indices(Kernel::LimitSets, known),
            KernelLaunch::indices(Kernel::DropAfter, known),
        ])
    }
}
