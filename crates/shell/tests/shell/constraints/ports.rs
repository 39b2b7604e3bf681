//! Delays of ports, loads of ports and nets.

use super::design::{check, refused, warned};

const CLOCK: &str = "create_clock -name c -period 2 [get_ports clk];";

#[track_caller]
fn after_clock(script: &str, expected: &str) {
    let clock = "create_clock -name c -period 2.0000 [get_ports clk]";
    check(&format!("{CLOCK} {script}"), &format!("{clock}\n{expected}"));
}

#[test]
fn delays() {
    let c = "-clock [get_clocks c]";
    after_clock(
        "set_input_delay 0.1 -clock c in1; set_input_delay 0.2 -clock c -clock_fall -max -add_delay in1",
        &format!(
            "set_input_delay 0.1000 {c} -add_delay [get_ports in1]
             set_input_delay 0.2000 {c} -clock_fall -max -add_delay [get_ports in1]"
        ),
    );
    after_clock(
        "set_output_delay 0.1 -clock c out1; set_output_delay -0.1 -clock c -min -rise out1",
        &format!(
            "set_output_delay -0.1000 {c} -min -rise -add_delay [get_ports out1]
             set_output_delay 0.1000 {c} -min -fall -add_delay [get_ports out1]
             set_output_delay 0.1000 {c} -max -add_delay [get_ports out1]"
        ),
    );
    after_clock(
        "set_input_delay 0.1 -clock c -source_latency_included -network_latency_included in1; set_input_delay 0.2 [get_ports bus]",
        &format!(
            "set_input_delay 0.1000 {c} -source_latency_included -network_latency_included -add_delay [get_ports in1]
             set_input_delay 0.2000 -add_delay [get_ports {{bus[1]}}]
             set_input_delay 0.2000 -add_delay [get_ports {{bus[0]}}]"
        ),
    );
    refused(
        &format!("{CLOCK} set_input_delay 0.1 -clock c -reference_pin r1/CK in1"),
        "-reference_pin is not supported",
    );
    warned(&format!("{CLOCK} set_input_delay 0.1 -clock c out1"), "port 'out1' is not an input");
    after_clock(
        "set_input_delay 0.1 -clock c [get_pins r1/D]; set_output_delay 0.2 -clock c [get_pins r1/Q]",
        &format!(
            "set_input_delay 0.1000 {c} -add_delay [get_pins r1/D]
             set_output_delay 0.2000 {c} -add_delay [get_pins r1/Q]"
        ),
    );
    after_clock("set_output_delay 0.1 -max out1", "set_output_delay 0.1000 -max -add_delay [get_ports out1]");
    after_clock(
        "set_output_delay 0.1 -clock c out1; set_output_delay 0.2 -min out1; unset_output_delay out1",
        "",
    );
    after_clock(
        "set_output_delay 0.2 out1; set_output_delay 0.1 -clock c out1; unset_output_delay -clock c out1",
        "",
    );
    refused(&format!("{CLOCK} set_input_delay 0.1 -clock_fall in1"), "expected -clock");
    warned(&format!("{CLOCK} set_input_delay 0.1 -clock c -level_sensitive in1"), "-level_sensitive");
}

#[test]
fn delays_taken_away() {
    after_clock("set_input_delay 0.1 -clock c in1; unset_input_delay in1", "");
    after_clock("set_input_delay 0.1 -clock c in1; unset_input_delay -clock c in1", "");
    after_clock(
        "set_output_delay 0.1 -clock c -clock_fall out1; remove_output_delay -clock c -clock_fall out1",
        "",
    );
    after_clock(
        "set_input_delay 0.1 -clock c -clock_fall in1; unset_input_delay -clock c in1; remove_input_delay -min in1",
        "set_input_delay 0.1000 -clock [get_clocks c] -clock_fall -max -add_delay [get_ports in1]",
    );
}

#[test]
fn loads() {
    check(
        "set_load 0.1 out1; set_load -wire_load -max 0.2 out1; set_load -rise 0.3 [get_nets n1]",
        "set_load -pin_load 0.1000 [get_ports out1]
         set_load -wire_load -max 0.2000 [get_ports out1]
         set_load -rise 0.3000 [get_nets n1]",
    );
    check(
        "set_load -pin_load -wire_load 0.1 out1; set_load 0.2 {n/2}",
        "set_load -pin_load 0.1000 [get_ports out1]
         set_load -wire_load 0.1000 [get_ports out1]
         set_load 0.2000 [get_nets n/2]",
    );
    refused("set_load -subtract_pin_load 0.1 n1", "-subtract_pin_load is not supported");
    refused("set_load -pin_load 0.1 [get_nets n1]", "-pin_load is of ports");
    refused("set_load -0.1 out1", "negative");
}
