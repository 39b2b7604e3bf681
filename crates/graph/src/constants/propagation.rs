//! Carries constants through cells and nets, from pin to pin as they become known. What is known once stays known, so that the order does not matter, and
//! loops do no harm: what a loop alone could decide stays open.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_netlist::{CellId, CellLibrary, MasterId, NetId, Netlist, PinId};
use zeroslack_sdc::{CaseValue, Constraints};

use super::cell::{CellLogic, Driven};
use super::{Constants, NodeState};
use crate::raw::RawGraph;

/// Cells that one task takes.
const CELLS: usize = 1 << 13;

/// What is known of the nodes of a netlist under constraints. A design without constants costs a look at its library cells.
pub(crate) fn find(
    raw: &RawGraph,
    (netlist, library): (&Netlist, &CellLibrary),
    constraints: &Constraints,
) -> Constants {
    let masters = netlist.used_masters().into_iter();
    let logics: FxHashMap<MasterId, CellLogic> =
        masters.map(|master| (master, CellLogic::of_outputs(library, master))).collect();
    let tied = tied_cells(netlist, &logics);
    let is_tied = |&net: &NetId| netlist.net_pins(net).iter().any(|&pin| netlist.is_load(pin));
    let has_stated = !constraints.case_values.is_empty() || !constraints.logic_values.is_empty();
    if tied.is_empty() && !has_stated && !Netlist::CONSTANTS.iter().any(is_tied) {
        return Constants::default();
    }
    let mut propagation = Propagation {
        raw,
        netlist,
        logics,
        states: vec![NodeState::Free; raw.sides.count()],
        cells: tied,
        nets: Vec::new(),
    };
    propagation.enter_stated(constraints);
    propagation.enter_tied();
    propagation.run();
    let states = propagation.states;
    let is_free = states.par_iter().all(|state| *state == NodeState::Free);
    Constants { states: if is_free { Vec::new() } else { states } }
}

/// Cells of which an output is constant whatever comes to them.
fn tied_cells(netlist: &Netlist, logics: &FxHashMap<MasterId, CellLogic>) -> Vec<CellId> {
    let masters: FxHashSet<MasterId> =
        logics.iter().filter(|(_, logic)| logic.has_constant()).map(|(&master, _)| master).collect();
    if masters.is_empty() {
        return Vec::new();
    }
    let cells = (0..netlist.cell_id_count()).into_par_iter().with_min_len(CELLS).map(CellId::new);
    let is_tied = |cell: &CellId| masters.contains(&netlist.cell_master(*cell)) && netlist.has_cell(*cell);
    cells.filter(is_tied).collect()
}

struct Propagation<'a> {
    raw: &'a RawGraph,
    netlist: &'a Netlist,
    logics: FxHashMap<MasterId, CellLogic>,
    /// `[number of the node]`.
    states: Vec<NodeState>,
    /// Cells and nets to look at.
    cells: Vec<CellId>,
    nets: Vec<NetId>,
}

impl Propagation<'_> {
    /// What constraints say: case values, and logic values where there is none.
    fn enter_stated(&mut self, constraints: &Constraints) {
        let case = constraints.case_values.iter().map(|(&pin, &value)| (pin, state_of(value)));
        let logic = constraints.logic_values.iter().filter_map(|(&pin, value)| {
            let is_new = !constraints.case_values.contains_key(&pin);
            Some((pin, NodeState::constant(value.constant().filter(|_| is_new)?)))
        });
        for (pin, state) in case.chain(logic) {
            for number in self.raw.sides.all(pin) {
                self.set(number, state);
            }
        }
    }

    /// Loads that are tied to a constant of the netlist.
    fn enter_tied(&mut self) {
        let netlist = self.netlist;
        for (net, value) in Netlist::CONSTANTS.into_iter().zip([false, true]) {
            for &pin in netlist.net_pins(net).iter().filter(|&&pin| netlist.is_load(pin)) {
                self.set(pin.index(), NodeState::constant(value));
            }
        }
    }

    fn run(&mut self) {
        loop {
            if let Some(net) = self.nets.pop() {
                self.look_at_net(net);
            } else if let Some(cell) = self.cells.pop() {
                self.look_at_cell(cell);
            } else {
                return;
            }
        }
    }

    /// Says what a node is, unless that is known, and notes what follows from it.
    fn set(&mut self, number: usize, state: NodeState) {
        if self.states[number] != NodeState::Free {
            return;
        }
        self.states[number] = state;
        let (pin, _) = self.raw.sides.pin(number);
        let is_driver = self.raw.sides.driver(pin) == number;
        if is_driver {
            self.nets.extend(self.netlist.pin_net(pin));
        }
        if state.value().is_some() {
            self.cells.extend(self.netlist.pin_cell(pin));
        }
    }

    /// Sets what the functions of a cell decide now. Pins inside of it may depend on each other.
    fn look_at_cell(&mut self, cell: CellId) {
        let Some(first) = self.netlist.cell_pins(cell).next() else { return };
        let Some(logic) = self.logics.get(&self.netlist.cell_master(cell)) else { return };
        let pins = self.netlist.cell_pins(cell).len() as u32;
        let mut found = Vec::new();
        for output in &logic.outputs {
            let number = self.raw.sides.driver(PinId(first.0 + output.pin));
            let known = |variable: u32| {
                if variable < pins { self.states[(first.0 + variable) as usize].value() } else { None }
            };
            found.extend(output.state(known).map(|driven| (number, driven)));
        }
        for (number, driven) in found {
            let state = match driven {
                Driven::Constant(value) => NodeState::constant(value),
                Driven::Floating => NodeState::Floating,
            };
            self.set(number, state);
        }
    }

    /// Loads of a net have the value that all of its drivers have which do not float, once all are known.
    fn look_at_net(&mut self, net: NetId) {
        if Netlist::CONSTANTS.contains(&net) {
            return;
        }
        let mut value = None;
        for driver in self.raw.drivers(net) {
            match self.states[self.raw.sides.driver(driver)] {
                NodeState::Floating => {}
                state => match (state.value(), value) {
                    (Some(own), None) => value = Some(own),
                    (Some(own), Some(other)) if own == other => {}
                    _ => return,
                },
            }
        }
        let Some(value) = value else { return };
        for &pin in self.netlist.net_pins(net) {
            if self.netlist.is_load(pin) {
                self.set(pin.index(), NodeState::constant(value));
            }
        }
    }
}

fn state_of(value: CaseValue) -> NodeState {
    match value {
        CaseValue::Zero => NodeState::Zero,
        CaseValue::One => NodeState::One,
        CaseValue::Rising => NodeState::Rising,
        CaseValue::Falling => NodeState::Falling,
    }
}
