//! What a design lacks to be timed in full.

use std::fmt;
use std::ops::Range;

use rayon::prelude::*;
use serde_json::{Map, Value, json};
use zeroslack_graph::{Endpoint, NodeId, PinCheck, TimingGraph};
use zeroslack_netlist::{NetId, Netlist, Parasitics, PinId, PortDirection};
use zeroslack_sdc::Constraints;
use zeroslack_timing::EndpointSlack;
use zeroslack_units::{Split, Transition};

use crate::analysis::{Analysis, Names};

/// What is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lack {
    /// An endpoint with checks without a slack: no clock comes to the clock pins of any of them.
    Clock,
    /// An endpoint without a slack: no signal comes whose arrival is known.
    Arrival,
    /// An endpoint without a slack although a signal comes and a clock or a required time is there: none is required of the signal that comes.
    Requirement,
    /// A clock pin of a check to which no clock comes.
    ClockAtPin,
    /// An input port where no clock starts and no arrival is stated.
    InputDelay,
    /// An output port of which neither an output delay nor a required time is stated.
    OutputDelay,
    /// The end of an arc that was cut because it closes a combinational loop.
    Loop,
    /// The first pin of a net of several pins that has no parasitics, where other nets have some.
    Parasitics,
}

impl Lack {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 8] = [
        Self::Clock,
        Self::Arrival,
        Self::Requirement,
        Self::ClockAtPin,
        Self::InputDelay,
        Self::OutputDelay,
        Self::Loop,
        Self::Parasitics,
    ];

    /// Its key in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::Clock => "endpoints_without_clock",
            Self::Arrival => "endpoints_without_arrival",
            Self::Requirement => "endpoints_without_requirement",
            Self::ClockAtPin => "clock_pins_without_clock",
            Self::InputDelay => "inputs_without_delay",
            Self::OutputDelay => "outputs_without_delay",
            Self::Loop => "loops_cut",
            Self::Parasitics => "nets_without_parasitics",
        }
    }

    /// What it is called in a report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clock => "endpoints without a clock",
            Self::Arrival => "endpoints without an arrival",
            Self::Requirement => "endpoints of which nothing is required",
            Self::ClockAtPin => "clock pins without a clock",
            Self::InputDelay => "inputs without a delay",
            Self::OutputDelay => "outputs without a delay",
            Self::Loop => "loops cut",
            Self::Parasitics => "nets without parasitics",
        }
    }
}

impl Lack {
    /// The names of the first few of what lacks it: pins, or nets that lack parasitics.
    fn names<'n>(
        self,
        netlist: &'n Netlist,
        pins: &'n [PinId],
        count: usize,
    ) -> impl Iterator<Item = String> + 'n {
        pins.iter().take(count).map(move |&pin| match netlist.pin_net(pin) {
            Some(net) if self == Self::Parasitics => netlist.net_name(net).to_string(),
            _ => netlist.pin_name(pin),
        })
    }
}

/// What a design lacks to be timed in full, by pins in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupCheck {
    found: [Vec<PinId>; Lack::ALL.len()],
}

impl SetupCheck {
    /// Of a timed design and the slacks of its endpoints, in the order of endpoints. Its time is that of a pass over endpoints, checks and ports.
    pub fn new(analysis: &Analysis<'_>, slacks: &[EndpointSlack]) -> Self {
        let Analysis { names: Names { netlist, constraints, .. }, graph, .. } = *analysis;
        let clocked = Clocked::new(graph);
        let mut has_slack = vec![false; graph.endpoints().len()];
        slacks.iter().for_each(|slack| has_slack[slack.endpoint.index()] = true);
        let lacking = graph.endpoints().par_iter().zip(&has_slack).filter(|(_, has_slack)| !**has_slack);
        let lacking = lacking.filter(|(endpoint, _)| !is_constant(graph, endpoint.pin));
        let lacking: Vec<(Lack, PinId)> =
            lacking.map(|(endpoint, _)| (reason(analysis, &clocked, endpoint), endpoint.pin)).collect();
        let mut setup = Self::default();
        for (lack, pin) in lacking {
            setup.found[lack as usize].push(pin);
        }
        setup.found[Lack::ClockAtPin as usize] = clocked.pins_without(graph);
        setup.find_ports(netlist, constraints, graph);
        setup.found[Lack::Parasitics as usize] = nets_without(netlist, analysis.parasitics, graph);
        setup.found[Lack::Loop as usize] = graph.pins().cuts().iter().map(|&(_, to)| to).collect();
        setup
    }

    fn find_ports(&mut self, netlist: &Netlist, constraints: &Constraints, graph: &TimingGraph) {
        for port in netlist.ports() {
            for pin in port.bits() {
                if is_constant(graph, pin) {
                    continue;
                }
                let is_stated = !constraints.clocks.starting_at(pin).is_empty()
                    || constraints.input_delays.contains_key(&pin)
                    || constraints.clock_arrivals.contains_key(&pin);
                if port.direction != PortDirection::Output && !is_stated {
                    self.found[Lack::InputDelay as usize].push(pin);
                }
                let is_required = constraints.output_delays.contains_key(&pin)
                    || constraints.unclocked_output_delays.contains_key(&pin)
                    || constraints.required_times.contains_key(&pin);
                if port.direction != PortDirection::Input && !is_required {
                    self.found[Lack::OutputDelay as usize].push(pin);
                }
            }
        }
        for lack in [Lack::InputDelay, Lack::OutputDelay] {
            self.found[lack as usize].sort_unstable();
        }
    }

    /// The pins that lack something.
    pub fn pins(&self, lack: Lack) -> &[PinId] {
        &self.found[lack as usize]
    }

    /// Whether nothing is missing.
    pub fn is_clean(&self) -> bool {
        self.found.iter().all(Vec::is_empty)
    }

    /// A line for each thing that is missing, with the names of the first few pins of each.
    pub fn text<'s>(&'s self, netlist: &'s Netlist, names: usize) -> impl fmt::Display + 's {
        fmt::from_fn(move |f| {
            if self.is_clean() {
                return Ok(());
            }
            writeln!(f, "\nNot timed in full")?;
            for lack in Lack::ALL.into_iter().filter(|&lack| !self.pins(lack).is_empty()) {
                let pins = self.pins(lack);
                writeln!(f, "{:>10}  {}", pins.len(), lack.name())?;
                for name in lack.names(netlist, pins, names) {
                    writeln!(f, "{:12}  {name}", "")?;
                }
            }
            Ok(())
        })
    }

    /// An object with the count of each, and the names of the first few pins of each if any are asked for.
    pub fn json(&self, netlist: &Netlist, names: usize) -> Value {
        let mut object = Map::new();
        for lack in Lack::ALL {
            let pins = self.pins(lack);
            let named: Vec<String> = lack.names(netlist, pins, names).collect();
            let value =
                if names > 0 { json!({ "count": pins.len(), "names": named }) } else { pins.len().into() };
            object.insert(lack.key().to_string(), value);
        }
        Value::Object(object)
    }
}

/// The first pins of nets of at least two pins that have no parasitics, where any net has some. The constants have no wires, and those of ideal networks do not count.
pub(crate) fn nets_without(netlist: &Netlist, parasitics: &Parasitics, graph: &TimingGraph) -> Vec<PinId> {
    if parasitics.net_count() == 0 {
        return Vec::new();
    }
    let is_wired = |net: &NetId| !Netlist::CONSTANTS.contains(net) && netlist.net_pins(*net).len() > 1;
    let without = netlist.nets().filter(is_wired).filter(|&net| parasitics.net(net).is_none());
    let without = without.filter(|&net| !graph.pins().is_ideal_net(net));
    without.map(|net| netlist.net_pins(net)[0]).collect()
}

/// Whether no signal ever comes to a pin: nothing is missing there.
fn is_constant(graph: &TimingGraph, pin: PinId) -> bool {
    graph.pins().known(pin).is_some_and(|value| value.constant().is_some())
}

/// Why an endpoint has no slack.
fn reason(analysis: &Analysis<'_>, clocked: &Clocked, endpoint: &Endpoint) -> Lack {
    let graph = analysis.graph;
    // What no cell checks is a port of which a time is required.
    let is_required = checks_at(graph, endpoint).is_empty() || clocked.is_captured(graph, endpoint);
    if !is_required {
        return Lack::Clock;
    }
    let arrival = |node: NodeId, split, transition| analysis.timing.arrival(node, split, transition);
    let arrives = |node: NodeId| {
        let of_split = |split| Transition::ALL.into_iter().any(|edge| arrival(node, split, edge).is_some());
        Split::ALL.into_iter().any(of_split)
    };
    if graph.nodes(endpoint.pin).any(arrives) { Lack::Requirement } else { Lack::Arrival }
}

/// To which clock pins of checks clocks come; of checks between data, whether a clock launches what captures.
struct Clocked {
    /// By check of the pin graph.
    is_clocked: Vec<bool>,
}

impl Clocked {
    fn new(graph: &TimingGraph) -> Self {
        let is_clocked = graph.pins().checks().par_iter().map(|check| {
            let pin = graph.pins().structure().pin(check.clock.node());
            match is_between_data(graph, check) {
                true => graph.is_captured(check),
                false => graph.all_nodes(pin).any(|node| is_clock(graph, node)),
            }
        });
        Self { is_clocked: is_clocked.collect() }
    }

    /// Whether a clock comes to the clock pin of one of an endpoint's checks.
    fn is_captured(&self, graph: &TimingGraph, endpoint: &Endpoint) -> bool {
        self.is_clocked[checks_at(graph, endpoint)].contains(&true)
    }

    /// Clock pins of checks to which no clock comes, each once. Data that captures needs none.
    fn pins_without(&self, graph: &TimingGraph) -> Vec<PinId> {
        let checks = graph.pins().checks().iter().zip(&self.is_clocked);
        let without = checks.filter(|(check, is_clocked)| !**is_clocked && !is_between_data(graph, check));
        let mut pins: Vec<PinId> =
            without.map(|(check, _)| graph.pins().structure().pin(check.clock.node())).collect();
        pins.sort_unstable();
        pins.dedup();
        pins
    }
}

/// Whether data captures at a check.
pub(crate) fn is_between_data(graph: &TimingGraph, check: &PinCheck) -> bool {
    graph.pins().check_models()[check.model as usize].origin.is_between_data()
}

/// The checks of the pin graph at an endpoint.
fn checks_at(graph: &TimingGraph, endpoint: &Endpoint) -> Range<usize> {
    let node = graph.pins().node(endpoint.pin);
    let checks = graph.pins().checks();
    checks.partition_point(|check| check.data < node)..checks.partition_point(|check| check.data <= node)
}

/// Whether a clock comes to a node, ideal or propagated.
fn is_clock(graph: &TimingGraph, node: NodeId) -> bool {
    node.vertices().into_iter().filter_map(|vertex| graph.vertex_tag(vertex)).any(|tag| tag.clocks())
}
