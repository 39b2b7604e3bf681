//! What is stated of clocks at pins of modules' instances: it is for what is reached through them alone.

use zeroslack::ModeId;
use zeroslack::constraints::read_text;
use zeroslack::sdc::Units;
use zeroslack_shell::Shell;

use super::library_checks::shell;
use super::scripted::{LIBRARY, values};

/// Two registers in blocks of their own, whose clock comes over one buffer.
const BLOCKS: &str = "module blk (input ck, input d, output q); DFF r (.D(d), .CK(ck), .Q(q)); endmodule
    module t (input clk, input d, output z, output y); BUF b (.A(clk), .Z(c));
    blk u0 (.ck(c), .d(d), .q(z)); blk u1 (.ck(c), .d(z), .q(y)); endmodule";

const CLOCK: &str = "create_clock -name k -period 10 clk; set_input_delay 1 -clock k d
    set_output_delay 1 -clock k {z y}
    proc path {to {delay max}} { lindex [find_timing_paths -to $to -path_delay $delay] 0 }
    proc slack {to {delay max}} { format %.2f [get_property [path $to $delay] slack] }
    proc clocks pin { lmap clock [get_property [get_pins $pin] clocks] { get_full_name $clock } }";

fn check(verilog: &str, constraints: &str, cases: &[(&str, &str)]) {
    values(&mut shell(LIBRARY, verilog, &format!("{CLOCK}\n{constraints}")), cases);
}

#[test]
fn clocks() {
    let propagated = "set_propagated_clock [all_clocks]";
    check(
        BLOCKS,
        &format!("create_clock -name hc -period 7 [get_pins u1/ck]; {propagated}"),
        &[
            ("clocks u0/r/CK", "k"),
            ("clocks u1/r/CK", "hc"),
            ("clocks b/Z", "k"),
            ("clocks u0/ck", "k"),
            ("clocks u1/ck", "hc"),
            ("get_full_name [get_property hc sources]", "u1/r/CK"),
            // 10 + 0.1 - 1 - 0.1
            ("slack u0/r/D", "9.00"),
            // From 0.3 to 7: the launch at 60 is captured at 63.
            ("slack u1/r/D", "0.60"),
            // k keeps its ports, and the other block.
            ("slack z", "8.70"),
        ],
    );
    // Without a name it is called by the pin.
    check(BLOCKS, "create_clock -period 7 u1/ck", &[("clocks u1/r/CK", "u1/ck")]);
    // Both blocks: all that the buffer drives, and it is the buffer's.
    check(
        BLOCKS,
        "create_clock -name hc -period 7 [get_pins {u0/ck u1/ck}]",
        &[("clocks u0/r/CK", "hc"), ("clocks u1/r/CK", "hc"), ("clocks b/Z", "k")],
    );
}

#[test]
fn latencies_uncertainties_and_senses() {
    check(
        BLOCKS,
        "set_clock_latency 0.3 [get_pins u1/ck]",
        &[
            ("slack z", "8.80"),
            ("slack y", "8.50"),
            // 10 + 0.3 - 0.2 - 0.1
            ("slack u1/r/D", "10.00"),
            ("slack u0/r/D", "8.90"),
            ("unset_clock_latency u1/ck; slack u1/r/D", "9.70"),
        ],
    );
    check(
        BLOCKS,
        "set_clock_uncertainty 0.5 [get_pins u1/ck]",
        &[
            ("slack u0/r/D", "8.90"),
            ("slack u1/r/D", "9.20"),
            ("unset_clock_uncertainty u1/ck; slack u1/r/D", "9.70"),
        ],
    );
    check(
        BLOCKS,
        "set_sense -stop_propagation [get_pins u0/ck]",
        &[("clocks u1/r/CK", "k"), ("clocks u0/r/CK", ""), ("clocks u0/ck", "")],
    );
    // The edges come as they are.
    check(BLOCKS, "set_clock_sense -negative u1/ck", &[("clocks u1/r/CK", ""), ("slack u0/r/D", "8.90")]);
    check(BLOCKS, "set_clock_sense -positive u1/ck", &[("clocks u1/r/CK", "k"), ("slack u1/r/D", "9.70")]);
    check(
        BLOCKS,
        "set_propagated_clock u1/ck",
        &[
            ("slack u0/r/D", "8.90"),
            // Captured 0.1 later than it is launched at its edge.
            ("slack u1/r/D", "9.80"),
            ("get_property k is_propagated", "0"),
            ("unset_propagated_clock u1/ck; slack u1/r/D", "9.70"),
        ],
    );
    check(
        BLOCKS,
        "create_clock -name hc -period 10 u1/ck; set_clock_latency -source 0.4 u1/ck",
        &[("slack y", "8.40"), ("slack u1/r/D", "10.10")],
    );
}

#[test]
fn generated_clocks() {
    check(
        BLOCKS,
        "create_generated_clock -name g -source u0/ck -divide_by 2 u1/ck; set_propagated_clock [all_clocks]",
        &[
            ("clocks u1/r/CK", "g"),
            ("clocks u0/r/CK", "k"),
            ("get_property g period", "20.000000"),
            ("get_full_name [get_property g sources]", "u1/r/CK"),
            // Both are as late as the buffer makes them.
            ("slack u1/r/D", "9.70"),
        ],
    );
    // Its master is the one that comes through the pin, not the net's.
    check(
        BLOCKS,
        "create_clock -name hc -period 7 u1/ck; create_generated_clock -name g -source u1/ck -divide_by 2 u1/r/Q",
        &[("get_property g period", "14.000000")],
    );
    check(
        BLOCKS,
        "create_clock -name hc -period 7 u1/ck; create_generated_clock -name g -source u0/ck -divide_by 2 u0/r/Q",
        &[("get_property g period", "20.000000")],
    );
}

#[test]
fn clocks_of_outputs_of_blocks() {
    // The register inside is driven, too, and has nothing of what is stated outside.
    let verilog = "module gen (input a, input d, output o, output q); BUF b (.A(a), .Z(o));
        DFF r (.D(d), .CK(o), .Q(q)); endmodule
        module t (input clk, input d, output z, output y); gen g (.a(clk), .d(d), .o(c), .q(z));
        DFF s (.D(z), .CK(c), .Q(y)); endmodule";
    check(
        verilog,
        "create_clock -name hc -period 7 g/o",
        &[("clocks g/r/CK", "k"), ("clocks s/CK", "hc"), ("clocks g/o", "hc")],
    );
    check(verilog, "set_clock_latency 0.3 g/o", &[("slack s/D", "10.00"), ("slack g/r/D", "8.90")]);
    // All loads are outside: then the clock is at the driver.
    let without = verilog.replace(".CK(o)", ".CK(a)");
    check(
        &without,
        "create_clock -name hc -period 7 g/o",
        &[
            ("clocks g/r/CK", "k"),
            ("clocks s/CK", "hc"),
            ("get_full_name [get_property hc sources]", "g/b/Z"),
        ],
    );
}

/// A block in a block beside a register, behind one pin.
const NESTED: &str = "module in (input ck, input d, output q); DFF r (.D(d), .CK(ck), .Q(q)); endmodule
    module out (input ck, input d, output q); wire n; DFF r (.D(d), .CK(ck), .Q(n));
    in v (.ck(ck), .d(n), .q(q)); endmodule
    module t (input clk, input d, output z, output y); out u (.ck(clk), .d(d), .q(z)); endmodule";

#[test]
fn blocks_in_blocks() {
    let cases: &[(&str, &str)] = &[("clocks u/r/CK", "a"), ("clocks u/v/r/CK", "b"), ("slack u/r/D", "8.90")];
    let [outer, inner] = ["create_clock -name a -period 10 u/ck", "create_clock -name b -period 4 u/v/ck"];
    for options in ["", "-add"] {
        // The one inside is nearer, whichever is stated first.
        check(NESTED, &format!("{outer} {options}; {inner} {options}"), cases);
        check(NESTED, &format!("{inner} {options}; {outer} {options}"), cases);
    }
    // A clock before all of it keeps what is stated against it, and comes to nothing.
    let clocks = "lmap clock [all_clocks] { get_full_name $clock }";
    check(NESTED, &format!("{outer}; {inner}"), &[(clocks, "k a b")]);
    let before = "create_clock -name c -period 5 clk";
    check(NESTED, &format!("remove_clock k; {outer}; {before}"), &[(clocks, "a c"), ("clocks u/r/CK", "a")]);
    let another = "create_clock -name a2 -period 10 u/ck";
    check(NESTED, &format!("remove_clock k; {outer}; {another}"), &[(clocks, "a2"), ("clocks u/r/CK", "a2")]);
    check(NESTED, &format!("{outer}; {another} -add"), &[(clocks, "k a a2"), ("clocks u/r/CK", "a a2")]);
    // A pin inside of the one where the clock starts is none of its sources.
    check(
        NESTED,
        &format!(
            "{outer}; set_propagated_clock u/v/ck; set_clock_latency -source 0.4 u/v/ck; set_clock_latency 0.2 u/v/ck"
        ),
        &[("get_property a is_propagated", "0"), ("slack u/r/D", "8.90"), ("slack u/v/r/D", "9.90")],
    );
    // What is stated of the outer pin does not reach a clock that starts inside.
    check(
        NESTED,
        &format!(
            "{inner}; set_clock_latency 0.3 u/ck; set_clock_uncertainty 0.2 u/ck; set_output_delay 1 -clock b z"
        ),
        &[("slack z", "2.80"), ("slack u/r/D", "9.00")],
    );
}

#[test]
fn exceptions_through_pins() {
    let verilog = "module blk (input a, output o); BUF x (.A(a), .Z(o)); endmodule
        module t (input clk, input d, output z, output y); DFF r (.D(d), .CK(clk), .Q(q));
        blk u0 (.a(q), .o(n)); blk u1 (.a(q), .o(z)); DFF s (.D(n), .CK(clk), .Q(y)); endmodule";
    let ends = "set all {}; foreach p [find_timing_paths -group_path_count 9] {
        lappend all [get_full_name [get_property $p endpoint]] }; lsort $all";
    for (constraint, expected) in [
        ("", "r/D s/D y z"),
        ("set_false_path -through u0/a", "r/D y z"),
        ("set_false_path -through u1/a", "r/D s/D y"),
        ("set_false_path -through u1/o", "r/D s/D y"),
        ("set_false_path -through [get_pins {u0/o u1/a}]", "r/D y"),
        ("set_false_path -rise_through u0/a; set_false_path -fall_through u0/a", "r/D y z"),
        ("set_sense -type data -stop_propagation u1/a", "r/D s/D y"),
        // One after the other on the way to one pin.
        ("set_false_path -through u0/a -through u0/x/A", "r/D y z"),
        ("set_false_path -through [get_nets q] -through u0/a -through u0/x/A", "r/D y z"),
        ("set_false_path -through u0/x/A -through u0/a", "r/D s/D y z"),
        ("set_false_path -through u0/a -through [get_nets q]", "r/D s/D y z"),
    ] {
        check(verilog, constraint, &[(ends, expected)]);
    }
    check(
        verilog,
        "set_multicycle_path 2 -rise_through u0/a",
        &[
            ("slack s/D", "9.60"),
            ("set_multicycle_path 2 -fall_through u0/a; slack s/D", "19.60"),
            ("slack z", "8.70"),
        ],
    );
}

#[test]
fn what_a_register_launches_has_not_passed_what_is_before_its_clock_pin() {
    let verilog = "module blk (input ck, input a, output o); DFF r (.D(a), .CK(ck), .Q(o)); endmodule
        module t (input clk, input d, output z); blk u (.ck(clk), .a(d), .o(n)); DFF s (.D(n), .CK(clk), .Q(z)); endmodule";
    let ends = |options: &str| {
        format!(
            "set all {{}}; foreach p [find_timing_paths -group_path_count 9 {options}] {{
            lappend all [get_full_name [get_property $p endpoint]] }}; lsort $all"
        )
    };
    let all = "s/D u/r/D z";
    for through in ["u/ck", "[get_nets clk]"] {
        check(verilog, &format!("set_false_path -through {through}"), &[(&ends(""), all)]);
        check(verilog, "", &[(&ends(&format!("-through {through}")), "")]);
    }
    check(verilog, "set_false_path -through u/r/CK", &[(&ends(""), "u/r/D z")]);
    check(verilog, "set_false_path -through [get_cells u]", &[(&ends(""), "z")]);
    check(verilog, "", &[(&ends("-through u/o"), "s/D"), (&ends("-through u/r/CK"), "s/D")]);
}

#[test]
fn pins_that_nothing_comes_through() {
    let verilog = "module blk (input ck, input none, output q, output open); DFF r (.D(ck), .CK(ck), .Q(q)); endmodule
        module t (input clk, input d, output z, output y); blk u (.ck(clk), .none(d), .q(), .open(z)); endmodule";
    let mut shell = shell(LIBRARY, verilog, CLOCK);
    shell.run("create_clock -name x -period 3 u/open").unwrap();
    values(&mut shell, &[("llength [get_property x sources]", "0"), ("get_property x is_virtual", "1")]);
    shell.run("remove_clock x").unwrap();
    let sources = "get_full_name [get_property x sources]";
    values(
        &mut shell,
        &[
            ("set_clock_latency 0.3 u/open; set_sense -stop u/open; clocks u/r/CK", "k"),
            // What drives them has the clock, so that it can be named.
            (&format!("create_clock -name x -period 3 u/q; {sources}"), "u/r/Q"),
            (&format!("create_clock -name x -period 3 [get_pins {{u/none u/open}}]; {sources}"), "d"),
        ],
    );
}

/// A text that the library reads states what a script does.
#[test]
fn a_text_states_what_a_script_does() {
    let units = Units { time: 1000.0, capacitance: 1000.0, resistance: 1.0 };
    for (text, said) in [
        ("create_clock -name hc -period 7 [get_pins u1/ck]\nset_propagated_clock u1/ck", ""),
        ("create_clock -period 7 u1/ck\nset_propagated_clock [get_pins u0/ck]", ""),
        (
            "create_clock -name a -period 7 [get_pins {u0/ck u1/ck}]\ncreate_clock -name b -add -period 5 u1/ck",
            "",
        ),
        ("create_clock -name k -period 5 b/Z\nset_propagated_clock {u0/q u1/q}", ""),
        ("create_clock -name k -period 5 u1/q", ""),
        (
            "create_clock -name k -period 5 u1/r/CK\ncreate_clock -name l -period 5 {u0/ck u1/ck}\nset_propagated_clock u1/ck",
            "SDC-002",
        ),
    ] {
        let mut shell = shell(LIBRARY, BLOCKS, "");
        let (constraints, diagnostics) = read_text(text, shell.session().unwrap().netlist(), &units);
        assert_eq!(diagnostics.iter().next().map_or("", |one| one.id), said, "{text}: {diagnostics}");
        shell.run(text).unwrap();
        assert_eq!(*shell.session().unwrap().constraints(ModeId::FIRST), constraints, "{text}");
    }
}

/// Runs a script of the shared data, in its folder.
fn shared_case(folder: &str, constraints: &str) -> Option<Shell> {
    let folder = zeroslack_testing::shared()?.join("real_cases").join(folder);
    if !folder.is_dir() {
        zeroslack_testing::skip("no real cases in the shared data");
        return None;
    }
    let text = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let design = ["hc.v", "vir.v"].into_iter().find(|file| folder.join(file).is_file())?;
    let script = text("run.tcl");
    let stated = script.lines().filter(|line| line.starts_with("create_") || line.starts_with("set_"));
    let stated = stated.filter(|line| constraints.is_empty() || !line.contains("hc"));
    let script = format!("{}\n{constraints}", stated.collect::<Vec<_>>().join("\n"));
    Some(shell(&text("unit.lib"), &text(design).replace("module top", "module t"), &script))
}

const ASK: &str = "proc slack {to {delay max}} {
    format %.2f [get_property [lindex [find_timing_paths -to $to -path_delay $delay] 0] slack] }
    proc clocks pin { lmap clock [get_property [get_pins $pin] clocks] { get_full_name $clock } }
    proc clocks_of {} { list [clocks u0/r/CK] [clocks u1/r/CK] [clocks b/Y] }";

/// The folder, what is stated beside its script, and what is asked.
type Case<'c> = (&'c str, &'c str, &'c [(&'c str, &'c str)]);

#[test]
fn shared_cases() {
    const BLOCKS: &str = "bugs_16_clock_on_a_hierarchical_pin_reaches_its_siblings";
    const VIRTUAL: &str = "bugs_13_propagated_virtual_clock_loses_its_latency";
    let cases: [Case<'_>; 5] = [
        (VIRTUAL, "", &[("slack r1/D", "8.10"), ("slack z", "7.70"), ("slack z min", "2.30")]),
        (BLOCKS, "", &[("clocks_of", "k hc k"), ("slack u0/r/D", "9.80"), ("slack u1/r/D", "-1.20")]),
        (
            BLOCKS,
            "unset_propagated_clock k; set_output_delay 0 -clock k z; set_clock_latency 0.3 [get_pins u1/ck]",
            &[("slack z", "9.00"), ("slack u1/r/D", "9.10"), ("slack u0/r/D", "8.80")],
        ),
        (
            BLOCKS,
            "unset_propagated_clock k; set_clock_uncertainty 0.5 [get_pins u1/ck]",
            &[("slack u0/r/D", "8.80"), ("slack u1/r/D", "8.30")],
        ),
        (BLOCKS, "set_sense -stop_propagation [get_pins u0/ck]", &[("clocks_of", "{} k k")]),
    ];
    for (folder, constraints, expected) in cases {
        let Some(mut shell) = shared_case(folder, constraints) else { return };
        shell.run(ASK).unwrap();
        values(&mut shell, expected);
    }
}
