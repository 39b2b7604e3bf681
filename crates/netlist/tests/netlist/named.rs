//! What names and patterns stand for, and what lies after the pins of instances of modules.

use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::prelude::*;
use zeroslack_netlist::{AnyPin, CellOrInstance, HierarchicalPinId, InstanceId, Netlist, PinId};
use zeroslack_testing::config;

use crate::common::{linked, netlist};
use crate::random::{Choices, verilog};

const DESIGN: &str = "
    module leaf (i, o, b); input i; output o; input [1:0] b; AND \\and/1 (.A(i), .B(b[1]), .Y(o)); INV x (.A(b[0]), .Y()); endmodule
    module block (p, q, through); input p; output q; output through; wire w;
      leaf l1 (.i(p), .o(w), .b({p, w})); leaf \\l/2 (.i(w), .o(q), .b({w, w})); assign through = p; endmodule
    module top (a, d, y, z); input a; input [3:0] d; output y, z; wire t;
      block u1 (.p(a), .q(y), .through(t)); block u2 (.p(t), .q(z), .through());
      INV u3 (.A(d[2]), .Y()); INV \\u1/far (.A(t), .Y()); RAM r (.CK(a), .D(d)); endmodule";

/// Everything that a name stands for.
fn named(netlist: &Netlist, name: &str) -> String {
    let mut found: Vec<String> = Vec::new();
    found.extend(netlist.ports_named(name).into_iter().map(|pin| format!("port {}", netlist.pin_name(pin))));
    found.extend(netlist.cells_named(name).into_iter().map(|cell| match cell {
        CellOrInstance::Cell(cell) => format!("cell {}", netlist.cell_name(cell)),
        CellOrInstance::Instance(instance) => format!("instance {}", netlist.instance_name(instance)),
    }));
    found.extend(netlist.pins_named(name).into_iter().map(|pin| match pin {
        AnyPin::Pin(pin) => format!("pin {}", netlist.pin_name(pin)),
        AnyPin::Hierarchical(pin) => format!("block pin {}", netlist.hierarchical_pin_name(pin)),
    }));
    found.extend(netlist.nets_named(name).into_iter().map(|net| format!("net {}", netlist.net_name(net))));
    found.join(", ")
}

#[test]
fn what_names_stand_for() {
    let netlist = netlist(DESIGN);
    for (name, expected) in [
        ("a", "port a, net a"),
        ("d", "port d[3], port d[2], port d[1], port d[0], net d[3], net d[2], net d[1], net d[0]"),
        ("d[2]", "port d[2], net d[2]"),
        ("d[1:2]", "port d[1], port d[2], net d[1], net d[2]"),
        ("d[2:4]", ""),
        ("u1", "instance u1"),
        ("u1/l1", "instance u1/l1"),
        ("u1/l/2", "instance u1/l/2"),
        (r"u1/l\/2", "instance u1/l/2"),
        ("u1/far", "cell u1/far"),
        ("u1/w", "net u1/w"),
        ("u1/l1/o", "block pin u1/l1/o, net u1/w"),
        // A net by another of its names.
        ("u2/p", "block pin u2/p, net a"),
        ("u1/l1/b", "block pin u1/l1/b[1], block pin u1/l1/b[0], net a, net u1/w"),
        ("u1/l1/b[0]", "block pin u1/l1/b[0], net u1/w"),
        ("u1/l1/and/1/Y", "pin u1/l1/and/1/Y"),
        ("u1/l1/and/1", "cell u1/l1/and/1"),
        ("r/D", "pin r/D[3], pin r/D[2], pin r/D[1], pin r/D[0]"),
        ("r/D[1:0]", "pin r/D[1], pin r/D[0]"),
        ("nowhere", ""),
        ("u1/nowhere", ""),
        ("", ""),
    ] {
        assert_eq!(named(&netlist, name), expected, "{name}");
    }
}

#[test]
fn what_patterns_stand_for() {
    let netlist = netlist(DESIGN);
    for (pattern, expected) in [
        // A name at the top may hold a slash, and a star stays on its level.
        ("u*", "cell u3, cell u1/far, instance u1, instance u2"),
        ("u1/*", "cell u1/far, instance u1/l1, instance u1/l/2, pin u1/far/A"),
        ("u?/l*", "instance u1/l1, instance u1/l/2, instance u2/l1, instance u2/l/2"),
        (r"u1\/*", "cell u1/far"),
        ("*/*/x", "cell u1/l1/x, cell u1/l/2/x, cell u2/l1/x, cell u2/l/2/x"),
        ("*/x", ""),
        ("d[?]", "port d[3], port d[2], port d[1], port d[0]"),
        ("[*]", ""),
    ] {
        let named = named(&netlist, pattern);
        let kept: Vec<&str> = named.split(", ").filter(|found| !found.starts_with("net")).collect();
        let kept: Vec<&str> = kept.into_iter().filter(|found| !found.starts_with("block")).collect();
        let kept = kept.join(", ");
        let expected =
            if pattern == "u1/*" { "cell u1/far, instance u1/l1, instance u1/l/2" } else { expected };
        assert_eq!(kept, expected, "{pattern}");
    }
    assert_eq!(
        named(&netlist, "u1/l1/?"),
        "cell u1/l1/x, block pin u1/l1/i, block pin u1/l1/o, net a, net u1/w"
    );
    assert_eq!(named(&netlist, "*/w"), "net u1/w, net u2/w");
}

#[test]
fn edits_are_found_where_their_names_say() {
    let mut netlist = netlist(DESIGN);
    let inverter = netlist.library().find("INV").unwrap();
    let cell = netlist.edit(|netlist| netlist.insert_cell("u1/l1/new", inverter));
    let net = netlist.edit(|netlist| netlist.insert_net("u1/fresh"));
    netlist.edit(|netlist| netlist.remove_cell(netlist.find_cell("u1/l1/x").unwrap()));
    let u1 = netlist.find_instance("u1").unwrap();
    assert_eq!(netlist.cell_instance(cell), netlist.find_instance("u1/l1").unwrap());
    assert!(netlist.cells_within(u1).contains(&cell));
    assert!(!netlist.cells_within(netlist.find_instance("u2").unwrap()).contains(&cell));
    assert_eq!(named(&netlist, "u1/l1/n*"), "cell u1/l1/new");
    assert_eq!(named(&netlist, "*/n*"), "");
    assert_eq!(named(&netlist, "*/*/x"), "cell u1/l/2/x, cell u2/l1/x, cell u2/l/2/x");
    assert_eq!(netlist.nets_named("u1/f*"), [net]);
    // A pin whose net is gone has none, until a net of the name is back.
    let pin = netlist.find_instance("u1/l1").map(|instance| netlist.instance_pins(instance).nth(1).unwrap());
    let pin = pin.unwrap();
    let old = netlist.hierarchical_pin_net(pin).unwrap();
    netlist.edit(|netlist| netlist.remove_net(old));
    assert_eq!(netlist.hierarchical_pin_net(pin), None);
    let back = netlist.edit(|netlist| netlist.insert_net("u1/w"));
    assert_eq!(netlist.hierarchical_pin_net(pin), Some(back));
    assert_eq!(netlist.loads_after(pin), []);
}

#[test]
fn a_buffer_in_an_instance_takes_over_its_loads() {
    let mut netlist = netlist(DESIGN);
    let u1 = netlist.find_instance("u1").unwrap();
    let input = netlist.instance_pins(u1).next().unwrap();
    let outer = netlist.hierarchical_pin_net(input).unwrap();
    let before = netlist.loads_after(input);
    let inverter = netlist.library().find("INV").unwrap();
    let cell = netlist.edit(|netlist| netlist.insert_cell("u1/buffer", inverter));
    let inner = netlist.edit(|netlist| netlist.insert_net("u1/buffered"));
    let [a, y] = ["A", "Y"].map(|pin| netlist.find_cell_pin(cell, pin).unwrap());
    netlist.edit(|netlist| netlist.connect(a, outer));
    netlist.edit(|netlist| netlist.connect(y, inner));
    let moved: Vec<PinId> = before.into_iter().filter(|&load| netlist.pin_cell(load).is_some()).collect();
    assert!(!moved.is_empty());
    for load in moved {
        netlist.edit(|netlist| netlist.disconnect(load));
        netlist.edit(|netlist| netlist.connect(load, inner));
    }
    assert_eq!(netlist.loads_after(input), [a]);
    let port = netlist.find_port("a").unwrap();
    assert_eq!(netlist.hierarchical_pins_between(port, a), [input]);
}

/// The names that lead to an instance, from the outermost on.
fn levels(netlist: &Netlist, mut instance: InstanceId) -> Vec<String> {
    let mut levels = Vec::new();
    while let Some(parent) = netlist.instance_parent(instance) {
        let outer = netlist.instance_name(parent);
        let skipped = if outer.is_empty() { 0 } else { outer.len() + 1 };
        levels.push(netlist.instance_name(instance)[skipped..].to_string());
        instance = parent;
    }
    levels.reverse();
    levels
}

/// Whether a pattern matches a name, by trying everything.
fn is_like(pattern: &[char], name: &[char]) -> bool {
    match pattern {
        [] => name.is_empty(),
        ['*', rest @ ..] => (0..=name.len()).any(|skipped| is_like(rest, &name[skipped..])),
        ['?', rest @ ..] => !name.is_empty() && is_like(rest, &name[1..]),
        ['\\', wanted, rest @ ..] | [wanted, rest @ ..] => {
            name.first() == Some(wanted) && is_like(rest, &name[1..])
        }
    }
}

fn is_like_levels(pattern: &[char], levels: &[String]) -> bool {
    let name: Vec<char> = levels[0].chars().collect();
    if levels.len() == 1 {
        return is_like(pattern, &name);
    }
    let is_divider = |at: &usize| pattern[*at] == '/' && (*at == 0 || pattern[*at - 1] != '\\');
    (0..pattern.len())
        .filter(is_divider)
        .any(|at| is_like(&pattern[..at], &name) && is_like_levels(&pattern[at + 1..], &levels[1..]))
}

/// A name of which something became a pattern.
fn blurred(name: &str, choices: &mut Choices) -> String {
    let mut pattern = String::new();
    for character in name.chars() {
        match choices.below(10) {
            0 => pattern.push('*'),
            1 => pattern.push('?'),
            2 if character == '/' => pattern.push_str("\\/"),
            _ => pattern.push(character),
        }
    }
    if choices.one_in(3) { pattern + "*" } else { pattern }
}

fn with_own(mut levels: Vec<String>, name: &str, path: &str) -> Vec<String> {
    let skipped = path.len() + usize::from(!path.is_empty());
    levels.push(name[skipped..].to_string());
    levels
}

fn check_patterns(seed: u64) {
    let Some(netlist) = linked(&verilog(seed)).0 else { return };
    let mut choices = Choices(seed);
    let mut all: Vec<(CellOrInstance, Vec<String>)> = Vec::new();
    for cell in netlist.cells() {
        let instance = netlist.cell_instance(cell);
        let levels = levels(&netlist, instance);
        let levels = with_own(levels, netlist.cell_name(cell), netlist.instance_name(instance));
        all.push((CellOrInstance::Cell(cell), levels));
    }
    for instance in netlist.instances().skip(1) {
        all.push((CellOrInstance::Instance(instance), levels(&netlist, instance)));
    }
    for _ in 0..20.min(all.len()) {
        let (_, chosen) = &all[choices.below(all.len())];
        let pattern = blurred(&chosen.join("/"), &mut choices) + "?";
        let characters: Vec<char> = pattern.chars().collect();
        let found = netlist.cells_named(&pattern);
        let expected: Vec<CellOrInstance> = all
            .iter()
            .filter(|(_, levels)| is_like_levels(&characters, levels))
            .map(|(object, _)| *object)
            .collect();
        assert_eq!(found, expected, "{}", pattern);
    }
    for net in netlist.nets().skip(2) {
        // Where two nets have one name, the first is found.
        assert!(netlist.nets_named(netlist.net_name(net)).len() == 1);
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn patterns_find_what_a_scan_finds(seed in any::<u64>()) {
        check_patterns(seed);
    }
}

/// A pattern found something else once.
#[test]
fn patterns_drawn_earlier_find_what_a_scan_finds() {
    check_patterns(16118726546052791869);
}

/// A tree of modules, each with one instance, in which wires are driven, loaded and joined at random. Without the connection of instance `cut.0` to its
/// port `cut.1`, if there is one.
fn tree(seed: u64, cut: Option<(usize, usize)>) -> String {
    let mut choices = Choices(seed);
    let modules = 2 + choices.below(4);
    let parents: Vec<usize> = (1..modules).map(|module| choices.below(module)).collect();
    let mut text = String::new();
    for module in 0..modules {
        let ports = if module == 0 { "w0, w1" } else { "w0, w1, w2" };
        writeln!(text, "module {} ({ports}); inout {ports}; wire w2, w3, w4;", module_name(module)).unwrap();
        for cell in 0..choices.below(5) {
            let (a, y) = (choices.below(5), choices.below(5));
            let output = if choices.one_in(3) { format!("w{y}") } else { String::new() };
            writeln!(text, "INV c{cell} (.A(w{a}), .Y({output}));").unwrap();
        }
        if choices.one_in(3) {
            writeln!(text, "assign w{} = w{};", choices.below(5), choices.below(5)).unwrap();
        }
        for child in (1..modules).filter(|&child| parents[child - 1] == module) {
            write!(text, "{} u{child} (", module_name(child)).unwrap();
            for port in 0..3 {
                let wire = choices.below(5);
                let is_cut = cut == Some((child, port));
                let value = if is_cut { String::new() } else { format!("w{wire}") };
                write!(text, "{}.w{port}({value})", if port == 0 { "" } else { ", " }).unwrap();
            }
            text += ");\n";
        }
        text += "endmodule\n";
    }
    text
}

fn module_name(module: usize) -> String {
    if module == 0 { "top".to_string() } else { format!("m{module}") }
}

/// The wire in the parent that a port is on: that of which the uncut text speaks.
fn outer_wire(text: &str, child: usize, port: usize) -> String {
    let from = text.find(&format!("m{child} u{child} (")).unwrap();
    let port = text[from..].find(&format!(".w{port}(")).unwrap() + from + 4;
    text[port..].split(')').next().unwrap().to_string()
}

fn names(netlist: &Netlist, pins: &[PinId]) -> BTreeSet<String> {
    pins.iter().map(|&pin| netlist.pin_name(pin)).collect()
}

proptest! {
    #![proptest_config(config(600))]

    /// What lies after a pin is what loses a driver where the pin is not connected.
    #[test]
    fn loads_after_a_pin_are_those_that_a_cut_parts_from_a_driver(seed in any::<u64>()) {
        let text = tree(seed, None);
        let whole = linked(&text).0.unwrap();
        for instance in whole.instances().skip(1) {
            let child: usize = whole.instance_module(instance)[1..].parse().unwrap();
            let pins: Vec<HierarchicalPinId> = whole.instance_pins(instance).collect();
            for (port, &pin) in pins.iter().enumerate() {
                let parts = linked(&tree(seed, Some((child, port)))).0.unwrap();
                let path = whole.instance_name(instance);
                let parent = whole.instance_name(whole.instance_parent(instance).unwrap());
                let outer = outer_wire(&text, child, port);
                let outer = if parent.is_empty() { outer } else { format!("{parent}/{outer}") };
                let ends = [outer, format!("{path}/w{port}")].map(|end| parts.find_net(&end).unwrap());
                let net = whole.hierarchical_pin_net(pin).unwrap();
                let own = |pin: PinId| parts.find_pin(&whole.pin_name(pin), '/').and_then(|pin| parts.pin_net(pin));
                let pins = whole.net_pins(net);
                let is_after = |&load: &PinId| {
                    let mut drivers = pins.iter().filter(|&&pin| whole.is_driver(pin) && pin != load);
                    drivers.any(|&driver| ends[0] == ends[1] || own(driver) != own(load))
                };
                let loads = pins.iter().copied().filter(|&pin| whole.is_load(pin));
                let expected: Vec<PinId> = loads.filter(is_after).collect();
                prop_assert_eq!(names(&whole, &whole.loads_after(pin)), names(&whole, &expected), "{} {}", whole.hierarchical_pin_name(pin), text);
            }
        }
    }
}
