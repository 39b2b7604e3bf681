//! What is wrong with the constraints of a design, as `check_setup` says it.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value, json};
use zeroslack_graph::{NodeId, TimingGraph};
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockId;

use crate::analysis::Analysis;
use crate::setup::{Lack, SetupCheck, is_between_data};
use crate::words::counted;

/// What may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetupIssue {
    /// An input port where no clock starts and no arrival is stated.
    NoInputDelay,
    /// An output port of which no time is required.
    NoOutputDelay,
    /// A clock pin of a register to which several clocks come.
    MultipleClock,
    /// A clock pin of a register to which no clock comes.
    NoClock,
    /// An endpoint without a slack, or an output port of which no time is required.
    UnconstrainedEndpoint,
    /// A combinational loop, which was cut.
    Loop,
    /// A generated clock that does not count, as it has no master.
    GeneratedClock,
}

impl SetupIssue {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::NoInputDelay,
        Self::NoOutputDelay,
        Self::MultipleClock,
        Self::NoClock,
        Self::UnconstrainedEndpoint,
        Self::Loop,
        Self::GeneratedClock,
    ];

    /// Its key in JSON, and the option of `check_setup` without its dash.
    pub fn key(self) -> &'static str {
        match self {
            Self::NoInputDelay => "no_input_delay",
            Self::NoOutputDelay => "no_output_delay",
            Self::MultipleClock => "multiple_clock",
            Self::NoClock => "no_clock",
            Self::UnconstrainedEndpoint => "unconstrained_endpoints",
            Self::Loop => "loops",
            Self::GeneratedClock => "generated_clocks",
        }
    }

    /// How many there are, in words.
    fn counted(self, count: usize) -> String {
        match self {
            Self::NoInputDelay => {
                counted(count, "input port missing set_input_delay", "input ports missing set_input_delay")
            }
            Self::NoOutputDelay => counted(
                count,
                "output port missing set_output_delay",
                "output ports missing set_output_delay",
            ),
            Self::MultipleClock => counted(
                count,
                "register/latch pin with multiple clocks",
                "register/latch pins with multiple clocks",
            ),
            Self::NoClock => counted(count, "unclocked register/latch pin", "unclocked register/latch pins"),
            Self::UnconstrainedEndpoint => {
                counted(count, "unconstrained endpoint", "unconstrained endpoints")
            }
            Self::Loop => {
                counted(count, "combinational loop in the design", "combinational loops in the design")
            }
            Self::GeneratedClock => {
                counted(count, "generated clock without a master", "generated clocks without a master")
            }
        }
    }
}

/// The issues of a design, each with what has it: pins in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupFindings {
    /// In the order of [`SetupIssue::ALL`]; those that nothing has are left out.
    pub found: Vec<(SetupIssue, Vec<Finding>)>,
}

/// What has an issue: names of pins and, of a pin with several clocks, of these; of a loop its pins in order, cut between the last and the first; a clock alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Pins.
    pub pins: Vec<String>,
    /// Clocks.
    pub clocks: Vec<String>,
}

impl Finding {
    fn of_pin(analysis: &Analysis<'_>, pin: PinId) -> Self {
        Self { pins: vec![analysis.names.netlist.pin_name(pin)], clocks: Vec::new() }
    }
}

impl SetupFindings {
    /// Some issues of a design.
    pub fn new(analysis: &Analysis<'_>, setup: &SetupCheck, issues: &[SetupIssue]) -> Self {
        let of_pins = |pins: Vec<PinId>| -> Vec<Finding> {
            let mut found: Vec<Finding> =
                pins.into_iter().map(|pin| Finding::of_pin(analysis, pin)).collect();
            found.sort_by(|a, b| a.pins.cmp(&b.pins));
            found
        };
        let find = |issue: SetupIssue| match issue {
            SetupIssue::NoInputDelay => of_pins(setup.pins(Lack::InputDelay).to_vec()),
            SetupIssue::NoOutputDelay => of_pins(setup.pins(Lack::OutputDelay).to_vec()),
            SetupIssue::MultipleClock => multiple_clocks(analysis),
            SetupIssue::NoClock => of_pins(setup.pins(Lack::ClockAtPin).to_vec()),
            SetupIssue::UnconstrainedEndpoint => of_pins(unconstrained(setup)),
            SetupIssue::Loop => loops(analysis),
            SetupIssue::GeneratedClock => masterless(analysis),
        };
        let asked = SetupIssue::ALL.into_iter().filter(|issue| issues.contains(issue));
        let found = asked.map(|issue| (issue, find(issue))).filter(|(_, found)| !found.is_empty());
        Self { found: found.collect() }
    }

    /// Whether there is none.
    pub fn is_clean(&self) -> bool {
        self.found.is_empty()
    }

    /// A line an issue, with what has it if `names`.
    pub fn text(&self, names: bool) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for (issue, found) in &self.found {
                let verb = if found.len() == 1 { "is" } else { "are" };
                writeln!(f, "Warning: There {verb} {}.", issue.counted(found.len()))?;
                for finding in found.iter().filter(|_| names) {
                    finding.pins.iter().try_for_each(|pin| writeln!(f, "  {pin}"))?;
                    let indent = if finding.pins.is_empty() { "  " } else { "    " };
                    finding.clocks.iter().try_for_each(|clock| writeln!(f, "{indent}{clock}"))?;
                    if *issue == SetupIssue::Loop {
                        writeln!(f, "  | loop cut point")?;
                        finding.pins.iter().take(1).try_for_each(|pin| writeln!(f, "  {pin}"))?;
                        writeln!(f, "  --------------------------------")?;
                    }
                }
            }
            Ok(())
        })
    }

    /// An object with an array for each issue that was found, under its option's name: of names of pins; of clock pins with several clocks objects of `pin`
    /// and `clocks`; of loops arrays of their pins in order, cut between the last and the first.
    pub fn json(&self) -> Value {
        let of = |issue: SetupIssue, finding: &Finding| match issue {
            SetupIssue::MultipleClock => json!({ "pin": finding.pins.first(), "clocks": finding.clocks }),
            SetupIssue::Loop => json!(finding.pins),
            SetupIssue::GeneratedClock => json!(finding.clocks.first()),
            _ => json!(finding.pins.first()),
        };
        let found = self.found.iter().map(|(issue, found)| {
            let all: Value = found.iter().map(|finding| of(*issue, finding)).collect();
            (issue.key().to_string(), all)
        });
        Value::Object(found.collect::<Map<String, Value>>())
    }
}

/// Endpoints without a slack, and output ports of which no time is required.
fn unconstrained(setup: &SetupCheck) -> Vec<PinId> {
    let lacks = [Lack::Clock, Lack::Arrival, Lack::Requirement, Lack::OutputDelay];
    let all: BTreeSet<PinId> = lacks.into_iter().flat_map(|lack| setup.pins(lack)).copied().collect();
    all.into_iter().collect()
}

/// The clock pins of checks to which several clocks come. Where data captures, that is no fault.
fn multiple_clocks(analysis: &Analysis<'_>) -> Vec<Finding> {
    let (graph, clocks) = (analysis.graph, &analysis.names.constraints.clocks);
    let checks = graph.pins().checks().iter().filter(|check| !is_between_data(graph, check));
    let pins: BTreeSet<PinId> =
        checks.map(|check| graph.pins().structure().pin(check.clock.node())).collect();
    let found = pins.into_iter().map(|pin| (pin, clocks_at(graph, pin))).filter(|(_, at)| at.len() > 1);
    found
        .map(|(pin, at)| Finding {
            clocks: at.into_iter().map(|clock| clocks[clock].name.to_string()).collect(),
            ..Finding::of_pin(analysis, pin)
        })
        .collect()
}

/// The generated clocks without a master, in the order of their names.
fn masterless(analysis: &Analysis<'_>) -> Vec<Finding> {
    let clocks = analysis.names.constraints.clocks.iter().map(|(_, clock)| clock);
    let mut names: Vec<String> =
        clocks.filter(|clock| !clock.has_waveform()).map(|clock| clock.name.to_string()).collect();
    names.sort();
    names.into_iter().map(|name| Finding { pins: Vec::new(), clocks: vec![name] }).collect()
}

/// The clocks that come to a pin.
fn clocks_at(graph: &TimingGraph, pin: PinId) -> BTreeSet<ClockId> {
    let tags = graph.side_nodes(pin).flat_map(NodeId::vertices).filter_map(|vertex| graph.vertex_tag(vertex));
    tags.filter(|tag| tag.clocks()).filter_map(|tag| Some(tag.launch?.clock)).collect()
}

/// For each arc that was cut a loop that it closes.
fn loops(analysis: &Analysis<'_>) -> Vec<Finding> {
    let pins = analysis.graph.pins();
    let of_cut = |&(from, to): &(PinId, PinId)| {
        let way = way(analysis.graph, pins.driver_node(to), pins.node(from));
        let names = way.into_iter().map(|node| analysis.names.netlist.pin_name(pins.structure().pin(node)));
        Finding { pins: names.collect(), clocks: Vec::new() }
    };
    pins.cuts().iter().map(of_cut).collect()
}

/// The nodes on a way from one node of the pin graph to another, both included, of as few arcs as there can be; only the two where there is none.
fn way(graph: &TimingGraph, from: NodeId, to: NodeId) -> Vec<NodeId> {
    let structure = graph.pins().structure();
    let mut before = rustc_hash::FxHashMap::default();
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(node) = open.pop_front() {
        if node == to {
            break;
        }
        // Arcs lead to higher nodes.
        for fanout in structure.fanout(node).iter().filter(|fanout| fanout.node() <= to) {
            if fanout.node() != from && !before.contains_key(&fanout.node()) {
                before.insert(fanout.node(), node);
                open.push_back(fanout.node());
            }
        }
    }
    if !before.contains_key(&to) {
        return vec![from, to];
    }
    let mut way: Vec<NodeId> = std::iter::successors(Some(to), |node| before.get(node).copied()).collect();
    way.reverse();
    way
}
