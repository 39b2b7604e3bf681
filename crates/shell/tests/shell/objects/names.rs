//! Objects by names, patterns and regular expressions.

use super::{check, check_names};

#[test]
fn ports() {
    check_names(&[
        (
            "get_ports",
            &["clk", "rst", "din[3]", "din[2]", "din[1]", "din[0]", "ctl[0]", "dout[0]", "dout[1]", "o.x"],
        ),
        ("get_ports clk", &["clk"]),
        ("get_port clk", &["clk"]),
        ("get_ports din", &["din[3]", "din[2]", "din[1]", "din[0]"]),
        ("get_ports {din[2]}", &["din[2]"]),
        ("get_ports din[2]", &["din[2]"]),
        ("get_ports {din[2:1]}", &["din[2]", "din[1]"]),
        ("get_ports din[*]", &["din[3]", "din[2]", "din[1]", "din[0]"]),
        ("get_ports {ctl[0]}", &["ctl[0]"]),
        (r"get_ports {ctl\[0\]}", &["ctl[0]"]),
        ("get_ports {clk rst}", &["clk", "rst"]),
        ("get_ports {clk rst clk}", &["clk", "rst"]),
        ("get_ports d*t*", &["dout[0]", "dout[1]"]),
        ("get_ports o?x", &["o.x"]),
        ("get_ports -regexp {din\\[[01]\\]|clk}", &["clk", "din[1]", "din[0]"]),
        ("get_ports -regexp o.x", &["o.x"]),
        ("get_ports -regexp -nocase {CLK|RST}", &["clk", "rst"]),
        ("get_ports -regexp {din}", &[]),
        ("get_ports nothing", &[]),
        ("get_ports -quiet nothing", &[]),
        ("get_ports {}", &[]),
        ("get_ports {{} clk {}}", &["clk"]),
        ("all_inputs", &["clk", "rst", "din[3]", "din[2]", "din[1]", "din[0]", "ctl[0]"]),
        ("all_outputs", &["dout[0]", "dout[1]", "o.x"]),
    ]);
}

#[test]
fn cells() {
    check_names(&[
        ("get_cells", &["r[0]", "r/3", "u$1", r"a\b", "x+y", "l", "p1", "p2"]),
        ("get_cells *", &["r[0]", "r/3", "u$1", r"a\b", "x+y", "l", "p1", "p2"]),
        ("get_cells {r[0]}", &["r[0]"]),
        ("get_cells r*", &["r[0]", "r/3"]),
        ("get_cells r/3", &["r/3"]),
        (r"get_cells {r\/3}", &["r/3"]),
        (r"get_cells {a\\b}", &[r"a\b"]),
        (r"get_cells {a\b}", &[r"a\b"]),
        ("get_cells p1/*", &["p1/b", "p1/one", "p1/two"]),
        ("get_cells p?/b", &["p1/b", "p2/b"]),
        ("get_cells */one/r", &["p1/one/r", "p2/one/r"]),
        ("get_cells -hierarchical r", &["p1/one/r", "p1/two/r", "p2/one/r", "p2/two/r"]),
        ("get_cells -hier o*", &["p1/one", "p2/one"]),
        ("get_cells -hier r*", &["r[0]", "r/3", "p1/one/r", "p1/two/r", "p2/one/r", "p2/two/r"]),
        ("get_cells -hier p1/b", &["p1/b"]),
        (
            "get_cells -hierarchical",
            &[
                "r[0]", "r/3", "u$1", r"a\b", "x+y", "l", "p1/b", "p2/b", "p1/one/r", "p1/two/r", "p2/one/r",
                "p2/two/r", "p1", "p2", "p1/one", "p1/two", "p2/one", "p2/two",
            ],
        ),
        ("get_cells -regexp {p[12]/b}", &["p1/b", "p2/b"]),
        ("get_cells -hier -regexp {ONE|B} -nocase", &["p1/b", "p2/b", "p1/one", "p2/one"]),
    ]);
}

#[test]
fn pins() {
    check_names(&[
        ("get_pins r/3/CK", &["r/3/CK"]),
        (r"get_pins {r\/3/CK}", &["r/3/CK"]),
        ("get_pins {r[0]/*}", &["r[0]/D", "r[0]/CK", "r[0]/RN", "r[0]/Q"]),
        ("get_pins p1/i", &["p1/i[1]", "p1/i[0]"]),
        ("get_pins {p1/i[0]}", &["p1/i[0]"]),
        ("get_pins p2/*", &["p2/i[1]", "p2/i[0]", "p2/ck", "p2/o[1]", "p2/o[0]"]),
        ("get_pins p1/one/r/Q", &["p1/one/r/Q"]),
        ("get_pins p*/*/r/Q", &["p1/one/r/Q", "p1/two/r/Q", "p2/one/r/Q", "p2/two/r/Q"]),
        ("get_pins -hier one/ck", &["p1/one/ck", "p2/one/ck"]),
        ("get_pins -hier ZN", &["u$1/ZN"]),
        ("get_pins *ZN", &["u$1/ZN"]),
        ("get_pins -hierarchical l/*", &["l/D", "l/G", "l/Q"]),
        ("get_pins -regexp {.*/(ZN|G)}", &["u$1/ZN", "l/G"]),
    ]);
}

#[test]
fn nets() {
    check_names(&[
        ("get_nets net/a", &["net/a"]),
        (r"get_nets {net\/a}", &["net/a"]),
        ("get_nets q", &["q[1]", "q[0]"]),
        ("get_nets {q[1]}", &["q[1]"]),
        ("get_nets p1/m", &["p1/m"]),
        ("get_nets -hier m", &["p1/m", "p2/m"]),
        // A net is called by its outermost name, and found by all of them.
        ("get_nets -hier o[1]", &["dout[0]", "q[1]"]),
        ("get_nets p1/one/z", &["p1/m"]),
        ("get_nets -regexp {p./m}", &["p1/m", "p2/m"]),
    ]);
}

#[test]
fn library_objects() {
    check_names(&[
        ("get_libs", &["flops", "gates"]),
        ("get_libs g*", &["gates"]),
        ("get_lib_cells gates/BUF*", &["gates/BUF_X1", "gates/BUF_X2"]),
        ("get_lib_cells */DFF", &["flops/DFF"]),
        ("get_lib_cells DFF", &["flops/DFF"]),
        ("get_lib_cells flops/BUF*", &[]),
        ("get_lib_cells -regexp {gates/.*_X1}", &["gates/BUF_X1", "gates/INV_X1"]),
        ("get_lib_pins flops/DFF/*", &["flops/DFF/D", "flops/DFF/CK", "flops/DFF/RN", "flops/DFF/Q"]),
        ("get_lib_pins gates/*/Z", &["gates/BUF_X1/Z", "gates/BUF_X2/Z"]),
        ("get_lib_pins DFF/D", &["flops/DFF/D"]),
    ]);
}

#[test]
fn clocks_and_registers() {
    check(&[
        (
            "create_clock -name c -period 2 [get_ports clk]; names [all_inputs -no_clocks]",
            "rst {din[3]} {din[2]} {din[1]} {din[0]} {ctl[0]}",
        ),
        (
            "create_clock -name a1 -period 2; create_clock -name a2 -period 3; create_clock -name b -period 4; names [get_clocks a*]",
            "a1 a2",
        ),
        (
            "create_clock -name a1 -period 2; create_clock -name B -period 3; names [get_clocks -regexp -nocase b|x]",
            "B",
        ),
        ("create_clock -name a -period 2; create_clock -name b -period 3; names [all_clocks]", "a b"),
        ("names [all_registers]", "{r[0]} r/3 l p1/one/r p1/two/r p2/one/r p2/two/r"),
        (
            "names [all_registers -edge_triggered -clock_pins]",
            "{r[0]/CK} r/3/CK p1/one/r/CK p1/two/r/CK p2/one/r/CK p2/two/r/CK",
        ),
        ("names [all_registers -level_sensitive]", "l"),
        ("names [all_registers -level_sensitive -output_pins]", "l/Q"),
        ("llength [all_registers -data_pins]", "6"),
        ("llength [all_registers -async_pins]", "6"),
        (
            "create_clock -name c -period 2 [get_ports clk]; names [all_registers -clock [get_clocks c] -level_sensitive]",
            "l",
        ),
        ("create_clock -name c -period 2 [get_ports rst]; names [all_registers -clock c -cells]", ""),
    ]);
}
