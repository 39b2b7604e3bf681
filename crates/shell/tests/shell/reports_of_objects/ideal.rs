//! Reports of paths, arcs and setup where there is an ideal network.

use expect_test::{Expect, expect};

use super::library_checks::shell;
use super::pulse::check_in;

/// A buffer and a gate of 0.1 and more with load and slew, and a register.
const LIBRARY: &str = r#"library (l) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  lu_table_template (p) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
    index_1 ("0, 1"); index_2 ("0, 1"); }
  cell (BUF) { pin (A) { direction : input; capacitance : 0.01; }
    pin (Z) { direction : output; function : "A"; timing () { related_pin : A; timing_sense : positive_unate;
      cell_rise (p) { values ("0.1, 1.1", "0.2, 1.2"); } cell_fall (p) { values ("0.1, 1.1", "0.2, 1.2"); }
      rise_transition (p) { values ("0.05, 1", "0.05, 1"); } fall_transition (p) { values ("0.05, 1", "0.05, 1"); } } } }
  cell (DFF) { ff (I, IN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; capacitance : 0.01; }
    pin (D) { direction : input; capacitance : 0.01; timing () { related_pin : CK; timing_type : setup_rising;
      rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (Q) { direction : output; function : "I"; timing () { related_pin : CK; timing_type : rising_edge;
      timing_sense : non_unate; cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.2"); } } } }
}"#;

fn ideal(constraints: &str, commands: &[&str], expected: &Expect) {
    let verilog = "module t (input clk, input in, output out); wire a, b, q;
        BUF u (.A(in), .Z(a)); BUF v (.A(a), .Z(b)); DFF r (.D(b), .CK(clk), .Q(q)); BUF w (.A(q), .Z(out)); endmodule";
    let constraints = format!(
        "create_clock -name clk -period 2 clk; set_input_delay 0.5 -clock clk in
        set_output_delay 0.1 -clock clk out
        {constraints}"
    );
    check_in(shell(LIBRARY, verilog, &constraints), commands, expected);
}

#[test]
fn a_path_through_an_ideal_network() {
    ideal(
        "set_ideal_network in; set_ideal_latency 0.25 v/A; set_ideal_latency 0.3 v/Z; set_ideal_transition 0.04 v/A",
        &[
            "report_checks -to r/D -fields {slew capacitance}",
            "report_edges -from u/Z",
            "report_dcalc -from v/A -to v/Z",
            "report_disabled_edges",
        ],
        &expect![[r#"
            % report_checks -to r/D -fields {slew capacitance}
            Startpoint: in (input port clocked by clk)
            Endpoint: r (rising edge-triggered flip-flop clocked by clk)
            Path Group: clk
            Path Type: max

                Cap    Slew   Delay    Time   Description
            -----------------------------------------------------------------------
                       0.00    0.00    0.00   clock clk (rise edge)
                               0.00    0.00   clock network delay (ideal)
                               0.50    0.50 ^ input external delay
               0.00    0.00    0.00    0.50 ^ in (in)
               0.00    0.00    0.00    0.50 ^ u/Z (BUF)
               0.00    0.04    0.30    0.80 ^ v/Z (BUF)
                       0.04    0.00    0.80 ^ r/D (DFF)
                                       0.80   data arrival time

                       0.00    2.00    2.00   clock clk (rise edge)
                               0.00    2.00   clock network delay (ideal)
                               0.00    2.00   clock reconvergence pessimism
                                       2.00 ^ r/CK (DFF)
                              -0.10    1.90   library setup time
                                       1.90   data required time
            -----------------------------------------------------------------------
                                       1.90   data required time
                                      -0.80   data arrival time
            -----------------------------------------------------------------------
                                       1.10   slack (MET)


            % report_edges -from u/Z
            u/Z -> v/A wire
              ^ -> ^ 0.25:0.25
              v -> v 0.25:0.25
            % report_dcalc -from v/A -to v/Z
            Library: l
            Cell: BUF
            Arc sense: positive_unate
            Arc type: combinational
            A ^ -> Z ^

            Table value = 0.05
            PVT scale factor = 1.00
            Delay = 0.05

            Table value = 0.04
            PVT scale factor = 1.00
            Slew = 0.04

            .............................................

            A v -> Z v

            Table value = 0.05
            PVT scale factor = 1.00
            Delay = 0.05

            Table value = 0.04
            PVT scale factor = 1.00
            Slew = 0.04

            .............................................

            % report_disabled_edges
        "#]],
    );
}

#[test]
fn a_network_from_a_register() {
    ideal(
        "set_ideal_network r/Q; set_max_transition 0.01 [current_design]; set_max_capacitance 0.001 [current_design]",
        &[
            "report_checks -to out -fields {slew capacitance}",
            "report_check_types -max_slew -max_capacitance -violators",
        ],
        &expect![[r#"
            % report_checks -to out -fields {slew capacitance}
            Startpoint: r (rising edge-triggered flip-flop clocked by clk)
            Endpoint: out (output port clocked by clk)
            Path Group: clk
            Path Type: max

                Cap    Slew   Delay    Time   Description
            -----------------------------------------------------------------------
                       0.00    0.00    0.00   clock clk (rise edge)
                               0.00    0.00   clock network delay (ideal)
                       0.00    0.00    0.00 ^ r/CK (DFF)
               0.00    0.00    0.20    0.20 ^ r/Q (DFF)
               0.00    0.00    0.00    0.20 ^ w/Z (BUF)
                       0.00    0.00    0.20 ^ out (out)
                                       0.20   data arrival time

                       0.00    2.00    2.00   clock clk (rise edge)
                               0.00    2.00   clock network delay (ideal)
                               0.00    2.00   clock reconvergence pessimism
                              -0.10    1.90   output external delay
                                       1.90   data required time
            -----------------------------------------------------------------------
                                       1.90   data required time
                                      -0.20   data arrival time
            -----------------------------------------------------------------------
                                       1.70   slack (MET)


            % report_check_types -max_slew -max_capacitance -violators
            max slew

            Pin                                    Limit    Slew   Slack
            ------------------------------------------------------------
            r/D                                     0.01    0.06   -0.05 (VIOLATED)
            u/Z                                     0.01    0.06   -0.05 (VIOLATED)
            v/A                                     0.01    0.06   -0.05 (VIOLATED)
            v/Z                                     0.01    0.06   -0.05 (VIOLATED)

            max capacitance

            Pin                                    Limit     Cap   Slack
            ------------------------------------------------------------
            in                                      0.00    0.01   -0.01 (VIOLATED)
            u/Z                                     0.00    0.01   -0.01 (VIOLATED)
            v/Z                                     0.00    0.01   -0.01 (VIOLATED)

        "#]],
    );
}

#[test]
fn generated_clocks_without_a_master() {
    ideal(
        "create_generated_clock -name half -source in -divide_by 2 r/Q",
        &[
            "check_setup",
            "check_setup -generated_clocks -verbose",
            "check_setup -generated_clocks -format json",
        ],
        &expect![[r#"
            % check_setup
            Warning: There is 1 generated clock without a master.
            % check_setup -generated_clocks -verbose
            Warning: There is 1 generated clock without a master.
              half
            % check_setup -generated_clocks -format json
            {
              "generated_clocks": [
                "half"
              ]
            }
        "#]],
    );
}
