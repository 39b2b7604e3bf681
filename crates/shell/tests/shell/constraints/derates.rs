//! Factors on delays.

use super::design::{check, refused, warned};

#[test]
fn of_the_design() {
    check(
        "set_timing_derate -early 0.9; set_timing_derate -late 1.1",
        "set_timing_derate -early 0.9000
         set_timing_derate -late 1.1000",
    );
    check(
        "set_timing_derate -late -cell_delay -data 1.2; set_timing_derate -late -net_delay -rise 1.5; set_timing_derate -late -cell_check 1.3",
        "set_timing_derate -late -data -cell_delay 1.2000
         set_timing_derate -late -rise -net_delay 1.5000
         set_timing_derate -late -cell_check 1.3000",
    );
    check("set_timing_derate -early -late 0.9; unset_timing_derate", "");
    check("set_timing_derate -early 0.9 [get_cells cb]; reset_timing_derate", "");
    refused("set_timing_derate 0.9", "expected -early or -late");
    refused("set_timing_derate -early -0.9", "no factor");
}

#[test]
fn of_objects() {
    check(
        "set_timing_derate -late 1.1 [get_cells cb]; set_timing_derate -late -cell_check 1.2 [get_lib_cells small/DFF]; set_timing_derate -early 0.9 [get_nets n1]",
        "set_timing_derate -late -cell_check 1.2000 [get_lib_cells small/DFF]
         set_timing_derate -late -cell_delay 1.1000 [get_cells cb]
         set_timing_derate -early -net_delay 0.9000 [get_nets n1]",
    );
    check(
        "set_timing_derate -late 1.1 {cb r1}; unset_timing_derate cb",
        "set_timing_derate -late -cell_delay 1.1000 [get_cells r1]",
    );
    refused("set_timing_derate -late 1.1 [get_pins cb/Z]", "expected a cell");
    refused("set_timing_derate -late -net_delay 1.1 [get_cells cb]", "has no delays of the kind");
    refused("set_timing_derate -late -cell_delay 1.1 [get_nets n1]", "has no delays of the kind");
    warned("set_timing_derate -late 1.1 nothing", "'nothing'");
}

#[test]
fn of_an_instance_of_a_module_its_cells_and_the_nets_that_stay_inside() {
    check(
        "set_timing_derate -late 1.1 [get_cells u1]",
        "set_timing_derate -late -cell_delay 1.1000 [get_cells u1/b1]
         set_timing_derate -late -cell_delay 1.1000 [get_cells u1/r]
         set_timing_derate -late -net_delay 1.1000 [get_nets u1/n]",
    );
    check("set_timing_derate -late 1.1 [get_cells u1]; unset_timing_derate u1", "");
}
