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
pub fn shell(library: &str, verilog: &str, constraints: &str) -> Shell {
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
    // Setup: S rises at 0.5, and 0.2 · 0.2 + 0.4 · 0.1 before that R has to be there. Hold: S falls at 0.6 at the latest, of the edge a period before. Uncertainties do not count.
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
               2.000    2.000   clock clk (rise edge)
               0.000    2.000   clock network delay (ideal)
               0.100    2.100 ^ input external delay
               0.000    2.100 ^ r (in)
               0.000    2.100 ^ u/R (LATCH)
                        2.100   data arrival time

               0.000    0.000   clock clk' (fall edge)
               0.600    0.600   clock network delay (propagated)
               0.000    0.600   clock reconvergence pessimism
                        0.600 v u/S (LATCH)
               0.010    0.610   library hold time
                        0.610   data required time
            -----------------------------------------------------------
                        0.610   data required time
                       -2.100   data arrival time
            -----------------------------------------------------------
                        1.490   slack (MET)


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

/// Data that captures is no clock pin without a clock.
#[test]
fn data_that_captures_needs_no_clock_pin() {
    let commands = ["check_setup -verbose -no_clock -unconstrained_endpoints -multiple_clock"];
    between_data(
        "set_input_delay -clock clk 0.5 s",
        &commands,
        &expect![[r#"
        % check_setup -verbose -no_clock -unconstrained_endpoints -multiple_clock
    "#]],
    );
    between_data(
        "",
        &commands,
        &expect![[r#"
        % check_setup -verbose -no_clock -unconstrained_endpoints -multiple_clock
        Warning: There is 1 unconstrained endpoint.
          u/R
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

/// A rise of `CKB` may come 0.12 after one of `CKA`, a fall of `CKB` 0.2 of its own slew and 0.4 of that of `CKA` after a fall, and no rise of `CKA` after one of `CKB`
/// while `E` is high. A buffer takes 0.1.
const SKEWS: &str = r#"library (l) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  lu_table_template (slews) {
    variable_1 : constrained_pin_transition; variable_2 : related_pin_transition;
    index_1 ("0, 1"); index_2 ("0, 1");
  }
  cell (BUF) {
    pin (A) { direction : input; }
    pin (Y) { direction : output; timing () { related_pin : "A"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
      rise_transition (scalar) { values ("0.1"); } fall_transition (scalar) { values ("0.1"); } } }
  }
  cell (TWO) {
    pin (E) { direction : input; }
    pin (CKA) { direction : input; clock : true;
      timing () { related_pin : "CKB"; timing_type : skew_rising; when : "E";
        rise_constraint (scalar) { values ("0"); } } }
    pin (CKB) { direction : input; clock : true;
      timing () { related_pin : "CKA"; timing_type : skew_rising;
        rise_constraint (scalar) { values ("0.12"); } }
      timing () { related_pin : "CKA"; timing_type : skew_falling;
        fall_constraint (slews) { values ("0, 0.4", "0.2, 0.6"); } } }
  }
}"#;

/// `CKA` comes by a buffer, `CKB` by two, behind one that they share.
fn skews(constraints: &str, commands: &[&str], expected: &Expect) {
    let verilog = "module t (input clk, input e);
        wire c, a, m, b;
        BUF b0 (.A(clk), .Y(c)); BUF b1 (.A(c), .Y(a)); BUF b2 (.A(c), .Y(m)); BUF b3 (.A(m), .Y(b));
        TWO u (.E(e), .CKA(a), .CKB(b));
    endmodule";
    let constraints = format!("create_clock -name clk -period 2 clk\n{constraints}");
    check_in(shell(SKEWS, verilog, &constraints), commands, expected);
}

const PROPAGATED: &str =
    "set_propagated_clock clk; set_timing_derate -early 0.9; set_timing_derate -late 1.1";

#[test]
fn skews_of_a_propagated_clock() {
    // CKB comes at 0.33 at the latest, CKA at 0.18 at the earliest; of both 0.11 less 0.09 is in common. Falls may be 0.2 · 0.1 + 0.4 · 0.1 apart. CKA comes at 0.22 at the latest,
    // CKB at 0.27 at the earliest.
    skews(
        PROPAGATED,
        &[
            "report_check_types -max_skew -max_count 4 -digits 3",
            "report_check_types -max_skew -violators -digits 3",
            "report_check_types -max_skew -verbose -digits 3",
            "report_check_types -max_skew -format json",
            "report_check_types -digits 3",
        ],
        &expect![[r#"
            % report_check_types -max_skew -max_count 4 -digits 3
                                                  Allowed   Actual
            Pin                                      Skew     Skew    Slack
            ---------------------------------------------------------------
            u/CKB v after u/CKA v                   0.060    0.130   -0.070 (VIOLATED)
            u/CKB ^ after u/CKA ^                   0.120    0.130   -0.010 (VIOLATED)
            u/CKA ^ after u/CKB ^                   0.000   -0.070    0.070 (MET)

            % report_check_types -max_skew -violators -digits 3
                                                  Allowed   Actual
            Pin                                      Skew     Skew    Slack
            ---------------------------------------------------------------
            u/CKB v after u/CKA v                   0.060    0.130   -0.070 (VIOLATED)
            u/CKB ^ after u/CKA ^                   0.120    0.130   -0.010 (VIOLATED)

            % report_check_types -max_skew -verbose -digits 3
            Constrained pin: u/CKB
            Related pin: u/CKA
            Check: max_skew

               Delay     Time   Description
            -----------------------------------------------------------
               1.000    1.000   clock clk (fall edge)
               0.180    1.180   clock network delay (propagated)
               0.000    1.180   u/CKA
                        1.180   related edge arrival time

               1.000    1.000   clock clk (fall edge)
               0.330    1.330   clock network delay (propagated)
               0.000    1.330   u/CKB
              -0.020    1.310   clock reconvergence pessimism
                        1.310   constrained edge arrival time
            -----------------------------------------------------------
                        0.060   allowed skew
                        0.130   actual skew
            -----------------------------------------------------------
                       -0.070   slack (VIOLATED)


            % report_check_types -max_skew -format json
            {
              "max_skew": [
                {
                  "pin": "u/CKB",
                  "related_pin": "u/CKA",
                  "clock": "clk",
                  "related_clock": "clk",
                  "allowed": 60.0,
                  "actual": 130.0,
                  "slack": -70.0,
                  "constrained": {
                    "edge": "fall",
                    "time": 1000.0,
                    "latency": 330.0,
                    "arrival": 1330.0
                  },
                  "related": {
                    "edge": "fall",
                    "time": 1000.0,
                    "latency": 180.0,
                    "arrival": 1180.0
                  },
                  "crpr": 20.0
                }
              ]
            }
            % report_check_types -digits 3
                                                  Allowed   Actual
            Pin                                      Skew     Skew    Slack
            ---------------------------------------------------------------
            u/CKB v after u/CKA v                   0.060    0.130   -0.070 (VIOLATED)

        "#]],
    );
    skews(
        &format!("{PROPAGATED}; set sta_crpr_enabled 0; set_case_analysis 0 e"),
        &["report_check_types -max_skew -max_count 4 -digits 3"],
        &expect![[r#"
            % report_check_types -max_skew -max_count 4 -digits 3
                                                  Allowed   Actual
            Pin                                      Skew     Skew    Slack
            ---------------------------------------------------------------
            u/CKB v after u/CKA v                   0.060    0.150   -0.090 (VIOLATED)
            u/CKB ^ after u/CKA ^                   0.120    0.150   -0.030 (VIOLATED)

        "#]],
    );
}

#[test]
fn skews_of_an_ideal_clock() {
    skews(
        "set_clock_latency -early -source 0.3 clk; set_clock_latency -late -source 0.4 clk; set_disable_timing u -from CKB -to CKA",
        &["report_check_types -max_skew -max_count 4 -digits 3"],
        &expect![[r#"
            % report_check_types -max_skew -max_count 4 -digits 3
                                                  Allowed   Actual
            Pin                                      Skew     Skew    Slack
            ---------------------------------------------------------------
            u/CKB v after u/CKA v                   0.060    0.100   -0.040 (VIOLATED)
            u/CKB ^ after u/CKA ^                   0.120    0.100    0.020 (MET)

        "#]],
    );
}

#[test]
fn skews_of_two_clocks() {
    // Rises and falls of CKB come 0.5 after those of CKA, and those of CKA 1.5 after those of CKB.
    let two = |constraints: &str, expected: &Expect| {
        let verilog = "module t (input a, input b, input e); TWO u (.E(e), .CKA(a), .CKB(b)); endmodule";
        let constraints = format!(
            "create_clock -name a -period 2 a; create_clock -name b -period 2 -waveform {{0.5 1.5}} b\n{constraints}"
        );
        let command = "report_check_types -max_skew -max_count 4 -digits 3";
        check_in(shell(SKEWS, verilog, &constraints), &[command], expected);
    };
    two(
        "",
        &expect![[r#"
        % report_check_types -max_skew -max_count 4 -digits 3
                                              Allowed   Actual
        Pin                                      Skew     Skew    Slack
        ---------------------------------------------------------------
        u/CKA ^ after u/CKB ^                   0.000    1.500   -1.500 (VIOLATED)
        u/CKB v after u/CKA v                   0.000    0.500   -0.500 (VIOLATED)
        u/CKB ^ after u/CKA ^                   0.120    0.500   -0.380 (VIOLATED)

    "#]],
    );
    two(
        "set_clock_groups -asynchronous -group a -group b",
        &expect![[r#"
        % report_check_types -max_skew -max_count 4 -digits 3
    "#]],
    );
}
