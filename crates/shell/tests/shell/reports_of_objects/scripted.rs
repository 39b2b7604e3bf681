//! What scripts ask for and compute with: by which objects paths are chosen, what is counted, and what variables say.

use expect_test::{Expect, expect};

use zeroslack_shell::Shell;

use super::library_checks::shell;
use super::pulse::check_in;

/// Gates of 0.1, one of which takes longer where no condition holds, and flip-flops of 0.2 at both edges.
pub const LIBRARY: &str = r#"library (l) {
  time_unit : "1ns"; capacitive_load_unit (1, pf); default_fanout_load : 1;
  cell (BUF) { pin (A) { direction : input; capacitance : 0.01; }
    pin (Z) { direction : output; function : "A"; timing () { related_pin : A; timing_sense : positive_unate;
      cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); } } } }
  cell (SLOW) { pin (A) { direction : input; capacitance : 0.01; } pin (B) { direction : input; capacitance : 0.01; }
    pin (Z) { direction : output; function : "A ^ B";
      timing () { related_pin : A; timing_sense : positive_unate; when : "!B";
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); } }
      timing () { related_pin : A; timing_sense : non_unate;
        cell_rise (scalar) { values ("0.4"); } cell_fall (scalar) { values ("0.4"); } } } }
  cell (DFF) { ff (I, IN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; capacitance : 0.01; }
    pin (D) { direction : input; capacitance : 0.01;
      timing () { related_pin : CK; timing_type : setup_rising;
        rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } }
      timing () { related_pin : CK; timing_type : hold_rising;
        rise_constraint (scalar) { values ("0.0"); } fall_constraint (scalar) { values ("0.0"); } } }
    pin (Q) { direction : output; function : "I"; timing () { related_pin : CK; timing_type : rising_edge;
      timing_sense : non_unate; cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.2"); } } } }
  cell (DFFN) { ff (I, IN) { clocked_on : "!CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; capacitance : 0.01; }
    pin (D) { direction : input; capacitance : 0.01; timing () { related_pin : CK; timing_type : setup_falling;
      rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (Q) { direction : output; function : "I"; timing () { related_pin : CK; timing_type : falling_edge;
      timing_sense : non_unate; cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.2"); } } } }
}"#;

/// Two registers of a clock that also goes to a port, an input and an output.
const REGISTERS: &str = "module t (input clk, input in, output out, output mark); wire q, n, k;
    BUF c (.A(clk), .Z(k)); BUF m (.A(clk), .Z(mark)); DFF r (.D(in), .CK(k), .Q(q)); BUF u (.A(q), .Z(n));
    DFF s (.D(n), .CK(k), .Q(out)); endmodule";

const CLOCK: &str = "create_clock -name c -period 2 clk; set_input_delay 0.5 -clock c in; set_output_delay 0.1 -clock c {out mark}
    proc paths args {set all {}; foreach p [find_timing_paths -group_path_count 9 {*}$args] {
        lappend all [get_full_name [get_property $p startpoint]]>[get_full_name [get_property $p endpoint]]}; lsort $all}";

#[track_caller]
pub fn values(shell: &mut Shell, cases: &[(&str, &str)]) {
    for (script, expected) in cases {
        let said = match shell.run(script) {
            Ok(value) => value.to_string(),
            Err(exception) => exception.value.to_string(),
        };
        assert_eq!(said, *expected, "{script}");
    }
}

#[test]
fn a_port_does_not_stand_for_its_clock() {
    let all = "clk>mark in>r/D r/Q>s/D s/Q>out";
    values(
        &mut shell(LIBRARY, REGISTERS, CLOCK),
        &[
            ("paths", all),
            ("paths -from [get_clocks c]", all),
            ("paths -from c", all),
            ("paths -from [list [get_ports clk] [get_clocks c]]", all),
            // What starts there arrives as data at another port.
            ("paths -from [get_ports clk]", "clk>mark"),
            ("paths -rise_from clk", "clk>mark"),
            ("paths -from [get_ports clk] -to [all_registers]", ""),
            ("paths -from [get_ports clk] -through u/Z", ""),
            ("paths -from [all_inputs] -to [all_registers]", "in>r/D"),
            ("paths -from [all_inputs] -path_delay min -to [all_registers]", "in>r/D"),
            ("paths -from r", "r/Q>s/D"),
            // Data that is stated at the port of a clock starts there.
            ("set_input_delay 0.3 -clock c clk; paths -from [get_ports clk]", "clk>mark"),
            // Exceptions from a port are about what starts there, too.
            ("set_false_path -from [get_ports clk]; paths -to s/D", "r/Q>s/D"),
        ],
    );
}

#[test]
fn ports_at_ends_of_paths_have_no_net() {
    values(
        &mut shell(LIBRARY, "module t (input a, output y); BUF u (.A(a), .Z(y)); endmodule", ""),
        &[
            (
                "create_clock -name v -period 1; set_input_delay 0.1 -clock v a; set_output_delay 0.1 -clock v y",
                "",
            ),
            (
                "set p [lindex [find_timing_paths] 0]; get_nets -of_objects [get_property $p startpoint]",
                "NULL",
            ),
            ("get_nets -of_objects [get_property $p endpoint]", "NULL"),
            ("get_nets -quiet -of_object [$p pin]", "NULL"),
            ("get_nets -of_objects [get_property [lindex [get_property $p points] 0] pin]", "NULL"),
            (
                "get_full_name [get_nets -of_objects [get_property [lindex [get_property $p points] 1] pin]]",
                "a",
            ),
            ("get_nets -of_objects [sta::get_port_pin [get_ports a]]", "NULL"),
            (
                "set both [get_nets -of_objects [list [get_property $p endpoint] [get_ports a]]]; lindex $both 0",
                "NULL",
            ),
            ("get_full_name [lindex $both 1]", "a"),
            ("get_full_name [get_nets -of_objects [get_ports y]]", "y"),
            // It is a port wherever ports are expected.
            ("get_property [get_property $p endpoint] direction", "output"),
            ("get_property [get_property $p startpoint] object_type", "port"),
            ("get_property -object_type pin [get_property $p startpoint] direction", "input"),
            ("get_full_name [get_ports [get_property $p startpoint]]", "a"),
            ("set_load 0.1 [get_property $p endpoint]", ""),
        ],
    );
}

#[test]
fn the_latency_of_a_launching_clock_is_what_is_stated() {
    let ask = "set all {}; foreach end {r/D s/D} {
        set p [lindex [find_timing_paths -to $end] 0]; lappend all [sta::format_time [$p source_clk_latency] 2]}; set all";
    values(
        &mut shell(LIBRARY, REGISTERS, CLOCK),
        &[
            (ask, "0.00 0.00"),
            (&format!("set_clock_latency 0.3 c; {ask}"), "0.30 0.30"),
            (&format!("set_clock_latency -source 0.2 c; {ask}"), "0.30 0.30"),
            (&format!("set_clock_latency 0.4 [get_pins c/Z]; {ask}"), "0.30 0.40"),
            (&format!("set_propagated_clock c; {ask}"), "0.00 0.00"),
        ],
    );
}

#[test]
fn the_least_period_with_paths_of_ports() {
    let mut shell = shell(LIBRARY, REGISTERS, &format!("{CLOCK}; set_input_delay 1.5 -clock c in"));
    let mut period = |flag: u8| {
        let found = shell.run(&format!("sta::find_clk_min_period c {flag}")).unwrap();
        (found.float().unwrap() * 1e12).round()
    };
    assert_eq!([period(0), period(1)], [400.0, 1600.0]);
}

#[test]
fn ports_are_no_fanout_and_ideal_networks_have_no_limits() {
    let verilog = "module t (input clk, input in, output out); wire k;
        BUF c (.A(clk), .Z(k)); DFF r (.D(in), .CK(k), .Q(out)); DFF s (.D(out), .CK(k), .Q()); endmodule";
    let counts = "list [sta::max_fanout_violation_count] [sta::max_capacitance_violation_count]";
    values(
        &mut shell(LIBRARY, verilog, "create_clock -name c -period 2 clk; set_max_fanout 1 [current_design]"),
        &[
            ("set_max_capacitance 0.005 [current_design]", ""),
            // Of the drivers in, r/Q and those of the clock, r/Q drives a pin and a port.
            (counts, "0 2"),
            (&format!("set_fanout_load 3 out; {counts}"), "1 2"),
            // A network that is built has limits: its last buffer drives two pins.
            (&format!("set_propagated_clock c; {counts}"), "2 4"),
        ],
    );
}

#[test]
fn max_delay_is_about_setup_too() {
    let constraints = format!("{CLOCK}; set_output_delay 1.9 -clock c out; set_max_delay 0.05 -to mark");
    check_in(
        shell(LIBRARY, REGISTERS, &constraints),
        &[
            "report_check_types -max_delay",
            "report_check_types -max_delay -violators -format end",
            "report_check_types -min_delay",
            "report_check_types -recovery -removal",
            "report_check_types -clock_gating_setup -format summary",
            "report_check_types -clock_gating_setup -format end",
        ],
        &expect![[r#"
            % report_check_types -max_delay
            Group                                  Slack
            --------------------------------------------
            c                                      -0.15

            % report_check_types -max_delay -violators -format end
            max_delay/setup group c

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            mark (output)                          -0.05    0.10   -0.15 (VIOLATED)
            out (output)                            0.10    0.20   -0.10 (VIOLATED)

            % report_check_types -min_delay
            Group                                  Slack
            --------------------------------------------
            c                                       0.20

            % report_check_types -recovery -removal
            Group                                  Slack
            --------------------------------------------
            No paths found.

            % report_check_types -clock_gating_setup -format summary
            Startpoint                           Endpoint                               Slack
            --------------------------------------------------------------------------------
            No paths found.

            % report_check_types -clock_gating_setup -format end
            No paths found.

        "#]],
    );
}

/// A clock, one that is made from it, and both as data.
fn divided(constraints: &str, commands: &[&str], expected: &Expect) {
    let verilog = "module t (input clk, input in, output out, output mark); wire k, g, h, q;
        BUF c (.A(clk), .Z(k)); DFF div (.D(in), .CK(k), .Q(g)); BUF e (.A(g), .Z(h));
        DFF r (.D(k), .CK(h), .Q(q)); DFF s (.D(g), .CK(clk), .Q(out)); BUF m (.A(clk), .Z(mark)); endmodule";
    let constraints = format!(
        "create_clock -name c -period 2 clk; create_generated_clock -name g -source clk -divide_by 2 div/Q
        set_output_delay 0.1 -clock c mark; {constraints}"
    );
    check_in(shell(LIBRARY, verilog, &constraints), commands, expected);
}

#[test]
fn clocks_that_arrive_as_data() {
    divided(
        "set_propagated_clock [all_clocks]",
        &[
            "report_checks -to r/D -format full_clock_expanded",
            "report_checks -to s/D -format full_clock",
            "report_checks -to s/D -path_delay min",
            "report_checks -to mark",
        ],
        &expect![[r#"
            % report_checks -to r/D -format full_clock_expanded
            Startpoint: clk (clock source 'c')
            Endpoint: r (rising edge-triggered flip-flop clocked by g)
            Path Group: g
            Path Type: max

              Delay    Time   Description
            ---------------------------------------------------------
               3.00    3.00   clock c (fall edge)
               0.00    3.00   clock source latency
               0.00    3.00 v clk (in)
               0.10    3.10 v c/Z (BUF)
               0.00    3.10 v r/D (DFF)
                       3.10   data arrival time

               4.00    4.00   clock g (rise edge)
               0.00    4.00   clock source latency
               0.00    4.00 ^ clk (in)
               0.10    4.10 ^ c/Z (BUF)
               0.00    4.10 ^ div/CK (DFF)
               0.20    4.30 ^ div/Q (DFF)
               0.10    4.40 ^ e/Z (BUF)
               0.00    4.40 ^ r/CK (DFF)
               0.00    4.40   clock reconvergence pessimism
              -0.10    4.30   library setup time
                       4.30   data required time
            ---------------------------------------------------------
                       4.30   data required time
                      -3.10   data arrival time
            ---------------------------------------------------------
                       1.20   slack (MET)


            % report_checks -to s/D -format full_clock
            Startpoint: div/Q (clock source 'g')
            Endpoint: s (rising edge-triggered flip-flop clocked by c)
            Path Group: c
            Path Type: max

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00   clock g (rise edge)
               0.00    0.00   clock source latency
               0.00    0.00 ^ clk (in)
               0.10    0.10 ^ c/Z (BUF)
               0.00    0.10 ^ div/CK (DFF)
               0.20    0.30 ^ div/Q (DFF)
               0.00    0.30 ^ s/D (DFF)
                       0.30   data arrival time

               2.00    2.00   clock c (rise edge)
               0.00    2.00   clock source latency
               0.00    2.00 ^ clk (in)
               0.00    2.00 ^ s/CK (DFF)
               0.00    2.00   clock reconvergence pessimism
              -0.10    1.90   library setup time
                       1.90   data required time
            ---------------------------------------------------------
                       1.90   data required time
                      -0.30   data arrival time
            ---------------------------------------------------------
                       1.60   slack (MET)


            % report_checks -to s/D -path_delay min
            Startpoint: div/Q (clock source 'g')
            Endpoint: s (rising edge-triggered flip-flop clocked by c)
            Path Group: c
            Path Type: min

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00   clock g (rise edge)
               0.30    0.30   clock source latency
               0.00    0.30 ^ div/Q (DFF)
               0.00    0.30 ^ s/D (DFF)
                       0.30   data arrival time

               0.00    0.00   clock c (rise edge)
               0.00    0.00   clock network delay (propagated)
               0.00    0.00   clock reconvergence pessimism
                       0.00 ^ s/CK (DFF)
               0.00    0.00   library hold time
                       0.00   data required time
            ---------------------------------------------------------
                       0.00   data required time
                      -0.30   data arrival time
            ---------------------------------------------------------
                       0.30   slack (MET)


            % report_checks -to mark
            Startpoint: clk (clock source 'c')
            Endpoint: mark (output port clocked by c)
            Path Group: c
            Path Type: max

              Delay    Time   Description
            ---------------------------------------------------------
               1.00    1.00   clock c (fall edge)
               0.00    1.00 v clk (in)
               0.10    1.10 v m/Z (BUF)
               0.00    1.10 v mark (out)
                       1.10   data arrival time

               2.00    2.00   clock c (rise edge)
               0.00    2.00   clock network delay (propagated)
               0.00    2.00   clock reconvergence pessimism
              -0.10    1.90   output external delay
                       1.90   data required time
            ---------------------------------------------------------
                       1.90   data required time
                      -1.10   data arrival time
            ---------------------------------------------------------
                       0.80   slack (MET)


        "#]],
    );
    divided(
        "set_clock_latency -source 0.3 c",
        &["report_checks -to mark -path_delay min", "report_checks -to mark -format full_clock"],
        &expect![[r#"
            % report_checks -to mark -path_delay min
            Startpoint: clk (clock source 'c')
            Endpoint: mark (output port clocked by c)
            Path Group: c
            Path Type: min

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00   clock c (rise edge)
               0.30    0.30   clock source latency
               0.00    0.30 ^ clk (in)
               0.10    0.40 ^ m/Z (BUF)
               0.00    0.40 ^ mark (out)
                       0.40   data arrival time

               0.00    0.00   clock c (rise edge)
               0.30    0.30   clock network delay (ideal)
               0.00    0.30   clock reconvergence pessimism
              -0.10    0.20   output external delay
                       0.20   data required time
            ---------------------------------------------------------
                       0.20   data required time
                      -0.40   data arrival time
            ---------------------------------------------------------
                       0.20   slack (MET)


            % report_checks -to mark -format full_clock
            Startpoint: clk (clock source 'c')
            Endpoint: mark (output port clocked by c)
            Path Group: c
            Path Type: max

              Delay    Time   Description
            ---------------------------------------------------------
               1.00    1.00   clock c (fall edge)
               0.30    1.30   clock source latency
               0.00    1.30 v clk (in)
               0.10    1.40 v m/Z (BUF)
               0.00    1.40 v mark (out)
                       1.40   data arrival time

               2.00    2.00   clock c (rise edge)
               0.30    2.30   clock network delay (ideal)
               0.00    2.30   clock reconvergence pessimism
              -0.10    2.20   output external delay
                       2.20   data required time
            ---------------------------------------------------------
                       2.20   data required time
                      -1.40   data arrival time
            ---------------------------------------------------------
                       0.80   slack (MET)


        "#]],
    );
}

#[test]
fn registers_that_no_clock_comes_to() {
    let verilog = "module t (input clk, input gate, input in, output out, output low); wire q, n, p;
        DFF r (.D(in), .CK(gate), .Q(q)); BUF u (.A(q), .Z(n)); DFF s (.D(n), .CK(gate), .Q(out));
        DFFN f (.D(in), .CK(q), .Q(p)); BUF v (.A(p), .Z(low)); endmodule";
    check_in(
        shell(LIBRARY, verilog, ""),
        &[
            "report_checks -unconstrained -to s",
            "report_checks -unconstrained -from f -to low -path_delay min",
            "report_checks -unconstrained -from r -format end",
        ],
        &expect![[r#"
            % report_checks -unconstrained -to s
            Startpoint: r (rising edge-triggered flip-flop)
            Endpoint: s/D (internal pin)
            Path Group: unconstrained
            Path Type: max

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00 ^ r/CK (DFF)
               0.20    0.20 ^ r/Q (DFF)
               0.10    0.30 ^ u/Z (BUF)
               0.00    0.30 ^ s/D (DFF)
                       0.30   data arrival time
            ---------------------------------------------------------
            (Path is unconstrained)


            % report_checks -unconstrained -from f -to low -path_delay min
            Startpoint: f (falling edge-triggered flip-flop)
            Endpoint: low (output port)
            Path Group: unconstrained
            Path Type: min

              Delay    Time   Description
            ---------------------------------------------------------
               0.00    0.00 v f/CK (DFFN)
               0.20    0.20 ^ f/Q (DFFN)
               0.10    0.30 ^ v/Z (BUF)
               0.00    0.30 ^ low (out)
                       0.30   data arrival time
            ---------------------------------------------------------
            (Path is unconstrained)


            % report_checks -unconstrained -from r -format end
            max_delay/setup group unconstrained

                                                 Required  Actual
            Endpoint                               Delay   Delay   Slack
            ------------------------------------------------------------
            s/D (DFF)                                INF    0.30     INF

        "#]],
    );
    values(
        &mut shell(LIBRARY, verilog, ""),
        &[
            (
                "create_clock -name c -period 1 clk; set p [lindex [find_timing_paths -unconstrained -to s/D] 0]; llength $p",
                "1",
            ),
            ("get_full_name [get_property $p startpoint]", "r/Q"),
            ("get_property $p startpoint_clock", ""),
            ("get_property $p startpoint_clock_edge", ""),
            ("get_property $p arrival", "0.300000"),
        ],
    );
}

#[test]
fn variables_are_applied_or_refused() {
    let verilog = "module t (input clk, input a, input b, output z); SLOW u (.A(a), .B(b), .Z(z)); endmodule";
    let refused = |name: &str, value: &str, only: &str| {
        format!("{name} is '{value}', which is not supported: only {only} is there yet")
    };
    let arrival = "get_property [get_ports z] arrival_max_rise";
    let mut shell = shell(LIBRARY, verilog, "set_input_delay 0 [get_ports {a b}]");
    values(
        &mut shell,
        &[
            (arrival, "0.400000"),
            (&format!("set sta_cond_default_arcs_enabled 0; {arrival}"), "0.100000"),
            (&format!("set sta_cond_default_arcs_enabled 1; {arrival}"), "0.400000"),
            (&format!("set sta_pocv_mode normal; {arrival}"), &refused("sta_pocv_mode", "normal", "scalar")),
            (&format!("set sta_pocv_mode scalar; set sta_pocv_quantile 2; {arrival}"), "0.400000"),
            (
                &format!("set sta_pocv_quantile some; {arrival}"),
                "sta_pocv_quantile is 'some': expected a number of sigmas",
            ),
            (
                &format!("set sta_pocv_quantile 3; set sta_propagate_gated_clock_enable 0; {arrival}"),
                &refused("sta_propagate_gated_clock_enable", "0", "1"),
            ),
            (
                &format!("set sta_propagate_gated_clock_enable true; set hierarchy_separator .; {arrival}"),
                &refused("hierarchy_separator", ".", "/"),
            ),
            (&format!("set hierarchy_separator /; {arrival}"), "0.400000"),
            ("set sta_propagate_all_clocks 1; create_clock -name c -period 1 clk", ""),
            (
                "create_generated_clock -name g -source clk -divide_by 2 u/Z; set sta_propagate_all_clocks 0",
                "0",
            ),
            ("create_clock -name v -period 1", ""),
            (
                "set all {}; foreach c [all_clocks] {lappend all [get_property $c is_propagated]}; set all",
                "1 1 0",
            ),
        ],
    );
}
