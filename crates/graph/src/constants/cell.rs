//! The functions of a library cell, over its pins and states.

use rustc_hash::FxHashMap;
use zeroslack_liberty::{Cell, Expr, TimingType};
use zeroslack_netlist::{CellLibrary, MasterId};
use zeroslack_units::{Split, Transition};

use super::function::{Function, Through};
use crate::arc::ArcSource;
use crate::model::{ArcModel, CheckModel};
use crate::names::Names;

/// A pin with a function.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// Its place in the master.
    pub(super) pin: u32,
    pub(super) function: Option<Function>,
    /// Where it floats.
    pub(super) three_state: Option<Function>,
}

/// What the function of an arc's output says of the arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It changes as its function does.
    Combinational,
    /// It no longer floats.
    Enable,
    /// It begins to float: a rise is from 0, a fall from 1.
    Disable,
    /// What the function says of it does not matter.
    Other,
}

/// The functions of a library cell. Its variables are the places of pins in the master, and after these its states.
#[derive(Clone, Debug)]
pub(crate) struct CellLogic {
    /// In the order of their places.
    pub(super) outputs: Vec<Output>,
    /// By arc model: its condition, if it has one, and its kind.
    arcs: FxHashMap<u32, (Option<Function>, Kind)>,
    /// By check model: its condition.
    checks: FxHashMap<u32, Function>,
}

/// Gives names of a cell numbers.
struct Variables<'n> {
    pins: Names<'n>,
    states: Vec<Box<str>>,
    count: u32,
}

impl Variables<'_> {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&(_, pin)) = self.pins.of(name).first() {
            return pin;
        }
        let place = self.states.iter().position(|state| **state == *name).unwrap_or_else(|| {
            self.states.push(name.into());
            self.states.len() - 1
        });
        self.count + place as u32
    }

    fn function(&mut self, expression: Option<&Expr>) -> Option<Function> {
        Some(Function::new(expression?, &mut |name| self.number(name)))
    }
}

/// The description of a cell that says what it does.
fn described(library: &CellLibrary, master: MasterId) -> Option<&Cell> {
    library.cell(master, Split::Late).or_else(|| library.cell(master, Split::Early))
}

impl CellLogic {
    /// The functions of outputs alone.
    pub(crate) fn of_outputs(library: &CellLibrary, id: MasterId) -> Self {
        let master = library.master(id);
        let pins = Names::new(master.pins.iter().map(|pin| &*pin.name));
        let mut variables = Variables { pins, states: Vec::new(), count: master.pins.len() as u32 };
        Self {
            outputs: outputs(library, id, &mut variables),
            arcs: FxHashMap::default(),
            checks: FxHashMap::default(),
        }
    }

    /// All functions, with the conditions of the arcs and checks of which there are models.
    pub(crate) fn new<'m>(
        library: &CellLibrary,
        id: MasterId,
        arcs: impl Iterator<Item = (u32, &'m ArcModel)>,
        checks: impl Iterator<Item = (u32, &'m CheckModel)>,
    ) -> Self {
        let master = library.master(id);
        let pins = Names::new(master.pins.iter().map(|pin| &*pin.name));
        let mut variables = Variables { pins, states: Vec::new(), count: master.pins.len() as u32 };
        let outputs = outputs(library, id, &mut variables);
        let arcs = arcs.map(|(number, model)| {
            let condition = variables.function(model.condition(library, Split::Late));
            (number, (condition, kind(model.timing_type(library))))
        });
        let arcs = arcs.collect();
        let checks = checks
            .filter_map(|(number, model)| Some((number, variables.function(model.condition(library))?)));
        Self { outputs, arcs, checks: checks.collect() }
    }

    /// The function of an output, by its place in the master.
    pub(crate) fn function(&self, output: u32) -> Option<&Function> {
        let at = self.outputs.binary_search_by_key(&output, |output| output.pin).ok()?;
        self.outputs[at].function.as_ref()
    }

    /// Whether an output is constant whatever its inputs are.
    pub(crate) fn has_constant(&self) -> bool {
        self.outputs.iter().any(|output| output.state(|_| None).is_some())
    }

    /// Whether the condition of an arc can hold.
    pub(crate) fn arc_is_there(&self, model: u32, known: impl Fn(u32) -> Option<bool>) -> bool {
        let condition = self.arcs.get(&model).and_then(|(condition, _)| condition.as_ref());
        condition.is_none_or(|condition| condition.values(known)[1])
    }

    /// Whether the condition of a check can hold.
    pub(crate) fn check_is_there(&self, model: u32, known: impl Fn(u32) -> Option<bool>) -> bool {
        self.checks.get(&model).is_none_or(|condition| condition.values(known)[1])
    }

    /// Whether what is known keeps an edge of an arc from making the transition of the output that it makes while nothing is known.
    pub(crate) fn is_blocked(
        &self,
        (model, source): (u32, ArcSource),
        [from, output]: [u32; 2],
        to: Transition,
        known: &dyn Fn(u32) -> Option<bool>,
    ) -> bool {
        let Some((condition, kind)) = self.arcs.get(&model) else { return false };
        let Ok(place) = self.outputs.binary_search_by_key(&output, |output| output.pin) else { return false };
        let output = &self.outputs[place];
        let (function, three_state) = (output.function.as_ref(), output.three_state.as_ref());
        let (three_state, is_off) = match kind {
            Kind::Combinational if function.is_some() => (None, false),
            Kind::Enable | Kind::Disable if three_state.is_some() => (three_state, *kind == Kind::Disable),
            _ => return false,
        };
        let through = Through { from, function, three_state, is_off, condition: condition.as_ref() };
        let change = [source.from(to), to].map(|transition| transition == Transition::Rise);
        !through.can_change(change, known) && through.can_change(change, &|_| None)
    }
}

/// What a driver of a net is, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Driven {
    Constant(bool),
    /// It floats always.
    Floating,
}

impl Output {
    /// What it is where some variables are known; none while it may be several things.
    pub(super) fn state(&self, known: impl Fn(u32) -> Option<bool> + Copy) -> Option<Driven> {
        let floats = self.three_state.as_ref().map_or(Some(false), |floats| floats.constant(known));
        match floats? {
            true => Some(Driven::Floating),
            false => self.function.as_ref()?.constant(known).map(Driven::Constant),
        }
    }
}

fn outputs(library: &CellLibrary, id: MasterId, variables: &mut Variables<'_>) -> Vec<Output> {
    let Some(cell) = described(library, id) else { return Vec::new() };
    let mut outputs = Vec::new();
    for pin in &cell.pins {
        let [function, three_state] =
            [&pin.function, &pin.three_state].map(|expression| variables.function(expression.as_ref()));
        let Some(&(_, place)) = variables.pins.of(&pin.name).first() else { continue };
        if function.is_some() || three_state.is_some() {
            outputs.push(Output { pin: place, function, three_state });
        }
    }
    outputs.sort_by_key(|output| output.pin);
    outputs
}

fn kind(timing_type: Option<TimingType>) -> Kind {
    use TimingType as T;
    match timing_type {
        Some(T::Combinational | T::CombinationalRise | T::CombinationalFall) => Kind::Combinational,
        Some(T::ThreeStateEnable | T::ThreeStateEnableRise | T::ThreeStateEnableFall) => Kind::Enable,
        Some(T::ThreeStateDisable | T::ThreeStateDisableRise | T::ThreeStateDisableFall) => Kind::Disable,
        _ => Kind::Other,
    }
}
