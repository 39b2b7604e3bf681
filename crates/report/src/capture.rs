//! What is required at the end of a path.

use zeroslack_graph::{Check, CheckKind};
use zeroslack_paths::Path;
use zeroslack_sdc::{Clock, OutputDelay};
use zeroslack_timing::EndpointKind;
use zeroslack_units::{Split, Transition, ticks};

use crate::analysis::Analysis;
use crate::launch::{edge_text, register_kind};
use crate::line::Lines;
use crate::path::Point;

/// The end of a path.
pub(crate) struct Capture<'a> {
    pub(crate) endpoint: Point,
    pub(crate) group: String,
    pub(crate) lines: Lines<'a>,
}

impl<'a> Capture<'a> {
    pub(crate) fn new(analysis: Analysis<'a>, path: &Path) -> Option<Self> {
        match (path.end.kind, path.end.check) {
            (EndpointKind::Check(kind), Some(check)) => {
                Self::of_check(analysis, path, kind, &analysis.graph.checks()[check as usize])
            }
            _ => Self::of_output(analysis, path),
        }
    }

    fn of_check(analysis: Analysis<'a>, path: &Path, kind: CheckKind, check: &Check) -> Option<Self> {
        let first = path.capture.first()?;
        let mut lines = Lines::from(0);
        let clock = analysis.clock_at(analysis.pin(first.node), first.transition, first.arrival);
        if let Some(clock) = clock {
            lines.clock(clock, first, clock.edges[first.transition as usize] + check.shift);
        }
        lines.steps(analysis, &path.capture, check.split.opposite(), check.shift);
        // What is left between the clock's arrival, the margin and the required time is the credit for pessimism.
        let margin = ticks(analysis.timing.margins()[path.end.check? as usize][path.end.transition as usize]);
        let margin = if check.split == Split::Late { -margin } else { margin };
        let credited = path.end.required - margin;
        if credited != lines.last() {
            lines.note("clock reconvergence pessimism".to_string(), credited);
        }
        lines.note(format!("library {} time", kind.name()), path.end.required);
        let edge = Transition::of(check.clock);
        // Data are set up before the edge that closes a latch, and held until it opens.
        let opening = if kind == CheckKind::Setup { edge.opposite() } else { edge };
        let description = register_kind(analysis, check.clock / 2, edge, opening);
        let name = clock.map(|clock| clock.name.to_string());
        let group = match kind {
            CheckKind::Setup | CheckKind::Hold => name.clone().unwrap_or_else(|| UNCLOCKED.to_string()),
            CheckKind::Recovery | CheckKind::Removal => "asynchronous".to_string(),
        };
        Some(Self { endpoint: Point::new(analysis, path.data.last()?, name, &description), group, lines })
    }

    fn of_output(analysis: Analysis<'a>, path: &Path) -> Option<Self> {
        let last = path.data.last()?;
        let mut lines = Lines::from(0);
        let captured = output_delay(analysis, path);
        if let Some((stated, clock, delay)) = captured {
            lines.note(edge_text(clock, stated.capture.edge), path.end.required + delay);
            lines.note("output external delay".to_string(), path.end.required);
        } else {
            lines.note("stated required time".to_string(), path.end.required);
        }
        let clock = captured.map(|(_, clock, _)| clock.name.to_string());
        let group = clock.clone().unwrap_or_else(|| UNCLOCKED.to_string());
        Some(Self { endpoint: Point::new(analysis, last, clock, "output port"), group, lines })
    }
}

/// The group of paths that no clock captures.
const UNCLOCKED: &str = "unclocked";

/// The output delay that makes an output's required time, with its clock and its value. Of several that could, the first whose
/// clock has an edge at the time it says.
fn output_delay<'a>(analysis: Analysis<'a>, path: &Path) -> Option<(&'a OutputDelay, &'a Clock, i64)> {
    let (split, transition) = (path.end.kind.split() as usize, path.end.transition as usize);
    let pin = analysis.pin(path.data.last()?.node);
    let constraints = analysis.constraints;
    let stated_outright = constraints
        .required_times
        .iter()
        .any(|stated| stated.port == pin && stated.required[split][transition] == Some(path.end.required));
    if stated_outright {
        return None;
    }
    let delays = || {
        constraints.output_delays.iter().filter(move |stated| stated.port == pin).filter_map(move |stated| {
            let clock = &constraints.clocks[stated.capture.clock.0 as usize];
            Some((stated, clock, stated.delay[split][transition]?))
        })
    };
    let has_edge = |&(stated, clock, delay): &(&OutputDelay, &Clock, i64)| {
        (path.end.required + delay - clock.edges[stated.capture.edge as usize]).rem_euclid(clock.period) == 0
    };
    delays().find(has_edge).or_else(|| delays().next())
}
