//! Files that are read and written.

use std::io::Write as _;

use expect_test::expect;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::world::{FILES, LOAD, World, check, check_bare};

#[test]
fn files_that_are_not_there() {
    check_bare(
        "read_liberty no.lib",
        expect![[r#"
        error: read_liberty: cannot read './no.lib': No such file or directory (os error 2); 'read_liberty -help' says how it is used
    "#]],
    );
    check_bare(
        "read_verilog .",
        expect![[r#"
        error: read_verilog: cannot read './.': it is a folder; 'read_verilog -help' says how it is used
    "#]],
    );
    check(
        "read_spef no.spef",
        expect![[r#"
        error: read_spef: cannot read './no.spef': No such file or directory (os error 2); 'read_spef -help' says how it is used
    "#]],
    );
    check(
        "read_sdc no.sdc",
        expect![[r#"
        error: couldn't read file "no.sdc": no such file or directory
    "#]],
    );
    check(
        "source no.tcl",
        expect![[r#"
        error: couldn't read file "no.tcl": no such file or directory
    "#]],
    );
    check_bare(
        "read_sdc tiny.sdc",
        expect![[r#"
        error: there is no design yet: read_liberty, read_verilog and link_design first
    "#]],
    );
    check_bare(
        "link_design",
        expect![[r#"
        error: link_design: there is no netlist: read_verilog first; 'link_design -help' says how it is used
    "#]],
    );
    check_bare(
        "read_verilog tiny.v; link_design",
        expect![[r#"
            error: [FILE-002]: no Liberty file is given; a design needs its cells
        "#]],
    );
}

#[test]
fn all_files_may_be_gzipped() {
    let mut plain = World::loaded();
    let mut packed = World::new();
    for (name, text) in FILES {
        let mut writer = GzEncoder::new(Vec::new(), Compression::default());
        writer.write_all(text.as_bytes()).unwrap();
        std::fs::write(packed.folder.path().join(format!("{name}.gz")), writer.finish().unwrap()).unwrap();
    }
    let load = ["lib", "v", "spef", "sdc"].iter().fold(LOAD.to_owned(), |load, kind| {
        load.replace(&format!("tiny.{kind}"), &format!("tiny.{kind}.gz"))
    });
    let (outcome, said) = packed.run(&load);
    assert!(outcome.is_ok(), "{said}");
    assert_eq!(packed.all(), plain.all());
    std::fs::write(packed.folder.path().join("bad.sdc.gz"), [0x1f, 0x8b, 0, 0]).unwrap();
    expect![[r#"
        error: couldn't read file "bad.sdc.gz": [IN-001]: damaged gzip data after 0 unpacked bytes: unexpected end of file
    "#]].assert_eq(&packed.say("read_sdc bad.sdc.gz"));
    expect![[r#"
        create_clock -name clk -period 0.4 [get_ports clk]
        set_propagated_clock [get_clocks clk]
        set_input_transition 0.02 [get_ports {clk in[*]}]
        set_input_delay 0.1 -clock clk [get_ports in*]
        set_output_delay -max 0.15 -clock clk [get_ports out]
        set_output_delay -min 0.01 -clock clk [get_ports out]
        set_load 0.003 [get_ports out]
    "#]]
    .assert_eq(&packed.say("read_sdc -echo tiny.sdc.gz"));
}

#[test]
fn options_of_readers() {
    check(
        "read_spef -reduce -delete_after_reduce -keep_capacitive_coupling tiny.spef",
        expect![[r#"
        => 1
    "#]],
    );
    check(
        "read_spef -min -max tiny.spef",
        expect![[r#"
        => 1
    "#]],
    );
    check(
        "read_spef -max tiny.spef",
        expect![[r#"
        error: read_spef: parasitics of one analysis alone are not supported; 'read_spef -help' says how it is used
    "#]],
    );
    check(
        "read_spef -pin_cap_included tiny.spef",
        expect![[r#"
        error: read_spef: -pin_cap_included is not supported: the capacitances of pins are those of the libraries; 'read_spef -help' says how it is used
    "#]],
    );
    check(
        "read_spef -coupling_reduction_factor -1 tiny.spef",
        expect![[r#"
        error: read_spef: a coupling factor of '-1': expected a number from 0 to 100; 'read_spef -help' says how it is used
    "#]],
    );
    check(
        "read_spef -path nothing tiny.spef",
        expect![[r#"
            error: [FILE-004]: the SPEF file './tiny.spef' is for 'nothing', but design 'tiny' has no instance of a module with that path and no module with that name
        "#]],
    );
    check(
        "read_spef -corner fast tiny.spef",
        expect![[r#"
        error: read_spef: there is no corner 'fast': expected default; 'read_spef -help' says how it is used
    "#]],
    );
    check_bare(
        "read_liberty -infer_latches -min tiny.lib; read_liberty -max tiny.lib; read_verilog tiny.v; link_design tiny",
        expect![[r#"
        => 1
    "#]],
    );
    check(
        "read_liberty tiny.lib",
        expect![[r#"
        Warning: the design is linked already: the library counts when it is linked again
        => 1
    "#]],
    );
    check(
        "read_sdc -mode test tiny.sdc",
        expect![[r#"
            error: read_sdc: there is no mode 'test': only 'default' is known; 'read_sdc -help' says how it is used
        "#]],
    );
}

/// A coupling capacitor counts so much at each of its ends.
#[test]
fn a_coupling_factor_counts() {
    let mut world = World::loaded();
    let slack = "get_property [get_pins ff1/D] slack_max";
    let text = "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"tiny\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n\
        *D_NET n 30\n*CONN\n*I u/two:Y O\n*I ff1:D I\n*CAP\n1 n:1 10\n2 n:1 q[0]:1 20\n*RES\n1 u/two:Y n:1 0.1\n2 n:1 ff1:D 0.1\n*END\n";
    std::fs::write(world.folder.path().join("coupled.spef"), text).unwrap();
    let mut slacks: Vec<f64> = Vec::new();
    for factor in ["0", "1", "2"] {
        let said =
            world.say(&format!("read_spef -q -coupling_reduction_factor {factor} coupled.spef; {slack}"));
        slacks.push(said.trim_start_matches("=> ").trim().parse().unwrap_or_else(|_| panic!("{said}")));
    }
    assert!(slacks[0] > slacks[1] && slacks[1] > slacks[2], "{slacks:?}");
}

#[test]
fn calculators() {
    check(
        "set_delay_calculator elmore; set_delay_calculator lumped_cap; set_delay_calculator dmp_ceff_elmore",
        expect![[""]],
    );
    check(
        "set_delay_calculator dmp_ceff_two_pole",
        expect![[r#"
        Warning: delays are computed as by effective_capacitance, which dmp_ceff_two_pole comes closest to
    "#]],
    );
    check(
        "set_delay_calculator arnoldi",
        expect![[r#"
        error: set_delay_calculator: there is no delay calculator 'arnoldi': expected elmore, lumped_cap or effective_capacitance; 'set_delay_calculator -help' says how it is used
    "#]],
    );
    let slack = "get_property [get_pins ff1/D] slack_max";
    let mut world = World::loaded();
    let of = |world: &mut World, name: &str| world.say(&format!("set_delay_calculator {name}; {slack}"));
    let (lumped, elmore) = (of(&mut world, "lumped_cap"), of(&mut world, "elmore"));
    assert_ne!(lumped, elmore);
    assert_eq!(of(&mut world, "ceff"), of(&mut world, "dmp_ceff_elmore"));
    assert_eq!(of(&mut world, "lumped_cap"), lumped);
}

#[test]
fn instances() {
    check(
        "current_instance u; foreach c [get_cells *] {puts [get_property $c full_name]}; current_instance; llength [get_cells *]",
        expect![[r#"
            u/one
            u/two
            => 4
        "#]],
    );
    check(
        "current_instance u; get_property [get_pins one/A] full_name",
        expect![[r#"
        => u/one/A
    "#]],
    );
    check(
        "current_instance u; puts [get_property [get_nets m] full_name]; current_instance ..",
        expect![[r#"
        u/m
    "#]],
    );
    check(
        "current_instance u; get_property [get_ports clk] full_name",
        expect![[r#"
        => clk
    "#]],
    );
    check(
        "current_instance ff0",
        expect![[r#"
        error: current_instance: 'ff0' is a cell: expected an instance of a module; 'current_instance -help' says how it is used
    "#]],
    );
    check(
        "current_instance nothing",
        expect![[r#"
        error: there is no cell 'nothing'
    "#]],
    );
    check_bare(
        "current_instance",
        expect![[r#"
        error: there is no design yet: read_liberty, read_verilog and link_design first
    "#]],
    );
    check(
        "current_design",
        expect![[r#"
        => tiny
    "#]],
    );
    check(
        "current_design tinny",
        expect![[r#"
            Warning: current_design: 'tinny' is not the linked design, which stays 'tiny'
            => tiny
        "#]],
    );
}

/// A folder with a library that is warned of, and has a memory.
fn world_with_memory() -> World {
    let world = World::new();
    let tiny = FILES[0].1.trim_end().strip_suffix('}').unwrap();
    let memory = "cell (RAM) { memory () { type : ram; address_width : 4; word_width : 8; }\n\
                  pin (A) { direction : input; capacitance : -1; } } }";
    std::fs::write(world.folder.path().join("ram.lib"), format!("{tiny}{memory}")).unwrap();
    world
}

#[test]
fn a_library_for_both_analyses_is_warned_of_once() {
    for read in [
        "read_liberty ram.lib",
        "read_liberty -min ram.lib; read_liberty -max ram.lib",
        "define_corners a b; read_liberty ram.lib",
    ] {
        let (outcome, said) =
            world_with_memory().run(&format!("{read}; read_verilog tiny.v; link_design tiny"));
        assert!(outcome.is_ok(), "{said}");
        assert_eq!(said.matches("LIB-042").count(), 1, "{read}: {said}");
    }
}

#[test]
fn cells_with_a_memory_group_are_memories() {
    let mut world = world_with_memory();
    let (outcome, said) = world.run("read_liberty ram.lib; read_verilog tiny.v; link_design tiny");
    assert!(outcome.is_ok(), "{said}");
    let ask = "list [get_property [get_lib_cells RAM] is_memory] [get_property [get_lib_cells RAM] is_macro] \
               [get_property [lindex [get_cells *] 0] is_memory]";
    assert_eq!(world.run(ask).0.unwrap().to_string(), "1 0 0");
    assert_eq!(world.run("get_name [get_lib_cells -filter is_memory==1 *]").0.unwrap().to_string(), "RAM");
}
