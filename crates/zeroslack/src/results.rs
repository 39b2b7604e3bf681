//! What the last update gave, wherever it is.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zeroslack_netlist::PinId;
use zeroslack_timing::{ClockForest, EndpointSlack, Summary, Timing};
use zeroslack_units::{Split, Ticks, Transition, tighter_required, worse_arrival};

use crate::session::Session;

/// Where the results of an update are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Host,
    /// On the GPU; nothing was fetched yet.
    Device,
}

/// What the last update gave.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// At once where the CPU computed it; where a GPU did, when it is first asked for.
    pub(crate) timing: OnceLock<Timing>,
    /// Arrays of earlier results, to be filled again.
    pub(crate) room: Mutex<Timing>,
    /// The clock network, from the first search after CPPR on.
    pub(crate) clocks: OnceLock<Arc<ClockForest>>,
    /// Whether there was an update.
    pub(crate) are_there: bool,
    /// Whether that removed the pessimism of common clock paths.
    pub(crate) has_cppr: bool,
}

impl Results {
    /// Arrays to be filled.
    pub(crate) fn take(&mut self) -> Timing {
        (self.are_there, self.clocks) = (false, OnceLock::new());
        let room = self.room.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.timing.take().unwrap_or_else(|| std::mem::take(room))
    }

    /// What an update filled, if it is not on a GPU.
    pub(crate) fn put(&mut self, timing: Timing, place: Place) {
        (self.are_there, self.has_cppr) = (true, timing.has_cppr());
        match place {
            Place::Host => self.timing = OnceLock::from(timing),
            Place::Device => self.room = Mutex::new(timing),
        }
    }
}

impl Session {
    /// Slews, delays, arrivals, required times. What a GPU computed is fetched when it is first asked for.
    pub fn timing(&self) -> &Timing {
        self.results.timing.get_or_init(|| {
            let mut timing =
                std::mem::take(&mut *self.results.room.lock().unwrap_or_else(PoisonError::into_inner));
            match self.engines.design().filter(|_| self.results.are_there) {
                Some(design) => design.ask(|design| {
                    if design.fetch(&mut timing).is_err() {
                        // A GPU that fails now is no loss: the CPU gives the same.
                        timing.update(&self.graph, &self.data, self.calculator);
                    }
                    timing
                }),
                None => timing,
            }
        })
    }

    /// Whether a pin was there at the last update.
    fn is_known(&self, pin: PinId) -> bool {
        self.results.are_there && pin.index() < self.graph.pins().pin_count()
    }

    /// The worst arrival at a pin, of all signals that come there through the design; an ideal clock has the arrivals that its network gives it.
    pub fn arrival(&self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph.nodes(pin))?;
        let arrivals = nodes.filter_map(|node| self.timing().arrival(node, split, transition));
        arrivals.reduce(|a, b| worse_arrival(split, a, b))
    }

    /// The tightest required time at a pin, of all signals that come there.
    pub fn required(&self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph.all_nodes(pin))?;
        let required = nodes.filter_map(|node| self.timing().required(node, split, transition));
        required.reduce(|a, b| tighter_required(split, a, b))
    }

    /// The worst slack at a pin, of all signals that come there.
    pub fn slack(&self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph.all_nodes(pin))?;
        nodes.filter_map(|node| self.timing().slack(node, split, transition)).min()
    }

    /// Slew at a pin, ps.
    pub fn slew(&self, pin: PinId, split: Split, transition: Transition) -> Option<f32> {
        let node = self.is_known(pin).then(|| self.graph.pins().node(pin))?;
        self.timing().slew(node, split, transition)
    }

    /// Every endpoint's worst slack in each split and path group it has. None while edits wait for an update.
    pub fn group_slacks(&self) -> Vec<EndpointSlack> {
        if !self.is_timed() {
            return Vec::new();
        }
        zeroslack_timing::group_slacks(&self.graph, self.timing())
    }

    /// Every endpoint's worst slack in each kind it has. None while edits wait for an update.
    pub fn endpoint_slacks(&self) -> Vec<EndpointSlack> {
        if !self.is_timed() {
            return Vec::new();
        }
        zeroslack_timing::endpoint_slacks(&self.graph, self.timing())
    }

    /// Worst and total negative slack by kind of endpoint. None while edits wait for an update. Where a GPU has computed them, only they
    /// are copied.
    pub fn summaries(&self) -> Vec<Summary> {
        if !self.is_timed() {
            return Vec::new();
        }
        let on_gpu = self.engines.design().filter(|_| self.results.timing.get().is_none());
        match on_gpu.map(|design| design.ask(|design| design.summaries())) {
            Some(Ok(summaries)) => summaries,
            _ => zeroslack_timing::summarize(&self.endpoint_slacks()),
        }
    }

    /// The `count` worst endpoints of a split, each in its kind, worst first. None while edits wait for an update. Where a GPU has computed
    /// them, only they are copied.
    pub fn worst_endpoints(&self, split: Split, count: usize) -> Vec<EndpointSlack> {
        if !self.is_timed() {
            return Vec::new();
        }
        let on_gpu = self.engines.design();
        match on_gpu.map(|design| design.ask(|design| design.worst_endpoints(&self.graph, split, count))) {
            Some(Ok(worst)) => worst,
            _ => zeroslack_paths::worst_endpoints(&self.endpoint_slacks(), split, count),
        }
    }
}
