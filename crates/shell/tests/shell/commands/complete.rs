//! What words at a prompt become.

use expect_test::{Expect, expect};

use super::world::World;

/// The words that the last word of a line may become, behind the part of the line before it.
#[track_caller]
fn check(line: &str, expected: Expect) {
    let mut world = World::loaded();
    world.run("set my_variable 1; set my_other 2").0.unwrap();
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
    check("foreach x $y {link", expect!["foreach x $y {<link_design >"]);
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
    check("get_ports {out in[", expect!["get_ports {out <in[0]|in[1]>"]);
    check("get_cells f", expect!["get_cells <ff0|ff1>"]);
    check("get_cells u/o", expect!["get_cells <u/one>"]);
    check("get_pins ff0/", expect!["get_pins <ff0/CK|ff0/D|ff0/Q>"]);
    check("get_pins u/one/", expect!["get_pins <u/one/A|u/one/Y>"]);
    check("get_nets u/", expect!["get_nets <u/m>"]);
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
