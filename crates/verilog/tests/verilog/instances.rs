//! Instances and their connections.

use expect_test::expect;

use crate::common::check_items;

#[test]
fn named_connections() {
    check_items("I u(.a(b));", expect!["I u (.a(b));"]);
    check_items("I u ( .a ( b ) , .c ( d [ 3 ] ) );", expect!["I u (.a(b), .c(d[3]));"]);
    check_items(
        "I u(.a(b[3:0]), .c(), .d({b, c}), .e(1'b0));",
        expect!["I u (.a(b[3:0]), .c(), .d({b, c}), .e(1'b0));"],
    );
    check_items("I u();", expect!["I u ();"]);
    check_items(
        "I u1(.a(b)), u2(.a(c));",
        expect![[r#"
        I u1 (.a(b));
        I u2 (.a(c));"#]],
    );
    check_items(
        r#"\I+ \u[0] (.\a[0] (\b/c ), .c(\d [2]));"#,
        expect![[r#"\I+  \u[0]  (.\a[0] (\b/c ), .c(d[2]));"#]],
    );
    check_items("I u [3:0] (.a(b));", expect!["I u [3:0] (.a(b));"]);
    check_items(
        "I u[0:3](a), v[1:1](b);",
        expect![[r#"
        I u [0:3] (a);
        I v [1:1] (b);"#]],
    );
    check_items("I u(.a((b)));", expect!["I u (.a(b));"]);
    check_items("cell config(.design(use));", expect![[r#"\cell  \config  (.\design (\use ));"#]]);
}

#[test]
fn ordered_connections() {
    check_items("I u(a);", expect!["I u (a);"]);
    check_items("I u(a, b[1], {c, d}, 1'b1);", expect!["I u (a, b[1], {c, d}, 1'b1);"]);
    check_items("I u(a, , b);", expect!["I u (a, , b);"]);
    check_items("I u(, a);", expect!["I u (, a);"]);
    check_items("I u(,);", expect!["I u (, );"]);
    check_items("I u(a,);", expect!["I u (a, );"]);
    check_items("I u(,,a,);", expect!["I u (, , a, );"]);
}

#[test]
fn parameters() {
    check_items(
        "I #(5) u(a);",
        expect![[r#"
        I u (a);
        warning[VLOG-015] :1:13: the parameters of this instance of 'I' are skipped <<#(5)>>"#]],
    );
    check_items(
        r#"I #(.W(3), .S("a)b")) u(.a(b)), v(.a(c));"#,
        expect![[r#"
        I u (.a(b));
        I v (.a(c));
        warning[VLOG-015] :1:13: the parameters of this instance of 'I' are skipped <<#(.W(3), .S("a)b"))>>"#]],
    );
    check_items(
        "I #5 u(a);",
        expect![[r#"
        I u (a);
        warning[VLOG-015] :1:13: the parameters of this instance of 'I' are skipped <<#5>>"#]],
    );
    check_items(
        "I #1.5 u(a);",
        expect![[r#"
        I u (a);
        warning[VLOG-015] :1:13: the parameters of this instance of 'I' are skipped <<#1.5>>"#]],
    );
    check_items(
        "I #W u(a);",
        expect![[r#"
        I u (a);
        warning[VLOG-015] :1:13: the parameters of this instance of 'I' are skipped <<#W>>"#]],
    );
    check_items(
        "I # u(a); wire b;",
        expect![[r#"
        wire b;
        warning[VLOG-015] :1:13: the parameters of this instance of 'I' are skipped <<# u>>
        error[VLOG-016] :1:16: this instance of 'I' has no name: expected one before '(' <<(>>"#]],
    );
    check_items(
        "I #(1 u; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:18: expected ')', found ';' <<;>>"#]],
    );
    check_items(
        "parameter W = 4; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-011] :1:11: parameters are skipped: a netlist of instances should not depend on any <<parameter>>"#]],
    );
    check_items(
        "parameter signed [3:0] A = 4'd1, B = 2; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-011] :1:11: parameters are skipped: a netlist of instances should not depend on any <<parameter>>"#]],
    );
    check_items(
        "localparam integer A = 1; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-011] :1:11: parameters are skipped: a netlist of instances should not depend on any <<localparam>>"#]],
    );
    check_items(
        "defparam u.W = 3; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-011] :1:11: parameters are skipped: a netlist of instances should not depend on any <<defparam>>"#]],
    );
    check_items(
        "specparam t = 1; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-011] :1:11: parameters are skipped: a netlist of instances should not depend on any <<specparam>>"#]],
    );
    check_items(
        "parameter A = 1 wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-011] :1:11: parameters are skipped: a netlist of instances should not depend on any <<parameter>>
        error[VLOG-001] :1:27: expected ';', found the reserved word 'wire' <<wire>>"#]],
    );
}

#[test]
fn wrong_instances() {
    check_items(
        "I (a, b); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-016] :1:13: this instance of 'I' has no name: expected one before '(' <<(>>"#]],
    );
    check_items(
        "I; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:12: expected the instance's name, found ';' <<;>>"#]],
    );
    check_items(
        "I u; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:14: expected '(' after the instance's name, found ';' <<;>>"#]],
    );
    check_items(
        "I u, v; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:14: expected '(' after the instance's name, found ',' <<,>>"#]],
    );
    check_items(
        "I u(a) v(b); wire c;",
        expect![[r#"
        wire c;
        I u (a);
        error[VLOG-001] :1:18: expected ',' or ';' after an instance, found 'v' <<v>>"#]],
    );
    check_items(
        "I u(a) wire c;",
        expect![[r#"
        wire c;
        I u (a);
        error[VLOG-001] :1:18: expected ',' or ';' after an instance, found the reserved word 'wire' <<wire>>"#]],
    );
    check_items(
        "I u(.a(b), c); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-017] :1:22: named and ordered connections in one instance: expected either all '.port(net)' or none <<c>>"#]],
    );
    check_items(
        "I u(a, .b(c)); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-017] :1:18: named and ordered connections in one instance: expected either all '.port(net)' or none <<.>>"#]],
    );
    check_items(
        "I u(.a(b) .c(d)); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:21: expected ',' or ')' after a connection, found '.' <<.>>"#]],
    );
    check_items(
        "I u(.a(b),); wire c;",
        expect![[r#"
            wire c;
            error[VLOG-001] :1:21: expected a connection, found ')' <<)>>"#]],
    );
    check_items(
        "I u(.a); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:17: expected '(' after the port's name, found ')' <<)>>"#]],
    );
    check_items(
        "I u(.*); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected a port's name after '.', found '*' <<*>>"#]],
    );
    check_items(
        "I u(.a b); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:18: expected '(' after the port's name, found 'b' <<b>>"#]],
    );
    check_items(
        "I u(.(b)); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected a port's name after '.', found '(' <<(>>"#]],
    );
    check_items(
        "I u(.a(b); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:20: expected ',' or ')' after a connection, found ';' <<;>>"#]],
    );
    check_items(
        "I u(.a(b)); I v(.a(); wire c;",
        expect![[r#"
        wire c;
        I u (.a(b));
        error[VLOG-001] :1:31: expected ',' or ')' after a connection, found ';' <<;>>"#]],
    );
    check_items(
        "I u(.a(b c)); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:20: expected ')' after what the port is connected to, found 'c' <<c>>"#]],
    );
    check_items(
        "I u(.a(wire)); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:18: expected a net, found the reserved word 'wire' <<wire>>
        error[VLOG-001] :1:22: expected a name to declare, found ')' <<)>>"#]],
    );
    check_items(
        "I wire(a); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:13: expected the instance's name, found the reserved word 'wire' <<wire>>
        error[VLOG-001] :1:20: expected a name to declare, found ';' <<;>>"#]],
    );
    check_items(
        "I u1(a), u2(b c), u3(d); wire c;",
        expect![[r#"
        wire c;
        I u1 (a);
        error[VLOG-001] :1:25: expected ',' or ')' after a connection, found 'c' <<c>>"#]],
    );
    check_items(
        "I 1u(a); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:13: expected the instance's name, found '1u' <<1u>>"#]],
    );
    check_items(
        "I u(a))); wire c;",
        expect![[r#"
        wire c;
        I u (a);
        error[VLOG-001] :1:17: expected ',' or ';' after an instance, found ')' <<)>>"#]],
    );
    check_items(
        "I u[3](a); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected ':' in a range, found ']' <<]>>"#]],
    );
    check_items(
        "I u(.a(b.c)); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:19: expected ')' after what the port is connected to, found '.' <<.>>"#]],
    );
    check_items(
        "I u(.a(b[1][2])); wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:22: expected ')' after what the port is connected to, found '[' <<[>>"#]],
    );
    check_items(
        "I u(.wire(b));",
        expect![[r#"
        error[VLOG-001] :1:16: expected a port's name after '.', found the reserved word 'wire' <<wire>>
        error[VLOG-001] :1:23: expected a name to declare, found ')' <<)>>"#]],
    );
}
