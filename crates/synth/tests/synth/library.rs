//! Designs of a library that is given.

use std::collections::BTreeSet;

use crate::common::cells::{flip_flop, gate, library, usable};
use crate::common::{Texts, silent, time};
use proptest::prelude::*;
use zeroslack_synth::{Design, Library, LibraryError, Options, Split};
use zeroslack_testing::config;
use zeroslack_timing::EndpointSlack;

fn read(text: &str) -> Vec<zeroslack_liberty::Library> {
    let (library, said) = zeroslack_liberty::read(text);
    silent(&said);
    vec![library]
}

fn given(text: &str) -> Result<Library, LibraryError> {
    Library::new(&[], &read(text))
}

fn design(cells: &[String], options: Options) -> (Design, Texts) {
    let text = library(cells);
    let design = Design::with_library(options, given(&text).unwrap()).unwrap();
    let texts = Texts::of_given(&design, text.clone(), text);
    (design, texts)
}

/// Which library cells a netlist is made of.
fn used(texts: &Texts) -> BTreeSet<&str> {
    let cells = texts.verilog.lines().filter(|line| line.contains(" ( ."));
    cells.filter_map(|line| line.split(' ').next()).collect()
}

/// The share of endpoints that fail setup.
fn failing(slacks: &[EndpointSlack]) -> f64 {
    let late = || slacks.iter().filter(|slack| slack.kind.split() == zeroslack_units::Split::Late);
    late().filter(|slack| slack.slack < 0).count() as f64 / late().count() as f64
}

#[test]
fn it_reads_back_without_a_word_and_fails_where_it_should() {
    let (design, texts) = design(&usable(), Options::new(10_000));
    let (wired, counts) = (texts.netlist(), design.counts());
    let netlist = &wired.0;
    assert_eq!((netlist.cell_count(), netlist.pin_count()), (counts.gates, counts.pins));
    assert!(counts.gates.abs_diff(10_000) <= 100, "{counts:?}");
    let (graph, slacks) = time(&wired, &texts.sdc_constraints(netlist));
    assert!(graph.pins().cuts().is_empty());
    let share = failing(&slacks);
    assert!((0.045..0.055).contains(&share), "{share} fail setup, not 0.05");
    let (_, of_timing) = time(&wired, &texts.timing_constraints(netlist));
    let key = |slack: &EndpointSlack| (slack.endpoint, slack.kind, slack.transition, slack.slack);
    assert!(slacks.iter().map(key).eq(of_timing.iter().map(key)), "ns and pF in .sdc, ps and fF in .timing");
}

#[test]
fn the_period_follows_the_wanted_share() {
    for wanted in [0.01, 0.3] {
        let (_, texts) = design(&usable(), Options { failing: wanted, ..Options::new(10_000) });
        let wired = texts.netlist();
        let netlist = &wired.0;
        let share = failing(&time(&wired, &texts.sdc_constraints(netlist)).1);
        assert!((share - wanted).abs() < 0.05 * wanted + 0.003, "{share} fail setup, not {wanted}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let texts = |seed| design(&usable(), Options { seed, ..Options::new(1000) }).1;
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1).verilog, texts(2).verilog);
}

#[test]
fn all_strengths_are_used_and_clears_are_tied() {
    let (_, texts) = design(&usable(), Options::new(5000));
    let all =
        ["AO21_1", "BUF_2", "BUF_8", "CLKBUF_8", "DFFR_1", "DFFR_2", "INV_1", "INV_4", "ND2_1", "ND2_2"];
    assert_eq!(used(&texts), BTreeSet::from(all));
    let flip_flop = texts.verilog.lines().find(|line| line.starts_with("DFFR")).unwrap();
    assert!(
        flip_flop.contains(".RN(1'b1)") && flip_flop.contains(" .Q(") && !flip_flop.contains(".QN("),
        "{flip_flop}"
    );
    let clock_buffers = texts.verilog.lines().filter(|line| line.starts_with("CLKBUF_8 c"));
    assert!(clock_buffers.count() > 10);
}

#[test]
fn no_cell_drives_more_than_it_may() {
    let cells = usable()
        .into_iter()
        .map(|cell| cell.replace("max_capacitance : 0.10", "max_capacitance : 0.0001"))
        .collect::<Vec<_>>();
    let (_, texts) = design(&cells, Options::new(2000));
    let used = used(&texts);
    assert!(!used.contains("INV_1") && !used.contains("ND2_1"), "a stronger one may: {used:?}");
    assert!(used.contains("AO21_1"), "there is no stronger one: {used:?}");
}

#[test]
fn a_plainer_flip_flop_is_preferred() {
    let plain = flip_flop("DFF_1", "!RN", 1.0).replace("clear : \"!RN\";", "");
    let plain = plain.replace("    pin (RN) { direction : input; capacitance : 0.002;  }\n", "");
    let (_, texts) = design(&[usable(), vec![plain]].concat(), Options::new(500));
    assert!(used(&texts).contains("DFF_1") && !texts.verilog.contains("DFFR"));
}

#[test]
fn a_clear_that_is_high_is_tied_low() {
    let mut cells = usable();
    cells.truncate(8);
    cells.push(flip_flop("DFFC", "RN", 1.0));
    let (_, texts) = design(&cells, Options::new(500));
    assert!(texts.verilog.contains(".RN(1'b0)"), "a clear at high is off at low");
}

#[test]
fn odd_cells_are_left_out() {
    let latch = flip_flop("LATCH", "!RN", 1.0).replace("ff (", "latch (").replace("next_state", "data_in");
    let latch = latch.replace("clocked_on", "enable");
    let odd = [
        gate("INV_DONT", "!A", &["A"], 2.0, "dont_use : true;"),
        gate("PAD", "!A", &["A"], 2.0, "pad_cell : true;"),
        gate("MACRO", "!(A B)", &["A", "B"], 4.0, "is_macro_cell : true;"),
        gate("TRI", "A", &["A"], 4.0, "").replace("function", "three_state : \"A\"; function"),
        gate("SHIFT", "!A", &["A"], 2.0, "pg_pin (VDDL) { pg_type : primary_power; voltage_name : VDDL; }"),
        gate("ND5", "!(A B C D E)", &["A", "B", "C", "D", "E"], 1.0, ""),
        gate("NO_ARC", "A B C", &["A", "B", "C"], 1.0, "")
            .replace("related_pin : \"B\"", "related_pin : \"A\""),
        gate("SLOW", "A", &["A"], 2.0, "").replace("cell_rise (delay)", "cell_rise (late)"),
        gate("HALF", "A^B", &["A", "B"], 1.0, "")
            .replace("    pin (Y)", "    pin (Z) { direction : output; }\n    pin (Y)"),
        gate("a-b", "A + B", &["A", "B"], 1.0, ""),
        latch,
    ];
    // A table of its own that starts late.
    let late = "  lu_table_template (late) { variable_1 : input_net_transition; index_1 (\"0.01\"); }\n";
    let odd = odd.map(|cell| match cell.split_once("cell_rise (late) { values (") {
        Some((before, after)) => {
            let rest = after.split_once("); }").unwrap().1;
            format!("{before}cell_rise (late) {{ values (\"9.0\"); }}{rest}")
        }
        None => cell,
    });
    let cells = [vec![late.to_string()], usable(), odd.to_vec()].concat();
    let (_, texts) = design(&cells, Options::new(5000));
    assert_eq!(used(&texts).len(), usable().len(), "{:?}", used(&texts));
}

#[test]
fn what_is_missing_is_said() {
    let without = |name: &str| {
        let cells: Vec<String> = usable().into_iter().filter(|cell| !cell.contains(name)).collect();
        given(&library(&cells)).map(drop).unwrap_err().to_string()
    };
    for (name, says) in [
        ("(DFFR", "no flip-flop that can be used; expected one with a rising clock, "),
        ("(INV", "no inverter that can be used; expected "),
        ("BUF", "no buffer that can be used; expected "),
        ("(ND2", "no gate of two inputs that can be used; expected "),
    ] {
        let said = without(name);
        assert!(said.starts_with(says), "{name}: {said}");
    }
    assert!(Library::new(&[], &[]).is_err());
}

#[test]
fn a_cell_is_used_if_both_splits_can_use_it() {
    let mut early = usable();
    early[1] = gate("INV_4", "!A", &["A"], 4.0, "dont_use : true;");
    let (early, late) = (library(&early), library(&usable()));
    let library = Library::new(&read(&early), &read(&late)).unwrap();
    let design = Design::with_library(Options::new(2000), library).unwrap();
    let texts = Texts::of_given(&design, early, late);
    assert!(used(&texts).contains("INV_1") && !used(&texts).contains("INV_4"));
}

#[test]
fn each_split_is_timed_by_its_own_library() {
    let late = library(&usable());
    // Loads count for less.
    let early = late.replace("\"0.001, 0.02, 0.2\"", "\"0.0011, 0.022, 0.22\"");
    let library = Library::new(&read(&early), &read(&late)).unwrap();
    let design = Design::with_library(Options { failing: 0.1, ..Options::new(10_000) }, library).unwrap();
    let texts = Texts::of_given(&design, early, late);
    let wired = texts.netlist();
    let netlist = &wired.0;
    let share = failing(&time(&wired, &texts.sdc_constraints(netlist)).1);
    assert!((0.09..0.11).contains(&share), "{share} fail setup, not 0.1");
}

#[test]
fn several_files_form_one_library() {
    let cells = usable();
    let parts = [read(&library(&cells[..5])), read(&library(&cells[5..]))].concat();
    let one = Design::with_library(Options::new(500), Library::new(&[], &parts).unwrap()).unwrap();
    let (_, texts) = design(&cells, Options::new(500));
    let mut verilog = Vec::new();
    one.write_verilog(&mut verilog).unwrap();
    assert_eq!(String::from_utf8(verilog).unwrap(), texts.verilog);
    let error = one.write_liberty(Split::Late, &mut Vec::new()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
}

/// The built-in library, read from what is written of it.
#[test]
fn the_built_in_library_is_one_that_can_be_given() {
    let own = Texts::new(&Options::new(5000));
    let library = Library::new(&read(&own.early), &read(&own.late)).unwrap();
    let design = Design::with_library(Options::new(5000), library).unwrap();
    let texts = Texts::of_given(&design, own.early.clone(), own.late.clone());
    let wired = texts.netlist();
    let netlist = &wired.0;
    assert_eq!(netlist.pin_count(), design.counts().pins);
    let share = failing(&time(&wired, &texts.timing_constraints(netlist)).1);
    assert!((0.04..0.06).contains(&share), "{share} fail setup, not 0.05");
    let functions = |texts: &Texts| -> BTreeSet<String> {
        used(texts).iter().map(|cell| cell.split_once("_X").unwrap().0.to_string()).collect()
    };
    assert_eq!(functions(&texts), functions(&own));
}

proptest! {
    #![proptest_config(config(200))]
    /// Whatever a library is like, it is refused or a design comes out.
    #[test]
    fn no_library_is_too_odd(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 1_usize..40), 0..6),
        (from, to) in prop::sample::select(vec![
            ("0.0", "-0.0"), ("0.02", "1e30"), ("0.1", "0"), ("values", "value"), ("IQ", "Q"), ("!A", "A"), ("0.00", "1e-30"),
            ("capacitance", "fanout"), ("rise", "fall"), ("related_pin : \"A\"", "related_pin : \"B\""), ("area", "arena"),
        ]),
        times in 1_usize..50,
    ) {
        let mut text = library(&usable()).replacen(from, to, times);
        for (at, length) in cuts {
            let start = at.index(text.len());
            text.replace_range(start..(start + length).min(text.len()), "");
        }
        let (library, _) = zeroslack_liberty::read(&text);
        if let Ok(library) = Library::new(&[], &[library]) {
            let design = Design::with_library(Options::new(300), library).unwrap();
            let texts = Texts::of_given(&design, String::new(), String::new());
            prop_assert!(design.periods()[0] > 0 && !texts.sdc.contains("NaN"));
        }
    }
}
