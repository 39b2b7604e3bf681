//! Ports timed against virtual clocks that scripts say are propagated.

use super::library_checks::shell;
use super::scripted::{LIBRARY, values};

const DESIGN: &str = "module t (input clk, input a, output z, output y);
    DFF r (.D(a), .CK(clk), .Q(q)); BUF b (.A(q), .Z(z)); BUF c (.A(a), .Z(y)); endmodule";

const PROC: &str = "proc slack {to {delay max}} {
    format %.2f [get_property [lindex [find_timing_paths -to $to -path_delay $delay] 0] slack]}";

#[test]
fn they_keep_their_latency() {
    let clocks = "create_clock -name clk -period 10 clk; create_clock -name v -period 10
        set_clock_latency 0.7 v; set_input_delay 1 -clock v a; set_output_delay 1 -clock v {y z}";
    let (ideal, propagated) = ("", "set_propagated_clock [all_clocks]");
    for said in [ideal, propagated] {
        values(
            &mut shell(LIBRARY, DESIGN, &format!("{PROC}; {clocks}; {said}")),
            &[
                // 10 - 0.7 - 1 - 0.1
                ("slack r/D", "8.20"),
                ("slack r/D min", "1.70"),
                // 10 + 0.7 - 1 - 0.3
                ("slack z", "9.40"),
                ("slack z min", "0.60"),
                ("slack y", "7.90"),
                ("set_clock_latency -source 0.2 v; slack r/D", "8.00"),
                ("slack z", "9.60"),
                // At a port it is a clock of the design.
                (
                    "create_clock -name v -period 10 a; set_propagated_clock v; get_property v is_propagated",
                    "1",
                ),
                ("create_clock -name v -period 10; get_property v is_propagated", "0"),
                ("set_clock_latency 0.7 v; slack z", "9.40"),
            ],
        );
    }
}
