//! What names of ports, pins and clocks stand for.

use expect_test::expect;

use crate::check;

#[test]
fn names_of_ports() {
    check(
        "set_load 1 [get_ports d]",
        expect![[r#"
        load d[3]: 1000
        load d[2]: 1000
        load d[1]: 1000
        load d[0]: 1000
    "#]],
    );
    check(
        "set_load 1 d[*]",
        expect![[r#"
        load d[3]: 1000
        load d[2]: 1000
        load d[1]: 1000
        load d[0]: 1000
    "#]],
    );
    check(
        "set_load 1 {d[0] d[3]}",
        expect![[r#"
        load d[3]: 1000
        load d[0]: 1000
    "#]],
    );
    check(
        "set_load 1 d[4]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port or net 'd[4]'
        "#]],
    );
    check(
        "set_load 1 d[x]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: invalid command name "x" (in 'x')
        "#]],
    );
    check(
        "set_load 1 [get_ports {d[4]}]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port 'd[4]'
        "#]],
    );
    check(
        "set_load 1 {q[0]}",
        expect![[r#"
        load q[0]: 1000
    "#]],
    );
    check(
        "set_load 1 [get_ports ?]",
        expect![[r#"
        load a: 1000
        load b: 1000
        load d[3]: 1000
        load d[2]: 1000
        load d[1]: 1000
        load d[0]: 1000
        load y: 1000
        load q[0]: 1000
        load q[1]: 1000
    "#]],
    );
    check(
        "set_load 1 [get_ports *]",
        expect![[r#"
        load clk: 1000
        load a: 1000
        load b: 1000
        load d[3]: 1000
        load d[2]: 1000
        load d[1]: 1000
        load d[0]: 1000
        load y: 1000
        load q[0]: 1000
        load q[1]: 1000
        load io: 1000
    "#]],
    );
    check(
        "set_load 1 [get_ports {c* *[1]}]",
        expect![[r#"
        load clk: 1000
        load d[1]: 1000
        load q[1]: 1000
    "#]],
    );
    check(
        "set_load 1 [get_ports x*]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port 'x*'
        "#]],
    );
    check(
        "set_load 1 [get_ports -quiet {x* x y}]",
        expect![[r#"
        load y: 1000
    "#]],
    );
    check(
        "set_load 1 [get_ports x]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no port 'x'; did you mean 'a'?
        "#]],
    );
    check(
        "set_load 1 [get_ports -regexp y]",
        expect![[r#"
            load y: 1000
        "#]],
    );
    check(
        "set_load 1 [get_ports]",
        expect![[r#"
            load clk: 1000
            load a: 1000
            load b: 1000
            load d[3]: 1000
            load d[2]: 1000
            load d[1]: 1000
            load d[0]: 1000
            load y: 1000
            load q[0]: 1000
            load q[1]: 1000
            load io: 1000
        "#]],
    );
    check(
        "set_load 1 [get_ports [get_pins u1/Z]]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: pin 'u1/Z' is in this list: expected a port (in 'get_ports [get_pins u1/Z]')
        "#]],
    );
}

#[test]
fn names_of_pins_and_clocks() {
    check(
        "create_clock -name c -period 1 sub/x",
        expect![[r#"
        clock c [b] 1000 0 500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins sub/u1/A]",
        expect![[r#"
        clock c [sub/u1/A] 1000 0 500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins u*/Z]",
        expect![[r#"
        clock c [u1/Z u2/Z] 1000 0 500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins */Z]",
        expect![[r#"
        clock c [u1/Z u2/Z] 1000 0 500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins */*/?]",
        expect![[r#"
        clock c [sub/u1/A sub/u1/Z] 1000 0 500 ideal
    "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins u1/nowhere]",
        expect![[r#"
            clock c [] 1000 0 500 ideal
            warning[SDC-003] :1:1: there is no pin 'u1/nowhere'
            warning[SDC-004] :1:1: clock 'c' starts nowhere, as its list of sources has nothing in it
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins x*/Z]",
        expect![[r#"
            clock c [] 1000 0 500 ideal
            warning[SDC-003] :1:1: there is no pin 'x*/Z'
            warning[SDC-004] :1:1: clock 'c' starts nowhere, as its list of sources has nothing in it
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins Z*]",
        expect![[r#"
            clock c [u1/Z u2/Z] 1000 0 500 ideal
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins a]",
        expect![[r#"
            clock c [] 1000 0 500 ideal
            warning[SDC-003] :1:1: there is no pin 'a'
            warning[SDC-004] :1:1: clock 'c' starts nowhere, as its list of sources has nothing in it
        "#]],
    );
    check(
        "set_propagated_clock [get_clocks c]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no clock 'c'
        "#]],
    );
    check(
        "set_propagated_clock [get_clocks c*]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no clock 'c*'
        "#]],
    );
    check(
        "set_propagated_clock [get_clocks -quiet c]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: set_propagated_clock: no objects are given
        "#]],
    );
    check(
        "set_load 1 [all_clocks x]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: all_clocks: there is one word too many: 'x'; 'all_clocks -help' says how it is used (in 'all_clocks x')
        "#]],
    );
    check(
        "set_load 1 [all_inputs -x]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: all_inputs: there is no option '-x'; 'all_inputs -help' says how it is used (in 'all_inputs -x')
        "#]],
    );
}

#[test]
fn pins_of_instances_stand_for_what_drives_their_nets() {
    let netlist = crate::common::netlist(
        "module top(input a, output y); block u (.i(a), .o(n), .open()); block v (.i(n), .o(y), .open()); endmodule
         module block(input i, output o, input open); BOX c (.A(i), .Z(o), .B(open)); endmodule",
    );
    let check = |text: &str, expected: expect_test::Expect| {
        let (constraints, said) = zeroslack_constraints::read_text(text, &netlist, &crate::UNITS);
        expected.assert_eq(&(crate::common::print(&constraints, &netlist) + &said.to_string()));
    };
    // What a black box drives is not known.
    check(
        "create_clock -name c -period 1 [get_pins {u/i v/i}]",
        expect![[r#"
            clock c [a] 1000 0 500 ideal
            warning[SDC-002] :1:1: nothing comes through 'v/i': nothing is stated of it
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins [get_pins u/i]]",
        expect![[r#"
            clock c [a] 1000 0 500 ideal
        "#]],
    );
    check(
        "set_propagated_clock [get_pins u/none]",
        expect![[r#"
            error[SDC-001] :1:1: not applied: there is no pin 'u/none'
        "#]],
    );
}

#[test]
fn a_pin_of_an_instance_that_nothing_drives() {
    let netlist = crate::common::netlist(
        "module top(output y); block u (.i()); endmodule module block(input i); endmodule",
    );
    let (_, said) =
        zeroslack_constraints::read_text("set_propagated_clock [get_pins u/i]", &netlist, &crate::UNITS);
    expect![[r#"
        error[SDC-001] :1:1: not applied: nothing comes through 'u/i': nothing is stated of it
    "#]]
    .assert_eq(&said.to_string());
}
