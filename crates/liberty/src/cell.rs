//! `cell` groups.

use crate::assemble;
use crate::budget::Budget;
use crate::bus::{BusGroup, BusTypes};
use crate::bus_type::BusType;
use crate::header::Header;
use crate::mode::Modes;
use crate::number::number;
use crate::pin::PinGroup;
use crate::scan::{Scanner, TextPiece};
use crate::statement::{Form, Statement};
use crate::{Cell, SequentialKind, sequential};

/// One or several pins, as they stand in the file.
pub(crate) enum PinItem<'t> {
    Pin(PinGroup<'t>),
    Bus(BusGroup<'t>),
}

/// Reads the group just opened.
pub(crate) fn read<'t>(
    scan: &mut Scanner<'t>,
    header: &Header<'t>,
    budget: &mut Budget,
    name: TextPiece<'t>,
) -> Cell {
    let mut cell = Cell { name: name.text.into(), ..Cell::default() };
    let mut items = Vec::new();
    let mut bus_types = BusTypes::default();
    let mut modes = Modes::default();
    if scan.enter() {
        while let Some(statement) = scan.statement() {
            let argument = statement.argument;
            match statement.name.text {
                "pin" => items.extend(PinGroup::read(scan, header, &statement).map(PinItem::Pin)),
                "bus" | "bundle" => {
                    items.extend(BusGroup::read(scan, header, &statement).map(PinItem::Bus));
                }
                "type" => {
                    let name = argument.first_argument();
                    bus_types.extend(BusType::read(scan, name).map(|bus_type| (name.text, bus_type)));
                }
                "mode_definition" => modes.read(scan, argument),
                _ => attribute(&mut cell, scan, &statement),
            }
        }
    }
    assemble::pins(scan, header, budget, &mut cell, items, (&bus_types, &modes));
    cell
}

fn attribute<'t>(cell: &mut Cell, scan: &mut Scanner<'t>, statement: &Statement<'t>) {
    let argument = statement.argument;
    let kind = match statement.name.text {
        "ff" | "ff_bank" => SequentialKind::FlipFlop,
        "latch" | "latch_bank" => SequentialKind::Latch,
        "statetable" => SequentialKind::StateTable,
        "pg_pin" => {
            return cell.power_pins.extend(argument.names().map(|name| name.text.into()));
        }
        "memory" => return cell.is_memory |= statement.form == Form::Group,
        "area" => return cell.area = number(argument.first_argument().text).map(|area| area as f32),
        "clock_gating_integrated_cell" => return cell.clock_gating = scan.string_value(statement),
        flag_name => {
            let flag = match flag_name {
                "dont_use" => &mut cell.dont_use,
                "dont_touch" => &mut cell.dont_touch,
                "is_macro_cell" => &mut cell.is_macro,
                "pad_cell" => &mut cell.is_pad,
                "interface_timing" => &mut cell.interface_timing,
                _ => return,
            };
            return *flag = scan.flag(statement).unwrap_or(false);
        }
    };
    cell.sequentials.push(sequential::read(scan, kind, argument));
}
