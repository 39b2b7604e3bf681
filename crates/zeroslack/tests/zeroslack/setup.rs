//! What a design lacks to be timed in full, against a walk over the netlist by definition, for random small designs.

use std::collections::BTreeSet;
use std::fmt::Write;

use zeroslack_fuzz::edits::examples::{load, of_texts};
use zeroslack_report::{Analysis, Lack, Names, SetupCheck};
use zeroslack_testing::{Dice, seeds};

/// Registers and inverters in a random net each way: inputs `p`, outputs `o`, cells `r` and `u`, each driving the net of its name.
struct Made {
    /// Data and clock net of each register.
    registers: Vec<[String; 2]>,
    /// The net before each inverter: of a port, a register, or an inverter before it.
    inverters: Vec<String>,
    /// The net of each output.
    outputs: Vec<String>,
    inputs: usize,
    clocks: BTreeSet<usize>,
    /// Inputs with a delay, outputs with a delay.
    delays: [BTreeSet<usize>; 2],
}

impl Made {
    fn new(dice: &mut Dice) -> Self {
        let [inputs, registers, inverters, outputs] = [4, 5, 4, 3].map(|most| 1 + dice.below(most));
        let below = |dice: &mut Dice, inverters: usize| {
            let at = dice.below(inputs + registers + inverters);
            match at {
                at if at < inputs => format!("p{at}"),
                at if at < inputs + registers => format!("r{}", at - inputs),
                at => format!("u{}", at - inputs - registers),
            }
        };
        let mut some = |count: usize, percent| -> BTreeSet<usize> {
            (0..count).filter(|_| dice.chance(percent)).collect()
        };
        let (clocks, delays) = (some(inputs, 40), [some(inputs, 50), some(outputs, 60)]);
        Self {
            registers: (0..registers).map(|_| [0; 2].map(|_| below(dice, inverters))).collect(),
            inverters: (0..inverters).map(|before| below(dice, before)).collect(),
            outputs: (0..outputs).map(|_| below(dice, inverters)).collect(),
            inputs,
            clocks,
            delays,
        }
    }

    fn verilog(&self) -> String {
        let ports = (0..self.inputs).map(|port| format!("input p{port}"));
        let ports: Vec<String> =
            ports.chain((0..self.outputs.len()).map(|port| format!("output o{port}"))).collect();
        let mut text = format!("module top ({});\n", ports.join(", "));
        for (at, [data, clock]) in self.registers.iter().enumerate() {
            writeln!(text, "wire r{at}; DFF cr{at} (.D({data}), .CK({clock}), .Q(r{at}));").unwrap();
        }
        for (at, input) in self.inverters.iter().enumerate() {
            writeln!(text, "wire u{at}; INV cu{at} (.A({input}), .Y(u{at}));").unwrap();
        }
        for (at, net) in self.outputs.iter().enumerate() {
            writeln!(text, "INV co{at} (.A({net}), .Y(o{at}));").unwrap();
        }
        text + "endmodule\n"
    }

    fn sdc(&self) -> String {
        let mut text = String::from("create_clock -name outside -period 1\n");
        for port in &self.clocks {
            writeln!(text, "create_clock -name c{port} -period 1 p{port}\nset_propagated_clock c{port}")
                .unwrap();
        }
        for port in &self.delays[0] {
            writeln!(text, "set_input_delay 0.1 -clock outside p{port}").unwrap();
        }
        for port in &self.delays[1] {
            writeln!(text, "set_output_delay 0.1 -clock outside o{port}").unwrap();
        }
        text
    }

    /// What lacks something, by definition. Which arc of a loop is cut is no matter of definition.
    fn lacking(&self) -> Vec<(Lack, Vec<String>)> {
        let net = |kind: char, at: usize| format!("{kind}{at}");
        let mut clocked: BTreeSet<String> = self.clocks.iter().map(|&at| net('p', at)).collect();
        // A clock that starts at a port is there instead of what is stated of its data.
        let mut signals: BTreeSet<String> = self.delays[0].iter().map(|&at| net('p', at)).collect();
        signals.extend(clocked.iter().cloned());
        for _ in 0..self.inverters.len() + self.registers.len() {
            for (at, input) in self.inverters.iter().enumerate() {
                for nets in [&mut clocked, &mut signals] {
                    if nets.contains(input) {
                        nets.insert(net('u', at));
                    }
                }
            }
            for (at, [_, clock]) in self.registers.iter().enumerate() {
                if clocked.contains(clock) {
                    signals.insert(net('r', at));
                }
            }
        }
        let registers = || self.registers.iter().enumerate();
        let pins = |is_lacking: &dyn Fn(&[String; 2]) -> bool, pin: &str| -> Vec<String> {
            let lacking = registers().filter(|(_, register)| is_lacking(register));
            lacking.map(|(at, _)| format!("cr{at}/{pin}")).collect()
        };
        let silent_outputs = self.delays[1].iter().filter(|&&at| !signals.contains(&self.outputs[at]));
        let silent = pins(&|[data, clock]| clocked.contains(clock) && !signals.contains(data), "D");
        let ports = |kind: char, count: usize, stated: &dyn Fn(usize) -> bool| -> Vec<String> {
            (0..count).filter(|&at| !stated(at)).map(|at| net(kind, at)).collect()
        };
        vec![
            (Lack::Clock, pins(&|[_, clock]| !clocked.contains(clock), "D")),
            (Lack::Arrival, silent_outputs.map(|&at| net('o', at)).chain(silent).collect()),
            (Lack::Requirement, Vec::new()),
            (Lack::ClockAtPin, pins(&|[_, clock]| !clocked.contains(clock), "CK")),
            (
                Lack::InputDelay,
                ports('p', self.inputs, &|at| self.clocks.contains(&at) || self.delays[0].contains(&at)),
            ),
            (Lack::OutputDelay, ports('o', self.outputs.len(), &|at| self.delays[1].contains(&at))),
            (Lack::Parasitics, Vec::new()),
        ]
    }
}

#[test]
fn reasons_are_those_of_a_walk_over_the_netlist() {
    let (mut seen, mut designs) = ([0; Lack::ALL.len()], 0);
    for seed in seeds(600) {
        designs += 1;
        let made = Made::new(&mut Dice::new(seed, 0));
        let session = load(&of_texts(
            include_str!("../../../testing/designs/tiny/tiny.lib"),
            &made.verilog(),
            &made.sdc(),
        ));
        let timed = session.timed().unwrap();
        let names = Names {
            netlist: timed.netlist(),
            library: timed.netlist().library(),
            constraints: timed.constraints(),
        };
        let parasitics = session.parasitics(zeroslack::CornerId::FIRST);
        let analysis = Analysis { names, parasitics, graph: timed.graph(), timing: timed.timing() };
        let slacks = timed.endpoint_slacks();
        let setup = SetupCheck::new(&analysis, &slacks);
        for (lack, expected) in made.lacking() {
            let pins = setup.pins(lack);
            seen[lack as usize] += pins.len();
            let mut found: Vec<String> = pins.iter().map(|&pin| names.netlist.pin_name(pin)).collect();
            let mut expected = expected;
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{lack:?} of seed {seed}:\n{}{}", made.verilog(), made.sdc());
        }
        let without = [Lack::Clock, Lack::Arrival, Lack::Requirement].map(|lack| setup.pins(lack).len());
        let with = slacks.chunk_by(|a, b| a.endpoint == b.endpoint).count();
        assert_eq!(without.iter().sum::<usize>() + with, timed.graph().endpoints().len());
    }
    let often = [Lack::Clock, Lack::Arrival, Lack::ClockAtPin, Lack::InputDelay, Lack::OutputDelay];
    assert!(often.iter().all(|&lack| 12 * seen[lack as usize] > designs), "{seen:?}");
}
