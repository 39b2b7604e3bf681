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
            warning[SDC-032] :1:12: there is no port named 'd[4]' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_load 1 d[x]",
        expect![[r#"
        error[SDC-004] :1:14: 'x' is not a command: expected one of SDC
    "#]],
    );
    check(
        "set_load 1 [get_ports {d[4]}]",
        expect![[r#"
            warning[SDC-032] :1:24: there is no port named 'd[4]' here: what is said of it is not applied
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
        warning[SDC-031] :1:23: no port matches 'x*'
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
            warning[SDC-032] :1:23: there is no port named 'x' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_load 1 [get_ports -regexp y]",
        expect![[r#"
        error[SDC-016] :1:23: '-regexp' is not an option of 'get_ports', or could be several: expected -quiet
    "#]],
    );
    check(
        "set_load 1 [get_ports]",
        expect![[r#"
        error[SDC-015] :1:13: 'get_ports' needs the names of ports
    "#]],
    );
    check(
        "set_load 1 [get_ports [get_pins u1/Z]]",
        expect![[r#"
        error[SDC-033] :1:23: port or pin 'u1/Z' is in this list: expected a port
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
            warning[SDC-032] :1:42: there is no pin named 'u1/nowhere' here: what is said of it is not applied
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins x*/Z]",
        expect![[r#"
            warning[SDC-031] :1:42: no pin matches 'x*/Z'
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins Z*]",
        expect![[r#"
            warning[SDC-031] :1:42: no pin matches 'Z*'
        "#]],
    );
    check(
        "create_clock -name c -period 1 [get_pins a]",
        expect![[r#"
            warning[SDC-032] :1:42: there is no pin named 'a' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_propagated_clock [get_clocks c]",
        expect![[r#"
            warning[SDC-032] :1:34: there is no clock named 'c' here: what is said of it is not applied
        "#]],
    );
    check(
        "set_propagated_clock [get_clocks c*]",
        expect![[r#"
        warning[SDC-031] :1:34: no clock matches 'c*'
    "#]],
    );
    check("set_propagated_clock [get_clocks -quiet c]", expect![[""]]);
    check(
        "set_load 1 [all_clocks x]",
        expect![[r#"
        error[SDC-014] :1:24: 'all_clocks' has no place for this: expected options only
    "#]],
    );
    check(
        "set_load 1 [all_inputs -x]",
        expect![[r#"
        error[SDC-016] :1:24: '-x' is not an option of 'all_inputs', or could be several: expected -no_clocks
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
        let (constraints, said) = zeroslack_sdc::sdc::read(text, &netlist, &crate::UNITS);
        expected.assert_eq(&(crate::common::print(&constraints, &netlist) + &said.to_string()));
    };
    // What a black box drives is not known.
    check(
        "create_clock -name c -period 1 [get_pins {u/i v/i}]",
        expect![[r#"
            error[SDC-041] :1:47: nothing drives the net of 'v/i', the pin of an instance of a module: expected a pin that a cell or a port drives
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
            warning[SDC-032] :1:32: there is no pin named 'u/none' here: what is said of it is not applied
        "#]],
    );
}

#[test]
fn a_pin_of_an_instance_that_nothing_drives() {
    let netlist = crate::common::netlist(
        "module top(output y); block u (.i()); endmodule module block(input i); endmodule",
    );
    let (_, said) = zeroslack_sdc::sdc::read("set_propagated_clock [get_pins u/i]", &netlist, &crate::UNITS);
    expect![[r#"
        error[SDC-041] :1:32: nothing drives the net of 'u/i', the pin of an instance of a module: expected a pin that a cell or a port drives
    "#]]
    .assert_eq(&said.to_string());
}
