//! Where variation comes from: tables of libraries (LVF), side files (POCV), flat shares.

mod by_hand;
mod formula;
mod margins;
mod precedence;

use crate::common::in_memory;

use zeroslack::graph::{ArcId, ArcKind, NodeId, TimingGraph};
use zeroslack::netlist::Netlist;
use zeroslack::ssta::{FlatVariation, Moments};
use zeroslack::units::{Split, Transition};
use zeroslack::{FoundVariation, PocvFile, Session, VariationSources};

/// The design of a few cells that other tests have, too.
const TINY: [&str; 3] = [
    include_str!("../../../../testing/designs/tiny/tiny.lib"),
    include_str!("../../../../testing/designs/tiny/tiny.v"),
    include_str!("../../../../testing/designs/tiny/tiny.timing"),
];

/// The tiny design with another early and late library, timed.
fn tiny(early: &str, late: &str) -> Session {
    let [_, verilog, timing] = TINY;
    let mut session = in_memory::session([early, late], verilog, "", timing);
    session.update().unwrap();
    session
}

/// A side file of a text without fault.
fn side_file(text: &str) -> PocvFile {
    let (pocv, said) = zeroslack::pocv::read(text);
    assert!(said.is_empty(), "{said}");
    PocvFile { file: "p.pocv".to_string(), text: text.to_string(), pocv }
}

/// How a session varies, with shares for cells and wires where nothing else says more.
fn variation(session: &Session, pocv: Vec<PocvFile>, [cells, wires]: [f32; 2]) -> FoundVariation {
    let flat = FlatVariation::new(cells, wires, 0.25).unwrap();
    session.timed().unwrap().variation(&VariationSources { pocv, flat })
}

/// The arcs between two pins: what launches at one edge has one to a rise and one to a fall.
fn arcs<'a>(
    netlist: &'a Netlist,
    graph: &'a TimingGraph,
    [from, to]: [&'a str; 2],
) -> impl Iterator<Item = ArcId> + 'a {
    let is = |pin, name: &str| netlist.pin_name(pin) == name;
    let nodes = graph.node_pins().iter().enumerate().filter(move |(_, pin)| is(**pin, to));
    let arcs = nodes.flat_map(|(node, _)| graph.fanin(NodeId::at(node)));
    arcs.filter(move |&arc| is(graph.pin(graph.arc_source(arc).node()), from))
}

/// How the delay between two pins varies.
fn moments(
    session: &Session,
    found: &FoundVariation,
    pins: [&str; 2],
    (split, to): (Split, Transition),
) -> Moments {
    let mut arcs = arcs(session.netlist(), session.graph().unwrap(), pins);
    arcs.find_map(|arc| found.delays.of_arc(arc, split, to)).unwrap()
}

/// Whether an arc is a cell's.
fn is_of_cell(kind: ArcKind) -> bool {
    matches!(kind, ArcKind::Cell(_))
}

/// Whether two numbers are equal but for rounding in single precision.
#[track_caller]
fn near(found: f64, expected: f64, what: &str) {
    let most = 2e-5 * expected.abs() + 2e-3;
    assert!((found - expected).abs() <= most, "{what}: {found}, expected {expected}");
}
