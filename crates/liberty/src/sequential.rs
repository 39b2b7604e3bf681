//! `ff`, `latch` and `statetable` groups.

use crate::scan::{Scanner, TextPiece};
use crate::{Sequential, SequentialKind};

/// Reads the group just opened. The arguments of a bank end with its width, which is that of its pins.
pub(crate) fn read<'t>(scan: &mut Scanner<'t>, kind: SequentialKind, argument: TextPiece<'t>) -> Sequential {
    let mut sequential = Sequential {
        kind,
        outputs: Vec::new(),
        clock: None,
        data: None,
        clear: None,
        preset: None,
        inputs: Vec::new(),
        table: None,
    };
    let own = |name: TextPiece<'_>| Box::from(name.text);
    if kind == SequentialKind::StateTable {
        let mut lists = argument.arguments();
        sequential.inputs = lists.next().map_or(Vec::new(), |list| list.names().map(own).collect());
        sequential.outputs = lists.flat_map(|list| list.names()).map(own).collect();
    } else {
        sequential.outputs = argument.names().take(2).map(own).collect();
    }
    if scan.enter() {
        while let Some(statement) = scan.statement() {
            match statement.name.text {
                "clocked_on" | "enable" => sequential.clock = scan.expression(&statement),
                "next_state" | "data_in" => sequential.data = scan.expression(&statement),
                "clear" => sequential.clear = scan.expression(&statement),
                "preset" => sequential.preset = scan.expression(&statement),
                "table" => sequential.table = scan.string_value(&statement),
                _ => {}
            }
        }
    }
    sequential
}
