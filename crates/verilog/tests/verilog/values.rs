//! Constants.

use expect_test::expect;

use crate::common::check_items;

#[test]
fn constants_of_all_bases() {
    check_items(
        "assign a = 1'b0, b = 1'b1, c = 1'bx, d = 1'bz;",
        expect![[r#"
        assign a = 1'b0;
        assign b = 1'b1;
        assign c = 1'bx;
        assign d = 1'bz;"#]],
    );
    check_items(
        "assign a = 4'b1010, b = 4'B10_10, c = 4'sb1010, d = 4'Sb01;",
        expect![[r#"
            assign a = 4'b1010;
            assign b = 4'b1010;
            assign c = 4'b1010;
            assign d = 4'b0001;"#]],
    );
    check_items(
        "assign a = 8'hA5, b = 8'ha5, c = 12'HxZ?;",
        expect![[r#"
        assign a = 8'b10100101;
        assign b = 8'b10100101;
        assign c = 12'bxxxxzzzzzzzz;"#]],
    );
    check_items(
        "assign a = 6'o17, b = 6'O7x;",
        expect![[r#"
        assign a = 6'b001111;
        assign b = 6'b111xxx;"#]],
    );
    check_items(
        "assign a = 4'd10, b = 4'D3, c = 70'd1180591620717411303423, d = 3'd0;",
        expect![[r#"
            assign a = 4'b1010;
            assign b = 4'b0011;
            assign c = 70'b1111111111111111111111111111111111111111111111111111111111111111111111;
            assign d = 3'b000;"#]],
    );
    check_items(
        "assign a = 4'dx, b = 4'dZ, c = 4'd?;",
        expect![[r#"
        assign a = 4'bxxxx;
        assign b = 4'bzzzz;
        assign c = 4'bzzzz;"#]],
    );
    check_items("assign a = 5;", expect!["assign a = 32'b00000000000000000000000000000101;"]);
    check_items("assign a = 'b101;", expect!["assign a = 32'b00000000000000000000000000000101;"]);
    check_items("assign a = 'hz;", expect!["assign a = 32'bzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz;"]);
    check_items("assign a = 'd7;", expect!["assign a = 32'b00000000000000000000000000000111;"]);
    check_items(
        "assign a = 8'b1, b = 8'bx, c = 8'bz1, d = 8'b0x;",
        expect![[r#"
        assign a = 8'b00000001;
        assign b = 8'bxxxxxxxx;
        assign c = 8'bzzzzzzz1;
        assign d = 8'b0000000x;"#]],
    );
    check_items(
        "assign a = 8'hx, b = 9'hz, c = 5'hx;",
        expect![[r#"
        assign a = 8'bxxxxxxxx;
        assign b = 9'bzzzzzzzzz;
        assign c = 5'bxxxxx;"#]],
    );
    check_items(
        "assign a = 4 'b 1010, b = 4/**/'h/**/f;",
        expect![[r#"
        assign a = 4'b1010;
        assign b = 4'b1111;"#]],
    );
    check_items("assign a = 1_6'hdead;", expect!["assign a = 16'b1101111010101101;"]);
    check_items("assign a = 4294967295;", expect!["assign a = 32'b11111111111111111111111111111111;"]);
    check_items("assign a = 1'b?;", expect!["assign a = 1'bz;"]);
    check_items(
        "assign a = 130'd1;",
        expect![
            "assign a = 130'b0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001;"
        ],
    );
}

#[test]
fn cut_constants() {
    check_items(
        "assign a = 2'b111;",
        expect![[r#"
        assign a = 2'b11;
        warning[VLOG-026] :1:22: '2'b111' does not fit in 2 bits; its left part is cut off <<2'b111>>"#]],
    );
    check_items(
        "assign a = 2'b011, b = 3'h7;",
        expect![[r#"
        assign a = 2'b11;
        assign b = 3'b111;"#]],
    );
    check_items(
        "assign a = 3'hf;",
        expect![[r#"
        assign a = 3'b111;
        warning[VLOG-026] :1:22: '3'hf' does not fit in 3 bits; its left part is cut off <<3'hf>>"#]],
    );
    check_items("assign a = 3'hx;", expect!["assign a = 3'bxxx;"]);
    check_items(
        "assign a = 4'd16;",
        expect![[r#"
        assign a = 4'b0000;
        warning[VLOG-026] :1:22: '4'd16' does not fit in 4 bits; its left part is cut off <<4'd16>>"#]],
    );
    check_items(
        "assign a = 4294967296;",
        expect![[r#"
        assign a = 32'b00000000000000000000000000000000;
        warning[VLOG-026] :1:22: '4294967296' does not fit in 32 bits; its left part is cut off <<4294967296>>"#]],
    );
    check_items("assign a = 1'b00;", expect!["assign a = 1'b0;"]);
}

#[test]
fn wrong_constants() {
    check_items(
        "assign a = 4'b12; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '12': expected digits of its base, x, z or '?' <<4'b12>>"#]],
    );
    check_items(
        "assign a = 4'o8; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '8': expected digits of its base, x, z or '?' <<4'o8>>"#]],
    );
    check_items(
        "assign a = 4'hg; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is 'g': expected digits of its base, x, z or '?' <<4'hg>>"#]],
    );
    check_items(
        "assign a = 4'da; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is 'a': expected decimal digits of a value below 2^128 <<4'da>>"#]],
    );
    check_items(
        "assign a = 4'd1x; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '1x': expected decimal digits of a value below 2^128 <<4'd1x>>"#]],
    );
    check_items(
        "assign a = 4'; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected 'b', 'o', 'd' or 'h' after the apostrophe of a constant, found ';' <<;>>"#]],
    );
    check_items(
        "assign a = 4'b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '': expected digits of its base, x, z or '?' <<4'b>>"#]],
    );
    check_items(
        "assign a = 4'q0; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected 'b', 'o', 'd' or 'h' after the apostrophe of a constant, found 'q0' <<q0>>"#]],
    );
    check_items(
        "assign a = '; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:23: expected 'b', 'o', 'd' or 'h' after the apostrophe of a constant, found ';' <<;>>"#]],
    );
    check_items(
        "assign a = 0'b0; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-024] :1:22: a constant of size '0': expected 1 to 65536 bits <<0>>"#]],
    );
    check_items(
        "assign a = 65537'b0; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-024] :1:22: a constant of size '65537': expected 1 to 65536 bits <<65537>>"#]],
    );
    check_items(
        "assign a = 99999999999999999999'b0; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-024] :1:22: a constant of size '99999999999999999999': expected 1 to 65536 bits <<99999999999999999999>>"#]],
    );
    check_items(
        "assign a = 12ab; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '12ab': expected decimal digits of a value below 2^128 <<12ab>>"#]],
    );
    check_items(
        "assign a = 200'd999999999999999999999999999999999999999999999; wire c;",
        expect![[r#"
            wire c;
            error[VLOG-025] :1:22: the constant's value is '999999999999999999999999999999999999999999999': expected decimal digits of a value below 2^128 <<200'd999999999999999999999999999999999999999999999>>"#]],
    );
    check_items(
        "assign a = '1; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:23: expected 'b', 'o', 'd' or 'h' after the apostrophe of a constant, found '1' <<1>>"#]],
    );
    check_items(
        "assign a = 4'h_; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '_': expected digits of its base, x, z or '?' <<4'h_>>"#]],
    );
    check_items(
        "assign a = 4'd; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '': expected decimal digits of a value below 2^128 <<4'd>>"#]],
    );
    check_items(
        "assign a = 1'b0b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-025] :1:22: the constant's value is '0b': expected digits of its base, x, z or '?' <<1'b0b>>"#]],
    );
}
