//! What is behavioural, and going on after an error.

use expect_test::expect;

use crate::common::check_items;

#[test]
fn behavioural_constructs_are_skipped_whole() {
    check_items(
        "always @(posedge c) q <= d; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "always @(*) begin q = d; if (a) begin b = c; end else c = d; end wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "always @* q = d; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "always @(* ) q = d; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "always #5 c = ~c; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "always @(a) if (a) b = c; else if (d) e = f; else g = h; wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "always @(a) case (b) 1: begin c = d; end default: ; endcase wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
    check_items(
        "initial begin : l fork a = b; join end wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'initial' is behavioural Verilog: expected a netlist of instances and assignments <<initial>>"#]],
    );
    check_items(
        "initial for (i = 0; i < 8; i = i + 1) a[i] = b; wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'initial' is behavioural Verilog: expected a netlist of instances and assignments <<initial>>"#]],
    );
    check_items(
        r#"initial $display("end; begin"); wire a;"#,
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'initial' is behavioural Verilog: expected a netlist of instances and assignments <<initial>>"#]],
    );
    check_items(
        "reg [3:0] q, r; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'reg' is behavioural Verilog: expected a netlist of instances and assignments <<reg>>"#]],
    );
    check_items(
        "reg q = 1'b0; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'reg' is behavioural Verilog: expected a netlist of instances and assignments <<reg>>"#]],
    );
    check_items(
        "reg [7:0] m [0:255]; wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'reg' is behavioural Verilog: expected a netlist of instances and assignments <<reg>>"#]],
    );
    check_items(
        "integer i; real r; time t; realtime s; event e; genvar g; wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'integer' is behavioural Verilog: expected a netlist of instances and assignments <<integer>>
            error[VLOG-009] :1:22: 'real' is behavioural Verilog: expected a netlist of instances and assignments <<real>>
            error[VLOG-009] :1:30: 'time' is behavioural Verilog: expected a netlist of instances and assignments <<time>>
            error[VLOG-009] :1:38: 'realtime' is behavioural Verilog: expected a netlist of instances and assignments <<realtime>>
            error[VLOG-009] :1:50: 'event' is behavioural Verilog: expected a netlist of instances and assignments <<event>>
            error[VLOG-009] :1:59: 'genvar' is behavioural Verilog: expected a netlist of instances and assignments <<genvar>>"#]],
    );
    check_items(
        "function [3:0] f; input a; f = a; endfunction wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'function' is behavioural Verilog: expected a netlist of instances and assignments <<function>>"#]],
    );
    check_items(
        "task t; input a; begin b = a; end endtask wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'task' is behavioural Verilog: expected a netlist of instances and assignments <<task>>"#]],
    );
    check_items(
        "generate for (i = 0; i < 2; i = i + 1) begin : g I u(a); end endgenerate wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'generate' is behavioural Verilog: expected a netlist of instances and assignments <<generate>>"#]],
    );
    check_items(
        "if (A) begin : g wire x; end else begin wire y; end wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'if' is behavioural Verilog: expected a netlist of instances and assignments <<if>>"#]],
    );
    check_items(
        "for (i = 0; i < 2; i = i + 1) begin I u(a); end wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'for' is behavioural Verilog: expected a netlist of instances and assignments <<for>>"#]],
    );
    check_items(
        "table 0 : 1; endtable wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'table' is behavioural Verilog: expected a netlist of instances and assignments <<table>>"#]],
    );
    check_items(
        "case (A) 1: I u(a); endcase wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'case' is behavioural Verilog: expected a netlist of instances and assignments <<case>>"#]],
    );
    check_items(
        "initial begin a = 1;",
        expect![
            "error[VLOG-009] :1:11: 'initial' is behavioural Verilog: expected a netlist of instances and assignments <<initial>>"
        ],
    );
    check_items(
        "function f;",
        expect![
            "error[VLOG-009] :1:11: 'function' is behavioural Verilog: expected a netlist of instances and assignments <<function>>"
        ],
    );
    check_items(
        "always",
        expect![
            "error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"
        ],
    );
    check_items(
        "initial begin ((( end wire a;",
        expect![[r#"
        wire a;
        error[VLOG-009] :1:11: 'initial' is behavioural Verilog: expected a netlist of instances and assignments <<initial>>"#]],
    );
    check_items(
        "always @(posedge c) begin if (a) b <= c; end else d; wire a;",
        expect![[r#"
            wire a;
            error[VLOG-009] :1:11: 'always' is behavioural Verilog: expected a netlist of instances and assignments <<always>>"#]],
    );
}

#[test]
fn simulation_timing_is_skipped_silently() {
    check_items(
        "specify (a => b) = (1, 2); $setup(d, posedge c, 1); specparam t = 1; (a *> b) = 1; endspecify wire a;",
        expect!["wire a;"],
    );
    check_items("specify (a => b) = 1;", expect![[""]]);
}

#[test]
fn gate_primitives() {
    check_items(
        "and g(a, b, c); wire a;",
        expect![[r#"
        wire a;
        error[VLOG-010] :1:11: the gate primitive 'and' is not supported: map the netlist to library cells <<and>>"#]],
    );
    check_items(
        "nand #2 (a, b, c), (d, e, f); wire a;",
        expect![[r#"
        wire a;
        error[VLOG-010] :1:11: the gate primitive 'nand' is not supported: map the netlist to library cells <<nand>>"#]],
    );
    check_items(
        "or g(a,b); nor g(a,b); xor g(a,b); xnor g(a,b); buf g(a,b); not g(a,b);",
        expect![[r#"
            error[VLOG-010] :1:11: the gate primitive 'or' is not supported: map the netlist to library cells <<or>>
            error[VLOG-010] :1:22: the gate primitive 'nor' is not supported: map the netlist to library cells <<nor>>
            error[VLOG-010] :1:34: the gate primitive 'xor' is not supported: map the netlist to library cells <<xor>>
            error[VLOG-010] :1:46: the gate primitive 'xnor' is not supported: map the netlist to library cells <<xnor>>
            error[VLOG-010] :1:59: the gate primitive 'buf' is not supported: map the netlist to library cells <<buf>>
            error[VLOG-010] :1:71: the gate primitive 'not' is not supported: map the netlist to library cells <<not>>"#]],
    );
    check_items(
        "bufif0 g(a,b,c); bufif1 g(a,b,c); notif0 g(a,b,c); notif1 g(a,b,c);",
        expect![[r#"
            error[VLOG-010] :1:11: the gate primitive 'bufif0' is not supported: map the netlist to library cells <<bufif0>>
            error[VLOG-010] :1:28: the gate primitive 'bufif1' is not supported: map the netlist to library cells <<bufif1>>
            error[VLOG-010] :1:45: the gate primitive 'notif0' is not supported: map the netlist to library cells <<notif0>>
            error[VLOG-010] :1:62: the gate primitive 'notif1' is not supported: map the netlist to library cells <<notif1>>"#]],
    );
    check_items(
        "tran (a,b); pullup (a); pulldown (a); nmos (a,b,c); cmos g(a,b,c,d);",
        expect![[r#"
            error[VLOG-010] :1:11: the gate primitive 'tran' is not supported: map the netlist to library cells <<tran>>
            error[VLOG-010] :1:23: the gate primitive 'pullup' is not supported: map the netlist to library cells <<pullup>>
            error[VLOG-010] :1:35: the gate primitive 'pulldown' is not supported: map the netlist to library cells <<pulldown>>
            error[VLOG-010] :1:49: the gate primitive 'nmos' is not supported: map the netlist to library cells <<nmos>>
            error[VLOG-010] :1:63: the gate primitive 'cmos' is not supported: map the netlist to library cells <<cmos>>"#]],
    );
    check_items(
        "and g(a, b) wire a;",
        expect![[r#"
        wire a;
        error[VLOG-010] :1:11: the gate primitive 'and' is not supported: map the netlist to library cells <<and>>
        error[VLOG-001] :1:23: expected ';', found the reserved word 'wire' <<wire>>"#]],
    );
}

#[test]
fn going_on() {
    check_items(
        "posedge a; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found the reserved word 'posedge' <<posedge>>
        error[VLOG-001] :1:20: expected the instance's name, found ';' <<;>>"#]],
    );
    check_items(
        "end wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found the reserved word 'end' <<end>>"#]],
    );
    check_items(
        "else wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found the reserved word 'else' <<else>>"#]],
    );
    check_items(
        ") wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found ')' <<)>>"#]],
    );
    check_items("; ; wire b;", expect!["wire b;"]);
    check_items(
        "5; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found '5' <<5>>"#]],
    );
    check_items(
        "\"text; wire b;\n wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found '"' <<">>
        error[VLOG-004] :1:11: this string has no end: expected '"' on the same line <<"text; wire b;>>"#]],
    );
    check_items(
        "@ # ; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found '@' <<@>>"#]],
    );
    check_items(
        "a.b; wire c;",
        expect![[r#"
        wire c;
        error[VLOG-001] :1:12: expected the instance's name, found '.' <<.>>"#]],
    );
    check_items(
        r#"wire a = "x\"y" ; wire b;"#,
        expect![[r#"
        wire a;
        wire b;
        error[VLOG-001] :1:20: expected a net, a constant or '{', found '"' <<">>"#]],
    );
    check_items(
        "strong0 a; wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found the reserved word 'strong0' <<strong0>>
        error[VLOG-001] :1:20: expected the instance's name, found ';' <<;>>"#]],
    );
    check_items(
        "endfunction wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:11: expected an item of a module or 'endmodule', found the reserved word 'endfunction' <<endfunction>>"#]],
    );
    check_items(
        "I u(\"a\\\\\\\nb\"); wire b;",
        expect![[r#"
        wire b;
        error[VLOG-001] :1:15: expected a net, a constant or '{', found '"' <<">>"#]],
    );
    check_items(
        r#"I u("a"#,
        expect![[r#"
        error[VLOG-001] :1:15: expected a net, a constant or '{', found '"' <<">>
        error[VLOG-004] :1:15: this string has no end: expected '"' on the same line <<"a>>"#]],
    );
}
