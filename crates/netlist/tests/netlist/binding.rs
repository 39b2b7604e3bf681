//! From SPEF to the netlist's networks.

use expect_test::{Expect, expect};
use zeroslack_spef::Options;

use crate::common::{netlist, read_spef, shown_diagnostics, shown_rc};

const DESIGN: &str = "module b (i, o); input i; output o; wire n; INV x (.A(i), .Y(n)); INV y (.A(n), .Y(o)); endmodule
    module t (a, z); input [1:0] a; output z; wire m; b u (.i(a[0]), .o(m)); AND g (.A(m), .B(a[1]), .Y(z)); endmodule";

/// Checks what a SPEF file makes of nets of [`DESIGN`], and what is said of it.
#[track_caller]
fn check_in(path: Option<&str>, text: &str, nets: &[&str], expected: Expect) {
    let mut netlist = netlist(DESIGN);
    let said = read_spef(&mut netlist, path, text);
    let shown: String = nets.iter().map(|net| format!("{net}: {}\n", shown_rc(&netlist, net))).collect();
    expected.assert_eq(&(shown + &shown_diagnostics(&said)));
}

#[track_caller]
fn check(text: &str, nets: &[&str], expected: Expect) {
    check_in(None, text, nets, expected);
}

#[test]
fn a_net_of_a_block_by_its_path() {
    check(
        "*D_NET u/n 3\n*CONN\n*I u/x:Y O\n*I u/y:A I\n*CAP\n1 u/n:1 1\n2 u/y:A 2\n*RES\n1 u/x:Y u/n:1 0.5\n2 u/n:1 u/y:A 0.25\n*END\n",
        &["u/n", "m"],
        expect![[r#"
            u/n: u/x/Y=0 u/y/A=2 2=1 | u/x/Y-2=0.5 u/y/A-2=0.25
            m: none
        "#]],
    );
}

#[test]
fn ports_are_pins() {
    check(
        "*D_NET a[1] 3\n*CONN\n*P a[1] I\n*I g:B I\n*CAP\n1 a[1] 1\n*RES\n1 g:B a[1] 0.5\n*END\n",
        &["a[1]"],
        expect![[r#"
            a[1]: a[1]=1 g/B=0 | a[1]-g/B=0.5
        "#]],
    );
}

#[test]
fn names_by_index() {
    check(
        "*NAME_MAP\n*1 u/n\n*2 u/x\n*3 u/y\n*4 a[1]\n*5 g\n
         *D_NET *1 3\n*CONN\n*I *2:Y O\n*I *3:A I\n*CAP\n1 *1:1 1\n*RES\n1 *2:Y *1:1 0.5\n2 *1:1 *3:A 0.25\n*END\n
         *D_NET *4 3\n*CONN\n*P *4 I\n*I *5:B I\n*CAP\n1 *4 1\n*END\n",
        &["u/n", "a[1]"],
        expect![[r#"
            u/n: u/x/Y=0 u/y/A=0 2=1 | u/x/Y-2=0.5 u/y/A-2=0.25
            a[1]: a[1]=1 g/B=0 | 
        "#]],
    );
}

#[test]
fn an_index_and_its_name_are_the_same() {
    check(
        "*NAME_MAP\n*1 u/n\n*2 u/x\n
         *D_NET *1 3\n*CONN\n*I u/x:Y O\n*I u/y:A I\n*CAP\n1 u/n:1 1\n2 *1:2 2\n*RES\n1 *2:Y *1:1 0.5\n2 u/n:2 u/y:A 0.25\n*END\n",
        &["u/n"],
        expect![[r#"
            u/n: u/x/Y=0 u/y/A=0 2=1 3=2 | u/x/Y-2=0.5 u/y/A-3=0.25
        "#]],
    );
}

#[test]
fn a_net_is_found_by_any_of_its_names() {
    check(
        "*D_NET u/o 3\n*CONN\n*I u/y:Y O\n*I g:A I\n*RES\n1 g:A u/y:Y 1\n*END\n",
        &["m"],
        expect![[r#"
        m: g/A=0 u/y/Y=0 | g/A-u/y/Y=1
    "#]],
    );
}

#[test]
fn escapes_are_dropped() {
    check(
        "*D_NET a\\[1\\] 3\n*CONN\n*P a\\[1\\] I\n*I \\g:\\B I\n*RES\n1 a\\[1\\] \\g:\\B 1\n*END\n",
        &["a[1]"],
        expect![[r#"
        a[1]: a[1]=0 g/B=0 | a[1]-g/B=1
    "#]],
    );
}

#[test]
fn names_with_escapes_that_are_part_of_them() {
    let mut netlist = netlist(
        "module t (a); input a; INV \\x:y/z (.A(\\n:1*2 ), .Y(\\m\\ )); INV i (.A(a), .Y(\\n:1*2 )); endmodule",
    );
    let text = "*D_NET n\\:1\\*2 1\n*CONN\n*I x\\:y/z:A I\n*I i:Y O\n*CAP\n1 n\\:1\\*2:7 1\n2 x\\:y/z:A 2\n*END\n*D_NET m\\\\ 4\n*END\n";
    assert_eq!(shown_diagnostics(&read_spef(&mut netlist, None, text)), "");
    assert_eq!(shown_rc(&netlist, "n:1*2"), "x:y/z/A=2 i/Y=0 2=1 | ");
    assert_eq!(shown_rc(&netlist, "m\\"), "0=4 | ");
}

#[test]
fn other_dividers_and_delimiters() {
    check(
        "*DIVIDER .\n*DELIMITER |\n*D_NET u.n 3\n*CONN\n*I u.x|Y O\n*I u.y|A I\n*CAP\n1 u.n|1 1\n*RES\n1 u.x|Y u.n|1 0.5\n*END\n",
        &["u/n"],
        expect![[r#"
            u/n: u/x/Y=0 u/y/A=0 2=1 | u/x/Y-2=0.5
        "#]],
    );
    let mut netlist = netlist("module t (a); input a; INV \\v.x (.A(a), .Y(\\n.m )); endmodule");
    let text = "*DIVIDER .\n*D_NET n\\.m 4\n*CONN\n*I v\\.x:Y O\n*CAP\n1 v\\.x:Y 2\n*END\n";
    assert_eq!(shown_diagnostics(&read_spef(&mut netlist, None, text)), "");
    assert_eq!(shown_rc(&netlist, "n.m"), "v.x/Y=2 | ");
}

/// Bits of nets, of ports, of pins and of instances, and names that Verilog escapes.
const NAMED: &str = "module b (i, o); input [1:0] i; output [1:0] o; INV x [1:0] (.A(i), .Y(o)); endmodule
    module t (a, z); input [-1:0] a; output [1:0] z; wire [1:0] v; b u (.i(a), .o(v));
    INV \\g<1>.h[0] (.A(v[0]), .Y(\\n/m[3] )); INV k (.A(\\n/m[3] ), .Y(z[0]));
    RAM r (.CK(a[0]), .D({v, v}), .Q({z[1], \\q<1> })); endmodule";

/// Checks that a SPEF file, with `<` and `>` for the delimiters of a bus, gives nets capacitances, without a word.
#[track_caller]
fn check_names(head: &str, delimiters: [&str; 2], nets: &[(&str, &str, &str)]) {
    let written = |name: &str| name.replace('<', delimiters[0]).replace('>', delimiters[1]);
    for (net, cell, own) in nets {
        let mut netlist = netlist(NAMED);
        let (net, cell) = (written(net), written(cell));
        let text =
            format!("{head}\n*D_NET {net} 3\n*CONN\n*I {cell} I\n*CAP\n1 {cell} 2\n2 {net}:1 1\n*END\n");
        let said = shown_diagnostics(&read_spef(&mut netlist, None, &text));
        assert!(!said.contains("NET-023") && !said.contains("NET-024"), "{text}{said}");
        let rc = shown_rc(&netlist, own);
        assert!(rc.contains("=2 ") && rc.contains("=1 "), "{text}{rc}");
    }
}

#[test]
fn bits_have_the_delimiters_that_the_file_states() {
    for (open, close) in [("<", ">"), ("(", ")"), ("{", "}"), ("[", "]"), (".", ""), ("|", "")] {
        let head = format!("*BUS_DELIMITER {open} {close}");
        let mut nets = vec![
            ("v<0>", "u/x<0>:Y", "v[0]"),
            ("a<-1>", "u/x<1>:A", "a[-1]"),
            ("u/o<1>", "r:D<3>", "v[1]"),
            // In brackets, and with what the head says of other names.
            ("v[0]", "u/x[0]:Y", "v[0]"),
            ("u/o[1]", "r:D[3]", "v[1]"),
        ];
        if !close.is_empty() {
            nets.extend([("v\\<0\\>", "u/x\\<0\\>:Y", "v[0]"), ("u/o<1\\>", "r:D\\<3\\>", "v[1]")]);
        }
        check_names(&head, [open, close], &nets);
    }
}

#[test]
fn names_that_verilog_escapes_by_both_escapes() {
    for head in ["", "*BUS_DELIMITER < >", "*BUS_DELIMITER { }"] {
        check_names(
            head,
            ["<", ">"],
            &[
                ("n/m[3]", "k:A", "n/m[3]"),
                ("n\\/m\\[3\\]", "k:A", "n/m[3]"),
                ("\\n/m[3]", "\\k:A", "n/m[3]"),
                ("\\\\n\\/m\\[3\\]", "\\\\g\\<1\\>\\.h\\[0\\]:Y", "n/m[3]"),
                ("v[0]", "g<1>.h[0]:A", "v[0]"),
                ("v\\[0\\]", "\\g<1>.h[0]:A", "v[0]"),
                ("q<1>", "r:Q[0]", "q<1>"),
                ("q\\<1\\>", "r:Q\\[0\\]", "q<1>"),
                ("\\q<1>", "r:Q[0]", "q<1>"),
            ],
        );
    }
    // Verilog's escape makes a divider a letter.
    check_names("*DIVIDER .", ["<", ">"], &[("v[0]", "\\g<1>.h[0]:A", "v[0]")]);
}

#[test]
fn a_bit_counts_before_an_escaped_name_that_reads_as_it() {
    let mut netlist = netlist(
        "module t (a, z); input [1:0] a; output [1:0] z; INV g (.A(a[0]), .Y(\\a<0> )); INV h (.A(\\a<0> ), .Y(z[0])); endmodule",
    );
    let text = "*BUS_DELIMITER < >\n*D_NET a<0> 1\n*END\n*D_NET a\\<0\\> 2\n*END\n";
    assert_eq!(shown_diagnostics(&read_spef(&mut netlist, None, text)), "");
    assert!(shown_rc(&netlist, "a[0]").contains("=1 "), "{}", shown_rc(&netlist, "a[0]"));
    assert!(shown_rc(&netlist, "a<0>").contains("=2 "), "{}", shown_rc(&netlist, "a<0>"));
}

#[test]
fn a_file_for_an_instance() {
    check_in(
        Some("u"),
        "*NAME_MAP\n*1 n\n*2 x\n*3 i\n
         *D_NET *1 3\n*CONN\n*I *2:Y O\n*I y:A I\n*RES\n1 *2:Y y:A 0.5\n*END\n
         *D_NET *3 2\n*CONN\n*P *3 I\n*I *2:A I\n*CAP\n1 *3 1\n*RES\n1 *3 *2:A 0.5\n*END\n
         *D_NET a[1] 1\n*END\n",
        &["u/n", "a[0]", "a[1]"],
        expect![[r#"
            u/n: u/x/Y=0 u/y/A=0 | u/x/Y-u/y/A=0.5
            a[0]: a[0]=0 u/x/A=0 2=1 | a[0]-2=0 u/x/A-2=0.5
            a[1]: none
            warning[NET-023] :28:10: net 'u/a[1]' is not in the netlist; its parasitics are not used <<*D_NET>>
        "#]],
    );
}

#[test]
fn parts_in_several_files_that_nothing_joins() {
    let mut netlist = netlist(DESIGN);
    read_spef(
        &mut netlist,
        None,
        "*D_NET a[0] 1\n*CONN\n*P a[0] I\n*CAP\n1 a[0] 1\n*END\n*D_NET z 7\n*END\n",
    );
    read_spef(&mut netlist, Some("u"), "*D_NET i 1\n*CONN\n*I x:A I\n*CAP\n1 x:A 2\n*END\n");
    assert_eq!(shown_rc(&netlist, "a[0]"), "a[0]=1 u/x/A=2 | ");
    assert_eq!(shown_rc(&netlist, "z"), "0=7 | ");
}

#[test]
fn unknown_nets_and_pins() {
    check(
        "*D_NET q 3\n*CONN\n*I g:A I\n*END\n",
        &[],
        expect![[r#"
        warning[NET-023] :5:1: net 'q' is not in the netlist; its parasitics are not used <<*D_NET>>
    "#]],
    );
    check_in(
        Some("v"),
        "*D_NET n 3\n*END\n",
        &[],
        expect![[r#"
        warning[NET-023] :5:1: net 'v/n' is not in the netlist; its parasitics are not used <<*D_NET>>
    "#]],
    );
    check(
        "*NAME_MAP\n*1 q\\[1\\]\n*D_NET *1 3\n*END\n",
        &[],
        expect![[r#"
        warning[NET-023] :7:1: net 'q[1]' is not in the netlist; its parasitics are not used <<*D_NET>>
    "#]],
    );
    check(
        "*D_NET u/n 3\n*CONN\n*I u/x:Z O\n*I w:A I\n*P p I\n*CAP\n1 u/x:Z 1\n2 w:A 2\n3 p 4\n4 v:A 8\n*END\n",
        &["u/n"],
        expect![[r#"
            u/n: 0=4 1=1 2=8 3=2 | 
            warning[NET-024] :5:1: pin 'u/x:Z' is not in the netlist <<*D_NET>>
            warning[NET-024] :5:1: pin 'w:A' is not in the netlist <<*D_NET>>
            warning[NET-024] :5:1: pin 'p' is not in the netlist <<*D_NET>>
        "#]],
    );
}

#[test]
fn pins_on_other_nets() {
    check(
        "*D_NET u/n 3\n*CONN\n*I u/x:Y O\n*I g:A I\n*P z O\n*CAP\n1 u/x:Y 1\n2 g:A 2\n3 z 4\n*RES\n1 u/x:Y g:A 1\n*END\n",
        &["u/n", "m", "z"],
        expect![[r#"
            u/n: u/x/Y=1 1=2 2=4 | u/x/Y-1=1
            m: none
            z: none
            warning[NET-025] :5:1: pin 'g/A' is not on net 'u/n' in the netlist <<*D_NET>>
            warning[NET-025] :5:1: pin 'z' is not on net 'u/n' in the netlist <<*D_NET>>
            warning[NET-028] :5:1: pin 'u/y/A' is not in the parasitics of its net 'u/n'; its capacitance does not count <<*D_NET>>
        "#]],
    );
}

#[test]
fn internal_nodes_of_other_names() {
    // Extractors call the node of a cut net after another net; it belongs here all the same.
    check(
        "*D_NET u/n 3\n*CONN\n*I u/x:Y O\n*CAP\n1 q:7 1\n2 u/n:x 2\n3 u/n:10 4\n4 u/n:9 8\n5 u/n:09 16\n*END\n",
        &["u/n"],
        expect![[r#"
            u/n: u/x/Y=0 1=16 2=8 3=4 4=1 5=2 | 
            warning[NET-028] :5:1: pin 'u/y/A' is not in the parasitics of its net 'u/n'; its capacitance does not count <<*D_NET>>
        "#]],
    );
}

#[test]
fn a_cell_called_like_a_net() {
    let mut netlist =
        netlist("module t (a, b); input a, b; AND n (.A(n), .B(n), .Y()); BOX m (a, n); endmodule");
    let text =
        "*D_NET n 3\n*CONN\n*I n:A I\n*I n:B I\n*I m:2 I\n*CAP\n1 n:A 1\n2 n:B 2\n3 n:1 4\n4 m:2 8\n*END\n";
    assert_eq!(shown_diagnostics(&read_spef(&mut netlist, None, text)), "");
    assert_eq!(shown_rc(&netlist, "n"), "n/A=1 n/B=2 m/2=8 3=4 | ");
}

#[test]
fn nets_with_a_total_only() {
    check(
        "*D_NET m 3.5\n*END\n",
        &["m"],
        expect![[r#"
        m: 0=3.5 | 
    "#]],
    );
    check(
        "*D_NET m 3.5\n*CONN\n*I g:A I\n*I u/y:Y O\n*END\n",
        &["m"],
        expect![[r#"
        m: 0=3.5 | 
    "#]],
    );
    check(
        "*D_NET m 0\n*CONN\n*I g:A I\n*END\n",
        &["m"],
        expect![[r#"
            m: g/A=0 | 
            warning[NET-028] :5:1: pin 'u/y/Y' is not in the parasitics of its net 'm'; its capacitance does not count <<*D_NET>>
        "#]],
    );
    check(
        "*D_NET m 3.5\n*CONN\n*I g:A I\n*CAP\n1 g:A 1\n*END\n",
        &["m"],
        expect![[r#"
            m: g/A=1 | 
            warning[NET-028] :5:1: pin 'u/y/Y' is not in the parasitics of its net 'm'; its capacitance does not count <<*D_NET>>
        "#]],
    );
    check(
        "*D_NET m 3.5\n*CONN\n*I g:A I\n*I u/y:Y O\n*RES\n1 g:A u/y:Y 1\n*END\n",
        &["m"],
        expect![[r#"
        m: g/A=0 u/y/Y=0 | g/A-u/y/Y=1
    "#]],
    );
}

#[test]
fn resistors_keep_their_number_and_lose_loops_of_one() {
    check(
        "*D_NET m 1\n*CONN\n*I g:A I\n*I u/y:Y O\n*CAP\n1 g:A 1\n*RES\n1 u/y:Y g:A 2\n2 g:A u/y:Y 1\n3 g:A g:A 5\n4 m:1 g:A 0\n*END\n",
        &["m"],
        expect![[r#"
            m: g/A=1 u/y/Y=0 2=0 | g/A-u/y/Y=1 g/A-u/y/Y=2 g/A-2=0
        "#]],
    );
}

#[test]
fn reduced_nets_become_stars() {
    let reduced = |loads: &str| {
        format!("*R_NET m 3\n*DRIVER u/y:Y\n*CELL INV\n*C2_R1_C1 1 0.5 2\n*LOADS\n{loads}*END\n")
    };
    check(
        &reduced("*RC g:A 6\n"),
        &["m"],
        expect![[r#"
        m: g/A=3 u/y/Y=0 | g/A-u/y/Y=2
    "#]],
    );
    check(
        &reduced("*RC g:A 6\n*RC m:1 9\n"),
        &["m"],
        expect![[r#"
        m: g/A=1.5 u/y/Y=0 2=1.5 | g/A-u/y/Y=4 u/y/Y-2=6
    "#]],
    );
    check(
        &reduced(""),
        &["m"],
        expect![[r#"
            m: u/y/Y=3 | 
            warning[NET-028] :5:1: pin 'g/A' is not in the parasitics of its net 'm'; its capacitance does not count <<*R_NET>>
        "#]],
    );
    check(
        &reduced("*RC g:A -6\n*RC u/y:Y 1\n"),
        &["m"],
        expect![[r#"
        m: g/A=1.5 u/y/Y=1.5 | g/A-u/y/Y=0
    "#]],
    );
    check(
        &reduced("*RC g:A 6\n").replace(" 1 0.5 2", " 0 0.5 0"),
        &["m"],
        expect![[r#"
        m: 0=3 | 
    "#]],
    );
    check(
        &reduced("*RC g:A 6\n").replace(" 1 0.5 2", " 9e7 0.5 9e7"),
        &["m"],
        expect![[r#"
            m: none
            error[NET-050] :5:1: the parasitics of net 'm' add up to 1.8e8 fF and 3.333333253863202e-8 kOHM; expected at most 100 nF and 1 GOHM <<*R_NET>>
        "#]],
    );
    check(
        &reduced("*RC g:A 9e8\n").replace(" 1 0.5 2", " 1e-9 0.5 0"),
        &["m"],
        expect![[r#"
            m: g/A=0.000000001 u/y/Y=0 | g/A-u/y/Y=1000000
        "#]],
    );
}

#[test]
fn of_several_drivers_the_first_pin_counts() {
    let mut netlist = netlist("module t (); TRI a (.Y(n)); TRI b (.Y(n)); INV c (.A(n), .Y()); endmodule");
    let drivers = [
        "*DRIVER a:Y\n*C2_R1_C1 1 0.5 2\n*LOADS\n*RC c:A 6\n",
        "*DRIVER b:Y\n*C2_R1_C1 3 0.5 4\n*LOADS\n*RC c:A 8\n",
    ];
    for order in [[0, 1], [1, 0]] {
        let text = format!("*R_NET n 3\n{}{}*END\n", drivers[order[0]], drivers[order[1]]);
        assert!(read_spef(&mut netlist, None, &text).is_empty());
        assert_eq!(shown_rc(&netlist, "n"), "a/Y=0 b/Y=0 c/A=3 | a/Y-c/A=2");
    }
}

#[test]
fn coupling_capacitors_count_by_their_factor() {
    let text = "*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n
        *D_NET m 1\n*CONN\n*I g:A I\n*I u/y:Y O\n*CAP\n1 g:A 1\n2 g:A u/n:1 0.5\n*END\n";
    let mut netlist = netlist(DESIGN);
    for (factor, expected) in
        [(0.0, "g/A=1 u/y/Y=0 | "), (1.0, "g/A=1.5 u/y/Y=0 | "), (2.0, "g/A=2 u/y/Y=0 | ")]
    {
        let (spef, said) =
            zeroslack_spef::read(text, &Options { coupling_factor: factor, ..Options::default() });
        assert!(said.is_empty(), "{said}");
        assert!(netlist.read(&spef, None, text).is_empty());
        assert_eq!(shown_rc(&netlist, "m"), expected);
    }
}

#[test]
fn a_second_file_replaces_nets() {
    let mut netlist = netlist(DESIGN);
    assert_eq!((netlist.parasitics.net_count(), netlist.parasitics.node_count()), (0, 0));
    read_spef(
        &mut netlist,
        None,
        "*D_NET m 1\n*END\n*D_NET u/n 2\n*CONN\n*I u/x:Y O\n*CAP\n1 u/x:Y 1\n2 u/n:1 1\n*END\n",
    );
    assert_eq!((netlist.parasitics.net_count(), netlist.parasitics.node_count()), (2, 3));
    let before = netlist.clone();
    for value in 0..100 {
        let text = format!(
            "*D_NET u/n 2\n*CONN\n*I u/x:Y O\n*CAP\n1 u/x:Y {value}\n*RES\n1 u/x:Y u/n:1 {value}\n*END\n"
        );
        read_spef(&mut netlist, None, &text);
        assert_eq!(shown_rc(&netlist, "u/n"), format!("u/x/Y={value} 1=0 | u/x/Y-1={value}"));
        assert_eq!(shown_rc(&netlist, "m"), "0=1 | ");
        assert_eq!((netlist.parasitics.net_count(), netlist.parasitics.node_count()), (2, 3));
    }
    assert_eq!(shown_rc(&before, "u/n"), "u/x/Y=1 1=1 | ");
}

#[test]
fn nodes_of_pins_are_found() {
    let mut netlist = netlist(DESIGN);
    read_spef(
        &mut netlist,
        None,
        "*D_NET m 1\n*CONN\n*I g:A I\n*I u/y:Y O\n*CAP\n1 m:5 1\n*RES\n1 g:A m:5 1\n*END\n",
    );
    let rc = netlist.parasitics.net(netlist.find_net("m").unwrap()).unwrap();
    let pin = |name| netlist.find_pin(name, '/').unwrap();
    assert_eq!((rc.node_count(), rc.pin_node_count()), (3, 2));
    assert_eq!(rc.node_of(pin("g/A")), Some(0));
    assert_eq!(rc.node_of(pin("u/y/Y")), Some(1));
    assert_eq!(rc.node_of(pin("g/B")), None);
    assert_eq!((rc.pin(1), rc.pin(2)), (Some(pin("u/y/Y")), None));
}
