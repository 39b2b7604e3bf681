//! Modes, corners, and scenarios: a mode in a corner, with its graph, its delays and its times.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use zeroslack_graph::TimingGraph;
use zeroslack_netlist::{CellLibrary, Parasitics};
use zeroslack_paths::SearchGraph;
use zeroslack_sdc::{Constraints, Rules};
use zeroslack_timing::{Changes, DelayData, Incremental};

use crate::engine::Placement;
use crate::pace::Pace;
use crate::results::Results;
use crate::revisions::{ModeRevisions, Revisions};

/// A set of constraints of a session. Numbers count from 0 in the order in which modes were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModeId(pub u32);

/// Libraries and parasitics of a session. Numbers count from 0 in the order in which corners were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CornerId(pub u32);

/// A mode in a corner. Numbers count from 0 in the order in which scenarios were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScenarioId(pub u32);

impl ModeId {
    /// The mode that every session has.
    pub const FIRST: Self = Self(0);
}

impl CornerId {
    /// The corner that every session has.
    pub const FIRST: Self = Self(0);
}

impl ScenarioId {
    /// The first mode in the first corner, which every session has.
    pub const FIRST: Self = Self(0);
}

/// What the first mode and the first corner of a session are called.
pub(crate) const DEFAULT_NAME: &str = "default";

/// A set of constraints.
#[derive(Clone, Debug)]
pub(crate) struct Mode {
    pub(crate) name: Box<str>,
    pub(crate) constraints: Constraints,
    /// The rules that it has until a file of constraints or an edit says otherwise.
    pub(crate) rules: Rules,
    /// When what is stated was last changed.
    pub(crate) revisions: ModeRevisions,
    /// The revision of the netlist in which the masters of all generated clocks were looked for.
    pub(crate) masters_of: u64,
}

impl Mode {
    pub(crate) fn new(name: &str, constraints: Constraints) -> Self {
        let (rules, revisions) = (constraints.rules, ModeRevisions::default());
        Self { name: name.into(), constraints, rules, revisions, masters_of: 0 }
    }
}

/// Libraries and parasitics.
#[derive(Clone, Debug)]
pub(crate) struct Corner {
    pub(crate) name: Box<str>,
    /// In the netlist's numbers; none where it is the netlist's own.
    pub(crate) library: Option<CellLibrary>,
    /// Another number after every change of the libraries; 0 where they are the netlist's own.
    pub(crate) library_revision: u64,
    pub(crate) parasitics: Parasitics,
}

impl Corner {
    /// With the netlist's libraries.
    pub(crate) fn new(name: &str, parasitics: Parasitics) -> Self {
        Self { name: name.into(), library: None, library_revision: 0, parasitics }
    }
}

/// A mode in a corner.
#[derive(Debug)]
pub(crate) struct Scenario {
    pub(crate) mode: ModeId,
    pub(crate) corner: CornerId,
    /// None before the first update.
    pub(crate) built: Option<Built>,
}

/// A scenario's graph, what its delays are computed from, and what the last update gave.
#[derive(Debug)]
pub(crate) struct Built {
    /// Scenarios of one mode share it where their corners have the same libraries.
    pub(crate) graph: Arc<TimingGraph>,
    pub(crate) data: DelayData,
    /// What graph and data are of.
    pub(crate) revisions: Revisions,
    pub(crate) placement: Placement,
    pub(crate) results: Results,
    /// What changed in them since the results are of; none where that is not known, as after the graph was built.
    pub(crate) changes: Option<Changes>,
    /// From the first update on that is incremental.
    pub(crate) incremental: Option<Incremental>,
    /// What updates were like, which says which engine the next one is worth.
    pub(crate) pace: Pace,
    /// Memory of path searches, for the next ones, with the parts of the design that they took.
    pub(crate) search_graphs: Mutex<Vec<SearchGraph>>,
    /// Another number than that of any other graph that was built: its nodes, arcs and checks have numbers of its own.
    pub(crate) number: u64,
}

/// How many graphs were built.
static BUILT: AtomicU64 = AtomicU64::new(0);

impl Built {
    /// Without results.
    pub(crate) fn new(graph: Arc<TimingGraph>, data: DelayData, revisions: Revisions) -> Self {
        Self {
            graph,
            data,
            revisions,
            placement: Placement::default(),
            results: Results::default(),
            changes: None,
            incremental: None,
            pace: Pace::default(),
            search_graphs: Mutex::default(),
            number: BUILT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Memory of path searches, with what it keeps.
    pub(crate) fn searches(&mut self) -> impl Iterator<Item = &mut SearchGraph> {
        self.search_graphs.get_mut().unwrap_or_else(PoisonError::into_inner).iter_mut()
    }
}
