//! What is required at the end of a path.

use zeroslack_graph::{CheckKind, CheckOrigin};
use zeroslack_paths::{Path, PathCheck, Via};
use zeroslack_sdc::{ClockEdge, LatencyIncluded, OutputDelay};
use zeroslack_timing::EndpointKind;
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Names;
use crate::launch::{clock_at, register_kind};
use crate::line::{Lines, NoteKind};
use crate::point::Point;

/// The end of a path.
pub(crate) struct CaptureLines<'a> {
    pub(crate) endpoint: Point,
    pub(crate) lines: Lines<'a>,
}

impl<'a> CaptureLines<'a> {
    pub(crate) fn new(names: Names<'a>, path: &Path) -> Option<Self> {
        match (path.end.kind, &path.end.check) {
            (_, Some(check)) if check.origin == CheckOrigin::Port => Self::of_port(names, path, check),
            (EndpointKind::Check(kind), Some(check)) => Self::of_check(names, path, kind, check),
            _ => Self::of_output(names, path),
        }
    }

    fn of_check(names: Names<'a>, path: &Path, kind: CheckKind, check: &PathCheck) -> Option<Self> {
        let first = path.capture.first()?;
        let mut lines = Lines::from(0);
        let (edge, split) = (path.end.capture?, kind.split().opposite());
        lines.limit(names, path);
        // Nothing is said of an edge where it is one with the pin's.
        let (at, shift) =
            check.borrow.map_or((check.edge, check.shift), |borrow| (borrow.edge, borrow.shift));
        let is_at_edge = first.via == Some(Via::IdealNetwork) && first.arrival + shift == lines.last();
        if path.end.limit.is_none_or(|limit| !limit.ignores_latency && !is_at_edge) {
            lines.clock(names, (edge, split), (first, at), shift);
            lines.steps(names, &path.capture, shift);
        }
        lines.uncertainty(names, path);
        lines.path_margin(path);
        let margin = if kind.split() == Split::Late { -check.margin } else { check.margin };
        if path.end.limit.is_none_or(|limit| !limit.ignores_latency) {
            lines.credit(path, check.borrow.map_or(path.end.required - margin, |borrow| borrow.opens));
        }
        let by = match (check.borrow, check.origin) {
            (Some(_), _) => "time borrowed from endpoint".to_owned(),
            (None, CheckOrigin::Library { .. } | CheckOrigin::NonSequential { .. } | CheckOrigin::Latch) => {
                format!("library {} time", kind.name())
            }
            (None, CheckOrigin::ClockGating) => format!("clock gating {} time", kind.name()),
            (None, CheckOrigin::Data) => format!("data check {} time", kind.name()),
            // Ports have their own lines.
            (None, CheckOrigin::Port) => return None,
        };
        lines.note(NoteKind::Requirement, by, path.end.required);
        let description = checked_kind(names, kind, check);
        let last = path.data.last()?;
        let clock = Some(clock_at(names.clock(edge), edge.edge, at));
        Some(Self { endpoint: Point::new(names, (last, last.pin), true, clock, &description), lines })
    }

    /// An output port with a check at the source of its clock.
    fn of_port(names: Names<'a>, path: &Path, check: &PathCheck) -> Option<Self> {
        let (source, last) = (path.capture.last()?, path.data.last()?);
        let edge = path.end.capture?;
        let clock = names.clock(edge);
        let delay = if path.end.kind.split() == Split::Late { check.margin } else { -check.margin };
        let mut lines = Lines::from(0);
        lines.limit(names, path);
        let time = clock.edges[edge.edge as usize] + check.shift;
        lines.against_clock(names, path, (edge, [time, source.arrival + check.shift]), delay);
        let clock = Some(clock.name.to_string());
        let what = if names.netlist.is_port(last.pin) { "output port" } else { "internal path endpoint" };
        Some(Self { endpoint: Point::new(names, (last, last.pin), false, clock, what), lines })
    }

    fn of_output(names: Names<'a>, path: &Path) -> Option<Self> {
        let last = path.data.last()?;
        let mut lines = Lines::from(0);
        lines.limit(names, path);
        if let Some(edge) = path.end.capture {
            let (clock, split) = (names.clock(edge), path.end.kind.split());
            let stated = output_delay(names, path, edge)?;
            let delay = stated.delay[split as usize][path.end.transition as usize]?;
            let captured =
                path.end.required + delay - path.end.later_by_uncertainty() - path.end.later_by_path_margin();
            let found = path.end.source_latency.filter(|_| !stated.included.source);
            let included =
                LatencyIncluded { source: stated.included.source || found.is_some(), ..stated.included };
            let first = names.constraints.at_port(edge, included, split.opposite()) + found.unwrap_or(0);
            let time = captured - first + clock.edges[edge.edge as usize];
            lines.against_clock(names, path, (edge, [time, captured]), delay);
        } else if path.end.limit.is_some() {
            lines.path_margin(path);
            lines.note(NoteKind::ExternalDelay, "output external delay", path.end.required);
        } else {
            lines.note(NoteKind::Requirement, "stated required time", path.end.required);
        }
        let clock = path.end.capture.map(|edge| names.clock(edge).name.to_string());
        let what = if names.netlist.is_port(last.pin) { "output port" } else { "internal path endpoint" };
        Some(Self { endpoint: Point::new(names, (last, last.pin), false, clock, what), lines })
    }
}

/// What a check ends at: the register, or for recovery and removal the check.
fn checked_kind(names: Names<'_>, kind: CheckKind, check: &PathCheck) -> String {
    let named = |edge: Transition| if edge == Transition::Rise { "rising" } else { "falling" };
    match check.origin {
        CheckOrigin::Library { .. } | CheckOrigin::Latch | CheckOrigin::Port => {}
        CheckOrigin::ClockGating => {
            // The edge at which the clock begins to let the signal pass.
            let opening = if kind == CheckKind::Setup { check.edge } else { check.edge.opposite() };
            return format!("{} clock gating-check end-point", named(opening));
        }
        CheckOrigin::NonSequential { .. } | CheckOrigin::Data => {
            return format!("{} edge-triggered data to data check", named(check.edge));
        }
    }
    match kind {
        CheckKind::Recovery | CheckKind::Removal => {
            format!("{} check against {}-edge clock", kind.name(), named(check.edge))
        }
        CheckKind::Setup | CheckKind::Hold => register_kind(names, check.clock_pin, check.edge),
    }
}

/// The output delay that a path ends at, against a clock edge.
fn output_delay<'c>(names: Names<'c>, path: &Path, capture: ClockEdge) -> Option<&'c OutputDelay> {
    let delays = names.constraints.output_delays.get(&path.end.pin)?;
    delays.iter().find(|stated| stated.edge == capture)
}

impl Lines<'_> {
    /// The limit of a path that has one: it counts from the edge that launches the path.
    fn limit(&mut self, names: Names<'_>, path: &Path) {
        let Some(limit) = path.end.limit else { return };
        let launched = path.end.launch.map_or(0, |edge| names.clock(edge).edges[edge.edge as usize]);
        let text = if path.end.kind.split() == Split::Late { "max_delay" } else { "min_delay" };
        self.note(NoteKind::Limit, text, launched + limit.delay);
    }

    /// An output delay against a clock edge, which is at `time` and captures at `captured`.
    fn against_clock(
        &mut self,
        names: Names<'_>,
        path: &Path,
        (edge, [time, captured]): (ClockEdge, [Ticks; 2]),
        delay: Ticks,
    ) {
        let split = path.end.kind.split().opposite();
        let is_at_edge = !names.clock(edge).propagated && captured == self.last();
        if path.end.limit.is_none_or(|limit| !limit.ignores_latency && !is_at_edge) {
            self.edge(names, (edge, split), edge.edge, time);
            self.network_delay(names, edge, captured);
        }
        self.uncertainty(names, path);
        self.path_margin(path);
        if path.end.limit.is_none_or(|limit| !limit.ignores_latency) {
            self.credit(path, path.end.required + delay);
        }
        self.note(NoteKind::ExternalDelay, "output external delay", path.end.required);
    }

    /// By how much the path has to be better than its check says.
    fn path_margin(&mut self, path: &Path) {
        if path.end.path_margin != 0 {
            self.note(NoteKind::PathMargin, "path margin", self.last() + path.end.later_by_path_margin());
        }
    }

    /// By how much the capture is uncertain, if it is.
    fn uncertainty(&mut self, names: Names<'_>, path: &Path) {
        if path.end.uncertainty == 0 {
            return;
        }
        let between = path.end.launch.zip(path.end.capture);
        let between = between.and_then(|clocks| names.constraints.uncertainties_between.get(&clocks));
        let is_between = between.is_some_and(|stated| stated[path.end.kind.split() as usize].is_some());
        let text = if is_between { "inter-clock uncertainty" } else { "clock uncertainty" };
        self.note(NoteKind::Uncertainty, text, self.last() + path.end.later_by_uncertainty());
    }

    /// What CPPR gives, where it is on, or where the time says that it gave something.
    fn credit(&mut self, path: &Path, time: Ticks) {
        if path.is_after_cppr || time != self.last() {
            self.note(NoteKind::Credit, "clock reconvergence pessimism", time);
        }
    }
}
