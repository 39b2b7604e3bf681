//! Whatever can be read can be linked or not, without a panic.

use proptest::prelude::*;
use zeroslack_netlist::{LinkOptions, Source, link};
use zeroslack_spef::Options;
use zeroslack_testing::config;

use crate::common::{CELLS, library};

const VERILOG: [&str; 44] = [
    "module",
    "endmodule",
    "input",
    "output",
    "inout",
    "wire",
    "supply0",
    "supply1",
    "assign",
    "m",
    "n",
    "INV",
    "RAM",
    "BOX",
    "a",
    "b",
    "A",
    "Y",
    "D",
    "Q",
    "CK",
    "\\a[0] ",
    "(",
    ")",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ".",
    "=",
    ":",
    "0",
    "1",
    "3",
    "1'b0",
    "4'hx",
    "{4{",
    "-2",
    "m",
    "t",
];

const SPEF: [&str; 40] = [
    "*NAME_MAP\n",
    "*1",
    "*2",
    "*3",
    "a",
    "b[1]",
    "\\a\\[0\\]",
    "u",
    "u/x",
    "\n",
    "\n",
    "\n",
    "*D_NET",
    "*R_NET",
    "*CONN\n",
    "*CAP\n",
    "*RES\n",
    "*END\n",
    "*END\n",
    "*I",
    "*P",
    "*N",
    "I",
    "O",
    "B",
    "u:A",
    "u/x:Y",
    "n",
    "n:1",
    "*1:2",
    "*2:A",
    "1",
    "2",
    "0.5",
    "1e9",
    "*DRIVER",
    "*C2_R1_C1 1 2 3\n",
    "*LOADS\n",
    "*RC",
    "*DIVIDER |\n",
];

fn link_text(text: &str) {
    let (design, _) = zeroslack_verilog::read(text);
    let source = Source { file: "noise.v", text, design };
    let (netlist, said) = link(&[source], library(CELLS), &LinkOptions::default());
    assert_eq!(netlist.is_none(), said.has_errors());
    if let Some(netlist) = netlist {
        netlist.write_verilog(&mut Vec::new()).unwrap();
    }
}

const DESIGN: &str = "module b (i, \\o[1] ); input [1:0] i; output \\o[1] ; RAM x (.CK(i[0]), .D({i, 2'b10})); INV y (i[1], \\o[1] ); endmodule
    module t (a, z); input [1:0] a; output z; supply0 g; b u [1:0] (a, {z, n}); assign z = g; BOX v (.P(a), .Q()); endmodule";

#[test]
fn a_file_cut_anywhere() {
    for end in 0..DESIGN.len() {
        link_text(&DESIGN[..end]);
    }
}

#[test]
fn a_file_without_any_byte() {
    for gap in 0..DESIGN.len() {
        link_text(&(DESIGN[..gap].to_string() + &DESIGN[gap + 1..]));
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn verilog_words_in_any_order(words in prop::collection::vec(prop::sample::select(&VERILOG[..]), 0..120)) {
        link_text(&words.join(" "));
        link_text(&format!("module t (a); input [3:0] a; {} endmodule", words.join(" ")));
    }

    #[test]
    fn spef_words_in_any_order(words in prop::collection::vec(prop::sample::select(&SPEF[..]), 0..200), is_instance in any::<bool>()) {
        let path = is_instance.then_some("u");
        let text = format!("*SPEF \"x\"\n*NAME_MAP\n*1 a\n*2 u\n*3 b\\[1\\]\n{}", words.join(" "));
        let (spef, _) = zeroslack_spef::read(&text, &Options::default());
        let mut netlist = crate::common::netlist(
            "module b (a); input a; INV x (.A(a), .Y(n)); endmodule module t (a, b); input a; input [1:0] b; b u (a); INV \\u:v (.A(n), .Y(b[1])); endmodule");
        netlist.read(&spef, path, &text);
        let mut out = Vec::new();
        netlist.parasitics.write_spef(&netlist, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let (spef, _) = zeroslack_spef::read(&text, &Options::default());
        // Without what is there, for of a net that crosses the boundary of a block a file may add a part.
        let mut copy = crate::common::Wired::from(netlist.netlist.clone());
        let said = copy.read(&spef, None, &text);
        // What one file for the whole design leaves out, the written one leaves out as well.
        let is_known = |id: &str| path.is_none() && id == "NET-028";
        prop_assert!(said.iter().all(|each| is_known(each.id)), "{}\n{}", said, text);
        crate::common::assert_same_parasitics(&netlist, &copy);
    }
}
