//! What can only be tested from inside.

use expect_test::{Expect, expect};

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
