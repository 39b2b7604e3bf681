//! `> file` and `>> file`.

use expect_test::expect;
use zeroslack_shell::TABLES;

use super::world::{World, check};

const SHOW: &str = "set f [open out]; set text [read $f]; close $f; set text";

#[test]
fn what_is_printed_goes_to_files() {
    check(
        &format!("report_units > out; report_units >> out; {SHOW}"),
        expect![[r#"
        =>  time 1ns
         capacitance 1pF
         resistance 1kohm
         voltage 1v
         current 1mA
         power 1nW
         distance 1um
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
        &format!("report_units >> out; report_units > out; {SHOW}"),
        expect![[r#"
        =>  time 1ns
         capacitance 1pF
         resistance 1kohm
         voltage 1v
         current 1mA
         power 1nW
         distance 1um

    "#]],
    );
    check(
        &format!("help get_port* > out; {SHOW}"),
        expect![[r#"
        => get_ports [-filter expression] [-of_objects objects] [-regexp] [-nocase] [-quiet] [patterns]

    "#]],
    );
    check(
        &format!("set_load -help > out; {SHOW}"),
        expect![[r#"
            => set_load [-pin_load] [-wire_load] [-subtract_pin_load] [-rise] [-fall] [-min] [-max] capacitance ports_or_nets
              What pins or wires outside add to the loads of ports, or the capacitance of nets' wires in place of their parasitics.
              -pin_load                    of ports: of pins, as without -wire_load
              -wire_load                   of ports: of wires
              -subtract_pin_load           not supported

        "#]],
    );
    check(
        "report_units > no/such/folder",
        expect![[r#"
        error: cannot write './no/such/folder': No such file or directory (os error 2)
    "#]],
    );
    check(
        "report_units > {}",
        expect![[r#"
            error: cannot write './': is a directory
        "#]],
    );
}

#[test]
fn what_a_script_prints_goes_to_a_file() {
    let mut world = World::loaded();
    std::fs::write(world.folder.path().join("a.tcl"), "puts one\nreport_units\nerror wrong").unwrap();
    expect![[r#"
        then wrong
    "#]]
    .assert_eq(&world.say("catch {source a.tcl > out} message; puts \"then $message\""));
    expect![[r#"
        => one
         time 1ns
         capacitance 1pF
         resistance 1kohm
         voltage 1v
         current 1mA
         power 1nW
         distance 1um

    "#]]
    .assert_eq(&world.say(SHOW));
}

#[test]
fn an_arrow_in_data_is_data() {
    check(
        "llength [get_cells -filter {area >= 0}]; set x [get_cells -quiet -filter {area > 3}]",
        expect![""],
    );
    check("set words {a > b}; get_cells -quiet $words", expect![[""]]);
    check("get_cells -quiet [list a > b]", expect![[""]]);
    // The last but one word is a list of one element that looks like an arrow.
    check(
        "set_input_transition 0.02 [list >] ; file exists in*",
        expect![[r#"
        Warning: there is no port '>'
        => 0
    "#]],
    );
}

/// Commands that fail make no file: what they would have printed is not there.
#[test]
fn a_command_that_fails_leaves_the_file() {
    check(
        &format!("report_units > out; catch {{help nothing_like_it > out}}; {SHOW}"),
        expect![[r#"
        =>  time 1ns
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
fn every_command_prints_its_help_to_a_file() {
    let mut world = World::new();
    for command in TABLES.all() {
        let name = command.name;
        let said = world.say(&format!("{name} -help > help_of; file size help_of"));
        assert!(!said.starts_with("=> 0") && said.starts_with("=> "), "{name}: {said}");
        let said = world.say(&format!("{name} -help"));
        assert!(said.contains(command.summary), "{name}: {said}");
        assert!(command.options.iter().all(|option| said.contains(option.name)), "{name}: {said}");
    }
}
