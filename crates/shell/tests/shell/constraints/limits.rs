//! Design rules, operating conditions.

use super::design::{check, loaded, refused, warned};

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
    check(
        "set_max_transition -rise 0.5 top; set_max_transition -fall 0.4 top; set_min_transition 0.01 [get_ports in1]
         set_min_transition -fall 0.02 [get_pins cb/Z]; set_min_fanout 1 [get_ports in1]
         set_max_transition 0.3 [get_ports in1]; set_max_transition -rise 0.2 [get_ports in1]",
        "set_max_transition -rise 0.5000 [current_design]
         set_max_transition -fall 0.4000 [current_design]
         set_max_transition -rise 0.2000 [get_ports in1]
         set_max_transition -fall 0.3000 [get_ports in1]
         set_min_transition 0.0100 [get_ports in1]
         set_min_transition -fall 0.0200 [get_pins cb/Z]
         set_min_fanout 1.0000 [get_ports in1]",
    );
    check(
        "create_clock -name c -period 2 clk; set_min_pulse_width -high 0.1 c; set_min_pulse_width 0.2; set_min_pulse_width -low 0.3 [get_clocks c]
         set_min_pulse_width -low 0.4 [get_cells cb]; set_min_pulse_width 0.5 [get_pins cb/A]; set_min_pulse_width 0.25 [current_design]",
        "create_clock -name c -period 2.0000 [get_ports clk]
         set_min_pulse_width 0.2500 [current_design]
         set_min_pulse_width -low 0.4000 [get_cells cb]
         set_min_pulse_width 0.5000 [get_pins cb/A]
         set_min_pulse_width -high 0.1000 [get_clocks c]
         set_min_pulse_width -low 0.3000 [get_clocks c]",
    );
    refused("set_max_transition -clock_path 0.1 [current_design]", "are for clocks");
    refused("set_min_pulse_width -0.1", "is no limit");
    refused("set_min_transition 0.1 [get_cells u1]", "instance of a module");
    refused("set_max_fanout 4 [get_cells u1]", "instance of a module");
    refused("set_max_fanout -4 [current_design]", "is no limit");
    refused("set_port_fanout_number -min 4 out1", "not told apart");
}

#[test]
fn what_no_report_checks_is_warned_of_once() {
    let mut loaded = loaded();
    loaded.run(
        "set_max_fanout 10 [current_design]; set_max_transition 0.4 [get_ports in1]; set_fanout_load 2 out1",
    );
    assert_eq!(loaded.warnings(), "");
    loaded.run(
        "set_max_area 100; set_max_area 50; set_port_fanout_number 3 out1; set_port_fanout_number 4 out1",
    );
    let said = loaded.warnings();
    assert_eq!(said.matches("the largest area is kept, and not checked").count(), 1, "{said}");
    assert_eq!(said.matches("numbers of pins behind ports are kept, and not used").count(), 1, "{said}");
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
