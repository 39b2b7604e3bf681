//! Scripts: sourcing, help, options of procedures, the end of a script.

use expect_test::expect;
use zeroslack_shell::Shell;

use super::world::{World, check, check_bare};

#[test]
fn files_of_commands() {
    let mut world = World::loaded();
    let folder = world.folder.path().to_path_buf();
    std::fs::write(
        folder.join("a.tcl"),
        "set here [file tail [info script]]\nputs $here\nreturn done\nputs never",
    )
    .unwrap();
    std::fs::write(folder.join("b.tcl"), "set x 1\nproc p {} {\n  get_prots x\n}\np\n").unwrap();
    std::fs::write(
        folder.join("w.sdc"),
        "# first\nset_load 0.001 [get_ports {out nothing}]\nforeach p {a b} {\n  get_ports $p\n}\n",
    )
    .unwrap();
    expect![[r#"
        a.tcl
        => done
    "#]]
    .assert_eq(&world.say("source a.tcl"));
    expect![[r#"
        set here [file tail [info script]]
        puts $here
        return done
        puts never
        a.tcl
        => done
    "#]]
    .assert_eq(&world.say("source -echo a.tcl"));
    expect![[r#"
        a.tcl
        => done
    "#]]
    .assert_eq(&world.say("source -encoding utf-8 a.tcl"));
    expect![[r#"
        => invalid command name "get_prots": did you mean get_ports?
            while executing
        "get_prots x"
            (procedure "p" line 2)
            invoked from within
        "p"
            (file "b.tcl" line 5)
            invoked from within
        "source b.tcl"
    "#]]
    .assert_eq(&world.say("catch {source b.tcl}; set errorInfo"));
    expect![[r#"
        Warning: w.sdc:2: there is no port 'nothing'
        Warning: w.sdc:3: there is no port 'a'
        Warning: w.sdc:3: there is no port 'b'
    "#]]
    .assert_eq(&world.say("read_sdc w.sdc"));
}

#[test]
fn help_lists_commands() {
    check_bare(
        "help get_*ts",
        expect![[r#"
        get_nets [-hierarchical] [-hsc separator] [-filter expression] [-of_objects objects] [-regexp] [-nocase] [-quiet] [patterns]
        get_ports [-filter expression] [-of_objects objects] [-regexp] [-nocase] [-quiet] [patterns]
    "#]],
    );
    check_bare(
        "help nothing*",
        expect![[r#"
        error: help: no command matches 'nothing*'; 'help -help' says how it is used
    "#]],
    );
    let said = World::new().say("help");
    assert!(said.lines().count() > 50, "{said}");
}

#[test]
fn procedures_that_take_options() {
    let proc = "proc p {args} {sta::parse_key_args p args keys {-corner -count} flags {-verbose} ; puts \"$args | [lsort [array get keys]] | [array get flags]\"};";
    check_bare(
        &format!("{proc} p a -corner x b -verbose"),
        expect![[r#"
        a b | -corner x | -verbose 1
    "#]],
    );
    check_bare(
        &format!("{proc} p -cor x -v -1.5"),
        expect![[r#"
        -1.5 | -corner x | -verbose 1
    "#]],
    );
    check_bare(
        &format!("{proc} p -co x"),
        expect![[r#"
        error: p: '-co' may be -corner or -count
    "#]],
    );
    check_bare(
        &format!("{proc} p -corner"),
        expect![[r#"
        error: p: -corner needs a value
    "#]],
    );
    check_bare(
        &format!("{proc} p -nothing"),
        expect![[r#"
        error: p: there is no option '-nothing'
    "#]],
    );
    check_bare(
        "proc p {args} {sta::parse_key_args p args keys {-a} flags {} 0; set args}; p -x -a 1 y",
        expect![[r#"
        => -x y
    "#]],
    );
    check_bare(
        "sta::parse_key_args p",
        expect![[r#"
        error: sta::parse_key_args: the variable is missing; 'sta::parse_key_args -help' says how it is used
    "#]],
    );
}

#[test]
fn helpers() {
    check(
        "get_property [lindex [sta::sort_by_name [get_cells *]] 0] full_name",
        expect![[r#"
        => ff0
    "#]],
    );
    check(
        "puts [sta::network_leaf_instance_count]; puts [sta::network_leaf_pin_count]; sta::network_changed; sta::set_thread_count 4",
        expect![[r#"
        5
        12
    "#]],
    );
    check("sta::find_timing; sta::find_requireds", expect![[""]]);
}

#[test]
fn how_a_script_ends() {
    for (script, status) in [
        ("set x 1", 0),
        ("exit", 0),
        ("exit 3", 3),
        ("catch {exit 4}; puts never", 4),
        ("error wrong", 1),
        ("get_nothing", 1),
        ("catch {error wrong}", 0),
        ("break", 1),
    ] {
        let (outcome, _) = World::new().run(script);
        assert_eq!(Shell::status(&outcome), status, "{script}");
        assert_eq!(Shell::complaint(&outcome).is_some(), status == 1, "{script}");
    }
}
