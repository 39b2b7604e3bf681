//! Broken and random text: never a panic, and what was read can be written and read again.

use proptest::prelude::*;
use zeroslack_testing::config;
use zeroslack_verilog::read;

use crate::common::{assert_same, written};

const SMALL: &str = r#"`timescale 1ns / 1ps
(* top = "yes" *) module top (clk, .d(\in[0] ), q);
  input clk; input \in[0] ; output [3:0] q; // ports
  wire [3:0] n = {2{2'b0x}}, m; supply0 vss; /* nets */
  assign #(1, 2) q = {n[3:1], 1'h1}, m[0] = 'd5;
  INV #(.A(1)) u1 (.a(n[0]), .y(), .z({m, {clk, vss}})), u2 [1:0] (a, , b);
  always @(posedge clk) begin q <= d; end
  specify (a => b) = (1); endspecify
endmodule
module sub (input [1:0] a, output wire y); and (y, a); parameter P = "s;"; endmodule
"#;

/// What was read of any text, whole or not, comes back from what is written of it.
fn assert_stable(text: &str) {
    let (design, _) = read(text);
    let text = written(&design);
    assert_same(&design, &read(&text).0);
}

#[test]
fn truncated_at_every_byte() {
    for end in 0..=SMALL.len() {
        assert_stable(&SMALL[..end]);
        let whole = SMALL[..end].trim_end().ends_with("endmodule");
        assert!(
            whole || end <= SMALL.find("module").unwrap() || read(&SMALL[..end]).1.has_errors(),
            "no error when cut at {end}"
        );
    }
}

#[test]
fn with_every_byte_left_out_or_replaced() {
    for at in 0..SMALL.len() {
        let (before, after) = (&SMALL[..at], &SMALL[at + 1..]);
        assert_stable(&format!("{before}{after}"));
        for other in [";", "(", ")", "{", "\\", "\"", "'", "*", " ", "\u{e9}", "\0"] {
            assert_stable(&format!("{before}{other}{after}"));
        }
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_a_stack_overflow() {
    for (open, close) in [("{", "}"), ("(", ")"), ("{2{", "}}"), ("{(", ")}")] {
        let text = format!(
            "module m; assign a = {}b{}; wire c; endmodule",
            open.repeat(10_000),
            close.repeat(10_000)
        );
        let (design, diagnostics) = read(&text);
        assert_eq!(diagnostics.iter().map(|diagnostic| diagnostic.id).collect::<Vec<_>>(), ["VLOG-022"]);
        assert_eq!(design.modules[0].declarations.len(), 1);
    }
    let begins = format!("module m; initial {}; wire c; endmodule", "begin ".repeat(100_000));
    assert!(read(&begins).1.has_errors());
    let parentheses = format!("module m; I #({} u(a); endmodule", "(".repeat(100_000));
    assert!(read(&parentheses).1.has_errors());
}

#[test]
fn many_short_replications_take_bounded_memory() {
    let text = format!("module m; {} endmodule", "assign a = {2000{{2000{b}}}};".repeat(1000));
    let (design, diagnostics) = read(&text);
    assert!(diagnostics.has_errors());
    assert!(design.modules[0].exprs.len() < 10_000_000);
}

const TOKENS: [&str; 68] = [
    "module",
    "endmodule",
    "macromodule",
    "input",
    "output",
    "inout",
    "wire",
    "tri0",
    "supply1",
    "assign",
    "reg",
    "always",
    "initial",
    "begin",
    "end",
    "case",
    "endcase",
    "function",
    "endfunction",
    "generate",
    "endgenerate",
    "specify",
    "endspecify",
    "parameter",
    "defparam",
    "and",
    "primitive",
    "endprimitive",
    "signed",
    "else",
    "if",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    ".",
    "=",
    "#",
    "@",
    "(*",
    "*)",
    "/*",
    "*/",
    "//",
    "\n",
    "`timescale",
    "`ifdef",
    "`X",
    "\"",
    "\\",
    "\\e[0] ",
    "'",
    "1'b0",
    "4'hx",
    "3",
    "-",
    "~",
    "a",
    "b",
    "u1",
    "m",
    "I",
    "\u{e9}",
];

/// Pieces that are right in themselves, so that more of the reader is reached than by tokens alone.
const PIECES: [&str; 14] = [
    "module m (",
    "module m;",
    "endmodule",
    "input [1:0] a;",
    "wire b = c;",
    "output wire y;",
    ".a(b)",
    "I u1 (",
    ");",
    "a[1:0]",
    "{2{a}}",
    "assign a = b;",
    "I u (.a(b), .c());",
    "supply0 y;",
];

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_text(text: String) {
        assert_stable(&text);
        assert_stable(&format!("module m; {text}"));
    }

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        assert_stable(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60), tight: bool) {
        assert_stable(&tokens.join(if tight { "" } else { " " }));
        assert_stable(&format!("module m; {}", tokens.join(" ")));
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(
        prop_oneof![prop::sample::select(&PIECES[..]), prop::sample::select(&TOKENS[..])], 0..40,
    )) {
        assert_stable(&pieces.join(" "));
    }
}
