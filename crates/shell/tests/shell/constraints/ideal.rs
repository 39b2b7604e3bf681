//! Ideal networks.

use super::design::{check, refused, warned};

#[test]
fn networks_and_nets() {
    check(
        "set_ideal_network in1; set_ideal_network -no_propagate {u/2/Z u1/r/Q}; set_ideal_network [get_nets n4]
         set_ideal_net [get_nets n1]",
        "set_ideal_network [get_ports in1]
         set_ideal_network -no_propagate [get_pins u/2/Z]
         set_ideal_network -no_propagate [get_pins u1/r/Q]
         set_ideal_net [get_nets n1]
         set_ideal_network [get_nets n4]",
    );
    // What is said again of the same place counts.
    check("set_ideal_network -no_propagate in1; set_ideal_network in1", "set_ideal_network [get_ports in1]");
    // A pin of an instance stands for its net.
    check("set_ideal_network -no_propagate [get_pins u1/z]", "set_ideal_net [get_nets n1]");
    check("set_ideal_network {in1 clk}; unset_ideal_network in1", "set_ideal_network [get_ports clk]");
    check("set_ideal_net {n1 n4}; unset_ideal_net n1; unset_ideal_network [get_nets n4]", "");
    refused("set_ideal_net [get_ports in1]", "expected a net");
    refused("set_ideal_network [get_cells cb]", "expected a");
    warned("set_ideal_network nothing", "'nothing'");
}

#[test]
fn latencies_and_transitions() {
    check(
        "set_ideal_latency 0.5 r1/D; set_ideal_latency -max 0.75 r1/D; set_ideal_latency -rise -min -0.25 in1
         set_ideal_transition 0.1 [get_pins {r1/D cb/A}]; set_ideal_transition -fall 0.2 cb/A",
        "set_ideal_latency -min -rise -0.2500 [get_ports in1]
         set_ideal_latency -min 0.5000 [get_pins r1/D]
         set_ideal_latency -max 0.7500 [get_pins r1/D]
         set_ideal_transition -rise 0.1000 [get_pins cb/A]
         set_ideal_transition -fall 0.2000 [get_pins cb/A]
         set_ideal_transition 0.1000 [get_pins r1/D]",
    );
    // A pin of an instance stands for the loads that signals through it come to.
    check("set_ideal_latency 1 [get_pins u1/a]", "set_ideal_latency 1.0000 [get_pins u1/b1/A]");
    check(
        "set_ideal_latency 1 {in1 r1/D}; unset_ideal_latency -min r1/D; unset_ideal_latency in1
         set_ideal_transition 1 {in1 r1/D}; unset_ideal_transition -rise in1; unset_ideal_transition r1/D",
        "set_ideal_latency -max 1.0000 [get_pins r1/D]
         set_ideal_transition -fall 1.0000 [get_ports in1]",
    );
    refused("set_ideal_transition -1 r1/D", "negative");
    refused("set_ideal_latency late r1/D", "'late' is no number");
    refused("set_ideal_latency 1 [get_nets n1]", "expected a port or pin");
}
