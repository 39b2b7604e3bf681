//! No input makes the reader panic or hang.

use proptest::collection::vec;
use proptest::prelude::*;
use zeroslack_liberty::{Library, read};
use zeroslack_testing::config;

/// A library with something of everything.
const SAMPLE: &str = r#"library (l) { time_unit : "1ns"; capacitive_load_unit (1, pf); slew_derate_from_library : 0.5;
lu_table_template (t) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
  index_1 ("1, 2"); index_2 ("1, 2"); }
type (b) { bit_from : 1; bit_to : 0; } /* é */ operating_conditions (o) { voltage : 1; }
cell (c) { area : 1; pg_pin (V) { } ff (IQ, IQN) { clocked_on : "C"; next_state : "D"; clear : "!R"; }
  statetable ("C E", "M") { table : "L : - : \
    H"; }
  bus (A) { bus_type : b; direction : input; pin (A[1:0]) { capacitance : 0.1; } } bundle (B) { members (B0, B1); }
  pin (C, R) { direction : input; clock : true; internal_power () { rise_power (x) { values ("1"); } } }
  pin (Y) { direction : output; function : "(IQ & A[0])' | \"B0\" ^ 1"; three_state : "!C"; // comment
    timing () { related_pin : "A C"; when : "A[1]"; cell_rise (t) { values ("1, 2", \
      "3, 4"); } rise_transition (scalar) { values ("1.5e-3"); } ocv_sigma_cell_rise (scalar) { sigma_type : early;
      values (1); } } timing () { related_bus_pins : "A"; timing_type : clear; } } } }"#;

/// What holds for every library that is read, whatever the text.
fn check_whole(library: &Library) {
    for cell in &library.cells {
        for bus in &cell.buses {
            assert!(bus.pins.iter().all(|pin| (*pin as usize) < cell.pins.len()));
        }
        for timing in cell.pins.iter().flat_map(|pin| &pin.timings) {
            assert_eq!(timing.sense.is_none(), timing.timing_type.is_check());
            for name in &timing.related_pins {
                assert!(cell.pins.iter().any(|pin| pin.name == *name));
            }
            let tables =
                [&timing.delay, &timing.slew, &timing.constraint].map(|pair| [&pair.rise, &pair.fall]);
            let of_variation = timing.variation.iter().flat_map(|variation| variation.tables());
            let of_retaining = timing.retaining.iter().flat_map(|of| [&of.delay, &of.slew]);
            let of_retaining = of_retaining.flat_map(|pair| [&pair.rise, &pair.fall]).flatten();
            for table in tables.into_iter().flatten().flatten().chain(of_retaining).chain(of_variation) {
                let size: usize = table.axes.iter().map(|axis| axis.values.len()).product();
                assert_eq!(size, table.values.len());
                assert!(table.values.iter().all(|value| value.is_finite()));
                for axis in &table.axes {
                    assert!(axis.values.is_sorted_by(|low, high| low < high) && !axis.values.is_empty());
                    assert!(axis.values.iter().all(|value| value.is_finite()));
                }
            }
        }
    }
}

#[test]
fn the_sample_is_without_fault() {
    let (library, diagnostics) = read(SAMPLE);
    assert!(diagnostics.is_empty(), "{diagnostics}");
    check_whole(&library);
}

/// Pieces of a text between which a blank may stand, and whether they are outside of strings.
fn pieces(text: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let (mut start, mut in_string) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        if matches!(byte, b' ' | b'\n' | b'(' | b')' | b'{' | b'}' | b':' | b';' | b',' | b'"') {
            pieces.extend([(&text[start..at], !in_string), (&text[at..=at], !in_string)]);
            in_string ^= byte == b'"';
            start = at + 1;
        }
    }
    pieces.push((&text[start..], true));
    pieces
}

#[test]
fn lines_may_be_continued_wherever_a_blank_may_be() {
    let table = SAMPLE.find("  statetable").unwrap()..SAMPLE.find("  bus (A)").unwrap();
    let sample = [&SAMPLE[..table.start], &SAMPLE[table.end..]].concat();
    let sample = sample.replace("// comment\n", "").replace("\\\"B0\\\"", "B0").replace("A[1:0]", "A[1]");
    let expected = read(&sample).0;
    for continuation in ["\\\n", " \\\r\n ", "\\  \n\t"] {
        let pieces = pieces(&sample);
        for at in 0..=pieces.len() {
            // All of them at once, after one at each place by itself.
            let is_here = |piece| piece == at || at == pieces.len();
            let continued = pieces.iter().enumerate().map(|(piece, (text, is_outside))| {
                let is_cut = is_here(piece) && *is_outside && *text != "\"";
                if is_cut { format!("{text}{continuation}") } else { (*text).to_string() }
            });
            let continued: String = continued.collect();
            let (library, diagnostics) = read(&continued);
            assert!(diagnostics.is_empty() && library == expected, "{continued}\n{diagnostics}");
        }
    }
}

#[test]
fn a_file_cut_short_anywhere_is_an_error() {
    for end in (0..SAMPLE.len()).filter(|end| SAMPLE.is_char_boundary(*end)) {
        let (library, diagnostics) = read(&SAMPLE[..end]);
        assert!(diagnostics.has_errors(), "cut at {end}");
        check_whole(&library);
    }
}

#[test]
fn a_file_with_any_byte_missing_reads() {
    for at in (0..SAMPLE.len()).filter(|at| SAMPLE.is_char_boundary(*at) && SAMPLE.is_char_boundary(at + 1)) {
        check_whole(&read(&format!("{}{}", &SAMPLE[..at], &SAMPLE[at + 1..])).0);
    }
}

#[test]
fn deep_nesting_of_every_bracket() {
    for unit in [
        "{",
        "(",
        "\"",
        "a(){",
        "a (",
        "a{",
        "/*",
        "\\",
        "}",
        ")",
        "library(l){",
        "cell(c){",
        "pin(p){",
        "timing(){",
    ] {
        let (_, diagnostics) = read(&unit.repeat(10_000));
        assert!(diagnostics.has_errors(), "{unit}");
        check_whole(&read(&format!("library (l) {{ cell (c) {{ pin (p) {{ {}", unit.repeat(10_000))).0);
    }
}

#[test]
fn deep_expressions() {
    for (before, after) in [("(", ")"), ("!", ""), ("", "'"), ("A&", ""), ("(A|", ")"), ("!(", ")'")] {
        let (before, after) = (before.repeat(10_000), after.repeat(10_000));
        let body = format!(
            "pin (A) {{ }} pin (Y) {{ function : \"{before}A{after}\"; timing () {{ related_pin : A; }} }}"
        );
        check_whole(&read(&format!("library (l) {{ cell (c) {{ {body} }} }}")).0);
    }
}

/// Pieces of the language.
const TOKENS: [&str; 77] = [
    "library (l) {",
    "cell (c) {",
    "pin (A) {",
    "pin (Y, A[1:0]) {",
    "bus (A) {",
    "bundle (B) {",
    "timing () {",
    "cell_rise (t) {",
    "rise_constraint (scalar) {",
    "ocv_sigma_cell_fall (t) {",
    "retaining_rise (t) {",
    "retain_fall_slew (scalar) {",
    "ocv_std_dev_rise_constraint (scalar) {",
    "ocv_skewness_cell_rise (t) {",
    "sigma_type : late;",
    "type (b) {",
    "ff (IQ, IQN) {",
    "latch_bank (IQ, IQN, 2) {",
    "statetable (\"A B\", \"M\") {",
    "lu_table_template (t) {",
    "internal_power () {",
    "operating_conditions (o) {",
    "minimum_period () {",
    "}",
    "}",
    "}",
    "}",
    "{",
    "(",
    ")",
    ";",
    ":",
    ",",
    "\"",
    "\\",
    "\n",
    "/*",
    "*/",
    "//",
    "time_unit : \"1ns\";",
    "capacitive_load_unit (1, ff);",
    "bus_type : b;",
    "members (A, B0, B1);",
    "direction : output;",
    "direction : input",
    "function : \"A ^ B' (C + 1)\";",
    "function : A &",
    "related_pin : \"A B[1:0] Y\";",
    "related_bus_pins : \"A\";",
    "timing_type : setup_rising;",
    "timing_type : clear;",
    "timing_sense : positive_unate;",
    "when : \"A\";",
    "values (\"1, 2\");",
    "values (1)",
    "values (\"1\", \\\n \"2\")",
    "index_1 (\"1, 2\");",
    "index_2 (\"2, 1\");",
    "index_3 (\"1\");",
    "variable_1 : input_net_transition;",
    "variable_2 : total_output_net_capacitance;",
    "variable_3 : related_pin_transition;",
    "bit_from : 3;",
    "bit_to : -3;",
    "bit_width : 70000;",
    "downto : true;",
    "sigma_type : early;",
    "capacitance : 1e-3;",
    "area : 1",
    "A[2000000000:0]",
    "A[3:0]",
    "1.0e-3",
    "INF",
    "-",
    ".",
    "name",
    "é",
];

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn any_text(text in ".*") {
        check_whole(&read(&text).0);
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..300)) {
        check_whole(&read(&String::from_utf8_lossy(&bytes)).0);
    }

    #[test]
    fn any_tokens(tokens in vec(prop::sample::select(&TOKENS[..]), 0..60)) {
        check_whole(&read(&tokens.join(" ")).0);
    }

    #[test]
    fn any_tokens_inside_a_cell(tokens in vec(prop::sample::select(&TOKENS[..]), 0..60)) {
        check_whole(&read(&format!("library (l) {{ cell (c) {{ {}", tokens.join(" "))).0);
    }

    #[test]
    fn any_function(function in "[A-C01!'&*|+^() \\\\\"]{0,24}") {
        let body = format!("pin (A, B) {{ }} pin (Y) {{ function : \"{function}\"; timing () {{ related_pin : \"A B\"; }} }}");
        check_whole(&read(&format!("library (l) {{ cell (c) {{ {body} }} }}")).0);
    }

    #[test]
    fn the_sample_with_a_part_replaced(
        start in 0..SAMPLE.len(), length in 0_usize..20, token in prop::sample::select(&TOKENS[..]),
    ) {
        let start = SAMPLE.floor_char_boundary(start);
        let end = SAMPLE.floor_char_boundary((start + length).min(SAMPLE.len())).max(start);
        check_whole(&read(&format!("{}{token}{}", &SAMPLE[..start], &SAMPLE[end..])).0);
    }
}
