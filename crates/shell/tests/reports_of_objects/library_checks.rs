//! Checks of libraries that are not of data against a clock, on a design of one cell. All times are computed by hand.

use expect_test::{Expect, expect};
use zeroslack_shell::Shell;

use super::pulse::check_in;

/// Setup of a rise of `R` before a rise of `S` takes 0.2 of the slew of `R` and 0.4 of that of `S`, setup of a fall 0.03, hold of a rise after a fall of `S` 0.01.
const BETWEEN_DATA: &str = r#"library (l) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  lu_table_template (slews) {
    variable_1 : constrained_pin_transition; variable_2 : related_pin_transition;
    index_1 ("0, 1"); index_2 ("0, 1");
  }
  cell (LATCH) {
    pin (S) { direction : input; }
    pin (R) { direction : input;
      timing () { related_pin : "S"; timing_type : non_seq_setup_rising;
        rise_constraint (slews) { values ("0, 0.4", "0.2, 0.6"); }
        fall_constraint (scalar) { values ("0.03"); } }
      timing () { related_pin : "S"; timing_type : non_seq_hold_falling;
        rise_constraint (scalar) { values ("0.01"); } }
    }
  }
}"#;

/// A shell with a design.
fn shell(library: &str, verilog: &str, constraints: &str) -> Shell {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("l.lib"), library).unwrap();
    std::fs::write(path("t.v"), verilog).unwrap();
    let mut shell = Shell::new();
    let outcome = shell.run(&format!(
        "read_liberty {{{}}}; read_verilog {{{}}}; link_design t\n{constraints}",
        path("l.lib"),
        path("t.v")
    ));
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
}

fn between_data(constraints: &str, commands: &[&str], expected: &Expect) {
    let verilog = "module t (input clk, input s, input r); LATCH u (.S(s), .R(r)); endmodule";
    let constraints = format!(
        "create_clock -name clk -period 2 clk
        set_input_transition 0.1 s; set_input_transition 0.2 r
        set_input_delay -clock clk -min 0.1 r; set_input_delay -clock clk -max 0.3 r
        {constraints}"
    );
    check_in(shell(BETWEEN_DATA, verilog, &constraints), commands, expected);
}

const PATHS: [&str; 2] =
    ["report_checks -path_delay max -digits 3", "report_checks -path_delay min -digits 3"];

#[test]
fn data_is_checked_against_data_of_the_same_edge() {
    // Setup: S rises at 0.5, and 0.2 · 0.2 + 0.4 · 0.1 before that R has to be there. Hold: S falls at 0.6 at the latest. Uncertainties do not count.
    between_data(
        "set_clock_uncertainty 0.25 clk
         set_input_delay -clock clk -min 0.5 s; set_input_delay -clock clk -max 0.6 s",
        &PATHS,
        &expect![[r#"
            % report_checks -path_delay max -digits 3
            Startpoint: r (input port clocked by clk)
            Endpoint: u (rising edge-triggered data to data check clocked by clk)
            Path Group: clk
            Path Type: max

               Delay     Time   Description
            -----------------------------------------------------------
               0.000    0.000   clock clk (rise edge)
               0.000    0.000   clock network delay (ideal)
               0.300    0.300 ^ input external delay
               0.000    0.300 ^ r (in)
               0.000    0.300 ^ u/R (LATCH)
                        0.300   data arrival time

               0.000    0.000   clock clk (rise edge)
               0.500    0.500   clock network delay (propagated)
               0.000    0.500   clock reconvergence pessimism
                        0.500 ^ u/S (LATCH)
              -0.080    0.420   library setup time
                        0.420   data required time
            -----------------------------------------------------------
                        0.420   data required time
                       -0.300   data arrival time
            -----------------------------------------------------------
                        0.120   slack (MET)


            % report_checks -path_delay min -digits 3
            Startpoint: r (input port clocked by clk)
            Endpoint: u (falling edge-triggered data to data check clocked by clk')
            Path Group: clk
            Path Type: min

               Delay     Time   Description
            -----------------------------------------------------------
               0.000    0.000   clock clk (rise edge)
               0.000    0.000   clock network delay (ideal)
               0.100    0.100 ^ input external delay
               0.000    0.100 ^ r (in)
               0.000    0.100 ^ u/R (LATCH)
                        0.100   data arrival time

               0.000    0.000   clock clk' (fall edge)
               0.600    0.600   clock network delay (propagated)
               0.000    0.600   clock reconvergence pessimism
                        0.600 v u/S (LATCH)
               0.010    0.610   library hold time
                        0.610   data required time
            -----------------------------------------------------------
                        0.610   data required time
                       -0.100   data arrival time
            -----------------------------------------------------------
                       -0.510   slack (VIOLATED)


        "#]],
    );
}

#[test]
fn data_is_checked_against_data_of_the_closest_edge() {
    // S is launched by falls of the clock, at 1 and, for hold, at -1.
    between_data(
        "set_input_delay -clock clk -clock_fall -min 0.5 s; set_input_delay -clock clk -clock_fall -max 0.6 s",
        &PATHS,
        &expect![[r#"
            % report_checks -path_delay max -digits 3
            Startpoint: r (input port clocked by clk)
            Endpoint: u (rising edge-triggered data to data check clocked by clk')
            Path Group: clk
            Path Type: max

               Delay     Time   Description
            -----------------------------------------------------------
               0.000    0.000   clock clk (rise edge)
               0.000    0.000   clock network delay (ideal)
               0.300    0.300 ^ input external delay
               0.000    0.300 ^ r (in)
               0.000    0.300 ^ u/R (LATCH)
                        0.300   data arrival time

               1.000    1.000   clock clk' (rise edge)
               0.500    1.500   clock network delay (propagated)
               0.000    1.500   clock reconvergence pessimism
                        1.500 ^ u/S (LATCH)
              -0.080    1.420   library setup time
                        1.420   data required time
            -----------------------------------------------------------
                        1.420   data required time
                       -0.300   data arrival time
            -----------------------------------------------------------
                        1.120   slack (MET)


            % report_checks -path_delay min -digits 3
            Startpoint: r (input port clocked by clk)
            Endpoint: u (falling edge-triggered data to data check clocked by clk)
            Path Group: clk
            Path Type: min

               Delay     Time   Description
            -----------------------------------------------------------
               2.000    2.000   clock clk (rise edge)
               0.000    2.000   clock network delay (ideal)
               0.100    2.100 ^ input external delay
               0.000    2.100 ^ r (in)
               0.000    2.100 ^ u/R (LATCH)
                        2.100   data arrival time

               1.000    1.000   clock clk (fall edge)
               0.600    1.600   clock network delay (propagated)
               0.000    1.600   clock reconvergence pessimism
                        1.600 v u/S (LATCH)
               0.010    1.610   library hold time
                        1.610   data required time
            -----------------------------------------------------------
                        1.610   data required time
                       -2.100   data arrival time
            -----------------------------------------------------------
                        0.490   slack (MET)


        "#]],
    );
}

#[test]
fn such_paths_are_data_checks_in_json() {
    between_data(
        "set_input_delay -clock clk 0.5 s",
        &["report_checks -path_delay max -format json"],
        &expect![[r#"
            % report_checks -path_delay max -format json
            {"checks": [
            {
              "type": "data_check",
              "path_group": "clk",
              "path_type": "max",
              "startpoint": "r",
              "endpoint": "u/R",
              "source_clock": "clk",
              "source_clock_edge": "rise",
              "source_path": [
                {
                  "instance": "",
                  "cell": "t",
                  "verilog_src": "",
                  "pin": "r",
                  "arrival": 3e-10,
                  "capacitance": 0e0,
                  "slew": 2e-10,
                  "transition": "rise",
                  "fanout": 1
                },
                {
                  "instance": "u",
                  "cell": "LATCH",
                  "verilog_src": "",
                  "pin": "u/R",
                  "net": "r",
                  "arrival": 3e-10,
                  "slew": 2e-10,
                  "transition": "rise"
                }
              ],
              "target_clock": "clk",
              "target_clock_edge": "rise",
              "target_clock_path": [
                {
                  "instance": "",
                  "cell": "t",
                  "verilog_src": "",
                  "pin": "s",
                  "arrival": 5e-10,
                  "capacitance": 0e0,
                  "slew": 1e-10,
                  "transition": "rise",
                  "fanout": 1
                },
                {
                  "instance": "u",
                  "cell": "LATCH",
                  "verilog_src": "",
                  "pin": "u/S",
                  "net": "s",
                  "arrival": 5e-10,
                  "slew": 1e-10,
                  "transition": "rise"
                }
              ],
              "data_arrival_time": 3e-10,
              "crpr": 0e0,
              "margin": 8e-11,
              "required_time": 4.2e-10,
              "slack": 1.2e-10,
              "check": "setup"
            }
            ]
            }
        "#]],
    );
}
