//! What is written reads back the same, bit for bit; real files read without a word.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_spef::{Header, Net, Nets, Options, Spef, read, write};
use zeroslack_testing::config;

use crate::shown::SMALL;

fn written(spef: &Spef<'_>) -> String {
    let mut out = Vec::new();
    write(spef, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Nets in one piece, in standard units, without their places in the text.
fn normal<'t>(spef: Spef<'t>) -> Spef<'t> {
    let mut all = Nets::default();
    for (nets, net) in spef.nets() {
        let take = |range: &std::ops::Range<u32>| range.start as usize..range.end as usize;
        let starts = [all.nodes.len(), all.resistors.len(), all.reduced.len()].map(|length| length as u32);
        all.nodes.extend_from_slice(&nets.nodes[take(&net.nodes)]);
        all.resistors.extend_from_slice(&nets.resistors[take(&net.resistors)]);
        all.reduced.extend_from_slice(&nets.reduced[take(&net.reduced)]);
        all.nets.push(Net {
            nodes: starts[0]..all.nodes.len() as u32,
            resistors: starts[1]..all.resistors.len() as u32,
            reduced: starts[2]..all.reduced.len() as u32,
            offset: 0,
            ..net.clone()
        });
    }
    let header = Header { time_unit: 1.0, capacitance_unit: 1.0, resistance_unit: 1.0, ..spef.header };
    Spef { header, pieces: vec![all], ..spef }
}

fn check_round_trip(text: &str) {
    let (spef, diagnostics) = read(text, &Options::default());
    assert!(!diagnostics.has_errors(), "{diagnostics}");
    let again = written(&spef);
    let (spef_again, diagnostics) = read(&again, &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert!(written(&spef_again) == again);
    assert!(normal(spef_again) == normal(spef));
}

#[test]
fn the_small_file() {
    check_round_trip(SMALL);
    let (spef, _) = read(SMALL, &Options::default());
    expect_test::expect![[r#"
        *SPEF "IEEE 1481-1998"
        *DESIGN "small"
        *DESIGN_FLOW "PIN_CAP NONE" "NAME_SCOPE LOCAL"
        *DIVIDER /
        *DELIMITER :
        *BUS_DELIMITER [ ]
        *T_UNIT 1 PS
        *C_UNIT 1 FF
        *R_UNIT 1 KOHM
        *L_UNIT 1 HENRY

        *NAME_MAP
        *1 clk
        *2 u1/a\[3\]
        *7 u2

        *PORTS
        *1 I
        out O

        *D_NET *1 1.5
        *CONN
        *P *1 I
        *I *2:A I
        *CAP
        1 *1 0.25
        2 *2:A 0.5
        3 *1:4 0.625
        *RES
        1 *1 *1:4 0.5
        2 *1:4 *2:A 2.0
        3 *1:4 *2:A 4.0
        *END

        *R_NET n2 2.0
        *DRIVER u1:Z
        *CELL nand2
        *C2_R1_C1 1.0 2.0 3.0
        *LOADS
        *RC u3:A 4.0
        *RC u4:A 5.0
        *END
    "#]]
    .assert_eq(&written(&spef));
}

#[test]
fn odd_orders_and_values() {
    check_round_trip(
        "*DELIMITER |\n*BUS_DELIMITER <\n*C_UNIT 1 FF\n*R_UNIT 3 OHM\n*D_NET a 1e-30\n*RES\n1 a|1 a|2 1.17549435e-38\n*CONN\n\
         *I u|A I\n*P p B\n*CAP\n1 u|A 9.9999998e7\n2 a|3 0\n3 a|2 1e-45\n4 a|2 0.1\n*END\n*D_NET b 0.3333333333\n*END",
    );
}

#[test]
fn the_f32_whose_shortest_form_was_rounded_twice() {
    check_round_trip("*C_UNIT 1 FF\n*D_NET a 7.0385307e-26\n*END");
    let text = "*C_UNIT 1 FF\n*D_NET a 7.038530691851209e-26\n*END";
    let bits = |text| read(text, &Options::default()).0.pieces[0].nets[0].total_capacitance.to_bits();
    assert_eq!(bits(text), 0x15ae_43fd);
    assert_eq!(bits(&written(&read(text, &Options::default()).0)), 0x15ae_43fd);
}

/// The shared data's SPEF files; none where there is no shared data.
fn real_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    if let Some(shared) = zeroslack_testing::shared() {
        for folder in ["data", "sdc_cases"] {
            collect(&shared.join(folder), &mut files);
        }
    }
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.to_string_lossy().contains(".spef") {
            files.push(path);
        }
    }
}

#[test]
fn real_files_read_without_a_word_and_round_trip() {
    for file in real_files() {
        let bytes = std::fs::read(&file).unwrap();
        let mut diagnostics = Diagnostics::new();
        let text = zeroslack_input::text(&bytes, &mut diagnostics).unwrap();
        let (spef, found) = read(&text, &Options::default());
        diagnostics.append(found);
        assert!(diagnostics.is_empty(), "{}: {diagnostics}", file.display());
        let count = text.lines().filter(|line| line.starts_with("*D_NET ")).count();
        assert_eq!(spef.nets().count(), count, "{}", file.display());
        check_round_trip(&text);
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let mut text = String::from("*NAME_MAP\n*1 one\n");
    for net in 0..100_000 {
        text.push_str(&format!("*D_NET n{net} 1\n*CAP\n1 n{net}:1 0.{net}\n2 n{net}:1 *{}:1 0.1\n", net % 2));
        // Some nets have no end, some values are bad.
        text.push_str(if net % 30_000 == 7 { "3 n 1e\n" } else { "*END\n" });
    }
    let read_on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (spef, diagnostics) = pool.install(|| read(&text, &Options::default()));
        (spef, diagnostics.to_string())
    };
    let one = read_on(1);
    assert!(one.0.pieces.len() > 3 && !one.1.is_empty());
    for threads in [2, 3, 8] {
        assert!(read_on(threads) == one);
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// Written values are those that were read, to the bit, whatever unit the file has.
    #[test]
    fn values_in_every_unit_come_back(
        units in (0_usize..6, 0_usize..5, 0_usize..3),
        values in prop::collection::vec((0_u64..10_000_000_000, -24_i32..-12), 3..9),
    ) {
        let time = ["1 S", "1 MS", "7 US", "1 NS", "3 PS", "1 FS"][units.0];
        let capacitance = ["1 F", "1 UF", "1 NF", "0.3 PF", "1 FF"][units.1];
        let resistance = ["7 OHM", "1 KOHM", "1 MOHM"][units.2];
        let text: Vec<String> = values.iter().map(|(digits, power)| format!("{digits}e{power}")).collect();
        let mut net = format!("*T_UNIT {time}\n*C_UNIT {capacitance}\n*R_UNIT {resistance}\n*D_NET n {}\n*CAP\n", text[0]);
        for (number, value) in text.iter().enumerate() {
            net.push_str(&format!("{number} n:{number} {value}\n"));
        }
        net.push_str(&format!("*RES\n1 n:0 n:1 {}\n2 n:1 n:2 {}\n*END\n", text[1], text[2]));
        let reduced = "*R_NET r 1\n*DRIVER u:Y\n*C2_R1_C1 ";
        net.push_str(&format!("{reduced}{} {} {}\n*LOADS\n*RC v:A {}\n*END\n", text[0], text[1], text[2], text[0]));
        let (spef, _) = read(&net, &Options::default());
        let again = written(&spef);
        prop_assert!(normal(read(&again, &Options::default()).0) == normal(spef), "{}", again);
    }
}
