//! Constants of a design, by trying all values of what is not known, and looking at every cell and net again and again.

use std::collections::BTreeMap;

use zeroslack::netlist::PinId;
use zeroslack::sdc::{CaseValue, Constraints, LogicValue};

use super::design::{Connection, Design};
use super::library::{Cell, Group};
use super::structure::Vertex;

/// What a side of a pin is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    Nothing,
    Always(bool),
    /// It has this transition only.
    Only(usize),
    /// It drives nothing.
    Off,
}

/// What the sides of pins are.
#[derive(Clone, Debug)]
pub struct Constants(Vec<Known>);

/// Values of a cell's pins by name.
type Values = BTreeMap<String, bool>;

impl Constants {
    pub fn new(design: &Design, constraints: &Constraints) -> Self {
        let mut known = Self(vec![Known::Nothing; design.side_count()]);
        for side in 0..design.side_count() {
            known.0[side] = stated(constraints, design.pin_of(side));
        }
        for instance in 0..design.instances.len() {
            for (pin, connection) in design.instances[instance].connections.iter().enumerate() {
                let side = design.first_pin(instance) + pin;
                let is_load = design.pins[side].is_sink;
                if let Connection::Constant(value) = connection
                    && is_load
                {
                    known.learn(side, Known::Always(*value));
                }
            }
        }
        loop {
            let before = known.0.clone();
            (0..design.instances.len()).for_each(|instance| known.look_at_cell(design, instance));
            (0..design.nets.len()).for_each(|net| known.look_at_net(design, net));
            if known.0 == before {
                return known;
            }
        }
    }

    /// Whether a pin may make a transition.
    pub fn has(&self, vertex: Vertex) -> bool {
        match self.0[vertex / 2] {
            Known::Nothing => true,
            Known::Only(transition) => transition == vertex % 2,
            Known::Always(_) | Known::Off => false,
        }
    }

    fn learn(&mut self, side: usize, what: Known) {
        if self.0[side] == Known::Nothing {
            self.0[side] = what;
        }
    }

    /// The pins of an instance that are constant.
    pub fn of_instance(&self, design: &Design, instance: usize) -> Values {
        let cell = &design.library.cells[design.instances[instance].cell];
        let pins = cell.pins.iter().enumerate();
        let value = |pin: usize| match self.0[design.first_pin(instance) + pin] {
            Known::Always(value) => Some(value),
            _ => None,
        };
        pins.filter_map(|(number, pin)| Some((pin.name.to_string(), value(number)?))).collect()
    }

    fn look_at_cell(&mut self, design: &Design, instance: usize) {
        let known = self.of_instance(design, instance);
        let cell = &design.library.cells[design.instances[instance].cell];
        for (number, pin) in cell.pins.iter().enumerate().filter(|(_, pin)| pin.is_output) {
            let side = design.driver_side(design.first_pin(instance) + number);
            match always(cell.three_state(pin), &known) {
                _ if cell.three_state(pin).is_empty() => {}
                Some(true) => self.learn(side, Known::Off),
                Some(false) => {}
                None => continue,
            }
            if let Some(value) = always(pin.function, &known) {
                self.learn(side, Known::Always(value));
            }
        }
    }

    fn look_at_net(&mut self, design: &Design, net: usize) {
        let pins: Vec<usize> = design.net_pins(net).collect();
        let drivers = pins.iter().filter(|&&pin| design.pins[pin].drives);
        let driving: Vec<Known> = drivers.map(|&pin| self.0[design.driver_side(pin)]).collect();
        let driving: Vec<Known> = driving.into_iter().filter(|&what| what != Known::Off).collect();
        let Some(&first @ Known::Always(_)) = driving.first() else { return };
        if driving.iter().all(|&what| what == first) {
            for &pin in pins.iter().filter(|&&pin| design.pins[pin].is_sink) {
                self.learn(pin, first);
            }
        }
    }
}

fn stated(constraints: &Constraints, pin: usize) -> Known {
    let pin = PinId(pin as u32);
    match (constraints.case_values.get(&pin), constraints.logic_values.get(&pin)) {
        (Some(CaseValue::Zero), _) | (None, Some(LogicValue::Zero)) => Known::Always(false),
        (Some(CaseValue::One), _) | (None, Some(LogicValue::One)) => Known::Always(true),
        (Some(CaseValue::Rising), _) => Known::Only(0),
        (Some(CaseValue::Falling), _) => Known::Only(1),
        (None, Some(LogicValue::DontCare) | None) => Known::Nothing,
    }
}

/// Whether constants keep an edge of a `timing` group from being made that can be made without them.
pub fn is_blocked(cell: &Cell, group: &Group, [related, from, to]: [usize; 3], known: &Values) -> bool {
    let can = |known: &Values| can_change(cell, group, [related, from, to], known);
    !can(known) && can(&Values::new())
}

/// Whether a pin can change an output while another pin has a level.
pub fn decides_at(
    cell: &Cell,
    output: usize,
    [clock, signal]: [usize; 2],
    high: bool,
    known: &Values,
) -> bool {
    let text = cell.pins[output].function;
    if text.is_empty() {
        return false;
    }
    assignments(&[text], known).into_iter().any(|mut values| {
        values.insert(cell.pins[clock].name.to_string(), high);
        let at = |value: bool, values: &mut Values| {
            values.insert(cell.pins[signal].name.to_string(), value);
            value_of(text, values)
        };
        at(false, &mut values) != at(true, &mut values)
    })
}

/// Whether an output has one value while a pin has a level.
pub fn is_constant_at(cell: &Cell, output: usize, (pin, high): (usize, bool), known: &Values) -> bool {
    let text = cell.pins[output].function;
    let mut values: Vec<bool> = Vec::new();
    for mut assigned in assignments(&[text], known) {
        assigned.insert(cell.pins[pin].name.to_string(), high);
        values.push(value_of(text, &assigned));
    }
    !text.is_empty() && values.windows(2).all(|pair| pair[0] == pair[1])
}

/// Whether the condition of a group may hold.
pub fn is_met(group: &Group, known: &Values) -> bool {
    group.when.is_empty() || always(group.when, known) != Some(false)
}

fn can_change(cell: &Cell, group: &Group, [related, from, to]: [usize; 3], known: &Values) -> bool {
    let (pin, output) = (cell.pins[related].name, &cell.pins[group.pin]);
    let texts = [output.function, cell.three_state(output), group.when];
    assignments(&texts, known).into_iter().any(|mut values| {
        let mut at = |text: &str, value: bool| {
            values.insert(pin.to_string(), value);
            text.is_empty() || value_of(text, &values)
        };
        // A rise is the transition 0.
        let (before, after) = (from == 1, from == 0);
        let holds = at(group.when, before) || at(group.when, after);
        let changes = match group.kind {
            kind if kind.starts_with("combinational") => {
                output.function.is_empty()
                    || at(output.function, before) == (to == 1) && at(output.function, after) == (to == 0)
            }
            "three_state_enable" => {
                let floats = cell.three_state(output);
                at(floats, before) && !at(floats, after) && at(output.function, after) == (to == 0)
            }
            // From 0 it is a rise.
            "three_state_disable" => {
                let floats = cell.three_state(output);
                !at(floats, before) && at(floats, after) && at(output.function, before) == (to == 1)
            }
            _ => true,
        };
        holds && changes
    })
}

/// The value that a text always has; none if it may be either, or is empty.
fn always(text: &str, known: &Values) -> Option<bool> {
    if text.is_empty() {
        return None;
    }
    let values: Vec<bool> = assignments(&[text], known).iter().map(|values| value_of(text, values)).collect();
    values.iter().all(|value| *value == values[0]).then_some(values[0])
}

/// All values of the names in some texts.
fn assignments(texts: &[&str], known: &Values) -> Vec<Values> {
    let mut all = vec![Values::new()];
    for name in texts.iter().flat_map(|text| names(text)) {
        let of = known.get(&name).map_or(vec![false, true], |value| vec![*value]);
        if !all[0].contains_key(&name) {
            let with = |values: &Values, value: bool| {
                let mut values = values.clone();
                values.insert(name.clone(), value);
                values
            };
            all = all
                .iter()
                .flat_map(|values| of.iter().map(move |&value| (values, value)))
                .map(|(values, value)| with(values, value))
                .collect();
        }
    }
    all
}

fn names(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !["0", "1"].contains(word)).map(str::to_string).collect()
}

/// What a text is: the operator that binds least divides it.
fn value_of(text: &str, values: &Values) -> bool {
    let text = text.trim();
    for operator in ['|', '&', '^'] {
        let mut depth = 0;
        for (at, letter) in text.char_indices() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if letter == operator && depth == 0 {
                let (a, b) = (value_of(&text[..at], values), value_of(&text[at + 1..], values));
                return match operator {
                    '|' => a || b,
                    '&' => a && b,
                    _ => a != b,
                };
            }
        }
    }
    match text.as_bytes()[0] {
        b'!' => !value_of(&text[1..], values),
        b'(' => value_of(&text[1..text.len() - 1], values),
        b'0' => false,
        b'1' => true,
        _ => values[text],
    }
}
