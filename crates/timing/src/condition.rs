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
    let both = |sides: &[Expr; 2]| [value(&sides[0], known), value(&sides[1], known)];
    match expression {
        Expr::Constant(value) => Some(*value),
        Expr::Pin(name) => known(name),
        Expr::Not(inner) => value(inner, known).map(|value| !value),
        Expr::And(sides) => match both(sides) {
            [Some(false), _] | [_, Some(false)] => Some(false),
            [Some(true), Some(true)] => Some(true),
            _ => None,
        },
        Expr::Or(sides) => match both(sides) {
            [Some(true), _] | [_, Some(true)] => Some(true),
            [Some(false), Some(false)] => Some(false),
            _ => None,
        },
        Expr::Xor(sides) => match both(sides) {
            [Some(a), Some(b)] => Some(a != b),
            _ => None,
        },
    }
}
