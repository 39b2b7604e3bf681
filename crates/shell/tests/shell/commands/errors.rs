//! What fails changes nothing.

use super::world::World;

/// Checks that a script fails and that everything is as it was.
#[track_caller]
fn check_unchanged(script: &str) {
    let mut world = World::loaded();
    std::fs::write(
        world.folder.path().join("half.sdc"),
        "create_clock -name other -period 2\nset_cmd_units -time ps\nset_load 9 [get_ports out]\nset_load\n",
    )
    .unwrap();
    std::fs::write(world.folder.path().join("broken.v"), "module tiny (; endmodule").unwrap();
    std::fs::write(world.folder.path().join("broken.spef"), "*SPEF\n*D_NET nonsense").unwrap();
    let before = world.all();
    let (outcome, said) = world.run(script);
    assert!(outcome.is_err(), "{script}: {said}");
    assert_eq!(world.all(), before, "{script}");
}

#[test]
fn a_command_that_fails_changes_nothing() {
    for script in [
        "create_clock -name clk -period 2 [get_ports nothing_here] extra",
        "create_clock -name c2 -period 0 clk",
        "create_clock -name c2 -period 1 -waveform {0 3} clk",
        "create_clock -name c2 -period abc clk",
        "set_input_delay 0.3 -clock none [get_ports in*]",
        "set_input_delay 0.3 -clock clk -reference_pin ff0/CK [get_ports in*]",
        "set_load x [get_ports out]",
        "set_load 1 [get_cells ff0]",
        "set_propagated_clock",
        "remove_from_something",
        "set_cmd_units -time parsec -capacitance fF",
        "set_cmd_units -time ps -capacitance mile",
        "current_instance nowhere",
        "current_instance ff0",
        "set_delay_calculator guess",
        "define_corners a a",
        "read_spef nothing.spef",
        "read_spef broken.spef",
        "read_spef -path nowhere tiny.spef",
        "read_spef -min tiny.spef",
        "read_spef -pin_cap_included tiny.spef",
        "read_spef -coupling_reduction_factor x tiny.spef",
        "read_liberty nothing.lib",
        "read_liberty -corner fast tiny.lib",
        "read_sdc nothing.sdc",
        "read_sdc -mode test tiny.sdc",
        "link_design nothing",
        "read_verilog broken.v; link_design",
        "replace_cell ff0 INV",
        "replace_cell nothing INV",
        "make_instance ff0 INV",
        "make_instance x NOTHING",
        "delete_instance nothing",
        "connect_pin nothing ff0/D",
        "disconnect_pin m ff0/D",
        "delete_net nothing",
        "write_verilog no/such/folder.v",
        "write_verilog -remove_cells [get_cells ff0] x.v",
        "set_voltage -from clk",
        "write_sdf x.sdf",
        "report_checks -to nothing",
        "set sta_crpr_mode never; get_property [get_pins ff0/D] slack_max",
    ] {
        // The last ones set a variable, which is the script's own.
        let script = format!(
            "set code [catch {{{script}}} message]; set sta_crpr_mode same_pin; if {{$code}} {{error $message}}"
        );
        check_unchanged(&script);
    }
}

/// A file with an error is forgotten, so that a mended one can be read.
#[test]
fn a_broken_file_can_be_mended() {
    let mut world = World::new();
    let folder = world.folder.path().to_path_buf();
    std::fs::write(folder.join("broken.v"), "module tiny (; endmodule").unwrap();
    let said = world.say("read_liberty tiny.lib; read_verilog broken.v; link_design");
    assert!(said.starts_with("error: ") && said.contains("broken.v"), "{said}");
    assert_eq!(
        world.say("link_design nothing"),
        "error: link_design: there is no netlist: read_verilog first; 'link_design -help' says how it is used\n"
    );
    assert_eq!(world.say("read_verilog tiny.v; link_design tiny"), "=> 1\n");
}

#[test]
fn a_wrong_top_can_be_tried_again() {
    let said = World::new()
        .say("read_liberty tiny.lib; read_verilog tiny.v; catch {link_design tinny}; link_design tiny");
    assert_eq!(said, "=> 1\n");
}

/// A loop of which a cell is not timed is none when results are asked for.
#[test]
fn loops_are_said_when_results_are_asked_for() {
    let said_after = |constraints: &str| {
        let mut world = World::new();
        let file = world.folder.path().join("tiny.v");
        let looped = std::fs::read_to_string(&file).unwrap().replace("INV one (.A(a)", "INV one (.A(y)");
        std::fs::write(&file, looped).unwrap();
        let linked = world.say("read_liberty tiny.lib; read_verilog tiny.v; link_design tiny");
        assert!(!linked.contains("GRAPH-001"), "{linked}");
        let (_, first) = world.run(&format!("{constraints}; report_wns"));
        let (_, later) = world.run("report_wns");
        assert!(!later.contains("GRAPH-001"), "{later}");
        first
    };
    assert!(said_after("").contains("GRAPH-001"), "{}", said_after(""));
    assert!(said_after("read_sdc tiny.sdc").contains("GRAPH-001"));
    let opened = said_after("read_sdc tiny.sdc; set_disable_timing [get_cells u/one]");
    assert!(!opened.contains("GRAPH-001"), "{opened}");
}
