//! What the engine says of a design, in the oracle's words. Nothing else here knows its interface.

use std::collections::BTreeMap;

use zeroslack::graph::{
    CheckOrigin, EndpointId, NodeId, PathGroup, PinCheck, Role, Tag as EngineTag, VertexId,
};
use zeroslack::netlist::{Netlist, PinId};
use zeroslack::paths::{Path as EnginePath, PathQuery, Step as EngineStep, Via};
use zeroslack::sdc::{DerateKind, PathPart};
use zeroslack::timing::{CommonPoint as Rule, EndpointKind, EndpointSlack, group_slacks, slacks_of};
use zeroslack::units::{Quad, Split, Ticks, Transition, defined, ticks};
use zeroslack::{ModeId, PathPoints, Session};

use super::credit::CommonPoint;
use super::derates::{Place, Target, factor};
use super::network::{BySplit, Check, ClockEdge, Network, Setting, Spot, Step};
use super::oracle::{By, End, Group};
use super::vertex::{Tag, Vertex};

/// A path as it was found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub slack: Ticks,
    pub credit: Ticks,
    pub uncertainty: Ticks,
    pub end: End,
    /// From the launching clock pin, or where else the data starts.
    pub vertices: Vec<Vertex>,
    /// From the clock's source to the launching clock pin.
    pub launch: Vec<Vertex>,
    /// From the clock's source to the capturing clock pin.
    pub capture: Vec<Vertex>,
}

/// Times a design, with CPPR by a rule or without.
pub fn update(session: &mut Session, rule: Option<CommonPoint>) {
    session.set_cppr(rule.is_some());
    session.set_common_point(match rule {
        Some(CommonPoint::SameTransition) => Rule::SameTransition,
        Some(CommonPoint::SamePin) | None => Rule::SamePin,
    });
    session.update().unwrap();
}

/// Delays and margins as the engine has them without factors, each derated as a setting says. The design has to be timed again after this.
pub fn network(session: &mut Session, setting: &Setting) -> Network {
    let stated = session.constraints(ModeId::FIRST).clone();
    session.edit_constraints(ModeId::FIRST, |editor| editor.unset_derates());
    session.update().unwrap();
    let netlist = session.netlist();
    let names = netlist.pins().map(|pin| netlist.pin_name(pin)).collect();
    let cells = netlist.pins().map(|pin| netlist.pin_cell(pin).map(|cell| cell.index())).collect();
    let kinds = netlist.cells().map(|cell| netlist.master(cell).name.to_string()).collect();
    let is_of_register = |origin| matches!(origin, CheckOrigin::Library { .. });
    let checks_of_registers = checks(session, setting, is_of_register);
    let mut network = Network::new((names, cells), steps(session, setting), checks_of_registers);
    network.between_data =
        checks(session, setting, |origin| matches!(origin, CheckOrigin::NonSequential { .. }));
    network.kinds = kinds;
    network.has_loops = !session.graph().unwrap().pins().cuts().is_empty();
    session.edit_constraints(ModeId::FIRST, |editor| editor.replace(stated));
    network
}

fn derated(setting: &Setting, time: f32, place: &Place) -> Option<Ticks> {
    (!time.is_nan()).then(|| ticks(time * factor(&setting.derates, place)))
}

fn steps(session: &Session, setting: &Setting) -> Vec<Step> {
    let (pins, timing) = (session.graph().unwrap().pins(), session.timed().unwrap().timing());
    let structure = pins.structure();
    let spot = |node: NodeId, transition| Spot { pin: structure.pin(node).index(), transition };
    let mut steps = Vec::new();
    for node in NodeId::all(0..structure.node_count()) {
        for arc in structure.fanin(node) {
            let source = structure.arc_source(arc);
            let delays = timing.arc_delays()[arc.index()];
            let (kind, objects) = delayed_by(session.netlist(), structure.pin(source.node()));
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                let delay = |part, split| {
                    let place = Place { objects: objects.clone(), kind, part, split, transition: to };
                    derated(setting, delays[split as usize][to as usize], &place)
                };
                steps.push(Step {
                    from: spot(source.node(), source.from(to)),
                    to: spot(node, to),
                    launches: pins.is_launch(arc),
                    is_ideal: pins.is_ideal(source.node()),
                    delay: PathPart::ALL.map(|part| Split::ALL.map(|split| delay(part, split))),
                });
            }
        }
    }
    steps
}

/// The checks that are wanted.
fn checks(session: &Session, setting: &Setting, is_wanted: impl Fn(CheckOrigin) -> bool) -> Vec<Check> {
    let (pins, timing) = (session.graph().unwrap().pins(), session.timed().unwrap().timing());
    let pin = |node: NodeId| pins.structure().pin(node);
    let is_here = |check: &PinCheck| is_wanted(pins.check_models()[check.model as usize].origin);
    let check_of = |(check, margins): (&PinCheck, &[f32; 2])| {
        let (clock, kind) = (check.clock.node(), pins.check_models()[check.model as usize].kind);
        let (_, objects) = delayed_by(session.netlist(), pin(clock));
        let margin = |transition| {
            let (objects, split) = (objects.clone(), kind.split());
            let place =
                Place { objects, kind: DerateKind::CellCheck, part: PathPart::Data, split, transition };
            derated(setting, margins[transition as usize], &place)
        };
        Check {
            data: pin(check.data).index(),
            clock: Spot { pin: pin(clock).index(), transition: check.clock.transition() },
            is_ideal: pins.is_ideal(clock),
            kind,
            margin: Transition::ALL.map(|at| margin(at).filter(|_| check.has[at as usize])),
        }
    };
    let own = pins.checks().iter().zip(timing.margins()).filter(|(check, _)| is_here(check));
    own.map(check_of).collect()
}

/// What takes the time from a pin on, the most specific object first: the net that it drives, or its cell.
fn delayed_by(netlist: &Netlist, pin: PinId) -> (DerateKind, Vec<Target>) {
    if netlist.is_driver(pin) {
        let net = netlist.pin_net(pin).map(|net| Target::Net(netlist.net_name(net).into()));
        return (DerateKind::NetDelay, net.into_iter().chain([Target::Design]).collect());
    }
    let cell = netlist.pin_cell(pin).unwrap();
    let of_cell = Target::Cell(netlist.cell_name(cell).into());
    let of_master = Target::LibraryCell(netlist.master(cell).name.to_string());
    (DerateKind::CellDelay, vec![of_cell, of_master, Target::Design])
}

/// The slews at clock pins as ideal clocks see them, by pin.
pub fn ideal_slews(session: &Session) -> BTreeMap<usize, Quad<f32>> {
    let (pins, timing) = (session.graph().unwrap().pins(), session.timed().unwrap().timing());
    let structure = pins.structure();
    let graph = session.graph().unwrap();
    // Where a clock is stopped it does not act.
    let has_clock = |node: &NodeId| graph.nodes_at(*node).len() > 0;
    let ideal = NodeId::all(0..structure.node_count()).filter(|&node| pins.is_ideal(node));
    let ideal = ideal.filter(|node| graph.is_pin_graph() || has_clock(node));
    ideal.map(|node| (structure.pin(node).index(), timing.slews()[node.index()])).collect()
}

fn edge(edge: zeroslack::sdc::ClockEdge) -> ClockEdge {
    ClockEdge { clock: edge.clock.0 as usize, edge: edge.edge }
}

/// A vertex of the timing graph that a signal reaches.
fn vertex(session: &Session, vertex: VertexId) -> Option<Vertex> {
    let graph = session.graph().unwrap();
    let pin = graph.pin(vertex.node()).index();
    Some(Vertex {
        spot: Spot { pin, transition: vertex.transition() },
        tag: tag(graph.vertex_tag(vertex)?),
        is_ideal: graph.is_ideal(vertex.node()),
    })
}

fn tag(tag: EngineTag) -> Tag {
    let (is_clock, is_propagated) = (tag.role != Role::Data, tag.role == Role::PropagatedClock);
    Tag { launch: tag.launch.map(edge), is_clock, is_propagated, is_generating: tag.is_generating }
}

/// What a step of a path says that its vertex is.
fn vertex_of(step: &EngineStep) -> Vertex {
    Vertex {
        spot: Spot { pin: step.pin.index(), transition: step.transition },
        tag: tag(step.tag.unwrap()),
        is_ideal: step.via == Some(Via::IdealNetwork),
    }
}

/// Arrival and required time of every vertex that a signal reaches, by split.
pub fn times(session: &Session) -> BTreeMap<Vertex, [BySplit; 2]> {
    let timing = session.timed().unwrap().timing();
    let mut times = BTreeMap::new();
    for node in NodeId::all(0..session.graph().unwrap().node_count()) {
        for transition in Transition::ALL {
            let launched = session.graph().unwrap().launch_time(node.vertex(transition));
            let of = |times: &[[[Ticks; 2]; 2]]| {
                times[node.index()].map(|times| Some(launched + defined(times[transition as usize])?))
            };
            if let Some(vertex) = vertex(session, node.vertex(transition)) {
                let known = times.insert(
                    vertex,
                    [of(timing.arrivals()), of(timing.required_times(session.graph().unwrap()))],
                );
                assert_eq!(known, None, "{vertex:?} is there twice");
            }
        }
    }
    times
}

/// The slack of every vertex that a signal reaches, by split.
pub fn slacks_of_vertices(session: &Session) -> BTreeMap<Vertex, BySplit> {
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let all = VertexId::all(0..2 * graph.node_count());
    let slacks = all.filter_map(|at| {
        let of = |split| timing.slack(graph, at.node(), split, at.transition());
        Some((vertex(session, at)?, Split::ALL.map(of)))
    });
    slacks.collect()
}

fn end(session: &Session, end: &EndpointSlack) -> End {
    let graph = session.graph().unwrap();
    let data = end.vertex(graph);
    let clock = end.by.check().map(|check| vertex(session, graph.check(check).clock).unwrap());
    let output = end.by.output().map(|output| graph.output(output).capture.map(edge));
    let capture = clock.map_or(output.flatten(), |clock| clock.tag.launch);
    let by = end.by.check().map(|check| origin(graph.check_origin(graph.check(check))));
    End { kind: end.kind, data: vertex(session, data).unwrap(), capture, clock, by: by.unwrap_or_default() }
}

/// The slack of every end.
pub fn slacks(session: &Session) -> BTreeMap<End, Ticks> {
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let mut slacks = BTreeMap::new();
    for endpoint in EndpointId::all(0..graph.endpoints().len()) {
        for slack in slacks_of(graph, timing, endpoint) {
            let end = end(session, &slack);
            assert_eq!(slacks.insert(end, slack.slack), None, "{end:?} is there twice");
        }
    }
    slacks
}

/// The worst slack of every endpoint in each kind.
pub fn of_kinds(session: &Session) -> BTreeMap<(usize, EndpointKind), Ticks> {
    session
        .timed()
        .unwrap()
        .endpoint_slacks()
        .iter()
        .map(|end| ((end.pin.index(), end.kind), end.slack))
        .collect()
}

fn origin(origin: CheckOrigin) -> By {
    match origin {
        CheckOrigin::Library { .. } | CheckOrigin::Latch => By::Design,
        CheckOrigin::NonSequential { .. } => By::NonSequential,
        CheckOrigin::ClockGating => By::Gating,
        CheckOrigin::Data => By::Data,
        CheckOrigin::Port => By::Port,
    }
}

fn group(group: PathGroup) -> Group {
    match group {
        PathGroup::Default => Group::Default,
        PathGroup::Asynchronous => Group::Async,
        PathGroup::Clock(clock) => Group::Clock(clock.0 as usize),
        PathGroup::Named(_) | PathGroup::PathDelay => panic!("no exceptions are stated"),
        PathGroup::GatedClock => Group::Gated,
    }
}

/// The worst slack of every endpoint in each split and group.
pub fn of_groups(session: &Session) -> BTreeMap<(usize, Split, Group), Ticks> {
    let graph = session.graph().unwrap();
    let slack = |(of, end): &(PathGroup, EndpointSlack)| {
        let group = group(*of);
        ((end.pin.index(), end.kind.split(), group), end.slack)
    };
    group_slacks(graph, session.timed().unwrap().timing()).iter().map(slack).collect()
}

/// Worst slack and sum of all negative ones by kind.
pub fn sums(session: &Session) -> BTreeMap<EndpointKind, [Ticks; 2]> {
    let sum = |sum: zeroslack::timing::Summary| (sum.kind, [sum.worst_slack, sum.total_negative_slack]);
    session.timed().unwrap().summaries().into_iter().map(sum).collect()
}

/// The worst paths.
pub fn paths(session: &Session, query: &PathQuery) -> Vec<Found> {
    session.timed().unwrap().find_paths(query).paths().iter().map(found_path).collect()
}

/// The worst paths that pass what is named.
pub fn paths_passing(session: &Session, query: &PathQuery, points: &PathPoints) -> Vec<Found> {
    let found =
        session.timed().unwrap().find_paths_passing(query, points).unwrap_or_else(|error| panic!("{error}"));
    found.paths().iter().map(found_path).collect()
}

fn found_path(path: &EnginePath) -> Found {
    let vertices = |steps: &[EngineStep]| steps.iter().map(vertex_of).collect::<Vec<Vertex>>();
    let launch = path.launch_steps().map_or(0, |steps| steps - 1);
    let last = |steps: &[Vertex]| steps.last().copied();
    let (data, capture) = (vertices(&path.data), vertices(&path.capture));
    let end = End {
        kind: path.end.kind,
        data: last(&data).unwrap(),
        capture: path.end.capture.map(edge),
        clock: last(&capture),
        by: path.end.check.map(|check| origin(check.origin)).unwrap_or_default(),
    };
    assert_eq!(end.data.tag.launch, path.end.launch.map(edge));
    assert_eq!(end.data.spot, Spot { pin: path.end.pin.index(), transition: path.end.transition });
    let clock = path.end.check.map(|check| Spot { pin: check.clock_pin.index(), transition: check.edge });
    assert_eq!(end.clock.map(|clock| clock.spot), clock);
    assert_eq!(end.group(), group(path.end.group));
    Found {
        slack: path.end.slack,
        credit: path.credit,
        uncertainty: path.end.uncertainty,
        end,
        vertices: data[launch..].to_vec(),
        launch: data[..=launch].to_vec(),
        capture,
    }
}
