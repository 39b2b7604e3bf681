//! A small Liberty library in ns and pF, cell by cell.

use std::fmt::Write;

/// ns
const SLEWS: [f64; 3] = [0.01, 0.1, 0.6];
/// pF
const LOADS: [f64; 3] = [0.001, 0.02, 0.2];

const HEADER: &str = r#"library (own) {
  delay_model : table_lookup;
  time_unit : "1ns";
  capacitive_load_unit (1, pf);
  lu_table_template (delay) {
    variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
    index_1 ("0.01, 0.1, 0.6"); index_2 ("0.001, 0.02, 0.2");
  }
  lu_table_template (turned) {
    variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
    index_1 ("0.001, 0.02, 0.2"); index_2 ("0.01, 0.1, 0.6");
  }
  lu_table_template (check) { variable_1 : constrained_pin_transition; index_1 ("0.01, 0.6"); }
"#;

pub fn library(cells: &[String]) -> String {
    format!("{HEADER}{}}}\n", cells.concat())
}

fn table(rows: &[f64], columns: &[f64], value: impl Fn(f64, f64) -> f64) -> String {
    let row = |&row: &f64| {
        let values = columns.iter().map(|&column| format!("{:.5}", value(row, column)));
        format!("\"{}\"", values.collect::<Vec<_>>().join(", "))
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}

/// The tables of an arc: ns at no load, and ns a pF.
fn arc(intrinsic: f64, resistance: f64) -> String {
    let delay = |slew: f64, load: f64| intrinsic + resistance * load + 0.1 * slew;
    let slew = |slew: f64, load: f64| 0.5 * intrinsic + 1.5 * resistance * load + 0.05 * slew;
    let mut text = String::new();
    for edge in ["rise", "fall"] {
        // One of them with its axes the other way round.
        let (template, values) = match edge {
            "rise" => ("delay", table(&SLEWS, &LOADS, delay)),
            _ => ("turned", table(&LOADS, &SLEWS, |load, slew| delay(slew, load))),
        };
        write!(text, "cell_{edge} ({template}) {{ values ({values}); }} ").unwrap();
        let values = table(&SLEWS, &LOADS, slew);
        writeln!(text, "{edge}_transition (delay) {{ values ({values}); }}").unwrap();
    }
    text
}

/// A gate of a strength; `extra` is said of the cell.
pub fn gate(name: &str, function: &str, inputs: &[&str], strength: f64, extra: &str) -> String {
    let mut text =
        format!("  cell ({name}) {{\n    area : {:.1}; {extra}\n", 0.5 + strength * inputs.len() as f64);
    for input in inputs {
        let (rise, fall) = (0.0023 * strength, 0.0017 * strength);
        write!(text, "    pin ({input}) {{ direction : input; rise_capacitance : {rise:.4}; ").unwrap();
        writeln!(text, "fall_capacitance : {fall:.4}; }}").unwrap();
    }
    let most = 0.1 * strength;
    writeln!(
        text,
        "    pin (Y) {{ direction : output; function : \"{function}\"; max_capacitance : {most:.2};"
    )
    .unwrap();
    for input in inputs {
        let tables = arc(0.02 * inputs.len() as f64, 3.0 / strength);
        writeln!(text, "    timing () {{ related_pin : \"{input}\";\n{tables}    }}").unwrap();
    }
    text + "    }\n  }\n"
}

/// A flip-flop with a clear and two outputs.
pub fn flip_flop(name: &str, clear: &str, strength: f64) -> String {
    let check = |kind: &str, values: &str| {
        format!(
            "timing () {{ related_pin : \"CK\"; timing_type : {kind}; rise_constraint (check) {{ values (\"{values}\"); }} \
             fall_constraint (check) {{ values (\"{values}\"); }} }}\n"
        )
    };
    let (setup, hold) = (check("setup_rising", "0.05, 0.08"), check("hold_rising", "0.01, -0.01"));
    let output = |name: &str, state: &str| {
        let tables = arc(0.12, 3.0 / strength);
        format!(
            "    pin ({name}) {{ direction : output; function : \"{state}\";\n      timing () {{ related_pin : \"CK\"; \
             timing_type : rising_edge;\n{tables}      }}\n    }}\n"
        )
    };
    let input = |name: &str, more: &str| {
        format!("    pin ({name}) {{ direction : input; capacitance : 0.002; {more} }}\n")
    };
    format!(
        "  cell ({name}) {{\n    area : 6.0; ff (IQ, IQN) {{ next_state : \"D\"; clocked_on : \"CK\"; clear : \"{clear}\"; }}\n{}{}{}{}{}  }}\n",
        input("RN", ""),
        input("CK", "clock : true;"),
        output("QN", "IQN"),
        input("D", &(setup + &hold)),
        output("Q", "IQ"),
    )
}

/// Cells that a design can be made of.
pub fn usable() -> Vec<String> {
    vec![
        gate("INV_1", "!A", &["A"], 1.0, ""),
        gate("INV_4", "!A", &["A"], 4.0, ""),
        gate("BUF_2", "A", &["A"], 2.0, ""),
        gate("BUF_8", "A", &["A"], 8.0, ""),
        gate("CLKBUF_8", "A", &["A"], 8.0, ""),
        gate("ND2_1", "!(A B)", &["A", "B"], 1.0, ""),
        gate("ND2_2", "!(A B)", &["A", "B"], 2.0, ""),
        gate("AO21_1", "A B + C", &["A", "B", "C"], 1.0, ""),
        flip_flop("DFFR_1", "!RN", 1.0),
        flip_flop("DFFR_2", "!RN", 2.0),
    ]
}
