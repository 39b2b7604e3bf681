//! What scripts ask of objects, as tables of scripts and what they give, over a small design with buses, escaped names and a module that is there twice.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod edits;
mod filters;
mod handles;
mod names;
mod properties;
mod relations;

use std::fs;

use zeroslack_shell::Shell;
use zeroslack_tcl::{SealedHost, Value};

const FLIP_FLOPS: &str = r#"library (flops) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (DFF) {
    area : 4.5;
    ff (IQ, IQN) { clocked_on : "CK"; next_state : "D"; clear : "!RN"; }
    pin (D) { direction : input; capacitance : 0.001;
      timing () { related_pin : "CK"; timing_type : setup_rising;
        rise_constraint (scalar) { values ("0.05"); } fall_constraint (scalar) { values ("0.05"); } } }
    pin (CK) { direction : input; capacitance : 0.002; clock : true; max_transition : 0.5; }
    pin (RN) { direction : input; capacitance : 0.001;
      timing () { related_pin : "CK"; timing_type : recovery_rising; rise_constraint (scalar) { values ("0.05"); } } }
    pin (Q) { direction : output; function : "IQ"; max_capacitance : 0.1; max_fanout : 8;
      timing () { related_pin : "CK"; timing_type : rising_edge;
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
        rise_transition (scalar) { values ("0.02"); } fall_transition (scalar) { values ("0.02"); } } }
  }
  cell (LATCH) {
    latch (IQ, IQN) { enable : "G"; data_in : "D"; }
    pin (D) { direction : input; capacitance : 0.001; }
    pin (G) { direction : input; capacitance : 0.001; clock : true; }
    pin (Q) { direction : output; function : "IQ"; }
  }
}
"#;

const GATES: &str = r#"library (gates) {
  time_unit : "1ns"; capacitive_load_unit (1, pf);
  cell (BUF_X1) { area : 1;
    pin (A) { direction : input; capacitance : 0.001; }
    pin (Z) { direction : output; function : "A";
      timing () { related_pin : "A"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("0.2"); } cell_fall (scalar) { values ("0.2"); }
        rise_transition (scalar) { values ("0.03"); } fall_transition (scalar) { values ("0.03"); } } } }
  cell (BUF_X2) { area : 2; dont_use : true;
    pin (A) { direction : input; capacitance : 0.002; }
    pin (Z) { direction : output; function : "A";
      timing () { related_pin : "A"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
        rise_transition (scalar) { values ("0.03"); } fall_transition (scalar) { values ("0.03"); } } } }
  cell (INV_X1) { area : 0.5; dont_touch : true;
    pin (A) { direction : input; capacitance : 0.001; }
    pin (ZN) { direction : output; function : "!A";
      timing () { related_pin : "A"; timing_sense : negative_unate;
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
        rise_transition (scalar) { values ("0.03"); } fall_transition (scalar) { values ("0.03"); } } } }
}
"#;

const NETLIST: &str = r"module top (clk, rst, din, \ctl[0] , dout, \o.x );
  input clk, rst;
  input [3:0] din;
  input \ctl[0] ;
  output [0:1] dout;
  output \o.x ;
  wire [1:0] q;
  wire \net/a , w, v;
  pair p1 (.i(din[1:0]), .ck(clk), .o(q));
  pair p2 (.i(din[3:2]), .ck(clk), .o(dout));
  DFF \r[0] (.D(q[0]), .CK(clk), .RN(rst), .Q(\net/a ));
  DFF \r/3 (.D(q[1]), .CK(clk), .RN(rst), .Q(w));
  INV_X1 \u$1 (.A(\net/a ), .ZN(v));
  BUF_X1 \a\b (.A(v), .Z(\o.x ));
  BUF_X2 \x+y (.A(\ctl[0] ));
  LATCH l (.D(w), .G(clk));
endmodule
module pair (i, ck, o);
  input [1:0] i;
  input ck;
  output [1:0] o;
  wire m;
  leaf one (.a(i[0]), .ck(ck), .z(m));
  leaf two (.a(i[1]), .ck(ck), .z(o[1]));
  BUF_X1 b (.A(m), .Z(o[0]));
endmodule
module leaf (a, ck, z);
  input a, ck;
  output z;
  DFF r (.D(a), .CK(ck), .Q(z));
endmodule
";

/// A shell with the design, and what tests use to show lists.
fn shell() -> Shell {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (name, text) in [("flops.lib", FLIP_FLOPS), ("gates.lib", GATES), ("top.v", NETLIST)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut shell = Shell::with_host(SealedHost);
    let script = format!(
        "read_liberty {}; read_liberty {}; read_verilog {}; link_design top",
        at("flops.lib"),
        at("gates.lib"),
        at("top.v")
    );
    let outcome = shell.run(&script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
        .run(
            "proc names {list} {set all {}; foreach it $list {lappend all [get_full_name $it]}; return $all}",
        )
        .unwrap();
    shell
}

/// What a script gives in a shell: its value, or its error.
fn said(shell: &mut Shell, script: &str) -> String {
    match shell.run(script) {
        Ok(value) => value.to_string(),
        Err(exception) => exception.value.to_string(),
    }
}

/// Runs each script in a shell of its own.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (script, expected) in cases {
        let mut shell = shell();
        assert_eq!(said(&mut shell, script), *expected, "{script}");
    }
}

/// Runs each script, whose value is a list of objects, and compares their names.
#[track_caller]
fn check_names(cases: &[(&str, &[&str])]) {
    let mut shell = shell();
    for (script, expected) in cases {
        let names = said(&mut shell, &format!("names [{script}]"));
        let expected: Vec<Value> = expected.iter().map(|name| Value::from(*name)).collect();
        assert_eq!(names, Value::list(expected).to_string(), "{script}");
    }
}
