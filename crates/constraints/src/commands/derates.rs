//! Commands that state factors on delays.

use std::collections::BTreeSet;

use zeroslack_netlist::{CellId, InstanceId, NetId, Netlist};
use zeroslack_sdc::{DerateKind, DerateScope, DerateTarget};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::numbers::number;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag_that, optional, required};
use crate::object::{Kinds, Object};
use crate::state::State;

const TARGETS: Kinds = Kinds::CELLS.or(Kinds::NETS).or(Kinds::LIB_CELLS);

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_timing_derate",
        group: Group::Derates,
        summary: "A factor on delays: of the design, or of cells, instances of modules, nets or library cells.",
        options: &[
            flag_that("-early", "in early analysis; it or -late is needed"),
            flag_that("-late", "in late analysis"),
            flag_that("-rise", "of signals that rise at the end of the arc"),
            flag_that("-fall", "of signals that fall there"),
            flag_that("-clock", "in clock networks only"),
            flag_that("-data", "in data paths only"),
            flag_that("-cell_delay", "on delays of cells"),
            flag_that("-net_delay", "on delays of nets; without these three on both, but not on checks"),
            flag_that("-cell_check", "on setup, hold, recovery and removal times"),
        ],
        operands: &[required("factor"), optional("objects")],
        run: Run::State(set_timing_derate),
    },
    Command {
        name: "unset_timing_derate",
        group: Group::Derates,
        summary: "Takes the factors of objects away, or all factors there are.",
        options: &[],
        operands: &[optional("objects")],
        run: Run::State(unset_timing_derate),
    },
];

fn scope(arguments: &Arguments<'_>) -> Result<DerateScope, Exception> {
    if !arguments.has("-early") && !arguments.has("-late") {
        return Err(arguments.error("expected -early or -late"));
    }
    let transitions = arguments.pair("-rise", "-fall");
    let splits = ["-early", "-late"].map(|option| arguments.has(option));
    let kinds = ["-cell_delay", "-net_delay", "-cell_check"].map(|option| arguments.has(option));
    Ok(DerateScope {
        kinds: if kinds == [false; 3] { [true, true, false] } else { kinds },
        parts: arguments.pair("-data", "-clock"),
        edges: splits.map(|split| transitions.map(|transition| split && transition)),
    })
}

/// The kinds of delays that an object has.
fn kinds_of(target: DerateTarget) -> [bool; 3] {
    DerateKind::ALL.map(|kind| match target {
        DerateTarget::Design => true,
        DerateTarget::Net(_) => kind == DerateKind::NetDelay,
        DerateTarget::Cell(_) | DerateTarget::LibraryCell(_) => kind != DerateKind::NetDelay,
    })
}

/// What an object stands for: an instance of a module for the cells and nets in it.
fn targets_of(netlist: &Netlist, object: Object) -> Vec<DerateTarget> {
    match object {
        Object::Cell(cell) => vec![DerateTarget::Cell(cell)],
        Object::Net(net) => vec![DerateTarget::Net(net)],
        Object::LibCell(master) => vec![DerateTarget::LibraryCell(master)],
        Object::Instance(instance) => within(netlist, instance),
        _ => Vec::new(),
    }
}

/// The cells in an instance of a module, and the nets that leave it nowhere.
fn within(netlist: &Netlist, instance: InstanceId) -> Vec<DerateTarget> {
    let cells = netlist.cells_within(instance);
    let inside: BTreeSet<CellId> = cells.iter().copied().collect();
    let pins = cells.iter().flat_map(|&cell| netlist.cell_pins(cell));
    let nets: BTreeSet<NetId> = pins.filter_map(|pin| netlist.pin_net(pin)).collect();
    let stays = |net: &NetId| {
        let mut pins = netlist.net_pins(*net).iter();
        pins.all(|&pin| netlist.pin_cell(pin).is_some_and(|cell| inside.contains(&cell)))
    };
    let nets = nets.into_iter().filter(stays).map(DerateTarget::Net);
    cells.into_iter().map(DerateTarget::Cell).chain(nets).collect()
}

fn set_timing_derate(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let scope = scope(arguments)?;
    let factor = number(arguments, arguments.required(0)?)? as f32;
    let Some(list) = arguments.operand(1) else {
        state.edit(|editor| editor.set_derate(DerateTarget::Design, &scope, factor))?;
        return Ok(Value::empty());
    };
    let objects = state.objects(list, TARGETS)?;
    let mut stated: Vec<(DerateTarget, DerateScope)> = Vec::new();
    for object in objects {
        let before = stated.len();
        for target in targets_of(state.netlist()?, object) {
            let has = kinds_of(target);
            let kinds = [0, 1, 2].map(|kind| scope.kinds[kind] && has[kind]);
            if kinds != [false; 3] {
                stated.push((target, DerateScope { kinds, ..scope }));
            }
        }
        if stated.len() == before {
            let name = state.name_of(object)?;
            return Err(arguments.error(&format!(
                "{} '{name}' has no delays of the kind that is named",
                object.kind().names()
            )));
        }
    }
    state.edit(|editor| {
        stated.iter().try_for_each(|(target, scope)| editor.set_derate(*target, scope, factor))
    })?;
    Ok(Value::empty())
}

fn unset_timing_derate(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let Some(list) = arguments.operand(0) else {
        state.edit(|editor| {
            editor.unset_derates();
            Ok(())
        })?;
        return Ok(Value::empty());
    };
    let objects = state.objects(list, TARGETS)?;
    let netlist = state.netlist()?;
    let targets: Vec<DerateTarget> =
        objects.into_iter().flat_map(|object| targets_of(netlist, object)).collect();
    state.edit(|editor| {
        targets.into_iter().for_each(|target| editor.unset_derate(target));
        Ok(())
    })?;
    Ok(Value::empty())
}
