//! Units and variables.

use expect_test::expect;

use super::world::{check, check_bare};

#[test]
fn units_of_numbers() {
    check(
        "puts units; report_units",
        expect![[r#"
            units
             time 1ns
             capacitance 1pF
             resistance 1kohm
             voltage 1v
             current 1mA
             power 1nW
             distance 1um
        "#]],
    );
    check(
        "set_cmd_units -time ps -capacitance fF -resistance ohm -voltage mV -current uA -power mW -distance mm; puts units; report_units",
        expect![[r#"
            units
             time 1ps
             capacitance 1fF
             resistance 1ohm
             voltage 1mv
             current 1uA
             power 1mW
             distance 1mm
        "#]],
    );
    check(
        "set_cmd_units -time ps; puts [get_property [get_clocks clk] period]; create_clock -name b -period 400 clk; set_cmd_units -time ns; get_property [get_clocks b] period",
        expect![[r#"
        400.000000
        Warning: clock 'b' replaces clock 'clk', and what was stated with it; -add keeps both
        => 0.400000
    "#]],
    );
    check(
        "set_cmd_units -capacitance fF; set_load 3 [get_ports out]; set_cmd_units -capacitance pF; write_sdc -no_timestamp a.sdc; set f [open a.sdc]; set t [read $f]; regexp {set_load.*} $t line; set line",
        expect![[r#"
            => set_load -pin_load 0.0030 [get_ports out]
            set_input_transition 0.0200 [get_ports clk]
            set_input_transition 0.0200 [get_ports {in[1]}]
            set_input_transition 0.0200 [get_ports {in[0]}]
            ###############################################################################
            # Design Rules
            ###############################################################################

        "#]],
    );
    check(
        "foreach q {time capacitance resistance voltage current power distance} {puts \"$q [sta::unit_scale $q]\"}",
        expect![[r#"
        time 1e-9
        capacitance 1e-12
        resistance 1000.0
        voltage 1.0
        current 0.001
        power 1e-9
        distance 1e-6
    "#]],
    );
    check(
        "sta::unit_scale mass",
        expect![[r#"
        error: sta::unit_scale: 'mass' has no unit: expected one of time, capacitance, resistance, voltage, current, power, distance; 'sta::unit_scale -help' says how it is used
    "#]],
    );
    check(
        "set_cmd_units -time lightyear",
        expect![[r#"
        error: set_cmd_units: -time is 'lightyear': expected a unit such as 1ps; 'set_cmd_units -help' says how it is used
    "#]],
    );
    check(
        "set_cmd_units -resistance pF",
        expect![[r#"
        error: set_cmd_units: -resistance is 'pF': expected a unit such as 1kohm; 'set_cmd_units -help' says how it is used
    "#]],
    );
    check_bare(
        "puts units; report_units",
        expect![[r#"
            units
             time 1ns
             capacitance 1pF
             resistance 1kohm
             voltage 1v
             current 1mA
             power 1nW
             distance 1um
        "#]],
    );
}

#[test]
fn units_of_a_file_are_checked() {
    check(
        "set_units -time ns -capacitance pF -resistance kOhm -voltage V -current mA -power mW",
        expect![[""]],
    );
    check("set_units -time 1ns", expect![[""]]);
    check(
        "set_units -time ps",
        expect![[r#"
            Warning: set_units: -time is 1ps, and numbers stay in 1ns: set_cmd_units changes what numbers are in
        "#]],
    );
    check(
        "set_units -capacitance 1fF",
        expect![[r#"
            Warning: set_units: -capacitance is 1fF, and numbers stay in 1pF: set_cmd_units changes what numbers are in
        "#]],
    );
    check(
        "set_units -power horses",
        expect![[r#"
        error: set_units: -power is 'horses': expected a unit such as 1nW; 'set_units -help' says how it is used
    "#]],
    );
}

#[test]
fn times_as_text() {
    check(
        "sta::format_time 1.23456e-9 4",
        expect![[r#"
        => 1.2346
    "#]],
    );
    check(
        "sta::format_time 1.23456e-9",
        expect![[r#"
        => 1.23
    "#]],
    );
    check(
        "set sta_report_default_digits 6; sta::format_time 1.23456e-9",
        expect![[r#"
        => 1.234560
    "#]],
    );
    check(
        "set sta_report_default_digits lots; sta::format_time 1.23456e-9",
        expect![[r#"
        error: sta_report_default_digits is 'lots': expected 0 to 17
    "#]],
    );
    check(
        "sta::format_time 1.23456e-9 99",
        expect![[r#"
        error: sta::format_time: '99' is no number of digits: expected 0 to 17; 'sta::format_time -help' says how it is used
    "#]],
    );
}

#[test]
fn variables_are_there_and_count() {
    check(
        "lsort [info globals sta_*]",
        expect![[r#"
            => sta_bidirect_inst_paths_enabled sta_bidirect_net_paths_enabled sta_clock_through_tristate_enabled sta_cond_default_arcs_enabled sta_continue_on_error sta_crpr_enabled sta_crpr_mode sta_dynamic_loop_breaking sta_gated_clock_checks_enabled sta_input_port_default_clock sta_internal_bidirect_instance_paths_enabled sta_pocv_enabled sta_pocv_mode sta_pocv_quantile sta_preset_clear_arcs_enabled sta_propagate_all_clocks sta_propagate_gated_clock_enable sta_recovery_removal_checks_enabled sta_report_default_digits
        "#]],
    );
    check(
        "set sta_crpr_enabled maybe; get_property [get_pins ff1/D] slack_max",
        expect![[r#"
        error: sta_crpr_enabled is 'maybe': expected 0 or 1
    "#]],
    );
    check(
        "set sta_crpr_mode any; get_property [get_pins ff1/D] slack_max",
        expect![[r#"
        error: sta_crpr_mode is 'any': expected same_pin or same_transition
    "#]],
    );
    check(
        "set sta_pocv_enabled 1; get_property [get_pins ff1/D] slack_max",
        expect![[r#"
        error: sta_pocv_enabled is '1', which is not supported: only 0 is there yet
    "#]],
    );
    check(
        "set sta_pocv_enabled 0; set sta_crpr_enabled 0; set sta_preset_clear_arcs_enabled 1; get_property [get_pins ff1/D] slack_max",
        expect![[r#"
        => 0.215670
    "#]],
    );
    // Finding objects by their names asks for nothing that depends on them.
    check(
        "set sta_pocv_enabled 1; llength [get_ports clk]",
        expect![[r#"
            => 1
        "#]],
    );
    check_bare(
        "set sta_recovery_removal_checks_enabled 0; read_liberty tiny.lib; read_verilog tiny.v; link_design tiny",
        expect![[r#"
            => 1
        "#]],
    );
}
