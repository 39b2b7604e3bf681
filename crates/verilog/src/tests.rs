//! What can only be tested from inside.

use expect_test::{Expect, expect};
use zeroslack_testing::Noise;

use crate::reader::Reader;

/// Reads with room for three of everything.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let reader = Reader { index_limit: 3, ..Reader::new(text) };
    expected.assert_eq(&reader.design().1.to_string());
}

#[test]
fn more_than_indices_can_hold() {
    check("module m; wire a, b, c; endmodule", expect![[""]]);
    check(
        "module m; wire a, b, c, d, e; endmodule",
        expect![[r#"
        error[VLOG-021] :1:29: module 'm' is too large: expected at most 3 declarations, connections and expressions each
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule'
    "#]],
    );
    check("module m; I u(a, b), v(c); endmodule", expect![[""]]);
    check(
        "module m; I u(a, b), v(c, d, e); endmodule",
        expect![[r#"
        error[VLOG-021] :1:31: module 'm' is too large: expected at most 3 declarations, connections and expressions each
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule'
    "#]],
    );
    check(
        "module m; assign a = {b, c, d, e}; endmodule",
        expect![[r#"
        error[VLOG-021] :1:33: module 'm' is too large: expected at most 3 declarations, connections and expressions each
        error[VLOG-012] :1:8: module 'm' has no end: expected 'endmodule'
    "#]],
    );
}

/// Lines that items of modules are made of, right and wrong.
const LINES: [&str; 43] = [
    "module m (a, b);",
    "module n (input [1:0] a, output y);",
    "module o;",
    "endmodule",
    "endmodule // o",
    "input a; output b;",
    "wire [3:0] a, b;",
    "wire n1, n2;",
    "wire c = {a, b[0]};",
    "supply0 y;",
    "assign n1 = n2;",
    "assign {a, b} = {2{c, 1'b1}};",
    "assign a = 'd5;",
    "INV u1 (.a(n1), .y(n2));",
    "INV u2 (.a({n1, b[3:1]}), .y()), u3 (n1,",
    "NAND u4",
    "  (.a(n1),",
    "   .b(a[2]));",
    "INV #(2) u5 (.a(1'b0));",
    "// INV u6 (.a(n1));",
    "/* wire d;",
    "wire e; */ wire f;",
    "*/",
    "(* keep = \"yes;",
    "\" *)",
    "`timescale 1ns / 1ps",
    "`define X wire g; \\",
    "always @(posedge a) begin",
    "b <= a; end",
    "specify",
    "endspecify",
    "wire \\h;",
    "INV u7 (.a(n1), n2);",
    "parameter P = 1;",
    "endmodule_1 u8 (.a(n1));",
    "modules u9 (.a(n1));",
    "`ifdef X",
    "`ifndef Y",
    "`else",
    "`endif",
    "`endif",
    "`define Y",
    "`undef X",
];

/// The same text, read in pieces of any size, gives the same design and the same diagnostics.
#[test]
fn pieces_give_what_one_reading_gives() {
    let mut noise = Noise(1);
    let mut taken = 0;
    for round in 0..20_000 {
        // Mostly right lines, so that there are long stretches without a diagnostic.
        let of = [14, 20, LINES.len()][round % 3];
        let count = noise.below(40);
        let mut text: String = ["", "module m;\n"][noise.below(2) as usize].to_string();
        for _ in 0..count {
            text += LINES[noise.below(of as u64) as usize];
            text += ["\n", "\n", "\r\n", " "][noise.below(4) as usize];
        }
        let bytes = 1 + noise.below(120) as usize;
        let (design, said) = Reader::new(&text).design();
        let reader = Reader::new(&text).in_pieces(bytes);
        taken += reader.pieces.len();
        let (in_pieces, said_in_pieces) = reader.design();
        assert!(design == in_pieces, "pieces of {bytes} bytes\n{text}\n{design:#?}\n{in_pieces:#?}");
        assert_eq!(said.to_string(), said_in_pieces.to_string(), "pieces of {bytes} bytes\n{text}");
    }
    assert!(taken > 10_000, "{taken} pieces");
}

#[test]
fn a_word_that_a_piece_ends_in_was_taken_for_its_beginning() {
    let text =
        "module m;\nA a (b);\nA c (d); specify\nwire e;\nmodules u (f);\nendspecify\nA g (h);\nendmodule\n";
    let (design, _) = Reader::new(text).design();
    for bytes in 1..text.len() {
        let (in_pieces, _) = Reader::new(text).in_pieces(bytes).design();
        assert!(design == in_pieces, "{bytes}");
    }
}

#[test]
fn pieces_share_what_replications_may_take() {
    let text = format!("module m;\n{}endmodule\n", "assign a = {20{b}};\n".repeat(100));
    for expansion_left in [0, 5_000, 10_000, 20_000, 30_000, 100_000] {
        let reader = || Reader { expansion_left, ..Reader::new(&text) };
        let (design, said) = reader().design();
        let (in_pieces, said_in_pieces) = reader().in_pieces(200).design();
        assert!(design == in_pieces, "{expansion_left}");
        assert_eq!(said.to_string(), said_in_pieces.to_string(), "{expansion_left}");
    }
}
