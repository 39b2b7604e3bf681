//! Designs that several threads link in pieces: whoever links what, the result is that of one thread, and what a plain reading gives.

use std::collections::HashMap;

use zeroslack_netlist::{LinkOptions, Netlist, Source, link};
use zeroslack_verilog::{Expr, ExprId, Kind, Module, Range};

use crate::common::{CELLS, library, shown_diagnostics};
use crate::large::{Odd, verilog};

/// So many that they are several pieces.
const MANY: usize = 10_000;

/// Links on so many threads.
fn linked(text: &str, threads: usize) -> (Option<Netlist>, String) {
    let (design, said) = zeroslack_verilog::read(text);
    assert!(!said.has_errors(), "{said}");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let source = Source { file: "made.v", text, design };
    let (netlist, said) = pool.install(|| link(&[source], library(CELLS), &LinkOptions::default()));
    (netlist, shown_diagnostics(&said))
}

#[test]
fn any_number_of_threads_gives_one_result() {
    for seed in 0..8 {
        let odd = Odd { errors: seed % 4 == 3, hierarchy: seed % 2 == 0 };
        let text = verilog(seed, MANY, odd);
        let shown = |threads| {
            let (netlist, said) = linked(&text, threads);
            assert_eq!(netlist.is_none(), odd.errors, "{said}");
            format!("{said}{netlist:?}")
        };
        let expected = shown(1);
        for threads in [2, 3, 8] {
            // The text is too long to print.
            assert!(shown(threads) == expected, "seed {seed}, {threads} threads");
        }
    }
}

/// A module of inverters, of which every four hundredth is another text.
fn inverters(odd: impl Fn(usize) -> String) -> String {
    let each = |number| if number % 400 == 7 { odd(number) } else { format!("INV u{number} (.A(a));") };
    let lines: Vec<String> = (0..MANY).map(each).collect();
    format!("module top (a); input a;\n{}\nendmodule\n", lines.join("\n"))
}

#[test]
fn what_is_wrong_is_said_in_the_order_of_the_module() {
    let wrong_pins = inverters(|number| format!("INV u{number} (.Z(a));"));
    let repeats = inverters(|number| format!("INV u{} (.A(a));", number - 1));
    for (id, text) in [("NET-020", wrong_pins), ("NET-018", repeats)] {
        let (netlist, said) = linked(&text, 3);
        assert!(netlist.is_none());
        let said: Vec<&str> = said.lines().collect();
        let (more, said) = said.split_last().unwrap();
        assert_eq!(said.len(), 20);
        for (line, said) in (9..).step_by(400).zip(said) {
            assert!(said.starts_with(&format!("error[{id}] made.v:{line}:5: ")), "{said}");
        }
        assert_eq!(*more, format!("{id}: 5 more"));
    }
}

/// A flat module as a plain reading of it has it: a list of names, and which of them are one net.
#[derive(Default)]
struct Plain {
    names: Vec<String>,
    /// The lowest name of the net of each name.
    lowest: Vec<usize>,
    /// The first bit of each declared or used name, and its range.
    nets: HashMap<String, (usize, Option<Range>)>,
}

impl Plain {
    fn add(&mut self, name: String) -> usize {
        self.lowest.push(self.names.len());
        self.names.push(name);
        self.names.len() - 1
    }

    fn add_bits(&mut self, name: &str, range: Option<Range>) -> usize {
        let names: Vec<String> = match range {
            None => vec![name.to_string()],
            Some(range) => range.bits().map(|index| format!("{name}[{index}]")).collect(),
        };
        names.into_iter().map(|name| self.add(name)).min().unwrap()
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.lowest[a], self.lowest[b]);
        if (a.min(b), a.max(b)) != (0, 1) {
            self.lowest.iter_mut().filter(|each| **each == a.max(b)).for_each(|each| *each = a.min(b));
        }
    }

    /// The names that an expression's bits are; none where it is open.
    fn bits(&mut self, module: &Module<'_>, expr: ExprId) -> Vec<Option<usize>> {
        match &module.exprs[expr.0 as usize] {
            Expr::Concat(parts) => parts.clone().flat_map(|part| self.bits(module, ExprId(part))).collect(),
            Expr::Unconnected => Vec::new(),
            Expr::Name(name) => {
                if !self.nets.contains_key(*name) {
                    let bit = self.add(name.to_string());
                    self.nets.insert(name.to_string(), (bit, None));
                }
                let (first, range) = self.nets[*name];
                (0..range.map_or(1, |range| range.width() as usize)).map(|bit| Some(first + bit)).collect()
            }
            Expr::Bit(name, index) => {
                let (first, range) = self.nets[*name];
                vec![Some(first + range.unwrap().msb.abs_diff(*index) as usize)]
            }
            Expr::Part(name, part) => {
                let (first, range) = self.nets[*name];
                let place = |index| first + range.unwrap().msb.abs_diff(index) as usize;
                let (left, right) = (place(part.msb), place(part.lsb));
                let mut bits: Vec<_> = (left.min(right)..=left.max(right)).map(Some).collect();
                if left > right {
                    bits.reverse();
                }
                bits
            }
            Expr::Constant(digits) => digits.iter().map(|digit| Some(usize::from(*digit == b'1'))).collect(),
        }
    }

    fn new(module: &Module<'_>) -> Self {
        let mut plain = Self::default();
        for constant in ["1'b0", "1'b1"] {
            plain.add(constant.to_string());
        }
        let is_port = |kind| matches!(kind, Kind::Input | Kind::Output | Kind::Inout);
        let declared = |name: &str| module.declarations.iter().find(|each| each.name == name).unwrap();
        for port in &module.ports {
            plain.add_bits(port.name, declared(port.name).range);
        }
        let ports = plain.names.len();
        for wanted in [true, false] {
            for each in module.declarations.iter().filter(|each| is_port(each.kind) == wanted) {
                let first = plain.add_bits(each.name, each.range);
                plain.nets.insert(each.name.to_string(), (first, each.range));
            }
        }
        let inside: Vec<_> = module.ports.iter().flat_map(|port| plain.bits(module, port.inner)).collect();
        for (outside, inside) in (2..ports).zip(inside) {
            plain.join(outside, inside.unwrap());
        }
        for each in &module.declarations {
            let constant = match each.kind {
                Kind::Supply0 => 0,
                Kind::Supply1 => 1,
                _ => continue,
            };
            let first = plain.nets[each.name].0;
            (0..each.range.map_or(1, Range::width) as usize)
                .for_each(|bit| plain.join(first + bit, constant));
        }
        for assign in &module.assigns {
            let (left, right) = (plain.bits(module, assign.target), plain.bits(module, assign.value));
            for (a, b) in left.into_iter().flatten().rev().zip(right.into_iter().flatten().rev()) {
                plain.join(a, b);
            }
        }
        plain
    }
}

/// Each cell with the name on each of its pins.
type Cells = Vec<(String, HashMap<String, usize>)>;

/// The cells of a module, in order. `pins` gives the pins of a cell's port.
fn cells(plain: &mut Plain, module: &Module<'_>, pins: impl Fn(&str, &str) -> Vec<String>) -> Cells {
    let mut cells = Vec::new();
    for instance in &module.instances {
        let indices = instance.range.map_or(vec![None], |range| range.bits().map(Some).collect());
        let mut members = vec![HashMap::new(); indices.len()];
        for connection in
            &module.connections[instance.connections.start as usize..][..instance.connections.len()]
        {
            let bits = plain.bits(module, connection.value);
            let pins = pins(instance.cell, connection.port.unwrap());
            for (place, member) in members.iter_mut().enumerate() {
                let is_shared_out = bits.len() == pins.len() * indices.len();
                let bits = if is_shared_out { &bits[place * pins.len()..][..pins.len()] } else { &bits };
                for (pin, bit) in pins.iter().rev().zip(bits.iter().rev()) {
                    member.insert(pin.clone(), bit.unwrap());
                }
            }
        }
        for (index, member) in indices.into_iter().zip(members) {
            let index = index.map_or(String::new(), |index: i32| format!("[{index}]"));
            cells.push((format!("{}{index}", instance.name), member));
        }
    }
    cells
}

#[test]
fn a_large_module_is_what_a_plain_reading_gives() {
    for seed in 0..4 {
        let text = verilog(seed, MANY, Odd::default());
        let (netlist, said) = linked(&text, 3);
        let netlist = netlist.unwrap_or_else(|| panic!("{said}"));
        let (design, _) = zeroslack_verilog::read(&text);
        let module = &design.modules[0];
        let masters: HashMap<&str, Vec<&str>> = netlist
            .library()
            .masters()
            .iter()
            .map(|master| (&*master.name, master.pins.iter().map(|pin| &*pin.name).collect()))
            .collect();
        let pins = |cell: &str, port: &str| {
            let bus = format!("{port}[");
            let all = masters[cell].iter().filter(|pin| **pin == port || pin.starts_with(&bus));
            all.map(ToString::to_string).collect()
        };
        let mut plain = Plain::new(module);
        let cells = cells(&mut plain, module, pins);
        let mut roots: Vec<usize> = plain.lowest.clone();
        roots.sort_unstable();
        roots.dedup();
        let number = |name: usize| roots.binary_search(&plain.lowest[name]).unwrap();

        let expected: Vec<&str> = roots.iter().map(|&root| &*plain.names[root]).collect();
        assert_eq!(netlist.nets().map(|net| netlist.net_name(net)).collect::<Vec<_>>(), expected);
        let mut first = HashMap::new();
        for (place, name) in plain.names.iter().enumerate() {
            let expected = *first.entry(name).or_insert_with(|| number(place));
            assert_eq!(netlist.find_net(name).map(|net| net.index()), Some(expected), "{name}");
        }
        assert_eq!(netlist.cell_count(), cells.len());
        let mut pins_of = vec![Vec::new(); roots.len()];
        for (cell, (name, on)) in netlist.cells().zip(&cells) {
            assert_eq!(netlist.cell_name(cell), name);
            assert_eq!(netlist.find_cell(name), Some(cell));
            for (pin, master_pin) in netlist.cell_pins(cell).zip(&netlist.master(cell).pins) {
                let expected = on.get(&*master_pin.name).map(|&name| number(name));
                assert_eq!(
                    netlist.pin_net(pin).map(|net| net.index()),
                    expected,
                    "{name}/{}",
                    master_pin.name
                );
                expected.into_iter().for_each(|net| pins_of[net].push(pin));
            }
        }
        for net in netlist.nets() {
            let pins = netlist.net_pins(net).iter().copied().filter(|&pin| netlist.pin_cell(pin).is_some());
            assert!(pins.eq(pins_of[net.index()].iter().copied()), "{}", netlist.net_name(net));
        }
    }
}
