//! From a recipe to a netlist, through the texts a user would write.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use zeroslack::netlist::{CellLibrary, LinkOptions, Netlist, Parasitics, Source};

use super::cells::{BUFFER, Delays, GATES, INVERTER, Kind, REGISTERS, TEMPLATES, cell_name, write_cell};
use super::recipe::{CellRecipe, Network, Recipe, Style, Wires};

/// A cell, which drives the net of its own name.
struct Instance {
    name: String,
    kind: Kind,
    delays: Delays,
    inputs: Vec<String>,
}

/// Names of nets by what drives them.
struct Nets {
    clocks: Vec<String>,
    /// Of the clock network; those of the ports first.
    network: Vec<String>,
    inputs: Vec<String>,
    registers: Vec<String>,
    logic: Vec<String>,
}

impl Nets {
    fn new(recipe: &Recipe) -> Self {
        let names =
            |prefix: &str, count| (0..count).map(|at| format!("{prefix}{at}")).collect::<Vec<String>>();
        let clocks = names("clk", recipe.clocks.len());
        Self {
            network: [clocks.clone(), names("c", recipe.network.len())].concat(),
            clocks,
            inputs: names("in", recipe.inputs.len()),
            registers: names("q", recipe.registers.len()),
            logic: names("d", recipe.logic.len()),
        }
    }

    /// Signals that the `before` first cells of the logic can use.
    fn data(&self, before: usize) -> Vec<&String> {
        self.inputs.iter().chain(&self.registers).chain(&self.logic[..before]).collect()
    }

    /// Clocks that the `before` first cells of the network can use.
    fn clock(&self, before: usize) -> Vec<&String> {
        self.network[..self.clocks.len() + before].iter().collect()
    }
}

/// One of `usual`, every other time one of the last; of `other` now and then.
fn pick(choice: u16, usual: &[&String], other: Option<&[&String]>) -> String {
    let (choice, kind) = (usize::from(choice / 16), choice % 16);
    let from = match other {
        Some(other) if kind == 15 && !other.is_empty() => other,
        _ => usual,
    };
    let among = if kind % 2 == 0 { from.len() } else { from.len().min(3) };
    from[from.len() - 1 - choice % among].clone()
}

fn instances(recipe: &Recipe, nets: &Nets) -> Vec<Instance> {
    let crossing = |nets| recipe.style.is_crossing.then_some(nets);
    let (all_clocks, all_data) = (nets.clock(recipe.network.len()), nets.data(recipe.logic.len()));
    let mut instances = Vec::new();
    let mut add =
        |name: &str, cell: &CellRecipe, kind: Kind, range: u8, net: &dyn Fn(&str, u16) -> String| {
            let picks = kind.inputs().into_iter().zip(cell.picks);
            let inputs = picks.map(|(pin, choice)| net(pin, choice)).collect();
            let Style { is_ordered, has_slews, .. } = recipe.style;
            let delays = Delays { seed: cell.delay, range, is_ordered, has_slews, wires: recipe.wires };
            instances.push(Instance { name: name.into(), kind, delays, inputs });
        };
    let [clock_range, data_range] = recipe.ranges;
    let is_chain = recipe.style.network.is_deep();
    let register_kinds = match recipe.style.network {
        Network::Chain => 1,
        Network::BothEdges => 2,
        Network::Tree | Network::Any => REGISTERS.len(),
    };
    for (number, cell) in recipe.network.iter().enumerate() {
        let kind = match recipe.style.network {
            Network::Any => &GATES[usize::from(cell.kind) % GATES.len()],
            Network::Tree | Network::BothEdges if cell.kind % 4 == 3 => &INVERTER,
            Network::Tree | Network::Chain | Network::BothEdges => &BUFFER,
        };
        let usual = nets.clock(number);
        let first = if is_chain { usual.len() - 1 } else { 0 };
        let usual = &usual[first..];
        let name = &nets.network[nets.clocks.len() + number];
        add(name, cell, Kind::Gate(kind), clock_range, &|_, choice| {
            pick(choice, usual, crossing(&all_data[..]))
        });
    }
    for (name, cell) in nets.registers.iter().zip(&recipe.registers) {
        let kind = Kind::Register(&REGISTERS[usize::from(cell.kind) % register_kinds]);
        add(name, cell, kind, data_range, &|pin, choice| match pin {
            "CK" | "CKB" => pick(choice, &all_clocks, crossing(&all_data[..])),
            _ => pick(choice, &all_data, crossing(&all_clocks[..])),
        });
    }
    let registers: Vec<&String> = nets.registers.iter().collect();
    for (number, cell) in recipe.logic.iter().enumerate() {
        let gates = if is_chain { &GATES[2..4] } else { &GATES[..] };
        let kind = Kind::Gate(&gates[usize::from(cell.kind) % gates.len()]);
        let usual = nets.data(number);
        add(&nets.logic[number], cell, kind, data_range, &|pin, choice| match pin {
            "A" if is_chain => usual[usual.len() - 1].clone(),
            "B" if is_chain => pick(choice, &registers, crossing(&all_clocks[..])),
            _ => pick(choice, &usual, crossing(&all_clocks[..])),
        });
    }
    instances
}

fn verilog(recipe: &Recipe, nets: &Nets, instances: &[Instance]) -> String {
    let outputs: Vec<String> = (0..recipe.outputs.len()).map(|at| format!("out{at}")).collect();
    let inputs = [nets.clocks.clone(), nets.inputs.clone()].concat();
    let mut text = format!("module top ({});\n", [inputs.clone(), outputs.clone()].concat().join(", "));
    for input in inputs {
        writeln!(text, "input {input};").unwrap();
    }
    let (data, clocks) = (nets.data(recipe.logic.len()), nets.clock(recipe.network.len()));
    for (number, output) in outputs.iter().enumerate() {
        // Where clocks are data, too, every second output is one.
        let from = if recipe.style.is_crossing && number % 2 == 1 { &clocks } else { &data };
        let net = from[from.len() - 1 - number / 2 % from.len()];
        writeln!(text, "output {output}; assign {output} = {net};").unwrap();
    }
    for instance in instances {
        let Instance { name, kind, delays, inputs } = instance;
        write!(text, "wire {name}; {} u_{name} (", cell_name(*kind, *delays)).unwrap();
        for (pin, net) in kind.inputs().iter().zip(inputs) {
            write!(text, ".{pin}({net}), ").unwrap();
        }
        writeln!(text, ".{}({name}));", kind.output()).unwrap();
    }
    text.push_str("endmodule\n");
    text
}

fn library(instances: &[Instance], split: usize) -> String {
    let mut text = String::from("library (random) {\ntime_unit : \"1ps\"; capacitive_load_unit (1, ff);\n");
    text.push_str(TEMPLATES);
    let mut known = BTreeSet::new();
    for instance in instances {
        if known.insert(cell_name(instance.kind, instance.delays)) {
            write_cell(&mut text, instance.kind, instance.delays, split);
        }
    }
    text.push_str("}\n");
    text
}

/// Parasitics: a resistor of 1 kΩ from every driver to every cell's pin on its net.
fn spef(instances: &[Instance]) -> String {
    let mut text = String::from("*SPEF \"IEEE 1481-1998\"\n*DESIGN \"top\"\n*DIVIDER /\n*DELIMITER :\n");
    text.push_str("*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n");
    let drivers: BTreeMap<&str, String> = instances
        .iter()
        .map(|Instance { name, kind, .. }| (&**name, format!("u_{name}:{}", kind.output())))
        .collect();
    let mut sinks: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for instance in instances {
        for (pin, net) in instance.kind.inputs().iter().zip(&instance.inputs) {
            sinks.entry(net).or_default().push(format!("u_{}:{pin}", instance.name));
        }
    }
    for (net, sinks) in sinks {
        let (kind, driver) = drivers.get(net).map_or(("*P", net), |driver| ("*I", driver));
        writeln!(text, "*D_NET {net} 0\n*CONN\n{kind} {driver} {}", if kind == "*P" { "I" } else { "O" })
            .unwrap();
        for sink in &sinks {
            writeln!(text, "*I {sink} I").unwrap();
        }
        text.push_str("*RES\n");
        for (number, sink) in sinks.iter().enumerate() {
            writeln!(text, "{} {driver} {sink} 1", number + 1).unwrap();
        }
        text.push_str("*END\n");
    }
    text
}

/// What a user would write.
#[derive(Debug)]
pub struct Texts {
    /// By split.
    pub libraries: [String; 2],
    pub verilog: String,
    spef: Option<String>,
}

impl Texts {
    pub fn new(recipe: &Recipe) -> Self {
        let nets = Nets::new(recipe);
        let instances = instances(recipe, &nets);
        Self {
            libraries: [0, 1].map(|split| library(&instances, split)),
            verilog: verilog(recipe, &nets, &instances),
            spef: (recipe.wires != Wires::NoTime).then(|| spef(&instances)),
        }
    }

    /// Reads and links all of it.
    pub fn netlist(&self) -> (Netlist, Parasitics) {
        let (netlist, mut parasitics) = (link(&self.libraries, &self.verilog), Parasitics::default());
        if let Some(text) = &self.spef {
            let (spef, said) = zeroslack::spef::read(text, &zeroslack::spef::Options::default());
            assert!(said.is_empty(), "{said}\n{text}");
            let said = parasitics.read(&netlist, &spef, None, text);
            // Output ports, which load nothing here, are left out of the parasitics.
            assert!(said.iter().all(|said| said.id == "NET-028"), "{said}\n{text}");
        }
        (netlist, parasitics)
    }
}

fn link(libraries: &[String; 2], verilog: &str) -> Netlist {
    let [early, late] = libraries.each_ref().map(|text| {
        let (library, said) = zeroslack::liberty::read(text);
        assert!(!said.has_errors(), "{said}\n{text}");
        vec![Arc::new(library)]
    });
    let (library, said) = CellLibrary::new(early, late);
    assert!(!said.has_errors(), "{said}");
    let (design, said) = zeroslack::verilog::read(verilog);
    assert!(!said.has_errors(), "{said}\n{verilog}");
    let source = Source { file: "top.v", text: verilog, design };
    let (netlist, said) = zeroslack::netlist::link(&[source], library, &LinkOptions::default());
    assert!(!said.has_errors(), "{said}\n{verilog}");
    netlist.unwrap()
}
