//! Constants, transitions that pins do not have, and arcs that are out: drawn at random, and what they leave of a network by a naive reading.

use std::collections::BTreeSet;

use zeroslack::netlist::{CellId, Netlist, PinId};
use zeroslack::sdc::{ArcEnds, CaseValue, Constraints, LogicValue};
use zeroslack::units::Transition;

use super::cells::{GATES, Gate};
use super::dice::Dice;
use super::network::{Check, Network, Spot, Step};

/// States some values and takes some arcs out, mostly few of each.
pub fn draw(dice: &mut Dice, constraints: &mut Constraints, netlist: &Netlist) {
    let pins: Vec<PinId> = netlist.pins().collect();
    let any = |dice: &mut Dice| pins[dice.below(pins.len())];
    for _ in 0..dice.below(4) {
        constraints.case_values.insert(any(dice), CaseValue::ALL[dice.below(4)]);
    }
    for _ in 0..dice.below(2) {
        let value = [LogicValue::Zero, LogicValue::One, LogicValue::DontCare][dice.below(3)];
        constraints.logic_values.insert(any(dice), value);
    }
    if dice.below(4) == 0 {
        constraints.disables.pins.insert(any(dice));
    }
    for _ in 0..[0, 0, 1, 2][dice.below(4)] {
        let Some(cell) = netlist.pin_cell(any(dice)) else { continue };
        let of_cell: Vec<PinId> = netlist.cell_pins(cell).collect();
        let [from, to] = [(); 2].map(|()| (dice.below(2) == 0).then(|| of_cell[dice.below(of_cell.len())]));
        constraints.disables.cells.entry(cell).or_default().insert(ArcEnds { from, to });
    }
}

impl std::fmt::Debug for Constants<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Constraints { case_values, logic_values, disables, .. } = self.constraints;
        write!(f, "{case_values:?} {logic_values:?} {disables:?}")
    }
}

/// What a pin is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    Nothing,
    Always(bool),
    Only(Transition),
}

/// What constraints leave of a network.
pub struct Constants<'c> {
    netlist: &'c Netlist,
    constraints: &'c Constraints,
    /// By pin.
    known: Vec<Known>,
}

impl<'c> Constants<'c> {
    /// Looks at all cells and nets until nothing is learnt any more.
    pub fn new(netlist: &'c Netlist, constraints: &'c Constraints) -> Self {
        let known = netlist.pins().map(|pin| stated(constraints, pin)).collect();
        let mut found = Self { netlist, constraints, known };
        loop {
            let before = found.known.clone();
            for cell in netlist.cells() {
                if let (Some(gate), Some(output)) = (gate(netlist, cell), found.pin(cell, "Z")) {
                    let values = found.assignments(cell, gate).into_iter().map(|inputs| value(gate, &inputs));
                    let values: BTreeSet<bool> = values.collect();
                    if let (1, Some(&value)) = (values.len(), values.first()) {
                        found.learn(output, Known::Always(value));
                    }
                }
            }
            for net in netlist.nets() {
                let pins = netlist.net_pins(net);
                let driver = pins.iter().copied().find(|&pin| netlist.is_driver(pin));
                if let Some(what @ Known::Always(_)) = driver.map(|pin| found.known[pin.index()]) {
                    pins.iter().filter(|&&pin| netlist.is_load(pin)).for_each(|&pin| found.learn(pin, what));
                }
            }
            if found.known == before {
                return found;
            }
        }
    }

    fn learn(&mut self, pin: PinId, what: Known) {
        let known = &mut self.known[pin.index()];
        if *known == Known::Nothing {
            *known = what;
        }
    }

    fn pin(&self, cell: CellId, name: &str) -> Option<PinId> {
        self.netlist.find_cell_pin(cell, name)
    }

    /// All values that the inputs of a gate may have together.
    fn assignments(&self, cell: CellId, gate: &Gate) -> Vec<Vec<bool>> {
        let known = |input: usize| {
            let pin = self.pin(cell, gate.inputs[input].0).unwrap();
            self.known[pin.index()]
        };
        let all = 0..1_u32 << gate.inputs.len();
        let values =
            |bits: u32| (0..gate.inputs.len()).map(|input| bits >> input & 1 == 1).collect::<Vec<_>>();
        let may_be = |values: &Vec<bool>| {
            values.iter().enumerate().all(|(input, &value)| known(input) != Known::Always(!value))
        };
        all.map(values).filter(may_be).collect()
    }

    /// Whether a pin may make a transition.
    fn may_be(&self, spot: Spot) -> bool {
        match self.known[spot.pin] {
            Known::Nothing => true,
            Known::Only(transition) => transition == spot.transition,
            Known::Always(_) => false,
        }
    }

    /// Whether steps and checks may be at a spot.
    fn has(&self, spot: Spot) -> bool {
        self.may_be(spot) && !self.constraints.disables.pins.contains(&PinId::new(spot.pin))
    }

    /// Whether a step is left.
    pub fn keeps(&self, step: &Step) -> bool {
        self.has(step.from)
            && self.has(step.to)
            && !self.is_out(step.from, step.to, false)
            && self.makes(step)
    }

    /// Whether the arc or the check between two pins is taken out.
    fn is_out(&self, from: Spot, to: Spot, is_check: bool) -> bool {
        let [from, to] = [from, to].map(|spot| PinId::new(spot.pin));
        let (Some(cell), other) = (self.netlist.pin_cell(from), self.netlist.pin_cell(to)) else {
            return false;
        };
        // From an output on it is a wire.
        if other != Some(cell) || self.netlist.is_driver(from) {
            return false;
        }
        let stated = self.constraints.disables.cells.get(&cell).into_iter().flatten();
        stated.into_iter().any(|ends| match (ends.from, ends.to) {
            (None, None) => !is_check,
            (first, last) => first.is_none_or(|pin| pin == from) && last.is_none_or(|pin| pin == to),
        })
    }

    /// Whether an edge at an input of a gate can make one at its output.
    fn makes(&self, step: &Step) -> bool {
        let from = PinId::new(step.from.pin);
        let Some(cell) = self.netlist.pin_cell(from).filter(|_| !self.netlist.is_driver(from)) else {
            return true;
        };
        let Some(gate) = gate(self.netlist, cell) else { return true };
        let input = gate.inputs.iter().position(|&(name, _)| self.pin(cell, name) == Some(from)).unwrap();
        let [before, after] = [step.from, step.to].map(|spot| spot.transition == Transition::Rise);
        self.assignments(cell, gate).into_iter().any(|mut inputs| {
            inputs[input] = !before;
            let output_before = value(gate, &inputs);
            inputs[input] = before;
            [output_before, value(gate, &inputs)] == [!after, after]
        })
    }

    /// A check with the margins that are left; none without any.
    pub fn left(&self, check: &Check) -> Option<Check> {
        let margin = Transition::ALL.map(|transition| {
            let data = Spot { pin: check.data, transition };
            check.margin[transition as usize]
                .filter(|_| self.has(data) && !self.is_out(check.clock, data, true))
        });
        (self.has(check.clock) && margin != [None; 2]).then(|| Check { margin, ..check.clone() })
    }

    /// Where no signal can be. One that starts at a pin that is out goes no further.
    pub fn silent(&self) -> BTreeSet<Spot> {
        let spots =
            (0..self.known.len()).flat_map(|pin| Transition::ALL.map(|transition| Spot { pin, transition }));
        spots.filter(|&spot| !self.may_be(spot)).collect()
    }
}

/// The gate that a cell is; none of a register.
fn gate(netlist: &Netlist, cell: CellId) -> Option<&'static Gate> {
    let name = netlist.master(cell).name.split('_').next().unwrap().to_owned();
    GATES.iter().find(|gate| gate.name == name)
}

/// What a gate makes of its inputs.
fn value(gate: &Gate, inputs: &[bool]) -> bool {
    match *inputs {
        [a] => a == (gate.name == "BUF"),
        [a, b] if gate.name == "XOR2" => a != b,
        [a, b] => (a && b) == (gate.name == "AND2"),
        [a, b, s] => {
            if s {
                b
            } else {
                a
            }
        }
        _ => panic!("{}", gate.name),
    }
}

fn stated(constraints: &Constraints, pin: PinId) -> Known {
    match (constraints.case_values.get(&pin), constraints.logic_values.get(&pin)) {
        (Some(CaseValue::Zero), _) | (None, Some(LogicValue::Zero)) => Known::Always(false),
        (Some(CaseValue::One), _) | (None, Some(LogicValue::One)) => Known::Always(true),
        (Some(CaseValue::Rising), _) => Known::Only(Transition::Rise),
        (Some(CaseValue::Falling), _) => Known::Only(Transition::Fall),
        (None, Some(LogicValue::DontCare) | None) => Known::Nothing,
    }
}

/// Compares the steps and checks of a network that the constants are of with what they leave of one without them. `starts` are pins where signals start.
pub fn compare(with: &Network, without: &Network, constants: &Constants<'_>, starts: &BTreeSet<usize>) {
    // Where no ideal clock comes any more, a pin acts as it is: of the edges of ideal clocks the oracle knows.
    let way = |step: &Step| (step.from, step.to, step.launches);
    let found: BTreeSet<_> = with.steps.iter().map(way).collect();
    let expected: BTreeSet<_> = without.steps.iter().filter(|step| constants.keeps(step)).map(way).collect();
    assert_eq!(found, expected, "steps: {constants:?}");
    // What is checked where no signal comes does not matter.
    let live = reached(with, constants, starts);
    let is_live = |spot: Spot| live.contains(&spot);
    type Margins = (usize, Spot, String, [bool; 2]);
    let margins = |check: Check| -> Option<Margins> {
        let has = Transition::ALL.map(|transition| {
            check.margin[transition as usize].is_some() && is_live(Spot { pin: check.data, transition })
        });
        let is_live = has != [false; 2] && is_live(check.clock);
        is_live.then(|| (check.data, check.clock, format!("{:?}", check.kind), has))
    };
    let found: BTreeSet<Margins> = with.checks.iter().cloned().filter_map(margins).collect();
    let left = without.checks.iter().filter_map(|check| constants.left(check));
    let expected: BTreeSet<Margins> = left.filter_map(margins).collect();
    assert_eq!(found, expected, "checks: {constants:?}");
}

/// Where signals come that start at some pins.
fn reached(network: &Network, constants: &Constants<'_>, starts: &BTreeSet<usize>) -> BTreeSet<Spot> {
    let starts = starts.iter().flat_map(|&pin| Transition::ALL.map(|transition| Spot { pin, transition }));
    let mut open: Vec<Spot> = starts.filter(|&spot| constants.has(spot)).collect();
    let mut reached: BTreeSet<Spot> = open.iter().copied().collect();
    while let Some(spot) = open.pop() {
        open.extend(network.from(spot).map(|step| step.to).filter(|&to| reached.insert(to)));
    }
    reached
}
