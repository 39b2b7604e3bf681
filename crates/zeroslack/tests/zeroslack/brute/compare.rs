//! Holds a session's structure, slews and delays against the brute force.

use std::collections::BTreeMap;

use zeroslack::Session;
use zeroslack::graph::{CheckKind, NodeId, PinGraph, TimingGraph, VertexId};
use zeroslack::netlist::PinId;
use zeroslack::sdc::Constraints;
use zeroslack::timing::Calculator;
use zeroslack::units::{Quad, Split, Transition, ticks};

use super::delays::Delays;
use super::design::Design;
use super::endpoints::Asked;
use super::parasitics::RcNet;
use super::paths::{Drives, Weighted};
use super::structure::{By, Structure, Vertex};

/// Of the value: what f32 may differ from f64 by.
const TOLERANCE: f64 = 1e-4;

/// ps. Beyond the ends of a table small values come from large ones, so that less than this counts as this.
const SMALLEST: f64 = 20.0;

/// A design with all that belongs to it.
pub struct Case<'a> {
    pub design: &'a Design,
    pub parasitics: &'a [RcNet],
    /// By sides: see [`super::constraints::by_sides`].
    pub constraints: &'a Constraints,
    pub calculator: Calculator,
    pub session: &'a Session,
}

/// What a design's times are made from: from here on all is whole numbers.
pub struct Weights {
    pub edges: Vec<Weighted>,
    pub checks: Vec<Asked>,
    pub drives: Drives,
}

fn assert_close(what: impl Fn() -> String, ours: f64, expected: f64) {
    let allowed = TOLERANCE * expected.abs().max(SMALLEST);
    assert!((ours - expected).abs() <= allowed, "{}: {ours}, expected {expected}", what());
}

/// A vertex of the pin graph as a vertex of the model.
pub fn vertex(design: &Design, pins: &PinGraph, graph_vertex: VertexId) -> Vertex {
    let (node, transition) = (graph_vertex.node(), graph_vertex.transition() as usize);
    let pin = pins.structure().pin(node).index();
    2 * if pins.is_driver_side(node) { design.driver_side(pin) } else { pin } + transition
}

/// The node of a side of a pin in the pin graph.
pub fn node_of(design: &Design, pins: &PinGraph, side: usize) -> NodeId {
    let pin = PinId(design.pin_of(side) as u32);
    let is_driver_side = side >= design.pins.len();
    assert_eq!(pins.driver_side(pin).is_some(), design.two_sided.contains(&pin.index()));
    if is_driver_side { pins.driver_node(pin) } else { pins.node(pin) }
}

/// Compares structure, slews and delays, and returns what is left to time.
pub fn compare_delays(case: &Case<'_>) -> Weights {
    compare_pins(case);
    let structure = Structure::new(case.design, case.constraints);
    let graph = case.session.graph().unwrap();
    let pins = graph.pins();
    let cuts: Vec<_> = pins.cuts().iter().map(|(from, to)| (from.index(), to.index())).collect();
    let pin_of = |side| case.design.pin_of(side);
    let expected: Vec<_> = structure.cuts.iter().map(|&(from, to)| (pin_of(from), pin_of(to))).collect();
    assert_eq!(cuts, expected, "cuts");
    let said = case.session.diagnostics();
    let left_out = said.left_out().filter(|(id, _)| *id == "GRAPH-001").map(|(_, count)| count);
    let told = said.iter().filter(|said| said.id == "GRAPH-001").count() + left_out.sum::<usize>();
    assert_eq!(told, cuts.len(), "warnings of loops");
    let arcs = edge_arcs(case.design, pins, &structure);
    compare_levels(pins);
    compare_graphs(case);
    let mut delays = Delays::new(case.design, case.parasitics, case.constraints, &structure, case.calculator);
    compare_slews(case, &mut delays);
    compare_edges(case, &structure, &arcs, &mut delays);
    let checks = compare_checks(case, &structure, &mut delays);
    let mut drives = compare_drives(case, &mut delays);
    let vertices = 0..2 * case.design.side_count();
    drives.dead = vertices.filter(|&vertex| !structure.constants.has(vertex)).collect();
    Weights { edges: weighted(case, &structure, &arcs), checks, drives }
}

/// The model numbers pins and nets as the netlist promises to.
fn compare_pins(case: &Case<'_>) {
    let netlist = case.session.netlist();
    let names: Vec<String> = netlist.pins().map(|pin| netlist.pin_name(pin)).collect();
    let expected: Vec<&str> = case.design.pins.iter().map(|pin| &*pin.name).collect();
    assert_eq!(names, expected);
    for (pin, expected) in netlist.pins().zip(&case.design.pins) {
        let expected_net = expected.net.map(|net| case.design.net_id(net));
        let net = netlist.pin_net(pin).map(|net| net.0).filter(|&net| net > 1);
        assert_eq!(net, expected_net, "net of {}", expected.name);
    }
}

/// The arc of each edge: parallel ones are in the order of the library.
fn edge_arcs(design: &Design, pins: &PinGraph, structure: &Structure) -> Vec<usize> {
    let mut arcs: BTreeMap<(Vertex, Vertex), Vec<usize>> = BTreeMap::new();
    let laid_out = pins.structure();
    let vertex = |graph_vertex| vertex(design, pins, graph_vertex);
    for node in NodeId::all(0..laid_out.node_count()) {
        for arc in laid_out.fanin(node) {
            let source = laid_out.arc_source(arc);
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                let key = (vertex(source.vertex(to)), vertex(node.vertex(to)));
                arcs.entry(key).or_default().push(arc.index());
            }
        }
    }
    for list in arcs.values_mut() {
        // Taken from the end.
        list.reverse();
    }
    let edges = structure.edges.iter().map(|edge| {
        let arc = arcs.get_mut(&(edge.from, edge.to)).and_then(Vec::pop);
        arc.unwrap_or_else(|| panic!("no arc for {edge:?}"))
    });
    let edges = edges.collect();
    arcs.retain(|_, left| !left.is_empty());
    assert!(arcs.is_empty(), "arcs too many: {arcs:?}");
    edges
}

fn compare_levels(pins: &PinGraph) {
    let graph = pins.structure();
    let level_of = |node: NodeId| {
        (0..graph.level_count()).find(|&level| graph.level(level).contains(&node.index())).unwrap()
    };
    for node in NodeId::all(0..graph.node_count()) {
        let fanin = graph.fanin(node).map(|arc| level_of(graph.arc_source(arc).node()));
        let expected = fanin.max().map_or(0, |highest| highest + 1);
        assert_eq!(level_of(node), expected, "level of {node:?}");
    }
}

/// Each arc and check of the timing graph is one of the pin graph, and has its delays.
fn compare_graphs(case: &Case<'_>) {
    let (graph, timing) = (case.session.graph().unwrap(), case.session.timed().unwrap().timing());
    let (pins, bits) = (graph.pins(), |delays: &Quad<f32>| delays.map(|delays| delays.map(f32::to_bits)));
    let structure = pins.structure();
    assert_eq!(timing.delays().len(), graph.arc_count());
    for node in NodeId::all(0..graph.node_count()) {
        let pin_node = graph.pin_graph_node(node);
        assert_eq!(graph.pin(node), structure.pin(pin_node));
        for arc in graph.fanin(node) {
            let pin_arc = graph.pin_arcs().map_or(arc, |arcs| arcs[arc.index()]);
            assert!(structure.fanin(pin_node).any(|into| into == pin_arc), "{arc:?}");
            assert_eq!(graph.arc_kind(arc), structure.arc_kind(pin_arc));
            let delays = [timing.delays()[arc.index()], timing.arc_delays()[pin_arc.index()]];
            assert_eq!(bits(&delays[0]), bits(&delays[1]));
            let (source, of_pins) = (graph.arc_source(arc), structure.arc_source(pin_arc));
            assert!(source.node() < node, "{arc:?}");
            assert_eq!(graph.pin_graph_node(source.node()), of_pins.node());
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                assert!(of_pins.has(to) && source.from(to) == of_pins.from(to), "{arc:?}");
            }
        }
    }
    compare_pin_checks(graph);
}

fn compare_pin_checks(graph: &TimingGraph) {
    let pins = graph.pins();
    for check in graph.checks() {
        let of_pins = &pins.checks()[check.pin_check as usize];
        assert_eq!(check.split, graph.check_kind(check).split());
        assert_eq!(check.model, of_pins.model);
        assert_eq!(graph.pin_graph_node(check.data), of_pins.data);
        let clock = graph.pin_graph_node(check.clock.node());
        assert_eq!(clock.vertex(check.clock.transition()), of_pins.clock);
        assert!((0..2).all(|transition| of_pins.has[transition] || !check.has[transition]));
    }
}

fn name(case: &Case<'_>, vertex: Vertex) -> String {
    format!(
        "{} {}",
        case.design.pins[case.design.pin_of(vertex / 2)].name,
        Transition::of(vertex as u32).name()
    )
}

fn compare_slews(case: &Case<'_>, delays: &mut Delays<'_>) {
    let (graph, timing) = (case.session.graph().unwrap(), case.session.timed().unwrap().timing());
    for vertex in 0..2 * case.design.side_count() {
        let (side, transition) = (vertex / 2, Transition::of(vertex as u32));
        let node = node_of(case.design, graph.pins(), side);
        for split in Split::ALL {
            let what = |quantity: &str| format!("{} {quantity} at {}", split.name(), name(case, vertex));
            let slew = timing.slew(node, split, transition);
            let expected = delays.slew(vertex, split as usize);
            assert_eq!(slew.is_some(), expected.is_some(), "{}", what("slew"));
            if let (Some(slew), Some(expected)) = (slew, expected) {
                assert_close(|| what("slew"), slew.into(), expected);
            }
            if !case.design.drives(side) {
                assert_eq!(graph.pins().tree_of(node), None);
            } else {
                let tree = graph.pins().tree_of(node);
                let load = tree.map_or(0.0, |tree| timing.loads()[tree][split as usize][transition as usize]);
                assert_close(
                    || what("load"),
                    load.into(),
                    delays.load(side, split as usize, transition as usize),
                );
            }
        }
    }
}

fn compare_edges(case: &Case<'_>, structure: &Structure, arcs: &[usize], delays: &mut Delays<'_>) {
    for (edge, &arc) in structure.edges.iter().zip(arcs) {
        for split in Split::ALL {
            let delay = case.session.timed().unwrap().timing().arc_delays()[arc][split as usize][edge.to % 2];
            let what = || {
                format!("{} delay from {} to {}", split.name(), name(case, edge.from), name(case, edge.to))
            };
            let expected = match edge.by {
                By::Wire => Some(delays.wire(edge, split as usize).0),
                By::Cell { .. } => delays.edge(edge, split as usize).map(|(delay, _)| delay),
            };
            if let Some(load) = delays.load_of_edge(edge, split as usize)
                && let Some(loads) = case.session.timed().unwrap().timing().arc_loads()
            {
                assert_close(
                    || format!("load of the {}", what()),
                    loads[arc][split as usize][edge.to % 2].into(),
                    load,
                );
            }
            assert_eq!(delay.is_nan(), expected.is_none(), "{}", what());
            if let Some(expected) = expected {
                assert_close(what, delay.into(), expected);
            }
        }
    }
}

/// Checks with the margins of the engine, which are first compared with the formula's.
fn compare_checks(case: &Case<'_>, structure: &Structure, delays: &mut Delays<'_>) -> Vec<Asked> {
    let (pins, timing) = (case.session.graph().unwrap().pins(), case.session.timed().unwrap().timing());
    let mut margins: BTreeMap<(Vertex, Vertex, CheckKind), Vec<f32>> = BTreeMap::new();
    assert_eq!(pins.checks().len(), timing.margins().len());
    for (check, margin) in pins.checks().iter().zip(timing.margins()) {
        let kind = pins.check_models()[check.model as usize].kind;
        for transition in Transition::ALL.into_iter().filter(|&transition| check.has[transition as usize]) {
            let data = vertex(case.design, pins, check.data.vertex(transition));
            margins
                .entry((data, vertex(case.design, pins, check.clock), kind))
                .or_default()
                .push(margin[transition as usize]);
        }
    }
    let mut asked = Vec::new();
    for check in &structure.checks {
        let cell = &case.design.library.cells[case.design.instances[check.instance].cell];
        let kind = match cell.groups[check.group].kind.split_once('_').unwrap().0 {
            "setup" => CheckKind::Setup,
            "hold" => CheckKind::Hold,
            "recovery" => CheckKind::Recovery,
            _ => CheckKind::Removal,
        };
        let own = margins
            .get_mut(&(check.data, check.clock, kind))
            .unwrap_or_else(|| panic!("no {kind:?} for {check:?}"));
        let margin = own.remove(0);
        let expected = delays.margin(check, kind.split() as usize);
        assert_eq!(margin.is_nan(), expected.is_none(), "{check:?}");
        if let Some(expected) = expected {
            assert_close(|| format!("{kind:?} of {check:?}"), margin.into(), expected);
        }
        let margin = expected.map(|_| ticks(margin));
        asked.push(Asked { data: check.data, clock: check.clock, kind, margin, is_gate: false });
    }
    for gate in &structure.gates {
        let opens = 2 * gate.clock + usize::from(!gate.is_high);
        for (kind, clock) in [(CheckKind::Setup, opens), (CheckKind::Hold, opens ^ 1)] {
            for data in [2 * gate.signal, 2 * gate.signal + 1] {
                let own = margins.get_mut(&(data, clock, kind));
                let margin = own.unwrap_or_else(|| panic!("no {kind:?} for {gate:?}")).remove(0);
                // Where no signal comes nothing is asked for.
                assert!(margin == 0.0 || margin.is_nan(), "{gate:?}: {margin}");
                let margin = (!margin.is_nan()).then_some(0);
                asked.push(Asked { data, clock, kind, margin, is_gate: true });
            }
        }
    }
    assert!(margins.values().all(Vec::is_empty), "checks too many: {margins:?}");
    asked
}

/// How much later signals start at driven ports: the engine's times, which are first compared with the formula's.
fn compare_drives(case: &Case<'_>, delays: &mut Delays<'_>) -> Drives {
    let (graph, timing) = (case.session.graph().unwrap(), case.session.timed().unwrap().timing());
    let mut drives = Drives::default();
    for &port in case.constraints.drives.keys() {
        let node = node_of(case.design, graph.pins(), port.index());
        let made = timing.driven_ports()[graph.pins().drives().at(node).unwrap()];
        for vertex in [0, 1].map(|transition| 2 * port.index() + transition) {
            let later = [0, 1].map(|split| {
                let found = made.delay[split][vertex % 2];
                let expected = delays.drive_delay(vertex, split)?;
                // Where there is no drive, nothing is later.
                let found = if found.is_nan() && expected == 0.0 { 0.0 } else { found };
                assert_close(|| format!("drive of {}", name(case, vertex)), found.into(), expected);
                Some(ticks(found))
            });
            drives.later.insert(vertex, later);
        }
    }
    assert_eq!(timing.driven_ports().len(), case.constraints.drives.len());
    drives
}

/// All edges with the engine's own delays in ticks. What signals are follows edges, too, by which none comes.
fn weighted(case: &Case<'_>, structure: &Structure, arcs: &[usize]) -> Vec<Weighted> {
    let edges = structure.edges.iter().zip(arcs).map(|(edge, &arc)| {
        let delays =
            [0, 1].map(|split| case.session.timed().unwrap().timing().arc_delays()[arc][split][edge.to % 2]);
        let launches = match edge.by {
            By::Wire => false,
            By::Cell { instance, group } => {
                let cell = &case.design.library.cells[case.design.instances[instance].cell];
                cell.groups[group].kind.ends_with("_edge")
            }
        };
        let (from, to) = (edge.from, edge.to);
        let weight = delays.map(|delay| (!delay.is_nan()).then(|| ticks(delay)));
        Weighted { from, to, weight, arc, launches }
    });
    edges.collect()
}
