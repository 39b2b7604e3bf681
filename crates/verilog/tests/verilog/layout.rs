//! The file around the items: modules, comments, attributes, directives.

use expect_test::expect;

use crate::common::check;

#[test]
fn modules() {
    check(
        "module m; endmodule",
        expect![[r#"
        module m ();
        endmodule
    "#]],
    );
    check(
        "module m(); endmodule",
        expect![[r#"
        module m ();
        endmodule
    "#]],
    );
    check(
        "macromodule m; endmodule",
        expect![[r#"
        module m ();
        endmodule
    "#]],
    );
    check(
        "module a; endmodule module b; b1 u(); endmodule",
        expect![[r#"
        module a ();
        endmodule

        module b ();
          b1 u ();
        endmodule
    "#]],
    );
    check(
        "\u{feff}module m; endmodule",
        expect![[r#"
        module m ();
        endmodule
    "#]],
    );
    check(
        r#"module \1+1 ; endmodule"#,
        expect![[r#"
        module \1+1  ();
        endmodule
    "#]],
    );
    check(
        "module m;;; endmodule;",
        expect![[r#"
        module m ();
        endmodule
    "#]],
    );
    check(
        "module a; endmodule module b; endmodule module a; wire w; endmodule",
        expect![[r#"
            module a ();
            endmodule

            module b ();
            endmodule
            error[VLOG-007] :1:48: module 'a' is defined a second time; the first definition is used <<a>>
        "#]],
    );
    check(
        "module m; wire a;",
        expect![[r#"
        module m ();
          wire a;
        endmodule
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule' <<m>>
    "#]],
    );
    check(
        "module a; wire x; module b; wire y; endmodule",
        expect![[r#"
        module a ();
          wire x;
        endmodule

        module b ();
          wire y;
        endmodule
        error[VLOG-012] :1:8: module 'a' has no end: expected 'endmodule' <<a>>
    "#]],
    );
    check(
        "module",
        expect![[r#"
        error[VLOG-001] :1:7: expected the module's name, found the end of the file <<>>
    "#]],
    );
    check(
        "module ; endmodule module b; endmodule",
        expect![[r#"
        module b ();
        endmodule
        error[VLOG-001] :1:8: expected the module's name, found ';' <<;>>
    "#]],
    );
    check(
        "",
        expect![[r#"
        warning[VLOG-008]: there is no module in this file <<>>
    "#]],
    );
    check(
        "  // nothing\n",
        expect![[r#"
        warning[VLOG-008]: there is no module in this file <<>>
    "#]],
    );
    check(
        "wire a; module m; endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:1: expected 'module', found the reserved word 'wire' <<wire>>
    "#]],
    );
    check(
        "endmodule",
        expect![[r#"
        error[VLOG-001] :1:1: expected 'module', found the reserved word 'endmodule' <<endmodule>>
    "#]],
    );
    check(
        "module m; endmodule )",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:21: expected 'module', found ')' <<)>>
    "#]],
    );
    check(
        "primitive p(a, b); table 0 : 1; endtable endprimitive module m; endmodule",
        expect![[r#"
            module m ();
            endmodule
            error[VLOG-009] :1:1: 'primitive' is behavioural Verilog: expected a netlist of instances and assignments <<primitive>>
        "#]],
    );
    check(
        "module m endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:10: expected ';' after the module's header, found the reserved word 'endmodule' <<endmodule>>
    "#]],
    );
    check(
        "module m (a endmodule",
        expect![[r#"
            module m (a);
            endmodule
            error[VLOG-001] :1:13: expected ',' or ')' after a port, found the reserved word 'endmodule' <<endmodule>>
        "#]],
    );
    check(
        "module module; endmodule module n; endmodule",
        expect![[r#"
        module n ();
        endmodule
        error[VLOG-001] :1:8: expected the module's name, found the reserved word 'module' <<module>>
        error[VLOG-001] :1:14: expected the module's name, found ';' <<;>>
    "#]],
    );
}

#[test]
fn blanks_between_any_tokens() {
    check(
        "/*x*/module/**/m/* \n */(/**/a//\n,/**/b/**/)/**/;input/**/a//;\n,b/**/;I/**/u/**/(/**/./**/p/**/(/**/a/**/[/**/1/**/]/**/)/**/)/**/;endmodule//",
        expect![[r#"
            module m (a,
                b);
              input a;
              input b;
              I u (.p(a[1]));
            endmodule
        "#]],
    );
    check(
        r#"(* a *) module (* b = 1, c = "*)" *) m (* d *) (a); (* e *) input a; (* f *) (* g *) I (* h *) u (* i *) (.p(a)); endmodule"#,
        expect![[r#"
            module m (a);
              input a;
              I u (.p(a));
            endmodule
        "#]],
    );
    check(
        "module\tm\r\n;\x0bwire\x0ca;endmodule",
        expect![[r#"
        module m ();
          wire a;
        endmodule
    "#]],
    );
    check(
        "module m; wire a; /* no end",
        expect![[r#"
        module m ();
          wire a;
        endmodule
        error[VLOG-002] :1:19: this comment has no end: expected '*/' <</*>>
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule' <<m>>
    "#]],
    );
    check(
        "module m; wire a; (* no end",
        expect![[r#"
        module m ();
          wire a;
        endmodule
        error[VLOG-003] :1:19: this attribute has no end: expected '*)' <<(*>>
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule' <<m>>
    "#]],
    );
    check(
        "module m; (* a = \"x\n *) wire a; endmodule",
        expect![[r#"
        module m ();
          wire a;
        endmodule
        error[VLOG-004] :1:18: this string has no end: expected '"' on the same line <<"x>>
    "#]],
    );
    check(
        "module m; wire /* a; endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-002] :1:16: this comment has no end: expected '*/' <</*>>
        error[VLOG-001] :1:31: expected a name to declare, found the end of the file <<>>
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule' <<m>>
    "#]],
    );
    check(
        "/",
        expect![[r#"
        error[VLOG-001] :1:1: expected 'module', found '/' <</>>
    "#]],
    );
    check(
        "module m; / endmodule",
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found '/' <</>>
    "#]],
    );
    check(
        "module m; (*) wire a; endmodule",
        expect![[r#"
        module m ();
          wire a;
        endmodule
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found '(' <<(>>
    "#]],
    );
    check(
        r#"module m; (* "a"#,
        expect![[r#"
        module m ();
        endmodule
        error[VLOG-004] :1:14: this string has no end: expected '"' on the same line <<"a>>
        error[VLOG-003] :1:11: this attribute has no end: expected '*)' <<(*>>
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule' <<m>>
    "#]],
    );
    check(
        "/*/ module m; endmodule",
        expect![[r#"
        error[VLOG-002] :1:1: this comment has no end: expected '*/' <</*>>
    "#]],
    );
    check(
        "(*)",
        expect![[r#"
        error[VLOG-001] :1:1: expected 'module', found '(' <<(>>
    "#]],
    );
}

#[test]
fn directives() {
    check(
        "`timescale 1ns / 1ps\n`celldefine module m; wire a; endmodule `endcelldefine\n",
        expect![[r#"
            module m ();
              wire a;
            endmodule
        "#]],
    );
    check(
        "`timescale 1ns/1ps // c\n`default_nettype none\n`resetall\nmodule m; endmodule",
        expect![[r#"
            module m ();
            endmodule
        "#]],
    );
    check(
        "`timescale 1ns/1ps /* two\nlines */ x\nmodule m; endmodule",
        expect![[r#"
            module m ();
            endmodule
        "#]],
    );
    check(
        "`define A(x) \\\n  x + \\\r\n  1\n`undef A\nmodule m; endmodule",
        expect![[r#"
            module m ();
            endmodule
        "#]],
    );
    check(
        "module m;\n`ifdef A\nwire a;\n`else\nwire b;\n`endif\nendmodule",
        expect![[r#"
            module m ();
              wire b;
            endmodule
        "#]],
    );
    check(
        "`ifndef A\n`elsif B\n`endif\nmodule m; endmodule",
        expect![[r#"
            module m ();
            endmodule
        "#]],
    );
    check(
        "`include \"a.v\"\nmodule m; endmodule",
        expect![[r#"
            module m ();
            endmodule
            error[VLOG-005] :1:1: '`include' is not followed: give its file as a Verilog file of its own, and leave the directive out <<`include>>
        "#]],
    );
    check(
        "module m; wire `A; endmodule",
        expect![[r#"
            module m ();
            endmodule
            error[VLOG-006] :1:16: the macro '`A' is not expanded: expected its text in its place <<`A>>
            error[VLOG-001] :1:18: expected a name to declare, found ';' <<;>>
        "#]],
    );
    check(
        "module m; wire [`W:0] a; wire b; endmodule",
        expect![[r#"
            module m ();
              wire b;
            endmodule
            error[VLOG-006] :1:17: the macro '`W' is not expanded: expected its text in its place <<`W>>
            error[VLOG-001] :1:19: expected an integer, found ':' <<:>>
        "#]],
    );
    check(
        "`",
        expect![[r#"
            error[VLOG-006] :1:1: the macro '`' is not expanded: expected its text in its place <<`>>
        "#]],
    );
    check(
        "`define x",
        expect![[r#"
        warning[VLOG-008]: there is no module in this file <<>>
    "#]],
    );
}
