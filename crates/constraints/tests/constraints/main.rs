//! Files of constraints, case by case.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod clocks;
#[path = "../../../sdc/tests/sdc/common/mod.rs"]
mod common;
mod editing;
mod language;
mod latency;
mod names;
mod noise;
mod not_applied;
mod ports;
mod shared_data;

use common::{netlist, print};
use expect_test::Expect;
use zeroslack_constraints::read_text as read;
use zeroslack_sdc::Units;

const TOP: &str = "
module top(input clk, input a, input b, input [3:0] d, output y, output [0:1] q, inout io);
  BOX u1 (.A(a), .Z(n1));
  BOX u2 (.A(n1), .Z(y));
  block sub (.x(b));
endmodule
module block(input x);
  BOX u1 (.A(x), .Z(n1));
endmodule
";

/// ns and pF.
const UNITS: Units = Units { time: 1e3, capacitance: 1e3, resistance: 1.0 };

/// Compares constraints and messages.
fn check(text: &str, expected: Expect) {
    let netlist = netlist(TOP);
    let (constraints, diagnostics) = read(text, &netlist, &UNITS);
    let mut out = print(&constraints, &netlist);
    for line in diagnostics.to_string().lines() {
        out.push_str(line);
        out.push('\n');
    }
    expected.assert_eq(&out);
}
