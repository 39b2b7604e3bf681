//! Constraints that nobody drew up: what stays of an SDC file when its lines and words are moved, lost or replaced. What is read of it is what the engine has to
//! answer for.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::Index;
use zeroslack::SessionParts;
use zeroslack::constraints::read_text;
use zeroslack::sdc::Units;
use zeroslack::sdc::{Clock, ClockEdge, ClockId, Constraints};
use zeroslack::timing::Calculator;

use super::clocking::{Clocked, clocked};
use super::netlist::Texts;
use super::network::Setting;
use super::recipe::{Network, Style};
use super::{ANY, PLAIN, check_session, config};

/// Words that are not in every file.
const WORDS: [&str; 24] = [
    "0",
    "-3.5",
    "0.0001",
    "7",
    "12.25",
    "1e7",
    "nan",
    "clock0",
    "clock1",
    "clock7",
    "-add",
    "-add_delay",
    "-clock_fall",
    "-rise",
    "-fall",
    "-min",
    "-max",
    "-early",
    "-late",
    "-source",
    "-waveform",
    "[all_clocks]",
    "[all_inputs]",
    "[get_ports *]",
];

/// What happens to a file: the same five things, at any line and word of it.
#[derive(Clone, Debug)]
enum Edit {
    Lose(Index),
    Repeat(Index, Index),
    LoseWord(Index, Index),
    CopyWord((Index, Index), (Index, Index)),
    Replace((Index, Index), usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = || any::<(Index, Index)>();
    prop_oneof![
        any::<Index>().prop_map(Edit::Lose),
        place().prop_map(|(line, to)| Edit::Repeat(line, to)),
        place().prop_map(|(line, word)| Edit::LoseWord(line, word)),
        (place(), place()).prop_map(|(from, to)| Edit::CopyWord(from, to)),
        (place(), 0..WORDS.len()).prop_map(|(at, word)| Edit::Replace(at, word)),
    ]
}

fn edited(sdc: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<Vec<&str>> = sdc.lines().map(|line| line.split(' ').collect()).collect();
    for edit in edits.iter().filter(|_| !sdc.is_empty()) {
        let count = lines.len();
        match *edit {
            Edit::Lose(line) if count > 1 => drop(lines.remove(line.index(count))),
            Edit::Lose(_) => {}
            Edit::Repeat(line, to) => lines.insert(to.index(count), lines[line.index(count)].clone()),
            Edit::LoseWord(line, word) => {
                let line = &mut lines[line.index(count)];
                if line.len() > 1 {
                    line.remove(word.index(line.len()));
                }
            }
            Edit::CopyWord((from, word), (line, to)) => {
                let from = &lines[from.index(count)];
                let word = from[word.index(from.len())];
                let line = &mut lines[line.index(count)];
                let to = to.index(line.len());
                line[to] = word;
            }
            Edit::Replace((line, at), word) => {
                let line = &mut lines[line.index(count)];
                let at = at.index(line.len());
                line[at] = WORDS[word];
            }
        }
    }
    lines.iter().map(|line| line.join(" ") + "\n").collect()
}

/// Compares what is read of an edited file with the brute-force reading of the same constraints. False if there are too many paths, or nothing is
/// read.
fn check(clocked: &Clocked, edits: &[Edit]) -> bool {
    let texts = Texts::new(&clocked.design);
    let (netlist, parasitics) = texts.netlist();
    let setting = clocked.setting(&netlist);
    let constraints = setting.constraints(&netlist);
    let inputs: Vec<String> = constraints.input_slews.keys().map(|&pin| netlist.pin_name(pin)).collect();
    let sdc = edited(&setting.sdc(&inputs), edits);
    let (constraints, said) = read_text(&sdc, &netlist, &Units::of_library(&netlist));
    if said.has_errors() {
        return false;
    }
    // Queries name clocks by their numbers.
    let constraints = numbered(&constraints);
    let setting = Setting::of(&constraints, &netlist);
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    check_session(clocked, &texts, parts, (&setting, &sdc))
}

/// The same constraints, with clocks that are called after their numbers, without gaps.
fn numbered(constraints: &Constraints) -> Constraints {
    let mut numbered = constraints.clone();
    // What gates clocks has tests of its own.
    numbered.rules.no_clock_gating = true;
    let clocks = constraints.clocks.iter().zip(0..);
    numbered.clocks = clocks
        .clone()
        .map(|((_, clock), number)| Clock { name: format!("clock{number}").into(), ..clock.clone() })
        .collect();
    let numbers: BTreeMap<ClockId, u32> = clocks.map(|((id, _), number)| (id, number)).collect();
    let number = |edge: &mut ClockEdge| edge.clock = ClockId(numbers[&edge.clock]);
    numbered.input_delays.values_mut().flatten().filter_map(|delay| delay.edge.as_mut()).for_each(number);
    numbered.output_delays.values_mut().flatten().map(|delay| &mut delay.edge).for_each(number);
    numbered
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn edited_constraints(
        clocked in clocked(ANY, Style { network: Network::Any, is_crossing: true, ..PLAIN }),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        prop_assume!(check(&clocked, &edits));
    }
}
