//! Liberty cells that a design can be made of: gates of one output, and flip-flops.

use zeroslack_liberty as liberty;
use zeroslack_liberty::{
    Direction, Expr, Pin, RiseFall, SequentialKind, Timing, TimingSense, TimingType, Variable,
};

use super::truth::{self, MOST_INPUTS};
use super::{Arc, Cell, Check, Checks, Edge, Sense, TRANSITIONS, Table};

/// What cells have in common that differ in strength only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) is_flip_flop: bool,
    /// Data and clock of a flip-flop.
    pub(super) inputs: Vec<String>,
    pub(super) output: String,
    /// Set and clear, and the level at which they do nothing.
    pub(super) tied: Vec<(String, bool)>,
    /// Outputs beside that one.
    pub(super) open: usize,
    /// Of a gate; none where the library does not say.
    pub(super) truth: Option<u16>,
    /// A gate's name without its strength, where that is all that is known of what it computes.
    stem: Option<String>,
    /// Whether its name says that it is for clocks.
    pub(super) is_for_clocks: bool,
}

/// A cell with what chooses between cells.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) shape: Shape,
    /// Its drive is still to be found.
    pub(super) cell: Cell,
    pub(super) area: Option<f64>,
    /// Names of its power pins, in order.
    pub(super) power: Vec<Box<str>>,
}

/// What one library says of a cell.
struct Description {
    shape: Shape,
    arcs: Vec<Arc>,
    checks: Checks,
}

/// A cell of two libraries, if both say that it can be used, and for the same.
pub(super) fn candidate([early, late]: [&liberty::Cell; 2]) -> Option<Candidate> {
    let [of_early, of_late] = [describe(early)?, describe(late)?];
    let shape = of_late.shape;
    if of_early.shape != shape {
        return None;
    }
    // A check is that of its own split's library, or the other's where that has none.
    let or = |own: Vec<Check>, other: Vec<Check>| if own.is_empty() { other } else { own };
    let setup = or(of_late.checks.setup, of_early.checks.setup);
    let hold = or(of_early.checks.hold, of_late.checks.hold);
    if shape.is_flip_flop && (setup.is_empty() || hold.is_empty()) {
        return None;
    }
    let pin = |name: &String| late.pins.iter().find(|pin| *pin.name == **name);
    let load = |name: &String| {
        let of = |cell: &liberty::Cell, capacitances: fn(&Pin) -> [f32; 2]| {
            cell.pins.iter().find(|pin| *pin.name == **name).map_or([0.0; 2], capacitances)
        };
        [of(early, Pin::least_capacitances), of(late, Pin::greatest_capacitances)]
    };
    let mut power = late.power_pins.clone();
    power.sort_unstable();
    let cell = Cell {
        name: late.name.to_string(),
        capacitance: shape.inputs.iter().map(load).collect(),
        drive: 1.0,
        max_load: pin(&shape.output).and_then(|pin| pin.max_capacitance).map_or(f64::INFINITY, f64::from),
        arcs: [of_early.arcs, of_late.arcs],
        checks: Checks { setup, hold },
    };
    Some(Candidate { shape, cell, area: late.area.map(f64::from), power })
}

fn describe(cell: &liberty::Cell) -> Option<Description> {
    let is_special = cell.dont_use || cell.is_macro || cell.is_pad || cell.interface_timing;
    let is_plain = |pin: &Pin| {
        is_word(&pin.name)
            && pin.three_state.is_none()
            && pin.clock_gating.is_none()
            && pin.direction != Direction::Inout
    };
    let is_usable = !is_special
        && cell.clock_gating.is_none()
        && cell.buses.is_empty()
        && is_word(&cell.name)
        && cell.pins.iter().all(is_plain);
    let description = is_usable.then(|| gate(cell).or_else(|| flip_flop(cell))).flatten()?;
    is_whole(&description).then_some(description)
}

/// Whether Verilog takes a name as it is.
fn is_word(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    name.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
        && name.bytes().next().is_some_and(is_letter)
}

/// Whether each input of a gate is of influence, and the output can rise and fall.
fn is_whole(description: &Description) -> bool {
    let Description { shape, arcs, .. } = description;
    let to = |transition: usize| arcs.iter().any(|arc| arc.edges[transition].is_some());
    let from = |input: usize| arcs.iter().any(|arc| arc.input == input);
    TRANSITIONS.into_iter().all(to) && (shape.is_flip_flop || (0..shape.inputs.len()).all(from))
}

fn pins(cell: &liberty::Cell, direction: Direction) -> Vec<&Pin> {
    cell.pins.iter().filter(|pin| pin.direction == direction).collect()
}

fn gate(cell: &liberty::Cell) -> Option<Description> {
    let inputs = pins(cell, Direction::Input);
    let [output] = pins(cell, Direction::Output)[..] else { return None };
    let is_combinational = |timing: &Timing| {
        use TimingType::{Combinational, CombinationalFall, CombinationalRise};
        matches!(timing.timing_type, Combinational | CombinationalRise | CombinationalFall)
    };
    let is_gate = cell.sequentials.is_empty()
        && (1..=MOST_INPUTS).contains(&inputs.len())
        && inputs.iter().all(|pin| pin.timings.is_empty())
        && output.timings.iter().all(is_combinational);
    if !is_gate {
        return None;
    }
    let names: Vec<&str> = inputs.iter().map(|pin| &*pin.name).collect();
    let arcs = arcs(output, &names);
    let truth = match &output.function {
        Some(function) => Some(truth::of(function, &names)?),
        None => truth_of_sense(&arcs, names.len()),
    };
    let lower = cell.name.to_ascii_lowercase();
    let shape = Shape {
        is_flip_flop: false,
        inputs: names.iter().map(ToString::to_string).collect(),
        output: output.name.to_string(),
        tied: Vec::new(),
        open: 0,
        truth,
        stem: truth.is_none().then(|| stem(&cell.name).to_string()),
        is_for_clocks: lower.contains("clk") || lower.contains("ckbuf") || lower.starts_with("ck"),
    };
    Some(Description { shape, arcs, checks: Checks::default() })
}

/// A gate of one input is an inverter or a buffer, by the sense of its arcs.
fn truth_of_sense(arcs: &[Arc], inputs: usize) -> Option<u16> {
    let all = |sense| inputs == 1 && arcs.iter().all(|arc| arc.sense == sense);
    all(Sense::Negative).then_some(0b01).or(all(Sense::Positive).then_some(0b10))
}

/// `NAND2` of `NAND2_X4`.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches(['X', 'x', '_'])
}

fn flip_flop(cell: &liberty::Cell) -> Option<Description> {
    let outputs = pins(cell, Direction::Output);
    let launched =
        |pin: &&&Pin| pin.timings.iter().any(|timing| timing.timing_type == TimingType::RisingEdge);
    let state = cell.sequentials.first().and_then(|state| state.outputs.first());
    let is_state = |pin: &&&Pin| matches!((&pin.function, state), (Some(Expr::Pin(a)), Some(b)) if a == b);
    let straight = outputs.iter().filter(launched).find(is_state);
    let output = *straight.or_else(|| outputs.iter().find(launched))?;
    let rising = output.timings.iter().find(|timing| timing.timing_type == TimingType::RisingEdge)?;
    let [clock] = &rising.related_pins[..] else { return None };
    // A latch is transparent too.
    if !output.timings.iter().all(is_of_flip_flop) {
        return None;
    }
    let tied = tied(cell, clock)?;
    let is_data = |pin: &&Pin| pin.name != *clock && tied.iter().all(|(name, _)| *name != *pin.name);
    let data: Vec<&Pin> = pins(cell, Direction::Input).into_iter().filter(is_data).collect();
    let [data] = data[..] else { return None };
    let checks = |kind| checks(data, clock, kind);
    let names = [&*data.name, &**clock];
    let shape = Shape {
        is_flip_flop: true,
        inputs: names.map(str::to_string).to_vec(),
        output: output.name.to_string(),
        tied,
        open: outputs.len() - 1,
        truth: None,
        stem: None,
        is_for_clocks: false,
    };
    let checks = Checks { setup: checks(TimingType::SetupRising), hold: checks(TimingType::HoldRising) };
    Some(Description { shape, arcs: arcs(output, &names), checks })
}

fn is_of_flip_flop(timing: &Timing) -> bool {
    matches!(timing.timing_type, TimingType::RisingEdge | TimingType::Preset | TimingType::Clear)
}

/// Set and clear of a flip-flop, and the level at which they do nothing. None if it is not plain, or not clocked
/// by `clock`.
fn tied(cell: &liberty::Cell, clock: &str) -> Option<Vec<(String, bool)>> {
    let state = match &cell.sequentials[..] {
        // Some libraries say no more than arcs and checks do.
        [] => return Some(Vec::new()),
        [state] if state.kind == SequentialKind::FlipFlop => state,
        _ => return None,
    };
    let is_clocked = matches!(&state.clock, Some(Expr::Pin(name)) if **name == *clock);
    let data = state.data.as_ref().and_then(literal);
    if !is_clocked || data.is_none() {
        return None;
    }
    let release = |expression: &Expr| literal(expression).map(|(name, level)| (name.to_string(), !level));
    state.clear.iter().chain(&state.preset).map(release).collect()
}

/// A pin, and the level at which an expression is true.
fn literal(expression: &Expr) -> Option<(&str, bool)> {
    match expression {
        Expr::Pin(name) => Some((name, true)),
        Expr::Not(inner) => literal(inner).map(|(name, level)| (name, !level)),
        _ => None,
    }
}

/// All arcs from `inputs` to an output, in the order of inputs.
fn arcs(output: &Pin, inputs: &[&str]) -> Vec<Arc> {
    let is_delay = |timing: &&Timing| !matches!(timing.timing_type, TimingType::Preset | TimingType::Clear);
    let mut arcs = Vec::new();
    for timing in output.timings.iter().filter(is_delay) {
        for name in &timing.related_pins {
            let Some(input) = inputs.iter().position(|input| *input == &**name) else { continue };
            let sense = match timing.sense {
                Some(TimingSense::Positive) => Sense::Positive,
                Some(TimingSense::Negative) => Sense::Negative,
                Some(TimingSense::NonUnate) | None => Sense::NonUnate,
            };
            arcs.push(Arc { input, sense, edges: TRANSITIONS.map(|to| edge(timing, to)) });
        }
    }
    arcs.sort_by_key(|arc| arc.input);
    arcs
}

fn edge(timing: &Timing, to: usize) -> Option<Edge> {
    let is_left_out = match timing.timing_type {
        TimingType::CombinationalRise => to == 1,
        TimingType::CombinationalFall => to == 0,
        _ => false,
    };
    let of = |tables: &RiseFall<Option<liberty::Table>>| {
        table(by_transition(tables, to)?, Variable::InputSlew, Variable::OutputCapacitance)
    };
    if is_left_out { None } else { Some(Edge { delay: of(&timing.delay)?, slew: of(&timing.slew)? }) }
}

fn by_transition(tables: &RiseFall<Option<liberty::Table>>, to: usize) -> Option<&liberty::Table> {
    if to == 0 { tables.rise.as_ref() } else { tables.fall.as_ref() }
}

/// The checks of one kind between data and clock.
fn checks(data: &Pin, clock: &str, kind: TimingType) -> Vec<Check> {
    let is_it = |timing: &&Timing| {
        timing.timing_type == kind && timing.related_pins.iter().any(|related| **related == *clock)
    };
    let check = |timing: &Timing| {
        TRANSITIONS.map(|to| {
            table(by_transition(&timing.constraint, to)?, Variable::ConstrainedSlew, Variable::RelatedSlew)
        })
    };
    data.timings.iter().filter(is_it).map(check).collect()
}

/// A table over at most two variables, in either order; none if it is over others.
fn table(table: &liberty::Table, rows: Variable, columns: Variable) -> Option<Table> {
    let at = |variable| table.axes.iter().position(|axis| axis.variable == variable);
    let axes = [at(rows), at(columns)];
    if axes.into_iter().flatten().count() != table.axes.len() {
        return None;
    }
    let points = |axis: Option<usize>| axis.map_or_else(|| vec![0.0], |axis| table.axes[axis].values.clone());
    let [rows, columns] = axes.map(points);
    let is_turned = axes[0] == Some(1);
    let step = if is_turned { (1, rows.len()) } else { (columns.len(), 1) };
    let cells =
        (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |column| row * step.0 + column * step.1));
    let values = cells.map(|cell| table.values.get(cell).copied()).collect::<Option<_>>()?;
    Some(Table { rows, columns, values })
}
