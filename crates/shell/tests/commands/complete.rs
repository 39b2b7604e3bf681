//! What words at a prompt become.

use expect_test::{Expect, expect};

use crate::world::World;

/// The words that the last word of a line may become, behind the part of the line before it.
#[track_caller]
fn check(line: &str, expected: Expect) {
    let mut world = World::loaded();
    world.run("set my_variable 1; set my_other 2");
    let (start, words) = world.shell.complete(line, line.len());
    expected.assert_eq(&format!("{}<{}>", &line[..start], words.join("|")));
}

#[test]
fn commands() {
    check("get_po", expect!["<get_ports >"]);
    check("set_input", expect!["<set_input_delay|set_input_transition>"]);
    check("  foreac", expect!["  <foreach >"]);
    check("set x [get_cl", expect!["set x [<get_clocks >"]);
    check("set x 1; report_u", expect!["set x 1; <report_units >"]);
    check("foreach x $y {link", expect!["foreach x $y {<>"]);
    check("report_check", expect!["<report_check_types|report_checks>"]);
    check("nothing_like_it", expect!["<>"]);
}

#[test]
fn options() {
    check("read_spef -co", expect!["read_spef <-corner|-coupling_reduction_factor>"]);
    check("read_spef -r", expect!["read_spef <-reduce >"]);
    check("set x [get_cells -hi", expect!["set x [get_cells <-hierarchical >"]);
    check("get_port -f", expect!["get_port <-filter >"]);
    check("nothing -", expect!["nothing <>"]);
}

#[test]
fn objects_and_variables() {
    check("get_ports in", expect!["get_ports <in[0]|in[1]>"]);
    check(
        "get_ports {out in[",
        expect![
            "get_ports {out in[<after|all_clocks|all_inputs|all_outputs|all_registers|append|apply|array|break|catch|cd|check_setup|clock|close|concat|connect_pin|continue|create_clock|create_generated_clock|current_design|current_instance|define_corners|define_scene|delete_instance|delete_net|dict|disconnect_pin|eof|error|eval|exec|exit|expr|fblocked|fconfigure|fcopy|file|fileevent|find_timing_paths|flush|for|foreach|format|get_cells|get_clocks|get_full_name|get_lib_cells|get_lib_pins|get_libs|get_name|get_nets|get_pins|get_ports|get_property|gets|glob|global|group_path|help|if|incr|info|join|lappend|lassign|lindex|link_design|linsert|list|llength|lmap|load|lrange|lrepeat|lreplace|lreverse|lsearch|lset|lsort|make_instance|make_net|namespace|open|package|parray|pid|proc|puts|pwd|read|read_liberty|read_sdc|read_sdf|read_spef|read_verilog|regexp|regsub|remove_clock|rename|replace_cell|report_check_types|report_checks|report_clock_latency|report_clock_min_period|report_clock_properties|report_clock_skew|report_parasitic_annotation|report_path|report_power|report_tns|report_units|report_wns|report_worst_slack|reset_path|return|scan|seek|set|set_annotated_check|set_annotated_delay|set_annotated_transition|set_case_analysis|set_clock_gating_check|set_clock_groups|set_clock_latency|set_clock_sense|set_clock_transition|set_clock_uncertainty|set_cmd_units|set_data_check|set_delay_calculator|set_disable_clock_gating_check|set_disable_inferred_clock_gating|set_disable_timing|set_drive|set_driving_cell|set_false_path|set_fanout_load|set_ideal_latency|set_ideal_net|set_ideal_network|set_ideal_transition|set_input_delay|set_input_transition|set_load|set_logic_dc|set_logic_one|set_logic_zero|set_max_area|set_max_capacitance|set_max_delay|set_max_dynamic_power|set_max_fanout|set_max_leakage_power|set_max_time_borrow|set_max_transition|set_min_capacitance|set_min_delay|set_min_fanout|set_min_pulse_width|set_min_transition|set_multicycle_path|set_operating_conditions|set_output_delay|set_path_margin|set_port_fanout_number|set_propagated_clock|set_resistance|set_sense|set_timing_derate|set_units|set_voltage|set_wire_load_min_block_size|set_wire_load_mode|set_wire_load_model|set_wire_load_selection_group|socket|source|split|string|subst|switch|tell|throw|time|total_negative_slack|try|unknown|unload|unset|unset_case_analysis|unset_clock_groups|unset_clock_transition|unset_clock_uncertainty|unset_data_check|unset_disable_timing|unset_path_exceptions|unset_propagated_clock|unset_timing_derate|update>"
        ],
    );
    check("get_cells f", expect!["get_cells <ff0|ff1>"]);
    check("get_cells u/o", expect!["get_cells <u/one>"]);
    check("get_pins ff0/", expect!["get_pins <ff0/CK|ff0/D|ff0/Q>"]);
    check("get_pins u/one/", expect!["get_pins <u/one/A|u/one/Y>"]);
    check("get_nets u/", expect!["get_nets <n|q[0]|u/m>"]);
    check("get_clocks c", expect!["get_clocks <clk>"]);
    check("get_lib_cells I", expect!["get_lib_cells <tiny/INV>"]);
    check("set_load 1 ou", expect!["set_load 1 <out>"]);
    check("puts $my_", expect!["puts $<my_other|my_variable>"]);
    check("puts \"$my_v", expect![[r#"puts "$<my_variable>"#]]);
}

/// The cursor may stand in the middle of a line, and anything may be in it.
#[test]
fn any_place_in_any_line() {
    let mut world = World::new();
    for line in ["get_ports {a b} [", "$", "ä\u{a0}ö [ü", "\"", "get_pins [get_cells -of {x", ""] {
        for place in (0..=line.len()).filter(|&place| line.is_char_boundary(place)) {
            let (start, _) = world.shell.complete(line, place);
            assert!(start <= place && line.is_char_boundary(start), "{line} {place}");
        }
    }
}
