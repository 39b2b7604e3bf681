//! Design rules, operating conditions.

use super::design::{KEPT, check, loaded, refused, warned};

#[test]
fn rules() {
    check(
        "set_max_transition 0.5 [current_design]; set_max_transition 0.4 [get_ports in1]; set_max_capacitance 0.1 [get_pins cb/Z]
         set_min_capacitance 0.01 top; set_max_fanout 10 [current_design]; set_max_fanout 4 [get_cells cb]; set_max_area 100
         set_fanout_load 2 out1; set_port_fanout_number 3 out1",
        "set_max_transition 0.5000 [current_design]
         set_max_transition 0.4000 [get_ports in1]
         set_max_capacitance 0.1000 [get_pins cb/Z]
         set_min_capacitance 0.0100 [current_design]
         set_max_fanout 10.0000 [current_design]
         set_max_fanout 4.0000 [get_cells cb]
         set_max_area 100.0000
         set_fanout_load 2.0000 [get_ports out1]
         set_port_fanout_number 3.0000 [get_ports out1]",
    );
    check(
        "create_clock -name c -period 2 clk; set_max_transition -clock_path 0.1 c; set_max_transition -data_path 0.2 [get_clocks c]",
        "create_clock -name c -period 2.0000 [get_ports clk]
         set_max_transition -data_path 0.2000 [get_clocks c]
         set_max_transition -clock_path 0.1000 [get_clocks c]",
    );
    refused("set_max_transition -clock_path 0.1 [current_design]", "are for clocks");
    refused("set_max_transition -rise 0.1 [current_design]", "not told apart");
    refused("set_max_fanout 4 [get_cells u1]", "instance of a module");
    refused("set_max_fanout -4 [current_design]", "is no limit");
    refused("set_port_fanout_number -min 4 out1", "not told apart");
}

#[test]
fn design_rules_are_warned_of_once() {
    let mut loaded = loaded();
    loaded
        .run("set_max_fanout 10 [current_design]; set_max_area 100; set_max_transition 0.4 [get_ports in1]");
    assert_eq!(loaded.warnings().matches(KEPT).count(), 1);
}

#[test]
fn operating_conditions() {
    check(
        "set_operating_conditions -analysis_type on_chip_variation; set_operating_conditions typical -library [get_libs small]",
        "set_operating_conditions -analysis_type on_chip_variation -min typical -max typical -min_library small -max_library small",
    );
    check(
        "set_operating_conditions -min best -max {worst case} -max_library slow",
        "set_operating_conditions -min best -max {worst case} -max_library slow",
    );
    warned("set_operating_conditions -analysis_type single", "'single' is kept only");
    refused("set_operating_conditions -analysis_type fast", "no analysis type 'fast'");
}
