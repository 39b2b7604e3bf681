//! What a graph and results are of: a number for each part of a session, another one after every change of the part.

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

/// What a scenario's results are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedOf {
    pub(crate) revisions: Revisions,
    /// The rule by which CPPR was done, if it was.
    pub(crate) cppr: Option<CommonPoint>,
}
