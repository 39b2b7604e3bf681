//! Pins that the parasitics of their net leave out.

use expect_test::{Expect, expect};
use zeroslack_netlist::{Netlist, PinId};

use crate::common::{
    CELLS, Wired, assert_round_trip, library, netlist, read_spef, shown_diagnostics, shown_rc,
};

/// Net `a` has four pins: the port `a`, `u/A`, `v/A` and `w/A`.
const DESIGN: &str = "module t (a, z); input a, z;
    INV u (.A(a), .Y()); INV v (.A(a), .Y()); INV w (.A(a), .Y()); INV x (.A(z), .Y()); endmodule";

/// Parasitics of the net that name the port and one of the sinks.
const SOME: &str = "*D_NET a 3\n*CONN\n*P a I\n*I v:A I\n*CAP\n1 a 1\n2 v:A 2\n*RES\n1 a v:A 0.5\n*END\n";

/// The net's network, then what it leaves out.
fn shown(netlist: &Wired) -> String {
    let left_out = netlist.parasitics.left_out_pins(netlist, netlist.find_net("a").unwrap());
    let left_out: Vec<String> = left_out.map(|pin| netlist.pin_name(pin)).collect();
    format!("{}\nleft out: {}\n", shown_rc(netlist, "a"), left_out.join(" "))
}

/// Checks what a SPEF file makes of the net, that it comes back, and what is said of it.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let mut netlist = netlist(DESIGN);
    let said = read_spef(&mut netlist, None, text);
    expected.assert_eq(&(shown(&netlist) + &shown_diagnostics(&said)));
    assert_round_trip(&netlist, &library(CELLS));
}

fn pin(netlist: &Netlist, name: &str) -> PinId {
    netlist.find_pin(name, '/').unwrap()
}

/// Makes edits of the design with [`SOME`] parasitics, checks what they make of the net, that it comes back, and that undo takes them back.
#[track_caller]
fn check_edits(edits: impl FnOnce(&mut Wired), expected: Expect) {
    let mut netlist = netlist(DESIGN);
    read_spef(&mut netlist, None, SOME);
    let (before, marks) = (shown(&netlist), (netlist.netlist.mark(), netlist.parasitics.mark()));
    edits(&mut netlist);
    expected.assert_eq(&shown(&netlist));
    assert_round_trip(&netlist, &library(CELLS));
    netlist.parasitics.undo(marks.1);
    netlist.netlist.undo(marks.0);
    assert_eq!(shown(&netlist), before);
}

#[test]
fn pins_beside_those_that_a_file_names() {
    check(
        SOME,
        expect![[r#"
        a=1 v/A=2 | a-v/A=0.5
        left out: u/A w/A
        warning[NET-028] :5:1: pin 'u/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :5:1: pin 'w/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
    "#]],
    );
}

#[test]
fn a_driver() {
    check(
        "*D_NET a 3\n*CONN\n*I u:A I\n*I v:A I\n*I w:A I\n*CAP\n1 v:A 2\n*END\n",
        expect![[r#"
        u/A=0 v/A=2 w/A=0 | 
        left out: a
        warning[NET-028] :5:1: pin 'a' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
    "#]],
    );
}

#[test]
fn no_pin_of_a_net_of_which_only_the_total_is_said() {
    check(
        "*D_NET a 3\n*END\n",
        expect![[r#"
        0=3 | 
        left out: 
    "#]],
    );
    check(
        "*D_NET a 3\n*CONN\n*P a I\n*END\n",
        expect![[r#"
        0=3 | 
        left out: 
    "#]],
    );
    // That is no total.
    check(
        "*D_NET a 0\n*CONN\n*P a I\n*END\n",
        expect![[r#"
        a=0 | 
        left out: u/A v/A w/A
        warning[NET-028] :5:1: pin 'u/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :5:1: pin 'v/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :5:1: pin 'w/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
    "#]],
    );
}

#[test]
fn no_pin_of_a_net_of_which_no_pin_is_named() {
    check(
        "*D_NET a 3\n*CONN\n*I x:A I\n*CAP\n1 x:A 1\n2 a:1 2\n*END\n",
        expect![[r#"
        0=2 1=1 | 
        left out: 
        warning[NET-025] :5:1: pin 'x/A' is not on net 'a' in the netlist <<*D_NET>>
    "#]],
    );
}

#[test]
fn pins_of_a_reduced_net() {
    check(
        "*R_NET a 3\n*DRIVER a\n*CELL INV\n*C2_R1_C1 1 0.5 2\n*LOADS\n*RC u:A 6\n*RC w:A 3\n*END\n",
        expect![[r#"
            a=0 u/A=1.5 w/A=1.5 | a-u/A=4 a-w/A=2
            left out: v/A
            warning[NET-028] :5:1: pin 'v/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*R_NET>>
        "#]],
    );
}

#[test]
fn no_pin_that_may_be_outside_of_a_files_instance() {
    let mut netlist = netlist(
        "module b (i); input i; INV x (.A(i), .Y()); INV y (.A(i), .Y()); endmodule
        module t (a, z); input a, z; b u (a); INV v (.A(a), .Y()); endmodule",
    );
    let text = "*D_NET i 3\n*CONN\n*P i I\n*I y:A I\n*CAP\n1 i 1\n2 y:A 2\n*RES\n1 i y:A 0.5\n*END\n";
    assert_eq!(shown_diagnostics(&read_spef(&mut netlist, Some("u"), text)), "");
    expect![[r#"
        a=0 v/A=0 u/x/A=0 u/y/A=2 4=1 | a-v/A=0 a-4=0 u/y/A-4=0.5
        left out: 
    "#]]
    .assert_eq(&shown(&netlist));
    // Of the whole design it is all that there is.
    assert_eq!(shown(&assert_round_trip(&netlist, &library(CELLS))), shown(&netlist));
}

#[test]
fn a_pin_that_an_edit_connects_counts() {
    check_edits(
        |netlist| {
            let (pin, net) = (pin(netlist, "x/A"), netlist.find_net("a").unwrap());
            netlist.edit(|netlist| netlist.disconnect(pin));
            netlist.edit(|netlist| netlist.connect(pin, net));
        },
        expect![[r#"
            a=1 v/A=2 x/A=0 | a-v/A=0.5
            left out: u/A w/A
        "#]],
    );
}

#[test]
fn a_pin_that_leaves_and_comes_back_counts() {
    check_edits(
        |netlist| {
            let (pin, net) = (pin(netlist, "u/A"), netlist.find_net("a").unwrap());
            netlist.edit(|netlist| netlist.disconnect(pin));
            netlist.edit(|netlist| netlist.connect(pin, net));
        },
        expect![[r#"
            a=1 u/A=0 v/A=2 | a-v/A=0.5
            left out: w/A
        "#]],
    );
}

#[test]
fn no_pin_once_those_that_were_named_are_gone() {
    check_edits(
        |netlist| {
            read_spef(netlist, None, "*D_NET a 3\n*CONN\n*I v:A I\n*CAP\n1 a:1 1\n2 v:A 2\n*END\n");
            netlist.edit(|netlist| netlist.disconnect(pin(netlist, "v/A")));
        },
        expect![[r#"
            0=2 1=1 | 
            left out: 
        "#]],
    );
}

#[test]
fn other_parasitics_leave_out_others() {
    check_edits(
        |netlist| {
            let text = "*D_NET a 3\n*CONN\n*P a I\n*I u:A I\n*CAP\n1 a 1\n*END\n";
            expect![[r#"
                warning[NET-028] :5:1: pin 'v/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
                warning[NET-028] :5:1: pin 'w/A' is not in the parasitics of its net 'a'; its capacitance does not count <<*D_NET>>
            "#]].assert_eq(&shown_diagnostics(&read_spef(netlist, None, text)));
        },
        expect![[r#"
            a=1 u/A=0 | 
            left out: v/A w/A
        "#]],
    );
}
