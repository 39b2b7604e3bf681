//! Input that is nested too deeply.

use expect_test::expect;

use crate::tiny::{check_bytes, check_file as check};

#[test]
fn ten_thousand_levels_of_modules() {
    let mut text = String::from("module m0 (input a, output y); m1 u (.a(a), .y(y)); endmodule\n");
    for level in 1..10_000 {
        text += &format!("module m{level} (input a, output y); m{} u (.a(a), .y(y)); endmodule\n", level + 1);
    }
    text += "module m10000 (input a, output y); INV i (.A(a), .Y(y)); endmodule\n";
    let arguments = ["--liberty", "tiny.lib", "--verilog", "tiny.v"];
    check_bytes(
        &[("tiny.v", text.as_bytes())],
        &arguments,
        &expect![[r#"
        error[NET-014]: the hierarchy is more than 1000 levels deep
            --> tiny.v:1000:40
             |
        1000 | module m999 (input a, output y); m1000 u (.a(a), .y(y)); endmodule
             |                                        ^
        exit 1
    "#]],
    );
}

#[test]
fn ten_thousand_levels_of_groups() {
    let braces = format!("library (l) {{ {}", "a (b) { ".repeat(10_000));
    check(
        "tiny.lib",
        &braces,
        &expect![[r#"
        error[LIB-003]: groups are nested too deeply: expected at most 1000 levels
         --> tiny.lib:1:8005
          |
        1 | (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) {...
          |                                                             ^
        error[LIB-004]: group 'a' is not closed: expected '}'
         --> tiny.lib:1:15
          |
        1 | library (l) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) { a (b) {...
          |               ^
        exit 1
    "#]],
    );
    let parentheses = format!("module m; assign a = {} b; endmodule", "{".repeat(10_000));
    check(
        "tiny.v",
        &parentheses,
        &expect![[r#"
        error[VLOG-022]: nested too deep: expected at most 100 levels
         --> tiny.v:1:122
          |
        1 | {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{...
          |                                                             ^
        exit 1
    "#]],
    );
    let brackets = format!("create_clock {}", "[list ".repeat(10_000));
    check(
        "tiny.sdc",
        &brackets,
        &expect![[r#"
            error[SDC-005]: the file is not read from here on: too many nested compilations (infinite loop?)
             --> tiny.sdc:1:1
              |
            1 | create_clock [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [list [li
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            1 of 1 constraint was not applied
            exit 0
        "#]],
    );
}
