//! The cells of random designs: fixed structure, random tables, written as an early and a late Liberty file.

use std::fmt::Write;

use super::dice::Dice;
use super::shapes::{CellShape, GroupShape, SHAPES, Sense, leads};
use super::table::{CHECK, DELAY, SLEW, TEMPLATES, Table};

/// The tables of a group in one library, for a rise and a fall of its pin.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Delays, or what a check asks for.
    pub value: [Option<Table>; 2],
    pub slew: [Option<Table>; 2],
    pub retaining: Option<Box<Retaining>>,
}

/// Retaining tables, which early analysis uses in place of delays and slews.
#[derive(Clone, Debug)]
pub struct Retaining {
    pub tables: Tables,
    /// Which delays and slews are stated by tables of their own: the others are those that count late, too.
    is_stated: [[bool; 2]; 2],
}

/// A `timing` group.
#[derive(Clone, Debug)]
pub struct Group {
    pub pin: usize,
    pub related: Vec<usize>,
    pub kind: &'static str,
    pub sense: Sense,
    pub when: &'static str,
    is_sense_stated: bool,
    /// By split; none where that library leaves the group out.
    pub tables: [Option<Tables>; 2],
}

/// A pin.
#[derive(Clone, Debug)]
pub struct CellPin {
    pub name: &'static str,
    /// Whether arcs lead to it: an output or inout pin.
    pub is_output: bool,
    pub function: &'static str,
    /// `[split][transition]`, fF.
    pub capacitance: [[f64; 2]; 2],
}

/// A library cell.
#[derive(Clone, Debug)]
pub struct Cell {
    pub name: &'static str,
    pub pins: Vec<CellPin>,
    pub groups: Vec<Group>,
}

/// Both libraries.
#[derive(Clone, Debug)]
pub struct Library {
    pub cells: Vec<Cell>,
    /// Whether the late library lists its groups backward.
    is_late_backward: bool,
}

impl Tables {
    fn raised(&self, dice: &mut Dice, plain: bool) -> Self {
        let mut raise = |tables: &[Option<Table>; 2]| {
            tables.each_ref().map(|table| table.as_ref().map(|table| table.raised(dice, plain)))
        };
        Self { value: raise(&self.value), slew: raise(&self.slew), retaining: None }
    }

    /// As above, with some retaining tables of `early`.
    fn retaining(self, early: &Self, dice: &mut Dice) -> Self {
        let is_stated = [[(); 2]; 2].map(|each| each.map(|()| dice.chance(70)));
        let pick = |own: &[Option<Table>; 2], early: &[Option<Table>; 2], is_stated: [bool; 2]| {
            [0, 1].map(|to| if is_stated[to] { early[to].clone() } else { own[to].clone() })
        };
        let tables = Self {
            value: pick(&self.value, &early.value, is_stated[0]),
            slew: pick(&self.slew, &early.slew, is_stated[1]),
            retaining: None,
        };
        Self { retaining: Some(Box::new(Retaining { tables, is_stated })), ..self }
    }
}

impl Group {
    /// Whether it says when a signal may come rather than how long it takes.
    pub fn is_check(&self) -> bool {
        ["setup", "hold", "recovery", "removal"].iter().any(|check| self.kind.starts_with(check))
    }

    /// What a library says of the group, or the other one where it says nothing.
    pub fn tables(&self, split: usize) -> &Tables {
        let [early, late] = &self.tables;
        if split == 1 {
            return late.as_ref().or(early.as_ref()).unwrap();
        }
        let tables = early.as_ref().or(late.as_ref()).unwrap();
        tables.retaining.as_ref().map_or(tables, |retaining| &retaining.tables)
    }
}

impl CellPin {
    /// Whether it takes signals from its net, too.
    pub fn is_inout(&self) -> bool {
        self.name == "PAD"
    }
}

impl Cell {
    pub fn pin(&self, name: &str) -> usize {
        self.pins.iter().position(|pin| pin.name == name).unwrap()
    }

    /// When an output floats; empty if it never does.
    pub fn three_state(&self, pin: &CellPin) -> &'static str {
        if pin.is_output && (self.name.starts_with("TRI") || pin.is_inout()) { "!E" } else { "" }
    }

    /// Pins that clock it.
    pub fn is_clock(&self, pin: usize) -> bool {
        self.pins[pin].name.starts_with("CK")
    }

    /// The groups by which an input makes a transition of an output, each with the input's transition.
    pub fn edges_to(&self, output: usize, input: usize, to: usize) -> Vec<(&Group, usize)> {
        let groups = self.groups.iter().filter(|group| group.pin == output && !group.is_check());
        let made =
            groups.filter(|group| group.related.contains(&input) && group.tables(1).value[to].is_some());
        let edges = made.flat_map(|group| [0, 1].map(|from| (group, from)));
        edges.filter(|(group, from)| leads(group.kind, group.sense, *from, to)).collect()
    }

    pub fn is_register(&self) -> bool {
        self.name.starts_with('D')
    }
}

impl Library {
    /// Random tables for all cells.
    pub fn random(seed: u64, plain: bool) -> Self {
        let mut dice = Dice::new(seed, 1);
        let in_order = dice.chance(75);
        let cells = SHAPES.iter().map(|shape| cell(shape, &mut dice, plain, in_order)).collect();
        Self { cells, is_late_backward: dice.chance(50) }
    }

    pub fn find(&self, name: &str) -> usize {
        self.cells.iter().position(|cell| cell.name == name).unwrap()
    }

    /// The groups of a pin in the order of a split's file.
    pub fn listed(&self, cell: &Cell, pin: usize, split: usize) -> Vec<usize> {
        let of_pin =
            |&group: &usize| cell.groups[group].pin == pin && cell.groups[group].tables[split].is_some();
        let mut groups: Vec<usize> = (0..cell.groups.len()).filter(of_pin).collect();
        if split == 1 && self.is_late_backward {
            groups.reverse();
        }
        groups
    }

    /// The Liberty file of a split, in ps, fF and kΩ.
    pub fn text(&self, split: usize) -> String {
        let mut text = String::from(
            "library (random) {\ntime_unit : \"1ps\"; capacitive_load_unit (1, ff); pulling_resistance_unit : \"1kohm\";\n",
        );
        if split == 0 {
            // Late ones are the usual ones.
            text.push_str("slew_lower_threshold_pct_rise : 30; slew_upper_threshold_pct_rise : 70;\n");
            text.push_str("slew_lower_threshold_pct_fall : 10; slew_upper_threshold_pct_fall : 60;\n");
        }
        text.push_str(TEMPLATES);
        for cell in &self.cells {
            writeln!(text, "cell ({}) {{", cell.name).unwrap();
            for (number, pin) in cell.pins.iter().enumerate() {
                write_pin_head(&mut text, cell, pin, split);
                let groups = self.listed(cell, number, split).into_iter().map(|group| &cell.groups[group]);
                for group in groups {
                    write_group(&mut text, cell, group, split);
                }
                text.push_str("}\n");
            }
            text.push_str("}\n");
        }
        text.push_str("}\n");
        text
    }
}

fn cell(shape: &CellShape, dice: &mut Dice, plain: bool, in_order: bool) -> Cell {
    let mut pin = |name, is_output, function| {
        let early = [(); 2].map(|()| dice.number(0.5, 4.0, 0.125));
        let late = early.map(|early| if in_order { early } else { 0.5 } + dice.number(0.0, 2.0, 0.125));
        let capacitance = [early, late];
        CellPin { name, is_output, function, capacitance }
    };
    let mut pins: Vec<CellPin> = shape.inputs.iter().map(|name| pin(name, false, "")).collect();
    pins.extend(shape.outputs.iter().map(|(name, function)| pin(name, true, function)));
    let mut cell = Cell { name: shape.name, pins, groups: Vec::new() };
    for shape in shape.groups {
        let group = random_group(&cell, shape, dice, plain, in_order);
        cell.groups.push(group);
    }
    if !cell.groups.is_empty() && dice.chance(20) {
        let group = dice.below(cell.groups.len());
        cell.groups[group].tables[dice.below(2)] = None;
    }
    // Parallel arcs are in the order of the early library, then of the late one.
    cell.groups.sort_by_key(|group| group.tables[0].is_none());
    cell
}

/// `in_order`: late is never less than early.
fn random_group(cell: &Cell, shape: &GroupShape, dice: &mut Dice, plain: bool, in_order: bool) -> Group {
    let pin = cell.pin(shape.pin);
    let is_check = !cell.pins[pin].is_output;
    let has = match shape.kind {
        // What a type rules out may have a table nevertheless.
        "combinational_rise" => [true, dice.chance(30)],
        "combinational_fall" => [dice.chance(30), true],
        _ if is_check && dice.chance(15) => *dice.pick(&[[true, false], [false, true]]),
        _ => [true, true],
    };
    let has_slew = dice.chance(95);
    let mut random = || {
        let (value, slew) = if is_check { (CHECK, None) } else { (DELAY, Some(SLEW)) };
        let value = has.map(|has| has.then(|| Table::random(dice, &value, plain)));
        let slew =
            has.map(|has| slew.filter(|_| has && has_slew).map(|slew| Table::random(dice, &slew, plain)));
        Tables { value, slew, retaining: None }
    };
    let first = random();
    let other = if in_order { None } else { Some(random()) };
    let mut early = first.clone();
    if !is_check && dice.chance(20) {
        early = first.raised(dice, plain).retaining(&first, dice);
    }
    let mut late = other.unwrap_or_else(|| early.raised(dice, plain));
    if !is_check && dice.chance(20) {
        late = late.retaining(&first, dice);
    }
    let has_function = !cell.pins[pin].function.is_empty();
    let can_be_derived = has_function && shape.when.is_empty() && shape.kind.starts_with("combinational");
    Group {
        pin,
        related: shape.related.iter().map(|name| cell.pin(name)).collect(),
        kind: shape.kind,
        sense: shape.sense,
        when: shape.when,
        is_sense_stated: !(is_check || can_be_derived && dice.chance(30)),
        tables: [Some(early), Some(late)],
    }
}

fn write_pin_head(text: &mut String, cell: &Cell, pin: &CellPin, split: usize) {
    let [rise, fall] = pin.capacitance[split];
    let direction = match (pin.is_inout(), pin.is_output) {
        (true, _) => "inout",
        (false, true) => "output",
        (false, false) => "input",
    };
    write!(
        text,
        "pin ({}) {{ direction : {direction}; rise_capacitance : {rise}; fall_capacitance : {fall}; ",
        pin.name
    )
    .unwrap();
    if !pin.function.is_empty() {
        write!(text, "function : \"{}\"; ", pin.function).unwrap();
    }
    if !cell.three_state(pin).is_empty() {
        write!(text, "three_state : \"{}\"; ", cell.three_state(pin)).unwrap();
    }
    text.push('\n');
}

fn write_group(text: &mut String, cell: &Cell, group: &Group, split: usize) {
    let Some(tables) = &group.tables[split] else { return };
    let related: Vec<&str> = group.related.iter().map(|&pin| cell.pins[pin].name).collect();
    write!(text, "timing () {{ related_pin : \"{}\"; timing_type : {}; ", related.join(" "), group.kind)
        .unwrap();
    if group.is_sense_stated {
        let sense = match group.sense {
            Sense::Positive => "positive_unate",
            Sense::Negative => "negative_unate",
            Sense::Both => "non_unate",
        };
        write!(text, "timing_sense : {sense}; ").unwrap();
    }
    if !group.when.is_empty() {
        write!(text, "when : \"{}\"; ", group.when).unwrap();
    }
    text.push('\n');
    let names = if group.is_check() {
        [["rise_constraint", "fall_constraint"], ["", ""]]
    } else {
        [["cell_rise", "cell_fall"], ["rise_transition", "fall_transition"]]
    };
    let shape = if group.is_check() { &CHECK } else { &DELAY };
    let mut write = |tables: [&[Option<Table>; 2]; 2], names: [[&str; 2]; 2], is_stated: [[bool; 2]; 2]| {
        let named = tables.into_iter().flatten().zip(names.as_flattened()).zip(is_stated.as_flattened());
        for ((table, name), _) in named.filter(|(_, is_stated)| **is_stated) {
            if let Some(table) = table {
                table.write(text, name, shape);
            }
        }
    };
    write([&tables.value, &tables.slew], names, [[true; 2]; 2]);
    if let Some(retaining) = &tables.retaining {
        let names = [["retaining_rise", "retaining_fall"], ["retain_rise_slew", "retain_fall_slew"]];
        write([&retaining.tables.value, &retaining.tables.slew], names, retaining.is_stated);
    }
    text.push_str("}\n");
}
