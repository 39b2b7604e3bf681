//! What reports are made from.

use zeroslack::Timed;
use zeroslack_report::{Analysis, Names};

/// What a report is made from.
pub(crate) fn analysis(timed: Timed<'_>) -> Analysis<'_> {
    let (netlist, library, constraints) = (timed.netlist(), timed.library(), timed.constraints());
    Analysis {
        names: Names { netlist, library, constraints },
        parasitics: timed.parasitics(),
        graph: timed.graph(),
        timing: timed.timing(),
    }
}
