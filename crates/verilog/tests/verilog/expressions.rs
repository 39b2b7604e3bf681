//! Expressions and assignments.

use expect_test::expect;

use crate::common::check_items;

#[test]
fn assignments() {
    check_items("assign a = b;", expect!["assign a = b;"]);
    check_items(
        "assign a = b, c = d;",
        expect![[r#"
        assign a = b;
        assign c = d;"#]],
    );
    check_items(
        "assign a[1] = b[2:0], {c, d} = e;",
        expect![[r#"
        assign a[1] = b[2:0];
        assign {c, d} = e;"#]],
    );
    check_items(
        "assign #5 a = b; assign #(1,2) c = d; assign (strong0, pull1) #3 e = f;",
        expect![[r#"
            assign a = b;
            assign c = d;
            assign e = f;"#]],
    );
    check_items(r#"assign \a+b = \c ;"#, expect![[r#"assign \a+b  = c;"#]]);
    check_items("assign a = 1'b0;", expect!["assign a = 1'b0;"]);
    check_items("assign {a, {b, c[1]}} = {2{d}};", expect!["assign {a, b, c[1]} = {d, d};"]);
    check_items("assign a = (b);", expect!["assign a = b;"]);
}

#[test]
fn concatenations() {
    check_items("assign a = {b};", expect!["assign a = {b};"]);
    check_items("assign a = {b, c[1], d[3:2], 2'b01};", expect!["assign a = {b, c[1], d[3:2], 2'b01};"]);
    check_items("assign a = {b, {c, {d, e}}, f};", expect!["assign a = {b, c, d, e, f};"]);
    check_items("assign a = {2{b}};", expect!["assign a = {b, b};"]);
    check_items("assign a = {2{b, c}};", expect!["assign a = {b, c, b, c};"]);
    check_items("assign a = {b, {2{c}}, d};", expect!["assign a = {b, c, c, d};"]);
    check_items("assign a = {2{{3{b}}, c}};", expect!["assign a = {b, b, b, c, b, b, b, c};"]);
    check_items("assign a = {4'd2{b}};", expect!["assign a = {b, b};"]);
    check_items("assign a = {b, {0{c}}};", expect!["assign a = {b};"]);
    check_items("assign a = {({b, c}), (d)};", expect!["assign a = {b, c, d};"]);
    check_items("assign a = ({b, c});", expect!["assign a = {b, c};"]);
    check_items("assign a = { 3 { 1'b0 } };", expect!["assign a = {1'b0, 1'b0, 1'b0};"]);
    check_items("assign a = {5, b};", expect!["assign a = {32'b00000000000000000000000000000101, b};"]);
    check_items("assign a = {{2{b}}, {2{c}}};", expect!["assign a = {b, b, c, c};"]);
}

#[test]
fn wrong_expressions() {
    check_items(
        "assign a = {}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:23: expected a net, a constant or '{', found '}' <<}>>"#]],
    );
    check_items(
        "assign a = {b,}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:25: expected a net, a constant or '{', found '}' <<}>>"#]],
    );
    check_items(
        "assign a = {b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected ',' or '}', found ';' <<;>>"#]],
    );
    check_items(
        "assign a = {0{b}}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-019] :1:22: an empty concatenation: expected at least one net or constant <<{0{b}}>>"#]],
    );
    check_items(
        "assign a = {2{b}, c}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:27: expected '}' after a replication, found ',' <<,>>"#]],
    );
    check_items(
        "assign a = {1'bx{b}}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-020] :1:23: this replication is too large: expected a small known count <<1'bx>>"#]],
    );
    check_items(
        "assign a = {b{c}}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected ',' or '}', found '{' <<{>>"#]],
    );
    check_items(
        "assign a = {4000000000{b}}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-020] :1:23: this replication is too large: expected a small known count <<4000000000>>"#]],
    );
    check_items(
        "assign a = {1000{{1000{{1000{b}}}}}}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-020] :1:23: this replication is too large: expected a small known count <<1000>>"#]],
    );
    check_items(
        "assign a = {5000000000{b}}; wire c;",
        expect![[r#"
        wire c;
        warning[VLOG-026] :1:23: '5000000000' does not fit in 32 bits; its left part is cut off <<5000000000>>
        error[VLOG-020] :1:23: this replication is too large: expected a small known count <<5000000000>>"#]],
    );
    check_items(
        "assign a = {3000{65536'b0}}; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-020] :1:23: this replication is too large: expected a small known count <<3000>>"#]],
    );
    check_items(
        "assign a = b[; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected an integer, found ';' <<;>>"#]],
    );
    check_items(
        "assign a = b[]; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected an integer, found ']' <<]>>"#]],
    );
    check_items(
        "assign a = b[1; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:25: expected ':' or ']' after an index, found ';' <<;>>"#]],
    );
    check_items(
        "assign a = b[1:]; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:26: expected an integer, found ']' <<]>>"#]],
    );
    check_items(
        "assign a = b[1+:2]; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:25: expected ':' or ']' after an index, found '+' <<+>>"#]],
    );
    check_items(
        "assign a = b[i]; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected an integer, found 'i' <<i>>"#]],
    );
    check_items(
        "assign a = b[-1]; assign a = b[- 2:0];",
        expect![[r#"
        assign a = b[-1];
        assign a = b[-2:0];"#]],
    );
    check_items(
        "assign a = b[1048576:0]; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-013] :1:24: a range of 1048577 bits: expected at most 1048576 <<1048576:0>>"#]],
    );
    check_items(
        "assign a = (b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:24: expected ')', found ';' <<;>>"#]],
    );
    check_items(
        "assign a = ; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:22: expected a net, a constant or '{', found ';' <<;>>"#]],
    );
    check_items(
        "assign = b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:18: expected a net, found '=' <<=>>"#]],
    );
    check_items(
        "assign a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:19: expected '=' in an assignment, found ';' <<;>>"#]],
    );
    check_items(
        "assign a = b wire c;",
        expect![[r#"
            wire c;
            error[VLOG-001] :1:24: expected ',' or ';' after an assignment, found the reserved word 'wire' <<wire>>"#]],
    );
    check_items(
        "assign a = b c; wire d;",
        expect![[r#"
            wire d;
            error[VLOG-001] :1:24: expected ',' or ';' after an assignment, found 'c' <<c>>"#]],
    );
    check_items(
        "assign 1'b0 = a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:18: expected a net, found '1'b0' <<1'b0>>"#]],
    );
    check_items(
        "assign {a, 1'b0} = b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-018] :1:18: a constant where a net is driven: expected names, selects and concatenations of them <<{a, 1'b0}>>"#]],
    );
    check_items(
        "assign (a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:20: expected ')', found ';' <<;>>"#]],
    );
    check_items(
        r#"assign a = "text"; wire c;"#,
        expect![[r#"
        wire c;
        error[VLOG-001] :1:22: expected a net, a constant or '{', found '"' <<">>"#]],
    );
}

#[test]
fn operators() {
    check_items(
        "assign a = b & c; wire d;",
        expect![[r#"
            wire d;
            error[VLOG-023] :1:24: '&' is an operator: expected only nets, selects, constants and concatenations <<&>>"#]],
    );
    check_items(
        "assign a = ~b; wire d;",
        expect![[r#"
        wire d;
        error[VLOG-023] :1:22: '~' is an operator: expected only nets, selects, constants and concatenations <<~>>"#]],
    );
    check_items(
        "assign a = b ? c : d; wire d;",
        expect![[r#"
            wire d;
            error[VLOG-023] :1:24: '?' is an operator: expected only nets, selects, constants and concatenations <<?>>"#]],
    );
    check_items(
        "assign a = -1; wire d;",
        expect![[r#"
        wire d;
        error[VLOG-023] :1:22: '-' is an operator: expected only nets, selects, constants and concatenations <<->>"#]],
    );
    check_items(
        "assign a = (b | c); wire d;",
        expect![[r#"
        wire d;
        error[VLOG-023] :1:25: '|' is an operator: expected only nets, selects, constants and concatenations <<|>>"#]],
    );
    check_items(
        "assign a = {b ^ c, d}; wire d;",
        expect![[r#"
        wire d;
        error[VLOG-023] :1:25: '^' is an operator: expected only nets, selects, constants and concatenations <<^>>"#]],
    );
    check_items(
        "assign a = f(b); wire d;",
        expect![[r#"
            wire d;
            error[VLOG-023] :1:23: '(' is an operator: expected only nets, selects, constants and concatenations <<(>>"#]],
    );
    check_items(
        "assign a = b == c; wire d;",
        expect![[r#"
            wire d;
            error[VLOG-023] :1:24: '=' is an operator: expected only nets, selects, constants and concatenations <<=>>"#]],
    );
    check_items(
        "I u(.a(!b)); wire d;",
        expect![[r#"
        wire d;
        error[VLOG-023] :1:18: '!' is an operator: expected only nets, selects, constants and concatenations <<!>>"#]],
    );
    check_items(
        "I u(b + c); wire d;",
        expect![[r#"
        wire d;
        error[VLOG-023] :1:17: '+' is an operator: expected only nets, selects, constants and concatenations <<+>>"#]],
    );
    check_items(
        "assign a = {2{b}} << 1; wire d;",
        expect![[r#"
            wire d;
            error[VLOG-023] :1:29: '<' is an operator: expected only nets, selects, constants and concatenations <<<>>"#]],
    );
    check_items(
        "assign a = $signed(b); wire d;",
        expect![[r#"
        wire d;
        error[VLOG-001] :1:22: expected a net, a constant or '{', found '$signed' <<$signed>>"#]],
    );
}
