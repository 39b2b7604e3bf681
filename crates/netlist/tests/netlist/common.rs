//! Helpers shared by the tests.

use std::fmt::Write;
use std::ops::Deref;
use std::sync::Arc;

use expect_test::Expect;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{
    CellLibrary, EditError, Editor, LinkOptions, NetId, Netlist, Parasitics, Source, link,
};
use zeroslack_spef::{Options, Spef};

/// A few cells, one of them with buses in both directions, one with power pins, one that can float.
pub const CELLS: &str = r#"library (cells) {
  type (up) { base_type : array; data_type : bit; bit_width : 2; bit_from : 0; bit_to : 1; downto : false; }
  type (down) { base_type : array; data_type : bit; bit_width : 4; bit_from : 3; bit_to : 0; downto : true; }
  cell (INV) { pg_pin (VDD) { } pg_pin (VSS) { }
    pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } }
  cell (AND) { pin (A) { direction : input; } pin (B) { direction : input; }
    pin (Y) { direction : output; function : "A B"; } }
  cell (FLOP) { pin (CK) { direction : input; } pin (D) { direction : input; }
    pin (Q) { direction : output; } pin (QN) { direction : output; } }
  cell (TRI) { pin (A) { direction : input; } pin (EN) { direction : input; }
    pin (Y) { direction : output; function : "A"; three_state : "!EN"; } }
  cell (RAM) { pin (CK) { direction : input; }
    bus (D) { bus_type : down; direction : input; } bus (U) { bus_type : up; direction : input; }
    bus (Q) { bus_type : down; direction : output; } }
}"#;

pub fn library(text: &str) -> CellLibrary {
    let (library, said) = zeroslack_liberty::read(text);
    assert!(!said.has_errors(), "{said}");
    CellLibrary::new(Vec::new(), vec![Arc::new(library)]).0
}

/// Links one file to [`CELLS`].
pub fn linked(text: &str) -> (Option<Netlist>, Diagnostics) {
    linked_with(&[text], library(CELLS), &LinkOptions::default())
}

/// Links files that are called `1.v`, `2.v` and so on.
pub fn linked_with(
    texts: &[&str],
    library: CellLibrary,
    options: &LinkOptions,
) -> (Option<Netlist>, Diagnostics) {
    let names: Vec<String> = (1..=texts.len()).map(|number| format!("{number}.v")).collect();
    let mut sources = Vec::new();
    for (file, text) in names.iter().zip(texts) {
        let (design, said) = zeroslack_verilog::read(text);
        assert!(!said.has_errors(), "{said}");
        sources.push(Source { file, text, design });
    }
    link(&sources, library, options)
}

/// A netlist and the parasitics of its nets.
#[derive(Clone, Debug)]
pub struct Wired {
    pub netlist: Netlist,
    pub parasitics: Parasitics,
}

impl From<Netlist> for Wired {
    fn from(netlist: Netlist) -> Self {
        Self { netlist, parasitics: Parasitics::default() }
    }
}

impl Deref for Wired {
    type Target = Netlist;

    fn deref(&self) -> &Netlist {
        &self.netlist
    }
}

impl Wired {
    pub fn read(&mut self, spef: &Spef<'_>, path: Option<&str>, text: &str) -> Diagnostics {
        self.parasitics.read(&self.netlist, spef, path, text)
    }

    /// Makes edits, which the parasitics follow.
    #[track_caller]
    pub fn edit<T>(&mut self, edits: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>) -> T {
        edits(&mut Editor::new(&mut self.netlist, [&mut self.parasitics])).unwrap()
    }
}

/// Links what must link, whatever the warnings.
#[track_caller]
pub fn netlist(text: &str) -> Wired {
    let (netlist, said) = linked(text);
    netlist.unwrap_or_else(|| panic!("{said}")).into()
}

/// Reads a SPEF file that has no errors in itself. The lines of a header are put before it.
#[track_caller]
pub fn read_spef(netlist: &mut Wired, path: Option<&str>, text: &str) -> Diagnostics {
    let text = format!("*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n{text}");
    let (spef, said) = zeroslack_spef::read(&text, &Options::default());
    assert!(!said.has_errors(), "{said}");
    netlist.read(&spef, path, &text)
}

/// Each diagnostic, with the part of the input that it marks.
pub fn shown_diagnostics(said: &Diagnostics) -> String {
    let mut shown = String::new();
    for diagnostic in said {
        let mark =
            diagnostic.place.as_ref().map(|place| format!(" <<{}>>", &place.excerpt[place.mark.clone()]));
        writeln!(shown, "{diagnostic}{}", mark.unwrap_or_default()).unwrap();
    }
    for (id, count) in said.left_out() {
        writeln!(shown, "{id}: {count} more").unwrap();
    }
    shown
}

/// Checks what a file links to: each net with its pins, drivers marked with `*`, then cells, then diagnostics.
#[track_caller]
pub fn check(text: &str, expected: Expect) {
    let (netlist, said) = linked(text);
    expected.assert_eq(&(netlist.as_ref().map_or(String::new(), shown) + &shown_diagnostics(&said)));
}

pub fn shown(netlist: &Netlist) -> String {
    let mut shown = String::new();
    for net in netlist.nets() {
        let pins = netlist.net_pins(net);
        if pins.is_empty() && Netlist::CONSTANTS.contains(&net) {
            continue;
        }
        let mark = |pin| if netlist.is_driver(pin) { "*" } else { "" };
        let pins: Vec<_> = pins.iter().map(|&pin| mark(pin).to_string() + &netlist.pin_name(pin)).collect();
        writeln!(shown, "{}: {}", netlist.net_name(net), pins.join(" ")).unwrap();
    }
    let open: Vec<_> = netlist.pins().filter(|&pin| netlist.pin_net(pin).is_none()).collect();
    if !open.is_empty() {
        let open: Vec<_> = open.into_iter().map(|pin| netlist.pin_name(pin)).collect();
        writeln!(shown, "not connected: {}", open.join(" ")).unwrap();
    }
    shown
}

/// The network of a net: its nodes (pin or number, fF), then its resistors.
pub fn shown_rc(netlist: &Wired, net: &str) -> String {
    let net = netlist.find_net(net).expect("the net is there");
    let Some(rc) = netlist.parasitics.net(net) else { return "none".to_string() };
    let name = |node: usize| rc.pin(node).map_or_else(|| node.to_string(), |pin| netlist.pin_name(pin));
    let nodes = rc.capacitance.iter().enumerate().map(|(node, value)| format!("{}={value}", name(node)));
    let resistors = rc.resistors.iter();
    let resistors = resistors
        .map(|each| format!("{}-{}={}", name(each.low as usize), name(each.high as usize), each.resistance));
    let [nodes, resistors] = [nodes.collect::<Vec<_>>().join(" "), resistors.collect::<Vec<_>>().join(" ")];
    format!("{nodes} | {resistors}")
}

/// Panics unless both have the same networks, bit for bit.
#[track_caller]
pub fn assert_same_parasitics(a: &Wired, b: &Wired) {
    for net in a.nets() {
        let bits = |netlist: &Wired, net: NetId| {
            netlist.parasitics.net(net).map(|rc| {
                let nodes = rc.capacitance.iter().enumerate();
                let nodes: Vec<_> = nodes.map(|(node, value)| (rc.pin(node), value.to_bits())).collect();
                let resistors = rc.resistors.iter();
                let resistors: Vec<_> =
                    resistors.map(|each| (each.low, each.high, each.resistance.to_bits())).collect();
                (nodes, resistors)
            })
        };
        assert_eq!(bits(a, net), bits(b, net), "net '{}'", a.net_name(net));
        let [ours, theirs] =
            [a, b].map(|netlist| netlist.parasitics.left_out_pins(netlist, net).collect::<Vec<_>>());
        assert_eq!(ours, theirs, "pins left out of net '{}'", a.net_name(net));
    }
}

/// Panics unless both have the same ports, cells, pins and nets under the same ids.
#[track_caller]
pub fn assert_same_netlist(a: &Netlist, b: &Netlist) {
    assert_eq!(a.name(), b.name());
    assert_eq!(a.ports(), b.ports());
    assert_eq!(
        (a.cell_count(), a.pin_count(), a.net_count()),
        (b.cell_count(), b.pin_count(), b.net_count()),
        "cells, pins, nets"
    );
    for cell in a.cells() {
        assert_eq!(a.cell_name(cell), b.cell_name(cell));
        let [one, other] = [a, b].map(|netlist| netlist.master(cell));
        assert_eq!((&one.name, &one.pins, &one.buses), (&other.name, &other.pins, &other.buses));
    }
    for pin in a.pins() {
        assert_eq!(a.pin_net(pin), b.pin_net(pin), "pin '{}'", a.pin_name(pin));
    }
    for net in a.nets() {
        assert_eq!(a.net_name(net), b.net_name(net));
        assert_eq!(a.net_pins(net), b.net_pins(net));
    }
}

pub fn written_verilog(netlist: &Netlist) -> String {
    let mut out = Vec::new();
    netlist.write_verilog(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

pub fn written_spef(netlist: &Wired) -> String {
    let mut out = Vec::new();
    netlist.parasitics.write_spef(netlist, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Panics unless what is written reads back the same: the netlist, and its parasitics on it and on a copy of the original.
/// Returns the netlist read back.
#[track_caller]
pub fn assert_round_trip(netlist: &Wired, library: &CellLibrary) -> Wired {
    let text = written_verilog(netlist);
    let (design, said) = zeroslack_verilog::read(&text);
    assert!(said.is_empty(), "{said}");
    let source = Source { file: "written.v", text: &text, design };
    let (again, said) = link(&[source], library.clone(), &LinkOptions::default());
    let mut again: Wired = again.unwrap_or_else(|| panic!("{said}\n{text}")).into();
    let text = written_spef(netlist);
    let (spef, said) = zeroslack_spef::read(&text, &Options::default());
    assert!(!said.has_errors(), "{said}\n{text}");
    assert!(said.iter().all(|each| each.id == "SPEF-023"), "{said}\n{text}");
    for copy in [&mut again, &mut netlist.clone()] {
        let said = copy.read(&spef, None, &text);
        assert!(said.iter().all(|each| each.id == "NET-028"), "{said}\n{text}");
        assert_same_parasitics(netlist, copy);
    }
    assert_same_netlist(netlist, &again);
    again
}
