//! Clocks away from registers: at ports, against other edges, at gates and latches.

use std::fmt::Write as _;

use zeroslack_shell::Shell;
use zeroslack_testing::{Dice, seeds};

use super::library_checks::shell;

/// Gates and registers of whole delays. `REG` takes no time.
const LIBRARY: &str = r#"library (l) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (BUF) { pin (A) { direction : input; }
    pin (Z) { direction : output; function : "A"; timing () { related_pin : A; timing_sense : positive_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (AND2) { pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Z) { direction : output; function : "A & B"; timing () { related_pin : "A B"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (OR2) { pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Z) { direction : output; function : "A | B"; timing () { related_pin : "A B"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (AOI21) { pin (A) { direction : input; } pin (B) { direction : input; } pin (C) { direction : input; }
    pin (Z) { direction : output; function : "!((A & B) | C)"; timing () { related_pin : "A B C"; timing_sense : negative_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (SUM) { pin (A) { direction : input; } pin (B) { direction : input; } pin (C) { direction : input; }
    pin (Z) { direction : output; function : "(!A & !C) | (!B & !C)"; timing () { related_pin : "A B C"; timing_sense : negative_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (INV) { pin (A) { direction : input; }
    pin (Z) { direction : output; function : "!A"; timing () { related_pin : A; timing_sense : negative_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (AOI22) { pin (A) { direction : input; } pin (B) { direction : input; } pin (C) { direction : input; } pin (D) { direction : input; }
    pin (Z) { direction : output; function : "!((A & B) | (C & D))"; timing () { related_pin : "A B C D"; timing_sense : negative_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (OA21) { pin (A) { direction : input; } pin (B) { direction : input; } pin (C) { direction : input; }
    pin (Z) { direction : output; function : "(A | B) & C"; timing () { related_pin : "A B C"; timing_sense : positive_unate;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (MUX2) { pin (A) { direction : input; } pin (B) { direction : input; } pin (S) { direction : input; }
    pin (Z) { direction : output; function : "(A & !S) | (B & S)"; timing () { related_pin : "A B S";
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (DFF) { ff (I, IN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; }
    pin (D) { direction : input;
      timing () { related_pin : CK; timing_type : setup_rising;
        rise_constraint (scalar) { values ("0.2"); } fall_constraint (scalar) { values ("0.2"); } }
      timing () { related_pin : CK; timing_type : hold_rising;
        rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (Q) { direction : output; function : "I"; timing () { related_pin : CK; timing_type : rising_edge;
      cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
  cell (REG) { ff (I, IN) { clocked_on : "CK"; next_state : "D"; }
    pin (CK) { direction : input; clock : true; }
    pin (D) { direction : input;
      timing () { related_pin : CK; timing_type : setup_rising;
        rise_constraint (scalar) { values ("0"); } fall_constraint (scalar) { values ("0"); } }
      timing () { related_pin : CK; timing_type : hold_rising;
        rise_constraint (scalar) { values ("0"); } fall_constraint (scalar) { values ("0"); } } }
    pin (Q) { direction : output; function : "I"; timing () { related_pin : CK; timing_type : rising_edge;
      cell_rise (scalar) { values ("0"); } cell_fall (scalar) { values ("0"); } } } }
  cell (LAT) { latch (I, IN) { enable : "G"; data_in : "D"; }
    pin (G) { direction : input; clock : true; }
    pin (D) { direction : input;
      timing () { related_pin : G; timing_type : setup_falling;
        rise_constraint (scalar) { values ("0.2"); } fall_constraint (scalar) { values ("0.2"); } }
      timing () { related_pin : G; timing_type : hold_falling;
        rise_constraint (scalar) { values ("0.1"); } fall_constraint (scalar) { values ("0.1"); } } }
    pin (Q) { direction : output; function : "I";
      timing () { related_pin : G; timing_type : rising_edge; cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } }
      timing () { related_pin : D; timing_sense : positive_unate; cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } } } }
}"#;

/// `slack END max|min` is the worst slack there, to a thousandth; `none` where nothing is timed.
const SLACK: &str = "proc slack {to of} {
    set paths [find_timing_paths -to $to -path_delay $of]
    if {[llength $paths] == 0} {return none}
    set slack [get_property [lindex $paths 0] slack]
    format %.3f [expr {abs($slack) < 0.0005 ? 0.0 : $slack}]
}\n";

#[track_caller]
fn slacks(shell: &mut Shell, expected: &[(&str, &str, &str)]) {
    for &(end, max, min) in expected {
        let found = ["max", "min"].map(|of| match shell.run(&format!("slack {end} {of}")) {
            Ok(value) => value.to_string(),
            Err(exception) => exception.value.to_string(),
        });
        assert_eq!(found, [max, min], "{end}");
    }
}

/// A chain of buffers from one net to another.
fn chain(text: &mut String, name: &str, from: &str, to: &str, count: usize) {
    let mut from = from.to_owned();
    for at in 0..count {
        let next = if at + 1 == count { to.to_owned() } else { format!("{name}_{at}") };
        writeln!(text, "BUF {name}{at} (.A({from}), .Z({next}));").unwrap();
        from = next;
    }
}

/// A clock that is divided, and data from and to ports that belongs to the divided clock; beside each port a register that takes no time, whose clock comes straight from where the divided clock starts.
fn forwarded(dice: &mut Dice) -> (String, String) {
    let mut text = "module t (input clk, input in, output q, output cko);\n".to_owned();
    let chains = [0; 6].map(|_| 1 + dice.below(3));
    chain(&mut text, "root", "clk", "ck", chains[0]);
    chain(&mut text, "leaf", "ck", "lk", chains[1]);
    text.push_str("DFF dv (.D(in), .CK(ck), .Q(dq));\n");
    chain(&mut text, "out", "dq", "cko", chains[2]);
    // Where the divided clock starts: at the divider, or behind some buffers.
    let (pin, net) = match dice.below(2) {
        0 => ("dv/Q".to_owned(), "dq".to_owned()),
        _ if chains[2] > 1 => ("out0/Z".to_owned(), "out_0".to_owned()),
        _ => ("out0/Z".to_owned(), "cko".to_owned()),
    };
    text.push_str("DFF r (.D(in), .CK(lk), .Q(rq));\n");
    chain(&mut text, "data", "rq", "q", chains[3]);
    writeln!(text, "REG to (.D(q), .CK({net}));").unwrap();
    writeln!(text, "REG from (.D(dq), .CK({net}), .Q(fq));").unwrap();
    for (name, from) in [("port", "in"), ("register", "fq")] {
        chain(&mut text, name, from, &format!("{name}_d"), chains[4]);
        writeln!(text, "DFF {name}_s (.D({name}_d), .CK(lk));").unwrap();
    }
    text.push_str("endmodule\n");
    let mut script =
        format!("create_clock -name c -period {} clk\nset_propagated_clock c\n", 8 + dice.below(5));
    writeln!(script, "set_clock_latency -source -early 0.25 c; set_clock_latency -source -late 0.5 c")
        .unwrap();
    writeln!(script, "create_generated_clock -name g -source clk -divide_by {} {pin}", 1 + dice.below(3))
        .unwrap();
    match dice.below(3) {
        0 => {}
        1 => writeln!(script, "set_clock_latency 0.75 g").unwrap(),
        _ => script.push_str("set_propagated_clock g\n"),
    }
    if dice.chance(50) {
        script.push_str("set_timing_derate -early 0.875; set_timing_derate -late 1.25\n");
    }
    if dice.chance(50) {
        script.push_str("set_clock_uncertainty 0.125 g\n");
    }
    script.push_str("set_input_delay 0 -clock g in; set_output_delay 0 -clock g q\n");
    if dice.chance(30) {
        script.push_str(
            "set_multicycle_path 2 -to [get_clocks g]; set_multicycle_path 2 -from [get_clocks g]\n",
        );
    }
    (text, script)
}

/// A latency before a clock's source counts for ports' delays and for clocks that are made of it, whether the clock or its port states it.
#[test]
fn a_latency_that_a_port_states_is_that_of_its_clock() {
    let text = "module t (input ck, input d, output q);
        DFF r1 (.D(d), .CK(ck), .Q(q)); DFF r2 (.D(d), .CK(q)); endmodule";
    for of in ["c", "[get_ports ck]", "-clock c [get_ports ck]"] {
        for propagated in ["", "set_propagated_clock c"] {
            let constraints = format!(
                "create_clock -name c -period 10 ck; set_clock_latency -source 3 {of}; {propagated}
                create_generated_clock -name g -source ck -divide_by 1 r1/Q
                set_input_delay 1 -clock c d; set_output_delay 1 -clock c q"
            );
            let mut shell = shell(LIBRARY, text, &format!("{SLACK}{constraints}"));
            // A propagated master takes 1 more from its port to where the other one starts.
            let made = if propagated.is_empty() { ("8.800", "0.900") } else { ("9.800", "-0.100") };
            slacks(&mut shell, &[("r1/D", "8.800", "0.900"), ("r2/D", made.0, made.1)]);
        }
    }
}

#[test]
fn a_port_is_timed_as_a_register_there_whose_clock_comes_straight_from_its_source() {
    for seed in seeds(400) {
        let mut dice = Dice::new(seed, 0);
        let (text, script) = forwarded(&mut dice);
        for cppr in [1, 0] {
            let mut shell = shell(LIBRARY, &text, &format!("set sta_crpr_enabled {cppr}\n{SLACK}{script}"));
            let mut both = |at: [&str; 2], of: &str| {
                at.map(|end| shell.run(&format!("slack {end} {of}")).unwrap().to_string())
            };
            for of in ["max", "min"] {
                let [port, register] = both(["q", "to/D"], of);
                assert_eq!(port, register, "seed {seed}, CPPR {cppr}, output, {of}\n{text}{script}");
                let [port, register] = both(["port_s/D", "register_s/D"], of);
                assert!(port != "none", "seed {seed}");
                if cppr == 0 {
                    assert_eq!(port, register, "seed {seed}, input, {of}\n{text}{script}");
                }
            }
        }
    }
}

#[test]
fn delays_of_ports_against_a_forwarded_clock() {
    let text = "module t (input clk, input in, output q, output cko); wire ck, dq, rq, k;
        BUF cb (.A(clk), .Z(ck)); BUF ob (.A(ck), .Z(cko)); DFF r (.D(in), .CK(ck), .Q(rq)); BUF u (.A(rq), .Z(q));
        endmodule";
    let script = format!(
        "{SLACK}create_clock -name c -period 10 clk; set_clock_latency -source 0.25 c
        create_generated_clock -name g -source clk -divide_by 1 [get_ports cko]
        set_propagated_clock [all_clocks]
        set_input_delay -max 1 -clock g in; set_input_delay -min 0.5 -clock g in
        set_output_delay -max 2 -clock g q; set_output_delay -min -1 -clock g q"
    );
    let mut shell = shell(LIBRARY, text, &script);
    // The clock leaves its port at 2.25. Data is at q at 3.25, and at r/D at 3.25 and 2.75.
    slacks(&mut shell, &[("q", "7.000", "0.000"), ("r/D", "7.800", "1.400")]);
    let after = |shell: &mut Shell, script: &str, expected: &[(&str, &str, &str)]| {
        shell.run(script).unwrap();
        slacks(shell, expected);
    };
    // Other delays of the same ports, and a path of the clock that is another.
    after(&mut shell, "set_output_delay -max 3 -clock g q", &[("q", "6.000", "0.000")]);
    after(
        &mut shell,
        "set_output_delay -max 3 -clock g -source_latency_included q",
        &[("q", "3.750", "2.250")],
    );
    after(
        &mut shell,
        "set_output_delay -max 2 -clock g q; set_output_delay -min -1 -clock g q",
        &[("q", "7.000", "0.000")],
    );
    after(&mut shell, "set_timing_derate -late 2 -cell_delay [get_cells ob]", &[("r/D", "6.800", "1.400")]);
    after(&mut shell, "unset_timing_derate", &[("r/D", "7.800", "1.400")]);
    // A latency that is stated takes the place of the way.
    after(&mut shell, "set_clock_latency -source 1 g", &[("q", "5.750", "1.250"), ("r/D", "9.050", "0.150")]);
}

#[test]
fn an_ideal_clock_among_masters_brings_the_way_to_where_it_starts() {
    let text = "module t (input ck, input d, input e, output q); wire n1, n2, n3; DFF dv (.D(d), .CK(ck), .Q(n1)); DFF dv2 (.D(d), .CK(n1), .Q(n2));
        DFF r (.D(d), .CK(n2), .Q(n3)); DFF s (.D(e), .CK(ck)); DFF l (.D(d), .CK(ck), .Q(q)); DFF dv3 (.D(d), .CK(n2), .Q(n4)); DFF r4 (.D(d), .CK(n4)); endmodule";
    for propagated in ["c", "{c g2}", "{c g2 g3}"] {
        let script = format!(
            "{SLACK}create_clock -name c -period 10 ck
            create_generated_clock -name g1 -source ck -divide_by 1 dv/Q
            create_generated_clock -name g2 -source dv/Q -divide_by 1 dv2/Q
            create_generated_clock -name g3 -source dv2/Q -divide_by 1 dv3/Q
            set_propagated_clock {propagated}
            set_input_delay 0 -clock c d; set_input_delay 0 -clock g2 e; set_output_delay 0 -clock g2 q"
        );
        let mut shell = shell(LIBRARY, text, &script);
        let made_again = if propagated == "c" { ("10.800", "-1.100") } else { ("11.800", "-2.100") };
        let r4 = ("r4/D", made_again.0, made_again.1);
        // The divider's way takes 1, and its network nothing.
        slacks(
            &mut shell,
            &[("r/D", "10.800", "-1.100"), ("s/D", "8.800", "0.900"), ("q", "10.000", "0.000"), r4],
        );
        // 0.5 of its network are before all that is made of it.
        shell.run("set_clock_latency 0.5 g1").unwrap();
        slacks(
            &mut shell,
            &[("r/D", "11.300", "-1.600"), ("s/D", "8.300", "1.400"), ("q", "10.500", "-0.500")],
        );
        shell.run("set_clock_latency -source 0.25 g1").unwrap();
        slacks(&mut shell, &[("r/D", "10.550", "-0.850"), ("q", "9.750", "0.250")]);
    }
}

#[test]
fn a_combinational_clock_takes_nothing_over_that_comes_through_registers() {
    let text = "module t (input ck, input d); wire e, gk; DFF en (.D(d), .CK(ck), .Q(e)); AND2 g (.A(ck), .B(e), .Z(gk));
        DFF r (.D(d), .CK(gk)); endmodule";
    for (how, hold) in [("-combinational", "-1.100"), ("-divide_by 1", "-2.100")] {
        for propagated in ["c", "{c h}"] {
            let script = format!(
                "{SLACK}create_clock -name c -period 10 ck; create_generated_clock -name h -source ck {how} g/Z
                set_propagated_clock {propagated}; set_input_delay 0 -clock c d"
            );
            slacks(&mut shell(LIBRARY, text, &script), &[("r/D", "10.800", hold)]);
        }
    }
}

#[test]
fn edges_that_coincide_but_for_rounding_are_one() {
    let text = "module t (input a, input b); wire q, p;
        DFF ra (.D(p), .CK(a), .Q(q)); DFF rb (.D(q), .CK(b), .Q(p)); endmodule";
    let cases = [
        ("20.0/3", "20", 20.0 / 3.0),
        ("20", "20.0/3", 20.0 / 3.0),
        ("10.0/7", "10", 10.0 / 7.0),
        ("1000.0/300", "10", 10.0 / 3.0),
        ("3.333333", "10", 10.0 / 3.0),
        ("10", "3.3333", 3.3333),
        ("1.1", "3.3", 1.1),
        ("4", "6", 2.0),
    ];
    for (a, b, step) in cases {
        let script = format!(
            "{SLACK}create_clock -name ca -period [expr {a}] a; create_clock -name cb -period [expr {b}] b"
        );
        let expected = |less: f64| format!("{:.3}", step - less);
        let setup = expected(1.2);
        let found = |shell: &mut Shell, end: &str, of: &str| {
            shell.run(&format!("slack {end} {of}")).unwrap().to_string()
        };
        let mut shell = shell(LIBRARY, text, &script);
        for end in ["ra/D", "rb/D"] {
            let slack: f64 = found(&mut shell, end, "max").parse().unwrap();
            assert!(
                (slack - setup.parse::<f64>().unwrap()).abs() < 2e-3,
                "{a} and {b}, {end}: {slack} for {setup}"
            );
            assert_eq!(found(&mut shell, end, "min"), "0.900", "{a} and {b}, {end}");
        }
    }
    // A multiple of a clock meets it as it was made.
    let text = "module t (input c); wire q, k; BUF u (.A(c), .Z(k)); DFF r (.D(s), .CK(k), .Q(q)); DFF v (.D(q), .CK(c), .Q(s)); endmodule";
    for by in [3, 6, 7, 9] {
        let script = format!(
            "{SLACK}create_clock -name m -period 20 c
            create_generated_clock -name g -source c -multiply_by {by} u/Z"
        );
        let expected = format!("{:.3}", 20.0 / f64::from(by) - 1.2);
        slacks(
            &mut shell(LIBRARY, text, &script),
            &[("v/D", &expected, "0.900"), ("r/D", &expected, "0.900")],
        );
    }
}

#[test]
fn data_goes_through_a_latch_in_the_opening_that_launches_it() {
    let text = "module t (input clk, input in); wire a, b, c, d;
        DFF r1 (.D(in), .CK(clk), .Q(a)); BUF u1 (.A(a), .Z(b)); LAT l1 (.D(b), .G(clk), .Q(c));
        BUF u2 (.A(c), .Z(d)); DFF r2 (.D(d), .CK(clk)); LAT l2 (.D(in), .G(clk)); endmodule";
    let script = format!("{SLACK}create_clock -name clk -period 10 clk; set_input_delay 1 -clock clk in");
    // It comes at 2, and borrows that; 2, 3 and 4 after that, at r2. Hold is against the closing at -5.
    slacks(
        &mut shell(LIBRARY, text, &script),
        &[("l1/D", "0.000", "6.900"), ("r2/D", "5.800", "1.900"), ("l2/D", "0.000", "5.900")],
    );
}

#[test]
fn only_what_keeps_a_clock_from_registers_is_checked() {
    let gates = [
        // The clock AND, or OR, something, however it is written.
        ("AND2 g (.A(clk), .B(q), .Z(y))", "g/B", true),
        ("OR2 g (.A(q), .B(clk), .Z(y))", "g/A", true),
        ("AOI21 g (.A(q), .B(q2), .C(clk), .Z(y))", "g/A", true),
        ("SUM g (.A(q), .B(q2), .C(clk), .Z(y))", "g/A", true),
        // Elsewhere the output follows the data at either level of the clock, or the clock passes at either level of the data.
        ("AOI21 g (.A(clk), .B(q), .C(q2), .Z(y))", "g/B", false),
        ("SUM g (.A(clk), .B(q), .C(q2), .Z(y))", "g/B", false),
        ("MUX2 g (.A(clk), .B(q2), .S(q), .Z(y))", "g/S", false),
        ("MUX2 g (.A(q), .B(q2), .S(clk), .Z(y))", "g/A", false),
        // One clock at two inputs, directly and by buffers and inverters.
        ("AOI22 g (.A(clk), .B(q), .C(clk), .D(q2), .Z(y))", "g/B", true),
        ("BUF x (.A(clk), .Z(k)); AOI22 g (.A(clk), .B(q), .C(k), .D(q2), .Z(y))", "g/D", true),
        ("INV x (.A(clk), .Z(k)); AOI22 g (.A(clk), .B(q), .C(k), .D(q2), .Z(y))", "g/D", false),
        (
            "INV x (.A(clk), .Z(k)); INV x2 (.A(k), .Z(k2)); AOI22 g (.A(k2), .B(q), .C(clk), .D(q2), .Z(y))",
            "g/D",
            true,
        ),
        ("OA21 g (.A(clk), .B(q), .C(clk), .Z(y))", "g/B", false),
        ("INV x (.A(clk), .Z(k)); OA21 g (.A(clk), .B(q), .C(k), .Z(y))", "g/B", true),
        // A clock that comes by a gate is another one.
        ("AND2 x (.A(clk), .B(q2), .Z(k)); OA21 g (.A(k), .B(q), .C(clk), .Z(y))", "g/B", true),
        ("AND2 x (.A(clk), .B(q2), .Z(k)); OA21 g (.A(clk), .B(q), .C(k), .Z(y))", "g/B", true),
    ];
    for (gate, end, is_gate) in gates {
        for (sink, clocks) in [
            ("DFF s (.D(in), .CK(y))", true),
            ("BUF b (.A(y), .Z(z)); DFF s (.D(in), .CK(z))", true),
            ("DFF s (.D(y), .CK(clk))", false),
            ("BUF b (.A(y), .Z(out))", false),
        ] {
            let text = format!(
                "module t (input clk, input in, output out); wire q, q2, y, z, k, k2;
                DFF r (.D(in), .CK(clk), .Q(q)); DFF r2 (.D(in), .CK(clk), .Q(q2)); {gate}; {sink}; endmodule"
            );
            let clock = format!("{SLACK}create_clock -name c -period 10 clk");
            let is_checked = |script: &str| {
                let slack =
                    shell(LIBRARY, &text, &format!("{clock}\n{script}")).run(&format!("slack {end} max"));
                slack.unwrap().to_string() != "none"
            };
            assert_eq!(is_checked(""), is_gate && clocks, "{gate}; {sink}");
            assert!(is_checked("set_clock_gating_check -setup 0.1 -high g"), "{gate}; {sink}");
            let generated = "create_generated_clock -name g -source clk -divide_by 1 g/Z";
            assert_eq!(is_checked(generated), is_gate, "{gate}; {sink}");
        }
    }
}

#[test]
fn hold_at_an_or_is_against_the_edge_that_ends_its_low_phase() {
    let text = "module t (input clk, input in); wire q, y; DFF r (.D(in), .CK(clk), .Q(q));
        OR2 g (.A(q), .B(clk), .Z(y)); DFF s (.D(in), .CK(y)); endmodule";
    let mut shell = shell(LIBRARY, text, &format!("{SLACK}create_clock -name c -period 10 clk"));
    slacks(&mut shell, &[("g/A", "4.000", "1.000")]);
    shell.run("set zeroslack_earlier_gated_clock_hold 1").unwrap();
    slacks(&mut shell, &[("g/A", "4.000", "11.000")]);
}

#[test]
fn data_is_held_from_the_edge_before() {
    let text = "module t (input clk, input in); wire a, b, x; DFF r1 (.D(in), .CK(clk), .Q(a)); DFF r2 (.D(in), .CK(clk), .Q(b));
        AND2 g (.A(a), .B(b), .Z(x)); endmodule";
    let script = format!("{SLACK}create_clock -name c -period 10 clk\nset_data_check -from g/B -to g/A 0.5");
    let mut shell = shell(LIBRARY, text, &script);
    slacks(&mut shell, &[("g/A", "-0.500", "9.500")]);
    // The cycles of setup count from 0.
    shell.run("set_multicycle_path 1 -setup -to g/A").unwrap();
    slacks(&mut shell, &[("g/A", "9.500", "-0.500")]);
    shell.run("set_multicycle_path 1 -hold -to g/A").unwrap();
    slacks(&mut shell, &[("g/A", "9.500", "9.500")]);
}

/// A register of a clock with a period of [`PERIOD`] that is high in its first half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    FlipFlop,
    /// Open while the clock is high, or low.
    Latch {
        high: bool,
    },
}

const PERIOD: i64 = 8000;

impl Kind {
    /// When it launches, of its `cycle`: a flip-flop at the rise, a latch when it opens.
    fn launches(self, cycle: i64) -> i64 {
        cycle * PERIOD + if self == (Kind::Latch { high: false }) { PERIOD / 2 } else { 0 }
    }

    /// The first time at or after another when a latch opens, or after it when a flip-flop captures.
    fn takes(self, launched: i64) -> i64 {
        let first = |from: i64| (0..).map(|cycle| self.launches(cycle)).find(|&edge| edge >= from).unwrap();
        first(if self == Kind::FlipFlop { launched + 1 } else { launched })
    }

    /// When what opened at a time closes.
    fn closes(self, opened: i64) -> i64 {
        if self == Kind::FlipFlop { opened } else { opened + PERIOD / 2 }
    }
}

/// Registers, and buffers from one to another, in thousandths. All delays, but for buffers' own, are 1000.
struct Rings {
    kinds: Vec<Kind>,
    /// (from, to, buffers).
    ways: Vec<(usize, usize, i64)>,
}

/// The outcome of a simulation over many cycles.
struct Simulated {
    /// The worst slacks at each register, early and late.
    slacks: Vec<[i64; 2]>,
    /// Whether all data comes to registers in the opening that it is for, and to no other.
    is_right: bool,
}

impl Rings {
    fn random(dice: &mut Dice) -> Self {
        let kind = |dice: &mut Dice| match dice.below(3) {
            0 => Kind::FlipFlop,
            1 => Kind::Latch { high: true },
            _ => Kind::Latch { high: false },
        };
        let kinds: Vec<Kind> = (0..2 + dice.below(5)).map(|_| kind(dice)).collect();
        // Each has one way in, so that it is known what comes; from any other, or itself.
        let ways =
            (0..kinds.len()).map(|to| (dice.below(kinds.len()), to, 1 + dice.below(6) as i64)).collect();
        Self { kinds, ways }
    }

    fn verilog(&self) -> String {
        let mut text = "module t (input clk, input clkn);\n".to_owned();
        for (at, kind) in self.kinds.iter().enumerate() {
            match kind {
                Kind::FlipFlop => writeln!(text, "DFF r{at} (.D(d{at}), .CK(clk), .Q(q{at}));").unwrap(),
                Kind::Latch { high } => {
                    let clock = if *high { "clk" } else { "clkn" };
                    writeln!(text, "LAT r{at} (.D(d{at}), .G({clock}), .Q(q{at}));").unwrap();
                }
            }
        }
        for &(from, to, count) in &self.ways {
            chain(&mut text, &format!("w{to}"), &format!("q{from}"), &format!("d{to}"), count as usize);
        }
        text.push_str("endmodule\n");
        text
    }

    /// So many cycles, from one in which all leaves registers with their edges; none if it is not the same in cycle after cycle at last.
    fn simulate(&self) -> Option<Simulated> {
        const CYCLES: i64 = 40;
        // When what a register launches with the edge of a cycle leaves it.
        let mut leaves: Vec<Vec<i64>> = self
            .kinds
            .iter()
            .map(|kind| (0..CYCLES + 4).map(|cycle| kind.launches(cycle) + 1000).collect())
            .collect();
        let (mut slacks, mut is_right) = (vec![[i64::MAX; 2]; self.kinds.len()], true);
        for cycle in 0..CYCLES {
            // Within a cycle latches follow each other.
            for _ in 0..2 * self.kinds.len() {
                for &(from, to, count) in &self.ways {
                    let (kind, edge) = (self.kinds[to], self.kinds[from].launches(cycle));
                    let comes = leaves[from][cycle as usize] + 1000 * count;
                    let opens = kind.takes(edge);
                    let closes = kind.closes(opens);
                    let passes = comes.min(closes - 200) + 1000;
                    if let Kind::Latch { .. } = kind {
                        let into = ((opens - kind.launches(0)) / PERIOD) as usize;
                        leaves[to][into] = (opens + 1000).max(passes);
                    }
                }
            }
            for &(from, to, count) in &self.ways {
                let (kind, edge) = (self.kinds[to], self.kinds[from].launches(cycle));
                let late = leaves[from][cycle as usize] + 1000 * count;
                let early = edge + 1000 + 1000 * count;
                let opens = kind.takes(edge);
                let closes = kind.closes(opens);
                let setup = if late < opens && kind != Kind::FlipFlop {
                    opens - late
                } else {
                    (closes - 200 - late).min(if kind == Kind::FlipFlop { i64::MAX } else { 0 })
                };
                let hold = early - (closes - PERIOD) - 100;
                if cycle == CYCLES - 1 {
                    slacks[to] = [hold, setup];
                    is_right &= early > closes - PERIOD && late < closes;
                } else if cycle == CYCLES - 2 {
                    slacks[to] = [hold, setup];
                }
            }
        }
        let steady = |at: usize| {
            let last = |back: usize| {
                leaves[at][CYCLES as usize - back] - self.kinds[at].launches(CYCLES - back as i64)
            };
            last(2) == last(3) && last(3) == last(6)
        };
        (0..self.kinds.len()).all(steady).then_some(Simulated { slacks, is_right })
    }
}

#[test]
fn latches_and_registers_take_what_a_simulation_says() {
    let (mut right, mut wrong) = (0, 0);
    for seed in seeds(1000) {
        let rings = Rings::random(&mut Dice::new(seed, 0));
        let Some(simulated) = rings.simulate() else { continue };
        let text = rings.verilog();
        let script = format!(
            "{SLACK}create_clock -name c -period 8 clk; create_clock -name n -period 8 -waveform {{4 8}} clkn"
        );
        let mut shell = shell(LIBRARY, &text, &script);
        let mut least = i64::MAX;
        for (at, expected) in simulated.slacks.iter().enumerate() {
            let found =
                ["min", "max"].map(|of| shell.run(&format!("slack r{at}/D {of}")).unwrap().to_string());
            let found = found.map(|slack| (1000.0 * slack.parse::<f64>().unwrap()).round() as i64);
            assert_eq!(found, *expected, "seed {seed}, r{at}\n{text}");
            least = least.min(found[0]).min(found[1]);
        }
        if least >= 0 {
            assert!(simulated.is_right, "seed {seed}\n{text}");
            right += 1;
        }
        if least < -200 {
            assert!(!simulated.is_right, "seed {seed}\n{text}");
            wrong += 1;
        }
    }
    assert!(right > 5 && wrong > 20, "{right} {wrong}");
}
