//! Designs whose clock networks branch and come together again, of cells that differ early, late or both.

use std::fmt::Write;

use zeroslack::Session;
use zeroslack_testing::Dice;

use super::in_memory::session;

/// Library cells of each kind.
const SIZES: usize = 6;

/// Delays of an edge, early and late, ps.
type Delays = [usize; 2];

fn delays(dice: &mut Dice) -> Delays {
    let early = 5 + dice.below(30);
    [early, early + dice.below(20)]
}

/// Delays for rises and falls of all sizes: of neighbours one split is often the same.
fn sizes(dice: &mut Dice) -> Vec<[Delays; 2]> {
    let mut sizes = vec![[delays(dice), delays(dice)]];
    while sizes.len() < SIZES {
        let mut next = [delays(dice), delays(dice)];
        let last = sizes[sizes.len() - 1];
        match dice.below(3) {
            0 => next.iter_mut().zip(last).for_each(|(next, last)| *next = [next[0].min(last[1]), last[1]]),
            1 => next.iter_mut().zip(last).for_each(|(next, last)| *next = [last[0], next[1].max(last[0])]),
            _ => {}
        }
        sizes.push(next);
    }
    sizes
}

/// The arc from a pin, in one split.
fn arc(of: &[Delays; 2], split: usize, related: &str, kind: &str) -> String {
    let [rise, fall] = of.map(|edge| edge[split]);
    format!(
        "timing () {{ related_pin : \"{related}\"; {kind} cell_rise (scalar) {{ values (\"{rise}\"); }} cell_fall (scalar) {{ values (\"{fall}\"); }} }}\n"
    )
}

fn library(split: usize, [buffers, gates, registers]: &[Vec<[Delays; 2]>; 3]) -> String {
    let mut text = "library (l) { time_unit : \"1ps\"; capacitive_load_unit (1, ff);\n".to_string();
    let input = |name: &str| format!("pin ({name}) {{ direction : input; }}\n");
    for (size, of) in buffers.iter().enumerate() {
        let arc = arc(of, split, "A", "timing_sense : positive_unate;");
        let output = format!("pin (Z) {{ direction : output; function : \"A\"; {arc} }}");
        writeln!(text, "cell (BUF{size}) {{ {} {output} }}", input("A")).unwrap();
    }
    for (size, of) in gates.iter().enumerate() {
        let arcs = ["C", "E"].map(|pin| arc(of, split, pin, "timing_sense : positive_unate;")).concat();
        let output = format!("pin (Y) {{ direction : output; function : \"C + E\"; {arcs} }}");
        writeln!(text, "cell (OR{size}) {{ {} {} {output} }}", input("C"), input("E")).unwrap();
    }
    for (size, of) in registers.iter().enumerate() {
        let check = |kind: &str, value: usize| {
            format!(
                "timing () {{ related_pin : \"CK\"; timing_type : {kind}_rising; rise_constraint (scalar) {{ values (\"{value}\"); }} fall_constraint (scalar) {{ values (\"{value}\"); }} }}"
            )
        };
        let (setup, hold) = (check("setup", of[0][1]), check("hold", of[0][0] / 4));
        let launch = arc(of, split, "CK", "timing_type : rising_edge;");
        writeln!(
            text,
            "cell (DFF{size}) {{ ff (I, J) {{ clocked_on : \"CK\"; next_state : \"D\"; }} pin (D) {{ direction : input; {setup} {hold} }} pin (CK) {{ direction : input; clock : true; }} pin (Q) {{ direction : output; function : \"I\"; {launch} }} }}"
        )
        .unwrap();
    }
    text + "}\n"
}

/// Such a design, which no two seeds have in common.
pub fn of_seed(seed: u64) -> Session {
    let mut dice = Dice::new(seed, 7);
    let sizes = [sizes(&mut dice), sizes(&mut dice), sizes(&mut dice)];
    let mut cells = String::new();
    let mut wires = Vec::new();
    let mut clocks = vec!["clk".to_string()];
    for number in 0..8 + dice.below(10) {
        let (net, size) = (format!("c{number}"), dice.below(SIZES));
        let one = dice.pick(&clocks[clocks.len().saturating_sub(4)..]).clone();
        if dice.chance(30) {
            let other = dice.pick(&clocks).clone();
            writeln!(cells, "OR{size} u{net} (.C({one}), .E({other}), .Y({net}));").unwrap();
        } else {
            writeln!(cells, "BUF{size} u{net} (.A({one}), .Z({net}));").unwrap();
        }
        wires.push(net.clone());
        clocks.push(net);
    }
    let registers = 4 + dice.below(10);
    let mut data: Vec<String> = (0..registers).map(|number| format!("q{number}")).collect();
    wires.extend(data.iter().cloned());
    for number in 0..5 + dice.below(20) {
        let (net, size) = (format!("d{number}"), dice.below(SIZES));
        let (one, other) = (dice.pick(&data).clone(), dice.pick(&data).clone());
        writeln!(cells, "OR{size} u{net} (.C({one}), .E({other}), .Y({net}));").unwrap();
        wires.push(net.clone());
        data.push(net);
    }
    for number in 0..registers {
        let (clock, input, size) = (dice.pick(&clocks).clone(), dice.pick(&data).clone(), dice.below(SIZES));
        writeln!(cells, "DFF{size} r{number} (.D({input}), .CK({clock}), .Q(q{number}));").unwrap();
    }
    let verilog = format!("module top (clk); input clk; wire {};\n{cells}endmodule\n", wires.join(", "));
    let (early, late) = (dice.below(5), 5 + dice.below(5));
    let timing = format!("clock clk 200 50\nat clk {early} {early} {late} {late}\nslew clk 0 0 0 0\n");
    session([&library(0, &sizes), &library(1, &sizes)], &verilog, "", &timing)
}
