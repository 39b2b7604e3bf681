//! What is borrowed from latches, on a design of two. All times are computed by hand.

use expect_test::{Expect, expect};

use super::library_checks::shell;
use super::pulse::check_in;

/// A latch that is open while its enable is low, then one that is open while it is high: setup times of 0.1, 0.3 from the data and 0.2 from the enable to the output.
fn library() -> String {
    let latch = |name: &str, enable: &str, opens: &str, closes: &str| {
        format!(
            r#"cell ({name}) {{ latch (I, IN) {{ enable : "{enable}"; data_in : "D"; }}
              pin (G) {{ direction : input; clock : true; }}
              pin (D) {{ direction : input;
                timing () {{ related_pin : G; timing_type : setup_{closes};
                  rise_constraint (scalar) {{ values ("0.1"); }} fall_constraint (scalar) {{ values ("0.1"); }} }} }}
              pin (Q) {{ direction : output; function : "I";
                timing () {{ related_pin : G; timing_sense : non_unate; timing_type : {opens}_edge;
                  cell_rise (scalar) {{ values ("0.2"); }} cell_fall (scalar) {{ values ("0.2"); }} }}
                timing () {{ related_pin : D; timing_sense : positive_unate;
                  cell_rise (scalar) {{ values ("0.3"); }} cell_fall (scalar) {{ values ("0.3"); }} }} }} }}"#
        )
    };
    let [low, high] = [latch("LAL", "!G", "falling", "rising"), latch("LAH", "G", "rising", "falling")];
    format!("library (l) {{ time_unit : \"1ns\"; capacitive_load_unit (1, pf); {low} {high} }}")
}

/// The first latch opens at 1 and closes at 2, the second opens at 2 and closes at 3. Rises come at 1.2, falls at 0.8.
fn latches(constraints: &str, commands: &[&str], expected: &Expect) {
    let verilog = "module t (input clk, input in, output out); wire q;
        LAL a (.D(in), .G(clk), .Q(q)); LAH b (.D(q), .G(clk), .Q(out)); endmodule";
    let constraints = format!(
        "create_clock -name clk -period 2 clk
        set_input_delay -rise 1.2 -clock clk in; set_input_delay -fall 0.8 -clock clk in
        {constraints}"
    );
    check_in(shell(&library(), verilog, &constraints), commands, expected);
}

#[test]
fn what_is_borrowed_is_listed() {
    latches(
        "",
        &["report_latches", "report_latches -borrowing -format json", "report_latches b"],
        &expect![[r#"
            % report_latches
                                                     Max                        
            Pin (opened by)                       Borrow Borrowed   Given   Slack
            --------------------------------------------------------------------
            a/D ^ (clk fall)                        0.90    0.20    0.20    0.00 (MET)
            b/D ^ (clk rise)                        0.90    0.00    0.00    0.50 (MET)

            % report_latches -borrowing -format json
            [
              {
                "pin": "a/D",
                "transition": "rise",
                "enable": "a/G",
                "clock": "clk",
                "edge": "fall",
                "max_borrow": 900.0,
                "borrowed": 200.0,
                "given": 200.0,
                "slack": 0.0
              }
            ]
            % report_latches b
                                                     Max                        
            Pin (opened by)                       Borrow Borrowed   Given   Slack
            --------------------------------------------------------------------
            b/D ^ (clk rise)                        0.90    0.00    0.00    0.50 (MET)

        "#]],
    );
}

#[test]
fn less_may_be_borrowed_if_that_is_stated() {
    latches(
        "set_max_time_borrow 0.15 [get_clocks clk]; set_max_time_borrow 0.5 [get_cells b]",
        &[
            "report_latches -violators",
            "report_checks -to a/D -digits 3",
            "report_checks -from a/D -digits 3",
            "set_max_time_borrow -1 [get_cells a]",
            "set_max_time_borrow 0.1 [get_ports in]",
        ],
        &expect![[r#"
            % report_latches -violators
                                                     Max                        
            Pin (opened by)                       Borrow Borrowed   Given   Slack
            --------------------------------------------------------------------
            a/D ^ (clk fall)                        0.15    0.15    0.15   -0.05 (VIOLATED)

            % report_checks -to a/D -digits 3
            Startpoint: in (input port clocked by clk)
            Endpoint: a (negative level-sensitive latch clocked by clk)
            Path Group: clk
            Path Type: max

               Delay     Time   Description
            -----------------------------------------------------------
               0.000    0.000   clock clk (rise edge)
               0.000    0.000   clock network delay (ideal)
               1.200    1.200 ^ input external delay
               0.000    1.200 ^ in (in)
               0.000    1.200 ^ a/D (LAL)
                        1.200   data arrival time

               1.000    1.000   clock clk (fall edge)
               0.000    1.000   clock network delay (ideal)
               0.000    1.000   clock reconvergence pessimism
                        1.000 v a/G (LAL)
               0.150    1.150   time borrowed from endpoint
                        1.150   data required time
            -----------------------------------------------------------
                        1.150   data required time
                       -1.200   data arrival time
            -----------------------------------------------------------
                       -0.050   slack (VIOLATED)

            Time Borrowing Information
            ------------------------------------------------
            clk pulse width                            1.000
            library setup time                        -0.100
            user max time borrow                       0.150
            ------------------------------------------------
            max time borrow                            0.150
            actual time borrow                         0.150
            ------------------------------------------------


            % report_checks -from a/D -digits 3
            Startpoint: a (negative level-sensitive latch clocked by clk)
            Endpoint: b (positive level-sensitive latch clocked by clk)
            Path Group: clk
            Path Type: max

               Delay     Time   Description
            -----------------------------------------------------------
               1.000    1.000   clock clk (fall edge)
               0.000    1.000   clock network delay (ideal)
               0.150    1.150   time given to startpoint
               0.000    1.150 ^ a/D (LAL)
               0.300    1.450 ^ a/Q (LAL)
               0.000    1.450 ^ b/D (LAH)
                        1.450   data arrival time

               2.000    2.000   clock clk (rise edge)
               0.000    2.000   clock network delay (ideal)
               0.000    2.000   clock reconvergence pessimism
                        2.000 ^ b/G (LAH)
               0.000    2.000   time borrowed from endpoint
                        2.000   data required time
            -----------------------------------------------------------
                        2.000   data required time
                       -1.450   data arrival time
            -----------------------------------------------------------
                        0.550   slack (MET)

            Time Borrowing Information
            ------------------------------------------------
            clk pulse width                            1.000
            library setup time                        -0.100
            user max time borrow                       0.500
            ------------------------------------------------
            max time borrow                            0.500
            actual time borrow                         0.000
            ------------------------------------------------


            % set_max_time_borrow -1 [get_cells a]
            Error: the most time that data may borrow is negative: expected at least 0
            % set_max_time_borrow 0.1 [get_ports in]
        "#]],
    );
}
