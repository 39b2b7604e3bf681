//! RC trees from networks.

use std::fmt::Write;

use zeroslack::graph::TimingGraph;
use zeroslack::netlist::{Netlist, Parasitics};
use zeroslack::sdc::Constraints;
use zeroslack::timing::{CornerData, DelayData, FlatTrees};
use zeroslack_cuda::flatten;

use super::levels::library;
use super::machine::TestMachine;
use crate::brute::dice::Dice;
use crate::brute::load::{self, Texts};

/// Panics where a device does not make the trees that the CPU makes. Returns in how many of them a loop was opened.
pub fn check_trees(
    machine: &TestMachine,
    (netlist, parasitics): (&Netlist, &Parasitics),
    graph: &TimingGraph,
) -> usize {
    let corner = CornerData { library: netlist.library(), parasitics };
    let mut opened = 0;
    let (_, said) = DelayData::with_trees(netlist, corner, graph, |networks| {
        let (expected, found) = (networks.flatten(), flatten(machine, networks).unwrap());
        compare(&expected, &found);
        opened = expected.opened.len();
        found
    });
    let (_, expected_said) = DelayData::new(netlist, corner, graph);
    assert_eq!(said.to_string(), expected_said.to_string());
    opened
}

fn compare(expected: &FlatTrees, found: &FlatTrees) {
    assert!(expected.first == found.first, "places of trees");
    assert_eq!(expected.opened, found.opened, "trees with loops");
    let bits = |trees: &FlatTrees, node: usize| {
        let node = trees.nodes[node];
        (node.parent, node.resistance.to_bits(), node.capacitance.to_bits(), node.load, node.wire)
    };
    assert_eq!(expected.nodes.len(), found.nodes.len(), "nodes");
    for node in 0..expected.nodes.len() {
        assert_eq!(bits(found, node), bits(expected, node), "node {node}");
    }
}

/// Sinks of each net: one of many, and the rest of few.
const SINKS: [usize; 8] = [1, 3, 700, 2, 0, 9, 1, 5];

/// Nodes of each network beside its pins: from none to more than fit on the chip.
const INTERNAL: [usize; 8] = [0, 4, 30, 1500, 1, 40, 4000, 12];

/// Networks that are no trees: loops, resistors beside each other, islands, pins that are not on them, drivers neither.
pub fn check_networks(machine: impl Fn() -> TestMachine) {
    let mut opened = 0;
    for seed in 0..6 {
        let (netlist, parasitics) = netlist(&mut Dice::new(seed, 7));
        let library = netlist.library();
        let (graph, said) = TimingGraph::new(&netlist, library, &Constraints::default());
        assert!(!said.has_errors(), "{said}");
        opened += check_trees(&machine(), (&netlist, &parasitics), &graph);
    }
    assert!(opened > 30, "{opened} trees with loops");
}

/// Three nets of each kind, each from one buffer to others.
fn netlist(dice: &mut Dice) -> load::Linked {
    let mut gates = String::new();
    let mut spef =
        "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"shapes\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n\
                    *T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n\n"
            .to_string();
    let nets = 3 * SINKS.len();
    for net in 0..nets {
        let sinks = SINKS[net % SINKS.len()];
        writeln!(gates, " BUF d{net} (.A(a), .Y(n{net}));").unwrap();
        for sink in 0..sinks {
            writeln!(gates, " BUF s{net}_{sink} (.A(n{net}));").unwrap();
        }
        write_network(&mut spef, net, sinks, dice);
    }
    let wires: Vec<String> = (0..nets).map(|net| format!("n{net}")).collect();
    let verilog = format!("module shapes (a);\n input a;\n wire {};\n{gates}endmodule\n", wires.join(", "));
    load::netlist(&Texts { liberty: [library(), library()], verilog, spef: Some(spef) })
}

/// A random network: each node hangs on an earlier one, mostly, and a few resistors lead anywhere.
fn write_network(spef: &mut String, net: usize, sinks: usize, dice: &mut Dice) {
    let mut nodes = Vec::new();
    let mut pins = String::new();
    let all = std::iter::once((format!("d{net}:Y"), 'O'));
    for (pin, direction) in all.chain((0..sinks).map(|sink| (format!("s{net}_{sink}:A"), 'I'))) {
        if !dice.chance(10) {
            writeln!(pins, "*I {pin} {direction}").unwrap();
            nodes.push(pin);
        }
    }
    nodes.extend((1..=INTERNAL[net % INTERNAL.len()]).map(|node| format!("n{net}:{node}")));
    let mut resistors = Vec::new();
    let loops = dice.chance(60);
    for node in 1..nodes.len() {
        if !dice.chance(3) {
            // Sometimes a long line.
            let from = if dice.chance(70) { node - 1 } else { dice.below(node) };
            resistors.push((from, node));
        }
        if dice.chance(if loops { 8 } else { 0 }) {
            resistors.push((dice.below(node), node));
        }
        if let (true, Some(&last)) = (dice.chance(5), resistors.last()) {
            resistors.push(last);
        }
    }
    writeln!(spef, "*D_NET n{net} 1\n*CONN\n{pins}*CAP").unwrap();
    for (number, node) in nodes.iter().enumerate() {
        writeln!(spef, "{} {node} {}", number + 1, dice.number(0.0, 3.0, 0.0625)).unwrap();
    }
    writeln!(spef, "*RES").unwrap();
    for (number, &(from, to)) in resistors.iter().enumerate() {
        let resistance = dice.number(0.0, 1.0, 0.015_625);
        writeln!(spef, "{} {} {} {resistance}", number + 1, nodes[from], nodes[to]).unwrap();
    }
    writeln!(spef, "*END\n").unwrap();
}
