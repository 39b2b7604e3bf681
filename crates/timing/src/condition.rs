//! Conditions (`when`) of what libraries say.

use zeroslack_graph::PinGraph;
use zeroslack_liberty::Expr;
use zeroslack_netlist::{CellId, Netlist};
use zeroslack_sdc::CaseValue;

/// Whether a condition of a cell can hold, by what constants say of its pins. Without a condition it always does.
pub(crate) fn can_hold(when: Option<&Expr>, netlist: &Netlist, pins: &PinGraph, cell: CellId) -> bool {
    when.is_none_or(|when| value(when, &|name| known(netlist, pins, cell, name)) != Some(false))
}

/// What constants say of a pin of a cell.
fn known(netlist: &Netlist, pins: &PinGraph, cell: CellId, name: &str) -> Option<bool> {
    let pin = netlist.find_cell_pin(cell, name)?;
    match pins.known(pin)? {
        CaseValue::Zero => Some(false),
        CaseValue::One => Some(true),
        CaseValue::Rising | CaseValue::Falling => None,
    }
}

/// The value of an expression, if what is known decides it.
fn value(expression: &Expr, known: &impl Fn(&str) -> Option<bool>) -> Option<bool> {
    match expression {
        Expr::Constant(value) => Some(*value),
        Expr::Pin(name) => known(name),
        Expr::Not(inner) => value(inner, known).map(|value| !value),
        Expr::And(sides) => decided_by(false, sides, known),
        Expr::Or(sides) => decided_by(true, sides, known),
        Expr::Xor(sides) => sides.iter().try_fold(false, |odd, side| Some(odd ^ value(side, known)?)),
    }
}

/// The value of an operator that one side of value `deciding` is enough for.
fn decided_by(deciding: bool, sides: &[Expr], known: &impl Fn(&str) -> Option<bool>) -> Option<bool> {
    let mut all_are_known = true;
    for side in sides {
        match value(side, known) {
            Some(side) if side == deciding => return Some(deciding),
            Some(_) => {}
            None => all_are_known = false,
        }
    }
    all_are_known.then_some(!deciding)
}
