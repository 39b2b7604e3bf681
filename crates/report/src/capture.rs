//! What is required at the end of a path.

use zeroslack_graph::CheckKind;
use zeroslack_paths::{Path, PathCheck};
use zeroslack_sdc::{ClockEdge, OutputDelay};
use zeroslack_timing::EndpointKind;
use zeroslack_units::Split;

use crate::analysis::Names;
use crate::launch::{edge_text, register_kind};
use crate::line::Lines;
use crate::point::Point;

/// The end of a path.
pub(crate) struct CaptureLines<'a> {
    pub(crate) endpoint: Point,
    pub(crate) lines: Lines<'a>,
}

impl<'a> CaptureLines<'a> {
    pub(crate) fn new(names: Names<'a>, path: &Path) -> Option<Self> {
        match (path.end.kind, &path.end.check) {
            (EndpointKind::Check(kind), Some(check)) => Self::of_check(names, path, kind, check),
            _ => Self::of_output(names, path),
        }
    }

    fn of_check(names: Names<'a>, path: &Path, kind: CheckKind, check: &PathCheck) -> Option<Self> {
        let first = path.capture.first()?;
        let mut lines = Lines::from(0);
        let edge = path.end.capture?;
        lines.clock(names, edge, first, check.shift);
        lines.steps(names, &path.capture, check.shift);
        lines.uncertainty(path);
        // What is left between the clock's arrival, the margin and the required time is the credit for pessimism.
        let margin = if kind.split() == Split::Late { -check.margin } else { check.margin };
        let credited = path.end.required - margin;
        if credited != lines.last() {
            lines.note("clock reconvergence pessimism".to_string(), credited);
        }
        lines.note(format!("library {} time", kind.name()), path.end.required);
        // Data are set up before the edge that closes a latch, and held until it opens.
        let opening = if kind == CheckKind::Setup { check.edge.opposite() } else { check.edge };
        let description = register_kind(names, check.clock_pin, check.edge, opening);
        let name = Some(names.clock(edge).name.to_string());
        Some(Self { endpoint: Point::new(names, path.data.last()?, name, &description), lines })
    }

    fn of_output(names: Names<'a>, path: &Path) -> Option<Self> {
        let last = path.data.last()?;
        let mut lines = Lines::from(0);
        if let Some(edge) = path.end.capture {
            let (clock, split) = (names.clock(edge), path.end.kind.split());
            let stated = output_delay(names, path, edge)?;
            let delay = stated.delay[split as usize][path.end.transition as usize]?;
            let captured = path.end.required + delay - path.end.later_by_uncertainty();
            let first = names.constraints.at_port(edge, stated.included, split.opposite());
            lines.note(edge_text(clock, edge.edge), captured - first + clock.edges[edge.edge as usize]);
            lines.network_delay(names, edge, captured);
            lines.uncertainty(path);
            lines.note("output external delay".to_string(), path.end.required);
        } else {
            lines.note("stated required time".to_string(), path.end.required);
        }
        let clock = path.end.capture.map(|edge| names.clock(edge).name.to_string());
        Some(Self { endpoint: Point::new(names, last, clock, "output port"), lines })
    }
}

/// The output delay that a path ends at, against a clock edge.
fn output_delay<'c>(names: Names<'c>, path: &Path, capture: ClockEdge) -> Option<&'c OutputDelay> {
    let delays = names.constraints.output_delays.get(&path.end.pin)?;
    delays.iter().find(|stated| stated.edge == capture)
}

impl Lines<'_> {
    /// By how much the capture is uncertain, if it is.
    fn uncertainty(&mut self, path: &Path) {
        if path.end.uncertainty != 0 {
            self.note("clock uncertainty".to_string(), self.last() + path.end.later_by_uncertainty());
        }
    }
}
