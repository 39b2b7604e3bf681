//! What is read from well-formed files.

use expect_test::{Expect, expect};
use zeroslack_spef::{Header, Options, read};

use crate::shown::{SMALL, shown};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&shown(text, &Options::default()));
}

/// A file in which 1 is 1 fF, 1 kΩ and 1 ps, with `lines` in its net.
fn check_net(lines: &str, expected: Expect) {
    check(
        &format!("*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*NAME_MAP\n*1 n\n*2 u\n*3 v:Z\n*D_NET n 9\n{lines}\n*END\n"),
        expected,
    );
}

#[test]
fn a_bit_of_everything() {
    check(
        SMALL,
        expect![[r#"
        port <clk> I
        port out O
        net <clk> 1.5 @384
          I <clk> 0.25
          I <u1/a\[3\]> . A 0.5
            <clk> . 4 0.625
          <clk> -- <clk> . 4 0.5
          <clk> . 4 -- <u1/a\[3\]> . A 2
          <clk> . 4 -- <u1/a\[3\]> . A 4
        reduced n2 2 @627
            u1 . Z 0
            u3 . A 0
            u4 . A 0
          driver u1 . Z (nand2) (1.0, 2.0, 3.0)
            -> u3 . A 4
            -> u4 . A 5
    "#]],
    );
}

#[test]
fn the_header() {
    let header = read(SMALL, &Options::default()).0.header;
    expect![[r#"
        Header {
            design: "small",
            divider: '/',
            delimiter: ':',
            bus_delimiter: (
                '[',
                Some(
                    ']',
                ),
            ),
            design_flow: [
                "PIN_CAP NONE",
                "NAME_SCOPE LOCAL",
            ],
            time_unit: 1.0,
            capacitance_unit: 1.0,
            resistance_unit: 1.0,
        }
    "#]]
    .assert_debug_eq(&header);
    assert_eq!(read("*D_NET a 1\n*END", &Options::default()).0.header, Header::default());
}

#[test]
fn units() {
    for (lines, time, capacitance, resistance) in [
        ("*T_UNIT 1 NS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM", 1e3, 1e3, 1e-3),
        ("*T_UNIT 1.0 PS\n*C_UNIT 1.00000 FF\n*R_UNIT 1 KOHM", 1.0, 1.0, 1.0),
        ("*T_UNIT 0.001 NS\n*C_UNIT 0.001 PF\n*R_UNIT 1000 OHM", 1.0, 1.0, 1.0),
        ("*T_UNIT 10 us\n*C_UNIT 1e-3 nf\n*R_UNIT 2 kohm", 1e7, 1e3, 2.0),
    ] {
        let (spef, diagnostics) = read(lines, &Options::default());
        assert!(!diagnostics.has_errors(), "{diagnostics}");
        let header = spef.header;
        assert_eq!(
            (header.time_unit, header.capacitance_unit, header.resistance_unit),
            (time, capacitance, resistance),
            "{lines}"
        );
    }
}

#[test]
fn delimiters() {
    for (line, expected) in [
        ("*BUS_DELIMITER []", ('[', Some(']'))),
        ("*BUS_DELIMITER < >", ('<', Some('>'))),
        ("*BUS_DELIMITER _", ('_', None)),
    ] {
        assert_eq!(read(line, &Options::default()).0.header.bus_delimiter, expected);
    }
    for delimiter in [":", "|", "/", "."] {
        let text = format!(
            "*DIVIDER /\n*DELIMITER {delimiter}\n*C_UNIT 1 FF\n*NAME_MAP\n*1 a/b\n*D_NET *1 1\n*CONN\n*I *1{delimiter}Z O\n\
             *CAP\n1 a/b{delimiter}Z 1\n2 c/d{delimiter}2 0.5\n*END"
        );
        let all = shown(&text, &Options::default());
        let (_, nodes) = all.split_once('\n').unwrap();
        assert_eq!(nodes, "  O <a/b> . Z 1\n    c/d . 2 0.5\n", "{delimiter}");
    }
}

#[test]
fn nodes_and_names() {
    // An index and its name are one node, whichever comes first.
    check_net(
        "*CAP\n1 n:1 1\n2 *1:1 2\n3 *2:A 1\n4 u:A 2\n5 n 1\n6 *1 2",
        expect![[r#"
        net n 9 @55
            n . 1 3
            <u> . A 3
            n 3
    "#]],
    );
    // An index may stand for a whole pin.
    check_net(
        "*CONN\n*I *3 O\n*CAP\n1 *3 1\n2 v:Z 1",
        expect![[r#"
            net n 9 @55
              O v . Z 2
        "#]],
    );
    // Escapes stay; an escaped delimiter is none.
    check_net(
        "*CAP\n1 a\\:b 1\n2 a\\[3\\]:1 1\n3 a\\\\:b 1\n4 a:b:c 1",
        expect![[r#"
        net n 9 @55
            a\:b 1
            a\[3\] . 1 1
            a\\ . b 1
            a:b . c 1
    "#]],
    );
    // A port's name may contain the delimiter.
    check_net(
        "*CONN\n*P a:b O\n*CAP\n1 a:b 1",
        expect![[r#"
        net n 9 @55
          O a:b 1
    "#]],
    );
    // A node may be a number.
    check_net(
        "*CAP\n1 3 4 0.5\n2 4 0.25\n*RES\n1 3 4 5",
        expect![[r#"
        net n 9 @55
            4 0.25
            3 0.5
          3 -- 4 5
    "#]],
    );
}

#[test]
fn couplings_are_lumped_at_the_nets_own_end() {
    // The first end by *CONN, or as an internal node; the second by *CONN; neither.
    check_net(
        "*CONN\n*I u:A I\n*CAP\n1 u:A x:B 1",
        expect![[r#"
        net n 9 @55
          I u . A 1
    "#]],
    );
    check_net(
        "*CAP\n1 n:1 x:B 1",
        expect![[r#"
        net n 9 @55
            n . 1 1
    "#]],
    );
    check_net(
        "*CAP\n1 *1:1 x:B 1",
        expect![[r#"
        net n 9 @55
            <n> . 1 1
    "#]],
    );
    check_net(
        "*CONN\n*I u:A I\n*CAP\n1 x:B u:A 1",
        expect![[r#"
        net n 9 @55
          I u . A 1
    "#]],
    );
    check_net(
        "*CONN\n*I u:A I\n*CAP\n1 x:B *2:A 1",
        expect![[r#"
        net n 9 @55
          I u . A 1
    "#]],
    );
    check_net(
        "*CAP\n1 x:B y:B 1\n2 y:B x:B 2",
        expect![[r#"
        net n 9 @55
            x . B 1
            y . B 2
    "#]],
    );
    // The pin becomes known after the coupling.
    check_net(
        "*CAP\n1 x:B u:A 1\n2 u:A 2",
        expect![[r#"
        net n 9 @55
            u . A 3
    "#]],
    );
    // Both ends are the net's own.
    check_net(
        "*CAP\n1 n:1 n:2 1\n2 n:2 2",
        expect![[r#"
        net n 9 @55
            n . 1 1
            n . 2 2
    "#]],
    );
}

#[test]
fn coupling_factor_and_triplet() {
    let text = "*C_UNIT 1 FF\n*D_NET n 1\n*CAP\n1 n:1 1:2:3\n2 n:1 m:1 10:20:30\n*END";
    for (coupling_factor, triplet, sum) in
        [(1.0, 0, 11.0), (1.0, 1, 22.0), (1.0, 2, 33.0), (0.0, 1, 2.0), (2.0, 9, 63.0)]
    {
        let (spef, _) = read(text, &Options { coupling_factor, triplet });
        assert_eq!(spef.pieces[0].nodes[0].capacitance, sum);
    }
}

#[test]
fn a_sum_does_not_depend_on_the_order_of_lines() {
    let mut values: Vec<String> =
        (1..40).map(|n| format!("{n} n:1 {}e{}", 1.0 / f64::from(n), n % 17 - 8)).collect();
    let sum = |values: &[String]| {
        let text = format!("*C_UNIT 1 FF\n*D_NET n 1\n*CAP\n{}\n*END", values.join("\n"));
        read(&text, &Options::default()).0.pieces[0].nodes[0].capacitance.to_bits()
    };
    let first = sum(&values);
    for turn in 0..40 {
        values.rotate_left(turn % 7 + 1);
        values.swap(turn % 39, turn * 5 % 39);
        assert_eq!(sum(&values), first);
    }
}

#[test]
fn resistor_loops_and_parallels_stay() {
    check_net(
        "*RES\n1 n:1 n:2 1\n2 n:2 n:1 2\n3 n:1 n:2 1\n4 n:2 n:2 3\n5 n:1 n:2 0",
        expect![[r#"
        net n 9 @55
            n . 1 0
            n . 2 0
          n . 1 -- n . 2 1
          n . 2 -- n . 1 2
          n . 1 -- n . 2 1
          n . 2 -- n . 2 3
          n . 1 -- n . 2 0
    "#]],
    );
}

#[test]
fn sections_in_any_order_and_empty() {
    check_net(
        "",
        expect![[r#"
        net n 9 @55
    "#]],
    );
    check_net(
        "*CONN\n*CAP\n*RES",
        expect![[r#"
        net n 9 @55
    "#]],
    );
    check_net(
        "*RES\n1 n:1 u:A 1\n*CAP\n1 u:A 1\n*CONN\n*I u:A I\n*CAP\n2 n:1 2",
        expect![[r#"
        net n 9 @55
            n . 1 2
          I u . A 1
          n . 1 -- u . A 1
    "#]],
    );
}

#[test]
fn layout_and_comments() {
    check_net(
        "\t*CONN // *I x:A I\r\n *I  u:A\tI // in\r\n*CAP 1 u:A /* fF */ 1 // *RES\n\n*RES\n/*\n1 a:1 b:1 2\n*/ 1 u:A n:1 2",
        expect![[r#"
        net n 9 @55
          I u . A 1
            n . 1 0
          u . A -- n . 1 2
    "#]],
    );
    // A comment begins where a word could: not within a hierarchical name.
    check_net(
        "*CAP\n1 a//b:1 2\n2 /c:1 3",
        expect![[r#"
        net n 9 @55
            a//b . 1 2
            /c . 1 3
    "#]],
    );
    // Options of a connection on further lines.
    check_net(
        "*CONN\n*I u:A I\n*C 1 2\n*L 0.1\n*D buf\n*I v:Z O *D buf *I w:A I",
        expect![[r#"
        net n 9 @55
          I u . A 0
          O v . Z 0
          I w . A 0
    "#]],
    );
}

#[test]
fn physical_nets_are_skipped() {
    check(
        "*D_PNET p 1\n*CAP\n1 p:1 2\n*END\n*D_NET n 1\n*END\n*R_PNET q 1\n*DRIVER q:1\n*END\n*D_PNET r 1\n*D_NET m 1\n*END",
        expect![[r#"
            net n 1000 @30
            net m 1000 @87
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
}

#[test]
fn indices_far_apart() {
    check(
        "*NAME_MAP\n*18446744073709551615 far\n*0 near\n*D_NET *18446744073709551615 1\n*CAP\n1 *0:1 1\n*END",
        expect![[r#"
            net <far> 1000 @44
                <near> . 1 1000
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
}

#[test]
fn ports_and_physical_ports() {
    check(
        "*NAME_MAP\n*1 a\n*PORTS\n*1 I\nb[3] O *C 1 2 *D x\n*PHYSICAL_PORTS\nu1:c B\n*D_NET a 1\n*END",
        expect![[r#"
            port <a> I
            port b[3] O
            port u1:c B
            net a 1000 @69
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
}
