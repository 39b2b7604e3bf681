//! Levels and the order of nodes.

use zeroslack::graph::{Layout, TimingGraph};
use zeroslack::netlist::Netlist;
use zeroslack::sdc::Constraints;
use zeroslack_cuda::levels;

use super::machine::TestMachine;
use crate::brute::load::{self, Texts};

/// Panics where a device does not lay out a netlist's graph as the CPU does. Returns the number of levels; none if there is a loop.
pub fn check_levels(machine: &TestMachine, netlist: &Netlist, constraints: &Constraints) -> Option<usize> {
    let mut has_loop = false;
    let (found, said) = TimingGraph::with_layout(netlist, netlist.library(), constraints, |fanin| {
        let expected = fanin.layout();
        let found = levels(machine, fanin).unwrap();
        has_loop = expected.is_none();
        compare(expected.as_ref(), found.as_ref());
        found
    });
    let (expected, expected_said) = TimingGraph::new(netlist, netlist.library(), constraints);
    assert_eq!(said.to_string(), expected_said.to_string());
    assert_eq!(found.node_pins(), expected.node_pins());
    assert_eq!(found.pins().cuts(), expected.pins().cuts());
    (!has_loop).then(|| found.level_count())
}

fn compare(expected: Option<&Layout>, found: Option<&Layout>) {
    let (Some(expected), Some(found)) = (expected, found) else {
        assert_eq!(expected.is_none(), found.is_none(), "whether there is a loop");
        return;
    };
    assert_eq!(expected.level_first, found.level_first, "levels");
    let place = expected.node_pin.iter().zip(&found.node_pin).position(|(a, b)| a != b);
    assert_eq!(place, None, "pin of a node");
    assert!(expected.pin_node == found.pin_node, "nodes of pins");
}

/// A buffer and a gate of two inputs.
pub fn library() -> String {
    let tables = ["cell_rise", "cell_fall", "rise_transition", "fall_transition"]
        .map(|table| format!("{table} (scalar) {{ values (\"1\"); }}"))
        .concat();
    let input = |name: &str| format!("pin ({name}) {{ direction : input; capacitance : 1; }}\n");
    let output = |from: &str| {
        format!(
            "pin (Y) {{ direction : output;\n\
             timing () {{ related_pin : \"{from}\"; timing_sense : positive_unate; {tables} }} }}\n"
        )
    };
    format!(
        "library (shapes) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff);\n\
         cell (BUF) {{ {}{} }}\ncell (AND) {{ {}{}{} }} }}\n",
        input("A"),
        output("A"),
        input("A"),
        input("B"),
        output("A B")
    )
}

/// A netlist of these cells; nets are ports, but for those named `n`.
fn netlist(inputs: &[&str], gates: &str, wires: &[String]) -> Netlist {
    let (ports, wires) = (inputs.join(", "), wires.join(", "));
    let wires = if wires.is_empty() { String::new() } else { format!("wire {wires};") };
    let verilog = format!("module shapes ({ports});\n input {ports};\n {wires}\n{gates}endmodule\n");
    load::netlist(&Texts { liberty: [library(), library()], verilog, spef: None }).0
}

fn wires(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("n{number}")).collect()
}

/// Shapes that random designs do not have: nothing, one net to very many pins, very many levels, loops.
pub fn check_shapes(machine: impl Fn() -> TestMachine) {
    let constraints = Constraints::default();
    let check = |netlist: &Netlist| check_levels(&machine(), netlist, &constraints);
    assert_eq!(check(&netlist(&["a"], "", &[])), Some(1));
    // One net to very many pins, and behind it narrow levels and a wide one.
    let wide: String = (0..20_000).map(|i| format!(" BUF b{i} (.A(n0), .Y(n{}));\n", i + 1)).collect();
    let second: String = (0..20_000)
        .map(|i| format!(" AND c{i} (.A(n{}), .B(n{}), .Y(n{}));\n", i + 1, i / 2 + 1, i + 20_001))
        .collect();
    let gates = format!(" BUF first (.A(a), .Y(n0));\n{wide}{second}");
    assert_eq!(check(&netlist(&["a"], &gates, &wires(40_001))), Some(7));
    // More levels than one digit tells apart.
    let chain: String = (0..3000).map(|i| format!(" BUF b{i} (.A(n{i}), .Y(n{}));\n", i + 1)).collect();
    let start = " BUF first (.A(a), .Y(n0));\n";
    assert_eq!(check(&netlist(&["a"], &format!("{start}{chain}"), &wires(3001))), Some(6003));
    // A loop in the middle of it.
    let closing = " AND last (.A(n3000), .B(n7), .Y(n8));\n";
    let open: String = chain.replace(".Y(n8)", ".Y(n3001)");
    assert_eq!(check(&netlist(&["a"], &format!("{start}{open}{closing}"), &wires(3002))), None);
}
