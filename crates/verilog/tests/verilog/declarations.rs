//! Declarations of ports and nets.

use expect_test::expect;

use crate::common::check_items;

#[test]
fn nets_of_all_types() {
    check_items("wire a;", expect!["wire a;"]);
    check_items(
        "wire a, b, c;",
        expect![[r#"
        wire a;
        wire b;
        wire c;"#]],
    );
    check_items("wire [3:0] a;", expect!["wire [3:0] a;"]);
    check_items(
        "wire [0:3] a; wire [-1:2] b; wire [-4:-1] c; wire [ + 3 : 0 ] d; wire [1_0:0] e;",
        expect![[r#"
            wire [0:3] a;
            wire [-1:2] b;
            wire [-4:-1] c;
            wire [3:0] d;
            wire [10:0] e;"#]],
    );
    check_items(
        "tri a; wand b; wor c; triand d; trior e; trireg f; uwire g;",
        expect![[r#"
            wire a;
            wire b;
            wire c;
            wire d;
            wire e;
            wire f;
            wire g;"#]],
    );
    check_items(
        "supply0 a; supply1 b; tri0 c; tri1 d;",
        expect![[r#"
            supply0 a;
            supply1 b;
            tri0 c;
            tri1 d;"#]],
    );
    check_items("supply0 [1:0] a;", expect!["supply0 [1:0] a;"]);
    check_items(
        "wire signed [3:0] a; wire vectored [1:0] b; wire scalared [1:0] c;",
        expect![[r#"
            wire [3:0] a;
            wire [1:0] b;
            wire [1:0] c;"#]],
    );
    check_items(
        "wire #5 a; wire #1.5 b; wire #(1, 2:3:4) c; wire #d e; wire #(1.0,(2)) f;",
        expect![[r#"
            wire a;
            wire b;
            wire c;
            wire e;
            wire f;"#]],
    );
    check_items(
        "wire (strong0, weak1) [1:0] #3 a = b; trireg (small) c;",
        expect![[r#"
            wire [1:0] a;
            wire c;
            assign a = b;"#]],
    );
    check_items(
        r#"wire \a[0] , \b/c.d , \wire , \a+b ;"#,
        expect![[r#"
        wire \a[0] ;
        wire \b/c.d ;
        wire \wire ;
        wire \a+b ;"#]],
    );
    check_items(
        "wire cell, design, use, instance;",
        expect![[r#"
        wire \cell ;
        wire \design ;
        wire \use ;
        wire \instance ;"#]],
    );
    check_items(
        "wire a$b, _c, d1;",
        expect![[r#"
        wire a$b;
        wire _c;
        wire d1;"#]],
    );
}

#[test]
fn values_of_nets() {
    check_items(
        "wire a = b;",
        expect![[r#"
        wire a;
        assign a = b;"#]],
    );
    check_items(
        "wire [1:0] a = {b, c}, d, e = 2'b10;",
        expect![[r#"
        wire [1:0] a;
        wire [1:0] d;
        wire [1:0] e;
        assign a = {b, c};
        assign e = 2'b10;"#]],
    );
    check_items(
        "wire a = b & c; wire d;",
        expect![[r#"
            wire a;
            wire d;
            error[VLOG-023] :1:22: '&' is an operator: expected only nets, selects, constants and concatenations <<&>>"#]],
    );
    check_items(
        "wire a = ; wire d;",
        expect![[r#"
        wire a;
        wire d;
        error[VLOG-001] :1:20: expected a net, a constant or '{', found ';' <<;>>"#]],
    );
    check_items(
        "input a = b; wire d;",
        expect![[r#"
        input a;
        wire d;
        error[VLOG-001] :1:19: expected ',' or ';' after a declared name, found '=' <<=>>
        warning[VLOG-030] :1:17: 'a' is declared as input but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "output a = b;",
        expect![[r#"
        output a;
        assign a = b;
        warning[VLOG-030] :1:18: 'a' is declared as output but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "wire a = b c; wire d;",
        expect![[r#"
            wire a;
            wire d;
            error[VLOG-001] :1:22: expected ',' or ';' after an assignment, found 'c' <<c>>"#]],
    );
}

#[test]
fn one_declaration_a_name() {
    check_items(
        "output y; wire y;",
        expect![[r#"
        output y;
        warning[VLOG-030] :1:18: 'y' is declared as output but is not in the module's list of ports <<y>>"#]],
    );
    check_items(
        "wire y; output y;",
        expect![[r#"
        output y;
        warning[VLOG-030] :1:16: 'y' is declared as output but is not in the module's list of ports <<y>>"#]],
    );
    check_items(
        "wire [3:0] y; input [3:0] y;",
        expect![[r#"
        input [3:0] y;
        warning[VLOG-030] :1:22: 'y' is declared as input but is not in the module's list of ports <<y>>"#]],
    );
    check_items(
        "output wire y;",
        expect![[r#"
        output y;
        warning[VLOG-030] :1:23: 'y' is declared as output but is not in the module's list of ports <<y>>"#]],
    );
    check_items(
        "wire a; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-028] :1:24: 'a' is declared a second time, in the same way <<a>>"#]],
    );
    check_items(
        "input a; input a;",
        expect![[r#"
        input a;
        warning[VLOG-028] :1:26: 'a' is declared a second time, in the same way <<a>>
        warning[VLOG-030] :1:17: 'a' is declared as input but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "input a; output a;",
        expect![[r#"
        input a;
        error[VLOG-029] :1:27: 'a' was declared as input, here as output: expected one <<a>>
        warning[VLOG-030] :1:17: 'a' is declared as input but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "output [3:0] y; wire y;",
        expect![[r#"
        output [3:0] y;
        error[VLOG-027] :1:32: 'y' was declared as [3:0], here as a scalar: expected the same <<y>>
        warning[VLOG-030] :1:24: 'y' is declared as output but is not in the module's list of ports <<y>>"#]],
    );
    check_items(
        "output y; wire [3:0] y;",
        expect![[r#"
        output y;
        error[VLOG-027] :1:32: 'y' was declared as a scalar, here as [3:0]: expected the same <<y>>
        warning[VLOG-030] :1:18: 'y' is declared as output but is not in the module's list of ports <<y>>"#]],
    );
    check_items(
        "wire [3:0] y; wire [0:3] y;",
        expect![[r#"
        wire [3:0] y;
        error[VLOG-027] :1:36: 'y' was declared as [3:0], here as [0:3]: expected the same <<y>>"#]],
    );
    check_items(
        "wire a; supply0 a;",
        expect![[r#"
        wire a;
        error[VLOG-029] :1:27: 'a' was declared as wire, here as supply0: expected one <<a>>"#]],
    );
    check_items(
        "supply0 a; supply1 a;",
        expect![[r#"
        supply0 a;
        error[VLOG-029] :1:30: 'a' was declared as supply0, here as supply1: expected one <<a>>"#]],
    );
    check_items(
        "supply1 a; supply1 a;",
        expect![[r#"
        supply1 a;
        warning[VLOG-028] :1:30: 'a' is declared a second time, in the same way <<a>>"#]],
    );
    check_items(
        "output a; supply0 a;",
        expect![[r#"
        output a;
        assign a = 1'b0;
        warning[VLOG-030] :1:18: 'a' is declared as output but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "supply1 [1:0] a; output [1:0] a;",
        expect![[r#"
        output [1:0] a;
        assign a = 2'b11;
        warning[VLOG-030] :1:25: 'a' is declared as output but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "inout a; supply1 a;",
        expect![[r#"
            inout a;
            warning[VLOG-032] :1:17: 'a' is an inout and a supply: its constant is ignored, what drives the port counts <<a>>
            warning[VLOG-030] :1:17: 'a' is declared as inout but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "supply0 a; input a;",
        expect![[r#"
            input a;
            warning[VLOG-032] :1:19: 'a' is an input and a supply: its constant is ignored, what drives the port counts <<a>>
            warning[VLOG-030] :1:19: 'a' is declared as input but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "output tri1 a;",
        expect![[r#"
            output a;
            warning[VLOG-030] :1:23: 'a' is declared as output but is not in the module's list of ports <<a>>"#]],
    );
    check_items(
        "wire a, a; wire a;",
        expect![[r#"
        wire a;
        warning[VLOG-028] :1:19: 'a' is declared a second time, in the same way <<a>>
        warning[VLOG-028] :1:27: 'a' is declared a second time, in the same way <<a>>"#]],
    );
    check_items(
        "output y; wire y; wire y;",
        expect![[r#"
        output y;
        warning[VLOG-030] :1:18: 'y' is declared as output but is not in the module's list of ports <<y>>"#]],
    );
}

#[test]
fn wrong_declarations() {
    check_items(
        "wire; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:15: expected a name to declare, found ';' <<;>>"#]],
    );
    check_items(
        "wire 1a; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:16: expected a name to declare, found '1a' <<1a>>"#]],
    );
    check_items(
        "wire a wire b;",
        expect![[r#"
        wire a;
        wire b;
        error[VLOG-001] :1:18: expected ',' or ';' after a declared name, found the reserved word 'wire' <<wire>>"#]],
    );
    check_items(
        "wire a b; wire c;",
        expect![[r#"
        wire a;
        wire c;
        error[VLOG-001] :1:18: expected ',' or ';' after a declared name, found 'b' <<b>>"#]],
    );
    check_items(
        "wire a,; wire c;",
        expect![[r#"
        wire a;
        wire c;
        error[VLOG-001] :1:18: expected a name to declare, found ';' <<;>>"#]],
    );
    check_items(
        "wire a, ,b; wire c;",
        expect![[r#"
        wire a;
        wire c;
        error[VLOG-001] :1:19: expected a name to declare, found ',' <<,>>"#]],
    );
    check_items(
        "wire wire a; wire c;",
        expect![[r#"
        wire a;
        wire c;
        error[VLOG-001] :1:16: expected a name to declare, found the reserved word 'wire' <<wire>>"#]],
    );
    check_items(
        "wire assign a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected a name to declare, found the reserved word 'assign' <<assign>>
        error[VLOG-001] :1:24: expected '=' in an assignment, found ';' <<;>>"#]],
    );
    check_items(
        "wire reg a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected a name to declare, found the reserved word 'reg' <<reg>>
        error[VLOG-009] :1:16: 'reg' is behavioural Verilog: expected a netlist of instances and assignments <<reg>>"#]],
    );
    check_items(
        "wire [3] a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:18: expected ':' in a range, found ']' <<]>>"#]],
    );
    check_items(
        "wire [3:] a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:19: expected an integer, found ']' <<]>>"#]],
    );
    check_items(
        "wire [3:0 a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:21: expected ']' after a range, found 'a' <<a>>"#]],
    );
    check_items(
        "wire [:0] a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:17: expected an integer, found ':' <<:>>"#]],
    );
    check_items(
        "wire [W-1:0] a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:17: expected an integer, found 'W' <<W>>"#]],
    );
    check_items(
        "wire [8-1:0] a;",
        expect!["error[VLOG-001] :1:18: expected ':' in a range, found '-' <<->>"],
    );
    check_items(
        "wire [2000000000:0] a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-013] :1:17: a range of 2000000001 bits: expected at most 1048576 <<2000000000:0>>"#]],
    );
    check_items(
        "wire [1048575:0] a; wire [1048576:0] b;",
        expect![[r#"
        wire [1048575:0] a;
        error[VLOG-013] :1:37: a range of 1048577 bits: expected at most 1048576 <<1048576:0>>"#]],
    );
    check_items(
        "wire [-2147483648:2147483647] a;",
        expect![
            "error[VLOG-013] :1:17: a range of 4294967296 bits: expected at most 1048576 <<-2147483648:2147483647>>"
        ],
    );
    check_items(
        "wire [2147483648:0] a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-014] :1:17: the index '2147483648' is too large: expected one of 32 bits <<2147483648>>"#]],
    );
    check_items(
        "wire [99999999999999999999999999999999999999999999999999999999999999999999999999:0] a;",
        expect![
            "error[VLOG-014] :1:17: the index '999999999999999999999999999999999999999999999999999999999999' is too large: expected one of 32 bits <<99999999999999999999999999999999999999999999999999999999999999999999999999>>"
        ],
    );
    check_items(
        "wire a [3:0]; wire c;",
        expect![[r#"
        wire a;
        wire c;
        error[VLOG-001] :1:18: expected ',' or ';' after a declared name, found '[' <<[>>"#]],
    );
    check_items(
        "wire #; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:17: expected a value or '(' after '#', found ';' <<;>>"#]],
    );
    check_items(
        "wire #(1 a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:21: expected ')', found ';' <<;>>"#]],
    );
    check_items(
        "wire (strong0 a; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:26: expected ')', found ';' <<;>>"#]],
    );
    check_items(
        r#"wire \ ; wire c;"#,
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected a name after the backslash, found '\' <<\>>"#]],
    );
    check_items(
        "wire é; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:16: expected a name to declare, found 'é' <<é>>"#]],
    );
    check_items(
        "wire a, module;",
        expect![[r#"
        wire a;
        error[VLOG-001] :1:19: expected a name to declare, found the reserved word 'module' <<module>>
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule' <<m>>
        error[VLOG-001] :1:25: expected the module's name, found ';' <<;>>"#]],
    );
}
