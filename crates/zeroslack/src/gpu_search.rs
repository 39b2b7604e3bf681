//! Path searches of a design on a GPU: what they need is kept from query to query.

use std::ops::Range;

use zeroslack_cuda::{CudaError, Engine, PathSearch, most_paths};
use zeroslack_graph::TimingGraph;
use zeroslack_paths::{FlatPaths, Passing, PathQuery, PathTree};
use zeroslack_units::Split;

use crate::gpu::SharedMachine;

/// Paths that a search is made for at least: it takes some memory anyway.
const LEAST_PATHS: usize = 1 << 12;

/// Paths that are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) graph: &'a TimingGraph,
    pub(crate) query: &'a PathQuery,
    /// What they have to pass, if anything.
    pub(crate) passing: Option<&'a Passing>,
}

impl Wanted<'_> {
    /// As many as there can be.
    fn count(&self) -> usize {
        most_paths(self.query, self.graph.endpoints().len())
    }
}

/// The searches of one engine's design.
#[derive(Debug)]
pub(crate) struct Searches<M: SharedMachine> {
    made: Option<Made<M>>,
    /// So many paths did not fit.
    too_many: usize,
    /// The number of the next search.
    next: u64,
}

impl<M: SharedMachine> Default for Searches<M> {
    fn default() -> Self {
        Self { made: None, too_many: usize::MAX, next: 0 }
    }
}

/// A search that was made.
#[derive(Debug)]
struct Made<M: SharedMachine> {
    search: PathSearch<M>,
    /// The greatest number of paths that it finds.
    most: usize,
    /// The only split that it knows.
    split: Option<Split>,
    /// Whether its forest is that of the last update.
    is_grown: bool,
    /// The number of the search that its list is of.
    last: Option<u64>,
}

impl<M: SharedMachine> Searches<M> {
    pub(crate) fn bytes(&self) -> u64 {
        self.made.as_ref().map_or(0, |made| made.search.bytes())
    }

    /// There is more memory than before.
    pub(crate) fn try_again(&mut self) {
        self.too_many = usize::MAX;
    }

    /// There was an update.
    pub(crate) fn forget_times(&mut self) {
        self.too_many = usize::MAX;
        if let Some(made) = &mut self.made {
            (made.is_grown, made.last) = (false, None);
        }
    }

    pub(crate) fn find(
        &mut self,
        engine: &Engine<M>,
        wanted: &Wanted<'_>,
    ) -> Result<(u64, PathTree), CudaError> {
        let number = self.next;
        self.next += 1;
        let made = self.made_for(engine, wanted)?;
        let found = made.find(engine, wanted, number).and_then(|()| made.search.tree(engine));
        self.note(wanted, found.as_ref().err());
        Ok((number, found?))
    }

    /// As many of a tree's paths as are asked for, at once; their list is looked for again where another one is there by now.
    pub(crate) fn flat(
        &mut self,
        engine: &Engine<M>,
        wanted: &Wanted<'_>,
        (number, tree): (u64, &PathTree),
        paths: Range<usize>,
    ) -> Result<FlatPaths, CudaError> {
        let made = self.made_for(engine, wanted)?;
        let is_last = made.last == Some(number);
        let found = if is_last { Ok(()) } else { made.find(engine, wanted, number) };
        let flat = found.and_then(|()| made.search.flat(engine, tree, paths));
        self.note(wanted, flat.as_ref().err());
        flat
    }

    /// What failed is not used again, and until the next update not tried again. But where a part of the design does not fit, another may.
    fn note(&mut self, wanted: &Wanted<'_>, error: Option<&CudaError>) {
        self.too_many = match error {
            None => return,
            Some(CudaError::Driver { .. }) => 0,
            Some(_) if wanted.passing.is_some() => return,
            Some(_) => self.too_many.min(wanted.count()),
        };
        self.made = None;
    }

    /// A search with room for what is wanted.
    fn made_for(&mut self, engine: &Engine<M>, wanted: &Wanted<'_>) -> Result<&mut Made<M>, CudaError> {
        let (count, split) = (wanted.count(), wanted.query.split);
        if count >= self.too_many {
            return Err(CudaError::Unprepared { wanted: count, most: self.too_many.saturating_sub(1) });
        }
        let made = match self.made.take() {
            Some(made) if made.has_room(count, split) => made,
            before => {
                // Its memory is free from here on.
                let (most, known) = before.map_or((LEAST_PATHS, split), |made| (made.most, made.split));
                let split = split.filter(|_| known == split);
                self.make(engine, wanted.graph, (count, most.max(count)), split)?
            }
        };
        Ok(self.made.insert(made))
    }

    /// Makes one with room to grow, or just for so many paths as there have to be.
    fn make(
        &mut self,
        engine: &Engine<M>,
        graph: &TimingGraph,
        (count, most): (usize, usize),
        split: Option<Split>,
    ) -> Result<Made<M>, CudaError> {
        let generous = most.checked_next_power_of_two().unwrap_or(most);
        let made = PathSearch::new(engine, graph, generous, split).map(|search| (search, generous));
        let made = made.or_else(|_| Ok((PathSearch::new(engine, graph, count, split)?, count)));
        if made.is_err() {
            self.too_many = count;
        }
        let (search, most) = made?;
        Ok(Made { search, most, split, is_grown: false, last: None })
    }
}

impl<M: SharedMachine> Made<M> {
    fn has_room(&self, count: usize, split: Option<Split>) -> bool {
        count <= self.most && (self.split.is_none() || self.split == split)
    }

    /// Leaves a list on the GPU.
    fn find(&mut self, engine: &Engine<M>, wanted: &Wanted<'_>, number: u64) -> Result<(), CudaError> {
        self.last = None;
        match wanted.passing {
            Some(passing) => self.search.narrow(engine, wanted.graph, passing)?,
            None if self.is_grown => self.search.widen(),
            None => {
                self.search.grow(engine)?;
                self.is_grown = true;
            }
        }
        self.search.search(engine, wanted.query)?;
        self.last = Some(number);
        Ok(())
    }
}
