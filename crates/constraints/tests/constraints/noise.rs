//! Text that is not SDC, or not all of it.

use proptest::prelude::*;
use zeroslack_constraints::read_text as read;
use zeroslack_testing::config;

use crate::common::{netlist, print};
use crate::{TOP, UNITS};

const SMALL: &str = r#"# Constraints é
set period 2.5 ; set ports {a d[1]}
create_clock -name c -period $period -waveform {0 1} \
  [get_ports clk]
set_input_delay 0.5 -clock [get_clocks c] "$ports d[*]"
set_output_delay -0.5 -clock c -min [list y [get_ports io]]
set_false_path -from [get_clocks {c}] -to $nothing
if {$period > 1} { puts "x]" }
set_load -pin_load 4 {y\[1\]}
"#;

#[test]
fn a_file_can_end_anywhere() {
    let netlist = netlist(TOP);
    for end in (0..=SMALL.len()).filter(|&end| SMALL.is_char_boundary(end)) {
        read(&SMALL[..end], &netlist, &UNITS);
    }
}

#[test]
fn a_byte_can_be_missing_anywhere() {
    let netlist = netlist(TOP);
    for at in (0..SMALL.len()).filter(|&at| SMALL.as_bytes()[at].is_ascii()) {
        let text = format!("{}{}", &SMALL[..at], &SMALL[at + 1..]);
        read(&text, &netlist, &UNITS);
    }
}

#[test]
fn many_unclosed_braces_do_not_take_quadratic_time() {
    let netlist = netlist(TOP);
    for line in ["{\n", "\"\n", "[\n", "${\n", "x {\n", "{}x\n", "a [b\n", "$x(\n", "\\\n"] {
        read(&line.repeat(200_000), &netlist, &UNITS);
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn noise_is_survived(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let netlist = netlist(TOP);
        read(&text, &netlist, &UNITS);
        read(&String::from_utf8_lossy(&bytes), &netlist, &UNITS);
    }

    #[test]
    fn soup_of_tokens_is_survived(tokens in prop::collection::vec(prop::sample::select(vec![
        "create_clock", "set_propagated_clock", "set_input_delay", "set_output_delay", "set_input_transition",
        "set_load", "set_units", "set_clock_latency", "set", "list", "get_ports", "get_pins", "get_clocks",
        "all_inputs", "all_outputs", "all_clocks", "-source", "-early", "-late",
        "set_false_path", "expr", "-name", "-period", "-waveform", "-add", "-clock", "-clock_fall",
        "-min", "-max", "-rise", "-fall", "-add_delay", "-time", "clk", "a", "d", "d[1]", "y", "u1/Z", "c", "*", "?",
        "1", "-2.5", "nan", "1e400", "{", "}", "\"", "[", "]", "$", "$a", "${a}", "$a(", "\\", "\n", "\n", "\r\n",
        ";", "#", "é", "\\é", "\0", "1ns", "-",
    ]), 0..80), blank in any::<bool>()) {
        let netlist = netlist(TOP);
        let text = tokens.join(if blank { " " } else { "" });
        let (constraints, _) = read(&text, &netlist, &UNITS);
        // Printing looks up every id.
        print(&constraints, &netlist);
        for (_, clock) in constraints.clocks.iter() {
            prop_assert!(clock.period > 0);
        }
    }
}
