//! What drives input ports.

use super::design::{check, refused, warned};

const CELL: &str = "set_driving_cell";

#[test]
fn slews() {
    check(
        "set_input_transition 0.1 in1; set_input_transition -rise -max 0.2 in1",
        "set_input_transition -min 0.1000 [get_ports in1]
         set_input_transition -max -rise 0.2000 [get_ports in1]
         set_input_transition -max -fall 0.1000 [get_ports in1]",
    );
    warned("create_clock -name c -period 1 clk; set_input_transition -clock c 0.1 in1", "all clocks");
}

#[test]
fn cells() {
    let none = "-input_transition_rise 0.0000 -input_transition_fall 0.0000";
    check(
        "set_driving_cell -lib_cell BUF in1",
        &format!("{CELL} -lib_cell [get_lib_cells small/BUF] -from_pin A -pin Z {none} [get_ports in1]"),
    );
    check(
        "set_driving_cell -lib_cell NAND2 -library small -pin Z -from_pin B -input_transition_rise 0.1 -max in1
         set_driving_cell -lib_cell DFF -pin QN -rise -min -dont_scale -no_design_rule -multiply_by 1 in1",
        &format!(
            "{CELL} -min -rise -lib_cell [get_lib_cells small/DFF] -from_pin CK -pin QN {none} [get_ports in1]
             {CELL} -max -lib_cell [get_lib_cells small/NAND2] -from_pin B -pin Z \
             -input_transition_rise 0.1000 -input_transition_fall 0.0000 [get_ports in1]"
        ),
    );
    check("set_driving_cell -lib_cell BUF in1; remove_driving_cell in1", "");
    check(
        "set_driving_cell -lib_cell BUF in1; set_input_transition 0.1 in1",
        "set_input_transition 0.1000 [get_ports in1]",
    );
}

#[test]
fn cells_that_cannot_drive() {
    refused("set_driving_cell -lib_cell DFF in1", "Q, QN");
    refused("set_driving_cell -lib_cell DFF -pin Z in1", "no output 'Z': expected Q, QN");
    refused("set_driving_cell -lib_cell NAND2 -from_pin C in1", "no arc from 'C' to 'Z': expected A or B");
    refused("set_driving_cell -lib_cell INV in1", "'INV'");
    warned("set_driving_cell -lib_cell BUF -pin A in1", "no arc of library cell 'BUF' leads to its pin 'A'");
    refused("set_driving_cell in1", "expected -lib_cell");
    warned("set_driving_cell -lib_cell BUF out1", "port 'out1' is not an input, and is left out");
    refused("set_driving_cell -lib_cell BUF -multiply_by 2 in1", "-multiply_by 2");
    warned("create_clock -name c -period 1 clk; set_driving_cell -lib_cell BUF -clock c in1", "all clocks");
}

#[test]
fn resistances() {
    check(
        "set_drive 2 in1; set_drive -min -fall 0 in1",
        "set_drive -min -rise 2.0000 [get_ports in1]
         set_drive -min -fall 0.0000 [get_ports in1]
         set_drive -max 2.0000 [get_ports in1]",
    );
    check(
        "set_cmd_units -resistance 1ohm; set_drive 500 in1; set_cmd_units -resistance 1kohm",
        "set_drive 0.5000 [get_ports in1]",
    );
    refused("set_drive -1 in1", "negative");
}
