//! Reports on the example design, and what they refuse.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use zeroslack::units::Split;
use zeroslack_shell::Shell;

const LOAD: &str = "read_liberty -min pulse_fast.lib; read_liberty -max pulse_slow.lib; read_verilog pulse.v
    link_design; read_spef pulse.spef; read_sdc pulse.sdc";

/// A shell with the example design.
pub fn pulse() -> Shell {
    let mut shell = Shell::new();
    let folder = format!("{}/../../examples/pulse", env!("CARGO_MANIFEST_DIR"));
    let outcome = shell.run(&format!("cd {{{folder}}}\n{LOAD}"));
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
}

/// A shell with a design of the example's cells: a loop of two gates, a register with two clocks and one without any.
fn faulty() -> Shell {
    let verilog = "module faulty (input a, input c1, input nc, output z, output q);
        wire x, y;
        ZL_NAND2_X1 g1 (.A(a), .B(y), .Y(x));
        ZL_INV_X1 g2 (.A(x), .Y(y));
        ZL_INV_X1 g3 (.A(y), .Y(z));
        ZL_DFF_X1 r1 (.D(a), .CK(c1), .Q(q));
        ZL_DFF_X1 r2 (.D(a), .CK(nc));
    endmodule";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), verilog).unwrap();
    let mut shell = Shell::new();
    let libraries = format!("{}/../../examples/pulse", env!("CARGO_MANIFEST_DIR"));
    let outcome = shell.run(&format!(
        "read_liberty {{{libraries}/pulse_slow.lib}}; read_verilog {{{}}}; link_design faulty
        create_clock -period 2 -name one c1; create_clock -period 3 -name two -add c1
        set_output_delay 0.1 -clock one z",
        file.path().display()
    ));
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
}

/// What commands print, or their error.
pub fn printed(shell: &mut Shell, command: &str) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    match shell.run(&format!("{command} > {{{}}}", file.path().display())) {
        Ok(_) => std::fs::read_to_string(file.path()).unwrap(),
        Err(exception) => format!("Error: {}\n", exception.message()),
    }
}

pub fn check(commands: &[&str], expected: &Expect) {
    check_in(pulse(), commands, expected);
}

pub fn check_in(mut shell: Shell, commands: &[&str], expected: &Expect) {
    let texts = commands.iter().map(|command| format!("% {command}\n{}", printed(&mut shell, command)));
    expected.assert_eq(&texts.collect::<String>());
}

#[test]
fn slacks() {
    check(
        &[
            "report_worst_slack -max -min -digits 4",
            "report_tns",
            "report_tns -min -digits 4",
            "report_wns -path_group clk -digits 4",
            "report_worst_slack -path_groups asynchronous -digits 4",
            "report_worst_slack -path_groups unclocked",
            "report_worst_slack -path_groups other",
            "report_tns -digits x",
            "report_tns -corner slow",
            "report_tns -scenes {default}",
        ],
        &expect![[r#"
            % report_worst_slack -max -min -digits 4
            worst slack max -0.1414
            worst slack min -0.0076
            % report_tns
            tns max -0.86
            % report_tns -min -digits 4
            tns min -0.0208
            % report_wns -path_group clk -digits 4
            wns max -0.1414
            % report_worst_slack -path_groups asynchronous -digits 4
            worst slack max 0.8979
            % report_worst_slack -path_groups unclocked
            worst slack max INF
            % report_worst_slack -path_groups other
            Error: report_worst_slack: there is no path group 'other': expected the name of a clock or of a group, asynchronous, 'path delay' or unclocked; 'report_worst_slack -help' says how it is used
            % report_tns -digits x
            Error: report_tns: -digits is 'x': expected 0 to 17; 'report_tns -help' says how it is used
            % report_tns -corner slow
            Error: report_tns: there is no corner 'slow': expected default; 'report_tns -help' says how it is used
            % report_tns -scenes {default}
            tns max -0.86
        "#]],
    );
    let mut shell = pulse();
    let mut number = |command: &str| shell.run(command).unwrap().float().unwrap();
    let worst = number("worst_slack -max");
    assert!((number("sta::time_sta_ui [sta::worst_slack_cmd max]") - worst).abs() < 1e-9);
    assert!((number("sta::time_sta_ui [sta::worst_slack_corner default max]") - worst).abs() < 1e-9);
    assert!((number("worst_negative_slack -max") - worst.min(0.0)).abs() < 1e-9);
    assert!(number("total_negative_slack -max") <= worst);
    // A pin that is tied to a constant is no endpoint.
    assert_eq!(format!("{}", number("sta::endpoint_count")), "189");
    assert!((number("worst_slack -path_groups unclocked") - 1e30).abs() < 1e15);
    let failing = number("sta::endpoint_violation_count max");
    let slacks = shell.session().unwrap().timed().unwrap().endpoint_slacks();
    let late = slacks.iter().filter(|end| end.kind.split() == Split::Late && end.slack < 0);
    let pins: BTreeSet<_> = late.map(|end| end.pin).collect();
    assert!(pins.len() > 1 && (failing - pins.len() as f64).abs() < 1e-9);
}

#[test]
fn clocks() {
    check(
        &[
            "report_clock_properties",
            "report_clock_properties clk",
            "report_clock_skew -digits 4",
            "report_clock_skew -hold -digits 4",
            "report_clock_skew -format json",
            "report_clock_latency -digits 4 -clocks clk",
            "report_clock_min_period",
            "report_clock_min_period -include_port_paths -format json",
            "report_clock_skew -setup -hold",
            "report_clock_skew -include_internal_latency",
            "report_clock_latency -format yaml",
        ],
        &expect![[r#"
            % report_clock_properties
            Clock                   Period          Waveform
            ----------------------------------------------------
            clk                       1.12        0.00      0.56
            % report_clock_properties clk
            Clock                   Period          Waveform
            ----------------------------------------------------
            clk                       1.12        0.00      0.56
            % report_clock_skew -digits 4
            Clock clk
             0.1189 source latency run_reg/CK ^
            -0.0397 target latency icg_code/CK ^
            -0.0038 CRPR
            --------------
             0.0754 setup skew

            % report_clock_skew -hold -digits 4
            Clock clk
             0.1136 source latency u_mac/acc_reg[18]/CK ^
            -0.1857 target latency dump_reg[18]/CK ^
             0.0038 CRPR
            --------------
            -0.0683 hold skew

            % report_clock_skew -format json
            [
              {
                "clock": "clk",
                "check": "setup",
                "skew": 75.4326,
                "launch": {
                  "pin": "run_reg/CK",
                  "edge": "rise",
                  "latency": 118.8815
                },
                "capture": {
                  "pin": "icg_code/CK",
                  "edge": "rise",
                  "latency": 39.6513
                },
                "uncertainty": 0.0,
                "crpr": -3.7976
              }
            ]
            % report_clock_latency -digits 4 -clocks clk
            Clock clk
            rise -> rise
                min     max
             0.0000  0.0000 source latency
             0.0397         network latency icg_code/CK
                     0.1862 network latency dump_reg[13]/CK
            ---------------
             0.0397  0.1862 latency
                     0.1465 skew

            fall -> fall
                min     max
             0.0000  0.0000 source latency
             0.0386         network latency icg_code/CK
                     0.1817 network latency dump_reg[13]/CK
            ---------------
             0.0386  0.1817 latency
                     0.1431 skew


            % report_clock_min_period
            clk period_min = 1.26 fmax = 792.77
            % report_clock_min_period -include_port_paths -format json
            [
              {
                "clock": "clk",
                "min_period": 1261.4002,
                "max_frequency": 792.7698124671298,
                "endpoint": "u_mac/p_reg[14]/D",
                "check": "setup"
              }
            ]
            % report_clock_skew -setup -hold
            Error: report_clock_skew: -setup and -hold are two reports; 'report_clock_skew -help' says how it is used
            % report_clock_skew -include_internal_latency
            Error: report_clock_skew: -include_internal_latency is not supported: what libraries say of latencies in cells is not applied; 'report_clock_skew -help' says how it is used
            % report_clock_latency -format yaml
            Error: report_clock_latency: -format: 'yaml' is neither text nor json; 'report_clock_latency -help' says how it is used
        "#]],
    );
    let mut shell = pulse();
    let mut number = |command: &str| shell.run(command).unwrap().float().unwrap();
    assert!(number("worst_clock_skew -setup").abs() > 0.0);
    // The flag says whether paths of ports count.
    assert!((number("sta::find_clk_min_period clk 0") - 1e-9).abs() < 1e-9);
    assert!((number("sta::find_clk_min_period clk 1") - 1.2614e-9).abs() < 1e-12);
}

#[test]
fn latency_with_its_paths() {
    check(
        &["report_clock_latency -verbose"],
        &expect![[r#"
        % report_clock_latency -verbose
        Clock clk
        rise -> rise
        min path
            Delay      Time
             0.00      0.00 ^ clk
             0.00      0.00 ^ cb_root/A
             0.03      0.03 ^ cb_root/Y
             0.01      0.04 ^ icg_code/CK

        max path
            Delay      Time
             0.00      0.00 ^ clk
             0.00      0.00 ^ cb_root/A
             0.04      0.04 ^ cb_root/Y
             0.01      0.05 ^ icg_dump/CK
             0.05      0.09 ^ icg_dump/GCK
             0.00      0.10 ^ cb_late/A
             0.03      0.13 ^ cb_late/Y
             0.00      0.13 ^ cb_d1/A
             0.05      0.18 ^ cb_d1/Y
             0.00      0.19 ^ dump_reg[13]/CK

            min     max
           0.00    0.00 source latency
           0.04         network latency icg_code/CK
                   0.19 network latency dump_reg[13]/CK
        ---------------
           0.04    0.19 latency
                   0.15 skew

        fall -> fall
        min path
            Delay      Time
             0.00      0.00 v clk
             0.00      0.00 v cb_root/A
             0.03      0.03 v cb_root/Y
             0.01      0.04 v icg_code/CK

        max path
            Delay      Time
             0.00      0.00 v clk
             0.00      0.00 v cb_root/A
             0.03      0.03 v cb_root/Y
             0.01      0.04 v icg_dump/CK
             0.05      0.09 v icg_dump/GCK
             0.00      0.10 v cb_late/A
             0.03      0.13 v cb_late/Y
             0.00      0.13 v cb_d1/A
             0.05      0.18 v cb_d1/Y
             0.00      0.18 v dump_reg[13]/CK

            min     max
           0.00    0.00 source latency
           0.04         network latency icg_code/CK
                   0.18 network latency dump_reg[13]/CK
        ---------------
           0.04    0.18 latency
                   0.14 skew


    "#]],
    );
}

#[test]
fn pins_and_arcs() {
    check(
        &[
            "report_arrivals u_mac/acc_reg[10]/CK",
            "report_arrivals {dump_reg[10]/D clk}",
            "report_required dump_reg[10]/D",
            "report_slack dump_reg[10]/D",
            "report_slews dump_reg[10]/D",
            "report_edges -from cb_root/A",
            "report_edges -from cb_root/Y -to icg_acc/CK",
            "report_edges",
            "report_edges -from cb_root/Y -to clk",
            "report_dcalc -from cb_root/A -digits 4",
            "report_dcalc -min -to cb_root/Y -digits 2",
            "report_dcalc -from clk",
            "report_disabled_edges",
            "report_arrivals nothing",
        ],
        &expect![[r#"
            % report_arrivals u_mac/acc_reg[10]/CK
             (clk ^) r 0.12:0.13 f INF:-INF
             (clk v) r INF:-INF f 0.68:0.69
            % report_arrivals {dump_reg[10]/D clk}
            dump_reg[10]/D
             (clk ^) r 0.19:0.21 f 0.19:0.21
            clk
             (clk ^) r 0.00:0.00 f INF:-INF
             (clk v) r INF:-INF f 0.56:0.56
            % report_required dump_reg[10]/D
             (clk ^) r 0.20:1.26 f 0.19:1.25
            % report_slack dump_reg[10]/D
             (clk ^) r -0.01:1.05 f -0.01:1.05
            % report_slews dump_reg[10]/D
            dump_reg[10]/D ^ 0.04:0.05 v 0.04:0.04
            % report_edges -from cb_root/A
            cb_root/A -> cb_root/Y combinational
              ^ -> ^ 0.03:0.04
              v -> v 0.03:0.03
            % report_edges -from cb_root/Y -to icg_acc/CK
            cb_root/Y -> icg_acc/CK wire
              ^ -> ^ 0.01:0.01
              v -> v 0.01:0.01
            % report_edges
            Error: report_edges: expected -from, -to or both; 'report_edges -help' says how it is used
            % report_edges -from cb_root/Y -to clk
            Error: report_edges: there is no arc between these pins; 'report_edges -help' says how it is used
            % report_dcalc -from cb_root/A -digits 4
            Library: pulse_slow
            Cell: ZL_CLKBUF_X8
            Arc sense: positive_unate
            Arc type: combinational
            A ^ -> Y ^
            P = 1.0000 V = 1.0800 T = 90.0000
            ------- input_net_transition = 0.0300
            |       total_output_net_capacitance = 0.0235
            |        0.0128     0.0320
            v      --------------------
            0.0150 | 0.0290     0.0355
            0.0350 | 0.0330     0.0397
            Table value = 0.0357
            PVT scale factor = 1.0000
            Delay = 0.0357

            ------- input_net_transition = 0.0300
            |       total_output_net_capacitance = 0.0235
            |        0.0128     0.0320
            v      --------------------
            0.0150 | 0.0181     0.0268
            0.0350 | 0.0190     0.0274
            Table value = 0.0235
            PVT scale factor = 1.0000
            Slew = 0.0235

            .............................................

            A v -> Y v
            P = 1.0000 V = 1.0800 T = 90.0000
            ------- input_net_transition = 0.0300
            |       total_output_net_capacitance = 0.0234
            |        0.0128     0.0320
            v      --------------------
            0.0150 | 0.0285     0.0347
            0.0350 | 0.0319     0.0383
            Table value = 0.0346
            PVT scale factor = 1.0000
            Delay = 0.0346

            ------- input_net_transition = 0.0300
            |       total_output_net_capacitance = 0.0234
            |        0.0128     0.0320
            v      --------------------
            0.0150 | 0.0179     0.0262
            0.0350 | 0.0188     0.0269
            Table value = 0.0231
            PVT scale factor = 1.0000
            Slew = 0.0231

            .............................................

            % report_dcalc -min -to cb_root/Y -digits 2
            Library: pulse_fast
            Cell: ZL_CLKBUF_X8
            Arc sense: positive_unate
            Arc type: combinational
            A ^ -> Y ^
            P = 1.00 V = 1.12 T = 80.00
            ------- input_net_transition = 0.03
            |       total_output_net_capacitance = 0.02
            |        0.01     0.03
            v      --------------------
            0.01 | 0.03     0.03
            0.04 | 0.03     0.04
            Table value = 0.03
            PVT scale factor = 1.00
            Delay = 0.03

            ------- input_net_transition = 0.03
            |       total_output_net_capacitance = 0.02
            |        0.01     0.03
            v      --------------------
            0.01 | 0.02     0.02
            0.04 | 0.02     0.03
            Table value = 0.02
            PVT scale factor = 1.00
            Slew = 0.02

            .............................................

            A v -> Y v
            P = 1.00 V = 1.12 T = 80.00
            ------- input_net_transition = 0.03
            |       total_output_net_capacitance = 0.02
            |        0.01     0.03
            v      --------------------
            0.01 | 0.03     0.03
            0.04 | 0.03     0.03
            Table value = 0.03
            PVT scale factor = 1.00
            Delay = 0.03

            ------- input_net_transition = 0.03
            |       total_output_net_capacitance = 0.02
            |        0.01     0.03
            v      --------------------
            0.01 | 0.02     0.02
            0.04 | 0.02     0.02
            Table value = 0.02
            PVT scale factor = 1.00
            Slew = 0.02

            .............................................

            % report_dcalc -from clk
            Error: report_dcalc: no arc of a cell leads from this pin, or to it; 'report_dcalc -help' says how it is used
            % report_disabled_edges
            sync_reg[0] CK D constant D=1
            sync_reg[0] CK D constant D=1
            tie_one/Y sync_reg[0]/D constant Y=1 D=1
            % report_arrivals nothing
            Error: report_arrivals: 'nothing' is no pin or port; 'report_arrivals -help' says how it is used
        "#]],
    );
}

#[test]
fn cells_and_nets() {
    check(
        &[
            "report_instance cb_root",
            "report_instance dump_reg[10]",
            "report_instance u_mac",
            "report_lib_cell ZL_DFFR_X1 -digits 4",
            "report_lib_cell nothing",
            "report_net clk -digits 4",
            "report_net nothing",
            "report_parasitic_annotation",
            "check_setup",
            "check_setup -verbose -unconstrained_endpoints",
            "check_setup -no_clock -multiple_clock",
            "check_setup -generated_clocks",
            "check_setup -format json -no_input_delay",
        ],
        &expect![[r#"
            % report_instance cb_root
            Instance cb_root
             Cell: ZL_CLKBUF_X8
             Library: pulse_slow
             Input pins:
              A clk
             Output pins:
              Y ck_root
            % report_instance dump_reg[10]
            Instance dump_reg[10]
             Cell: ZL_DFFR_X1
             Library: pulse_slow
             Input pins:
              D acc[10]
              CK ck_d[1]
              RN rst[6]
             Output pins:
              Q dump[10]
            % report_instance u_mac
            Error: report_instance: 'u_mac' is an instance of a module: expected a cell; get_cells finds those in it; 'report_instance -help' says how it is used
            % report_lib_cell ZL_DFFR_X1 -digits 4
            Cell ZL_DFFR_X1
            Library pulse_slow
            Area 5.3200
             D input 0.0012
             CK input 0.0010 clock
             RN input 0.0014
             Q output function=IQ
            % report_lib_cell nothing
            Error: report_lib_cell: 'nothing' is no library cell; 'report_lib_cell -help' says how it is used
            % report_net clk -digits 4
            Net clk
             Pin capacitance: 0.0029-0.0030
             Wire capacitance: 0.0006
             Total capacitance: 0.0036-0.0037
             Number of drivers: 1
             Number of loads: 1
             Number of pins: 2

            Driver pins
             clk input port

            Load pins
             cb_root/A input (ZL_CLKBUF_X8) 0.0029-0.0030

            % report_net nothing
            Error: report_net: 'nothing' is no net; 'report_net -help' says how it is used
            % report_parasitic_annotation
            Found 1 unannotated drivers.
            Found 0 partially unannotated drivers.
            % check_setup
            Warning: There is 1 input port missing set_input_delay.
            Warning: There are 2 unconstrained endpoints.
            % check_setup -verbose -unconstrained_endpoints
            Warning: There are 2 unconstrained endpoints.
              sync_reg[0]/RN
              sync_reg[1]/RN
            % check_setup -no_clock -multiple_clock
            % check_setup -generated_clocks
            % check_setup -format json -no_input_delay
            {
              "no_input_delay": [
                "rst_n"
              ]
            }
        "#]],
    );
}

#[test]
fn what_is_wrong_with_a_design() {
    check_in(
        faulty(),
        &[
            "check_setup",
            "check_setup -verbose",
            "check_setup -loops -multiple_clock -format json",
            "report_disabled_edges",
            "report_parasitic_annotation -report_unannotated",
            "report_clock_skew",
            "report_clock_min_period -clocks two",
            "report_arrivals r1/CK",
            "report_net y -digits 4",
        ],
        &expect![[r#"
            % check_setup
            Warning: There are 2 input ports missing set_input_delay.
            Warning: There is 1 output port missing set_output_delay.
            Warning: There is 1 register/latch pin with multiple clocks.
            Warning: There is 1 unclocked register/latch pin.
            Warning: There are 4 unconstrained endpoints.
            Warning: There is 1 combinational loop in the design.
            % check_setup -verbose
            Warning: There are 2 input ports missing set_input_delay.
              a
              nc
            Warning: There is 1 output port missing set_output_delay.
              q
            Warning: There is 1 register/latch pin with multiple clocks.
              r1/CK
                one
                two
            Warning: There is 1 unclocked register/latch pin.
              r2/CK
            Warning: There are 4 unconstrained endpoints.
              q
              r1/D
              r2/D
              z
            Warning: There is 1 combinational loop in the design.
              g1/Y
              g2/A
              g2/Y
              g1/B
              | loop cut point
              g1/Y
              --------------------------------
            % check_setup -loops -multiple_clock -format json
            {
              "multiple_clock": [
                {
                  "pin": "r1/CK",
                  "clocks": [
                    "one",
                    "two"
                  ]
                }
              ],
              "loops": [
                [
                  "g1/Y",
                  "g2/A",
                  "g2/Y",
                  "g1/B"
                ]
              ]
            }
            % report_disabled_edges
            g1 B Y loop
            % report_parasitic_annotation -report_unannotated
            Found 7 unannotated drivers.
             a
             c1
             nc
             g3/Y
             r1/Q
             g1/Y
             g2/Y
            Found 0 partially unannotated drivers.
            % report_clock_skew
            Clock one
            No launch/capture paths found.

            Clock two
            No launch/capture paths found.

            % report_clock_min_period -clocks two
            two period_min = 0.00 fmax = inf
            % report_arrivals r1/CK
             (one ^) r 0.00:0.00 f INF:-INF
             (one v) r INF:-INF f 1.00:1.00
             (two ^) r 0.00:0.00 f INF:-INF
             (two v) r INF:-INF f 1.50:1.50
            % report_net y -digits 4
            Net y
             Pin capacitance: 0.0031
             Wire capacitance: 0.0000
             Total capacitance: 0.0031
             Number of drivers: 1
             Number of loads: 2
             Number of pins: 3

            Driver pins
             g2/Y output (ZL_INV_X1)

            Load pins
             g1/B input (ZL_NAND2_X1) 0.0016
             g3/A input (ZL_INV_X1) 0.0015

        "#]],
    );
}

#[test]
fn power_is_not_there() {
    check(
        &["report_power", "write_timing_model out.lib"],
        &expect![[r#"
        % report_power
        Error: report_power is not there: power is not computed
        % write_timing_model out.lib
        Error: write_timing_model is not there yet: there is no writer of this format yet
    "#]],
    );
}

/// Paths pass a point by the edge that an option asks for, and by both without.
#[test]
fn paths_pass_by_the_edges_that_are_asked_for() {
    let mut shell = pulse();
    let script = r#"
        proc edges {option at} {
            set found {}
            foreach of {max min} {
                foreach path [find_timing_paths $option $at -path_delay $of -group_path_count 100 -endpoint_path_count 20] {
                    foreach point [get_property $path points] {
                        if {[get_full_name [get_property $point pin]] eq $at} {dict set found [get_property $point transition] 1}
                    }
                }
            }
            lsort [dict keys $found]
        }
        set path [lindex [find_timing_paths -from {sample[0]}] 0]
        set pins [lmap point [get_property $path points] {get_full_name [get_property $point pin]}]
        set ends [list from [lindex $pins 0] through [lindex $pins [expr {[llength $pins] / 2}]] to [lindex $pins end]]
        set lines {}
        foreach {end at} $ends {
            foreach edge {{} rise_ fall_} {lappend lines "-$edge$end: [edges -$edge$end $at]"}
        }
        join $lines \n"#;
    let found = shell.run(script).unwrap_or_else(|exception| panic!("{}", exception.message())).to_string();
    let expected = "-from: fall rise\n-rise_from: rise\n-fall_from: fall
-through: fall rise\n-rise_through: rise\n-fall_through: fall
-to: fall rise\n-rise_to: rise\n-fall_to: fall";
    assert_eq!(found, expected);
}
