//! Reports of all kinds of checks on small designs, and the numbers that flows ask for.

use expect_test::expect;
use zeroslack_shell::Shell;

use super::pulse::{check_in, printed, pulse};

/// The example design with limits of every kind.
fn limited() -> Shell {
    let mut shell = pulse();
    let limits = "set_max_transition 0.1 [current_design]; set_min_transition 0.015 [get_ports run]
        set_max_capacitance 0.02 [get_ports clk]; set_min_capacitance 0.001 [current_design]
        set_max_fanout 6 [current_design]; set_max_capacitance 0.001 [get_ports hit]; set_min_fanout 1 [get_ports rst_n]
        set_min_pulse_width -high 0.6 [get_clocks clk]";
    assert!(shell.run(limits).is_ok());
    shell
}

#[test]
fn all_kinds() {
    check_in(
        limited(),
        &[
            "report_check_types -digits 4",
            "report_check_types -setup -removal -violators",
            "report_check_types -setup -max_count 2 -format end -digits 4",
            "report_check_types -max_capacitance -violators -digits 4",
            "report_check_types -max_fanout -max_count 2 -verbose",
            "report_check_types -min_pulse_width -max_count 1 -verbose -digits 4",
            "report_check_types -net hit -digits 4",
            "report_check_types -clock_gating_setup",
            "report_check_types -min_period",
            "report_pulse_width_checks [get_ports run]",
        ],
        &expect![[r#"
            % report_check_types -digits 4
            Group                                    Slack
            ----------------------------------------------
            asynchronous                            0.0736
            clk                                    -0.0076
            asynchronous                            0.8979
            clk                                    -0.1414

            max slew

            Pin                                      Limit      Slew     Slack
            ------------------------------------------------------------------
            u_mac/wbuf_7/A                          0.1000    0.1392   -0.0392 (VIOLATED)

            min slew

            Pin                                      Limit      Slew     Slack
            ------------------------------------------------------------------
            run                                     0.0150    0.0500    0.0350 (MET)

            max fanout

            Pin                                   Limit Fanout  Slack
            ---------------------------------------------------------
            cb_d0/Y                                   6     11     -5 (VIOLATED)

            min fanout

            Pin                                   Limit Fanout  Slack
            ---------------------------------------------------------
            rst_n                                     1      2      1 (MET)

            max capacitance

            Pin                                      Limit       Cap     Slack
            ------------------------------------------------------------------
            hit                                     0.0010    0.0089   -0.0079 (VIOLATED)

            min capacitance

            Pin                                      Limit       Cap     Slack
            ------------------------------------------------------------------
            tie_one/Y                               0.0010    0.0012    0.0002 (MET)

                                                  Required    Actual
            Pin                                      Width     Width     Slack
            ------------------------------------------------------------------
            dump_reg[10]/CK (high)                  0.6000    0.5556   -0.0444 (VIOLATED)

            % report_check_types -setup -removal -violators
            Group                                  Slack
            --------------------------------------------
            clk                                    -0.14
            clk                                    -0.14
            clk                                    -0.12
            clk                                    -0.11
            clk                                    -0.11
            clk                                    -0.10
            clk                                    -0.08
            clk                                    -0.06

            % report_check_types -setup -max_count 2 -format end -digits 4
            max_delay/setup group clk

                                                  Required    Actual
            Endpoint                                 Delay     Delay     Slack
            ------------------------------------------------------------------
            u_mac/p_reg[14]/D (ZL_DFF_X1)           1.2100    1.3514   -0.1414 (VIOLATED)
            u_mac/p_reg[13]/D (ZL_DFF_X1)           1.2007    1.3388   -0.1381 (VIOLATED)

            % report_check_types -max_capacitance -violators -digits 4
            max capacitance

            Pin                                      Limit       Cap     Slack
            ------------------------------------------------------------------
            hit                                     0.0010    0.0089   -0.0079 (VIOLATED)

            % report_check_types -max_fanout -max_count 2 -verbose
            max fanout

            Pin cb_d0/Y  
            max fanout      6
            fanout         11
            -----------------
            Slack          -5 (VIOLATED)

            Pin rb_5/Y  
            max fanout      6
            fanout         11
            -----------------
            Slack          -5 (VIOLATED)

            % report_check_types -min_pulse_width -max_count 1 -verbose -digits 4
            Pin: dump_reg[10]/CK
            Check: sequential_clock_pulse_width

                Delay      Time   Description
            -------------------------------------------------------------
               0.0000    0.0000   clock clk (rise edge)
               0.1861    0.1861   clock network delay (propagated)
               0.0000    0.1861   dump_reg[10]/CK
                         0.1861   open edge arrival time

               0.5600    0.5600   clock clk (fall edge)
               0.1627    0.7227   clock network delay (propagated)
               0.0000    0.7227   dump_reg[10]/CK
               0.0189    0.7417   clock reconvergence pessimism
                         0.7417   close edge arrival time
            -------------------------------------------------------------
                         0.6000   required pulse width (high)
                         0.5556   actual pulse width
            -------------------------------------------------------------
                        -0.0444   slack (VIOLATED)


            % report_check_types -net hit -digits 4
            max slew

            Pin                                      Limit      Slew     Slack
            ------------------------------------------------------------------
            hit                                     0.1000    0.0501    0.0499 (MET)

            max fanout

            Pin                                   Limit Fanout  Slack
            ---------------------------------------------------------
            hit_reg/Q                                 6      0      6 (MET)

            max capacitance

            Pin                                      Limit       Cap     Slack
            ------------------------------------------------------------------
            hit                                     0.0010    0.0089   -0.0079 (VIOLATED)

            min capacitance

            Pin                                      Limit       Cap     Slack
            ------------------------------------------------------------------
            hit_reg/Q                               0.0010    0.0089    0.0079 (MET)

            % report_check_types -clock_gating_setup
            Group                                  Slack
            --------------------------------------------
            No paths found.

            % report_check_types -min_period
            % report_pulse_width_checks [get_ports run]
        "#]],
    );
}

#[test]
fn what_is_refused() {
    check_in(
        limited(),
        &[
            "report_check_types -net nothing",
            "report_check_types -net hit -setup",
            "report_check_types -max_count 0",
            "report_check_types -format yaml",
            "report_check_types -corner slow",
            "report_check_types -max_c",
            "sta::check_slew_limits NULL maybe NULL max",
            "sta::check_slew_limits NULL true NULL most",
            "sta::check_slew_limits NULL true slow max",
        ],
        &expect![[r#"
            % report_check_types -net nothing
            Error: report_check_types: 'nothing' is no net; 'report_check_types -help' says how it is used
            % report_check_types -net hit -setup
            Error: report_check_types: -net is for design rules: slews, fanouts and capacitances; 'report_check_types -help' says how it is used
            % report_check_types -max_count 0
            Error: report_check_types: -max_count is '0': expected a number of at least 1; 'report_check_types -help' says how it is used
            % report_check_types -format yaml
            Error: report_check_types: there is no format 'yaml': expected full, full_clock, full_clock_expanded, short, end, summary, slack_only, json; 'report_check_types -help' says how it is used
            % report_check_types -corner slow
            Error: report_check_types: there is no corner 'slow': expected default; 'report_check_types -help' says how it is used
            % report_check_types -max_c
            Error: report_check_types: '-max_c' may be -max_count or -max_capacitance; 'report_check_types -help' says how it is used
            % sta::check_slew_limits NULL maybe NULL max
            Error: sta::check_slew_limits: 'maybe' is neither 0 nor 1; 'sta::check_slew_limits -help' says how it is used
            % sta::check_slew_limits NULL true NULL most
            Error: sta::check_slew_limits: 'most' is neither min nor max; 'sta::check_slew_limits -help' says how it is used
            % sta::check_slew_limits NULL true slow max
            Error: sta::check_slew_limits: there is no corner 'slow': expected default; 'sta::check_slew_limits -help' says how it is used
        "#]],
    );
}

#[test]
fn json() {
    check_in(
        limited(),
        &[
            "report_check_types -setup -max_slew -max_fanout -max_capacitance -min_pulse_width -format json",
            "report_check_types -min_period -violators -format json",
        ],
        &expect![[r#"
            % report_check_types -setup -max_slew -max_fanout -max_capacitance -min_pulse_width -format json
            {
              "paths": [
                {
                  "check": "setup",
                  "split": "late",
                  "group": "clk",
                  "startpoint": {
                    "pin": "u_noise/state_reg[15]/CK",
                    "description": "rising edge-triggered flip-flop clocked by clk",
                    "clock": "clk"
                  },
                  "endpoint": {
                    "pin": "u_mac/p_reg[14]/D",
                    "description": "rising edge-triggered flip-flop clocked by clk",
                    "clock": "clk"
                  },
                  "transition": "fall",
                  "arrival": 1351.3808,
                  "required": 1209.9806,
                  "slack": -141.4002
                }
              ],
              "max_slew": [
                {
                  "pin": "u_mac/wbuf_7/A",
                  "edge": "rise",
                  "limit": 100.0,
                  "slew": 139.2233,
                  "slack": -39.2233
                }
              ],
              "max_fanout": [
                {
                  "pin": "cb_d0/Y",
                  "edge": null,
                  "limit": 6.0,
                  "fanout": 11.0,
                  "slack": -5.0
                }
              ],
              "max_capacitance": [
                {
                  "pin": "hit",
                  "edge": "rise",
                  "limit": 1.0,
                  "capacitance": 8.869,
                  "slack": -7.869
                }
              ],
              "min_pulse_width": [
                {
                  "pin": "dump_reg[10]/CK",
                  "clock": "clk",
                  "pulse": "high",
                  "required": 600.0,
                  "actual": 555.5605,
                  "slack": -44.4395,
                  "open": {
                    "edge": "rise",
                    "time": 0.0,
                    "latency": 186.1187,
                    "arrival": 186.1187
                  },
                  "close": {
                    "edge": "fall",
                    "time": 560.0,
                    "latency": 162.7451,
                    "arrival": 722.7451
                  },
                  "crpr": 18.9341
                }
              ]
            }
            % report_check_types -min_period -violators -format json
            {
              "min_period": []
            }
        "#]],
    );
}

#[test]
fn counts_and_slacks_are_those_of_the_reports() {
    let mut shell = limited();
    for (name, option) in
        [("slew", "-max_slew"), ("capacitance", "-max_capacitance"), ("fanout", "-max_fanout")]
    {
        let text = printed(&mut shell, &format!("report_check_types {option} -violators -digits 6"));
        let rows: Vec<&str> = text.lines().filter(|line| line.ends_with("(VIOLATED)")).collect();
        let mut number = |what: &str| shell.run(&format!("sta::max_{name}_{what}")).unwrap().float().unwrap();
        assert!(!rows.is_empty(), "{text}");
        assert_eq!(format!("{}", number("violation_count")), format!("{}", rows.len()), "{text}");
        let worst: Vec<f64> = rows[0].split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [limit, _, slack] = worst[..] else { panic!("{}", rows[0]) };
        assert!((number("check_slack") - slack).abs() < 1e-6);
        assert!((number("check_limit") - limit).abs() < 1e-6);
        assert!((number("check_slack_limit") - slack / limit).abs() < 1e-4);
        let pins =
            shell.run(&format!("get_full_name [lindex [sta::check_{name}_limits NULL true NULL max] 0]"));
        assert_eq!(&*pins.unwrap().text(), rows[0].split_whitespace().next().unwrap());
        let count = shell.run(&format!("llength [sta::check_{name}_limits NULL true default max]")).unwrap();
        assert_eq!(&*count.text(), &format!("{}", rows.len()));
    }
    let mut without = pulse();
    let none = without.run("sta::max_fanout_check_slack").unwrap().float().unwrap();
    assert!((none - 1e30).abs() < 1e15, "no limit of fan-outs");
}

/// Clocks that break what the library asks for, ideal and propagated.
#[test]
fn pulses_and_periods_of_libraries() {
    let liberty = r#"library (l) { time_unit : "1ns"; capacitive_load_unit (1, pf); pulling_resistance_unit : "1kohm";
  lu_table_template (w) { variable_1 : related_pin_transition; index_1 ("0, 1"); }
  cell (BUF) {
    pin (A) { direction : input; capacitance : 0.001; }
    pin (Z) { direction : output; function : "A"; timing () { related_pin : "A"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.1"); }
      rise_transition (scalar) { values ("0.1"); } fall_transition (scalar) { values ("0.1"); } } }
  }
  cell (DFF) { ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; capacitance : 0.001; clock : true; min_period : 1.1; min_pulse_width_high : 0.3;
      timing () { related_pin : "CK"; timing_type : min_pulse_width; when : "D"; fall_constraint (w) { values ("0.4, 1.4"); } } }
    pin (D) { direction : input; capacitance : 0.001; timing () { related_pin : "CK"; timing_type : setup_rising;
      rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (Q) { direction : output; timing () { related_pin : "CK"; timing_type : rising_edge;
      cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
      rise_transition (scalar) { values ("0.1"); } fall_transition (scalar) { values ("0.1"); } } }
  }
}"#;
    let verilog = "module t (input ck, input d, input e, output q, output r); wire c;
        BUF b (.A(ck), .Z(c)); DFF f (.CK(c), .D(d), .Q(q)); DFF g (.CK(c), .D(e), .Q(r)); endmodule";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("l.lib"), liberty).unwrap();
    std::fs::write(folder.path().join("t.v"), verilog).unwrap();
    let mut shell = Shell::new();
    let load = format!(
        "cd {}; read_liberty l.lib; read_verilog t.v; link_design t
        create_clock -name c -period 1 -waveform {{0 0.4}} ck; set_propagated_clock c; set_case_analysis 0 e",
        folder.path().display()
    );
    assert!(shell.run(&load).is_ok());
    check_in(
        shell,
        &[
            "report_pulse_width_checks -digits 3",
            "report_check_types -min_period -violators -verbose",
            "report_check_types -min_period -violators -format json",
            "unset_propagated_clock c; report_check_types -min_pulse_width -min_period -violators",
            "set_clock_latency -max -rise 0.3 c; report_pulse_width_checks f/CK",
            "set_min_pulse_width -high 0.7 [get_pins f/CK]; report_check_types -min_pulse_width -violators",
        ],
        &expect![[r#"
            % report_pulse_width_checks -digits 3
                                                 Required   Actual
            Pin                                     Width    Width    Slack
            ---------------------------------------------------------------
            f/CK (high)                             0.300    0.300    0.000 (MET)
            g/CK (high)                             0.300    0.300    0.000 (MET)
            f/CK (low)                              0.500    0.700    0.200 (MET)

            % report_check_types -min_period -violators -verbose
            Pin: f/CK
            Check: minimum_period

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00   clock c (rise edge)
               0.20    0.20   clock network delay (propagated)
               0.00    0.20   f/CK
                       0.20   open edge arrival time

               1.00    1.00   clock c (rise edge)
               0.20    1.20   clock network delay (propagated)
               0.00    1.20   f/CK
               0.00    1.20   clock reconvergence pessimism
                       1.20   close edge arrival time
            ---------------------------------------------------------
                       1.10   required period
                       1.00   actual period
            ---------------------------------------------------------
                      -0.10   slack (VIOLATED)

            Pin: g/CK
            Check: minimum_period

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00   clock c (rise edge)
               0.20    0.20   clock network delay (propagated)
               0.00    0.20   g/CK
                       0.20   open edge arrival time

               1.00    1.00   clock c (rise edge)
               0.20    1.20   clock network delay (propagated)
               0.00    1.20   g/CK
               0.00    1.20   clock reconvergence pessimism
                       1.20   close edge arrival time
            ---------------------------------------------------------
                       1.10   required period
                       1.00   actual period
            ---------------------------------------------------------
                      -0.10   slack (VIOLATED)


            % report_check_types -min_period -violators -format json
            {
              "min_period": [
                {
                  "pin": "f/CK",
                  "clock": "c",
                  "required": 1100.0,
                  "actual": 1000.0,
                  "slack": -100.0,
                  "open": {
                    "edge": "rise",
                    "time": 0.0,
                    "latency": 200.0,
                    "arrival": 200.0
                  },
                  "close": {
                    "edge": "rise",
                    "time": 1000.0,
                    "latency": 200.0,
                    "arrival": 1200.0
                  },
                  "crpr": 0.0
                },
                {
                  "pin": "g/CK",
                  "clock": "c",
                  "required": 1100.0,
                  "actual": 1000.0,
                  "slack": -100.0,
                  "open": {
                    "edge": "rise",
                    "time": 0.0,
                    "latency": 200.0,
                    "arrival": 200.0
                  },
                  "close": {
                    "edge": "rise",
                    "time": 1000.0,
                    "latency": 200.0,
                    "arrival": 1200.0
                  },
                  "crpr": 0.0
                }
              ]
            }
            % unset_propagated_clock c; report_check_types -min_pulse_width -min_period -violators
                                                 Required  Actual
            Pin                                   Period  Period   Slack
            ------------------------------------------------------------
            f/CK                                    1.10    1.00   -0.10 (VIOLATED)
            g/CK                                    1.10    1.00   -0.10 (VIOLATED)

            % set_clock_latency -max -rise 0.3 c; report_pulse_width_checks f/CK
                                                 Required  Actual
            Pin                                    Width   Width   Slack
            ------------------------------------------------------------
            f/CK (high)                             0.30    0.10   -0.20 (VIOLATED)
            f/CK (low)                              0.40    0.60    0.20 (MET)

            % set_min_pulse_width -high 0.7 [get_pins f/CK]; report_check_types -min_pulse_width -violators
                                                 Required  Actual
            Pin                                    Width   Width   Slack
            ------------------------------------------------------------
            f/CK (high)                             0.70    0.10   -0.60 (VIOLATED)
            g/CK (high)                             0.30    0.10   -0.20 (VIOLATED)

        "#]],
    );
}
