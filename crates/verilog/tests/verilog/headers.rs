//! A module's header in both styles.

use expect_test::expect;
use zeroslack_verilog::read;

use crate::common::{assert_round_trip, check};

#[test]
fn headers_with_a_list_of_ports() {
    check(
        "module m(a, b); input a; output b; endmodule",
        expect![[r#"
        module m (a,
            b);
          input a;
          output b;
        endmodule
    "#]],
    );
    check(
        "module m(.a(b)); input b; endmodule",
        expect![[r#"
        module m (.a(b));
          input b;
        endmodule
    "#]],
    );
    check(
        "module m(.a(b[1]), .c({b[0], d})); input [1:0] b; output d; endmodule",
        expect![[r#"
            module m (.a(b[1]),
                .c({b[0], d}));
              input [1:0] b;
              output d;
            endmodule
        "#]],
    );
    check(
        "module m(.a()); endmodule",
        expect![[r#"
        module m (.a());
        endmodule
    "#]],
    );
    check(
        "module m(a[1:0]); input [1:0] a; endmodule",
        expect![[r#"
        module m (.a(a[1:0]));
          input [1:0] a;
        endmodule
    "#]],
    );
    check(
        r#"module m(\a[0] , \wire ); input \a[0] , \wire ; endmodule"#,
        expect![[r#"
            module m (\a[0] ,
                \wire );
              input \a[0] ;
              input \wire ;
            endmodule
        "#]],
    );
    check(
        "module m(a); endmodule",
        expect![[r#"
        module m (a);
        endmodule
        error[VLOG-031] :1:10: the port 'a' has no direction: expected a declaration as input, output or inout <<a>>
    "#]],
    );
    check(
        "module m(a); wire a; endmodule",
        expect![[r#"
        module m (a);
          wire a;
        endmodule
        error[VLOG-031] :1:10: the port 'a' has no direction: expected a declaration as input, output or inout <<a>>
    "#]],
    );
    check(
        "module m(a); input a, b; endmodule",
        expect![[r#"
        module m (a);
          input a;
          input b;
        endmodule
        warning[VLOG-030] :1:23: 'b' is declared as input but is not in the module's list of ports <<b>>
    "#]],
    );
    check(
        "module m(a, a); input a; endmodule",
        expect![[r#"
        module m (a);
          input a;
        endmodule
        error[VLOG-033] :1:13: the port 'a' is listed a second time <<a>>
    "#]],
    );
    check(
        "module m(.a(b), .c(b)); inout b; endmodule",
        expect![[r#"
        module m (.a(b),
            .c(b));
          inout b;
        endmodule
    "#]],
    );
    check(
        "module m(a,); input a; endmodule",
        expect![[r#"
        module m (a);
          input a;
        endmodule
        error[VLOG-001] :1:12: expected a port, found ')' <<)>>
    "#]],
    );
    check(
        "module m({a, b}); input a, b; endmodule",
        expect![[r#"
            module m ({a, b});
              input a;
              input b;
            endmodule
        "#]],
    );
    check(
        "module m(.a(1'b0)); endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:13: expected a net, found '1'b0' <<1'b0>>
    "#]],
    );
    check(
        "module m(.a({b, 1'b0})); input b; endmodule",
        expect![[r#"
            module m ();
              input b;
            endmodule
            error[VLOG-018] :1:13: a constant where a net is driven: expected names, selects and concatenations of them <<{b, 1'b0}>>
        "#]],
    );
    check(
        "module m(.(a)); endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:11: expected a port's name after '.', found '(' <<(>>
    "#]],
    );
    check(
        "module m(.a b); endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:13: expected '(' after the port's name, found 'b' <<b>>
    "#]],
    );
    check(
        "module m(a b); input a, b; endmodule",
        expect![[r#"
            module m (a);
              input a;
              input b;
            endmodule
            error[VLOG-001] :1:12: expected ',' or ')' after a port, found 'b' <<b>>
        "#]],
    );
    check(
        "module m(a) input a; endmodule",
        expect![[r#"
        module m (a);
          input a;
        endmodule
        error[VLOG-001] :1:13: expected ';' after the module's header, found the reserved word 'input' <<input>>
    "#]],
    );
    check(
        r#"module m #(parameter A = 1, B = ";)") (a); input a; endmodule"#,
        expect![[r#"
            module m (a);
              input a;
            endmodule
            warning[VLOG-011] :1:10: parameters are skipped: a netlist of instances should not depend on any <<#>>
        "#]],
    );
    check(
        "module m # ; endmodule",
        expect![[r#"
        module m ();
        endmodule
        warning[VLOG-011] :1:10: parameters are skipped: a netlist of instances should not depend on any <<#>>
        error[VLOG-001] :1:12: expected a value or '(' after '#', found ';' <<;>>
    "#]],
    );
}

#[test]
fn headers_with_declarations() {
    check(
        "module m(input a, output b); endmodule",
        expect![[r#"
        module m (a,
            b);
          input a;
          output b;
        endmodule
    "#]],
    );
    check(
        "module m (input [3:0] a, b, output wire y, inout tri [0:1] z); endmodule",
        expect![[r#"
            module m (a,
                b,
                y,
                z);
              input [3:0] a;
              input [3:0] b;
              output y;
              inout [0:1] z;
            endmodule
        "#]],
    );
    check(
        r#"module m((* x = "*)" *) input a, (* y *) output wire signed [3:0] b); endmodule"#,
        expect![[r#"
            module m (a,
                b);
              input a;
              output [3:0] b;
            endmodule
        "#]],
    );
    check(
        "module m(output reg q); endmodule",
        expect![[r#"
        module m (q);
          output q;
        endmodule
        error[VLOG-009] :1:17: 'reg' is behavioural Verilog: expected a netlist of instances and assignments <<reg>>
    "#]],
    );
    check(
        "module m(output supply1 q); endmodule",
        expect![[r#"
        module m (q);
          output q;
          assign q = 1'b1;
        endmodule
    "#]],
    );
    check(
        "module m(input a, wire b); endmodule",
        expect![[r#"
        module m (a);
          input a;
          wire b;
        endmodule
        error[VLOG-001] :1:19: expected a port's name, found the reserved word 'wire' <<wire>>
        error[VLOG-001] :1:25: expected ',' or ';' after a declared name, found ')' <<)>>
    "#]],
    );
    check(
        "module m(input a, output); endmodule",
        expect![[r#"
        module m (a);
          input a;
        endmodule
        error[VLOG-001] :1:25: expected a port's name, found ')' <<)>>
    "#]],
    );
    check(
        "module m(input a, input b c); endmodule",
        expect![[r#"
        module m (a,
            b);
          input a;
          input b;
        endmodule
        error[VLOG-001] :1:27: expected ',' or ')' after a port, found 'c' <<c>>
    "#]],
    );
    check(
        "module m(input a); input a; endmodule",
        expect![[r#"
        module m (a);
          input a;
        endmodule
        warning[VLOG-028] :1:26: 'a' is declared a second time, in the same way <<a>>
    "#]],
    );
    check(
        "module m(input a, inout a); endmodule",
        expect![[r#"
        module m (a);
          input a;
        endmodule
        error[VLOG-029] :1:25: 'a' was declared as input, here as inout: expected one <<a>>
        error[VLOG-033] :1:25: the port 'a' is listed a second time <<a>>
    "#]],
    );
    check(
        "module m(output q = 1'b0); endmodule",
        expect![[r#"
        module m (q);
          output q;
        endmodule
        error[VLOG-001] :1:19: expected ',' or ')' after a port, found '=' <<=>>
    "#]],
    );
    check(
        r#"module m(input \a+b , input [1:0] \c ); endmodule"#,
        expect![[r#"
            module m (\a+b ,
                c);
              input \a+b ;
              input [1:0] c;
            endmodule
        "#]],
    );
}

#[test]
fn ports_without_a_name() {
    check(
        "module m ({a, b[1:0]}, c[1], c[0], d[0]); input a; input [1:0] b, c, d; endmodule",
        expect![[r#"
        module m ({a, b[1:0]},
            c[1],
            c[0],
            .d(d[0]));
          input a;
          input [1:0] b;
          input [1:0] c;
          input [1:0] d;
        endmodule
    "#]],
    );
    let text = "module m ({a, b}, c[1], c[0], {e}); input a, b; input [1:0] c; input e; endmodule";
    assert_round_trip(&read(text).0);
    check(
        "module m ({a, 1'b0}, {}); input a; endmodule",
        expect![[r#"
        module m ();
          input a;
        endmodule
        error[VLOG-018] :1:11: a constant where a net is driven: expected names, selects and concatenations of them <<{a, 1'b0}>>
    "#]],
    );
}
