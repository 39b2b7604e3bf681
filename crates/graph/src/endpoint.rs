//! Where paths end: checks of cells and required times at output ports.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_parallel::filled;
use zeroslack_sdc::{ClockEdge, ClockId, Constraints, DataCheck, MovedEdge, OutputDelay};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, defined, quad};

use crate::captures::{CaptureRule, Captures, Told};
use crate::checked;
use crate::clock_pins::ClockPins;
use crate::exceptions::coverage::Observed;
use crate::exceptions::decide::{Decision, Decisions, Ending};
use crate::exceptions::{Matching, has_delays, output_ports};
use crate::graph::TimingGraph;
use crate::ids::{CheckId, EndpointId, Ids, NodeId, OutputId, VertexId};
use crate::latch::CheckOpening;
use crate::model::{CheckKind, CheckModel, CheckOrigin};
use crate::pin_graph::PinCheck;
use crate::source_latency::SourceLatencies;
use crate::tag::{Role, Tag};

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
    /// What the clock's arrival, from its own edge on, has to be shifted by to be the time of the capture from the launching edge on: how far the edges are apart, and uncertainty.
    pub shift: Ticks,
    /// By how much the capture is uncertain: earlier for late data, later for early data.
    pub uncertainty: Ticks,
    /// How long data has to be there before the capture, or to stay after it, by what constraints state: `shift` contains it.
    pub stated: Ticks,
    /// What is so of its paths: an index into [`TimingGraph::terms`].
    pub terms: u32,
}

/// What is so of all paths that a check or an output requires something of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The path groups that they are in, in order: mostly one, several where constraints put paths into several.
    pub groups: Vec<PathGroup>,
    /// The limit that they have in place of what their clocks say.
    pub limit: Option<Limit>,
    /// The cycles that an exception gives them.
    pub cycles: Option<i32>,
    /// By how much they have to be better than their check says, which the time that is required contains.
    pub margin: Ticks,
}

/// The most or the least that paths take, from the edge that launches them on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The delay.
    pub delay: Ticks,
    /// Whether latencies of clocks do not count to it: then paths begin where they start, at the edge.
    pub ignores_latency: bool,
}

/// Required times at an output port, of the signals of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// A node of the port.
    pub node: NodeId,
    /// The clock edge that captures; none where required times are stated without a clock.
    pub capture: Option<ClockEdge>,
    /// From the edge on that launches the signal. `[split][transition]`, [`UNDEFINED`] where nothing is required.
    pub required: Quad<Ticks>,
    /// By how much the capture is uncertain, which `required` contains: `[split][transition]`.
    pub uncertainty: Quad<Ticks>,
    /// What is so of its paths: an index into [`TimingGraph::terms`].
    pub terms: u32,
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
    /// One of which nothing is required yet.
    pub(crate) fn at(pin: PinId) -> Self {
        let (no_check, no_output) = (CheckId::default(), OutputId::default());
        Self { pin, check_range: no_check..no_check, output_range: no_output..no_output }
    }

    /// Its checks.
    pub fn checks(&self) -> impl Ids<CheckId> + use<> {
        CheckId::all(self.check_range.start.index()..self.check_range.end.index())
    }

    /// Its required times.
    pub fn outputs(&self) -> impl Ids<OutputId> + use<> {
        OutputId::all(self.output_range.start.index()..self.output_range.end.index())
    }
}

/// What paths are grouped by: the clock that captures, unless constraints say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathGroup {
    /// Paths in a group that constraints make, by the place of its name among all of them: see
    /// [`Exceptions::group_names`](zeroslack_sdc::Exceptions::group_names).
    Named(u32),
    /// Paths to required times that are stated without a clock.
    Default,
    /// Paths to recovery and removal checks.
    Asynchronous,
    /// Paths to where they gate a clock.
    GatedClock,
    /// Paths with a limit of their own that no clock captures, or to which latencies of clocks do not count; and those that constraints put into the default group.
    PathDelay,
    /// Paths captured by a clock.
    Clock(ClockId),
}

/// So many groups with names can be told apart.
const MOST_NAMED: u32 = 1 << 16;

impl PathGroup {
    /// Its place among all groups: clocks come last, in their order.
    pub fn index(self) -> u32 {
        match self {
            Self::Named(name) => name.min(MOST_NAMED - 1),
            Self::Default => MOST_NAMED,
            Self::Asynchronous => MOST_NAMED + 1,
            Self::GatedClock => MOST_NAMED + 2,
            Self::PathDelay => MOST_NAMED + 3,
            Self::Clock(clock) => MOST_NAMED + 4 + clock.0,
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

    /// What is so of its paths.
    pub fn terms(self, graph: &TimingGraph) -> &Terms {
        &graph.terms()[match self {
            Self::Check(check) => graph.check(check).terms,
            Self::Output(output) => graph.output(output).terms,
        } as usize]
    }

    /// The path groups that its paths are in, in order: mostly one, several where constraints put paths into several.
    pub fn groups(self, graph: &TimingGraph) -> &[PathGroup] {
        &self.terms(graph).groups
    }

    /// The first of its path groups.
    pub fn group(self, graph: &TimingGraph) -> PathGroup {
        self.groups(graph).first().copied().unwrap_or(PathGroup::Default)
    }
}

impl TimingGraph {
    /// Makes a check for each pair of a launching and a capturing edge that meet at a check of a cell, unless constraints say that they are not timed.
    pub(crate) fn add_checks(&mut self, clock_pins: &ClockPins, relations: &mut Relations<'_, '_>) {
        let mut checks: Vec<(Check, Option<CheckOpening>)> = Vec::with_capacity(self.pins.checks.len());
        for index in 0..self.pins.checks.len() as u32 {
            self.add_pairs(index, clock_pins, relations, &mut checks);
        }
        checks.par_sort_by_key(|(check, _)| self.place_of_check(check));
        let openings: Vec<Option<CheckOpening>>;
        (self.checks, openings) = checks.into_iter().unzip();
        self.add_latches(&openings);
    }

    /// The checks that some of the pin graph's make, in order, of a graph without latches.
    pub(crate) fn made_checks(
        &self,
        pin_checks: &[u32],
        clock_pins: &ClockPins,
        relations: &mut Relations<'_, '_>,
    ) -> Vec<Check> {
        let mut made = Vec::new();
        for &index in pin_checks {
            self.add_pairs(index, clock_pins, relations, &mut made);
        }
        made.sort_by_key(|(check, _)| self.place_of_check(check));
        made.into_iter().map(|(check, _)| check).collect()
    }

    /// What checks are ordered by. Of equal checks of a pin the first is reported: that must not depend on how nodes are numbered.
    pub(crate) fn place_of_check(&self, check: &Check) -> (NodeId, PinId, Transition, u32, VertexId, bool) {
        let clock = check.clock;
        (check.data, self.pin(clock.node()), clock.transition(), check.pin_check, clock, check.has[1])
    }

    /// Adds the checks that one of the pin graph makes.
    fn add_pairs(
        &self,
        index: u32,
        clock_pins: &ClockPins,
        relations: &mut Relations<'_, '_>,
        checks: &mut Vec<(Check, Option<CheckOpening>)>,
    ) {
        let pin_check = &self.pins.checks[index as usize];
        let CheckModel { origin, kind } = self.pins.check_models[pin_check.model as usize];
        for clock_node in self.nodes_at(pin_check.clock.node()) {
            let vertex = clock_node.vertex(pin_check.clock.transition());
            let Some(edge) = self.capturing_edge(vertex, origin) else { continue };
            let is_bare = self.vertex_tag(vertex).is_some_and(|tag| tag.is_bare);
            let uncertainty = clock_pins.at(relations.constraints, vertex, edge).uncertainty;
            let pin = self.pin(clock_node);
            let transition = vertex.transition();
            let (rule, opening) = self.rule_at(pin_check, vertex);
            let opening = opening.filter(|_| kind == CheckKind::Setup);
            let capture =
                Capture { edge, pin, transition, uncertainty, is_bare, origin, kind, rule, opening };
            for data in self.nodes_at(pin_check.data) {
                self.add_pair(pin_check, (index, data, vertex), &capture, relations, checks);
            }
        }
    }

    /// The vertex and the clock edge that open the latch which `closing` closes; none where there is no latch.
    fn opening_before(&self, pin_check: &PinCheck, closing: VertexId) -> Option<(VertexId, ClockEdge)> {
        let opening = closing.node().vertex(self.pins.opening_of(pin_check)?.transition());
        let origin = self.pins.check_models[pin_check.model as usize].origin;
        let [opens, closes] = [opening, closing].map(|vertex| self.capturing_edge(vertex, origin));
        opens
            .zip(closes)
            .filter(|(opens, closes)| opens.clock == closes.clock)
            .map(|(opens, _)| (opening, opens))
    }

    /// The rule by which the capture edge of a requirement is selected.
    pub fn capture_rule(&self, by: Requirement) -> CaptureRule {
        let Requirement::Check(check) = by else { return CaptureRule::Register };
        let check = self.check(check);
        self.rule_at(&self.pins.checks[check.pin_check as usize], check.clock).0
    }

    /// The capture rule of a check at a clock vertex, and what opens the latch that this one closes, if it does.
    fn rule_at(&self, pin_check: &PinCheck, clock: VertexId) -> (CaptureRule, Option<(VertexId, ClockEdge)>) {
        let is_bare = self.vertex_tag(clock).is_some_and(|tag| tag.is_bare);
        let opening = self.opening_before(pin_check, clock).filter(|_| !is_bare);
        let rule = match (self.pins.check_models[pin_check.model as usize].origin, opening) {
            (CheckOrigin::ClockGating, _) => {
                // Constraints can ask for an earlier edge at gates that pass while the clock is low.
                let closes_low = pin_check.clock.transition() == Transition::Rise;
                CaptureRule::Gate { is_earlier: self.pins.has_earlier_hold && closes_low }
            }
            (CheckOrigin::NonSequential { .. } | CheckOrigin::Data, _) => CaptureRule::Data,
            (CheckOrigin::Library { .. } | CheckOrigin::Latch | CheckOrigin::Port, Some((_, edge))) => {
                CaptureRule::Latch { opens: edge.edge }
            }
            (CheckOrigin::Library { .. } | CheckOrigin::Latch | CheckOrigin::Port, None) => {
                CaptureRule::Register
            }
        };
        (rule, opening)
    }

    /// The pins at which a clock captures data, whatever exceptions say of it, in order.
    pub fn captured_pins(&self) -> Vec<PinId> {
        let checks = self.pins.checks.iter().filter(|check| self.is_captured(check));
        let mut pins: Vec<PinId> = checks.map(|check| self.pins.structure.pin(check.data)).collect();
        pins.sort_unstable();
        pins.dedup();
        pins
    }

    /// Whether a clock captures at a check of the pin graph, or where it is between data, one launches what captures.
    pub fn is_captured(&self, check: &PinCheck) -> bool {
        let mut vertices =
            self.nodes_at(check.clock.node()).map(|node| node.vertex(check.clock.transition()));
        let origin = self.pins.check_models[check.model as usize].origin;
        vertices.any(|vertex| self.capturing_edge(vertex, origin).is_some())
    }

    /// The edge of the clock that captures at a vertex; of data that captures, the edge that launched it.
    fn capturing_edge(&self, vertex: VertexId, origin: CheckOrigin) -> Option<ClockEdge> {
        if origin.is_between_data() {
            let tag = self.vertex_tag(vertex).filter(|tag| !tag.is_generating && !tag.is_bare)?;
            // An ideal clock comes when it acts, not as its network lets it come.
            return tag.launch.filter(|_| tag.role != Role::IdealClock || self.is_ideal(vertex.node()));
        }
        if origin == CheckOrigin::Port {
            let leaves = |tag: &Tag| tag.clocks() && !tag.is_bare;
            return self.vertex_tag(vertex).filter(leaves)?.launch;
        }
        let is_ideal = self.is_ideal(vertex.node());
        let role = if is_ideal { Role::IdealClock } else { Role::PropagatedClock };
        self.vertex_tag(vertex).filter(|tag| tag.role == role && tag.clocks())?.launch
    }

    /// What the signal at a vertex is where it ends; none of a clock that is followed there: then that is what ends. What generates clocks ends nowhere.
    fn ending_tag(&self, vertex: VertexId, relations: &Relations<'_, '_>) -> Option<Tag> {
        let tag = self.vertex_tag(vertex).filter(|tag| !tag.is_generating)?;
        let at = self.pin_graph_node(vertex.node()).vertex(vertex.transition());
        (!tag.clocks() || !relations.matching.states().follows_at(at)).then_some(tag)
    }

    /// Adds the check of the data of a node at a clock vertex: one if both transitions are required alike.
    fn add_pair(
        &self,
        pin_check: &PinCheck,
        (index, data, clock): (u32, NodeId, VertexId),
        capture: &Capture,
        relations: &mut Relations<'_, '_>,
        checks: &mut Vec<(Check, Option<CheckOpening>)>,
    ) {
        let split = capture.kind.split();
        let mut relate = |transition: Transition| {
            let vertex = data.vertex(transition);
            let tag = self.ending_tag(vertex, relations).filter(|_| pin_check.has[transition as usize])?;
            let ending = Ending {
                vertex,
                state: self.state(vertex),
                launch: tag.launch,
                capture: Some(capture.edge),
                pin: self.pin(data),
                transition,
            };
            relations.at_capture(&ending, tag, capture, split)
        };
        let related = Transition::ALL.map(&mut relate);
        let mut add = |relation: Relation, has: [bool; 2]| {
            let Relation { later: shift, uncertainty, stated, terms, opening } = relation;
            let (model, pin_check) = (pin_check.model, index);
            let check =
                Check { data, clock, model, pin_check, has, split, shift, uncertainty, stated, terms };
            checks.push((check, opening));
        };
        match related {
            [Some(rise), Some(fall)] if rise == fall => add(rise, [true; 2]),
            [rise, fall] => {
                if let Some(rise) = rise {
                    add(rise, [true, false]);
                }
                if let Some(fall) = fall {
                    add(fall, [false, true]);
                }
            }
        }
    }

    /// Gathers the required times of output ports.
    pub(crate) fn add_outputs(&mut self, netlist: &Netlist, relations: &mut Relations<'_, '_>) {
        let constraints = relations.constraints;
        let mut outputs = Vec::new();
        for (&port, stated) in &constraints.required_times {
            let required = stated.map(|values| values.map(|value| value.unwrap_or(UNDEFINED)));
            let terms = relations.terms(Terms { groups: vec![PathGroup::Default], ..Terms::default() });
            for node in self.nodes(port) {
                let required = self.required_of_timed(node, &required, relations);
                outputs.push(Output { node, capture: None, required, uncertainty: quad(0), terms });
            }
        }
        for (port, stated) in constraints.all_output_delays() {
            for node in self.nodes(port) {
                self.add_output((node, Some(stated)), relations, &mut outputs);
            }
        }
        if has_delays(constraints) {
            let is_stated = |port: &PinId| {
                constraints.output_delays.contains_key(port) || constraints.required_times.contains_key(port)
            };
            for port in output_ports(netlist).filter(|port| !is_stated(port)) {
                for node in self.nodes(port) {
                    self.add_output((node, None), relations, &mut outputs);
                }
            }
        }
        outputs.sort_by_key(|output| (output.node, output.capture, output.terms));
        self.outputs = outputs;
    }

    /// Required times of the signals of a node, but for those of false paths.
    fn required_of_timed(
        &self,
        node: NodeId,
        required: &Quad<Ticks>,
        relations: &mut Relations<'_, '_>,
    ) -> Quad<Ticks> {
        let mut timed = *required;
        for transition in Transition::ALL {
            let vertex = node.vertex(transition);
            let Some(tag) = self.vertex_tag(vertex) else { continue };
            let (state, pin) = (self.state(vertex), self.pin(node));
            let is_followed = self.ending_tag(vertex, relations).is_none();
            let ending = Ending { vertex, state, launch: tag.launch, capture: None, pin, transition };
            for split in Split::ALL {
                if !is_followed && required[split as usize][transition as usize] != UNDEFINED && !tag.is_bare
                {
                    relations.observe(&ending, tag, split, By::FixedTime);
                }
            }
            let decisions = relations.decisions.of(&ending);
            for split in Split::ALL {
                if decisions[split as usize].is_false || tag.is_bare || is_followed {
                    timed[split as usize][transition as usize] = UNDEFINED;
                }
            }
            for required in timed.iter_mut().map(|of_split| &mut of_split[transition as usize]) {
                *required = defined(*required).map_or(UNDEFINED, |time| time - self.launch_time(vertex));
            }
        }
        timed
    }

    /// Adds what an output delay requires of the signals of a node, or without one, limits of their own: an output for each of the terms that there are.
    fn add_output(
        &self,
        (node, stated): (NodeId, Option<&OutputDelay>),
        relations: &mut Relations<'_, '_>,
        outputs: &mut Vec<Output>,
    ) {
        let edge = stated.map(|stated| stated.edge);
        let is_checked = stated.is_some_and(|stated| {
            let constraints = relations.constraints;
            checked::is_checked(constraints, stated)
                && self.leaving(constraints, stated.edge).next().is_some()
        });
        let first = outputs.len();
        for transition in Transition::ALL {
            let vertex = node.vertex(transition);
            let Some(tag) = self.ending_tag(vertex, relations) else { continue };
            let ending = Ending {
                vertex,
                state: self.state(vertex),
                launch: tag.launch,
                capture: edge,
                pin: self.pin(node),
                transition,
            };
            for split in Split::ALL {
                let Some((required, relation)) = relations.at_port(&ending, tag, (stated, is_checked), split)
                else {
                    continue;
                };
                let terms = relation.terms;
                let known = outputs[first..].iter().position(|output| output.terms == terms);
                let place = known.map_or(outputs.len(), |place| first + place);
                if known.is_none() {
                    let (required, uncertainty) = (quad(UNDEFINED), quad(0));
                    outputs.push(Output { node, capture: edge, required, uncertainty, terms });
                }
                let output = &mut outputs[place];
                output.required[split as usize][transition as usize] = required;
                output.uncertainty[split as usize][transition as usize] = relation.uncertainty;
            }
        }
    }

    /// What is so of the paths of checks and outputs: all of it that there is, each once.
    pub fn terms(&self) -> &[Terms] {
        &self.terms
    }

    /// One endpoint for each pin that a cell checks or that required times are stated of.
    pub(crate) fn add_endpoints(&mut self, constraints: &Constraints) {
        let pin_of = |node: NodeId| self.pin(node);
        let checked = self.pins.checks.iter().map(|check| self.pins.structure.pin(check.data));
        let required = constraints.required_times.keys().copied();
        let delayed = constraints.output_delays.keys().copied();
        let limited = self.outputs.iter().map(|output| pin_of(output.node));
        let mut pins: Vec<PinId> = checked.chain(required).chain(delayed).chain(limited).collect();
        pins.par_sort_unstable();
        pins.dedup();
        let mut endpoint_of = filled(EndpointId::default(), self.pins.pin_count());
        for (&pin, endpoint) in pins.iter().zip(EndpointId::all(0..pins.len())) {
            endpoint_of[pin.index()] = endpoint;
        }
        let mut endpoints: Vec<Endpoint> = pins.into_iter().map(Endpoint::at).collect();
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
pub(crate) struct Capture {
    edge: ClockEdge,
    pin: PinId,
    /// What the edge is at the pin.
    transition: Transition,
    origin: CheckOrigin,
    kind: CheckKind,
    /// Where the launching edge does not matter. `[split of the data]`.
    uncertainty: [Ticks; 2],
    /// Whether it captures without latency.
    is_bare: bool,
    rule: CaptureRule,
    /// At a setup check of a latch, the vertex and the clock edge that open it.
    opening: Option<(VertexId, ClockEdge)>,
}

impl Capture {
    /// The path group of what constraints put into no other.
    fn usual_group(&self) -> PathGroup {
        match (self.origin, self.kind) {
            _ if self.is_bare => PathGroup::PathDelay,
            (CheckOrigin::ClockGating, _) => PathGroup::GatedClock,
            (_, CheckKind::Recovery | CheckKind::Removal) => PathGroup::Asynchronous,
            (_, CheckKind::Setup | CheckKind::Hold) => PathGroup::Clock(self.edge.clock),
        }
    }
}

/// What requires a time of signals that end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// A clock that captures them.
    Clock,
    /// A limit, where nothing else does.
    LimitAlone,
    /// A time that is stated without a clock.
    FixedTime,
}

/// How what an edge launches is timed against what captures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Relation {
    /// How much later than the launching edge data is required, but for latencies and what the check asks for: uncertainty and margins included.
    later: Ticks,
    uncertainty: Ticks,
    /// How long constraints state that data has to be there, or to stay; `later` contains it.
    stated: Ticks,
    terms: u32,
    /// When the latch opens that the capture closes.
    opening: Option<CheckOpening>,
}

/// Finds how launches are timed against captures, by clocks and exceptions.
pub(crate) struct Relations<'m, 'c> {
    netlist: &'m Netlist,
    constraints: &'c Constraints,
    matching: &'m Matching<'c>,
    captures: Captures<'c>,
    /// Timed source latencies of generated clocks.
    found: SourceLatencies,
    decisions: Decisions<'m, 'c>,
    /// What ends, where that is asked for.
    observed: Option<Vec<Observed>>,
    terms: Vec<Terms>,
    find: FxHashMap<Terms, u32>,
    /// Whether groups of clocks part two clocks.
    apart: FxHashMap<(ClockId, ClockId), bool>,
}

impl<'m, 'c> Relations<'m, 'c> {
    pub(crate) fn new(
        (netlist, constraints): (&'m Netlist, &'c Constraints),
        matching: &'m Matching<'c>,
        observes: bool,
    ) -> Self {
        Self {
            netlist,
            constraints,
            observed: observes.then(Vec::new),
            matching,
            captures: Captures::new(&constraints.clocks),
            found: SourceLatencies::default(),
            decisions: Decisions::new(matching),
            terms: Vec::new(),
            find: FxHashMap::default(),
            apart: FxHashMap::default(),
        }
    }

    /// Terms keep the numbers that they have.
    pub(crate) fn keep_terms(&mut self, terms: Vec<Terms>) {
        self.find = terms.iter().cloned().zip(0..).collect();
        self.terms = terms;
    }

    pub(crate) fn take_terms(&mut self) -> Vec<Terms> {
        std::mem::take(&mut self.terms)
    }

    /// Uses timed source latencies.
    pub(crate) fn with_found(self, found: &SourceLatencies) -> Self {
        Self { found: found.clone(), ..self }
    }

    /// Keeps warnings that were given, so that they are not repeated.
    pub(crate) fn keep_told(&mut self, told: Vec<Told>) {
        self.captures.told = told;
    }

    /// The warnings that were given.
    pub(crate) fn take_told(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.captures.told)
    }

    /// What ends, if that was asked for.
    pub(crate) fn take_observed(&mut self) -> Vec<Observed> {
        self.observed.take().unwrap_or_default()
    }

    /// Puts down that signals with a tag end, whether they are timed or not. What is without latencies is no other path, and what nothing is stated of is one only if
    /// it has a limit.
    fn observe(&mut self, ending: &Ending<'_>, tag: Tag, split: Split, by: By) {
        let needs_limit = by == By::LimitAlone || tag.is_bare;
        if self.observed.is_none()
            || tag.is_bare && tag.launch.is_some()
            || needs_limit && self.decisions.of(ending)[split as usize].delay.is_none()
        {
            return;
        }
        let Ending { vertex, capture, .. } = *ending;
        let (is_fixed, is_parted) = (by == By::FixedTime, self.are_apart(ending));
        self.observed
            .iter_mut()
            .for_each(|observed| observed.push(Observed { vertex, capture, split, is_fixed, is_parted }));
    }

    pub(crate) fn take_diagnostics(self) -> Diagnostics {
        self.captures.diagnostics
    }

    /// Whether the clocks of a launch and its capture are in groups between which no paths are timed.
    fn are_apart(&mut self, ending: &Ending<'_>) -> bool {
        let groups = &self.constraints.clock_groups;
        let clocks = ending.launch.zip(ending.capture).map(|(launch, capture)| (launch.clock, capture.clock));
        let Some((launch, capture)) = clocks.filter(|_| !groups.is_empty()) else { return false };
        *self
            .apart
            .entry((launch, capture))
            .or_insert_with(|| groups.iter().any(|groups| groups.part(launch, capture)))
    }

    /// What is decided of signals with a tag. A clock that arrives as data comes with its latency, whatever a limit says of that.
    fn decided_of(&mut self, ending: &Ending<'_>, tag: Tag, split: Split) -> Decision {
        let mut decision = self.decisions.of(ending)[split as usize].clone();
        if let Some((_, ignores)) = &mut decision.delay {
            *ignores &= tag.role == Role::Data;
        }
        decision
    }

    /// The index of some terms.
    fn terms(&mut self, terms: Terms) -> u32 {
        let all = &mut self.terms;
        *self.find.entry(terms).or_insert_with_key(|terms| {
            all.push(terms.clone());
            all.len() as u32 - 1
        })
    }

    /// What a decision makes of paths; those that are in no group that constraints make are in the `usual` one.
    fn decided(&mut self, decision: &Decision, usual: PathGroup, split: Split) -> u32 {
        let named = decision.groups.iter().map(|group| group.map_or(PathGroup::PathDelay, PathGroup::Named));
        let named: Vec<PathGroup> = named.collect();
        let groups = if named.is_empty() { vec![usual] } else { named };
        let limit = decision.delay.map(|(delay, ignores_latency)| Limit { delay, ignores_latency });
        let moved = |cycles: &(i32, MovedEdge)| cycles.0 != 0;
        let of_split = match split {
            Split::Early => decision.hold.filter(moved).or(decision.setup),
            Split::Late => decision.setup,
        };
        let cycles = of_split.map(|(cycles, _)| cycles);
        self.terms(Terms { groups, limit, cycles, margin: decision.margin })
    }

    /// The relation at a check; none if what is launched is not timed there.
    fn at_capture(
        &mut self,
        ending: &Ending<'_>,
        tag: Tag,
        capture: &Capture,
        split: Split,
    ) -> Option<Relation> {
        let stated = self.stated(ending, capture, split)?;
        if !capture.is_bare {
            self.observe(ending, tag, split, By::Clock);
        }
        let decision = self.decided_of(ending, tag, split);
        let is_bare = tag.is_bare;
        // What no clock launches has no latency.
        let is_unclocked = ending.launch.is_none();
        let is_asked = match decision.delay {
            Some((_, true)) => (is_bare || is_unclocked) && capture.is_bare,
            Some((_, false)) => (!is_bare || is_unclocked) && !capture.is_bare,
            None => !is_bare && !capture.is_bare,
        };
        if !is_asked || decision.is_false || self.are_apart(ending) {
            return None;
        }
        let uncertainty = if capture.is_bare || capture.origin.is_between_data() {
            0
        } else {
            self.uncertainty_after(ending.launch, capture.edge, capture.uncertainty, split)
        };
        let (later, width) = self.later(ending, (capture.edge, Some(capture)), &decision, split);
        let terms = self.decided(&decision, capture.usual_group(), split);
        let sooner = later_by_uncertainty(split, uncertainty + decision.margin + stated);
        let opening = capture.opening.zip(width).map(|((clock, edge), width)| {
            let actual_shift = later - width;
            let most = self.most_borrowed(ending, capture, edge);
            CheckOpening { clock, shift: actual_shift + sooner, actual_shift, most }
        });
        Some(Relation { later: later + sooner, uncertainty, stated, terms, opening })
    }

    /// The output delay that a check stands for.
    fn output_delay(&self, ending: &Ending<'_>, capture: &Capture) -> Option<&'c OutputDelay> {
        if capture.origin != CheckOrigin::Port {
            return None;
        }
        let mut delays = self.constraints.output_delays.get(&ending.pin)?.iter();
        delays.find(|stated| stated.edge == capture.edge && checked::is_checked(self.constraints, stated))
    }

    /// The most time that data may borrow from a latch, as constraints state it: of the data pin, the enable, the cell or the clock, whichever comes first.
    fn most_borrowed(&self, ending: &Ending<'_>, capture: &Capture, opening: ClockEdge) -> Option<Ticks> {
        let cell = self.netlist.pin_cell(ending.pin);
        self.constraints.max_time_borrow.of([ending.pin, capture.pin], cell, opening.clock)
    }

    /// How long constraints state that data has to be there before a capture, or to stay after it; none where nothing is required of what ends there.
    fn stated(&self, ending: &Ending<'_>, capture: &Capture, split: Split) -> Option<Ticks> {
        let time = match capture.origin {
            CheckOrigin::Port => {
                let stated = self.output_delay(ending, capture)?;
                let delay = stated.delay[split as usize][ending.transition as usize]?;
                Some(if split == Split::Late { delay } else { -delay })
            }
            CheckOrigin::Library { .. } | CheckOrigin::NonSequential { .. } | CheckOrigin::Latch => None,
            CheckOrigin::ClockGating => {
                let of = (self.netlist.pin_cell(ending.pin), capture.edge.clock);
                let gating = &self.constraints.clock_gating;
                gating.time([ending.pin, capture.pin], of, (split, ending.transition))
            }
            CheckOrigin::Data => {
                let (to, to_edge) = (ending.pin, ending.transition);
                let check = DataCheck { from: capture.pin, from_edge: capture.transition, to, to_edge };
                self.constraints.data_checks.get(&check).and_then(|times| times[split as usize])
            }
        };
        Some(time.unwrap_or(0))
    }

    /// How much later than the launching edge the capturing one is, or the limit that paths have in its place; and, of an edge that closes a latch, how long
    /// that was open before.
    fn later(
        &mut self,
        ending: &Ending<'_>,
        (edge, at): (ClockEdge, Option<&Capture>),
        decision: &Decision,
        split: Split,
    ) -> (Ticks, Option<Ticks>) {
        if let Some((delay, _)) = decision.delay {
            return (delay, None);
        }
        let clocks = &self.constraints.clocks;
        let period = clocks[edge.clock].period;
        let launched = ending.launch.map_or(period, |launch| clocks[launch.clock].period);
        let rule = at.map_or(CaptureRule::Register, |capture| capture.rule);
        let distance = self.captures.distance(ending.launch, edge, rule, split);
        let opening = at.and_then(|capture| capture.opening);
        let width = opening.map(|(_, opening)| self.captures.width(opening, edge));
        (distance + decision.moved(rule, [launched, period], split), width)
    }

    /// By how much the capture of what an edge launches is uncertain.
    fn uncertainty_after(
        &self,
        launch: Option<ClockEdge>,
        capture: ClockEdge,
        usual: [Ticks; 2],
        split: Split,
    ) -> Ticks {
        let stated = &self.constraints.uncertainties_between;
        let between = launch.and_then(|launch| stated.get(&(launch, capture))?[split as usize]);
        between.unwrap_or(usual[split as usize])
    }

    /// When data is required at an output port with a delay, unless a check stands for it, or with a limit alone, and how it is timed; none if it is not.
    fn at_port(
        &mut self,
        ending: &Ending<'_>,
        tag: Tag,
        (stated, is_checked): (Option<&OutputDelay>, bool),
        split: Split,
    ) -> Option<(Ticks, Relation)> {
        let delay = |stated: &OutputDelay| stated.delay[split as usize][ending.transition as usize];
        if !is_checked && stated.is_none_or(|stated| delay(stated).is_some()) {
            let by = if stated.is_some() { By::Clock } else { By::LimitAlone };
            self.observe(ending, tag, split, by);
        }
        let decision = self.decided_of(ending, tag, split);
        // The check requires the rest.
        if is_checked && !matches!(decision.delay, Some((_, true))) {
            return None;
        }
        let is_bare = tag.is_bare;
        // What no clock launches has no latency.
        let is_unclocked = ending.launch.is_none();
        let is_asked = match decision.delay {
            Some((_, ignores)) => is_unclocked || ignores == is_bare,
            None => !is_bare && stated.is_some(),
        };
        if !is_asked || decision.is_false || self.are_apart(ending) {
            return None;
        }
        let Some(stated) = stated else {
            let (delay, _) = decision.delay?;
            let outside = self.constraints.unclocked_output_delays.get(&ending.pin);
            let outside = outside.and_then(|stated| stated.first());
            let outside = outside.and_then(|stated| stated.delay[split as usize][ending.transition as usize]);
            let required = delay - outside.unwrap_or(0) + later_by_uncertainty(split, decision.margin);
            let terms = self.decided(&decision, PathGroup::PathDelay, split);
            let relation = Relation { later: 0, uncertainty: 0, stated: 0, terms, opening: None };
            return Some((required, relation));
        };
        let delay = stated.delay[split as usize][ending.transition as usize]?;
        let edge = stated.edge;
        let ignores = matches!(decision.delay, Some((_, true)));
        let clock = &self.constraints.clocks[edge.clock];
        let (latency, uncertainty) = if ignores {
            (0, 0)
        } else {
            let uncertainty = self.uncertainty_after(ending.launch, edge, clock.uncertainty, split);
            (self.found.at_port(self.constraints, edge, stated.included, split.opposite()), uncertainty)
        };
        let later = self.later(ending, (edge, None), &decision, split).0
            + later_by_uncertainty(split, uncertainty + decision.margin);
        let usual = if ignores { PathGroup::PathDelay } else { PathGroup::Clock(edge.clock) };
        let terms = self.decided(&decision, usual, split);
        let relation = Relation { later, uncertainty, stated: 0, terms, opening: None };
        Some((latency + later - delay, relation))
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
