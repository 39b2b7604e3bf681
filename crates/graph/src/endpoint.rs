//! Where paths end: checks of cells and required times at output ports.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_netlist::PinId;
use zeroslack_parallel::filled;
use zeroslack_sdc::{ClockEdge, ClockId, Constraints, OutputDelay};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad};

use crate::captures::Captures;
use crate::clock_pins::ClockPins;
use crate::graph::TimingGraph;
use crate::ids::{CheckId, EndpointId, Ids, NodeId, OutputId, VertexId};
use crate::pin_graph::PinCheck;
use crate::tag::Role;

/// A check of the data that one clock edge launches against another clock edge, in ids of the timing graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The node of the data pin.
    pub data: NodeId,
    /// The vertex of the clock edge.
    pub clock: VertexId,
    /// Index into [`crate::PinGraph::check_models`].
    pub model: u32,
    /// Index into [`crate::PinGraph::checks`], from which it has its margin.
    pub pin_check: u32,
    /// Which transitions of the data are checked.
    pub has: [bool; 2],
    /// Whose arrival at the data pin is checked; the clock's is of the opposite split.
    pub split: Split,
    /// What the clock's arrival has to be shifted by to be the time of the capture, uncertainty included.
    pub shift: Ticks,
    /// By how much the capture is uncertain: earlier for late data, later for early data.
    pub uncertainty: Ticks,
}

/// Required times at an output port, of the signals of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// A node of the port.
    pub node: NodeId,
    /// The clock edge that captures; none where required times are stated without a clock.
    pub capture: Option<ClockEdge>,
    /// `[split][transition]`, [`UNDEFINED`] where nothing is required.
    pub required: Quad<Ticks>,
    /// By how much the capture is uncertain, which `required` contains: `[split][transition]`.
    pub uncertainty: Quad<Ticks>,
}

/// What requires a time of a signal. Of equals an output comes first, then the first check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Requirement {
    /// Required times at an output port.
    Output(OutputId),
    /// A check.
    Check(CheckId),
}

/// A pin where paths end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The pin.
    pub pin: PinId,
    /// The first of its checks, and the one after the last.
    pub check_range: Range<CheckId>,
    /// The first of its required times, and the one after the last.
    pub output_range: Range<OutputId>,
}

impl Endpoint {
    /// Its checks.
    pub fn checks(&self) -> impl Ids<CheckId> + use<> {
        CheckId::all(self.check_range.start.index()..self.check_range.end.index())
    }

    /// Its required times.
    pub fn outputs(&self) -> impl Ids<OutputId> + use<> {
        OutputId::all(self.output_range.start.index()..self.output_range.end.index())
    }
}

/// What paths are grouped by: the clock that captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathGroup {
    /// Paths to required times that are stated without a clock.
    Default,
    /// Paths to recovery and removal checks.
    Asynchronous,
    /// Paths captured by a clock.
    Clock(ClockId),
}

impl PathGroup {
    /// Its place among all groups: clocks come last, in their order.
    pub fn index(self) -> u32 {
        match self {
            Self::Default => 0,
            Self::Asynchronous => 1,
            Self::Clock(clock) => 2 + clock.0,
        }
    }

    /// The group at a place.
    pub fn at(index: u32) -> Self {
        match index {
            0 => Self::Default,
            1 => Self::Asynchronous,
            clock => Self::Clock(ClockId(clock - 2)),
        }
    }
}

impl Requirement {
    /// The check; none at an output.
    pub fn check(self) -> Option<CheckId> {
        match self {
            Self::Check(check) => Some(check),
            Self::Output(_) => None,
        }
    }

    /// The required times; none at a check.
    pub fn output(self) -> Option<OutputId> {
        match self {
            Self::Check(_) => None,
            Self::Output(output) => Some(output),
        }
    }

    /// The node of the data.
    pub fn node(self, graph: &TimingGraph) -> NodeId {
        match self {
            Self::Check(check) => graph.check(check).data,
            Self::Output(output) => graph.output(output).node,
        }
    }

    /// The path group.
    pub fn group(self, graph: &TimingGraph) -> PathGroup {
        match self {
            Self::Check(check) => graph.check_group(graph.check(check)),
            Self::Output(output) => graph.output(output).group(),
        }
    }
}

impl Output {
    /// Its path group.
    pub fn group(&self) -> PathGroup {
        self.capture.map_or(PathGroup::Default, |edge| PathGroup::Clock(edge.clock))
    }
}

impl TimingGraph {
    /// Makes a check for each pair of a launching and a capturing edge that meet at a check of a cell.
    pub(crate) fn add_checks(
        &mut self,
        (constraints, clock_pins): (&Constraints, &ClockPins),
        captures: &mut Captures<'_>,
    ) {
        let mut checks = Vec::with_capacity(self.pins.checks.len());
        for (index, pin_check) in self.pins.checks.iter().enumerate() {
            for clock_node in self.nodes_at(pin_check.clock.node()) {
                let vertex = clock_node.vertex(pin_check.clock.transition());
                let Some(edge) = self.capturing_edge(vertex) else { continue };
                let uncertainty = clock_pins.at(constraints, vertex, edge).uncertainty;
                let capture = Capture { constraints, edge, uncertainty };
                for data in self.nodes_at(pin_check.data) {
                    let at = (index as u32, data, vertex);
                    self.add_pair(pin_check, at, &capture, captures, &mut checks);
                }
            }
        }
        // Of equal checks of a pin the first is reported: that must not depend on how nodes are numbered.
        let pins = &self.node_pin;
        checks.par_sort_by_key(|check| {
            (
                check.data,
                pins[check.clock.node().index()],
                check.clock.transition(),
                check.pin_check,
                check.clock,
                check.has[1],
            )
        });
        self.checks = checks;
    }

    /// The edge of the clock that captures at a vertex.
    fn capturing_edge(&self, vertex: VertexId) -> Option<ClockEdge> {
        let is_ideal = self.is_ideal(vertex.node());
        let role = if is_ideal { Role::IdealClock } else { Role::PropagatedClock };
        self.vertex_tag(vertex).filter(|tag| tag.role == role)?.launch
    }

    /// Adds the check of the data of a node at a clock vertex: one if both transitions are launched by the same edge.
    fn add_pair(
        &self,
        pin_check: &PinCheck,
        (index, data, clock): (u32, NodeId, VertexId),
        capture: &Capture<'_>,
        captures: &mut Captures<'_>,
        checks: &mut Vec<Check>,
    ) {
        let split = self.pins.check_models[pin_check.model as usize].kind.split();
        let launch = Transition::ALL.map(|transition| {
            let tag = self.vertex_tag(data.vertex(transition))?;
            pin_check.has[transition as usize].then_some(tag.launch)
        });
        let mut add = |launch: Option<ClockEdge>, has: [bool; 2]| {
            let uncertainty = capture.uncertainty_after(launch, split);
            let shift =
                captures.shift(launch, capture.edge, split) + later_by_uncertainty(split, uncertainty);
            let model = pin_check.model;
            checks.push(Check { data, clock, model, pin_check: index, has, split, shift, uncertainty });
        };
        match launch {
            [Some(rise), Some(fall)] if rise == fall => add(rise, [true; 2]),
            [rise, fall] => {
                if let Some(launch) = rise {
                    add(launch, [true, false]);
                }
                if let Some(launch) = fall {
                    add(launch, [false, true]);
                }
            }
        }
    }

    /// Gathers the required times of output ports.
    pub(crate) fn add_outputs(&mut self, constraints: &Constraints, captures: &mut Captures<'_>) {
        let mut outputs = Vec::new();
        for (&port, stated) in &constraints.required_times {
            let required = stated.map(|values| values.map(|value| value.unwrap_or(UNDEFINED)));
            let nodes = self.nodes(port);
            let uncertainty = quad(0);
            outputs.extend(nodes.map(|node| Output { node, capture: None, required, uncertainty }));
        }
        for (port, stated) in constraints.all_output_delays() {
            for node in self.nodes(port) {
                outputs.push(self.output_at(constraints, stated, node, captures));
            }
        }
        outputs.sort_by_key(|output| (output.node, output.capture));
        self.outputs = outputs;
    }

    /// What an output delay requires of the signals of a node.
    fn output_at(
        &self,
        constraints: &Constraints,
        stated: &OutputDelay,
        node: NodeId,
        captures: &mut Captures<'_>,
    ) -> Output {
        let edge = stated.edge;
        let capture = Capture { constraints, edge, uncertainty: constraints.clocks[edge.clock].uncertainty };
        let mut output =
            Output { node, capture: Some(edge), required: quad(UNDEFINED), uncertainty: quad(0) };
        for transition in Transition::ALL {
            let Some(tag) = self.vertex_tag(node.vertex(transition)) else { continue };
            for split in Split::ALL {
                let Some(delay) = stated.delay[split as usize][transition as usize] else { continue };
                let uncertainty = capture.uncertainty_after(tag.launch, split);
                let captured = constraints.at_port(edge, stated.included, split.opposite());
                output.uncertainty[split as usize][transition as usize] = uncertainty;
                output.required[split as usize][transition as usize] = captured
                    + captures.shift(tag.launch, edge, split)
                    + later_by_uncertainty(split, uncertainty)
                    - delay;
            }
        }
        output
    }

    /// One endpoint for each pin that a cell checks or that required times are stated of.
    pub(crate) fn add_endpoints(&mut self, constraints: &Constraints) {
        let pin_of = |node: NodeId| self.pin(node);
        let checked = self.pins.checks.iter().map(|check| self.pins.structure.pin(check.data));
        let required = constraints.required_times.keys().copied();
        let delayed = constraints.output_delays.keys().copied();
        let mut pins: Vec<PinId> = checked.chain(required).chain(delayed).collect();
        pins.par_sort_unstable();
        pins.dedup();
        let mut endpoint_of = filled(EndpointId::default(), self.pins.pin_count());
        for (&pin, endpoint) in pins.iter().zip(EndpointId::all(0..pins.len())) {
            endpoint_of[pin.index()] = endpoint;
        }
        let endpoint = |pin: PinId| Endpoint {
            pin,
            check_range: CheckId::default()..CheckId::default(),
            output_range: OutputId::default()..OutputId::default(),
        };
        let mut endpoints: Vec<Endpoint> = pins.into_iter().map(endpoint).collect();
        for (checks, pin) in runs(&self.checks, |check| pin_of(check.data)) {
            let endpoint = &mut endpoints[endpoint_of[pin.index()].index()];
            endpoint.check_range = CheckId(checks.start)..CheckId(checks.end);
        }
        for (outputs, pin) in runs(&self.outputs, |output| pin_of(output.node)) {
            let endpoint = &mut endpoints[endpoint_of[pin.index()].index()];
            endpoint.output_range = OutputId(outputs.start)..OutputId(outputs.end);
        }
        self.endpoints = endpoints;
    }
}

/// A capturing edge at a pin.
struct Capture<'c> {
    constraints: &'c Constraints,
    edge: ClockEdge,
    /// Where the launching edge does not matter. `[split of the data]`.
    uncertainty: [Ticks; 2],
}

impl Capture<'_> {
    /// By how much the capture of what an edge launches is uncertain.
    fn uncertainty_after(&self, launch: Option<ClockEdge>, split: Split) -> Ticks {
        let between = launch.and_then(|launch| {
            self.constraints.uncertainties_between.get(&(launch, self.edge))?[split as usize]
        });
        between.unwrap_or(self.uncertainty[split as usize])
    }
}

/// What uncertainty adds to the time of a capture: late data is captured sooner, early data later.
pub fn later_by_uncertainty(split: Split, uncertainty: Ticks) -> Ticks {
    match split {
        Split::Late => -uncertainty,
        Split::Early => uncertainty,
    }
}

/// The ranges of items that follow each other at one pin, each with the pin.
fn runs<T>(items: &[T], pin: impl Fn(&T) -> PinId) -> Vec<(Range<u32>, PinId)> {
    let mut first = 0;
    let run = |run: &[T]| {
        let start = first;
        first += run.len() as u32;
        (start..first, pin(&run[0]))
    };
    items.chunk_by(|a, b| pin(a) == pin(b)).map(run).collect()
}
