//! What small libraries are read as.

use expect_test::{Expect, expect};
use zeroslack_liberty::{Library, Table, TimingSense, read};
use zeroslack_units::Split;

use super::show;

/// Reads a library that must be without fault.
#[track_caller]
fn library(text: &str) -> Library {
    let (library, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{diagnostics}");
    library
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&show::library(&library(text)));
}

/// A check of what is inside the library group.
#[track_caller]
fn in_library(body: &str, expected: Expect) {
    check(&format!("library (l) {{\n{body}\n}}"), expected);
}

/// A check of what is inside a cell, in a library with a few templates and types.
#[track_caller]
fn in_cell(body: &str, expected: Expect) {
    in_library(&format!("{TEMPLATES}\ncell (c) {{\n{body}\n}}"), expected);
}

const TEMPLATES: &str = r#"
    lu_table_template (slews) { variable_1 : input_net_transition; index_1 ("1, 2"); }
    lu_table_template (loads) { variable_1 : total_output_net_capacitance; index_1 ("1, 2"); }
    lu_table_template (slew_load) {
        variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
        index_1 ("1, 2"); index_2 ("3, 4, 5");
    }
    lu_table_template (load_slew) {
        variable_1 : total_output_net_capacitance; variable_2 : input_transition_time;
        index_1 ("1, 2"); index_2 ("3, 4, 5");
    }
    lu_table_template (check) {
        variable_1 : related_pin_transition; variable_2 : constrained_pin_transition;
        index_1 ("1"); index_2 ("1, 2");
    }
    lu_table_template (three) {
        variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
        variable_3 : related_out_total_output_net_capacitance;
        index_1 ("1, 2"); index_2 ("1"); index_3 ("1, 2");
    }
    type (up) { base_type : array; data_type : bit; bit_width : 2; bit_from : 0; bit_to : 1; downto : false; }
    type (down) { base_type : array; data_type : bit; bit_width : 2; bit_from : 1; bit_to : 0; downto : true; }
    type (three_bits) { bit_width : 3; downto : true; }
"#;

#[test]
fn all_numbers_come_in_our_units() {
    let text = r#"
        time_unit : "10ps"; capacitive_load_unit (2, ff); pulling_resistance_unit : "100ohm"; voltage_unit : "1mV";
        slew_derate_from_library : 0.5; nom_voltage : 900; nom_process : 1; nom_temperature : -40;
        default_max_transition : 7; default_max_capacitance : 8; default_max_fanout : 9; default_fanout_load : 1.5;
        operating_conditions (slow) { process : 1.2; voltage : 800; temperature : 125; tree_type : worst_case_tree; }
        default_operating_conditions : slow;
        input_threshold_pct_rise : 45; output_threshold_pct_fall : 55;
        slew_lower_threshold_pct_rise : 10; slew_upper_threshold_pct_fall : 90;
    "#;
    let read = library(&format!("library (\"l\") {{ {text} }}"));
    expect![[r#"
        Library {
            name: "l",
            units: Units {
                time: 10.0,
                capacitance: 2.0,
                resistance: 0.1,
                voltage: 0.001,
                current: 1.0,
                power: 1.0,
            },
            thresholds: Thresholds {
                input: RiseFall {
                    rise: 45.0,
                    fall: 50.0,
                },
                output: RiseFall {
                    rise: 50.0,
                    fall: 55.0,
                },
                slew_lower: RiseFall {
                    rise: 10.0,
                    fall: 20.0,
                },
                slew_upper: RiseFall {
                    rise: 80.0,
                    fall: 90.0,
                },
                slew_derate: 0.5,
            },
            nominal: OperatingConditions {
                name: "",
                process: Some(
                    1.0,
                ),
                voltage: Some(
                    0.9,
                ),
                temperature: Some(
                    -40.0,
                ),
                tree_type: None,
            },
            operating_conditions: [
                OperatingConditions {
                    name: "slow",
                    process: Some(
                        1.2,
                    ),
                    voltage: Some(
                        0.8,
                    ),
                    temperature: Some(
                        125.0,
                    ),
                    tree_type: Some(
                        "worst_case_tree",
                    ),
                },
            ],
            default_operating_conditions: Some(
                "slow",
            ),
            default_max_transition: Some(
                35.0,
            ),
            default_max_capacitance: Some(
                16.0,
            ),
            default_max_fanout: Some(
                9.0,
            ),
            default_fanout_load: Some(
                1.5,
            ),
            cells: [],
        }
    "#]]
    .assert_debug_eq(&read);
}

#[test]
fn units_hold_for_cells_that_come_before_them() {
    in_library(
        r#"
        cell (c) {
            pin (A) { direction : input; capacitance : 2; }
            pin (Y) { direction : output; timing () { related_pin : A; cell_rise (t) { values ("5, 6"); } } }
        }
        lu_table_template (t) { variable_1 : input_net_transition; index_1 ("3, 4"); }
        time_unit : "1ps"; capacitive_load_unit (1, ff); default_max_transition : 9;"#,
        expect![[r#"
            cell c
              A Input 2 max_transition=9
              Y Output 0 max_transition=9
                A Combinational NonUnate
                  delay rise InputSlew[3.0, 4.0] = [5.0, 6.0]
        "#]],
    );
}

#[test]
fn default_units_are_nanoseconds_and_picofarads() {
    in_library(
        "cell (c) { pin (A) { direction : input; capacitance : 0.001; max_transition : 0.5; } }",
        expect![[r#"
        cell c
          A Input 1 max_transition=500
    "#]],
    );
}

#[test]
fn slew_derate_scales_slews_and_their_axes_and_no_delays() {
    in_library(
        r#"
        time_unit : "1ps"; slew_derate_from_library : 0.5;
        lu_table_template (t) { variable_1 : input_net_transition; index_1 ("10, 20"); }
        cell (c) {
            pin (A) { direction : input; max_transition : 100; }
            pin (Y) {
                direction : output;
                timing () {
                    related_pin : "A";
                    cell_rise (t) { values ("1, 2"); }
                    rise_transition (t) { values ("1, 2"); }
                    ocv_sigma_rise_transition (t) { values ("3, 4"); }
                }
            }
        }"#,
        expect![[r#"
            cell c
              A Input 0 max_transition=50
              Y Output 0
                A Combinational NonUnate
                  delay rise InputSlew[5.0, 10.0] = [1.0, 2.0]
                  slew rise InputSlew[5.0, 10.0] = [0.5, 1.0]
                  early slew sigma rise InputSlew[5.0, 10.0] = [1.5, 2.0]
                  late slew sigma rise InputSlew[5.0, 10.0] = [1.5, 2.0]
        "#]],
    );
}

#[test]
fn defaults_hold_where_a_pin_states_nothing() {
    in_library(
        r#"
        time_unit : "1ps"; capacitive_load_unit (1, ff);
        default_input_pin_cap : 1; default_output_pin_cap : 2; default_inout_pin_cap : 3;
        default_max_transition : 4; default_max_capacitance : 5; default_max_fanout : 6; default_fanout_load : 7;
        cell (c) {
            pin (A) { direction : input; }
            pin (Y) { direction : output; }
            pin (Z) { direction : inout; }
            pin (N) { direction : internal; }
            pin (S) { direction : output; capacitance : 0; max_transition : 1; max_capacitance : 1; max_fanout : 1; }
            pin (R) { direction : input; rise_capacitance : 8; fall_capacitance : 9; }
        }"#,
        expect![[r#"
            cell c
              A Input 1 max_transition=4 fanout_load=7
              Y Output 2 max_transition=4 max_capacitance=5 max_fanout=6
              Z Inout 3 max_transition=4 max_capacitance=5 max_fanout=6 fanout_load=7
              N Internal 0
              S Output 0 max_transition=1 max_capacitance=1 max_fanout=1
              R Input 9 8/9 max_transition=4 fanout_load=7
        "#]],
    );
}

#[test]
fn every_form_of_statement() {
    check(
        "/* head */ library(l){cell(\"c\"){area:2.5\n pin(A);\n\
         pin ( \"B\" , C ) { direction : \"input\" ; capacitance : 0.001 // a comment\n clock : true /* } */ ;\n\
         max_transition ( 0.5 ) ; max_fanout(\"3\") }\n\
         unknown () { \"}\" ; /* } */ // }\n { } }\n\
         leakage_power () { when : \"A }\"; value : 1; }\n\
         unknown : \"a \\\" b }\" ; odd : 0.3 * VDD ; define (a, b, \"c)\"); empty () ;\n\
         pin \\\n (D) \\\n { \\\n direction \\\n : input; } } }",
        expect![[r#"
            cell c area=2.5
              A Input 0
              B Input 1 clock max_transition=500 max_fanout=3
              C Input 1 clock max_transition=500 max_fanout=3
              D Input 0
        "#]],
    );
}

#[test]
fn a_backslash_continues_a_line_wherever_a_blank_may_be() {
    check(
        "library (l\\\n) { capacitive_load_unit (1.000000, \\\n  \"ff\");\n time_unit \\\n : \\\n 1ps \\\n ;\n\
         lu_table_template (t \\\n) { variable_1 : input_net_transition\\\n ; index_1 ( \\\n \"1, \\\n 2\" \\\n) ; }\n\
         cell \\\n ( \\\n c \\\n) \\  \n { area : 1.5 \\\r\n ; dont_use : true\\\n;\n\
         pin (A\\\n, \\\n B) { direction : input \\\n\\\n ; capacitance ( \\\n 2 \\\n) ; rise_capacitance_range (1 \\\n , 3\\\n) ; }\n\
         pin (Y) { direction : output; function : A & \\\n !B \\\n ; three_state : \"A \\\n B\" \\\n ; timing ( \\\n) {\n\
         related_pin : \"A \\\n B\"; timing_sense : positive_unate \\\n ; cell_rise (t \\\n) { values (\"1, \\\n 2\" \\\n) ; }\n\
         cell_fall ( \\\n \"scalar\") { values ( \\\n 3) ; } } } } }",
        expect![[r#"
            cell c dont_use area=1.5
              A Input 2 rise=1..3
              B Input 2 rise=1..3
              Y Output 0 function=(A & !B) three_state=(A & B)
                A,B Combinational Positive
                  delay rise InputSlew[1.0, 2.0] = [1.0, 2.0]
                  delay fall = [3.0]
        "#]],
    );
}

#[test]
fn windows_line_ends() {
    check(
        "library (l) {\r\n  cell (c) {\r\n    area : 3\r\n    pin (A) {\r\n      direction : input\r\n    }\r\n  }\r\n}\r\n",
        expect![[r#"
            cell c area=3
              A Input 0
        "#]],
    );
}

#[test]
fn attributes_of_cells() {
    in_cell(
        r#"
        area : 1.5; dont_use : true; dont_touch : "true"; is_macro_cell : true; pad_cell : true; interface_timing : true;
        clock_gating_integrated_cell : "latch_posedge";
        pg_pin (VDD) { pg_type : primary_power; } pg_pin (VSS) { }
        test_cell () { pin (HIDDEN) { direction : input; } }
        memory () { type : ram; address_width : 4; word_width : 8; }
        cell_leakage_power : x; unknown (1, 2) { a : b; }"#,
        expect![[r#"
            cell c dont_use dont_touch macro memory pad interface area=1.5 gating=latch_posedge power=VDD,VSS
        "#]],
    );
}

#[test]
fn timing_of_test_cells_and_current_sources_does_not_count() {
    in_cell(
        r#"
        pin (A) { direction : input; related_power_pin : VDD; ccsn_first_stage () { is_needed : true; dc_current (x) { values ("x"); } } }
        pin (Y) {
            direction : output;
            timing () {
                related_pin : "A"; timing_sense : positive_unate; cell_rise (scalar) { values ("1"); }
                output_current_rise () { vector (none) { reference_time : x; values ("x } {"); } }
                receiver_capacitance1_rise (none) { values ("x"); }
                ecsm_waveform (x) { values ("x"); }
            }
        }
        test_cell () { pin (Y) { timing () { related_pin : "NONE"; cell_fall (scalar) { values ("2"); } } } }"#,
        expect![[r#"
            cell c
              A Input 0
              Y Output 0
                A Combinational Positive
                  delay rise = [1000.0]
        "#]],
    );
}

#[test]
fn attributes_of_pins() {
    in_library(
        r#"
        time_unit : "1ps"; capacitive_load_unit (1, ff);
        cell (c) { pin (A) {
            direction : inout; clock : true; capacitance : 1; rise_capacitance : 2; fall_capacitance : 3;
            rise_capacitance_range (1.5, 2.5); fall_capacitance_range ("2.5, 3.5");
            function : "!B"; three_state : "E'"; clock_gate_clock_pin : true; clock_gate_test_pin : false;
            max_transition : 4; min_transition : 5; max_capacitance : 6; min_capacitance : 7; max_fanout : 8;
            fanout_load : 9; min_pulse_width_high : 10; min_pulse_width_low : 11; min_period : 12;
            internal_power () { rise_power (none) { values ("x"); } }
            receiver_capacitance () { receiver_capacitance1_rise (none) { values ("x"); } }
        } }"#,
        expect![[r#"
            cell c
              A Inout 1 2/3 rise=1.5..2.5 fall=2.5..3.5 function=!B three_state=!E clock gating=Clock max_transition=4 min_transition=5 max_capacitance=6 min_capacitance=7 max_fanout=8 fanout_load=9 high=10 low=11 period=12
        "#]],
    );
    in_cell(
        "pin (A) { clock_gate_clock_pin : true; } pin (B) { clock_gate_enable_pin : true; } \
         pin (C) { clock_gate_test_pin : true; } pin (D) { clock_gate_out_pin : true; } \
         pin (E) { clock_gate_obs_pin : true; }",
        expect![[r#"
            cell c
              A Input 0 gating=Clock
              B Input 0 gating=Enable
              C Input 0 gating=Test
              D Input 0 gating=Out
              E Input 0 gating=Observe
        "#]],
    );
}

#[test]
fn the_greatest_of_several_pulse_widths_counts() {
    in_cell(
        "pin (C) { minimum_period () { constraint : 1; } minimum_period () { when : \"A\"; constraint : 2; } \
         minimum_pulse_width () { constraint_high : 4; constraint_low : 3; } \
         minimum_pulse_width () { constraint_high : 2; constraint_low : 5; } }",
        expect![[r#"
            cell c
              C Input 0 high=4000 low=5000 period=2000
        "#]],
    );
}

#[test]
fn tables_of_every_shape() {
    in_cell(
        r#"
        pin (A) { direction : input; }
        pin (Y) {
            direction : output;
            timing () {
                related_pin : "A"; timing_sense : positive_unate;
                cell_rise (scalar) { values ("1"); }
                cell_fall (slews) { values (1, 2); }
                rise_transition (slew_load) { values ("1, 2, 3", "4, 5, 6"); }
                fall_transition (load_slew) { values ("1 2 3, \
                    4 5 6"); }
            }
            timing () {
                related_pin : "A"; timing_sense : positive_unate; timing_type : combinational_rise;
                cell_rise (three) { values ("1, 2", "3, 4"); }
                cell_fall () { values (-1.5e-3); }
                rise_transition (slew_load) { index_2 ("7"); values ("1", "2"); }
                fall_transition (slew_load) { values ("1, 2"); index_1 ("8"); index_2 ("9, 10"); }
            }
        }"#,
        expect![[r#"
            cell c
              A Input 0
              Y Output 0
                A Combinational Positive
                  delay rise = [1000.0]
                  delay fall InputSlew[1000.0, 2000.0] = [1000.0, 2000.0]
                  slew rise InputSlew[1000.0, 2000.0] OutputCapacitance[3000.0, 4000.0, 5000.0] = [1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 6000.0]
                  slew fall OutputCapacitance[1000.0, 2000.0] InputSlew[3000.0, 4000.0, 5000.0] = [1000.0, 2000.0, 3000.0, 4000.0, 5000.0, 6000.0]
                A CombinationalRise Positive
                  delay rise InputSlew[1000.0, 2000.0] OutputCapacitance[1000.0] RelatedOutputCapacitance[1000.0, 2000.0] = [1000.0, 2000.0, 3000.0, 4000.0]
                  delay fall = [-1.5]
                  slew rise InputSlew[1000.0, 2000.0] OutputCapacitance[7000.0] = [1000.0, 2000.0]
                  slew fall InputSlew[8000.0] OutputCapacitance[9000.0, 10000.0] = [1000.0, 2000.0]
        "#]],
    );
}

#[test]
fn checks_have_constraints_and_no_sense() {
    in_cell(
        r#"
        pin (C) { direction : input; clock : true;
            timing () { related_pin : "C"; timing_type : min_pulse_width; rise_constraint (scalar) { values ("1"); } }
            timing () { timing_type : minimum_period; rise_constraint (scalar) { values ("2"); } } }
        pin (D) { direction : input;
            timing () { related_pin : "C"; timing_type : setup_rising; timing_sense : non_unate;
                rise_constraint (check) { values ("1, 2"); } fall_constraint (check) { values ("3, 4"); } }
            timing () { related_pin : "C"; timing_type : nochange_low_high; when : "C & !D"; sdf_cond : "C == 1'b1"; } }"#,
        expect![[r#"
            cell c
              C Input 0 clock
                C MinPulseWidth
                  constraint rise = [1000.0]
                 MinimumPeriod
                  constraint rise = [2000.0]
              D Input 0
                C SetupRising
                  constraint rise RelatedSlew[1000.0] ConstrainedSlew[1000.0, 2000.0] = [1000.0, 2000.0]
                  constraint fall RelatedSlew[1000.0] ConstrainedSlew[1000.0, 2000.0] = [3000.0, 4000.0]
                C NochangeLowHigh when=(C & !D) sdf="C == 1'b1"
        "#]],
    );
}

#[test]
fn how_long_outputs_keep_their_values() {
    let text = r#"library (l) { time_unit : "10ps"; slew_derate_from_library : 0.5;
        lu_table_template (t) { variable_1 : input_net_transition; index_1 ("1, 2"); }
        cell (c) {
            pin (C) { direction : input; }
            pin (Q) { direction : output; timing () { related_pin : C; timing_type : rising_edge;
                retaining_rise (t) { values ("1, 2"); } retain_rise_slew (scalar) { values ("3"); }
                cell_rise (scalar) { values ("10"); } cell_fall (scalar) { values ("20"); }
                rise_transition (scalar) { values ("4"); } fall_transition (scalar) { values ("5"); } } } } }"#;
    check(
        text,
        expect![[r#"
            cell c
              C Input 0
              Q Output 0
                C RisingEdge NonUnate
                  delay rise = [100.0]
                  delay fall = [200.0]
                  slew rise = [20.0]
                  slew fall = [25.0]
                  retaining rise InputSlew[5.0, 10.0] = [10.0, 20.0]
                  retain slew rise = [15.0]
        "#]],
    );
    let library = library(text);
    let timing = &library.cells[0].pins[1].timings[0];
    let value = |table: Option<&Table>| table.and_then(|table| table.values.last().copied());
    let pairs = Split::ALL.map(|split| [timing.delay_of(split), timing.slew_of(split)]);
    let values = pairs.map(|pairs| pairs.map(|pair| [value(pair.rise), value(pair.fall)]));
    assert_eq!(values[0], [[Some(20.0), Some(200.0)], [Some(15.0), Some(25.0)]]);
    assert_eq!(values[1], [[Some(100.0), Some(200.0)], [Some(20.0), Some(25.0)]]);
}

#[test]
fn tables_of_variation_by_split_and_moment() {
    in_cell(
        r#"
        pin (A) { direction : input; timing () { related_pin : A; timing_type : hold_falling;
            ocv_sigma_fall_constraint (scalar) { sigma_type : late; values ("9"); }
            ocv_std_dev_rise_constraint (scalar) { values ("8"); } } }
        pin (Y) { direction : output; timing () { related_pin : A;
            ocv_sigma_cell_rise (scalar) { sigma_type : early; values ("1"); }
            ocv_sigma_cell_rise (scalar) { sigma_type : "late"; values ("2"); }
            ocv_sigma_cell_fall (scalar) { sigma_type : early_and_late; values ("3"); }
            ocv_sigma_fall_transition (scalar) { values ("4"); }
            ocv_std_dev_cell_fall (scalar) { values ("5"); }
            ocv_mean_shift_cell_rise (scalar) { values ("-6"); }
            ocv_skewness_cell_rise (scalar) { sigma_type : late; values ("-7"); }
            ocv_sigma_retaining_rise (scalar) { values ("no number"); } } }"#,
        expect![[r#"
            cell c
              A Input 0
                A HoldFalling
                  early constraint std_dev rise = [8000.0]
                  late constraint std_dev rise = [8000.0]
                  late constraint sigma fall = [9000.0]
              Y Output 0
                A Combinational NonUnate
                  early delay sigma rise = [1000.0]
                  early delay mean_shift rise = [-6000.0]
                  early delay sigma fall = [3000.0]
                  early delay std_dev fall = [5000.0]
                  late delay sigma rise = [2000.0]
                  late delay mean_shift rise = [-6000.0]
                  late delay skewness rise = [-7000.0]
                  late delay sigma fall = [3000.0]
                  late delay std_dev fall = [5000.0]
                  early slew sigma fall = [4000.0]
                  late slew sigma fall = [4000.0]
        "#]],
    );
}

#[test]
fn tables_of_variation_take_templates_and_units() {
    in_library(
        r#"
        time_unit : "10ps"; capacitive_load_unit (10, ff); slew_derate_from_library : 0.5;
        lu_table_template (t) { variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
            index_1 ("1, 2"); index_2 ("10, 20"); }
        cell (c) {
            pin (A) { direction : input; }
            pin (Y) { direction : output; timing () { related_pin : "A";
                ocv_sigma_cell_rise (t) { index_2 ("30, 40"); values ("1, 2", "3, 4"); }
                ocv_std_dev_rise_transition (t) { values ("1, 2", "3, 4"); } } }
        }"#,
        expect![[r#"
            cell c
              A Input 0
              Y Output 0
                A Combinational NonUnate
                  early delay sigma rise OutputCapacitance[10.0, 20.0] InputSlew[150.0, 200.0] = [10.0, 20.0, 30.0, 40.0]
                  late delay sigma rise OutputCapacitance[10.0, 20.0] InputSlew[150.0, 200.0] = [10.0, 20.0, 30.0, 40.0]
                  early slew std_dev rise OutputCapacitance[10.0, 20.0] InputSlew[50.0, 100.0] = [5.0, 10.0, 15.0, 20.0]
                  late slew std_dev rise OutputCapacitance[10.0, 20.0] InputSlew[50.0, 100.0] = [5.0, 10.0, 15.0, 20.0]
        "#]],
    );
}

#[test]
fn state_elements() {
    in_cell(
        r#"
        ff (IQ, IQN) { clocked_on : "CK"; next_state : "(SE * SI) + (!SE * D)"; clear : "!RN"; preset : "S"; }
        ff_bank ("IQ1", "IQN1", 4) { clocked_on : "!CK"; next_state : "D"; clear_preset_var1 : L; }
        latch (IQ2, IQN2) { enable : "G"; data_in : "D"; }
        latch_bank (IQ3, IQN3, 2) { enable : "G'"; data_in : "D"; }
        statetable ("CK E", "IQ4 IQ5") { table : "L L : - - : L L,\
            H - : - - : N N"; }"#,
        expect![[r#"
            cell c
              FlipFlop IQ IQN clock=CK data=((SE & SI) | (!SE & D)) clear=!RN preset=S
              FlipFlop IQ1 IQN1 clock=!CK data=D
              Latch IQ2 IQN2 clock=G data=D
              Latch IQ3 IQN3 clock=!G data=D
              StateTable IQ4 IQ5 inputs=CK,E table="L L : - - : L L,\\\n            H - : - - : N N"
        "#]],
    );
}

#[test]
fn a_bus_hands_down_what_it_states() {
    in_cell(
        r#"
        pin (C) { direction : input; }
        bus (D) {
            bus_type : down; direction : input; capacitance : 0.001;
            timing () { related_pin : C; timing_type : setup_rising; rise_constraint (scalar) { values ("1"); } }
            pin (D[0]) { capacitance : 0.002;
                timing () { related_pin : C; timing_type : hold_rising; rise_constraint (scalar) { values ("2"); } } }
        }
        bus (U) { bus_type : up; pin (U[0:1]) { direction : output; } pin ("U[1]") { max_fanout : 3; } capacitance : 0; }"#,
        expect![[r#"
            cell c
              bus D Some((1, 0)) D[1] D[0]
              bus U Some((0, 1)) U[0] U[1]
              C Input 0
              D[1] Input 1
                C SetupRising
                  constraint rise = [1000.0]
              D[0] Input 2
                C SetupRising
                  constraint rise = [1000.0]
                C HoldRising
                  constraint rise = [2000.0]
              U[0] Output 0
              U[1] Output 0 max_fanout=3
        "#]],
    );
}

#[test]
fn related_buses_pair_bit_by_bit_or_each_with_each() {
    in_cell(
        r#"
        bus (A) { bus_type : down; direction : input; }
        bus (B) { bus_type : three_bits; direction : input; }
        bus (Y) {
            bus_type : up; direction : output; function : "A ^ Y[0]";
            timing () { related_pin : "A"; }
            timing () { related_pin : "A[0:1]"; timing_type : combinational_rise; }
            timing () { related_bus_pins : "B"; timing_sense : positive_unate; }
            timing () { related_pin : "A[0]"; timing_sense : positive_unate; timing_type : combinational_fall; }
            timing () { related_bus_pins : "A"; timing_sense : negative_unate; }
            pin (Y[1]) { timing () { related_pin : "A"; timing_sense : non_unate; timing_type : clear; } }
        }
        pin (Z) { direction : output; timing () { related_pin : "B[2:1]"; timing_sense : positive_unate; } }"#,
        expect![[r#"
            cell c
              bus A Some((1, 0)) A[1] A[0]
              bus B Some((2, 0)) B[2] B[1] B[0]
              bus Y Some((0, 1)) Y[0] Y[1]
              A[1] Input 0
              A[0] Input 0
              B[2] Input 0
              B[1] Input 0
              B[0] Input 0
              Y[0] Output 0 function=(A[1] ^ Y[0])
                A[1] Combinational NonUnate
                A[0] CombinationalRise NonUnate
                B[2],B[1],B[0] Combinational Positive
                A[0] CombinationalFall Positive
                A[1],A[0] Combinational Negative
              Y[1] Output 0 function=(A[0] ^ Y[0])
                A[0] Combinational NonUnate
                A[1] CombinationalRise NonUnate
                B[2],B[1],B[0] Combinational Positive
                A[0] CombinationalFall Positive
                A[1],A[0] Combinational Negative
                A[1],A[0] Clear NonUnate
              Z Output 0
                B[2],B[1] Combinational Positive
        "#]],
    );
}

#[test]
fn bundles() {
    in_cell(
        r#"
        latch_bank (IQ, IQN, 2) { enable : "G"; data_in : "D"; }
        pin (G) { direction : input; }
        bundle (D) { members (D0, D1); direction : input; capacitance : 0.001; pin (D1) { capacitance : 0.002; } }
        bundle (QN) { members ("Q0 Q1"); direction : output; function : "IQN";
            timing () { related_pin : "D"; }
            timing () { related_pin : "G"; timing_type : rising_edge; } }"#,
        expect![[r#"
            cell c
              Latch IQ IQN clock=G data=D
              bus D None D0 D1
              bus QN None Q0 Q1
              G Input 0
              D0 Input 1
              D1 Input 2
              Q0 Output 0 function=IQN
                D0 Combinational Negative
                G RisingEdge NonUnate
              Q1 Output 0 function=IQN
                D1 Combinational Negative
                G RisingEdge NonUnate
        "#]],
    );
}

#[test]
fn angle_brackets_name_the_same_bits() {
    in_cell(
        "bus (A) { bus_type : down; direction : input; pin (A<1>) { clock : true; } } \
         pin (Y) { direction : output; timing () { related_pin : \"A<1:0> A<0>\"; } }",
        expect![[r#"
            cell c
              bus A Some((1, 0)) A[1] A[0]
              A[1] Input 0 clock
              A[0] Input 0
              Y Output 0
                A[1],A[0] Combinational NonUnate
        "#]],
    );
}

#[test]
fn a_cell_may_have_bus_types_of_its_own() {
    in_cell(
        "type (own) { bit_from : 5; bit_to : 4; } bus (A) { bus_type : own; }",
        expect![[r#"
        cell c
          bus A Some((5, 4)) A[5] A[4]
          A[5] Input 0
          A[4] Input 0
    "#]],
    );
}

#[test]
fn one_group_for_several_pins() {
    in_cell(
        "pin (A, \"B\") { direction : input; timing () { related_pin : \"A B\"; timing_type : skew_rising; } }",
        expect![[r#"
            cell c
              A Input 0
                A,B SkewRising
              B Input 0
                A,B SkewRising
        "#]],
    );
}

/// The sense derived for the arc from `pin` of type `timing_type` to an output of this function.
#[track_caller]
fn sense(function: &str, pin: &str, timing_type: &str, expected: TimingSense) {
    let state = r#"ff (FQ, FQN) { clocked_on : "CK"; next_state : "D"; clear : "!RN"; preset : "S"; }
        latch (LQ, LQN) { enable : "G"; data_in : "!D"; }"#;
    let pins = "pin (A, B, S, CK, RN, D, G, E) { direction : input; }";
    let timing = format!("timing () {{ related_pin : \"{pin}\"; timing_type : {timing_type}; }}");
    let cell = format!("cell (c) {{ {state} {pins} pin (Y) {{ direction : output; {function} {timing} }} }}");
    let library = library(&format!("library (l) {{ {cell} }}"));
    let derived = library.cells[0].pins.last().and_then(|pin| pin.timings[0].sense);
    assert_eq!(derived, Some(expected), "{function} {pin} {timing_type}");
}

#[test]
fn senses_that_are_not_stated() {
    use TimingSense::{Negative, NonUnate, Positive};
    sense("function : \"A & B\";", "A", "combinational", Positive);
    sense("function : \"!(A & B)\";", "A", "combinational", Negative);
    sense("function : \"A ^ B\";", "A", "combinational_rise", NonUnate);
    sense("function : \"A B' + A' B\";", "B", "combinational_fall", NonUnate);
    sense("function : \"A\";", "B", "combinational", NonUnate);
    sense("", "A", "combinational", NonUnate);
    sense("state_function : \"!A\";", "A", "combinational", Negative);
    sense("function : \"LQ\";", "D", "combinational", Negative);
    sense("function : \"LQN\";", "D", "combinational", Positive);
    sense("function : \"!LQN\";", "D", "combinational", Negative);
    sense("function : \"LQ ^ A\";", "D", "combinational", NonUnate);
    sense("function : \"LQ | !LQN\";", "D", "combinational", Negative);
    sense("function : \"LQ | LQN\";", "D", "combinational", NonUnate);
    sense("function : \"FQ\";", "D", "combinational", NonUnate);
    sense("function : \"FQ\";", "RN", "clear", Positive);
    sense("function : \"FQ\";", "S", "preset", Positive);
    sense("function : \"FQN\";", "RN", "preset", Negative);
    sense("function : \"!FQ\";", "RN", "preset", Negative);
    sense("function : \"FQN\";", "S", "clear", Negative);
    sense("function : \"FQ\";", "S", "clear", NonUnate);
    sense("function : \"FQ\";", "CK", "rising_edge", NonUnate);
    sense("function : \"FQ\";", "CK", "falling_edge", NonUnate);
    // Which transition switches the output.
    sense("function : \"A\"; three_state : \"!E\";", "E", "three_state_enable", Positive);
    sense("function : \"A\"; three_state : \"!E\";", "E", "three_state_disable", Negative);
    sense("function : \"A\"; three_state : \"E & A\";", "E", "three_state_enable", Negative);
    sense("function : \"A\"; three_state : \"E ^ A\";", "E", "three_state_enable", NonUnate);
    sense("function : \"A\";", "E", "three_state_enable", NonUnate);
}

#[test]
fn related_pins_of_different_senses_are_parted() {
    in_cell(
        "pin (A, B, C) { direction : input; } \
         pin (Y) { direction : output; function : \"A & !B & C\"; timing () { related_pin : \"A B C\"; \
         cell_rise (scalar) { values (\"1\"); } } }",
        expect![[r#"
            cell c
              A Input 0
              B Input 0
              C Input 0
              Y Output 0 function=(A & !B & C)
                A,C Combinational Positive
                  delay rise = [1000.0]
                B Combinational Negative
                  delay rise = [1000.0]
        "#]],
    );
}

#[test]
fn of_cells_and_pins_with_one_name_the_first_counts() {
    let (library, diagnostics) = read(
        "library (l) { cell (c) { pin (A) { direction : output; } pin (A) { } } cell (c) { area : 2; } \
         cell (d) { } }",
    );
    assert!(!diagnostics.has_errors());
    expect![[r#"
        cell c
          A Output 0
        cell d
    "#]]
    .assert_eq(&show::library(&library));
}

#[test]
fn a_table_with_an_error_is_dropped_and_the_rest_stays() {
    let (library, diagnostics) = read(
        "library (l) { cell (c) { pin (A) { direction : input; } pin (Y) { direction : output; function : \"A\"; \
         timing () { related_pin : \"A\"; cell_rise (none) { values (\"1\"); } cell_fall (scalar) { values (\"2\"); } } } } }",
    );
    assert!(diagnostics.has_errors());
    expect![[r#"
        cell c
          A Input 0
          Y Output 0 function=A
            A Combinational Positive
              delay fall = [2000.0]
    "#]]
    .assert_eq(&show::library(&library));
}

#[test]
fn a_mode_is_a_condition() {
    let library = library(
        r#"library (l) { cell (c) {
            mode_definition (rw) { mode_value (read) { when : "R & !W"; sdf_cond : "R"; } mode_value (idle) { } }
            pin (R) { direction : input; } pin (W) { direction : input; }
            pin (Z) { direction : output;
                timing () { related_pin : "R"; timing_sense : non_unate; mode (rw, read); }
                timing () { related_pin : "R"; timing_sense : non_unate; when : "A | R"; mode (rw, "read"); }
                timing () { related_pin : "W"; timing_sense : non_unate; mode (rw, idle); when : "W"; }
                timing () { related_pin : "W"; timing_sense : non_unate; mode (rw, idle); }
            } } }"#,
    );
    let timings = &library.cells[0].pins[2].timings;
    let conditions = timings.iter().map(|timing| timing.when.as_ref().map(ToString::to_string));
    let conditions: Vec<Option<String>> = conditions.collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(conditions, [some("R*!W"), some("(A+R)*R*!W"), some("W"), None]);
}
