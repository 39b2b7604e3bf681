//! Handles as values of scripts.

use super::{check, said, shell};

#[test]
fn handles_are_stable_texts() {
    check(&[
        ("expr {[lsearch [all_inputs] [get_port clk]] >= 0}", "1"),
        ("expr {[get_ports clk] eq [get_port clk]}", "1"),
        (
            "set all [all_inputs]; set at [lsearch $all [get_port clk]]; names [get_ports [lreplace $all $at $at \"\"]]",
            "rst {din[3]} {din[2]} {din[1]} {din[0]} {ctl[0]}",
        ),
        ("names [get_ports [list [get_ports clk] rst {}]]", "clk rst"),
        ("names [get_ports [string range \"x[get_ports clk]\" 1 end]]", "clk"),
        ("names [get_ports [join [list [get_ports clk] [get_ports rst]] { }]]", "clk rst"),
        ("set_load 1 [concat [get_ports dout] o.x]", ""),
        ("dict set seen [get_cells l] 1; dict exists $seen [get_cells l]", "1"),
        ("expr {[get_nets -of_objects [get_pins l/Q]] == \"NULL\"}", "0"),
    ]);
}

#[test]
fn wrong_kinds_are_errors() {
    check(&[
        ("get_ports [get_cells l]", "cell 'l' is in this list: expected a port"),
        ("set_load 1 [get_cells l]", "cell 'l' is in this list: expected a port or net"),
    ]);
}

#[test]
fn handles_of_what_is_gone() {
    check(&[
        (
            "set c [get_cells l]; delete_instance $c; get_property $c name",
            "'cell#5' is no object of the design any more: ask for it again",
        ),
        (
            "set p [get_pins l/D]; delete_instance l; get_cells -of_objects $p",
            "'pin#24' is no object of the design any more: ask for it again",
        ),
        (
            "set n [get_nets v]; delete_net $n; get_pins -of_objects $n",
            "'net#16' is no object of the design any more: ask for it again",
        ),
        (
            "create_clock -name c -period 2; set c [get_clocks c]; remove_clock $c; get_property $c period",
            "'clock#0' is no object of the design any more: ask for it again",
        ),
        ("get_cells cell#999999", "'cell#999999' is no object of the design any more: ask for it again"),
        ("get_property port#99 name", "'port#99' is no object of the design any more: ask for it again"),
        (
            "get_property libpin#0.77 name",
            "'libpin#0.77' is no object of the design any more: ask for it again",
        ),
    ]);
}

#[test]
fn handles_of_an_earlier_design() {
    let mut shell = shell();
    let handle = said(&mut shell, "set h [get_cells l]");
    assert_eq!(handle, "cell#5");
    // The same files are read anew.
    let mut other = super::shell();
    assert_eq!(said(&mut other, "get_full_name cell#5"), "l");
    assert_eq!(
        said(&mut other, "get_full_name cell#5@2"),
        "'cell#5@2' is an object of a design that was linked earlier: ask for it again"
    );
}

#[test]
fn handles_as_commands() {
    check(&[
        ("[get_cells l] name", "l"),
        ("[get_pins p1/one/r/CK] full_name", "p1/one/r/CK"),
        ("[get_cells l] ref_name", "LATCH"),
        ("[get_cells l] nane", "cell objects do not have a nane property: did you mean 'name'?"),
        ("[get_cells l]", "'cell#5' is a cell, not a command: expected the name of a property behind it"),
        (
            "[get_cells l] name 3",
            "'cell#5' is a cell, not a command: expected the name of a property behind it",
        ),
        ("[lindex [sta::corners] 0] name", "default"),
        ("[sta::find_corner default] name", "default"),
    ]);
}

#[test]
fn helpers() {
    check(&[
        ("names [sta::sort_by_name [get_cells]]", r"{a\b} l p1 p2 r/3 {r[0]} {u$1} x+y"),
        ("names [sta::sort_by_name {rst clk}]", "clk rst"),
        ("create_clock -name c -period 1 clk; sta::is_clock_src [get_ports clk]", "1"),
        ("sta::is_clock_src [get_ports clk]", "0"),
        ("create_clock -name c -period 1 clk; sta::is_clock_src [sta::get_port_pin [get_ports clk]]", "1"),
        ("create_clock -name c -period 1; names [sta::all_clocks]", "c"),
    ]);
}
