//! Random constraints: as a `.timing` file of the TAU contests, or with real waveforms and several clocks.

use std::fmt::Write;

use zeroslack::netlist::{CellId, MasterId, NetId, PinId};
use zeroslack::sdc::{
    ArcEnds, CaseValue, CheckRule, Clock, ClockEdge, ClockId, Clocks, Constraints, Drive, DrivingCell,
    InputDelay, LogicValue, OutputDelay, PortLoad,
};
use zeroslack::units::{Quad, TICKS_PER_PS, Ticks, Transition};

use super::design::{Design, Direction};
use super::dice::Dice;

/// Ticks of so many ps.
const fn ps(value: i64) -> Ticks {
    value * TICKS_PER_PS as Ticks
}

/// Four values, some of them missing.
fn random_quad<T: Copy>(dice: &mut Dice, mut value: impl FnMut(&mut Dice) -> T) -> Quad<Option<T>> {
    let missing = if dice.chance(15) { 40 } else { 0 };
    [[(); 2]; 2].map(|split| split.map(|()| (!dice.chance(missing)).then(|| value(dice))))
}

/// A time, of few different ones.
fn time(dice: &mut Dice, high: i64) -> Ticks {
    ps(8) * dice.below(high as usize / 8) as Ticks
}

fn ports(design: &Design, other_than: Direction) -> Vec<PinId> {
    let numbered = design.ports.iter().enumerate();
    numbered.filter(|(_, port)| port.direction != other_than).map(|(index, _)| PinId(index as u32)).collect()
}

/// What both forms have: arrivals at inputs, slews, loads, required times. The clocks' ports are inputs too.
fn common(design: &Design, dice: &mut Dice) -> Constraints {
    let mut constraints = Constraints::default();
    for port in ports(design, Direction::Output) {
        let is_clock = design.clock_ports.contains(&port.index());
        if dice.chance(if is_clock { 30 } else { 85 }) {
            let delay = random_quad(dice, |dice| time(dice, 100));
            constraints.input_delays.insert(port, vec![InputDelay::new(None, delay)]);
        }
        if dice.chance(70) {
            let values = random_quad(dice, |dice| dice.number(0.0, 40.0, 0.125) as f32);
            constraints.input_slews.insert(port, values);
        }
    }
    for port in ports(design, Direction::Input) {
        if dice.chance(70) {
            let value = Some(dice.number(0.0, 10.0, 0.125) as f32);
            constraints.loads.insert(port, PortLoad::of_pins([[value; 2]; 2]));
        }
        if dice.chance(70) {
            let required = random_quad(dice, |dice| time(dice, 400));
            constraints.required_times.insert(port, required);
        }
    }
    constraints
}

/// Constraints that a `.timing` file can state.
pub fn contest(design: &Design, seed: u64) -> Constraints {
    let mut dice = Dice::new(seed, 5);
    let mut constraints = common(design, &mut dice);
    constraints.rules.checks = CheckRule::LastOfOwnSplit;
    for &port in &design.clock_ports {
        if dice.chance(90) {
            let period = ps(100) * *dice.pick(&[1, 2, 3, 4, 6]);
            constraints.clocks.put(Clock {
                name: design.ports[port].name.as_str().into(),
                sources: vec![PinId(port as u32)],
                period,
                edges: [0, 0],
                propagated: true,
                ..Clock::default()
            });
        }
    }
    take_clock_arrivals(&mut constraints);
    if constraints.clocks.len() == 1 {
        launch_by_the_first_clock(&mut constraints);
    }
    constraints
}

/// The rise of the first clock.
const RISE: ClockEdge = ClockEdge { clock: ClockId(0), edge: Transition::Rise };

/// The rise of the first clock launches data at ports.
fn launch_by_the_first_clock(constraints: &mut Constraints) {
    for stated in constraints.input_delays.values_mut().flatten() {
        stated.edge = Some(RISE);
    }
}

/// What arrives where clocks start, launched by none, is the clocks' own.
fn take_clock_arrivals(constraints: &mut Constraints) {
    for (&port, delays) in &mut constraints.input_delays {
        if !constraints.clocks.starting_at(port).is_empty() {
            let own = delays.extract_if(.., |stated| stated.edge.is_none());
            constraints.clock_arrivals.extend(own.map(|stated| (port, stated.delay)));
        }
    }
    constraints.input_delays.retain(|_, delays| !delays.is_empty());
}

/// The `.timing` file of such constraints.
pub fn contest_text(design: &Design, constraints: &Constraints) -> String {
    fn line<T: Copy>(
        text: &mut String,
        word: &str,
        port: &str,
        values: &Quad<Option<T>>,
        number: impl Fn(T) -> f64,
    ) {
        write!(text, "{word} {port}").unwrap();
        for value in values.iter().flatten() {
            write!(text, " {}", value.map_or("nan".to_string(), |value| number(value).to_string())).unwrap();
        }
        text.push('\n');
    }
    let name = |pin: PinId| design.pins[pin.index()].name.as_str();
    let in_ps = |time: Ticks| time as f64 / TICKS_PER_PS;
    let mut text = String::new();
    for (_, clock) in constraints.clocks.iter() {
        writeln!(text, "clock {} {} {}", clock.name, in_ps(clock.period), in_ps(clock.period) / 2.0).unwrap();
    }
    for (&pin, arrival) in &constraints.clock_arrivals {
        line(&mut text, "at", name(pin), arrival, in_ps);
    }
    // The edges of a contest's clock are at 0.
    for (port, stated) in constraints.all_input_delays() {
        line(&mut text, "at", name(port), &stated.delay, in_ps);
    }
    for (&port, slew) in &constraints.input_slews {
        line(&mut text, "slew", name(port), slew, f64::from);
    }
    for (&port, required) in &constraints.required_times {
        line(&mut text, "rat", name(port), required, in_ps);
    }
    for (&port, load) in &constraints.loads {
        writeln!(text, "load {} {}", name(port), load.pins[0][0].unwrap()).unwrap();
    }
    text
}

/// Clocks with waveforms and different periods, some of them virtual or inside the design, some on one pin; arrivals
/// and delays at ports that name a clock edge.
pub fn waveforms(design: &Design, seed: u64) -> Constraints {
    let mut dice = Dice::new(seed, 6);
    let mut constraints = common(design, &mut dice);
    let count = 1 + dice.below(3);
    for number in 0..count {
        let period = ps(100) * *dice.pick(&[1, 2, 3, 4, 6]);
        let rise = ps(25) * dice.below(8) as Ticks;
        let fall = match dice.below(100) {
            // Registers of both edges are then clocked by edges of the same tag.
            0..60 if design.is_apart => rise,
            0..60 => rise + period / 2,
            _ => rise + ps(25) * (1 + dice.below(7) as Ticks),
        };
        let sources = match dice.below(10) {
            _ if design.is_apart && number > 0 => vec![],
            0..=1 if design.is_apart => vec![PinId(design.clock_ports[0] as u32)],
            0 => vec![],
            1 => vec![PinId(dice.below(design.pins.len()) as u32)],
            _ => vec![PinId(*dice.pick(&design.clock_ports) as u32)],
        };
        let (name, edges) = (format!("clock{number}").into(), [rise, fall]);
        let source_latency = [[0; 2]; 2];
        let clock =
            Clock { name, sources, period, edges, propagated: true, source_latency, ..Clock::default() };
        constraints.clocks.put(clock);
    }
    let edge = |dice: &mut Dice| ClockEdge {
        clock: ClockId(dice.below(count) as u32),
        edge: Transition::ALL[dice.below(2)],
    };
    let inputs = ports(design, Direction::Output);
    let is_clock = |port: PinId| design.clock_ports.contains(&port.index());
    for port in inputs.into_iter().filter(|&port| !design.is_apart || !is_clock(port)) {
        for _ in 0..*dice.pick(&[0, 0, 1, 1, 2]) {
            let edge = Some(if design.is_apart { RISE } else { edge(&mut dice) });
            let delay = random_quad(&mut dice, |dice| time(dice, 100));
            constraints.input_delays.entry(port).or_default().push(InputDelay::new(edge, delay));
        }
    }
    take_clock_arrivals(&mut constraints);
    if design.is_apart {
        launch_by_the_first_clock(&mut constraints);
    }
    for port in ports(design, Direction::Input) {
        for _ in 0..*dice.pick(&[0, 1, 1, 2]) {
            let edge = edge(&mut dice);
            let delay = random_quad(&mut dice, |dice| time(dice, 100));
            constraints.output_delays.entry(port).or_default().push(OutputDelay::new(edge, delay));
        }
    }
    add_surroundings(&mut constraints, design, seed);
    add_structure(&mut constraints, design, seed);
    constraints
}

/// Constants, and what is not timed: few of each.
fn add_structure(constraints: &mut Constraints, design: &Design, seed: u64) {
    let mut dice = Dice::new(seed, 9);
    if dice.chance(50) {
        return;
    }
    let pin = |dice: &mut Dice| PinId(dice.below(design.pins.len()) as u32);
    for _ in 0..dice.below(4) {
        constraints.case_values.insert(pin(&mut dice), *dice.pick(&CaseValue::ALL));
    }
    for _ in 0..dice.below(2) {
        let value = *dice.pick(&[LogicValue::Zero, LogicValue::One, LogicValue::DontCare]);
        constraints.logic_values.insert(pin(&mut dice), value);
    }
    for _ in 0..*dice.pick(&[0, 0, 0, 1]) {
        constraints.disables.pins.insert(pin(&mut dice));
    }
    for _ in 0..*dice.pick(&[0, 0, 1, 2]) {
        let instance = dice.below(design.instances.len());
        let cell = design.instances[instance].cell;
        let pins = design.library.cells[cell].pins.len();
        let mut end = || dice.chance(50).then(|| dice.below(pins) as u32);
        let [from, to] = [end(), end()];
        let first = design.first_pin(instance) as u32;
        let disables = &mut constraints.disables;
        match dice.below(4) {
            0 => {
                let pin = dice.below(pins) as u32;
                disables.library_pins.insert((MasterId(cell as u32), pin));
            }
            1 => {
                disables.library_cells.entry(MasterId(cell as u32)).or_default().insert(ArcEnds { from, to });
            }
            _ => {
                let [from, to] = [from, to].map(|pin| pin.map(|pin| PinId(first + pin)));
                let sets = disables.cells.entry(CellId(instance as u32)).or_default();
                sets.insert(ArcEnds { from, to });
            }
        }
    }
}

/// What drives ports in place of their slews, and loads of nets in place of their parasitics.
fn add_surroundings(constraints: &mut Constraints, design: &Design, seed: u64) {
    let mut dice = Dice::new(seed, 8);
    if dice.chance(40) {
        return;
    }
    for port in ports(design, Direction::Output) {
        if dice.chance(60) {
            let drives = random_drives(design, &mut dice);
            constraints.drives.insert(port, drives);
        }
    }
    for net in 0..design.nets.len() {
        if dice.chance(25) {
            let load = random_quad(&mut dice, |dice| dice.number(0.0, 30.0, 0.125) as f32);
            constraints.net_loads.insert(NetId(design.net_id(net)), load);
        }
    }
}

/// One drive for all edges, or another for early and late, or for each edge; some edges without one.
fn random_drives(design: &Design, dice: &mut Dice) -> Quad<Option<Drive>> {
    let mut drives = [(); 4].map(|()| random_drive(design, dice));
    match dice.below(4) {
        0 => {}
        1 => drives = [drives[0], drives[0], drives[1], drives[1]],
        _ => drives = [drives[0]; 4],
    }
    let missing = if dice.chance(25) { 40 } else { 0 };
    let [a, b, c, d] = drives.map(|drive| (!dice.chance(missing)).then_some(drive));
    [[a, b], [c, d]]
}

fn random_drive(design: &Design, dice: &mut Dice) -> Drive {
    if dice.chance(25) {
        return Drive::Resistance(dice.number(0.0, 4.0, 0.125) as f32);
    }
    let cells = design.library.cells.iter().enumerate();
    let arcs = cells.flat_map(|(number, cell)| {
        let arcs = cell.groups.iter().filter(|group| !group.is_check());
        arcs.flat_map(move |group| group.related.iter().map(move |&input| (number, group.pin, input)))
    });
    let (cell, output, input) = *dice.pick(&arcs.collect::<Vec<_>>());
    let slews = [(); 2].map(|()| dice.number(0.0, 40.0, 0.125) as f32);
    let (output, input) = (output as u32, input as u32);
    Drive::Cell(DrivingCell { master: MasterId(cell as u32), output, input, slews })
}

/// Constraints with the numbers of the sides of pins where each says something: signals start where pins drive, and required times are of loads.
pub fn by_sides(constraints: &Constraints, design: &Design) -> Constraints {
    let driver = |pin: &PinId| PinId(design.driver_side(pin.index()) as u32);
    let starts = |pin: &PinId| design.starts(pin.index()).into_iter().map(|side| PinId(side as u32));
    let clocks = constraints.clocks.iter().map(|(_, clock)| {
        let sources = clock.sources.iter().flat_map(starts).collect();
        Clock { sources, ..clock.clone() }
    });
    let clock_arrivals = constraints.clock_arrivals.iter();
    Constraints {
        clocks: Clocks::from_iter(clocks),
        clock_arrivals: clock_arrivals.flat_map(|(pin, at)| starts(pin).map(|side| (side, *at))).collect(),
        input_delays: constraints.input_delays.iter().map(|(pin, at)| (driver(pin), at.clone())).collect(),
        input_slews: constraints.input_slews.iter().map(|(pin, slews)| (driver(pin), *slews)).collect(),
        drives: constraints.drives.iter().map(|(pin, drives)| (driver(pin), *drives)).collect(),
        ..constraints.clone()
    }
}

/// Constraints on the same pins of a design whose instances are in another order.
pub fn renumbered(constraints: &Constraints, from: &Design, to: &Design) -> Constraints {
    let renumbered = |pin: &PinId| {
        let name = &from.pins[pin.index()].name;
        PinId(to.pins.iter().position(|other| other.name == *name).unwrap() as u32)
    };
    let clocks = constraints.clocks.iter().map(|(_, clock)| {
        let sources = clock.sources.iter().map(renumbered).collect();
        Clock { sources, ..clock.clone() }
    });
    let mut renamed = Constraints { clocks: Clocks::from_iter(clocks), ..constraints.clone() };
    renamed.case_values =
        constraints.case_values.iter().map(|(pin, &value)| (renumbered(pin), value)).collect();
    renamed.logic_values =
        constraints.logic_values.iter().map(|(pin, &value)| (renumbered(pin), value)).collect();
    renamed.disables.pins = constraints.disables.pins.iter().map(renumbered).collect();
    let cell = |cell: &CellId| {
        let name = &from.instances[cell.index()].name;
        CellId(to.instances.iter().position(|other| other.name == *name).unwrap() as u32)
    };
    let ends = |ends: &ArcEnds<PinId>| ArcEnds {
        from: ends.from.as_ref().map(renumbered),
        to: ends.to.as_ref().map(renumbered),
    };
    let cells = constraints.disables.cells.iter();
    renamed.disables.cells = cells.map(|(id, sets)| (cell(id), sets.iter().map(ends).collect())).collect();
    renamed
}
