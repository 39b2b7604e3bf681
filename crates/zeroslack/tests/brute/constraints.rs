//! Random constraints: as a `.timing` file of the TAU contests, or with real waveforms and several clocks.

use std::fmt::Write;

use zeroslack::netlist::PinId;
use zeroslack::sdc::{
    CheckRule, Clock, ClockEdge, ClockId, Constraints, InputArrival, OutputDelay, PinQuad, RequiredTime,
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
            let arrival = random_quad(dice, |dice| time(dice, 100));
            constraints.input_arrivals.push(InputArrival { port, launch: None, arrival });
        }
        if dice.chance(70) {
            let values = random_quad(dice, |dice| dice.number(0.0, 40.0, 0.125) as f32);
            constraints.input_slews.push(PinQuad { pin: port, values });
        }
    }
    for port in ports(design, Direction::Input) {
        if dice.chance(70) {
            let value = Some(dice.number(0.0, 10.0, 0.125) as f32);
            constraints.loads.push(PinQuad { pin: port, values: [[value; 2]; 2] });
        }
        if dice.chance(70) {
            let required = random_quad(dice, |dice| time(dice, 400));
            constraints.required_times.push(RequiredTime { port, required });
        }
    }
    constraints
}

/// Constraints that a `.timing` file can state.
pub fn contest(design: &Design, seed: u64) -> Constraints {
    let mut dice = Dice::new(seed, 5);
    let mut constraints = common(design, &mut dice);
    constraints.check_rule = CheckRule::LastOfOwnSplit;
    for &port in &design.clock_ports {
        if dice.chance(90) {
            let period = ps(100) * *dice.pick(&[1, 2, 3, 4, 6]);
            constraints.clocks.push(Clock {
                name: design.ports[port].name.as_str().into(),
                sources: vec![PinId(port as u32)],
                period,
                edges: [0, 0],
                propagated: true,
                source_latency: [[0; 2]; 2],
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
    for stated in &mut constraints.input_arrivals {
        stated.launch = Some(RISE);
    }
}

/// What arrives where clocks start, launched by none, is the clocks' own.
fn take_clock_arrivals(constraints: &mut Constraints) {
    let is_source = |pin| constraints.clocks.iter().any(|clock| clock.sources.contains(&pin));
    let arrivals = std::mem::take(&mut constraints.input_arrivals);
    for InputArrival { port, launch, arrival } in arrivals {
        if launch.is_none() && is_source(port) {
            constraints.clock_arrivals.push(PinQuad { pin: port, values: arrival });
        } else {
            constraints.input_arrivals.push(InputArrival { port, launch, arrival });
        }
    }
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
    for clock in &constraints.clocks {
        writeln!(text, "clock {} {} {}", clock.name, in_ps(clock.period), in_ps(clock.period) / 2.0).unwrap();
    }
    for stated in &constraints.clock_arrivals {
        line(&mut text, "at", name(stated.pin), &stated.values, in_ps);
    }
    for stated in &constraints.input_arrivals {
        line(&mut text, "at", name(stated.port), &stated.arrival, in_ps);
    }
    for stated in &constraints.input_slews {
        line(&mut text, "slew", name(stated.pin), &stated.values, f64::from);
    }
    for stated in &constraints.required_times {
        line(&mut text, "rat", name(stated.port), &stated.required, in_ps);
    }
    for stated in &constraints.loads {
        writeln!(text, "load {} {}", name(stated.pin), stated.values[0][0].unwrap()).unwrap();
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
        constraints.clocks.push(Clock { name, sources, period, edges, propagated: true, source_latency });
    }
    let edge = |dice: &mut Dice| ClockEdge {
        clock: ClockId(dice.below(count) as u32),
        edge: Transition::ALL[dice.below(2)],
    };
    let inputs = ports(design, Direction::Output);
    let is_clock = |port: PinId| design.clock_ports.contains(&port.index());
    for port in inputs.into_iter().filter(|&port| !design.is_apart || !is_clock(port)) {
        for _ in 0..*dice.pick(&[0, 0, 1, 1, 2]) {
            let launch = if design.is_apart { RISE } else { edge(&mut dice) };
            let start = constraints.clocks[launch.clock.0 as usize].edges[launch.edge as usize];
            let arrival = random_quad(&mut dice, |dice| start + time(dice, 100));
            constraints.input_arrivals.push(InputArrival { port, launch: Some(launch), arrival });
        }
    }
    take_clock_arrivals(&mut constraints);
    if design.is_apart {
        launch_by_the_first_clock(&mut constraints);
    }
    for port in ports(design, Direction::Input) {
        for _ in 0..*dice.pick(&[0, 1, 1, 2]) {
            let capture = edge(&mut dice);
            let delay = random_quad(&mut dice, |dice| time(dice, 100));
            constraints.output_delays.push(OutputDelay { port, capture, delay });
        }
    }
    constraints
}

/// Constraints on the same pins of a design whose instances are in another order.
pub fn renumbered(constraints: &Constraints, from: &Design, to: &Design) -> Constraints {
    let mut constraints = constraints.clone();
    for pin in constraints.clocks.iter_mut().flat_map(|clock| &mut clock.sources) {
        let name = &from.pins[pin.index()].name;
        *pin = PinId(to.pins.iter().position(|other| other.name == *name).unwrap() as u32);
    }
    constraints
}
