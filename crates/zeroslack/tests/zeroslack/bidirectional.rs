//! Pins that drive their nets and load them: pads, and inout ports.

use std::collections::BTreeMap;

use crate::brute::load::{self, Texts};
use zeroslack::constraints::read_text;
use zeroslack::graph::NodeId;
use zeroslack::netlist::PinId;
use zeroslack::paths::PathQuery;
use zeroslack::sdc::Units;
use zeroslack::timing::Calculator;
use zeroslack::units::{Split, Ticks, Transition};
use zeroslack::{PathPoints, Session};

const LIBRARY: &str = include_str!("../../../testing/designs/pads/pads.lib");

const CALCULATORS: [Calculator; 3] =
    [Calculator::Lumped, Calculator::Elmore, Calculator::EffectiveCapacitance];

fn session(
    library: &str,
    verilog: &str,
    spef: Option<&str>,
    constraints: &str,
    calculator: Calculator,
) -> Session {
    let texts = Texts {
        liberty: [library, library].map(str::to_string),
        verilog: verilog.to_string(),
        spef: spef.map(str::to_string),
    };
    let linked = load::netlist(&texts);
    let (constraints, said) =
        read_text(constraints, &linked.0, &Units { time: 1.0, capacitance: 1.0, resistance: 1.0 });
    assert!(said.is_empty(), "{said}");
    load::session(linked, &constraints, calculator)
}

fn pin(session: &Session, name: &str) -> PinId {
    session.netlist().find_pin(name, '/').unwrap_or_else(|| panic!("no pin {name}"))
}

/// What there is at a node of a design without several clocks: bits of the slew, arrival, required time and slack by split and transition; and the
/// bits of the load that it drives.
type Values = (Vec<(Option<u32>, [Option<Ticks>; 3])>, Option<[[u32; 2]; 2]>);

fn values(session: &Session, node: NodeId) -> Values {
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    assert!(graph.is_pin_graph());
    let places = Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to)));
    let at = |(split, to)| {
        let times = [
            timing.arrival(node, split, to),
            timing.required(graph, node, split, to),
            timing.slack(graph, node, split, to),
        ];
        (timing.slew(node, split, to).map(f32::to_bits), times)
    };
    let load = graph.pins().tree_of(node).map(|tree| timing.loads()[tree].map(|load| load.map(f32::to_bits)));
    (places.map(at).collect(), load)
}

/// The name of a pin of the design where pads have a pin for each side.
fn split_name(name: &str, is_driver_side: bool) -> String {
    match name {
        // A port that drives the design is an input of it.
        "io" => if is_driver_side { "io_in" } else { "io_out" }.to_string(),
        name => name.replace("/PAD", if is_driver_side { "/O" } else { "/I" }),
    }
}

/// The name of the pin that a pin of that design is one side of.
fn joined_name(name: &str) -> String {
    match name {
        "io_in" | "io_out" => "io".to_string(),
        name if name.starts_with('p') => {
            name.replace("/O", "/PAD").replace("/PADEN", "/OEN").replace("/I", "/PAD")
        }
        name => name.to_string(),
    }
}

/// The worst paths, each with its slack and the names of its pins.
fn paths(session: &Session) -> Vec<(Ticks, Vec<String>)> {
    let found = session.timed().unwrap().find_paths(&PathQuery::new(10_000)).paths();
    let name = |pin: PinId| joined_name(&session.netlist().pin_name(pin));
    let path = |path: &zeroslack::paths::Path| {
        (path.end.slack, path.data.iter().map(|step| name(step.pin)).collect())
    };
    let mut paths: Vec<(Ticks, Vec<String>)> = found.iter().map(path).collect();
    paths.sort();
    paths
}

/// The design of `pads.v` with a pin and a net for each side.
const SPLIT: &str = "module top (a, b, oe, ck, io_in, io_out, y1, y2);
    input a, b, oe, ck, io_in; output io_out, y1, y2; wire one, two, n1, n2, n3, n4, n5;
    SPLIT p1 (.A(a), .OEN(oe), .O(one), .I(two), .Y(n1));
    SPLIT p2 (.A(b), .OEN(oe), .O(two), .I(one), .Y(n2));
    BUF u1 (.A(n1), .Z(y1));
    BUF u2 (.A(n2), .Z(n3));
    DFF r1 (.CK(ck), .D(n3), .Q(n4));
    SPLIT p3 (.A(n4), .OEN(oe), .O(io_out), .I(io_in), .Y(n5));
    DFF r2 (.CK(ck), .D(n5), .Q(y2));
endmodule";

/// The parasitics of `pads.spef` for that design: a net that two pins drive has become two.
fn split_spef(spef: &str) -> String {
    let (head, nets) = spef.split_at(spef.find("*D_NET").unwrap());
    let mut text = head.to_string();
    for net in nets.split_inclusive("*END\n") {
        let turned = |pairs: &[(&str, &str)]| {
            pairs.iter().fold(net.to_string(), |net, (from, to)| net.replace(from, to))
        };
        if net.contains("shared") {
            text += &turned(&[
                ("shared", "one"),
                ("p1:PAD", "p1:O"),
                ("p2:PAD", "p2:I"),
                ("p1:O B", "p1:O O"),
                ("p2:I B", "p2:I I"),
            ]);
            text += &turned(&[
                ("shared", "two"),
                ("p2:PAD", "p2:O"),
                ("p1:PAD", "p1:I"),
                ("p2:O B", "p2:O O"),
                ("p1:I B", "p1:I I"),
            ]);
        } else if net.contains("*D_NET io") {
            text += &turned(&[
                ("io", "io_in"),
                ("p3:PAD B", "p3:I I"),
                ("p3:PAD", "p3:I"),
                ("io_in B", "io_in I"),
            ]);
            text += &turned(&[
                ("io", "io_out"),
                ("p3:PAD B", "p3:O O"),
                ("p3:PAD", "p3:O"),
                ("io_out B", "io_out O"),
            ]);
        } else {
            text += net;
        }
    }
    text
}

fn split_sdc(sdc: &str) -> String {
    let line = |line: &str| match line.strip_suffix("[get_ports io]") {
        Some(said) if said.starts_with("set_input") => format!("{said}[get_ports io_in]\n"),
        Some(said) if said.starts_with("set_load") => format!("{said}[get_ports {{io_in io_out}}]\n"),
        Some(said) => format!("{said}[get_ports io_out]\n"),
        None => format!("{line}\n"),
    };
    sdc.lines().map(line).collect()
}

#[test]
fn a_pin_with_two_sides_is_two_pins() {
    let (verilog, sdc) = (
        include_str!("../../../testing/designs/pads/pads.v"),
        include_str!("../../../testing/designs/pads/pads.sdc"),
    );
    let spef = include_str!("../../../testing/designs/pads/pads.spef");
    let split_spef = split_spef(spef);
    for spefs in [None, Some((spef, &*split_spef))] {
        for calculator in CALCULATORS {
            let joined = session(LIBRARY, verilog, spefs.map(|spefs| spefs.0), sdc, calculator);
            let split = session(LIBRARY, SPLIT, spefs.map(|spefs| spefs.1), &split_sdc(sdc), calculator);
            let [own, other] = [&joined, &split].map(|session| session.graph().unwrap().pins());
            assert_eq!(own.structure().node_count(), other.structure().node_count());
            assert_eq!(own.structure().arc_count(), other.structure().arc_count());
            for node in NodeId::all(0..own.structure().node_count()) {
                let name = joined.netlist().pin_name(own.structure().pin(node));
                let split_name = split_name(&name, own.is_driver_side(node));
                let expected = values(&split, other.node(pin(&split, &split_name)));
                assert_eq!(values(&joined, node), expected, "{name} as {split_name}, {calculator:?}");
            }
            let summaries = [&joined, &split].map(|session| session.timed().unwrap().summaries());
            assert_eq!(summaries[0], summaries[1]);
            let found = [&joined, &split].map(paths);
            assert!(found[0].len() > 20, "{} paths", found[0].len());
            assert_eq!(found[0], found[1]);
        }
    }
}

/// Cells whose delays are numbers.
fn scalar_library() -> String {
    let arc = |from: &str, delay: u32, more: &str| {
        format!(
            "timing () {{ related_pin : {from}; timing_sense : positive_unate; {more} \
             cell_rise (scalar) {{ values (\"{delay}\"); }} cell_fall (scalar) {{ values (\"{delay}\"); }} }}"
        )
    };
    format!(
        "library (l) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff);
         cell (BUF) {{ pin (A) {{ direction : input; }} pin (Z) {{ direction : output; {} }} }}
         cell (PAD) {{ pin (A) {{ direction : input; }} pin (OEN) {{ direction : input; }}
           pin (PAD) {{ direction : inout; capacitance : 1; {} {} {} }}
           pin (Y) {{ direction : output; {} }} }} }}",
        arc("A", 1, ""),
        arc("A", 10, ""),
        arc("OEN", 30, "timing_type : three_state_enable;"),
        arc("OEN", 500, "timing_type : three_state_disable;"),
        arc("PAD", 5, ""),
    )
}

/// The late paths of a design, each as the names of its pins with arrivals in ps, with rises only.
fn late_paths(session: &Session, points: &PathPoints) -> Vec<String> {
    let query = PathQuery::new(1000).split(Split::Late);
    let found = session.timed().unwrap().find_paths_passing(&query, points).unwrap().paths();
    let rises = found.iter().filter(|path| path.end.transition == Transition::Rise);
    let text = |path: &zeroslack::paths::Path| {
        let step = |step: &zeroslack::paths::Step| {
            format!("{} {}", session.netlist().pin_name(step.pin), zeroslack::units::ps(step.arrival))
        };
        path.data.iter().map(step).collect::<Vec<_>>().join(", ")
    };
    let mut paths: Vec<String> = rises.map(text).collect();
    paths.sort();
    paths
}

/// Worst late arrival of a rise at a pin.
fn arrival(session: &Session, name: &str) -> Option<f64> {
    let at = session.timed().unwrap().arrival(pin(session, name), Split::Late, Transition::Rise);
    at.map(zeroslack::units::ps)
}

#[test]
fn a_pad_on_an_inout_port() {
    let verilog = "module top (input a, input oe, inout io, output y); PAD p (.A(a), .OEN(oe), .PAD(io), .Y(y)); endmodule";
    let sdc = "create_clock -name c -period 1000\nset_input_delay 100 -clock c [get_ports {a oe}]\n\
               set_output_delay 7 -clock c [get_ports {y io}]\n";
    let library = scalar_library();
    let any = PathPoints::new();
    let out = [
        "a 100, p/A 100, p/PAD 110, io 110",
        "oe 100, p/OEN 100, p/PAD 130, io 130",
        "oe 100, p/OEN 100, p/PAD 600, io 600",
    ];
    // Nothing comes to the pad from outside.
    let session_without = session(&library, verilog, None, sdc, Calculator::Elmore);
    assert_eq!(late_paths(&session_without, &any), out);
    assert_eq!(arrival(&session_without, "y"), None);
    let sdc = format!("{sdc}set_input_delay 200 -clock c [get_ports io]\n");
    let session = session(&library, verilog, None, &sdc, Calculator::Elmore);
    let into = "io 200, p/PAD 200, p/Y 205, y 205";
    assert_eq!(late_paths(&session, &any), [out[0], into, out[1], out[2]]);
    assert_eq!(
        ["p/PAD", "io", "y"].map(|pin| arrival(&session, pin)),
        [Some(600.0), Some(600.0), Some(205.0)]
    );
    assert_eq!(late_paths(&session, &any.clone().through(["p/PAD"])), [out[0], into, out[1], out[2]]);
    assert_eq!(late_paths(&session, &any.clone().through(["io"])), [out[0], into, out[1], out[2]]);
    assert_eq!(late_paths(&session, &any.clone().from(["io"])), [into]);
    assert_eq!(late_paths(&session, &any.clone().to(["io"])), out);
    // The slack of the port is that of what leaves by it, 1000 - 7 - 600, and of what comes in by it, 1000 - 7 - 205.
    let slack = |name| {
        let at = session.timed().unwrap().slack(pin(&session, name), Split::Late, Transition::Rise);
        at.map(zeroslack::units::ps)
    };
    assert_eq!(["io", "p/PAD", "a"].map(slack), [Some(393.0), Some(393.0), Some(883.0)]);
}

#[test]
fn paths_pass_the_pin_of_an_instance_both_ways() {
    let verilog = "module ring (input a, inout p, output y); PAD c (.A(a), .PAD(p), .Y(y)); endmodule
        module top (input a, inout io, output y); ring r (.a(a), .p(io), .y(y)); endmodule";
    let sdc = "create_clock -name c -period 1000\nset_input_delay 100 -clock c [get_ports a]\n\
               set_input_delay 200 -clock c [get_ports io]\nset_output_delay 0 -clock c [get_ports {y io}]\n";
    let session = session(&scalar_library(), verilog, None, sdc, Calculator::Elmore);
    let [out, into] = ["a 100, r/c/A 100, r/c/PAD 110, io 110", "io 200, r/c/PAD 200, r/c/Y 205, y 205"];
    assert_eq!(late_paths(&session, &PathPoints::new().through(["r/p"])), [out, into]);
    assert_eq!(late_paths(&session, &PathPoints::new().through(["r/a"])), [out]);
}

#[test]
fn two_pads_on_one_net() {
    let verilog = "module top (input a, input b, output y, output z); wire n, o;
        PAD p (.A(a), .PAD(n), .Y(y)); PAD q (.A(b), .PAD(n), .Y(z)); endmodule";
    let sdc = "create_clock -name c -period 1000\nset_input_delay 100 -clock c [get_ports a]\n\
               set_input_delay 200 -clock c [get_ports b]\nset_output_delay 0 -clock c [get_ports {y z}]\n";
    let session = session(&scalar_library(), verilog, None, sdc, Calculator::Elmore);
    assert_eq!(
        late_paths(&session, &PathPoints::new()),
        [
            "a 100, p/A 100, p/PAD 110, q/PAD 110, q/Y 115, z 115",
            "b 200, q/A 200, q/PAD 210, p/PAD 210, p/Y 215, y 215"
        ]
    );
    assert!(session.graph().unwrap().pins().cuts().is_empty());
    // Each drives the other.
    let graph = session.graph().unwrap();
    for name in ["p/PAD", "q/PAD"] {
        let node = graph.pins().driver_side(pin(&session, name)).unwrap();
        let tree = graph.pins().tree_of(node).unwrap();
        assert_eq!(session.timed().unwrap().timing().loads()[tree], [[1.0; 2]; 2]);
    }
}

#[test]
fn an_inout_port_lets_nothing_through() {
    let verilog =
        "module top (input a, inout io, output y); BUF u (.A(a), .Z(io)); BUF v (.A(io), .Z(y)); endmodule";
    let sdc = "create_clock -name c -period 1000\nset_input_delay 100 -clock c [get_ports a]\n\
               set_input_delay 50 -clock c [get_ports io]\nset_output_delay 0 -clock c [get_ports {y io}]\n";
    let session = session(&scalar_library(), verilog, None, sdc, Calculator::Elmore);
    assert_eq!(
        late_paths(&session, &PathPoints::new()),
        [
            "a 100, u/A 100, u/Z 101, io 101",
            "a 100, u/A 100, u/Z 101, v/A 101, v/Z 102, y 102",
            "io 50, v/A 50, v/Z 51, y 51"
        ]
    );
}

#[test]
fn a_clock_that_comes_by_a_pad() {
    let verilog = "module top (input d, inout ckio, output y); wire ck, q, n;
        PAD p (.A(q), .PAD(ckio), .Y(ck)); DFF r (.CK(ck), .D(d), .Q(q)); BUF u (.A(q), .Z(y)); endmodule";
    let sdc = "create_clock -name c -period 1000 [get_ports ckio]\nset_propagated_clock [get_clocks c]\n\
               set_input_delay 100 -clock c [get_ports d]\nset_output_delay 0 -clock c [get_ports {y ckio}]\n";
    let session = session(LIBRARY, verilog, None, sdc, Calculator::Elmore);
    let graph = session.graph().unwrap();
    let sources: Vec<NodeId> = graph.sources().iter().map(|source| source.node).collect();
    let port = pin(&session, "ckio");
    assert!(graph.driver_side_nodes(port).all(|node| sources.contains(&node)));
    assert!(graph.nodes(port).all(|node| !sources.contains(&node)));
    let starts: BTreeMap<String, usize> = session
        .timed()
        .unwrap()
        .find_paths(&PathQuery::new(1000))
        .paths()
        .iter()
        .fold(BTreeMap::new(), |mut starts, path| {
            let name = |pin| session.netlist().pin_name(pin);
            *starts.entry(format!("{} to {}", name(path.data[0].pin), name(path.end.pin))).or_default() += 1;
            starts
        });
    let ways: Vec<&str> = starts.keys().map(String::as_str).collect();
    assert_eq!(ways, ["ckio to ckio", "ckio to y", "d to r/D"]);
}
