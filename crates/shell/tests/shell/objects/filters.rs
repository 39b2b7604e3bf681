//! `-filter`.

use super::{check, check_names};

#[test]
fn conditions() {
    check_names(&[
        ("get_cells -filter {ref_name == DFF}", &["r[0]", "r/3"]),
        ("get_cells -filter ref_name==DFF", &["r[0]", "r/3"]),
        ("get_cells -filter {ref_name != DFF}", &["u$1", r"a\b", "x+y", "l", "p1", "p2"]),
        ("get_cells -filter {ref_name =~ BUF*}", &[r"a\b", "x+y"]),
        ("get_cells -filter {ref_name !~ BUF* && ref_name !~ DFF}", &["u$1", "l", "p1", "p2"]),
        ("get_cells -filter {ref_name =~ BUF* || name == l}", &[r"a\b", "x+y", "l"]),
        ("get_cells -filter {name == l || ref_name =~ BUF* && area > 1}", &["x+y", "l"]),
        ("get_cells -filter {(name == l || ref_name =~ BUF*) && area > 1}", &["x+y"]),
        ("get_cells -filter {!(is_hierarchical == 1) && area <= 1}", &["u$1", r"a\b", "l"]),
        ("get_cells -filter {is_hierarchical}", &["p1", "p2"]),
        ("get_cells -filter {is_hierarchical==true}", &["p1", "p2"]),
        ("get_cells -filter {!is_hierarchical && is_sequential}", &["r[0]", "r/3", "l"]),
        ("get_cells -filter {@is_inverter}", &["u$1"]),
        ("get_cells -filter {area >= 4.50 && area < 5}", &["r[0]", "r/3"]),
        ("get_cells -filter {lib_cell == gates/INV_X1}", &["u$1"]),
        ("get_cells -filter {lib_cell != gates/INV_X1 && area == 1}", &[r"a\b"]),
        ("get_cells -filter {ref_name == \"DFF\"}", &["r[0]", "r/3"]),
        ("get_cells -filter {name == {r[0]}}", &["r[0]"]),
        // Names that are words for truth are names.
        ("get_nets -filter {name == n}", &[]),
        ("get_nets -filter {full_name == v}", &["v"]),
        ("get_pins -hier * -filter {direction == output && is_hierarchical == 0 && name == ZN}", &["u$1/ZN"]),
        ("get_pins p1/* -filter {direction == input}", &["p1/i[1]", "p1/i[0]", "p1/ck"]),
        ("get_ports * -filter {direction == output}", &["dout[0]", "dout[1]", "o.x"]),
        ("get_lib_cells * -filter {dont_use == 1}", &["gates/BUF_X2"]),
        ("get_lib_cells * -filter {is_buffer && !dont_use}", &["gates/BUF_X1"]),
        ("get_lib_pins DFF/* -filter {is_clock}", &["flops/DFF/CK"]),
        (
            "get_cells -regexp .* -filter {ref_name =~ (BUF|INV)_X[12] && full_name !~ p.*}",
            &["u$1", r"a\b", "x+y"],
        ),
        ("get_cells -of_objects [get_nets w] -filter {ref_name == LATCH}", &["l"]),
        ("get_nets -filter {fanout > 2}", &["clk"]),
        ("get_cells {} -filter {name == x}", &[]),
    ]);
}

#[test]
fn clocks() {
    check(&[
        (
            "create_clock -name a -period 2; create_clock -name b -period 10; names [get_clocks -filter {period < 9}]",
            "a",
        ),
        ("create_clock -name a -period 2; names [get_clocks * -filter {is_virtual}]", "a"),
        ("create_clock -name a -period 2 clk; names [get_clocks * -filter {sources == clk}]", "a"),
        (
            "create_clock -name a -period 2 clk; names [get_pins -hier * -filter {is_clock && is_hierarchical == 0 && full_name =~ l/*}]",
            "l/G",
        ),
    ]);
}

#[test]
fn what_is_wrong() {
    check(&[
        ("get_cells -filter {nane == l}", "cell objects do not have a nane property: did you mean 'name'?"),
        ("get_cells -filter {name ==}", "-filter {name ==}: expected a value at its end"),
        ("get_cells -filter {(name == l}", "-filter {(name == l}: expected ')' at its end"),
        ("get_cells -filter {name == l name}", "-filter {name == l name}: expected && or || before 'name'"),
        ("get_cells -filter {}", "-filter {}: expected the name of a property at its end"),
        ("string range [catch {get_cells -filter [string repeat ( 5000]} m] 0 end", "1"),
        (
            "get_cells -regexp .* -filter {name =~ (}",
            "-filter {name =~ (}: '(' is no regular expression (parentheses () not balanced) at its end",
        ),
    ]);
}
