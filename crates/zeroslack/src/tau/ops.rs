//! The operations of a contest's `.ops` file: reports among edits, one a line.

use zeroslack_input::Diagnostics;
use zeroslack_units::{Split, Transition};

/// What a scalar report asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// `report_at`: arrival.
    Arrival,
    /// `report_rat`: required time.
    Required,
    /// `report_slack`.
    Slack,
}

/// One operation. Names are as in the file: pins are `inst:pin` or a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each field is the argument of the same name")]
pub enum Operation<'t> {
    /// `report_at|report_rat|report_slack -pin P [-early|-late] [-rise|-fall]`.
    Report { quantity: Quantity, pin: &'t str, split: Split, transition: Transition },
    /// `report_worst_paths [-numPaths] COUNT`.
    WorstPaths { count: usize },
    /// `insert_gate CELL MASTER`: an instance and its library cell.
    InsertGate { cell: &'t str, master: &'t str },
    /// `remove_gate CELL`.
    RemoveGate { cell: &'t str },
    /// `repower_gate CELL MASTER`.
    RepowerGate { cell: &'t str, master: &'t str },
    /// `insert_net NET`.
    InsertNet { net: &'t str },
    /// `remove_net NET`.
    RemoveNet { net: &'t str },
    /// `connect_pin PIN NET`.
    ConnectPin { pin: &'t str, net: &'t str },
    /// `disconnect_pin PIN`.
    DisconnectPin { pin: &'t str },
    /// `read_spef FILE`.
    ReadSpef { file: &'t str },
}

/// An operation and where it stands, as a byte range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<'t> {
    /// The operation.
    pub operation: Operation<'t>,
    /// Its line.
    pub span: std::ops::Range<usize>,
}

/// Reads an operation file. A line that is no operation is an error (`OPS-001`), so is one whose arguments are wrong (`OPS-002`).
/// Blank lines and lines that begin with `#` are skipped.
pub fn read(text: &str) -> (Vec<Placed<'_>>, Diagnostics) {
    let mut operations = Vec::new();
    let mut diagnostics = Diagnostics::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().collect();
        let span = start..start + line.trim_end().len();
        start += line.len();
        let Some((&name, arguments)) = words.split_first().filter(|(name, _)| !name.starts_with('#')) else {
            continue;
        };
        let Some((_, usage)) = USAGE.iter().find(|(known, _)| *known == name) else {
            diagnostics.error("OPS-001", Some((text, span)), || format!("'{name}' is no operation"));
            continue;
        };
        match operation(name, arguments) {
            Some(operation) => operations.push(Placed { operation, span }),
            None => diagnostics.error("OPS-002", Some((text, span)), || format!("expected {name} {usage}")),
        }
    }
    (operations, diagnostics)
}

const PIN_REPORT: &str = "-pin PIN [-early|-late] [-rise|-fall]";

/// Every operation and its arguments.
const USAGE: [(&str, &str); 12] = [
    ("report_at", PIN_REPORT),
    ("report_rat", PIN_REPORT),
    ("report_slack", PIN_REPORT),
    ("report_worst_paths", "[-numPaths] COUNT"),
    ("insert_gate", "INSTANCE CELL"),
    ("remove_gate", "INSTANCE"),
    ("repower_gate", "INSTANCE CELL"),
    ("insert_net", "NET"),
    ("remove_net", "NET"),
    ("connect_pin", "PIN NET"),
    ("disconnect_pin", "PIN"),
    ("read_spef", "FILE"),
];

fn operation<'t>(name: &str, arguments: &[&'t str]) -> Option<Operation<'t>> {
    Some(match (name, arguments) {
        ("report_at", _) => report(Quantity::Arrival, arguments)?,
        ("report_rat", _) => report(Quantity::Required, arguments)?,
        ("report_slack", _) => report(Quantity::Slack, arguments)?,
        ("report_worst_paths", ["-numPaths", count] | [count]) => {
            Operation::WorstPaths { count: count.parse().ok()? }
        }
        ("report_worst_paths", []) => Operation::WorstPaths { count: 1 },
        ("insert_gate", &[cell, master]) => Operation::InsertGate { cell, master },
        ("remove_gate", &[cell]) => Operation::RemoveGate { cell },
        ("repower_gate", &[cell, master]) => Operation::RepowerGate { cell, master },
        ("insert_net", &[net]) => Operation::InsertNet { net },
        ("remove_net", &[net]) => Operation::RemoveNet { net },
        ("connect_pin", &[pin, net]) => Operation::ConnectPin { pin, net },
        ("disconnect_pin", &[pin]) => Operation::DisconnectPin { pin },
        ("read_spef", &[file]) => Operation::ReadSpef { file },
        _ => return None,
    })
}

/// Early and rise unless said otherwise; the last word counts.
fn report<'t>(quantity: Quantity, arguments: &[&'t str]) -> Option<Operation<'t>> {
    let (mut pin, mut split, mut transition) = (None, Split::Early, Transition::Rise);
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        match word {
            "-pin" => pin = Some(*words.next()?),
            "-early" => split = Split::Early,
            "-late" => split = Split::Late,
            "-rise" => transition = Transition::Rise,
            "-fall" => transition = Transition::Fall,
            _ => return None,
        }
    }
    Some(Operation::Report { quantity, pin: pin?, split, transition })
}
