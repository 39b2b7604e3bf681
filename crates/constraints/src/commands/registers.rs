//! `all_registers`.

use zeroslack_liberty::{SequentialKind, TimingType};
use zeroslack_netlist::{CellId, MasterId, Netlist, PinId};
use zeroslack_sdc::ClockId;
use zeroslack_tcl::{Exception, Outcome};
use zeroslack_units::Split;

use super::objects::one_object;
use crate::arguments::Arguments;
use crate::object::{Kinds, Object};
use crate::property::clocks_in_network;
use crate::state::State;

pub(crate) fn all_registers(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let clock = arguments.value("-clock").map(|word| one_object(state, word, Kinds::CLOCKS)).transpose()?;
    let netlist = state.netlist()?;
    let (edge, level) = (arguments.has("-edge_triggered"), arguments.has("-level_sensitive"));
    let registers: Vec<CellId> = netlist
        .cells()
        .filter(|&cell| match kind(netlist, netlist.cell_master(cell)) {
            Some(SequentialKind::Latch) => level || !edge,
            Some(_) => edge || !level,
            None => false,
        })
        .collect();
    let registers = match clock {
        Some(Object::Clock(clock)) => clocked_by(state, registers, clock)?,
        _ => registers,
    };
    let netlist = state.netlist()?;
    let wanted: Vec<Wanted> = [
        ("-data_pins", Wanted::Data),
        ("-clock_pins", Wanted::Clock),
        ("-async_pins", Wanted::Asynchronous),
        ("-output_pins", Wanted::Output),
    ]
    .into_iter()
    .filter(|(option, _)| arguments.has(option))
    .map(|(_, wanted)| wanted)
    .collect();
    let mut objects = Vec::new();
    for cell in registers {
        if wanted.is_empty() || arguments.has("-cells") {
            objects.push(Object::Cell(cell));
        }
        let pins = pins_of(netlist, cell, &wanted);
        objects.extend(pins.into_iter().map(Object::Pin));
    }
    Ok(state.handles(objects))
}

/// The registers that a clock comes to.
fn clocked_by(state: &mut State, registers: Vec<CellId>, clock: ClockId) -> Result<Vec<CellId>, Exception> {
    let mut kept = Vec::new();
    for cell in registers {
        let netlist = state.netlist()?;
        let pins: Vec<PinId> = netlist.cell_pins(cell).filter(|&pin| is_clock_pin(netlist, pin)).collect();
        for pin in pins {
            if clocks_in_network(state, pin)?.contains(&clock) {
                kept.push(cell);
                break;
            }
        }
    }
    Ok(kept)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Data,
    Clock,
    Asynchronous,
    Output,
}

/// What kind of register a library cell is.
fn kind(netlist: &Netlist, master: MasterId) -> Option<SequentialKind> {
    let cell = netlist.library().cell(master, Split::Late)?;
    cell.sequentials.first().map(|sequential| sequential.kind)
}

fn pins_of(netlist: &Netlist, cell: CellId, wanted: &[Wanted]) -> Vec<PinId> {
    let fits = |&pin: &PinId| wanted.iter().any(|&wanted| is_wanted(netlist, pin, wanted));
    netlist.cell_pins(cell).filter(fits).collect()
}

fn is_wanted(netlist: &Netlist, pin: PinId, wanted: Wanted) -> bool {
    let (Some(cell), Some(own)) = (netlist.pin_cell(pin), netlist.master_pin(pin)) else { return false };
    if wanted == Wanted::Output {
        return own.drives();
    }
    if wanted == Wanted::Clock {
        return is_clock_pin(netlist, pin);
    }
    let described = netlist.library().cell(netlist.cell_master(cell), Split::Late);
    let timings = described.and_then(|cell| cell.pins.iter().find(|pin| pin.name == own.name));
    let kinds = timings.map_or(&[][..], |pin| &pin.timings);
    let is_asynchronous = |kind: TimingType| {
        use TimingType::{RecoveryFalling, RecoveryRising, RemovalFalling, RemovalRising};
        matches!(kind, RecoveryRising | RecoveryFalling | RemovalRising | RemovalFalling)
    };
    let is_data = |kind: TimingType| {
        use TimingType::{HoldFalling, HoldRising, SetupFalling, SetupRising};
        matches!(kind, SetupRising | SetupFalling | HoldRising | HoldFalling)
    };
    kinds.iter().any(|timing| match wanted {
        Wanted::Asynchronous => is_asynchronous(timing.timing_type),
        _ => is_data(timing.timing_type),
    })
}

/// Whether a pin of a cell is what the data of its register is checked against.
pub(crate) fn is_clock_pin(netlist: &Netlist, pin: PinId) -> bool {
    let (Some(cell), Some(index)) = (netlist.pin_cell(pin), netlist.pin_index(pin)) else { return false };
    is_clock_of(netlist, netlist.cell_master(cell), index)
}

/// The same of a pin of a library cell.
pub(crate) fn is_clock_of(netlist: &Netlist, master: MasterId, pin: usize) -> bool {
    let library = netlist.library();
    let own = library.master(master).pins.get(pin);
    let (Some(own), Some(described)) = (own, library.cell(master, Split::Late)) else { return false };
    kind(netlist, master).is_some() && described.pins.iter().any(|pin| pin.name == own.name && pin.is_clock)
}
