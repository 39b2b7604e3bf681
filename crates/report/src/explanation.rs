//! Why a path is timed as it is.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_graph::{MatchedPath, Role, Says, Why};
use zeroslack_netlist::PinId;
use zeroslack_paths::{Path, Step};
use zeroslack_sdc::{ClockEdge, ExceptionKind};
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Names;
use crate::json::time;
use crate::style::Style;

/// Why a path is timed between a pair of edges, and which exceptions match it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathExplanation {
    /// Where it starts: a clock pin of a register, or a port.
    pub startpoint: (String, Transition),
    /// Where it ends.
    pub endpoint: (String, Transition),
    /// What is required there: `setup` and its like.
    pub kind: &'static str,
    split: Split,
    /// The edge that launches it; none where no clock does.
    pub launch: Option<Edge>,
    /// The edge that captures it; none where no clock does.
    pub capture: Option<Edge>,
    /// When the capturing edge would be without exceptions.
    pub usual_capture: Option<Ticks>,
    /// Its slack; none where it is not timed.
    pub slack: Option<Ticks>,
    /// The name of the groups of clocks that part launch and capture, so that the path is not timed.
    pub parted_by: Option<String>,
    /// The exceptions that match, in the order in which they were stated.
    pub exceptions: Vec<ExplainedException>,
}

/// An edge of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The clock.
    pub clock: String,
    /// Rise or fall.
    pub edge: Transition,
    /// When it is, as the clock's waveform says; none where a limit counts in its place, or the path is false.
    pub time: Option<Ticks>,
}

/// An exception that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedException {
    /// Its number, from 1.
    pub number: u32,
    /// As a command.
    pub text: String,
    /// The number of the one that decides in its place, and why; none if it decides.
    pub overruled: Option<(u32, Why)>,
}

impl PathExplanation {
    /// Of a path that was found under the constraints, or without exceptions if these make it false. `texts` are those of all exceptions.
    pub fn new(names: &Names<'_>, path: &Path, texts: &[String]) -> Self {
        let (netlist, constraints) = (names.netlist, names.constraints);
        let start = startpoint(path);
        let points = path.data[start..].iter().map(|step| (step.pin, step.transition)).collect();
        let (launch, capture, split) = (path.end.launch, path.end.capture, path.end.kind.split());
        let matched = MatchedPath { points, launch, capture, rule: path.end.rule, split };
        let verdicts = matched.verdicts(netlist, constraints);
        let list = constraints.exceptions.list();
        let is_false = verdicts.iter().any(|verdict| {
            verdict.overruled.is_none() && list[verdict.exception as usize].kind == ExceptionKind::False
        });
        let parted_by = launch.zip(capture).and_then(|(launch, capture)| {
            let mut groups = constraints.clock_groups.iter();
            groups
                .find(|groups| groups.part(launch.clock, capture.clock))
                .map(|groups| groups.name.to_string())
        });
        let is_timed = !is_false && parted_by.is_none();
        let edges = matched.edges(netlist, constraints).filter(|_| is_timed);
        let edge = |edge: ClockEdge, time: Option<Ticks>| Edge {
            clock: constraints.clocks[edge.clock].name.to_string(),
            edge: edge.edge,
            time,
        };
        let point = |(pin, transition): (PinId, Transition)| (netlist.pin_name(pin), transition);
        let end = (path.end.pin, path.end.transition);
        Self {
            startpoint: point(matched.points.first().copied().unwrap_or(end)),
            endpoint: point(end),
            kind: path.end.kind.name(),
            split,
            launch: launch.map(|launch| {
                let time = constraints.clocks[launch.clock].edges[launch.edge as usize];
                edge(launch, Some(time))
            }),
            capture: capture.map(|capture| edge(capture, edges.map(|edges| edges.capture))),
            usual_capture: edges.map(|edges| edges.usual_capture),
            slack: is_timed.then_some(path.end.slack),
            parted_by,
            exceptions: verdicts
                .iter()
                .map(|verdict| ExplainedException {
                    number: verdict.exception + 1,
                    text: texts.get(verdict.exception as usize).cloned().unwrap_or_default(),
                    overruled: verdict.overruled.map(|(by, why)| (by + 1, why)),
                })
                .collect(),
        }
    }

    /// Lines of text.
    pub fn text(&self, style: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let point = |(name, transition): &(String, Transition)| format!("{name} ({})", transition.name());
            writeln!(f, "Startpoint: {}", point(&self.startpoint))?;
            writeln!(f, "Endpoint: {}", point(&self.endpoint))?;
            writeln!(f, "Check: {}", self.kind)?;
            match &self.launch {
                Some(Edge { clock, edge, time }) => {
                    let time = style.time(time.unwrap_or(0));
                    writeln!(f, "Launch: {} of {clock} at {time}", edge.name())?;
                }
                None => writeln!(f, "Launch: no clock, at {}", style.time(0))?,
            }
            writeln!(f, "Capture: {}", self.captured(style))?;
            match (self.slack, &self.parted_by) {
                (Some(slack), _) => writeln!(f, "Slack: {}", style.time(slack))?,
                (None, Some(groups)) => {
                    writeln!(f, "Slack: none, the clocks are in different groups of '{groups}'")?
                }
                (None, None) => writeln!(f, "Slack: none, the path is false")?,
            }
            if self.exceptions.is_empty() {
                return writeln!(f, "Exceptions that match: none");
            }
            writeln!(f, "Exceptions that match:")?;
            for one in &self.exceptions {
                writeln!(f, "  {}: {}", one.number, one.text)?;
                match one.overruled {
                    None => writeln!(f, "     decides")?,
                    Some((by, why)) => writeln!(f, "     overruled by {by}, {}", reason(why))?,
                }
            }
            Ok(())
        })
    }

    /// The capture, and why it is that one.
    fn captured(&self, style: Style) -> String {
        let Some(Edge { clock, edge, time }) = &self.capture else { return "no clock".to_owned() };
        let edge = edge.name();
        let (Some(time), Some(usual)) = (*time, self.usual_capture) else {
            let instead = if self.slack.is_some() { "; a limit counts in place of its time" } else { "" };
            return format!("{edge} of {clock}{instead}");
        };
        let rule = match self.split {
            Split::Late => "the closest one after the launch",
            Split::Early => "the closest one that is not after the launch",
        };
        if time == usual {
            format!("{edge} of {clock} at {}, {rule}", style.time(time))
        } else {
            let (time, usual) = (style.time(time), style.time(usual));
            format!("{edge} of {clock} at {time}, moved from {usual}, {rule}")
        }
    }

    /// An object: `startpoint` and `endpoint` (`pin`, `edge`), `check`, `launch` and `capture` (`clock`, `edge`, `time` in ps; `null` without a clock), `usual_capture`,
    /// `slack` (`null` where the path is not timed), `clock_groups` (the name of those that part its clocks), and `exceptions`: `number`, `exception`, `overruled_by` and `why`.
    pub fn json(&self) -> Value {
        let point =
            |(name, transition): &(String, Transition)| json!({ "pin": name, "edge": transition.name() });
        let edge = |edge: &Option<Edge>| {
            edge.as_ref().map(
                |edge| json!({ "clock": edge.clock, "edge": edge.edge.name(), "time": edge.time.map(time) }),
            )
        };
        let of_one = |one: &ExplainedException| {
            json!({
                "number": one.number,
                "exception": one.text,
                "overruled_by": one.overruled.map(|(by, _)| by),
                "why": one.overruled.map(|(_, why)| reason(why)),
            })
        };
        json!({
            "startpoint": point(&self.startpoint),
            "endpoint": point(&self.endpoint),
            "check": self.kind,
            "launch": edge(&self.launch),
            "capture": edge(&self.capture),
            "usual_capture": self.usual_capture.map(time),
            "slack": self.slack.map(time),
            "clock_groups": self.parted_by,
            "exceptions": self.exceptions.iter().map(of_one).collect::<Value>(),
        })
    }
}

/// The place where a path starts: the clock pin of the register that launches it, or a port; of a clock that arrives as data the source of that clock.
fn startpoint(path: &Path) -> usize {
    let is_clock = path.data.last().and_then(|step| step.tag).is_some_and(|tag| tag.role != Role::Data);
    if is_clock {
        let clock = path.end.launch.map(|edge| edge.clock);
        let is_of_clock = |step: &Step| step.tag.and_then(|tag| tag.launch).map(|edge| edge.clock) == clock;
        return path.data.iter().position(is_of_clock).unwrap_or(0);
    }
    path.launch_steps().map_or(0, |steps| steps.saturating_sub(1))
}

/// Why another one decides.
fn reason(why: Why) -> &'static str {
    match why {
        Why::FalsePath => "as false paths are not timed",
        Why::Limit => "as a limit counts in place of cycles",
        Why::Says(Says::FromPins) => "which names pins in -from",
        Why::Says(Says::ToPins) => "which names pins in -to",
        Why::Says(Says::Through) => "which names points in -through",
        Why::Says(Says::FromClocks) => "which names clocks in -from",
        Why::Says(Says::ToClocks) => "which names clocks in -to",
        Why::Tighter => "which is tighter",
        Why::Earlier => "which was stated first",
    }
}
