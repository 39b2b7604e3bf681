//! The exact text of every diagnostic, and what is read in spite of it.

use expect_test::{Expect, expect};
use zeroslack_spef::{Options, read};

use crate::shown::shown;

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&shown(text, &Options::default()));
}

/// A file in which 1 is 1 fF, 1 kΩ and 1 ps, with `lines` in its net.
fn check_net(lines: &str, expected: Expect) {
    check(
        &format!("*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*T_UNIT 1 PS\n*NAME_MAP\n*1 n\n*D_NET *1 9\n{lines}\n*END\n"),
        expected,
    );
}

#[test]
fn header() {
    check(
        "",
        expect![[r#"
        warning[SPEF-023] :1:1: the file has no nets
    "#]],
    );
    check(
        "module top;\nendmodule\n*D_NET n 1\n*END",
        expect![[r#"
            net n 1000 @22
            error[SPEF-001] :1:1: expected a keyword such as *D_NET or *END, found "module"
            error[SPEF-001] :2:1: expected a keyword such as *D_NET or *END, found "endmodule"
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
    check(
        "*DESIGN \"top\n*D_NET n 1\n*END",
        expect![[r#"
            net n 1000 @13
            error[SPEF-002] :1:9: expected a closing quote on the same line
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
    check(
        "/* open\n*D_NET n 1\n*END",
        expect![[r#"
        error[SPEF-003] :1:1: the comment that begins here is not closed; expected */
        warning[SPEF-023] :3:5: the file has no nets
    "#]],
    );
    check(
        "*T_UNIT 1 PF\n*C_UNIT PF\n*R_UNIT 0 OHM\n*R_UNIT\n*C_UNIT 1 PF // fine",
        expect![[r#"
        error[SPEF-004] :1:9: expected a number above 0 and a unit, as in *C_UNIT 1 PF, found "1 PF"
        error[SPEF-004] :2:9: expected a number above 0 and a unit, as in *C_UNIT 1 PF, found "PF"
        error[SPEF-004] :3:9: expected a number above 0 and a unit, as in *C_UNIT 1 PF, found "0 OHM"
        error[SPEF-004] :4:8: expected a number above 0 and a unit, as in *C_UNIT 1 PF, found ""
        warning[SPEF-023] :5:21: the file has no nets
    "#]],
    );
    check(
        "*DIVIDER //\n*DELIMITER ::\n*DELIMITER a\n*BUS_DELIMITER\n*BUS_DELIMITER [ : ]\n*DELIMITER é\n*DIVIDER \"|\"",
        expect![[r#"
            error[SPEF-010] :1:12: expected a name or a value, found the end of the line
            error[SPEF-005] :2:12: expected one ASCII punctuation character, found "::"
            error[SPEF-005] :3:12: expected one ASCII punctuation character, found "a"
            error[SPEF-005] :4:15: expected one or two punctuation characters, as in *BUS_DELIMITER [ ], found ""
            error[SPEF-005] :5:16: expected one or two punctuation characters, as in *BUS_DELIMITER [ ], found "[ : ]"
            error[SPEF-005] :6:12: expected one ASCII punctuation character, found "é"
            warning[SPEF-023] :7:13: the file has no nets
        "#]],
    );
    check(
        "*BUS_DELIMITER a b\n*BUS_DELIMITER \\\n*BUS_DELIMITER < * *DIVIDER |\n*BUS_DELIMITER \"{\" } *DELIMITER ,\n",
        expect![[r#"
            error[SPEF-005] :1:16: expected one or two punctuation characters, as in *BUS_DELIMITER [ ], found "a b"
            error[SPEF-005] :2:16: expected one or two punctuation characters, as in *BUS_DELIMITER [ ], found "\"
            error[SPEF-005] :3:16: expected one or two punctuation characters, as in *BUS_DELIMITER [ ], found "< * "
            warning[SPEF-023] :5:1: the file has no nets
        "#]],
    );
    check(
        "*NAME_MAP\n*1\n2 b\n*3x c\n*99999999999999999999 d\n*4 e\n*4 f",
        expect![[r#"
        error[SPEF-006] :2:1: expected an index and a name, as in *12 clk, found "*1"
        error[SPEF-006] :3:1: expected an index and a name, as in *12 clk, found "2"
        error[SPEF-006] :4:1: expected an index and a name, as in *12 clk, found "*3x"
        error[SPEF-006] :5:1: expected an index and a name, as in *12 clk, found "*99999999999999999999"
        warning[SPEF-007] :7:1: index "*4" is in *NAME_MAP already; its first name stays
        warning[SPEF-023] :7:5: the file has no nets
    "#]],
    );
    check(
        "*PORTS\na X\nb\n*7 I\nc I",
        expect![[r#"
        port *7 I
        port c I
        error[SPEF-011] :2:3: expected a direction, I, O or B, found "X"
        error[SPEF-010] :3:2: expected a name or a value, found the end of the line
        error[SPEF-008] :4:1: expected an index that *NAME_MAP has, found "*7"
        warning[SPEF-023] :5:4: the file has no nets
    "#]],
    );
}

#[test]
fn names() {
    check(
        "*D_NET *1 1\n*CAP\n1 *1:2 3\n*END",
        expect![[r#"
            net *1 1000 @0
                *1:2 3000
            error[SPEF-008] :1:8: expected an index that *NAME_MAP has, found "*1"
            error[SPEF-008] :3:3: expected an index that *NAME_MAP has, found "*1:2"
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
    check_net(
        "*CAP\n1 *1/2 3\n2 *2 4",
        expect![[r#"
        net <n> 9 @56
            <n> 3
            *2 4
        error[SPEF-009] :8:5: expected the *DELIMITER after the index, found "/2"
        error[SPEF-008] :9:3: expected an index that *NAME_MAP has, found "*2"
    "#]],
    );
    check(
        "*NAME_MAP\n*1 n\n*D_NET *1:2 1\n*END",
        expect![[r#"
            net <n> 1000 @15
            error[SPEF-009] :3:10: expected the *DELIMITER after the index, found ":2"
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
    check_net(
        "*CONN\n*I u/A I\n*I u: I\n*I *1: O\n*I *9:A I\n*P *1 X\n*I v:A\n*I",
        expect![[r#"
            net <n> 9 @56
              I u/A 0
              I u .  0
              O <n> .  0
              I *9:A 0
                <n> 0
                v . A 0
            error[SPEF-012] :8:4: expected an instance, the *DELIMITER and a pin, found "u/A"
            error[SPEF-013] :9:4: expected a pin or a number after the *DELIMITER, found "u:"
            error[SPEF-013] :10:6: expected a pin or a number after the *DELIMITER, found ":"
            error[SPEF-008] :11:4: expected an index that *NAME_MAP has, found "*9:A"
            error[SPEF-011] :12:7: expected a direction, I, O or B, found "X"
            error[SPEF-010] :13:7: expected a name or a value, found the end of the line
            error[SPEF-010] :14:3: expected a name or a value, found the end of the line
        "#]],
    );
}

#[test]
fn entries() {
    check_net(
        "*CAP\n1\n2 n:1\n3 n:1 x\n4 n:1 m:1 y\n*6 n:1 1\nC7 n:1 1\n8 n:1 0.5 9 n:1 1",
        expect![[r#"
        net <n> 9 @56
            n . 1 9
        error[SPEF-010] :8:2: expected a name or a value, found the end of the line
        error[SPEF-010] :9:6: expected a name or a value, found the end of the line
        error[SPEF-015] :10:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :11:11: expected a number or min:typ:max, found "y"
        error[SPEF-014] :12:1: expected the number that begins an entry, found "*6"
        error[SPEF-014] :13:1: expected the number that begins an entry, found "C7"
        error[SPEF-014] :14:13: expected the number that begins an entry, found "n:1"
    "#]],
    );
    check_net(
        "*RES\n1 n:1 n:2\n2 n:1 n:2 1:2\n3 n:1 n:2 1e\n4 n:1 n:2 -5\n5 n:1 n:2 -1:-2:3",
        expect![[r#"
        net <n> 9 @56
            n . 1 0
            n . 2 0
          n . 1 -- n . 2 0
          n . 1 -- n . 2 0
        error[SPEF-010] :8:10: expected a name or a value, found the end of the line
        error[SPEF-015] :9:11: expected a number or min:typ:max, found "1:2"
        error[SPEF-015] :10:11: expected a number or min:typ:max, found "1e"
        warning[SPEF-018] :11:11: resistance "-5" is negative; 0 is taken
        warning[SPEF-018] :12:11: resistance "-1:-2:3" is negative; 0 is taken
    "#]],
    );
    check_net(
        "*CAP\n1 n:1 nan\n2 n:1 inf\n3 n:1 1e39\n4 n:1 1e400\n5 n:1 -0.5\n6 n:1 m:1 -0.5\n7 n:1 3e38\n8 n:1 3e38",
        expect![[r#"
            net <n> 9 @56
                n . 1 0
            error[SPEF-016] :8:7: expected at most 100 nF, 1 GOHM or 1 ms, found "nan"
            error[SPEF-016] :9:7: expected at most 100 nF, 1 GOHM or 1 ms, found "inf"
            error[SPEF-016] :10:7: expected at most 100 nF, 1 GOHM or 1 ms, found "1e39"
            error[SPEF-016] :11:7: expected at most 100 nF, 1 GOHM or 1 ms, found "1e400"
            warning[SPEF-017] :12:7: capacitance "-0.5" is negative; 0 is taken
            warning[SPEF-017] :13:11: capacitance "-0.5" is negative; 0 is taken
            error[SPEF-016] :14:7: expected at most 100 nF, 1 GOHM or 1 ms, found "3e38"
            error[SPEF-016] :15:7: expected at most 100 nF, 1 GOHM or 1 ms, found "3e38"
        "#]],
    );
    check(
        "*D_NET\n*END\n*D_NET a\n*END\n*D_NET b c\n*END\n*D_NET d -1\n*END",
        expect![[r#"
            net a 0 @12
            net b 0 @26
            net d 0 @42
            error[SPEF-010] :1:7: expected a name or a value, found the end of the line
            error[SPEF-010] :3:9: expected a name or a value, found the end of the line
            error[SPEF-015] :5:10: expected a number or min:typ:max, found "c"
            warning[SPEF-017] :7:10: capacitance "-1" is negative; 0 is taken
        "#]],
    );
}

#[test]
fn sections() {
    check(
        "*D_NET a 1\n*CAP\n1 a:1 1\n*D_NET b 1\n*R_NET c 1\n*DRIVER u:Z\n*C2_R1_C1 1 2 3\n*D_PNET d 1\n*END\n*D_NET e 1",
        expect![[r#"
            net a 1000 @0
                a . 1 1000
            net b 1000 @24
            reduced c 1000 @35
                u . Z 0
              driver u . Z (?) (1000.0, 0.002, 3000.0)
            net e 1000 @91
            error[SPEF-019] :1:8: net "a" has no *END
            error[SPEF-019] :4:8: net "b" has no *END
            error[SPEF-019] :5:8: net "c" has no *END
            error[SPEF-019] :10:8: net "e" has no *END
            warning[SPEF-024] :1:1: the file has no *T_UNIT; 1 NS is taken
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
            warning[SPEF-024] :1:1: the file has no *R_UNIT; 1 OHM is taken
        "#]],
    );
    check_net(
        "text\n*FOO 1 2\n3 4\n*CONN\n*I u:A I *BAR 5\n*I v:A I\nstray",
        expect![[r#"
        net <n> 9 @56
          I u . A 0
          I v . A 0
        error[SPEF-001] :7:1: expected a keyword such as *D_NET or *END, found "text"
        warning[SPEF-020] :8:1: keyword "*FOO" is not known here; it is skipped
        warning[SPEF-020] :11:10: keyword "*BAR" is not known here; it is skipped
        error[SPEF-001] :13:1: expected a keyword such as *D_NET or *END, found "stray"
    "#]],
    );
    check(
        "*D_NET a 1\n*END\n*CAP\n1 a:1 1\n*END\ntext\n*DEFINE x y\n*D_NET b 1\n/* open\n*END",
        expect![[r#"
            net a 1000 @0
            net b 1000 @51
            warning[SPEF-020] :3:1: keyword "*CAP" is not known here; it is skipped
            warning[SPEF-020] :5:1: keyword "*END" is not known here; it is skipped
            error[SPEF-019] :8:8: net "b" has no *END
            error[SPEF-003] :9:1: the comment that begins here is not closed; expected */
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
        "#]],
    );
}

#[test]
fn reduced_nets() {
    check_net(
        "*END\n*R_NET m 5\n*CELL c\n*C2_R1_C1 1 2 3\n*RC a:A 1\n*LOADS\n*DRIVER b:Z\n*DRIVER *2:Z\n*C2_R1_C1 1 2\n*DRIVER\n*FOO\nbar",
        expect![[r#"
        net <n> 9 @56
        reduced m 5 @73
            a . A 0
            b . Z 0
            *2:Z 0
          driver b . Z (?) (0.0, 0.0, 0.0)
          driver *2:Z (?) (0.0, 0.0, 0.0)
        error[SPEF-022] :9:1: expected *DRIVER before "*CELL"
        error[SPEF-022] :10:1: expected *DRIVER before "*C2_R1_C1"
        error[SPEF-022] :11:1: expected *DRIVER before "*RC"
        error[SPEF-021] :13:9: expected *C2_R1_C1 for driver "b:Z"
        error[SPEF-008] :14:9: expected an index that *NAME_MAP has, found "*2:Z"
        error[SPEF-010] :15:14: expected a name or a value, found the end of the line
        error[SPEF-021] :14:9: expected *C2_R1_C1 for driver "*2:Z"
        error[SPEF-010] :16:8: expected a name or a value, found the end of the line
        warning[SPEF-020] :17:1: keyword "*FOO" is not known here; it is skipped
    "#]],
    );
    check_net(
        "*END\n*R_NET m 5\n*DRIVER b:Z\n*C2_R1_C1 -1 -2 x\n*C2_R1_C1 -1 -2 3\n*RC\n*RC c:A\n*RC c:A x\n*RC c:A 2 *Q 1 2 3",
        expect![[r#"
        net <n> 9 @56
        reduced m 5 @73
            b . Z 0
            c . A 0
          driver b . Z (?) (0.0, 0.0, 3.0)
            -> c . A 2
        warning[SPEF-017] :10:11: capacitance "-1" is negative; 0 is taken
        warning[SPEF-018] :10:14: resistance "-2" is negative; 0 is taken
        error[SPEF-015] :10:17: expected a number or min:typ:max, found "x"
        warning[SPEF-017] :11:11: capacitance "-1" is negative; 0 is taken
        warning[SPEF-018] :11:14: resistance "-2" is negative; 0 is taken
        error[SPEF-010] :12:4: expected a name or a value, found the end of the line
        error[SPEF-010] :13:8: expected a name or a value, found the end of the line
        error[SPEF-015] :14:9: expected a number or min:typ:max, found "x"
    "#]],
    );
}

#[test]
fn a_long_word_is_cut() {
    check(
        &"x".repeat(1000),
        expect![[r#"
        error[SPEF-001] :1:1: expected a keyword such as *D_NET or *END, found "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"
        warning[SPEF-023] :1:1001: the file has no nets
    "#]],
    );
}

#[test]
fn many_of_one_kind_are_counted() {
    check_net(
        &format!("*CAP{}", "\n1 n:1 x".repeat(50)),
        expect![[r#"
        net <n> 9 @56
        error[SPEF-015] :8:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :9:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :10:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :11:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :12:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :13:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :14:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :15:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :16:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :17:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :18:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :19:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :20:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :21:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :22:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :23:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :24:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :25:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :26:7: expected a number or min:typ:max, found "x"
        error[SPEF-015] :27:7: expected a number or min:typ:max, found "x"
        SPEF-015: 30 more like this were left out
    "#]],
    );
}

#[test]
fn line_numbers_are_right_in_every_piece() {
    let mut text = String::new();
    for net in 0..200_000 {
        let value = if net % 50_000 == 49_999 { "x" } else { "1" };
        text.push_str(&format!("*D_NET n{net} 1\n*CAP\n1 n{net}:1 {value}\n*END\n"));
    }
    let (spef, diagnostics) = read(&text, &Options::default());
    assert!(spef.pieces.len() > 5);
    expect![[r#"
        error[SPEF-015] :199999:12: expected a number or min:typ:max, found "x"
        error[SPEF-015] :399999:12: expected a number or min:typ:max, found "x"
        error[SPEF-015] :599999:13: expected a number or min:typ:max, found "x"
        error[SPEF-015] :799999:13: expected a number or min:typ:max, found "x"
        warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
    "#]]
    .assert_eq(&diagnostics.to_string());
}

#[test]
fn every_id_is_once_in_the_source_and_has_a_text_here() {
    let source = include_str!("../../src/problem.rs");
    let ids: Vec<&str> = source.split('"').filter(|part| part.starts_with("SPEF-")).collect();
    for (number, id) in (1..).zip(ids) {
        assert_eq!(id, format!("SPEF-{number:03}"));
        assert!(include_str!("problems.rs").contains(&format!("[{id}]")), "{id}");
    }
}

#[test]
fn a_file_without_units_says_which_are_taken() {
    let resistor = "*D_NET n 1\n*RES\n1 n:1 n:2 3\n*END";
    check(
        resistor,
        expect![[r#"
            net n 1000 @0
                n . 1 0
                n . 2 0
              n . 1 -- n . 2 0.003
            warning[SPEF-024] :1:1: the file has no *C_UNIT; 1 PF is taken
            warning[SPEF-024] :1:1: the file has no *R_UNIT; 1 OHM is taken
        "#]],
    );
    check(
        &format!("*C_UNIT 1 FF\n{resistor}"),
        expect![[r#"
            net n 1 @13
                n . 1 0
                n . 2 0
              n . 1 -- n . 2 0.003
            warning[SPEF-024] :1:1: the file has no *R_UNIT; 1 OHM is taken
        "#]],
    );
    // What no value needs is not missed, and a unit that cannot be read is an error of its own.
    check(
        "*C_UNIT 1 FF\n*D_NET n 1\n*END",
        expect![[r#"
            net n 1 @13
        "#]],
    );
    check(
        "*C_UNIT 1 XF\n*D_NET n 1\n*END",
        expect![[r#"
            net n 1000 @13
            error[SPEF-004] :1:9: expected a number above 0 and a unit, as in *C_UNIT 1 PF, found "1 XF"
        "#]],
    );
}

#[test]
fn no_value_is_beyond_physical_sense() {
    check(
        "*C_UNIT 1 NF\n*R_UNIT 1 MOHM\n*T_UNIT 1 MS\n*D_NET n 100\n*CAP\n1 n:1 100\n2 n:2 100.001\n*RES\n1 n:1 n:2 1000\n2 n:1 n:2 1000.1\n*END\n\
         *R_NET r 1\n*DRIVER u:Y\n*C2_R1_C1 0 0 0\n*LOADS\n*RC v:A 1\n*RC w:A 1.01\n*END",
        expect![[r#"
            net n 100000000 @41
                n . 1 100000000
                n . 2 0
              n . 1 -- n . 2 1000000
            reduced r 1000000 @125
                u . Y 0
                v . A 0
              driver u . Y (?) (0.0, 0.0, 0.0)
                -> v . A 1000000000
            error[SPEF-016] :7:7: expected at most 100 nF, 1 GOHM or 1 ms, found "100.001"
            error[SPEF-016] :10:11: expected at most 100 nF, 1 GOHM or 1 ms, found "1000.1"
            error[SPEF-016] :17:9: expected at most 100 nF, 1 GOHM or 1 ms, found "1.01"
        "#]],
    );
}
