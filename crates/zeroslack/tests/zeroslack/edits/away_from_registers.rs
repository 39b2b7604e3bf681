//! Edits where clocks are away from registers: at ports, gates, latches and pins of instances, against edges that nearly coincide, and behind memories whose outputs keep their values.

use std::fmt::Write as _;

use zeroslack::Session;
use zeroslack_testing::{Dice, seeds};

use super::examples::{load, of_texts};
use super::in_place::InPlace;
use super::incremental::{Counts, run_edits, ways};
use crate::common::constrained;

/// Combinational cells by name, function and inputs; each in two sizes.
const GATES: [(&str, &str, &[&str]); 4] = [
    ("BUF", "A", &["A"]),
    ("INV", "!A", &["A"]),
    ("AND", "A & B", &["A", "B"]),
    ("AOI", "!((A & B) | C)", &["A", "B", "C"]),
];

/// A timing group of an output. Delays are in ps.
fn timing(related: &str, rest: &str, delay: u32) -> String {
    let table = |name: &str, base: u32| {
        let [a, b, c, d] = [base, base + 30, base + 12, base + 45];
        format!("{name} (t) {{ values (\"{a}, {b}\", \"{c}, {d}\"); }} ")
    };
    let tables =
        [("cell_rise", delay), ("cell_fall", delay + 3), ("rise_transition", 9), ("fall_transition", 7)];
    let tables: String = tables.iter().map(|&(name, base)| table(name, base)).collect();
    format!("timing () {{ related_pin : \"{related}\"; {rest} {tables} }}\n")
}

/// Setup and hold of a pin.
fn checks(clock: &str, edge: &str) -> String {
    let check = |kind: &str, value: u32| {
        format!(
            "timing () {{ related_pin : {clock}; timing_type : {kind}_{edge};
               rise_constraint (scalar) {{ values (\"{value}\"); }} fall_constraint (scalar) {{ values (\"{value}\"); }} }}\n"
        )
    };
    check("setup", 15) + &check("hold", 4)
}

fn library() -> String {
    let mut text = "library (away) { time_unit : \"1ps\"; capacitive_load_unit (1, ff);
      lu_table_template (t) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; index_1 (\"8, 64\"); index_2 (\"1, 33\"); }\n"
        .to_owned();
    for (name, function, inputs) in GATES {
        for size in 1..=2 {
            writeln!(text, "cell ({name}{size}) {{").unwrap();
            for input in inputs {
                writeln!(text, "pin ({input}) {{ direction : input; capacitance : {size}; }}").unwrap();
            }
            let arcs: String = inputs.iter().map(|input| timing(input, "", 20 / size)).collect();
            writeln!(text, "pin (Z) {{ direction : output; function : \"{function}\";\n{arcs} }} }}")
                .unwrap();
        }
    }
    let clock =
        |name: &str| format!("pin ({name}) {{ direction : input; clock : true; capacitance : 1; }}\n");
    let data = |checks: String| format!("pin (D) {{ direction : input; capacitance : 1; {checks} }}\n");
    let launch = timing("CK", "timing_type : rising_edge;", 25);
    writeln!(
        text,
        "cell (DFF) {{ ff (I, IN) {{ next_state : \"D\"; clocked_on : \"CK\"; }} {} {} pin (Q) {{ direction : output; function : \"I\"; {launch} }} }}",
        clock("CK"),
        data(checks("CK", "rising"))
    )
    .unwrap();
    writeln!(
        text,
        "cell (LAT) {{ latch (I, IN) {{ data_in : \"D\"; enable : \"G\"; }} {} {} pin (Q) {{ direction : output; function : \"I\"; {} {} }} }}",
        clock("G"),
        data(checks("G", "falling")),
        timing("G", "timing_type : rising_edge;", 25),
        timing("D", "timing_sense : positive_unate;", 22)
    )
    .unwrap();
    // Its output keeps its value for a while after the clock's edge.
    let keeps = "retaining_rise (scalar) { values (\"9\"); } retaining_fall (scalar) { values (\"8\"); }
      retain_rise_slew (scalar) { values (\"3\"); } retain_fall_slew (scalar) { values (\"4\"); }";
    writeln!(
        text,
        "cell (RAM) {{ memory () {{ type : ram; address_width : 1; word_width : 1; }} {} {} pin (Q) {{ direction : output; {} }} }}\n}}",
        clock("CK"),
        data(checks("CK", "rising")),
        timing("CK", &format!("timing_type : rising_edge; {keeps}"), 60)
    )
    .unwrap();
    text
}

/// A block with registers, a latch, a gated register and a memory, behind pins of an instance, and a divided clock that leaves by a port, is divided again there, and is gated.
const VERILOG: &str = "
module block (input ck, input d, input en, output q, output m);
  wire a, b, c, gk, n1, n2, n3;
  BUF1 k1 (.A(ck), .Z(a)); AOI1 gate (.A(en), .B(n1), .C(a), .Z(gk));
  DFF r1 (.CK(a), .D(d), .Q(n1)); INV1 i1 (.A(n1), .Z(n2)); AND1 a1 (.A(n2), .B(d), .Z(c));
  LAT l1 (.G(a), .D(c), .Q(n3)); DFF r2 (.CK(gk), .D(n3), .Q(q));
  RAM ram (.CK(a), .D(n3), .Q(b)); BUF2 o1 (.A(b), .Z(m));
endmodule
module top (input clk, input fast, input in, input en, output q, output m, output cko, output y);
  wire ck, fk, d, dq, x, w, v, bq, bm, h, gh, z;
  BUF2 t1 (.A(clk), .Z(ck)); BUF1 t2 (.A(fast), .Z(fk));
  BUF1 d1 (.A(in), .Z(d)); block b (.ck(ck), .d(d), .en(en), .q(bq), .m(bm));
  DFF div (.CK(ck), .D(w), .Q(dq)); INV2 back (.A(dq), .Z(w)); BUF2 out (.A(dq), .Z(cko));
  DFF f1 (.CK(fk), .D(bq), .Q(x)); DFF f2 (.CK(ck), .D(x), .Q(v)); AND2 o2 (.A(v), .B(bm), .Z(y));
  DFF m1 (.CK(ck), .D(bm), .Q(m)); BUF1 o3 (.A(v), .Z(q));
  DFF half (.CK(cko), .D(v), .Q(h)); AND1 ag (.A(cko), .B(h), .Z(gh)); DFF f3 (.CK(gh), .D(d), .Q(z));
endmodule\n";

/// Constraints that state a clock in each of these places, some of them drawn.
fn constraints(dice: &mut Dice) -> String {
    let mut text = "create_clock -name c -period 2000 clk\n".to_owned();
    // Edges that coincide but for their rounding, or nearly so.
    let fast = dice.pick(&["666.6667", "666.667", "666.7", "1000.3"]);
    writeln!(text, "create_clock -name f -period {fast} fast").unwrap();
    text.push_str("create_clock -name v -period 2000\nset_clock_latency 35 v\nset_propagated_clock c\n");
    let edges = dice.pick(&["-divide_by 2", "-multiply_by 3", "-divide_by 2 -invert"]);
    let source = dice.pick(&["div/Q", "out/Z"]);
    writeln!(text, "create_generated_clock -name g -source clk {edges} {source}").unwrap();
    let latency = dice.pick(&["", "set_propagated_clock g\n", "set_clock_latency 12 g\n"]);
    text.push_str(latency);
    let again = dice.pick(&["-divide_by 2 half/Q", "-divide_by 2 ag/Z", "-combinational ag/Z"]);
    if dice.chance(60) {
        writeln!(text, "create_generated_clock -name gg -source {source} {again}").unwrap();
        let latency = dice.pick(&["", "set_propagated_clock gg\n", "set_clock_latency 9 gg\n"]);
        text.push_str(latency);
    }
    let made_again = text.contains("-name gg");
    let at_instance = dice.pick(&[
        "",
        "set_clock_latency 7 b/ck\n",
        "set_clock_uncertainty 5 b/ck\n",
        "create_clock -name b -period 2000 -add b/ck\n",
        "create_generated_clock -name h -source clk -divide_by 1 b/ck\nset_propagated_clock h\n",
    ]);
    text.push_str(at_instance);
    for (name, port) in [("input", "in"), ("input", "en"), ("output", "q"), ("output", "y"), ("output", "m")]
    {
        let clock = *dice.pick(&["c", "f", "g", "v", "gg"][..4 + usize::from(made_again)]);
        writeln!(text, "set_{name}_delay {} -clock {clock} {port}", dice.below(300)).unwrap();
    }
    if dice.chance(40) {
        text.push_str("set_data_check -from a1/A -to a1/B -setup 20\n");
    }
    text.replace("a1/", "b/a1/")
}

/// Draws a design of this kind.
pub(crate) fn drawn(seed: u64) -> Session {
    let mut dice = Dice::new(seed, 11);
    // Latches are updated wholly.
    let verilog =
        if dice.chance(30) { VERILOG.into() } else { VERILOG.replace("LAT l1 (.G(", "DFF l1 (.CK(") };
    let session = load(&of_texts(&library(), &verilog, ""));
    constrained(session, &constraints(&mut dice))
}

fn run(edits: fn(&mut Session, super::random::Editor) -> InPlace) {
    let mut counts = Counts::default();
    for seed in seeds(170) {
        let mut session = drawn(seed);
        assert!(session.timed().is_ok() || session.update().is_ok(), "seed {seed}");
        counts.add(run_edits(&mut session, (ways(&mut Dice::new(seed, 1)), edits), seed, 60));
    }
    counts.assert_one_of(10);
}

#[test]
fn edits_that_leave_the_graph() {
    run(InPlace::new);
}

#[test]
fn gates_that_come_and_go() {
    run(InPlace::with_gates);
}
