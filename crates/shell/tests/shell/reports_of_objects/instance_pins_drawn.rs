//! Constraints at pins of instances in random hierarchical designs, held against designs with a buffer of no delay at each such pin.

use std::collections::HashMap;
use std::fmt::Write as _;

use proptest::prelude::{any, prop_assert_eq, proptest};
use zeroslack::netlist::{CellId, HierarchicalPinId, NetId, Netlist};
use zeroslack_shell::Shell;
use zeroslack_testing::{Dice, config};

use super::library_checks::shell;
use super::scripted::LIBRARY;

/// A gate of no delay and no load, and an inverter, beside the others.
const CELLS: &str = r#"
  cell (NONE) { pin (A) { direction : input; capacitance : 0; }
    pin (Z) { direction : output; function : "A"; timing () { related_pin : A; timing_sense : positive_unate;
      cell_rise (scalar) { values ("0"); } cell_fall (scalar) { values ("0"); } } } }
  cell (INV) { pin (A) { direction : input; capacitance : 0.01; }
    pin (Z) { direction : output; function : "!A"; timing () { related_pin : A; timing_sense : negative_unate;
      cell_rise (scalar) { values ("0.15"); } cell_fall (scalar) { values ("0.25"); } } } }
}"#;

/// A net as it is called in the design, and in the one with buffers.
type Net = [String; 2];

/// A pin of an instance: its name, and that of the pin of the buffer there.
struct InstancePin {
    names: [String; 2],
    is_of_clocks: bool,
    net: Option<NetId>,
}

/// The design and the one with buffers, as they are written.
struct Drawn {
    dice: Dice,
    modules: [String; 2],
    module_count: usize,
    /// Each after those that signals pass before it.
    pins: Vec<InstancePin>,
}

/// A module whose cells are drawn.
struct Module {
    path: String,
    body: [String; 2],
    clocks: Vec<Net>,
    data: Vec<Net>,
    count: usize,
}

const INPUTS: [&str; 4] = ["c0", "c1", "d0", "d1"];
const OUTPUTS: [&str; 2] = ["co", "qo"];

impl Module {
    fn new(path: &str) -> Self {
        let body = [String::new(), String::new()];
        Self { path: path.to_owned(), body, clocks: Vec::new(), data: Vec::new(), count: 0 }
    }

    fn name(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what}{}", self.count)
    }

    /// A cell whose pins are nets of the same kind in both designs.
    fn cell(&mut self, cell: &str, output: &str, inputs: &[(&str, &Net)]) -> Net {
        let (name, net) = (self.name("i"), self.name("n"));
        for (which, body) in self.body.iter_mut().enumerate() {
            write!(body, "{cell} {name} (.{output}({net})").unwrap();
            inputs.iter().for_each(|(pin, from)| write!(body, ", .{pin}({})", from[which]).unwrap());
            body.push_str(");\n");
        }
        [net.clone(), net]
    }
}

impl Drawn {
    fn new(seed: u64) -> Self {
        let modules = [String::new(), String::new()];
        let mut drawn = Self { dice: Dice::new(seed, 7), modules, module_count: 0, pins: Vec::new() };
        let mut top = Module::new("");
        let ports = |names: &[&str]| names.iter().map(|&name| [name.to_owned(), name.to_owned()]).collect();
        (top.clocks, top.data) = (ports(&["clk", "clk2"]), ports(&["in0", "in1"]));
        for _ in 0..3 {
            drawn.instance(&mut top, 0);
            drawn.fill(&mut top, 0);
        }
        for output in ["z0", "z1"] {
            let net = drawn.dice.pick(&top.data).clone();
            top.body
                .iter_mut()
                .zip(net)
                .for_each(|(body, net)| writeln!(body, "assign {output} = {net};").unwrap());
        }
        let head = "module t (input clk, input clk2, input in0, input in1, output z0, output z1);";
        drawn.write(head, top);
        drawn
    }

    fn write(&mut self, head: &str, module: Module) {
        for (text, body) in self.modules.iter_mut().zip(module.body) {
            write!(text, "{head}\n{body}endmodule\n").unwrap();
        }
    }

    /// Some cells and instances.
    fn fill(&mut self, module: &mut Module, depth: usize) {
        for _ in 0..1 + self.dice.below(4) {
            let (clock, data) =
                (self.dice.pick(&module.clocks).clone(), self.dice.pick(&module.data).clone());
            match self.dice.below(8) {
                0 => {
                    let cell = *self.dice.pick(&["BUF", "INV"]);
                    let net = module.cell(cell, "Z", &[("A", &clock)]);
                    module.clocks.push(net);
                }
                1 => {
                    let net = module.cell("BUF", "Z", &[("A", &data)]);
                    module.data.push(net);
                }
                2 if depth < 2 => self.instance(module, depth),
                drawn => {
                    let cell = if drawn == 3 { "DFFN" } else { "DFF" };
                    let net = module.cell(cell, "Q", &[("D", &data), ("CK", &clock)]);
                    module.data.push(net);
                }
            }
        }
    }

    /// An instance of a module of its own in a module.
    fn instance(&mut self, outer: &mut Module, depth: usize) {
        let name = outer.name("u");
        self.module_count += 1;
        let of_module = format!("m{}", self.module_count);
        let mut inner = Module::new(&format!("{}{name}/", outer.path));
        let mut connections = [String::new(), String::new()];
        for input in INPUTS {
            let is_of_clocks = input.starts_with('c');
            let nets = if is_of_clocks { &outer.clocks } else { &outer.data };
            // The first ones are what instances share.
            let from = if self.dice.chance(50) { &nets[0] } else { self.dice.pick(nets) };
            connections
                .iter_mut()
                .zip(from)
                .for_each(|(text, net)| write!(text, ".{input}({net}), ").unwrap());
            writeln!(inner.body[1], "NONE b_{input} (.A({input}), .Z({input}_i));").unwrap();
            let nets = if is_of_clocks { &mut inner.clocks } else { &mut inner.data };
            nets.push([input.to_owned(), format!("{input}_i")]);
            self.pin(&inner.path, input);
        }
        self.fill(&mut inner, depth + 1);
        for output in OUTPUTS {
            let is_of_clocks = output.starts_with('c');
            let nets = if is_of_clocks { &inner.clocks } else { &inner.data };
            let from = if self.dice.chance(70) { &nets[nets.len() - 1] } else { self.dice.pick(nets) };
            writeln!(inner.body[0], "assign {output} = {};", from[0]).unwrap();
            writeln!(inner.body[1], "NONE b_{output} (.A({}), .Z({output}));", from[1]).unwrap();
            let net = outer.name("n");
            connections.iter_mut().for_each(|text| write!(text, ".{output}({net}), ").unwrap());
            let nets = if is_of_clocks { &mut outer.clocks } else { &mut outer.data };
            nets.push([net.clone(), net]);
            self.pin(&inner.path, output);
        }
        for (body, connections) in outer.body.iter_mut().zip(connections) {
            writeln!(body, "{of_module} {name} ({});", connections.trim_end_matches(", ")).unwrap();
        }
        let [inputs, outputs] =
            [("input", &INPUTS[..]), ("output", &OUTPUTS[..])].map(|(direction, names)| {
                names.iter().map(|name| format!("{direction} {name}")).collect::<Vec<_>>().join(", ")
            });
        self.write(&format!("module {of_module} ({inputs}, {outputs});"), inner);
    }

    fn pin(&mut self, path: &str, pin: &str) {
        let names = [format!("{path}{pin}"), format!("{path}b_{pin}/Z")];
        self.pins.push(InstancePin { names, is_of_clocks: pin.starts_with('c'), net: None });
    }

    /// Leaves pins that something comes through.
    fn keep_pins_with_loads(&mut self, netlist: &Netlist) {
        let all: HashMap<String, HierarchicalPinId> = netlist
            .instances()
            .flat_map(|instance| netlist.instance_pins(instance))
            .map(|pin| (netlist.hierarchical_pin_name(pin), pin))
            .collect();
        self.pins.retain_mut(|pin| {
            let known = all[&pin.names[0]];
            pin.net = netlist.hierarchical_pin_net(known);
            !netlist.loads_after(known).is_empty()
        });
    }

    /// A command that makes another register of one.
    fn swap(&mut self, netlist: &Netlist) -> String {
        let is_register =
            |cell: &CellId| netlist.library().master(netlist.cell_master(*cell)).name.starts_with("DFF");
        let registers: Vec<CellId> = netlist.cells().filter(is_register).collect();
        if registers.is_empty() {
            return String::new();
        }
        let cell = netlist.cell_name(*self.dice.pick(&registers));
        format!("replace_cell {cell} {}", self.dice.pick(&["DFF", "DFFN"]))
    }

    fn net(&self, pin: &[String; 2]) -> Option<NetId> {
        self.pins.iter().find(|known| known.names == *pin)?.net
    }

    /// So many pins of clocks, or of any kind, in the order in which signals pass them.
    fn pick(&mut self, most: usize, is_of_clocks: bool) -> Vec<[String; 2]> {
        let from: Vec<usize> =
            (0..self.pins.len()).filter(|&pin| is_of_clocks == self.pins[pin].is_of_clocks).collect();
        if from.is_empty() {
            return Vec::new();
        }
        let mut picked: Vec<usize> = (0..self.dice.below(most + 1)).map(|_| *self.dice.pick(&from)).collect();
        picked.sort_unstable();
        picked.dedup();
        picked.into_iter().map(|pin| self.pins[pin].names.clone()).collect()
    }

    /// Constraints of both designs. Those of a kind come from outside to inside.
    fn constraints(&mut self, has_crpr: bool) -> [String; 2] {
        let head = "create_clock -name k -period 10 clk; create_clock -name m -period 8 -waveform {1 4} clk2
            set_input_delay 1 -clock k {in0 in1}; set_output_delay 1.5 -clock k z0; set_output_delay 1 -clock m z1\n";
        let mut text = [head.to_owned(), head.to_owned()];
        let mut state = |command: &str, pins: [&[String; 2]; 2]| {
            for (which, text) in text.iter_mut().enumerate() {
                let command = command.replace("%1", &pins[0][which]).replace("%2", &pins[1][which]);
                writeln!(text, "{command}").unwrap();
            }
        };
        let mut clocks = self.pick(2, true);
        self.dice.shuffle(&mut clocks);
        for (number, pin) in clocks.iter().enumerate() {
            let (period, add) = (6 + self.dice.below(3), if self.dice.chance(20) { "-add" } else { "" });
            state(&format!("create_clock -name h{number} -period {period} {add} [get_pins %1]"), [pin, pin]);
        }
        // A master that starts on the net of the clock itself does not come to it.
        let of_clocks: Vec<_> = clocks.iter().map(|pin| self.net(pin)).collect();
        let generated = self.pick(3, true);
        if let [source, .., at] = &generated[..]
            && !of_clocks.contains(&self.net(at))
        {
            state(
                "create_generated_clock -name g -source [get_pins %1] -divide_by 2 [get_pins %2]",
                [source, at],
            );
        }
        for pin in self.pick(3, true) {
            let (latency, options) =
                (self.dice.number(0.0, 1.0, 0.125), *self.dice.pick(&["", "-rise", "-max", "-fall -min"]));
            state(&format!("set_clock_latency {latency} {options} [get_pins %1]"), [&pin, &pin]);
        }
        let late_ones = clocks.len() - self.dice.below(clocks.len() + 1);
        for pin in &clocks[..late_ones] {
            let late = 0.25 + self.dice.number(0.0, 1.0, 0.125);
            state(&format!("set_clock_latency -source -late {late} [get_pins %1]"), [pin, pin]);
            // Sources of one clock have no latency in common with CPPR.
            let early = if has_crpr { late } else { 0.25 };
            state(&format!("set_clock_latency -source -early {early} [get_pins %1]"), [pin, pin]);
        }
        for pin in self.pick(2, true) {
            let (uncertainty, options) =
                (self.dice.number(0.0, 1.0, 0.125), *self.dice.pick(&["", "-setup", "-hold"]));
            state(&format!("set_clock_uncertainty {uncertainty} {options} [get_pins %1]"), [&pin, &pin]);
        }
        for pin in self.pick(1, true) {
            let sense = *self.dice.pick(&[
                "-stop_propagation",
                "-positive",
                "-negative",
                "-stop_propagation -clocks k",
            ]);
            state(&format!("set_sense {sense} [get_pins %1]"), [&pin, &pin]);
        }
        for pin in self.pick(1, true) {
            state("set_propagated_clock [get_pins %1]", [&pin, &pin]);
        }
        if self.dice.chance(40) {
            let none = [String::new(), String::new()];
            state("set_propagated_clock [all_clocks]", [&none, &none]);
        }
        let of_clocks = self.dice.chance(40);
        let through = self.pick(3, of_clocks);
        if let [first, second, rest @ ..] = &through[..] {
            let exception = *self.dice.pick(&["set_false_path", "set_multicycle_path 2", "set_max_delay 3"]);
            let third = rest.first().unwrap_or(second);
            state(&format!("{exception} -through [get_pins %1] -through [get_pins %2]"), [first, second]);
            state(
                "set_multicycle_path 4 -setup -through [get_pins %1] -through [get_pins %2]",
                [third, first],
            );
        }
        for pin in self.pick(2, of_clocks) {
            let exception = *self.dice.pick(&[
                "set_false_path -through",
                "set_false_path -rise_through",
                "set_multicycle_path 2 -fall_through",
                "set_multicycle_path 3 -setup -through",
                "set_max_delay 3 -through",
                "set_sense -type data -stop_propagation",
            ]);
            state(&format!("{exception} [get_pins %1]"), [&pin, &pin]);
        }
        text
    }
}

/// The slacks of all endpoints, in each path group.
fn slacks(shell: &mut Shell) -> String {
    let script = "set all {}
        foreach delay {max min} { foreach p [find_timing_paths -path_delay $delay -group_path_count 1000] {
            set capture [get_property $p endpoint_clock]
            lappend all \"$delay [get_full_name [get_property $p endpoint]] [get_full_name $capture] [format %.4f [get_property $p slack]]\" } }
        join [lsort $all] \\n";
    shell.run(script).unwrap_or_else(|error| panic!("{}", error.value)).to_string()
}

fn check(seed: u64) -> Result<(), proptest::test_runner::TestCaseError> {
    let mut drawn = Drawn::new(seed);
    let library = LIBRARY.trim_end().trim_end_matches('}').to_owned() + CELLS;
    let has_crpr = seed % 2 == 1;
    let crpr = format!("set sta_crpr_enabled {}", seed % 2);
    let [mut own, mut buffered] = [0, 1].map(|which| shell(&library, &drawn.modules[which], &crpr));
    drawn.keep_pins_with_loads(own.session().unwrap().netlist());
    let swapped = drawn.swap(own.session().unwrap().netlist());
    let constraints = drawn.constraints(has_crpr);
    let said = format!("{seed}\n{}\n{}\n{swapped}", drawn.modules[0], constraints[0]);
    // In the design itself all comes in turns, each with an update.
    let half = constraints[0].match_indices('\n').nth(4).map_or(constraints[0].len(), |(at, _)| at);
    for script in [&constraints[0][..half], &swapped, &constraints[0][half..]] {
        match own.run(script) {
            Ok(_) => {}
            // A clock at a pin behind which others start at all loads.
            Err(error) if error.value.text().contains("the list of sources has nothing in it") => {
                return Ok(());
            }
            Err(error) => panic!("{}\n{said}", error.value),
        }
        slacks(&mut own);
    }
    buffered.run(&format!("{}\n{swapped}", constraints[1])).unwrap();
    let expected = slacks(&mut own);
    prop_assert_eq!(&expected, &slacks(&mut buffered), "{}", said);
    // What is written states it again.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("written.sdc").display().to_string();
    own.run(&format!("write_sdc {file}")).unwrap();
    let mut again = shell(&library, &drawn.modules[0], &format!("{crpr}; {swapped}; read_sdc {file}"));
    prop_assert_eq!(&expected, &slacks(&mut again), "{}\n{}", said, std::fs::read_to_string(&file).unwrap());
    Ok(())
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn they_are_as_with_a_buffer_at_each_pin(seed in any::<u64>()) {
        check(seed)?;
    }
}
