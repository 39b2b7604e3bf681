//! What the last update gave, wherever it is.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zeroslack_paths::KeptForest;
use zeroslack_timing::{ClockForest, NodeTimes, SlackTable, Timing, Visited};
use zeroslack_units::{Quad, Ticks};

use crate::engine::ResultsAt;
use crate::node_times::Asked;
use crate::revisions::TimedOf;
use crate::scenario::Built;
use crate::unconstrained::Completed;

/// What the last update gave.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// At once where the CPU computed it; where a GPU did, when it is first asked for.
    pub(crate) timing: OnceLock<Timing>,
    /// Arrays of earlier results, to be filled again.
    pub(crate) room: Mutex<Timing>,
    /// Nodes that a GPU was asked for.
    pub(crate) asked: Asked<NodeTimes>,
    /// Nodes whose slacks a GPU was asked for.
    pub(crate) asked_slacks: Asked<Quad<Ticks>>,
    /// The slacks of all nodes that a GPU found, once somebody asked for many; none if it has no answer.
    pub(crate) slacks_of_gpu: OnceLock<Option<Vec<Quad<Ticks>>>>,
    /// Slacks of endpoints and what they sum up to, from when they are first asked for.
    pub(crate) slacks: OnceLock<SlackTable>,
    /// Where worst arrivals come from, once incremental updates come and paths are asked for: these keep it.
    pub(crate) forest: Mutex<KeptForest>,
    /// What the last update computed again, if it was incremental.
    pub(crate) visited: Option<Visited>,
    /// The clock network, from the first search after CPPR on.
    pub(crate) clocks: OnceLock<Arc<ClockForest>>,
    /// The design under constraints that make up for what is missing, from the first search for unconstrained paths on.
    pub(crate) completed: OnceLock<Arc<Completed>>,
    /// The design without exceptions, from the first search for paths of it on.
    pub(crate) released: OnceLock<Arc<Completed>>,
    /// The same of a graph that is levelled, from when that is first asked for after edits that the graph took over.
    pub(crate) levelled: OnceLock<Box<Built>>,
    /// What they are of; none before an update.
    pub(crate) of: Option<TimedOf>,
}

impl Results {
    /// Arrays to be filled. Slacks that were summed up are kept, and where worst arrivals come from.
    pub(crate) fn take(&mut self) -> Timing {
        (self.of, self.clocks, self.visited) = (None, OnceLock::new(), None);
        (self.completed, self.released) = (OnceLock::new(), OnceLock::new());
        (self.levelled, self.asked) = (OnceLock::new(), Asked::default());
        (self.asked_slacks, self.slacks_of_gpu) = (Asked::default(), OnceLock::new());
        let room = self.room.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.timing.take().unwrap_or_else(|| std::mem::take(room))
    }

    /// After edits from which no delay and no requirement follows they are of what is there now.
    pub(crate) fn stay(&mut self, of: TimedOf) {
        (self.of, self.visited) = (Some(of), Some(Visited::default()));
        (self.completed, self.released) = (OnceLock::new(), OnceLock::new());
    }

    /// Forgets what follows from arrivals and slacks that were there before an update of everything.
    pub(crate) fn forget_kept(&mut self) {
        self.slacks.take();
        self.forest.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
    }

    /// The same for a copy of the scenario, as far as it is not made again when it is asked for.
    pub(crate) fn replicate(&self) -> Self {
        match self.of {
            Some(of) => Self {
                timing: self.timing.clone(),
                slacks: self.slacks.clone(),
                visited: self.visited,
                of: Some(of),
                ..Self::default()
            },
            None => Self::default(),
        }
    }

    /// Arrays that hold no results, to be filled again.
    pub(crate) fn give_back(&mut self, room: Timing) {
        self.room = Mutex::new(room);
    }

    /// What an update filled, if it is not on a GPU.
    pub(crate) fn put(&mut self, timing: Timing, place: ResultsAt, of: TimedOf) {
        self.of = Some(of);
        match place {
            ResultsAt::Host => self.timing = OnceLock::from(timing),
            ResultsAt::Device => self.give_back(timing),
        }
    }
}
