//! Chips: designs of many placed blocks, each a module with parasitics of its own.

use std::io::{self, Write};

use crate::library::Library;
use crate::write::text::Text;
use crate::{Design, Options, OptionsError};

/// Capacitance of a wire between blocks, fF, and its resistance, kΩ.
const WIRE: (f64, f64) = (40.0, 0.25);

/// A chip of blocks. Every block is a module that is generated like a design, with some instances. The instances form a binary tree: outputs of one are
/// inputs of the two below it, those of the first are inputs of the chip, and those of the last are its outputs.
#[derive(Clone, Debug)]
pub struct Chip {
    /// Of the chip: its name, and all gates together.
    options: Options,
    modules: usize,
    instances_of_each: usize,
}

/// A port of the blocks, which all have the same.
type Port = usize;

impl Chip {
    /// A chip of so many modules with so many instances of each, which share the gates that the options ask for.
    ///
    /// # Errors
    /// If a block would be out of the range of a design.
    pub fn new(options: Options, modules: usize, instances_of_each: usize) -> Result<Self, OptionsError> {
        let chip = Self { options, modules: modules.max(1), instances_of_each: instances_of_each.max(1) };
        chip.block_options(0).check()?;
        Ok(chip)
    }

    /// Number of modules.
    pub fn module_count(&self) -> usize {
        self.modules
    }

    /// What a block is like.
    fn block_options(&self, module: usize) -> Options {
        let gates = self.options.gates / (self.modules * self.instances_of_each);
        Options {
            name: format!("{}_block{module}", self.options.name),
            seed: self.options.seed.wrapping_add(module as u64),
            pins: (gates as f64 * self.options.pins as f64 / self.options.gates as f64) as usize,
            flip_flops: self.options.flip_flops,
            depth: self.options.depth,
            depth_spread: self.options.depth_spread,
            clocks: 1,
            failing: self.options.failing,
            failing_hold: self.options.failing_hold,
            ..Options::new(gates)
        }
    }

    /// A block, of a library's cells.
    ///
    /// # Errors
    /// If an option is out of its range.
    pub fn block(&self, module: usize, library: Library) -> Result<Design, OptionsError> {
        Design::with_library(self.block_options(module), library)
    }

    /// The instances of a module, by name.
    pub fn instances_of(&self, module: usize) -> impl Iterator<Item = String> + '_ {
        (0..self.instances_of_each).map(move |number| instance(module + number * self.modules))
    }

    fn instance_count(&self) -> usize {
        self.modules * self.instances_of_each
    }

    fn ports(&self) -> std::ops::Range<Port> {
        0..self.block_options(0).inputs
    }

    /// Writes the top module.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_verilog(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        text.text("module ").text(&self.options.name).text(" (clk0");
        for port in self.ports() {
            text.text(", ").text(&format!("in{port}, out{port}"));
        }
        text.line(");")?;
        text.line("input clk0;")?;
        for port in self.ports() {
            text.line(&format!("input in{port}; output out{port};"))?;
        }
        for driver in 0..self.instance_count() - 1 {
            for port in self.ports() {
                text.line(&format!("wire {};", self.net(driver, port)))?;
            }
        }
        for number in 0..self.instance_count() {
            let module = self.block_options(number % self.modules).name;
            text.text(&module).text(" ").text(&instance(number)).text(" (.clk0(clk0)");
            for port in self.ports() {
                let input = if number == 0 { format!("in{port}") } else { self.net((number - 1) / 2, port) };
                text.text(&format!(", .in{port}({input}), .out{port}({})", self.net(number, port)));
            }
            text.line(");")?;
        }
        text.line("endmodule")?;
        text.finish()
    }

    /// The net of an instance's output.
    fn net(&self, driver: usize, port: Port) -> String {
        if driver + 1 == self.instance_count() { format!("out{port}") } else { format!("n{driver}_{port}") }
    }

    /// Writes the wires between blocks (SPEF), a star for each net.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_spef(&self, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        text.line("*SPEF \"IEEE 1481-1998\"")?;
        text.line(&format!("*DESIGN \"{}\"", self.options.name))?;
        text.line("*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 UH\n")?;
        let count = self.instance_count();
        let clocked: Vec<String> = (0..count).map(|number| format!("{}:clk0", instance(number))).collect();
        star(&mut text, "clk0", Pin::Port("clk0"), clocked.iter().map(|name| Pin::Block(name)))?;
        for port in self.ports() {
            let (input, first) = (format!("in{port}"), format!("{}:in{port}", instance(0)));
            star(&mut text, &input, Pin::Port(&input), [Pin::Block(&first)].into_iter())?;
            for driver in 0..count {
                let (net, output) = (self.net(driver, port), format!("{}:out{port}", instance(driver)));
                let below = [2 * driver + 1, 2 * driver + 2].into_iter().filter(|&below| below < count);
                let sinks: Vec<String> = below.map(|below| format!("{}:in{port}", instance(below))).collect();
                let is_last = driver + 1 == count;
                let sinks =
                    sinks.iter().map(|name| Pin::Block(name)).chain(is_last.then_some(Pin::Port(&net)));
                star(&mut text, &net, Pin::Block(&output), sinks)?;
            }
        }
        text.finish()
    }

    /// Writes the constraints (SDC) for a period in ps, that of the slowest block for example.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_sdc(&self, library: &Library, period: u32, out: &mut impl Write) -> io::Result<()> {
        let mut text = Text::new(out);
        let (ports, units) = (&library.ports, &library.units);
        let period = f64::from(period) / units.time;
        text.text("create_clock -name clk0 -period ").decimal(period).line(" [get_ports clk0]")?;
        text.line("set_propagated_clock [all_clocks]")?;
        let slew = ports.clock_slew / units.time;
        text.text("set_input_transition ").decimal(slew).line(" [all_inputs]")?;
        text.text("set_input_delay -clock clk0 ").decimal(period / 2.0).line(" [get_ports in*]")?;
        text.text("set_output_delay -clock clk0 ").decimal(0.0).line(" [all_outputs]")?;
        text.text("set_load ").decimal(ports.load / units.capacitance).line(" [all_outputs]")?;
        text.finish()
    }
}

fn instance(number: usize) -> String {
    format!("b{number}")
}

#[derive(Clone, Copy)]
enum Pin<'n> {
    Port(&'n str),
    Block(&'n str),
}

impl Pin<'_> {
    fn keyword(self) -> &'static str {
        if matches!(self, Self::Port(_)) { "*P" } else { "*I" }
    }

    fn name(self) -> String {
        let (Self::Port(name) | Self::Block(name)) = self;
        name.to_string()
    }
}

/// A net whose sinks hang on its driver by wires of one length; nothing for a net without sinks.
fn star<'n>(
    text: &mut Text<'_, impl Write>,
    net: &str,
    driver: Pin<'_>,
    sinks: impl Iterator<Item = Pin<'n>> + Clone,
) -> io::Result<()> {
    let count = sinks.clone().count();
    if count == 0 {
        return Ok(());
    }
    text.text("*D_NET ").text(net).text(" ").decimal(WIRE.0 * count as f64).line("\n*CONN")?;
    let letter = if matches!(driver, Pin::Port(_)) { "I" } else { "O" };
    text.text(driver.keyword()).text(" ").text(&driver.name()).text(" ").line(letter)?;
    for sink in sinks.clone() {
        let letter = if matches!(sink, Pin::Port(_)) { "O" } else { "I" };
        text.text(sink.keyword()).text(" ").text(&sink.name()).text(" ").line(letter)?;
    }
    text.line("*CAP")?;
    for (number, sink) in (1..).zip(sinks.clone()) {
        text.integer(number).text(" ").text(&sink.name()).text(" ").decimal(WIRE.0).end()?;
    }
    text.line("*RES")?;
    for (number, sink) in (1..).zip(sinks) {
        text.integer(number).text(" ").text(&driver.name()).text(" ").text(&sink.name());
        text.text(" ").decimal(WIRE.1).end()?;
    }
    text.line("*END\n")
}
