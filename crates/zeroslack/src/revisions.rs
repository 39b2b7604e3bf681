//! What a graph and results are of: a number for each part of a session, another one after every change of the part.

use zeroslack_sdc::Edits;
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

    /// Whether only the netlist and parasitics may be others.
    pub(crate) fn have_one_mode(self, other: Self) -> bool {
        (self.constraints, self.library) == (other.constraints, other.library)
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

/// Revisions of a mode's constraints: the last one of each kind of edits, see [`Edits`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ModeRevisions {
    input_delays: u64,
    output_delays: u64,
    uncertainties: u64,
    others: u64,
}

impl ModeRevisions {
    /// Notes edits that make a revision.
    pub(crate) fn note(&mut self, edits: Edits, revision: u64) {
        let Self { input_delays, output_delays, uncertainties, others } = self;
        let kinds = [
            (input_delays, edits.input_delays),
            (output_delays, edits.output_delays),
            (uncertainties, edits.uncertainties),
            (others, edits.others),
        ];
        kinds.into_iter().filter(|&(_, is_edited)| is_edited).for_each(|(of_kind, _)| *of_kind = revision);
    }

    /// Notes that anything may be other than it was.
    pub(crate) fn note_all(&mut self, revision: u64) {
        self.note(Edits { others: true, ..Edits::default() }, revision);
    }

    /// The last one of all: another number after every change.
    pub(crate) fn last(self) -> u64 {
        self.input_delays.max(self.output_delays).max(self.uncertainties).max(self.others)
    }

    /// What was edited since a revision.
    pub(crate) fn edits_since(self, revision: u64) -> Edits {
        Edits {
            input_delays: self.input_delays > revision,
            output_delays: self.output_delays > revision,
            uncertainties: self.uncertainties > revision,
            others: self.others > revision,
        }
    }
}

/// What a scenario's results are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedOf {
    pub(crate) revisions: Revisions,
    /// The rule by which CPPR was done, if it was.
    pub(crate) cppr: Option<CommonPoint>,
}
