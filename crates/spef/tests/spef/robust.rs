//! Bad input: no panic, no hang, no lost memory.

use proptest::prelude::*;
use zeroslack_spef::{Options, read, write};
use zeroslack_testing::{Noise, config};

use crate::shown::SMALL;

/// Reads, and writes what was read.
fn survive(text: &str) {
    let (spef, diagnostics) = read(text, &Options::default());
    let mut out = Vec::new();
    write(&spef, &mut out).unwrap();
    drop((out, diagnostics.to_string()));
}

#[test]
fn a_file_cut_anywhere() {
    for end in 0..SMALL.len() {
        survive(&SMALL[..end]);
        survive(&SMALL[end..]);
    }
}

#[test]
fn a_file_with_a_byte_replaced_anywhere() {
    for at in 0..SMALL.len() {
        for byte in ["\0", "\n", " ", "*", "/", "\"", ":", "\\", "-", "9", "é"] {
            survive(&format!("{}{byte}{}", &SMALL[..at], &SMALL[at + 1..]));
        }
    }
}

#[test]
fn a_net_with_many_nodes_takes_time_in_proportion() {
    let mut text = String::from("*C_UNIT 1 PF\n*NAME_MAP\n*1 n\n*D_NET n 1\n*CAP\n");
    for node in 0..300_000 {
        text.push_str(&format!("1 n:{node} 1\n2 *1:{node} 1\n3 u{node}:A n:{node} 1\n"));
    }
    text.push_str("*END\n*D_NET n 1\n*END\n");
    let (spef, diagnostics) = read(&text, &Options::default());
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(spef.pieces[0].nodes.len(), 300_000);
    assert!(spef.pieces[0].nodes.iter().all(|node| node.capacitance == 3000.0));
}

#[test]
fn only_errors() {
    survive(&"*D_NET\n".repeat(300_000));
    survive(&"/* ".repeat(300_000));
    survive(&"*D_NET a 1\n*RES\n1 a b\n".repeat(100_000));
    survive(&"*NAME_MAP ".repeat(100_000));
}

const WORDS: &[&str] = &[
    "*SPEF",
    "*DESIGN",
    "\"x\"",
    "\"",
    "*DIVIDER",
    "*DELIMITER",
    "*BUS_DELIMITER",
    "*T_UNIT",
    "*C_UNIT",
    "1",
    "PF",
    "*NAME_MAP",
    "*1",
    "*2",
    "n",
    "*PORTS",
    "I",
    "O",
    "*D_NET",
    "*R_NET",
    "*D_PNET",
    "*CONN",
    "*I",
    "*P",
    "*N",
    "*C",
    "*D",
    "*CAP",
    "*RES",
    "*INDUC",
    "*END",
    "*V",
    "*1:3",
    "n:3",
    "u:A",
    "*2:A",
    "0.5",
    "-1",
    "1:2:3",
    "*DRIVER",
    "*CELL",
    "*C2_R1_C1",
    "*LOADS",
    "*RC",
    "*Q",
    "\n",
    "\n",
    "\n",
    "//",
    "/*",
    "*/",
    "\\",
    "é",
    "1e999",
    "nan",
    ":",
    "*",
];

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_text(text in ".{0,200}") {
        survive(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn word_soup(words in prop::collection::vec(prop::sample::select(WORDS), 0..120)) {
        survive(&words.join(" "));
    }

    #[test]
    fn word_soup_in_a_net(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        survive(&format!("*NAME_MAP\n*1 n\n*2 u\n*D_NET n 1\n*CONN\n*I u:A I\n*CAP\n{}\n*END", words.join(" ")));
    }
}

/// A long name map is read in pieces: with comments and wrong entries in it, on any number of threads, it is what one thread reads.
#[test]
fn long_name_maps_are_the_same_on_any_number_of_threads() {
    let mut noise = Noise(1);
    for round in 0..6 {
        let mut text = String::from("*SPEF \"IEEE 1481-1998\"\n*DIVIDER /\n*DELIMITER :\n*NAME_MAP\n");
        for index in 0..200_000 {
            let odd = if round == 0 { 1 } else { noise.below(30_000) };
            match odd {
                0 => text += "/* from here\n*7 on\n",
                2 => text += "to here */\n",
                3 => text += "// *8 h\n",
                4 => text += "*9\n",
                5 => text += "*7 twice\n",
                6 if round == 5 => text += "*NAME_MAP\n",
                7 => text += "*10 ",
                _ => {}
            }
            text += &format!("*{} core/u_{index}\n", index + u64::from(odd == 8));
        }
        text += "*D_NET *1 0.1\n*CONN\n*I *2:A I\n*CAP\n1 *1:1 0.1\n*END\n";
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| read(&text, &Options::default()))
        };
        let (alone, said) = on(1);
        assert!(alone.names.entries.len() > 1000);
        for threads in [2, 3, 8] {
            let (together, said_together) = on(threads);
            assert!(together == alone, "round {round}, {threads} threads");
            assert_eq!(said_together.to_string(), said.to_string(), "round {round}, {threads} threads");
        }
    }
}
