//! Files in the manner of real ones, each with lines that cannot be applied: what is applied, what is said, and that reading them is no error.

use expect_test::{Expect, expect};

use super::design::loaded;

/// Reads a file over the design.
#[track_caller]
fn check(sdc: &str, expected: Expect) {
    let mut loaded = loaded();
    let file = loaded.folder.path().join("real.sdc");
    std::fs::write(&file, sdc).unwrap();
    let value = loaded.shell.run(&format!("read_sdc {}", file.display())).unwrap();
    let folder = format!("{}/", loaded.folder.path().display());
    let said = loaded.warnings().replace(&folder, "");
    expected.assert_eq(&format!("{said}=> {value}\n{}", loaded.written("")));
}

#[test]
fn a_clock_on_a_pin_that_is_not_there() {
    check(
        r#"# written by a synthesis tool for another netlist
create_clock -name core -period 4 [get_pins pll/clk_out]
create_clock -name bus -period 8 [get_ports clk2]
set_clock_uncertainty 0.1 [get_clocks core]
set_input_delay 0.5 -clock core [get_ports in1]
set_output_delay 0.5 -clock bus [get_ports out1]
"#,
        expect![[r#"
            Warning: real.sdc:2: there is no pin 'pll/clk_out'
            Warning: real.sdc:2: clock 'core' starts nowhere, as its list of sources has nothing in it
            => 
            create_clock -name core -period 4.0000
            set_clock_uncertainty 0.1000 [get_clocks core]
            create_clock -name bus -period 8.0000 [get_ports clk2]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports in1]
            set_output_delay 0.5000 -clock [get_clocks bus] -add_delay [get_ports out1]
        "#]],
    );
}

#[test]
fn units_of_a_synthesis_tool() {
    check(
        r#"set sdc_version 2.1
set_units -time ps -resistance kOhm -capacitance fF -voltage V -current mA
create_clock -name core -period 4 [get_ports clk]
set_load -pin_load 0.02 [get_ports out1]
"#,
        expect![[r#"
            Warning: real.sdc:2: set_units: -time is 1ps, and numbers stay in 1ns: set_cmd_units changes what numbers are in
            Warning: real.sdc:2: set_units: -capacitance is 1fF, and numbers stay in 1pF: set_cmd_units changes what numbers are in
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_load -pin_load 0.0200 [get_ports out1]
        "#]],
    );
}

#[test]
fn another_design() {
    check(
        r#"current_design wrapper
create_clock -name core -period 4 [get_ports clk]
set_max_area 0
set_max_fanout 16 [current_design]
"#,
        expect![[r#"
            Warning: real.sdc:1: current_design: 'wrapper' is not the linked design, which stays 'top'
            Warning: real.sdc:3: the largest area is kept, and not checked: no time depends on it
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_max_fanout 16.0000 [current_design]
            set_max_area 0.0000
        "#]],
    );
}

#[test]
fn pads_that_drive_nothing() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_driving_cell -lib_cell BUF -pin {A} -input_transition_rise 0.1 -input_transition_fall 0.1 [get_ports {in1}]
set_driving_cell -lib_cell BUF -pin {Z} [get_ports {clk2}]
set_driving_cell -lib_cell PAD [get_ports {bus[0]}]
"#,
        expect![[r#"
            Warning: real.sdc:2: set_driving_cell: no arc of library cell 'BUF' leads to its pin 'A': the ports are as without a driving cell
            Error: real.sdc:4: not applied: there is no library cell 'PAD'
            Warning: real.sdc: 1 of 4 constraints was not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_driving_cell -lib_cell [get_lib_cells small/BUF] -from_pin A -pin Z -input_transition_rise 0.0000 -input_transition_fall 0.0000 [get_ports clk2]
        "#]],
    );
}

#[test]
fn delays_without_a_clock() {
    check(
        r#"set_input_delay 0.4 [all_inputs]
set_output_delay 0.6 -max [all_outputs]
set_max_delay 3 -to [get_ports out1]
"#,
        expect![[r#"
            => 
            set_input_delay 0.4000 -add_delay [get_ports clk]
            set_input_delay 0.4000 -add_delay [get_ports clk2]
            set_input_delay 0.4000 -add_delay [get_ports in1]
            set_input_delay 0.4000 -add_delay [get_ports [list in\{2]]
            set_input_delay 0.4000 -add_delay [get_ports [list {in\*3}]]
            set_input_delay 0.4000 -add_delay [get_ports {bus[1]}]
            set_input_delay 0.4000 -add_delay [get_ports {bus[0]}]
            set_output_delay 0.6000 -max -add_delay [get_ports out1]
            set_output_delay 0.6000 -max -add_delay [get_ports [list {out\\4}]]
            set_output_delay 0.6000 -max -add_delay [get_ports {$out[5]}]
            set_max_delay\
                -to [get_ports out1] 3.0000
        "#]],
    );
}

#[test]
fn delays_at_ports_of_the_other_direction() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_input_delay 0.5 -clock core [get_ports {in1 out1}]
set_output_delay 0.5 -clock core [get_ports in1]
set_input_delay 0.5 -clock core [concat [all_inputs] [all_outputs]]
"#,
        expect![[r#"
            Warning: real.sdc:2: port 'out1' is not an input, and is left out
            Error: real.sdc:3: not applied: port 'in1' is not an output, and is left out
            Warning: real.sdc:4: port 'out1' is not an input, and is left out
            Warning: real.sdc:4: port 'out\4' is not an input, and is left out
            Warning: real.sdc:4: port '$out[5]' is not an input, and is left out
            Warning: real.sdc: 1 of 4 constraints was not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports clk]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports clk2]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports in1]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports [list in\{2]]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports [list {in\*3}]]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports {bus[1]}]
            set_input_delay 0.5000 -clock [get_clocks core] -add_delay [get_ports {bus[0]}]
        "#]],
    );
}

#[test]
fn commands_that_no_time_depends_on() {
    check(
        r#"set_hierarchy_separator /
create_clock -name core -period 4 [get_ports clk]
create_voltage_area -name always_on u1
set_level_shifter_strategy -rule all
set_level_shifter_strategy -rule low_to_high
set_max_dynamic_power 10 mW
set_max_leakage_power 1 mW
set_wire_load_mode top
set_wire_load_mode enclosed
"#,
        expect![[r#"
            Warning: real.sdc:3: create_voltage_area is not applied: no time depends on it
            Warning: real.sdc:4: set_level_shifter_strategy is not applied: no time depends on it
            Warning: real.sdc:6: set_max_dynamic_power is not applied: no time depends on it
            Warning: real.sdc:7: set_max_leakage_power is not applied: no time depends on it
            Warning: real.sdc:8: set_wire_load_mode is not applied: no time depends on it
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
        "#]],
    );
}

#[test]
fn an_unknown_clock_in_two_delays() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_input_delay 1 -clock [get_clocks debug_clk] [get_ports in1]
set_output_delay 1 -clock [get_clocks debug_clk] [get_ports out1]
set_output_delay 1 -clock [get_clocks core] [get_ports out1]
"#,
        expect![[r#"
            Error: real.sdc:2: not applied: there is no clock 'debug_clk'
            Error: real.sdc:3: not applied: there is no clock 'debug_clk'
            Warning: real.sdc: 2 of 4 constraints were not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_output_delay 1.0000 -clock [get_clocks core] -add_delay [get_ports out1]
        "#]],
    );
}

#[test]
fn an_empty_group() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
create_clock -name bus -period 8 [get_ports clk2]
set_clock_groups -asynchronous -group {core} -group [get_clocks -quiet test*]
set_clock_groups -asynchronous -group core -group bus
set_clock_groups -name odd -logically_exclusive -group core extra -group bus
"#,
        expect![[r#"
            Error: real.sdc:3: not applied: set_clock_groups: a group has no clocks; 'set_clock_groups -help' says how it is used
            Warning: real.sdc:5: set_clock_groups: 'extra' is in no group: a group is one list behind -group
            Warning: real.sdc: 1 of 5 constraints was not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            create_clock -name bus -period 8.0000 [get_ports clk2]
            set_clock_groups -name group1 -asynchronous -group [get_clocks core] -group [get_clocks bus]
            set_clock_groups -name odd -logically_exclusive -group [get_clocks core] -group [get_clocks bus]
        "#]],
    );
}

#[test]
fn loops_and_procedures() {
    check(
        r#"proc delay {ports share} {
  foreach_in_collection port $ports { set_input_delay [expr {4 * $share}] -clock core $port }
}
create_clock -name core -period 4 [get_ports clk]
foreach port {in1 gone bus} {
  set_input_transition 0.1 [get_ports $port]
}
delay [get_ports in1] 0.25
foreach {port load} {out1 0.01 lost 0.02} { set_load $load [get_ports $port] }
"#,
        expect![[r#"
            Warning: real.sdc:5: there is no port 'gone'
            Error: real.sdc:8: not applied: invalid command name "foreach_in_collection" (in 'foreach_in_collection port $ports { set_input_delay [expr {4 * $share}] -clock core $port }')
            Warning: real.sdc:9: there is no port 'lost'
            Warning: real.sdc: 1 of 4 constraints was not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_load -pin_load 0.0100 [get_ports out1]
            set_input_transition 0.1000 [get_ports in1]
            set_input_transition 0.1000 [get_ports {bus[1]}]
            set_input_transition 0.1000 [get_ports {bus[0]}]
        "#]],
    );
}

#[test]
fn variables_of_the_flow() {
    check(
        r#"set clk_period $::env(NO_SUCH_PERIOD)
if {![info exists clk_period]} { set clk_period 5 }
create_clock -name core -period $clk_period [get_ports clk]
set_input_delay [expr {$clk_period * $io_share}] -clock core [get_ports in1]
"#,
        expect![[r#"
            Error: real.sdc:1: not applied: can't read "::env(NO_SUCH_PERIOD)": no such variable
            Error: real.sdc:4: not applied: can't read "io_share": no such variable (in 'expr {$clk_period * $io_share}')
            Warning: real.sdc: 2 of 3 constraints were not applied
            => 
            create_clock -name core -period 5.0000 [get_ports clk]
        "#]],
    );
}

#[test]
fn exceptions_for_what_is_gone() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_false_path -from [get_cells gone_reg*] -to [get_cells r1]
set_false_path -from [list [get_cells r1] [get_cells gone_reg]]
set_multicycle_path 2 -setup -through [get_pins gone/Z]
set_multicycle_path 2000000 -setup -from [get_clocks core]
set_max_delay 3 -from [get_ports in1] -to [get_ports out1]
"#,
        expect![[r#"
            Error: real.sdc:2: not applied: there is no cell 'gone_reg*'
            Warning: real.sdc:3: there is no cell 'gone_reg'
            Error: real.sdc:4: not applied: there is no pin 'gone/Z'
            Error: real.sdc:5: not applied: 2000000 cycles are out of range: expected at most 1000000
            Warning: real.sdc: 3 of 6 constraints were not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_false_path\
                -from [get_cells r1]
            set_max_delay\
                -from [get_ports in1]\
                -to [get_ports out1] 3.0000
        "#]],
    );
}

#[test]
fn an_exception_that_fails_resets_none() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_false_path -from [get_clocks core]
set_multicycle_path 2000000 -reset_path -from [get_clocks core]
"#,
        expect![[r#"
            Error: real.sdc:3: not applied: 2000000 cycles are out of range: expected at most 1000000
            Warning: real.sdc: 1 of 3 constraints was not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_false_path\
                -from [get_clocks core]
        "#]],
    );
}

#[test]
fn options_that_are_not_there() {
    check(
        r#"create_clock -name core -period 4 -nonsense [get_ports clk]
create_clock -name core -period 4 [get_ports clk]
set_clock_latency -offset 1 [get_clocks core]
set_clock_latency 0.2 [get_clocks core]
set_max_transition 0.4 [get_ports clk] -clock_path
"#,
        expect![[r#"
            Error: real.sdc:1: not applied: create_clock: there is no option '-nonsense'; 'create_clock -help' says how it is used
            Error: real.sdc:3: not applied: set_clock_latency: there is no option '-offset'; 'set_clock_latency -help' says how it is used
            Warning: real.sdc:5: -clock_path and -data_path are of clocks: the limit is of all that comes to the other objects
            Warning: real.sdc: 2 of 5 constraints were not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            set_clock_latency 0.2000 [get_clocks core]
            set_max_transition 0.4000 [get_ports clk]
        "#]],
    );
}

#[test]
fn limits_and_conditions() {
    check(
        r#"set_operating_conditions typical -library small
set_max_transition 0.5 [current_design]
set_max_capacitance -5 [get_ports out1]
set_max_fanout 20 [get_ports nosuch]
set_min_pulse_width 0.1 [get_clocks gone]
"#,
        expect![[r#"
            Warning: real.sdc:1: operating conditions are kept, and not used: times are those of the libraries
            Error: real.sdc:3: not applied: -5000 is no limit: expected a number of 0 or more
            Error: real.sdc:4: not applied: there is no port 'nosuch'
            Error: real.sdc:5: not applied: there is no clock 'gone'
            Warning: real.sdc: 3 of 5 constraints were not applied
            => 
            set_operating_conditions -min typical -max typical -min_library small -max_library small
            set_max_transition 0.5000 [current_design]
        "#]],
    );
}

#[test]
fn a_brace_that_is_never_closed() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_input_delay 0.5 -clock core [get_ports {in1]
set_output_delay 0.5 -clock core [get_ports out1]
"#,
        expect![[r#"
            Error: real.sdc:2: the file is not read from here on: missing close-brace
            Warning: real.sdc: 1 of 2 constraints was not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
        "#]],
    );
}

#[test]
fn a_return_in_the_middle() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
if {[llength [get_cells -quiet scan_*]] == 0} { return }
set_input_delay 0.5 -clock core [get_ports in1]
"#,
        expect![[r#"
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
        "#]],
    );
}

#[test]
fn helpers_of_other_tools() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set inputs [delete_from_list [all_inputs] [get_ports clk]]
set_input_delay 0.5 -clock core [remove_from_collection [all_inputs] [get_ports clk]]
set_dont_touch u1
group_path -name regs -to [all_registers -data_pins]
set_sense -type data -clocks core r1/Q
"#,
        expect![[r#"
            Error: real.sdc:3: not applied: invalid command name "remove_from_collection" (in 'remove_from_collection [all_inputs] [get_ports clk]')
            Error: real.sdc:4: not applied: invalid command name "set_dont_touch": it belongs to a tool for placement and routing, not to a timing analyser
            Error: real.sdc:6: not applied: set_sense -type data states nothing but by -stop_propagation, which makes the paths through the pins false
            Warning: real.sdc: 3 of 5 constraints were not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            group_path -name regs\
                -to [list [get_pins r1/D]\
                       [get_pins [list {r\\2/D}]]\
                       [get_pins u1/r/D]]
        "#]],
    );
}

#[test]
fn generated_clocks() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
create_generated_clock -name half -source [get_ports clk] -divide_by 2 [get_pins r1/Q]
create_generated_clock -name lost -source [get_ports clk] -divide_by 2 [get_pins div/Q]
create_generated_clock -name odd -source [get_ports clk] [get_pins r1/QN]
set_clock_uncertainty 0.2 [get_clocks {half lost}]
"#,
        expect![[r#"
            Error: real.sdc:3: not applied: there is no pin 'div/Q'
            Error: real.sdc:4: not applied: create_generated_clock: expected one of -divide_by, -multiply_by, -edges and -combinational; 'create_generated_clock -help' says how it is used
            Warning: real.sdc:5: there is no clock 'lost'
            Warning: real.sdc: 2 of 5 constraints were not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
            create_generated_clock -name half -source [get_ports clk] -divide_by 2 [get_pins r1/Q]
            set_clock_uncertainty 0.2000 [get_clocks half]
        "#]],
    );
}

#[test]
fn constants_and_disabled_arcs() {
    check(
        r#"set_case_analysis 1 [get_ports test_mode]
set_case_analysis 0 [get_ports {bus[1]}]
set_case_analysis maybe [get_ports in1]
set_disable_timing -from A -to Z [get_cells cb]
set_disable_timing [get_cells gone]
set_logic_one [get_ports {bus[9]}]
"#,
        expect![[r#"
            Error: real.sdc:1: not applied: there is no port 'test_mode'
            Error: real.sdc:3: not applied: set_case_analysis: 'maybe' is no case value: expected 0, 1, zero, one, rising or falling; 'set_case_analysis -help' says how it is used
            Error: real.sdc:5: not applied: there is no cell 'gone'
            Error: real.sdc:6: not applied: there is no port 'bus[9]'
            Warning: real.sdc: 4 of 6 constraints were not applied
            => 
            set_disable_timing -from A -to Z [get_cells cb]
            set_case_analysis 0 [get_ports {bus[1]}]
        "#]],
    );
}

#[test]
fn voltages_and_resistances() {
    check(
        r#"create_clock -name core -period 4 [get_ports clk]
set_voltage 0.9 -object_list VDD
set_resistance 0.1 [get_nets n1]
set_wire_load_model -name small
"#,
        expect![[r#"
            Error: real.sdc:2: not applied: set_voltage is not applied yet: times are those without it
            Error: real.sdc:3: not applied: set_resistance is not applied yet: times are those without it
            Error: real.sdc:4: not applied: set_wire_load_model is not applied yet: times are those without it
            Warning: real.sdc: 3 of 4 constraints were not applied
            => 
            create_clock -name core -period 4.0000 [get_ports clk]
        "#]],
    );
}
