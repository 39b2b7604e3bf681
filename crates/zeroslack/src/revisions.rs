//! What a graph and results are of: a number for each part of a session, another one after every change of the part.

use zeroslack_sdc::{EditKind, Edits};
use zeroslack_timing::CommonPoint;

/// Revisions of all that a scenario is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Revisions {
    pub(crate) netlist: u64,
    pub(crate) constraints: u64,
    pub(crate) library: u64,
    pub(crate) parasitics: u64,
}

impl Revisions {
    /// Whether a graph of these is a graph of others: it knows no parasitics.
    pub(crate) fn have_one_graph(self, other: Self) -> bool {
        Self { parasitics: other.parasitics, ..self } == other
    }

    /// What is other than it was, in words; nothing if all is as it was.
    pub(crate) fn difference(self, before: Self) -> Option<&'static str> {
        if self.netlist != before.netlist {
            Some("the netlist")
        } else if self.constraints != before.constraints {
            Some("the mode's constraints")
        } else if self.library != before.library {
            Some("the corner's libraries")
        } else if self.parasitics != before.parasitics {
            Some("the corner's parasitics")
        } else {
            None
        }
    }
}

/// Revisions of a mode's constraints: the last one of each kind of edits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ModeRevisions([u64; EditKind::ALL.len()]);

impl ModeRevisions {
    /// Notes edits that make a revision.
    pub(crate) fn note(&mut self, edits: Edits, revision: u64) {
        let kinds = self.0.iter_mut().zip(EditKind::ALL);
        kinds.filter(|&(_, kind)| edits.has(kind)).for_each(|(of_kind, _)| *of_kind = revision);
    }

    /// Notes that anything may be other than it was.
    pub(crate) fn note_all(&mut self, revision: u64) {
        self.note([EditKind::Others].into_iter().collect(), revision);
    }

    /// The last one of all: another number after every change.
    pub(crate) fn last(self) -> u64 {
        self.0.into_iter().max().unwrap_or(0)
    }

    /// What was edited since a revision.
    pub(crate) fn edits_since(self, revision: u64) -> Edits {
        let kinds = self.0.into_iter().zip(EditKind::ALL);
        kinds.filter(|&(of_kind, _)| of_kind > revision).map(|(_, kind)| kind).collect()
    }
}

/// What a scenario's results are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedOf {
    pub(crate) revisions: Revisions,
    /// The rule by which CPPR was done, if it was.
    pub(crate) cppr: Option<CommonPoint>,
}
