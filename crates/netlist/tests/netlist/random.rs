//! Random hierarchies with random parasitics.

use std::fmt::Write;

use proptest::prelude::*;
use zeroslack_netlist::Netlist;
use zeroslack_testing::config;

use crate::common::{CELLS, Wired, assert_round_trip, library, linked, read_spef};

/// Repeatable choices.
pub struct Choices(pub u64);

impl Choices {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Scalars and 4-bit buses that every module has, ports or not.
const SCALARS: [&str; 6] = ["s0", "\\s[1] ", "s2", "\\s/3 ", "s4", "\\5:s "];
const BUSES: [&str; 3] = ["b0", "\\b.1 ", "b2"];
/// Cells with their ports and widths; 0 is for any width.
const PORTS: [(&str, &[(&str, usize)]); 6] = [
    ("INV", &[("A", 1), ("Y", 1), ("VDD", 1)]),
    ("AND", &[("A", 1), ("B", 1), ("Y", 1)]),
    ("FLOP", &[("CK", 1), ("D", 1), ("Q", 1), ("QN", 1)]),
    ("RAM", &[("CK", 1), ("D", 4), ("U", 2), ("Q", 4)]),
    ("BOX", &[("P", 1), ("\\Q[0] ", 1), ("R", 3)]),
    ("\\BOX/2 ", &[("1", 0)]),
];

struct Maker {
    choices: Choices,
    text: String,
}

impl Maker {
    fn bit(&mut self) -> String {
        match self.choices.below(8) {
            0 => self.choices.pick(&["1'b0", "1'b1"]).to_string(),
            1..4 => format!("{}[{}]", self.choices.pick(&BUSES), self.choices.below(4)),
            _ => self.choices.pick(&SCALARS).to_string(),
        }
    }

    fn value(&mut self, width: usize) -> String {
        let width = if width == 0 { 1 + self.choices.below(4) } else { width };
        match self.choices.below(4) {
            0 if width == 4 => self.choices.pick(&BUSES).to_string(),
            1 if width == 2 => self.choices.pick(&["b0[2:1]", "{b2[2], b2[1]}"]).to_string(),
            2 if width == 1 => String::new(),
            _ if width == 1 => self.bit(),
            _ => format!("{{{}}}", (0..width).map(|_| self.bit()).collect::<Vec<_>>().join(", ")),
        }
    }

    /// An assignment, whose sides may be anything of the same width.
    fn assign(&mut self) {
        let width = 1 + self.choices.below(3);
        let target = if width == 1 {
            self.choices.pick(&SCALARS).to_string()
        } else {
            format!("{{{}}}", (0..width).map(|_| self.choices.pick(&SCALARS)).collect::<Vec<_>>().join(", "))
        };
        let value = (0..width).map(|_| self.bit()).collect::<Vec<_>>().join(", ");
        writeln!(self.text, "  assign {target} = {{{value}}};").unwrap();
    }

    fn instance(&mut self, number: usize, cell: &str, ports: &[(&str, usize)]) {
        let name = self.choices.pick(&["u", "\\v/w", "\\x[0]", "\\y:"]);
        let array = if self.choices.one_in(6) { "[1:0] " } else { "" };
        let times = if array.is_empty() { 1 } else { 2 };
        write!(self.text, "  {cell} {name}{number} {array}(").unwrap();
        let is_ordered = cell.starts_with("\\BOX") || cell.starts_with('m') && self.choices.one_in(3);
        let mut separator = "";
        for &(port, width) in ports {
            let each = if self.choices.one_in(2) { times } else { 1 };
            let value = self.value(width * each);
            match is_ordered {
                true => write!(self.text, "{separator}{value}").unwrap(),
                false if self.choices.one_in(8) => continue,
                false => write!(self.text, "{separator}.{port}({value})").unwrap(),
            }
            separator = ", ";
        }
        writeln!(self.text, ");").unwrap();
    }

    /// The ports of module `level`: the first names of each kind.
    fn module(&mut self, level: usize) {
        let header =
            format!("s0, .p({{{}b0[1:0]}}), \\s[1] , b2, \\b.1 , s2", if level == 0 { "" } else { "s4, " });
        writeln!(self.text, "module m{level} ({header});").unwrap();
        let bus = self.choices.pick(&["[3:0]", "[0:3]"]);
        self.text += "  input s0; output \\s[1] ; inout s2; input s4; input [3:0] b0; ";
        writeln!(self.text, "output {bus} b2; inout [3:0] \\b.1 ; supply1 one;").unwrap();
        for _ in 0..self.choices.below(3) {
            self.assign();
        }
        for number in 0..1 + self.choices.below(6) {
            let below = self.choices.below(level + 1);
            if below > 0 {
                let width = if below == 1 { 2 } else { 3 };
                let ports = [("s0", 1), ("p", width), ("\\s[1] ", 1), ("b2", 4), ("\\b.1 ", 4), ("s2", 1)];
                self.instance(number, &format!("m{}", below - 1), &ports);
            } else {
                let (cell, ports) = PORTS[self.choices.below(PORTS.len())];
                self.instance(number, cell, ports);
            }
        }
        self.text += "endmodule\n";
    }
}

pub fn verilog(seed: u64) -> String {
    let mut maker = Maker { choices: Choices(seed), text: String::new() };
    let levels = 1 + maker.choices.below(4);
    for level in 0..levels {
        maker.module(level);
    }
    // The last is the top, and reaches those below or not.
    let top = maker.text.rfind("module m").unwrap();
    let name = format!("m{}", levels - 1);
    maker.text.replace_range(top..top + 7 + name.len(), "module top");
    maker.text
}

fn spef(netlist: &Netlist, seed: u64) -> String {
    let mut choices = Choices(seed);
    let escaped = |name: &str| name.replace('\\', "\\\\").replace(':', "\\:").replace('*', "\\*");
    let mut text = String::new();
    for net in netlist.nets() {
        if choices.one_in(4) {
            continue;
        }
        let name = escaped(netlist.net_name(net));
        writeln!(text, "*D_NET {name} {}\n*CONN", choices.below(10)).unwrap();
        let mut nodes: Vec<String> =
            (0..choices.below(5)).map(|node| format!("{name}:{}", 3 * node)).collect();
        for &pin in netlist.net_pins(net) {
            if choices.one_in(5) {
                continue;
            }
            let node = match netlist.pin_cell(pin).zip(netlist.master_pin(pin)) {
                Some((cell, pin)) => format!("{}:{}", escaped(netlist.cell_name(cell)), escaped(&pin.name)),
                None => escaped(&netlist.pin_name(pin)),
            };
            let keyword = if netlist.pin_cell(pin).is_some() { "*I" } else { "*P" };
            writeln!(text, "{keyword} {node} B").unwrap();
            nodes.push(node);
        }
        if nodes.is_empty() {
            text += "*END\n";
            continue;
        }
        let mut value = || {
            format!("{}.{:05}e{}", choices.below(10), choices.below(100_000), choices.below(24) as i32 - 20)
        };
        let capacitors: String = nodes.iter().map(|node| format!("1 {node} {}\n", value())).collect();
        let pairs = nodes.iter().zip(nodes.iter().skip(1));
        let resistors: String = pairs.map(|(a, b)| format!("1 {a} {b} {}\n", value())).collect();
        write!(text, "*CAP\n{capacitors}*RES\n{resistors}*END\n").unwrap();
    }
    text
}

fn check_round_trip(seed: u64) {
    let text = verilog(seed);
    let (netlist, said) = linked(&text);
    let Some(netlist) = netlist else {
        // Arrays beside instances of the same name.
        let mut errors = said.iter().filter(|each| each.severity != zeroslack_input::Severity::Warning);
        assert!(errors.all(|each| each.id == "NET-018"), "{said}\n{text}");
        return;
    };
    if said.iter().any(|each| each.id == "NET-015") {
        return;
    }
    let parasitics = spef(&netlist, seed);
    let mut netlist = Wired::from(netlist);
    let said = read_spef(&mut netlist, None, &parasitics);
    // Some pins are left out.
    assert!(said.iter().all(|each| each.id == "NET-028"), "{said}");
    assert_round_trip(&netlist, &library(CELLS));
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn random_designs_come_back(seed in any::<u64>()) {
        check_round_trip(seed);
    }
}

/// It came back wrong once.
#[test]
fn a_design_drawn_earlier_comes_back() {
    check_round_trip(9126128127894879958);
}
